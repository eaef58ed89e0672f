"""Secrecy: what a side sees, and what it does not."""

import msgspec
import pytest

from engine.bomber_command.game import TITLE
from engine.bomber_command.state import Setup
from engine.bomber_command.views import NightView
from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable, Table
from engine.kernel.title import drive
from tests.engine.bomber_command.builders import CHARTS, EagerPolicy, a_night, fly, give, put, setups

LINE = "G6 H6 I6 J5 K5 L4 M4"
SECRET = {"targets", "target_vps", "oil", "follow_up", "moon_value", "north", "false_counters", "raids"}


def losses(view):
    return next(box.losses for box in view.boxes if box.raid == "B")


def german(night):
    return TITLE.view(night, CHARTS, "german")


@pytest.mark.rule("1.3")
@pytest.mark.rule("8.3")
def test_the_german_player_sees_no_plot():
    assert TITLE.seats(Setup()) == ("british", "german")
    night = a_night()
    fly(night, "main", LINE, 3, "B", target="hannover", target_at=4)
    british = TITLE.view(night, CHARTS, "british")
    assert not SECRET & set(msgspec.to_builtins(german(night))) and set(msgspec.to_builtins(british)) >= SECRET
    night.phase = "over"
    assert set(msgspec.to_builtins(german(night))) >= SECRET


@pytest.mark.rule("3.7")
def test_hands_are_secret():
    night = a_night()
    give(night, "british", "b01")
    give(night, "german", "g01")
    assert german(night).hand == ["g01"] and german(night).hands == {"british": 1, "german": 1}
    assert "b01" not in str(german(night)) and TITLE.view(night, CHARTS, "somebody").hand is None


@pytest.mark.rule("8.2")
def test_undetected_raids_leave_no_trace():
    plain, full = a_night(), a_night()
    fly(full, "main", LINE, 3, "B", target="hannover", target_at=4)
    fly(full, "decoy", LINE, 1, "F")
    assert german(plain) == german(full)


@pytest.mark.rule("8.3")
def test_counters_bear_no_letters():
    one, two = a_night(), a_night()
    for night, letters in ((one, "AB"), (two, "FC")):
        fly(night, "main", LINE, 3, letters[0], detected=True)
        fly(night, "mosquito", "D5 E5 F4", 2, letters[1], detected=True)
    two.raids.reverse()
    assert german(one) == german(two)


@pytest.mark.rule("12.5")
def test_fog_of_war_hides_the_raid_boxes_until_the_end():
    night = a_night(fog_of_war=True)
    fly(night, "main", LINE, 3, "B", losses=4, disruption=2)
    assert losses(german(night)) == 0
    assert losses(TITLE.view(night, CHARTS, "british")) == 4
    night.phase = "over"
    assert losses(german(night)) == 4
    night = a_night()
    fly(night, "main", LINE, 3, "B", losses=4)
    assert losses(german(night)) == 4


@pytest.mark.rule("9.4.1")
def test_a_raid_box_tells_who_is_inside():
    night = a_night()
    fly(night, "main", LINE, 3, "B")
    unit = put(night, "I-NJG1", "")
    unit.place, unit.raid = "raid", "B"
    assert next(u for u in german(night).units if u.id == "I-NJG1").raid == "B"


@pytest.mark.parametrize("seed", range(6))
def test_views_are_read_again_from_their_plain_data(seed):
    setup = setups(seed)
    night = TITLE.start(setup, CHARTS)
    player, count = EagerPolicy(seed), 0

    def choose(decision):
        nonlocal count
        count += 1
        if count % 9 == 0:
            for viewer in ("british", "german", "somebody"):
                seen = TITLE.view(night, CHARTS, viewer)
                assert msgspec.json.decode(msgspec.json.encode(seen), type=NightView) == seen
                assert msgspec.json.decode(msgspec.json.encode(seen)) == msgspec.to_builtins(seen)
        return player.choose(decision)

    drive(TITLE.play(night, Table(FastDice(seed), CHARTS)), choose)


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("seed", range(4))
def test_no_event_before_the_end_gives_the_german_player_a_secret(seed):
    """The German player's events never hold a route, a target not yet bombed, or a card in the British hand."""
    setup = Setup(scenario=("berlin", "downfall")[seed % 2], fog_of_war=True)
    night = TITLE.start(setup, CHARTS)
    table = RecordingTable(FastDice(seed), CHARTS)
    drive(TITLE.play(night, table), EagerPolicy(seed).choose)
    secret = {"raids.plotted", "target.drawn", "target.follow-up", "raid.moved", "raid.marked", "north.rolled"}
    for event in table.log.events:
        if event.kind in secret:
            assert event.to == ("british",), event.kind
        if event.kind == "card.drawn":
            assert event.to == (event.data.seat,)
