"""The card windows that a side passes automatically, for any cards in its hand. [6.2]"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.questions import CardWindowQuestion
from engine.bomber_command.rules.cards.play import PASS
from engine.kernel.decisions import Decision
from play.journal import store
from play.sessions.models import Seat, Session
from play.utils.plain_data import Json

ANSWER = "answer"


class PassedWindows(msgspec.Struct, frozen=True):
    """The standing orders of a side: the windows that it passes."""

    windows: list[str] = msgspec.field(default_factory=list, name="pass")


class WindowChoice(NamedTuple):
    """A window with its words, and whether it is passed."""

    window: str
    word: str
    passed: bool


def answer(decision: Decision, orders: Mapping[str, Json]) -> str | None:
    """Pass a window that the standing orders name."""
    question = decision.question
    passes = isinstance(question, CardWindowQuestion) and question.window in _read(orders).windows
    return PASS if passes else None


def _read(orders: Mapping[str, Json]) -> PassedWindows:
    return msgspec.convert(orders, PassedWindows)


def windows_for(session: Session, seat: str) -> list[str]:
    """List the windows for which a side's deck has a card, as the cards come."""
    charts: Charts = store.pack_of(session)
    cards = [charts.cards[name] for name in charts.deck(seat, session.setup["scenario"])]
    found = dict.fromkeys(window for card in cards for use in card.uses for window in use.when)
    return [window for window in found if window != ANSWER]


def orders_of(session: Session, seat: Seat) -> list[WindowChoice]:
    """Return each window with its words, and whether it is passed."""
    words, passed = store.words_of(session), _read(seat.standing_orders).windows
    return [WindowChoice(one, words.name(one), one in passed) for one in windows_for(session, seat.name)]


def orders_from(session: Session, seat: str, ticked: Iterable[str]) -> dict[str, Json]:
    """Read standing orders as they were ticked; what is no window of this side is left out."""
    wanted = set(ticked)
    passed = [window for window in windows_for(session, seat) if window in wanted]
    orders: dict[str, Json] = msgspec.to_builtins(PassedWindows(passed))
    return orders
