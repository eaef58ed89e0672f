"""Rebuild every table that is derived from the journals, and report differences: on a sound site none."""

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from play.games import titles
from play.journal.rebuild import RebuildResult, is_missing, session_rebuild, sessions_begun

AT_ONCE = 50
"""Games between two words about how far it is."""


class Command(BaseCommand):
    """`manage.py rebuild [--dry-run] [--missing] [--session ID] [GAME …]`: a line a difference, then the sums."""

    help = str(gettext_lazy("Rebuild careers, results and other rows from the journals, and list what differed."))

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the games, and whether to write anything down."""
        parser.add_argument(
            "games", nargs="*", metavar="GAME", help=_("only games of this title, such as nightfighter")
        )
        parser.add_argument("--session", type=UUID, metavar="ID", help=_("only this game"))
        parser.add_argument(
            "--missing", action="store_true", help=_("only games of which a database table has no rows yet")
        )
        parser.add_argument("--dry-run", action="store_true", help=_("report only, write nothing"))

    def handle(
        self, *args: object, games: list[str], session: UUID | None, dry_run: bool, missing: bool, **options: object
    ) -> None:
        """Go through the games one by one; end with an error where a journal cannot be played again."""
        unknown = sorted(set(games) - set(titles.names()))
        if unknown:
            names = {"name": unknown[0], "known": ", ".join(titles.names())}
            raise CommandError(_("There is no game %(name)s. Games: %(known)s.") % names)
        looked, differing, stuck, new, filled = 0, 0, 0, 0, 0
        for begun in sessions_begun(games, session):
            if missing and not is_missing(begun):
                continue
            finding = session_rebuild(session=begun, dry_run=dry_run)
            self._say(finding)
            looked, differing = looked + 1, differing + bool(finding.differences)
            stuck, new, filled = stuck + bool(finding.problem), new + finding.new, filled + finding.filled
            if looked % AT_ONCE == 0:
                self.stderr.write(_("%(count)s games …") % {"count": looked})
        self._sum_up(looked, differing, 0 if dry_run else new, 0 if dry_run else filled, dry_run)
        if stuck:
            raise CommandError(_("Some journals could not be replayed. Their rows were not changed."))

    def _say(self, finding: RebuildResult) -> None:
        name = f"{finding.session.title} {finding.session.pk}"
        for difference in finding.differences:
            self.stdout.write(f"{name}: {difference}")
        if finding.problem:
            self.stdout.write(f"{name}: {finding.problem}")

    def _sum_up(self, looked: int, differing: int, new: int, filled: int, dry_run: bool) -> None:
        """Print the result."""
        count = {"count": looked}
        self.stdout.write(ngettext("One game was checked.", "%(count)s games were checked.", looked) % count)
        if new:
            self.stdout.write(_("Rows written for the first time: %(count)s.") % {"count": new})
        if filled:
            self.stdout.write(_("Fields filled that a newer release has added: %(count)s.") % {"count": filled})
        if not differing:
            self.stdout.write(_("Nothing differed."))
        elif dry_run:
            self.stdout.write(_("Games that differ: %(count)s. Nothing was written.") % {"count": differing})
        else:
            self.stdout.write(_("Games that differed and were corrected: %(count)s.") % {"count": differing})
