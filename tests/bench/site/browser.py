"""A real browser at a site, and the delays of a first visit."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from config.management.commands.test import have_browser
from tests.bench import bench
from tests.shared.site import RunningSite

VISITS = 9


@contextmanager
def opened(house: RunningSite) -> Iterator[Any]:
    """Open a page in a browser when the site is open. The browser is found, or installed as `test` does it."""
    from playwright.sync_api import sync_playwright

    path = have_browser()
    if path is None:
        raise RuntimeError("there is no Chrome or Chromium here: name one by BROWSER_PATH")
    with sync_playwright() as playwright:
        house.wait_until_open()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser.new_page(base_url=f"http://127.0.0.1:{house.port}")
        finally:
            browser.close()


@cache
def visits() -> tuple[float, float]:
    """Milliseconds to the first paint of the front page, and seconds from its button to the first order."""
    painted = []
    with tempfile.TemporaryDirectory() as folder, RunningSite(Path(folder)) as house, opened(house) as page:
        for _ in range(VISITS):
            page.goto("/")
            page.wait_for_load_state("networkidle")
            painted.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        begin = time.monotonic()
        page.get_by_role("button", name="Fly now").click()
        page.locator("#prompt.open .order").first.wait_for()
        return statistics.median(painted), time.monotonic() - begin


@bench("pages.first_paint_ms", unit="ms", at_most=500)
def first_paint() -> float:
    """The front page."""
    return visits()[0]


@bench("pages.fly_now_s", unit="s", at_most=5)
def fly_now() -> float:
    """Time from the button on the front page to the first order."""
    return visits()[1]
