"""Whole nights: every scenario plays through, can be won and lost, repeats by seed and resumes anywhere. [4.0]"""

import msgspec
import pytest

from engine.kernel.decisions import BadForm, NotAsked, NotOffered
from engine.kernel.dice import FairDice, FastDice, ScriptedDice
from engine.kernel.run import Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import RecordingTable, Table
from engine.kernel.title import RandomPolicy, drive
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import Options, Setup
from tests.engine.nightfighter.builders import PACK
from tests.engine.nightfighter.charts.test_schema import OWN
from tests.shared.sample_sizes import sample_size

SCENARIOS = scenario_ids(PACK.tables)
DARK_NIGHTS = sample_size("DARK_NIGHTS", 2_000, 10_000)
ALL_OFF = Options(False, False, False, False, False)


def play_out(setup, seed):
    state, dice, whim = TITLE.start(setup, PACK), FastDice(seed), FastDice(seed + 1)
    policy = RandomPolicy(lambda sides: whim.draw("whim", sides))
    _, taken = drive(TITLE.play(state, Table(dice, PACK)), policy.choose, 5_000)
    return state, taken


def hard_oracles(state):
    """Assert the invariants at the end of a night."""
    assert state.phase == "over" and state.result in ("win", "decisive", "loss") and state.turn <= 80
    for fighter in state.fighters:
        assert fighter.hits >= 0 and fighter.kills >= 0
        assert (fighter.hex != 0) == (fighter.status == "map")
        for held in (fighter.fix, fighter.tally):
            assert held == -1 or state.bombers[held].status == "map"
    for bomber in state.bombers:
        assert (bomber.status == "map") == (bomber.hex != 0) or bomber.status in ("pool", "delayed")
        assert bomber.status == "map" or not bomber.mark or state.setup.mode == "solo" or bomber.type == "V-1"


@pytest.mark.rule("4.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_plays_to_an_end(scenario):
    for seed, more in enumerate(({}, {"level": "sly"}, {"level": "helpful"}, {"umpire": "person"}, {"options": ALL_OFF},
                                 {"options": Options(programmed=True)}, {"options": Options(green=True)})):  # fmt: skip
        hard_oracles(play_out(Setup(scenario=scenario, **more), seed)[0])


@pytest.mark.rule("S8.0")
@pytest.mark.parametrize("scenario", [s for s in SCENARIOS if not s.startswith(("9", "10"))])
def test_every_scenario_for_one_plays_to_an_end(scenario):
    for seed, more in enumerate(({}, {"options": ALL_OFF}, {"options": Options(second_trio_for_each=False)})):
        state, _ = play_out(Setup(scenario=scenario, mode="solo", **more), seed)
        hard_oracles(state)
        on_map = [b.hex for b in state.bombers if b.status == "map"]
        assert len(on_map) == len(set(on_map))


@pytest.mark.rule("4.0")
def test_the_same_seed_gives_the_same_bytes():
    for scenario in ("4B", "6H", "9", "10"):
        one, other = (snapshot(play_out(Setup(scenario=scenario), 11)[0]) for _ in range(2))
        assert one == other


@pytest.mark.rule("4.0")
@pytest.mark.parametrize(
    ("scenario", "mode"), [("4B", "blind"), ("9", "blind"), ("10", "blind"), ("4B", "solo"), ("7", "solo")]
)
def test_a_night_can_be_put_down_and_taken_up_at_every_question(scenario, mode):
    whim = FastDice(5)
    dice = FairDice(b"night")
    run = Run.begin(TITLE, PACK, Setup(scenario=scenario, mode=mode), dice)
    for _ in range(160):
        if run.over:
            break
        question = next(iter(run.pending.values()))
        run.answer(question.actor, question.options[whim.draw("w", len(question.options)) - 1], question.key)
        again = Run.resume(TITLE, PACK, FairDice(b"night"), run.record)
        assert snapshot(again.state) == snapshot(run.state)
        assert list(again.pending) == list(run.pending)


@pytest.mark.rule("4.0")
def test_only_what_is_offered_and_only_whoever_is_asked():
    run = Run.begin(TITLE, PACK, Setup(umpire="person"), FairDice(b"x"))
    actor, key = next(iter(run.pending))
    before = snapshot(run.state)
    with pytest.raises(NotOffered):
        run.answer(actor, "hex:9999", key)
    with pytest.raises(NotAsked):
        run.answer("player" if actor == "umpire" else "umpire", "red", key)
    assert snapshot(run.state) == before


@pytest.mark.rule("9.2")
def test_a_move_may_be_taken_back_until_something_is_rolled():
    run = Run.begin(TITLE, PACK, Setup(scenario="4B"), FairDice(b"undo"))
    run.answer("player", "N")
    run.answer("player", "ahead")
    run.answer("player", "ahead")
    run.undo("player")
    assert run.state.fighters[0].moved == 1


@pytest.mark.rule("3.2")
def test_a_scenario_of_ones_own_is_played():
    hard_oracles(play_out(Setup(own=OWN), 3)[0])


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(
    ("setup", "field", "code"),
    [({"scenario": "99"}, "scenario", "unknown-scenario"), ({"scenario": "9", "mode": "solo"}, "mode", "not-for-solo"),
     ({"scenario": "4", "variants": ["6C"]}, "variants", "foreign-variant"),
     ({"scenario": "2A", "variants": ["2B"]}, "variants", "unplayable"),
     ({"own": OWN.replace("kills: 1", "kills: 7")}, "own", "own-scenario")],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_at_the_start(setup, field, code):
    with pytest.raises(BadForm) as refused:
        TITLE.start(Setup(**setup), PACK)
    assert [(fault.field, fault.code) for fault in refused.value.faults] == [(field, code)]


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_won_and_lost(scenario):
    from engine.kernel.table import RecordingTable
    from engine.nightfighter.rules.context import context_of
    from engine.nightfighter.rules.turn import finish
    from engine.nightfighter.rules.umpire_policies import UMPIRE_POLICIES
    from engine.nightfighter.setup import set_up

    results = set()
    for wins in (True, False):
        state = TITLE.start(Setup(scenario=scenario), PACK)
        night = context_of(state, RecordingTable(FastDice(1), PACK), UMPIRE_POLICIES["blind"])
        drive(set_up(night), lambda d: d.options[0])
        aim = night.scenario.victory.win
        for bomber in state.bombers:
            bomber.status = "exited"
        if aim.points_at_most is not None:
            state.points = aim.points_at_most + (not wins)
        elif wins and aim.hits_on_one:
            state.bombers[0].hits = aim.hits_on_one
        elif wins:
            prey = [b for b in state.bombers if aim.of in ("", b.type)]
            assert len(prey) >= aim.kills
            for bomber in prey[: aim.kills]:
                bomber.status = "destroyed"
        finish(night)
        results.add(state.result)
    assert results & {"win", "decisive"} and "loss" in results


@pytest.mark.slow
@pytest.mark.rule("4.0")
def test_random_nights_by_the_thousand():
    for seed in range(DARK_NIGHTS):
        scenario = SCENARIOS[seed % len(SCENARIOS)]
        alone = seed % 2 and not scenario.startswith(("9", "10"))
        hard_oracles(play_out(Setup(scenario=scenario, mode="solo" if alone else "blind"), seed)[0])


# By a script -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.0")
def test_a_stranger_can_play_by_a_script():
    script = [("counters", 1)] * 4 + [("weather", 3), ("weather", 4), ("weather", 3), ("weather", 4), ("umpire", 1)]
    dice = ScriptedDice(script, loose=True, then=FastDice(4))
    run = Run.begin(TITLE, PACK, Setup(scenario="4B"), dice)
    assert run.state.visibility == "moderate" and run.state.red
    assert next(iter(run.pending.values())).kind == "setup.facing"
    while not run.over:
        decision = next(iter(run.pending.values()))
        step = run.answer(decision.actor, decision.options[-1], decision.key)
    assert TITLE.outcome(run.state, PACK)["result"] == "loss" and step.events[-1].kind == "night.over"
    assert msgspec.msgpack.decode(snapshot(run.state))["phase"] == "over"
    assert run.view("player").umpire is not None


# Secrecy -----------------------------------------------------------------------------------------------------------

HIDDEN = {"umpire", "pool", "chits", "displacement", "corkscrew"}
"""Streams that the umpire throws behind his screen. [5.0, 8.1.3, 16.0, 17.4.3]"""


@pytest.mark.slow
@pytest.mark.rule("5.0")
@pytest.mark.parametrize("level", ["helpful", "fair", "sly"])
def test_no_throw_behind_the_screen_is_told_to_the_player(level):
    fallen = set()
    for seed, scenario in enumerate(SCENARIOS):
        state = TITLE.start(Setup(scenario=scenario, level=level, pick_variants=scenario == "6"), PACK)
        table, bot = RecordingTable(FastDice(seed), PACK), hunter(PACK, "player", seed)
        look = lambda state=state: TITLE.view(state, PACK, "player")  # noqa: E731 - bound to this night
        drive(TITLE.play(state, table), lambda d, bot=bot, look=look: bot.choose(d, look), 60_000)
        for event in table.log.events:
            streams = {die.stream for die in event.dice}
            fallen |= streams
            assert not (event.seen_by("player") and streams & HIDDEN), (scenario, event.kind)
    assert {"pool", "chits", "corkscrew"} <= fallen and ("displacement" in fallen or level == "helpful")


@pytest.mark.rule("5.0")
@pytest.mark.parametrize("scenario", ["5", "5B", "7", "8", "10"])
def test_taking_back_tells_nothing_of_what_happens_behind_the_screen(scenario):
    """No order is open past what the umpire does unseen, and why it is closed is the same whether dice fell or not."""
    secret = HIDDEN | {"response", "intruder", "marker"}
    run = Run.begin(TITLE, PACK, Setup(scenario=scenario), FairDice(scenario.encode()))
    whim, borders = FastDice(3), 0
    for _ in range(400):
        if run.over:
            break
        ((actor, key),) = run.pending
        decision = run.pending[actor, key]
        quiet = [o for o in decision.options if o in ("pass", "end", "done")]
        order = quiet[0] if quiet else decision.options[whim.draw("w", len(decision.options)) - 1]
        step = run.answer(actor, order, key)
        first = step.draws[0].stream if step.draws else ""
        assert step.closed_by != "die" or first not in secret, (decision.kind, step.draws)
        after = next((d.kind.partition(".")[0] for d in run.pending.values()), "over")
        before = decision.kind.partition(".")[0]
        if before != after and before in ("fighter", "radar", "tally", "combat") and after != "combat":
            borders += 1
            assert step.closed_by or (before, after) == ("tally", "over"), (decision.kind, after)
    assert borders > 8
