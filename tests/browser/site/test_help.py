"""The pages that explain the site read at every size, in both languages, and axe finds no fault."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import each_screen, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = ("help_columns", "help_keys", "help_privacy", "help_dice")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_reads_at_every_size(page: Page, name: str, faults: Callable[[Page], list[str]]) -> None:
    for screen in each_screen(page, reverse(name)):
        assert fits(page), screen
        assert faults(page) == [], screen


def test_the_foot_leads_to_each_page(page: Page) -> None:
    page.goto("/")
    addresses = [reverse(name) for name in PAGES]
    links = page.get_by_role("contentinfo").get_by_role("navigation").get_by_role("link")
    assert sorted(link.get_attribute("href") or "" for link in links.all()) == sorted(addresses)
    links.last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy: what is stored")


def test_the_browser_repeats_the_example_of_a_die(page: Page) -> None:
    page.goto(reverse("help_dice"))
    shown = page.locator("#example ~ dl dd").all_inner_texts()
    seed, _hash, numbers, _key, message, _digest, _word, face = shown
    repeated = page.evaluate(
        """async ([seed, numbers, message]) => {
          const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
          const text = (one) => new TextEncoder().encode(one);
          const sign = async (key, data) => crypto.subtle.sign(
            "HMAC",
            await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
            data,
          );
          const digest = await sign(await sign(bytes(seed), text(numbers)), text(message));
          return new DataView(digest).getUint32(0) % 6 + 1;
        }""",
        [seed, numbers, message],
    )
    assert face.endswith(f"= {repeated}")
