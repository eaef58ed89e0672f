"""The odds panel in a real browser: bars come by themselves, axe finds nothing, o opens it, an order puts it away."""

import os
import random
import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from engine.bomber_command.analysis import prospects as raids
from engine.bomber_command.analysis.review import RAID_REVIEW
from engine.interceptor.analysis.review import REVIEW
from play.models import OddsJob
from play.odds import worker
from play.odds.services import STALLED_SECONDS, odds_set
from play.reviews import worker as looking_back
from play.reviews.services import review_start
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.tasks import look_back, reckon
from tests.browser.conftest import each_screen, fits
from tests.browser.interceptor.test_sortie import STAGES, sign_in
from tests.play.reviews import test_nightfighter as under_umpire
from tests.play.reviews.test_bomber_command import FEWER
from tests.raids.board.test_map import answer_to, asked, night
from tests.raids.records import test_projection as nights
from tests.shared.builders import careers
from tests.shared.builders.sorties import begun, flown_to, given
from tests.shared.factories import PlayerFactory
from tests.sorties.nightfighter.board.test_generic_page import night as night_for

pytestmark = pytest.mark.django_db(transaction=True)
PICTURES = os.environ.get("PICTURES", "")
"""A folder for pictures of the panel, for a reader to look at."""


@pytest.fixture(autouse=True)
def reckoned_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue is the sending process itself."""
    if not PICTURES:
        monkeypatch.setattr("engine.interceptor.analysis.prospects.SortieProspects.budget", lambda self, decision: 200)
    monkeypatch.setattr(reckon, "apply_async", lambda args, **_how: worker.compute_odds(*args))


def at_table(page: Page, live_server: Any, stage: str, when: str) -> Session:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), STAGES[stage])
    if when != "off":
        odds_set(session=session, seat=session.table[0], when=when)
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    return session


@pytest.mark.parametrize("stage", ["box", "bombers"])
def test_bars_come_by_themselves_and_axe_finds_nothing(
    page: Page, live_server: Any, faults: Any, screen: str, stage: str
) -> None:
    at_table(page, live_server, stage, "before")
    expect(page.locator("#odds tbody tr").first).to_be_visible()
    expect(page.locator("#odds")).not_to_have_class(re.compile(r"\brunning\b"))
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/odds-{stage}-{screen}.png", full_page=screen == "phone")
    assert faults(page) == []
    assert fits(page)


def test_of_many_orders_those_flown_have_bars_and_the_others_open_as_a_list(
    page: Page, live_server: Any, faults: Any, screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not PICTURES:
        monkeypatch.setattr(raids.RaidProspects, "budget", lambda self, decision: 30)
    session, players = night()
    whims = random.Random(6)
    while (question := asked(session)).actor != "german" or len(question.options) < 40:
        session = given(session, answer_to(question, whims))
    Session.objects.filter(pk=session.pk).update(odds="before")
    sign_in(page, players["german"], live_server.url.replace("127.0.0.1", "localhost"))
    page.goto(f"/tables/{session.pk}/")
    expect(page.locator("#odds tbody tr").first).to_be_visible()
    expect(page.locator("#odds")).not_to_have_class(re.compile(r"\brunning\b"))
    count = len(question.options)
    flown = page.locator("#odds tbody tr").count()
    assert 4 <= flown < count
    expect(page.locator(".odds-some")).to_contain_text(f"{flown} of {count} orders")
    left = page.locator(".odds-left")
    expect(left.locator("li").first).to_be_hidden()
    left.locator("summary").click()
    expect(left.locator("li")).to_have_count(count - flown)
    expect(left.locator("li").first).to_be_visible()
    if PICTURES:
        page.locator("#odds").screenshot(path=f"{PICTURES}/odds-many-{screen}.png")
    assert faults(page) == []
    assert fits(page)


def test_the_key_opens_it_and_its_switch_turns_it_on(page: Page, live_server: Any) -> None:
    session = at_table(page, live_server, "box", "off")
    expect(page.locator("#prompt .order").first).to_be_visible()
    page.keyboard.press("o")
    page.get_by_role("button", name="before it").click()
    expect(page.locator("#odds tbody tr").first).to_be_visible()
    assert Session.objects.get(pk=session.pk).aided and OddsJob.objects.get().state == "done"


def test_odds_that_nobody_reckons_end_with_a_sentence_and_a_button_that_asks_anew(
    page: Page, live_server: Any, faults: Any, screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def expired(**_how: Any) -> None:
        OddsJob.objects.update(asked=F("asked") - timedelta(seconds=STALLED_SECONDS + 1))

    monkeypatch.setattr(reckon, "apply_async", expired)
    at_table(page, live_server, "box", "before")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    assert faults(page) == []
    assert fits(page)
    monkeypatch.setattr(reckon, "apply_async", lambda args, **_how: worker.compute_odds(*args))
    again.click()
    expect(page.locator("#odds tbody tr").first).to_be_visible()
    expect(again).to_have_count(0)


def shown_in_full(page: Page, live_server: Any, player: Any, session: Any, faults: Any, picture: str) -> None:
    """Open the review as the player, by day and by night: no fault on any screen, and nothing is wider than it."""
    sign_in(page, player, live_server.url.replace("127.0.0.1", "localhost"))
    for screen in each_screen(page, f"/tables/{session.pk}/review/"):
        expect(page.locator(".lost-chart")).to_be_visible()
        if PICTURES:
            for shade in ("light", "dark"):
                page.emulate_media(color_scheme=shade)  # type: ignore[arg-type]
                page.screenshot(path=f"{PICTURES}/{picture}-{screen}-{shade}.png", full_page=True)
        assert faults(page) == [], screen
        assert fits(page), screen


def test_a_look_back_is_read_on_a_phone_and_on_a_desk(
    page: Page, live_server: Any, faults: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = PlayerFactory(display_name="Alice")
    career = careers.fly(careers.begun(alice, seed=3), policy="careless")
    session = session_at(career.session_id)
    if not PICTURES:
        for name, value in (("years", 1), ("first_rollouts", 4), ("node_rollouts", 2), ("most_rollouts", 64)):
            monkeypatch.setattr(REVIEW, name, value)
    monkeypatch.setattr(look_back, "apply_async", lambda **_how: None)
    look = review_start(session=session, seat=session.table[0], player=alice)
    done: int | None = 0
    while done is not None:
        done = looking_back.compute_share(look.pk, done)
    shown_in_full(page, live_server, alice, session, faults, "analysis")


def test_a_night_is_looked_back_on_below_nothing_too(
    page: Page, live_server: Any, faults: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = nights.flown(nights.begun(alice))
    if not PICTURES:
        for name, value in (("most_rollouts", 2), ("node_rollouts", 1)):
            monkeypatch.setattr(RAID_REVIEW, name, value)
        for part, fewer in FEWER.items():
            monkeypatch.setattr(RAID_REVIEW, part, msgspec.structs.replace(getattr(RAID_REVIEW, part), **fewer))
    monkeypatch.setattr(look_back, "apply_async", lambda **_how: None)
    look = review_start(session=session, seat=session.seat("british"), player=alice)
    done: int | None = 0
    while done is not None:
        done = looking_back.compute_share(look.pk, done)
    shown_in_full(page, live_server, alice, session, faults, "raid-analysis")


def test_a_night_under_an_umpire_is_looked_back_on(
    page: Page, live_server: Any, faults: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not PICTURES:
        under_umpire.fewer(monkeypatch)
    monkeypatch.setattr(look_back, "apply_async", lambda **_how: None)
    session, people = night_for("player", scenario="4B")
    alice = people["player"].player
    session = under_umpire.over(session)
    under_umpire.reckoned(session, alice)
    shown_in_full(page, live_server, alice, session, faults, "night-analysis")
