"""Runs the tests with pytest: all on SQLite with the embedded broker, storage again on PostgreSQL with Redis."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

POSTGRESQL_URL = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS_URL = "redis://127.0.0.1:6379/8"
NOTHING_COLLECTED = 5
# Many a test waits for a browser or a process, so half as many processes again as there are cores keep these busy.
# Redis has sixteen databases, of which each process on PostgreSQL takes one from the eighth on.
PROCESSES = min(8, max(2, (os.cpu_count() or 1) * 3 // 2))
# The fast tests wait for nothing: another process would only read all of them once more.
FAST_PROCESSES = min(8, max(2, os.cpu_count() or 1))
OF_STORAGE_PROCESSES = 2
CHANGED = re.compile(r"--changed(?:=(.+))?")
OF_STORAGE = re.compile(r"mark\.(storage|faults)\b")
# The shell is Chromium without windows: the tests of the browser take a fifth less CPU time with it.
HEADLESS_SHELL = "chromium-headless-shell"
BROWSERS = (
    HEADLESS_SHELL,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


@dataclass
class PytestRun:
    """One run of pytest: its database, its marks, and its result."""

    storage: str
    marks: list[str]
    environ: dict[str, str]
    processes: int = PROCESSES
    outcome: int | None = None
    process: subprocess.Popen[bytes] | None = None
    said: IO[bytes] | None = None

    def start(self, arguments: list[str], said: IO[bytes] | None = None) -> None:
        """Run pytest on all cores; its output can be stored for later."""
        marks = ["-m", " and ".join(f"({mark})" for mark in self.marks)] if self.marks else []
        command = [sys.executable, "-m", "pytest", "-n", str(self.processes), "--dist", "worksteal", *marks, *arguments]
        environ = os.environ | self.environ
        # The tests have settings of their own, named in pyproject.toml.
        environ.pop("DJANGO_SETTINGS_MODULE", None)
        # Every process of the tests, and every site that they start, reads what the first has compiled.
        environ.pop("PYTHONDONTWRITEBYTECODE", None)
        self.said = said
        self.process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environ, stdout=said, stderr=said)

    def end(self) -> None:
        """Wait for its end, and print the stored output."""
        if self.process is None:
            return
        self.outcome = self.process.wait()
        if self.said is not None:
            self.said.seek(0)
            sys.stdout.write(self.said.read().decode(errors="replace"))
            sys.stdout.flush()


class Command(BaseCommand):
    """Run the tests; every argument but --fast is pytest's."""

    help = _(
        "Run the tests. --fast leaves out browser, fault and slow tests. --changed or --changed=REVISION runs "
        "only files that the differences from that commit can affect. Other arguments go to pytest."
    )

    def run_from_argv(self, argv: list[str]) -> None:
        """Take the arguments as they are: pytest knows its own."""
        if {"-h", "--help"} & set(argv):
            self.stdout.write(str(self.help))
            return
        fast = "--fast" in argv
        arguments = [argument for argument in argv[2:] if argument != "--fast" and not CHANGED.fullmatch(argument)]
        revision = next((found[1] or "HEAD" for argument in argv if (found := CHANGED.fullmatch(argument))), "")
        if revision and not (files := touched_tests(revision)):
            self.stdout.write(_("Nothing differs from %(revision)s.") % {"revision": revision})
            return
        sys.exit(self._run(fast, [*arguments, *files] if revision else arguments))

    def _run(self, fast: bool, arguments: list[str]) -> int:
        browser = None if fast else have_browser()
        without = ["not browser", "not faults", "not slow"] if fast else [] if browser else ["not browser"]
        found = {"BROWSER_PATH": browser} if browser else {}
        environ = found | {"DATABASE_URL": "", "REDIS_URL": ""}
        own = PytestRun(_("SQLite with the embedded broker"), without, environ, FAST_PROCESSES if fast else PROCESSES)
        runs = [own]
        servers = servers_for_tests()
        if not fast and all(map(reachable, servers.values())):
            marks = [*without, "storage or faults"]
            runs.append(PytestRun(_("PostgreSQL with Redis"), marks, found | servers, OF_STORAGE_PROCESSES))
        # Storage and faults are waited for most of the time: the cores have the rest to do meanwhile.
        with tempfile.TemporaryFile() as stored:
            own.start(arguments)
            for other in runs[1:]:
                other.start([*arguments, *([] if names_tests(arguments) else storage_tests())], stored)
            for run in runs:
                run.end()
        for sentence in closing_words(runs, fast, browser, servers):
            self.stdout.write(sentence)
        if own.outcome:
            return own.outcome
        # Asked for one test that has nothing to do with storage, the second run finds none, and that is well.
        return next((run.outcome for run in runs[1:] if run.outcome not in (0, NOTHING_COLLECTED)), 0) or 0


def touched_tests(revision: str) -> list[str]:
    """Name the files of tests that can be touched by what differs from a revision."""
    import django

    from tools.changed_tests import changed_files, select_tests

    django.setup()
    return select_tests(settings.BASE_DIR, changed_files(settings.BASE_DIR, revision))


def names_tests(arguments: list[str]) -> bool:
    """Say whether the arguments name files or folders of tests."""
    return any((settings.BASE_DIR / argument.partition("::")[0]).exists() for argument in arguments)


def storage_tests() -> list[str]:
    """Name the files with tests of storage or faults: reading all the others would take longer than these tests do."""
    files = sorted((settings.BASE_DIR / "tests").rglob("test_*.py"))
    return [str(file.relative_to(settings.BASE_DIR)) for file in files if OF_STORAGE.search(file.read_text("utf-8"))]


def closing_words(runs: list[PytestRun], fast: bool, browser: str | None, servers: dict[str, str]) -> list[str]:
    """Say what was run on what, and loudly what was not."""
    words = [_("Ran on: %(storage)s.") % {"storage": run.storage} for run in runs]
    if fast:
        words.append(_("NOT RUN because of --fast: browser tests, fault tests, slow tests, PostgreSQL with Redis."))
        return words
    for address in servers.values():
        if not reachable(address):
            place = urlsplit(address)
            words.append(
                _("NOT RUN: PostgreSQL with Redis. No server answers at %(host)s:%(port)s.")
                % {"host": place.hostname, "port": place.port}
            )
    if browser is None:
        words.append(_("NOT RUN: browser tests. No Chrome or Chromium was found, and none could be installed."))
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


def have_browser() -> str | None:
    """Find a browser on this machine, or install one where we may."""
    return find_browser() or install_browser()


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
    subprocess.run(["apt-get", "--quiet=2", "update"], env=silently, stdout=subprocess.DEVNULL)
    for package in (HEADLESS_SHELL, "chromium"):
        if not find_browser():
            command = ["apt-get", "--quiet=2", "install", "--yes", "--no-install-recommends", package]
            subprocess.run(command, env=silently, stdout=subprocess.DEVNULL)
    return find_browser()
