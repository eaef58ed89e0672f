"""The charts of a night: the tables that a pack holds, read once and laid out for quick use."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from engine.bomber_command.charts.check import check_cards, check_night
from engine.bomber_command.charts.map import Ground, ScenarioMap
from engine.kernel.packs.schema import (
    ByRoll,
    ChartRow,
    ChartTable,
    Name,
    Report,
    Rolled,
    RollTable,
    RowProvenance,
    Text,
)

if TYPE_CHECKING:
    pass


PACKS = Path(__file__).resolve().parents[3] / "fixtures" / "packs" / "bomber-command"

ScenarioName = Literal["berlin", "downfall"]
Zone = Literal["England", "1.JD", "2.JD", "3.JD", "4.JD", "7.JD"]
Weather = Literal["clear", "haze", "broken-cloud", "cloud", "heavy-cloud", "fog"]
Kind = Literal["main", "mosquito", "gardening", "decoy"]
Method = Literal["newhaven", "parramatta", "wanganui"]
Radar = Literal["good", "normal", "poor"]
Symbol = Literal["electronic-warfare", "aircraft", "operations", "bombing"]
Band = Literal["german-major", "german", "draw", "british", "british-major"]
AreaKind = Literal["city-centre", "residential", "industrial", "transport", "fields"]
Visibility = Literal["good", "moderate", "poor"]
Window = Literal[
    "any", "detection", "after-detection", "infiltration", "attack", "after-attack", "flak", "defence", "gci",
    "wild-boar", "fighters-move", "unit-moves", "fighters-moved", "scramble-start", "unit-scrambles", "scramble",
    "raids-moved", "tame-boar-end", "deployment", "recovery", "marking", "placement", "error", "accuracy",
    "conversion", "creepback", "answer",
]  # fmt: skip
EffectName = Literal[
    "modify", "jamming", "marker", "cancel", "proof", "fighter-attack", "weather", "accident", "freeze", "ground",
    "withhold", "false-counter", "cancel-attack", "fewer-losses", "flak-on-unit", "concentration", "accuracy", "error",
    "creepback", "method", "prevent-conversion", "fuel", "no-defence", "hunting", "second-attack", "stragglers",
    "straying", "extra-hex", "reveal", "rearm", "collision", "disrupt", "flak-risk", "mobile-flak",
]  # fmt: skip

AttackName = Literal[
    "tame-boar", "gci", "wild-boar", "intruder", "area-flak", "city-flak", "searchlights",
]  # fmt: skip
RecipeName = Annotated[
    str, msgspec.Meta(pattern="^(centre-pair|centre-three|mixed-pair|incendiary-pair|works-three)$", max_length=20)
]
Small = Annotated[int, msgspec.Meta(ge=-99, le=99)]
"""A number of the charts: nothing that is counted or added in a night is larger."""
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
HexName = Annotated[str, msgspec.Meta(pattern="^[A-Z]{1,2}(0|[1-9][0-9]?)$", max_length=4)]
Latitude = Annotated[float, msgspec.Meta(ge=-90, le=90)]
Longitude = Annotated[float, msgspec.Meta(ge=-180, le=180)]
CityColumn = Annotated[str, msgspec.Meta(pattern="^[CRIOTF]{1,20}$")]

ZONES: tuple[Zone, ...] = ("England", "1.JD", "2.JD", "3.JD", "4.JD", "7.JD")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a row."""


# Maps ----------------------------------------------------------------------------------------------------------------


class Hexes(ChartTable, frozen=True, kw_only=True):
    """The grid: weather zone, ground, latitude and longitude of each hex. [2.1.1]"""

    rows: dict[HexName, tuple[Zone, Ground, Latitude, Longitude]]


class CityRow(ChartRow, frozen=True, kw_only=True):
    """A city box; no flak value means that it never fires, no map that no Main Force is sent there. [2.1.2]"""

    name: Text
    hex: Name
    flak: Small | None
    map: Literal["A", "B", "C", "D", "E"] | None = None
    radar: Radar | None = None
    oboe: bool = False


class NamedHex(ChartRow, frozen=True, kw_only=True):
    """A named point: a beacon or an airfield."""

    name: Text
    hex: Name


class MineRow(ChartRow, frozen=True, kw_only=True):
    """A mine hex and its worth. [2.1.2]"""

    name: Text
    vp: Small


class ScenarioMapTable(ChartTable, frozen=True, kw_only=True):
    """The print of a scenario map over the grid. [2.1.2]"""

    exits: Annotated[list[Name], msgspec.Meta(min_length=1)]
    northern_entries: Annotated[list[Name], msgspec.Meta(min_length=1)]
    southern_entries: list[Name]
    jutland_link: Name
    jutland_zone: Zone
    ruhr: list[Name]
    allied_zone: Zone | None
    allied_divert: Zone | None = None
    himmelbett: list[Name]
    area_flak: dict[Name, Small]
    searchlights: list[Name]
    out_of_range: list[Name]
    mines: Annotated[dict[Name, MineRow], msgspec.Meta(min_length=1)]
    beacons: dict[Name, NamedHex]
    occupied: dict[Name, Name]
    airfields: dict[Name, NamedHex]
    cities: dict[Name, CityRow]


class CityPlan(_Part, frozen=True, kw_only=True):
    """A city map as printed: columns from the left, each from its top row."""

    tops: list[Annotated[int, msgspec.Meta(ge=0, le=40)]]
    columns: list[CityColumn]


class CityMaps(ChartTable, frozen=True, kw_only=True):
    """The five city maps. [10.1]"""

    rows: dict[Literal["A", "B", "C", "D", "E"], CityPlan]


# Counters ------------------------------------------------------------------------------------------------------------


class UnitRow(ChartRow, frozen=True, kw_only=True):
    """A nightfighter counter; without a full strength it is a detachment. [2.2.2]"""

    name: Text
    airfield: Name
    hex: Name
    division: Zone
    engines: Literal["SE", "TE"]
    aircraft: Name
    full: Small | None
    depleted: Small
    star: bool = False


class UnitTable(ChartTable, frozen=True, kw_only=True):
    """The nightfighter units of a scenario. [3.2.1]"""

    rows: dict[Name, UnitRow]


class BritishFighters(ChartTable, frozen=True, kw_only=True):
    """The Patrols and the Air Defence of Great Britain. [2.2.3]"""

    patrols: list[Small]
    adgb: Small


class BerlinChit(ChartRow, frozen=True, kw_only=True):
    """The yellow side of a target chit. [3.3]"""

    city: Name
    vp: Small
    moon: Small


class DownfallChit(ChartRow, frozen=True, kw_only=True):
    """The red or pink side of a target chit. [4.5]"""

    set: Literal["A", "B"]
    follow_up: bool = False
    city: str = ""
    vp: Small = 0
    moon: Small = 0
    oil: bool = False


class BerlinChits(ChartTable, frozen=True, kw_only=True):
    """Target chits of the Berlin scenario. [3.3]"""

    rows: dict[Name, BerlinChit]


class DownfallChits(ChartTable, frozen=True, kw_only=True):
    """Target chits of the Downfall scenario. [4.5.1]"""

    rows: dict[Name, DownfallChit]


class WeatherMarker(_Part, frozen=True, kw_only=True):
    """The two faces of a weather marker. [3.4.1]"""

    good: Weather
    bad: Weather


class WeatherMarkers(ChartTable, frozen=True, kw_only=True):
    """The cup of weather markers. [3.4.1]"""

    rows: dict[Name, WeatherMarker]


# Tracks and tables ---------------------------------------------------------------------------------------------------


class RaidNumbers(_Part, frozen=True, kw_only=True):
    """Raids that a scenario gives. [3.5.1]"""

    main: Count
    mosquito: Count
    decoy: Count


class BombingHalves(_Part, frozen=True, kw_only=True):
    """Scores of bombs and fires, in half points; `works_times` multiplies Industrial and Transport areas. [11.1]"""

    counter: Small
    fire: Small
    aimpoint_fire: Small
    works_times: Small


class ScenarioLimits(_Part, frozen=True, kw_only=True):
    """Differences of the two scenarios. [13.0]"""

    jamming: Small
    raids: RaidNumbers
    stream: Small
    infiltrate_on: list[Literal["drop", "resolve"]]
    most_intruders: Small | None
    patrols: Small
    stripped: Small
    accuracy: Small
    aimpoints: Annotated[list[AreaKind], msgspec.Meta(min_length=1)]
    bombing_halves: BombingHalves
    bomber: Small
    mosquito: Small
    bands: ByRoll[Band]


class Scenarios(ChartTable, frozen=True, kw_only=True):
    """The two scenarios. [1.4]"""

    rows: dict[ScenarioName, ScenarioLimits]


class RaidRules(ChartTable, frozen=True, kw_only=True):
    """Numbers of plotting. [4.0]"""

    letters: list[Name]
    legs: Small
    decoy_legs: Small
    gardening_swaps: Small
    decoy_swaps: Small
    mosquitos_for_decoy: Small
    follow_up_delay: Small
    short_night_turn: Small
    short_night_vp: Small
    long_range: Small
    southern_extra: Small


class TurnTrack(ChartTable, frozen=True, kw_only=True):
    """The Game Turn Track. [2.1.2]"""

    turns: Small


class VisibilityValues(ChartTable, frozen=True, kw_only=True):
    """Modifiers of visibility, moon and twilight, and when twilight comes. [3.4.4, 3.4.5, 12.1.2]"""

    good: Small
    moderate: Small
    poor: Small
    moon: Small
    twilight: Small
    twilight_after: Small


class WeatherRow(_Part, frozen=True, kw_only=True):
    """Effects of a kind of weather. [3.4.2]"""

    value: Small
    column: Literal["clear-haze", "broken-cloud-cloud", "heavy-cloud", "fog"]
    marking: Method
    concentration: Small
    cross: bool = False


class WeatherValues(ChartTable, frozen=True, kw_only=True):
    """The six kinds of weather. [3.4.2, 12.1.1]"""

    rows: dict[Weather, WeatherRow]
    most_crosses: Small


class MoonlightTable(Rolled, frozen=True, kw_only=True):
    """Moonlight: whether the night uses the moon. [12.1.2]"""

    rows: ByRoll[Literal["none", "moonrise", "moonset"]]
    shift: Small


class TailWind(Rolled, frozen=True, kw_only=True):
    """The wind's bearing in degrees from the map's North. [12.1.3]"""

    rows: ByRoll[Annotated[int, msgspec.Meta(ge=0, le=359)] | None]
    with_wind: Small
    against_wind: Small


class Hands(ChartTable, frozen=True, kw_only=True):
    """Numbers of cards in hand. [3.7, 6.1]"""

    dealt: Small
    kept: Small
    drawn: Small
    largest: Small


class JammingTrack(ChartTable, frozen=True, kw_only=True):
    """The infiltration value of each jamming level. [8.1]"""

    infiltration: dict[Small, Small]


class Detection(ChartTable, frozen=True, kw_only=True):
    """Results of a detection roll, by its distance above the jamming level. [8.2]"""

    rows: ByRoll[Literal["none", "touched", "detected", "clarified"]]


class InfiltrationValues(ChartTable, frozen=True, kw_only=True):
    """Modifiers of infiltration. [9.4.1]"""

    beleuchter: Small
    not_on_beacon: Small


class Fuel(ChartTable, frozen=True, kw_only=True):
    """Start places of the Fuel markers, by aircraft. [7.5]"""

    rows: dict[Name, Small]


class CombatTable(ChartTable, frozen=True, kw_only=True):
    """Losses and disruption by column. [9.7]"""

    gci: ByRoll[tuple[Small, Small]]
    tame_boar: ByRoll[tuple[Small, Small]]
    wild_boar_stacked: ByRoll[tuple[Small, Small]]
    wild_boar_late: ByRoll[tuple[Small, Small]]

    def column(self, name: Name) -> ByRoll[tuple[Small, Small]]:
        """Return the column of a kind of attack."""
        column: ByRoll[tuple[Small, Small]] = getattr(self, name)
        return column


class FlakLossTable(ChartTable, frozen=True, kw_only=True):
    """Losses, disruption and damage by flak. [9.6.1]"""

    rows: ByRoll[tuple[Small, Small, Small]]


class CombatValues(ChartTable, frozen=True, kw_only=True):
    """Modifiers of attacks. [4.3.4, 9.8.4, 12.3.1]"""

    decoy: Small
    flak_damage: Small
    heavy_load: Small


class DefensiveFire(Rolled, frozen=True, kw_only=True):
    """Nightfighters lost to the bombers' guns, and the face that brings the roll about. [9.7.2]"""

    rows: ByRoll[Small]
    face: Small


class LandingTable(ChartTable, frozen=True, kw_only=True):
    """Losses by weather on taking off or landing, and whether the unit suffers for it."""

    single_engined: Small
    twilight: Small
    clear_haze: ByRoll[tuple[Small, Small]]
    broken_cloud_cloud: ByRoll[tuple[Small, Small]]
    heavy_cloud: ByRoll[tuple[Small, Small]]
    fog: ByRoll[tuple[Small, Small]]

    def column(self, name: Name) -> ByRoll[tuple[Small, Small]]:
        """Return the column for a kind of weather."""
        column: ByRoll[tuple[Small, Small]] = getattr(self, name.replace("-", "_"))
        return column


class ScrambleTable(LandingTable, frozen=True, kw_only=True):
    """The Scramble Table. [7.4.2]"""

    poor_visibility: Small


class UnitRecoveryTable(LandingTable, frozen=True, kw_only=True):
    """The Recovery Table. [7.4.4, 7.4.7, 7.6]"""

    diverting: Small
    out_of_range: Small
    disruption_step: Annotated[int, msgspec.Meta(ge=1, le=99)]
    fido: Small


class AirfieldAttack(ChartTable, frozen=True, kw_only=True):
    """Patrols against airfields. [9.2.5]"""

    closes_at: Small
    barred_by: list[Weather]


class MosquitoLosses(ChartTable, frozen=True, kw_only=True):
    """Highest face of the die that confirms a loss, and the twin-engined aircraft that hunt. [9.9.1, 9.9.2]"""

    dice: Literal["d6"]
    confirmed: Small
    hunted: Small
    hunters: list[Name]


class MarkingTable(Rolled, frozen=True, kw_only=True):
    """Drift and quality of the marking, and its modifiers. [10.3.2]"""

    drift: ByRoll[Small]
    quality: ByRoll[Small]
    newhaven: Small
    parramatta: Small
    wanganui: Small
    oboe: Small
    clear: Small
    good_radar: Small
    poor_radar: Small


class Bombs(ChartTable, frozen=True, kw_only=True):
    """Loads, and concentration row by row. [10.4, 12.3]"""

    concentration: list[Small]
    normal: Small
    heavy: Small
    light: Small
    heavy_rows: Small
    light_rows: Small


class BombError(ChartTable, frozen=True, kw_only=True):
    """The parts of the error value. [10.5.2]"""

    disruption: ByRoll[Small]
    poor_visibility: Small
    poor_radar: Small


class BombAccuracy(ChartTable, frozen=True, kw_only=True):
    """The parts of the accuracy value. [10.5.2]"""

    good_visibility: Small
    good_radar: Small
    moon: Small
    follow_up: Small
    follow_up_fires: Small


class Recipe(_Part, frozen=True, kw_only=True):
    """Counters that convert into major fires: so many of either kind, or so many of each. [10.5.3]"""

    areas: Annotated[list[AreaKind], msgspec.Meta(min_length=1)]
    fires: Small
    counters: Small = 0
    he: Small = 0
    incendiary: Small = 0
    least_he: Small = 0


class Fires(ChartTable, frozen=True, kw_only=True):
    """Conversion, creepback and firestorms. [10.5.3, 10.5.4, 10.5.5]"""

    creepback: Small
    least_creepback: Small
    firestorm: Small
    recipes: dict[RecipeName, Recipe]


class OtherScores(ChartTable, frozen=True, kw_only=True):
    """Points that are not bombing's. [11.1]"""

    mosquito_raid: Small
    mosquito_on_capital: Small
    capital: Name
    nightfighter_halves: Small


class Intruders(ChartTable, frozen=True, kw_only=True):
    """Units that may be intruders. [12.2.1]"""

    divisions: list[Zone]


# Cards ---------------------------------------------------------------------------------------------------------------


class CardEffect(_Part, frozen=True, kw_only=True):
    """One effect of a card; its function in the decks' modules explains each name."""

    effect: EffectName
    value: Small = 0
    roll: Literal["", "detection", "infiltration", "attack", "flak", "defence", "scramble", "marking"] = ""
    attacks: list[AttackName] | None = None
    raids: list[Kind] | None = None
    aircraft: list[Name] | None = None
    divisions: list[Zone] | None = None
    engines: Literal["SE", "TE"] | None = None
    methods: list[Method] | None = None
    titles: list[Text] | None = None
    marker: Literal["", "naxos", "beleuchter", "fido"] = ""
    reach: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    sides: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    not_heavy: bool = False


class CardUse(_Part, frozen=True, kw_only=True):
    """One of a card's functions: the windows in which it may be announced and what it then does. [6.2.4]"""

    when: Annotated[list[Window], msgspec.Meta(min_length=1)]
    does: Annotated[list[CardEffect], msgspec.Meta(min_length=1)]


class CardRow(_Part, frozen=True, kw_only=True):
    """One title of a deck with the ids of its copies. [2.7]"""

    ids: Annotated[list[Name], msgspec.Meta(min_length=1)]
    title: Text
    symbol: Symbol
    scenario: Literal["all", "berlin", "downfall"] = "all"
    uses: Annotated[list[CardUse], msgspec.Meta(min_length=1)]
    provenance: dict[Literal["title", "effect"], RowProvenance] | None = None


class CardTable(ChartTable, frozen=True, kw_only=True):
    """A deck. [6.0]"""

    rows: list[CardRow]


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of a pack."""

    hexes: Hexes
    berlin_map: ScenarioMapTable
    downfall_map: ScenarioMapTable
    city_maps: CityMaps
    berlin_units: UnitTable
    downfall_units: UnitTable
    british_fighters: BritishFighters
    berlin_chits: BerlinChits
    downfall_chits: DownfallChits
    weather_markers: WeatherMarkers
    scenarios: Scenarios
    raid_rules: RaidRules
    track: TurnTrack
    visibility: RollTable[Visibility]
    visibility_values: VisibilityValues
    weather_values: WeatherValues
    bad_weather: RollTable[Literal["good", "bad"]]
    moon: MoonlightTable
    tail_wind: TailWind
    star_units: RollTable[bool]
    hands: Hands
    jamming_track: JammingTrack
    detection: Detection
    infiltration: InfiltrationValues
    fuel: Fuel
    combat: CombatTable
    flak: FlakLossTable
    combat_values: CombatValues
    defensive_fire: DefensiveFire
    scramble: ScrambleTable
    recovery: UnitRecoveryTable
    airfield_attack: AirfieldAttack
    mosquito_losses: MosquitoLosses
    marking: MarkingTable
    bombs: Bombs
    bomb_error: BombError
    bomb_accuracy: BombAccuracy
    fires: Fires
    other_scores: OtherScores
    intruders: Intruders
    british_cards: CardTable
    german_cards: CardTable


def check_tables(tables: Tables, report: Report) -> None:
    """Report every reference that leads nowhere."""
    known = set(tables.hexes.rows)
    for scenario in ("berlin", "downfall"):
        place, chart = f"{scenario}_map", getattr(tables, f"{scenario}_map")
        for name in (
            "exits",
            "northern_entries",
            "southern_entries",
            "ruhr",
            "himmelbett",
            "searchlights",
            "out_of_range",
        ):
            for at, hex_id in enumerate(getattr(chart, name)):
                if hex_id not in known:
                    report((place, name, at), "a hex of the grid", hex_id)
        for name in ("area_flak", "mines"):
            for hex_id in getattr(chart, name):
                if hex_id not in known:
                    report((place, name, hex_id), "a hex of the grid", hex_id)
        for name in ("beacons", "airfields", "cities"):
            for key, row in getattr(chart, name).items():
                if row.hex not in known and row.hex != "Jutland":
                    report((place, name, key, "hex"), "a hex of the grid", row.hex)
        for key, unit in getattr(tables, f"{scenario}_units").rows.items():
            if unit.airfield not in chart.airfields:
                report((f"{scenario}_units", "rows", key, "airfield"), "an airfield of the map", unit.airfield)
            if unit.aircraft not in tables.fuel.rows:
                report((f"{scenario}_units", "rows", key, "aircraft"), "an aircraft with fuel", unit.aircraft)
        for key, chit in getattr(tables, f"{scenario}_chits").rows.items():
            city = chart.cities.get(chit.city)
            if not getattr(chit, "follow_up", False) and (city is None or city.map is None):
                report((f"{scenario}_chits", "rows", key, "city"), "a city with a city map", chit.city)
    for deck in ("british_cards", "german_cards"):
        for at, card in enumerate(getattr(tables, deck).rows):
            for name in card.ids:
                # Hexes and cards are said by their names alike, so no name may be two things.
                if name in known:
                    report((deck, "rows", at, "ids"), "a name that no other card and no hex has", name)
                known.add(name)
    check_night(tables, report)
    check_cards(tables, report)


MAX_BOARDS = 6
_boards: dict[bytes, ScenarioMap] = {}


def board_of(hexes: Hexes, chart: ScenarioMapTable, units: UnitTable) -> ScenarioMap:
    """Return the board of these tables, one for all packs in which they are alike: its ways take a second to find."""
    key = hashlib.sha256(msgspec.json.encode([hexes, chart, units])).digest()
    board = _boards.pop(key, None) or ScenarioMap(hexes.rows, chart, units.rows)
    _boards[key] = board
    for oldest in list(_boards)[:-MAX_BOARDS]:
        _boards.pop(oldest, None)
    return board
