"""The sortie table in a real browser: each stage of a fight on a phone and on a desk, by day and by night."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from play.sessions.services import run_of
from tests.browser.conftest import each_screen, fits
from tests.shared.builders import careers
from tests.shared.builders.sorties import begun, flown_to, given
from tests.shared.factories import PlayerFactory
from tests.shared.sample_sizes import sample_size

pytestmark = pytest.mark.django_db(transaction=True)

STAGES: dict[str, Callable[[Any], bool]] = {
    "box": lambda decision: decision.kind == "box.order",
    "bombers": lambda decision: decision.kind == "bomber.round" and decision.question.reach == 1,
    "dogfight": lambda decision: decision.kind == "fighter.round" and decision.question.round > 0,
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
def test_axe_finds_nothing_and_nothing_overflows(page: Page, live_server: Any, faults: Any, stage: str) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES[stage])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    for screen in each_screen(page, f"/tables/{session.pk}/"):
        expect(page.locator("#prompt .order").first).to_be_visible()
        assert "[" not in page.locator("#prompt h2").first.inner_text()
        assert faults(page) == [], screen
        assert fits(page), screen


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
    closed = page.get_by_role("button", name="Rockets: This aircraft has none.")
    closed.focus()
    expect(closed).to_be_focused()
    expect(closed).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("group", name="Not possible now")).to_contain_text("Reflexes: fire first Not learned.")


def test_the_log_begins_under_the_exchange_and_that_right_under_the_board(page: Page, live_server: Any) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES["bombers"])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    # Between exchange and log there is no more than the folded odds.
    for above, below in (("#board", "#last-roll"), ("#last-roll", "#odds"), ("#odds", "#log")):
        bottom = f"document.querySelector('{above}').getBoundingClientRect().bottom"
        gap = page.evaluate(f"document.querySelector('{below}').getBoundingClientRect().top - {bottom}")
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
    last = page.locator(".ace-mat").bounding_box()
    prompt = page.locator("#prompt").bounding_box()
    assert last is not None
    assert prompt is not None
    assert last["y"] + last["height"] <= prompt["y"] + 1


SHOTS = sample_size("SHOTS_IN_SIGHT", 12, 30)
TABLES = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
WHOLLY_SEEN = """
selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).every(one => {
  const {top, bottom, left, right} = one.getBoundingClientRect();
  const on = [[left + 1, top + 1], [right - 1, bottom - 1]].map(([x, y]) => document.elementFromPoint(x, y));
  const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  return inside && on.every(found => found && (one.contains(found) || found.contains(one)));
})
"""
"""Script that says whether all elements of a selector are within the window and under nothing."""


def may_fire(decision: Any) -> bool:
    """Say whether it is a round against bombers in which he may fire."""
    return decision.kind == "bomber.round" and any(option.startswith("fire:") for option in decision.options)


def asked(session: Any) -> Any:
    """The question that is open."""
    (decision,) = run_of(session).pending.values()
    return decision


@pytest.mark.parametrize("table", TABLES)
def test_after_each_order_both_results_and_the_next_order_are_in_sight(
    page: Page, live_server: Any, table: str
) -> None:
    alice = PlayerFactory(display_name="Alice")
    page.set_viewport_size(TABLES[table])  # type: ignore[arg-type]
    session = flown_to(begun(alice), may_fire)
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    whim, exchanges = random.Random(7), 0
    for number in range(SHOTS):
        if not any(may_fire(decision) for decision in run_of(session).pending.values()):
            session = flown_to(begun(alice, seed=number + 2), may_fire, seed=number + 2)
        shots = [option for option in asked(session).options if option.startswith("fire:")]
        session = given(session, whim.choice(shots))
        page.goto(f"/tables/{session.pk}/")
        expect(page.locator("#last-roll .x-head")).to_be_visible()
        exchanges += page.locator("#last-roll .by-ours + .by-theirs").count()
        for told in ("#last-roll .x-head .lately", "#last-roll .sum-line", "#last-roll .mini-card > b"):
            assert page.evaluate(WHOLLY_SEEN, told), f"order {number}: {told}"
        if table == "desk":
            (bar,) = [one.bounding_box() for one in page.locator("header.bar").all()]
            assert bar is not None
            assert bar["height"] <= 52, "one head"
            assert page.evaluate(WHOLLY_SEEN, "#last-roll .fell > li"), f"order {number}"
            newest = page.locator("#log .log-line").first.bounding_box()
            assert newest is not None
            assert newest["y"] + 24 <= 900, f"order {number}"
        assert page.evaluate(WHOLLY_SEEN, "#prompt h2"), f"order {number}"
        order = page.locator("#prompt button:visible").first
        assert order.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight"), f"order {number}"
    assert exchanges >= SHOTS * 2 // 3


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


def test_the_way_on_after_a_sortie_leads_by_the_debriefing_to_what_it_buys(
    page: Page, live_server: Any, faults: Any, screen: str
) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES["between"])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    page.get_by_role("link", name="Read the debriefing").click()
    expect(page).to_have_url(re.compile(r"/careers/[-0-9a-f]+/debriefing/$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert faults(page) == []
    assert fits(page)
    page.get_by_role("link", name="Spend what he has won").click()
    expect(page).to_have_url(re.compile(r"/careers/[-0-9a-f]+/spending/$"))
    assert faults(page) == []
    # An item in the basket shows the points that it leaves, and can be removed again: nothing is paid yet.
    page.locator(".card input:enabled").first.check()
    expect(page.locator(".tokens li")).to_have_count(1)
    expect(page.locator(".purse .after:visible")).to_have_count(1)
    expect(page.get_by_role("button", name="Pay and continue")).to_be_visible()
    page.get_by_role("button", name="Clear selection").click()
    expect(page.locator(".tokens li")).to_have_count(0)
    expect(page.get_by_role("button", name="Pay and continue")).to_be_hidden()
    assert fits(page)


def test_the_replay_plays_by_itself_from_the_moment_of_its_address(page: Page, live_server: Any) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES["between"])
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/replay/?at=4")
    expect(page.locator("#replayed")).to_contain_text("4 of ")
    play = page.get_by_role("button", name="Play", exact=True)
    play.click()
    expect(page.locator("#replayed")).to_contain_text(re.compile(r"\b([5-9]|[1-9]\d) of "))
    expect(page).to_have_url(re.compile(r"at=([5-9]|[1-9]\d)"))
    if play.get_attribute("aria-pressed") == "true":
        play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    page.locator("[data-chapters]").select_option(index=0)
    expect(page.locator("#replayed")).to_contain_text("A raid on")


@pytest.mark.parametrize("table", TABLES)
def test_the_board_keeps_its_size_from_aircraft_to_aircraft(page: Page, live_server: Any, table: str) -> None:
    alice = PlayerFactory(display_name="Alice")
    page.set_viewport_size(TABLES[table])  # type: ignore[arg-type]
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    sizes = {}
    for model, unit in (("Fw190A-4", 6), ("Bf109G-4", 18), ("Bf110G-2", 20)):
        career = careers.begun(alice, unit=unit, aircraft=model, keeps_points=True)
        page.goto(f"/tables/{career.session_id}/")
        expect(page.locator("#board")).to_contain_text(model)
        sizes[model] = page.locator(".ace-board").evaluate("one => [one.offsetWidth, one.offsetHeight]")
    assert len({tuple(size) for size in sizes.values()}) == 1, sizes
