"""The page about an order's life shows the way that orders take."""

import re

import pytest

from tests.shared.site import ROOT
from tools.walk import EXAMPLES, as_table, walk

PAGE = ROOT / "docs/concepts/life-of-an-order.md"
MOST_HOPS = 9

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture(autouse=True)
def no_beat(settings):
    settings.VEIL_BEAT_SECONDS = settings.VEIL_HOLD_SECONDS = 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_an_order_takes_the_way_that_the_page_shows(example):
    found = walk(example)
    assert as_table(found, with_times=False) in PAGE.read_text("utf-8")
    assert len(found.hops) - 1 <= MOST_HOPS
    assert not found.strangers, "a file on the way that the page does not name"
    assert re.search(rf"^### {re.escape(found.order.capitalize())}$", PAGE.read_text("utf-8"), re.MULTILINE)
