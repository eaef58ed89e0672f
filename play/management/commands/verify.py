"""Checks the dice of an exported session: the seed is the one promised, every face comes of it, none is missing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from play import exports
from play.models import SessionStatus
from play.refusals import OrderRefused


class Command(BaseCommand):
    """`manage.py verify SESSION.json`."""

    help = str(gettext_lazy("Checks the dice of an exported session."))
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("session", metavar="SESSION.json", type=Path)

    def handle(self, *args: Any, session: Path, **options: Any) -> None:
        """Check, say what was found, and fail when something does not fit."""
        try:
            document = exports.read(session.read_bytes())
        except OSError as problem:
            raise CommandError(_("The file cannot be read: %(problem)s") % {"problem": problem}) from problem
        except OrderRefused as refusal:
            raise CommandError(refusal.sentence) from refusal
        if document.status != SessionStatus.OVER:
            raise CommandError(_("This game was not over when the file was written: its seed is not open yet."))
        verdict = exports.verdict_of(document)
        for fault in verdict.faults:
            self.stderr.write(fault)
        proven = {"count": verdict.proven}
        self.stdout.write(
            ngettext("One throw comes of the seed.", "%(count)s throws come of the seed.", verdict.proven) % proven
        )
        if verdict.elsewhere:
            other = _("Throws that hang on another seed, of the season or of a parent game: %(count)s.")
            self.stdout.write(other % {"count": verdict.elsewhere})
        if not verdict.holds:
            raise CommandError(_("The dice of this session do not hold."))
        self.stdout.write(self.style.SUCCESS(_("The dice of this session hold.")))
