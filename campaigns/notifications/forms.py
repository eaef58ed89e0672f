"""The forms of notices."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.notifications.models import NotificationPreference, Webhook
from campaigns.notifications.safe_http import UnsafeAddress, target_of


class NotificationPreferenceForm(forms.ModelForm):
    """Notification settings of a player."""

    class Meta:
        model = NotificationPreference
        fields = ("mail", "hour")
        labels = {"mail": _("E-mails when it is your turn"), "hour": _("Hour of the daily e-mail, in your time zone")}
        help_texts = {
            "mail": _(
                "We also write when your opponent has given orders, when only you are missing or when your time "
                "runs out. We write two days before a season ends."
                ),
        }  # fmt: skip
        widgets = {"hour": forms.NumberInput(attrs={"min": 0, "max": 23})}

    def clean_hour(self) -> int:
        """An hour of the day."""
        hour: int = self.cleaned_data["hour"]
        if not 0 <= hour <= 23:
            raise ValidationError(_("Enter a number from 0 to 23."))
        return hour


class WebhookForm(forms.ModelForm):
    """Webhook of a group."""

    address = forms.URLField(label=_("Address (https://…)"), max_length=400, assume_scheme="https")

    class Meta:
        model = Webhook
        fields = ("address", "shape")
        labels = {"shape": _("Message format")}

    def clean_address(self) -> str:
        """An address outside."""
        address: str = self.cleaned_data["address"]
        try:
            target_of(address)
        except UnsafeAddress as problem:
            raise ValidationError(_("We cannot send messages to this address.")) from problem
        return address
