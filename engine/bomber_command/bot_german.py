"""The German bot: scrambles to meet the stream, waits on beacons, minds its fuel, and strikes. [7.0, 9.0]"""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import Decision
from engine.kernel.game import Look

from .bots import Bot, step_gain
from .map import JUTLAND, Board
from .pack import Charts, Effect

GCI_UNITS = 6
"""Gruppen kept on the Himmelbett line."""
LAST_GCI_TURN = 8


class Picture:
    """What the controller makes of the air picture: where the raids are, whither they fly, and how the units stand."""

    def __init__(self, seen: Any, board: Board) -> None:
        self.seen = seen
        self.board = board
        self.units: dict[str, Any] = {unit["id"]: unit for unit in seen["units"]}
        self.heads: list[str] = list(seen["counters"]) or [hex_ for hex_ in seen["tracks"] if hex_ in board]
        self.large: list[str] = list(seen["streams"])
        self.bombed = {board.cities[city].hex: city for city in seen["bombed"]}

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
        tail = [hex_ for hex_ in self.large or self.seen["tracks"] if hex_ in self.board and hex_ != head]
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


class GermanBot(Bot):
    """Commands the nightfighters."""

    def __init__(self, pack: Charts, seat: str, seed: int, skill: int) -> None:
        super().__init__(pack, seat, seed, skill)
        self.answers |= {
            "fighters.move": self.move,
            "scramble": self.scramble,
            "scramble.move": self.form_up,
            "boar.declare": self.strike,
            "gci.unit": self.intercept,
            "attack.damage": lambda decision, look: "spend",
            "infiltrate": self.infiltrate,
            "tame-boar.attack": self.strike,
            "intruder.declare": lambda decision, look: "done",
            "intruder.attack": self.strike,
            "deployment": self.deploy,
            "recovery": self.recover,
            "recovery.where": lambda decision, look: "recover",
            "bombing.error": self.scatter,
            "night.end": lambda decision, look: "end",
        }

    def picture(self, look: Look) -> Picture:
        """Look at the map."""
        seen = look()
        return Picture(seen, self.board(seen))

    def strong_eye(self, unit_id: str, seen: Any) -> bool:
        """Say whether a unit is among those that this controller minds this turn; a strong one minds all."""
        return (hash_of(unit_id) + 37 * int(seen["turn"])) % 100 < self.skill

    # -- in the air

    def move(self, decision: Decision, look: Look) -> str:
        """Move the next unit that has somewhere better to be."""
        now = self.picture(look)
        options: dict[str, list[str]] = {}
        for option in decision.options[1:]:
            verb, name, *_ = option.split(":")
            if verb == "move":
                options.setdefault(name, []).append(option)
        for name, moves in options.items():
            if not self.strong_eye(name, now.seen):
                continue
            unit = now.units[name]
            goal = self.goal(now, unit)
            if not goal or goal == unit["hex"]:
                continue
            best = min(moves, key=lambda option: far(now.board, option.split(":")[2], goal))
            if far(now.board, best.split(":")[2], goal) < far(now.board, unit["hex"], goal):
                return best
        for option in decision.options[1:]:
            if option.startswith("home:"):
                unit = now.units[option[5:]]
                if unit["gci"] and now.seen["turn"] > LAST_GCI_TURN:
                    return option
        return "done"

    def goal(self, now: Picture, unit: Any) -> str:
        """Say where a unit should go: home when fuel is low, to bombs that fall, else to a box ahead of the stream."""
        board, row = now.board, now.board.units[unit["id"]]
        base = row.hex
        home = (far(board, unit["hex"], base) + 1) // 2
        if now.seen["phase"] == "landing" or unit["homing"] or unit["fuel"] - 1 <= home - (0 if home else 1):
            return base
        if now.seen["scenario"] == "berlin" or row.engines == "SE":
            near = [hex_ for hex_ in now.bombed if far(board, unit["hex"], hex_) <= 2]
            if near:
                return near[0]
        if not now.heads:
            return ""
        return self.station(now, unit, row.engines)

    def station(self, now: Picture, unit: Any, engines: str) -> str:
        """Pick the box where a unit can be waiting when the stream comes by."""
        board = now.board
        places = board.beacons_in if engines == "TE" else board.cities_in
        chief = now.chief()
        best, least = "", 99.0
        for hex_ in places:
            raid = now.board.distance(chief, hex_) / 2
            late = max(0.0, (far(board, unit["hex"], hex_) + 1) // 2 - raid + 1)
            off = now.off(hex_, now.ahead(round(2 * raid)))
            cost = off + 2 * late + 0.5 * raid + (3 if raid < 1 else 0)
            if far(board, unit["hex"], hex_) // 2 + raid < unit["fuel"] + 2 and cost < least:
                best, least = hex_, cost
        return best

    # -- on the ground

    def scramble(self, decision: Decision, look: Look) -> str:
        """Take off in time: the Himmelbett early, Boars when the stream will come within reach."""
        now = self.picture(look)
        board, turn = now.board, now.seen["turn"]
        line = sum(unit["gci"] or (unit["scrambled"] and self.on_line(board, unit)) for unit in now.units.values())
        for option in decision.options[1:]:
            name = option[9:]
            row = board.units[name]
            if now.seen["phase"] == "landing" or not self.strong_eye(name, now.seen):
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

    def on_line(self, board: Board, unit: Any) -> bool:
        """Say whether a unit is on its way to the Himmelbett."""
        return unit["hex"] in board.near and bool(board.near[unit["hex"]] & board.himmelbett)

    def form_up(self, decision: Decision, look: Look) -> str:
        """A single-engined unit goes for the nearest city."""
        now = self.picture(look)
        cities = [option for option in decision.options if option[3:] in now.board.cities_in]
        if not (now.heads and cities):
            return cities[0] if cities else decision.options[0]
        return min(cities, key=lambda option: now.off(option[3:], now.ahead(2)) if option[3:] in now.board else 99)

    def recover(self, decision: Decision, look: Look) -> str:
        """Land at home when the night's work is done; else stay up."""
        now = self.picture(look)
        quiet = not now.seen["counters"] and not now.bombed and now.seen["turn"] > LAST_GCI_TURN
        for option in decision.options[1:]:
            verb, name = option.split(":")
            unit = now.units[name]
            if verb == "recover" and unit["place"] == "air":
                spent = unit["homing"] or unit["fuel"] <= 1 or quiet
                if spent or now.seen["phase"] == "landing":
                    return option
        return "done"

    # -- striking

    def strike(self, decision: Decision, look: Look) -> str:
        """Attack with whoever can, those stacked on the city first."""
        if not self.alert() and self.alert():
            return "done"
        boars = [option for option in decision.options[1:] if not option.startswith("react:")]
        return (boars or decision.options[1:])[0]

    def intercept(self, decision: Decision, look: Look) -> str:
        """Send the strongest GCI unit."""
        now = self.picture(look)

        def value(option: str) -> int:
            unit, row = now.units[option[4:]], now.board.units[option[4:]]
            return row.depleted if unit["depleted"] or row.full is None else row.full

        return max(decision.options[1:], key=value)

    def infiltrate(self, decision: Decision, look: Look) -> str:
        """Try the likeliest way in: over a bombed city, from a beacon, at the stream rather than a lone counter."""
        now = self.picture(look)
        if not self.alert():
            return "done"

        def value(option: str) -> int:
            verb, name, place = option.split(":")
            boxed = now.units[name]["box"] in now.board.beacons
            return 4 * (verb == "infiltrate-city") + 3 * boxed + 2 * (place in now.large) + (place == now.chief())

        return max(decision.options[1:], key=value)

    def deploy(self, decision: Decision, look: Look) -> str:
        """Stack on beacons and cities, and man the Himmelbett early."""
        now = self.picture(look)
        line = sum(unit["gci"] for unit in now.units.values())
        for option in decision.options[1:]:
            verb, name, *box = option.split(":")
            if verb == "home" or not self.strong_eye(name, now.seen):
                continue
            unit, row = now.units[name], now.board.units[name]
            if verb == "gci":
                if now.seen["turn"] <= LAST_GCI_TURN and line < GCI_UNITS:
                    return option
            elif not unit["box"] and (box[0] in now.board.beacons) == (row.engines == "TE"):
                return option
        return "done"

    def worth(self, effect: Effect, facts: Any, look: Look) -> bool:
        """Keep what only moves a marker for when it counts."""
        if effect.effect in ("extra-hex", "fuel", "rearm"):
            return False
        return super().worth(effect, facts, look)

    # -- the bombs

    def scatter(self, decision: Decision, look: Look) -> str:
        """Carry counters out of what burns, and break up what would make a fire."""
        if not self.alert():
            return self.any_of(decision.options)
        seen = look()
        city = next(shown for shown in seen["bombings"] if shown["error"])
        city_map = self.charts.city_maps[self.board(seen).cities[city["city"]].map or "A"]

        def gain(order: str) -> int:
            return step_gain(self.charts, seen["scenario"], city, city_map, order) if order != "done" else 0

        return min(decision.options, key=gain)


def far(board: Board, one: str, other: str) -> int:
    """Count hexes between two places, the Jutland box lying beyond its hex and England beyond the coast."""
    extra = 0
    link = board.chart.jutland_link
    if one == JUTLAND:
        one, extra = link, extra + 2
    if other == JUTLAND:
        other, extra = link, extra + 2
    if one not in board or other not in board:
        return 30
    return board.distance(one, other) + (extra if one != other or extra < 4 else 0)


def hash_of(name: str) -> int:
    """Return a number that stands for a name, the same on every machine."""
    return sum((at + 7) * ord(letter) for at, letter in enumerate(name))
