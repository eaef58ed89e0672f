"""Verify an exported file: a session is replayed and compared, a career is checked by its site's signature."""

from argparse import ArgumentParser
from pathlib import Path

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from play.fairness import file_checks
from play.uploads.limits import BEYOND_LIMITS, run_limited


class Command(BaseCommand):
    """`manage.py verify FILE.json`: ends with 0 where the file holds, with 1 where it does not or cannot be checked."""

    help = str(gettext_lazy("Verify the file of a game or career and say what it proves."))
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", metavar="FILE.json", type=Path)
        parser.add_argument("--key", default="", help=_("the public key of the site that signed the file"))
        help_ = _("check without limits of time and memory, for a file that you trust")
        parser.add_argument("--no-limits", action="store_true", help=help_)

    def handle(self, *args: object, file: Path, key: str = "", no_limits: bool = False, **options: object) -> None:
        """Check, say what was found, and fail when something does not fit."""
        try:
            data = file.read_bytes()
            checked = file_checks.check(data, wanted=key) if no_limits else _limited(data, key)
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
        if checked.fairness:
            self.stdout.write(checked.fairness)


def _limited(data: bytes, key: str) -> file_checks.FileCheckResult:
    """Check in a child process, which has the limits of an uploaded file."""
    ended = run_limited("check", get_language() or settings.LANGUAGE_CODE, key, feed=data)
    if ended.by_a_limit:
        facts = {"seconds": settings.FILE_CPU_SECONDS, "memory": settings.FILE_MEMORY_MB}
        raise file_checks.CannotCheck(_(BEYOND_LIMITS) % facts)
    if not ended.is_good:
        raise CommandError(_("The check stopped with an error; the lines above say why."))
    said = msgspec.json.decode(ended.output)
    if "problem" in said:
        raise file_checks.CannotCheck(said["problem"])
    return msgspec.convert(said, file_checks.FileCheckResult)
