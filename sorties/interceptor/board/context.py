"""The board of a sortie: head, endurance track, both aircraft with the fire between them, and the mat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec.structs import replace

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.questions import DuelLedgers, PassLedgers
from engine.interceptor.state import KILLED, MONTHS, Crewman, SortieFlight, SortieRaid, TargetBomber
from engine.interceptor.views import CareerView, YearView
from engine.kernel.decisions import Question
from play.games.text import GameText, Sentence
from play.pages.geography import EuropeMap, MapPoint, europe_map
from sorties.interceptor.board import aircraft, highlights, last_damage
from sorties.interceptor.board.aircraft import AircraftDrawing
from sorties.interceptor.board.last_roll import LastExchange, last_roll
from sorties.interceptor.board.question import SortieScene
from sorties.interceptor.text import names as spoken
from sorties.interceptor.text.orders import signed

LADDER = {0: 470, 1: 572, 2: 674}
LABELS = (("", 0, 39), ("end", -28, -14), ("", 0, -32), ("start", 28, -14), ("", 0, 39))
"""Position of the name of a stop beside it."""
STOPS = ((470, 288), (500, 168), (572, 120), (644, 168), (674, 288))
SIGHTS = (("port-wing", 902, 306), ("starboard-wing", 902, 130), ("airframe", 916, 218))
"""Position of each aim on the bomber, and below on a phone's."""
PHONE_SIGHTS = (("port-wing", 252, 98), ("starboard-wing", 138, 98), ("airframe", 195, 84))
ON_DESKTOP, ON_PHONE = (772, 436), (390, 282)
"""Size of the board's map."""
NEAR, ROOM, AT_REST = 1.18, (170, 70), (90, 40)
"""Units of the map to one of the drawing, at least; the space about base and target; its centre without a raid."""
BESIDE, LETTER = 16, 13.5
"""From a place to its name, and what a letter of it takes."""
WINDOW = (620, 480)
LEFTMOST = 160
"""Left of it a name does not fit to its left."""
ENGLAND = (255, 165)
"""Origin of raids on the map: East Anglia."""


@dataclass(frozen=True, kw_only=True)
class SortieHead:
    """The head of the page: pilot, place, log line, and raid."""

    name: str
    rank: str
    unit: str
    base: str
    month: str
    line: int
    lines: int
    target: str
    zone: str
    weather: Sentence
    tally: str


@dataclass(frozen=True, kw_only=True)
class TrackBox:
    """A box of the Endurance Track, or an end of it."""

    name: str
    about: str
    state: str
    end: bool = False
    sign: str = ""


@dataclass(frozen=True, kw_only=True)
class WeaponShown:
    """A forward weapon row of the mat."""

    name: str
    rounds: list[bool]
    left: int
    of: int
    fp: int
    out: bool
    why: str


@dataclass(frozen=True)
class WeaponsShown:
    """The forward weapons with their ammunition, and what they are worth together."""

    rows: list[WeaponShown]
    fp: int
    rockets: str


@dataclass(frozen=True)
class AirmanShown:
    """The pilot: his state and his skills."""

    who: str
    how: str
    hurt: bool
    skills: str


@dataclass(frozen=True)
class SystemsShown:
    """The other systems, each with its name, its state and the reason, and the markers in hand."""

    rows: list[tuple[str, bool, str]]
    hits: int
    markers: list[str]
    escaping: str


@dataclass(frozen=True, kw_only=True)
class ComradeShown:
    """The other pilot: his aircraft with its hits, and his opponent."""

    name: str
    plane: AircraftDrawing
    id: str
    box: int
    enemy: str
    place: Sentence
    alive: bool


@dataclass(frozen=True, kw_only=True)
class RangeStep:
    """A range with what it gives to either side."""

    label: str
    x: int
    ours: str
    theirs: str
    phone_y: int
    here: bool
    flown: bool


@dataclass(frozen=True, kw_only=True)
class RangeLadder:
    """The three ranges of a pass, where he is, and where he aims."""

    steps: list[RangeStep]
    here: int | None
    pass_number: int
    aim: str
    sights: tuple[tuple[str, int, int], ...] = SIGHTS
    phone_sights: tuple[tuple[str, int, int], ...] = PHONE_SIGHTS


@dataclass(frozen=True)
class DialSign:
    """An aircraft on a stop of the dial: how far off its middle, and which way it flies."""

    x: int
    turn: int


@dataclass(frozen=True, kw_only=True)
class DialStop:
    """A stop of the orientation dial."""

    number: int
    name: str
    label: Sentence
    anchor: str
    label_x: int
    label_y: int
    x: int
    y: int
    here: bool
    own: DialSign
    enemy: DialSign


@dataclass(frozen=True)
class Dial:
    """The five stops of the orientation dial, and where he is."""

    stops: list[DialStop]
    here: DialStop
    said: str
    round: int


@dataclass(frozen=True)
class PositionRoll:
    """The parts of the position roll, and its chances over all 36 pairs of dice."""

    ours: int
    theirs: int
    gains: int
    losses: int
    same: int


@dataclass(frozen=True, kw_only=True)
class OperationsMap:
    """Base, target with the towns of its zone, and the raid's way on the map of western Europe."""

    base: MapPoint | None
    base_name: str
    window: str
    on_desk: str
    on_phone: str
    base_left: bool
    base_above: bool
    target: MapPoint | None
    target_name: str
    target_left: bool
    zone: str
    zone_towns: list[MapPoint]
    route: str
    way: str
    width: int
    height: int


@dataclass(kw_only=True)
class SortieBoard:
    """The board of one pilot: his own aircraft, and the enemy that he fights."""

    career: CareerView
    head: SortieHead
    exchange: LastExchange | None
    plane: AircraftDrawing | None = None
    track: list[TrackBox] = field(default_factory=list)
    weapons: WeaponsShown | None = None
    crew: list[AirmanShown] = field(default_factory=list)
    systems: SystemsShown | None = None
    comrades: list[ComradeShown] = field(default_factory=list)
    stage: str = ""
    map: OperationsMap | None = None
    speed: int = 0
    enemy: AircraftDrawing | None = None
    ladder: RangeLadder | None = None
    dial: Dial | None = None
    position: PositionRoll | None = None


def ace_board(scene: SortieScene) -> Mapping[str, object]:
    """Return what the board's template shows of a view."""
    return vars(sortie_board(scene))


def sortie_board(scene: SortieScene) -> SortieBoard:
    """Return the viewer's own fight, or one that he looks on at."""
    view, charts = scene.view, scene.pack
    careers = [replace(one, name=one.name or scene.words.seat(one.seat)) for one in view.careers]
    shown = shown_of(scene, {one.seat: one.flight for one in careers})
    career = next((one for one in careers if one.seat == shown), careers[0])
    last = last_roll(scene, career)
    board = SortieBoard(career=career, head=head(view, career, charts), exchange=last)
    if not career.plane.weapons:
        # Before he is posted, and in hospital [9.4], he has no aircraft.
        return board
    board.plane = aircraft.own(career.plane, charts).marked_now(last_damage.fresh(last, "theirs"))
    board.track = track(view, career, charts)
    board.weapons, board.systems = weapons(career, charts), systems(career, charts)
    board.crew = crew(career)
    board.comrades = [comrade(one, charts) for one in careers if one is not career and one.plane.model]
    board.stage, board.map = stage_of(career.flight), operations(view, career, charts)
    board.speed = charts.models[career.plane.model].speed
    if career.flight is not None:
        face_enemy(board, career.flight, scene, looks_on=shown != scene.viewer)
    return board


def face_enemy(board: SortieBoard, flight: SortieFlight, scene: SortieScene, *, looks_on: bool) -> None:
    """Put the enemy on the board, with the fire between him and the pilot."""
    charts = scene.pack
    if board.stage == "bombers":
        left = last_damage.fought_last(scene.told, flight.bomber_type) if flight.bomber is None else None
        board.enemy, board.ladder = enemy_bomber(flight, charts, left), ladder(flight, charts)
    elif board.stage == "duel":
        board.enemy, board.dial = enemy_fighter(flight, charts, scene.words), dial(flight)
        board.position = None if looks_on else position(scene.question, charts)
    if board.enemy is not None:
        board.enemy.marked_now(last_damage.fresh(board.exchange, "ours"))


class PilotNamed(msgspec.Struct):
    """A pilot of a set-up, by his name alone."""

    name: str = ""


class PilotsNamed(msgspec.Struct):
    """A set-up, by its pilots alone."""

    pilots: list[PilotNamed] = []


def ace_named(setup: Mapping[str, object]) -> str:
    """Name a table by its pilots."""
    return ", ".join(pilot.name for pilot in msgspec.convert(setup, PilotsNamed).pilots if pilot.name)


def shown_of(scene: SortieScene, flights: Mapping[str, SortieFlight | None]) -> str:
    """Say whose fight it is: the one asked about, else his own; who only waits looks on while the other fights."""
    if isinstance(scene.question, PassLedgers | DuelLedgers) and scene.question.of:
        return scene.question.of
    other, own = flights.get(scene.acting), flights.get(scene.viewer)
    fights = other is not None and (other.fighter is not None or other.bomber is not None)
    engaged = own is not None and own.fighter is not None
    return scene.acting if fights and not engaged else scene.viewer


def stage_of(flight: SortieFlight | None) -> str:
    """Say what the middle and the right of the board show."""
    if flight is None:
        return "map"
    if flight.fighter is not None:
        return "duel"
    return "bombers" if flight.bomber is not None or (flight.bomber_type and flight.stage == "box") else "map"


# The head -----------------------------------------------------------------------------------------------------------


def head(view: YearView, career: CareerView, charts: Charts) -> SortieHead:
    """Return who flies, where, on which line of the log, and against what."""
    unit = charts.units.get(career.unit)
    target, zone = (view.raid.target, view.raid.zone) if view.raid is not None else ("", "")
    weather = career.flight.weather if career.flight is not None else ""
    month, line = month_of(view, career), view.line
    if is_closed(view, career) and career.log:
        # The calendar goes on past his last line.
        last = career.log[-1]
        target, zone, weather, month, line = last.target, last.zone, last.weather, last.month, last.line
    lines = view.lines if MONTHS[month] == view.month else charts.lines(month)
    return SortieHead(
        name=career.name,
        rank=charts.career.ranks[career.track][career.rank].name,
        unit=unit.unit if unit else "",
        base=career.base,
        month=str(spoken.MONTH_NAMES[MONTHS[month]]),
        line=min(line + 1, lines),
        lines=lines,
        target=spoken.town(target),
        zone=zone,
        weather=spoken.WEATHER.get(weather, ""),
        tally=tally(career),
    )


def month_of(view: YearView, career: CareerView) -> int:
    """Return his month as a place in the year; a later start does not begin in March. [4.2.1]"""
    now = MONTHS.index(view.month)
    return max(now, career.start) if career.stage in ("setup", "ready") else now


def is_closed(view: YearView, career: CareerView) -> bool:
    """Say whether his log is closed: he is dead, or the year is over. [5.1]"""
    return career.flight is None and (not career.alive or view.phase == "over")


def tally(career: CareerView) -> str:
    """Say his score, with what he has shot down on the sortie under way."""
    won = highlights.victories(career)
    data = {"bombers": sum(won), "fighters": len(won) - sum(won)}
    bombers = ngettext("%(bombers)s bomber", "%(bombers)s bombers", data["bombers"]) % data
    fighters = ngettext("%(fighters)s fighter", "%(fighters)s fighters", data["fighters"]) % data
    return f"{bombers}, {fighters}"


# Endurance ----------------------------------------------------------------------------------------------------------


def track(view: YearView, career: CareerView, charts: Charts) -> list[TrackBox]:
    """Return the boxes of the Endurance Track with the zones that are met in each. [4.6.3, 6.1]"""
    row = charts.tables.tracks.rows[career.zone][charts.models[career.plane.model].series]
    sky, landing = charts.tables.bombs_and_flak, row.boxes + 1
    flown, now = place_on_track(view, career, landing)
    state = "here" if now == 0 else "flown" if career.flight is not None else "ahead"
    boxes = [TrackBox(name=_("Take-off"), about=career.base, state=state, end=True)]
    for number in range(1, row.boxes + 1):
        zones = [zone for zone, entry in row.entry.items() if entry == number]
        about = ", ".join(str(spoken.TARGET_ZONES.get(zone, zone)) for zone in zones)
        state = "here" if number == now else "flown" if number < flown else "ahead"
        sign = "bomb" if number <= sky.bombs_until_box else "flak"
        boxes.append(TrackBox(name=str(number), about=about, state=state, sign=sign))
    state = "here" if now == landing else "ahead"
    boxes.append(TrackBox(name=_("Landing"), about="", state=state, end=True))
    return boxes


def place_on_track(view: YearView, career: CareerView, landing: int) -> tuple[int, int | None]:
    """Return his progress and his place on the track; None for one who came down elsewhere."""
    flight = career.flight or SortieFlight()
    flown = landing if flight.end or flight.stage == "landing" else flight.box if flight.stage == "box" else 0
    # Nor does he whose log is closed.
    return (flight.box + 1, None) if flight.stage == "down" or is_closed(view, career) else (flown, flown)


# The mat ------------------------------------------------------------------------------------------------------------


def weapons(career: CareerView, charts: Charts) -> WeaponsShown:
    """Return the forward weapons with their ammunition, and what they are worth together. [4.5]"""
    plane, mat = career.plane, charts.models[career.plane.model]
    rows = []
    for gun, row in zip(mat.guns, plane.weapons, strict=True):
        why = _("knocked out") if row.broken else _("jammed") if row.jammed else "" if row.ammo else _("empty")
        rounds = [n < row.ammo for n in range(gun.ammo)] if gun.ammo > 0 else []
        shown = WeaponShown(
            name=gun.weapon, rounds=rounds, left=row.ammo, of=gun.ammo, fp=gun.fp, out=bool(why), why=why
        )
        rows.append(shown)
    rockets = {"loaded": _("loaded"), "fired": _("fired"), "jettisoned": _("jettisoned"), "damaged": _("damaged")}
    return WeaponsShown(rows, sum(row.fp for row in rows if not row.out), rockets.get(plane.rockets, ""))


def crew(career: CareerView) -> list[AirmanShown]:
    """Return who flies, how he is, and what he can do."""
    wounds = [_("unhurt"), _("lightly wounded"), _("seriously wounded"), _("killed")]
    flight = career.flight or SortieFlight()
    # His flight is over when the line is closed; that he was killed is not.
    now = flight.pilot_wound if career.alive else KILLED
    states = {
        "present": _("on his wing"),
        "damaged": _("damaged, gone home"),
        "lost": _("lost"),
        "absent": _("not with him"),
    }
    status = career.wingman.status
    people = [
        AirmanShown(career.name, wounds[now], now > 0, skills_of(career)),
        AirmanShown(_("Wingman"), states[status], status != "present", skills_of(career.wingman)),
    ]
    if career.gunner is not None:
        wound = flight.gunner_wound
        people.append(AirmanShown(_("Rear gunner"), wounds[wound], wound > 0, skills_of(career.gunner)))
    return people


def skills_of(man: CareerView | Crewman) -> str:
    """Name what one of those aboard can do."""
    return ", ".join(spoken.skill(name) for name in man.skills) or _("no skills yet")


def systems(career: CareerView, charts: Charts) -> SystemsShown:
    """Return what else can be knocked out, and the markers in hand."""
    plane, mat = career.plane, charts.models[career.plane.model]
    rows = [
        (_("Fuel"), not plane.leak, _("leaking")),
        (_("Oxygen"), plane.oxygen, _("out")),
        (_("Radio"), plane.radio, _("out")),
    ]
    if mat.boost:
        rows.append((mat.boost, plane.boost, _("out")))
    if mat.rear_gun:
        rows.append((_("Rear guns"), plane.rear_guns, _("out")))
    flight = career.flight or SortieFlight()
    markers = [str(spoken.MARKERS.get(name, name)) for name in (*career.markers, *flight.markers)]
    return SystemsShown(rows, plane.hits, markers, flight.escaping)


def comrade(career: CareerView, charts: Charts) -> ComradeShown:
    """Return what is to be seen of the other pilot, once he has an aircraft."""
    flight = career.flight or SortieFlight()
    enemy = flight.fighter or flight.bomber
    return ComradeShown(
        name=career.name,
        plane=aircraft.own(career.plane, charts),
        id=f"comrade-{career.seat}",
        box=flight.box if flight.stage == "box" else 0,
        enemy=enemy.type if enemy is not None else "",
        place=spoken.ORIENTATIONS[spoken.PLACES[flight.orientation]] if flight.fighter is not None else "",
        alive=career.alive,
    )


# Bombers ------------------------------------------------------------------------------------------------------------


def enemy_bomber(flight: SortieFlight, charts: Charts, last: TargetBomber | None = None) -> AircraftDrawing:
    """Return the bomber on the chart, or the last that was on it, or a whole one of the type that was met."""
    target = flight.bomber or last
    if target is None:
        guard = _("with %(escort)ss") % {"escort": flight.escort} if flight.escort else _("without escort")
        return aircraft.bomber(TargetBomber(flight.bomber_type), charts, (guard,))
    boxed = charts.tables.bombers.rows[target.type].formation and not flight.loose
    if target.destroyed:
        return aircraft.bomber(target, charts, (_("shot down"),))
    about = [_("in formation") if boxed else _("out of formation")]
    about.append(_("bombs aboard") if target.bombs else _("no bombs aboard"))
    if target.gunners:
        about.append(_("gunners hit: %(n)s") % {"n": target.gunners})
    return aircraft.bomber(target, charts, tuple(about))


def ladder(flight: SortieFlight, charts: Charts) -> RangeLadder:
    """Return the three ranges with what each gives to either side. [7.1.7]"""
    bomber = flight.bomber
    kind = charts.tables.bombers.rows[bomber.type if bomber is not None else flight.bomber_type]
    boxed = kind.formation and not flight.loose
    here = flight.reach if bomber is not None else -1
    steps = []
    labels = (pgettext("range", "Long"), pgettext("range", "Medium"), pgettext("range", "Close"))
    for reach, label in enumerate(labels):
        row = charts.ranges[reach]
        step = RangeStep(
            label=label,
            x=LADDER[reach],
            ours=signed(row.attacker),
            theirs=signed(row.formation if boxed else row.alone),
            phone_y=264 - 28 * reach,
            here=reach == here,
            flown=0 <= reach < here,
        )
        steps.append(step)
    aim = flight.aim if bomber is not None else ""
    return RangeLadder(steps=steps, here=LADDER.get(here), pass_number=flight.pass_number, aim=aim)


# Fighters -----------------------------------------------------------------------------------------------------------


def enemy_fighter(flight: SortieFlight, charts: Charts, words: GameText) -> AircraftDrawing:
    """Return the fighter on the chart."""
    enemy = flight.opponent
    foe = charts.foes[enemy.type]
    fp = sum(value for value, works in zip(foe.guns, enemy.weapons, strict=True) if works)
    if enemy.destroyed:
        return aircraft.fighter(enemy, charts, (_("shot down"),))
    about = (_("speed %(n)s") % {"n": foe.speed}, _("firepower %(n)s") % {"n": fp})
    return aircraft.fighter(enemy, charts, (*about, spoken.quality(enemy.quality, words)))


def dial(flight: SortieFlight) -> Dial:
    """Return the five stops of the orientation dial. [7.2.2]"""
    turns = ((90, 90), (90, 180), (90, 270), (0, 90), (90, 90))
    stops = []
    for place, name in enumerate(spoken.PLACES):
        (x, y), (anchor, label_x, label_y) = STOPS[place], LABELS[place]
        behind = place == 0
        stop = DialStop(
            number=place,
            name=name,
            label=spoken.ORIENTATIONS[name],
            anchor=anchor,
            label_x=label_x,
            label_y=label_y,
            x=x,
            y=y,
            here=place == flight.orientation,
            own=DialSign(9 if behind else -9, turns[place][0]),
            enemy=DialSign(-9 if behind else 9, turns[place][1]),
        )
        stops.append(stop)
    said = (
        _("It sits on his tail."),
        _("It faces him; his guns do not bear."),
        _("Nose to nose."),
        _("His guns bear on it."),
        _("He sits on its tail."),
    )[flight.orientation]
    return Dial(stops, stops[flight.orientation], said, flight.round)


def position(asked: Question | None, charts: Charts) -> PositionRoll | None:
    """Return what the roll for position would be made of, where a round of a fight is asked about. [7.2.2.7]"""
    if not isinstance(asked, DuelLedgers):
        return None
    ours = asked.speed + sum(mod.value for mod in asked.ours)
    theirs = asked.enemy_speed + sum(mod.value for mod in asked.theirs)
    shifts = charts.tables.initiative.shifts
    gains = losses = 0
    for mine in range(1, 7):
        for his in range(1, 7):
            apart = ours + mine - theirs - his
            if shifts[abs(apart)]:
                gains, losses = gains + (apart > 0), losses + (apart < 0)
    return PositionRoll(ours, theirs, gains, losses, same=36 - gains - losses)


# The map ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _towns_of(charts: Charts, zone: str) -> frozenset[str]:
    """Return the targets of a zone, of all months."""
    months = charts.tables.raids.months.values()
    return frozenset(row.target for month in months for _roll, row in month.rows.rows if row.zone == zone)


def operations(view: YearView, career: CareerView, charts: Charts) -> OperationsMap:
    """Return base, target with the towns of its zone, and the raid's way on the map of western Europe."""
    west, raid = europe_map(), view.raid or SortieRaid("", "")
    base, target = west.bases.get(career.base), west.targets.get(raid.target)
    towns = _towns_of(charts, raid.zone)
    names = (career.base, spoken.town(raid.target))
    return OperationsMap(
        base=base,
        base_name=career.base,
        window=window(west, [place for place in (base, target) if place]),
        on_desk=stage(west, base, target, ON_DESKTOP, names),
        on_phone=stage(west, base, target, ON_PHONE, names),
        base_left=bool(base and target and LEFTMOST < base.x < target.x),
        base_above=bool(base and target and base.y < target.y),
        target=target,
        target_name=spoken.town(raid.target),
        target_left=bool(base and target and target.x < base.x),
        zone=spoken.named(spoken.TARGET_ZONES, raid.zone),
        zone_towns=[west.targets[town] for town in sorted(towns) if town in west.targets],
        route=f"M{ENGLAND[0]} {ENGLAND[1]}L{target.x} {target.y}" if target else "",
        way=f"M{base.x} {base.y}L{target.x} {target.y}" if target and base else "",
        width=west.width,
        height=west.height,
    )


def stage(
    west: EuropeMap, base: MapPoint | None, target: MapPoint | None, size: tuple[int, int], names: Sequence[str] = ()
) -> str:
    """Return the part of the map that is drawn in a size of the board, with base, target and their names within it."""
    wide, high = size
    if base is None or target is None:
        return f"{AT_REST[0]} {AT_REST[1]} {wide * NEAR:.0f} {high * NEAR:.0f}"
    beside = max([ROOM[0], *(BESIDE + LETTER * len(name) for name in names)])
    scale = max(NEAR, (abs(base.x - target.x) + 2 * beside) / wide, (abs(base.y - target.y) + 2 * ROOM[1]) / high)
    left, top = (base.x + target.x - wide * scale) / 2, (base.y + target.y - high * scale) / 2
    left = min(max(left, 0), max(west.width - wide * scale, 0))
    top = min(max(top, 0), max(west.height - high * scale, 0))
    return f"{left:.0f} {top:.0f} {wide * scale:.0f} {high * scale:.0f}"


def window(west: EuropeMap, places: list[MapPoint]) -> str:
    """Return the part of the map that fits on the mat, with these places in its middle."""
    width, height = WINDOW
    if not places:
        return f"0 0 {width} {height}"
    middle = (sum(place.x for place in places) / len(places), sum(place.y for place in places) / len(places))
    left = min(max(middle[0] - width / 2, 0), west.width - width)
    top = min(max(middle[1] - height / 2, 0), west.height - height)
    return f"{left:.0f} {top:.0f} {width} {height}"
