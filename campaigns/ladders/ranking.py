"""Standings of a season at a line, computed once per edition and not per reader.

A season has a new edition whenever something in its standings changes, in the same transaction. The cache here is
the same for everybody whose horizon is the same line; who reads, and whose row it is, is nothing that it knows.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from campaigns.accounts.requests import Reader
from campaigns.ladders.score_lines import log_of
from campaigns.ladders.score_rows import week_of
from campaigns.ladders.spoiler_limit import as_of
from campaigns.results.models import ResultSource
from campaigns.seasons.models import Season, SeasonEntry
from play.reviews.page import figure

MOST_ROWS = 60_000
"""Rows that a process keeps of all seasons together, some 350 bytes each; what was read last it keeps in any case."""
MOST_READ = 500
"""Entries of a season whose lines a process keeps."""
STRIPES = 16

FIELDS = (
    *("entry_id", "line", "value", "known", "second", "flown", "key", "key_before", "week", "out", "state"),
    *("best_line", "best_month", "most_hits", "falls", "longest_run", "fifth"),
)


class RankedScore(NamedTuple):
    """Score of an entry before its name is known."""

    entry: int
    line: int
    value: int
    known: bool
    second: int
    flown: int
    key: int
    key_before: int | None
    week: int
    out: bool
    state: str
    best_line: int
    best_month: int
    most_hits: int
    falls: int
    longest_run: int
    fifth: int | None
    source: str
    player: int


class FormMark(NamedTuple):
    """One of the last lines: what it brought, and whether he came to harm."""

    kind: str
    gain: int
    hurt: bool


class RaceStep(NamedTuple):
    """A line of one who races."""

    line: int
    value: int
    gain: int
    out: bool


@dataclass(frozen=True, kw_only=True)
class LadderCells:
    """Cells of one ladder row as plain data, so that an equal row is drawn once."""

    place: int | None
    moved: int | None
    name: str
    player: str
    mine: bool
    state: str
    out: bool
    value: int | None
    luck_adjusted: str
    second: int
    flown: int
    form: Sequence[FormMark]
    tabletop: bool
    aided: bool


@dataclass(slots=True)
class LadderRow:
    """A row of the ladder, for one reader."""

    place: int | None
    figures: RankedScore
    moved: int | None = None
    """Places won since the week began; none for one who has entered since."""
    entry: SeasonEntry = field(init=False)
    """Entry of the row; set when a page reads the cached row."""
    state: str = ""
    form: Sequence[FormMark] = ()
    mine: bool = False

    @property
    def luck_adjusted(self) -> float | None:
        """The result without luck, once his game is over and if he shares its review."""
        return self.entry.evened if self.figures.out and self.figures.known else None

    @property
    def row(self) -> LadderCells:
        """All that its row of the table is drawn from."""
        one, entry = self.figures, self.entry
        return LadderCells(
            place=self.place,
            moved=self.moved,
            name=entry.name,
            player=str(entry.player),
            mine=self.mine,
            state=self.state,
            out=one.out,
            value=one.value if one.known else None,
            luck_adjusted=figure(self.luck_adjusted) if self.luck_adjusted is not None else "",
            second=one.second,
            flown=one.flown,
            form=self.form,
            tabletop=one.source == ResultSource.TABLETOP,
            aided=entry.aided,
        )


Fits = Callable[[RankedScore], bool]
FILTERS: dict[str, Fits] = {
    "all": lambda one: True,
    "flying": lambda one: not one.out,
    "fair": lambda one: one.source == ResultSource.FAIR,
    "tabletop": lambda one: one.source == ResultSource.TABLETOP,
}


@dataclass(frozen=True)
class Ranking:
    """Standings at a line, in order; equal keys share a place."""

    figures: list[RankedScore]
    places: list[int | None]
    """None while nobody may know the figure."""
    then: dict[int, int]
    """The place that an entry had when the week began."""
    shown: dict[str, list[int]]
    """Rows of each filter, by their number in the order."""
    totals: dict[str, int]
    of_player: dict[int, list[int]]
    fallen: list[int]
    """Entries that ended in death, the last first."""
    void: list[int]
    """Void entries outside the standings, with a reason."""
    forms: dict[int, Sequence[FormMark]] = field(default_factory=dict)
    """The last lines of those who have been shown to anybody."""
    ways: dict[int, Sequence[RaceStep]] = field(default_factory=dict)
    """All lines of those who have raced for anybody."""
    held: dict[str, tuple[int, list[RankedScore], int]] = field(default_factory=dict)

    def row(self, number: int) -> LadderRow:
        """Return a row, as nobody has read it yet."""
        one, place = self.figures[number], self.places[number]
        then = self.then.get(one.entry)
        return LadderRow(place, one, None if then is None or place is None else then - place)

    def __iter__(self) -> Iterator[LadderRow]:
        return map(self.row, range(len(self.figures)))

    def remember(self, ways: dict[int, Sequence[RaceStep]], forms: dict[int, Sequence[FormMark]]) -> None:
        """Remember what was read of some entries, as far as the bound allows."""
        for stored, fresh in ((self.ways, ways), (self.forms, forms)):
            if len(stored) > MOST_READ:
                stored.clear()
            stored.update(fresh)  # type: ignore[arg-type]

    def mine(self, reader: Reader) -> list[int]:
        """Return which rows are a reader's own."""
        return self.of_player.get(reader.pk or 0, [])

    def record(self, name: str, most: int) -> tuple[int, list[RankedScore], int]:
        """Return the best of a record, the first who have it, and how many do; of the fifth, the soonest."""
        if name not in self.held:
            values = [getattr(one, name) for one in self.figures]
            best = (min if name == "fifth" else max)(filter(None, values), default=0)
            who = [one for one, value in zip(self.figures, values, strict=True) if best and value == best]
            self.held[name] = best, who[:most], len(who)
        return self.held[name]


def rows_at(season: Season, limit: int) -> list[LadderRow]:
    """Return all rows of a season at a line."""
    return list(ranking(season, limit))


Key = tuple[UUID, int, UUID, int]
_rankings: OrderedDict[Key, Ranking] = OrderedDict()
_rankings_lock = threading.Lock()
_build_locks = [threading.Lock() for _ in range(STRIPES)]


def ranking(season: Season, limit: int) -> Ranking:
    """Return where everybody stood at a line, from what was read of this edition or anew."""
    key = (season.pk, limit, season.edition, week_of(timezone.now()))
    # Of many who ask at once for what nobody has, one reads.
    with _build_locks[hash(key) % STRIPES]:
        with _rankings_lock:
            found = _rankings.get(key)
            if found is not None:
                _rankings.move_to_end(key)
                return found
        found = _read(season, limit)
        with _rankings_lock:
            _store(key, found)
    return found


def _store(key: Key, found: Ranking) -> None:
    for other in [one for one in _rankings if one[:2] == key[:2]]:
        del _rankings[other]
    _rankings[key] = found
    rows = sum(len(one.figures) for one in _rankings.values())
    while rows > MOST_ROWS and len(_rankings) > 1:
        rows -= len(_rankings.popitem(last=False)[1].figures)


def _read(season: Season, limit: int) -> Ranking:
    rows = as_of(season, limit).values_list(*FIELDS, "entry__source", "entry__player", "entry__voided")
    found, void = [], []
    for *row, voided in rows:
        if voided is None:
            found.append(RankedScore._make(row))
        else:
            void.append(row[0])
    known = sorted((one for one in found if one.known), key=lambda one: (-one.key, one.entry))
    now = week_of(timezone.now())
    before = ((one.entry, one.key if one.week < now else one.key_before) for one in known)
    figures = [*known, *(one for one in found if not one.known)]
    of_player: dict[int, list[int]] = {}
    for number, one in enumerate(figures):
        of_player.setdefault(one.player, []).append(number)
    return Ranking(
        figures=figures,
        places=[*_placed(known), *([None] * (len(figures) - len(known)))],
        then=_ranked([(entry, key) for entry, key in before if key is not None]),
        shown={name: [n for n, one in enumerate(figures) if fits(one)] for name, fits in FILTERS.items()},
        totals={name: sum(getattr(one, name) for one in figures) for name in ("value", "second", "flown")},
        of_player=of_player,
        void=sorted(void),
        fallen=sorted(_dead(season, figures), key=lambda number: -figures[number].line),
    )


def _dead(season: Season, figures: Sequence[RankedScore]) -> list[int]:
    log = log_of(season.title, season.terms)
    return [n for n, one in enumerate(figures) if one.out and log.is_death(one.state)] if log is not None else []


def _placed(known: Sequence[RankedScore]) -> Iterator[int]:
    place, last = 0, None
    for number, one in enumerate(known, 1):
        if one.key != last:
            place, last = number, one.key
        yield place


def _ranked(keys: list[tuple[int, int]]) -> dict[int, int]:
    """Return the place of each entry by its key."""
    ranks: dict[int, int] = {}
    place, last = 0, None
    for number, (entry, key) in enumerate(sorted(keys, key=lambda one: -one[1]), 1):
        if key != last:
            place, last = number, key
        ranks[entry] = place
    return ranks
