"""A night in a browser: its map is panned late in it, and axe finds no fault with any page."""

from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from play.clocks.terms import Terms
from play.journal import store
from play.orders import execute
from play.orders.models import Order, OrderKind
from play.sessions import services
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at
from raids.plans.services import plan_save
from tests.browser.conftest import SCREENS, assert_quiet_while_panned, fits, sign_in
from tests.shared.builders.tables import carried_out, give

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
TURNS = 16
LANGUAGES = {"phone": "pl", "desk": "en-gb"}
AT_ONCE = 60


def bots_play(session: Session, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], turn: int) -> Session:
    """Let bots play some seats until a turn, or until somebody else is asked."""
    with monkeypatch.context() as swift:
        swift.setattr(execute, "BOT_SECONDS", 600.0)
        swift.setattr(execute, "BOT_ANSWERS", AT_ONCE)
        Seat.objects.filter(session=session, name__in=seats).update(policy="weak")
        made = -1
        while session.status == "playing" and made < session.entries_made:
            if store.resume(session).state.turn > turn:
                break
            made = session.entries_made
            order = Order.objects.create(session=session, kind=OrderKind.GO_ON, token=uuid4().hex)
            execute.execute_order(order.pk)
            session = session_at(session.pk)
        Seat.objects.filter(session=session).update(policy="")
    return session_at(session.pk)


def late_night(alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch, turn: int = TURNS) -> Session:
    """A night with so many turns behind it, in which the German is asked; or one that is over."""
    monkeypatch.setattr("play.utils.tokens.new_seed", lambda: bytes([3]) * 32)
    sitters = {"british": services.SeatAssignment(player=bob), "german": services.SeatAssignment(player=alice)}
    session = services.session_open(owner=alice, title="bomber-command", setup={"scenario": "berlin"}, sitters=sitters)
    for player in (alice, bob):
        services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    session = bots_play(carried_out(session), monkeypatch, ("british", "german"), turn)
    return bots_play(session, monkeypatch, ("british",), 99)


def test_panning_over_the_map_of_a_late_night_sets_nothing_to_work(
    page: Page, alice: Any, bob: Any, house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = late_night(alice, bob, monkeypatch)
    assert store.resume(session).state.turn > TURNS
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/?zoom=3")
    expect(page.locator(".raid-board .sighting").first).to_be_attached()
    assert_quiet_while_panned(page)


def test_axe_finds_no_fault_with_any_page_of_a_night(
    page: Page, alice: Any, bob: Any, house: str, faults: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check by day and by night; on the phone in Polish, on the desk in English."""
    over = late_night(alice, bob, monkeypatch, turn=99)
    assert over.status == "over"
    sitters = {"british": services.SeatAssignment(player=alice), "german": services.SeatAssignment(player=bob)}
    timed = services.session_open(
        owner=alice, title="bomber-command", setup={}, sitters=sitters, time_control=Terms(hours=48, leave=7)
    )
    for player in (alice, bob):
        services.session_begin(session=session_at(timed.pk), player=player, nonce="a nonce")
    timed = carried_out(timed)
    while (decision := next(iter(services.run_of(timed).pending.values()))).kind != "raids.plot":
        timed = give(timed, decision.actor, decision.options[0])
    plan = plan_save(owner=alice, name="Feint", scenario="berlin", plot={"raids": []})
    sign_in(page, alice, house)
    addresses = {
        f"/raids/new/?plan={plan.pk}": "#order-plan p",
        "/raids/routes/": "main h1",
        f"/tables/{timed.pk}/": ".plot .plot-given",
        f"/raids/tables/{over.pk}/debriefing/": "main h1",
        f"/tables/{over.pk}/replay/lanes/?at=60": ".night-clock",
    }
    for screen, language in LANGUAGES.items():
        page.set_viewport_size(SCREENS[screen])  # type: ignore[arg-type]
        alice.language = language
        alice.save()
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": house}])
        for address, shows in addresses.items():
            page.goto(address)
            expect(page.locator(shows).first).to_be_visible()
            assert page.evaluate("document.documentElement.lang") == language
            found = faults(page)
            assert found == [], (address, screen, found)
            assert fits(page), (address, screen)


def test_a_rule_of_the_order_opens_when_the_one_that_it_needs_is_ticked(page: Page, alice: Any, house: str) -> None:
    sign_in(page, alice, house)
    page.goto("/raids/new/")
    needy = page.get_by_label("Variable north")
    expect(needy).to_have_attribute("aria-disabled", "true")
    needy.focus()
    page.keyboard.press("Space")
    expect(needy).not_to_be_checked()
    page.get_by_label("Approach by direction").check()
    expect(needy).not_to_have_attribute("aria-disabled", "true")
    needy.check()
    expect(page.locator("#order-sum")).to_contain_text("Variable north")
    expect(needy).to_be_checked()
    page.get_by_label("Approach by direction").uncheck()
    expect(page.locator("#order-sum")).not_to_contain_text("Variable north")
    expect(needy).to_have_attribute("aria-disabled", "true")
