"""The ladder of a season as a reader may see it: places with movement, records, totals, form and the race.

Places, records and totals come from the standings (`campaigns.ladders.ranking`), equal for all whose horizon is the
same; one question gives the names of those who are shown, one their lines.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet

from campaigns.accounts.requests import Reader
from campaigns.ladders.ranking import FormMark, LadderRow, RaceStep, RankedScore, Ranking, ranking
from campaigns.ladders.score_lines import FLOWN, SeasonLog, log_of
from campaigns.ladders.spoiler_limit import EVERYTHING, spoiler_limit_of
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from play.reviews.selectors import luck_adjusted_of

ON_A_PAGE = 50
RACERS = 5
FORM = 8
FALLEN = 6
MOST_EQUAL = 3
"""Holders of a record who are named; the rest are counted."""


@dataclass(frozen=True)
class LadderQuery:
    """Filter of the ladder: which rows, and which page of them."""

    show: str = "all"
    search: str = ""
    page: int = 1

    @property
    def whole(self) -> bool:
        """Return whether no row is left out."""
        return self.show == "all" and not self.search


@dataclass
class SeasonRecord:
    """A record, and who holds it."""

    value: int
    said: str
    holders: list[SeasonEntry]
    others: int


class FormLine(NamedTuple):
    """Line as the race and the form read it."""

    line: int
    value: int
    gain: int
    out: bool
    kind: str
    hurt: bool


@dataclass
class Ladder:
    """A season's ladder, for one reader."""

    season: Season
    limit: int
    log: SeasonLog | None
    asked: LadderQuery
    rungs: list[LadderRow]
    counts: dict[str, int]
    pages: int
    records: list[SeasonRecord]
    totals: dict[str, int]
    racers: list[LadderRow]
    lines: Mapping[int, Sequence[RaceStep]]
    mine: list[LadderRow]
    fallen: list[LadderRow]
    """Entries that ended in death, the last first."""
    void: list[SeasonEntry]

    @property
    def luck_adjusted(self) -> bool:
        """Return whether a shown row has a result without luck."""
        return any(row.luck_adjusted is not None for row in self.rungs)


def ladder_of(season: Season, reader: Reader, asked: LadderQuery) -> Ladder:
    """Return the ladder as a reader may see it."""
    limit = spoiler_limit_of(season, reader)
    log, stood = log_of(season.title, season.terms), ranking(season, limit)
    found = _searched(season, asked, stood)
    shown, mine = found[(asked.page - 1) * ON_A_PAGE : asked.page * ON_A_PAGE], stood.mine(reader)
    racing = list(dict.fromkeys([*range(min(RACERS, len(stood.figures))), *mine]))
    fallen = stood.fallen[:FALLEN]
    held = {name: stood.record(name, MOST_EQUAL) for name in (log.records if log else ())}
    # Those of a page, those who race, and those who hold a record: by name.
    rows = {number: stood.row(number) for number in (*shown, *racing, *fallen)}
    wanted = {row.figures.entry for row in rows.values()}
    holders = {one.entry for _value, holders, _all in held.values() for one in holders}
    entries = named(season.entries.filter(pk__in=wanted | holders | set(stood.void)))
    ways, forms = lines_read(season, limit, stood, [rows[n] for n in racing], [rows[n] for n in shown])
    for row in rows.values():
        if (entry := entries.get(row.figures.entry)) is not None:
            row.entry = entry
        row.mine = row.figures.player == reader.pk
        row.state = log.state_text(row.figures.state) if log else ""
        row.form = forms.get(row.figures.entry, ())

    def of(numbers: Sequence[int]) -> list[LadderRow]:
        """Give rows, without one that was deleted this moment."""
        return [rows[number] for number in numbers if rows[number].figures.entry in entries]

    return Ladder(
        season=season,
        limit=limit,
        log=log,
        asked=asked,
        rungs=of(shown),
        counts={name: len(numbers) for name, numbers in stood.shown.items()},
        pages=max(1, -(-len(found) // ON_A_PAGE)),
        records=_records(log, held, entries),
        totals=stood.totals,
        racers=of(racing),
        lines=ways,
        mine=of(mine),
        fallen=of(fallen),
        void=[entry for entry in entries.values() if entry.voided],
    )  # fmt: skip


def named(entries: QuerySet[SeasonEntry]) -> dict[int, SeasonEntry]:
    """Return entries with their players, and with results without luck where they share a review."""
    luck_adjusted = luck_adjusted_of(OuterRef("session"), OuterRef("seat"), shared=True)
    annotations = {"aided": F("session__aided"), "evened": luck_adjusted}
    found = entries.select_related("player").annotate(**annotations)
    return {entry.pk: entry for entry in found}


def _records(
    log: SeasonLog | None, held: Mapping[str, tuple[int, list[RankedScore], int]], entries: Mapping[int, SeasonEntry]
) -> list[SeasonRecord]:
    """Return the records with those who hold them."""
    return [
        SeasonRecord(
            value, str(log.records[name]), [entries[one.entry] for one in best if one.entry in entries], n - len(best)
        )
        for name, (value, best, n) in held.items()
        if log and best
    ]


def _searched(season: Season, asked: LadderQuery, stood: Ranking) -> list[int]:
    """Return which rows are wanted."""
    rows = stood.shown[asked.show]
    if not asked.search:
        return rows
    wanted = Q(name__icontains=asked.search) | Q(player__display_name__icontains=asked.search)
    found = set(season.entries.filter(wanted).values_list("pk", flat=True))
    return [number for number in rows if stood.figures[number].entry in found]


def lines_read(
    season: Season, limit: int, stood: Ranking, racers: Sequence[LadderRow], shown: Sequence[LadderRow]
) -> tuple[dict[int, Sequence[RaceStep]], dict[int, Sequence[FormMark]]]:
    """Return all lines of those who race and the last ones of those who are shown, reading what nobody has read yet."""
    race, rows = [row.figures.entry for row in racers], [row.figures for row in shown]
    ways = {entry: stored for entry in race if (stored := stood.ways.get(entry)) is not None}
    forms = {one.entry: marks for one in rows if (marks := stood.forms.get(one.entry)) is not None}
    # Lines have no gaps: the last eight of an entry are those behind its last line by number.
    last: dict[int, list[int]] = {}
    for one in rows:
        if one.entry not in forms:
            last.setdefault(one.line, []).append(one.entry)
    unread = [entry for entry in race if entry not in ways]
    if unread or last:
        found = _lines(season, limit, unread, last)
        fresh: dict[int, Sequence[RaceStep]] = {entry: [RaceStep(*row[:4]) for row in found[entry]] for entry in unread}
        ends = {entry: _form(lines[-FORM:]) for entry, lines in found.items()}
        stood.remember(fresh, ends)
        ways, forms = ways | fresh, forms | ends
    return ways, forms


def _lines(
    season: Season, limit: int, whole: Sequence[int], last: Mapping[int, list[int]]
) -> dict[int, list[FormLine]]:
    """Read all lines of some entries, and of others those behind their last line."""
    wanted = Q(entry__in=whole)
    for line, entries in last.items():
        wanted |= Q(entry__in=entries, line__gt=line - FORM)
    rows = ScoreRow.objects.filter(wanted, season=season, line__gt=0).order_by("entry", "line")
    if limit < EVERYTHING:
        rows = rows.filter(line__lte=limit)
    found: dict[int, list[FormLine]] = {entry: [] for entry in (*whole, *itertools.chain.from_iterable(last.values()))}
    for entry, *row in rows.values_list("entry", "line", "value", "gain", "out", "kind", "hurt"):
        found[entry].append(FormLine._make(row))
    return found


def _form(lines: Sequence[FormLine]) -> Sequence[FormMark]:
    return [FormMark(one.kind, one.gain if one.kind == FLOWN else 0, one.hurt) for one in lines]


def ahead_of(season: Season, limit: int) -> list[SeasonEntry]:
    """Return who has flown the line that comes next for the reader: that they have, and nothing of it."""
    if limit >= EVERYTHING:
        return []
    ahead = ScoreRow.objects.filter(season=season, head=True, line__gt=limit).values("entry")
    return list(season.entries.filter(pk__in=ahead, voided=None).select_related("player")[:20])
