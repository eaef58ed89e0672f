"""Context of an umpire's page: forced results, open choices, and what the player would read of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.decisions import AdvisedQuestion, Decision
from engine.kernel.dice import JournalMismatch
from engine.kernel.events import Event
from play.games.text import GameText
from play.journal import store
from play.secrecy import deciders, visibility
from play.sessions.models import Seat, Session
from play.sessions.selectors import visible

MOST = 60
"""Choices of which it is tried what the other will read; of more nothing is said."""
MAX_UNREAD = 12


@dataclass(frozen=True)
class UmpirePage:
    """Additions to the page of a hidden decider."""

    reader: Seat
    """Player for whom the umpire decides."""
    word: str
    who: str
    since: float
    """Since when she waits; 0 while she does not."""
    waits: int
    said: Sequence[str]
    """Forced results by the rules, in order: she reads them with the choice."""
    away: int

    @property
    def waiting_text(self) -> str:
        """Return the waiting time, in the form in which the page's clock continues it."""
        return f"{self.waits // 60}:{self.waits % 60:02}" if self.waits >= 60 else f"{self.waits} s"


def player_decided_for(session: Session, seat: Seat) -> Seat | None:
    """Return the person whose version stays unchanged while a seat decides; None for most seats."""
    if seat.policy:
        return None
    people = (one for one in session.table if not one.policy and one.pk != seat.pk)
    return next((one for one in people if seat.name in deciders.hidden_deciders_of(session, one.name)), None)


def umpire_page_of(session: Session, seat: Seat, words: GameText) -> UmpirePage | None:
    """Return the page of a hidden decider; None for other seats."""
    reader = player_decided_for(session, seat)
    if reader is None:
        return None
    world = visibility.progress_of(session, reader.name)
    waits = world.still and session.status == "playing"
    return UmpirePage(
        reader=reader,
        word=words.seat(reader.name),
        who=str(reader.player or ""),
        since=world.given if waits else 0,
        waits=max(0, int(visibility.now() - world.given)) if waits and world.given else 0,
        said=unread_events(session, reader, words) if waits else (),
        away=absence_limit(seat),
    )


def absence_limit(seat: Seat) -> int:
    """Return after how many seconds the computer may choose for an absent hidden decider; 0 for never."""
    return int(seat.standing_orders.get("away", 0))


def unread_events(session: Session, reader: Seat, words: GameText) -> list[str]:
    """Say what has happened to the reader that her page does not show yet."""
    after = visibility.visible_progress_of(session, reader.name).told
    rows = session.told.filter(visible(reader.name), number__gt=after, entry__undone_by=None)
    rows = rows.defer("entry__frames").order_by("number")[:MAX_UNREAD]
    return [str(words.event(store.as_event(session, row))) for row in rows]


@dataclass(frozen=True)
class UmpireChoice:
    """An order with what the reader will read of it, and what computer umpires would choose, in hundredths."""

    value: str
    label: str
    note: str
    state: str
    reads: Sequence[str] | None
    advised: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class UmpireChoices:
    """Open choices, and the names of the computer umpires."""

    rows: Sequence[UmpireChoice]
    computers: Sequence[str]


def choices(
    session: Session, decision: Decision, reader: Seat, words: GameText, orders: Sequence[Mapping[str, object]]
) -> UmpireChoices:
    """Return each order with what the reader will read of it, and what the computer would choose."""
    advice = advice_on(decision)
    names = list(dict.fromkeys(name for data in advice.values() for name in data))
    tries = len(orders) <= MOST
    rows = [
        UmpireChoice(
            value=value,
            label=str(order["label"]),
            note=str(order.get("note", "")),
            state=str(order["state"]),
            reads=preview(session, decision, value, reader, words) if tries else None,
            advised=[(words.name(name), advice.get(value, {}).get(name, 0)) for name in names],
        )
        for order, value in ((order, str(order["value"])) for order in orders)
        if order["state"] != "closed"
    ]
    return UmpireChoices(rows, [words.name(name) for name in names])


def advice_on(decision: Decision) -> Mapping[str, Mapping[str, int]]:
    """Return how often in a hundred each computer umpire would give an order, by order; nothing of other questions."""
    asked = decision.question
    return asked.advice if isinstance(asked, AdvisedQuestion) else {}


def preview(session: Session, decision: Decision, answer: str, reader: Seat, words: GameText) -> list[str]:
    """Try an order on a discarded copy; return what the reader sees of it before a die is rolled."""
    run = store.dry_run(session)
    try:
        events: Sequence[Event] = run.answer(decision.actor, answer, decision.key).events
    except JournalMismatch:
        events = run.events_so_far
    return [str(words.event(event)) for event in events if event.seen_by(reader.name)]
