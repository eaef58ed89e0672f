"""The script that handles orders: keys, closed orders, an order given once."""

from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.django_db(transaction=True)

ORDERS = [
    {"value": "fire", "label": "Fire at the port wing", "rule": "7.1.6"},
    {
        "value": "rockets",
        "label": "Fire rockets",
        "state": "closed",
        "reason": "This aircraft has none.",
        "rule": "7.1.14",
    },
    {"value": "break-off", "label": "Break off", "key": "0"},
]


POSTED = "**/order-here"


@pytest.fixture
def given(page: Page) -> Iterator[list[str]]:
    """A page with three orders on it; the answers that it posts."""
    posted: list[str] = []

    def take(route: Route) -> None:
        posted.append(route.request.post_data or "")
        route.fulfill(status=204)

    page.route(POSTED, take)
    page.goto("/")
    orders = "".join(
        render_to_string("components/order.html", {"order": order, "number": number})
        for number, order in enumerate(ORDERS, start=1)
    )
    page.evaluate(
        "orders => document.querySelector('main').innerHTML = "
        "`<form method=post action=/order-here data-once><div class=orders>${orders}</div><input name=note></form>`",
        orders,
    )
    yield posted


def nothing_more(page: Page, given: list[str]) -> None:
    """Have the page post a last request, and wait for it: all earlier requests have arrived by then."""
    page.evaluate("fetch('/order-here', {method: 'POST', body: 'the last'})")
    assert given.pop() == "the last"


def test_a_number_key_gives_the_order(page: Page, given: list[str]) -> None:
    with page.expect_response(POSTED):
        page.keyboard.press("1")
    expect(page.get_by_text("given", exact=True).first).to_be_visible()
    assert given == ["answer=fire&note="]


def test_a_key_of_its_own_gives_the_order(page: Page, given: list[str]) -> None:
    with page.expect_response(POSTED):
        page.keyboard.press("0")
    assert given == ["answer=break-off&note="]


def test_a_closed_order_says_why_and_does_nothing(page: Page, given: list[str]) -> None:
    closed = page.get_by_role("button", name="Fire rockets")
    expect(closed).to_contain_text("This aircraft has none.")
    closed.focus()
    expect(closed).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    closed.click(force=True)
    nothing_more(page, given)
    assert given == []


def test_a_double_click_gives_an_order_once(page: Page, given: list[str]) -> None:
    with page.expect_response(POSTED):
        page.get_by_role("button", name="Fire at the port wing").dblclick()
    page.keyboard.press("0")
    nothing_more(page, given)
    assert given == ["answer=fire&note="]


def test_typing_a_number_gives_no_order(page: Page, given: list[str]) -> None:
    page.locator("[name=note]").fill("")
    page.locator("[name=note]").press("1")
    page.keyboard.press("Control+1")
    assert page.locator("[name=note]").input_value() == "1"
    assert given == []


def test_keys_are_switched_off_in_the_profile(page: Page, given: list[str]) -> None:
    page.evaluate("document.body.dataset.keys = 'off'")
    page.keyboard.press("1")
    nothing_more(page, given)
    assert given == []
