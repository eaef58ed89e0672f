"""Parts of the page that a game may replace: board, question, log and styles.

A game's app names its `GameBoard` in its `game.py`. Without one, a game is played on the generic page that shows its
view and its facts as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

from django.urls import reverse
from django.utils.functional import Promise

from engine.kernel.decisions import Question
from engine.kernel.events import Event
from play.games.registry import game_of, registered
from play.games.text import GameText
from play.journal.models import EventRow
from play.sessions.board_notes import BoardNote
from play.sessions.models import Seat, Session
from play.utils.plain_data import Json

ViewT = TypeVar("ViewT")
ChartsT = TypeVar("ChartsT")


@dataclass(frozen=True)
class BoardScene(Generic[ViewT, ChartsT]):
    """Data from which a board and a question are drawn, in the types of the game's view and charts."""

    view: ViewT
    words: GameText
    viewer: str
    pack: ChartsT
    kind: str = ""
    """The kind of the viewer's question; nothing when none is asked, and in a replay."""
    acting: str = ""
    """The seat that is waited for, when the viewer is asked nothing."""
    orders: Sequence[Mapping[str, Any]] = ()
    """Orders of that question, open and closed, in list order."""
    told: Sequence[Sequence[Event]] = ()
    """Events of the latest orders that the viewer saw, by order and the oldest first, without those taken back."""
    left: Sequence[Sequence[Json]] = ()
    """For a question: pairs of key and answer that were given as one order and not reached, or refused as a whole."""
    notes: Sequence[BoardNote] = ()
    """Private notes of the viewer on places of the board (`play.sessions.board_notes`)."""
    recalled: Sequence[tuple[str, dict[str, Any]]] = ()
    """The events of the whole game that the board `recalls`, as kind and data, in their order."""
    rule: str = ""
    """The number of the rule by which the viewer's question is asked."""
    question: Question | None = None
    """The question with its facts."""


BoardContext = Mapping[str, Any]


class QuestionContext(Protocol):
    """Context of a question's template, as attributes."""

    @property
    def where(self) -> str:
        """The part of the game in which it is asked."""


@dataclass(frozen=True)
class GameBoard(Generic[ViewT, ChartsT]):
    """Board of a game: how it is drawn."""

    template: str = "play/_board_generic.html"
    context: Callable[[BoardScene[ViewT, ChartsT]], object] | None = None
    """Builds the context of the board template, `board.drawn`."""
    forms: Mapping[str, str] = field(default_factory=dict)
    """A template for a question kind, in place of the generic form; it posts `answer_json`."""
    question: str = ""
    """A template between a question and its end: ledgers, facts and orders; it posts `answer`."""
    ask: Callable[[BoardScene[ViewT, ChartsT], list[dict[str, Any]]], QuestionContext | Mapping[str, Any]] | None = None
    """Builds the context of that template, `question.drawn`, from the orders in list order."""
    follows: frozenset[str] = frozenset()
    """Kinds of events that share a log line with the event before them."""
    chapter: Callable[[Event, Sequence[Event]], tuple[str, str]] | None = None
    """Heading of an event in the log's margin, and the text below it, from all events of the same order."""
    recalls: frozenset[str] = frozenset()
    """Events that the board shows again, from the whole game as far as the viewer saw it."""
    words: Callable[[Session, EventRow, Event, GameText], GameText] | None = None
    """Words of the log for an event, where they depend on more than the charts."""
    chapters: frozenset[str] = frozenset()
    """Events that begin a chapter of the replay: a raid, a turn."""
    opened: str = ""
    """A template that begins what an opened line of the log shows; it finds `line.drawn`."""
    open: Callable[[Event, ChartsT, GameText], object] | None = None
    """Builds the context of that template from the event, the pack and the words."""
    names_seats: bool = True
    """True if a log line begins with the seat of its event; False if the game's own sentences name it."""
    open_facts: bool = False
    """True if such a line lists the figures of its event as well."""
    named: Callable[[dict[str, Json]], str] | None = None
    """Short name of a game from its set-up: its pilot, or its place."""
    shows_orders: bool = False
    """True if the board shows where orders can be given, and so needs them in its scene."""
    takes_notes: bool = False
    """True if its player may write notes on places of the board."""
    is_night: bool = False
    """True if its pages are dark for everybody, as a map table is."""
    head: str = ""
    """A template for the bar of the table, in place of the game's name and who sits where; it finds `board.drawn`."""
    aside: str = ""
    """A template for what is known besides the board: under the orders where the window is wide, else under the board;
    it finds `board.drawn`."""
    strip: str = ""
    """A template for what was rolled or drawn last, between board and log; it finds `board.drawn` and `log.last`."""
    chances: Callable[[str, list[dict[str, Any]], Question], list[dict[str, Any]]] | None = None
    """Adds to each order its `chance` by one chart, from a question's kind and orders, and the question."""
    hints: Sequence[tuple[str | Promise, str | Promise]] = ()
    """Hints for a newcomer's first questions, heading and words, listed in the help of the page."""
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


def is_roll(event: Event) -> bool:
    """Say whether something was rolled, drawn or added up in an event."""
    return bool(event.dice or event.mods)


@cache
def board_of(title: str) -> GameBoard:
    """Return how a game is shown."""
    game = registered().get(title)
    return game.board if game is not None and game.board is not None else GameBoard()


# Ways from a table ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableLink:
    """A page that belongs to what is played at a table, such as the pilot's own."""

    label: str
    address: str
    after: bool = False
    """True if it is the next step now: after a sortie, or after the game."""


def begins_at(title: str) -> str:
    """Return the address at which a table of this game is set: the game's own page, or the one for all."""
    own = game_of(title).begins
    return reverse(own) if own else reverse("table_new", args=[title])


def table_links(session: Session, seat: Seat) -> list[TableLink]:
    """Return the pages that belong to what this seat plays."""
    game = registered().get(session.title)
    return game.ways(session, seat) if game is not None and game.ways is not None else []
