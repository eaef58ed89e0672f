"""Journeys at the sortie table, with a real worker: a guest's first victory, a month by hand, two who fly together."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from campaigns.logbook import Sortie
from campaigns.models import Player
from engine.interceptor.bots import POLICIES
from play.models import Session
from tests.browser.test_play import alice, bob, browser_context_args, house, sign_in  # noqa: F401
from tests.careers import begun, questions_of, seed_bytes

pytestmark = pytest.mark.django_db(transaction=True)

SLOWEST = 5.0
"""Seconds from the front page to the first decision."""
PATIENCE = 15_000


def answers_until(done: Callable[[Any], bool], fewest: int, most: int) -> tuple[int, list[str]]:
    """Find dice on which a sensible pilot gets there, alive, and what he answers on the way."""
    for seed in range(1, 200):
        given: list[str] = []
        for run in questions_of(seed):
            if done(run.state) and run.state.careers[0].alive and fewest <= len(given) <= most:
                return seed, given
            if run.over or len(given) > most:
                break
            _place, decision = next(iter(run.pending.items()))
            given.append(POLICIES["sensible"](run.pack, "pilot", 0).choose(decision))
    raise LookupError("no such dice among 200")


def press(page: Page, answer: str) -> None:
    """Give an order by its button, and wait until something else is asked."""
    asked = page.locator("#prompt.open input[name=token]").first
    expect(asked).to_be_attached(timeout=PATIENCE)
    token = asked.get_attribute("value")
    page.locator(f'#prompt.open button[name=answer][value="{answer}"]').first.click()
    expect(page.locator(f'#prompt.open input[name=token][value="{token}"]')).to_have_count(0, timeout=PATIENCE)


def test_from_the_front_page_to_the_first_victory(page: Page, house: str, screen: str) -> None:  # noqa: F811
    page.goto("/")
    begin = time.monotonic()
    page.get_by_role("button", name="Fly now").click()
    page.locator("#prompt.open .order").first.wait_for()
    assert time.monotonic() - begin < SLOWEST
    seed, given = answers_until(lambda state: state.careers[0].fighters + state.careers[0].bombers > 0, 9, 30)
    career = begun(Player.objects.get(is_guest=True), seed)
    page.goto(f"/tables/{career.session_id}/")
    for answer in given:
        press(page, answer)
    expect(page.locator("#log")).to_contain_text("The victory is the pilot’s")
    page.get_by_role("link", name=f"The career of {career.name}").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(career.name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_month_by_hand(page: Page, alice: Any, house: str, screen: str) -> None:  # noqa: F811
    seed, given = answers_until(lambda state: state.month > state.careers[0].start, 30, 60)
    career = begun(alice, seed)
    sign_in(page, alice, house)
    page.goto(f"/tables/{career.session_id}/")
    month = page.locator(".ace-head b").nth(1).inner_text().partition(",")[0]
    led = 0
    for answer in given:
        expect(page.locator("#prompt.open .question, #prompt.over")).to_have_count(1, timeout=PATIENCE)
        led += page.get_by_role("link", name="Spend what he has won").count()
        press(page, answer)
    assert led
    expect(page.locator(".ace-head")).not_to_contain_text(month)
    lines = list(Sortie.objects.filter(career=career).order_by("place"))
    assert len({(line.month, line.line) for line in lines}) == len(lines) == 8
    page.goto(f"/careers/{career.pk}/")
    expect(page.locator("main")).to_contain_text(month)


def test_two_fly_together_and_one_comes_back(
    browser: Browser,
    page: Page,
    alice: Any,  # noqa: F811
    bob: Any,  # noqa: F811
    house: str,  # noqa: F811
    browser_context_args: dict[str, Any],  # noqa: F811
) -> None:
    sign_in(page, alice, house)
    page.goto("/careers/new/")
    page.get_by_label("Name of the pilot").fill("Karl Brandt")
    page.get_by_label("Two together").check(force=True)
    page.get_by_role("button", name="Fly", exact=True).click()
    session = Session.objects.get(owner=alice)
    Session.objects.filter(pk=session.pk).update(seed=seed_bytes(5))
    link = page.get_by_label("Send this link").input_value()
    if page.get_by_role("button", name="Begin").count():
        page.get_by_role("button", name="Begin").click()
    theirs = browser.new_context(**browser_context_args)
    other = theirs.new_page()
    sign_in(other, bob, house)
    other.goto(link)
    other.get_by_role("button", name="Take this seat").click()
    other.get_by_role("button", name="Begin").click()
    fly_on(page, other, 12)

    theirs_before = other.url
    other.close()
    fly_alone(page)
    expect(page.locator("#prompt.waiting")).to_contain_text("Bob")
    other = theirs.new_page()
    other.goto(theirs_before)
    shown = page.locator("#log .log-line").first.inner_text()
    fly_alone(other)
    expect(page.locator("#log .log-line").first).not_to_have_text(shown, timeout=PATIENCE)
    fly_on(page, other, 4)
    theirs.close()


BOLD = ("fly", "search", "bombers", "fire:port-wing", "fire", "defend", "end", "keep", "done", "land")


def bold(page: Page) -> None:
    """Give the boldest of the orders that are open."""
    offered = page.locator("#prompt.open .question").first.locator("button[name=answer]:not([aria-disabled])")
    values = [one.get_attribute("value") or "" for one in offered.all()]
    press(page, next((order for order in BOLD if order in values), values[0]))


def asked(page: Page) -> bool:
    """Say whether this page is asked something, once it has caught up."""
    page.locator("#prompt.open, #prompt.waiting, #prompt.over").wait_for(timeout=PATIENCE)
    return bool(page.locator("#prompt.open").count())


def fly_alone(page: Page) -> None:
    """Answer until nothing is asked here."""
    for _order in range(60):
        if not asked(page):
            return
        bold(page)
    raise AssertionError("the other seat was never waited for")


def fly_on(page: Page, other: Page, orders: int) -> None:
    """Answer on whichever page is asked; the other page catches up by itself."""
    given = 0
    deadline = time.monotonic() + 60
    while given < orders:
        assert time.monotonic() < deadline, "neither page was asked"
        for one in (page, other):
            if one.locator("#prompt.open").count():
                bold(one)
                given += 1
                break
        else:
            page.wait_for_timeout(100)
