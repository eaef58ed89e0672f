"""Journeys at the sortie table, with a real worker: a guest's first victory, a month by hand, two who fly together."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from campaigns.accounts.models import Player
from engine.interceptor.bots.policies import POLICIES
from play.journal import store
from play.sessions.models import Session
from sorties.interceptor.records.models import InterceptorCareer, SortieRecord
from tests.browser.conftest import PATIENCE, SCREENS, fits, fly_now, settled, sign_in
from tests.shared.builders.careers import begun, questions_of, seed_bytes

pytestmark = pytest.mark.django_db(transaction=True)


def answers_until(done: Callable[[Any], bool], fewest: int, most: int) -> tuple[int, list[str]]:
    """Find dice on which a sensible pilot gets there, alive, and what he answers on the way."""
    for seed in range(1, 200):
        given: list[str] = []
        for run in questions_of(seed):
            if done(run.state) and run.state.careers[0].alive and fewest <= len(given) <= most:
                return seed, given
            if run.over or len(given) > most:
                break
            _place, decision = next(iter(run.pending.items()))
            given.append(POLICIES["sensible"](run.pack, "pilot", 0).choose(decision))
    raise LookupError("no such dice among 200")


def press(page: Page, answer: str, key: str = "") -> None:
    """Give an order by its button, to the question of that key or the first, and wait until something else is asked."""
    asked = page.locator("#prompt.open input[name=token]" + (f'[value^="{key}@"]' if key else "")).first
    expect(asked).to_be_attached(timeout=PATIENCE)
    page.wait_for_load_state("load")
    token = asked.get_attribute("value")
    question = page.locator("#prompt.open form").filter(has=page.locator(f'input[name=token][value="{token}"]'))
    question.locator(f'button[name=answer][value="{answer}"]').click()
    expect(page.locator(f'#prompt.open input[name=token][value="{token}"]')).to_have_count(0, timeout=PATIENCE)


def test_from_the_front_page_to_the_first_victory(page: Page, house: str, screen: str) -> None:
    fly_now(page)
    page.locator("#prompt.open .order").first.wait_for()
    seed, given = answers_until(lambda state: state.careers[0].fighters + state.careers[0].bombers > 0, 9, 30)
    career = begun(Player.objects.get(is_guest=True), seed)
    page.goto(f"/tables/{career.session_id}/")
    for answer in given:
        press(page, answer)
    expect(page.locator("#log")).to_contain_text("The victory is the pilot’s")
    page.get_by_role("link", name=f"The career of {career.name}").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(career.name)
    assert fits(page)


def pay(page: Page, basket: list[str]) -> None:
    """Go through the debriefing to the page between sorties, choose, and pay for all of it at once."""
    table = page.url
    page.get_by_role("link", name="Read the debriefing").click()
    page.get_by_role("link", name="Spend what he has won").click()
    for answer in basket:
        page.locator(f'input[name=answers][value="{answer}"]').check()
    expect(page.locator(".tokens li")).to_have_count(len(basket))
    page.get_by_role("button", name="Pay and continue").click()
    page.wait_for_url(table, timeout=PATIENCE)


def test_a_month_by_hand(page: Page, alice: Any, house: str, screen: str) -> None:
    seed, given = answers_until(lambda state: state.month > state.careers[0].start, 30, 60)
    career = begun(alice, seed)
    sign_in(page, alice, house)
    page.goto(f"/tables/{career.session_id}/")
    month = (page.locator(".ace-head .when b").text_content() or "").partition(",")[0].strip()
    led, basket = 0, list[str]()
    for answer in given:
        expect(page.locator("#prompt.open .question, #prompt.over")).to_have_count(1, timeout=PATIENCE)
        led += page.get_by_role("link", name="Read the debriefing").count()
        if page.locator("#prompt .way-on").count() and answer != "done":
            basket.append(answer)
        elif basket:
            pay(page, basket)
            basket = []
        else:
            press(page, answer)
    assert led
    expect(page.locator(".ace-head")).not_to_contain_text(month)
    lines = list(SortieRecord.objects.filter(career=career).order_by("place"))
    assert len({(line.month, line.line) for line in lines}) == len(lines) == 8
    page.goto(f"/careers/{career.pk}/")
    expect(page.locator("main")).to_contain_text(month)


# Two who share a year ----------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """An answer on the way: its player, its question, and whether nobody else is asked at the same time."""

    seat: str
    key: str
    kind: str
    answer: str
    alone: bool


NONCES = {"pilot": "a nonce", "second": "a nonce"}
SHARED: dict[str, tuple[tuple[str, str], set[tuple[str, str]]]] = {
    "Two together": (("desk", "phone"), {("second", "fighter.assist"), ("pilot", "fighter.round")}),
    "Two against each other": (
        ("phone", "desk"),
        {("pilot", "rival.card"), ("second", "rival.card"), ("pilot", "fighter.section")},
    ),
}
"""Screens of the two players, and the questions that each must have met on the way, the last one last."""


def way_of_two(session: Session, wanted: set[tuple[str, str]], most: int = 24) -> tuple[int, list[Step]]:
    """Find dice on which two sensible pilots are asked all that is wanted, and what they answer on the way."""
    for seed in range(1, 400):
        game = Session(title=session.title, setup=session.setup, seed=seed_bytes(seed), nonces=NONCES)
        game.pack_hash = session.pack_hash
        run, steps = store.begin(game), list[Step]()
        bot = POLICIES["sensible"](run.pack, "pilot", 0)
        while not run.over and len(steps) < most:
            asked = run.pending[min(run.pending)]
            answer = bot.choose(asked)
            steps.append(Step(asked.actor, asked.key, asked.kind, answer, len(run.pending) == 1))
            run.answer(asked.actor, answer, asked.key)
            if wanted <= {(step.seat, step.kind) for step in steps} and steps[-1].alone:
                return seed, steps
    raise LookupError("no such dice among 400")


@pytest.mark.parametrize("play", SHARED)
def test_two_share_a_year_and_each_leaves_and_comes_back(
    browser: Browser,
    page: Page,
    alice: Any,
    house: str,
    browser_context_args: dict[str, Any],
    faults: Any,
    play: str,
) -> None:
    (hers, his), wanted = SHARED[play]
    page.set_viewport_size(SCREENS[hers])
    sign_in(page, alice, house)
    page.goto("/careers/new/")
    page.get_by_label("Name of the pilot").fill("Karl Brandt")
    page.get_by_label("Unit and base").select_option("6")
    page.get_by_label(play).check(force=True)
    page.get_by_role("button", name="Fly", exact=True).click()
    link = page.get_by_label("Send this link").input_value()
    session = Session.objects.get(owner=alice)
    seed, steps = way_of_two(session, wanted)
    pilots = session.setup["pilots"]
    Session.objects.filter(pk=session.pk).update(seed=seed_bytes(seed), nonces={"pilot": NONCES["pilot"]})

    # Bob is sent the link, has no account, and sits down at a screen of the other size.
    context = {**browser_context_args, "viewport": SCREENS[his]}
    theirs = browser.new_context(**context)
    other = theirs.new_page()
    other.goto(link)
    other.get_by_role("button", name="Take this seat as a guest").click()
    other.get_by_text("Nobody can choose the dice").click()
    bob = Player.objects.get(is_guest=True)
    expect(page.get_by_text(bob.display_name)).to_be_visible(timeout=PATIENCE)
    other.get_by_label("Your number").fill(NONCES["second"])
    other.get_by_role("button", name="Start game").click()

    pages, names = {"pilot": page, "second": other}, dict(zip(NONCES, (one["name"] for one in pilots), strict=True))
    in_the_air = next(place for place, step in enumerate(steps) if not step.key.startswith("setup"))
    leaves = next(at for at, step in enumerate(steps) if at > in_the_air and step.seat == "second" and step.alone)
    goes = next(at for at, step in enumerate(steps) if at > leaves and step.seat == "pilot" and step.alone)
    for place, step in enumerate(steps):
        if place == leaves:
            # He closes his browser; she sees who is waited for; he comes back through the career that he has now.
            kept = theirs.storage_state()
            theirs.close()
            expect(page.locator("#prompt.waiting")).to_contain_text(f"({bob.display_name})", timeout=PATIENCE)
            theirs = browser.new_context(**context, storage_state=kept)
            pages["second"] = other = theirs.new_page()
            come_back(other)
        if place == goes:
            page.goto("about:blank")
            expect(other.locator("#prompt.waiting")).to_contain_text("Pilot (Alice)", timeout=PATIENCE)
            come_back(page)
        if step.alone and step.kind in ("rival.card", "fighter.section"):
            # The player who acts for the enemy sees the other's fight.
            fights = names["second" if step.seat == "pilot" else "pilot"]
            expect(pages[step.seat].locator(".ace-head")).to_contain_text(fights, timeout=PATIENCE)
            if step.kind == "fighter.section":
                assert faults(pages[step.seat]) == []
        press(pages[step.seat], step.answer, step.key)
    told = settled(session).events_told
    for one in (page, other):
        expect(one.locator(f"#event-{told}")).to_be_attached(timeout=PATIENCE)
        assert fits(one)
        assert seed_bytes(seed).hex() not in one.content()
    assert {career.owner for career in InterceptorCareer.objects.filter(session=session)} == {alice, bob}
    theirs.close()


def come_back(page: Page) -> None:
    """Find the way to the table again."""
    page.goto("/careers/")
    page.locator("ul.careers h2 a").click()
    page.get_by_role("link", name="Continue the sortie").click()
    page.locator("#prompt.open").wait_for(timeout=PATIENCE)
