"""Knowledge of the player: contacts, lost ones, and the secrecy of the umpire's map. [5.0, 16.0]"""

import random

import msgspec
import pytest

from engine.kernel.decisions import facts_of
from engine.kernel.dice import FastDice
from engine.kernel.events import data_of
from engine.kernel.snapshot import snapshot
from engine.kernel.table import RecordingTable
from engine.kernel.title import RandomPolicy, drive
from engine.nightfighter.game import TITLE
from engine.nightfighter.rules.counters import displace, drop_tally, release, show_contact
from engine.nightfighter.state import PLAYER, Setup
from tests.engine.nightfighter.builders import PACK, bomber, fighter, lay, script

SECRET = {"bomber", "weights", "columns"}


def view_bytes(state):
    return snapshot(TITLE.view(state, PACK, PLAYER))


def watch(setup, seed, look):
    """Play a random game and call `look(state, decision)` at each question."""
    state, dice, whim = TITLE.start(setup, PACK), FastDice(seed), FastDice(seed + 1)
    table = RecordingTable(dice, PACK)
    policy = RandomPolicy(lambda sides: whim.draw("whim", sides))

    def choose(decision):
        look(state, decision)
        return policy.choose(decision)

    drive(TITLE.play(state, table), choose, 20_000)
    return state, table


@pytest.mark.rule("5.0")
@pytest.mark.parametrize("scenario", ["1A", "4B", "5B", "6H", "8", "9", "10"])
def test_moving_an_undetected_bomber_changes_nothing_that_the_player_sees(scenario):
    rng = random.Random(scenario)
    swapped = 0

    def look(state, decision):
        nonlocal swapped
        hidden = [b for b in state.bombers if b.status in ("map", "pool", "delayed", "exited") and not b.mark]
        if not hidden or rng.random() > 0.4:
            return
        before = view_bytes(state)
        kept = [msgspec.structs.asdict(b) for b in state.bombers]
        for b in hidden:
            b.hex, b.facing = 100 * rng.randint(1, 18) + rng.randint(1, 27), rng.randint(0, 5)
            b.hits, b.alerted, b.number, b.due = rng.randint(0, 3), rng.random() < 0.5, rng.randint(1, 6), 99
            b.type, b.launched, b.corkscrewed = "Whitley V", rng.random() < 0.5, rng.random() < 0.5
        state.red = not state.red
        state.chits = state.chits[::-1][:3]
        assert view_bytes(state) == before
        swapped += 1
        for b, fields in zip(state.bombers, kept, strict=True):
            for name, value in fields.items():
                setattr(b, name, value)
        state.red = not state.red

    for seed in range(3):
        watch(Setup(scenario=scenario), seed, look)
    assert swapped > 20


@pytest.mark.rule("5.0")
@pytest.mark.parametrize("level", ["helpful", "fair", "sly"])
def test_no_event_or_question_of_the_player_names_a_counter_of_the_umpires(level):
    facts = []
    for scenario in ("4B", "6D", "8A", "9", "10"):
        for seed in range(3):
            _, table = watch(
                Setup(scenario=scenario, level=level),
                seed,
                lambda s, d: facts.append((d.options, facts_of(d.question))),
            )
            for event in table.log.events:
                if event.seen_by(PLAYER):
                    assert not SECRET & set(data_of(event.data)), event
                    streams = {draw.stream for draw in event.dice}
                    assert not streams & {"umpire", "pool", "chits", "corkscrew", "displacement", "intruder"}, event
    for options, known in facts:
        assert not any(option.startswith("bomber") for option in options)
        assert not SECRET & set(known)


@pytest.mark.rule("5.1")
def test_the_umpire_sees_it_all_and_the_player_when_it_is_over():
    seen = []
    state, _ = watch(Setup(scenario="4B", umpire="person"), 3, lambda s, d: seen.append(TITLE.view(s, PACK, PLAYER)))
    assert all(view.umpire is None for view in seen)
    assert len(TITLE.view(state, PACK, PLAYER).umpire.bombers) == 3


@pytest.mark.rule("16.0")
@pytest.mark.parametrize(("face", "hex_"), [(1, 1110), (4, 1010), (5, 910)])
def test_a_bomber_lost_from_sight_slips_aside_by_die(face, hex_):
    desk = lay(fighters=[fighter(1010, tally=0)], bombers=[bomber(1010, mark=1)], dice=script(("displacement", [face])))
    desk.play(drop_tally, desk.state.fighters[0])
    assert desk.state.bombers[0].hex == hex_ and desk.state.bombers[0].mark == 0


@pytest.mark.rule("16.0")
def test_not_while_another_holds_it():
    pair = [fighter(1010, tally=0), fighter(1011, fix=0)]
    desk = lay(fighters=pair, bombers=[bomber(1010, mark=1)])
    desk.play(drop_tally, pair[0])
    assert desk.state.bombers[0].mark == 1


@pytest.mark.rule("16.0")
@pytest.mark.parametrize("level", ["helpful", "sly"])
def test_the_umpire_may_simply_choose(level):
    dice = {"helpful": (), "sly": script(("umpire", [60]))}[level]
    desk = lay(fighters=[fighter(1010, "S")], bombers=[bomber(1010)], dice=dice, level=level)
    desk.play(displace, 0)
    assert desk.state.bombers[0].hex == {"helpful": 1010, "sly": 910}[level]


@pytest.mark.rule("16.0")
@pytest.mark.parametrize(("facing", "sly"), [("S", "right"), ("N", "")])
def test_a_person_is_told_how_often_each_computer_umpire_would_slip_aside(facing, sly):
    """A fighter behind it has the hex to its rear outside of its arc; one that faces it has none."""
    desk = lay(fighters=[fighter(1010, facing)], bombers=[bomber(1010)], umpire="person")
    desk.play(displace, 0, answers=["centre"])
    often = desk.night.tables.umpire.sly_sidestep if sly else 0
    advice = desk.asked[0].question.advice
    assert {option for option, kinds in advice.items() if kinds["helpful"]} == {"centre"}
    assert {option: kinds["fair"] for option, kinds in advice.items() if kinds["fair"]} == {"roll": 100}
    assert {option: kinds["sly"] for option, kinds in advice.items() if kinds["sly"]} == (
        {"roll": 100 - often, sly: often} if sly else {"roll": 100}
    )


@pytest.mark.rule("5.0")
def test_a_person_may_be_umpire():
    desk = lay(bombers=[bomber(1010)], umpire="person")
    desk.play(displace, 0, answers=["left"])
    assert desk.asked[0].actor == "umpire" and desk.state.bombers[0].hex == 1110


@pytest.mark.rule("16.0")
def test_contacts_are_named_anew_so_that_nothing_is_given_away():
    desk = lay(fighters=[fighter(1010)], bombers=[bomber(1010), bomber(1011)], dice=script(("displacement", [3])))
    show_contact(desk.night, 1)
    desk.play(release, 1)
    show_contact(desk.night, 0)
    show_contact(desk.night, 1)
    assert [b.mark for b in desk.state.bombers] == [2, 3]
