"""The form of an account for a program."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.accounts.models import Player


class BotAccountForm(forms.ModelForm):
    """A new program."""

    class Meta:
        model = Player
        fields = ("display_name",)
        labels = {"display_name": _("Name of the program")}
        help_texts = {"display_name": _("The others at the table read that it is a program.")}
