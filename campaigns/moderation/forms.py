"""The forms of keeping order."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns.accounts.models import Player
from campaigns.groups.models import Group
from campaigns.moderation.models import Block, Report


class ReportForm(forms.ModelForm):
    """Report to the stewards."""

    class Meta:
        model = Report
        fields = ("about", "text")
        labels = {"about": _("Which player is this about? (optional)")}
        widgets = {"text": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, group: Group, reader: Player, posted: QueryDict | None = None) -> None:
        super().__init__(posted)
        self.fields["about"].queryset = Player.objects.filter(memberships__group=group).exclude(pk=reader.pk)  # type: ignore[attr-defined]


class BlockForm(forms.ModelForm):
    """Reason of a ban."""

    class Meta:
        model = Block
        fields = ("reason",)


class SettleForm(forms.ModelForm):
    """Outcome of a report."""

    class Meta:
        model = Report
        fields = ("answer",)
