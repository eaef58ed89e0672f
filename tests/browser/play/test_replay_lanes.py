"""The replay of a night in a browser: by key, by turn, playing by itself, at its own address."""

import os
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from play.orders import execute
from play.orders.models import Order, OrderKind
from play.sessions import services
from play.sessions.models import Seat, Session
from tests.browser.conftest import PATIENCE, fits, sign_in
from tests.shared.builders.tables import carried_out

pytestmark = pytest.mark.django_db(transaction=True)


def night_over(alice: Any) -> Session:
    """A night that a bot has flown in Alice's seat."""
    sitters = {"player": services.SeatAssignment(player=alice)}
    setup = {"scenario": "4B"}
    session = services.session_open(owner=alice, title="nightfighter", setup=setup, sitters=sitters)
    services.session_begin(session=session, player=alice, nonce="a nonce")
    session = carried_out(session)
    while session.status != "over":
        Seat.objects.filter(session=session).update(policy="hunter")
        order = Order.objects.create(session=session, kind=OrderKind.GO_ON, token=f"on {session.entries_made}")
        execute.execute_order(order.pk)
        Seat.objects.filter(session=session).update(policy="")
        session = services.selectors.session_at(session.pk)
    return session


def test_a_film_is_stepped_played_and_linked_to(page: Page, alice: Any, house: str, screen: str, faults: Any) -> None:
    session = night_over(alice)
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/replay/lanes/?at=40")
    film = page.locator("#film")
    expect(film).to_have_attribute("data-at", "40")
    found = faults(page)
    assert found == [], found
    assert fits(page)
    if folder := os.environ.get("SHOTS"):
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=f"{folder}/night-film-{'phone' if screen == 'phone' else 'desktop'}.png")
        return
    page.keyboard.press("ArrowRight")
    expect(film).to_have_attribute("data-at", "41")
    expect(page).to_have_url(re.compile(r"at=41"))
    said = page.locator("[data-film-said]")
    expect(said).to_have_text(re.compile(r"\w"))
    page.get_by_label("Speed").select_option("500")
    page.get_by_role("button", name="Play").click()
    # It plays on while one looks.
    expect(film).to_have_attribute("data-at", re.compile(r"^(4[4-9]|[5-9]\d|\d{3,})$"), timeout=PATIENCE)
    page.get_by_role("button", name="Pause").click()
    expect(film.locator(".film-lines .now")).to_be_visible()
    page.get_by_label("Divider between").fill("80")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.film-lanes')).getPropertyValue('--cut')").strip()
        == "80%"
    )
    page.keyboard.press("]")
    page.get_by_label("Second lane").select_option("none")
    expect(film.locator(".film-lane")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"beside=none"))
    page.reload()
    expect(film.locator(".film-lane")).to_have_count(1)
