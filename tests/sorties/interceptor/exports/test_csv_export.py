"""The cells of the log that are computed."""

import pytest

from sorties.interceptor.exports.csv_export import NO_SHEET, SORTIES, LogRow, SortieCsvLine
from sorties.interceptor.records.models import InterceptorCareer


def line(fights=(), **fields):
    """A line of the log, flown but for what a test says."""
    blank = dict.fromkeys(LogRow._fields, "") | {"month": "1943-03", "line": 4, "kind": "flown", "events_json": "[]"}
    found = SortieCsvLine(**blank | fields)
    found.career, found.career_number, found.fights = InterceptorCareer(name="Jakob Wieland"), "", list(fights)
    found.sheet, found.setup, found.awards, found.promotion = NO_SHEET, "", "", ""
    found.orders, found.notes, found.wounds = "", "", ""
    return found


def cell(name, of):
    """The cell of a column, as it goes out."""
    return dict(zip(SORTIES.head, SORTIES.cells(of), strict=True))[name]


def test_enemies_are_written_down_with_what_became_of_them():
    fights = [("B-17", "destroyed", "pilot"), ("Spitfire IX", "missed", ""), ("B-24", "unseen", "")]
    met = line(fights)
    assert cell("met", met) == "B-17 destroyed pilot; Spitfire IX missed; B-24 unseen"
    assert cell("damaged", met) == 2
    assert (cell("met", line()), cell("damaged", line())) == ("", 0)


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"end": "landed", "landing": "rough"}, "landed rough"),
        ({"end": "killed"}, "killed"),
        ({"kind": "missed", "end": "landed", "cause": "hospital"}, "hospital"),
        ({"kind": "grey"}, ""),
    ],
)
def test_a_line_that_was_not_flown_ends_with_its_cause(fields, end):
    assert cell("end", line(**fields)) == end


@pytest.mark.parametrize(
    ("pilot", "gunner", "wound"), [("LW", "", "LW"), ("", "LW", "/LW"), ("SW", "SW", "SW/SW"), ("", "", "")]
)
def test_a_gunners_wound_stands_after_a_stroke(pilot, gunner, wound):
    assert cell("wound", line(pilot_wound=pilot, gunner_wound=gunner)) == wound


def test_events_are_parted_by_semicolons():
    assert cell("event", line(events_json='["fog", "spare parts"]')) == "fog; spare parts"
    assert cell("event", line()) == ""


def test_the_database_is_asked_for_nothing_that_no_cell_needs():
    """A field is a cell, or part of a computed one, or joins lines of other tables."""
    computed = {"career_key", "pk", "cause", "end", "landing", "pilot_wound", "gunner_wound", "events_json"}
    assert set(LogRow._fields) - set(SORTIES.fields()) == computed
