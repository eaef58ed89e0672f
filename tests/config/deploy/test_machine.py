"""A site is installed, played on, upgraded, backed up and restored by the files of config/deploy, behind HTTPS."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from config.management.commands.test import find_browser
from tests.browser.conftest import fly_now
from tests.browser.site.test_first_visit import press
from tests.config.deploy.https_client import HOST
from tests.config.deploy.machine import HAS_RELEASE, MISSING, RELEASE, Machine, Origin, machine, ran

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(os.environ.get("THOROUGH") != "1", reason="it takes two minutes: set THOROUGH=1"),
    pytest.mark.skipif(bool(MISSING), reason=f"these programs are missing here: {', '.join(MISSING)}"),
    pytest.mark.skipif(not HAS_RELEASE, reason=f"the history has no commit {RELEASE}"),
]


@pytest.fixture
def site() -> Iterator[Machine]:
    """A machine; the users postgres and www-data can read its folder."""
    folder = Path(tempfile.mkdtemp(prefix="dispersal-"))
    folder.chmod(0o755)
    with machine(folder) as made:
        yield made
    shutil.rmtree(folder)


def plays_in_a_browser(port: int) -> None:
    """Begin a game in Chromium: pages, scripts, styles and the stream come through the proxy."""
    refused: list[str] = []
    with sync_playwright() as playwright:
        to_proxy = f"--host-resolver-rules=MAP {HOST}:443 127.0.0.1:{port}"
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", to_proxy])
        page = browser.new_page(base_url=f"https://{HOST}", ignore_https_errors=True)
        page.on("response", lambda one: refused.append(f"{one.status} {one.url}") if one.status >= 400 else None)
        fly_now(page)
        press(page)
        press(page)
        browser.close()
    assert refused == []


def test_site_is_upgraded_and_restored_in_the_middle_of_games(site: Machine) -> None:
    origin = Origin(site.folder)
    ran(["git", "clone", "--quiet", str(origin.path), str(site.app)])
    site.create_database()
    site.deploy("install")
    site.start_site()
    site.start_proxy()
    alice, bob = site.guest("alice"), site.guest("bob")
    tables = {guest: guest.fly() for guest in (alice, bob)}
    assert [guest.play(table, 3) for guest, table in tables.items()] == [3, 3]
    assert alice.hears(tables[alice])

    origin.publish()
    ran(["git", "-C", str(site.app), "pull", "--quiet", "--ff-only"])
    said = site.deploy("upgrade")
    assert "same: 2" in said and "cannot: 0" in said, said
    site.stop_site()
    site.start_site()
    for port in ("8000", "8001"):
        site.deploy("ready", str(site.ports[port]))
    assert alice.play(tables[alice], 2) and alice.hears(tables[alice])
    plays_in_a_browser(site.ports["https"])

    (site.folder / "backups").mkdir()
    backup = site.deploy("backup", str(site.folder / "backups")).strip()
    assert bob.play(tables[bob], 2), "a backup stops nobody"
    assert "empty database only" in site.refused("restore", backup)
    site.stop_site()
    site.rename_database("former")
    site.create_database()
    site.deploy("restore", backup)
    site.start_site()
    for guest, table in tables.items():
        assert guest.play(table, 2), "the game goes on where the backup left it"
    file = site.folder / "career.json"
    file.write_bytes(alice.career())
    site.deploy("manage", "verify", str(file))
    assert alice.is_proven(file)
    assert {name: site.log(name) for name, one in site.running.items() if one.poll() is not None} == {}
