"""What a game may put in place of the generic page: its board, its questions, its log, and what styles them.

    boards.register("interceptor-ace", Board(template="sorties/ace/board.html", context=ace_board))

Without one, a game is played on the generic page that shows its view and its facts as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from engine.kernel.events import Event

from .models import Seat, Session
from .words import Words


@dataclass(frozen=True)
class Scene:
    """What a board and a question are drawn from."""

    view: Mapping[str, Any]
    words: Words
    viewer: str
    pack: Any
    kind: str = ""
    """The kind of the viewer's question; nothing when none is asked, and in a replay."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The facts of that question."""
    acting: str = ""
    """The seat that is waited for, when the viewer is asked nothing."""


Drawn = Mapping[str, Any]


@dataclass(frozen=True)
class Board:
    """How a game is shown."""

    template: str = "play/_board_generic.html"
    context: Callable[[Scene], Drawn] | None = None
    """What the board's template finds as `board.drawn`."""
    forms: Mapping[str, str] = field(default_factory=dict)
    """A template for a question kind, in place of the generic form; it posts `answer_json`."""
    question: str = ""
    """A template for what stands between a question and its end: ledgers, facts and orders; it posts `answer`."""
    ask: Callable[[Scene, list[dict[str, Any]]], Drawn] | None = None
    """What that template finds as `question.drawn`; given the orders as they would be listed."""
    follows: frozenset[str] = frozenset()
    """Events told in one line of the log with the event before them."""
    chapter: Callable[[Event, Sequence[Event]], tuple[str, str]] | None = None
    """The heading of an event in the log's margin, and what stands under it; given all that the same order has told."""
    opened: str = ""
    """A template that begins what an opened line of the log shows; it finds `line.drawn`."""
    open: Callable[[Event, Any, Words], Drawn] | None = None
    """What that template finds: given the event, the pack and the words."""
    named: Callable[[Mapping[str, Any]], str] | None = None
    """What tells one table of this game from another, by its set-up: who flies, or where."""
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


_boards: dict[str, Board] = {}


def register(title: str, board: Board) -> None:
    """Give a game its board; done once, in the app's `ready`."""
    _boards[title] = board


def board_of(title: str) -> Board:
    """Return how a game is shown."""
    return _boards.get(title, Board())


# Ways from a table ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """A page that belongs to what is played at a table, such as the pilot's own."""

    label: str
    address: str
    after: bool = False
    """Whether it is where one goes on now: after a sortie, or after the game."""


Ways = Callable[[Session, Seat], list[Way]]
_ways: dict[str, Ways] = {}
_beginnings: dict[str, str] = {}


def lead(title: str, ways: Ways, begins: str) -> None:
    """Say where a game's table leads, and the page on which one begins; done once, in the app's `ready`."""
    _ways[title] = ways
    _beginnings[title] = begins


def begins_at(title: str) -> str:
    """Return the address at which a table of this game is set: the game's own page, or the one for all."""
    own = _beginnings.get(title)
    return reverse(own) if own else reverse("table_new", args=[title])


def ways_from(session: Session, seat: Seat) -> list[Way]:
    """Return the pages that belong to what this seat plays."""
    found = _ways.get(session.title)
    return found(session, seat) if found else []
