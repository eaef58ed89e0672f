"""Runs the tests with pytest: all on SQLite with the embedded broker, storage again on PostgreSQL with Redis."""

import os
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

POSTGRESQL_URL = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS_URL = "redis://127.0.0.1:6379/8"
NOTHING_COLLECTED = 5
# Many a test waits for a browser or a process, so half as many processes again as there are cores keep these busy.
# Redis has sixteen databases, of which each process takes one from the eighth on.
PROCESSES = min(8, max(2, (os.cpu_count() or 1) * 3 // 2))
SHARE = ("-n", str(PROCESSES), "--dist", "worksteal")
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


@dataclass
class Run:
    """One run of pytest: what it stands on, which marks it takes, and what came of it."""

    storage: str
    marks: list[str]
    environ: dict[str, str]
    outcome: int | None = None

    def start(self, arguments: list[str]) -> None:
        """Run pytest on all cores."""
        marks = ["-m", " and ".join(f"({mark})" for mark in self.marks)] if self.marks else []
        command = [sys.executable, "-m", "pytest", *SHARE, *marks, *arguments]
        environ = os.environ | self.environ
        # The tests have settings of their own, named in pyproject.toml.
        environ.pop("DJANGO_SETTINGS_MODULE", None)
        self.outcome = subprocess.run(command, cwd=settings.BASE_DIR, env=environ).returncode


class Command(BaseCommand):
    """Run the tests; every argument but --fast is pytest's."""

    help = _("Runs the tests. --fast leaves out the browser, the faults and what is slow; the rest goes to pytest.")

    def run_from_argv(self, argv: list[str]) -> None:
        """Take the arguments as they are: pytest knows its own."""
        if {"-h", "--help"} & set(argv):
            self.stdout.write(str(self.help))
            return
        sys.exit(self._run("--fast" in argv, [argument for argument in argv[2:] if argument != "--fast"]))

    def _run(self, fast: bool, arguments: list[str]) -> int:
        browser = None if fast else find_browser() or install_browser()
        without = ["not browser", "not faults", "not slow"] if fast else [] if browser else ["not browser"]
        found = {"BROWSER_PATH": browser} if browser else {}
        own = Run(_("SQLite with the embedded broker"), without, found | {"DATABASE_URL": "", "REDIS_URL": ""})
        runs = [own]
        own.start(arguments)
        servers = servers_for_tests()
        if not fast and all(map(reachable, servers.values())):
            runs.append(Run(_("PostgreSQL with Redis"), [*without, "storage or faults"], found | servers))
            runs[-1].start(arguments)
        for sentence in closing_words(runs, fast, browser, servers):
            self.stdout.write(sentence)
        if own.outcome:
            return own.outcome
        # Asked for one test that has nothing to do with storage, the second run finds none, and that is well.
        return next((run.outcome for run in runs[1:] if run.outcome not in (0, NOTHING_COLLECTED)), 0) or 0


def closing_words(runs: list[Run], fast: bool, browser: str | None, servers: dict[str, str]) -> list[str]:
    """Say what was run on what, and loudly what was not."""
    words = [_("Ran on: %(storage)s.") % {"storage": run.storage} for run in runs]
    if fast:
        words.append(_("NOT RUN, as asked by --fast: the browser, the faults, what is slow, PostgreSQL with Redis."))
        return words
    for address in servers.values():
        if not reachable(address):
            place = urlsplit(address)
            words.append(
                _("NOT RUN: PostgreSQL with Redis. Nobody answers at %(host)s:%(port)s.")
                % {"host": place.hostname, "port": place.port}
            )
    if browser is None:
        words.append(_("NOT RUN: the browser tests. There is no Chrome or Chromium here, and none could be installed."))
    return words


def servers_for_tests() -> dict[str, str]:
    """Say where PostgreSQL and Redis are looked for; on Redis the databases from the one named upwards are emptied."""
    return {
        "DATABASE_URL": os.environ.get("TEST_DATABASE_URL") or POSTGRESQL_URL,
        "REDIS_URL": os.environ.get("TEST_REDIS_URL") or REDIS_URL,
    }


def reachable(address: str) -> bool:
    """Say whether somebody answers there."""
    place = urlsplit(address)
    try:
        with socket.create_connection((place.hostname or "", place.port or 0), timeout=2):
            return True
    except OSError:
        return False


def find_browser() -> str | None:
    """Look for a Chrome or Chromium on this machine."""
    named = os.environ.get("BROWSER_PATH", "")
    return next((found for name in (named, *BROWSERS) if name and (found := shutil.which(name))), None)


def install_browser() -> str | None:
    """Install Debian's Chromium where we may."""
    if not (shutil.which("apt-get") and os.geteuid() == 0 and Path("/etc/debian_version").exists()):
        return None
    sys.stderr.write(_("Installing Chromium for the browser tests …") + "\n")
    silently = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "--quiet=2", *command], env=silently, stdout=subprocess.DEVNULL)
    return find_browser()
