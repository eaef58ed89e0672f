"""The strong bots as they were before they had a staff and a plotting table: what new ones are measured against."""

from __future__ import annotations

from typing import Any

from engine.bomber_command.bots.base import ALWAYS, Bot
from engine.bomber_command.bots.british import BritishBot
from engine.bomber_command.bots.german import GCI_UNITS, LAST_GCI_TURN, GermanBot, far
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import JUTLAND, ScenarioMap
from engine.bomber_command.charts.schema import CardEffect
from engine.bomber_command.rules.plots import Plot
from engine.bomber_command.rules.plotting import Planner
from engine.bomber_command.state import DECOY, GARDENING, MAIN, MOSQUITO, Raid, Setup, State
from engine.kernel.decisions import Decision, about, parts_of
from engine.kernel.title import Look

DRAFTS = 40


class PreviousBritish(BritishBot):
    """Sketches plots at random, judges them as if there were no advanced rules, and takes the best."""

    # -- plotting

    def plan(self, decision: Decision, look: Look) -> Plot:
        """Sketch plots and take the one that promises most."""
        form = decision.form
        assert form is not None
        seen = look()
        planner = self.sketcher(seen)
        drafts: list[Plot] = [form.example(self.draw) for _ in range(DRAFTS)]
        return max(drafts, key=lambda plot: self.promise(planner, plot))

    def sketcher(self, seen: Any) -> Planner:
        """Return a planner on what this side knows, to follow its own sketches hex by hex."""
        scenario = seen.scenario
        night = State(Setup(scenario), targets=seen.targets, follow_up=seen.follow_up)
        night.stream = self.charts.scenarios[scenario].stream
        return Planner(night, self.charts)

    def promise(self, planner: Planner, plot: Plot) -> int:
        """Weigh a plot: what the small raids score and hide against what the way costs the large ones."""
        scores = self.charts.tables.other_scores
        total = 0
        for raid in planner.judge(plot)[0]:
            if raid.kind == MAIN:
                total -= self.danger(planner.board, raid)
            elif raid.kind == MOSQUITO:
                total += 20 * (scores.mosquito_on_capital if raid.target == scores.capital else scores.mosquito_raid)
                total += 5 if raid.parent else 0
            elif raid.kind == GARDENING:
                total += 15 * planner.board.mines[raid.target].vp - 5 * raid.waypoints
            elif raid.kind == DECOY:
                total += 12
        return total

    def danger(self, board: ScenarioMap, raid: Raid) -> int:
        """Weigh a flightpath by its length, its turns, and the flak, boxes and beacons along it."""
        beacons = frozenset(board.beacons_in)
        total = 10 * raid.waypoints + 4 * len(raid.route)
        for hex_ in raid.route:
            total += 8 * (hex_ in board.area_flak) + 4 * (hex_ in board.himmelbett)
            total += 4 * len(board.near[hex_] & beacons)
        return total


class PreviousPicture:
    """The controller's reading of the air picture: the places of raids, their aims, and the state of the units."""

    def __init__(self, seen: Any, board: ScenarioMap) -> None:
        self.seen = seen
        self.board = board
        self.units: dict[str, Any] = {unit.id: unit for unit in seen.units}
        self.heads: list[str] = list(seen.counters) or [hex_ for hex_ in seen.tracks if hex_ in board]
        self.large: list[str] = list(seen.streams)
        self.bombed = {board.cities[city].hex: city for city in seen.bombed}

    def centre(self, hex_: str) -> tuple[float, float]:
        """Return where a hex lies."""
        return self.board.grid.centre(hex_)

    def chief(self) -> str:
        """Return the counter that is likeliest the Main Force: the one next to stream counters, else the deepest."""
        if self.large:
            near = [h for h in self.heads if any(s in self.board.near[h] for s in self.large)]
            if near:
                return max(near, key=self.depth)
        return max(self.heads, key=self.depth) if self.heads else ""

    def depth(self, hex_: str) -> float:
        """Measure how far east a hex lies."""
        return self.centre(hex_)[0]

    def course(self) -> tuple[float, float]:
        """Return the direction in which the chief raid seems to fly; eastward while nothing else is known."""
        head = self.chief()
        tail = [hex_ for hex_ in self.large or self.seen.tracks if hex_ in self.board and hex_ != head]
        if not head or not tail:
            return (1.0, 0.0)
        old = min(tail, key=lambda hex_: self.board.distance(hex_, head))
        (x, y), (u, v) = self.centre(head), self.centre(old)
        length = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        return ((x - u) / length, (y - v) / length) if length else (1.0, 0.0)

    def ahead(self, hexes: int) -> tuple[float, float]:
        """Return the point so many hexes ahead of the chief raid."""
        x, y = self.centre(self.chief())
        dx, dy = self.course()
        return x + 1.73 * hexes * dx, y + 1.73 * hexes * dy

    def off(self, hex_: str, point: tuple[float, float]) -> float:
        """Measure in hexes how far a hex lies from a point."""
        x, y = self.centre(hex_)
        return float(((x - point[0]) ** 2 + (y - point[1]) ** 2) ** 0.5) / 1.73


class PreviousGerman(GermanBot):
    """Flies by the picture of the last detection alone, at the chief raid; keeps its cards and sends no intruders."""

    def __init__(self, pack: Charts, seat: str, seed: int, skill: int) -> None:
        super().__init__(pack, seat, seed, skill)
        del self.answers["card.unit"]
        self.answers["intruder.declare"] = lambda decision, look: "done"

    def goal(self, now: Any, unit: Any) -> str:
        """Say where a unit should go: home when fuel is low, to bombs that fall, else to a box ahead of the stream."""
        board, row = now.board, now.board.units[unit.id]
        base: str = row.hex
        home = (far(board, unit.hex, base) + 1) // 2
        if now.seen.phase == "landing" or unit.homing or unit.fuel - 1 <= home - (0 if home else 1):
            return base
        if now.seen.scenario == "berlin" or row.engines == "SE":
            near = [hex_ for hex_ in now.bombed if far(board, unit.hex, hex_) <= 2]
            if near:
                return str(near[0])
        if not now.heads:
            return ""
        return self.station(now, unit, row.engines)

    def station(self, now: Any, unit: Any, engines: str) -> str:
        """Pick the box where a unit can be waiting when the stream comes by."""
        board = now.board
        places = board.beacons_in if engines == "TE" else board.cities_in
        chief = now.chief()
        best, least = "", 99.0
        for hex_ in places:
            raid = now.board.distance(chief, hex_) / 2
            late = max(0.0, (far(board, unit.hex, hex_) + 1) // 2 - raid + 1)
            off = now.off(hex_, now.ahead(round(2 * raid)))
            cost = off + 2 * late + 0.5 * raid + (3 if raid < 1 else 0)
            if far(board, unit.hex, hex_) // 2 + raid < unit.fuel + 2 and cost < least:
                best, least = hex_, cost
        return best

    def scramble(self, decision: Decision, look: Look) -> str:
        """Take off in time: the Himmelbett early, Boars when the stream will come within reach."""
        now = self.picture(look)
        board, turn = now.board, now.seen.turn
        line = sum(unit.gci or (unit.scrambled and self.on_line(board, unit)) for unit in now.units.values())
        for option in decision.options[1:]:
            name = about(option)
            row = board.units[name]
            if now.seen.phase == "landing" or not self.notices_unit(name, now.seen):
                continue
            base = board.chart.jutland_link if row.hex == JUTLAND else row.hex
            if row.engines == "TE" and turn <= 3 and line < GCI_UNITS and board.near[base] & board.himmelbett:
                return option
            if now.heads:
                raid = now.board.distance(now.chief(), base) / 2
                off = now.off(base, now.ahead(round(2 * raid)))
                reach = 2.5 if row.engines == "SE" else 5.0
                soon = 2.5 if row.engines == "SE" else 5.0
                if raid <= soon and off <= reach:
                    return option
        return "done"

    def recover(self, decision: Decision, look: Look) -> str:
        """Land at home when the night's work is done; else stay up."""
        now = self.picture(look)
        quiet = not now.seen.counters and not now.bombed and now.seen.turn > LAST_GCI_TURN
        for option in decision.options[1:]:
            verb, name = parts_of(option)
            unit = now.units[name]
            if verb == "recover" and unit.place == "air":
                spent = unit.homing or unit.fuel <= 1 or quiet
                if spent or now.seen.phase == "landing":
                    return option
        return "done"

    def infiltrate(self, decision: Decision, look: Look) -> str:
        """Try the likeliest way in: over a bombed city, from a beacon, at the stream rather than a lone counter."""
        now = self.picture(look)
        if not self.alert():
            return "done"

        def value(option: str) -> int:
            verb, name, place = parts_of(option)
            boxed = now.units[name].box in now.board.beacons
            return 4 * int(verb == "infiltrate-city") + 3 * boxed + 2 * (place in now.large) + int(place == now.chief())

        return max(decision.options[1:], key=value)

    def worth(self, effect: CardEffect, facts: Any, look: Look) -> bool:
        """Keep what only moves a marker for when it counts."""
        if effect.effect in ("extra-hex", "fuel", "rearm"):
            return False
        return super().worth(effect, facts, look)

    def picture(self, look: Look) -> Any:
        """Look at the map."""
        seen = look()
        return PreviousPicture(seen, self.board(seen))

    def form_up(self, decision: Decision, look: Look) -> str:
        """A single-engined unit goes for the nearest city."""
        now = self.picture(look)
        cities = [option for option in decision.options if about(option) in now.board.cities_in]
        if not (now.heads and cities):
            return cities[0] if cities else decision.options[0]
        return min(
            cities, key=lambda option: now.off(about(option), now.ahead(2)) if about(option) in now.board else 99
        )


def previous_policy(pack: Charts, seat: str, seed: int) -> Bot:
    """Return the former strong bot of a seat."""
    return (PreviousBritish if seat == "british" else PreviousGerman)(pack, seat, seed, ALWAYS)
