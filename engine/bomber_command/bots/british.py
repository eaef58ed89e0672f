"""The British bot: plots nights that deceive, bombs well, and hunts the hunters. [3.5, 9.2, 10.0]"""

from __future__ import annotations

from engine.bomber_command.bots.base import ALWAYS, Bot, area_value, step_gain
from engine.bomber_command.bots.staff import Staff
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND, CityMap
from engine.bomber_command.charts.schema import CardEffect
from engine.bomber_command.questions import CardWindowQuestion, PlotQuestion
from engine.bomber_command.rules.plots import Plot
from engine.bomber_command.rules.plotting import Planner
from engine.bomber_command.state import RAID, Bombing, Setup, State
from engine.bomber_command.views import NightView
from engine.kernel.decisions import Decision, about, number_of, parts_of
from engine.kernel.title import Look

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
        """Have the staff plot the night; a hesitant commander sketches one."""
        form = decision.form
        assert form is not None  # noqa: S101 - called for forms only
        if self.skill < ALWAYS:
            plot: Plot = form.example(self.draw)
            return plot
        question = decision.question
        assert isinstance(question, PlotQuestion)  # noqa: S101 - no other form is asked for
        return Staff(self.planner(question, look()), self.charts, self.draw).plot()

    def planner(self, question: PlotQuestion, seen: NightView) -> Planner:
        """Return a planner on what this side knows, by the rules of this night."""
        scenario = seen.scenario
        night = State(Setup(scenario, bomb_loads=question.bomb_loads), targets=list(question.targets))
        night.follow_up, night.wind = question.follow_up, seen.wind
        night.stream = self.charts.scenarios[scenario].stream
        return Planner(night, self.charts)

    # -- fighters and cards

    def send_patrol(self, decision: Decision, look: Look) -> str:
        """Send the strongest Patrol that is there; in the Scramble Phase rather at an airfield."""
        if not self.alert():
            return "done"
        field = [option for option in decision.options if option.startswith("airfield:")]
        return (field or decision.options)[-1]

    def hunt(self, decision: Decision, look: Look) -> str:
        """Go for a unit inside a raid, else for whichever."""
        seen: NightView = look()
        inside = {unit.id for unit in seen.units if unit.place == RAID}
        found = [option for option in decision.options if parts_of(option)[1] in inside]
        return self.any_of(found or decision.options)

    def worth(self, effect: CardEffect, moment: CardWindowQuestion, look: Look) -> bool:
        """Keep hunters for units inside raids, and weather for when the airfields are in fog."""
        seen: NightView
        if effect.effect == "fighter-attack":
            seen = look()
            return any(unit.place == RAID for unit in seen.units)
        if effect.effect == "marker" and effect.marker == "fido":
            seen = look()
            return seen.weather.get(ENGLAND) == "fog"
        if effect.effect in ("weather", "creepback"):
            return False
        return super().worth(effect, moment, look)

    # -- bombing

    def _city(self, look: Look) -> tuple[Bombing, CityMap]:
        """Return the city map that is being bombed."""
        seen: NightView = look()
        city = seen.bombings[-1]
        for shown in seen.bombings:
            if shown.cup_he + shown.cup_incendiary or shown.accuracy or not shown.ti:
                city = shown
        name = self.board(seen).cities[city.city].map
        return city, self.charts.city_maps[name or "A"]

    def aim(self, decision: Decision, look: Look) -> str:
        """Aim where most will burn around."""
        if not self.alert():
            return self.any_of(decision.options)
        _, city_map = self._city(look)

        def value(option: str) -> int:
            near = city_map.grid.disc(about(option), 1)
            return 3 * area_value(city_map, about(option)) + sum(area_value(city_map, area) for area in near)

        return max(decision.options, key=value)

    def approach(self, decision: Decision, look: Look) -> str:
        """Come in over what burns best."""
        city, city_map = self._city(look)
        aim = city.aimpoint

        def value(option: str) -> int:
            area = city_map.step(aim, number_of(option))
            return area_value(city_map, area) if area else -1

        return max(decision.options, key=value) if aim and self.alert() else self.any_of(decision.options)

    def mix(self, decision: Decision, look: Look) -> str:
        """Load for fire."""
        if not self.alert():
            return self.any_of(decision.options)
        return f"he:{(len(decision.options) - 1) * HE_SHARE // ALWAYS}"

    def drop(self, decision: Decision, look: Look) -> str:
        """Drop on what is worth most."""
        _, city_map = self._city(look)
        return max(decision.options, key=lambda option: area_value(city_map, about(option)))

    def gather(self, decision: Decision, look: Look) -> str:
        """Make the step that is worth most: out of the fields, and together where counters make a fire."""
        if not self.alert():
            return self.any_of(decision.options)
        city, city_map = self._city(look)
        seen: NightView = look()

        def gain(order: str) -> int:
            return step_gain(self.charts, seen.scenario, city, city_map, order) if order != "done" else 0

        return max(decision.options, key=gain)

    def burn(self, decision: Decision, look: Look) -> str:
        """Start the fires that leave least behind."""
        if not self.alert():
            return self.any_of(decision.options)
        recipes = self.charts.tables.fires.recipes

        def value(option: str) -> tuple[int, int]:
            _, name, _, used = parts_of(option)
            recipe = recipes[name]
            return recipe.fires * 10 - (recipe.counters or recipe.he + recipe.incendiary), int(used)

        return max(decision.options[1:], key=value)
