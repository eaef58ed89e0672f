"""Tries today's rules on every game under way, and marks those that they no longer play on as they were."""

from argparse import ArgumentParser
from collections import Counter

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.kernel.run import ReplayCheck, check_replay
from play.games import registry
from play.journal import store
from play.sessions.models import Session, SessionStatus

AT_ONCE = 100


class Command(BaseCommand):
    """`manage.py upgrade_sessions [--dry-run]`: one line a session that does not fit, then the sums."""

    help = str(gettext_lazy("Replay every game under way with the present rules and report: same, differs or cannot."))

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whether to write anything down."""
        parser.add_argument("--dry-run", action="store_true", help=_("report only, mark nothing"))

    def handle(self, *args: object, dry_run: bool, **options: object) -> None:
        """Look at each session, mark it, and report."""
        found: Counter[str] = Counter()
        under_way = Session.objects.filter(status__in=[SessionStatus.PLAYING, SessionStatus.STUCK])
        for session in under_way.defer("opening", "replays").iterator(chunk_size=AT_ONCE):
            fit = fit_of(session)
            found[fit.verdict] += 1
            if fit.verdict != "same":
                self.stdout.write(f"{session.title} {session.pk}: {fit.verdict} {fit.at} {fit.why}".rstrip())
            if not dry_run:
                mark(session, fit)
        for verdict in ("same", "differs", "cannot"):
            self.stdout.write(f"{verdict}: {found[verdict]}")


def fit_of(session: Session) -> ReplayCheck:
    """Play a session again in a dry run."""
    try:
        return check_replay(store.title_of(session), store.pack_of(session), store.record_of(session))
    except (registry.NoSuchGame, store.PackGone) as problem:
        return ReplayCheck("cannot", why=f"{type(problem).__name__}: {problem}")


def mark(session: Session, fit: ReplayCheck) -> None:
    """Stop a session that differs, let one that fits again go on; one that moved in the meantime is left alone."""
    status = SessionStatus.PLAYING if fit.verdict == "same" else SessionStatus.STUCK
    if status != session.status:
        Session.objects.filter(pk=session.pk, version=session.version).update(
            status=status, version=session.version + 1
        )
