"""The German bot: scrambles to meet the stream, waits on beacons, minds its fuel, and strikes. [7.0, 9.0]"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from engine.bomber_command.bots.base import Bot, step_gain
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND, JUTLAND, ScenarioMap
from engine.bomber_command.charts.schema import CardEffect
from engine.bomber_command.questions import CardWindowQuestion
from engine.bomber_command.rules.combat import strength_on, throws_reaching
from engine.bomber_command.state import FighterUnit
from engine.bomber_command.views import NightView
from engine.kernel.decisions import Decision, about, parts_of
from engine.kernel.title import Look

GCI_UNITS = 6
"""Gruppen that stay on the Himmelbett line."""
LAST_GCI_TURN = 8


SIZES = (1.0, 0.5, 0.2)
"""Probability that a counter is a Main Force: with a stream beside it, without facts, with a stream elsewhere."""
SURE, MAYBE = 0.3, 0.25
"""Chance from which a fighter flies to a hex at once, and a Gruppe takes off."""
NEAR_BOMBS = 0.45
"""Value of bombs near a single-engined Gruppe."""
MOST_UP = {"berlin": 6, "downfall": 14}
"""Units in the air for each raid that is likely a Main Force: late in the war whatever can rise, for few meet them."""


BEYOND = 30
"""Assumed distance of places off the map."""


class WaitingPlace(NamedTuple):
    """A place where a raid may be met: how many turns it takes there, how far off its way that is, what it costs."""

    hex: str
    raid: float
    off: float
    dear: float
    near: int


class AirPicture:
    """The controller's picture: raid positions, their likely course, and the state of the units."""

    def __init__(self, seen: NightView, board: ScenarioMap) -> None:
        self.seen = seen
        self._courses: dict[str, tuple[float, float]] = {}
        self._waits: dict[str, list[WaitingPlace]] = {}
        self.stations: dict[tuple[str, int, str], str] = {}
        """Where a unit in a hex with so much fuel, and so many engines, waits best."""
        self.board = board
        self.units: dict[str, FighterUnit] = {unit.id: unit for unit in seen.units}
        known = [*seen.counters, *seen.fought] or [hex_ for hex_ in seen.tracks]
        self.heads: list[str] = [hex_ for hex_ in dict.fromkeys(known) if hex_ in board]
        self.large: list[str] = list(seen.streams)
        self.bombed = {board.cities[city].hex: city for city in seen.bombed}
        self.late = seen.phase == "landing"
        self._coming: dict[str, float] | None = None

    def centre(self, hex_: str) -> tuple[float, float]:
        """Return the position of a hex."""
        return self.board.grid.centre(hex_)

    def size(self, head: str) -> float:
        """Say how likely a counter is a Main Force."""
        if any(stream in self.board.near[head] for stream in self.large):
            return SIZES[0]
        return SIZES[2] if self.large else SIZES[1]

    def chief(self) -> str:
        """Return the counter that is likeliest the Main Force: the one next to stream counters, else the deepest."""
        return max(self.heads, key=lambda head: (self.size(head), self.depth(head))) if self.heads else ""

    def depth(self, hex_: str) -> float:
        """Measure the distance of a hex to the east."""
        return self.centre(hex_)[0]

    def update_units(self, seen: NightView) -> None:
        """Read the present state of the units; counters and tracks stay as they were."""
        self.seen = seen
        self.units = {unit.id: unit for unit in seen.units}
        self.bombed = {self.board.cities[city].hex: city for city in seen.bombed}
        self.late = seen.phase == "landing"

    def course(self, head: str) -> tuple[float, float]:
        """Return the direction in which a raid seems to fly; eastward while nothing else is known."""
        known = self._courses.get(head)
        if known is None:
            known = self._courses[head] = self._course(head)
        return known

    def _course(self, head: str) -> tuple[float, float]:
        tail = [hex_ for hex_ in self.large or self.seen.tracks if hex_ in self.board and hex_ != head]
        near = [hex_ for hex_ in tail if self.board.distance(hex_, head) <= 3]
        if not near:
            return (1.0, 0.0)
        old = min(near, key=lambda hex_: abs(self.board.distance(hex_, head) - 2))
        (x, y), (u, v) = self.centre(head), self.centre(old)
        length = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        return ((x - u) / length, (y - v) / length) if length else (1.0, 0.0)

    def ahead(self, head: str, hexes: int) -> tuple[float, float]:
        """Return the point so many hexes ahead of a raid."""
        x, y = self.centre(head)
        dx, dy = self.course(head)
        return x + 1.73 * hexes * dx, y + 1.73 * hexes * dy

    def off(self, hex_: str, point: tuple[float, float]) -> float:
        """Measure the distance of a hex from a point, in hexes."""
        x, y = self.centre(hex_)
        return float(((x - point[0]) ** 2 + (y - point[1]) ** 2) ** 0.5) / 1.73

    def waits(self, engines: str) -> list[WaitingPlace]:
        """List where units of a kind may wait for each raid."""
        known = self._waits.get(engines)
        if known is None:
            places = self.board.beacons_in if engines == "TE" else self.board.cities_in
            known = self._waits[engines] = []
            for head in self.heads:
                dear = 6 * (1 - self.size(head))
                for hex_ in places:
                    raid = self.board.distance(head, hex_) / 2
                    off = self.off(hex_, self.ahead(head, round(2 * raid)))
                    known.append(WaitingPlace(hex_, raid, off, dear, 3 if raid < 1 else 0))
        return known

    def coming(self) -> dict[str, float]:
        """Weigh each hex by the chance that a counter to infiltrate is there after the raids have moved. [7.2.2]"""
        if self._coming is None:
            found: dict[str, float] = {}
            trails = self.seen.scenario == "berlin"
            for head in self.heads:
                size = self.size(head)
                for hexes, chance in ((0, 0.55 if trails else 0.0), (1, 0.6 if trails else 0.35), (2, 0.7)):
                    point = self.ahead(head, hexes)
                    for hex_ in self.board.grid.disc(head, hexes):
                        off = self.off(hex_, point)
                        if off < 1.2:
                            found[hex_] = found.get(hex_, 0.0) + size * chance * (1 - off / 1.2)
            self._coming = found
        return self._coming

    def chance(self, unit: FighterUnit, hex_: str) -> float:
        """Weigh a hex for a unit: from a beacon on which it is stacked it reaches what is near, else what is there."""
        coming = self.coming()
        if unit.box in self.board.beacons and hex_ == unit.hex:
            return 1.6 * max(coming.get(near, 0.0) for near in self.board.near[hex_])
        return coming.get(hex_, 0.0)


class GermanBot(Bot):
    """Commands the nightfighters."""

    def __init__(self, pack: Charts, seat: str, seed: int, skill: int) -> None:
        super().__init__(pack, seat, seed, skill)
        self.last: AirPicture | None = None
        self.key: tuple[tuple[str, ...], ...] = ()
        self.answers |= {
            "fighters.move": self.move,
            "scramble": self.scramble,
            "scramble.move": self.form_up,
            "boar.declare": self.strike,
            "gci.unit": self.intercept,
            "attack.damage": lambda decision, look: "spend",
            "infiltrate": self.infiltrate,
            "tame-boar.attack": self.strike,
            "intruder.declare": self.send_over,
            "card.unit": self.pick_unit,
            "intruder.attack": self.strike,
            "deployment": self.deploy,
            "recovery": self.recover,
            "recovery.where": lambda decision, look: "recover",
            "bombing.error": self.scatter,
            "night.end": lambda decision, look: "end",
        }

    def picture(self, look: Look) -> AirPicture:
        """Look at the map."""
        seen: NightView = look()
        key = (tuple(seen.counters), tuple(seen.streams), tuple(seen.tracks), tuple(seen.fought))
        if self.last is None or key != self.key:
            self.last, self.key = AirPicture(seen, self.board(seen)), key
        else:
            self.last.update_units(seen)
        return self.last

    def notices_unit(self, unit_id: str, seen: NightView) -> bool:
        """Say whether a unit is among those that this controller minds this turn; a strong one minds all."""
        return (hash_of(unit_id) + 37 * seen.turn) % 100 < self.skill

    # -- in the air

    def move(self, decision: Decision, look: Look) -> str:
        """Move the next unit that has somewhere better to be."""
        now = self.picture(look)
        # The orders of one unit are adjacent.
        for name, orders in groupby(decision.options[1:], _unit_of):
            if not self.notices_unit(name, now.seen):
                continue
            unit = now.units[name]
            goal = self.goal(now, unit)
            if not goal or goal == unit.hex:
                continue
            best, least = "", far(now.board, unit.hex, goal)
            for order in orders:
                if order.startswith("move:") and (left := far(now.board, order.split(":", 2)[2], goal)) < least:
                    best, least = order, left
            if best:
                return best
        for option in decision.options[1:]:
            if option.startswith("home:"):
                unit = now.units[about(option)]
                if unit.gci and now.seen.turn > LAST_GCI_TURN:
                    return option
        return "done"

    def goal(self, now: AirPicture, unit: FighterUnit) -> str:
        """Say where a unit should go: home when fuel is low, to falling bombs, at a raid, else ahead of one."""
        board, row = now.board, now.board.units[unit.id]
        base = row.hex
        if unit.intruder and not unit.homing:
            return self.over(now, unit, base)
        home = (far(board, unit.hex, base) + 1) // 2
        if now.late or unit.homing or unit.fuel - 1 <= home - (0 if home else 1):
            return base
        if now.seen.scenario == "berlin" or row.engines == "SE":
            near = [hex_ for hex_ in now.bombed if far(board, unit.hex, hex_) <= 2]
            if near:
                return max(near, key=lambda hex_: now.coming().get(hex_, 0.0))
        if not now.heads:
            return ""
        if row.engines == "TE":
            on_beacon, off_beacon = self.odds(now)
            boxed = unit.box in board.beacons
            stay = now.chance(unit, unit.hex) * (on_beacon if boxed else off_beacon)
            best = max(board.reach(unit.hex, 2), key=lambda hex_: now.coming().get(hex_, 0.0))
            strike = now.coming().get(best, 0.0) * off_beacon
            if max(stay, strike) >= SURE * on_beacon:
                return unit.hex if stay >= strike else best
        return self.station(now, unit, row.engines)

    def odds(self, now: AirPicture) -> tuple[float, float]:
        """Return the chances of getting into a stream from a beacon and without one. [9.4.1]"""
        need = now.seen.infiltration
        return throws_reaching(need) / 36, throws_reaching(need - self.charts.tables.infiltration.not_on_beacon) / 36

    def over(self, now: AirPicture, unit: FighterUnit, base: str) -> str:
        """Take an intruder over England, and home while its fuel lasts. [12.2.2]"""
        exits = now.board.chart.exits
        if unit.hex == ENGLAND:
            back = 2 + min(far(now.board, hex_, base) for hex_ in exits) // 2
            return base if unit.fuel <= back else ENGLAND
        if unit.fuel <= 3 + (far(now.board, unit.hex, base) + 1) // 2:
            return base
        return ENGLAND if unit.hex in exits else min(exits, key=lambda hex_: far(now.board, unit.hex, hex_))

    def station(self, now: AirPicture, unit: FighterUnit, engines: str) -> str:
        """Pick the box where a unit can be waiting when a stream comes by."""
        key = (unit.hex, unit.fuel, engines)
        known = now.stations.get(key)
        if known is None:
            known = now.stations[key] = self._station(now, unit, engines)
        return known

    def _station(self, now: AirPicture, unit: FighterUnit, engines: str) -> str:
        best, least, fuel = "", 99.0, unit.fuel + 2
        away = flights_from(now.board, unit.hex)
        for hex_, raid, off, dear, near in now.waits(engines):
            flight = away[hex_]
            if flight // 2 + raid < fuel:
                late = max(0.0, (flight + 1) // 2 - raid + 1)
                cost = off + 2 * late + 0.5 * raid + dear + near
                if cost < least:
                    best, least = hex_, cost
        return best

    # -- on the ground

    def scramble(self, decision: Decision, look: Look) -> str:
        """Take off in time: the Himmelbett early, Boars when a stream, combat or falling bombs come within reach."""
        now = self.picture(look)
        board, turn = now.board, now.seen.turn
        line = sum(unit.gci or (unit.scrambled and self.on_line(board, unit)) for unit in now.units.values())
        up = sum(unit.place == "air" and not (unit.gci or unit.homing) for unit in now.units.values())
        best, most = "done", MAYBE
        for option in decision.options[1:]:
            name = about(option)
            row = board.units[name]
            if now.late or not self.notices_unit(name, now.seen) or self.is_fogbound(now, row.hex):
                continue
            base = board.chart.jutland_link if row.hex == JUTLAND else row.hex
            if row.engines == "TE" and turn <= 3 and line < GCI_UNITS and board.near[base] & board.himmelbett:
                return option
            if up < MOST_UP[now.seen.scenario] * max(1.0, sum(now.size(head) for head in now.heads)):
                worth = max((self.reaches(now, head, base, row.engines) for head in now.heads), default=0.0)
                if row.engines == "SE" and any(far(board, base, hex_) <= 3 for hex_ in now.bombed):
                    worth = max(worth, NEAR_BOMBS)
                if worth > most:
                    best, most = option, worth
        return best

    def is_fogbound(self, now: AirPicture, hex_: str) -> bool:
        """Say whether there is fog over an airfield: a unit that takes off there is lost on landing."""
        return now.seen.weather.get(now.board.zone[hex_]) == "fog"

    def reaches(self, now: AirPicture, head: str, base: str, engines: str) -> float:
        """Weigh a raid for a Gruppe on the ground: how large it is, if it passes near enough soon enough."""
        raid = now.board.distance(head, base) / 2
        soon, reach = (2.5, 2.5) if engines == "SE" else (5.0, 5.0)
        off = now.off(base, now.ahead(head, round(2 * raid)))
        return now.size(head) * (1.2 - 0.1 * raid) if raid <= soon and off <= reach else 0.0

    def send_over(self, decision: Decision, look: Look) -> str:
        """Send an intruder after raids that fly home: one that starts near the sea. [12.2.1]"""
        now = self.picture(look)
        chief = now.chief()
        if not self.alert() or not (now.seen.england or (chief and now.course(chief)[0] < -0.3)):
            return "done"
        exits = now.board.chart.exits

        def away(option: str) -> int:
            return min(far(now.board, now.units[about(option)].hex, hex_) for hex_ in exits)

        near = min(decision.options[1:], key=away)
        return near if away(near) <= 4 else "done"

    def on_line(self, board: ScenarioMap, unit: FighterUnit) -> bool:
        """Say whether a unit is on its way to the Himmelbett."""
        return unit.hex in board.near and bool(board.near[unit.hex] & board.himmelbett)

    def form_up(self, decision: Decision, look: Look) -> str:
        """A single-engined unit goes for the nearest city."""
        now = self.picture(look)
        cities = [option for option in decision.options if about(option) in now.board.cities_in]
        if not (now.heads and cities):
            return cities[0] if cities else decision.options[0]
        return min(
            cities,
            key=lambda option: now.off(about(option), now.ahead(now.chief(), 2)) if about(option) in now.board else 99,
        )

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

    # -- striking

    def strike(self, decision: Decision, look: Look) -> str:
        """Attack with every unit that can, those stacked on the city first."""
        if not self.alert() and self.alert():
            return "done"
        boars = [option for option in decision.options[1:] if not option.startswith("react:")]
        return (boars or decision.options[1:])[0]

    def intercept(self, decision: Decision, look: Look) -> str:
        """Send the strongest GCI unit."""
        now = self.picture(look)

        def value(option: str) -> int:
            return strength_on(now.board, now.units[about(option)])

        return max(decision.options[1:], key=value)

    def infiltrate(self, decision: Decision, look: Look) -> str:
        """Try the likeliest way in: over a bombed city, from a beacon, at the stream rather than a lone counter."""
        now = self.picture(look)
        if not self.alert():
            return "done"

        def value(option: str) -> int:
            verb, name, place = parts_of(option)
            boxed = now.units[name].box in now.board.beacons
            return 4 * (verb == "infiltrate-city") + 3 * boxed + 2 * (place in now.large) + (place == now.chief())

        return max(decision.options[1:], key=value)

    def deploy(self, decision: Decision, look: Look) -> str:
        """Stack on beacons and cities, and man the Himmelbett early."""
        now = self.picture(look)
        line = sum(unit.gci for unit in now.units.values())
        for option in decision.options[1:]:
            verb, name, *box = parts_of(option)
            if verb == "home" or not self.notices_unit(name, now.seen):
                continue
            unit, row = now.units[name], now.board.units[name]
            if verb == "gci":
                if now.seen.turn <= LAST_GCI_TURN and line < GCI_UNITS:
                    return option
            elif not unit.box and (box[0] in now.board.beacons) == (row.engines == "TE"):
                return option
        return "done"

    def worth(self, effect: CardEffect, moment: CardWindowQuestion, look: Look) -> bool:
        """Keep fuel for who would leave the fight, an extra hex for who would come too late, and crews for a raid."""
        seen: NightView
        if effect.effect == "fuel":
            seen = look()
            return any(self.is_low_on_fuel(unit) for unit in seen.units)
        if effect.effect == "rearm":
            seen = look()
            return bool(seen.counters or seen.bombed)
        if effect.effect == "extra-hex":
            return bool(self.late_units(self.picture(look)))
        return super().worth(effect, moment, look)

    def is_low_on_fuel(self, unit: FighterUnit) -> bool:
        """Say whether a unit in a stream, or still seeking one, has fuel for this turn only."""
        fights = unit.place == "raid" or (unit.place == "air" and unit.box)
        return bool(fights and unit.fuel <= 1 and not (unit.homing or unit.gci))

    def late_units(self, now: AirPicture) -> list[str]:
        """Name the units that a third hex brings to where a raid comes."""
        found = []
        for name, unit in now.units.items():
            if unit.place == "air" and unit.hex in now.board and now.board.units[name].engines == "TE":
                if unit.gci or unit.homing or unit.scrambled or unit.intruder:
                    continue
                chances = [max(now.coming().get(h, 0.0) for h in now.board.reach(unit.hex, hexes)) for hexes in (2, 3)]
                if chances[1] >= SURE > chances[0]:
                    found.append(name)
        return found

    def pick_unit(self, decision: Decision, look: Look) -> str:
        """Give a card to whom it helps: the thirstiest, the late comer, the strongest."""
        now = self.picture(look)
        late = self.late_units(now) if decision.options[0].startswith("hasten:") else []

        def value(option: str) -> tuple[bool, bool, int]:
            unit, row = now.units[about(option)], now.board.units[about(option)]
            return unit.id in late, self.is_low_on_fuel(unit), row.depleted if unit.depleted else row.full or 0

        return max(decision.options, key=value)

    # -- the bombs

    def scatter(self, decision: Decision, look: Look) -> str:
        """Carry counters out of what burns, and break up what would make a fire."""
        if not self.alert():
            return self.any_of(decision.options)
        seen: NightView = look()
        city = next(shown for shown in seen.bombings if shown.error)
        city_map = self.charts.city_maps[self.board(seen).cities[city.city].map or "A"]

        def gain(order: str) -> int:
            return step_gain(self.charts, seen.scenario, city, city_map, order) if order != "done" else 0

        return min(decision.options, key=gain)


def far(board: ScenarioMap, one: str, other: str) -> int:
    """Count hexes between two places, the Jutland box lying beyond its hex and England beyond the coast."""
    return flights_from(board, one).get(other, BEYOND)


def flights_from(board: ScenarioMap, one: str) -> dict[str, int]:
    """Return the distance of each place from one."""
    known = board.flights.get(one)
    if known is None:
        known = board.flights[one] = {other: _far(board, one, other) for other in (*board.grid, JUTLAND, ENGLAND)}
    return known


def _far(board: ScenarioMap, one: str, other: str) -> int:
    extra = 0
    link = board.chart.jutland_link
    if one == JUTLAND:
        one, extra = link, extra + 2
    if other == JUTLAND:
        other, extra = link, extra + 2
    if one not in board or other not in board:
        return BEYOND
    return board.distance(one, other) + (extra if one != other or extra < 4 else 0)


def _unit_of(order: str) -> str:
    return order.split(":", 2)[1]


def hash_of(name: str) -> int:
    """Return a number for a name, the same on every machine."""
    return sum((at + 7) * ord(letter) for at, letter in enumerate(name))
