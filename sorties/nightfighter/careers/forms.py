"""The extent of a bot's flight in a year of nights."""

from django import forms
from django.utils.translation import gettext_lazy as _

UNTIL = (
    ("night", _("One night")),
    ("month", _("To the end of the month")),
    ("year", _("To the end of the year")),
)


class NightBotFlightForm(forms.Form):
    """The extent of a bot's flight; it flies as the computer's pilot and takes no other orders."""

    until = forms.ChoiceField(label=_("Fly"), choices=UNTIL, widget=forms.RadioSelect, initial="month")

    def orders(self) -> dict[str, object]:
        """Return the standing orders that were given: none."""
        return {}
