"""Two secret plots with the same public effects look the same to the German player, to the byte.

He gets one line of items: his events, each question, its seat, and his board at that moment. Two nights with different
plots are played side by side until the lines differ. They may differ only at facts that the rules let him know
(`PUBLIC`). They never differ at a question, nor because of a question that only one of the two nights asks.
"""

from collections.abc import Iterator

import msgspec
import pytest

from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.plots import Plot
from engine.bomber_command.rules.plotting import Planner
from engine.bomber_command.state import DECOY, MAIN, SEATS, Setup
from engine.kernel.decisions import facts_of
from engine.kernel.dice import FastDice
from engine.kernel.events import record_of
from engine.kernel.table import RecordingTable
from tests.engine.bomber_command.builders import CHARTS, EagerPolicy
from tests.shared.sample_sizes import sample_size

encode = msgspec.msgpack.Encoder(order="deterministic").encode
PAIRS = sample_size("SECRECY_PAIRS", 60, 1_000)


class Item(msgspec.Struct, frozen=True):
    """One thing that reaches the German player: an event that he hears, or that somebody is asked and what he sees."""

    what: str
    kind: str
    seen: bytes

    @property
    def is_told(self) -> bool:
        """Say whether it is an event."""
        return self.what == "told"


class Twin:
    """One night, stepped item by item as the German player gets them."""

    def __init__(self, seed: int, setup: Setup, plot: int, lighter: bool = False) -> None:
        self.night = TITLE.start(setup, CHARTS)
        self.table = RecordingTable(FastDice(seed), CHARTS)
        self.flow = TITLE.play(self.night, self.table)
        self.draw = FastDice(plot)
        self.lighter = lighter
        self.players = {seat: EagerPolicy(seed + at) for at, seat in enumerate(SEATS)}

    def items(self) -> Iterator[Item]:
        """Play on, giving each thing that reaches the German player."""
        heard, request = 0, self.flow.send(None)
        while True:
            events = self.table.log.events
            for event in events[heard:]:
                if event.seen_by("german"):
                    yield Item("told", event.kind, encode(record_of(event)))
            heard = len(events)
            yield self.asked(request)
            try:
                request = self.flow.send(self.answer(request))
            except StopIteration:
                return

    def asked(self, request) -> Item:
        """Return what he notices of a question: that it is asked of whom, his own in full, and his board meanwhile."""
        stands = [TITLE.standing(self.night, CHARTS, seat).known_to("german") for seat in SEATS]
        seen = [TITLE.view(self.night, CHARTS, "german"), stands]
        decisions = getattr(request, "decisions", None) or ([request] if hasattr(request, "actor") else [])
        own = [(d.kind, d.options, facts_of(d.question)) for d in decisions if d.actor == "german"]
        who = "+".join(d.actor for d in decisions) or type(request).__name__
        kind = getattr(request, "kind", "")
        return Item(who, kind if who != "british" else "", encode([seen, own]))

    def answer(self, request):
        """Answer for both sides, the German one alike in both nights as long as he is asked alike."""
        if getattr(request, "kind", "") == "raids.plot":
            plan = Planner(self.night, CHARTS).example(lambda sides: self.draw.draw("whim", sides))
            return lightened(self.night, plan) if self.lighter else plan
        if hasattr(request, "flows"):
            return {name: drive_flow(flow, self.players[name].choose) for name, flow in request.flows.items()}
        if hasattr(request, "decisions"):
            return {d.actor: self.players[d.actor].choose(d) for d in request.decisions}
        return self.players[request.actor].choose(request)


def drive_flow(flow, choose):
    """Drive one of two flows abreast, which throw no dice."""
    try:
        decision = flow.send(None)
        while True:
            decision = flow.send(choose(decision))
    except StopIteration as stop:
        return stop.value


def lightened(night, plan: Plot) -> Plot:
    """Return a plot with one raid less, a Decoy first: its nights look alike for long, and differ in truth."""
    for kind in (DECOY, "gardening", "mosquito"):
        for raid in plan.raids:
            left = Plot([other for other in plan.raids if other is not raid and other.parent != raid.letter])
            if raid.kind == kind and raid.kind != MAIN and not Planner(night, CHARTS).faults(left):
                return left
    return plan


def compare(seed: int, setup: Setup) -> int:
    """Play two nights side by side until what the German player gets parts; count the questions until then."""
    near = seed % 2 == 1
    twins = Twin(seed, setup, seed), Twin(seed, setup, seed if near else seed + 500_000, lighter=near)
    lines = [twin.items() for twin in twins]
    questions = 0
    while True:
        one, two = (next(line, None) for line in lines)
        if one is None or two is None or one != two:
            break
        questions += not one.is_told
    if one is not None and two is not None:
        judge(one, two, *lines, where=f"seed {seed}, after {questions} questions")
    return questions


def judge(one: Item, two: Item, first: Iterator[Item], second: Iterator[Item], where: str) -> None:
    """Fail unless the lines part at something that the rules let him know."""
    if one.is_told and two.is_told:
        assert {one.kind, two.kind} & PUBLIC, f"{where}: {one.kind} and {two.kind} differ"
        ahead = [
            sorted([item.seen, *(i.seen for i in until_asked(line))]) for item, line in ((one, first), (two, second))
        ]
        assert ahead[0] != ahead[1], f"{where}: the same is told in another order"
        return
    assert one.is_told or two.is_told, (
        f"{where}: {one.what} {one.kind} is asked, or {two.what} {two.kind}, or the board differs"
    )
    told, asked, line = (one, two, second) if one.is_told else (two, one, first)
    assert told.kind in PUBLIC, f"{where}: {told.kind} is told, or {asked.what} asked"
    if asked.what == "british":
        later = next((item for item in line if item.what != "british"), None)
        assert later != told, f"{where}: only one night asks the British player before {told.kind}"


def until_asked(line: Iterator[Item]) -> Iterator[Item]:
    """Give the events before the next question."""
    for item in line:
        if not item.is_told:
            return
        yield item


ADVANCED = ("bad_weather", "moon", "tail_winds", "intruders", "bomb_loads", "approach", "variable_north")
PUBLIC = {
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
    "watch.nothing",
}
"""What a raid does where everyone can see it."""


def a_setup(seed: int, scenario: str, fog: bool) -> Setup:
    """A basic night for every other seed, all advanced rules for the rest."""
    advanced = dict.fromkeys(ADVANCED, seed % 8 > 3)
    return Setup(scenario=scenario, fog_of_war=fog, **advanced)  # type: ignore[arg-type]


@pytest.mark.rule("8.3")
@pytest.mark.rule("12.5")
def test_plots_with_the_same_effects_look_the_same():
    """All that he gets is the same, question by question, until the rules let him know."""
    questions = [
        compare(seed, a_setup(seed, ("berlin", "downfall")[seed // 2 % 2], seed % 3 > 0)) for seed in range(PAIRS)
    ]
    assert sum(questions) > PAIRS * 40, "the comparison goes well beyond the plot"


@pytest.mark.parametrize("former", ["asks_alike", "cards_before_counters"])
def test_the_comparison_notices_who_is_asked(former):
    """By the readings of rules 1 an additional or a missing question showed him a part of the plot."""
    with pytest.raises(AssertionError, match="seed"):
        for seed in range(400):
            setup = a_setup(seed, ("berlin", "downfall")[seed // 2 % 2], seed % 3 > 0)
            compare(seed, msgspec.structs.replace(setup, **{former: False}))


def test_the_comparison_would_notice_a_leak(monkeypatch):
    """Were the number of raids shown, the views would differ at once."""
    plain = TITLE.view

    def leaky(night, charts, viewer):
        return {"view": plain(night, charts, viewer), "leak": [raid.route for raid in night.raids]}

    monkeypatch.setattr(type(TITLE), "view", lambda self, night, charts, viewer: leaky(night, charts, viewer))
    with pytest.raises(AssertionError, match="seed"):
        for seed in range(5):
            compare(seed, Setup())


def test_plots_of_the_twins_differ():
    one, two = (Twin(3, Setup(), plot) for plot in (3, 500_003))
    one.night.targets = two.night.targets = ["hannover"]
    plans = [Planner(t.night, CHARTS).example(lambda sides, d=t.draw: d.draw("whim", sides)) for t in (one, two)]
    assert plans[0] != plans[1] and isinstance(plans[0], Plot)
