"""After many orders a page shows what a new page would show, and the parts that stayed as they were were left alone."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.bench.site.tables import CLICK, bomber_command, interceptor_ace, nightfighter

pytestmark = pytest.mark.django_db(transaction=True)

ORDERS = 14
DIFFERENT = """async () => {
  const text = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const all = (one, within, read) => [...one.querySelectorAll(within)].map(read).join(" ");
  const marks = (one) => all(one, "[data-mark]", (part) => part.id + part.dataset.mark);
  const ids = (one) => all(one, "[id]", (part) => part.id);
  const size = (one) => one.querySelectorAll("*").length;
  const words = (one) => {
    const copy = one.cloneNode(true);
    // What the map's script says of a hex is no part of what the server draws there.
    copy.querySelectorAll("[data-hexmap-said]").forEach((said) => said.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim();
  };
  return ["head", "board", "aside", "log", "last-roll"].flatMap((name) => {
    const [here, there] = [document.getElementById(name), fresh.getElementById(name)];
    if (!here && !there) return [];
    const reads = [marks, ids, size, words].map((read) => [name, read(here), read(there)]);
    return reads.filter(([, mine, other]) => mine !== other);
  });
}"""
"""Script that returns the differences between the page and a new one of the same address."""
KEEP = """() => {
  window.stood = new Map([...document.querySelectorAll("[data-mark]")].map((one) => [one, one.dataset.mark]));
}"""
STOOD = """() => {
  const now = [...document.querySelectorAll("[data-mark]")];
  const same = [...window.stood].filter(([, mark]) => now.some((one) => one.dataset.mark === mark));
  const anew = same.filter(([one, mark]) => !one.isConnected || one.dataset.mark !== mark);
  return [same.length, anew.map(([one]) => one.id)];
}"""
"""Script that counts unchanged parts after an order, and lists those that are new elements all the same."""


@pytest.mark.parametrize("new_table", [interceptor_ace, nightfighter, bomber_command])
def test_after_each_order_the_page_is_what_a_new_one_would_be(
    page: Page, house: str, new_table: Callable[[Any], None]
) -> None:
    page.goto("/")
    page.locator("form[action='/fly'] button").first.click()
    page.wait_for_url("**/tables/**")
    new_table(page)
    rng, stood = random.Random(5), 0
    asks = page.locator("#prompt.open :is([name=answer], [data-gives])")
    for _ in range(ORDERS):
        asks.first.wait_for(state="attached")
        # A form that the library has not processed yet would load a new page.
        page.wait_for_function("document.readyState === 'complete' && window.htmx !== undefined")
        page.evaluate(KEEP)
        assert page.evaluate(CLICK, rng.random()) is not None
        asks.or_(page.locator("#prompt.over, #prompt .way-on")).first.wait_for(state="attached")
        assert page.evaluate(DIFFERENT) == []
        same, anew = page.evaluate(STOOD)
        assert anew == []
        stood += same
        if not asks.count():
            break
    assert stood > ORDERS
