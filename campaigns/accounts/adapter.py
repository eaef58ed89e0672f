"""Adapter for the account library: the row and the name of a new account."""

from collections.abc import Mapping

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailConfirmation
from allauth.core import context as library
from django.contrib import messages
from django.contrib.sites.shortcuts import get_current_site
from django.db.models import prefetch_related_objects
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.accounts.mail_queue import email_send
from campaigns.accounts.models import Player


class AccountAdapter(DefaultAccountAdapter):
    """Give a guest who signs up the same row."""

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

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: EmailConfirmation, signup: bool) -> None:
        """Ask for proof of an address; its owner on another account learns that it was entered here."""
        address = emailconfirmation.email_address
        prefetch_related_objects([address], "user")  # only one of the letters names him; they cost the same
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(address.email)

    def send_mail(self, template_prefix: str, email: str, context: Mapping[str, object]) -> None:
        """Send a letter; when the mail server is away, the page says so and the letter goes later."""
        request = library.request
        whole = {"request": request, "email": email, "current_site": get_current_site(request), **context}
        if email_send(message=self.render_mail(template_prefix, email, whole)) or request is None:
            return
        messages.warning(
            request, _("The mail server cannot be reached. We will send the e-mail when the server is back.")
        )

    def populate_username(self, request: HttpRequest, user: Player) -> None:
        """Return without a change: the handle comes with the row and is never shown."""
