"""The type of the reader of a page."""

from django.contrib.auth.models import AnonymousUser

from campaigns.accounts.models import Player

Reader = Player | AnonymousUser
"""Reader of a page: a player, or an anonymous visitor."""
