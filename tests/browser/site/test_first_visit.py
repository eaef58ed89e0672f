"""First visit of a new person: from the front page to a shot, the debriefing, points spent, and a second sortie."""

import os
import re
import signal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, fits, fly_now

pytestmark = pytest.mark.django_db(transaction=True)

STRANGERS = 20
"""As many begin, at most, until the dice of one find the bombers in the first box."""
SHOT = {"search", "bombers", "fire:airframe"}


def press(page: Page, *wanted: str) -> str:
    """Give the first of these orders that is open, or the first that is; return which, when something else is asked."""
    page.locator("#prompt.open .order").first.wait_for(timeout=PATIENCE)
    token = page.locator("#prompt.open input[name=token]").first.get_attribute("value")
    orders = page.locator("#prompt.open .question:not(.further) button[name=answer]:not([aria-disabled=true])")
    values = [order.get_attribute("value") or "" for order in orders.all()]
    answer = next((value for value in wanted if value in values), values[0])
    orders.nth(values.index(answer)).click()
    expect(page.locator(f'#prompt.open input[name=token][value="{token}"]')).to_have_count(0, timeout=PATIENCE)
    return answer


def test_a_stranger_fires_with_the_fourth_click(page: Page, house: str) -> None:
    for _stranger in range(STRANGERS):
        page.context.clear_cookies()
        page.set_viewport_size({"width": 1440, "height": 900})
        fly_now(page)
        page.locator("#prompt.open .order").first.wait_for(timeout=PATIENCE)
        expect(page.locator(".hint[open]")).to_contain_text("92 raids")
        assert page.locator("#board svg .own, #board svg").count(), "his aircraft is drawn"
        given = ["fly-now", press(page, *SHOT), press(page, *SHOT)]
        if given[-1] == "bombers":
            page.set_viewport_size({"width": 390, "height": 844})
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            given.append(press(page, *SHOT))
            if given[-1].startswith("fire:"):
                break
    else:
        raise AssertionError(f"of {STRANGERS} none met bombers in the first box")
    assert len(given) == 4
    # Wherever he had scrolled to, what his shot has done is before him.
    expect(page.locator("#last-roll .by-ours .sum-line")).to_be_in_viewport()


def test_he_reads_the_debriefing_spends_his_point_and_takes_off_again(page: Page, house: str, screen: str) -> None:
    fly_now(page)
    for _order in range(60):
        press(page, "search", "bombers", "break-off", "leave", "slip-away", "go-home", "land", "disengage")
        page.locator("#prompt.open .question, #prompt.over").first.wait_for(timeout=PATIENCE)
        if page.locator("#prompt.over").count():
            page.context.clear_cookies()
            fly_now(page)
        if page.get_by_role("link", name="Read the debriefing").count():
            break
    flown = page.locator(".ace-head .when").inner_text()
    page.get_by_role("link", name="Read the debriefing").click()
    expect(page).to_have_url(re.compile("/debriefing/$"))
    page.get_by_role("link", name="Spend what he has won").click()
    page.locator(".card input:enabled").first.check()
    page.get_by_role("button", name="Pay and continue").click()
    page.wait_for_url(re.compile("/tables/"), timeout=PATIENCE)
    expect(page.locator("#prompt.open h2").first).to_be_visible(timeout=PATIENCE)
    # The next raid that he can fly, which after weeks in hospital is another month's first.
    expect(page.locator(".ace-head .when")).not_to_have_text(flown)


def test_a_table_that_no_worker_has_set_up_yet_says_so_and_opens_by_itself(page, house, standing, faults):
    os.killpg(standing.popen.pid, signal.SIGSTOP)
    try:
        page.goto("/")
        page.get_by_role("button", name="Fly now").click()
        expect(page.get_by_role("heading", name="The game is being set up")).to_be_visible()
        assert faults(page) == [] and fits(page)
        assert page.locator("#board").count() == 0
    finally:
        os.killpg(standing.popen.pid, signal.SIGCONT)
    page.locator("#prompt.open .order").first.wait_for(timeout=PATIENCE)
    expect(page.locator("#beginning")).to_have_count(0)
    assert page.locator("#board svg").count()
