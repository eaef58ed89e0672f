"""Two secret plots with the same public effects look the same to the German player, to the byte."""

import msgspec
import pytest

from engine.bomber_command.movement import shown_counters
from engine.bomber_command.plotting import Planner, Plot
from engine.bomber_command.state import Setup
from engine.bomber_command.title import TITLE
from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable

from .desk import CHARTS, Zealous

encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Twin:
    """One night, stepped question by question, with the German player's share of what it tells."""

    def __init__(self, seed: int, setup: Setup, plot: int) -> None:
        self.night = TITLE.start(setup, CHARTS)
        self.table = RecordingTable(FastDice(seed), CHARTS)
        self.flow = TITLE.play(self.night, self.table)
        self.draw = FastDice(plot)
        self.request = self.flow.send(None)

    def seen(self) -> bytes:
        """Return all that the German player can have learnt: the view, the events told to him, and what he is asked."""
        told = [event for event in self.table.log.events if event.seen_by("german")]
        return encode([TITLE.view(self.night, CHARTS, "german"), told, asked(self.request)])


def asked(request):
    decisions = getattr(request, "decisions", None) or ([request] if hasattr(request, "actor") else [])
    return [(d.kind, d.options, d.facts) for d in decisions if d.actor == "german"]


def public(request):
    """Return what both nights must be asked alike for their public effects to have been the same."""
    return getattr(request, "actor", type(request).__name__), getattr(request, "kind", "")


def drive_flow(flow, choose):
    """Drive one of two flows abreast, which throw no dice."""
    try:
        decision = flow.send(None)
        while True:
            decision = flow.send(choose(decision))
    except StopIteration as stop:
        return stop.value


def compare(seed: int, setup: Setup) -> int:
    """Step two nights with different plots side by side for as long as their public effects agree; count the steps."""
    twins = Twin(seed, setup, seed), Twin(seed, setup, seed + 500_000)
    player = Zealous(seed)
    steps = 0
    while True:
        one, two = (twin.request for twin in twins)
        plotting = getattr(one, "kind", "") == "raids.plot"
        if public(one) != public(two):
            return steps
        counts = [visible(twin) for twin in twins]
        if counts[0] != counts[1]:
            return steps
        assert twins[0].seen() == twins[1].seen(), f"seed {seed}, step {steps}"
        steps += 1
        answers = []
        if plotting:
            for twin in twins:
                plan = Planner(twin.night, CHARTS).example(lambda sides, d=twin.draw: d.draw("whim", sides))
                answers.append(plan)
        elif hasattr(one, "flows"):
            whim = seed * 7919 + steps
            for twin in twins:
                whims = Zealous(whim)
                answers.append({name: drive_flow(flow, whims.choose) for name, flow in twin.request.flows.items()})
        elif hasattr(one, "decisions"):
            answers = [{d.actor: "play-on" for d in one.decisions}] * 2
        else:
            if one.options != two.options:
                return steps
            answers = [player.choose(one)] * 2
        try:
            for twin, order in zip(twins, answers, strict=True):
                twin.request = twin.flow.send(order)
        except StopIteration:
            return steps


ADVANCED = ("bad_weather", "moon", "tail_winds", "intruders", "bomb_loads", "approach", "variable_north")
PUBLIC = (
    "bombs.dropping",
    "combat.marked",
    "raid.in-england",
    "raids.detected",
    "bombing.begins",
    "raid.recovered",
    "raid.home",
    "raid.marked",
    "mines.laid",
    "mosquitos.bombed",
    "infiltration.rolled",
    "raid.admitted",
    "unit.infiltrated",
    "flak.rolled",
    "attack.rolled",
    "defence.rolled",
    "fighters.lost",
    "card.played",
    "card.no-target",
    "raid.heavy",
    "raids.alerted",
    "british.attack",
    "oboe.lost",
    "damage.spent",
    "mosquitos.confirmed",
)


def visible(twin: Twin) -> list[tuple]:
    """List the public effects of a plot so far: what a raid did where everyone could see it."""
    return [
        (event.kind, encode(event.data)) for event in twin.table.log.events if event.kind in PUBLIC and not event.to
    ] + [("counters", encode(shown_counters(twin.night)))]


def a_setup(seed: int, scenario: str, fog: bool) -> Setup:
    """A basic night for every other seed, all advanced rules for the rest."""
    advanced = dict.fromkeys(ADVANCED, seed % 8 > 3)
    return Setup(scenario=scenario, fog_of_war=fog, **advanced)  # type: ignore[arg-type]


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_plots_with_the_same_effects_look_the_same(scenario, fog):
    steps = sum(compare(seed, a_setup(seed, scenario, fog)) for seed in range(40))
    assert steps > 40 * 25, "the comparison goes well beyond the plot"


@pytest.mark.slow
@pytest.mark.rule("8.3")
def test_plots_with_the_same_effects_look_the_same_by_the_thousand():
    for seed in range(2_000):
        compare(seed, a_setup(seed, ("berlin", "downfall")[seed % 2], seed % 4 > 1))


def test_the_comparison_would_notice_a_leak(monkeypatch):
    """Were the number of raids shown, the views would differ at once."""
    plain = TITLE.view

    def leaky(night, charts, viewer):
        return {**plain(night, charts, viewer), "leak": [raid.route for raid in night.raids]}

    monkeypatch.setattr(type(TITLE), "view", lambda self, night, charts, viewer: leaky(night, charts, viewer))
    with pytest.raises(AssertionError, match="step"):
        for seed in range(5):
            compare(seed, Setup())


def test_plots_of_the_twins_differ():
    one, two = (Twin(3, Setup(), plot) for plot in (3, 500_003))
    one.night.targets = two.night.targets = ["hannover"]
    plans = [Planner(t.night, CHARTS).example(lambda sides, d=t.draw: d.draw("whim", sides)) for t in (one, two)]
    assert plans[0] != plans[1] and isinstance(plans[0], Plot)
