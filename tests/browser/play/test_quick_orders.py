"""Orders given as fast as the page takes them, by a real worker: nothing breaks, nothing complains."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PATIENCE, fly_now
from tests.shared.sample_sizes import sample_size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ORDERS = sample_size("QUICK_ORDERS", 60, 200)
TIMID = ("bail-out", "go-home", "break-off", "decline", "slip-away", "disengage")
OPEN = "#prompt.open .question:not(.further) button[name=answer]:not([aria-disabled=true])"
PRESS = """
async ([open, share, timid]) => {
  const moment = () => new Promise(done => setTimeout(done, 5));
  const deadline = performance.now() + 60000;
  while (!document.querySelector(open)) {
    if (document.querySelector("#prompt.over")) return "over";
    if (performance.now() > deadline) return "nothing is asked";
    await moment();
  }
  const all = [...document.querySelectorAll(open)].filter(one => one.checkVisibility());
  const bold = all.filter(one => !timid.includes(one.value.split(":")[0]));
  const order = (bold.length ? bold : all)[Math.floor(share * (bold.length || all.length))];
  const token = order.form.elements.token.value;
  order.click();
  while (document.querySelector(`#prompt.open input[name=token][value="${token}"]`)) {
    if (performance.now() > deadline) return `no answer to ${order.value}`;
    await moment();
  }
  return "given";
}
"""
"""Press one of the orders as soon as they appear, and wait until something else is asked."""


def test_quick_orders_leave_nothing_in_the_console(page: Page, house: str) -> None:
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    whim, given = random.Random(3), 0  # the dice are the table's own: what is asked differs from run to run
    while given < ORDERS:
        # Before its scripts have come the table gives an order by a page of its own, which ends any script in this one.
        fly_now(page)
        page.locator("#prompt.open .order").first.wait_for(timeout=PATIENCE)
        said: Any = "given"
        while said == "given" and given < ORDERS:
            said = page.evaluate(PRESS, [OPEN, whim.random(), TIMID])
            given += said == "given"
        assert said in ("given", "over"), f"after {given} orders: {said}"
    assert complaints == []
