"""Collect every sentence for the translators, always in the same shape, so that a diff shows only what changed."""

import re

from babel import Locale, UnknownLocaleError
from babel.messages.plurals import get_plural
from django.conf import settings
from django.core.management.commands import makemessages
from django.utils.translation import gettext as _

HEAD = """\
# {name} words of Dispersal.
msgid ""
msgstr ""
"Project-Id-Version: Dispersal\\n"
"Report-Msgid-Bugs-To: \\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural};\\n"
"""


class Command(makemessages.Command):
    """Django's own command: every language of the site unless one is named, one line a sentence, no line numbers."""

    help = _("Collects every sentence for the translators, in every language of the site unless one is named.")
    # A guess that nobody has read is worse than the English sentence.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: object, locale: list[str], ignore_patterns: list[str], **options: object) -> None:
        """Fill in what is always the same here."""
        catalogues = settings.BASE_DIR / "locale"
        known = sorted(path.parent.name for path in catalogues.glob("*/LC_MESSAGES"))
        options |= {"locale": locale or known, "ignore_patterns": [*ignore_patterns, "tests/*"]}
        options |= {"no_wrap": True, "no_obsolete": True, "add_location": "file"}
        super().handle(*args, **options)
        for path in catalogues.glob("*/LC_MESSAGES/django.po"):
            text = path.read_text()
            if text.startswith("# SOME DESCRIPTIVE TITLE"):
                text = _begun(path.parts[-3]) + text[text.index("\n\n") + 1 :]
            # The date would make every two branches conflict.
            path.write_text(re.sub(r'^"POT-Creation-Date:.*\n', "", text, count=1, flags=re.M))


def _begun(code: str) -> str:
    """Return the head of a new catalogue, with the plural forms that its language has."""
    try:
        name, plural = Locale.parse(code).english_name or code, get_plural(code).plural_forms.rstrip(";")
    except (UnknownLocaleError, ValueError):
        name, plural = code, "nplurals=2; plural=(n != 1)"
    return HEAD.format(name=name, code=code, plural=plural)
