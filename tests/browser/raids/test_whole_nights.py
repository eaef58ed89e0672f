"""Whole nights over Germany in a browser: by two people, at one screen, by keys alone against a bot (`by_hand`)."""

import json
import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.bomber_command.bots.policies import POLICIES
from engine.kernel.dice import commitment
from play.journal import store
from play.pages.hexmap import SIZE
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from raids.auto_orders.card_windows import windows_for
from tests.browser.by_hand import MOST, ByHand, give_by_service, token_asked, verb_of
from tests.browser.conftest import PATIENCE, SCREENS, settled, sign_in
from tests.browser.raids.test_plotting import plot_a_raid
from tests.shared.builders.careers import seed_bytes
from tests.shared.builders.tables import carried_out
from tests.shared.builders.tables import give as answered

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
MOST_ORDERS = 400
CALM = 8
"""Of so many chances to send up or to move one unit more, one is taken: a night is long enough."""
Give = Callable[[Page, str, Any, Any], None]


@pytest.fixture
def their_page(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A second person's screen."""
    context = browser.new_context(**browser_context_args | {"viewport": SCREENS["desk"]})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def night(scenario: str, **sitters: services.SeatAssignment) -> Session:
    """A night at which the plot is asked for, or which a bot has plotted; quiet windows are passed."""
    people = list({sitter.player for sitter in sitters.values() if sitter.player})
    session = services.session_open(
        owner=people[0], title="bomber-command", setup={"scenario": scenario}, sitters=sitters
    )
    seed = seed_bytes(3)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    for player in people:
        services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    session = carried_out(session)
    for seat in session.table:
        seat.standing_orders = {"pass": windows_for(session, seat.name)} if not seat.policy else {}
        seat.save(update_fields=["standing_orders"])
    while (decision := next(iter(services.run_of(session).pending.values()))).kind == "weather.order":
        session = answered(session, decision.actor, decision.options[0])
    return session


def fly(session: Session, page_of: Callable[[str, str], Page], give: Give, calm: int = CALM, most: int = MOST) -> int:
    """Fly a night to its verdict, by hand on the page of whom it is wanted from what `ByHand` takes; count orders."""
    charts = store.pack_of(session)
    bots = {seat: POLICIES["weak"](charts, seat, 1) for seat in ("british", "german")}
    whim, given, last, by_hand = Random(7), 0, "british", ByHand(most)
    while (session := settled(session)).status == "playing" and given < MOST_ORDERS:
        run = services.run_of(session)
        mine = [one for one in run.pending.items() if not session.seat(one[0][0]).policy]
        if not mine:
            carried_out(session)
            continue
        # Where both are asked at once, whoever is at the screen answers first.
        (seat, key), decision = min(mine, key=lambda one, last=last: one[0][0] != last)
        last = seat
        token = token_asked(session, seat, key)
        answer = bots[seat].choose(decision, lambda run=run, seat=seat: run.view(seat))
        if "done" in decision.options and whim.randrange(calm):
            answer = "done"
        given += 1
        if not by_hand.takes(seat, decision.kind, verb_of(answer)):
            give_by_service(session, seat, key, answer)
            continue
        page = page_of(seat, token)
        form = page.locator(f'#prompt.open form:has(input[name=token][value="{token}"])')
        expect(form).to_have_count(1, timeout=PATIENCE)
        give(page, answer, form, decision)
        expect(form).to_have_count(0, timeout=PATIENCE)
    return given


def by_mouse(page: Page, answer: str, form: Any, decision: Any) -> None:
    """Press an order, choose it from a list, or tick it and give it."""
    button = form.locator(f'button:is([name=answer], [name=answers])[value="{answer}"]')
    tick = form.locator(f'input[name=answers][value="{answer}"]')
    if button.count():
        button.first.click()
    elif tick.count():
        tick.check()
        form.locator("[data-gives]").click()
    else:
        chosen = form.locator(f'select:has(option[value="{answer}"])')
        chosen.select_option(answer)
        form.locator("[data-gives], button.main").first.click()


def tab_to(page: Page, asked: str) -> None:
    """Go by the tabulator alone to what is asked."""
    for _step in range(400):
        if page.evaluate("asked => document.activeElement?.matches(asked) ?? false", asked):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no tab stop at {asked}")


def by_keyboard(page: Page, answer: str, form: Any, decision: Any) -> None:
    """Give an order by keys alone."""
    button = f'#prompt button:is([name=answer], [name=answers])[value="{answer}"]'
    if page.locator(button).count():
        key = page.locator(button).first.get_attribute("data-key")
        if key:
            return page.keyboard.press(key)
        tab_to(page, button)
        return page.keyboard.press("Enter")
    tick = f'#prompt input[name=answers][value="{answer}"]'
    if page.locator(tick).count():
        tab_to(page, tick)
        page.keyboard.press("Space")
        tab_to(page, "#prompt [data-gives]")
        return page.keyboard.press("Enter")
    tab_to(page, f'#prompt select:has(option[value="{answer}"])')
    values = page.evaluate("[...document.activeElement.options].map((one) => one.value)")
    at = page.evaluate("document.activeElement.selectedIndex")
    for _step in range(values.index(answer) - at):
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == answer
    tab_to(page, "#prompt :is([data-gives], button.main)")
    return page.keyboard.press("Enter")


def test_two_people_play_a_berlin_night_to_its_verdict_and_the_german_gets_nothing_secret(
    page: Page, their_page: Page, alice: Any, bob: Any, house: str
) -> None:
    page.set_viewport_size(SCREENS["phone"])
    received: list[str] = []
    their_page.on("response", lambda answer: received.append(read(answer)))
    session = night("berlin", british=services.SeatAssignment(player=alice), german=services.SeatAssignment(player=bob))
    pages = {"british": page, "german": their_page}
    for player, one in ((alice, page), (bob, their_page)):
        sign_in(one, player, house)
        one.goto(f"/tables/{session.pk}/")
    plot_a_raid(page)
    page.get_by_role("button", name="Seal the plan").click()
    expect(their_page.get_by_text("The British player has plotted his raids.").first).to_be_visible(timeout=PATIENCE)
    # Enough by hand that the answers to these alone are more than is looked for below.
    given = fly(session, lambda seat, token: pages[seat], by_mouse, most=max(MOST, 5))
    session = session_at(session.pk)
    assert session.status == "over" and given > 40
    for one in pages.values():
        expect(one.locator("#prompt.over")).to_contain_text("net", timeout=PATIENCE)
    assert_nothing_secret(session, received)
    page.get_by_role("link", name="The morning after").first.click()
    expect(page.locator("h1")).to_contain_text(re.compile("victory|drawn", re.IGNORECASE))


def read(answer: Any) -> str:
    """Return the body of a text answer. An open stream has none to read."""
    kind = answer.headers.get("content-type", "")
    if answer.status != 200 or not kind.startswith(("text/html", "application/json")):
        return ""
    try:
        return str(answer.text())
    except Exception:  # a page that has gone has no body any more
        return ""


def assert_nothing_secret(session: Session, received: list[str]) -> None:
    """Assert that the German's browser received no plot, no raid route and no British hand card before the end."""
    told = list(session.told.order_by("number"))
    secret = [row for row in told if row.to == "|british|"]
    assert any(row.kind == "raid.moved" for row in secret) and any(row.kind == "raids.plotted" for row in secret)
    played = {row.data["card"] for row in told if row.kind == "card.played" and row.data["seat"] == "british"}
    words = store.words_of(session)
    said = {str(words.event(store.as_event(row.session, row))) for row in secret}
    hands = {row.data["title"] for row in secret if row.kind == "card.drawn" and row.data["card"] not in played}
    kept = {row.data["card"] for row in secret if row.kind == "card.drawn"} - shown_cards(told)
    running = [text for text in received if text and "The night is over" not in text]
    assert len(running) > 40 and sum("raid-over" in text for text in running) > 10
    for text in running:
        assert not [sentence for sentence in said if sentence in text]
        assert '<g class="route' not in text and "data-plot " not in text
        assert not [title for title in hands if f"<h3>{title}</h3>" in text]
        assert not [card for card in kept if re.search(rf"\b{card}\b", text)]
    assert_no_unseen_hex(session, running)
    unseen, (x, y) = a_hidden_hex(session)
    for leak in (
        f'Turn 1. <g class="raid-plate" transform="translate({x} {y})">',
        f'Turn 1. <g role="gridcell" id="hex-{unseen}" tabindex="-1" aria-label="{unseen}, sea; a raid"',
        f'Turn 1. <g data-news="{escape(json.dumps({"told": [[{"aria-label": "%s, sea; a raid"}, unseen]]}))}">',
        f"Turn 1. <p>Something flies over {unseen}.</p>",
    ):
        with pytest.raises(AssertionError, match=unseen):
            assert_no_unseen_hex(session, [leak])


def a_hidden_hex(session: Session) -> tuple[str, tuple[str, str]]:
    """Return a hex of the Main Force's way with nothing else in it, and where a counter would lie there."""
    board = store.pack_of(session).boards[session.setup["scenario"]]
    way = next(raid.route for raid in services.run_of(session).state.raids if raid.kind == "main")
    hex_ = next(hex_ for hex_ in way[2:] if hex_ not in {*board.cities_in, *(row.hex for row in board.units.values())})
    x, y = board.grid.centre(hex_, SIZE)
    return hex_, (f"{x + 9:.1f}", f"{y - 7:.1f}")


def shown_cards(told: Any) -> set[str]:
    """Return the cards that everybody has seen."""
    shown = [row.data for row in told if row.kind in ("card.played", "card.discarded", "card.cancelled")]
    return {card for data in shown for card in (data.get("card"), *data.get("cards", ()), *data.get("by", ()))}


HEX = re.compile(r"\b[A-Z]\d{1,2}\b")
CELL = re.compile(r'<g role="gridcell" id="hex-(\w+)"[^>]*aria-label="([^"]*)"')
NEWS = re.compile(r'data-news="([^"]*)"')
OF_RAIDS = re.compile(r"[;,.] (a raid|a stream|a track|fought|raid [A-Z]\b|found here)")
PLATE = re.compile(
    r'class="(sighting \w+|track-plate|stream-plate|raid-plate|fire \w+)" transform="translate\(([^)]*)\)"'
)
BESIDE = {"sighting": (-12, 9), "track-plate": (-9, -7), "stream-plate": (-9, -7), "raid-plate": (9, -7)}
"""How far from its hex's centre each plate of the map lies."""
OWN_MOVES = re.compile(r"<(form|script|svg)\b.*?</\1>", re.DOTALL)
ORDER = re.compile(r'value="(infiltrate|resolve|stray|show):([^"]+)"')


def cells_in(text: str) -> list[tuple[str, str]]:
    """Return the hexes of a page with their sentences, and those of a fragment that has only what is new of them."""
    told = [one for news in NEWS.findall(text) for one in json.loads(unescape(news))["told"]]
    return CELL.findall(text) + [(hex_, one.get("aria-label", "")) for one, hexes in told for hex_ in hexes.split()]


def hexes_in(data: Any) -> set[str]:
    """Return every hex that the sent data names."""
    return set(HEX.findall(json.dumps(data)))


def assert_no_unseen_hex(session: Session, running: list[str]) -> None:
    """Assert, hex by hex, that a page shows only positions and routes of raids that its seat has received."""
    state, board = services.run_of(session).state, store.pack_of(session).boards[session.setup["scenario"]]
    ways = {hex_ for raid in state.raids for hex_ in raid.route}
    ground = set(board.cities_in) | {row.hex for row in board.units.values()}
    centres = {}
    for hex_ in board.grid:
        x, y = board.grid.centre(hex_, SIZE)
        for plate, (right, down) in {**BESIDE, "fire": (0, 0)}.items():
            centres[plate, f"{x + right:.1f} {y + down:.1f}"] = hex_
    opened: dict[int, set[str]] = {0: set()}
    turn = 0
    for row in session.told.order_by("number"):
        if row.kind == "turn.begins":
            turn = row.data["turn"]
            opened[turn] = set(opened[max(opened)])
        if not row.to or "|german|" in row.to:
            opened[turn] |= hexes_in(row.data)
    turn, met, unseen = 0, 0, 0
    for text in running:
        turn = max([turn, *(int(n) for n in re.findall(r"\bTurn (\d+)[.,<]", text) if int(n) in opened)])
        told = opened[turn]
        shown = {hex_ for hex_, sentence in cells_in(text) if OF_RAIDS.search(sentence)}
        shown |= {centres[plate.partition(" ")[0], at] for plate, at in PLATE.findall(text)}
        shown |= {hex_ for _verb, named in ORDER.findall(text) for hex_ in HEX.findall(named)}
        assert shown <= told, (turn, shown - told)
        prose = set(HEX.findall(OWN_MOVES.sub("", text)))
        assert not (prose & ways) - told - ground, (turn, (prose & ways) - told - ground)
        met, unseen = met + len(shown), unseen + len(ways - told)
    assert met > 20 and unseen > 100, "there was something to be seen, and something to be hidden"


def test_both_sides_play_a_night_at_one_screen(page: Page, alice: Any, house: str, faults: Any) -> None:
    sitter = services.SeatAssignment(player=alice)
    session = night("berlin", british=sitter, german=sitter)
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/?seat=british")
    plot_a_raid(page)
    page.get_by_role("button", name="Seal the plan").click()
    expect(page.locator("[data-plot]")).to_have_count(0, timeout=PATIENCE)
    side, looked = ["british"], []

    def page_of(seat: str, token: str) -> Page:
        if side[0] != seat:
            link = page.get_by_role("link", name="Hand the screen over").first
            expect(link).to_be_visible(timeout=PATIENCE)
            link.click()
            expect(page.locator(".hand-over")).to_be_visible()
            assert not page.locator(".raid-board, .hexmap, #log").count(), "the page between hides all"
            if not looked:
                looked.append(faults(page))
            with page.expect_navigation():
                page.get_by_role("link", name=re.compile("to my side|I am", re.IGNORECASE)).first.click()
            side[0] = seat
        return page

    # What is moved by mouse the two people show; here it is the screen that goes to and fro.
    given = fly(session, page_of, by_mouse, calm=2 * CALM)
    assert session_at(session.pk).status == "over" and given > 40 and looked == [[]]


def test_a_downfall_night_against_the_bot_is_played_by_keys_alone(page: Page, alice: Any, house: str) -> None:
    session = night(
        "downfall", british=services.SeatAssignment(policy="weak"), german=services.SeatAssignment(player=alice)
    )
    sign_in(page, alice, house)
    page.goto(f"/tables/{session.pk}/")
    given = fly(session, lambda seat, token: page, by_keyboard)
    assert session_at(session.pk).status == "over" and given > 30
    expect(page.locator("#prompt.over")).to_contain_text("net", timeout=PATIENCE)
