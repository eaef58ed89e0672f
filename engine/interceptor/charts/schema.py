"""The typed charts of Interceptor Ace, as the files of a pack have them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.interceptor.charts.career import CareerTables, Month
from engine.interceptor.state import MONTHS
from engine.kernel.packs.schema import (
    ByRoll,
    ChartError,
    ChartRow,
    ChartTable,
    Dice,
    Name,
    PackWords,
    Prose,
    Rolled,
    RollTable,
    Text,
)

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


class Sources(ChartTable, frozen=True):
    """Sources of facts from outside the rulebook: `source JP1` in a provenance is the entry JP1 here."""

    rows: dict[str, Prose]


class RaidCalendar(ChartTable, frozen=True):
    """Raids in each month. [4.3.3]"""

    raids: dict[Month, Annotated[int, msgspec.Meta(ge=1, le=31)]]

    def __post_init__(self) -> None:
        for month in MONTHS:
            if month not in self.raids:
                raise ChartError(("raids",), "every month from 1943-03 to 1944-02", f"no {month}")


class StartingUnitRow(ChartRow, frozen=True):
    """A line of the list of starting units. [4.1]"""

    unit: Name
    aircraft: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
    base: Name
    zone: Name
    start: Month
    optional: bool = False


class StartingUnitTable(ChartTable, frozen=True):
    """The list of starting units by line. [4.1]"""

    dice: Dice
    rows: dict[int, StartingUnitRow]


class BaseZones(ChartTable, frozen=True):
    """Base zones and their airfields. [4.6.2]"""

    rows: dict[Name, tuple[Name, ...]]


class RaidTargetRow(ChartRow, frozen=True):
    """A raid: its target, and the zone in brackets behind it."""

    target: Name
    zone: Name


class RaidMonth(Rolled, frozen=True):
    """A month of the Raid Chart."""

    rows: ByRoll[RaidTargetRow]


class RaidChart(ChartTable, frozen=True):
    """[A1] Raid Chart. [6.1]"""

    months: dict[Month, RaidMonth]


class Sky(ChartRow, frozen=True):
    """Weather at the landing field, and what it adds to the landing roll."""

    weather: Literal["good", "poor", "bad"]
    landing: Count


class Contact(ChartRow, frozen=True):
    """A result of the Interception Chart."""

    result: Literal["bombers", "fighters", "nothing", "event"]
    orientation: Literal["head_on", "advantaged", "disadvantaged", "out_of_the_sun"] | None = None
    enemy: str | None = None


class BomberShare(ChartRow, frozen=True):
    """A month's bombers: types by roll, whether YB-40s fly, and the highest roll at which a B-17 is a G."""

    rows: ByRoll[str]
    yb40: bool = False
    b17g: Count = 0


class BomberTypes(ChartTable, frozen=True):
    """[A3] Aircraft Target Chart, bombers. [7.1.2]"""

    dice: Dice
    yb40_dice: Dice
    yb40_on: Count
    months: dict[Month, BomberShare]


class EscortCell(ChartRow, frozen=True):
    """Escorts of a month and zone by roll."""

    rows: ByRoll[str]


class Escorts(ChartTable, frozen=True):
    """[A3] Aircraft Target Chart, escorts. [7.1.2]"""

    dice: Dice
    months: dict[Month, dict[Name, EscortCell]]


class EnduranceTrack(ChartRow, frozen=True):
    """A row of Endurance boxes: how many may be used, and in which a raid on each zone is met; none is greyed out."""

    boxes: Count
    entry: dict[Name, Count | None]


class EnduranceTable(ChartTable, frozen=True):
    """Endurance tracks by base zone and series. [4.6, 6.1]"""

    rows: dict[Name, dict[Series, EnduranceTrack]]


class BombsAndFlak(ChartTable, frozen=True):
    """Bombs aboard, and hits by flak since. [7.1.4, 7.1.5]"""

    bombs_until_box: Count
    flak_dice: Dice
    blast_on: tuple[Count, ...]
    blast_hits: Dice


class Defence(ChartRow, frozen=True):
    """The effect of a defensive text."""

    avoid: Annotated[int, msgspec.Meta(ge=0, le=9)] | Literal["all"] = 0
    improve: Annotated[int, msgspec.Meta(ge=-2, le=2)] = 0
    agile: int | None = None
    ends: bool = False
    title: PackWords | None = None


class Defences(ChartTable, frozen=True):
    """The defensive texts of the cards."""

    rows: dict[Name, Defence]


class CombatCardRow(ChartRow, frozen=True):
    """A Combat Card: hits by firepower column, jam, defensive fire, defensive text and wingman's text."""

    hits: tuple[Hits, ...]
    fire: Count
    defence: str
    wingman: Literal["busy", "spoil", "break"] | Annotated[int, msgspec.Meta(ge=1, le=40)] = "busy"
    jam: bool = False


class CombatCardTable(ChartTable, frozen=True):
    """The Combat Cards by number; a column holds from its firepower up to the next. [3.5.1, 7.1.6]"""

    columns: tuple[Count, ...]
    spoil_avoids: Count
    break_improves: Count
    rows: Annotated[dict[int, CombatCardRow], msgspec.Meta(min_length=1)]

    def __post_init__(self) -> None:
        for number, card in self.rows.items():
            if len(card.hits) != len(self.columns):
                raise ChartError(("rows", number, "hits"), f"{len(self.columns)} results", str(len(card.hits)))


class Burst(ChartRow, frozen=True):
    """A result of an extended burst."""

    extra: Count | Literal["DE"]
    ammo: Count
    jam: Literal["none", "one", "all", "before"] = "none"


class BomberDamage(Rolled, frozen=True):
    """[B3] Bomber and Group Damage, one column for each aim point."""

    wing: ByRoll[BomberHit]
    airframe: ByRoll[BomberHit]


class Packages(ChartTable, frozen=True):
    """[B3] What a group damage result does at each aim point. [7.1.3]"""

    port_wing: tuple[PackagedHit, ...]
    starboard_wing: tuple[PackagedHit, ...]
    airframe: tuple[PackagedHit, ...]


class FighterDamage(ChartTable, frozen=True):
    """[B6] Fighter Damage Chart, read tens and ones. [3.6, 7.4.1]"""

    rows: dict[int, FighterHit]

    def __post_init__(self) -> None:
        wanted = {10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)}
        for roll in sorted(wanted ^ set(self.rows)):
            raise ChartError(("rows",), "each roll from 11 to 66 once", f"{'no ' if roll in wanted else ''}{roll}")


class Fire(RollTable[Literal["leak", "fire", "explosion"]], frozen=True):
    """[B4] A fuel tank is hit. [7.4]"""


class BombBay(ChartTable, frozen=True):
    """[B4] A bomb bay is hit. [7.1.4, 7.4]"""

    dice: Dice
    explodes_from: Count
    empty: Literal["airframe", "nothing"]


class Losses(ChartTable, frozen=True):
    """[B4] What engine damage takes from the speed. [7.4.1]"""

    engine: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)]
    radial: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)]
    twin_out: int
    rockets_gone: int


class BomberType(ChartRow, frozen=True):
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


class Bombers(ChartTable, frozen=True):
    """[B10] Bomber Target Chart. [7.1.7, 7.4]"""

    rows: dict[Name, BomberType]


class Range(ChartRow, frozen=True):
    """Hits added at a range: by the attacker, by a bomber alone, by one in formation, on a Bf109."""

    attacker: int
    alone: int
    formation: int
    bf109: int = 0


class Ranges(ChartTable, frozen=True):
    """Range effects. [7.1.7]"""

    long: Range
    medium: Range
    close: Range


class FighterType(ChartRow, frozen=True):
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


class Fighters(ChartTable, frozen=True):
    """[B11] Fighter Target Chart."""

    rows: dict[Name, FighterType]


class QualityEffect(ChartRow, frozen=True):
    """The effect of an enemy pilot's quality."""

    hits: int = 0
    initiative: int = 0
    title: PackWords | None = None


class Quality(ChartTable, frozen=True):
    """Variable quality of enemy pilots. [10.4]"""

    dice: Dice
    until: Month
    early: ByRoll[str]
    late: ByRoll[str]
    effects: dict[Name, QualityEffect]

    def effect_of(self, name: str) -> QualityEffect:
        """Return what a quality is worth; without the option nobody has one that the charts need know. [10.4]"""
        return self.effects.get(name, QualityEffect())


class Initiative(ChartTable, frozen=True):
    """[B12] Initiative: positions by the difference of the totals, and the modifiers. [7.2.2.7]"""

    shifts: ByRoll[Count]
    agile: int
    boost: int
    awareness: int
    ace: int


class Escapes(ChartTable, frozen=True):
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


class Position(ChartRow, frozen=True):
    """A location of the Position Chart: neighbours, opposite, and modifiers to the bomber's and the fighter's hits."""

    name: str
    adjacent: tuple[Count, ...]
    opposite: Count
    low: tuple[int, int]
    level: tuple[int, int]
    high: tuple[int, int]
    front: bool = False


class Vertical(ChartRow, frozen=True):
    """A vertical climb or dive: its modifiers, and what a group damage result does."""

    modifiers: tuple[int, int]
    package: tuple[PackagedHit, ...]


class Positions(ChartTable, frozen=True):
    """[P1] Position Chart. [10.5]"""

    dice: Dice
    altitude: ByRoll[Literal["low", "level", "high"]]
    rows: dict[int, Position]
    climb: Vertical
    dive: Vertical


class CrewHit(Rolled, frozen=True):
    """[B4] Who is hit. [7.1.8, 7.4.7]"""

    rows: ByRoll[Literal["pilot", "copilot", "gunner", "nobody"]]


class Severity(RollTable[Wound], frozen=True):
    """Severity of a wound. [10.7]"""


class LandingChart(Rolled, frozen=True):
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


class EventValues(ChartTable, frozen=True):
    """The figures of Random Events. [C1]"""

    bounced_by: str
    straggler: str
    straggler_hits: Dice
    mine_shells: Count


class AceAbilities(ChartTable, frozen=True):
    """The figures of the special abilities of ace cards. [10.2.2]"""

    head_on_master: int
    practised_jumper: int


class HomeCheck(ChartTable, frozen=True):
    """A damaged enemy on his way home. [7.4.3]"""

    dice: Dice
    base: Count
    engine_out: Count
    one_short: Count
    credit_dice: Dice
    credit: Count


class Manoeuvre(ChartRow, frozen=True):
    """A manoeuvre that may be flown instead of drawing a card."""

    avoid: Annotated[int, msgspec.Meta(ge=0, le=9)] | Literal["all"] = 0
    improve: int = 0
    agile: int | None = None
    ends: bool = False
    cost: Count = 0


class Manoeuvres(ChartTable, frozen=True):
    """Standard manoeuvres, free to all, and advanced ones in the order in which they are learned. [7.2.2.2, 10.6]"""

    standard: dict[str, Manoeuvre]
    advanced: dict[str, Manoeuvre]


class Cooperation(ChartTable, frozen=True):
    """Helping a comrade in fighter combat. [10.1.1]"""

    improves: Count
    dice: Dice
    drawn_in: Count


class WeaponKind(ChartRow, frozen=True):
    """A gun: whether it can jam. [7.1.6]"""

    calibre: Text
    jams: bool = True


class Weapons(ChartTable, frozen=True):
    """The guns of the mats."""

    rows: dict[Name, WeaponKind]


class WeaponRow(ChartRow, frozen=True):
    """A forward weapon on a mat: guns, firepower and ammunition points; none means no limit. [4.5]"""

    weapon: str
    guns: Count
    fp: Count
    ammo: Count | None = None


class Model(ChartRow, frozen=True):
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


class SeriesFrame(ChartRow, frozen=True):
    """Common values of all mats of a series: hits that destroy each part, engines, agility."""

    port_wing: Count
    starboard_wing: Count
    airframe: Count
    controls: Count
    engine: Count
    engines: Literal[1, 2] = 1
    armour: Count = 0
    agile: bool = False
    gunner: bool = False


class Mats(ChartTable, frozen=True):
    """The thirty mats. [3.1, 9.1]"""

    series: dict[Series, SeriesFrame]
    rows: dict[Name, Model]


class Tables(CareerTables, frozen=True, kw_only=True):
    """All tables of a pack."""

    sources: Sources
    calendar: RaidCalendar
    units: StartingUnitTable
    base_zones: BaseZones
    raids: RaidChart
    weather: RollTable[Sky]
    interception: RollTable[Contact]
    bomber_types: BomberTypes
    escorts: Escorts
    tracks: EnduranceTable
    bombs_and_flak: BombsAndFlak
    defences: Defences
    cards: CombatCardTable
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
    landing: LandingChart
    parachute: Parachute
    event_values: EventValues
    ace_abilities: AceAbilities
    home_check: HomeCheck
    manoeuvres: Manoeuvres
    cooperation: Cooperation
    weapons: Weapons
    mats: Mats
