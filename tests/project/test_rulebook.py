"""The coverage of a rulebook: what counts as built and tested, and that Interceptor Ace has nothing open."""

import io
import json

import pytest
from django.core.management import call_command

from play.management.commands import rulebook

ENGINE = '''
def pass_at_bomber():
    """Fly a pass. [7.1.6, 7.1.12]"""

class Duel:
    """Fight it out. [7.2]"""

def idle():
    """Read the chart [B6] and the note [not a number]."""
'''
TESTS = """
import pytest

@pytest.mark.rule("7.1.6")
@pytest.mark.rule("7.3")
def test_a_pass(): ...

def test_nothing(): ...
"""
BOOK = {
    "game": "toy",
    "engine": "engine",
    "tests": "tests",
    "rules": {
        "7.0": {"gloss": "a heading", "behaviour": False},
        "7.1.6": {"gloss": "passes", "behaviour": True},
        "7.2": {"gloss": "duels", "behaviour": True},
        "7.3": {"gloss": "leaving", "behaviour": True},
        "7.4": {"gloss": "later", "behaviour": True, "open": "waits for the mats"},
    },
}


@pytest.fixture
def house(tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "engine" / "combat.py").write_text(ENGINE)
    (tmp_path / "tests" / "test_combat.py").write_text(TESTS)
    return tmp_path


def test_built_by_docstring_and_tested_by_marker(house):
    table = rulebook.coverage(BOOK, house)
    assert table["built"] == ["7.1.6", "7.2"]
    assert table["tested"] == ["7.1.6", "7.3"]
    assert table["rules"][1]["built"] == ["combat.pass_at_bomber"]
    assert table["rules"][1]["tested"] == ["test_combat.test_a_pass"]
    assert {row["rule"]: row["reason"] for row in table["open"]} == {
        "7.2": "no test names the rule number",
        "7.3": "no function names the rule number",
        "7.4": "waits for the mats",
    }


def test_numbers_that_the_book_does_not_have_are_named(house):
    assert rulebook.coverage(BOOK, house)["unknown"] == ["7.1.12"]


def test_interceptor_ace_has_nothing_open():
    out = io.StringIO()
    call_command("rulebook", "interceptor-ace", "--json", stdout=out)
    table = json.loads(out.getvalue())
    asked = {row["rule"] for row in table["rules"] if row["behaviour"]}
    assert len(asked) == 117
    assert table["open"] == []
    assert asked <= set(table["built"]) and asked <= set(table["tested"])


def test_it_prints_a_line_for_each_rule_and_a_sum():
    out = io.StringIO()
    call_command("rulebook", "interceptor-ace", stdout=out)
    assert "BT  7.1.6" in out.getvalue()
    assert "Rules that need code: 117." in out.getvalue()
