"""The chart pack of Nightfighter: its tables as in the files, checked against each other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from engine.kernel.packs.reading import load_pack, pack_names, read_pack
from engine.kernel.packs.schema import ByRoll, ChartRow, ChartTable, Name, Pack, PackWords, Report, Rolled, Text
from engine.nightfighter.charts.check import check_play

PACKS = Path(__file__).parents[3] / "fixtures" / "packs" / "nightfighter"

HexId = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$")]
ZoneLetter = Annotated[str, msgspec.Meta(pattern="^[A-Z]$")]
Month = Annotated[str, msgspec.Meta(pattern="^19[0-9]{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$")]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
PrintedSpeed = Annotated[str, msgspec.Meta(pattern=r"^[1-9]\*?$")]
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
WarningSet = Literal["Monica", "Village Inn", "Boozer", "H2S", "Fishpond"]
Carried = Literal["Monica", "Village Inn", "Boozer", "H2S", "Fishpond", "tail warning"]
Small = Annotated[int, msgspec.Meta(ge=-100, le=100)]
"""A number of the charts: nothing that is counted, added or given in per cent is larger."""
Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Radars = Annotated[int, msgspec.Meta(ge=1, le=6)]
Walk = Annotated[str, msgspec.Meta(pattern="^((f|b|fr|rr|fl|rl)( (f|b|fr|rr|fl|rl)){0,3})?$")]
"""Steps from a counter: ahead, behind, front right, rear right and so on."""
Suit = Literal["C", "D", "H", "S"]
SuitKey = Annotated[str, msgspec.Meta(pattern="^[CDHS]$", max_length=1)]
VisibilityKey = Annotated[str, msgspec.Meta(pattern="^(poor|moderate|good)$", max_length=8)]
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Ranks = Annotated[str, msgspec.Meta(pattern="^(A|[2-9]|10|J|Q|K|([2-9]|10)-([2-9]|10))$")]
Turn = Annotated[int, msgspec.Meta(ge=1, le=60)]


# The map and the sky -----------------------------------------------------------------------------------------------


class Box(ChartRow, frozen=True, kw_only=True):
    """A searchlight zone: its columns and its rows, first and last."""

    columns: tuple[Small, Small]
    rows: tuple[Small, Small]


class DropperEntry(ChartRow, frozen=True, kw_only=True):
    """A hex where a flare dropper comes in, and the way its arrow points."""

    hex: HexId
    facing: Facing


class MapTable(ChartTable, frozen=True, kw_only=True):
    """The map: its size, its zones and its marked hexes."""

    columns: Annotated[int, msgspec.Meta(ge=10, le=40)]
    rows: Annotated[int, msgspec.Meta(ge=10, le=40)]
    beacon: HexId
    box_neighbours: list[HexId]
    task_force_zone: ZoneLetter
    torpedo_columns: tuple[Small, Small]
    zones: dict[ZoneLetter, Box]
    flare_entries: list[DropperEntry]


class MoonTable(Rolled, frozen=True, kw_only=True):
    """The moon's phase by two dice, which Europe shifts from a month on."""

    rows: ByRoll[Phase]
    europe_from: Month
    europe_adds: Small


class VisibilityTable(Rolled, frozen=True, kw_only=True):
    """The visibility by two dice, which the Pacific shifts."""

    rows: ByRoll[Visibility]
    pacific_adds: Small


class CloudTable(Rolled, frozen=True, kw_only=True):
    """Cloud or none by a die."""

    rows: ByRoll[Cloud]


class SightTable(ChartTable, frozen=True, kw_only=True):
    """Visible ranges of an aircraft: plain, lit, and against illuminated cloud; and the dice of a sighting roll."""

    ranges: dict[VisibilityKey, tuple[Small, Small]]
    against_cloud: Small
    dice: dict[VisibilityKey, Small]
    moon_adds: Small


# Searching and seeing ----------------------------------------------------------------------------------------------


class SearchlightTable(ChartTable, frozen=True, kw_only=True):
    """The dice of a searchlight search, and those of flares."""

    dice: dict[VisibilityKey, Small]
    moon_adds: Small
    directed: Small
    hand_off: Small
    flare: Small
    flare_adds: Small


class FixedTallyTable(ChartTable, frozen=True, kw_only=True):
    """The dice of a tally on a fixed target, and what changes their number."""

    dice: Small
    least: Small
    experte: Small
    moon: Small
    fixed_twice: Small
    green: Small
    astern: Small


class MinimumRangeTable(ChartTable, frozen=True, kw_only=True):
    """Modifiers that worsen an AI set's minimum range, and the margin of speed that does."""

    low_altitude: Small
    other_heading: Small
    turned: Small
    overtaking: Small
    overtaking_by: Small


class JammingTable(ChartTable, frozen=True, kw_only=True):
    """Effects of jamming on search radar and on AI radar."""

    heavy_value: Small
    ai_dice: dict[Literal["light", "heavy"], Small]
    experte_adds: Small
    resistant_adds: Small


class AltitudeTable(ChartTable, frozen=True, kw_only=True):
    """The share of a band's range left near the ground, in halves, and the number of dives from a height advantage."""

    low_range_halves: dict[Band, Small]
    dives: Small
    dive_adds: Small


# Fighting ----------------------------------------------------------------------------------------------------------


class HitTable(Rolled, frozen=True, kw_only=True):
    """Hits by two dice and firepower."""

    rows: ByRoll[Small]


class FirepowerTable(ChartTable, frozen=True, kw_only=True):
    """Modifiers of a fighter's firepower, and of a gunner's."""

    experte: Small
    green: Small
    poor_position: Small
    against_oblique: Small
    village_inn: Small
    collision: Small
    collision_oblique: Small
    deconfliction: Small


class DestructionTable(Rolled, frozen=True, kw_only=True):
    """Dangers for the fighter that destroys an aircraft."""

    rows: ByRoll[Literal["avoidance", "flash", "follow-down", "nothing"]]
    follow_down_turns: Annotated[int, msgspec.Meta(ge=0, le=20)]


class ScatterTable(Rolled, frozen=True, kw_only=True):
    """Places for a fighter that avoids wreckage."""

    rows: ByRoll[Literal["collision", "front-right", "rear-right", "rear", "rear-left", "front-left"]]


class ResponseTable(Rolled, frozen=True, kw_only=True):
    """The response roll of a bomber, with and without a warning set."""

    normal: ByRoll[bool]
    warning: ByRoll[bool]
    alerted_adds: Count


class ReactionTable(Rolled, frozen=True, kw_only=True):
    """The reaction of a bomber."""

    rows: ByRoll[Literal["corkscrew", "fire", "nothing"]]
    oblique: Small
    experte: Small
    not_attacking: Small
    green: Small
    lit: Small


class CorkscrewTable(Rolled, frozen=True, kw_only=True):
    """The side to which a bomber corkscrews, and the dice of a fighter that follows."""

    rows: ByRoll[Side]
    follow_blind: Small
    follow_fixed: dict[Band, Small]
    follow_experte: Small


class AlertTable(ChartTable, frozen=True, kw_only=True):
    """The speed of an alerted bomber by its printed one."""

    steps: dict[PrintedSpeed, PrintedSpeed]


class FlakTable(ChartTable, frozen=True, kw_only=True):
    """The total of two dice that brings flak, and the dice of its damage."""

    trigger: Small
    dice: Annotated[int, msgspec.Meta(ge=0, le=20)]
    task_force_dice: Annotated[int, msgspec.Meta(ge=0, le=20)]


class NavalTable(ChartTable, frozen=True, kw_only=True):
    """A task force under attack: how torpedo bombers run in, how long flares burn, and what a torpedo scores."""

    torpedo_mp: Small
    flare_turns: Small
    points_lit: Small
    points_dark: Small


# Aircraft and radars -----------------------------------------------------------------------------------------------


class Aircraft(ChartRow, frozen=True, kw_only=True):
    """Values of bombers and nightfighters alike in the data charts."""

    type: Name
    nation: Nation
    engines: Annotated[int, msgspec.Meta(ge=1, le=4)]
    mp: PrintedSpeed
    low_mp: PrintedSpeed | None = None
    high_mp: PrintedSpeed | None = None
    defence: Small | None = None
    damage: Annotated[int, msgspec.Meta(ge=1, le=8)]
    since: Month
    until: Month | None = None


class NightfighterRow(Aircraft, frozen=True, kw_only=True):
    """A line of the nightfighters' data chart."""

    firepower: Small | None
    oblique: Small | None = None
    kit: Small | None = None
    least_mp: Annotated[int, msgspec.Meta(ge=0, le=9)] = 2
    view: bool
    ai: Name | None = None
    second_ai: Name | None = None
    equipment: list[Text] = []
    blind_astern: bool = False
    mp_with_ai: dict[Name, PrintedSpeed] = {}


class BomberRow(Aircraft, frozen=True, kw_only=True):
    """A line of the bombers' data chart."""

    counters: Annotated[int, msgspec.Meta(ge=1, le=60)] = 6
    inert: bool = False


class AircraftTable(ChartTable, frozen=True, kw_only=True):
    """The aircraft data charts."""

    nightfighters: Annotated[list[NightfighterRow], msgspec.Meta(min_length=1)]
    bombers: Annotated[list[BomberRow], msgspec.Meta(min_length=1)]


class SearchCounter(ChartRow, frozen=True, kw_only=True):
    """A search counter: its value, whose echoes it hears and within which arc."""

    name: Name
    value: Annotated[int, msgspec.Meta(ge=1, le=4)]
    gci: bool = False
    sweeps: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    jammable: bool = True
    hears: Literal["all", "warning-sets", "h2s", "ai-sets"] = "all"
    arc: Arc | None = None
    while_fixed: bool = False
    solo_value: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    crowded: bool = True


class AiSet(ChartRow, frozen=True, kw_only=True):
    """An AI radar set: range, arc, minimum range modifier, band and whether it resists jamming."""

    name: Name
    range: Annotated[int, msgspec.Meta(ge=0, le=20)]
    arc: Arc
    minimum: Small
    band: Band
    resistant: bool = False
    heard_by_boozer: bool = False
    since: Month
    until: Month | None = None


class RadarTable(ChartTable, frozen=True, kw_only=True):
    """Search counters and AI sets."""

    search: list[SearchCounter]
    ai: list[AiSet]


class Chit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry chit: three columns on each side, top to bottom."""

    red: tuple[Small, Small, Small]
    yellow: tuple[Small, Small, Small]


class ChitTable(ChartTable, frozen=True, kw_only=True):
    """The cup of entry chits."""

    chits: Annotated[list[Chit], msgspec.Meta(min_length=1)]


class UmpireTable(ChartTable, frozen=True, kw_only=True):
    """The computer umpire's choices where the rules leave them open, by its kindness."""

    delay: dict[Literal["helpful", "fair", "sly"], tuple[Small, Small, Small]]
    sly_full_speed: Small
    sly_sidestep: Small
    decoy_rolls: Small


# Scenarios ---------------------------------------------------------------------------------------------------------


class AttackerForce(ChartRow, frozen=True, kw_only=True):
    """Attackers of one type; `set` is the AI radar of those that carry one."""

    type: str
    count: Annotated[int, msgspec.Meta(ge=1, le=60)]
    role: Literal["bomber", "torpedo", "flare", "intruder", "target"] = "bomber"
    ai: str | None = None
    equipment: list[Carried] = []
    unit: str = ""


class DefenderFlight(ChartRow, frozen=True, kw_only=True):
    """Defenders of one type and their crews."""

    type: str
    count: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    pilot: Pilot = "seasoned"
    ai: str | None = None
    equipment: list[str] = []
    guidance: Literal["", "Y"] = ""


class Waves(ChartRow, frozen=True, kw_only=True):
    """Bombers that come in on consecutive turns."""

    first: Turn = 1
    each: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3
    turns: Turn


class EntrySchedule(ChartRow, frozen=True, kw_only=True):
    """The turns on which attackers come in: singly, in waves, and flare droppers."""

    singles: list[Turn] = []
    waves: Waves | None = None
    flares: list[Turn] = []


class DefenderStart(ChartRow, frozen=True, kw_only=True):
    """The defenders' places at set-up: the beacon, rows, or the radio beacon box; `y_rows` under Y guidance."""

    beacon: bool = False
    rows: tuple[Small, Small] | None = None
    box: bool = False
    facing: Facing | None = None
    y_rows: tuple[Small, Small] | None = None
    delay_to: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """The turn to which the player may put off his entry, 0 for none. [scenario 7]"""


class Lights(ChartRow, frozen=True, kw_only=True):
    """The active searchlight zones."""

    zones: list[ZoneLetter] = []
    directed: bool = False


class Jamming(ChartRow, frozen=True, kw_only=True):
    """The jammed radars, and the degree of jamming."""

    search: Jam = "none"
    sets: list[str] = []
    """The search radars that are jammed; all of them when none is named. [24.5]"""
    ai: Jam = "none"
    bands: list[Band] = []
    searchlights: bool = False


class Electronics(ChartRow, frozen=True, kw_only=True):
    """The equipment of all bombers, and the number of fighters with each set (0 means all)."""

    bombers: list[WarningSet] = []
    fighters: dict[Literal["Flensburg", "Naxos"], Annotated[int, msgspec.Meta(ge=0, le=9)]] = {}


class Aim(ChartRow, frozen=True, kw_only=True):
    """The demands of a level of victory."""

    kills: Count = 0
    of: str = ""
    hits_on_one: Count = 0
    losses_at_most: Count | None = None
    points_at_most: Count | None = None


class Victory(ChartRow, frozen=True, kw_only=True):
    """The conditions of a victory, and of a decisive one."""

    win: Aim
    decisive: Aim | None = None


class SoloChanges(ChartRow, frozen=True, kw_only=True):
    """Changes to a scenario when it is played alone."""

    supported: bool = True
    attackers: list[AttackerForce] | None = None
    entry: EntrySchedule | None = None
    jamming: Jamming | None = None
    drops: list[str] = []
    y_ai: Jam = "none"
    h2s_waves: list[Small] | None = None


class ScenarioChanges(ChartRow, frozen=True, kw_only=True):
    """A scenario, or what a variant changes in its parent: what is not given is inherited. [3.2]"""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-zA-Z-]{1,20}$")]
    title: Text
    date: Month | None = None
    place: Text | None = None
    theatre: Literal["europe", "pacific"] | None = None
    difficulty: Literal["normal", "hard", "impossible"] | None = None
    chapters: Annotated[int, msgspec.Meta(ge=11, le=28)] | None = None
    skips: list[Annotated[int, msgspec.Meta(ge=4, le=8)]] | None = None
    attackers: list[AttackerForce] | None = None
    entry: EntrySchedule | None = None
    defenders: list[DefenderFlight] | None = None
    setup: DefenderStart | None = None
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
    balance: Small = 0
    needs: str = ""
    solo: SoloChanges | None = None


class ScenarioRow(ScenarioChanges, frozen=True, kw_only=True):
    """A scenario of the book with its variants."""

    variants: list[ScenarioChanges] = []


class ScenarioTable(ChartTable, frozen=True, kw_only=True):
    """The scenario book."""

    scenarios: Annotated[list[ScenarioRow], msgspec.Meta(min_length=1)]


class CustomScenario(ChartTable, frozen=True, kw_only=True):
    """A scenario of a player's own making."""

    scenario: ScenarioChanges


# Solitaire ---------------------------------------------------------------------------------------------------------


class SoloTable(ChartTable, frozen=True, kw_only=True):
    """The numbers of the solitaire rules; places are given as steps behind (-) or ahead (+) in a file to the right."""

    success: Die
    odd_columns: tuple[Small, Small, Small]
    even_columns: tuple[Small, Small, Small]
    phantom_real: dict[Annotated[int, msgspec.Meta(ge=0, le=99)], Small]
    refine_success: Small
    localise_success: Small
    crowd_range: Small
    crowd: Small
    jam_removes: dict[Literal["light", "heavy"], Small]
    serrate_reveals: Small
    low: ByRoll[Walk]
    shift: ByRoll[Walk]
    moderate: dict[Die, ByRoll[Walk]]


# Campaigns ---------------------------------------------------------------------------------------------------------


class CalendarWeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A week of the calendar: its Monday, the month that it counts to, and its moon."""

    monday: Month
    month: Month
    moon: Phase


class CalendarTable(ChartTable, frozen=True, kw_only=True):
    """The fifty-two weeks."""

    weeks: Annotated[list[CalendarWeek], msgspec.Meta(min_length=52, max_length=52)]


class MedalRow(ChartRow, frozen=True, kw_only=True):
    """A decoration and the points that it takes."""

    name: Name
    points: Count
    title: PackWords | None = None


class CampaignTable(ChartTable, frozen=True, kw_only=True):
    """The pilot campaigns: how often he flies, what kills are worth, what ends it."""

    first_month: Month
    dice: dict[Phase, Annotated[int, msgspec.Meta(ge=0, le=20)]]
    success: Die
    moon_up_from: Die
    lines: Annotated[dict[Name, tuple[Name, Name]], msgspec.Meta(min_length=1)]
    points: dict[Small, Small]
    medals: list[MedalRow]
    minor_medal: str
    points_to_win: Small
    seasoned_from: Small
    experte_from: Small
    minor_from: Small
    repair_weeks: Count
    loss_weeks: Count
    retraining_from: Month
    retraining_weeks: Small
    casualty_share: Annotated[int, msgspec.Meta(ge=1, le=99)]


class RecoveryTable(Rolled, frozen=True, kw_only=True):
    """Results of an aircraft's return."""

    rows: ByRoll[Literal["safe", "repairable", "written-off"]]
    always_safe: Small
    green: Small
    green_softened: Small
    experte: Small
    each_hit: Small
    poor_visibility: Small
    good_visibility: Small
    cloud_without_moon: Small
    winter: Small
    winter_months: list[Annotated[str, msgspec.Meta(pattern="^(0[1-9]|1[0-2])$")]]


class InjuryTable(Rolled, frozen=True, kw_only=True):
    """Results for a crew whose aircraft is lost."""

    rows: ByRoll[Literal["unhurt", "wounded", "casualty", "grave"]]
    grave: ByRoll[Literal["wounded-and-casualty", "killed"]]
    shot_down: Small
    low_altitude: Small
    wounds_dice: Annotated[int, msgspec.Meta(ge=0, le=20)]
    grave_wounds_dice: Annotated[int, msgspec.Meta(ge=0, le=20)]


class RaidSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A normal raid: how many bombers and on which turns."""

    bombers: Annotated[int, msgspec.Meta(ge=1, le=20)]
    turns: Annotated[list[Turn], msgspec.Meta(min_length=1)]


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bomber types in per cent from a month on."""

    since: Month
    types: dict[Name, Count]


class JammingOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The die from which Freya is jammed, from a month on; 7 is never."""

    since: Month
    light_from: Small
    heavy_from: Small


class RaidTable(ChartTable, frozen=True, kw_only=True):
    """The raid of a card: radar, bombers and their countermeasures by date."""

    dunaja: dict[Name, Radars]
    himmelbett: dict[Name, Radars]
    normal: dict[Ranks, RaidSize]
    massive: dict[Rank, Annotated[int, msgspec.Meta(ge=1, le=20)]]
    low_suit: Suit
    low_ranks: list[Rank]
    not_low: list[Name]
    mixes: Annotated[list[Mix], msgspec.Meta(min_length=1)]
    jamming: Annotated[list[JammingOdds], msgspec.Meta(min_length=1)]
    h2s_from: Month
    warning_from: Month
    warning_sets: dict[Annotated[int, msgspec.Meta(ge=1, le=6)], WarningSet]


class StaffelTable(ChartTable, frozen=True, kw_only=True):
    """The campaign of a Staffel: its crews and aircraft, its patrol boxes, what a month brings, what counts."""

    line: Name
    strength: Annotated[int, msgspec.Meta(ge=1, le=20)]
    crews: dict[Count, Annotated[int, msgspec.Meta(ge=0, le=20)]]
    """Number of crews that begin with so many kills."""
    early_machines: Annotated[int, msgspec.Meta(ge=0, le=20)]
    late_machines: Annotated[int, msgspec.Meta(ge=0, le=20)]
    radar_share: Annotated[dict[Month, Count], msgspec.Meta(min_length=1)]
    boxes: dict[SuitKey, Text]
    moon_up_from: Die
    goes_on_from: Small
    events: ByRoll[Literal["promoted", "flu", "fog", "fuel", "nothing", "radar", "controller", "aircraft", "ace"]]
    ace_kills: Small
    day_from: Month
    aircraft_lost: Small
    crew_lost: Small
    empty_box: Small
    decisive: Small
    win: Small
    draw: Small


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
"""Equipment that a fighter may carry beside its AI radar."""


def check_tables(tables: Tables, report: Report) -> None:
    """Report each reference from one table to another that leads nowhere."""
    _check_aircraft(tables, report)
    for column, chit in enumerate(tables.chits.chits):
        for side in ("red", "yellow"):
            if any(not 1 <= number <= tables.map.columns for number in getattr(chit, side)):
                report(("chits", "chits", column, side), f"columns 1 to {tables.map.columns}", str(getattr(chit, side)))
    _check_campaign(tables, report)
    check_play(tables, report)
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


def check_scenario(tables: Tables, scenario: ScenarioChanges, place: tuple[str | int, ...], report: Report) -> None:
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


def in_ranks(rank: str, ranks: str) -> bool:
    """Say whether a card's rank is one of `A`, or within a range such as `2-4`."""
    first, _, last = ranks.partition("-")
    if not last:
        return rank == first
    return rank.isdecimal() and int(first) <= int(rank) <= int(last)


def custom_pack(texts: Mapping[str, str]) -> Pack[Tables]:
    """Return the pack in a player's own files, which may extend one of the site's."""
    site = pack_names(PACKS)
    return read_pack(texts, Tables, check=check_tables, base=lambda name: standard_pack(name) if name in site else None)
