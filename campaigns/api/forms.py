"""The form of a group's tokens."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.api.models import Token


class TokenForm(forms.ModelForm):
    """A new token."""

    class Meta:
        model = Token
        fields = ("name", "scope")
        labels = {"name": _("What it is for"), "scope": _("What it may read")}
