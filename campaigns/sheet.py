"""The Sortie Log Sheet as it is printed: twelve months on two sides, eight lines each and four in April. [4.3]"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns import terms
from campaigns.logbook import Career, Engagement, Sortie
from play import titles

SCORED = ("destroyed", "crashed")
HIT = (*SCORED, "damaged", "unseen")

Calendar = list[tuple[str, int]]


def charts_of(career: Career) -> Any:
    """Return the charts of a career: those it is pinned to, or the standard ones where they cannot be read."""
    try:
        return titles.pack_of("interceptor-ace", career.pack)
    except Exception:  # a pack of a player's own may be gone; the sheet is still there to be read
        return titles.pack_of("interceptor-ace", "standard")


def calendar_of(charts: Any) -> Calendar:
    """Return the months with their number of raids. [4.3.3]"""
    return list(charts.tables.calendar.raids.items())


@dataclass
class Line:
    """A line of the sheet: empty, or what was entered on it."""

    number: int
    month: str
    place: int
    """Its place among all lines of the year, from 0."""
    sortie: Sortie | None = None
    fights: list[Engagement] = field(default_factory=list)
    comes_next: bool = False
    before_start: bool = False

    @property
    def is_flown(self) -> bool:
        """Whether he took off."""
        return self.sortie is not None and self.sortie.kind == "flown"

    @property
    def is_transfer(self) -> bool:
        """Whether the sheet has an R in place of the target. [4.6.1]"""
        return self.sortie is not None and self.sortie.cause == "transfer"

    @property
    def not_flown(self) -> str:
        """Why he did not fly."""
        return str(terms.CAUSES.get(self.sortie.cause, self.sortie.cause)) if self.sortie else ""

    @property
    def remarks(self) -> list[tuple[str, str]]:
        """What stands in the last column: (word, kind), hurt for what happened to him."""
        sortie = self.sortie
        if sortie is None:
            return []
        found = []
        if sortie.pilot_wound:
            found.append((sortie.pilot_wound, "hurt"))
        if sortie.end in terms.ENDS and sortie.end != "killed":
            found.append((str(terms.ENDS[sortie.end]), "hurt"))
        if sortie.landing in ("rough", "crash"):
            found.append((str(terms.LANDINGS[sortie.landing]), "hurt"))
        if sortie.gunner_wound:
            found.append((f"{terms.ROLES['gunner']} {sortie.gunner_wound}", "hurt"))
        return found

    @property
    def kills(self) -> list[Engagement]:
        """Those who fell to him."""
        return [fight for fight in self.fights if fight.credit == "pilot" and fight.result in SCORED]

    @property
    def is_hurt(self) -> bool:
        """Whether he was wounded or came down without his aircraft."""
        sortie = self.sortie
        return sortie is not None and bool(sortie.pilot_wound or sortie.end in ("shot-down", "bailed", "killed"))


@dataclass
class Month:
    """A month of the sheet."""

    key: str
    lines: list[Line]
    promoted: str = ""

    @property
    def name(self) -> str:
        """March 1943."""
        return terms.month_name(self.key)

    @property
    def short(self) -> str:
        """Mar."""
        return terms.month_short(self.key)

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
    def is_begun(self) -> bool:
        """Whether anything stands in it, or comes next."""
        return any(line.sortie or line.comes_next for line in self.lines)


class Sheet:
    """All lines of a career's year."""

    def __init__(
        self, career: Career, calendar: Calendar, sorties: Iterable[Sortie], fights: Iterable[Engagement]
    ) -> None:
        met: dict[int, list[Engagement]] = {}
        for fight in fights:
            met.setdefault(fight.sortie_id, []).append(fight)
        entered = {(sortie.month, sortie.line): sortie for sortie in sorties}
        ranks = dict(career.promotions)
        self.months: list[Month] = []
        self.lines: list[Line] = []
        for key, count in calendar:
            month = Month(key, [], ranks.get(key, ""))
            for number in range(1, count + 1):
                sortie = entered.get((key, number))
                line = Line(number, key, len(self.lines), sortie, met.get(sortie.pk, []) if sortie else [])
                line.before_start = sortie is None and key < career.start
                month.lines.append(line)
                self.lines.append(line)
            self.months.append(month)
        if not career.over:
            # At a debriefing the calendar still stands on the line that was just entered.
            here = (career.month or career.start, career.line)
            coming = (one for one in self.lines if one.sortie is None and (one.month, one.number) >= here)
            following = next(coming, None)
            if following is not None:
                following.comes_next = True

    @property
    def sides(self) -> Sequence[list[Month]]:
        """The two sides of the printed sheet."""
        half = len(self.months) // 2
        return self.months[:half], self.months[half:]

    @property
    def entered(self) -> list[Line]:
        """The lines that are filled."""
        return [line for line in self.lines if line.sortie]

    @property
    def last(self) -> Line | None:
        """The last line that is filled."""
        return self.entered[-1] if self.entered else None

    def next_line(self) -> Line | None:
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
        return sum(line.sortie.cause in terms.BEDS for line in self.lines if line.sortie)
