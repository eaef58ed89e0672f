"""The form of a note."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.comments.models import Comment
from play.utils.plain_data import is_text


class CommentForm(forms.ModelForm):
    """A line."""

    class Meta:
        model = Comment
        fields = ("text",)
        widgets = {"text": forms.TextInput(attrs={"autocomplete": "off"})}

    def clean_text(self) -> str:
        """One line of text."""
        text: str = " ".join(self.cleaned_data["text"].split())
        if not is_text(text):
            raise ValidationError(_("The text contains characters that we cannot store."))
        return text
