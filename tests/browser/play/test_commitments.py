"""The first click, as a browser sees it: the hash beside the button, a number made in it or typed, then the dice."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from play.sessions.models import Session

pytestmark = pytest.mark.django_db(transaction=True)


def table_of(page: Page) -> Session:
    page.wait_for_url("**/tables/**")
    return Session.objects.get()


def test_the_browser_makes_the_number_and_one_click_flies(page: Page, screen: str, house: str, faults) -> None:
    page.goto("/")
    page.get_by_text("The dice are sealed").click()
    number = page.get_by_label("Your number").input_value()
    shown = page.locator(".pledge .long").inner_text()
    assert len(number) == 32 and faults(page) == []
    page.get_by_role("button", name="Start an interception").click()
    session = table_of(page)
    assert (session.commitment, set(session.nonces.values())) == (shown, {number})
    expect(page.locator("#prompt.open")).to_be_visible()
    page.goto(reverse("table_dice", args=[session.pk]))
    expect(page.get_by_text(shown)).to_be_visible()
    expect(page.get_by_text(number)).to_be_visible()


def test_without_script_a_number_is_typed_beside_the_button(new_context, screen: str, house: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/")
    page.get_by_role("button", name="Fly now").click()
    assert not Session.objects.exists(), "the browser asks for the number first"
    page.get_by_label("Your own number for the dice").fill("17 March")
    page.get_by_role("button", name="Fly now").click()
    session = table_of(page)
    assert set(session.nonces.values()) == {"17 March"}
    assert session.orders.filter(kind="begin").exists()
