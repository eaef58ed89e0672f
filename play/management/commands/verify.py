"""Checks an exported file: a session is played again and compared, a career is held to its house's signature."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from play.honesty import file_checks


class Command(BaseCommand):
    """`manage.py verify FILE.json`."""

    help = str(gettext_lazy("Checks the file of a session or of a career, and says of what it is proof."))
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", metavar="FILE.json", type=Path)
        parser.add_argument("--key", default="", help=_("the public key of the house that is to have signed it"))

    def handle(self, *args: Any, file: Path, key: str = "", **options: Any) -> None:
        """Check, say what was found, and fail when something does not fit."""
        try:
            checked = file_checks.check(file.read_bytes(), wanted=key)
        except OSError as problem:
            raise CommandError(_("The file cannot be read: %(problem)s") % {"problem": problem}) from problem
        except file_checks.CannotCheck as problem:
            raise CommandError(str(problem)) from problem
        for fault in checked.faults:
            self.stderr.write(fault)
        for sentence in checked.said:
            self.stdout.write(sentence)
        if not checked.holds:
            raise CommandError(checked.upshot)
        self.stdout.write(self.style.SUCCESS(checked.upshot))
