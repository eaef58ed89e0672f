"""The margin of a night's log shows the phase of every event."""

import pytest

from engine.kernel.events import Event, UnknownEvent
from raids.text import WORDS as RAID_WORDS
from raids.text.phases import raid_chapter
from sorties.nightfighter.text import WORDS as NIGHT_WORDS
from sorties.nightfighter.text.phases import ANYWHERE, night_chapter

BETWEEN = {
    night_chapter: {"turn.began", "night.over"},
    raid_chapter: {"turn.begins", "night.ending", "night.over"},
}


def told(kind):
    return Event(UnknownEvent(kind, {}), "4.0")


@pytest.mark.parametrize(
    ("words", "chapter", "anywhere"), [(NIGHT_WORDS, night_chapter, ANYWHERE), (RAID_WORDS, raid_chapter, frozenset())]
)
def test_every_kind_of_event_has_its_phase_but_what_stands_between_two(words, chapter, anywhere):
    kinds = {one if isinstance(one, str) else one.kind for one in words.events}
    without = {kind for kind in kinds if not chapter(told(kind), ())[0]}
    assert {kind for kind in without if not {kind, kind.partition(".")[0]} & anywhere} == BETWEEN[chapter]


def test_a_fighter_is_made_ready_in_the_set_up_and_fought_in_combat():
    kinds = ("fighter.ready", "fighter.placed", "fighter.moved", "fighter.evaded")
    assert [night_chapter(told(kind), ())[0] for kind in kinds] == ["Set-up", "Set-up", "Fighters", "Combat"]


def test_what_happens_in_several_phases_stands_in_that_of_what_was_told_before_it():
    order = [told("turn.began"), told("tally.rolled"), told("contact.identified"), told("counter.revealed")]
    assert [night_chapter(event, order)[0] for event in order] == ["", "Tally", "Tally", "Tally"]
    assert night_chapter(told("contact.lost"), [told("contact.lost")]) == ("", "")
