"""What a month of a duplicate season looks like to one reader: the raids, the same for all, and each pilot's fate.

No line beyond the reader's horizon is read from the database: what was flown there is one name and nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.seasons.horizon import horizon_of
from campaigns.seasons.lines import Month, months_of
from campaigns.seasons.models import Season, Tally
from campaigns.seasons.standings import Rung, places
from engine.interceptor.state import MONTHS
from sorties.interceptor.career.log_sheet import Line
from sorties.interceptor.models import Engagement, Sortie
from sorties.interceptor.seasons import LOG
from sorties.interceptor.words import log_words
from sorties.interceptor.words import names as spoken

COLUMNS = 8


@dataclass
class Raid:
    """A line of the calendar: what all meet there, and what came of it for each."""

    number: int
    target: str = ""
    zone: str = ""
    weather: str = ""
    boxes: list[tuple[int, str]] = field(default_factory=list)
    """The endurance box, and who was met in it."""
    fates: list[Line | None] = field(default_factory=list)


@dataclass
class Raids:
    """A month, as far as the reader has flown."""

    months: list[tuple[str, Month, bool]]
    """Key, month, and whether the reader may look into it."""
    month: Month
    key: str
    name: str
    columns: list[Rung]
    raids: list[Raid]
    sums: list[tuple[int, int, int]]
    """Bombers, fighters and lines flown of each, in this month so far."""
    next: int | None
    """The line of this month that is the reader's to meet first."""
    ahead: list[Any]
    """Who has flown it."""
    more: int


def raids_of(season: Season, reader: Any, key: str) -> Raids:
    """Return a month of raids; one that makes no sense, or lies ahead, is that on which the reader stands."""
    horizon, months = horizon_of(season, reader), list(months_of(season))
    reached = [month.first <= max(1, min(horizon + 1, months[-1].last)) for month in months]
    here = sum(month.first <= max(1, horizon) for month in months) - 1
    place = MONTHS.index(key) if key in MONTHS and reached[MONTHS.index(key)] else here
    month, key = months[place], MONTHS[place]
    everybody = places(season, horizon)
    columns = sorted(everybody, key=lambda rung: rung.figures.player != reader.pk)[:COLUMNS]
    entries = season.entries.select_related("player").in_bulk([rung.figures.entry for rung in columns])
    for rung in columns:
        rung.entry, rung.mine = entries[rung.figures.entry], rung.figures.player == reader.pk
        # Whose column has come to an end: how it did.
        rung.state = LOG.said(rung.figures.state) if rung.figures.out else ""
    last = min(month.last, horizon) - month.first + 1
    raids = _raids(season, columns, key, last)
    coming = last + 1 if month.first <= horizon + 1 <= month.last else None
    flown = Tally.objects.filter(season=season, line=month.first + last, entry__voided=None) if coming else None
    return Raids(
        months=[(MONTHS[n], one, reached[n]) for n, one in enumerate(months)],
        month=month,
        key=key,
        name=log_words.month_name(key),
        columns=columns,
        raids=raids,
        sums=[_sum(raids, column) for column in range(len(columns))],
        next=coming,
        ahead=[row.entry for row in flown.select_related("entry__player")[:20]] if flown is not None else [],
        more=len(everybody) - len(columns),
    )


def _raids(season: Season, columns: Sequence[Rung], month: str, last: int) -> list[Raid]:
    """Return the lines of a month up to the last that may be read."""
    standing = season.entries.filter(voided=None)
    lines = Sortie.objects.filter(
        career__session__in=standing.values("session"), month=month, line__lte=last
    ).select_related("career")
    found = {(row.career.session_id, row.line): row for row in lines}
    fights: dict[int, list[Engagement]] = {}
    for fight in Engagement.objects.filter(sortie__in=lines.values("pk")).order_by("place"):
        fights.setdefault(fight.sortie_id, []).append(fight)
    raids = []
    for number in range(1, last + 1):
        raid = Raid(number)
        for (_session, line), row in found.items():
            if line == number:
                _same_for_all(raid, row, fights.get(row.pk, []))
        for rung in columns:
            his = found.get((rung.entry.session_id, number))
            raid.fates.append(Line(number, month, 0, his, fights.get(his.pk, [])) if his is not None else None)
        raids.append(raid)
    return raids


def _same_for_all(raid: Raid, row: Sortie, met: Sequence[Engagement]) -> None:
    """Read the raid from whoever met it."""
    if row.target:
        raid.target, raid.zone = row.target, str(spoken.TARGET_ZONES.get(row.zone, row.zone))
    if row.weather:
        raid.weather = str(spoken.WEATHER.get(row.weather, row.weather))
    known = {(box, enemy) for box, enemy in raid.boxes}
    raid.boxes = sorted(known | {(fight.box, fight.enemy) for fight in met if fight.box})


def _sum(raids: Sequence[Raid], column: int) -> tuple[int, int, int]:
    rows = [fate.sortie for raid in raids if (fate := raid.fates[column]) is not None and fate.sortie is not None]
    flown = sum(row.kind == "flown" for row in rows)
    return sum(row.bombers for row in rows), sum(row.fighters for row in rows), flown
