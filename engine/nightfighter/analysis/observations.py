"""A player's information about a night, as facts about attackers that he does not see.

A `DistanceFact` is an answer of the umpire, or a silence: of all attackers on the map the nearest by some measure must
be between two bounds. `ContactSighting`s are contacts from their first marker to the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel.decisions import number_of
from engine.kernel.dice import FastDice
from engine.kernel.events import EventData
from engine.kernel.packs.schema import Pack
from engine.kernel.table import Table
from engine.nightfighter.analysis.replay import ObservedEvent, PlayerAnswer, PlayerLog
from engine.nightfighter.charts.compiled import Charts, charts_of
from engine.nightfighter.charts.map import FACINGS
from engine.nightfighter.charts.scenarios import resolve
from engine.nightfighter.charts.schema import AiSet, AttackerForce, SearchCounter, Tables
from engine.nightfighter.events.bombers import (
    BomberExited,
    BombersMoved,
    ContactLost,
    DiceHeard,
    FlaresDropped,
    TorpedoLaunched,
    V1Sighted,
)
from engine.nightfighter.events.combat import (
    BomberCorkscrewed,
    BomberFired,
    BomberShotDown,
    CombatAttacked,
    CorkscrewFollowed,
    CorkscrewWatched,
    FighterAvoided,
    FighterBlinded,
    FighterCollided,
    FighterCorkscrewed,
    FighterFiredAt,
    FighterShotAt,
    IntruderAttacked,
    IntruderAttacks,
)
from engine.nightfighter.events.fighters import (
    ContrailMet,
    FighterDived,
    FighterDrifted,
    FighterEvaded,
    FighterExited,
    FighterLeftBox,
    FighterMoved,
    FighterTailWarning,
    FlakHit,
)
from engine.nightfighter.events.searches import (
    AiFixed,
    AiLost,
    AiRolled,
    RadarSearched,
    SearchlightHandedOff,
    SearchlightHunts,
    SearchlightLost,
    SearchlightSearched,
)
from engine.nightfighter.events.setting_up import FighterPlaced, FighterReady, SkySet, TurnBegan, VariantPicked
from engine.nightfighter.events.tallies import TallyCalled, TallyGained, TallyRolled, TallySighted
from engine.nightfighter.rules.combat import SCATTER, scatter_hex
from engine.nightfighter.rules.context import NightContext, scenario_for
from engine.nightfighter.rules.counters import sideslip_hex
from engine.nightfighter.rules.fighters import TURNS, hexes_astern, steps_from, warns
from engine.nightfighter.rules.speeds import attacker_mp
from engine.nightfighter.rules.turn import AI, LIGHTS
from engine.nightfighter.rules.umpire_policies import UMPIRE_POLICIES
from engine.nightfighter.rules.umpired.tallying import gets_bonus
from engine.nightfighter.setup import carried_equipment, share_equipment
from engine.nightfighter.state import FighterCounter, Setup, State

FAR = 999
ALL = 0b1111110
"""All six tally numbers, as bits."""


class DistanceFact(msgspec.Struct, gc=False):
    """The least `value` of any attacker on the map is between `low` and `high`."""

    turn: int
    value: list[int]
    """By hex."""
    low: int
    high: int
    even: bool = False
    """True if the least must be even: it is on the side to which a sweep points. [13.1.2]"""
    numbers: int = ALL
    """The tally numbers that it speaks of, as bits."""
    hears: str = "all"
    count: int = -1
    """Number of attackers with the value 0, where an event gives it."""


class LostContact(msgspec.Struct, gc=False):
    """The place where a contact was lost, and its possible course afterwards. [16.0, 17.4.3]"""

    turn: int
    hex: int
    facing: int
    mark: int
    moving: bool = False
    """It was lost on its way, before all others had moved."""
    zone: str = ""
    """The zone that held it then."""
    alerted: bool = False
    sides: tuple[str, ...] = ("left", "centre", "right")


class ContactSighting(msgspec.Struct, gc=False):
    """A contact: where it was first seen, and what was learnt of it."""

    mark: int
    turn: int
    hex: int
    facing: int
    numbers: int = ALL
    type: str = ""
    before: int = 0
    """The mark that it surely had before."""
    lost: LostContact | None = None
    alerted: bool = False
    lit: str = ""
    was_lit: str = ""
    """The zone that has held it last."""
    fell: bool = False


def number_bits(faces: Iterable[int]) -> int:
    """Return tally numbers as bits."""
    found = 0
    for face in faces:
        found |= 1 << face
    return found


class Observations:
    """The player's events, read line by line; `now` is the turn of the open question."""

    def __init__(
        self, begun: State, pack: Pack[Tables], player_log: PlayerLog, asked: tuple[str, Sequence[str]]
    ) -> None:
        self.charts: Charts = charts_of(pack)
        self.map = self.charts.map
        self.state = State(begun.setup, begun.scenario, phase="turn", turn=0)
        self.facts: list[DistanceFact] = []
        self.seen: dict[int, list[int]] = {}
        """By turn the hexes of contacts that were on the map when it began."""
        self.sightings: dict[int, ContactSighting] = {}
        self.live: dict[int, int] = {}
        """Where each contact is, by mark."""
        self.marks = 0
        self.orders: list[list[int]] = []
        """Marks in the order in which they were told together: it is that of the umpire's list."""
        self.entered: dict[int, set[int]] = {}
        """By turn the hexes into which fighters have come."""
        self.courses: dict[int, dict[int, int]] = {}
        """By mark, where a contact was in each turn."""
        self.launched: dict[int, int] = {}
        self.dropped: dict[int, int] = {}
        self.intruder_heard = False
        self._set_up(begun.setup, pack, player_log)
        self._read(player_log, asked[0])
        self.orders.append([number_of(o) for o in asked[1] if o.startswith("contact:")])
        self.now = self.state.turn

    # -- before the first turn

    def _set_up(self, setup: Setup, pack: Pack[Tables], player_log: PlayerLog) -> None:
        """Lay out the night as all know it: scenario, sky, fighters. [3.0]"""
        state, tables = self.state, self.charts.tables
        if setup.pick_variants and state.scenario is None:
            picked = [
                line.data.variant
                for line in player_log
                if isinstance(line, ObservedEvent) and isinstance(line.data, VariantPicked)
            ]
            state.picked = [*setup.variants, *filter(None, picked)]
            state.scenario = resolve(tables, setup.scenario, state.picked, solo=False)
        for line in player_log:
            if isinstance(line, ObservedEvent) and isinstance(line.data, SkySet):
                state.moon, state.visibility, state.cloud = line.data.moon, line.data.visibility, line.data.cloud
        self.scenario = scenario_for(state, self.charts)
        self.night = NightContext(state, Table(FastDice(1), pack), self.charts, self.scenario, UMPIRE_POLICIES["blind"])
        shown = (line.data for line in player_log if isinstance(line, ObservedEvent))
        ready = [event for event in shown if isinstance(event, FighterReady)]
        flights = [flight for flight in self.scenario.defenders for _ in range(flight.count)]
        for event, flight in zip(ready, flights, strict=False):
            carried = carried_equipment(self.night, flight)
            fighter = FighterCounter(
                event.fighter, event.type, event.number, event.pilot, event.ai, flight.guidance, carried
            )
            fighter.dives = self.night.tables.altitude.dives if self.scenario.advantage else 0
            state.fighters.append(fighter)
        share_equipment(self.night)
        options, sets = self.night.options, self.scenario.electronics.bombers
        self.warning = 1 << 6 if options.alerted_bombers and warns(options, sets) else 0
        """The tally numbers of bombers that a fighter close by alerts, as bits. [28.2.1]"""
        self.wary = [self._warned(force) for force in self.scenario.attackers]
        """The same by force; a force that carries such sets itself is alerted whatever its number."""
        self.fighters = {fighter.name: fighter for fighter in state.fighters}
        for line in player_log:
            if type(line) is PlayerAnswer and line.key == "setup/experte":
                self.fighters[line.answer].pilot = "experte"

    def _warned(self, force: AttackerForce) -> int:
        if force.role != "bomber":
            return 0
        options = self.night.options
        return ALL if options.alerted_bombers and warns(options, force.equipment) else self.warning

    # -- line by line

    def _read(self, player_log: PlayerLog, asked: str) -> None:
        self.called: list[TallyCalled] = []
        self.hunted: dict[str, SearchlightSearched | None] = {}
        self.fixes: dict[str, int] = {}
        self.ai_rolled: dict[str, AiRolled] = {}
        self.sighted: set[int] = set()
        self.warned: set[str] = set()
        self.met: set[str] = set()
        self.fresh: set[int] = set()
        self.phase = 0
        for line in player_log:
            if isinstance(line, PlayerAnswer):
                self._read_progress(line.key)
                if "/step/" in line.key:
                    self._step(line)
            elif type(line.data) in _READERS:
                _READERS[type(line.data)](self, line.data)
        self._read_progress(asked, last=True)

    def _step(self, line: PlayerAnswer) -> None:
        """Follow a fighter hex by hex: some bombers are alerted by one that comes close. [28.2.1]"""
        fighter = self.fighters[line.key.split("/")[1]]
        if line.answer in TURNS:
            fighter.hex, fighter.facing = steps_from(self.map, fighter.hex, fighter.facing)[line.answer]
            self.entered.setdefault(self.state.turn, set()).add(fighter.hex)

    def _read_progress(self, key: str, *, last: bool = False) -> None:
        """A question shows how far the turn has come."""
        if self.state.turn == 0:
            return
        reached = 0
        if last:
            reached = next((rank for kind, rank in _ASKED if key.startswith(kind)), 0)
        else:
            reached = next((rank for part, rank in _KEYED if part in key), 0)
        self._reach(reached)

    def _reach(self, phase: int) -> None:
        """Conclude that an event not reported before this phase did not happen."""
        while self.phase < phase:
            self.phase += 1
            if self.phase == 1:
                self._after_moves_begin()
            elif self.phase == 3:
                self._after_ai()
            elif self.phase == 4:
                self._after_lights()
            elif self.phase == 5:
                self._after_look()

    def _turn(self, event: TurnBegan) -> None:
        if self.state.turn:
            self._reach(6 if self.any_left() else 1)
        self.state.turn = event.turn
        self.phase = 0
        self.called, self.hunted, self.ai_rolled = [], {}, {}
        self.sighted, self.warned, self.met, self.fresh = set(), set(), set(), set()
        for fighter in self.state.fighters:
            fighter.evading = fighter.corkscrewed = False
        self.launched[self.state.turn] = self.dropped[self.state.turn] = 0

    def any_left(self) -> bool:
        """Say whether a fighter is left that could receive anything."""
        return any(f.status in ("waiting", "map", "box") for f in self.state.fighters)

    def _table(self, measure: Callable[[int], int]) -> list[int]:
        value = [FAR] * len(self.map.on_map)
        for hex_ in self.map.hexes:
            value[hex_] = measure(hex_)
        return value

    def _fact(
        self,
        value: list[int],
        low: int,
        high: int,
        *,
        even: bool = False,
        numbers: int = ALL,
        hears: str = "all",
    ) -> None:
        self.facts.append(DistanceFact(self.state.turn, value, low, high, even, numbers, hears))

    # contacts

    def _show(self, mark: int, hex_: int, facing: str = "S", numbers: int = ALL) -> ContactSighting:
        found = self.sightings.get(mark)
        if found is None:
            found = self.sightings[mark] = ContactSighting(mark, self.state.turn, hex_, FACINGS.index(facing))
            self.fresh.add(mark)
        self.live[mark] = hex_
        self.marks = max(self.marks, mark)
        found.numbers &= numbers
        return found

    def _gone(self, event: BomberExited | BomberShotDown) -> None:
        mark = event.contact
        self.live.pop(mark, None)
        if mark in self.sightings:
            self.sightings[mark].fell = True
            self._drop_holds(mark)

    def _drop_holds(self, mark: int) -> None:
        for name, held in list(self.fixes.items()):
            if held == mark:
                del self.fixes[name]
        self.sightings[mark].lit = ""

    def _lost(self, event: ContactLost) -> None:
        mark = event.contact
        self._lose(mark, self._sideslips())

    def _sideslips(self) -> tuple[str, ...]:
        level = self.night.level
        if not self.night.advanced_fog or (level == "helpful" and not self.night.person):
            return ("centre",)
        return ("left", "centre", "right")

    def _lose(self, mark: int, sides: tuple[str, ...]) -> None:
        sighting = self.sightings.get(mark)
        if sighting is None or mark not in self.live:
            return
        moving = self.state.turn not in self.seen and sighting.turn != self.state.turn
        sighting.lost = LostContact(
            self.state.turn,
            self.live.pop(mark),
            sighting.facing,
            mark,
            moving,
            sighting.was_lit,
            sighting.alerted,
            sides,
        )
        self._drop_holds(mark)

    def _moved(self, event: BombersMoved) -> None:
        self.seen[self.state.turn] = [int(c.hex) for c in event.contacts]
        self.orders.append([c.contact for c in event.contacts])
        for contact in event.contacts:
            mark = contact.contact
            self._timed(mark, int(contact.hex))
            self.courses.setdefault(mark, {})[self.state.turn] = int(contact.hex)
            if mark not in self.sightings:
                self.sightings[mark] = ContactSighting(mark, self.state.turn, int(contact.hex), 3)
            self.live[mark] = int(contact.hex)
            self.marks = max(self.marks, mark)

    def _timed(self, mark: int, hex_: int) -> None:
        """A contact that hurries after a fighter came close carries H2S, and one that does not has none. [28.2.1]"""
        sighting, turn = self.sightings.get(mark), self.state.turn
        if sighting is None or sighting.alerted or not any(self.wary) or mark not in self.live:
            return
        types = {sighting.type} if sighting.type else {force.type for force in self.scenario.attackers}
        slow, fast = (max(self.pace(kind, turn, hurried=hurried) for kind in types) for hurried in (False, True))
        moved = self.map.distance(self.live[mark], hex_)
        near = any(self.map.distance(h, self.live[mark]) == 1 for h in self.entered.get(turn - 1, ()))
        if moved > slow:
            sighting.numbers &= self.warning or ALL
            sighting.alerted = True
        elif near and fast > slow:
            sighting.numbers &= ~self.warning

    def pace(self, kind: str, turn: int, *, hurried: bool) -> int:
        """Return how far an attacker of a type moves in a turn. [7.2, 28.2]"""
        alerted = hurried and self.night.options.alerted_bombers
        return attacker_mp(self.charts, kind, self.scenario.altitude, turn, alerted=alerted)

    def _sighted_v1(self, event: V1Sighted) -> None:
        self._show(event.contact, int(event.hex))

    # fighters

    def _stands(self, name: str, hex_: str) -> FighterCounter:
        fighter = self.fighters[name]
        fighter.hex, fighter.status = int(hex_), "map"
        return fighter

    def _placed(self, event: FighterPlaced | FighterLeftBox | FighterMoved) -> None:
        self._stands(event.fighter, event.hex).facing = FACINGS.index(event.facing)

    def _ready(self, event: FighterReady) -> None:
        fighter = self.fighters[event.fighter]
        fighter.music = event.music

    def _left(self, event: FighterExited) -> None:
        self._leaves(event.fighter)

    def _leaves(self, name: str) -> None:
        fighter = self.fighters[name]
        fighter.status, fighter.hex = "exited", 0
        self.fixes.pop(name, None)

    def _hit(self, event: FighterFiredAt | FlakHit | FighterShotAt) -> None:
        if event.destroyed:
            self._leaves(event.fighter)

    def _drifted(self, event: FighterDrifted) -> None:
        self._stands(event.fighter, event.hex)

    def _avoided(self, event: FighterAvoided) -> None:
        fighter, way = self.fighters[event.fighter], event.way
        if way in SCATTER and not event.oblique:
            hex_, facing = scatter_hex(self.map, fighter.hex, fighter.facing, way)
            if hex_:
                fighter.hex, fighter.facing = hex_, facing

    def _blinded(self, event: FighterBlinded) -> None:
        fighter = self.fighters[event.fighter]
        fighter.blind_until = max(fighter.blind_until, self.state.turn + event.turns)

    def _evaded(self, event: FighterEvaded) -> None:
        fighter = self.fighters[event.fighter]
        fighter.evading = True
        self.fixes.pop(fighter.name, None)

    def _corkscrewing(self, event: FighterCorkscrewed) -> None:
        self._stands(event.fighter, event.hex).corkscrewed = True
        self.fixes.pop(event.fighter, None)

    def _dived(self, event: FighterDived) -> None:
        self.fighters[event.fighter].dives = event.dives

    def _warning(self, event: FighterTailWarning) -> None:
        self.warned.add(event.fighter)

    def _launch(self, event: TorpedoLaunched) -> None:
        self.launched[self.state.turn] += 1

    def _drop(self, event: FlaresDropped) -> None:
        self.dropped[self.state.turn] += 1

    def _rattle(self, event: DiceHeard | IntruderAttacks) -> None:
        self.intruder_heard = True

    # ground radar and homing sets

    def _searched(self, event: RadarSearched) -> None:
        night = self.night
        row, own = self.charts.search[event.radar], int(event.hex)
        jam, distance = night.search_jam(row), self.map.distance
        value = night.tables.jamming.heavy_value if jam == "heavy" else row.value
        away = self._table(lambda h: distance(own, h))
        sweeps = [int(h) for h in event.sweeps]
        if event.contact:
            least = 0
            most = value
            if row.gci and row.sweeps <= 1 and jam != "heavy":
                least, most = (0, 0) if event.same_hex else (1, value)
            self._fact(away, least, most, hears=row.hears)
        else:
            self._fact(away, value + 1, FAR, hears=row.hears)
        if row.sweeps > 1:
            self._swept(own, sweeps, row, value)
        elif not event.contact and jam == "none":
            self._pointed(row, own, sweeps, away, event)

    def _swept(self, own: int, sweeps: list[int], row: SearchCounter, value: int) -> None:
        distance = self.map.distance

        def is_shown(hex_: int, sweep: int) -> bool:
            return hex_ == sweep if distance(own, hex_) <= row.value else distance(hex_, sweep) <= 1

        for sweep in set(sweeps):
            self._fact(self._table(lambda h: 0 if is_shown(h, sweep) else FAR), 0, 0)  # noqa: B023 - called at once
        if len(sweeps) < row.sweeps:
            self._fact(self._table(lambda h: FAR if any(is_shown(h, s) for s in sweeps) else 0), FAR, FAR)
        elif sweeps:
            farthest = max(distance(own, s) for s in sweeps)
            nearer = [
                0 if self.map.on_map[h] and distance(own, h) < farthest - 1 else FAR
                for h in range(len(self.map.on_map))
            ]
            self._fact(self._table(lambda h: FAR if any(is_shown(h, s) for s in sweeps) else nearer[h]), FAR, FAR)

    def _pointed(self, row: SearchCounter, own: int, sweeps: list[int], away: list[int], event: RadarSearched) -> None:
        """Record the direction of the nearest attacker. [13.1.2, 25.1]"""
        distance, around = self.map.distance, self.map.adjacent[own]
        if row.name == "SCR-270" and "poor-coordination" in self.scenario.specials:
            return
        if row.gci:
            if not sweeps:
                self._fact(away, FAR, FAR, hears=row.hears)
                return
            value = self._table(lambda h: 2 * away[h] + (distance(h, sweeps[0]) > 1))
            self._fact(value, 0, FAR - 1, even=True, hears=row.hears)
            return
        if not sweeps:
            return
        arc: FighterCounter | None = None
        if row.arc:
            carriers = [f for f in self.state.fighters if event.radar in f.equipment]
            place = ord(event.letter) - ord("A") if event.letter else 0
            arc = carriers[place] if place < len(carriers) else None

        def points(hex_: int) -> int:
            if arc is not None and row.arc is not None and not self.map.in_arc(row.arc, arc.hex, arc.facing, hex_):
                return FAR
            least = min(distance(h, hex_) for h in around)
            return 2 * away[hex_] + (distance(sweeps[0], hex_) != least)

        self._fact(self._table(points), 0, FAR, even=True, hears=row.hears)

    # AI radar

    def _ai_lost(self, event: AiLost) -> None:
        self.fixes.pop(event.fighter, None)

    def _ai_fixed(self, event: AiFixed) -> None:
        rolled = self.ai_rolled.get(event.fighter)
        numbers = number_bits(rolled.faces) if rolled else ALL
        sighting = self._show(event.contact, int(event.hex), event.facing, numbers)
        self.fixes[event.fighter] = sighting.mark

    def _ai_rolled(self, event: AiRolled) -> None:
        self.ai_rolled[event.fighter] = event

    def _after_ai(self) -> None:
        """Record that each set holds the closest attacker that it could hold, and an empty set had none. [19.1.2]"""
        night = self.night
        if AI in self.scenario.skips:
            return
        for fighter in self.state.fighters:
            radar = night.ai_of(fighter)
            if radar is None or not night.can_search(fighter):
                continue
            reach, own, facing, numbers = night.ai_reach(radar), fighter.hex, fighter.facing, ALL
            if night.scenario.jamming.ai != "none" and radar.band in night.scenario.jamming.bands:
                rolled = self.ai_rolled.get(fighter.name)
                if rolled is None:
                    continue
                numbers = number_bits(rolled.faces)

            def away(hex_: int, radar: AiSet = radar, own: int = own, facing: int = facing, reach: int = reach) -> int:
                far = self.map.distance(own, hex_)
                return far if far <= reach and self.map.in_arc(radar.arc, own, facing, hex_) else FAR

            value = self._table(away)
            held = self.fixes.get(fighter.name, 0)
            if held and held in self.live:
                near = value[self.live[held]]
                if numbers == ALL:
                    self._fact(value, near, near)
                elif held in self.fresh:
                    self._fact(value, near, FAR, numbers=numbers)
            else:
                self._fact(value, FAR, FAR, numbers=numbers)

    # tail warning

    def _after_moves_begin(self) -> None:
        for fighter in self.state.fighters:
            if fighter.status != "map" or "tail warning" not in fighter.equipment:
                continue
            behind, beyond = hexes_astern(self.map, fighter.hex, fighter.facing)
            value = [FAR] * len(self.map.on_map)
            for hex_ in (behind, beyond, fighter.hex):
                if hex_:
                    value[hex_] = 0
            if fighter.name in self.warned:
                self._fact(value, 0, 0)
            elif not any(self.live.get(m) in (fighter.hex, behind, beyond) for m in self.live):
                self._fact(value, FAR, FAR)

    # searchlights

    def _hunts(self, event: SearchlightHunts) -> None:
        self._reach(3)
        self.hunted[event.zone] = None

    def _lights_searched(self, event: SearchlightSearched) -> None:
        self._reach(3)
        self.hunted[event.zone] = event
        if event.fixed:
            sighting = self._show(event.contact, int(event.hex), event.facing, number_bits(event.faces))
            sighting.lit = sighting.was_lit = event.zone

    def _handed(self, event: SearchlightHandedOff) -> None:
        sighting = self.sightings[event.contact]
        faces = number_bits(event.faces)
        sighting.numbers &= faces if event.kept else ~faces
        if event.kept:
            sighting.lit = sighting.was_lit = event.zone

    def _unlit(self, event: SearchlightLost) -> None:
        if event.contact in self.sightings:
            self.sightings[event.contact].lit = ""

    def _after_lights(self) -> None:
        """Lights hunt where an attacker is, and what they have not found has none of the numbers called. [14.2]"""
        night, zone_of = self.night, self.map.zone
        if LIGHTS in self.scenario.skips:
            return
        lit = {s.lit: m for m, s in self.sightings.items() if m in self.live and s.lit}
        flying = [f for f in self.state.fighters if f.status == "map"]
        for zone in {*night.lights, *night.flares}:
            inside = [0 if zone_of[h] == zone else FAR for h in range(len(zone_of))]
            searched = self.hunted.get(zone)
            if zone not in self.hunted:
                if zone not in lit or lit[zone] in self.fresh:
                    self._fact(inside, FAR, FAR)
                continue
            if zone not in night.flares:
                self._fact(inside, 0, 0)
            if searched is None:
                continue
            faces = number_bits(searched.faces)
            if not searched.fixed:
                self._fact(inside, FAR, FAR, numbers=faces)
                for mark, hex_ in self.live.items():
                    if zone_of[hex_] == zone and mark not in self.fresh:
                        self.sightings[mark].numbers &= ~faces
            else:
                at = int(searched.hex)
                near = [FAR] * len(zone_of)
                for hex_ in self.map.zones[zone]:
                    near[hex_] = min((self.map.distance(f.hex, hex_) for f in flying), default=0)
                self._fact(near, near[at], FAR, numbers=faces)

    # eyes

    def _called(self, event: TallyCalled) -> None:
        self._reach(4)
        self.called.append(event)
        self.orders.append([])

    def _sighted(self, event: TallySighted) -> None:
        self._show(event.contact, int(event.hex), event.facing, 1 << event.number)
        self.sighted.add(event.contact)
        self.orders[-1].append(event.contact)

    def _gained(self, event: TallyGained) -> None:
        self._reach(4)
        sighting = self._show(event.contact, int(event.hex), event.facing)
        sighting.type = sighting.type or event.type

    def _rolled(self, event: TallyRolled) -> None:
        faces = number_bits(event.faces)
        self.sightings[event.contact].numbers &= faces if event.tallied else ~faces

    def _met(self, event: ContrailMet) -> None:
        self.met.add(event.fighter)

    def _after_look(self) -> None:
        """Record that an attacker whose number came up in sight would have been seen. [10.1]"""
        night = self.night
        if night.scenario.contrails and night.high:
            for fighter in self.state.fighters:
                if fighter.status == "map":
                    column = fighter.hex // 100
                    trail = [FAR] * len(self.map.on_map)
                    for hex_ in range(fighter.hex + 1, 100 * column + self.map.rows + 1):
                        trail[hex_] = 0
                    self._fact(trail, *((0, 0) if fighter.name in self.met else (FAR, FAR)))
        looking = [f for f in self.state.fighters if night.can_search(f)]
        for event in self.called:
            keen = [f for f in looking if gets_bonus(night, f)]
            views = [f for f in keen if night.row(f).view]
            calls = (
                (event.faces, looking, False),
                ([event.cloud_face], keen, True),
                ([event.view_face], views, False),
            )
            for faces, eyes, cloud in calls:
                numbers = number_bits(face for face in faces if face)
                if not numbers or not eyes:
                    continue

                def sight(
                    hex_: int, eyes: Sequence[FighterCounter] = eyes, cloud: bool = cloud, lit: bool = False
                ) -> int:
                    lighted = bool(night.cloudlit[hex_])
                    seen = (lighted or not cloud) and any(night.sees(f, hex_, lit, lighted) for f in eyes)
                    return 0 if seen else FAR

                value = self._table(sight)
                for mark, hex_ in self.live.items():
                    if mark in self.sighted:
                        value[hex_] = FAR
                    elif sight(hex_, lit=bool(self.sightings[mark].lit)) == 0:
                        self.sightings[mark].numbers &= ~numbers
                self._fact(value, FAR, FAR, numbers=numbers)

    # combat

    def _attacked(self, event: CombatAttacked) -> None:
        sighting = self.sightings.get(event.contact)
        if sighting is not None and not event.destroyed:
            sighting.alerted = True

    def _fired(self, event: BomberFired) -> None:
        mark = self.fixes.get(event.fighter, 0)
        for sighting in (self.sightings.get(m) for m in (mark, *self.live)):
            if sighting is not None and self.live.get(sighting.mark) == self.fighters[event.fighter].hex:
                sighting.alerted = True
        self._hit(event)

    def _corkscrewed(self, event: BomberCorkscrewed) -> None:
        mark = event.contact
        if mark in self.sightings:
            self.sightings[mark].alerted = True
            self.last_corkscrew = mark
            self._lose(mark, ("left", "centre", "right"))

    def _watched(self, event: CorkscrewWatched) -> None:
        sighting = self.sightings[self.last_corkscrew]
        faces, side = number_bits(event.faces), event.side
        sighting.numbers &= faces if side else ~faces
        if side and sighting.lost is not None:
            sighting.lost.sides = (side,)

    def _followed(self, event: CorkscrewFollowed) -> None:
        self._stands(event.fighter, event.hex)
        old = self.sightings[self.last_corkscrew]
        if old.lost is None:
            return
        hex_ = int(event.hex)
        sides = [
            s
            for s in old.lost.sides
            if (sideslip_hex(self.map, old.lost.hex, old.lost.facing, s) == hex_) == event.found
        ]
        old.lost.sides = tuple(sides) or old.lost.sides
        if event.found:
            self.marks += 1
            new = self.sightings[self.marks] = ContactSighting(
                self.marks, self.state.turn, hex_, old.facing, old.numbers, old.type, old.mark, alerted=True
            )
            self.live[new.mark] = hex_
            self.courses.setdefault(new.mark, {})
            self.fresh.add(new.mark)


_ASKED = (
    ("fighter.", 1), ("radar.", 1), ("ai.", 2), ("searchlight.", 0), ("tally.keep", 4), ("tally.which", 4),
    ("tally.look", 4), ("tally.fixed", 5), ("combat.", 5), ("night.", 6), ("setup.", 0),
)  # fmt: skip
"""Progress of a turn at a question of this kind."""
_KEYED = (
    ("/next/", 1), ("/step/", 1), ("/dive", 1), ("/evade", 1), ("/leave", 1), ("/radar/", 1), ("/ai-roll", 2),
    ("/keep", 4), ("/look", 4), ("/which", 4), ("/fixed", 5), ("/combat", 5), ("/attack", 5), ("/identify", 5),
    ("/follow", 5),
)  # fmt: skip

_READERS: Mapping[type[EventData], Callable[[Observations, Any], None]] = {
    TurnBegan: Observations._turn,
    BombersMoved: Observations._moved,
    FighterReady: Observations._ready,
    FighterPlaced: Observations._placed,
    FighterLeftBox: Observations._placed,
    FighterMoved: Observations._placed,
    FighterDrifted: Observations._drifted,
    FighterExited: Observations._left,
    FighterAvoided: Observations._avoided,
    FighterBlinded: Observations._blinded,
    FighterEvaded: Observations._evaded,
    FighterCorkscrewed: Observations._corkscrewing,
    FighterDived: Observations._dived,
    FighterTailWarning: Observations._warning,
    FighterFiredAt: Observations._hit,
    FighterCollided: Observations._hit,
    FlakHit: Observations._hit,
    IntruderAttacked: Observations._hit,
    DiceHeard: Observations._rattle,
    IntruderAttacks: Observations._rattle,
    TorpedoLaunched: Observations._launch,
    FlaresDropped: Observations._drop,
    V1Sighted: Observations._sighted_v1,
    RadarSearched: Observations._searched,
    AiLost: Observations._ai_lost,
    AiFixed: Observations._ai_fixed,
    AiRolled: Observations._ai_rolled,
    SearchlightHunts: Observations._hunts,
    SearchlightSearched: Observations._lights_searched,
    SearchlightHandedOff: Observations._handed,
    SearchlightLost: Observations._unlit,
    ContactLost: Observations._lost,
    BomberExited: Observations._gone,
    BomberShotDown: Observations._gone,
    TallyCalled: Observations._called,
    TallySighted: Observations._sighted,
    TallyGained: Observations._gained,
    TallyRolled: Observations._rolled,
    ContrailMet: Observations._met,
    CombatAttacked: Observations._attacked,
    BomberFired: Observations._fired,
    BomberCorkscrewed: Observations._corkscrewed,
    CorkscrewWatched: Observations._watched,
    CorkscrewFollowed: Observations._followed,
}
