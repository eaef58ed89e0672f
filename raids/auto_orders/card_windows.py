"""Which card windows a side passes by itself; what lies in its hand has no part in it. [6.2]"""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.rules.cards.play import PASS
from engine.kernel.decisions import Decision
from play.journal import store
from play.sessions.models import Seat, Session

WINDOW, ANSWER = "card.window", "answer"
PASSES = "pass"


def answer(decision: Decision, orders: Mapping[str, Any]) -> str | None:
    """Pass a window that the standing orders name."""
    if decision.kind != WINDOW or decision.key.rpartition("/")[2] not in orders.get(PASSES, ()):
        return None
    return PASS


def windows_for(session: Session, seat: str) -> list[str]:
    """List the windows for which a side's deck has a card, as the cards come."""
    charts: Charts = store.pack_of(session)
    cards = [charts.cards[name] for name in charts.deck(seat, session.setup["scenario"])]
    found = dict.fromkeys(window for card in cards for use in card.uses for window in use.when)
    return [window for window in found if window != ANSWER]


def orders_of(session: Session, seat: Seat) -> list[dict[str, Any]]:
    """Return each window with its words, and whether it is passed."""
    words, passed = store.words_of(session), seat.standing_orders.get(PASSES, ())
    return [
        {"window": one, "word": words.name(one), "passed": one in passed} for one in windows_for(session, seat.name)
    ]


def orders_from(session: Session, seat: str, ticked: Iterable[str]) -> dict[str, Any]:
    """Read standing orders as they were ticked; what is no window of this side is left out."""
    wanted = set(ticked)
    return {PASSES: [window for window in windows_for(session, seat) if window in wanted]}
