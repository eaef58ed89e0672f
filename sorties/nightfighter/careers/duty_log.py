"""The duty log of a year: fifty-two weeks in twelve months on two sides, each with its moon and what was entered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.nightfighter.charts.schema import CalendarWeek, Phase
from play.games.text import GameText
from play.utils.months import month_and_year
from sorties.nightfighter.records.models import Kill, NightCareer, RaidRecord, WeekRecord

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RED = ("D", "H")
FLOWN = ("returned", "fought", "patrol")
COST = ("repairable", "written-off", "shot-down")


@dataclass
class RaidMet:
    """A raid on a line of the log."""

    raid: RaidRecord
    victims: list[Kill] = field(default_factory=list)

    @property
    def card(self) -> str:
        """The card as it is printed: 10♣."""
        return f"{self.raid.card[:-1]}{SUITS.get(self.raid.card[-1:], '')}"

    @property
    def is_red(self) -> bool:
        """Say whether its suit is red."""
        return self.raid.card[-1:] in RED


@dataclass
class DutyLine:
    """A week of the log."""

    number: int
    month: str
    monday: str
    moon: Phase
    week: WeekRecord | None = None
    met: list[RaidMet] = field(default_factory=list)
    comes_next: bool = False
    remarks: list[str] = field(default_factory=list)

    @property
    def day(self) -> str:
        """Its Monday: 8 Jun."""
        return formats.date_format(date.fromisoformat(self.monday), pgettext("date", "j M"))

    @property
    def is_entered(self) -> bool:
        """Say whether the week is over."""
        return self.week is not None and bool(self.week.what)

    @property
    def is_flown(self) -> bool:
        """Say whether anybody took off."""
        return self.week is not None and self.week.what in FLOWN

    @property
    def kills(self) -> int:
        """The aircraft shot down."""
        return sum(len(one.victims) for one in self.met)

    @property
    def points(self) -> int:
        """Their points."""
        return sum(kill.points for one in self.met for kill in one.victims)


@dataclass
class DutyMonth:
    """A month of the log."""

    key: str
    lines: list[DutyLine]
    event: str = ""

    @property
    def name(self) -> str:
        """June 1942."""
        return month_and_year(int(self.key[:4]), int(self.key[5:7]))

    @property
    def short(self) -> str:
        """Jun."""
        return month_short(self.key)

    @property
    def is_begun(self) -> bool:
        """Say whether it has an entry, or comes next."""
        return any(line.week or line.comes_next for line in self.lines)

    @property
    def summary(self) -> str:
        """The results of the weeks."""
        if not self.is_begun:
            return _("not yet flown")
        flown, kills = sum(line.is_flown for line in self.lines), sum(line.kills for line in self.lines)
        facts = {
            "flown": ngettext("%(n)s week flown", "%(n)s weeks flown", flown) % {"n": flown},
            "kills": ngettext("%(n)s shot down", "%(n)s shot down", kills) % {"n": kills},
        }
        return _("%(flown)s, %(kills)s") % facts


class DutyLog:
    """All weeks of a year."""

    def __init__(
        self, career: NightCareer, calendar: Sequence[CalendarWeek], weeks: Iterable[WeekRecord],
        raids: Iterable[RaidRecord], victims: Iterable[Kill], words: GameText,
    ) -> None:  # fmt: skip
        fell: dict[int, list[Kill]] = {}
        for kill in victims:
            fell.setdefault(kill.raid_id, []).append(kill)
        met: dict[int, list[RaidMet]] = {}
        for raid in raids:
            met.setdefault(raid.week, []).append(RaidMet(raid, fell.get(raid.pk, [])))
        entered = {week.place: week for week in weeks}
        self.months: list[DutyMonth] = []
        self.lines: list[DutyLine] = []
        for number, row in enumerate(calendar, 1):
            week = entered.get(number)
            line = line_of(number, row, week, met.get(number, []), words)
            if not self.months or self.months[-1].key != row.month:
                self.months.append(DutyMonth(row.month, []))
            self.months[-1].lines.append(line)
            if week is not None and week.event and week.event != "nothing":
                self.months[-1].event = str(words.name(week.event))
            self.lines.append(line)
        coming = next((line for line in self.lines if not line.is_entered), None)
        if coming is not None and not career.over:
            coming.comes_next = True

    @property
    def sides(self) -> tuple[list[DutyMonth], list[DutyMonth]]:
        """The two sides of the sheet."""
        return self.months[:6], self.months[6:]

    @property
    def entered(self) -> list[DutyLine]:
        """The weeks that are over."""
        return [line for line in self.lines if line.is_entered]

    @property
    def last(self) -> DutyLine | None:
        """The last week that is over."""
        return self.entered[-1] if self.entered else None

    def next_line(self) -> DutyLine | None:
        """The week that comes next, or is under way."""
        return next((line for line in self.lines if line.comes_next), None)


def line_of(number: int, row: CalendarWeek, week: WeekRecord | None, met: list[RaidMet], words: GameText) -> DutyLine:
    """Return a line of the log: a week of the calendar, and what was entered on it."""
    line = DutyLine(number, row.month, row.monday, row.moon, week, met)
    line.remarks = list(_remarks(line, words))
    return line


def month_short(key: str) -> str:
    """Name a month in short: Jun."""
    return formats.date_format(date(int(key[:4]), int(key[5:7]), 1), "M")


def lowered(said: object) -> str:
    """Say a name in the middle of a sentence."""
    return str(said)[:1].lower() + str(said)[1:]


def _remarks(line: DutyLine, words: GameText) -> Iterable[str]:
    """Say what a week cost."""
    week = line.week
    if week is None:
        return
    hits = sum(one.raid.hits for one in line.met)
    if hits:
        yield ngettext("%(n)s hit", "%(n)s hits", hits) % {"n": hits}
    if week.home in COST:
        yield str(words.name(week.home))
    if week.crew and week.crew != "unhurt":
        yield lowered(words.name(week.crew))
    lost = sum(one.raid.lost for one in line.met) if not week.home else 0
    if lost:
        yield ngettext("%(n)s aircraft shot down", "%(n)s aircraft shot down", lost) % {"n": lost}
