"""Chapter 8: the jamming level and what a detection shows."""

import pytest

from engine.bomber_command.rules.detection import raid_detection
from engine.bomber_command.rules.movement import shown_counters
from engine.kernel.events import data_of
from tests.engine.bomber_command.builders import a_night, answer, fly, give, put

LINE = "D6 E7 F6 G6 H5 I5 J4 K5"


def three_raids(scenario="berlin"):
    night = a_night(scenario)
    fly(night, "main", LINE, 5, "A")
    fly(night, "mosquito", "D5 E5 F4", 2, "B")
    fly(night, "decoy", "D4 C4 C3 C2", 3, "C")
    return night


def detecting(night, dice, *orders):
    return answer(lambda table: raid_detection(night, table), dice, *orders)


FOUND = [
    ("1 3", False, [], []),
    ("2 3", False, [], []),
    ("2 3", True, ["C2", "I5"], []),
    ("3 3", False, ["C2", "F4", "I5"], []),
    ("3 3", True, ["C2", "F4", "I5"], ["C3", "C4", "G6", "H5"]),
    ("3 4", False, ["C2", "F4", "I5"], ["C3", "C4", "G6", "H5"]),
]


@pytest.mark.rule("8.2")
@pytest.mark.rule("8.2.1")
@pytest.mark.parametrize(("faces", "naxos", "counters", "streams"), FOUND)
def test_what_a_roll_against_level_five_shows(faces, naxos, counters, streams):
    night = three_raids()
    night.naxos = naxos
    detecting(night, f"detection {faces}")
    assert shown_counters(night) == (counters, streams)


@pytest.mark.rule("8.2")
def test_on_the_level_itself_only_infiltrated_raids_show():
    night = three_raids()
    unit = put(night, "I-NJG1", "")
    unit.place, unit.raid = "raid", "B"
    detecting(night, "detection 2 3")
    assert shown_counters(night) == (["F4"], [])


@pytest.mark.rule("8.1")
def test_the_level_stands_where_cards_have_moved_it():
    night = three_raids()
    give(night, "british", "b07")
    detecting(night, "detection 3 3", "play:b07:0")
    assert night.jamming == 6 and shown_counters(night) == ([], [])


@pytest.mark.rule("7.2.3")
def test_in_downfall_the_stream_lies_under_the_raid_or_behind_it():
    night = three_raids("downfall")
    done = detecting(night, "detection 4 4", "behind", "together")
    assert done.kinds() == ["stream.lay", "stream.lay"]
    assert shown_counters(night) == (["C2", "F4", "I5"], ["C2", "H5"])


@pytest.mark.rule("7.2.3")
@pytest.mark.rule("4.4")
def test_no_stream_is_laid_on_another_raid():
    night = a_night("downfall")
    fly(night, "main", LINE, 5, "A")
    fly(night, "mosquito", "G5 H5", 1, "B")
    done = detecting(night, "detection 4 4", "together")
    assert [decision.options for decision in done.asked] == [("together",)], "asked as ever, with nothing to choose"


@pytest.mark.rule("8.2.1")
def test_counters_that_do_not_fit_on_the_map_are_left_out():
    night = a_night()
    fly(night, "main", LINE, 1, "A")
    fly(night, "main", "F6 E7 D7", 4, "B")
    detecting(night, "detection 4 4")
    assert shown_counters(night) == (["E7"], ["D6", "D7"]), "one tail not yet in, one head already home"


@pytest.mark.rule("8.3")
def test_the_event_names_no_raid():
    night = three_raids()
    (event,) = detecting(night, "detection 6 6").told("raids.detected")
    assert event.to == () and set(data_of(event.data)) == {"counters", "streams"}
