"""Scenario 6's menu of variants, and scenario 7's entry that may be put off. [3.2]"""

import pytest

from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable
from engine.kernel.title import RandomPolicy, drive
from engine.nightfighter.bots.policies import random_policy
from engine.nightfighter.game import TITLE
from engine.nightfighter.rules.turn import play_turn
from engine.nightfighter.rules.variants import balance, offered, pick_variants
from engine.nightfighter.state import Setup
from tests.engine.nightfighter.builders import PACK, bomber, fighter, lay, script


def menu_of(*picked):
    return offered(lay("6").night, list(picked))


@pytest.mark.rule("3.2")
def test_umpire_and_player_pick_in_turn_until_both_pass():
    # The umpire's die takes the third of nine (6C, -1), then the last of what is left to him, which is to pass.
    desk = lay("6", dice=script(("umpire", [3, 9])))
    desk.play(pick_variants, answers=["variant:6H", "pass"])
    assert desk.state.picked == ["6C", "6H"]
    assert desk.state.scenario.entry.waves.each == 2 and desk.state.scenario.electronics.fighters == {"Naxos": 0}
    assert [d.balance for d in desk.told("variant.picked")] == [-1, 0, 0, 0]
    assert [d.by_player for d in desk.told("variant.picked")] == [False, True, False, True]


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(
    ("picked", "total", "may_pass"), [((), 0, True), (("6A",), 1, True), (("6A", "6B"), 2, False), (("6J",), -2, False)]
)
def test_nobody_passes_while_the_picks_are_uneven(picked, total, may_pass):
    assert balance(lay("6").night, list(picked)) == total
    assert ("pass" in menu_of(*picked)) is may_pass


@pytest.mark.rule("3.2")
def test_no_pick_leads_too_far_and_fishpond_comes_after_h2s():
    assert "variant:6D" not in menu_of("6A", "6B") and "variant:6J" in menu_of("6A", "6B")
    assert "variant:6I" not in menu_of() and "variant:6I" in menu_of("6H")


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("mode", ["blind", "solo"])
def test_however_they_pick_the_night_is_even_and_can_be_played(mode):
    for seed in range(12):
        state = TITLE.start(Setup(scenario="6", mode=mode, pick_variants=True), PACK)
        table, bot = RecordingTable(FastDice(seed), PACK), random_policy(PACK, "player", seed + 1)
        drive(TITLE.play(state, table), lambda decision, bot=bot: bot.choose(decision, dict), 60_000)
        assert abs(balance(lay("6").night, state.picked)) <= 1
        assert state.phase == "over" and TITLE.view(state, PACK, "player").variants == state.picked


@pytest.mark.rule("3.2")
def test_a_scenario_without_a_menu_offers_nothing():
    desk = lay("4")
    desk.play(pick_variants)
    assert desk.state.picked == [] and desk.state.scenario.id == "4"


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(("answer", "turn_on_the_map"), [("now", 1), ("wait", 4)])
def test_the_serrate_fighter_may_wait_for_the_fourth_turn(answer, turn_on_the_map):
    state = TITLE.start(Setup(scenario="7"), PACK)
    table, whim = RecordingTable(FastDice(3), PACK), FastDice(4)
    policy, seen = RandomPolicy(lambda sides: whim.draw("whim", sides)), []

    def choose(decision):
        if decision.kind == "fighter.step":
            seen.append(state.turn)
        return answer if decision.kind == "setup.enter" else policy.choose(decision)

    drive(TITLE.play(state, table), choose, 60_000)
    assert seen[0] == turn_on_the_map


@pytest.mark.rule("4.1")
def test_a_fighter_that_waits_keeps_the_night_going():
    desk = lay("7", [fighter(0, type_="Mosquito NF.II", status="waiting")], [bomber(1005)], 9, turn=2)
    desk.play(play_turn)
    assert desk.state.phase == "turn" and desk.state.fighters[0].status == "waiting" and desk.state.turn == 3
