"""Corrections of answers that record events elsewhere, allowed after dice have been rolled on them.

    GAME = GameSpec(name="interceptor-ace", corrected=("log.line",), ...)

A game on the table has happened; a player who recorded it wrongly records it again. The journal has both: the game
is played again up to the question, with the faces that fell, and goes on with the new answer. The dice count on from
where they were there, so that the same roll gives the same face: a correction is no second roll.
"""

import msgspec

from engine.kernel.decisions import Decision
from engine.kernel.run import Run
from play.games.registry import game_of
from play.journal import store
from play.journal.models import EntryKind, JournalEntry
from play.orders.refusals import OrderRefused
from play.sessions.models import Session


class Correction(msgspec.Struct):
    """Payload of a correction: the wrong entry and its new answer, if there is one."""

    seq: int
    answer: object = None


def is_allowed(title: str, kind: str) -> bool:
    """Say whether answers to a kind of question may be corrected."""
    return kind in game_of(title).corrected


def last_answer(session: Session, seat: str, key: str) -> JournalEntry | None:
    """Return the last valid answer of a seat to a question of that name."""
    standing = session.journal.filter(kind=EntryKind.ANSWER, seat=seat, key=key, undone_by=None)
    return standing.filter(seq__gt=settled(session)).order_by("-seq").first()


def settled(session: Session) -> int:
    """Return the entry before which nothing can be corrected: the last change of charts, or 0."""
    return max((moved for moved, _before in session.charts_before), default=0)


def run_before(session: Session, wrong: JournalEntry) -> tuple[Run, Decision]:
    """Play the game again up to the question of an entry; refuse what may not be corrected."""
    run = store.replayed(session, before=wrong.seq)
    decision = run.pending.get((wrong.seat, wrong.key))
    if wrong.undone_by is not None or decision is None or not is_allowed(session.title, decision.kind):
        raise OrderRefused("no_correction")
    return run, decision


def find(session: Session, seat: str, seq: int) -> JournalEntry:
    """Return the entry of that number if it is valid and the seat's own."""
    wrong = session.journal.filter(seq=seq, kind=EntryKind.ANSWER, seat=seat, undone_by=None).first()
    if wrong is None or not session.is_solitaire or wrong.seq <= settled(session):
        raise OrderRefused("no_correction")
    return wrong
