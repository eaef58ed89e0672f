"""What the account library asks of the house: which row a new account takes, and the name it carries."""

from allauth.account.adapter import DefaultAccountAdapter
from django.forms import BaseForm
from django.http import HttpRequest

from campaigns.models import Player


class Accounts(DefaultAccountAdapter):
    """A guest who signs up keeps the row they have flown with."""

    def new_user(self, request: HttpRequest) -> Player:
        """The row that the form fills in: the guest's own, or a new one."""
        player = request.user
        return Player.objects.get(pk=player.pk) if player.is_authenticated and player.is_guest else Player()

    def save_user(self, request: HttpRequest, user: Player, form: BaseForm, commit: bool = True) -> Player:
        """Fill in name, e-mail and password; a guest is a guest no longer."""
        user.display_name = form.cleaned_data["display_name"]
        user.is_guest = False
        handle = user.username
        super().save_user(request, user, form, commit=False)
        user.username = handle
        if commit:
            user.save()
        return user

    def populate_username(self, request: HttpRequest, user: Player) -> None:
        """Nothing to make up: the handle is given with the row and never shown."""
