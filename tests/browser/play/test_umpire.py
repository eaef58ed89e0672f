"""A person as umpire, in three browsers: the player's, the umpire's desk, and the player's other screen."""

import os
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.kernel.dice import commitment
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.browser.conftest import PATIENCE, SCREENS, fits, sign_in
from tests.faults.conftest import until
from tests.shared.builders.careers import seed_bytes
from tests.shared.builders.tables import carried_out, give, token

pytestmark = pytest.mark.django_db(transaction=True)


def asked_of_umpire(session: Session) -> Session:
    """Give first orders until the umpire is asked after the player has given his."""
    for count in range(200):
        run = services.run_of(session)
        if run.asked("umpire") and count > 25:
            return session
        (seat, _key), decision = next(iter(run.pending.items()))
        session = give(session, seat, decision.options[count % len(decision.options)])
    raise AssertionError("no umpire was asked")


def decide(page: Page, session: Session, button: Locator) -> None:
    """Press a button of the open choice as soon as it appears, and wait until the order has been carried out."""
    before = session_at(session.pk)
    asked = f'#prompt.open input[name=token][value="{token(before, "umpire")}"]'
    expect(page.locator(asked)).to_be_attached(timeout=PATIENCE)
    button.click(timeout=PATIENCE)
    assert until(lambda: session_at(session.pk).entries_made > before.entries_made)
    expect(page.locator(asked)).to_have_count(0, timeout=PATIENCE)


def test_an_umpire_decides_at_his_desk_and_says_a_line(
    page: Page, browser: Browser, browser_context_args: dict[str, Any], alice: Any, bob: Any, house: str, faults: Any
) -> None:
    sitters = {"player": services.SeatAssignment(player=alice), "umpire": services.SeatAssignment(player=bob)}
    setup = {"scenario": "4B", "umpire": "person"}
    session = services.session_open(owner=alice, title="nightfighter", setup=setup, sitters=sitters)
    seed = seed_bytes(5)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    for player in (alice, bob):
        services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    session = asked_of_umpire(carried_out(session))
    contexts = [browser.new_context(**browser_context_args | {"viewport": SCREENS[size]}) for size in ("desk", "phone")]
    hers, phone = (context.new_page() for context in contexts)
    for one, player in ((page, bob), (hers, alice), (phone, alice)):
        sign_in(one, player, house)
        one.goto(f"/tables/{session.pk}/")
    for one in (hers, phone):
        expect(one.locator("#prompt")).to_contain_text("Umpire (Bob) answers.")
    # The desk: her very page beside the truth, and her wait.
    over = page.frame_locator(".desk-shoulder iframe")
    expect(over.locator("#prompt")).to_contain_text("Umpire (Bob) answers.", timeout=PATIENCE)
    expect(page.locator("[data-waits]")).to_be_visible()
    assert page.locator(".hexmap .truth").count() >= 1 and hers.locator(".hexmap .truth").count() == 0
    assert faults(page) == [] and fits(page)
    if folder := os.environ.get("SHOTS"):
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=f"{folder}/night-umpire-desktop.png")
    page.get_by_label("Message to Alice").fill("Thin cloud over zone K.")
    page.get_by_role("button", name="Send message").click()
    for one in (hers, phone):
        expect(one.locator("#log .desk-remarks")).to_contain_text("Thin cloud over zone K.", timeout=PATIENCE)
        expect(one.locator("#log .desk-remarks")).to_contain_text("unofficial")
    # However many choices there are, one by key and the rest by the computer, her page goes on once she is asked.
    decide(page, session, page.locator(".desk-choices .order").first)
    for _choice in range(12):
        if services.run_of(session_at(session.pk)).asked("player"):
            break
        decide(page, session, page.get_by_role("button", name="Let the computer choose"))
    for one in (hers, phone):
        expect(one.locator("#prompt.open .order, #prompt.open select").first).to_be_attached(timeout=PATIENCE)
    for context in contexts:
        context.close()
