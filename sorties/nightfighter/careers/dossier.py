"""The page of a year of nights, from its tables with one query for each."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns.careers.graphs import GraphSet
from campaigns.careers.reference_sample import ReferenceSample
from play.games.titles import words_for
from play.journal import store
from sorties.nightfighter.careers import graphs, timeline
from sorties.nightfighter.careers.duty_log import DutyLine, DutyLog, lowered
from sorties.nightfighter.careers.levels import levels
from sorties.nightfighter.careers.reference_sample import sample_for
from sorties.nightfighter.careers.selectors import TITLE, SmallTables, charts_of, small_tables
from sorties.nightfighter.careers.services import may_be_flown
from sorties.nightfighter.records.models import (
    AircraftRecord,
    CrewRecord,
    Injury,
    Kill,
    NightCareer,
    RaidRecord,
    WeekRecord,
)

DRAWINGS = {
    "Iron Cross 2nd Class": "ek2",
    "Iron Cross 1st Class": "ek1",
    "German Cross": "german-cross",
    "Knight's Cross": "knights-cross",
}
BAR = 668


@dataclass
class NightMedalShown:
    """A decoration as it is shown."""

    title: str
    when: str
    drawing: str


@dataclass
class LevelBand:
    """A level of victory on the bar of 670 by 12."""

    x: float
    width: float
    filled: float
    start: str
    name: str
    here: bool

    def __getitem__(self, key: str) -> str:
        if key != "from":
            raise KeyError(key)
        return self.start


@dataclass
class NightNextStep:
    """The next thing to do."""

    words: str
    href: str


@dataclass
class TypeShotDown:
    """The number shot down of a type, with a square for each."""

    type: str
    n: int
    big: bool
    squares: list[int]


@dataclass
class InjuryShown:
    """An injury of a crew, and its cost."""

    when: str
    crew: str
    what: str
    weeks: str
    row: Injury


@dataclass
class AircraftShown:
    """An aircraft of the year, with its first week and its last."""

    row: AircraftRecord
    first: str
    last: str
    fate: str


@dataclass
class CrewShown:
    """A crew of a Staffel, with its state."""

    row: CrewRecord
    standing: str
    state: str


class NightDossier:
    """A year with all that its page needs; each table is read once, when it is first asked for."""

    def __init__(self, career: NightCareer) -> None:
        self.career = career
        self.charts = charts_of(career)
        self.tables = self.charts.tables
        self.words = words_for(TITLE, self.charts)

    # -- tables

    @cached_property
    def victims(self) -> list[Kill]:
        """The aircraft that were shot down."""
        return list(Kill.objects.filter(career=self.career))

    @cached_property
    def log(self) -> DutyLog:
        """The duty log."""
        weeks, raids = WeekRecord.objects.filter(career=self.career), RaidRecord.objects.filter(career=self.career)
        return DutyLog(self.career, self.tables.calendar.weeks, weeks, raids, self.victims, self.words)

    @cached_property
    def small(self) -> SmallTables:
        """The tables of a few rows."""
        return small_tables(self.career)

    @cached_property
    def field(self) -> ReferenceSample | None:
        """The simulated years of its kind."""
        return sample_for(self.career)

    @property
    def crews(self) -> list[CrewRecord]:
        """Its crews."""
        return self.small.crews

    # -- head

    @property
    def readings(self) -> list[str]:
        """The options that the game reads as the rules did when it began, though they are otherwise by now."""
        session = self.career.session
        return store.old_readings(session, self.words) if session is not None else []

    @property
    def kind(self) -> str:
        """The kind of year."""
        return {
            "green": _("an inexperienced pilot’s year"),
            "seasoned": _("a seasoned pilot’s year"),
            "staffel": _("a Staffel’s year"),
        }.get(self.career.kind, "")

    @property
    def how(self) -> str:
        """The way it is played, and the source of its dice."""
        career = self.career
        against = _("alone")
        if career.mode == "tabletop":
            against = _("with the printed game")
        elif career.mode == "blind":
            by_person = career.umpire == "person"
            against = _("against a person as umpire") if by_person else _("against the computer umpire")
        return f"{against}, {career.get_source_display()}"

    @property
    def post(self) -> str:
        """The place and the dates."""
        first, last = self.tables.calendar.weeks[0].month, self.tables.calendar.weeks[-1].month
        months = [month for month in self.log.months if month.key in (first, last)]
        names = {"first": months[0].name, "last": months[-1].name}
        return _("Himmelbett and Dunaja boxes, %(first)s to %(last)s") % names

    @property
    def status(self) -> str:
        """His status, in two or three words."""
        career = self.career
        if not career.alive:
            return _("No crew is left") if career.is_staffel else _("Killed or crippled")
        if career.over:
            return _("The year is over")
        if career.stage == "night":
            return _("In the air")
        if career.stage == "choose":
            return _("Not yet flown")
        if career.well_in > career.week and not career.is_staffel:
            return _("Wounded")
        if career.back_in > career.week and not career.is_staffel:
            return _("No aircraft")
        return _("Ready")

    @property
    def is_hurt(self) -> bool:
        """Say whether the status is one of harm."""
        career = self.career
        away = not career.is_staffel and max(career.well_in, career.back_in) > career.week
        return not career.alive or (not career.over and away)

    @property
    def coming(self) -> list[str]:
        """The next step, and its dice."""
        line = self.log.next_line()
        if line is None:
            return []
        facts = {
            "week": line.number,
            "weeks": len(self.log.lines),
            "day": line.day,
            "moon": self.moon(line),
        }
        career = self.career
        if career.stage == "night":
            return [_("Week %(week)s of %(weeks)s is being flown, from %(day)s, %(moon)s.") % facts]
        said = [_("Week %(week)s of %(weeks)s comes next, from %(day)s, %(moon)s.") % facts]
        until = max(career.well_in, career.back_in)
        if not career.is_staffel and until > line.number:
            return [*said, _("He flies again in week %(week)s.") % {"week": until}]
        if not career.is_staffel:
            dice = self.tables.campaign.dice[line.moon]
            chance = round(100 * (1 - (5 / 6) ** dice))
            odds = {"n": dice, "chance": chance}
            said.append(_("%(n)s dice; a 6 meets the enemy: %(chance)s in 100.") % odds)
        return said

    def moon(self, line: DutyLine) -> str:
        """Name the moon of a week."""
        return {"full": _("full moon"), "half": _("half moon"), "none": _("no moon")}[line.moon]

    @property
    def counts(self) -> list[tuple[int, str]]:
        """The figures of the head."""
        career = self.career
        flown = (
            ngettext("crew on patrol", "crews on patrol", career.flown)
            if career.is_staffel
            else ngettext("week flown", "weeks flown", career.flown)
        )
        hurt = (
            ngettext("man lost", "men lost", career.men_lost)
            if career.is_staffel
            else ngettext("time wounded", "times wounded", career.wounds)
        )
        return [
            (career.kills, ngettext("kill", "kills", career.kills)),
            (career.points, ngettext("point", "points", career.points)),
            (career.flown, flown),
            (career.men_lost if career.is_staffel else career.wounds, hurt),
            (career.aircraft_lost, pgettext("figure", "aircraft lost")),
        ]

    @property
    def measure(self) -> tuple[int, list[tuple[int, str]]]:
        """The figure that the year is weighed by, and the levels of the book from the lowest. [S campaign]"""
        career = self.career
        return career.kills if career.kind == "seasoned" else career.points, levels(career.kind, self.tables)

    @property
    def bands(self) -> list[LevelBand]:
        """The levels as a bar."""
        value, reached = self.measure
        edges = [start for start, _name in reached]
        last = edges[-1] + max(4, (edges[-1] - edges[0]) // 4)
        scale = BAR / (last - edges[0])
        found = []
        for (left, name), right in zip(reached, [*edges[1:], last], strict=True):
            filled = min(max(value - left, 0), right - left)
            is_last, is_first = right == last, left == edges[0]
            here = (left <= value or is_first) and (is_last or value < right)
            found.append(
                LevelBand(
                    x=round((left - edges[0]) * scale, 1),
                    width=round((right - left) * scale - 2, 1),
                    filled=round(max(filled * scale - (2 if left + filled == right else 0), 0), 1),
                    start="" if is_first and self.career.is_staffel else f"{left}+" if is_last else str(left),
                    name=str(self.words.name(name)).capitalize(),
                    here=here,
                )
            )
        return found

    @property
    def standing(self) -> str:
        """The result of the year so far."""
        career = self.career
        here = next(band.name for band in self.bands if band.here)
        if career.over:
            ended = {"result": str(self.words.name(career.result)), "end": str(self.words.name(career.end))}
            return _("%(end)s: %(result)s.") % ended
        value, reached = self.measure
        following = next(((start, name) for start, name in reached if start > value), None)
        if following is None:
            return _("%(level)s so far.") % {"level": here}
        rest, name = following[0] - value, str(self.words.name(following[1]))
        facts: dict[str, object] = {"level": here, "n": rest, "next": name}
        if career.kind == "seasoned":
            more = ngettext(
                "%(level)s so far. %(n)s more kill for: %(next)s. Below %(least)s the career ends.",
                "%(level)s so far. %(n)s more kills for: %(next)s. Below %(least)s the career ends.",
                rest,
            )
            return more % (facts | {"least": reached[0][0]})
        more = ngettext(
            "%(level)s so far. %(n)s more point for: %(next)s.",
            "%(level)s so far. %(n)s more points for: %(next)s.",
            rest,
        )
        return more % facts

    @property
    def step(self) -> NightNextStep:
        """The next thing to do."""
        career = self.career
        if career.over or career.session_id is None:
            return NightNextStep("", "")
        table = reverse("table", args=[career.session_id])
        if career.stage == "choose":
            return NightNextStep(_("Choose what he flies"), table)
        if career.stage == "night" and career.mode != "tabletop":
            return NightNextStep(_("Continue the night"), table)
        line = self.log.next_line()
        if line is None:
            return NightNextStep(_("Go to the game"), table)
        if career.mode == "tabletop":
            return NightNextStep(_("Enter week %(week)s") % {"week": line.number}, table)
        words = _("Week %(week)s: place the patrol") if career.is_staffel else _("Fly week %(week)s")
        return NightNextStep(words % {"week": line.number}, table)

    @property
    def may_be_flown(self) -> bool:
        """Say whether a bot may fly on from here."""
        return may_be_flown(self.career)

    @property
    def pilot_note(self) -> str:
        """His coming status, and its date."""
        career, book = self.career, self.tables.campaign
        if career.kind == "green":
            return _("he counts as inexperienced all year")
        if career.pilot == "experte":
            return _("%(n)s kills and more") % {"n": book.experte_from}
        return _("an Experte from %(n)s kills") % {"n": book.experte_from}

    @property
    def aircraft_note(self) -> str:
        """The aircraft's number in the line of aircraft, and its state."""
        career = self.career
        had = self.small.aircraft
        place = len(had) + (1 if had and had[-1].fate else 0)
        said = [ngettext("his first", "number %(n)s that he flies", max(place, 1)) % {"n": max(place, 1)}]
        if career.back_in > career.week and not career.over:
            said.append(_("there in week %(week)s") % {"week": career.back_in})
        return ", ".join(said)

    # -- decorations, victims, losses

    @property
    def medals(self) -> list[NightMedalShown]:
        """His medals, the highest first."""
        return [
            NightMedalShown(
                str(self.words.name(one.name)),
                _("week %(week)s, %(n)s points") % {"week": one.week, "n": one.points},
                DRAWINGS.get(one.name, "cross"),
            )
            for one in reversed(self.small.decorations)
        ]

    @property
    def within_reach(self) -> list[NightMedalShown]:
        """The decoration that comes next."""
        held = {one.name for one in self.small.decorations}
        if self.career.over or self.career.is_staffel:
            return []
        rest = [one for one in self.tables.campaign.medals if one.name not in held]
        return [
            NightMedalShown(
                str(self.words.name(one.name)),
                ngettext("at %(n)s point", "at %(n)s points", one.points) % {"n": one.points},
                DRAWINGS.get(one.name, "cross"),
            )
            for one in rest[:1]
        ]

    @property
    def shot_down(self) -> list[TypeShotDown]:
        """The aircraft shot down this year, by type, the most first."""
        counts: dict[str, list[int]] = {}
        for kill in self.victims:
            counts.setdefault(kill.type, []).append(kill.engines)
        rows = sorted(counts.items(), key=lambda item: (-len(item[1]), item[0]))
        return [TypeShotDown(name, len(found), found[0] == 4, found[:12]) for name, found in rows]

    @property
    def injuries(self) -> list[InjuryShown]:
        """Injuries of crews, and their costs."""
        found = []
        for one in self.small.injuries:
            weeks = ngettext("%(n)s week", "%(n)s weeks", one.weeks) % {"n": one.weeks} if one.weeks else ""
            found.append(InjuryShown(self.when(one.week), one.crew, lowered(self.words.name(one.result)), weeks, one))
        return found

    @property
    def machines(self) -> list[AircraftShown]:
        """The aircraft, one after another."""
        return [
            AircraftShown(
                row=one,
                first=self.when(one.week) if one.week else "",
                last=self.when(one.last_week) if one.last_week else "",
                fate=self.fate(one),
            )
            for one in self.small.aircraft
        ]

    def fate(self, one: AircraftRecord) -> str:
        """Say what became of an aircraft."""
        if one.fate == "handed-on":
            return _("passed to another crew")
        if one.fate:
            return str(self.words.name(one.fate))
        here = one.back_in <= self.career.week or self.career.over
        return _("on the field") if here else _("in repair to week %(week)s") % {"week": one.back_in - 1}

    @property
    def men(self) -> list[CrewShown]:
        """The crews of a Staffel, with the state of each."""
        book, found = self.tables.campaign, []
        for one in self.crews:
            standing = "green"
            if one.kills >= book.seasoned_from:
                standing = "experte" if one.kills >= book.experte_from else "seasoned"
            found.append(CrewShown(one, str(self.words.name(standing)), self.crew_state(one)))
        return found

    def crew_state(self, one: CrewRecord) -> str:
        """Say how a crew is."""
        if one.status == "killed":
            return _("killed in week %(week)s") % {"week": one.left}
        if one.status == "promoted":
            return _("promoted away before week %(week)s") % {"week": one.left}
        if one.well_in > self.career.week and not self.career.over:
            return _("not fit until week %(week)s") % {"week": one.well_in}
        return _("fit")

    @property
    def last_lines(self) -> list[DutyLine]:
        """The end of the log."""
        return self.log.entered[-5:]

    def when(self, week: int) -> str:
        """Name a week: week 7, 13 July 1942."""
        monday = date.fromisoformat(self.tables.calendar.weeks[week - 1].monday)
        return _("week %(week)s, %(day)s") % {
            "week": week,
            "day": formats.date_format(monday, pgettext("date", "j M Y")),
        }

    # -- the year

    @cached_property
    def _drawn_from(self) -> graphs.YearData:
        small = self.small
        return graphs.YearData(
            self.career, self.log, self.tables, self.words, small.decorations, small.crews, self.field
        )

    @property
    def year(self) -> list[GraphSet]:
        """The graphs, for a desk and for a phone."""
        return graphs.draw(self._drawn_from)

    @property
    def story(self) -> timeline.Story:
        """The year in sentences."""
        return timeline.year_story(self.career, self.log.months, self.small.decorations, self.words, self.standing)

    @property
    def ticks(self) -> GraphSet:
        """Every week as a tick, alone."""
        return graphs.ticks(self._drawn_from)
