"""The chart pack of Nightfighter: its tables as they stand in the files, checked against each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from engine.kernel.packs import ByRoll, Pack, Report, Rolled, Row, Table, load_pack

PACKS = Path(__file__).parents[2] / "fixtures" / "packs" / "nightfighter"

HexId = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$")]
ZoneLetter = Annotated[str, msgspec.Meta(pattern="^[A-Z]$")]
Month = Annotated[str, msgspec.Meta(pattern="^19[0-9]{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$")]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Speed = Annotated[str, msgspec.Meta(pattern=r"^[1-9]\*?$")]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
Phase = Literal["full", "half", "none"]
Visibility = Literal["poor", "moderate", "good"]
Cloud = Literal["cloudy", "none"]
Arc = Literal["narrow", "wide", "hemi"]
Band = Literal["P", "L", "S", "X"]
Jam = Literal["none", "light", "heavy"]
Pilot = Literal["green", "seasoned", "experte"]
Altitude = Literal["low", "medium", "high"]
Nation = Literal["UK", "US", "DE", "JP"]
Side = Literal["left", "centre", "right"]
Set = Literal["Monica", "Village Inn", "Boozer", "H2S", "Fishpond"]
Carried = Literal["Monica", "Village Inn", "Boozer", "H2S", "Fishpond", "tail warning"]
Turn = Annotated[int, msgspec.Meta(ge=1, le=60)]


# The map and the sky -----------------------------------------------------------------------------------------------


class Box(Row, frozen=True, kw_only=True):
    """A searchlight zone: its columns and its rows, first and last."""

    columns: tuple[int, int]
    rows: tuple[int, int]


class DropperEntry(Row, frozen=True, kw_only=True):
    """A hex where a flare dropper comes in, and the way its arrow points."""

    hex: HexId
    facing: Facing


class MapTable(Table, frozen=True, kw_only=True):
    """The map: its size, its zones and its marked hexes."""

    columns: int
    rows: int
    beacon: HexId
    box_neighbours: list[HexId]
    task_force_zone: ZoneLetter
    torpedo_columns: tuple[int, int]
    zones: dict[ZoneLetter, Box]
    flare_entries: list[DropperEntry]


class MoonTable(Rolled, frozen=True, kw_only=True):
    """The moon's phase by two dice, which Europe shifts from a month on."""

    rows: ByRoll[Phase]
    europe_from: Month
    europe_adds: int


class VisibilityTable(Rolled, frozen=True, kw_only=True):
    """The visibility by two dice, which the Pacific shifts."""

    rows: ByRoll[Visibility]
    pacific_adds: int


class CloudTable(Rolled, frozen=True, kw_only=True):
    """Cloud or none by a die."""

    rows: ByRoll[Cloud]


class SightTable(Table, frozen=True, kw_only=True):
    """How far an aircraft is seen: plain, lit, and against illuminated cloud; and the dice of a look round."""

    ranges: dict[str, tuple[int, int]]
    against_cloud: int
    dice: dict[str, int]
    moon_adds: int


# Searching and seeing ----------------------------------------------------------------------------------------------


class SearchlightTable(Table, frozen=True, kw_only=True):
    """The dice of a searchlight search, and those of flares."""

    dice: dict[str, int]
    moon_adds: int
    directed: int
    hand_off: int
    flare: int
    flare_adds: int


class FixedTallyTable(Table, frozen=True, kw_only=True):
    """The dice of a tally on a fixed target, and what changes their number."""

    dice: int
    least: int
    experte: int
    moon: int
    fixed_twice: int
    green: int
    astern: int


class MinimumRangeTable(Table, frozen=True, kw_only=True):
    """What makes an AI set's minimum range worse, and the margin of speed that does."""

    low_altitude: int
    other_heading: int
    turned: int
    overtaking: int
    overtaking_by: int


class JammingTable(Table, frozen=True, kw_only=True):
    """What jamming does to search radar and to AI radar."""

    heavy_value: int
    ai_dice: dict[Literal["light", "heavy"], int]
    experte_adds: int
    resistant_adds: int


class AltitudeTable(Table, frozen=True, kw_only=True):
    """How much of its range a band keeps near the ground, in halves, and how many dives an advantage holds."""

    low_range_halves: dict[Band, int]
    dives: int
    dive_adds: int


# Fighting ----------------------------------------------------------------------------------------------------------


class HitTable(Rolled, frozen=True, kw_only=True):
    """Hits by two dice and firepower."""

    rows: ByRoll[int]


class FirepowerTable(Table, frozen=True, kw_only=True):
    """What changes a fighter's firepower, and a gunner's."""

    experte: int
    green: int
    poor_position: int
    against_oblique: int
    village_inn: int
    collision: int
    collision_oblique: int
    deconfliction: int


class DestructionTable(Rolled, frozen=True, kw_only=True):
    """What the destroyer of an aircraft meets."""

    rows: ByRoll[Literal["avoidance", "flash", "follow-down", "nothing"]]
    follow_down_turns: int


class ScatterTable(Rolled, frozen=True, kw_only=True):
    """Where a fighter that avoids wreckage goes."""

    rows: ByRoll[Literal["collision", "front-right", "rear-right", "rear", "rear-left", "front-left"]]


class ResponseTable(Rolled, frozen=True, kw_only=True):
    """Whether a bomber responds, with and without a warning set."""

    normal: ByRoll[bool]
    warning: ByRoll[bool]
    alerted_adds: int


class ReactionTable(Rolled, frozen=True, kw_only=True):
    """How a bomber responds."""

    rows: ByRoll[Literal["corkscrew", "fire", "nothing"]]
    oblique: int
    experte: int
    not_attacking: int
    green: int
    lit: int


class CorkscrewTable(Rolled, frozen=True, kw_only=True):
    """To which side a bomber corkscrews, and the dice of a fighter that follows."""

    rows: ByRoll[Side]
    follow_blind: int
    follow_fixed: dict[Band, int]
    follow_experte: int


class AlertTable(Table, frozen=True, kw_only=True):
    """The speed of an alerted bomber by its printed one."""

    steps: dict[Speed, Speed]


class FlakTable(Table, frozen=True, kw_only=True):
    """The total of two dice that brings flak, and the dice of its damage."""

    trigger: int
    dice: int
    task_force_dice: int


class NavalTable(Table, frozen=True, kw_only=True):
    """A task force under attack: how torpedo bombers run in, how long flares burn, and what a torpedo scores."""

    torpedo_mp: int
    flare_turns: int
    points_lit: int
    points_dark: int


# Aircraft and radars -----------------------------------------------------------------------------------------------


class Aircraft(Row, frozen=True, kw_only=True):
    """What the data charts say of bombers and nightfighters alike."""

    type: str
    nation: Nation
    engines: Annotated[int, msgspec.Meta(ge=1, le=4)]
    mp: Speed
    low_mp: Speed | None = None
    high_mp: Speed | None = None
    defence: int | None = None
    damage: Annotated[int, msgspec.Meta(ge=1, le=8)]
    since: Month
    until: Month | None = None


class NightfighterRow(Aircraft, frozen=True, kw_only=True):
    """A line of the nightfighters' data chart."""

    firepower: int | None
    oblique: int | None = None
    kit: int | None = None
    least_mp: int = 2
    view: bool
    ai: str | None = None
    second_ai: str | None = None
    equipment: list[str] = []
    blind_astern: bool = False
    mp_with_ai: dict[str, Speed] = {}


class BomberRow(Aircraft, frozen=True, kw_only=True):
    """A line of the bombers' data chart."""

    counters: int = 6
    inert: bool = False


class AircraftTable(Table, frozen=True, kw_only=True):
    """The aircraft data charts."""

    nightfighters: list[NightfighterRow]
    bombers: list[BomberRow]


class SearchCounter(Row, frozen=True, kw_only=True):
    """A search counter: its value, whose echoes it hears and within which arc."""

    name: str
    value: Annotated[int, msgspec.Meta(ge=1, le=4)]
    gci: bool = False
    sweeps: int = 1
    jammable: bool = True
    hears: Literal["all", "warning-sets", "h2s", "ai-sets"] = "all"
    arc: Arc | None = None
    while_fixed: bool = False
    solo_value: int | None = None
    crowded: bool = True


class AiSet(Row, frozen=True, kw_only=True):
    """An AI radar set: range, arc, minimum range modifier, band and whether it resists jamming."""

    name: str
    range: int
    arc: Arc
    minimum: int
    band: Band
    resistant: bool = False
    heard_by_boozer: bool = False
    since: Month
    until: Month | None = None


class RadarTable(Table, frozen=True, kw_only=True):
    """Search counters and AI sets."""

    search: list[SearchCounter]
    ai: list[AiSet]


class Chit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry chit: three columns on each side, top to bottom."""

    red: tuple[int, int, int]
    yellow: tuple[int, int, int]


class ChitTable(Table, frozen=True, kw_only=True):
    """The cup of entry chits."""

    chits: list[Chit]


class UmpireTable(Table, frozen=True, kw_only=True):
    """How an umpire who is no person makes the choices that the rules leave open, by how kind he is."""

    delay: dict[Literal["helpful", "fair", "sly"], tuple[int, int, int]]
    sly_full_speed: int
    sly_sidestep: int
    decoy_rolls: int


# Scenarios ---------------------------------------------------------------------------------------------------------


class Force(Row, frozen=True, kw_only=True):
    """Attackers of one type; `set` is the AI radar of those that carry one."""

    type: str
    count: Annotated[int, msgspec.Meta(ge=1, le=60)]
    role: Literal["bomber", "torpedo", "flare", "intruder", "target"] = "bomber"
    ai: str | None = None
    equipment: list[Carried] = []
    unit: str = ""


class Flight(Row, frozen=True, kw_only=True):
    """Defenders of one type and their crews."""

    type: str
    count: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    pilot: Pilot = "seasoned"
    ai: str | None = None
    equipment: list[str] = []
    guidance: Literal["", "Y"] = ""


class Waves(Row, frozen=True, kw_only=True):
    """Bombers that come in on consecutive turns."""

    first: Turn = 1
    each: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3
    turns: Turn


class Entry(Row, frozen=True, kw_only=True):
    """The turns on which attackers come in: singly, in waves, and flare droppers."""

    singles: list[Turn] = []
    waves: Waves | None = None
    flares: list[Turn] = []


class SetUp(Row, frozen=True, kw_only=True):
    """Where the defenders set up: at the beacon, in rows, or in the radio beacon box; `y_rows` under Y guidance."""

    beacon: bool = False
    rows: tuple[int, int] | None = None
    box: bool = False
    facing: Facing | None = None
    y_rows: tuple[int, int] | None = None
    delay_to: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """The turn to which the player may put off his entry, 0 for none. [scenario 7]"""


class Lights(Row, frozen=True, kw_only=True):
    """The active searchlight zones."""

    zones: list[ZoneLetter] = []
    directed: bool = False


class Jamming(Row, frozen=True, kw_only=True):
    """Which radars are jammed, and how heavily."""

    search: Jam = "none"
    sets: list[str] = []
    """The search radars that are jammed; all of them when none is named. [24.5]"""
    ai: Jam = "none"
    bands: list[Band] = []
    searchlights: bool = False


class Electronics(Row, frozen=True, kw_only=True):
    """What all bombers carry, and how many fighters carry what (0 stands for all)."""

    bombers: list[Set] = []
    fighters: dict[Literal["Flensburg", "Naxos"], Annotated[int, msgspec.Meta(ge=0, le=9)]] = {}


Count = Annotated[int, msgspec.Meta(ge=0)]


class Aim(Row, frozen=True, kw_only=True):
    """What a level of victory asks for."""

    kills: Count = 0
    of: str = ""
    hits_on_one: Count = 0
    losses_at_most: Count | None = None
    points_at_most: Count | None = None


class Victory(Row, frozen=True, kw_only=True):
    """What wins, and what wins decisively."""

    win: Aim
    decisive: Aim | None = None


class SoloChanges(Row, frozen=True, kw_only=True):
    """What a scenario changes when it is played alone."""

    supported: bool = True
    attackers: list[Force] | None = None
    entry: Entry | None = None
    jamming: Jamming | None = None
    drops: list[str] = []
    y_ai: Jam = "none"
    h2s_waves: list[int] | None = None


class Changes(Row, frozen=True, kw_only=True):
    """A scenario, or what a variant changes in its parent: what is not given is inherited. [3.2]"""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-zA-Z-]{1,20}$")]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    date: Month | None = None
    place: str | None = None
    theatre: Literal["europe", "pacific"] | None = None
    difficulty: Literal["normal", "hard", "impossible"] | None = None
    chapters: Annotated[int, msgspec.Meta(ge=11, le=28)] | None = None
    skips: list[Annotated[int, msgspec.Meta(ge=4, le=8)]] | None = None
    attackers: list[Force] | None = None
    entry: Entry | None = None
    defenders: list[Flight] | None = None
    setup: SetUp | None = None
    search_radar: dict[str, Annotated[int, msgspec.Meta(ge=1, le=6)]] | None = None
    searchlights: Lights | None = None
    flare_zones: list[ZoneLetter] | None = None
    flak: bool | None = None
    moon: Literal["random", "full", "half", "none"] | None = None
    visibility: Literal["random", "poor", "moderate", "good"] | None = None
    cloud: Literal["random", "cloudy", "none"] | None = None
    altitude: Altitude | None = None
    advantage: bool | None = None
    contrails: bool | None = None
    deconfliction: bool | None = None
    jamming: Jamming | None = None
    electronics: Electronics | None = None
    music: Literal["none", "roll", "all"] | None = None
    experte_of_choice: bool | None = None
    turns: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    victory: Victory | None = None
    specials: list[str] | None = None
    balance: int = 0
    needs: str = ""
    solo: SoloChanges | None = None


class ScenarioRow(Changes, frozen=True, kw_only=True):
    """A scenario of the book with its variants."""

    variants: list[Changes] = []


class ScenarioTable(Table, frozen=True, kw_only=True):
    """The scenario book."""

    scenarios: list[ScenarioRow]


class OwnScenario(Table, frozen=True, kw_only=True):
    """A scenario of a player's own making."""

    scenario: Changes


# Solitaire ---------------------------------------------------------------------------------------------------------


class SoloTable(Table, frozen=True, kw_only=True):
    """The numbers of the solitaire rules; places are given as steps behind (-) or ahead (+) in a file to the right."""

    success: Die
    odd_columns: tuple[int, int, int]
    even_columns: tuple[int, int, int]
    phantom_real: dict[int, int]
    refine_success: int
    localise_success: int
    crowd_range: int
    crowd: int
    jam_removes: dict[Literal["light", "heavy"], int]
    serrate_reveals: int
    low: ByRoll[str]
    shift: ByRoll[str]
    moderate: dict[Die, ByRoll[str]]


# Campaigns ---------------------------------------------------------------------------------------------------------


class Week(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A week of the calendar: its Monday, the month that it counts to, and its moon."""

    monday: Month
    month: Month
    moon: Phase


class CalendarTable(Table, frozen=True, kw_only=True):
    """The fifty-two weeks."""

    weeks: list[Week]


class Medal(Row, frozen=True, kw_only=True):
    """A decoration and the points that it takes."""

    name: str
    points: int


class CampaignTable(Table, frozen=True, kw_only=True):
    """The pilot campaigns: how often he flies, what kills are worth, what ends it."""

    first_month: Month
    dice: dict[Phase, int]
    success: Die
    moon_up_from: Die
    lines: dict[str, tuple[str, str]]
    points: dict[int, int]
    medals: list[Medal]
    minor_medal: str
    points_to_win: int
    seasoned_from: int
    experte_from: int
    minor_from: int
    repair_weeks: int
    loss_weeks: int
    retraining_from: Month
    retraining_weeks: int
    casualty_share: int


class RecoveryTable(Rolled, frozen=True, kw_only=True):
    """How an aircraft comes home."""

    rows: ByRoll[Literal["safe", "repairable", "written-off"]]
    always_safe: int
    green: int
    green_softened: int
    experte: int
    each_hit: int
    poor_visibility: int
    good_visibility: int
    cloud_without_moon: int
    winter: int
    winter_months: list[str]


class InjuryTable(Rolled, frozen=True, kw_only=True):
    """What becomes of a crew whose aircraft is lost."""

    rows: ByRoll[Literal["unhurt", "wounded", "casualty", "grave"]]
    grave: ByRoll[Literal["wounded-and-casualty", "killed"]]
    shot_down: int
    low_altitude: int
    wounds_dice: int
    grave_wounds_dice: int


class RaidSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A normal raid: how many bombers and on which turns."""

    bombers: int
    turns: list[int]


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bomber types in per cent from a month on."""

    since: Month
    types: dict[str, int]


class JammingOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The die from which Freya is jammed, from a month on; 7 is never."""

    since: Month
    light_from: int
    heavy_from: int


class RaidTable(Table, frozen=True, kw_only=True):
    """What a card brings: radar, bombers and their countermeasures by date."""

    dunaja: dict[str, int]
    himmelbett: dict[str, int]
    normal: dict[str, RaidSize]
    massive: dict[str, int]
    low_suit: str
    low_ranks: list[str]
    not_low: list[str]
    mixes: list[Mix]
    jamming: list[JammingOdds]
    h2s_from: Month
    warning_from: Month
    warning_sets: dict[int, Set]


class StaffelTable(Table, frozen=True, kw_only=True):
    """The campaign of a Staffel: its crews and aircraft, its patrol boxes, what a month brings, what counts."""

    line: str
    strength: int
    crews: dict[int, int]
    """How many crews begin with so many kills."""
    early_machines: int
    late_machines: int
    radar_share: dict[Month, int]
    boxes: dict[str, str]
    moon_up_from: Die
    goes_on_from: int
    events: ByRoll[Literal["promoted", "flu", "fog", "fuel", "nothing", "radar", "controller", "aircraft", "ace"]]
    ace_kills: int
    day_from: Month
    aircraft_lost: int
    crew_lost: int
    empty_box: int
    decisive: int
    win: int
    draw: int


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of a pack."""

    map: MapTable
    moon: MoonTable
    visibility: VisibilityTable
    cloud: CloudTable
    sight: SightTable
    searchlights: SearchlightTable
    fixed_tally: FixedTallyTable
    minimum_range: MinimumRangeTable
    jamming: JammingTable
    altitude: AltitudeTable
    hits: HitTable
    firepower: FirepowerTable
    destruction: DestructionTable
    scatter: ScatterTable
    response: ResponseTable
    reaction: ReactionTable
    corkscrew: CorkscrewTable
    alert: AlertTable
    flak: FlakTable
    naval: NavalTable
    aircraft: AircraftTable
    radars: RadarTable
    chits: ChitTable
    umpire: UmpireTable
    scenarios: ScenarioTable
    solo: SoloTable
    calendar: CalendarTable
    campaign: CampaignTable
    recovery: RecoveryTable
    injury: InjuryTable
    raids: RaidTable
    staffel: StaffelTable


SPECIALS = ("untrained", "y-displacement", "poor-coordination", "identification", "v1", "gun-belt", "serrate-only-on-6")
"""The special rules of scenarios that the rules library knows by name."""

EQUIPMENT = ("Serrate", "Flensburg", "Naxos", "tail warning", "schräge Musik")
"""What a fighter may carry beside its AI radar."""


def check_tables(tables: Tables, report: Report) -> None:
    """Report each reference from one table to another that leads nowhere."""
    _check_aircraft(tables, report)
    for column, chit in enumerate(tables.chits.chits):
        for side in ("red", "yellow"):
            if any(not 1 <= number <= tables.map.columns for number in getattr(chit, side)):
                report(("chits", "chits", column, side), f"columns 1 to {tables.map.columns}", str(getattr(chit, side)))
    _check_campaign(tables, report)
    for place, scenario in enumerate(tables.scenarios.scenarios):
        check_scenario(tables, scenario, ("scenarios", "scenarios", place), report)
        for number, variant in enumerate(scenario.variants):
            check_scenario(tables, variant, ("scenarios", "scenarios", place, "variants", number), report)


def _check_campaign(tables: Tables, report: Report) -> None:
    """The campaign's aircraft are on the data charts, and each mix of bombers makes a hundred."""
    bombers = {row.type for row in tables.aircraft.bombers}
    fighters = {row.type for row in tables.aircraft.nightfighters}
    for place, mix in enumerate(tables.raids.mixes):
        for name in mix.types:
            if name not in bombers:
                report(("raids", "mixes", place, "types", name), "a bomber of the aircraft table", name)
        if sum(mix.types.values()) != 100:
            report(("raids", "mixes", place, "types"), "100 per cent in all", str(sum(mix.types.values())))
    for line, types in tables.campaign.lines.items():
        for name in types:
            if name not in fighters:
                report(("campaign", "lines", line), "nightfighters of the aircraft table", name)


def _check_aircraft(tables: Tables, report: Report) -> None:
    """Each AI set that an aircraft carries is in the list of sets."""
    sets = {row.name for row in tables.radars.ai}
    for place, row in enumerate(tables.aircraft.nightfighters):
        for field in ("ai", "second_ai"):
            name = getattr(row, field)
            if name is not None and name not in sets:
                report(("aircraft", "nightfighters", place, field), "an AI set of the radars table", name)


def check_scenario(tables: Tables, scenario: Changes, place: tuple[str | int, ...], report: Report) -> None:
    """Each type, radar, zone and special rule that a scenario names is known."""
    bombers = {row.type for row in tables.aircraft.bombers}
    fighters = {row.type for row in tables.aircraft.nightfighters}
    sets = {row.name for row in tables.radars.ai}
    searches = {row.name for row in tables.radars.search}

    def wanted(name: str | None, known: set[str] | tuple[str, ...], what: str, *where: str | int) -> None:
        if name is not None and name not in known:
            report((*place, *where), what, name)

    alone = scenario.solo.attackers if scenario.solo is not None else None
    for where, forces in ((("attackers",), scenario.attackers), (("solo", "attackers"), alone)):
        for number, force in enumerate(forces or ()):
            known = fighters if force.role in ("intruder", "target") else bombers
            wanted(force.type, known, "a type of the aircraft table", *where, number, "type")
            wanted(force.ai, sets, "an AI set of the radars table", *where, number, "ai")
    for number, flight in enumerate(scenario.defenders or ()):
        wanted(flight.type, fighters, "a nightfighter of the aircraft table", "defenders", number, "type")
        wanted(flight.ai, sets, "an AI set of the radars table", "defenders", number, "ai")
        for item in flight.equipment:
            wanted(item, EQUIPMENT, "equipment that the rules know", "defenders", number, "equipment")
    for number, name in enumerate(scenario.jamming.sets if scenario.jamming else ()):
        wanted(name, searches, "a search counter of the radars table", "jamming", "sets", number)
    for name in scenario.search_radar or ():
        wanted(name, searches, "a search counter of the radars table", "search_radar", name)
    lights = scenario.searchlights.zones if scenario.searchlights else []
    for letter in lights:
        wanted(letter, set(tables.map.zones), "a zone of the map", "searchlights", "zones")
    for letter in scenario.flare_zones or ():
        wanted(letter, set(tables.map.zones), "a zone of the map", "flare_zones")
    for number, name in enumerate(scenario.specials or ()):
        wanted(name, SPECIALS, "one of " + ", ".join(SPECIALS), "specials", number)


def standard_pack(name: str = "standard") -> Pack[Tables]:
    """Return the pack of that name from the project's own folder."""
    if not re.fullmatch("[a-z0-9][a-z0-9-]*", name):
        raise ValueError(f"{name!r} is no name of a pack")
    return load_pack(PACKS / name, Tables, check=check_tables)
