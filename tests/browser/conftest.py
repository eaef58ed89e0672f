"""A real browser: the system's own Chromium, on a phone and on a desk, with axe at hand."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from config.management.commands.test import find_browser

# Playwright's synchronous door runs an event loop in this thread, which Django would take for an async view.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

SCREENS = {"phone": {"width": 360, "height": 780}, "desk": {"width": 1600, "height": 1000}}
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLOUR = ["color-contrast", "link-in-text-block"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's own Chromium instead of one that is fetched."""
    return {**browser_type_launch_args, "executable_path": find_browser(), "args": ["--no-sandbox"]}


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest) -> str:
    """Each journey is made twice: on a phone and on a desk."""
    return request.param


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], request: pytest.FixtureRequest, live_server: Any
) -> dict[str, Any]:
    """The size of the screen, and the address that short ones are relative to."""
    screen = request.getfixturevalue("screen") if "screen" in request.fixturenames else "desk"
    # The second factor's keys are bound to a name, and 127.0.0.1 is none.
    address = live_server.url.replace("127.0.0.1", "localhost")
    return {**browser_context_args, "viewport": SCREENS[screen], "base_url": address, "locale": "en-GB"}


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page on which no script breaks, and nothing is refused by the content security policy."""
    complaints: list[str] = []
    page.set_default_timeout(8_000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    assert complaints == []


@pytest.fixture
def faults() -> Callable[[Page], list[str]]:
    """What axe finds wrong with a page, one sentence each: all of it by day, and what hangs on colour by night too."""

    def look(page: Page) -> list[str]:
        page.evaluate(AXE.read_text())
        said: list[str] = []
        for colours, rules in (("dark", OF_COLOUR), ("light", RULES)):
            page.emulate_media(color_scheme=colours)
            found = page.evaluate("rules => axe.run(document, {runOnly: rules})", rules)["violations"]
            said += [
                f"{one['id']} ({one['impact']}), {colours}: {it['target']}" for one in found for it in one["nodes"]
            ]
        return said

    return look
