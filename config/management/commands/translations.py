"""Prints how much of each language there is, by kind of file, and on request what is missing."""

import argparse

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.languages.coverage import coverage


class Command(BaseCommand):
    """`manage.py translations de --missing`."""

    help = str(_("Print how much of each language there is, by kind of file."))

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take languages, and what to do with what is missing."""
        parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=_("a code such as pl; all without one"))
        parser.add_argument("--missing", action="store_true", help=_("print each sentence and word that is missing"))
        parser.add_argument("--complete", action="store_true", help=_("fail if anything is missing"))

    def handle(self, *, languages: list[str], missing: bool, complete: bool, **options: object) -> None:
        """Print the figures."""
        lacking = []
        for language in languages or [code for code, _name in settings.LANGUAGES]:
            self.stdout.write(language)
            for file in coverage(language.lower()):
                self.stdout.write(f"  {file.file:<36} {file.there:>5} / {file.total}")
                lacking += [language] if file.missing else []
                for word in file.missing if missing else ():
                    self.stdout.write(f"      {word}")
        if complete and lacking:
            raise CommandError(
                _("Words are missing: %(languages)s.") % {"languages": ", ".join(dict.fromkeys(lacking))}
            )
