"""The British bot: plots nights that deceive, bombs well, and hunts the hunters. [3.5, 9.2, 10.0]"""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import Decision
from engine.kernel.game import Look

from .bots import ALWAYS, Bot, step_gain, worth_of
from .map import Board, CityMap
from .pack import Charts, Effect
from .plotting import Planner, Plot
from .state import DECOY, GARDENING, MAIN, MOSQUITO, Night, Raid, Setup

DRAFTS = 40
"""Plots that the strong planner sketches before he takes one."""
HE_SHARE = 36
"""Of a hundred counters: enough to open roofs for twice as many incendiaries."""


class BritishBot(Bot):
    """Commands the raids."""

    def __init__(self, pack: Charts, seat: str, seed: int, skill: int) -> None:
        super().__init__(pack, seat, seed, skill)
        self.answers |= {
            "patrol.leave-out": lambda decision, look: decision.options[0],
            "patrol.scramble": self.send_patrol,
            "patrol.recovery": self.send_patrol,
            "adgb": lambda decision, look: decision.options[-1],
            "bombing.aimpoint": self.aim,
            "bombing.approach": self.approach,
            "bombing.mix": self.mix,
            "bombing.drop": self.drop,
            "bombing.accuracy": self.gather,
            "bombing.convert": self.burn,
            "card.unit": self.hunt,
            "night.end": lambda decision, look: "play-on",
        }

    # -- plotting

    def plan(self, decision: Decision, look: Look) -> Plot:
        """Sketch plots and take the one that promises most."""
        form = decision.form
        assert form is not None  # noqa: S101 - called for forms only
        seen = look()
        planner = self._planner(seen)
        drafts: list[Plot] = [form.example(self.draw) for _ in range(DRAFTS if self.skill >= ALWAYS else 2)]
        return max(drafts, key=lambda plot: self.promise(planner, plot))

    def _planner(self, seen: Any) -> Planner:
        """Return a planner on what this side knows, to follow its own sketches hex by hex."""
        scenario = seen["scenario"]
        night = Night(Setup(scenario), targets=seen["targets"], follow_up=seen["follow_up"])
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

    def danger(self, board: Board, raid: Raid) -> int:
        """Weigh a flightpath by its length, its turns, and the flak, boxes and beacons along it."""
        beacons = frozenset(board.beacons_in)
        total = 10 * raid.waypoints + 4 * len(raid.route)
        for hex_ in raid.route:
            total += 8 * (hex_ in board.area_flak) + 4 * (hex_ in board.himmelbett)
            total += 4 * len(board.near[hex_] & beacons)
        return total

    # -- fighters and cards

    def send_patrol(self, decision: Decision, look: Look) -> str:
        """Send the strongest Patrol that is there; in the Scramble Phase rather at an airfield."""
        if not self.alert():
            return "done"
        field = [option for option in decision.options if option.startswith("airfield:")]
        return (field or decision.options)[-1]

    def hunt(self, decision: Decision, look: Look) -> str:
        """Go for a unit inside a raid, else for whichever."""
        inside = {unit["id"] for unit in look()["units"] if unit["place"] == "raid"}
        found = [option for option in decision.options if option.split(":")[1] in inside]
        return self.any_of(found or decision.options)

    def worth(self, effect: Effect, facts: Any, look: Look) -> bool:
        """Keep hunters for units inside raids, and weather for when the airfields are in fog."""
        if effect.effect == "fighter-attack":
            return any(unit["place"] == "raid" for unit in look()["units"])
        if effect.effect == "marker" and effect.marker == "fido":
            return bool(look()["weather"].get("England") == "fog")
        if effect.effect in ("weather", "creepback"):
            return False
        return super().worth(effect, facts, look)

    # -- bombing

    def _city(self, look: Look) -> tuple[Any, CityMap]:
        """Return the city map that is being bombed."""
        seen = look()
        city = seen["bombings"][-1]
        for shown in seen["bombings"]:
            if shown["cup_he"] + shown["cup_incendiary"] or shown["accuracy"] or not shown["ti"]:
                city = shown
        name = self.board(seen).cities[city["city"]].map
        return city, self.charts.city_maps[name or "A"]

    def aim(self, decision: Decision, look: Look) -> str:
        """Aim where most will burn around."""
        if not self.alert():
            return self.any_of(decision.options)
        _, city_map = self._city(look)

        def value(option: str) -> int:
            near = city_map.grid.disc(option[4:], 1)
            return 3 * worth_of(city_map, option[4:]) + sum(worth_of(city_map, area) for area in near)

        return max(decision.options, key=value)

    def approach(self, decision: Decision, look: Look) -> str:
        """Come in over what burns best."""
        city, city_map = self._city(look)
        aim = city["aimpoint"]

        def value(option: str) -> int:
            area = city_map.step(aim, int(option[9:]))
            return worth_of(city_map, area) if area else -1

        return max(decision.options, key=value) if aim and self.alert() else self.any_of(decision.options)

    def mix(self, decision: Decision, look: Look) -> str:
        """Load for fire."""
        if not self.alert():
            return self.any_of(decision.options)
        return f"he:{(len(decision.options) - 1) * HE_SHARE // ALWAYS}"

    def drop(self, decision: Decision, look: Look) -> str:
        """Drop on what is worth most."""
        _, city_map = self._city(look)
        return max(decision.options, key=lambda option: worth_of(city_map, option[5:]))

    def gather(self, decision: Decision, look: Look) -> str:
        """Make the step that is worth most: out of the fields, and together where counters make a fire."""
        if not self.alert():
            return self.any_of(decision.options)
        city, city_map = self._city(look)
        scenario = look()["scenario"]

        def gain(order: str) -> int:
            return step_gain(self.charts, scenario, city, city_map, order) if order != "done" else 0

        return max(decision.options, key=gain)

    def burn(self, decision: Decision, look: Look) -> str:
        """Start the fires that leave least behind."""
        if not self.alert():
            return self.any_of(decision.options)
        recipes = self.charts.tables.fires.recipes

        def value(option: str) -> tuple[int, int]:
            _, name, _, used = option.split(":")
            recipe = recipes[name]
            return recipe.fires * 10 - (recipe.counters or recipe.he + recipe.incendiary), int(used)

        return max(decision.options[1:], key=value)
