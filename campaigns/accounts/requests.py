"""The type of whoever reads a page."""

from django.contrib.auth.models import AnonymousUser

from campaigns.accounts.models import Player

Reader = Player | AnonymousUser
"""Who reads a page: a player, or somebody who is not signed in."""
