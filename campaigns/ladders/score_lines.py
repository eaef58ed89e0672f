"""Season scores of a game, line by line: a seat's figure, and the events of each line.

A game that knows lines has a `season` (`campaigns.games`): it gives the `SeasonLog` for the terms that are played by.
What is played by others, and a game without one, has a single line: its result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from django.utils.functional import Promise

from campaigns.accounts.models import Player
from campaigns.games import CampaignGame
from campaigns.seasons.models import ScoreRow, Season
from play.charts import pack_store
from play.games.registry import game_of
from play.journal import store
from play.sessions.models import Session
from play.utils.plain_data import Json

if TYPE_CHECKING:
    from campaigns.seasons.comparison import SeasonComparison

FLOWN, MISSED = "flown", "missed"


@dataclass(frozen=True)
class ScoreLine:
    """A line as a ladder reads it. Figures are those after it, `gain` and `hits` its own."""

    line: int
    """Its place in the calendar, from 1, the same for all who fly by these charts."""
    value: int
    second: int = 0
    """The figure that parts equals."""
    flown: int = 0
    gain: int = 0
    kind: str = FLOWN
    month: int = 1
    """The month of the calendar, from 1."""
    hits: int = 0
    fell: bool = False
    """He lost his aircraft, or came down hurt."""
    hurt: bool = False
    state: str = ""
    """State of the pilot after the line, in a word of the game."""
    out: bool = False
    """It was his last."""


@dataclass(frozen=True)
class SeatLines:
    """A seat's game: who flies, and his lines so far."""

    name: str
    lines: Sequence[ScoreLine]


@dataclass(frozen=True)
class CalendarMonth:
    """A month of the calendar: its first and last line."""

    name: str
    first: int
    last: int
    named: str
    """Pattern for the name of one of its lines."""
    key: str = ""
    """Its name in an address."""
    full: str = ""
    """Its name in full."""

    def line(self, line: int) -> str:
        """Name a line of this month."""
        return self.named.format(month=self.name, number=line - self.first + 1)


class SeasonLog(Protocol):
    """Season log of a game, in the types of its own state and charts."""

    @property
    def name(self) -> str | Promise:
        """Return the name of the mode, if the game's own name does not say it."""
        ...

    @property
    def named(self) -> str | Promise:
        """Return the label of the name that a duplicate season asks for."""
        ...

    @property
    def measure(self) -> str | Promise:
        """The figure, in words."""
        ...

    @property
    def second(self) -> str | Promise:
        """The figure that parts equals, in words; empty where there is none."""
        ...

    @property
    def records(self) -> Mapping[str, str | Promise]:
        """The records of the season, with their words."""
        ...

    @property
    def comparison(self) -> "SeasonComparison | None":
        """Return the line-by-line comparison of a duplicate season (`SeasonComparison`); None if there is none."""
        ...

    @property
    def coverage_note(self) -> str | Promise:
        """Return a note on what a place in the standings proves, as measured."""
        ...

    @property
    def seat(self) -> str:
        """Return the seat of an entry of a duplicate season."""
        ...

    @property
    def irrelevant_terms(self) -> frozenset[str]:
        """The terms without effect in this mode, which are not shown."""
        ...

    @property
    def ends_with(self) -> frozenset[str]:
        """The events that create or change a line; none if any may."""
        ...

    def set_up(self, setup: Mapping[str, Json], name: str) -> Mapping[str, object]:
        """Return the set-up of a season for one who flies under this name."""
        ...

    def shares(self, setup: Mapping[str, Json]) -> bool:
        """Say whether all who begin by this set-up may be given the same to meet."""
        ...

    def create_career(self, session: Session, owner: Player, name: str) -> None:
        """Open the books of one who begins in a duplicate season, where his set-up does not name him."""
        ...

    def read(self, session: Session, state: Any, charts: Any, seat: str) -> SeatLines:
        """Return the lines of a seat."""
        ...

    def months(self, charts: Any) -> Sequence[CalendarMonth]:
        """Return the calendar."""
        ...

    def scale_marks(self, charts: Any) -> Sequence[tuple[int, str]]:
        """Return the levels of the book, the lowest first: from which figure, and their name."""
        ...

    def state_text(self, state: str) -> str:
        """Say how a line left somebody."""
        ...

    def line_text(self, name: str, tally: ScoreRow | ScoreLine) -> tuple[str, str]:
        """Describe a line in a sentence, with its rule."""
        ...

    def is_death(self, state: str) -> bool:
        """Say whether a state is the end of him."""
        ...

    def balance(self, totals: Mapping[str, int]) -> str:
        """Sum up all figures, and their cost in lives."""
        ...


def log_of(title: str, terms: Mapping[str, Json]) -> SeasonLog | None:
    """Return the season log of a game by these terms; None if this mode has no lines."""
    game = game_of(title)
    return game.season(dict(terms)) if isinstance(game, CampaignGame) and game.season is not None else None


def log_of_session(session: Session) -> SeasonLog | None:
    """Return the scores of a game line by line, from its app."""
    return log_of(session.title, store.title_of(session).terms(store.setup_of(session)))


def read(session: Session, state: object, charts: object, seat: str) -> SeatLines:
    """Return the lines of a seat; of a game without lines, its result once everybody may know it."""
    log = log_of_session(session)
    if log is not None:
        return log.read(session, state, charts, seat)
    standing = store.title_of(session).standing(state, charts, seat)
    known = standing.known_to("") if standing is not None else None
    if known is None or known.value is None:
        return SeatLines("", ())
    return SeatLines("", (ScoreLine(1, known.value, flown=1, gain=known.value, out=known.over, state=known.level),))


def months_of(season: Season) -> Sequence[CalendarMonth]:
    """Return the calendar of a season by its own charts; none if they are not stored here, or it has no lines."""
    log = log_of(season.title, season.terms)
    try:
        return (
            log.months(pack_store.compiled_charts(season.title, season.pack_hash, season.pack))
            if log is not None
            else ()
        )
    except pack_store.PackGone:
        return ()


def line_named(months: Sequence[CalendarMonth], line: int) -> str:
    """Name a line of the calendar (“Jul, line 3”); nothing before the first."""
    for month in months:
        if month.first <= line <= month.last:
            return month.line(line)
    return ""
