"""The page of events and questions: what it says of a kind, its fields, and the records in them."""

from typing import Any, ClassVar, Literal, NamedTuple

import msgspec
import pytest
from msgspec import inspect

from engine.kernel.decisions import Question
from engine.kernel.events import DeckReshuffled, EventData
from play.rules.event_reference import event_reference, first_line, type_text
from tests.shared.games.smallgame import TITLE


class Hull(msgspec.Struct, frozen=True, array_like=True):
    """The rest of a hull."""

    part: str
    hits: int


class Wake(NamedTuple):
    """The lanes that a boat has crossed."""

    lanes: list[int]
    hull: Hull | None


class LaneCrossed(EventData):
    """A boat crosses a lane | or two. [3.1, 3.2]

    It is seen.
    """

    kind: ClassVar[str] = "lane.crossed"

    wake: Wake
    by: str = ""


class LaneQuestion(Question):
    """Which lane?"""

    kind: ClassVar[str] = "lane"

    free: dict[str, int]


@pytest.fixture
def page(monkeypatch, settings):
    """The page as if the small game were the one game of the site."""
    monkeypatch.setattr(type(TITLE), "events", {"lane.crossed": LaneCrossed, DeckReshuffled.kind: DeckReshuffled})
    monkeypatch.setattr(type(TITLE), "questions", {"lane": LaneQuestion})
    monkeypatch.setattr("play.rules.event_reference.registered", lambda: {TITLE.name: TITLE})
    settings.ROOMS = ["one"]
    return event_reference()


def test_a_kind_has_a_row_with_its_fields_and_its_rules(page):
    row = "| `lane.crossed` | A boat crosses a lane \\| or two. | `wake` `Wake`; `by` string, optional | 3.1, 3.2 |"
    assert row in page and page.index("`deck.reshuffled`") < page.index("`lane.crossed`")
    assert "| `lane` | Which lane? | `free` map of string to integer |  |" in page


def test_records_in_fields_are_listed_once_with_those_that_they_hold(page):
    assert "| `Hull` | The rest of a hull. A list in this order. | `part` string; `hits` integer |" in page
    wake = "| `Wake` | The lanes that a boat has crossed. A list in this order. | `lanes` list of integer; `hull` "
    assert wake + "`Hull` or null |" in page


def test_types_are_said_in_the_words_of_json():
    said = {
        "`1` or `2`": Literal[1, 2],
        "list of string": tuple[str, ...],
        "list (integer, string)": tuple[int, str],
        "any value": Any,
        "map of integer to list of number": dict[int, list[float]],
    }
    for words, kind in said.items():
        assert type_text(inspect.type_info(kind)) == words
    assert first_line(LaneCrossed) == ("A boat crosses a lane | or two.", "3.1, 3.2")
