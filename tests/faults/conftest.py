"""The real parts: worker and web processes that can be killed, and a cable to the broker that can be pulled."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from redis import Redis

from config import webserver
from config.server.queues import QUEUES
from tests.conftest import database_url
from tests.shared.builders.tables import begun
from tests.shared.factories import PlayerFactory
from tests.shared.site import free_port

ROOT = Path(__file__).resolve().parents[2]


def until(happens: Callable[[], object], seconds: float = 300) -> bool:
    """Wait for it, and say whether it happened in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(0.05)
    return False


def session_cookie(player: Any) -> str:
    """Return the cookie with which a browser identifies its player."""
    store = SessionStore()
    store[SESSION_KEY] = str(player.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = player.get_session_auth_hash()
    store.save()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}"


def end_all_connections() -> None:
    """Do to this database what its server does when it begins anew."""
    with psycopg.connect(database_url(), autocommit=True) as admin:
        mine = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        admin.execute(f"{mine} WHERE datname = current_database() AND pid <> pg_backend_pid()")


class Process:
    """One process of the site with all its children, in a group of its own."""

    def __init__(self, command: list[str], environ: dict[str, str], log: Path) -> None:
        self.command, self.environ, self.log = command, environ, log
        self.popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.popen = subprocess.Popen(
                self.command, cwd=ROOT, env=self.environ, stdout=log, stderr=log, start_new_session=True
            )

    def lives(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    def stand(self) -> None:
        """Start the process again if an earlier test has killed it."""
        if not self.lives():
            self.kill()
            self.begin()

    def begin(self) -> None:
        """Start it, and do not wait."""
        self.start()

    def kill(self) -> None:
        """Kill all of it, parent and children, at once."""
        if self.popen is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.popen.pid, signal.SIGKILL)
            self.popen.wait()
            self.popen = None


class Worker(Process):
    """A Celery worker with two children."""

    def __init__(self, environ: dict[str, str], folder: Path) -> None:
        self.ready = folder / "worker-ready"
        self.traps = folder / "traps"
        self.traps.mkdir(exist_ok=True)
        served = ",".join(queue for queue in QUEUES if queue != "odds")
        command = [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "-Q", served, "-c", "2"]
        command += ["--without-gossip", "--without-mingle"]
        environ = environ | {"WORKER_READY_FILE": str(self.ready), "TRAPS": str(self.traps), "SUPERVISED": "1"}
        super().__init__(command, environ, folder / "worker.log")

    def stand(self) -> None:
        for trap in self.traps.iterdir():
            trap.unlink()
        super().stand()

    def begin(self) -> None:
        """Start it, and do not wait until it takes tasks."""
        self.ready.unlink(missing_ok=True)
        super().start()

    def wait(self) -> None:
        assert until(self.ready.exists), self.log.read_text()[-3000:]

    def start(self) -> None:
        self.begin()
        self.wait()

    def idle(self) -> bool:
        """Say whether every message has been taken, worked at and acknowledged."""
        with Redis.from_url(self.environ["REDIS_URL"]) as broker:
            return not (any(broker.llen(queue) for queue in QUEUES if queue != "odds") or broker.hlen("unacked"))

    def beats(self) -> None:
        """Sweep at intervals, as the site's worker does."""
        self.command += ["--beat", "--schedule", str(self.log.with_name("beat"))]

    def trap(self, place: str, times: int = 1) -> None:
        (self.traps / place).write_text(str(times))

    def sprung(self, place: str) -> bool:
        return not (self.traps / place).exists()


class Web(Process):
    """A web server at a port of its own."""

    def __init__(self, environ: dict[str, str], folder: Path, *more: str) -> None:
        port = free_port()
        super().__init__(webserver.command(port, "--host", "127.0.0.1", *more), environ, folder / "web.log")
        self.place = ("127.0.0.1", port)
        self.address = f"http://127.0.0.1:{port}"

    def answers(self) -> bool:
        try:
            return bool(urllib.request.urlopen(f"{self.address}/tables/", timeout=60).status)
        except OSError:
            return False

    def wait(self) -> None:
        assert until(self.answers), self.log.read_text()[-3000:]


class Cable:
    """A way to the broker that can be pulled and put back."""

    def __init__(self, redis_url: str) -> None:
        parts = urlsplit(redis_url)
        self.there = (parts.hostname or "127.0.0.1", parts.port or 6379)
        self.ends: list[socket.socket] = []
        self.is_in = True
        self.door = socket.create_server(("127.0.0.1", 0))
        word = f":{parts.password}@" if parts.password else ""
        self.url = urlunsplit(parts._replace(netloc=f"{word}127.0.0.1:{self.door.getsockname()[1]}"))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            if not self.is_in:
                near.close()
                continue
            far = socket.create_connection(self.there)
            self.ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def pull(self) -> None:
        self.is_in = False
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.ends.clear()

    def put_back(self) -> None:
        self.is_in = True

    def close(self) -> None:
        self.pull()
        self.door.close()


@pytest.fixture
def worker(child_environ: dict[str, str], standing: Worker, tmp_path: Path) -> Iterator[Worker]:
    """A worker of the test's own, which is not started yet; there is no other."""
    standing.kill()
    worker = Worker(child_environ, tmp_path)
    yield worker
    worker.kill()
    connections.close_all()


@pytest.fixture
def started(standing: Worker, child_environ: dict[str, str]) -> Iterator[Worker]:
    """A worker that takes tasks, and has nothing to do and no trap before it."""
    standing.stand()
    standing.wait()
    assert until(standing.idle)
    yield standing
    assert not standing.lives() or until(standing.idle)
    connections.close_all()


@pytest.fixture
def cable(child_environ: dict[str, str]) -> Iterator[Cable]:
    """A way to the broker that can be pulled."""
    cable = Cable(child_environ["REDIS_URL"])
    yield cable
    cable.close()


@pytest.fixture
def web(shared_server: Web, child_environ: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Web]]:
    """A web server that runs; one of its own where it is to be sent to the broker, or anywhere, by another way."""
    started: list[Web] = []

    def start(*more: str, **environ: str) -> Web:
        if not more and not environ:
            shared_server.stand()
            shared_server.wait()
            return shared_server
        server = Web(child_environ | environ, tmp_path, *more)
        server.start()
        started.append(server)
        server.wait()
        return server

    yield start
    for server in started:
        server.kill()


@pytest.fixture
def alice(transactional_db: None):
    return PlayerFactory(display_name="Alice")


@pytest.fixture
def session(alice):
    """A game with traps that Alice plays on both sides, its plans to be written."""
    return begun(alice, game="trap")
