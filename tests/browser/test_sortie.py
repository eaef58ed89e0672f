"""The sortie table in a real browser: each stage of a fight on a phone and on a desk, by day and by night."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.factories import PlayerFactory
from tests.sorties import begun, flown_to

pytestmark = pytest.mark.django_db(transaction=True)

STAGES: dict[str, Callable[[Any], bool]] = {
    "box": lambda decision: decision.kind == "box.order",
    "bombers": lambda decision: decision.kind == "bomber.round" and decision.facts["reach"] == 1,
    "dogfight": lambda decision: decision.kind == "fighter.round" and decision.facts["round"] > 0,
    "between": lambda decision: decision.kind == "dispersal.spend",
}
MOVES = """
window.moves = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.moves += 1; return animate.apply(this, how); };
"""
"""Counts what has begun to move, for it may be over when the test looks."""
DEFENDS = "tight-turn"
"""A manoeuvre that betters the position for certain."""


def sign_in(page: Page, player: Any, address: str) -> None:
    client = Client()
    client.force_login(player)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])


@pytest.mark.parametrize("stage", STAGES)
def test_axe_finds_nothing_and_nothing_overflows(
    page: Page, live_server: Any, faults: Any, screen: str, stage: str
) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES[stage])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    expect(page.locator("#prompt .order").first).to_be_visible()
    assert "[" not in page.locator("#prompt h2").first.inner_text()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_order_under_the_hand_aims_on_the_board(page: Page, live_server: Any) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES["bombers"])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    page.get_by_role("button", name="Fire at the starboard wing").hover()
    for sign in ("use", "path"):
        expect(page.locator(f".on-desk .aimed {sign}.at-starboard-wing")).to_be_visible()
        expect(page.locator(f".on-desk .aimed {sign}.at-port-wing")).to_be_hidden()


def test_a_closed_order_is_in_reach_and_says_why(page: Page, live_server: Any) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES["bombers"])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    closed = page.get_by_role("button", name="Rockets: None are fitted.")
    closed.focus()
    expect(closed).to_be_focused()
    expect(closed).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("group", name="Closed now")).to_contain_text("Reflexes: fire first Not learned.")


def test_the_log_begins_right_under_the_board(page: Page, live_server: Any) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES["bombers"])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    bottom, top = "document.querySelector('#board').getBoundingClientRect().bottom", "#log"
    gap = page.evaluate(f"document.querySelector('{top}').getBoundingClientRect().top - {bottom}")
    assert 0 <= gap <= 24
    ledger = page.locator("#prompt .both-sides").first.bounding_box()
    assert ledger is not None
    assert ledger["y"] + ledger["height"] < 1000
    page.set_viewport_size({"width": 390, "height": 844})
    prompt = page.locator("#prompt").bounding_box()
    assert prompt is not None
    assert prompt["height"] <= 423
    assert abs(prompt["y"] + prompt["height"] - 844) <= 1
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator("#last-roll > .small").bounding_box()
    prompt = page.locator("#prompt").bounding_box()
    assert last is not None
    assert prompt is not None
    assert last["y"] + last["height"] <= prompt["y"] + 1


def test_the_dial_shows_what_a_turn_would_do_and_what_the_last_round_did(page: Page, live_server: Any) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(
        begun(alice), lambda decision: decision.kind == "fighter.round" and DEFENDS in decision.options, seed=2
    )
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    dial = page.locator(".on-desk .dial")
    here = int(dial.get_attribute("data-here") or "")
    assert dial.locator("[data-shifted]").get_attribute("d") is None
    turn = page.get_by_role("button", name="Tight turn")
    gains = int(re.findall(r"(\d) positions? gained", turn.inner_text())[0])
    turn.hover()
    expect(dial.locator(".previewed")).to_have_attribute("data-stop", str(here + gains))
    page.locator("#prompt h2").first.hover()
    expect(dial.locator(".previewed")).to_have_count(0)
    page.add_init_script(MOVES)
    # As if the round before had ended elsewhere.
    page.evaluate(
        "place => sessionStorage.setItem(`sortie ${location.pathname}`, JSON.stringify({place, dial: [572, 120]}))",
        str(here + 1),
    )
    page.reload()
    assert dial.locator("[data-shifted]").get_attribute("d")
    assert page.evaluate("moves") == 1
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(
        "place => sessionStorage.setItem(`sortie ${location.pathname}`, JSON.stringify({place, dial: [644, 168]}))",
        str(here + 1),
    )
    page.reload()
    assert page.evaluate("moves") == 0


def test_the_way_on_after_a_sortie_stands_above_the_orders(page: Page, live_server: Any) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES["between"])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    page.get_by_role("link", name="Spend what he has won").click()
    expect(page).to_have_url(re.compile(r"/careers/[-0-9a-f]+/dispersal/$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
