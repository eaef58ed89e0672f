"""A CSV file is written in the form that its reader chose, and without a choice as it always was."""

import pytest
from django.test import RequestFactory

from play.utils.csv_columns import Column, CsvFile
from play.utils.csv_form import DEFAULT_FORM, CsvForm, dotted, form_of
from tests.shared.factories import PlayerFactory

FILE = CsvFile[tuple](
    "lines",
    "Lines",
    Column("when", "", lambda line: line[0], is_date=True),
    Column("what", "", lambda line: line[1]),
    Column("mean", "", lambda line: line[2]),
)
LINES = [("1943-12-31", "a;b", -1.5), ("", "=1+1", 2), ("1943-03", "1943-03", 0.25)]


def text(form=DEFAULT_FORM):
    return b"".join(FILE.pieces(LINES, form)).decode("utf-8-sig").splitlines()


def test_the_usual_form():
    assert text() == ["when,what,mean", "1943-12-31,a;b,-1.5", ",'=1+1,2", "1943-03,1943-03,0.25"]


def test_a_german_or_polish_spreadsheet():
    found = text(CsvForm("semicolon", "comma", "dotted"))
    assert found == ["when;what;mean", '31.12.1943;"a;b";-1,5', ";'=1+1;2", "03.1943;1943-03;0,25"]


def test_commas_in_both_places_are_quoted():
    assert text(CsvForm(decimal="comma"))[1] == '1943-12-31,a;b,"-1,5"'


@pytest.mark.parametrize(
    ("written", "shown"),
    [("1943-12", "12.1943"), ("2026-11-20T21:05:09.5+00:00", "20.11.2026 21:05"), ("1943", "1943"), ("B-17", "B-17")],
)
def test_dates_with_their_day_first(written, shown):
    assert dotted(written) == shown


@pytest.mark.django_db
def test_the_query_goes_before_the_profile_and_what_is_not_known_counts_as_none():
    request = RequestFactory().get("/", {"separator": "comma", "decimal": "bad", "dates": "dotted"})
    request.user = PlayerFactory(csv_separator="semicolon", csv_decimal="comma")
    assert form_of(request) == CsvForm("comma", "comma", "dotted")
    assert form_of(request).delimiter == ","
