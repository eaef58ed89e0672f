"""Two pilots [10.1]: together in one unit, or against each other."""

from __future__ import annotations

import pytest
import yaml

from engine.interceptor.charts.compiled import PACKS
from engine.interceptor.game import TITLE
from engine.interceptor.rules import sortie
from engine.interceptor.rules.combat import fighter_combat
from engine.interceptor.rules.combat.bomber_combat import bomber_pass, exchange, find_bomber, fire_rockets
from engine.interceptor.rules.combat.damage import new_plane
from engine.interceptor.rules.combat.fighter_combat import DuelStart
from engine.interceptor.rules.combat.firing import flip, rival
from engine.interceptor.setup import new_deck
from engine.interceptor.state import Career, Options, PilotSetup, Setup, SortieFlight
from engine.kernel.decisions import Parallel
from engine.kernel.dice import FastDice
from engine.kernel.run import Run
from tests.engine.interceptor.flight_case import FlightCase, cards, charts, d

EVEN = d("initiative", 3, 3)
BOOK = set(
    yaml.safe_load((PACKS.parents[1] / "rulebooks" / "interceptor-ace.yaml").read_text(encoding="utf-8"))["rules"]
)


class Pair(FlightCase):
    """Two pilots of I/JG 2 in the air."""

    def __init__(self, play: str = "cooperative", model: str = "Fw190A-4", **more) -> None:
        super().__init__(model, **more)
        self.state.play = play
        second = Career("second", unit=5, zone="French", base="Poix", stage="air")
        second.plane = new_plane(self.pack.models["Fw190A-4"])
        second.flight = SortieFlight(weather="good", box=1, last_box=4, stage="box")
        self.second = second
        self.state.careers.append(second)
        self.state.setups.append(PilotSetup())
        if play == "competitive":
            for career in self.state.careers:
                career.deck = new_deck(self.pack, career.seat)

    def orders(self, flow, script: list, *orders: tuple[str, str]) -> None:
        """Play a flow with orders by seat."""
        table = self.table(*script)
        running, left, answer = flow(table), list(orders), None
        while True:
            try:
                decision = running.send(answer)
            except StopIteration:
                break
            self.asked.append(decision)
            assert left, f"asked {decision.actor} {decision.kind} of {decision.options}"
            seat, answer = left.pop(0)
            assert seat == decision.actor and answer in decision.options, (seat, answer, decision)
        assert not left
        table.dice.finish()
        self.events = table.log.events


# The end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1.3")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize("play", ["cooperative", "competitive"])
@pytest.mark.parametrize("dead", [0, 1])
def test_the_game_goes_on_while_one_of_two_pilots_lives(play, dead):
    pair = Pair(play)
    pair.state.careers[dead].alive = False
    pair.orders(lambda table: sortie.end_line(pair.state, table), [])
    assert (pair.state.phase, pair.state.line) == ("raid", 1)
    pair.state.careers[1 - dead].alive = False
    pair.orders(lambda table: sortie.end_line(pair.state, table), [])
    assert pair.state.phase == "over"


@pytest.mark.rule("4.2.1")
@pytest.mark.rule("10.2")
def test_who_begins_later_misses_the_lines_before_his_month():
    pair = Pair()
    pair.second.start = pair.state.month + 1
    assert sortie.serving(pair.state) == [pair.career]
    pair.state.month += 1
    assert sortie.serving(pair.state) == [pair.career, pair.second]


# Together ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5")
@pytest.mark.rule("10.1.1")
def test_comrades_fly_in_the_same_weather():
    pair = Pair()
    pair.flight.weather = pair.second.aloft.weather = ""
    sortie.share_weather(pair.state, pair.table(d("weather", 6, 6)))
    assert pair.flight.weather == pair.second.aloft.weather != ""


@pytest.mark.rule("10.1.1")
def test_the_leaders_roll_counts_for_both():
    pair = Pair()
    script = [d("intercept", 4, 5), d("target", 3)]
    pair.orders(
        lambda table: sortie.fly_box(pair.state, pair.state.careers, table),
        script,
        ("pilot", "search"),
        ("second", "search"),
        ("pilot", "decline"),
        ("second", "decline"),
    )
    assert pair.flight.met == pair.second.aloft.met == 3
    assert pair.flight.box == pair.second.aloft.box == 2


@pytest.mark.rule("10.1.1")
def test_a_sweep_meets_both_each_with_his_own_enemy():
    pair = Pair()
    script = [d("intercept", 5, 5), cards(45, 25), cards(45, 25)]
    pair.orders(
        lambda table: sortie.fly_box(pair.state, pair.state.careers, table),
        script,
        ("pilot", "search"),
        ("second", "search"),
        ("pilot", "defend"),
        ("second", "defend"),
    )
    assert [event["seat"] for event in pair.told("fighter.engaged")] == ["pilot", "second"]


@pytest.mark.rule("10.1.1")
def test_an_event_is_the_leaders_alone():
    pair = Pair()
    pair.orders(
        lambda table: sortie.fly_box(pair.state, pair.state.careers, table),
        [d("intercept", 6, 6), d("event", 2, 3)],
        ("pilot", "search"),
        ("second", "search"),
    )
    assert pair.flight.radio_dead and not pair.second.aloft.radio_dead
    assert pair.second.aloft.box == 2


@pytest.mark.rule("10.1.1")
def test_when_the_leader_goes_home_the_other_leads():
    pair = Pair()
    pair.orders(
        lambda table: sortie.fly_box(pair.state, pair.state.careers, table),
        [d("landing", 3, 3), d("intercept", 1, 2)],
        ("pilot", "go-home"),
        ("second", "search"),
    )
    assert pair.told("interception.rolled")[0]["seat"] == "second"


@pytest.mark.rule("10.1.1")
@pytest.mark.rule("7.1.14")
def test_the_leaders_rockets_break_up_the_formation_for_both():
    pair = Pair(model="Fw190A-4/R6")
    script = [d("intercept", 3, 4), d("target", 3), d("combat", 1, 1, 8, 8), cards(45, 2)]
    pair.orders(
        lambda table: sortie.fly_box(pair.state, pair.state.careers, table),
        script,
        ("pilot", "search"),
        ("second", "search"),
        ("pilot", "bombers"),
        ("pilot", "rockets:airframe"),
        ("pilot", "break-off"),
        ("pilot", "leave"),
        ("second", "bombers"),
        ("second", "fire:airframe"),
        ("second", "break-off"),
        ("second", "leave"),
    )
    assert pair.mods("bomber.fires") == {"long-alone": -1}


@pytest.mark.rule("10.1.1")
@pytest.mark.rule("7.1.14")
@pytest.mark.parametrize(("zone", "loose"), [("Dutch", False), ("French", True)])
def test_rockets_loosen_no_formation_that_a_comrade_meets_by_himself(zone, loose):
    pair = Pair(model="Fw190A-4/R6")
    pair.second.zone = zone
    pair.target("B-17")
    pair.run(fire_rockets, [d("combat", 1, 1, 8, 8)], aim="airframe")
    assert (pair.flight.loose, pair.second.aloft.loose) == (True, loose)


def duels(pair: Pair, table):
    starts = [DuelStart(pair.career, "P-47", 3), DuelStart(pair.second, "P-47", 1)]
    return fighter_combat.fighter_combat(pair.state, starts, table)


@pytest.mark.rule("10.1.1")
def test_who_has_shot_his_enemy_down_helps_by_a_position_and_may_be_drawn_in():
    pair = Pair()
    script = [
        cards(20, 12),
        cards(45, 10),
        EVEN,
        # The second round: he helps, and nobody finds him; the third: somebody does.
        cards(45, 10),
        EVEN,
        d("combat", 3),
        cards(45, 45),
        EVEN,
        d("combat", 2),
        d("combat", 1),
        cards(45, 25),
    ]
    pair.orders(
        lambda table: duels(pair, table),
        script,
        ("pilot", "fire"),
        ("second", "defend"),
        ("pilot", "assist"),
        ("second", "defend"),
        ("pilot", "assist"),
        ("second", "fire"),
        ("second", "disengage"),
        ("pilot", "defend"),
    )
    rolls = [event for event in pair.told("initiative.rolled") if event["seat"] == "second"]
    assert [roll["helped"] for roll in rolls] == [False, True, True]
    assert [roll["orientation"] for roll in rolls] == ["disadvantaged", "head_on", "advantaged"]
    assert [event["found"] for event in pair.told("helper.found")] == [False, True]
    assert {asked.rule for asked in pair.asked if asked.kind == "fighter.assist"} == {"10.1.1"}
    fresh = pair.told("fighter.engaged")[-1]
    assert (fresh["seat"], fresh["orientation"]) == ("pilot", "disadvantaged")


@pytest.mark.rule("10.1.1")
def test_he_may_take_on_another_instead_or_leave():
    for order in ("another", "end"):
        pair = Pair()
        script = [cards(20, 12), cards(45, 10), EVEN, cards(45, 25)]
        orders = [("pilot", "fire"), ("second", "defend"), ("pilot", order), ("second", "defend")]
        if order == "another":
            script = [*script[:3], cards(45, 25), cards(45, 25)]
            orders.append(("pilot", "defend"))
        pair.orders(lambda table, pair=pair: duels(pair, table), script, *orders)
        assert len(pair.told("fighter.engaged")) == (3 if order == "another" else 2)


@pytest.mark.rule("7.2.2.9")
@pytest.mark.rule("10.1.1")
def test_who_wins_in_the_same_round_is_asked_as_well_as_his_comrade():
    pair = Pair()
    starts = [DuelStart(pair.career, "P-47", 3), DuelStart(pair.second, "P-47", 3)]
    pair.orders(
        lambda table: fighter_combat.fighter_combat(pair.state, starts, table),
        [cards(20, 12), cards(20, 12), cards(45, 12)],
        ("pilot", "fire"),
        ("second", "fire"),
        ("second", "end"),
        ("pilot", "another"),
        ("pilot", "fire"),
        ("pilot", "end"),
    )
    assert [fight.result for fight in pair.career.aloft.engagements] == ["destroyed"] * 2


@pytest.mark.rule("10.1.1")
def test_comrades_at_different_bases_fly_apart():
    pair = Pair()
    assert sortie.together(pair.state.careers) == pair.state.careers
    pair.second.zone = "Dutch"
    assert sortie.together(pair.state.careers) == [pair.career]


def drawn(*numbers: int) -> list[tuple[str, str]]:
    """Cards of the first pilot's own deck."""
    return [("deck/combat-pilot", str(number)) for number in numbers]


def one_round(pair: Pair, table):
    """Find a bomber, and fly a pass at it."""
    find_bomber(pair.state, pair.career, table)
    return (yield from bomber_pass(pair.state, pair.career, table))


# Against each other ------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.1.2")
def test_a_rival_whose_cards_are_used_up_shuffles_his_own():
    pair = Pair("competitive")
    his, common = pair.career.deck, len(pair.state.deck)
    his.pile, his.discards = [], list(his.pile)
    assert flip(pair.state, pair.career, pair.table(drawn(12))).number == 12
    assert (his.discards, len(pair.state.deck)) == (["12"], common)


@pytest.mark.rule("10.1.2")
def test_the_rival_says_which_section_of_the_card_is_used():
    pair = Pair("competitive")
    start = [DuelStart(pair.career, "P-47", 1)]
    script = [drawn(45, 39), drawn(12)]
    pair.orders(
        lambda table: fighter_combat.fighter_combat(pair.state, start, table),
        script,
        ("pilot", "defend"),
        ("second", "wingman"),
    )
    assert pair.asked[0].options == ("defend", "tight-turn", "barrel-roll")
    assert pair.flight.engagements[0].credit == "wingman"


@pytest.mark.rule("10.1.2")
def test_a_dead_rival_is_asked_nothing():
    pair = Pair("competitive")
    assert rival(pair.state, pair.career) == "second"
    pair.second.alive = False
    assert rival(pair.state, pair.career) == "pilot"
    start = [DuelStart(pair.career, "P-47", 1)]
    script = [drawn(45, 25)]
    orders = [("pilot", "defend"), ("pilot", "defend")]
    pair.orders(lambda table: fighter_combat.fighter_combat(pair.state, start, table), script, *orders)


@pytest.mark.rule("10.1.2")
def test_where_there_is_no_wingman_the_rival_has_no_choice_of_the_section():
    pair = Pair("competitive")
    pair.career.wingman.status = "lost"
    start = [DuelStart(pair.career, "P-47", 1)]
    orders = [("pilot", "defend"), ("second", "flip")]
    pair.orders(lambda table: fighter_combat.fighter_combat(pair.state, start, table), [drawn(45, 25)], *orders)
    assert (pair.asked[1].kind, pair.asked[1].question.of) == ("rival.card", "pilot")


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("7.1.6")
def test_the_rival_flips_the_card_of_the_bombers_return_fire():
    pair = Pair("competitive")
    pair.meet()
    script = [drawn(45, 6)]
    orders = [("pilot", "fire:airframe"), ("second", "flip"), ("pilot", "break-off")]
    pair.orders(lambda table: one_round(pair, table), script, *orders)
    flip = pair.asked[1]
    assert (flip.kind, flip.rule, flip.question.of, flip.question.bomber) == ("rival.card", "10.1.2", "pilot", "B-17")
    assert [tuple(mod) for mod in flip.question.theirs] == [
        (mod.value, mod.reason, mod.rule) for mod in next(e for e in pair.events if e.kind == "bomber.fires").mods
    ]


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("7.1.2")
def test_the_rival_flips_nothing_where_the_bomber_does_not_fire():
    pair = Pair("competitive")
    pair.meet(sun=True)
    orders = [("pilot", "medium"), ("pilot", "fire:airframe"), ("pilot", "break-off")]
    pair.orders(lambda table: one_round(pair, table), [drawn(45)], *orders)
    pair = Pair("competitive", skills=("reflexes",))
    pair.meet()
    # A fighter that is destroyed before it has fired does not answer.
    orders = [("pilot", "reflexes"), ("pilot", "fire:airframe")]
    pair.orders(lambda table: one_round(pair, table), [drawn(12)], *orders)
    assert pair.flight.target.destroyed


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("10.5")
def test_a_box_that_fires_first_has_its_card_flipped_first():
    pair = Pair("competitive")
    pair.target()
    held = [pair.state, pair.career, "hold", "bomber", False]
    pair.orders(lambda table: exchange(*held[:2], table, *held[2:]), [drawn(6)], ("second", "flip"))
    assert [event.kind for event in pair.events] == ["bomber.fires"]


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("7.2.2.7")
def test_the_rival_flips_the_fighters_card_and_rolls_for_its_position():
    pair = Pair("competitive")
    pair.duel("P-47", "head_on")
    script = [drawn(45, 6), EVEN]
    orders = [("pilot", "fire"), ("second", "flip")]
    pair.orders(
        lambda table: fighter_combat.fighter_round(pair.state, pair.career, table, False, False), script, *orders
    )
    assert pair.told("initiative.rolled")[0]["by"] == "second"


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("7.7")
@pytest.mark.parametrize(("card", "flips"), [(12, ()), (6, (("second", "flip"),))])
def test_where_reflexes_fire_first_the_card_is_flipped_for_whoever_is_left_to_answer(card, flips):
    pair = Pair("competitive", skills=("reflexes",))
    pair.duel("P-47", "head_on")
    script = [drawn(card)] + [drawn(45), EVEN] * bool(flips)
    orders = [("pilot", "reflexes"), ("pilot", "fire"), *flips]
    pair.orders(
        lambda table: fighter_combat.fighter_round(pair.state, pair.career, table, False, False), script, *orders
    )
    assert len(pair.told("enemy.card")) == len(flips)


@pytest.mark.rule("10.1.2")
def test_rivals_fly_abreast_each_with_dice_and_weather_of_his_own():
    pair = Pair("competitive")
    flow = sortie.fly(pair.state, pair.table())
    assert isinstance(next(flow), Parallel)


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("play", ["cooperative", "competitive"])
@pytest.mark.parametrize("seed", range(3))
def test_a_year_of_two_plays_to_its_end(play, seed):
    everything = Options(fatigue=True, quality=True, positions=True, manoeuvres=True, attempt=True)
    run = Run.begin(TITLE, charts(), Setup([PilotSetup(), PilotSetup()], play, everything), FastDice(seed))
    steps, said = 0, {event.rule for event in run.step.events}
    while not run.over:
        (seat, key), decision = sorted(run.pending.items())[steps * 7 % len(run.pending)]
        step = run.answer(seat, decision.options[steps * 11 % len(decision.options)], key)
        said |= {decision.rule, *(closed.rule for closed in decision.closed)}
        said |= {mod.rule for event in step.events for mod in event.mods} | {event.rule for event in step.events}
        steps += 1
        assert steps < 20_000
    outcome = run.outcome()
    assert outcome is not None
    assert said <= BOOK, "a rule that the book has not"
