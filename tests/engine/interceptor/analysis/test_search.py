"""A pilot who thinks counts bombers, and what the year that is left is worth: he presses on, or turns back."""

from typing import Any

import pytest

from engine.analysis.rollouts import default_bots, guesses_of
from engine.analysis.search import best_order
from engine.analysis.stream_dice import StreamDice
from engine.interceptor.analysis.entry import ANALYSIS
from engine.interceptor.analysis.review import REVIEW
from engine.interceptor.analysis.search import KINDS, SEARCH_PLAN
from engine.interceptor.analysis.value_fn import VALUE_FN, YEAR, features
from engine.interceptor.charts.compiled import PACKS
from engine.interceptor.game import TITLE
from engine.interceptor.rules.combat.damage import new_plane
from engine.interceptor.state import (
    COMPETITIVE,
    COOPERATIVE,
    MONTHS,
    SEATS,
    SOLITAIRE,
    Engagement,
    Options,
    PilotSetup,
    Setup,
    SortieFlight,
    SortieRaid,
)
from engine.kernel.run import GameRecord, Run
from engine.kernel.snapshot import snapshot
from tests.engine.interceptor.ground_case import charts

LAST = (MONTHS.index("1944-02"), 7)
FIRST = (MONTHS.index("1943-03"), 0)


def over_france(at: tuple[int, int], *, met: int = 0, **plane: Any) -> Run:
    """Two who compete are over France; the second is asked whether he searches his first box."""
    state = TITLE.start(Setup(pilots=[PilotSetup(), PilotSetup()], play=COMPETITIVE), charts())
    state.phase, (state.month, state.line) = "sortie", at
    state.raid = SortieRaid("Lorient", "France")
    unit = charts().units[5]
    for career in state.careers:
        career.unit, career.zone, career.base, career.stage = 5, unit.zone, unit.base, "air"
        career.plane = new_plane(charts().models["Fw190A-4"])
    first, second = state.careers
    first.stage, first.flight = "idle", None
    for field, value in plane.items():
        setattr(second.plane, field, value)
    fights = [Engagement("Spitfire", is_bomber=False) for _ in range(met)]
    second.flight = SortieFlight(weather="good", box=1, last_box=4, stage="box", engagements=fights)
    return Run(TITLE, charts(), StreamDice(1), GameRecord(snapshot(state), began=TITLE.rules), fresh=True)


def thought_over(run: Run, usual: str, seed: int = 1) -> str:
    (decision,) = run.asked("second")
    assert SEARCH_PLAN.is_of(decision)
    pilots = default_bots(TITLE, charts(), SEATS, "sensible", seed)
    return str(best_order(SEARCH_PLAN, guesses_of(run, "second", seed), decision, usual, pilots, seed=seed))


def sensible(run: Run) -> str:
    (decision,) = run.asked("second")
    return str(TITLE.policies()["sensible"](charts(), "second", 1).choose(decision))


def test_on_the_years_last_line_there_is_nothing_to_save_himself_for():
    run = over_france(LAST, met=1)
    assert sensible(run) == "go-home"
    assert thought_over(run, "go-home") == "search"


def test_with_the_year_before_him_he_takes_a_torn_wing_home():
    run = over_france(FIRST, port_wing=3, hits=2)
    assert sensible(run) == "search"
    assert thought_over(run, "search") == "go-home"


@pytest.mark.parametrize("usual", ["search", "go-home"])
def test_where_nothing_can_come_of_it_he_does_the_usual(usual):
    """Without a gun, on the last line of all: no bomber falls either way, and no year is left to lose."""
    run = over_france(LAST)
    for weapon in run.state.careers[1].plane.weapons:
        weapon.ammo, weapon.broken = 0, True
    run = Run(TITLE, charts(), StreamDice(1), GameRecord(snapshot(run.state), began=TITLE.rules), fresh=True)
    assert thought_over(run, usual) == usual


def test_whoever_works_it_out_again_gives_the_same_order():
    run = over_france(FIRST, hits=1)
    again = Run.resume(TITLE, charts(), StreamDice(7), run.record)
    assert thought_over(run, "search", 5) == thought_over(again, "search", 5)


def test_what_is_left_is_the_years_of_the_seat_that_is_asked():
    state = over_france(FIRST).state
    second = state.careers[1]
    second.alive = False
    assert not any(features(state, charts(), "second")) and any(features(state, charts(), "pilot"))
    second.alive, second.start, second.bombers = True, MONTHS.index("1943-10"), 3
    assert REVIEW.result(state, charts(), "second") == 3.0
    left = {seat: features(state, charts(), seat)[0] for seat in SEATS}
    assert left == {"pilot": 92 / 92, "second": 40 / 92}


def test_a_pilots_year_is_worth_more_the_more_of_it_is_left():
    def worth(month: str) -> float:
        found = features(over_france((MONTHS.index(month), 0)).state, charts(), "second")
        return sum(weight * feature for weight, feature in zip(VALUE_FN.of(charts(), YEAR), found, strict=True))

    assert 8 < worth("1943-03") < 25
    assert worth("1943-03") > worth("1943-07") > worth("1943-11") > worth("1944-02") > 0


def test_his_kinds_are_questions_that_are_asked():
    seen = set()
    for seed in range(4):
        run = Run.begin(TITLE, charts(), Setup(pilots=[PilotSetup(unit=5)]), StreamDice(seed))
        bot = TITLE.policies()["sensible"](charts(), "pilot", 1)
        while not run.over:
            (decision,) = run.asked("pilot")
            seen.add(decision.kind)
            run.answer("pilot", bot.choose(decision), decision.key)
    assert set(KINDS) < seen


WITH_ANOTHER = {
    "pilots": [PilotSetup(unit=5, ace="Egon Mayer"), PilotSetup(name="Berg", track="nco")],
    "play": COMPETITIVE,
}


@pytest.mark.parametrize(
    ("seat", "setup"),
    [
        ("pilot", {}),
        ("second", {"play": COOPERATIVE}),
        ("pilot", {"play": SOLITAIRE, "pilots": [PilotSetup()]}),
        ("second", {"options": Options(fatigue=True)}),
        ("second", {"options": Options(aim_needs_hit=False)}),
        ("second", {"pilots": [PilotSetup(), PilotSetup(unit=5)]}),
        ("second", {"pilots": [PilotSetup(), PilotSetup(ace="Egon Mayer")]}),
        ("second", {"pilots": [PilotSetup(), PilotSetup(start="1943-10")]}),
    ],
)
def test_he_thinks_only_where_it_was_shown_to_be_worth_while(seat, setup):
    assert ANALYSIS.search_plan(Setup(**WITH_ANOTHER), charts(), "second") == SEARCH_PLAN
    assert ANALYSIS.search_plan(Setup(**WITH_ANOTHER | setup), charts(), seat) is None


def test_by_other_charts_he_does_not_think():
    texts = {path.name: path.read_text(encoding="utf-8") for path in (PACKS / "standard").glob("*.yaml")}
    texts["bombers.yaml"] = texts["bombers.yaml"].replace("explodes_from: 7", "explodes_from: 8")
    assert ANALYSIS.search_plan(Setup(**WITH_ANOTHER), TITLE.read_pack(texts), "second") is None
