"""The tabletop log: what a sheet may say, and that a year goes on by it as by any other dice. [S campaign]"""

import random

import msgspec
import pytest

from engine.kernel.decisions import BadForm
from engine.kernel.dice import FairDice, ScriptedDice
from engine.kernel.run import Run
from engine.kernel.title import RandomPolicy
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import Setup
from tests.engine.nightfighter.builders import PACK, script


def begun(kind="seasoned", dice=()):
    """A year in a tabletop log, at its first sheet."""
    run = Run.begin(TITLE, PACK, Setup(campaign=kind, mode="tabletop"), ScriptedDice(dice))
    if kind != "staffel":
        run.answer("player", "Messerschmitt", next(iter(run.pending.values())).key)
    return run


def sheet(run, **told):
    """Hand a sheet in."""
    decision = next(iter(run.pending.values()))
    return run.answer("player", told, decision.key)


def faults(run, **told):
    """Return the faults of a sheet, as (field, code)."""
    with pytest.raises(BadForm) as refused:
        sheet(run, **told)
    return [(one.field, one.code) for one in refused.value.faults]


MET = {"card": "6H", "visibility": "good"}


@pytest.mark.rule("S campaign")
def test_a_week_is_written_down_and_its_kills_are_booked():
    run = begun()
    sheet(run, **MET, fallen=[{"type": "Stirling I / III", "count": 2}], hits=1, landing=(4, 3))
    career = run.state.career
    assert (career.kills, career.points, career.week) == (10, 12, 3)
    assert career.log[0].what == "fought" and career.log[0].home == "repairable"
    assert "6H" not in career.cards.pile and career.medals[:2] == ["Iron Cross 2nd Class", "Iron Cross 1st Class"]


@pytest.mark.rule("S campaign")
def test_the_week_that_damage_costs_is_counted_off_without_a_sheet():
    run = begun()
    sheet(run, **MET, hits=1, landing=(4, 3))
    assert [log.what for log in run.state.career.log] == ["fought", "grounded"]
    assert next(iter(run.pending.values())).key == "sheet/3"


@pytest.mark.rule("A7.1")
def test_dice_of_the_sheet_are_read_in_the_order_in_which_they_fell():
    run = begun()
    sheet(run, **MET, lost=True, hits=3, injury=(2, 4, 0, 0))
    log = run.state.career.log[0]
    assert log.home == "shot-down" and log.crew == "wounded"
    assert run.state.career.well_in == 1 + 1 + 4


@pytest.mark.rule("A7.1")
def test_dice_that_are_not_on_the_sheet_are_thrown_here():
    run = begun(dice=script(("landing", [6, 6]), ("injury", [1])))
    sheet(run, card="6H")
    assert run.state.career.log[0].home == "written-off"


@pytest.mark.rule("S campaign")
def test_a_green_pilot_may_stay_and_a_seasoned_one_may_not():
    run = begun("green")
    sheet(run, flew=False)
    assert run.state.career.log[0].what == "stayed"
    assert faults(begun(), flew=False) == [("flew", "must-fly")]
    assert faults(begun("green"), flew=False, card="6H") == [("flew", "stayed-down")]


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({"card": "1H"}, [("card", "card-unknown")]),
        ({"fallen": [{"type": "Stirling I / III", "count": 1}]}, [("card", "no-raid")]),
        ({"card": "X1", "lost": True}, [("card", "no-raid")]),
        ({"card": "AH", "fallen": [{"type": "Stirling I / III", "count": 2}]}, [("fallen", "too-many")]),
        ({"card": "6H", "fallen": [{"type": "B-17", "count": 1}]}, [("fallen[0].type", "type-unknown")]),
        ({"card": "2S", "fallen": [{"type": "Halifax II", "count": 1}]}, [("fallen[0].type", "type-not-low")]),
        ({"card": "6H", "hits": 9}, [("hits", "hits-lost")]),
        ({"card": "6H", "lost": True, "landing": (3, 3)}, [("landing", "no-landing")]),
        ({"landing": (3, 0)}, [("landing", "two-dice")]),
        ({"card": "6H", "injury": (3, 0, 0, 0)}, [("injury", "injury-first")]),
    ],
)
def test_what_cannot_have_happened_is_named_field_by_field(told, found):
    assert faults(begun(), **told) == found


@pytest.mark.rule("S campaign")
def test_a_moon_that_is_not_there_and_a_card_that_is_gone():
    run = begun()
    sheet(run, card="X1", landing=(2, 2))
    assert faults(run, moon_up=True) == [("moon_up", "no-moon-this-week")]
    assert faults(run, card="X1") == [("card", "card-drawn")]


def test_only_a_year_is_kept_as_a_book():
    with pytest.raises(BadForm):
        TITLE.start(Setup(mode="tabletop"), PACK)


def test_books_share_no_terms_with_what_was_flown_here():
    assert TITLE.terms(Setup(campaign="green", mode="tabletop"))["dice"] == "tabletop"
    assert "dice" not in TITLE.terms(Setup(campaign="green", mode="solo"))


@pytest.mark.parametrize("kind", ["green", "seasoned", "staffel"])
@pytest.mark.parametrize("seed", range(3))
def test_years_of_sheets_made_up_at_random_come_to_their_end(kind, seed):
    rng = random.Random(seed)
    run = Run.begin(TITLE, PACK, Setup(campaign=kind, mode="tabletop"), FairDice(bytes([seed]) * 32))
    bot = RandomPolicy(lambda sides: rng.randint(1, sides))
    while not run.over:
        decision = next(iter(run.pending.values()))
        run.answer("player", msgspec.to_builtins(bot.choose(decision)), decision.key)
    assert run.state.career.stage == "over" and run.outcome()["end"]
