"""The rows of a year of nights, read from the state of the game and from its valid events.

Nothing of a night is read before it is over. Rows are plain, each known by its place.
"""

from collections.abc import Iterable, Sequence

from engine.kernel.events import EventData, Mod
from engine.kernel.packs.schema import Pack
from engine.nightfighter import state as rules
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.events.combat import BomberShotDown
from engine.nightfighter.events.setting_up import TurnBegan
from engine.nightfighter.events.years import (
    CareerBegan,
    CareerCard,
    CareerCrewLost,
    CareerInjury,
    CareerMedal,
    CareerRaid,
    CareerRecovered,
    CareerRetrained,
    CareerSky,
    CareerWeek,
    StaffelByDay,
    StaffelDebriefed,
    StaffelEvent,
    StaffelLands,
    StaffelPassed,
    StaffelPlaced,
    StaffelReplaced,
    StaffelScrambled,
    StaffelWeekOver,
)
from sorties.nightfighter.records.rows import (
    AircraftOfYear,
    CrewOfYear,
    InjuryOfYear,
    KillOfYear,
    MedalOfYear,
    RaidOfYear,
    WeekOfYear,
)

WRITING: tuple[type[EventData], ...] = (
    *(CareerBegan, CareerWeek, CareerSky, CareerCard, CareerRaid, CareerRecovered, CareerInjury, CareerCrewLost),
    *(CareerMedal, CareerRetrained, StaffelEvent, StaffelReplaced, StaffelByDay, StaffelPlaced, StaffelPassed),
    *(StaffelScrambled, StaffelDebriefed, StaffelLands, StaffelWeekOver),
)
WRITES = frozenset(one.kind for one in WRITING)
"""Events after which the tables are written again."""
KINDS = (*(one.kind for one in WRITING), BomberShotDown.kind, TurnBegan.kind)
YearEvent = tuple[EventData, Sequence[Mod]]
"""An event of a year, and its modifiers."""
HURT = ("wounded", "casualty", "wounded-and-casualty", "killed")
FLOWN = ("returned", "fought")
GONE = ("written-off", "shot-down")
TWIN = 2
"""The engines of a type that later charts do not know."""


class YearReader:
    """The tables of a year, filled event by event."""

    def __init__(self, state: rules.State, pack: Pack[Tables]) -> None:
        assert state.career is not None  # noqa: S101 - asked of a campaign
        self.state, self.charts = state, charts_of(pack)
        self.career, self.staffel = state.career, state.staffel
        self.weeks: list[WeekOfYear] = []
        self.raids: list[RaidOfYear] = []
        self.kills: list[KillOfYear] = []
        self.injuries: list[InjuryOfYear] = []
        self.medals: list[MedalOfYear] = []
        self.lost: list[AircraftOfYear] = []
        self.crews: dict[str, CrewOfYear] = {}
        self.types: dict[str, str] = {}
        self.crew, self.by_day, self.turn = "", False, 0
        self.card, self.pending = "", ""
        """The card drawn last, and the month's event, which is told before its first week."""
        self.total, self.points = 0, 0
        self.type, self.retrained = "", 0
        self.left_with: dict[int, tuple[int, int]] = {}
        """A pilot's kills and points after a man was lost, by week."""
        self.reckoned = False
        """Whether the loss of a man has set the crew's kills since it took off."""
        if state.setup.campaign == "seasoned":
            self.total = self.charts.tables.campaign.seasoned_from
        if self.staffel is not None:
            for kills, count in self.charts.tables.staffel.crews.items():
                for _place in range(count):
                    self.join(kills, 1)

    # -- reading

    def read(self, events: Iterable[YearEvent]) -> "YearReader":
        """Read all events, in order."""
        for event, mods in events:
            self.read_event(event, mods)
        self.settle()
        return self

    def read_event(self, event: EventData, mods: Sequence[Mod]) -> None:
        """Read one event of a pilot's year, or of a Staffel's."""
        match event:
            case TurnBegan():
                self.turn = event.turn
            case BomberShotDown():
                self.enter_kill(event)
            case CareerBegan():
                self.type = event.type
            case CareerWeek():
                self.begin_week(event)
            case CareerSky():
                week = self.weeks[-1]
                week.visibility, week.cloud, week.moon_up = event.visibility, event.cloud, event.moon_up
            case CareerCard():
                self.weeks[-1].joker |= event.joker
                self.card = event.card
            case CareerRaid():
                self.meet(event)
            case CareerRecovered():
                self.come_home(event, mods)
            case CareerInjury():
                self.enter_injury(event)
            case CareerCrewLost():
                self.lose_man(event)
            case CareerMedal():
                row = MedalOfYear(
                    place=len(self.medals) + 1, name=event.medal, week=self.weeks[-1].place, points=event.points
                )
                self.medals.append(row)
            case CareerRetrained():
                self.retrained, self.type = self.weeks[-1].place, event.type
            case _:
                self.read_staffel_event(event)

    def begin_week(self, event: CareerWeek) -> None:
        """A new line of the log."""
        week = self.charts.tables.calendar.weeks[event.week - 1]
        row = WeekOfYear(
            place=event.week,
            month=week.month,
            monday=event.monday,
            moon=event.moon,
            kills=self.total,
            points=self.points,
            crews=sum(not one.left for one in self.crews.values()) if self.staffel is not None else 1,
        )
        self.weeks.append(row)
        self.crew, self.by_day, self.types = "", False, {}
        if self.pending:
            row.event, self.pending = self.pending, ""

    def meet(self, event: CareerRaid) -> None:
        """A raid is met: what is on its card."""
        self.turn = 0
        raid = self.add_raid()
        raid.title, raid.bombers, raid.low = event.title, event.bombers, event.low
        raid.massive, raid.jamming = event.massive, event.jamming

    def add_raid(self) -> RaidOfYear:
        """Enter a raid."""
        raid = RaidOfYear(place=len(self.raids) + 1, week=self.weeks[-1].place, aircraft=self.type, card=self.card)
        self.raids.append(raid)
        return raid

    def enter_kill(self, event: BomberShotDown) -> None:
        """A bomber falls."""
        known = self.charts.bombers.get(event.type)
        engines = known.engines if known is not None else TWIN
        raid = self.raids[-1]
        self.kills.append(
            KillOfYear(
                place=len(self.kills) + 1,
                raid=raid.place,
                week=raid.week,
                crew=raid.crew,
                type=event.type,
                engines=engines,
                points=self.charts.tables.campaign.points.get(engines, 0),
                turn=self.turn,
            )
        )

    def come_home(self, event: CareerRecovered, mods: Sequence[Mod]) -> None:
        """Somebody has come home."""
        hits = sum(mod.value for mod in mods if mod.reason == "hits") // self.charts.tables.recovery.each_hit
        raid = next((one for one in reversed(self.raids) if self.is_of_tonight(one)), None)
        if raid is not None:
            raid.hits = hits
        if self.staffel is not None and event.result == "written-off":
            self.lose("written-off")

    def is_of_tonight(self, raid: RaidOfYear) -> bool:
        """Say whether a raid was met by the crew that comes home, this week."""
        return raid.week == self.weeks[-1].place and raid.crew == self.crew and not raid.box

    def enter_injury(self, event: CareerInjury) -> None:
        """Read an injury of a crew."""
        if event.result not in HURT:
            return
        self.injuries.append(
            InjuryOfYear(
                place=len(self.injuries) + 1,
                week=self.weeks[-1].place,
                crew=self.crew,
                result=event.result,
                weeks=event.weeks,
                by_day=self.by_day,
            )
        )
        if event.result == "killed" and self.crew in self.crews:
            self.leave(self.crew, "killed")

    def lose_man(self, event: CareerCrewLost) -> None:
        """A man of the crew is lost, and kills with him."""
        if self.staffel is None:
            self.left_with[self.weeks[-1].place] = (event.kills, event.points)
        elif self.crew in self.crews:
            crew = self.crews[self.crew]
            crew.kills, crew.points = event.kills, event.points
            self.reckoned = True

    # -- a Staffel's

    def read_staffel_event(self, event: EventData) -> None:
        """Read one event of a Staffel's year."""
        match event:
            case StaffelEvent():
                self.enter_month_event(event)
            case StaffelReplaced():
                for _place in range(event.crews):
                    self.join(0, self.weeks[-1].place + 1)
            case StaffelByDay():
                self.crew, self.by_day = event.crew, True
            case StaffelPlaced():
                self.weeks[-1].placed += 1
                self.types[event.crew] = event.type
                self.crews[event.crew].patrols += 1
                self.by_day = False
            case StaffelPassed():
                raid = self.add_raid()
                raid.box, raid.aircraft, raid.is_over = event.box, "", True
                self.points = event.points
            case StaffelScrambled():
                self.scramble(event)
            case StaffelDebriefed():
                self.debrief(event)
            case StaffelLands():
                self.crew, self.by_day = event.crew, False
            case StaffelWeekOver():
                self.points, week = event.points, self.weeks[-1]
                week.what, week.kills, week.points, week.crews = "patrol", self.total, self.points, event.crews

    def enter_month_event(self, event: StaffelEvent) -> None:
        """Read the event of the month."""
        self.pending = event.event
        week = self.weeks[-1].place + 1 if self.weeks else 1
        if event.event == "promoted":
            for name in event.names:
                self.leave(name, "promoted", week)
        elif event.event == "ace":
            self.join(self.charts.tables.staffel.ace_kills, week)

    def join(self, kills: int, week: int) -> None:
        """Enter a crew."""
        place = len(self.crews) + 1
        name = f"C{place}"
        self.crews[name] = CrewOfYear(place=place, name=name, joined=week, start_kills=kills, kills=kills, best=kills)

    def leave(self, name: str, status: str, week: int = 0) -> None:
        """Strike a crew off."""
        crew = self.crews[name]
        crew.left, crew.status = week or self.weeks[-1].place, status

    def scramble(self, event: StaffelScrambled) -> None:
        """Read that a crew flies against the last reported raid."""
        self.crew, self.by_day, self.reckoned = event.crew, False, False
        raid = self.raids[-1]
        raid.crew, raid.pilot, raid.aircraft = self.crew, event.pilot, self.types.get(self.crew, "")
        self.crews[self.crew].raids += 1

    def debrief(self, event: StaffelDebriefed) -> None:
        """The crew is back, or is not."""
        raid, crew = self.raids[-1], self.crews[event.crew]
        raid.kills, raid.lost, raid.is_over = event.kills, event.lost, True
        raid.points = sum(kill.points for kill in self.kills if kill.raid == raid.place)
        if not self.reckoned:
            crew.kills += event.kills
            crew.points += raid.points
            crew.best = max(crew.best, crew.kills)
        self.total, self.points = self.total + event.kills, event.total
        if event.lost:
            self.lose("shot-down")

    def lose(self, fate: str) -> None:
        """Strike the aircraft of the crew on duty off."""
        week, type_ = self.weeks[-1].place, self.types.get(self.crew, "")
        self.lost.append(AircraftOfYear(type=type_, crew=self.crew, last_week=week, fate=fate))

    # -- what only the state knows

    def settle(self) -> None:
        """Read from the state what no event has."""
        if self.career.stage == "night" and self.raids:
            self.kills = [kill for kill in self.kills if kill.raid != self.raids[-1].place]
        if self.staffel is None:
            self.settle_pilot()
            return
        for crew in self.staffel.crews:
            row = self.crews[crew.name]
            row.kills, row.points, row.best, row.well_in = crew.kills, crew.points, crew.best, crew.well_in

    def settle_pilot(self) -> None:
        """Take from a pilot's log how each of his weeks ended."""
        by_week, kills, points = {row.place: row for row in self.weeks}, self.total, 0
        raids = {row.week: row for row in self.raids}
        for log in self.career.log:
            kills, points = self.left_with.get(log.week, (kills + log.kills, points + log.points))
            row = by_week[log.week]
            row.what, row.home, row.crew, row.kills, row.points = log.what, log.home, log.crew, kills, points
            if log.week in raids and log.what == "fought":
                raid = raids[log.week]
                raid.kills, raid.points, raid.lost, raid.is_over = log.kills, log.points, log.home == "shot-down", True
        for row in self.weeks[len(self.career.log) :]:
            row.kills, row.points = kills, points
