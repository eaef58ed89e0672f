"""The forms of an account, apart from those that the account library brings."""

from collections.abc import Mapping

from django import forms
from django.forms.utils import flatatt
from django.http import HttpRequest, QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaigns.accounts.models import Player, Theme, site_languages
from campaigns.accounts.time_zones import zone_names
from play.utils.csv_form import CHOICES


class SignupFields(forms.Form):
    """Fields of the sign-up form besides e-mail and password."""

    display_name = forms.CharField(
        label=pgettext_lazy("account", "Name"),
        max_length=40,
        help_text=_("Other players see this name."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("display_name", "email", "password1")

    def signup(self, request: HttpRequest, user: Player) -> None:
        """The adapter has saved the name with the row; the library wants this method to be here."""


class LongSelect(forms.Select):
    """A list of hundreds: a template for each of them would be most of what its page costs."""

    def render(
        self, name: str, value: object, attrs: Mapping[str, str] | None = None, renderer: object = None
    ) -> SafeString:
        """Draw it as its template would."""
        chosen = set(self.format_value(value))
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (option, mark_safe(" selected") if str(option) in chosen else "", label)
                for option, label in self.choices
            ),
        )
        held = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        return format_html("<select{}>{}</select>", flatatt(held), options)


def time_zones() -> list[tuple[str, str]]:
    """Every zone as people look for it, by region; the first follows the device."""
    names = ((name, name.replace("_", " ")) for name in zone_names())
    return [("", str(_("System default"))), ("UTC", "UTC"), *names]


class ProfileForm(forms.ModelForm):
    """Name and page settings of a player."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones,
        required=False,
        help_text=_("Pages show times in this zone."),
        widget=LongSelect,
    )

    class Meta:
        model = Player
        fields = (
            "display_name",
            "language",
            "time_zone",
            "theme",
            "key_orders",
            "csv_separator",
            "csv_decimal",
            "csv_dates",
        )
        widgets = {
            "display_name": forms.TextInput(attrs={"autocomplete": "nickname"}),
            "theme": forms.RadioSelect,
        }
        labels = {"key_orders": _("Give orders by single keys")}
        help_texts = {
            "key_orders": _("Number keys choose an order, u takes it back, ? opens the help."),
            "csv_separator": _("German and Polish spreadsheets expect semicolons and decimal commas."),
        }

    def __init__(self, posted: QueryDict | None = None, *, instance: Player | None = None) -> None:
        super().__init__(posted, instance=instance)
        for name in CHOICES:
            # Without an answer the choice stays as it was.
            self.fields[f"csv_{name}"].required = False
        languages = self.fields["language"]
        languages.choices = [("", _("System default")), *languages.choices[1:]]  # type: ignore[attr-defined]


class AppearanceForm(forms.Form):
    """Language and colours as chosen at the foot of any page; either may be left out."""

    language = forms.ChoiceField(choices=site_languages, required=False)
    theme = forms.ChoiceField(choices=Theme.choices, required=False)


class DeleteAccountForm(forms.Form):
    """The tick that makes sure."""

    sure = forms.BooleanField(
        label=_("Delete my account and everything listed here"),
        error_messages={"required": _("Tick the box if you are sure. Nothing has been deleted.")},
    )
