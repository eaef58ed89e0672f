"""The pilot's year: weeks, nights, landings, medals, and its ends. [S campaign]"""

import msgspec
import pytest

from engine.kernel.decks import NEVER, deck
from engine.kernel.dice import FairDice, FastDice, ScriptedDice
from engine.kernel.run import Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import RecordingTable, Table
from engine.kernel.title import drive
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.game import TITLE
from engine.nightfighter.rules.career import pilot_year
from engine.nightfighter.state import Options, Setup, WeekLog
from tests.engine.nightfighter.builders import PACK, bomber, fighter, script


def year(kind="green", dice=(), week=1, **more):
    """Open a pilot's log at a week."""
    state = TITLE.start(Setup(campaign=kind, mode="solo", options=Options(**more)), PACK)
    state.career.line, state.career.stage, state.career.week = "Messerschmitt", "week", week
    state.career.type = "Me110E-4" if kind == "green" else "Me110F-4"
    state.career.retrained = kind == "seasoned"
    return pilot_year.YearContext(state, RecordingTable(ScriptedDice(dice), PACK), charts_of(PACK))


@pytest.mark.rule("S campaign")
def test_the_calendar_has_fifty_two_weeks_from_june_1942_to_may_1943():
    weeks = PACK.tables.calendar.weeks
    assert len(weeks) == 52 and weeks[0].monday == "1942-06-01" and weeks[-1].month == "1943-05"
    assert {w.moon for w in weeks} == {"full", "half", "none"}


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize(("week", "dice"), [(1, 3), (2, 4), (4, 2)])
def test_a_green_pilot_flies_on_a_six_of_the_moons_dice(week, dice):
    flown = year(week=week, dice=script(("campaign", [5] * dice)))
    pilot_year.begin_week(flown)
    assert flown.career.log[-1].what == "stayed" and flown.career.week == week + 1


@pytest.mark.rule("S campaign")
def test_he_engages_on_another_six_and_the_card_names_the_raid():
    dice = script(("campaign", [6, 1, 1, 1]), ("weather", [3, 4, 6]), ("campaign", [6, 1, 1, 1]))
    flown = year(week=2, dice=[*dice, ("deck/raids", "6H"), *script(("raid", [90, 1, 60]))])
    pilot_year.begin_week(flown)
    scenario = flown.state.scenario
    assert flown.career.stage == "night" and scenario.title == "Dunaja" and dict(scenario.search_radar) == {"Freya": 1}
    assert [f.type for f in scenario.attackers] == ["Lancaster I / III", "Wellington III / X", "Halifax II"]
    assert scenario.entry.singles == [1, 3, 6] and scenario.defenders[0].pilot == "green"
    assert scenario.jamming.sets == ["Freya"]


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize(("card", "bombers", "low"), [("KC", 12, False), ("JD", 6, False), ("3S", 2, True)])
def test_court_cards_are_massive_and_low_spades_lay_mines(card, bombers, low):
    flown = year("seasoned", week=2, dice=script(("raid", [1] * 12)))
    flown.career.card, flown.career.visibility, flown.career.cloud = card, "good", "none"
    pilot_year.make_night(flown)
    assert len(flown.state.scenario.attackers) == bombers
    assert flown.state.scenario.title == "Himmelbett" and flown.state.scenario.advantage is low
    assert flown.state.scenario.altitude == ("low" if low else "medium")


@pytest.mark.rule("S campaign")
def test_a_joker_means_no_engagement_and_he_lands():
    dice = script(("weather", [3, 4, 6]), ("campaign", [6, 1, 1, 1]))
    flown = year("seasoned", week=2, dice=[*dice, ("deck/raids", "X1")])
    pilot_year.begin_week(flown)
    assert flown.career.stage == "home" and not flown.career.card


@pytest.mark.rule("S campaign")
def test_the_pack_is_shuffled_with_the_month():
    flown = year("seasoned", week=5, dice=script(("weather", [3, 4, 6, 1]), ("campaign", [1, 1, 1])))
    flown.career.month, flown.career.cards = "1942-06", deck("raids", ["2H"], NEVER)
    pilot_year.begin_week(flown)
    assert len(flown.career.cards) == 54


@pytest.mark.rule("A7.1")
@pytest.mark.parametrize(
    ("kind", "faces", "hits", "soft", "result"),
    [("green", (4, 4), 0, False, "repairable"), ("green", (4, 4), 0, True, "safe"),
     ("seasoned", (4, 5), 0, False, "safe"),
     ("seasoned", (6, 6), 0, False, "written-off"), ("green", (1, 1), 9, False, "safe"),
     ("seasoned", (4, 5), 1, False, "repairable")],
)  # fmt: skip
def test_coming_home(kind, faces, hits, soft, result):
    flown = year(kind, dice=script(("landing", faces)), softened_recovery=soft)
    flown.career.visibility = "moderate"
    assert pilot_year.recover(flown, hits) == result


@pytest.mark.rule("10.2")
def test_kills_are_booked_by_engines_and_bring_medals():
    flown = year(dice=script(("landing", [1, 2])))
    flown.state.fighters = [fighter()]
    flown.state.bombers = [bomber(status="destroyed"), bomber(status="destroyed", type_="Wellington Ic"), bomber()]
    flown.career.card, flown.career.visibility = "5H", "moderate"
    pilot_year.come_home(flown)
    assert (flown.career.kills, flown.career.points) == (2, 10)
    assert flown.career.medals == ["Iron Cross 2nd Class", "Iron Cross 1st Class"]


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize(("faces", "back"), [((4, 5), 3), ((6, 6), 4)])
def test_damage_costs_a_week_and_a_loss_two(faces, back):
    flown = year(dice=script(("landing", faces)) + (script(("injury", [1])) if faces == (6, 6) else []))
    flown.career.visibility = "moderate"
    pilot_year.come_home(flown)
    assert flown.career.back_in == back


@pytest.mark.rule("A7.1")
def test_crew_losses_cost_a_quarter():
    flown = year("seasoned", dice=script(("injury", [5])))
    flown.career.kills, flown.career.points = 13, 6
    pilot_year.injure(flown, WeekLog(1, "fought"), shot_down=False)
    assert (flown.career.kills, flown.career.points) == (9, 4)


@pytest.mark.rule("A7.1")
@pytest.mark.parametrize("result", ["wounded", "wounded-and-casualty"])
def test_wounds_last_as_many_weeks_as_their_dice_say(result):
    table = PACK.tables.injury
    asked = table.wounds_dice if result == "wounded" else table.grave_wounds_dice
    totals = {name: total for total, name in sorted(table.rows.items(), reverse=True)}
    graves = {name: face for face, name in table.grave.items()}
    first = [totals[result]] if result in totals else [totals["grave"], graves[result]]
    weeks = [2, 3, 5][:asked]
    flown = year("seasoned", dice=script(("injury", [*first, *weeks])))
    flown.career.kills = 12
    pilot_year.injure(flown, WeekLog(1, "fought"), shot_down=False)
    assert flown.career.well_in == flown.career.week + 1 + sum(weeks)


@pytest.mark.rule("S campaign")
def test_two_idle_weeks_from_november_bring_the_newer_type():
    for what, week, type_ in (("stayed", 30, "Me110F-4"), ("wounded", 30, "Me110E-4"), ("stayed", 3, "Me110E-4")):
        flown = year(week=week)
        for _ in range(2):
            pilot_year.end_week(flown, WeekLog(flown.career.week, what))
        assert flown.career.type == type_


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize(
    ("kind", "week", "kills", "points", "medals", "crew", "result", "end"),
    [("green", 9, 4, 20, [], "", "victory", "goal"), ("green", 9, 9, 19, [], "", "", ""),
     ("green", 9, 4, 20, [], "killed", "defeat", "killed"),
     ("green", 52, 3, 12, ["Iron Cross 1st Class"], "", "minor-victory", "year"),
     ("green", 52, 1, 4, [], "", "defeat", "year"),
     ("seasoned", 9, 20, 0, [], "", "victory", "goal"), ("seasoned", 9, 7, 0, [], "casualty", "defeat", "demoted"),
     ("seasoned", 52, 16, 0, [], "", "minor-victory", "year"), ("seasoned", 52, 15, 0, [], "", "defeat", "year")],
)  # fmt: skip
def test_how_the_year_ends(kind, week, kills, points, medals, crew, result, end):
    flown = year(kind, week=week)
    flown.career.kills, flown.career.points, flown.career.medals = kills, points, medals
    assert pilot_year.verdict(flown, WeekLog(week, "fought", crew=crew)) == (result, end)


@pytest.mark.rule("S campaign")
@pytest.mark.parametrize("kind", ["green", "seasoned"])
def test_years_flown_by_the_hunter_come_to_an_end_and_repeat(kind):
    for seed in range(8):
        ends = []
        for _ in range(2):
            state = TITLE.start(Setup(campaign=kind, mode="solo"), PACK)
            bot = hunter(PACK, "player", seed)
            flow = TITLE.play(state, Table(FastDice(seed), PACK))
            drive(flow, lambda d, s=state, b=bot: b.choose(d, lambda: TITLE.view(s, PACK, "player")), 60_000)
            ends.append(snapshot(state))
        assert ends[0] == ends[1] and state.career.result and state.career.week <= 52


@pytest.mark.rule("S campaign")
def test_a_year_can_be_put_down_and_taken_up():
    whim, dice = FastDice(5), FairDice(b"year")
    run = Run.begin(TITLE, PACK, Setup(campaign="seasoned", mode="solo"), dice)
    for _ in range(120):
        if run.over:
            break
        question = next(iter(run.pending.values()))
        run.answer(question.actor, question.options[whim.draw("w", len(question.options)) - 1], question.key)
        again = Run.resume(TITLE, PACK, FairDice(b"year"), run.record)
        assert snapshot(again.state) == snapshot(run.state) and list(again.pending) == list(run.pending)
        assert "cards" not in str(msgspec.to_builtins(run.view("player")))
