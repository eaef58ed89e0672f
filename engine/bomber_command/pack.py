"""The charts of a night: the tables that a pack holds, read once and laid out for quick use."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from engine.kernel.packs import ByRoll, Pack, Report, Rolled, RollTable, Row, RowProvenance, Table, load_pack

from .map import Board, CityMap, Ground

PACKS = Path(__file__).resolve().parents[2] / "fixtures" / "packs" / "bomber-command"

Scenario = Literal["berlin", "downfall"]
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

ZONES: tuple[Zone, ...] = ("England", "1.JD", "2.JD", "3.JD", "4.JD", "7.JD")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a row."""


# Maps ----------------------------------------------------------------------------------------------------------------


class Hexes(Table, frozen=True, kw_only=True):
    """The grid: weather zone, ground, latitude and longitude of each hex. [2.1.1]"""

    rows: dict[str, tuple[Zone, Ground, float, float]]


class CityRow(Row, frozen=True, kw_only=True):
    """A city box; no flak value means that it never fires, no map that no Main Force is sent there. [2.1.2]"""

    name: str
    hex: str
    flak: int | None
    map: Literal["A", "B", "C", "D", "E"] | None = None
    radar: Radar | None = None
    oboe: bool = False


class Place(Row, frozen=True, kw_only=True):
    """A named point: a beacon or an airfield."""

    name: str
    hex: str


class MineRow(Row, frozen=True, kw_only=True):
    """A mine hex and its worth. [2.1.2]"""

    name: str
    vp: int


class MapTable(Table, frozen=True, kw_only=True):
    """What a scenario map prints over the grid. [2.1.2]"""

    exits: list[str]
    northern_entries: list[str]
    southern_entries: list[str]
    jutland_link: str
    jutland_zone: Zone
    ruhr: list[str]
    allied_zone: Zone | None
    allied_divert: Zone | None = None
    himmelbett: list[str]
    area_flak: dict[str, int]
    searchlights: list[str]
    out_of_range: list[str]
    mines: dict[str, MineRow]
    beacons: dict[str, Place]
    occupied: dict[str, str]
    airfields: dict[str, Place]
    cities: dict[str, CityRow]


class CityPlan(_Part, frozen=True, kw_only=True):
    """A city map as printed: columns from the left, each from its top row."""

    tops: list[int]
    columns: list[str]


class CityMaps(Table, frozen=True, kw_only=True):
    """The five city maps. [10.1]"""

    rows: dict[Literal["A", "B", "C", "D", "E"], CityPlan]


# Counters ------------------------------------------------------------------------------------------------------------


class UnitRow(Row, frozen=True, kw_only=True):
    """A nightfighter counter; without a full strength it is a detachment. [2.2.2]"""

    name: str
    airfield: str
    hex: str
    division: Zone
    engines: Literal["SE", "TE"]
    aircraft: str
    full: int | None
    depleted: int
    star: bool = False


class Units(Table, frozen=True, kw_only=True):
    """The nightfighter units of a scenario. [3.2.1]"""

    rows: dict[str, UnitRow]


class BritishFighters(Table, frozen=True, kw_only=True):
    """The Patrols and the Air Defence of Great Britain. [2.2.3]"""

    patrols: list[int]
    adgb: int


class BerlinChit(Row, frozen=True, kw_only=True):
    """The yellow side of a target chit. [3.3]"""

    city: str
    vp: int
    moon: int


class DownfallChit(Row, frozen=True, kw_only=True):
    """The red or pink side of a target chit. [4.5]"""

    set: Literal["A", "B"]
    follow_up: bool = False
    city: str = ""
    vp: int = 0
    moon: int = 0
    oil: bool = False


class BerlinChits(Table, frozen=True, kw_only=True):
    """Target chits of the Berlin scenario. [3.3]"""

    rows: dict[str, BerlinChit]


class DownfallChits(Table, frozen=True, kw_only=True):
    """Target chits of the Downfall scenario. [4.5.1]"""

    rows: dict[str, DownfallChit]


class WeatherMarker(_Part, frozen=True, kw_only=True):
    """The two faces of a weather marker. [3.4.1]"""

    good: Weather
    bad: Weather


class WeatherMarkers(Table, frozen=True, kw_only=True):
    """The cup of weather markers. [3.4.1]"""

    rows: dict[str, WeatherMarker]


# Tracks and tables ---------------------------------------------------------------------------------------------------


class RaidNumbers(_Part, frozen=True, kw_only=True):
    """Raids that a scenario gives. [3.5.1]"""

    main: int
    mosquito: int
    decoy: int


class BombingHalves(_Part, frozen=True, kw_only=True):
    """What bombs and fires score, in half points; `works_times` multiplies Industrial and Transport areas. [11.1]"""

    counter: int
    fire: int
    aimpoint_fire: int
    works_times: int


class ScenarioRow(_Part, frozen=True, kw_only=True):
    """Where the two scenarios differ. [13.0]"""

    jamming: int
    raids: RaidNumbers
    stream: int
    infiltrate_on: list[Literal["drop", "resolve"]]
    most_intruders: int | None
    patrols: int
    stripped: int
    accuracy: int
    aimpoints: list[AreaKind]
    bombing_halves: BombingHalves
    bomber: int
    mosquito: int
    bands: ByRoll[Band]


class Scenarios(Table, frozen=True, kw_only=True):
    """The two scenarios. [1.4]"""

    rows: dict[Scenario, ScenarioRow]


class RaidRules(Table, frozen=True, kw_only=True):
    """Numbers of plotting. [4.0]"""

    letters: list[str]
    legs: int
    decoy_legs: int
    gardening_swaps: int
    decoy_swaps: int
    mosquitos_for_decoy: int
    follow_up_delay: int
    short_night_turn: int
    short_night_vp: int
    long_range: int
    southern_extra: int


class Track(Table, frozen=True, kw_only=True):
    """The Game Turn Track. [2.1.2]"""

    turns: int


class VisibilityValues(Table, frozen=True, kw_only=True):
    """Modifiers of visibility, moon and twilight, and when twilight comes. [3.4.4, 3.4.5, 12.1.2]"""

    good: int
    moderate: int
    poor: int
    moon: int
    twilight: int
    twilight_after: int


class WeatherRow(_Part, frozen=True, kw_only=True):
    """What a kind of weather does. [3.4.2]"""

    value: int
    column: Literal["clear-haze", "broken-cloud-cloud", "heavy-cloud", "fog"]
    marking: Method
    concentration: int
    cross: bool = False


class WeatherValues(Table, frozen=True, kw_only=True):
    """The six kinds of weather. [3.4.2, 12.1.1]"""

    rows: dict[Weather, WeatherRow]
    most_crosses: int


class MoonTable(Rolled, frozen=True, kw_only=True):
    """Whether there is a moon to reckon with. [12.1.2]"""

    rows: ByRoll[Literal["none", "moonrise", "moonset"]]
    shift: int


class TailWind(Rolled, frozen=True, kw_only=True):
    """The wind's bearing in degrees from the map's North. [12.1.3]"""

    rows: ByRoll[int | None]
    with_wind: int
    against_wind: int


class Hands(Table, frozen=True, kw_only=True):
    """How many cards. [3.7, 6.1]"""

    dealt: int
    kept: int
    drawn: int
    largest: int


class JammingTrack(Table, frozen=True, kw_only=True):
    """The infiltration value of each jamming level. [8.1]"""

    infiltration: dict[int, int]


class Detection(Table, frozen=True, kw_only=True):
    """What a detection roll finds, by how far it is above the jamming level. [8.2]"""

    rows: ByRoll[Literal["none", "touched", "detected", "clarified"]]


class InfiltrationValues(Table, frozen=True, kw_only=True):
    """Modifiers of infiltration. [9.4.1]"""

    beleuchter: int
    not_on_beacon: int


class Fuel(Table, frozen=True, kw_only=True):
    """Where the Fuel markers start, by aircraft. [7.5]"""

    rows: dict[str, int]


class CombatTable(Table, frozen=True, kw_only=True):
    """Losses and disruption by column. [9.7]"""

    gci: ByRoll[tuple[int, int]]
    tame_boar: ByRoll[tuple[int, int]]
    wild_boar_stacked: ByRoll[tuple[int, int]]
    wild_boar_late: ByRoll[tuple[int, int]]


class FlakTable(Table, frozen=True, kw_only=True):
    """Losses, disruption and damage by flak. [9.6.1]"""

    rows: ByRoll[tuple[int, int, int]]


class CombatValues(Table, frozen=True, kw_only=True):
    """Modifiers of attacks. [4.3.4, 9.8.4, 12.3.1]"""

    decoy: int
    flak_damage: int
    heavy_load: int


class DefensiveFire(Rolled, frozen=True, kw_only=True):
    """Nightfighters lost to the bombers' guns, and the face that brings the roll about. [9.7.2]"""

    rows: ByRoll[int]
    face: int


class LandingTable(Table, frozen=True, kw_only=True):
    """Losses by weather on taking off or landing, and whether the unit suffers for it."""

    single_engined: int
    twilight: int
    clear_haze: ByRoll[tuple[int, int]]
    broken_cloud_cloud: ByRoll[tuple[int, int]]
    heavy_cloud: ByRoll[tuple[int, int]]
    fog: ByRoll[tuple[int, int]]

    def column(self, name: str) -> ByRoll[tuple[int, int]]:
        """Return the column for a kind of weather."""
        column: ByRoll[tuple[int, int]] = getattr(self, name.replace("-", "_"))
        return column


class ScrambleTable(LandingTable, frozen=True, kw_only=True):
    """The Scramble Table. [7.4.2]"""

    poor_visibility: int


class RecoveryTable(LandingTable, frozen=True, kw_only=True):
    """The Recovery Table. [7.4.4, 7.4.7, 7.6]"""

    diverting: int
    out_of_range: int
    disruption_step: int
    fido: int


class AirfieldAttack(Table, frozen=True, kw_only=True):
    """Patrols against airfields. [9.2.5]"""

    closes_at: int
    barred_by: list[Weather]


class MosquitoLosses(Table, frozen=True, kw_only=True):
    """Highest face of the die that confirms a loss, and the twin-engined aircraft that hunt. [9.9.1, 9.9.2]"""

    dice: Literal["d6"]
    confirmed: int
    hunted: int
    hunters: list[str]


class MarkingTable(Rolled, frozen=True, kw_only=True):
    """Drift and quality of the marking, and its modifiers. [10.3.2]"""

    drift: ByRoll[int]
    quality: ByRoll[int]
    newhaven: int
    parramatta: int
    wanganui: int
    oboe: int
    clear: int
    good_radar: int
    poor_radar: int


class Bombs(Table, frozen=True, kw_only=True):
    """Loads, and concentration row by row. [10.4, 12.3]"""

    concentration: list[int]
    normal: int
    heavy: int
    light: int
    heavy_rows: int
    light_rows: int


class BombError(Table, frozen=True, kw_only=True):
    """The parts of the error value. [10.5.2]"""

    disruption: ByRoll[int]
    poor_visibility: int
    poor_radar: int


class BombAccuracy(Table, frozen=True, kw_only=True):
    """The parts of the accuracy value. [10.5.2]"""

    good_visibility: int
    good_radar: int
    moon: int
    follow_up: int
    follow_up_fires: int


class Recipe(_Part, frozen=True, kw_only=True):
    """Counters that convert into major fires: so many of either kind, or so many of each. [10.5.3]"""

    areas: list[AreaKind]
    fires: int
    counters: int = 0
    he: int = 0
    incendiary: int = 0
    least_he: int = 0


class Fires(Table, frozen=True, kw_only=True):
    """Conversion, creepback and firestorms. [10.5.3, 10.5.4, 10.5.5]"""

    creepback: int
    least_creepback: int
    firestorm: int
    recipes: dict[str, Recipe]


class OtherScores(Table, frozen=True, kw_only=True):
    """Points that are not bombing's. [11.1]"""

    mosquito_raid: int
    mosquito_on_capital: int
    capital: str
    nightfighter_halves: int


class Intruders(Table, frozen=True, kw_only=True):
    """Who may be an intruder. [12.2.1]"""

    divisions: list[Zone]


# Cards ---------------------------------------------------------------------------------------------------------------


class Effect(_Part, frozen=True, kw_only=True):
    """One thing that a card does; what each name means stands with its function in the decks' modules."""

    effect: EffectName
    value: int = 0
    roll: str = ""
    attacks: list[str] | None = None
    raids: list[Kind] | None = None
    aircraft: list[str] | None = None
    divisions: list[Zone] | None = None
    engines: Literal["SE", "TE"] | None = None
    methods: list[Method] | None = None
    titles: list[str] | None = None
    marker: str = ""
    reach: int = 0
    sides: int = 0
    not_heavy: bool = False


class Use(_Part, frozen=True, kw_only=True):
    """One of a card's functions: the windows in which it may be announced and what it then does. [6.2.4]"""

    when: list[Window]
    does: list[Effect]


class CardRow(_Part, frozen=True, kw_only=True):
    """One title of a deck with the ids of its copies. [2.7]"""

    ids: list[str]
    title: str
    symbol: Symbol
    scenario: Literal["all", "berlin", "downfall"] = "all"
    uses: list[Use]
    provenance: dict[Literal["title", "effect"], RowProvenance] | None = None


class CardTable(Table, frozen=True, kw_only=True):
    """A deck. [6.0]"""

    rows: list[CardRow]


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of a pack."""

    hexes: Hexes
    berlin_map: MapTable
    downfall_map: MapTable
    city_maps: CityMaps
    berlin_units: Units
    downfall_units: Units
    british_fighters: BritishFighters
    berlin_chits: BerlinChits
    downfall_chits: DownfallChits
    weather_markers: WeatherMarkers
    scenarios: Scenarios
    raid_rules: RaidRules
    track: Track
    visibility: RollTable[Visibility]
    visibility_values: VisibilityValues
    weather_values: WeatherValues
    bad_weather: RollTable[Literal["good", "bad"]]
    moon: MoonTable
    tail_wind: TailWind
    star_units: RollTable[bool]
    hands: Hands
    jamming_track: JammingTrack
    detection: Detection
    infiltration: InfiltrationValues
    fuel: Fuel
    combat: CombatTable
    flak: FlakTable
    combat_values: CombatValues
    defensive_fire: DefensiveFire
    scramble: ScrambleTable
    recovery: RecoveryTable
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


def check(tables: Tables, report: Report) -> None:
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


class Card(msgspec.Struct, frozen=True, gc=False):
    """One card of a deck, with the windows that it has a use for."""

    id: str
    seat: str
    title: str
    symbol: Symbol
    scenario: str
    uses: tuple[Use, ...]
    windows: frozenset[str]


class Charts:
    """A pack laid out for play: both boards, the city maps, both decks, and the tables themselves."""

    def __init__(self, pack: Pack[Tables]) -> None:
        self.name = pack.manifest.name
        self.hash = pack.hash
        self.pack = pack
        self.tables = tables = pack.tables
        self.city_maps = {name: CityMap(name, plan.tops, plan.columns) for name, plan in tables.city_maps.rows.items()}
        self.boards = {
            "berlin": Board(tables.hexes.rows, tables.berlin_map, tables.berlin_units.rows),
            "downfall": Board(tables.hexes.rows, tables.downfall_map, tables.downfall_units.rows),
        }
        decks = {"british": tables.british_cards, "german": tables.german_cards}
        self.cards = {card.id: card for seat, table in decks.items() for card in _cards(seat, table)}
        self.moves: dict[tuple[object, ...], tuple[str, ...]] = {}
        self.scenarios: dict[str, ScenarioRow] = {name: row for name, row in tables.scenarios.rows.items()}
        self.weather: dict[str, WeatherRow] = {name: row for name, row in tables.weather_values.rows.items()}
        self.levels = tuple(sorted(tables.jamming_track.infiltration))

    def deck(self, seat: str, scenario: str) -> list[str]:
        """Return the cards that a side uses in a scenario. [6.0]"""
        return [i for i, card in self.cards.items() if card.seat == seat and card.scenario in ("all", scenario)]


def _cards(seat: str, table: CardTable) -> list[Card]:
    return [
        Card(
            i,
            seat,
            row.title,
            row.symbol,
            row.scenario,
            tuple(row.uses),
            frozenset(w for use in row.uses for w in use.when),
        )
        for row in table.rows
        for i in row.ids
    ]


@cache
def _charts(folder: Path, digest: str) -> Charts:
    return Charts(load_pack(folder, Tables, check=check))


def load_charts(name: str) -> Charts:
    """Return the charts of a pack, laid out once for each content."""
    folder = PACKS / name
    return _charts(folder, load_pack(folder, Tables, check=check).hash)
