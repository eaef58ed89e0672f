"""Types of the user of a request. `play` knows no accounts: a player is an instance of `AUTH_USER_MODEL`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.contrib.auth.models import _AnyUser as Visitor
    from django.contrib.auth.models import _User as Player
else:
    from django.contrib.auth.base_user import AbstractBaseUser as Player

    Visitor = object

__all__ = ["Player", "Visitor"]
