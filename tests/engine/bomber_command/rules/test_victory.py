"""Chapter 11: the end of a night, its points and its bands; and the sequence of play of chapter 5."""

import pytest

from engine.bomber_command.events import CardsDiscarded, CardsDrawn, TurnBegins
from engine.bomber_command.rules.turn import PHASES, bring_down, end_phase, play_night
from engine.bomber_command.rules.victory import bombing_halves, count_score
from engine.bomber_command.state import Bombing, Patrol
from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable
from engine.kernel.title import drive
from tests.engine.bomber_command.builders import CHARTS, EagerPolicy, a_night, answer, fly, put

LINE = "G6 H6 I6 J5 K5 L4"


@pytest.mark.rule("11.1.1")
def test_what_bombs_score_over_berlins_germany():
    night = a_night()
    city_map = CHARTS.city_maps["B"]
    centre, works, fields = "E5", city_map.oil, city_map.outermost[0]
    bombing = Bombing(
        "hannover", he={centre: 1, works: 2, fields: 4}, incendiary={works: 1}, fires={centre: 2, works: 1}
    )
    assert bombing_halves(night, CHARTS, bombing) == 2 * (1 + 2 * 4 + 2 * (3 + 4))


@pytest.mark.rule("11.1.2")
def test_what_bombs_score_in_downfall():
    night = a_night("downfall")
    city_map = CHARTS.city_maps["B"]
    bombing = Bombing(
        "essen", aimpoint=city_map.oil, he={"E5": 1}, fires={city_map.oil: 1, "D5": 2}, first_fires={"D5": 1}
    )
    assert bombing_halves(night, CHARTS, bombing) == 1 + 8 + 4 * 3


@pytest.mark.rule("11.1")
@pytest.mark.rule("11.2")
def test_totals_and_the_one_fraction_that_is_dropped():
    night = a_night()
    night.targets, night.target_vps = ["hannover"], [3]
    fly(night, "main", LINE, 9, "A", target="hannover", attacked=True, losses=7, status="home")
    fly(night, "mosquito", LINE, 9, "B", target="essen", losses=1, confirmed=1, status="home")
    fly(night, "gardening", LINE, 9, "C", losses=2, status="home")
    night.bombings = [Bombing("hannover", he={"E5": 5})]
    night.score.nightfighters, night.score.mining, night.score.nuisance = 5, 2, 1
    score = count_score(night, CHARTS)
    assert (score.british, score.german) == (3 + 2 + 1 + 5 + 2, 7 + 2 + 2) and score.band == "german"


@pytest.mark.rule("11.1")
def test_downfall_counts_losses_double():
    night = a_night("downfall")
    fly(night, "main", LINE, 9, "A", losses=2, status="home")
    fly(night, "mosquito", LINE, 9, "B", losses=1, confirmed=1, status="home")
    assert count_score(night, CHARTS).german == 2 * 2 + 3


@pytest.mark.rule("11.1")
def test_the_bonus_is_for_bombing_the_target():
    night = a_night()
    raid = fly(night, "main", LINE, 9, "A", target="hannover", status="home")
    assert count_score(night, CHARTS).targets == 0
    raid.attacked = True
    assert count_score(night, CHARTS).targets == 1


@pytest.mark.rule("5.0")
@pytest.mark.rule("10.2")
def test_the_end_phase_turns_the_markers_and_moves_on():
    night = a_night(turn=4)
    raid = fly(night, "main", LINE, 4, target="hannover", marker="drop")
    night.patrols = [Patrol(2, back=5)]
    answer(lambda table: end_phase(night, table))
    assert (raid.marker, night.turn, night.patrols[0].back, night.ending) == ("resolve", 5, 0, False)


@pytest.mark.rule("11.0")
def test_play_ends_when_every_raid_is_home_or_both_agree():
    night = a_night()
    main = fly(night, "main", LINE, 9, "A", status="home")
    answer(lambda table: end_phase(night, table))
    assert night.ending
    night = a_night()
    night.raids = [main]
    out = fly(night, "mosquito", LINE, 2, "B", losses=1)
    fly(night, "mosquito", LINE, -1, "C", status="waiting", turn=9)
    answer(lambda table: end_phase(night, table), "", "end", "play-on")
    assert not night.ending
    answer(lambda table: end_phase(night, table), "", "play-on")
    assert not night.ending, "he does not offer it, and nobody else is asked"
    answer(lambda table: end_phase(night, table), "landing 1", "end", "end")
    assert night.ending and out.status == "home" and out.confirmed == 1


@pytest.mark.rule("8.3")
@pytest.mark.rule("11.0")
def test_the_end_is_offered_by_the_british_player_and_gives_no_decoy_away():
    """From the first landing on he is asked each turn; only he knows whether a Main Force or a Decoy still flies."""
    for kind, options in (("main", ("play-on",)), ("decoy", ("play-on", "end"))):
        night = a_night()
        fly(night, "mosquito", LINE, 9, "B", status="home")
        fly(night, kind, LINE, 2, "A")
        done = answer(lambda table, night=night: end_phase(night, table), "", "play-on")
        assert [(decision.actor, decision.options) for decision in done.asked] == [("british", options)]
    night = a_night()
    fly(night, "decoy", LINE, 2, "A")
    assert answer(lambda table: end_phase(night, table)).asked == []


def test_by_the_former_reading_both_are_asked_once_the_main_forces_are_home():
    night = a_night(asks_alike=False)
    fly(night, "main", LINE, 9, "A", status="home")
    fly(night, "decoy", LINE, 2, "B")
    done = answer(lambda table: end_phase(night, table), "", "end", "play-on")
    assert [decision.actor for decision in done.asked] == ["british", "german"] and not night.ending


@pytest.mark.rule("9.4.3")
@pytest.mark.rule("11.0")
def test_an_agreed_end_turns_units_out_of_the_raids():
    night = a_night()
    fly(night, "main", LINE, 9, "A", status="home")
    fly(night, "decoy", LINE, 2, "B")
    unit = put(night, "I-NJG1", "")
    unit.place, unit.raid = "raid", "B"
    answer(lambda table: end_phase(night, table), "landing 1 1", "end", "end")
    assert (unit.place, unit.hex, unit.homing) == ("air", "L4", True)


@pytest.mark.rule("11.0")
def test_no_agreement_while_a_main_force_is_out():
    night = a_night()
    fly(night, "main", LINE, 2)
    assert answer(lambda table: end_phase(night, table)).asked == []


@pytest.mark.rule("11.0")
def test_the_last_units_play_on_until_they_are_down():
    night = a_night()
    night.units = [put(night, "I-NJG2", "N3"), put(night, "IV-NJG1", "H5", gci=True)]
    orders = [
        "move:I-NJG2:L4",
        "done",
        "done",
        "move:I-NJG2:L6",
        "move:IV-NJG1:G5",
        "recover:I-NJG2",
        "recover:IV-NJG1",
    ]
    done = answer(lambda table: bring_down(night, table), "landing 1 1 1 1", *orders)
    assert [unit.place for unit in night.units] == ["rearm", "rearm"] and night.turn == 7
    assert done.told("night.over")


@pytest.mark.rule("5.0")
def test_the_phases_follow_one_another_as_the_book_has_them():
    order, phase = [], "draw-cards"
    while phase not in order:
        order.append(phase)
        phase = PHASES[phase][1]
    assert order == [
        "draw-cards", "fighters", "scramble", "raids", "raid-detection", "tame-boars", "deploying", "recovery",
        "bombing", "end",
    ]  # fmt: skip


@pytest.mark.rule("5.0")
@pytest.mark.rule("6.1")
def test_no_cards_are_drawn_on_the_first_turn():
    from engine.bomber_command.game import TITLE
    from engine.bomber_command.state import Setup

    night = TITLE.start(Setup(), CHARTS)
    table = RecordingTable(FastDice(3), CHARTS)
    drive(play_night(night, table), EagerPolicy(3).choose)
    told = [event.data for event in table.log.events]
    first, second = (
        next(at for at, event in enumerate(told) if isinstance(event, TurnBegins) and event.turn == turn)
        for turn in (1, 2)
    )
    assert not [event for event in told[first:second] if isinstance(event, CardsDrawn | CardsDiscarded)]
    assert [event for event in told[second:] if isinstance(event, CardsDrawn)]
