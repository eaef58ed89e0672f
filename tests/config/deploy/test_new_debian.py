"""A new Debian 12 follows docs/production.md, command by command: install, upgrade in the middle of games, restore."""

import os
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.deploy.documents import programs_of_units, steps
from tests.config.deploy.https_client import HOST, Guest
from tests.config.deploy.machine import HAS_RELEASE, RELEASE, Origin
from tests.config.deploy.new_debian import MISSING, CannotMake, Debian, booted, debootstrap
from tests.shared.certificates import write_certificate
from tests.shared.site import until

HERE = "/srv/dispersal/app/config/deploy"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.environ.get("THOROUGH") != "1", reason="it takes ten minutes: set THOROUGH=1"),
    pytest.mark.skipif(os.geteuid() != 0, reason="a new Debian is made by root only"),
    pytest.mark.skipif(bool(MISSING), reason=f"these programs are missing here: {', '.join(MISSING)}"),
    pytest.mark.skipif(not HAS_RELEASE, reason=f"the history has no commit {RELEASE}"),
]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that holds a whole system."""
    made = Path(tempfile.mkdtemp(prefix="dispersal-debian-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def install(debian: Debian, certificate: Path) -> None:
    """Follow chapter 1. Only the address of the project is filled in."""
    packages, user, environment, *others = steps("1. One machine")
    debian.run(packages)
    debian.run(user.replace("ADDRESS-OF-THE-PROJECT", "/origin"))
    place = debian.root / "etc/ssl/dispersal"
    place.mkdir(parents=True)
    for name in ("fullchain.pem", "privkey.pem"):
        shutil.copy(certificate / name, place)
    for block in (environment, *others):
        # The release that is upgraded later has no /readyz yet.
        if "deploy.sh ready" not in block:
            debian.run(block, HERE)


def services(debian: Debian) -> dict[str, str]:
    """Return the state of each program of the target."""
    return {name: debian.run(f"systemctl is-active '{name}' || true").strip() for name in programs_of_units()}


class Visitor(threading.Thread):
    """Ask for the front page again and again, and remember how each request ended."""

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self.guest, self.met, self.leaves = guest, set[int](), threading.Event()

    def run(self) -> None:
        while not self.leaves.is_set():
            self.met.add(self.guest.ask("/")[0])

    def __enter__(self) -> "Visitor":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.leaves.set()
        self.join()


def test_page_is_followed_on_a_new_debian(folder: Path) -> None:
    write_certificate(folder, HOST)
    try:
        root = debootstrap(folder)
    except CannotMake as reason:
        pytest.skip(str(reason))
    origin = Origin(root)
    with booted(root) as debian:
        install(debian, folder)
        guests = {}
        for name in ("alice", "bob"):
            (folder / name).mkdir()
            guests[name] = Guest(folder / name, folder / "fullchain.pem", inside=debian.network)
        assert until(lambda: guests["alice"].ask("/healthz")[0] == 200), services(debian)
        tables = {name: guest.fly() for name, guest in guests.items()}
        assert [guest.play(tables[name], 3) for name, guest in guests.items()] == [3, 3]
        assert guests["alice"].hears(tables["alice"])

        origin.publish()
        upgrade = steps("3. Upgrade")
        with Visitor(guests["alice"]) as visitor:
            said = [debian.run(block, HERE) for block in upgrade]
        assert visitor.met == {200}, "no page fails while the programs restart one after another"
        assert any("same: 2" in text and "cannot: 0" in text for text in said), said
        debian.run(next(block for block in steps("1. One machine") if "deploy.sh ready" in block), HERE)
        assert set(services(debian).values()) == {"active"}
        assert guests["alice"].play(tables["alice"], 2) and guests["alice"].hears(tables["alice"])

        debian.run("systemctl kill --signal KILL dispersal-web@8000.service dispersal-worker@turns.service")
        assert guests["bob"].play(tables["bob"], 2), "systemd starts what was killed"

        debian.run("systemctl start dispersal-backup.service")
        backup = sorted((root / "srv/dispersal/backups").glob("*.dump"))[-1]
        assert len(list(backup.parent.iterdir())) == 2 and backup.stat().st_mode & 0o077 == 0
        assert guests["bob"].play(tables["bob"], 1), "a backup stops nobody"
        for block in steps("4. Backup and restore")[1:4]:
            debian.run(block.replace("BACKUP", backup.name), HERE)
        assert until(lambda: guests["alice"].ask("/readyz")[0] == 200), services(debian)
        for name, guest in guests.items():
            assert guest.play(tables[name], 2), "the game goes on where the backup left it"
        file = folder / "career.json"
        file.write_bytes(guests["alice"].career())
        shutil.copy(file, root / "srv/career.json")
        debian.run("runuser -u dispersal -- ./deploy.sh manage verify /srv/career.json", HERE)
        assert guests["alice"].is_proven(file)
        failed = debian.run(
            "systemctl list-units --failed --plain --no-legend 'dispersal*' nginx postgresql redis-server"
        )
        assert failed == ""
        journal = debian.run("journalctl --no-pager --output cat --unit 'dispersal-*'")
        assert not re.findall(r"Traceback|\"level\": \"error\"", journal), journal[-5000:]
