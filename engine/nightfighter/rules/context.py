"""The night as its rules see it: state, charts, scenario and table together, and the umpire policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.kernel.decisions import Flow
from engine.kernel.events import Mod
from engine.kernel.table import Table
from engine.nightfighter.charts.compiled import Charts, MovePoints, charts_of, parse_speed, printed_speed
from engine.nightfighter.charts.custom_scenarios import read_custom_scenario
from engine.nightfighter.charts.scenarios import Scenario, merge, resolve
from engine.nightfighter.charts.schema import AiSet, Jam, NightfighterRow, SearchCounter
from engine.nightfighter.questions import ModRow
from engine.nightfighter.rules.sight import can_look, sight_under
from engine.nightfighter.rules.speeds import attacker_mp
from engine.nightfighter.state import AttackerCounter, FighterCounter, Setup, State


class UmpirePolicy(NamedTuple):
    """The side that holds hidden facts: an umpire with a second map [5.0], or the solitaire system [S5].

    The chapters are the same for both. Where the solitaire rules replace a procedure, the chapter asks its policy.
    """

    name: str
    enter: Callable[[NightContext], Flow[None]]
    search_by_radar: Callable[[NightContext], Flow[None]]
    search_by_ai: Callable[[NightContext], Flow[None]]
    search_by_lights: Callable[[NightContext], Flow[None]]
    hand_off: Callable[[NightContext, int, str], Flow[bool]]
    look_round: Callable[[NightContext], Flow[None]]
    look_at_fixed: Callable[[NightContext], Flow[None]]
    lost: Callable[[NightContext, int], Flow[None]]
    corkscrew: Callable[[NightContext, int, int], Flow[bool]]
    reveal: Callable[[NightContext, int], bool]


class NightContext:
    """One night under way. It holds nothing that the state does not; what it works out beforehand is for speed."""

    def __init__(self, state: State, table: Table, charts: Charts, scenario: Scenario, decider: UmpirePolicy) -> None:
        self.state, self.table, self.charts, self.scenario, self.keeper = state, table, charts, scenario, decider
        self.map = charts.map
        self.tables = charts.tables
        self.options = state.setup.options
        self.solo = state.setup.mode == "solo"
        self.person = not self.solo and state.setup.umpire == "person"
        self.level = state.setup.level
        self.hears = table.hears
        self.low, self.high = scenario.altitude == "low", scenario.altitude == "high"
        self.v1 = "v1" in scenario.specials
        self.identification = "identification" in scenario.specials
        self.intruders = any(force.role == "intruder" for force in scenario.attackers)
        chapters = scenario.chapters if self.options.programmed else 28
        self.advanced_fog, self.advanced_combat = chapters >= 16, chapters >= 17
        self._attacker_mp: dict[tuple[str, int, bool], int] = {}
        self._own_speeds: dict[tuple[str, str], MovePoints] = {}
        self.look_at_sky()

    def look_at_sky(self) -> None:
        """Work out what the sky allows: sight, moonlight, active zones and illuminated cloud. [3.3, 14.1]"""
        state, scenario = self.state, self.scenario
        self.moonlit = state.moon in ("half", "full")
        cloudy = state.cloud == "cloudy"
        self.sight = sight_under(self.charts, state.visibility, solo=self.solo, v1=self.v1)
        self.near, self.far = self.sight.near, self.sight.far
        task_force = self.tables.map.task_force_zone if any(f.role == "flare" for f in scenario.attackers) else ""
        self.task_force = task_force
        self.zones = tuple(z for z in scenario.searchlights.zones if z != task_force)
        self.lights = () if cloudy else self.zones
        self.flares = tuple(scenario.flare_zones)
        self.directed = scenario.searchlights.directed and not scenario.jamming.searchlights
        self.flak_zones = (*self.zones, *((task_force,) if task_force else ())) if scenario.flak else ()
        size = len(self.map.on_map)
        self.cloudlit = bytearray(size)
        if cloudy and state.moon == "full":
            self.cloudlit = bytearray(self.map.on_map)
        elif cloudy:
            for zone in self.zones:
                for hex_ in self.map.zones[zone]:
                    self.cloudlit[hex_] = 1
        self.any_cloudlit = any(self.cloudlit)

    # -- aircraft

    def row(self, fighter: FighterCounter) -> NightfighterRow:
        """Return the fighter's line of the data chart. [6.0]"""
        return self.charts.nightfighters[fighter.type]

    def ai_of(self, aircraft: FighterCounter | AttackerCounter) -> AiSet | None:
        """Return the AI radar that an aircraft carries. [19.1]"""
        return self.charts.ai[aircraft.ai] if aircraft.ai else None

    def fighter_speed(self, fighter: FighterCounter) -> MovePoints:
        """Return MP and star of a nightfighter at this altitude, radomes included. [6.0, 9.1, 24.1.2]"""
        known = self._own_speeds.get((fighter.type, fighter.ai))
        if known is None:
            row = self.row(fighter)
            printed = row.mp_with_ai.get(fighter.ai) or printed_speed(row, self.scenario.altitude)
            known = self._own_speeds[fighter.type, fighter.ai] = parse_speed(printed)
        return known

    def attacker_mp(self, type_: str, *, alerted: bool = False) -> int:
        """Look up how far a type of attacker flies this turn, the alerted speed when asked for."""
        key = (type_, self.state.turn % 2, alerted)
        known = self._attacker_mp.get(key)
        if known is None:
            known = attacker_mp(self.charts, type_, self.scenario.altitude, self.state.turn, alerted=alerted)
            self._attacker_mp[key] = known
        return known

    def ai_reach(self, radar: AiSet) -> int:
        """Return an AI set's range, which ground returns cut at low altitude. [21.1]"""
        return self.charts.ai_reach(radar, low=self.low)

    def search_jam(self, row: SearchCounter) -> Jam:
        """Return how a search radar is jammed. [24.5, 24.5.1, 25.2]"""
        jamming = self.scenario.jamming
        spared = not row.jammable or (jamming.sets and row.name not in jamming.sets)
        return "none" if spared else jamming.search

    def blinded(self, fighter: FighterCounter) -> bool:
        """Say whether an explosion still blinds the crew. [17.3.2]"""
        return fighter.blind_until >= self.state.turn

    def can_search(self, fighter: FighterCounter) -> bool:
        """Say whether a fighter is on the map and its crew may look out or work its radar."""
        return fighter.status == "map" and can_look(fighter, blinded=self.blinded(fighter))

    # -- sight

    def lit(self, bomber: AttackerCounter) -> bool:
        """Say whether lights, flares or its own flame show the aircraft. [14.2.5]"""
        return bool(bomber.lit) or self.v1

    def sees(self, fighter: FighterCounter, hex_: int, lit: bool, cloudlit: bool) -> bool:
        """Say whether a hex is within the visible range of a fighter."""
        return self.sight.sees(
            fighter.hex,
            fighter.facing,
            hex_,
            lit=lit,
            cloudlit=cloudlit,
            above=fighter.dives > 0,
            blind_astern=self.row(fighter).blind_astern,
        )

    def sees_bomber(self, fighter: FighterCounter, bomber: AttackerCounter) -> bool:
        """Say whether a bomber in its counter's hex is within visible range. [10.1]"""
        if bomber.status != "map":
            return False
        hex_ = bomber.hex
        return hex_ == fighter.hex or self.sees(fighter, hex_, self.lit(bomber), bool(self.cloudlit[hex_]))

    # -- asking

    def settle(self, kind: str, key: str, options: Sequence[str], weights: Sequence[int]) -> int:
        """Throw for a choice that the umpire is free to make; return the place of what he takes. [5.0]"""
        face = self.table.roll("umpire", sum(weights))
        return next(place for place, reached in enumerate(accumulate(weights)) if reached >= face)

    def key(self, *parts: object) -> str:
        """Return a decision's path; nobody reads it at a quiet table."""
        return "/".join((f"turn{self.state.turn}", *map(str, parts))) if self.hears else ""

    def roll(self, stream: str, count: int) -> list[int]:
        """Throw several dice of a stream."""
        throw = self.table.roll
        return [throw(stream, 6) for _ in range(count)]

    def hits(self, firepower: int) -> tuple[int, int]:
        """Roll an attack: two dice and firepower on the hit table; return the total and the hits. [11.0]"""
        throw = self.table.roll
        total = throw("combat", 6) + throw("combat", 6) + firepower
        return total, self.tables.hits.rows[total]


_scenarios: dict[tuple[str, str, str, tuple[str, ...], bool, bool], Scenario] = {}


def scenario_of(setup: Setup, charts: Charts) -> Scenario:
    """Return the scenario that a night is set up with. [3.2]"""
    solo = setup.mode == "solo"
    entry_ends = setup.options.entry_ends
    key = (charts.hash, setup.own, setup.scenario, tuple(setup.variants), solo, entry_ends)
    found = _scenarios.get(key)
    if found is None:
        if setup.own:
            found = merge([read_custom_scenario(setup.own, charts.tables, entry_ends=entry_ends)], solo)
        else:
            found = resolve(charts.tables, setup.scenario, setup.variants, solo)
        if len(_scenarios) > 400:
            _scenarios.clear()
        _scenarios[key] = found
    return found


def scenario_for(state: State, charts: Charts) -> Scenario:
    """Return the scenario of the night under way: of the book, of a file, or drawn in a campaign."""
    return state.scenario or scenario_of(state.setup, charts)


def context_of(state: State, table: Table, decider: UmpirePolicy) -> NightContext:
    """Lay out the night that a state describes."""
    charts = charts_of(table.pack)
    return NightContext(state, table, charts, scenario_for(state, charts), decider)


def is_held(state: State, bomber: int) -> bool:
    """Say whether there is a tally or fix on a bomber. [16.0]"""
    if state.bombers[bomber].lit:
        return True
    return any(bomber in (fighter.tally, fighter.fix) for fighter in state.fighters)


def mod_rows(mods: Sequence[Mod]) -> list[ModRow]:
    """Return modifiers as the plain rows that a question holds."""
    return [(mod.reason, mod.value, mod.rule) for mod in mods]
