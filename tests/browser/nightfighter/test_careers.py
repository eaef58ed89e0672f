"""A pilot's year of nights in a real browser with a real worker: chosen by its card, five nights, the log, the end."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.nightfighter.bots.hunter import hunter
from play.journal import store
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from sorties.nightfighter.records.models import NightCareer
from tests.browser.conftest import PATIENCE, fits, fly_now, settled, sign_in
from tests.faults.conftest import until
from tests.shared.builders.nights import begun, fly
from tests.shared.builders.tables import give as answered

pytestmark = pytest.mark.django_db(transaction=True)

NIGHTS, BY_HAND = 5, 8
"""Raids met, and orders of the first that are given by a click; the site's bot flies the rest."""
LIVES = 4
"""Dice of a year that meets so many raids, and shoots something down."""
DIES = 1
"""Dice of a year that ends within a month."""


def test_a_year_is_chosen_named_and_begun(page: Page, house: str, screen: str, faults: Any) -> None:
    fly_now(page)
    page.goto("/nights/new/")
    page.get_by_role("link", name="A seasoned pilot’s year").click()
    assert faults(page) == []
    page.get_by_label("Name of the pilot").fill("Konrad Thiele")
    page.get_by_role("button", name="Begin this year").click()
    page.locator("#prompt .order").first.click()
    expect(page.locator("#log")).to_contain_text("Week 1", timeout=PATIENCE)
    page.goto("/careers/")
    assert faults(page) == []
    page.get_by_role("link", name="Konrad Thiele").click()
    expect(page.get_by_role("heading", name="Duty log")).to_be_visible()
    expect(page.locator("td.no")).to_have_count(52)


def test_a_pilots_year_of_five_nights(page: Page, alice: Any, house: str, screen: str, faults: Any) -> None:
    career = fly(begun(alice, "seasoned", LIVES), lambda state: state.career.stage == "night", "hunter")
    sign_in(page, alice, house)
    page.goto(f"/tables/{career.session_id}/")
    for _order in range(BY_HAND):
        give(page, settled(career.session))
    # The page of the table would be drawn anew after each order of the bot.
    page.goto("about:blank")
    met = lambda state: sum(log.what == "fought" for log in state.career.log)  # noqa: E731
    career = fly(career, lambda state: met(state) >= NIGHTS and state.career.stage == "night", "hunter")
    page.goto(f"/nights/careers/{career.pk}/")
    assert faults(page) == [] and fits(page)
    assert page.locator(".night-raid").count() == career.raids.count() >= NIGHTS
    assert page.locator("td .met.down").count() == career.victims.count() > 0
    with page.expect_download() as sent:
        page.get_by_role("link", name="Weeks", exact=True).click()
    assert sent.value.suggested_filename.endswith("-nights.csv")
    page.get_by_role("link", name="Continue the night").click()
    expect(page.locator("#prompt")).to_be_visible(timeout=PATIENCE)
    over = fly(begun(alice, "seasoned", DIES), policy="hunter")
    page.goto(f"/nights/careers/{over.pk}/end/")
    assert faults(page) == []
    expect(page.get_by_role("heading", name=over.name)).to_be_visible()
    assert NightCareer.objects.get(pk=over.pk).over


SHEET = {
    **{"f.flew": True, "f.visibility": "good", "f.cloud": "none", "f.hits": "0"},
    **{f"f.landing.{n}": face for n, face in enumerate("23")},
    **{f"f.injury.{n}": "0" for n in range(4)},
    **{"f.fallen.0.type": "Stirling I / III", "f.fallen.0.count": "1"},
}


@pytest.mark.slow
def test_a_week_of_a_real_table_is_written_down_and_a_fault_stands_beside_its_field(
    page: Page, alice: Any, house: str, screen: str, faults: Any
) -> None:
    career = begun(alice, "seasoned", mode="tabletop")
    session = answered(career.session, "player", "Messerschmitt")
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/")
    page.locator('#prompt [name=draft][value="add:fallen"]').click()
    expect(page.locator('[name="f.fallen.0.type"]')).to_be_visible()
    for name, value in SHEET.items():
        put(page, name, value)
    put(page, "f.card", "99")
    writes = page.get_by_role("button", name="Write it down")
    writes.click()
    expect(page.locator('[name="f.card"]')).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#prompt")).to_contain_text("99 is no card")
    assert faults(page) == [] and fits(page)
    expect(page.locator('[name="f.fallen.0.count"]')).to_have_value("1")
    put(page, "f.card", "6H")
    writes.click()
    expect(page.locator("#log")).to_contain_text("Week 2")
    assert settled(session).status == "playing"
    page.goto(f"/nights/careers/{career.pk}/")
    expect(page.locator("td .met.down")).to_have_count(1)
    expect(page.get_by_role("link", name="Enter week 2")).to_be_visible()
    assert faults(page) == [] and fits(page)
    career.refresh_from_db()
    assert (career.source, career.kills, career.points) == ("tabletop", 9, 6)


def put(page: Page, name: str, value: Any) -> None:
    """Fill in a field of the form, of any type."""
    field = page.locator(f'[name="{name}"]')
    if value is True:
        field.check()
    elif field.evaluate("one => one.matches('select')"):
        field.select_option(value)
    else:
        field.fill(value)


def give(page: Page, session: Session) -> None:
    """Give one order on the page, as the site's bot would choose it."""
    run = services.run_of(session)
    (seat, key), decision = next(iter(run.pending.items()))
    token = store.token_of(key, store.questions_of(session)[seat, key])
    answer = hunter(run.pack, seat, 1).choose(decision, lambda: run.view(seat))
    asked = page.locator(f'#prompt form:has(input[name=token][value="{token}"])').first
    expect(asked).to_be_attached(timeout=PATIENCE)
    button = page.locator(f'#prompt button[name=answer][value="{answer}"]')
    before = session.version
    if button.count() and button.first.is_visible():
        button.first.click()
    else:
        # An order of the map has no visible button of its own: it is given as the map gives it.
        place = session.seat(seat)
        assert place is not None
        services.answer_give(session=session, seat=place, token=token, answer=answer)
    assert until(lambda: session_at(session.pk).version > before), "the order was not carried out"
