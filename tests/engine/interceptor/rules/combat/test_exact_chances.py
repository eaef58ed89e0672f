"""Chances before the throw, against the charts counted by hand and against what happens on every throw."""

import pytest

from engine.interceptor.rules.combat import exact_chances
from engine.interceptor.rules.combat.firing import hits_of
from engine.kernel.events import Mod
from tests.shared.builders.careers import questions_of

pytestmark = pytest.mark.django_db


def charts():
    return next(questions_of(1)).pack


@pytest.mark.rule("7.1.10")
def test_slipping_away_is_two_in_six_and_from_its_tail_getting_away_is_certain() -> None:
    assert exact_chances.on_a_die(charts().tables.escapes.slip_away) == {"yes": 2, "no": 4, "of": 6}
    assert exact_chances.on_a_die(6) == {"yes": 6, "no": 0, "of": 6}


@pytest.mark.rule("7.6")
def test_a_jump_by_the_chart_is_counted_over_all_thirty_six_throws() -> None:
    """9 or less is safe, 10 hurts, 11 and 12 kill: 30, 3 and 3 of 36; with the skill 33, 2 and 1."""
    assert exact_chances.jump(charts(), ()) == {"safe": 30, "injured": 3, "killed": 3, "of": 36}
    assert exact_chances.jump(charts(), (Mod(-1, "parachute-skill", "7.7"),)) == {
        "safe": 33,
        "injured": 2,
        "killed": 1,
        "of": 36,
    }


@pytest.mark.rule("7.1.6")
def test_a_fire_is_counted_card_by_card_with_what_is_added() -> None:
    pack = charts()
    faces = [pack.faces[card] for card in pack.card_ids]
    plain = exact_chances.hits(faces, lambda face: hits_of(face, 5, pack), ())
    less = exact_chances.hits(faces, lambda face: hits_of(face, 5, pack), (Mod(-1, "long", "7.1.7"),))
    assert plain["of"] == less["of"] == len(faces) == 60
    assert less["0"] == plain["0"] + plain["1"]
    assert less["2"] == plain["3"]
    assert (less.get("DE"), less.get("GP")) == (plain.get("DE"), plain.get("GP"))
    more = exact_chances.hits(faces, lambda face: hits_of(face, 5, pack), (), 1)
    assert (more["0"], more["2"]) == (plain["0"], plain["1"])


def test_what_was_said_before_an_order_is_what_came_of_it_over_two_years() -> None:
    """Every outcome had a chance, and over many throws of one kind the sum of chances is near what happened."""
    expected, happened, fired = 0.0, 0, 0
    for seed in (1, 2):
        before = None
        for run in questions_of(seed):
            if before is not None:
                shots = [event for event in run.step.events if event.kind == "bomber.attacked"]
                jumps = [event for event in run.step.events if event.kind == "parachute.rolled"]
                chances = getattr(before.question, "chances", None)
                if shots and before.kind == "bomber.round" and run.step.entry.answer.startswith("fire:"):
                    chance = dict(chances.fire)
                    result = shots[0].data.result
                    key = str(result) if result in ("GP", "DE") else str(shots[0].data.hits)
                    jammed = any(event.kind == "weapon.jam" for event in run.step.events)
                    assert chance.get(key) or jammed
                    expected += 1 - chance.get("0", 0) / chance["of"]
                    happened += shots[0].data.hits > 0 or result == "GP"
                    fired += 1
                if jumps and run.step.entry.answer == "bail-out" and hasattr(chances, "bail_out"):
                    assert chances.bail_out.get(jumps[0].data.result)
            before = None if run.over else next(iter(run.pending.values()))
    assert fired > 40
    assert abs(expected - happened) < 3 * (fired * 0.25) ** 0.5
