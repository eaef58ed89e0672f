"""The exercise of the week in a real browser: an answer first, then the field and the rollouts; phone and desk, axe."""

import datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from play.exercises.selection import exercise_choose
from play.models import GameReview
from tests.browser.interceptor.test_sortie import sign_in
from tests.browser.play.test_odds_panel import PICTURES
from tests.shared.builders.sorties import begun, flown_to, given
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_exercise_is_answered_and_then_solved(
    page: Page, live_server: Any, faults: Any, screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not PICTURES:
        monkeypatch.setattr("engine.interceptor.analysis.prospects.SortieProspects.budget", lambda self, decision: 40)
    alice, bob = PlayerFactory(display_name="Alice"), PlayerFactory(display_name="Bob")
    session = given(flown_to(begun(alice), lambda decision: decision.kind == "box.order"), "go-home")
    place = session.journal.filter(kind="answer", answer="go-home").get().seq
    dear = {"place": place, "taken": "go-home", "preferred": "search", "gap": -0.9, "error": 0.2}
    fields = {"seat": "pilot", "player": alice, "state": "done", "told": {"dearest": [dear]}, "offered": True}
    GameReview.objects.create(session=session, **fields)
    assert exercise_choose(datetime.date(2026, 11, 16)) is not None
    sign_in(page, bob, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto("/exercise/")
    expect(page.get_by_role("heading", name="Simulated results")).to_have_count(0)
    assert faults(page) == []
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/exercise-asked-{screen}.png", full_page=True)
    page.get_by_role("button", name="Search the box").click()
    expect(page.get_by_role("heading", name="Simulated results")).to_be_visible()
    expect(page.locator(".exercise-field .mine")).to_contain_text("Search the box")
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/exercise-{screen}.png", full_page=True)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
