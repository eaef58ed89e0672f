"""A real browser: the system's own Chromium, on a phone and on a desk, with axe at hand."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from config.management.commands.test import find_browser
from play.orders.models import Order, OrderStatus
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.faults.conftest import Web, Worker, session_cookie, until
from tests.shared.factories import PlayerFactory

# Playwright's synchronous door runs an event loop in this thread, which Django would take for an async view.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

SCREENS = {"phone": {"width": 360, "height": 780}, "desk": {"width": 1600, "height": 1000}}
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
# As long as a busy machine may take: how fast a page is, the benches say.
PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLOUR = ["color-contrast", "link-in-text-block"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder as a test that needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


# The suggestions under the address bar are pages of the browser's own: loaded with each window, they cost three times
# what the window does, and nobody sees them. A renderer is not kept at hand either.
NOT_WANTED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
# The browser heeds the last list that it is given: what Playwright leaves out is in it, as it is in its own.
LEFT_OUT_BY_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
# To make code quicker that runs for seconds takes longer than it saves, as does drawing by a processor that is none.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-features=" + ",".join((*LEFT_OUT_BY_PLAYWRIGHT, *NOT_WANTED)),
    "--js-flags=--no-opt --no-maglev",
    "--disable-gpu",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's own Chromium instead of one that is fetched."""
    return {**browser_type_launch_args, "executable_path": find_browser(), "args": ARGUMENTS}


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest) -> str:
    """Each journey is made twice: on a phone and on a desk."""
    return request.param


@pytest.fixture
def house(standing: Worker, shared_server: Web, transactional_db: None) -> str:
    """The address of a real web server, with a real worker behind it: the same for all tests of this process."""
    for process in (standing, shared_server):
        process.stand()
    for process in (standing, shared_server):
        process.wait()
    return shared_server.address.replace("127.0.0.1", "localhost")


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
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    assert complaints == []


@pytest.fixture
def faults() -> Callable[[Page], list[str]]:
    """Faults that axe finds on a page, one sentence each: all of it by day, and the colours by night too."""

    def look(page: Page) -> list[str]:
        page.wait_for_load_state("load")
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        said: list[str] = []
        for colours, rules in (("dark", OF_COLOUR), ("light", RULES)):
            page.emulate_media(color_scheme=colours)
            # No rule that is asked for reads what a preload would fetch again: style sheets, and sounds.
            asked = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
            # What is well is named, too, and would be carried over in hundreds of kilobytes.
            found = page.evaluate("asked => axe.run(document, asked).then((said) => said.violations)", asked)
            said += [
                f"{one['id']} ({one['impact']}), {colours}: {it['target']}" for one in found for it in one["nodes"]
            ]
        return said

    return look


def settled(session: Session) -> Session:
    """Wait until all is carried out that was ordered at a table, and look again.

    An order that takes longer is answered before that: its question has gone from the page, and is still the next one
    in the database.
    """
    assert until(lambda: not Order.objects.filter(session=session.pk, status=OrderStatus.PENDING).exists())
    return session_at(session.pk)


def fits(page: Page) -> bool:
    """Say whether a page that has come whole is no wider than its screen."""
    page.wait_for_load_state("load")
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def each_screen(page: Page, address: str) -> Iterator[str]:
    """Open a page on a phone, then on a desk: for what is only read, so that its game is made once for both."""
    for screen, size in SCREENS.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(address)
        yield screen


def fly_now(page: Page) -> None:
    """Go by the button of the front page to a table, as a guest; its scripts are there."""
    press_fly_now(page)
    page.locator("#board").wait_for()


def press_fly_now(page: Page) -> None:
    """Press the button of the front page: a guest is made, and a game, which a worker still has to set up."""
    page.goto("/")
    page.get_by_role("button", name="Fly now").click()
    page.wait_for_url("**/tables/**")


def sign_in(page: Page, player: Any, house: str) -> None:
    """Come in as somebody; the door itself is tested with the accounts."""
    name, _, key = session_cookie(player).partition("=")
    page.context.add_cookies([{"name": name, "value": key, "url": house}])


# Panning

PAN = """async () => {
  const box = document.querySelector('.hexmap-scroll'), changed = [], places = new Set();
  const hex = box.querySelector('[tabindex="0"]');
  // The map is centred in the frame after it came.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  hex.focus({ preventScroll: true });
  const said = (one) => `${one.type} ${one.attributeName} ${(one.target.outerHTML ?? one.target.data).slice(0, 90)}`;
  const watch = new MutationObserver((list) => changed.push(...list.map(said)));
  const watched = { subtree: true, childList: true, attributes: true, characterData: true };
  watch.observe(box.closest('[data-hexmap]'), watched);
  for (let step = 0; step < 60; step += 1) {
    box.scrollBy(step < 30 ? 24 : -24, step % 2 ? 12 : -12);
    await new Promise(requestAnimationFrame);
    places.add(`${box.scrollLeft} ${box.scrollTop}`);
  }
  return { changed, panned: places.size, kept: document.activeElement === hex };
}"""


def assert_quiet_while_panned(page: Page) -> None:
    """Pan over a map: nothing of it changes and the focus stays; `bench play.pan_frame_ms` times the frames."""
    page.wait_for_load_state("load")
    found = page.evaluate(PAN)
    assert found["changed"] == [] and found["panned"] > 20 and found["kept"]
