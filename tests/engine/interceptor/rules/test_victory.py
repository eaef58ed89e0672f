"""Victory and historical aces. [5, 10.2]"""

import pytest

from engine.interceptor.rules import victory
from engine.interceptor.rules.career import aces, awards
from engine.interceptor.state import MONTHS
from tests.engine.interceptor.ground_case import charts, ground_case


@pytest.mark.rule("5.0")
@pytest.mark.rule("5.2")
@pytest.mark.rule("5.2.1")
@pytest.mark.parametrize(
    ("bombers", "level"),
    [
        (0, "defeat"),
        (4, "defeat"),
        (5, "draw"),
        (10, "draw"),
        (11, "marginal"),
        (20, "marginal"),
        (21, "substantial"),
        (30, "substantial"),
        (31, "decisive"),
        (90, "decisive"),
    ],
)
def test_bombers_make_the_level_and_fighters_do_not(bombers, level):
    place = ground_case()
    place.career.bombers, place.career.fighters = bombers, 50
    assert victory.level_of(place.career, place.pack) == level


@pytest.mark.rule("5.2.2")
@pytest.mark.rule("5.1.3")
@pytest.mark.rule("5.1.4")
def test_the_dead_have_their_level_once_the_game_is_over():
    place = ground_case()
    place.career.bombers, place.career.alive, place.career.death = 21, False, "air"
    assert victory.outcome(place.state, place.pack) is None
    place.state.phase = "over"
    result = victory.outcome(place.state, place.pack)["careers"]["pilot"]
    assert (result["level"], result["alive"], result["death"]) == ("substantial", False, "air")


@pytest.mark.rule("10.2.3")
@pytest.mark.parametrize(("kills", "level"), [(31, "defeat"), (32, "decisive"), (33, "decisive")])
def test_an_ace_is_measured_by_his_model(kills, level):
    place = ground_case()
    aces.take_card(place.career, "Hugo Frey", place.pack)
    place.career.bombers = 31
    place.career.fighters = kills - 31
    assert victory.final_level(place.career, place.pack) == level
    assert victory.level_of(place.career, place.pack) == "decisive"
    assert victory.measure(place.career, place.pack).matched == (kills >= 32)


@pytest.mark.rule("10.2.3")
def test_matching_his_model_does_not_lift_the_level():
    place = ground_case()
    aces.take_card(place.career, "Rolf Hermichen", place.pack)
    place.career.bombers, place.career.fighters = 3, 70
    assert victory.final_level(place.career, place.pack) == "defeat"


@pytest.mark.rule("10.2")
@pytest.mark.rule("10.2.2")
@pytest.mark.parametrize("name", sorted(charts().career.aces))
def test_a_card_gives_what_it_says(name):
    place = ground_case()
    card = place.pack.career.aces[name]
    aces.take_card(place.career, name, place.pack)
    career = place.career
    assert (career.name, career.track, career.rank) == (name, card.track, card.rank)
    assert career.bombers + career.fighters == card.kills == career.start_bombers + career.start_fighters
    assert career.bombers == card.bombers and career.experience == card.experience
    assert [award.name for award in career.awards] == list(card.awards)
    assert any(skill.startswith("expert:") for skill in career.skills), "an expert in at least one series"
    ranks = card.rank if card.track == "officer" else 0
    held = sum(
        bool(row.prestige) for row in (*place.pack.career.awards, *place.pack.career.grades) if row.name in card.awards
    )
    assert career.level == career.points == min(7, held + ranks)
    assert awards.is_ace(career) == (card.kills >= 5)
    assert aces.card_of(career, place.pack) is card


@pytest.mark.rule("10.2")
def test_there_are_eight_cards_and_their_units_exist():
    cards = charts().career.aces
    assert len(cards) == 8
    assert {card.unit for card in cards.values()} <= set(charts().units)
    assert {name: MONTHS[aces.first_month(name, charts())] for name in ("Anton Hackl", "Egon Mayer")} == {
        "Anton Hackl": "1943-06",
        "Egon Mayer": "1943-03",
    }


@pytest.mark.rule("10.2.2")
@pytest.mark.rule("7.9.1")
def test_specials_belong_to_the_card_and_a_hauptmann_brings_his_free_reassignment():
    place = ground_case()
    assert not aces.has_special(place.career, "head-on-master", place.pack)
    aces.take_card(place.career, "Egon Mayer", place.pack)
    assert aces.has_special(place.career, "head-on-master", place.pack)
    assert not aces.has_special(place.career, "presses-home", place.pack)
    assert place.career.free_transfers == 1
    nco = ground_case()
    aces.take_card(nco.career, "Konrad Bauer", nco.pack)
    assert nco.career.free_transfers == 0


@pytest.mark.rule("10.1.2")
def test_between_two_the_one_with_more_bombers_leads():
    place = ground_case()
    place.state.careers.append(ground_case().career)
    place.state.careers[1].seat, place.state.careers[1].bombers = "second", 3
    place.state.phase = "over"
    assert victory.outcome(place.state, place.pack)["most_bombers"] == "second"
    place.career.bombers = 3
    assert victory.outcome(place.state, place.pack)["most_bombers"] is None, "they tie"
