"""The Sortie Log Sheet as it is printed: twelve months on two sides, eight lines each and four in April. [4.3]"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.interceptor.charts.compiled import Charts
from play.charts import pack_store
from play.games import titles
from sorties.interceptor.careers import log_text
from sorties.interceptor.careers.charts_history import charts_known
from sorties.interceptor.records.models import EngagementRecord, InterceptorCareer, SortieRecord
from sorties.interceptor.text import names as spoken

TITLE = "interceptor-ace"

SCORED = ("destroyed", "crashed")
HIT = (*SCORED, "damaged", "unseen")

Calendar = list[tuple[str, int]]


class LedgerEntry(NamedTuple):
    """A row of either ledger, as it is read."""

    account: str
    place: int
    month: str
    line: int
    cause: str
    value: int
    left: int


def charts_of(career: InterceptorCareer) -> Charts:
    """Return the charts of a career: its own, or the standard ones for an imported log."""
    try:
        return pack_store.compiled_charts(TITLE, career.pack_hash, career.pack)
    except pack_store.PackGone:
        return titles.pack_of(TITLE, "standard")


def calendar_of(charts: Charts) -> Calendar:
    """Return the months with their number of raids. [4.3.3]"""
    return sorted(charts.tables.calendar.raids.items())


class ChartsOfYear:
    """The charts of each part of a year, which may have been moved to newer ones on the way."""

    def __init__(self, career: InterceptorCareer, entered: Iterable[SortieRecord]) -> None:
        self.now = charts_of(career)
        self.last_lines: dict[str, int] = {}
        """The last line that is entered of each month: newer charts may have fewer."""
        lines = {}
        for sortie in entered:
            lines[sortie.place] = (sortie.month, sortie.line)
            self.last_lines[sortie.month] = max(sortie.line, self.last_lines.get(sortie.month, 0))
        known = charts_known(career) if career.charts_before else []
        self.before = [(lines[last], pack) for last, pack in known if last in lines]

    def at(self, month: str, line: int) -> Charts:
        """Return the charts by which a line was flown; what came before the first line is as on that."""
        return next((pack for last, pack in self.before if (month, line) <= last), self.now)

    def calendar(self) -> Calendar:
        """Return the months with their number of raids, each as it was flown."""
        found = []
        for month, raids in calendar_of(self.now):
            was = next((pack for last, pack in self.before if month < last[0]), None)
            count = was.tables.calendar.raids.get(month, raids) if was is not None else raids
            found.append((month, max(count, self.last_lines.get(month, 0))))
        return found


@dataclass(frozen=True)
class SheetLineCells:
    """A line's data for a page: plain data, so that equal lines are drawn once (`{% drawn %}`)."""

    number: int
    kind: str
    """`next`, `before` (he began later), `empty`, `flown` or `missed`."""
    is_transfer: bool = False
    target: str = ""
    zone: str = ""
    weather: str = ""
    fights: tuple[tuple[str, str, str], ...] = ()
    """Enemy, credit and result."""
    hits: int = 0
    not_flown: str = ""
    remarks: tuple[tuple[str, str], ...] = ()
    fatigue: int = 0
    experience: int = 0


@dataclass
class SheetLine:
    """A line of the sheet: empty, or what was entered on it."""

    number: int
    month: str
    place: int
    """Its place among all lines of the year, from 0."""
    sortie: SortieRecord | None = None
    fights: list[EngagementRecord] = field(default_factory=list)
    comes_next: bool = False
    before_start: bool = False

    @property
    def shown(self) -> SheetLineCells:
        """The data that a page shows of it."""
        sortie = self.sortie
        if sortie is None:
            return SheetLineCells(
                self.number, "next" if self.comes_next else "before" if self.before_start else "empty"
            )
        return SheetLineCells(
            self.number,
            "flown" if self.is_flown else "missed",
            self.is_transfer,
            sortie.target,
            sortie.zone,
            sortie.weather,
            tuple((fight.enemy, fight.credit, fight.result) for fight in self.fights),
            sortie.hits,
            self.not_flown,
            tuple(self.remarks),
            sortie.fatigue,
            sortie.experience,
        )

    @property
    def is_flown(self) -> bool:
        """Say whether he took off."""
        return self.sortie is not None and self.sortie.kind == "flown"

    @property
    def is_transfer(self) -> bool:
        """Say whether the sheet has an R in place of the target. [4.6.1]"""
        return self.sortie is not None and self.sortie.cause == "transfer"

    @property
    def not_flown(self) -> str:
        """The reason that he did not fly."""
        return str(spoken.CAUSES.get(self.sortie.cause, self.sortie.cause)) if self.sortie else ""

    @property
    def remarks(self) -> list[tuple[str, str]]:
        """The remarks in the last column: (word, kind), hurt for injuries."""
        sortie = self.sortie
        if sortie is None:
            return []
        found = []
        if sortie.pilot_wound:
            found.append((sortie.pilot_wound, "hurt"))
        if sortie.end in log_text.ENDS and sortie.end != "killed":
            found.append((str(log_text.ENDS[sortie.end]), "hurt"))
        if sortie.landing in ("rough", "crash"):
            found.append((str(log_text.LANDINGS[sortie.landing]), "hurt"))
        if sortie.gunner_wound:
            found.append((f"{log_text.ROLES['gunner']} {sortie.gunner_wound}", "hurt"))
        return found

    @property
    def kills(self) -> list[EngagementRecord]:
        """Those who fell to him."""
        return [fight for fight in self.fights if fight.credit == "pilot" and fight.result in SCORED]

    @property
    def is_hurt(self) -> bool:
        """Say whether he was wounded or came down without his aircraft."""
        sortie = self.sortie
        return sortie is not None and bool(sortie.pilot_wound or sortie.end in ("shot-down", "bailed", "killed"))


@dataclass
class SheetMonth:
    """A month of the sheet."""

    key: str
    lines: list[SheetLine]
    promoted: str = ""

    @property
    def name(self) -> str:
        """March 1943."""
        return log_text.month_name(self.key)

    @property
    def short(self) -> str:
        """Mar."""
        return log_text.month_short(self.key)

    @property
    def flown(self) -> int:
        """Sorties flown."""
        return sum(line.is_flown for line in self.lines)

    @property
    def bombers(self) -> int:
        """Bombers shot down by him."""
        return sum(line.sortie.bombers for line in self.lines if line.sortie)

    @property
    def fighters(self) -> int:
        """Fighters shot down by him."""
        return sum(line.sortie.fighters for line in self.lines if line.sortie)

    @property
    def shown(self) -> tuple[SheetLineCells, ...]:
        """The data that a page shows of its lines."""
        return tuple(line.shown for line in self.lines)

    @property
    def is_begun(self) -> bool:
        """Say whether it has an entry, or comes next."""
        return any(line.sortie or line.comes_next for line in self.lines)


class LogSheet:
    """All lines of a career's year."""

    def __init__(
        self,
        career: InterceptorCareer,
        calendar: Calendar,
        sorties: Iterable[SortieRecord],
        fights: Iterable[EngagementRecord],
    ) -> None:
        met: dict[int, list[EngagementRecord]] = {}
        for fight in fights:
            met.setdefault(fight.sortie_id, []).append(fight)
        entered = {(sortie.month, sortie.line): sortie for sortie in sorties}
        ranks = dict(career.promotions)
        self.months: list[SheetMonth] = []
        self.lines: list[SheetLine] = []
        for key, count in calendar:
            month = SheetMonth(key, [], ranks.get(key, ""))
            for number in range(1, count + 1):
                sortie = entered.get((key, number))
                line = SheetLine(number, key, len(self.lines), sortie, met.get(sortie.pk, []) if sortie else [])
                line.before_start = sortie is None and key < career.start
                month.lines.append(line)
                self.lines.append(line)
            self.months.append(month)
        if not career.over:
            # At a debriefing the calendar is still at the line that was just entered.
            here = (career.month or career.start, career.line)
            coming = (one for one in self.lines if one.sortie is None and (one.month, one.number) >= here)
            following = next(coming, None)
            if following is not None:
                following.comes_next = True

    @property
    def sides(self) -> Sequence[list[SheetMonth]]:
        """The two sides of the printed sheet."""
        half = len(self.months) // 2
        return self.months[:half], self.months[half:]

    @property
    def entered(self) -> list[SheetLine]:
        """The lines that are filled."""
        return [line for line in self.lines if line.sortie]

    @property
    def last(self) -> SheetLine | None:
        """The last line that is filled."""
        return self.entered[-1] if self.entered else None

    def next_line(self) -> SheetLine | None:
        """The line that comes next, if there is one."""
        return next((line for line in self.lines if line.comes_next), None)

    def claims(self) -> dict[str, int]:
        """Count what he hit: confirmed, seen by nobody, damaged, missed."""
        counts = {"confirmed": 0, "unseen": 0, "damaged": 0, "missed": 0}
        for line in self.lines:
            for fight in line.fights:
                if fight.credit in ("wingman", "gunner"):
                    continue
                if fight.result in SCORED and fight.credit == "pilot":
                    counts["confirmed"] += 1
                elif fight.result in (*SCORED, "unseen"):
                    counts["unseen"] += 1
                elif fight.result == "damaged":
                    counts["damaged"] += 1
                else:
                    counts["missed"] += 1
        return counts

    def in_bed(self) -> int:
        """Count the lines that wounds cost him. [7.4.8]"""
        return sum(line.sortie.cause in log_text.BEDS for line in self.lines if line.sortie)
