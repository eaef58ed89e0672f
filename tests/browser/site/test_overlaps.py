"""Words do not overlap on any main page: measured on a phone and on a desk, in each language.

Counters of a hex map are left out: counters on one hex overlap as they do on the table.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from campaigns.accounts.models import Player
from campaigns.demo import club
from config.management.commands.screenshots import pages
from sorties.interceptor.records.models import InterceptorCareer
from tests.browser.conftest import PATIENCE, sign_in
from tests.browser.overlaps import overlapping
from tests.conftest import environ_of_children
from tests.faults.conftest import Web

SCREENS = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1440, "height": 900}}
LAID = """
<main><p>One line of words</p>
<p style="position: relative; top: -2em">Another over it</p>
<p>A third, by itself</p></main>
"""
LAID_ANEW = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Whatever a script does for the size of the screen is done by then."""


def test_the_measure_finds_what_lies_over_another_and_nothing_else(page: Page) -> None:
    page.set_content(LAID)
    (found,) = overlapping(page)
    assert "One line of words" in found
    assert "Another over it" in found
    page.set_content(LAID.replace("-2em", "0"))
    assert overlapping(page) == []


def addresses() -> list[tuple[str, str]]:
    """Every main page of the club, whose it is, and the pages of each career."""
    found = list(dict.fromkeys(pages().values()))
    for career in InterceptorCareer.objects.filter(owner__is_guest=False).select_related("owner"):
        at = [f"/careers/{career.pk}/", f"/careers/{career.pk}/bot/"]
        at += [f"/careers/{career.pk}/debriefing/"] if career.flights else []
        found += [(career.owner.display_name, address) for address in at]
    return [*found, ("", "/charts/"), *(("", f"/rules/{game}/") for game in ("interceptor-ace", "nightfighter"))]


@pytest.fixture
def site(club: None, broker: str, tmp_path: Path) -> Iterator[str]:
    """The address of a server at which the club is at home."""
    web = Web(environ_of_children(), tmp_path)
    try:
        web.start()
        web.wait()
        yield web.address.replace("127.0.0.1", "localhost")
    finally:
        web.kill()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en-GB", "pl"])
def test_no_words_lie_over_others_on_any_page(browser: Browser, site: str, language: str) -> None:
    found = []
    visits = addresses()
    for who in ("", *club.MEMBERS):
        context = browser.new_context(locale=language)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if who:
            sign_in(page, Player.objects.get(display_name=who), site)
        for address in (address for whose, address in visits if whose == who):
            page.set_viewport_size(SCREENS["phone"])
            answer = page.goto(site + address)
            assert answer is not None and answer.status < 500, address
            for screen, size in SCREENS.items():
                page.set_viewport_size(size)
                page.evaluate(LAID_ANEW)
                found += [f"{address}, {language}, {screen}: {words}" for words in overlapping(page)]
        context.close()
    assert found == []
