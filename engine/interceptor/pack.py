"""The chart pack of Interceptor Ace: every chart, mat and card as a typed table, and the lookups that play reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from engine.kernel.packs import (
    ByRoll,
    Dice,
    Misfit,
    Name,
    Pack,
    Prose,
    Report,
    Rolled,
    RollTable,
    Row,
    Said,
    Table,
    Text,
    dice_range,
    load_pack,
    pack_names,
    read_pack,
)

from .pack_career import CareerCharts, CareerTables, Month, check_career
from .pack_names import check_names
from .state import MONTHS

PACKS = Path(__file__).resolve().parents[2] / "fixtures" / "packs" / "interceptor-ace"

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Series = Name
Wound = Literal["LW", "SW", "KIA"]
Hits = Annotated[int, msgspec.Meta(ge=0, le=12)] | Literal["GP", "DE"]
BomberHit = Literal[
    "wing", "outboard", "inboard", "fuel", "controls", "airframe", "gunner", "cockpit", "bomb-bay", "nothing"
]
PackagedHit = Literal[
    "port-wing",
    "starboard-wing",
    "port-outboard",
    "port-inboard",
    "starboard-inboard",
    "starboard-outboard",
    "airframe",
    "controls",
    "gunner",
    "cockpit",
    "bomb-bay",
]
FighterHit = Literal[
    "crew",
    "port-wing",
    "starboard-wing",
    "airframe",
    "minor",
    "controls",
    "radio",
    "weapon-1",
    "weapon-2",
    "weapon-3",
    "port-engine",
    "starboard-engine",
    "oxygen",
    "rear-guns",
    "boost",
    "iff",
    "rockets",
    "fuel",
]


# The calendar and the raid -----------------------------------------------------------------------------------------


class Sources(Table, frozen=True):
    """Where facts from outside the rulebook were seen: `source JP1` in a provenance is the entry JP1 here."""

    rows: dict[str, Prose]


class Calendar(Table, frozen=True):
    """Raids in each month. [4.3.3]"""

    raids: dict[Month, Annotated[int, msgspec.Meta(ge=1, le=31)]]

    def __post_init__(self) -> None:
        for month in MONTHS:
            if month not in self.raids:
                raise Misfit(("raids",), "every month from 1943-03 to 1944-02", f"no {month}")


class Unit(Row, frozen=True):
    """A line of the list of starting units. [4.1]"""

    unit: Name
    aircraft: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
    base: Name
    zone: Name
    start: Month
    optional: bool = False


class Units(Table, frozen=True):
    """The list of starting units by line. [4.1]"""

    dice: Dice
    rows: dict[int, Unit]


class BaseZones(Table, frozen=True):
    """Base zones and their airfields. [4.6.2]"""

    rows: dict[Name, tuple[Name, ...]]


class Target(Row, frozen=True):
    """A raid: its target and the zone that stands in brackets behind it."""

    target: Name
    zone: Name


class RaidColumn(Rolled, frozen=True):
    """A month of the Raid Chart."""

    rows: ByRoll[Target]


class Raids(Table, frozen=True):
    """[A1] Raid Chart. [6.1]"""

    months: dict[Month, RaidColumn]


class Sky(Row, frozen=True):
    """Weather at the landing field, and what it adds to the landing roll."""

    weather: Literal["good", "poor", "bad"]
    landing: Count


class Contact(Row, frozen=True):
    """A result of the Interception Chart."""

    result: Literal["bombers", "fighters", "nothing", "event"]
    orientation: Literal["head_on", "advantaged", "disadvantaged", "out_of_the_sun"] | None = None
    enemy: str | None = None


class BomberShare(Row, frozen=True):
    """A month's bombers: types by roll, whether YB-40s fly, and the highest roll at which a B-17 is a G."""

    rows: ByRoll[str]
    yb40: bool = False
    b17g: Count = 0


class BomberTypes(Table, frozen=True):
    """[A3] Aircraft Target Chart, bombers. [7.1.2]"""

    dice: Dice
    yb40_dice: Dice
    yb40_on: Count
    months: dict[Month, BomberShare]


class EscortCell(Row, frozen=True):
    """Escorts of a month and zone by roll."""

    rows: ByRoll[str]


class Escorts(Table, frozen=True):
    """[A3] Aircraft Target Chart, escorts. [7.1.2]"""

    dice: Dice
    months: dict[Month, dict[Name, EscortCell]]


class Track(Row, frozen=True):
    """A row of Endurance boxes: how many may be used, and in which a raid on each zone is met; none is greyed out."""

    boxes: Count
    entry: dict[Name, Count | None]


class Tracks(Table, frozen=True):
    """Endurance tracks by base zone and series. [4.6, 6.1]"""

    rows: dict[Name, dict[Series, Track]]


class BombsAndFlak(Table, frozen=True):
    """Where bombs are aboard, and what flak has done since. [7.1.4, 7.1.5]"""

    bombs_until_box: Count
    flak_dice: Dice
    blast_on: tuple[Count, ...]
    blast_hits: Dice


# Shooting ----------------------------------------------------------------------------------------------------------


class Defence(Row, frozen=True):
    """What a defensive text does."""

    avoid: Annotated[int, msgspec.Meta(ge=0, le=9)] | Literal["all"] = 0
    improve: Annotated[int, msgspec.Meta(ge=-2, le=2)] = 0
    agile: int | None = None
    ends: bool = False
    title: Said | None = None


class Defences(Table, frozen=True):
    """The defensive texts of the cards."""

    rows: dict[Name, Defence]


class Card(Row, frozen=True):
    """A Combat Card: hits by firepower column, jam, defensive fire, defensive text and wingman's text."""

    hits: tuple[Hits, ...]
    fire: Count
    defence: str
    wingman: Literal["busy", "spoil", "break"] | Annotated[int, msgspec.Meta(ge=1, le=40)] = "busy"
    jam: bool = False


class Cards(Table, frozen=True):
    """The Combat Cards by number; a column holds from its firepower up to the next. [3.5.1, 7.1.6]"""

    columns: tuple[Count, ...]
    spoil_avoids: Count
    break_improves: Count
    rows: Annotated[dict[int, Card], msgspec.Meta(min_length=1)]

    def __post_init__(self) -> None:
        for number, card in self.rows.items():
            if len(card.hits) != len(self.columns):
                raise Misfit(("rows", number, "hits"), f"{len(self.columns)} results", str(len(card.hits)))


class Burst(Row, frozen=True):
    """A result of an extended burst."""

    extra: Count | Literal["DE"]
    ammo: Count
    jam: Literal["none", "one", "all", "before"] = "none"


class BomberDamage(Rolled, frozen=True):
    """[B3] Bomber and Group Damage, one column for each aim point."""

    wing: ByRoll[BomberHit]
    airframe: ByRoll[BomberHit]


class Packages(Table, frozen=True):
    """[B3] What a group damage result does at each aim point. [7.1.3]"""

    port_wing: tuple[PackagedHit, ...]
    starboard_wing: tuple[PackagedHit, ...]
    airframe: tuple[PackagedHit, ...]


class FighterDamage(Table, frozen=True):
    """[B6] Fighter Damage Chart, read tens and ones. [3.6, 7.4.1]"""

    rows: dict[int, FighterHit]

    def __post_init__(self) -> None:
        wanted = {10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)}
        for roll in sorted(wanted ^ set(self.rows)):
            raise Misfit(("rows",), "each roll from 11 to 66 once", f"{'no ' if roll in wanted else ''}{roll}")


class Fire(RollTable[Literal["leak", "fire", "explosion"]], frozen=True):
    """[B4] A fuel tank is hit. [7.4]"""


class BombBay(Table, frozen=True):
    """[B4] A bomb bay is hit. [7.1.4, 7.4]"""

    dice: Dice
    explodes_from: Count
    empty: Literal["airframe", "nothing"]


class Losses(Table, frozen=True):
    """[B4] What engine damage takes from the speed. [7.4.1]"""

    engine: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)]
    radial: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)]
    twin_out: int
    rockets_gone: int


class BomberType(Row, frozen=True):
    """A column of the Bomber Target Chart: hits that destroy each part."""

    port_wing: Count
    starboard_wing: Count
    airframe: Count
    controls: Count
    engine: Count
    engines: Literal[4] = 4
    formation: bool = False
    extra: Count = 0
    front: Count = 0
    bombs: bool = True


class Bombers(Table, frozen=True):
    """[B10] Bomber Target Chart. [7.1.7, 7.4]"""

    rows: dict[Name, BomberType]


class Range(Row, frozen=True):
    """What a reach adds to the hits: by the attacker, by a bomber alone, by one in formation, on a Bf109."""

    attacker: int
    alone: int
    formation: int
    bf109: int = 0


class Ranges(Table, frozen=True):
    """Range effects. [7.1.7]"""

    long: Range
    medium: Range
    close: Range


class FighterType(Row, frozen=True):
    """A column of the Fighter Target Chart."""

    speed: Count
    weapons: tuple[Count, ...]
    port_wing: Count
    starboard_wing: Count
    airframe: Count
    controls: Count
    engine: Count
    engines: Literal[1, 2] = 1
    agile: bool = False
    radial: bool = False


class Fighters(Table, frozen=True):
    """[B11] Fighter Target Chart."""

    rows: dict[Name, FighterType]


class QualityEffect(Row, frozen=True):
    """What an enemy pilot's quality is worth."""

    hits: int = 0
    initiative: int = 0
    title: Said | None = None


class Quality(Table, frozen=True):
    """Variable quality of enemy pilots. [10.4]"""

    dice: Dice
    until: Month
    early: ByRoll[str]
    late: ByRoll[str]
    effects: dict[Name, QualityEffect]

    def effect_of(self, name: str) -> QualityEffect:
        """Return what a quality is worth; without the option nobody has one that the charts need know. [10.4]"""
        return self.effects.get(name, QualityEffect())


class Initiative(Table, frozen=True):
    """[B12] Initiative: positions by the difference of the totals, and the modifiers. [7.2.2.7]"""

    shifts: ByRoll[Count]
    agile: int
    boost: int
    awareness: int
    ace: int


class Escapes(Table, frozen=True):
    """The highest die that succeeds. [7.1.10, 7.3]"""

    slip_away: Count
    disengage: Count


class WingmanAttack(Rolled, frozen=True):
    """[W1] Wingman Attack on Bomber. [7.2.3.1]"""

    rows: ByRoll[Count | Literal["destroyed", "damaged", "lost"]]


class Rockets(Rolled, frozen=True):
    """Hits of a salvo of Wfr.Gr.21, and what four rockets take from the roll. [7.1.14]"""

    rows: ByRoll[Count]
    salvo_of_four: int


class Position(Row, frozen=True):
    """A location of the Position Chart: neighbours, opposite, and modifiers to the bomber's and the fighter's hits."""

    name: str
    adjacent: tuple[Count, ...]
    opposite: Count
    low: tuple[int, int]
    level: tuple[int, int]
    high: tuple[int, int]
    front: bool = False


class Vertical(Row, frozen=True):
    """A vertical climb or dive: its modifiers, and what a group damage result does."""

    modifiers: tuple[int, int]
    package: tuple[PackagedHit, ...]


class Positions(Table, frozen=True):
    """[P1] Position Chart. [10.5]"""

    dice: Dice
    altitude: ByRoll[Literal["low", "level", "high"]]
    rows: dict[int, Position]
    climb: Vertical
    dive: Vertical


# Getting home, and what comes of it --------------------------------------------------------------------------------


class CrewHit(Rolled, frozen=True):
    """[B4] Who is hit. [7.1.8, 7.4.7]"""

    rows: ByRoll[Literal["pilot", "copilot", "gunner", "nobody"]]


class Severity(RollTable[Wound], frozen=True):
    """How badly. [10.7]"""


class Landing(Rolled, frozen=True):
    """[B7] Landing. [7.4.4, 7.4.6]"""

    rows: ByRoll[Literal["safe", "rough", "crash", "killed"]]
    engine_damaged: int
    engine_out: int
    controls: int
    wound: int
    forced: int
    skill: int


class Parachute(Rolled, frozen=True):
    """[B8] Parachute. [7.6]"""

    rows: ByRoll[Literal["safe", "injured", "killed"]]
    skill: int
    wound: int


class EventValues(Table, frozen=True):
    """The figures of Random Events. [C1]"""

    bounced_by: str
    straggler: str
    straggler_hits: Dice
    mine_shells: Count


class AceAbilities(Table, frozen=True):
    """The figures of the special abilities of ace cards. [10.2.2]"""

    head_on_master: int
    practised_jumper: int


class HomeCheck(Table, frozen=True):
    """A damaged enemy on his way home. [7.4.3]"""

    dice: Dice
    base: Count
    engine_out: Count
    one_short: Count
    credit_dice: Dice
    credit: Count


class Manoeuvre(Row, frozen=True):
    """A manoeuvre that may be flown instead of drawing a card."""

    avoid: Annotated[int, msgspec.Meta(ge=0, le=9)] | Literal["all"] = 0
    improve: int = 0
    agile: int | None = None
    ends: bool = False
    cost: Count = 0


class Manoeuvres(Table, frozen=True):
    """Standard manoeuvres, free to all, and advanced ones in the order in which they are learned. [7.2.2.2, 10.6]"""

    standard: dict[str, Manoeuvre]
    advanced: dict[str, Manoeuvre]


class Cooperation(Table, frozen=True):
    """Helping a comrade in fighter combat. [10.1.1]"""

    improves: Count
    dice: Dice
    drawn_in: Count


# The mats ----------------------------------------------------------------------------------------------------------


class WeaponKind(Row, frozen=True):
    """A gun: whether it can jam. [7.1.6]"""

    calibre: Text
    jams: bool = True


class Weapons(Table, frozen=True):
    """The guns of the mats."""

    rows: dict[Name, WeaponKind]


class WeaponRow(Row, frozen=True):
    """A forward weapon on a mat: guns, firepower and ammunition points; none means no limit. [4.5]"""

    weapon: str
    guns: Count
    fp: Count
    ammo: Count | None = None


class Model(Row, frozen=True):
    """An Aircraft Display Mat. [3.1, 4.4]"""

    series: Series
    speed: Count
    weapons: tuple[WeaponRow, ...]
    level: Count
    start: Month
    boost: Text | None = None
    rockets: Count = 0
    rear_gun: Text | None = None
    limited: bool = False


class Frame(Row, frozen=True):
    """What all mats of a series have in common: hits that destroy each part, engines, agility."""

    port_wing: Count
    starboard_wing: Count
    airframe: Count
    controls: Count
    engine: Count
    engines: Literal[1, 2] = 1
    armour: Count = 0
    agile: bool = False
    gunner: bool = False


class Mats(Table, frozen=True):
    """The thirty mats. [3.1, 9.1]"""

    series: dict[Series, Frame]
    rows: dict[Name, Model]


class Tables(CareerTables, frozen=True, kw_only=True):
    """All tables of a pack."""

    sources: Sources
    calendar: Calendar
    units: Units
    base_zones: BaseZones
    raids: Raids
    weather: RollTable[Sky]
    interception: RollTable[Contact]
    bomber_types: BomberTypes
    escorts: Escorts
    tracks: Tracks
    bombs_and_flak: BombsAndFlak
    defences: Defences
    cards: Cards
    extended_burst: RollTable[Burst]
    bomber_damage: BomberDamage
    packages: Packages
    fighter_damage: FighterDamage
    fuel_tank: Fire
    bomb_bay: BombBay
    engine_losses: Losses
    bombers: Bombers
    ranges: Ranges
    fighters: Fighters
    quality: Quality
    initiative: Initiative
    escapes: Escapes
    wingman_attack: WingmanAttack
    rockets: Rockets
    positions: Positions
    bomber_crew: CrewHit
    fighter_crew: CrewHit
    severity: Severity
    landing: Landing
    parachute: Parachute
    event_values: EventValues
    ace_abilities: AceAbilities
    home_check: HomeCheck
    manoeuvres: Manoeuvres
    cooperation: Cooperation
    weapons: Weapons
    mats: Mats


DICE = {
    "units": "d20",
    "weather": "2d6",
    "interception": "2d6",
    "extended_burst": "2d6",
    "rockets": "2d6",
    "fuel_tank": "2d6",
    "severity": "d6",
    "quality": "d6",
    "positions": "d10",
    "landing": "2d6",
    "home_check": "d10",
    "cooperation": "d6",
    "random_events": "2d6",
    "serious_wound": "2d6",
}
"""Dice that the rules name: a pack has them too. Any other chart is rolled on with the dice that it gives itself."""


# What must fit together --------------------------------------------------------------------------------------------


def check(tables: Tables, report: Report) -> None:
    """Report every name that one table uses and another does not have."""
    models, zones, targets = tables.mats.rows, tables.base_zones.rows, _target_zones(tables)
    for line, unit in tables.units.rows.items():
        _known(report, ("units", "rows", line, "zone"), unit.zone, zones, "a base zone")
        for place, model in enumerate(unit.aircraft):
            _known(report, ("units", "rows", line, "aircraft", place), model, models, "a mat")
    for zone in zones:
        _known(report, ("tracks", "rows"), zone, tables.tracks.rows, "a track for every base zone", zone)
    for base, by_series in tables.tracks.rows.items():
        for series in tables.mats.series:
            if series not in by_series:
                report(("tracks", "rows", base), "a row for every series", f"no {series}")
                continue
            for target in targets:
                if target not in by_series[series].entry:
                    report(("tracks", "rows", base, series, "entry"), "a box for every target zone", f"no {target}")
    for month in MONTHS:
        _check_month(tables, report, month, targets)
    _check_dice(tables, report)
    for number, card in tables.cards.rows.items():
        _known(report, ("cards", "rows", number, "defence"), card.defence, tables.defences.rows, "a defensive text")
    for name, mat in models.items():
        _known(report, ("mats", "rows", name, "series"), mat.series, tables.mats.series, "a series")
        for place, row in enumerate(mat.weapons):
            _known(report, ("mats", "rows", name, "weapons", place, "weapon"), row.weapon, tables.weapons.rows, "a gun")
    check_career(tables, models, report)
    check_names(tables, report)
    _check_met(tables, report)
    for name, ace in tables.aces.rows.items():
        _known(report, ("aces", "rows", name, "unit"), ace.unit, tables.units.rows, "a line of the units")
    for roll in range(2, 13):
        contact = tables.interception[roll]
        if contact.enemy is not None:
            _known(report, ("interception", "rows"), contact.enemy, tables.fighters.rows, "a fighter")
        if (contact.result in ("fighters", "event")) != (contact.enemy is not None):
            report(("interception", "rows"), "an enemy where fighters are met, and nowhere else", str(contact.enemy))
        if contact.result != "nothing" and contact.orientation is None:
            report(("interception", "rows"), "an orientation where anybody is met", f"none on {roll}")


def _check_met(tables: Tables, report: Report) -> None:
    """Report aircraft that an event or a share of the bombers sends up and no table describes."""
    for field, known, what in (
        ("bounced_by", tables.fighters.rows, "a fighter"),
        ("straggler", tables.bombers.rows, "a bomber"),
    ):
        _known(report, ("event_values", field), getattr(tables.event_values, field), known, what)
    flown = {kind for share in tables.bomber_types.months.values() for _, kind in share.rows.rows}
    for name in ("B-17", "YB-40", "B-17G") if "B-17" in flown else ():
        _known(
            report,
            ("bombers", "rows"),
            name,
            tables.bombers.rows,
            "B-17, YB-40 and B-17G where B-17s fly",
            f"no {name}",
        )
    for line in range(1, dice_range(tables.units.dice)[1] + 1):
        _known(report, ("units", "rows"), line, tables.units.rows, "a unit for every roll of d20", f"none for {line}")
    for month, by_series in tables.replacement.months.items():
        for series in tables.mats.series:
            _known(
                report, ("replacement", "months", month), series, by_series, "a row for every series", f"no {series}"
            )


def _check_dice(tables: Tables, report: Report) -> None:
    """Report dice that the rules do not throw, and results that are missing where modifiers or differences lead."""
    named = {(name, "dice"): dice for name, dice in DICE.items()}
    named |= {("bomber_types", "yb40_dice"): "2d6", ("home_check", "credit_dice"): "d6"}
    for (name, field), dice in named.items():
        got = getattr(getattr(tables, name), field)
        if got != dice:
            report((name, field), dice, got)
    least, most = dice_range(tables.wingman_attack.dice)
    reached = {"landing": (-9, 40), "parachute": (-9, 40), "rockets": (1, 12), "wingman_attack": (least - 2, most)}
    for name, (low, high) in reached.items():
        if not getattr(tables, name).rows.covers(low, high):
            report((name, "rows"), "ends that are open, such as 11- or 16+, for what is added to the dice", "")
    if not tables.initiative.shifts.covers(0, 40):
        report(("initiative", "shifts"), "a row for every difference from 0, the last one open", "")
    for name, column in (("early", tables.quality.early), ("late", tables.quality.late)):
        if not column.covers(1, 6):
            report(("quality", name), "a row for every roll of d6", "")
    if not tables.positions.altitude.covers(1, 6):
        report(("positions", "altitude"), "a row for every roll of d6", "")


def _check_month(tables: Tables, report: Report, month: str, targets: tuple[str, ...]) -> None:
    """Report what a month lacks on the charts that have a column for each month."""
    if month not in tables.raids.months:
        report(("raids", "months"), "every month", f"no {month}")
    if month not in tables.bomber_types.months:
        report(("bomber_types", "months"), "every month", f"no {month}")
    else:
        low, high = dice_range(tables.bomber_types.dice)
        share = tables.bomber_types.months[month]
        if not share.rows.covers(low, high):
            report(("bomber_types", "months", month, "rows"), f"a row for every roll of {tables.bomber_types.dice}", "")
        for _, kind in share.rows.rows:
            _known(report, ("bomber_types", "months", month, "rows"), kind, tables.bombers.rows, "a bomber")
    low, high = dice_range(tables.escorts.dice)
    for zone in targets:
        cell = tables.escorts.months.get(month, {}).get(zone)
        if cell is None:
            report(("escorts", "months"), "every month and target zone", f"no {zone} in {month}")
            continue
        if not cell.rows.covers(low, high):
            report(("escorts", "months", month, zone), f"a row for every roll of {tables.escorts.dice}", "")
        for _, kind in cell.rows.rows:
            if kind != "none":
                _known(report, ("escorts", "months", month, zone), kind, tables.fighters.rows, "a fighter")


def _known(report: Report, place: tuple[str | int, ...], name: object, known: object, what: str, got: str = "") -> None:
    if name not in known:  # type: ignore[operator]
        report(place, what, got or str(name))


def _target_zones(tables: Tables) -> tuple[str, ...]:
    zones: dict[str, None] = {}
    for column in tables.raids.months.values():
        for _, target in column.rows.rows:
            zones[target.zone] = None
    return tuple(zones)


# What play reads ---------------------------------------------------------------------------------------------------


class Guns(msgspec.Struct, frozen=True, gc=False):
    """A forward weapon row as play reads it."""

    weapon: str
    fp: int
    ammo: int
    jams: bool


class Line(msgspec.Struct, frozen=True):
    """A line of the starting units as play reads it. [4.1]"""

    unit: str
    base: str
    zone: str
    start: int
    aircraft: tuple[str, ...]
    optional: bool


class Mat(msgspec.Struct, frozen=True):
    """A mat with its series' frame, in one piece."""

    name: str
    series: str
    speed: int
    guns: tuple[Guns, ...]
    boost: str
    rockets: int
    rear_gun: bool
    gunner: bool
    level: int
    start: int
    limited: bool
    port_wing: int
    starboard_wing: int
    airframe: int
    controls: int
    engine: int
    engines: int
    armour: int
    agile: bool
    bf109: bool
    losses: tuple[int, ...]
    fp: int
    """Firepower of all forward weapons. [7.1.6]"""


class Foe(msgspec.Struct, frozen=True):
    """An Allied fighter as play reads it."""

    name: str
    speed: int
    guns: tuple[int, ...]
    port_wing: int
    starboard_wing: int
    airframe: int
    controls: int
    engine: int
    engines: int
    armour: int
    agile: bool
    losses: tuple[int, ...]


class Face(msgspec.Struct, frozen=True):
    """A Combat Card as play reads it; an avoidance of 99 is all damage."""

    number: int
    hits: tuple[int, ...]
    """By firepower from 0 to the last column; GROUP and DESTROYED stand for GP and DE."""
    fire: int
    jam: bool
    defence: str
    avoid: int
    improve: int
    agile: int
    ends: bool
    wingman_fp: int
    wingman_avoid: int
    wingman_improve: int


ON_A_FIGHTER = {
    "airframe": "airframe",
    "controls": "controls",
    "port-wing": "port-wing",
    "starboard-wing": "starboard-wing",
    "port-outboard": "port-engine",
    "port-inboard": "port-engine",
    "starboard-inboard": "starboard-engine",
    "starboard-outboard": "starboard-engine",
}
"""What parts of a group damage package are on a fighter: no gunner, cockpit or bomb bay of it is hit. [7.4.1]"""

GROUP, DESTROYED = 100, 101
ALL_DAMAGE = 99


def _avoided(avoid: int | str) -> int:
    return ALL_DAMAGE if avoid == "all" else int(avoid)


class Charts:
    """A pack as play reads it: the typed tables, and lookups made once."""

    def __init__(self, pack: Pack[Tables]) -> None:
        tables = pack.tables
        self.name = pack.manifest.name
        self.hash = pack.hash
        self.pack = pack
        self.tables = tables
        self.target_zones = _target_zones(tables)
        self.series = tuple(tables.mats.series)
        self.career = CareerCharts(tables, self.series)
        self.models = {name: self._mat(name, model) for name, model in tables.mats.rows.items()}
        costs = self.career.costs
        self.prices = {
            flown: {
                name: costs.same_series if mat.series == flown else costs.other_series
                for name, mat in self.models.items()
            }
            for flown in self.series
        }
        self.commonest = {series: self._commonest(series) for series in self.series}
        self.units = {
            number: Line(row.unit, row.base, row.zone, MONTHS.index(row.start), row.aircraft, row.optional)
            for number, row in tables.units.rows.items()
        }
        self.series_at = {
            number: tuple(dict.fromkeys(self.models[model].series for model in line.aircraft))
            for number, line in self.units.items()
        }
        self.foes = {name: self._foe(name, fighter) for name, fighter in tables.fighters.rows.items()}
        self.top_fp = tables.cards.columns[-1]
        self.faces = {str(number): self._face(number, card) for number, card in tables.cards.rows.items()}
        self.card_ids = sorted(self.faces)
        ranges = tables.ranges
        self.ranges = (ranges.long, ranges.medium, ranges.close)
        self.packages = {
            "port-wing": tables.packages.port_wing,
            "starboard-wing": tables.packages.starboard_wing,
            "airframe": tables.packages.airframe,
        }
        on_airframe = tables.packages.airframe
        self.fighter_package = tuple(ON_A_FIGHTER[part] for part in on_airframe if part in ON_A_FIGHTER)
        self.raids = tuple(tables.raids.months[month] for month in MONTHS)
        self.bomber_shares = tuple(tables.bomber_types.months[month] for month in MONTHS)
        self.escorts = tuple(tables.escorts.months[month] for month in MONTHS)
        self.weather_landing: dict[str, int] = {row.weather: row.landing for _, row in tables.weather.rows.rows}
        self._lines = tuple(tables.calendar.raids[month] for month in MONTHS)

    def lines(self, month: int) -> int:
        """Raids of the month. [4.3.3]"""
        return self._lines[month]

    def _commonest(self, series: str) -> str:
        """The type of a series with the highest number on the Replacement Chart."""
        numbers: dict[str, int] = {}
        for column in self.career.replacements:
            numbers.update(column.get(series, ()))
        return max(numbers, key=lambda name: (numbers[name], -self.models[name].level), default="")

    def _mat(self, name: str, model: Model) -> Mat:
        frame, kinds = self.tables.mats.series[model.series], self.tables.weapons.rows
        losses = self.tables.engine_losses
        return Mat(
            name=name,
            series=model.series,
            speed=model.speed,
            guns=tuple(
                Guns(row.weapon, row.fp, -1 if row.ammo is None else row.ammo, kinds[row.weapon].jams)
                for row in model.weapons
            ),
            boost=model.boost or "",
            rockets=model.rockets,
            rear_gun=model.rear_gun is not None,
            gunner=frame.gunner,
            level=model.level,
            start=MONTHS.index(model.start),
            limited=model.limited,
            port_wing=frame.port_wing,
            starboard_wing=frame.starboard_wing,
            airframe=frame.airframe,
            controls=frame.controls,
            engine=frame.engine,
            engines=frame.engines,
            armour=frame.armour,
            agile=frame.agile,
            bf109=model.series == "Bf109",
            losses=losses.radial if frame.armour else losses.engine,
            fp=sum(row.fp for row in model.weapons),
        )

    def _foe(self, name: str, kind: FighterType) -> Foe:
        losses = self.tables.engine_losses
        return Foe(
            name=name,
            speed=kind.speed,
            guns=kind.weapons,
            port_wing=kind.port_wing,
            starboard_wing=kind.starboard_wing,
            airframe=kind.airframe,
            controls=kind.controls,
            engine=kind.engine,
            engines=kind.engines,
            armour=int(kind.radial),
            agile=kind.agile,
            losses=losses.radial if kind.radial else losses.engine,
        )

    def _face(self, number: int, card: Card) -> Face:
        columns, cards = self.tables.cards.columns, self.tables.cards
        hits = []
        for fp in range(self.top_fp + 1):
            column = max((place for place, least in enumerate(columns) if least <= fp), default=0)
            result = card.hits[column]
            hits.append(GROUP if result == "GP" else DESTROYED if result == "DE" else int(result))
        text = self.tables.defences.rows[card.defence]
        return Face(
            number=number,
            hits=tuple(hits),
            fire=card.fire,
            jam=card.jam,
            defence=card.defence,
            avoid=_avoided(text.avoid),
            improve=text.improve,
            agile=text.improve if text.agile is None else text.agile,
            ends=text.ends,
            wingman_fp=card.wingman if isinstance(card.wingman, int) else 0,
            wingman_avoid=cards.spoil_avoids if card.wingman == "spoil" else 0,
            wingman_improve=cards.break_improves if card.wingman == "break" else 0,
        )


_compiled: dict[str, Charts] = {}


def load(name: str = "standard", home: Path = PACKS) -> Charts:
    """The pack of that name, read once in a process and again when its files have changed."""
    return compiled(load_pack(home / name, Tables, check=check, home=home))


def read(texts: Mapping[str, str]) -> Charts:
    """The charts in the files of a player's own pack, which may extend one of the house."""
    house = pack_names(PACKS)
    return compiled(read_pack(texts, Tables, check=check, base=lambda name: load(name).pack if name in house else None))


def compiled(pack: Pack[Tables]) -> Charts:
    """The lookups of a pack, made once for each content."""
    charts = _compiled.get(pack.hash)
    if charts is None or charts.pack.manifest != pack.manifest:
        charts = _compiled[pack.hash] = Charts(pack)
    return charts
