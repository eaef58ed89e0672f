"""The form of an account for a program."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.accounts.models import Player


class BotAccountForm(forms.ModelForm):
    """A new program."""

    class Meta:
        model = Player
        fields = ("display_name",)
        labels = {"display_name": _("Name of the bot")}
        help_texts = {"display_name": _("Other players see that it is a bot.")}
