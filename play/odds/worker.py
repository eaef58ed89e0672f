"""Worker of the queue `odds`: simulate from a question and store each round until it is answered.

It reads the session and writes one row of its own; the game, its dice and their counters are never touched. The guess
is the kernel's: the game's own record where nothing is hidden, else made of what the seat knows that asked.
"""

import time
from collections.abc import Callable
from operator import itemgetter
from zlib import crc32

import msgspec

from engine.analysis.rollouts import (
    Measure,
    NoGuess,
    OrderOdds,
    Prospects,
    default_bots,
    guesses_of,
    hides_information,
    odds,
)
from engine.kernel.decisions import Decision, facts_of
from engine.kernel.events import Event
from engine.kernel.limits import Runaway
from engine.kernel.run import RecordedAnswer as Given
from engine.kernel.run import Run
from play.games import titles
from play.games.registry import game_of
from play.journal import store
from play.journal.models import EntryKind, EventRow, JournalEntry
from play.odds.models import OddsJob
from play.sessions import selectors
from play.sessions.models import Session, SessionStatus
from play.utils.plain_data import Json

RolledFigure = tuple[float, float, float, bool]
"""Mean, the ends of its interval, and whether it is exact."""


class OrderFigures(msgspec.Struct, kw_only=True):
    """Results of the rollouts of one order, and the measures in which it differs from others."""

    option: str
    n: int
    figures: dict[str, RolledFigure]
    stands_out: list[str] = []
    behind: list[str] | msgspec.UnsetType = msgspec.UNSET
    apart: list[str] = []


class OddsRound(msgspec.Struct):
    """Odds of a question after a round of rollouts."""

    kind: str
    facts: dict[str, object]
    measures: list[Measure]
    orders: list[OrderFigures]


CPU_SECONDS = 1.25
"""After which no rollout is begun: the last, and the guess that it needs, may take a quarter of a second more."""
LOOK_SECONDS = 0.15
"""Interval of the check whether the question is still open, and of the stored results."""


def prospects_of(session: Session, state: msgspec.Struct) -> Prospects | None:
    """Return how a game is flown on; None when it is not."""
    analysis = titles.analysis_of(session.title)
    return analysis.prospects if analysis is not None and analysis.prospects.serves(state) else None


def is_unserved(session: Session, seat: str) -> bool:
    """Say whether a seat gets no odds of a game whose other seats may; why not is its words' to say."""
    analysis = titles.analysis_of(session.title)
    return analysis is not None and analysis.prospects.unserved(store.setup_of(session), seat)


def question_of(session: Session, seat: str, forecast: OddsJob) -> tuple[Run, Decision] | None:
    """Return the game at the question of a forecast: its present state, or its state before the answer."""
    if forecast.seq:
        entry = session.journal.filter(seq=forecast.seq, kind=EntryKind.ANSWER, seat=seat).first()
        run = store.replayed(session, before=forecast.seq, frames=False) if entry is not None else None
        decision = run.pending.get((seat, entry.key)) if run is not None and entry is not None else None
    else:
        run = store.dry_run(session)
        asked = store.questions_of(session)
        named = {store.token_of(key, seq): (who, key) for (who, key), seq in asked.items() if who == seat}
        decision = run.pending.get(named.get(forecast.token, ("", "")))
    return (run, decision) if run is not None and decision is not None else None


def compute_odds(forecast_id: int, token: str) -> None:
    """Simulate the orders of a question, and store the results after each round."""
    mine = OddsJob.objects.filter(pk=forecast_id, token=token, state=OddsJob.State.RUNNING)
    forecast = mine.select_related("seat").first()
    if forecast is None:
        return
    began = time.process_time()
    shown = _last_round(forecast, began)
    spent = round(1000 * (time.process_time() - began))
    state = OddsJob.State.DONE if shown is not None else OddsJob.State.STOPPED
    mine.update(state=state, cpu_ms=spent, **({"told": shown} if shown is not None else {}))


def _last_round(forecast: OddsJob, began: float) -> dict[str, Json] | None:
    """Return the last round; None when the question has been answered in the meantime."""
    session, seat = selectors.session_at(forecast.seat.session_id), forecast.seat.name
    found = question_of(session, seat, forecast)
    if found is None:
        return None
    run, decision = found
    prospects = prospects_of(session, run.state)
    if prospects is None or is_unserved(session, seat) or not prospects.covers(decision):
        return {}
    if (load := game_of(session.title).before_odds) is not None and hides_information(run.title, run.state):
        waited = time.process_time()
        load(session, seat)
        began += time.process_time() - waited
    seed = crc32(f"{session.pk}/{forecast.token}".encode())
    pilots = default_bots(run.title, run.pack, run.title.seats(store.setup_of(session)), prospects.policy, seed)
    watch = StopCheck(forecast, session, began)
    budget = prospects.budget(decision)
    observed = observations_of(session, run, seat, forecast.seq)
    rounds = odds(
        prospects,
        guesses_of(run, seat, seed, titles.analysis_of(session.title), decision=decision, data=observed),
        decision,
        pilots,
        seed=seed,
        budget=budget,
        least=max(16, budget // (2 * max(1, len(decision.options)))),
        stopped=watch.is_to_stop,
    )
    shown: dict[str, Json] = {}
    try:
        for found_so_far in rounds:
            shown = msgspec.to_builtins(round_data(prospects, decision, found_so_far))
            if watch.is_answered:
                return None
            if watch.may_write():
                OddsJob.objects.filter(pk=forecast.pk, token=forecast.token).update(told=shown)
    except (NoGuess, Runaway):
        return {"fits": False}
    return shown


def observations_of(session: Session, run: Run, seat: str, before: int = 0) -> list[Event | Given]:
    """Return what a seat saw and answered before an entry, or until now, of a game with hidden facts."""
    if not hides_information(run.title, run.state):
        return []
    rows = EventRow.objects.filter(selectors.visible(seat), session=session, entry__undone_by=None)
    answers = session.journal.filter(kind=EntryKind.ANSWER, seat=seat, undone_by=None)
    if before:
        rows, answers = rows.filter(entry__seq__lt=before), answers.filter(seq__lt=before)
    analysis = titles.analysis_of(session.title)
    if analysis is not None and analysis.recalled_event:
        since = (
            rows.filter(kind=analysis.recalled_event).order_by("number").values_list("entry__seq", flat=True).last()
            or 0
        )
        rows, answers = rows.filter(entry__seq__gte=since), answers.filter(seq__gte=since)
    lines: list[tuple[int, Event | Given]] = [
        (entry.seq, Given(seat, entry.key, entry.answer)) for entry in answers.defer("frames", "kept")
    ]
    events = rows.select_related("entry").defer("entry__frames", "entry__kept").order_by("number")
    lines += [(row.entry.seq, store.as_event(session, row)) for row in events]
    return [line for _seq, line in sorted(lines, key=itemgetter(0))]


class StopCheck:
    """Stop condition: the question was answered, or the budget is used up."""

    def __init__(self, forecast: OddsJob, session: Session, began: float) -> None:
        self.forecast = forecast
        self.session = session
        self.until = began + CPU_SECONDS
        self.looked = time.monotonic()
        self.written = 0.0
        self.is_answered = False

    def is_to_stop(self) -> bool:
        """Say before each rollout whether it is to be flown."""
        if time.process_time() > self.until or self.is_answered:
            return True
        now = time.monotonic()
        if now - self.looked > LOOK_SECONDS:
            self.looked = now
            self.is_answered = not self._is_wanted()
        return self.is_answered

    def _is_wanted(self) -> bool:
        forecast = self.forecast
        if not OddsJob.objects.filter(pk=forecast.pk, token=forecast.token).exists():
            return False
        if forecast.seq:
            return True
        rows = Session.objects.filter(pk=self.session.pk, status=SessionStatus.PLAYING)
        asked = rows.values_list("asked", flat=True).first() or []
        return any(who == forecast.seat.name and store.token_of(key, seq) == forecast.token for who, key, seq in asked)

    def may_write(self) -> bool:
        """Say whether a round is to be shown already: the first is, later ones no more often than they are read."""
        now = time.monotonic()
        if now - self.written < LOOK_SECONDS:
            return False
        self.written = now
        return True


def round_data(prospects: Prospects, decision: Decision, found: tuple[OrderOdds, ...]) -> OddsRound:
    """Return a round as the row stores it: words are made where it is read."""
    orders = [
        OrderFigures(
            option=odd.option,
            n=odd.n,
            figures={
                name: (figure.mean, figure.low, figure.high, figure.exact)
                for name, figure in odd.measures.items()
                if odd.n or figure.exact
            },
            stands_out=list(odd.stands_out),
            behind=list(odd.behind),
            apart=list(odd.apart),
        )
        for odd in found
    ]
    return OddsRound(decision.kind, facts_of(decision.question), list(prospects.measures(decision)), orders)


Sender = Callable[[int, str], None]


def last_answer(session: Session, seat: str) -> JournalEntry | None:
    """Return the last order of a seat that cannot be taken back any more, so that its odds give nothing away."""
    standing = session.journal.filter(kind=EntryKind.ANSWER, undone_by=None).order_by("-seq").defer("frames", "kept")
    closed = standing.exclude(closed_by="").values_list("seq", flat=True).first()
    return standing.filter(seat=seat, seq__lte=closed).first() if closed is not None else None
