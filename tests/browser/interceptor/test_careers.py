"""Careers in a real browser with a real worker: a year by the bot, wounded and back, killed and the last page."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sorties.interceptor.records.models import SortieRecord
from tests.browser.conftest import each_screen, fits, fly_now, sign_in
from tests.shared.builders.careers import again, begun, begun_and_flown_to, fly, seed_for

pytestmark = pytest.mark.django_db(transaction=True)

LONG = 300_000


def let_the_bot_fly(page: Page, until: str) -> None:
    page.get_by_role("link", name="Fly on autopilot").click()
    page.get_by_label(until).check(force=True)
    with page.expect_navigation():
        page.get_by_role("button", name="Give these orders").click()
    expect(page.locator(".bot-at-work")).to_have_count(0, timeout=LONG)


def test_a_guest_is_asked_the_first_question_at_once(page: Page, house: str, screen: str) -> None:
    fly_now(page)
    page.goto("/careers/new/")
    page.get_by_label("Name of the pilot").fill("Traugott Quast")
    page.get_by_label("Unit and base").select_option("6")
    page.get_by_role("button", name="Fly", exact=True).click()
    expect(page.locator("#prompt .order").first).to_be_visible()
    page.goto("/careers/")
    page.get_by_role("link", name="Traugott Quast").click()
    page.get_by_role("link", name="Prepare him for his first sortie").click()
    page.get_by_role("checkbox", name="Reflexes").check()
    page.get_by_role("button", name="Pay and continue").click()
    expect(page.locator("#prompt.open")).to_be_visible()
    page.goto("/careers/")
    page.get_by_role("link", name="Traugott Quast").click()
    expect(page.locator("main")).to_contain_text("Reflexes")


def test_a_year_by_the_bot(page: Page, alice: Any, house: str, screen: str) -> None:
    career = begun(alice, seed_for(lambda one: one.alive and one.bombers > 10))
    sign_in(page, alice, house)
    page.goto(f"/careers/{career.pk}/")
    let_the_bot_fly(page, "To the end of the year")
    expect(page.get_by_text("The year is over")).to_be_visible()
    expect(page.locator("td.no")).to_have_count(92)
    assert SortieRecord.objects.filter(career=career).count() == 92
    expect(page.locator("td .met.down")).to_have_count(again(career).kills)
    assert fits(page)
    page.get_by_role("link", name="How it ended").click()
    expect(page.get_by_text("he is alive")).to_be_visible()


def test_shot_down_wounded_and_back(page: Page, alice: Any, house: str, screen: str) -> None:
    def lies_in_bed(run: Any) -> bool:
        one = run.state.careers[0]
        asked = next(iter(run.pending.values())).kind
        fell = bool(one.log) and one.log[-1].end == "shot-down"
        return asked == "dispersal.spend" and fell and any(away.cause == "hospital" for away in one.absences)

    career = begun_and_flown_to(alice, lies_in_bed)
    sign_in(page, alice, house)
    page.goto(f"/careers/{career.pk}/")
    expect(page.locator(".pill.hurt")).to_have_text("In hospital")
    expect(page.locator(".status")).to_contain_text("raids; he flies again on line")
    expect(page.locator("td.remarks").filter(has_text="shot down").last).to_contain_text("SW")
    page.get_by_role("link", name="Spend what he has won").click()
    page.get_by_role("button", name="Spend nothing").click()
    expect(page.locator("#prompt.open")).to_be_visible()
    fell = SortieRecord.objects.filter(career=career, kind="flown").count()
    page.goto(f"/careers/{career.pk}/")
    expect(page.get_by_text("not flown: hospital").first).to_be_attached()
    expect(page.locator(".pill.hurt")).to_have_count(0)
    let_the_bot_fly(page, "One sortie")
    assert SortieRecord.objects.filter(career=career, kind="flown").count() == fell + 1


def test_killed_and_the_last_page(page: Page, alice: Any, house: str, screen: str) -> None:
    career = begun(alice, seed_for(lambda one: one.death == "air" and one.bombers > 1))
    sign_in(page, alice, house)
    page.goto(f"/careers/{career.pk}/")
    let_the_bot_fly(page, "To the end of the year")
    page.get_by_role("link", name="How he died").click()
    last = SortieRecord.objects.filter(career=career).last()
    assert last is not None
    expect(page.locator("article")).to_contain_text(f"the raid on {last.target}")
    expect(page.locator("article")).to_contain_text("Killed in the air.")
    assert page.locator("article button").count() == 0
    assert fits(page)
    # It prints on one sheet.
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1


def test_axe_finds_nothing(page: Page, alice: Any, house: str, faults: Any) -> None:
    fresh = begun(alice)
    flown = fly(begun(alice, seed_for(lambda one: one.alive and one.bombers > 10)))
    fallen = fly(begun(alice, seed_for(lambda one: not one.alive and one.bombers > 1)))
    sign_in(page, alice, house)
    addresses = ["/careers/", "/careers/new/", f"/careers/{fresh.pk}/spending/", f"/careers/{fresh.pk}/bot/"]
    addresses += [f"/careers/{one.pk}/" for one in (fresh, flown, fallen)]
    addresses += [f"/careers/{flown.pk}/dice/", f"/careers/{flown.pk}/compare/?with={fallen.pk}"]
    addresses += [f"/careers/{flown.pk}/end/", f"/careers/{fallen.pk}/end/"]
    for address in addresses:
        for screen in each_screen(page, address):
            assert faults(page) == [], (address, screen)
            assert fits(page), (address, screen)
    # The sheet of a year: on a phone its two latest months are open, the others are a line each.
    for screen in each_screen(page, f"/careers/{flown.pk}/"):
        expect(page.locator(".log-month[open]")).to_have_count(2 if screen == "phone" else 12)
