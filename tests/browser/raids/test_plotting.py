"""A night of Bomber Command by two people, at a phone and at a desk: the plot drawn on the map, then by turns."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, Page, expect

from engine.bomber_command.bots.policies import POLICIES
from engine.kernel.dice import commitment
from play import tasks
from play.bots import substitute
from play.journal import store
from play.orders import execute
from play.orders.models import Order
from play.sessions import services
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at
from raids.models import IntendedPlan
from raids.plans.services import plan_save
from tests.browser.conftest import PATIENCE, SCREENS, fits, settled, sign_in
from tests.shared.builders.careers import seed_bytes
from tests.shared.builders.tables import carried_out
from tests.shared.builders.tables import give as answered

pytestmark = pytest.mark.django_db(transaction=True)

BY_HAND = 12
"""Orders given by a click once the night has begun; the rest is lent to bots."""


@pytest.fixture
def their_page(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A second person's screen, a desk."""
    context = browser.new_context(**browser_context_args | {"viewport": SCREENS["desk"]})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def test_two_people_play_a_night(
    page: Page,
    their_page: Page,
    alice: Any,
    bob: Any,
    house: str,
    faults: Any,
) -> None:
    page.set_viewport_size(SCREENS["phone"])
    session = set_table(alice, bob)
    pages = {"british": page, "german": their_page}
    for player, one in ((alice, page), (bob, their_page)):
        sign_in(one, player, house)
        one.goto(f"/tables/{session.pk}/")
    target = store.resume(session_at(session.pk)).state.targets[0]
    plot_a_raid(page)
    assert faults(page) == [] and fits(page)
    page.get_by_role("button", name="Seal the plan").click()
    expect(their_page.get_by_text("The British player has plotted his raids.").first).to_be_visible(timeout=PATIENCE)
    assert_hidden(their_page, session, target)
    for _order in range(BY_HAND):
        give(session, pages)
    expect(their_page.locator("#log")).to_contain_text("scrambles over", timeout=PATIENCE)
    assert faults(their_page) == []
    assert_hidden(their_page, session, target)
    lend_the_rest(session)
    # A player whose seat was given away gets no more events: he comes back to the table.
    their_page.reload()
    for one in pages.values():
        expect(one.locator("#prompt.over")).to_contain_text("net", timeout=PATIENCE)
    their_page.goto(f"/tables/{session.pk}/dice/")
    their_page.get_by_role("button", name="Check every roll").click()
    expect(their_page.locator(".verdict")).to_have_attribute("data-holds", "true", timeout=PATIENCE)


def set_table(alice: Any, bob: Any) -> Session:
    """A table at which the plot is asked for, on dice that are the same every time."""
    sitters = {"british": services.SeatAssignment(player=alice), "german": services.SeatAssignment(player=bob)}
    session = services.session_open(owner=alice, title="bomber-command", setup={}, sitters=sitters)
    seed = seed_bytes(3)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    for player in (alice, bob):
        services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    session = carried_out(session)
    for zone in ("England", "1.JD", "2.JD", "3.JD", "4.JD"):
        session = answered(session, "british", f"zone:{zone}")
    return session


def plot_a_raid(page: Page) -> None:
    """Draw the Main Force on the map, the entry by a tap and each leg by key, until nothing is left to draw."""
    page.get_by_role("button", name="Main Force").click()
    lit = page.locator(".hexmap .reached")
    expect(lit).to_have_count(6, timeout=PATIENCE)
    page.locator("#hex-D6").click()
    for _leg in range(12):
        expect(page.locator("[data-says]")).not_to_have_text("Choose an entry hex.", timeout=PATIENCE)
        drawn = page.locator("[data-legs] li").count()
        goal = page.locator(".hexmap .arrives")
        if not (goal if goal.count() else lit).count():
            break
        (goal if goal.count() else lit).first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-legs] li")).to_have_count(drawn + 1, timeout=PATIENCE)
    expect(page.locator("[data-says]")).to_have_text("The route is complete.")
    page.locator("[data-clock]").press("ArrowRight")
    expect(page.locator(".plots .head")).to_have_count(1)


def give(session: Session, pages: dict[str, Page]) -> None:
    """Give one order that is wanted, on the page of whom it is wanted from, as a bot would choose it."""
    session = settled(session)
    run = services.run_of(session)
    (seat, key), decision = next(iter(run.pending.items()))
    token = store.token_of(key, store.questions_of(session)[seat, key])
    asked = pages[seat].locator(f'#prompt.open form:has(input[name=token][value="{token}"])')
    expect(asked).to_have_count(1, timeout=PATIENCE)
    answer = POLICIES["weak"](run.pack, seat, 1).choose(decision, lambda: run.view(seat))
    button = asked.locator(f'button:is([name=answer], [name=answers])[value="{answer}"]')
    if button.count():
        button.click()
    elif asked.locator("[data-many]").count():
        take_in_one_go(asked, [answer])
    else:
        asked.locator("select[name=answer]").select_option(answer)
        asked.locator("button.main").click()
    expect(asked).to_have_count(0, timeout=PATIENCE)


def take_in_one_go(asked: Any, answers: list[str]) -> None:
    """Choose orders of several units, and give them together."""
    for answer in answers:
        tick = asked.locator(f'input[name=answers][value="{answer}"]')
        if tick.count():
            tick.check()
        else:
            asked.locator(f'select:has(option[value="{answer}"])').select_option(answer)
    asked.locator("[data-gives]").click()


def test_the_plan_for_which_a_night_was_set_lies_on_the_table_until_it_is_taken_off(
    page: Page, alice: Any, bob: Any, house: str
) -> None:
    session = set_table(alice, bob)
    raid = {"letter": "A", "kind": "main", "target": "berlin", "entry": "D6"}
    plan = plan_save(owner=alice, name="Feint", scenario="berlin", plot={"raids": [raid]})
    IntendedPlan.objects.create(session=session, plan=plan)
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/")
    expect(page.locator("[data-raids] li")).to_have_count(1)
    page.get_by_role("button", name="Remove this raid").click()
    expect(page.locator("[data-raids] li")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-given]")).to_contain_text("Main Force")
    expect(page.locator("[data-raids] li")).to_have_count(0)


def test_the_german_moves_his_units_on_the_map_and_gives_all_orders_at_once(
    page: Page, alice: Any, bob: Any, house: str, faults: Any, screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Up to there this process alone carries orders out, so that no beat is waited for.
    with monkeypatch.context() as alone:
        alone.setattr(tasks.carry_out, "apply_async", lambda *args, **kwargs: None)
        session = fighters_are_up(alice, bob)
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/")
    state = store.resume(session).state
    up = [unit for unit in state.units if unit.place == "air" and not unit.scrambled][:2]
    for unit in up:
        page.locator(f"#hex-{unit.hex}").focus()
        # Of several in one hex each Enter takes up the next.
        for _turn in range(6):
            page.keyboard.press("Enter")
            if page.locator(f'tr.taken[data-row="{unit.id}"]').count():
                break
        expect(page.locator(".hexmap .reached").first).to_be_attached()
        page.locator(".hexmap .reached").first.focus()
        page.keyboard.press("Enter")
    expect(page.locator("[data-counts]")).to_contain_text(str(len(up)))
    assert faults(page) == [] and fits(page)
    page.locator("[data-gives]").click()
    # The British player may hold the first of them up: the rest of the orders is stored, and named.
    expect(page.locator("#prompt .left")).to_contain_text("One order was not carried out.", timeout=PATIENCE)
    last = Order.objects.filter(session=session).latest("pk")
    assert last.status == "done" and last.kind == "answers"
    assert {answer.split(":")[1] for _key, answer in last.answer} == {unit.id for unit in up}


def fighters_are_up(player: Any, other: Any) -> Session:
    """A night of Downfall at which units in the air are to be moved."""
    sitters = {"british": services.SeatAssignment(player=other), "german": services.SeatAssignment(player=player)}
    setup = {"scenario": "downfall"}
    session = services.session_open(owner=player, title="bomber-command", setup=setup, sitters=sitters)
    seed = seed_bytes(3)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    for one in (player, other):
        services.session_begin(session=session_at(session.pk), player=one, nonce="a nonce")
    session, thrown = carried_out(session), Random(5)
    while True:
        run = services.run_of(session)
        decision = next(iter(run.pending.values()))
        up = [unit for unit in run.state.units if unit.place == "air"]
        if decision.kind == "fighters.move" and sum(not unit.scrambled for unit in up) > 1:
            return session
        goes = decision.kind == "scramble" and len(up) < 6
        plot = decision.form and to_builtins(decision.form.example(lambda sides: thrown.randint(1, sides)))
        session = answered(session, decision.actor, plot or decision.options[goes])


def lend_the_rest(session: Session) -> None:
    """Let bots play both seats to the end."""
    Seat.objects.filter(session=session, name="german").update(policy="weak")
    while (session := session_at(session.pk)).status == "playing":
        loan = substitute.Substitution("weak", {}, "night", False)
        order = substitute.substitute_order(session=session, seat=session.seat("british"), substitution=loan)
        if order is not None:
            execute.execute_order(order.pk)


def assert_hidden(page: Page, session: Session, target: str) -> None:
    """The page names no part of the plot, and what it lets one fetch not even the target."""
    fetched = [page.request.get(f"/tables/{session.pk}/{name}/").text() for name in ("export", "dice", "replay")]
    exported = json.loads(fetched[0])
    assert exported["complete"] is False
    exported.pop("charts")  # every city is there, whichever is the target
    fetched[0] = json.dumps(exported)
    for text in (page.content(), *fetched):
        assert "The plot:" not in text and "target_at" not in text and "target_vps" not in text
    assert all(target not in text.lower() for text in fetched)
