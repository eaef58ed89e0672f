"""A real browser: the system's own Chromium, on a phone and on a desk, with axe at hand."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from config.management.commands.test import find_browser
from tests.conftest import environ_of_children
from tests.factories import PlayerFactory
from tests.faults.conftest import Web, Worker, session_cookie

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


@pytest.fixture(scope="module")
def servers(django_db_setup: None, broker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A worker and a web server on the database of this process, for all tests of a file; gives their address."""
    folder = tmp_path_factory.mktemp("servers")
    worker, web = Worker(environ_of_children(), folder), Web(environ_of_children(), folder)
    try:
        worker.begin()
        web.start()
        web.wait()
        worker.wait()
        yield web.address.replace("127.0.0.1", "localhost")
    finally:
        web.kill()
        worker.kill()


@pytest.fixture
def house(servers: str, transactional_db: None) -> str:
    """The address of a real web server, with a real worker behind it."""
    return servers


@pytest.fixture
def alice(house: str) -> Any:
    return PlayerFactory(display_name="Alice")


@pytest.fixture
def bob(house: str) -> Any:
    return PlayerFactory(display_name="Bob")


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], request: pytest.FixtureRequest) -> dict[str, Any]:
    """The size of the screen, and the address that short ones are relative to."""
    screen = request.getfixturevalue("screen") if "screen" in request.fixturenames else "desk"
    if "house" in request.fixturenames:
        address = request.getfixturevalue("house")
    else:
        # The second factor's keys are bound to a name, and 127.0.0.1 is none.
        address = request.getfixturevalue("live_server").url.replace("127.0.0.1", "localhost")
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
            asked = {"runOnly": rules, "resultTypes": ["violations"]}
            found = page.evaluate("asked => axe.run(document, asked)", asked)["violations"]
            said += [
                f"{one['id']} ({one['impact']}), {colours}: {it['target']}" for one in found for it in one["nodes"]
            ]
        return said

    return look


def sign_in(page: Page, player: Any, house: str) -> None:
    """Come in as somebody; the door itself is tested with the accounts."""
    name, _, key = session_cookie(player).partition("=")
    page.context.add_cookies([{"name": name, "value": key, "url": house}])
