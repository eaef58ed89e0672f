"""Bots: what each side does when nobody is there to command it. They see what their seat sees."""

from __future__ import annotations

from collections.abc import Callable

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import CityMap, ScenarioMap
from engine.bomber_command.charts.schema import CardEffect
from engine.bomber_command.questions import CardWindowQuestion
from engine.bomber_command.rules.bombing import OUTSIDE
from engine.bomber_command.rules.combat import throws_reaching
from engine.bomber_command.rules.plots import Plot
from engine.bomber_command.state import Bombing
from engine.bomber_command.views import NightView
from engine.kernel.decisions import Decision, about, parts_of
from engine.kernel.dice import FastDice
from engine.kernel.title import Look

ALWAYS = 100
"""Of a hundred occasions, all."""


class Bot:
    """Common parts of the bots of both sides: a random number of their own, and a method for each kind of question.

    `skill` is the number of chances in a hundred that the bot sees; a weak bot misses most of its cards and chances.
    """

    def __init__(self, pack: Charts, seat: str, seed: int, skill: int) -> None:
        dice = FastDice(seed)
        self.charts = pack
        self.seat = seat
        self.skill = skill
        self.draw: Callable[[int], int] = lambda sides: dice.draw("whim", sides)
        self.answers: dict[str, Callable[[Decision, Look], str]] = {
            "card.window": self.play_card,
            "card.cancel": self.cancel,
            "cards.discard": self.discard,
            "hand.put-back": self.put_back,
        }

    def choose(self, decision: Decision, look: Look) -> object:
        """Answer a question: by its own method, else at random."""
        if decision.form is not None:
            return self.plan(decision, look)
        if len(decision.options) == 1:
            return decision.options[0]
        answer = self.answers.get(decision.kind)
        return answer(decision, look) if answer else self.any_of(decision.options)

    def plan(self, decision: Decision, look: Look) -> Plot:
        """Fill in a form."""
        assert decision.form is not None  # noqa: S101 - called for forms only
        plot: Plot = decision.form.example(self.draw)
        return plot

    def any_of(self, options: tuple[str, ...] | list[str]) -> str:
        """Pick at random."""
        return options[self.draw(len(options)) - 1]

    def alert(self) -> bool:
        """Say whether this occasion is seen."""
        return self.skill >= ALWAYS or self.draw(ALWAYS) <= self.skill

    def board(self, seen: NightView) -> ScenarioMap:
        """Return the scenario's map."""
        return self.charts.boards[seen.scenario]

    # -- cards

    def play_card(self, decision: Decision, look: Look) -> str:
        """Play what helps here; put away for the turn what has to wait."""
        moment = decision.question
        assert isinstance(moment, CardWindowQuestion)  # noqa: S101 - called for card windows only
        waits = ""
        for option in decision.options:
            if option.startswith("play:"):
                _, name, number = parts_of(option)
                effect = self.charts.cards[name].uses[int(number)].does[0]
                if self.alert() and self.worth(effect, moment, look):
                    return option
                waits = waits or f"hold:{name}"
        return waits if moment.window == "any" and waits in decision.options else "pass"

    def worth(self, effect: CardEffect, moment: CardWindowQuestion, look: Look) -> bool:
        """Say whether an effect is worth its card now."""
        if moment.window == "infiltration" and effect.effect in ("modify", "jamming"):
            seen: NightView = look()
            chances = throws_reaching(seen.infiltration - (moment.modifier or 0))
            return 3 <= chances <= 33
        return True

    def cancel(self, decision: Decision, look: Look) -> str:
        """Cancel by a card that names the other; two cards are dear."""
        for option in decision.options:
            if option.count(":") == 1 and self.alert():
                return option
        return "pass"

    def discard(self, decision: Decision, look: Look) -> str:
        """Keep everything but what has waited too long in a full hand."""
        full = len(decision.options) - 1 >= self.charts.tables.hands.largest
        return self.any_of(decision.options[1:]) if full and self.alert() else "done"

    def put_back(self, decision: Decision, look: Look) -> str:
        """Return a card of the symbol that the hand has most of."""
        cards = self.charts.cards
        symbols = [cards[about(option)].symbol for option in decision.options]
        return max(decision.options, key=lambda option: symbols.count(cards[about(option)].symbol))


def counters_in(city: Bombing, area: str) -> tuple[int, int]:
    """Count the unconverted HE and incendiaries of both attacks in an area of a city map as shown."""
    he = city.he.get(area, 0) + city.first_he.get(area, 0)
    return he, city.incendiary.get(area, 0) + city.first_incendiary.get(area, 0)


def halves_of(charts: Charts, scenario: str, kind: str, is_aimpoint: bool, he: int, incendiary: int) -> int:
    """Count the half points that counters bring in an area at best, burning or not. [10.5.3, 11.1.1, 11.1.2]"""
    case = (scenario, kind, is_aimpoint, he, incendiary)
    known = charts.halves.get(case)
    if known is None:
        known = charts.halves[case] = _halves_of(charts, scenario, kind, is_aimpoint, he, incendiary)
    return known


def _halves_of(charts: Charts, scenario: str, kind: str, is_aimpoint: bool, he: int, incendiary: int) -> int:
    scores = charts.scenarios[scenario].bombing_halves
    times = scores.works_times if kind in ("industrial", "transport") else 1
    fire = scores.aimpoint_fire if is_aimpoint else scores.fire
    best = times * scores.counter * (he + incendiary) if kind != "fields" else 0
    for recipe in charts.tables.fires.recipes.values():
        if kind not in recipe.areas:
            continue
        # A recipe that takes any counters is best given as much HE as there is, which burns in fewer of the others.
        used = min(he, recipe.counters) if recipe.counters else recipe.he
        rest = (recipe.counters or recipe.he + recipe.incendiary) - used
        if used <= he and used >= recipe.least_he and rest <= incendiary:
            left = halves_of(charts, scenario, kind, is_aimpoint, he - used, incendiary - rest)
            best = max(best, times * fire * recipe.fires + left)
    return best


def step_gain(charts: Charts, scenario: str, city: Bombing, city_map: CityMap, order: str) -> int:
    """Count the half points that the British player gains from moving a counter; losses are negative."""
    _, what, start, end = parts_of(order)
    he, incendiary = (1, 0) if what == "he" else (0, 1)

    def halves(area: str, times: int) -> int:
        if area == OUTSIDE:
            return 0
        here = counters_in(city, area)
        aimed = area == city.aimpoint
        return halves_of(
            charts, scenario, city_map.kind[area], aimed, here[0] + times * he, here[1] + times * incendiary
        )

    return halves(start, -1) - halves(start, 0) + halves(end, 1) - halves(end, 0)


def area_value(city_map: CityMap, area: str) -> int:
    """Say what a counter is good for in an area: most where it burns or scores double."""
    return {"city-centre": 5, "industrial": 4, "transport": 4, "residential": 3, "fields": 0}[city_map.kind[area]]
