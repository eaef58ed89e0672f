"""A club in several browsers at once: founded, joined by link, a duplicate season and a match played to their ends."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from campaigns.accounts.models import Player
from campaigns.demo.club import played
from campaigns.groups.models import Group, Invitation
from campaigns.ladders.spoiler_limit import spoiler_limit_of
from campaigns.matches.models import Match, Rating
from campaigns.seasons.models import ScoreRow, Season
from play.bots.substitute import Substitution
from play.sessions.selectors import session_at
from sorties.interceptor.records.models import InterceptorCareer
from tests.browser.conftest import PATIENCE, SCREENS, fits, sign_in
from tests.faults.conftest import until
from tests.shared.builders.careers import fly
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)
Opened = Callable[..., Page]
STRANGERS = ("group", "group_people", "group_feed", "group_tables", "group_change", "group_audit_log")


@pytest.fixture
def opened(browser: Browser, house: str) -> Iterator[Opened]:
    """Open a player's own browser, on a desk or a phone."""
    contexts = []

    def come(player: Any = None, screen: str = "desk") -> Page:
        context = browser.new_context(base_url=house, viewport=SCREENS[screen], locale="en-GB")  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if player is not None:
            sign_in(page, player, house)
        return page

    yield come
    for context in contexts:
        context.close()


def founded(page: Page) -> Group:
    """Found a group by clicks."""
    page.goto("/groups/")
    page.get_by_label("Name of the group").fill("Thursday Flight")
    page.get_by_role("button", name="Create group").click()
    expect(page.get_by_role("heading", name="Thursday Flight")).to_be_visible()
    return Group.objects.get()


def invited(page: Page, group: Group) -> str:
    """Make a link that lets others in, by clicks; return where it leads."""
    page.goto(reverse("group_people", args=[group.pk]))
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    return reverse("group_join", args=[Invitation.objects.get().link])


def announce(page: Page, group: Group, like: str, name: str, *ticked: str) -> Season:
    """Announce a season by the rulebook's terms, by clicks."""
    page.goto(reverse("season_new", args=[group.pk]))
    page.get_by_label("Name of the season").fill(name)
    listed = page.get_by_label("Game and rules")
    listed.select_option(listed.locator("option", has_text=like).first.get_attribute("value"))
    # It stays open should a day end meanwhile.
    today, tomorrow = timezone.localdate(), timezone.localdate() + timedelta(days=1)
    for label, day in (("Entries from", today), ("Entries until", tomorrow), ("Last day that counts", tomorrow)):
        page.get_by_label(label).fill(day.isoformat())
    for label in ticked:
        page.get_by_label(re.compile(re.escape(label))).check()
    page.get_by_role("button", name="Announce season").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return Season.objects.get(name=name)


def begin(page: Page, season: Season, pilot: str) -> InterceptorCareer:
    """Begin in a duplicate season, by clicks."""
    page.goto(reverse("season", args=[season.pk]))
    page.get_by_label("Name of your pilot").fill(pilot)
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#prompt .order").first).to_be_visible(timeout=PATIENCE)
    return InterceptorCareer.objects.get(name=pilot)


def raids_read(page: Page, season: Season) -> list[str]:
    """Return the raids of the first month as a page tells them."""
    page.goto(reverse("season_comparison", args=[season.pk]) + "?month=1943-03")
    return [text for text in page.locator(".raid-table tbody th b").all_inner_texts() if text]


def test_a_club_is_founded_and_its_duplicate_season_goes_to_the_final_table(opened: Opened, alice: Any) -> None:
    bob, eve = PlayerFactory(display_name="Bob"), PlayerFactory(display_name="Eve")
    hers, his, theirs, strange = opened(alice), opened(bob, "phone"), opened(), opened(eve)
    group = founded(hers)
    link = invited(hers, group)
    his.goto(link)
    expect(his.get_by_text("Alice").first).to_be_visible()
    his.get_by_role("button", name=re.compile("Join as")).click()
    expect(his.get_by_role("heading", name="Thursday Flight")).to_be_visible()
    theirs.goto(link)
    theirs.get_by_label("What shall we call you?").fill("Ola")
    theirs.get_by_role("button", name=re.compile("Join as")).click()
    expect(theirs.get_by_role("heading", name="Thursday Flight")).to_be_visible()
    ola = Player.objects.get(display_name="Ola")

    season = announce(hers, group, "Interceptor Ace", "The year", "The same for everybody")
    pages = {"Jakob": hers, "Otto": his, "Georg": theirs}
    careers = {name: begin(page, season, name) for name, page in pages.items()}
    season.refresh_from_db()
    assert season.sealed
    # A page of a table would be drawn anew after each order of the bots.
    for page in pages.values():
        page.goto(reverse("season", args=[season.pk]))
    for name, policy, stretch in (
        ("Jakob", "sensible", "year"),
        ("Otto", "careful", "month"),
        ("Georg", "careless", "month"),
    ):
        fly(careers[name], stretch, policy=policy)
    raids = {name: raids_read(page, season) for name, page in pages.items()}
    # The last line of one may be the next to meet of another.
    common = min(map(len, raids.values())) - 1
    assert common and len({tuple(read[:common]) for read in raids.values()}) == 1
    his.goto(reverse("season", args=[season.pk]))
    ahead = ScoreRow.objects.get(entry__session=careers["Jakob"].session, head=True)
    shown = spoiler_limit_of(season, bob)
    further = his.locator(".sealed", has_text=re.compile("Jakob.*flown further", re.DOTALL))
    expect(further).to_have_count(int(ahead.line > shown))
    seen = his.locator("#standings tbody tr", has_text="Jakob").locator(".total-cell").inner_text()
    assert int(seen) == ScoreRow.objects.get(entry__session=careers["Jakob"].session, line=min(shown, ahead.line)).value

    # A stranger is refused everywhere, with an account and without.
    walls = [reverse(name, args=[group.pk]) for name in STRANGERS]
    walls += [
        reverse(name, args=[season.pk]) for name in ("season", "season_comparison", "season_ladder", "season_lines")
    ]
    walls += [reverse("group_member", args=[group.pk, bob.pk]), reverse("group_sorties", args=[group.pk])]
    for wall in walls:
        assert strange.request.get(wall, max_redirects=0).status == 404, wall

    # A steward voids an entry; everybody reads why.
    hers.goto(reverse("season", args=[season.pk]))
    hers.get_by_text("Disqualify an entry").click()
    entries = hers.get_by_label("Entry", exact=True)
    entries.select_option(entries.locator("option", has_text="Georg").first.get_attribute("value"))
    hers.get_by_label("Reason (everybody can read it)").fill("flown from another’s notes")
    hers.get_by_role("button", name="Disqualify").click()
    expect(hers.get_by_text("flown from another’s notes")).to_be_visible()
    his.reload()
    expect(his.get_by_text("flown from another’s notes")).to_be_visible()

    # A member leaves with his career; the last day goes by, and everything is revealed.
    theirs.goto(reverse("group_people", args=[group.pk]))
    with theirs.expect_navigation():
        theirs.get_by_role("button", name="Leave the group").click()
    assert theirs.request.get(reverse("group", args=[group.pk]), max_redirects=0).status == 404
    theirs.goto("/careers/")
    expect(theirs.get_by_role("link", name="Georg").first).to_be_visible()
    assert InterceptorCareer.objects.get(name="Georg").owner == ola
    Season.objects.filter(pk=season.pk).update(ends=timezone.localdate() - timedelta(days=1))
    his.reload()
    expect(his.get_by_text("Ended on")).to_be_visible()
    final = his.locator("#standings tbody tr", has_text="Jakob").locator(".total-cell").inner_text()
    assert int(final) == ahead.value
    assert fits(his)


@pytest.mark.slow
def test_a_mirrored_match_goes_to_its_rating(opened: Opened, alice: Any, faults: Callable[[Page], list[str]]) -> None:
    bob = PlayerFactory(display_name="Bob")
    hers, his = opened(alice), opened(bob, "phone")
    group = founded(hers)
    his.goto(invited(hers, group))
    his.get_by_role("button", name=re.compile("Join as")).click()
    expect(his.get_by_role("heading", name="Thursday Flight")).to_be_visible()
    season = announce(hers, group, "Berlin", "Nights", "Mirrored matches")
    for page in (hers, his):
        page.goto(reverse("season", args=[season.pk]))
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("button", name="Enter")).to_have_count(0)
    hers.reload()
    with hers.expect_navigation():
        hers.get_by_role("button", name="Draw the matches").click()
    match = Match.objects.get()
    hers.goto(reverse("match", args=[match.pk]))
    hers.get_by_role("button", name="Create both games").click()
    expect(hers.get_by_role("heading", name="Night 2")).to_be_visible()
    match.refresh_from_db()
    for night in (match.first_id, match.second_id):
        for page in (hers, his):
            page.goto(reverse("table", args=[night]))
            page.get_by_role("button", name="Start game").click()
        assert until(lambda pk=night: session_at(pk).status == "playing")
        for page in (hers, his):
            # A waiting person is led to the table: the next page is not asked for while this one is on its way.
            expect(page.locator(".table-page")).to_be_attached(timeout=PATIENCE)
            page.wait_for_load_state()
    assert faults(hers) == []
    # A page of the table would be drawn anew after each order of the bots.
    for page in (hers, his):
        page.goto(reverse("match", args=[match.pk]))
    for number, pk in enumerate((match.first_id, match.second_id)):
        night = session_at(pk)
        for _turn in range(400):
            before = night.version
            for seat in night.table:
                night = played(night, seat.name, Substitution("weak", {}, "night", ""), shares=1)
            if night.status != "playing" or night.version == before:
                break
        assert night.status == "over"
        his.goto(reverse("match", args=[match.pk]))
        if not number:
            expect(his.get_by_text("appears when the other night is over")).to_be_visible()
            assert not Rating.objects.exists()
    match.refresh_from_db()
    expect(his.get_by_role("heading", name="Rating, before and after")).to_be_visible()
    assert match.margin is not None and Rating.objects.filter(match=match).count() == 2
    expect(his.get_by_text("provisional").first).to_be_visible()
    assert fits(his) and faults(his) == []
    his.goto(reverse("season", args=[season.pk]))
    assert faults(his) == []
