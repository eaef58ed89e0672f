"""Choose the moment of a week: the costliest decision of offered reviews whose margin is three errors."""

import datetime
import json
from collections.abc import Collection, Iterable, Iterator
from zlib import crc32

import msgspec

from engine.analysis.rollouts import OrderTrial, default_bots, guesses_of, hides_information
from engine.analysis.statistics import SIGNIFICANT_ERRORS
from engine.kernel.decisions import facts_of
from engine.kernel.events import EventRecord, record_of
from engine.kernel.run import Run
from play.journal import store
from play.journal.models import EntryKind, EventRow
from play.models import Exercise, GameReview
from play.odds.worker import OddsRound, prospects_of, round_data
from play.reviews.selectors import review_options_for
from play.sessions import selectors
from play.sessions.models import Session
from play.spectators.gates import is_closed_to_spectators
from play.utils.plain_data import Json

FEWEST, MOST = 2, 12
"""Orders among which there is something to choose."""
BEFORE = 6
"""Lines of the log that lead to the moment."""
ROLLOUTS = 2000
"""Of all orders together, if a review does not say how often it simulated one."""


def week_of(day: datetime.date) -> str:
    """Name the ISO week of a day."""
    year, week, _weekday = day.isocalendar()
    return f"{year}-W{week:02}"


class CostlyAnswer(msgspec.Struct):
    """One of the costliest decisions of a review."""

    place: int
    gap: float
    error: float
    taken: object = None
    preferred: object = None
    n: int = 0


class ExerciseMoment(msgspec.Struct, kw_only=True):
    """A moment without names: the question, the order given, the rollouts, and the log before it."""

    kind: str
    facts: dict[str, object]
    options: list[str]
    taken: str
    preferred: str
    measured: str = ""
    gap: float
    error: float
    told: OddsRound
    before: list[EventRecord]


def exercise_choose(day: datetime.date) -> Exercise | None:
    """Choose the moment of a week that has none yet; None where nothing that was offered will do."""
    week = week_of(day)
    if Exercise.objects.filter(week=week).exists():
        return None
    for look, dear in offered():
        session = selectors.session_at(look.session_id)
        # A game that nobody may watch yet would show others of a season the events that they have still to meet.
        moment = None if is_closed_to_spectators(session) else moment_of(session, look.seat, dear)
        if moment is not None:
            stored = msgspec.to_builtins(moment, str_keys=True)
            fields = {"look": look, "place": dear.place, "title": session.title, "moment": stored}
            fields["charts"] = store.charts_at(session, dear.place)
            return Exercise.objects.get_or_create(week=week, defaults=fields)[0]
    return None


def offered() -> Iterator[tuple[GameReview, CostlyAnswer]]:
    """Give the decisions of offered reviews that were not used yet, the costliest of the clear ones first."""
    taken = set(Exercise.objects.values_list("look_id", "place"))
    looks = GameReview.objects.filter(offered=True, state=GameReview.State.DONE)
    found = [(look, msgspec.convert(dear, CostlyAnswer)) for look in looks for dear in look.told.get("dearest", ())]
    found = [(look, dear) for look, dear in found if is_clear(dear) and (look.pk, dear.place) not in taken]
    yield from sorted(found, key=lambda pair: (pair[1].gap, pair[0].pk, pair[1].place))


def is_clear(dear: CostlyAnswer) -> bool:
    """Say whether the best was better by three errors."""
    return -dear.gap > SIGNIFICANT_ERRORS * dear.error


def moment_of(session: Session, seat: str, dear: CostlyAnswer) -> ExerciseMoment | None:
    """Take a moment out of a game, without names; None where that cannot be, or there is little to choose.

    Its orders get as many rollouts as in the review. Where these show no difference between the order that was
    given and the better one in any measure, the page would contradict the review: then there is no exercise either.
    """
    entry = session.journal.filter(seq=dear.place, kind=EntryKind.ANSWER, seat=seat, undone_by=None).first()
    if entry is None:
        return None
    run = store.replayed(session, before=entry.seq, frames=False)
    decision = run.pending.get((seat, entry.key))
    prospects = prospects_of(session, run.state)
    if (
        decision is None
        or prospects is None
        or hides_information(run.title, run.state)
        or not prospects.covers(decision)
    ):
        return None
    names = names_of(session, run)
    facts = facts_of(decision.question)
    given, better = dear.taken, dear.preferred
    if not (isinstance(given, str) and isinstance(better, str) and {given, better} <= set(decision.options)):
        return None
    if not FEWEST <= len(decision.options) <= MOST or is_named(facts, names):
        return None
    seed = crc32(f"{session.pk}/{entry.seq}".encode())
    pilots = default_bots(run.title, run.pack, run.title.seats(store.setup_of(session)), prospects.policy, seed)
    trial = OrderTrial(prospects, guesses_of(run, seat, seed), decision, pilots, seed=seed)
    trial.fly(dear.n or ROLLOUTS // len(decision.options), lambda: False)
    if not trial.better_in(better, given):
        return None
    return ExerciseMoment(
        kind=decision.kind,
        facts=facts,
        options=list(decision.options),
        taken=given,
        preferred=better,
        measured=by.kind if (by := review_options_for(session, seat)) is not None else "",
        gap=dear.gap,
        error=dear.error,
        told=round_data(prospects, decision, trial.odds()),
        before=lines_before(session, seat, entry.seq, names),
    )


def lines_before(session: Session, seat: str, seq: int, names: Collection[str]) -> list[EventRecord]:
    """Return the last events that the seat saw before an entry, as data, without lines that name people."""
    known = EventRow.objects.filter(selectors.visible(seat), session=session, entry__seq__lt=seq, entry__undone_by=None)
    rows = [row for row in known.order_by("-number")[: 3 * BEFORE] if not is_named(row.data, names)]
    return [record_of(store.as_event(session, row)) for row in reversed(rows[:BEFORE])]


def names_of(session: Session, run: Run) -> set[str]:
    """Return every name that a player has chosen or that a game has given its people."""
    found = {seat.player.display_name for seat in session.table if seat.player is not None}
    _collect_names(session.setup, found)
    _collect_names(msgspec.to_builtins(run.state, str_keys=True).get("careers", []), found)
    return {name.casefold() for name in found if name.strip()}


def _collect_names(value: Json, found: set[str]) -> None:
    if isinstance(value, dict):
        if isinstance(name := value.get("name"), str):
            found.add(name)
        for one in value.values():
            _collect_names(one, found)
    elif isinstance(value, list):
        for one in value:
            _collect_names(one, found)


def is_named(data: object, names: Iterable[str]) -> bool:
    """Say whether a text to be shown names a person."""
    text = json.dumps(data, ensure_ascii=False).casefold()
    return any(name in text for name in names)
