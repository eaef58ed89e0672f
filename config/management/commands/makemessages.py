"""Collect every sentence for the translators, always in the same shape, so that a diff shows only what changed."""

import re
from pathlib import Path

from django.conf import settings
from django.core.management.commands import makemessages
from django.utils.translation import gettext as _


class Command(makemessages.Command):
    """Django's own command: Polish unless another language is named, one line a sentence, no line numbers."""

    help = _("Collects every sentence for the translators, in Polish unless another language is named.")
    # A guess that nobody has read is worse than the English sentence.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: object, locale: list[str], ignore_patterns: list[str], **options: object) -> None:
        """Fill in what is always the same here."""
        options |= {"locale": locale or ["pl"], "ignore_patterns": [*ignore_patterns, "tests/*"]}
        options |= {"no_wrap": True, "no_obsolete": True, "add_location": "file"}
        super().handle(*args, **options)
        for folder in settings.LOCALE_PATHS:
            for path in Path(folder).glob("*/LC_MESSAGES/django.po"):
                # The date would make every two branches conflict.
                path.write_text(re.sub(r'^"POT-Creation-Date:.*\n', "", path.read_text(), count=1, flags=re.M))
