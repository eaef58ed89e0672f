"""A published game through the public API: its listed dice and cards, and the error of a misfit."""

import pytest

from engine.interceptor.game import TITLE
from engine.interceptor.state import Setup
from engine.kernel.dice import ScriptedDice, ScriptMismatch
from engine.kernel.run import Run
from tests.engine.interceptor.ground_case import charts

SCRIPT = [
    ("unit", 5),
    ("raid", 2),
    ("raid", 3),
    ("weather", 3),
    ("weather", 1),
    ("intercept", 5),
    ("intercept", 6),
    ("target", 3),
    ("deck/combat", "19"),
    ("combat", 8),
]
ORDERS = ["done", "search", "bombers", "long", "fire:airframe", "break-off", "leave"]


def play(script) -> Run:
    run = Run.begin(TITLE, charts(), Setup(), ScriptedDice(script))
    for order in ORDERS:
        run.answer("pilot", order)
    return run


@pytest.mark.parametrize(
    ("place", "line", "asked"),
    [
        (1, ("weather", 3), "a d6 of raid"),
        (3, ("weather", 7), "a d6 of weather"),
        (7, ("target", 11), "a d10 of target"),
        (8, ("deck/combat", "61"), "a card of deck/combat"),
    ],
)
def test_a_script_that_does_not_fit_names_what_was_asked_for(place, line, asked):
    script = list(SCRIPT)
    script[place] = line
    with pytest.raises(ScriptMismatch, match=asked):
        play(script)


def test_a_published_sortie_is_replayed_by_its_dice_and_cards():
    """Lorient, out of the sun, card 19 at firepower 12: three hits, one less at long range, no return fire. [7.1.2]"""
    run = play([*SCRIPT[:9], ("combat", 1), ("combat", 8), ("home", 10)])
    run.dice.finish()
    (note,) = run.state.careers[0].flight.engagements
    assert (note.enemy, note.result, note.credit) == ("B-17", "damaged", "")
    assert run.state.careers[0].plane.hits == 0
    assert run.state.raid.target == "Lorient"
