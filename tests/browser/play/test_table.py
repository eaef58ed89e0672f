"""A table in a real browser, with a real worker and a real ASGI server: clicks, keys, the other side, the replay."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from play.clocks.timing import HOUR
from play.journal import store
from play.secrecy import visibility
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.browser.conftest import each_screen, fits, sign_in
from tests.faults.conftest import until
from tests.shared.builders.tables import begun, give, planned
from tests.shared.builders.tables import play as play_on

pytestmark = pytest.mark.django_db(transaction=True)


def table(page: Page, session: Session) -> None:
    page.goto(f"/tables/{session.pk}/")
    expect(page.locator("#prompt")).to_be_visible()


def test_it_works(page: Page, alice: Any, house: str, screen: str) -> None:
    """Play from the list of games to the end of one, by clicks."""
    sign_in(page, alice, house)
    page.goto("/tables/new/strait/")
    page.get_by_label("Rounds").fill("1")
    page.get_by_label("the raider").select_option("me")
    page.get_by_label("the escort").select_option("bot:random")
    page.get_by_role("button", name="Create game").click()
    page.get_by_role("button", name="Start game").click()
    expect(page.get_by_role("heading", name="How do you share out your six boats?")).to_be_visible()
    page.get_by_label("Boats by lane, 1").fill("9")
    page.get_by_label("Boats by lane, 2").fill("0")
    page.get_by_label("Boats by lane, 3").fill("0")
    page.get_by_role("button", name="Give this order").click()
    expect(page.get_by_text("6 boats are to be shared out; these are 9.")).to_be_visible()
    expect(page.get_by_label("Boats by lane, 1")).to_have_value("9")
    expect(page.get_by_label("Boats by lane, 3")).to_be_focused()
    page.get_by_label("Boats by lane, 1").fill("6")
    page.get_by_role("button", name="Give this order").click()
    expect(page.get_by_role("heading", name="Which course do you steer?")).to_be_visible()
    over = page.locator("#prompt.over")
    for _ in range(12):
        page.locator("#prompt.open, #prompt.over").wait_for()
        if over.is_visible():
            break
        token = page.locator("#prompt input[name=token]").first.get_attribute("value")
        page.locator("#prompt .order:not([aria-disabled])").first.click()
        expect(page.locator(f'#prompt.open input[name=token][value="{token}"]')).to_have_count(0)
    expect(over).to_be_visible()
    assert fits(page)
    page.get_by_role("link", name="Check the dice").click()
    page.get_by_role("button", name="Check every roll").click()
    expect(page.locator(".verdict")).to_have_attribute("data-holds", "true")


def test_a_tampered_throw_is_found_by_the_browser(page: Page, alice: Any, house: str) -> None:
    session = play_on(begun(alice, rounds=2))
    entry = next(line for line in session.journal.all() if line.draws)
    stream, count, sides, face = entry.draws[0]
    entry.draws[0] = [stream, count, sides, face % sides + 1]
    entry.save()
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/dice/")
    page.get_by_role("button", name="Check every roll").click()
    expect(page.locator(".verdict")).to_have_attribute("data-holds", "false")


def test_number_keys_order_u_undoes_and_the_question_mark_explains(
    page: Page, alice: Any, house: str, bob: Any
) -> None:
    session = planned(begun(alice, bob))
    sign_in(page, alice, house)
    table(page, session)
    page.keyboard.press("1")
    expect(page.get_by_role("heading", name="You have nothing to decide now.")).to_be_visible()
    expect(page.get_by_text("This takes back: Steer north.")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_role("heading", name="Which course do you steer?")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    assert session_at(session.pk).journal.latest("seq").kind == "undo"


def test_a_line_of_the_log_opens(page: Page, alice: Any, house: str) -> None:
    session = play_on(begun(alice, rounds=3))
    sign_in(page, alice, house)
    table(page, session)
    page.locator("#log summary").last.click()
    expect(page.locator("#log details[open]")).to_contain_text("Board at this moment")


LINES = """(within) => [...within.querySelectorAll("#log ol > li")].map((line) => [line.id, line.className,
  line.dataset.line, ...[".when", "summary", ".rules"].map((part) => line.querySelector(part)?.textContent.trim())])"""
STAND = "[...document.querySelectorAll('#log .log-line')].filter((line) => line.stands).length"


def test_a_line_of_the_log_that_is_as_it_was_stays_and_all_are_those_of_the_whole_page(
    page: Page, alice: Any, house: str
) -> None:
    session = play_on(planned(begun(alice, bot=True, rounds=200)), 30)
    sign_in(page, alice, house)
    table(page, session)
    page.locator("#log summary").nth(6).click()
    expect(page.locator("#log details[open]")).to_contain_text("Board at this moment")
    page.evaluate("document.querySelectorAll('#log .log-line').forEach((line) => { line.stands = true; })")
    lines = stand = page.locator("#log .log-line").count()
    for number in range(8):
        shown = page.locator("#shown").input_value()
        page.locator("#prompt .order:not([aria-disabled])").first.click()
        expect(page.locator("#shown")).not_to_have_value(shown)
        whole = page.request.get(f"{house}/tables/{session.pk}/").text()
        there = f"(text) => ({LINES})(new DOMParser().parseFromString(text, 'text/html'))"
        assert page.evaluate(f"({LINES})(document)") == page.evaluate(there, whole)
        before, stand = stand, page.evaluate(STAND)
        assert stand <= before
        if not number:
            assert 6 < stand < lines
            expect(page.locator("#log details[open]")).to_contain_text("Board at this moment")


def test_what_the_other_side_does_arrives_without_a_reload(
    page: Page, alice: Any, house: str, bob: Any, browser: Any
) -> None:
    session = planned(begun(alice, bob))
    other = browser.new_context()
    sign_in(page, alice, house)
    table(page, session)
    theirs = other.new_page()
    sign_in(theirs, bob, house)
    theirs.goto(f"{house}/tables/{session.pk}/")
    page.get_by_role("button", name="Steer north").click()
    expect(page.get_by_role("heading", name="You have nothing to decide now.")).to_be_visible()
    theirs.get_by_role("button", name="Steer south").click()
    expect(page.get_by_text("The raider steers north, the escort south.").first).to_be_visible()
    expect(page.get_by_role("heading", name="How are the sails to be trimmed?")).to_be_visible()
    other.close()


def test_a_stale_page_is_told_so_and_brought_up_to_date(page: Page, alice: Any, house: str) -> None:
    session = planned(begun(alice))
    sign_in(page, alice, house)
    page.route("**/live/**", lambda route: route.abort())
    page.route("**/version/**", lambda route: route.abort())
    page.goto(f"/tables/{session.pk}/?seat=raider")
    second = page.context.new_page()
    second.goto(f"/tables/{session.pk}/?seat=raider")
    second.get_by_role("button", name="Steer north").click()
    expect(second.get_by_role("heading", name="You have nothing to decide now.")).to_be_visible()
    page.get_by_role("button", name="Steer south").click()
    expect(page.get_by_text("answered this question already")).to_be_visible()
    expect(page.get_by_role("heading", name="You have nothing to decide now.")).to_be_visible()
    assert session_at(session.pk).journal.latest("seq").answer == "north"


def test_without_a_live_stream_the_page_asks(page: Page, alice: Any, house: str, bob: Any) -> None:
    from play.sessions import services
    from tests.shared.builders.tables import token

    session = planned(begun(alice, bob))
    sign_in(page, alice, house)
    page.route("**/live/**", lambda route: route.fulfill(status=204))
    table(page, session)
    page.get_by_role("button", name="Steer north").click()
    expect(page.get_by_role("heading", name="You have nothing to decide now.")).to_be_visible()
    session = session_at(session.pk)
    services.answer_give(session=session, seat=session.seat("escort"), token=token(session, "escort"), answer="south")
    expect(page.get_by_role("heading", name="How are the sails to be trimmed?")).to_be_visible()


def test_a_page_that_was_refused_a_stream_has_one_as_soon_as_there_is_room(page: Page, alice: Any, house: str) -> None:
    session = planned(begun(alice))
    sign_in(page, alice, house)
    page.route("**/live/**", lambda route: route.fulfill(status=204))
    page.clock.install()
    with page.expect_response("**/live/**"):
        table(page, session)
    page.unroute("**/live/**")
    with page.expect_request("**/live/**"):
        for _round in range(30):
            with page.expect_response("**/version/**"):
                page.clock.run_for(2000)


def test_the_computer_can_be_called_on_a_page_that_was_open_when_the_time_ran_out(
    page: Page, alice: Any, house: str, bob: Any
) -> None:
    session = give(planned(begun(alice, bob)), "raider", "north")

    def runs_out(seconds: float) -> None:
        pace = session_at(session.pk).pace
        pace.hours, now = 24, visibility.now()
        pace.clocks = {"escort": {"since": now, "due": now + seconds}}
        pace.save()

    runs_out(HOUR)
    sign_in(page, alice, house)
    page.clock.install()
    table(page, session)
    expect(page.locator(".clocks")).to_contain_text("Time until")
    called = page.get_by_role("button", name="Let the computer answer, as agreed")
    expect(called).to_have_count(0)
    runs_out(-1)
    page.clock.fast_forward(1000 * (int(HOUR) + 5))
    expect(called).to_be_visible()
    called.click()
    assert until(lambda: session_at(session.pk).pace.overruns("escort") == 1)


def test_the_replay_goes_by_slider_and_by_steps(page: Page, alice: Any, house: str) -> None:
    session = play_on(begun(alice, rounds=2))
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/replay/")
    page.get_by_label("Event").fill("5")
    known = session.told.exclude(to="|escort|").count()
    expect(page.locator("#replayed")).to_contain_text(f"5 of {known}")
    for number in range(6, known + 1):
        with page.expect_navigation():
            page.get_by_role("link", name="Later").click()
        expect(page.locator("#replayed")).to_contain_text(f"{number} of {known}")
    for number in range(known - 1, 4, -1):
        with page.expect_navigation():  # which waits for the script that hears the next stroke
            page.keyboard.press("ArrowLeft")
        expect(page.locator("#replayed")).to_contain_text(f"{number} of {known}")
    page.get_by_role("button", name="What if?").click()
    expect(page.get_by_text("It does not count for standings.").first).to_be_visible()
    assert until(lambda: Session.objects.get(sandbox_of=session).status == "playing")


def test_axe_finds_nothing(page: Page, alice: Any, house: str, bob: Any, faults: Any) -> None:
    running, over = play_on(planned(begun(alice, bob)), 9), play_on(begun(alice, rounds=2))
    sign_in(page, alice, house)
    addresses = ["/tables/", "/tables/new/strait/", "/tables/import/", f"/tables/{running.pk}/", f"/tables/{over.pk}/"]
    addresses += [f"/tables/{over.pk}/replay/?at=6", f"/tables/{over.pk}/dice/"]
    for address in addresses:
        for screen in each_screen(page, address):
            assert faults(page) == [], (address, screen)
            assert fits(page), (address, screen)


def test_nothing_secret_is_in_the_page(page: Page, alice: Any, house: str, bob: Any) -> None:
    session = play_on(planned(begun(alice, bob)), 6)
    hidden = [row.data for row in session.told.filter(to="|escort|")]
    assert hidden
    sign_in(page, alice, house)
    table(page, session)
    assert bytes(session.seed).hex() not in page.content()
    assert store.resume(session).digest() not in page.content()
