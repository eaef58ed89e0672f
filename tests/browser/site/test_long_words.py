"""Sentences a third longer than English fit on every main page, on a phone and on a desk.

The pages are in the made-up language `en-XA` (`config/languages/pseudo.py`), which a site has with `DEBUG`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from campaigns.accounts.models import Player
from campaigns.demo import club
from config.languages import pseudo
from tests.browser.conftest import PATIENCE, sign_in
from tests.browser.fits import not_fitting
from tests.browser.overlaps import overlapping
from tests.browser.site.test_overlaps import LAID_ANEW, SCREENS, addresses
from tests.conftest import environ_of_children
from tests.faults.conftest import Web

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NOT_YET = ("Defeat", "Draw", "victory", "it gains", "same", "Disadvantaged", "point", "level", "GERMANY", *MONTHS)
"""Labels of drawings that have no place yet for longer words: victory bars, dial, graphs on a phone."""
KNOWN = tuple(
    form
    for words in NOT_YET
    for form in (words.translate(pseudo.ACCENTED), words.lower().translate(pseudo.ACCENTED).capitalize())
)
"""In the made-up language, also where a page puts a capital before a word."""
CUT = """
<style>
  body {{ margin: 0; font: 16px monospace }}
  div {{ width: 200px; white-space: nowrap; overflow: {overflow} }}
</style>
<div>{words}</div>
"""


@pytest.mark.parametrize(
    ("overflow", "length", "count"), [("hidden", 10, 0), ("hidden", 60, 1), ("auto", 60, 0), ("visible", 500, 2)]
)
def test_the_measure_finds_what_is_cut_or_beyond_the_page(page: Page, overflow: str, length: int, count: int) -> None:
    page.set_content(CUT.format(overflow=overflow, words="w" * length))
    assert len(not_fitting(page)) == count


@pytest.fixture
def site(club: None, broker: str, tmp_path: Path) -> Iterator[str]:
    """The address of a server at which the club is at home, with the made-up language."""
    Player.objects.update(language=pseudo.CODE)
    web = Web(environ_of_children() | {"DEBUG": "1", "VAR_DIR": str(tmp_path / "var")}, tmp_path)
    try:
        web.start()
        web.wait()
        yield web.address.replace("127.0.0.1", "localhost")
    finally:
        web.kill()


@pytest.mark.slow
def test_sentences_a_third_longer_fit_on_every_main_page(browser: Browser, site: str) -> None:
    found, visits = [], addresses()
    for who in ("", *club.MEMBERS):
        context = browser.new_context()
        context.add_cookies([{"name": "django_language", "value": pseudo.CODE, "url": site}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if who:
            sign_in(page, Player.objects.get(display_name=who), site)
        for address in (address for whose, address in visits if whose == who):
            page.set_viewport_size(SCREENS["phone"])
            answer = page.goto(site + address)
            assert answer is not None and answer.status < 500, address
            if answer.status == 404:  # not every career has every page
                continue
            assert pseudo.OPENS in page.content(), address
            for screen, size in SCREENS.items():
                page.set_viewport_size(size)
                page.evaluate(LAID_ANEW)
                seen = not_fitting(page) + overlapping(page)
                found += [f"{address}, {screen}: {words}" for words in seen if not any(one in words for one in KNOWN)]
        context.close()
    assert not found, "\n".join(found)
