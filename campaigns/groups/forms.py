"""The forms of groups."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns.groups.models import Group, Invitation, Visibility


class GroupForm(forms.ModelForm):
    """Name, description and visibility of a group."""

    class Meta:
        model = Group
        fields = ("name", "description", "visibility")
        labels = {
            "name": _("Name of the group"),
            "description": _("Description"),
            "visibility": _("Who can read the group"),
        }
        help_texts = {"description": _("One sentence for the people whom you invite.")}
        error_messages = {"name": {"required": _("A group needs a name.")}}

    def __init__(self, posted: QueryDict | None = None, *, instance: Group | None = None) -> None:
        super().__init__(posted, instance=instance)
        self.fields["visibility"].required = False

    def clean_name(self) -> str:
        """One line, without gaps."""
        return " ".join(self.cleaned_data["name"].split())

    def clean_visibility(self) -> str:
        """Return the visibility; private by default."""
        return self.cleaned_data["visibility"] or Visibility.PRIVATE


class InvitationForm(forms.ModelForm):
    """The role that an invitation link gives."""

    class Meta:
        model = Invitation
        fields = ("role",)
        labels = {"role": _("Role of people who join by this link")}


class GuestForm(forms.Form):
    """Name of a guest without an account."""

    name = forms.CharField(
        label=_("What shall we call you?"),
        max_length=40,
        error_messages={"required": _("Enter a name. Other players will see it.")},
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
