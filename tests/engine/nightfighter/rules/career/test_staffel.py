"""A Staffel's year: month, patrol, cards, coming home, points. [S campaign]"""

import pytest

from engine.kernel.dice import FairDice, FastDice, ScriptedDice
from engine.kernel.run import Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import RecordingTable
from engine.kernel.title import drive
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.bots.policies import random_policy
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.game import TITLE
from engine.nightfighter.rules.career import staffel
from engine.nightfighter.state import Setup
from tests.engine.nightfighter.builders import PACK, bomber, fighter, script

SETUP = Setup(campaign="staffel", mode="solo")
pytestmark = pytest.mark.rule("S campaign")


def opened(dice=(), week=1, month=""):
    """Open the Staffel's log at a week."""
    state = TITLE.start(SETUP, PACK)
    state.career.week, state.career.month = week, month
    return staffel.StaffelContext(state, RecordingTable(ScriptedDice(dice), PACK), charts_of(PACK))


def told(year, kind):
    return [event.data for event in year.table.log.events if event.kind == kind]


def test_nine_crews_begin_with_nine_aircraft():
    year = opened()
    assert [staffel.crew_grade(year, c.kills) for c in year.staffel.crews] == [
        "experte",
        *["seasoned"] * 2,
        *["green"] * 6,
    ]
    assert sorted(m.type for m in year.staffel.machines) == ["Me110E-4"] * 6 + ["Me110F-4"] * 3


@pytest.mark.parametrize(
    ("dice", "event", "check"),
    [
        ((1, 1), "promoted", lambda s: len(s.crews) == 8 and max(c.kills for c in s.crews) == 8),
        ((2, 2), "fog", lambda s: s.fog),
        ((2, 3), "fuel", lambda s: s.no_second),
        ((3, 4), "nothing", lambda s: len(s.crews) == len(s.machines) == 9),
        ((4, 5), "radar", lambda s: sum(m.radar for m in s.machines) == 4),
        ((4, 6), "controller", lambda s: s.controller),
        ((5, 6), "aircraft", lambda s: len(s.machines) == 10),
        ((6, 6), "ace", lambda s: s.crews[-1].kills == 12),
    ],
)
def test_two_dice_say_what_the_month_brings(dice, event, check):
    year = opened(script(("staffel", dice)))
    staffel.month_event(year)
    assert told(year, "staffel.event")[0].event == event and check(year.staffel)


def test_influenza_keeps_two_crews_down_next_week():
    year = opened([*script(("staffel", [1, 2])), *script(("lot", [1, 1]))])
    staffel.month_event(year)
    assert [c.well_in for c in year.staffel.crews] == [3, 3, *[1] * 7]


def test_losses_are_replaced_up_to_the_strength_and_by_the_type_of_the_day():
    year = opened(script(("staffel", [6, 4])), week=30, month="1942-12")
    del year.staffel.crews[7:]
    staffel.replace_losses(year)
    assert len(year.staffel.crews) == 9 and [m.type for m in year.staffel.machines[9:]] == ["Me110F-4"] * 2


@pytest.mark.parametrize(("week", "fitted"), [(1, 3), (15, 5), (30, 7), (44, 9)])
def test_lichtenstein_comes_by_the_months_share(week, fitted):
    year = opened(week=week)
    staffel.fit_radar(year)
    assert sum(m.radar for m in year.staffel.machines) == fitted


def test_crews_are_placed_wave_by_wave_with_the_best_aircraft_first():
    year = opened()
    flow, options, answer = staffel.place_patrol(year), [], None
    try:
        while True:
            options.append((decision := flow.send(answer)).options)
            answer = decision.options[0] if len(options) != 2 else "nobody"
    except StopIteration:
        pass
    assert year.staffel.patrol == {"H": ["C1", "C4"], "D": ["C2", "C6"], "S": ["C3", "C7"], "C": ["C5"]}
    assert year.named("C1").machine == "Me110F-4" and year.named("C4").machine == "Me110E-4"
    assert len(options) == 8 and "C1" not in options[1]


def test_an_empty_box_lets_the_raid_pass_and_a_joker_is_no_raid():
    year = opened([("deck/raids", "7H"), ("deck/raids", "X1")])
    year.career.cards = staffel.deck("raids", staffel.CARDS, staffel.NEVER)
    staffel.draw_card(year)
    staffel.draw_card(year)
    assert (year.staffel.points, year.staffel.drawn, year.career.stage) == (-1, 1, "continue")


@pytest.mark.parametrize(
    ("week", "drawn", "die", "goes_on"),
    [(1, 0, 3, True), (1, 1, 3, False), (4, 1, 4, False), (4, 1, 5, True), (2, 1, 3, True)],
)
def test_the_night_goes_on_by_cards_and_moon(week, drawn, die, goes_on):
    # Week 1 has a half moon, week 2 none, week 4 a full one.
    year = opened(script(("staffel", [die])), week=week)
    year.staffel.drawn = drawn
    staffel.go_on(year)
    assert (year.career.stage == "draw") is goes_on


def in_the_air(dice=(), **flown):
    """C2 is over the Himmelbett, with what its night left on the table."""
    year = opened(dice)
    crew, machine = year.named("C2"), year.staffel.machines[0]
    crew.machine, machine.crew, year.staffel.placed = machine.type, "C2", ["C2"]
    year.open_log(crew)
    year.state.fighters = [fighter(**flown)]
    year.state.bombers = [bomber(0, status="destroyed"), bomber(0, type_="Wellington Ic", status="destroyed")]
    return year


def test_kills_are_booked_in_points_by_engines():
    year = in_the_air(hits=1)
    staffel.debrief(year)
    crew = year.named("C2")
    assert (crew.kills, crew.points, crew.hits, year.staffel.points) == (10, 10, 1, 10)


def test_a_crew_that_is_killed_costs_ten_points_with_its_aircraft():
    year = in_the_air(script(("injury", [4, 6])), status="lost")
    staffel.debrief(year)
    assert year.staffel.points == 10 - 4 - 6 and len(year.staffel.crews) == len(year.staffel.machines) == 8
    assert year.staffel.placed == [] and (year.staffel.kills, year.staffel.losses) == (2, 1)


def test_who_was_placed_lands_by_the_dice_and_fog_makes_it_harder():
    year = in_the_air(script(("landing", [5, 4])))
    year.close_log()
    year.staffel.fog, year.career.visibility, year.career.cloud = True, "moderate", "none"
    staffel.recover_all(year)
    mods = [{m.reason: m.value for m in e.mods} for e in year.table.log.events if e.kind == "career.recovered"]
    assert mods == [{"fog": 1}] and year.staffel.machines[0].back_in == 3 and year.career.week == 2


@pytest.mark.parametrize(
    ("points", "result"), [(15, "decisive"), (14, "win"), (-25, "win"), (-26, "draw"), (-60, "draw"), (-61, "defeat")]
)
def test_the_year_is_weighed_by_points(points, result):
    year = opened()
    year.staffel.points = points
    staffel.finish(year)
    assert TITLE.outcome(year.state, PACK)["result"] == result


@pytest.mark.slow
@pytest.mark.parametrize("maker", [hunter, random_policy])
def test_whole_years_are_flown_to_their_end(maker):
    for seed in range(3):
        state = TITLE.start(SETUP, PACK)
        table, bot = RecordingTable(FastDice(seed), PACK), maker(PACK, "player", seed)
        look = lambda state=state: TITLE.view(state, PACK, "player")  # noqa: E731 - bound to this year
        drive(TITLE.play(state, table), lambda d, bot=bot, look=look: bot.choose(d, look), 500_000)
        assert state.career.stage == "over" and state.career.week == 52 and not state.staffel.on_duty
        assert all(m.crew == "" for m in state.staffel.machines)


def test_a_year_is_taken_up_again_at_any_question():
    dice = FairDice(b"staffel")
    run = Run.begin(TITLE, PACK, SETUP, dice)
    for number in range(240):
        question = next(iter(run.pending.values()))
        run.answer(question.actor, question.options[0], question.key)
        if number % 20 == 0:
            again = Run.resume(TITLE, PACK, FairDice(b"staffel"), run.record)
            assert again.pending == run.pending and snapshot(again.state) == snapshot(run.state)
