"""A night of Bomber Command by two people, at a phone and at a desk: the plot by the guided form, then by turns."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.bomber_command.bots import POLICIES
from engine.kernel.dice import commitment
from play import advance, keeping, lending, services
from play.models import Seat, Session
from play.selectors import session_at
from tests.browser.conftest import SCREENS, sign_in
from tests.careers import seed_bytes
from tests.tables import carried_out
from tests.tables import give as answered

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 15_000
BY_HAND = 12
"""Orders given by a click once the night has begun; the rest is lent to bots."""


@pytest.fixture
def their_page(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A second person's screen, a desk."""
    context = browser.new_context(**browser_context_args | {"viewport": SCREENS["desk"]})
    page = context.new_page()
    page.set_default_timeout(8_000)
    yield page
    context.close()


def test_two_people_play_a_night(
    page: Page,
    their_page: Page,
    alice: Any,
    bob: Any,
    house: str,
    faults: Any,
) -> None:
    page.set_viewport_size(SCREENS["phone"])
    session = set_table(alice, bob)
    pages = {"british": page, "german": their_page}
    for player, one in ((alice, page), (bob, their_page)):
        sign_in(one, player, house)
        one.goto(f"/tables/{session.pk}/")
    target = keeping.resume(session_at(session.pk)).state.targets[0]
    plot_a_raid(page)
    assert faults(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Give this order").click()
    expect(their_page.get_by_text("The British player has plotted his raids.").first).to_be_visible(timeout=PATIENCE)
    assert_hidden(their_page, session, target)
    for _order in range(BY_HAND):
        give(session, pages)
    expect(their_page.locator("#log")).to_contain_text("scrambles over")
    assert faults(their_page) == []
    assert_hidden(their_page, session, target)
    lend_the_rest(session)
    for one in pages.values():
        expect(one.locator("#prompt.over")).to_contain_text("net", timeout=PATIENCE)
    their_page.goto(f"/tables/{session.pk}/dice/")
    their_page.get_by_role("button", name="Check every throw").click()
    expect(their_page.locator(".verdict")).to_have_attribute("data-holds", "true", timeout=PATIENCE)


def set_table(alice: Any, bob: Any) -> Session:
    """A table at which the plot is asked for, on dice that are the same every time."""
    sitters = {"british": services.Sitter(player=alice), "german": services.Sitter(player=bob)}
    session = services.session_open(owner=alice, title="bomber-command", setup={}, sitters=sitters)
    seed = seed_bytes(3)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    for player in (alice, bob):
        services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    session = carried_out(session)
    for zone in ("England", "1.JD", "2.JD", "3.JD", "4.JD"):
        session = answered(session, "british", f"zone:{zone}")
    return session


def plot_a_raid(page: Page) -> None:
    """Write the Main Force down as the form leads: what comes first in each list is the straightest way."""
    draw(page, "Raids: one more")
    draw(page, "What next?")
    ways = page.get_by_label("Next")
    for _step in range(12):
        shown = ways.locator("option").nth(1).inner_text()
        ways.select_option(index=1)
        draw(page, "Write it down, and what next?")
        if shown.startswith("Way home") and "(home" in shown:
            break
    draw(page, "Check what is written")
    expect(page.get_by_text("Nothing is wrong with it. It is not given yet.")).to_be_visible()


def draw(page: Page, button: str) -> None:
    """Press a button of the form, and wait for the form that comes of it."""
    page.locator("#prompt").evaluate("one => { one.dataset.old = 'yes' }")
    page.get_by_role("button", name=button).click()
    page.locator("#prompt:not([data-old])").wait_for(timeout=PATIENCE)


def give(session: Session, pages: dict[str, Page]) -> None:
    """Give one order that is wanted, on the page of whom it is wanted from, as a bot would choose it."""
    session = session_at(session.pk)
    run = services.run_of(session)
    (seat, key), decision = next(iter(run.pending.items()))
    token = keeping.token_of(key, keeping.asked_of(session)[seat, key])
    asked = pages[seat].locator(f'#prompt.open form:has(input[name=token][value="{token}"])')
    expect(asked).to_have_count(1, timeout=PATIENCE)
    answer = POLICIES["weak"](run.pack, seat, 1).choose(decision, lambda: run.view(seat))
    button = asked.locator(f'button[name=answer][value="{answer}"]')
    if button.count():
        button.click()
    else:
        asked.locator("select[name=answer]").select_option(answer)
        asked.locator("button.main").click()
    expect(asked).to_have_count(0, timeout=PATIENCE)


def lend_the_rest(session: Session) -> None:
    """Let bots play both seats to the end."""
    lending.register("bomber-command", {"night": lambda state: state.phase == "over"})
    Seat.objects.filter(session=session, name="german").update(policy="weak")
    while (session := session_at(session.pk)).status == "playing":
        loan = lending.Loan("weak", {}, "night", False)
        order = lending.lend(session=session, seat=session.seat("british"), loan=loan)
        if order is not None:
            advance.carry_out(order.pk)


def assert_hidden(page: Page, session: Session, target: str) -> None:
    """The page names no part of the plot, and what it lets one fetch not even the target."""
    fetched = [page.request.get(f"/tables/{session.pk}/{name}/").text() for name in ("export", "dice", "replay")]
    assert json.loads(fetched[0])["complete"] is False
    for text in (page.content(), *fetched):
        assert "The plot:" not in text and "target_at" not in text and "target_vps" not in text
    assert all(target not in text.lower() for text in fetched)
