"""The type of the reader of a page."""

from django.contrib.auth.models import AnonymousUser

from campaigns.accounts.models import Player

Reader = Player | AnonymousUser
"""Who reads a page: a player, or somebody who is not signed in."""
