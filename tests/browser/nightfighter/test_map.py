"""Nightfighter on its map in a real browser: by key and by tap, a path as one order, the focus, the zoom."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.kernel.dice import commitment
from play.journal import store
from play.orders.models import Order
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from sorties.nightfighter.board.map_layer import ground
from tests.browser.conftest import PATIENCE, fits, settled, sign_in
from tests.browser.raids.test_plotting import set_table
from tests.shared.builders.careers import seed_bytes
from tests.shared.builders.tables import carried_out, give

pytestmark = pytest.mark.django_db(transaction=True)


def night(player: Any, mode: str, kind: str) -> Session:
    """A night on dice that are the same every time, up to the first question of a kind."""
    sitters = {"player": services.SeatAssignment(player=player)}
    setup = {"scenario": "4B", "mode": mode}
    session = services.session_open(owner=player, title="nightfighter", setup=setup, sitters=sitters)
    seed = seed_bytes(5)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    session = carried_out(session)
    while (decision := next(iter(services.run_of(session).pending.values()))).kind != kind:
        session = give(session, "player", decision.options[-1])
    return session


def test_a_path_is_laid_by_key_and_flown_as_one_order(
    page: Page, alice: Any, house: str, faults: Any, screen: str
) -> None:
    session = night(alice, "blind", "fighter.step")
    question = next(iter(services.run_of(session).pending.values())).question
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/?seat=player&zoom=2")
    page.locator(f"#hex-{question.hex}").focus()
    for _step in range(question.most - question.spent):
        page.keyboard.press("w")
    fly = page.get_by_role("button", name="Fly this path")
    expect(fly).not_to_have_attribute("aria-disabled", "true")
    # By buttons as by keys; and the last hex once more is the next way to arrive there.
    page.get_by_role("button", name="One hex back").click()
    page.get_by_role("button", name="Ahead left").click()
    laid = page.locator("[data-laid]")
    ended = laid.inner_text().split()
    page.locator(f"#hex-{ended[-2]}").click()
    turned = laid.inner_text().split()
    assert turned[:-1] == ended[:-1] and turned[-1] != ended[-1]
    expect(page.locator('#prompt .order[value="ahead"]')).to_be_hidden()
    assert faults(page) == [] and fits(page)
    fly.click()
    expect(page.locator("#hexmap-ways")).to_have_count(0, timeout=PATIENCE)
    assert store.resume(settled(session)).state.fighters[0].moved == question.most - question.spent
    assert Order.objects.filter(session=session).latest("pk").kind == "answers"
    expect(page.locator(".hexmap.zoom-2")).to_have_count(1)


def test_a_search_is_placed_by_tapping_and_the_map_is_walked_by_key(
    page: Page, alice: Any, house: str, faults: Any, screen: str
) -> None:
    session = night(alice, "blind", "radar.place")
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/")
    page.locator("#hex-0905").focus()
    for key in ("q", "d", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    assert page.locator("[role=gridcell]:focus").count() == 1
    page.locator("#hex-0905").click()
    expect(page.locator("#prompt [data-list]")).to_have_value("hex:0905")
    expect(page.locator("#prompt [data-list]")).to_be_hidden()
    expect(page.locator("[data-list-chosen]")).to_contain_text("0905")
    assert faults(page) == []
    asked = page.locator("#prompt h2").first.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt h2").first).not_to_have_text(asked, timeout=PATIENCE)
    assert store.resume(settled(session)).state.searches[0].hex == 905


@pytest.mark.parametrize("game", ["nightfighter", "bomber-command"])
def test_every_hex_lies_among_those_of_the_rules(page: Page, alice: Any, bob: Any, house: str, game: str) -> None:
    session = night(alice, "blind", "radar.place") if game == "nightfighter" else set_table(alice, bob)
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/")
    told = page.locator("[role=gridcell]").evaluate_all("all => all.map((one) => [one.id.slice(4), one.dataset.near])")
    run = services.run_of(session)
    if game == "nightfighter":
        grid = ground(run.pack, "night").grid
    else:
        grid = run.pack.boards[run.view("british").scenario].grid
    assert dict(told) == {hex_: " ".join(near or "-" for near in grid.neighbours(hex_)) for hex_ in grid}
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1
    assert page.locator('[role=gridcell][tabindex="-1"]').count() == len(told) - 1


def test_the_hexes_and_what_is_being_typed_stay_when_the_board_comes_anew(
    page: Page, alice: Any, house: str, screen: str
) -> None:
    session = night(alice, "solo", "radar.search")
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/")
    page.evaluate("document.getElementById('hex-0101').kept = true")
    page.locator("#note-place").fill("0905")
    page.locator("#note-text").fill("two of them")
    decision = next(iter(services.run_of(session).pending.values()))
    session = give(session, "player", decision.options[0])
    expect(page.locator("#shown")).to_have_value(str(session.version), timeout=PATIENCE)
    expect(page.locator("#note-text")).to_have_value("two of them")
    expect(page.locator("#note-text")).to_be_focused()
    expect(page.locator("#note-place")).to_have_value("0905")
    assert page.evaluate("document.getElementById('hex-0101').kept"), "a hex is written on, not drawn anew"
    cells = """all => all.map((one) => one.outerHTML.replace(/ tabindex="[^"]*"/, ""))"""
    said = page.locator("[role=gridcell]").evaluate_all(cells)
    page.keyboard.press("Enter")
    expect(page.locator("#hex-0905")).to_have_attribute("aria-label", re.compile("your note: two of them"))
    expect(page.locator("#note-text")).to_have_value("")
    page.goto(f"/tables/{session.pk}/")
    anew = page.locator("[role=gridcell]").evaluate_all(cells)
    assert [other for one, other in zip(said, anew, strict=True) if one != other and "your note" not in other] == []
