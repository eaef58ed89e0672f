"""The way in for strangers."""

import doctest

import pytest

from engine.bomber_command import door
from engine.bomber_command.door import begin, put_down, take_up, waiting
from engine.bomber_command.state import Setup
from engine.kernel.decisions import NotOffered
from engine.kernel.dice import ScriptMismatch


def test_a_stranger_plays_on_and_puts_the_night_down():
    run = begin(Setup(), seed=b"door")
    (decision,) = waiting(run)
    assert decision.kind == "weather.order" and decision.actor == "british"
    with pytest.raises(NotOffered):
        run.answer("british", "zone:9.JD")
    run.answer("british", "zone:7.JD")
    again = take_up(put_down(run), seed=b"door")
    assert waiting(again)[0].options == waiting(run)[0].options and again.digest() == run.digest()
    assert "targets" not in again.view("german")


def test_a_script_that_does_not_fit_says_so():
    with pytest.raises(ScriptMismatch, match="units"):
        begin(Setup(), script=[("combat", 3)])


def test_the_example_at_its_head_does_what_it_says():
    ran = doctest.testmod(door)
    assert ran.attempted >= 9 and not ran.failed
