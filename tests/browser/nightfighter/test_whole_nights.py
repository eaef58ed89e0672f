"""Whole nights in a real browser to the end, each by mouse, by keyboard alone, and on a phone by thumb (`by_hand`)."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.kernel.dice import commitment
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.schema import standard_pack
from play.orders.models import Order, OrderKind
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from sorties.nightfighter.board.context import hexes_of
from tests.browser.by_hand import ByHand, give_by_service, token_asked, verb_of
from tests.browser.conftest import PATIENCE, SCREENS, assert_quiet_while_panned, fits, sign_in
from tests.shared.builders.careers import seed_bytes
from tests.shared.builders.tables import carried_out
from tests.shared.site import until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
MOST_ORDERS = 140
STROKES = {"left": "a", "ahead": "w", "right": "d"}
CHANGED = """token => {
  const prompt = document.querySelector("#prompt");
  if (prompt.classList.contains("over")) return true;
  return prompt.classList.contains("open") && prompt.querySelector("[name=token]").value !== token;
}"""
TOWARD = """hex => {
  const goal = document.getElementById(`hex-${hex}`);
  if (document.activeElement === goal) return null;
  const [from, to] = [document.activeElement, goal].map((cell) => cell.getBoundingClientRect());
  const [right, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "ArrowRight" : "ArrowLeft";
  return down > 0 ? "ArrowDown" : "ArrowUp";
}"""


class Hands(Protocol):
    """A player's screen, and his device for orders."""

    screen: str

    def press(self, button: Locator) -> None:
        """Press a button, or follow a link."""

    def give(self, page: Page, view: Any, answer: str, path: list[str]) -> None:
        """Give an order where it belongs, or a path as one order."""


class Pointer:
    """A mouse or a thumb: hexes are chosen on the map, and buttons give what was chosen."""

    def __init__(self, screen: str, press: Callable[[Locator], None]) -> None:
        self.screen, self.press = screen, press

    def give(self, page: Page, view: Any, answer: str, path: list[str]) -> None:
        """Give an order by its hex; what has none, by its button."""
        hexes = hexes_of(view)(answer)
        if path:
            reach = page.evaluate("JSON.parse(document.getElementById('hexmap-ways').textContent)")
            place = reach["start"]
            for step in path:
                place = dict(reach["steps"].get(place, [])).get(step, place)
            self.press(page.locator(f"#hex-{place.split('/')[0]}"))
            return self.press(page.locator("[data-hexmap-path] button[name=answers_json]:not([aria-disabled])"))
        if not hexes:
            return self.press(order_of(page, answer))
        cell = page.locator(f"#hex-{hexes[0]}")
        self.press(cell)
        if answer.startswith("hex:") and page.locator("#prompt [data-list]").count():
            return self.press(page.locator("#prompt button.main").first)
        sheet = page.locator("dialog.hexmap-orders[open]")
        if sheet.count():
            here = json.loads(cell.get_attribute("data-orders") or "[]")
            self.press(sheet.locator(".orders button").nth(here.index(answer)))
        expect(page.locator("#prompt .order.chosen")).to_have_attribute("value", answer)
        return self.press(page.locator("#prompt .order.chosen"))


class Keys:
    """A keyboard, and nothing else."""

    screen = "desk"

    def press(self, button: Locator) -> None:
        """Press Tab until it has the focus, and press Enter."""
        self.tab_to(button.page, button.element_handle())
        button.page.keyboard.press("Enter")

    def give(self, page: Page, view: Any, answer: str, path: list[str]) -> None:
        """Give a path by its strokes, an order by its digit, a hex by walking there over the map."""
        if path:
            for step in path:
                page.keyboard.press(STROKES[step])
            expect(page.locator("[data-hexmap-path] button[name=answers_json]:not([aria-disabled])")).to_be_visible()
            return page.keyboard.press("f")
        if answer.startswith("hex:") and page.locator("#prompt [data-list]").count():
            self.tab_to(page, page.locator('[role=gridcell][tabindex="0"]').element_handle())
            while key := page.evaluate(TOWARD, answer.removeprefix("hex:")):
                page.keyboard.press(key)
            page.keyboard.press("Enter")
            expect(page.locator("#prompt button.main").first).to_be_focused()
            return page.keyboard.press("Enter")
        order = order_of(page, answer)
        key = order.get_attribute("data-key")
        return page.keyboard.press(key) if key else self.press(order)

    def tab_to(self, page: Page, goal: Any) -> None:
        """Press Tab until something has the focus."""
        while not page.evaluate("goal => document.activeElement === goal", goal):
            page.keyboard.press("Tab")


def order_of(page: Page, answer: str) -> Locator:
    """Find the button of an order, wherever it is drawn."""
    return page.locator(f'#prompt button.order[value="{answer}"]').first


HANDS: dict[str, Hands] = {
    "mouse": Pointer("desk", Locator.click),
    "keys": Keys(),
    "thumb": Pointer("phone", Locator.tap),
}


def night(player: Any, scenario: str, mode: str, seed: int, umpire: Any = None) -> Session:
    """A night on dice that are the same every time."""
    sitters = {"player": services.SeatAssignment(player=player)}
    setup = {"scenario": scenario, "mode": mode}
    if umpire is not None:
        sitters["umpire"], setup["umpire"] = services.SeatAssignment(player=umpire), "person"
    session = services.session_open(owner=player, title="nightfighter", setup=setup, sitters=sitters)
    key = seed_bytes(seed)
    Session.objects.filter(pk=session.pk).update(seed=key, commitment=commitment(key))
    for one in filter(None, (player, umpire)):
        services.session_begin(session=session_at(session.pk), player=one, nonce="a nonce")
    return carried_out(session)


def fly(page: Page, session: Session, hands: Hands) -> dict[str, int]:
    """Fly a night to its end as the site's bot would, by hand where `ByHand` asks; count the kinds of question."""
    pilot, asked, by_hand = hunter(standard_pack("standard"), "player", 1), dict[str, int](), ByHand()
    for _order in range(MOST_ORDERS):
        session = session_at(session.pk)
        run = services.run_of(session)
        if not run.pending:
            break
        (seat, key), decision = next(iter(run.pending.items()))
        answer = pilot.choose(decision, lambda run=run: run.view("player"))
        asked[decision.kind] = asked.get(decision.kind, 0) + 1
        flies = decision.kind == "fighter.step" and answer in STROKES
        if not by_hand.takes(decision.kind, "" if flies else verb_of(answer)):
            give_by_service(session, seat, key, answer)
            continue
        path = [answer, *pilot.plans.pop(decision.question.fighter, [])] if flies else []
        token = token_asked(session, seat, key)
        expect(page.locator(f'#prompt.open [name=token][value="{token}"]').first).to_be_attached()
        assert page.locator("#prompt.open h2").count(), "a question stands on the page"
        hands.give(page, run.view("player"), answer, [step for step in path if step in STROKES])
        page.wait_for_function(CHANGED, arg=token, timeout=PATIENCE)
    expect(page.locator("#prompt.over h2")).to_contain_text("The night is over")
    assert session_at(session.pk).status == "over"
    return asked


def has_gone_on(session: Session) -> bool:
    """Wait until a table has gone on from where it was read."""
    return until(lambda: session_at(session.pk).entries_made > session.entries_made)


@pytest.fixture(params=HANDS)
def hands(request: pytest.FixtureRequest) -> Hands:
    """Each of the ways in which a night can be flown."""
    return HANDS[request.param]


@pytest.fixture
def cockpit(hands: Hands, browser: Any, browser_context_args: Any, alice: Any, house: str) -> Iterator[Page]:
    """Alice's screen, as those hands have it."""
    touched = {"viewport": SCREENS[hands.screen], "has_touch": hands.screen == "phone"}
    context = browser.new_context(**browser_context_args | touched)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    sign_in(page, alice, house)
    yield page
    context.close()


def test_scenario_1_is_flown_from_its_card(cockpit: Page, alice: Any, hands: Hands) -> None:
    cockpit.goto("/nights/new/?how=computer&scenario=1")
    hands.press(cockpit.get_by_role("button", name="Fly this night"))
    cockpit.wait_for_url("**/tables/*/**")
    session = Session.objects.get(owner=alice)
    expect(cockpit.locator("#prompt.open h2")).to_be_visible()
    asked = fly(cockpit, session, hands)
    assert asked["fighter.step"] and fits(cockpit)
    assert Order.objects.filter(session=session, kind=OrderKind.ANSWERS).exists(), "a path is one order"


@pytest.mark.parametrize(("mode", "seed", "searched"), [("solo", 6, "radar.search"), ("blind", 4, "radar.place")])
def test_4b_is_flown_alone_and_against_the_computer_umpire(
    cockpit: Page, alice: Any, hands: Hands, mode: str, seed: int, searched: str, faults: Any
) -> None:
    session = night(alice, "4B", mode, seed)
    cockpit.goto(f"/tables/{session.pk}/")
    asked = fly(cockpit, session, hands)
    assert asked["fighter.step"] and asked[searched] and fits(cockpit)
    # With keys one looks at what one has with a mouse.
    assert isinstance(hands, Keys) or faults(cockpit) == []


def test_a_night_of_ones_own_is_built_exported_taken_in_and_flown(
    page: Page, alice: Any, house: str, faults: Any, tmp_path: Any
) -> None:
    sign_in(page, alice, house)
    page.goto("/nights/new/")
    page.get_by_role("link", name="New scenario").click()
    expect(page.locator('[name="title"]')).to_be_visible()
    assert page.locator("textarea").count() == 0
    fields = {"title": "One over Kiel", "date": "1943-08", "entry.singles": "1, 2", "victory.win.kills": "3"}
    for name, value in fields.items():
        page.locator(f'[name="{name}"]').fill(value)
    page.locator('[name="setup.beacon"]').check()
    page.locator('[name="solo.supported"]').check()
    for name, type_, count in (("attackers", "Halifax II", "2"), ("defenders", "Me110G-4", "1")):
        page.locator(f'[name="{name}.0.type"]').select_option(type_)
        page.locator(f'[name="{name}.0.count"]').fill(count)
    keep = page.get_by_role("button", name="Check and save")
    keep.click()
    wrong = page.locator('[name="victory.win.kills"]')
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(page.locator('[id="victory.win.kills-fault"]')).to_be_visible()
    assert faults(page) == []
    wrong.fill("1")
    keep.click()
    expect(page.get_by_role("status")).to_contain_text("The check found no problem")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Export").click()
    taken.value.save_as(tmp_path / "kiel.yaml")
    page.get_by_role("button", name="Delete this scenario").click()
    page.get_by_label("Or import a file").set_input_files(tmp_path / "kiel.yaml")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator('[name="title"]')).to_have_value("One over Kiel")
    page.get_by_role("link", name="Fly this night").click()
    page.get_by_role("button", name="Fly this night").click()
    page.wait_for_url("**/tables/*/**")
    session = Session.objects.get(owner=alice)
    assert "Halifax II" in session.setup["own"]
    expect(page.locator("#prompt.open h2")).to_be_visible(timeout=PATIENCE)
    fly(page, session, HANDS["mouse"])


def test_a_person_umpires_a_night_to_its_end_in_three_browsers(
    page: Page, browser: Any, browser_context_args: dict[str, Any], alice: Any, bob: Any, house: str
) -> None:
    """Alice flies on a desk and a phone, Bob umpires: his desk offers exactly the engine's options."""
    session = night(alice, "4B", "blind", 3, umpire=bob)
    contexts = [browser.new_context(**browser_context_args | {"viewport": SCREENS[size]}) for size in ("desk", "phone")]
    hers, phone = (context.new_page() for context in contexts)
    for one, player in ((page, bob), (hers, alice), (phone, alice)):
        one.set_default_timeout(PATIENCE)
        sign_in(one, player, house)
        one.goto(f"/tables/{session.pk}/")
    pilot, chosen, by_hand = hunter(standard_pack("standard"), "player", 1), set[str](), ByHand()
    for _order in range(MOST_ORDERS):
        session = session_at(session.pk)
        run = services.run_of(session)
        if not run.pending:
            break
        (seat, key), decision = next(iter(run.pending.items()))
        flown = seat == "player"
        answer = pilot.choose(decision, lambda run=run: run.view("player")) if flown else decision.options[0]
        flies = decision.kind == "fighter.step" and answer in STROKES
        if not by_hand.takes(seat, decision.kind, "" if flies else verb_of(answer)):
            give_by_service(session, seat, key, answer)
            continue
        asked = token_asked(session, seat, key)
        prompt = (page if seat == "umpire" else hers).locator(f'#prompt.open:has(input[name=token][value="{asked}"])')
        expect(prompt).to_have_count(1)
        if seat == "umpire":
            offered = prompt.locator(".desk-choices .order")
            assert offered.evaluate_all("all => all.map((one) => one.value)") == list(decision.options)
            chosen.add(decision.kind)
            offered.first.click()
        else:
            path = [answer, *pilot.plans.pop(decision.question.fighter, [])] if flies else []
            view = run.view("player")
            HANDS["mouse"].give(hers, view, answer, [step for step in path if step in STROKES])
        assert has_gone_on(session)
    assert len(chosen) > 3 and not Order.objects.filter(session=session).exclude(status="done").exists()
    for one in (page, hers, phone):
        expect(one.locator("#prompt.over h2")).to_contain_text("The night is over")
    for context in contexts:
        context.close()


def test_panning_over_the_map_sets_nothing_to_work_and_keeps_the_focus(page: Page, alice: Any, house: str) -> None:
    """Panning starts no work and keeps the focus. `bench play.pan_frame_ms` measures the length of the frames."""
    session = night(alice, "4B", "solo", 6)
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/?zoom=3")
    assert_quiet_while_panned(page)
