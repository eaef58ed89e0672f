"""A site is installed, played on, upgraded, backed up and restored by the files of config/deploy, behind HTTPS."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.deploy.documents import DEPLOY
from tests.config.deploy.machine import MISSING, Machine, machine, origin, ran
from tests.shared.site import ROOT

RELEASE = "4fbbe9a"
"""The commit that is installed first, and upgraded in the middle of games."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"these programs are missing here: {', '.join(MISSING)}"),
]


@pytest.fixture
def site(request: pytest.FixtureRequest) -> Iterator[Machine]:
    """A machine; its folder can be read by the users postgres and www-data."""
    folder = Path(tempfile.mkdtemp(prefix="dispersal-"))
    folder.chmod(0o755)
    with machine(folder) as made:
        yield made
    shutil.rmtree(folder)


def has_release() -> bool:
    """Say whether the history holds the release."""
    return subprocess.run(["git", "-C", ROOT, "cat-file", "-e", RELEASE], capture_output=True).returncode == 0


def install_release(site: Machine) -> None:
    """Install the earlier release with today's script."""
    ran(["git", "clone", "--quiet", str(origin(site.folder)), str(site.app)])
    ran(["git", "-C", str(site.app), "reset", "--quiet", "--hard", RELEASE])
    shutil.copytree(DEPLOY, site.app / "config" / "deploy")
    site.create_database()
    site.deploy("install")


@pytest.mark.skipif(not has_release(), reason=f"the history has no commit {RELEASE}")
def test_site_is_upgraded_and_restored_in_the_middle_of_games(site: Machine) -> None:
    install_release(site)
    site.start_site()
    site.start_proxy()
    alice, bob = site.guest("alice"), site.guest("bob")
    tables = {guest: guest.fly() for guest in (alice, bob)}
    assert all(guest.play(table, 4) for guest, table in tables.items())
    assert alice.hears(tables[alice])

    shutil.rmtree(site.app / "config" / "deploy")
    ran(["git", "-C", str(site.app), "pull", "--quiet", "--ff-only"])
    said = site.deploy("upgrade")
    assert "same: 2" in said and "cannot: 0" in said, said
    site.stop_site()
    site.start_site()
    assert alice.play(tables[alice], 4) and alice.hears(tables[alice])

    (site.folder / "backups").mkdir()
    backup = site.deploy("backup", str(site.folder / "backups")).strip()
    assert bob.play(tables[bob], 2), "a backup stops nobody"
    site.stop_site()
    lines = site.environment.read_text()
    site.environment.write_text(lines.replace("/dispersal\n", "/restored\n"))
    site.create_database()
    site.deploy("restore", backup)
    site.start_site()
    for guest, table in tables.items():
        assert guest.play(table, 4), "the game goes on where the backup left it"
    file = site.folder / "career.json"
    file.write_bytes(alice.career())
    assert json.loads(file.read_bytes())
    site.deploy("manage", "verify", str(file))
    assert "Played by the rules" in alice.check(file)
    for name in site.running:
        assert site.running[name].poll() is None, site.log(name)
