"""A Sentry server is sent which error it was and where, and nothing of a player or of a game."""

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.faults.conftest import Web, Worker
from tests.shared.site import ROOT, until

SECRETS = {
    "password": "open-sesame-open",
    "email": "ruth@example.org",
    "cookie": "crumbs-of-a-cookie",
    "link": "1-a-way-in-by-letter",
    "seed": "c0ffee-c0ffee-c0ffee",
    "query": "asked-for-in-the-address",
    "plan": "two-raids-on-Bremen",
}


class Collector(ThreadingHTTPServer):
    """A Sentry server that keeps every byte that it is sent."""

    daemon_threads = True

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.heads: list[bytes] = []
        super().__init__(("127.0.0.1", 0), Envelope)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def dsn(self) -> str:
        return f"http://public-key@127.0.0.1:{self.server_port}/7"

    def events(self) -> list[dict[str, Any]]:
        """Return the events of all envelopes: a head, then for each item its own head and its body."""
        lines = [json.loads(line) for body in list(self.bodies) for line in body.splitlines() if line]
        return [line for line in lines if "logentry" in line]


class Envelope(BaseHTTPRequestHandler):
    """One report on its way in."""

    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_packed = self.headers.get("Content-Encoding") == "gzip"
        self.server.heads += [self.path.encode(), bytes(self.headers)]
        self.server.bodies.append(gzip.decompress(body) if is_packed else body)
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_args: object) -> None:
        """Say nothing on the console."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    pytest.importorskip("sentry_sdk", reason="requirements-dev.lock has it")
    server = Collector()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def empty_site(tmp_path: Path, broker: str) -> dict[str, str]:
    """The environment of a site whose database has no table: every query fails."""
    environ = {name: word for name, word in os.environ.items() if name not in {"DJANGO_SETTINGS_MODULE"}}
    environ |= {"VAR_DIR": str(tmp_path / "var"), "DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite3'}"}
    return environ | {"SECRET_KEY": "the-key-of-this-site-alone", "REDIS_URL": broker.rpartition("/")[0] + "/14"}


def check_nothing_leaks(collector: Collector) -> None:
    sent = b"\n".join([*collector.heads, *collector.bodies]).decode()
    assert "dispersal@" in sent
    assert not [name for name, secret in SECRETS.items() if secret in sent]
    for event in collector.events():
        assert not event.keys() & {"request", "user", "extra", "breadcrumbs", "modules", "server_name", "contexts"}
        for error in event["exception"]["values"]:
            assert "value" not in error
            assert not any("vars" in frame for frame in error["stacktrace"]["frames"])


@pytest.mark.slow
def test_a_page_that_fails_is_reported_without_what_the_player_sent(
    collector: Collector, empty_site: dict[str, str], tmp_path: Path
) -> None:
    server = Web(empty_site | {"SENTRY_DSN": collector.dsn}, tmp_path)
    server.start()
    try:
        curl = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}"]
        known = ["-b", f"sessionid={SECRETS['cookie']}"]
        login = f"{server.address}/accounts/login/?next=/{SECRETS['query']}"
        form = ["-b", f"csrftoken={'a' * 32}; crumbs={SECRETS['cookie']}"]
        for name, word in {"login": SECRETS["email"], "password": SECRETS["password"]}.items():
            form += ["--data-urlencode", f"{name}={word}"]
        form += ["--data-urlencode", f"csrfmiddlewaretoken={'a' * 32}"]

        def status(*command: str) -> str:
            return subprocess.run([*command], capture_output=True, text=True).stdout

        assert until(lambda: status(*curl, f"{server.address}/nowhere") != "000"), server.log.read_text()
        assert status(*curl, *form, login) == "500"
        assert status(*curl, *known, f"{server.address}/accounts/password/reset/key/{SECRETS['link']}/") == "500"
        assert until(lambda: len(collector.events()) >= 2)
    finally:
        server.kill()
    check_nothing_leaks(collector)
    event = collector.events()[0]
    assert event["logger"] == "django.request"
    assert event["logentry"]["message"] == "%s: %s"
    assert event["tags"]["route"].startswith("accounts/") and len(event["tags"]["request_id"]) == 32
    assert [error["type"] for error in event["exception"]["values"]][-1] == "OperationalError"
    frames = event["exception"]["values"][-1]["stacktrace"]["frames"]
    assert all({"filename", "function", "lineno"} <= frame.keys() for frame in frames)
    assert not any(frame["filename"].startswith("/") for frame in frames)


@pytest.mark.slow
def test_a_task_that_fails_is_reported_by_its_worker(
    collector: Collector, empty_site: dict[str, str], tmp_path: Path
) -> None:
    worker = Worker(empty_site | {"SENTRY_DSN": collector.dsn}, tmp_path)
    worker.begin()
    try:
        # A worker sweeps as it starts, and here there is no table of orders.
        assert until(lambda: any(event["logger"] == "celery.app.trace" for event in collector.events()))
    finally:
        worker.kill()
    check_nothing_leaks(collector)
    event = next(event for event in collector.events() if event["logger"] == "celery.app.trace")
    assert event["exception"]["values"][-1]["type"] == "OperationalError"


BREAKS = """
import logging, sys, django
django.setup()
import structlog
secrets = dict(pair.split("=") for pair in sys.argv[1:])
def play(seed, plan):
    email = secrets["email"]
    raise ValueError(f"{plan} {email} by {seed}")
structlog.contextvars.bind_contextvars(request_id="abcdef0123456789", player=secrets["email"])
try:
    play(secrets["seed"], secrets["plan"])
except ValueError:
    logging.getLogger("play.orders").exception("Order %s broke the rules code", secrets["plan"])
    logging.getLogger("django.security").error("Bad header " + secrets["cookie"], extra={"form": secrets["password"]})
    structlog.get_logger("play.other").error("rules_broke", seed=secrets["seed"])
"""


@pytest.mark.slow
def test_words_and_variables_of_an_error_stay_here(collector: Collector, empty_site: dict[str, str]) -> None:
    environ = empty_site | {"SENTRY_DSN": collector.dsn, "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", BREAKS, *(f"{name}={word}" for name, word in SECRETS.items())]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert SECRETS["plan"] in done.stderr, "the site's own log has it"
    check_nothing_leaks(collector)
    events = collector.events()
    said = {event["logentry"]["message"] for event in events}
    assert said == {"Order %s broke the rules code", "django.security", "rules_broke"}
    assert all(event["tags"] == {"request_id": "abcdef0123456789"} for event in events)
    error = next(event["exception"]["values"][0] for event in events if event["exception"]["values"])
    assert (error["type"], error["stacktrace"]["frames"][-1]["function"]) == ("ValueError", "play")


def starts(environ: dict[str, str], before: str = "") -> subprocess.CompletedProcess[str]:
    program = f"{before}\nimport manage, sys; sys.argv = ['manage.py', 'check']; manage.main()"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=ROOT, env=environ | {"NO_BOOTSTRAP": "1"}, capture_output=True, text=True)


@pytest.mark.slow
def test_a_site_that_is_to_report_and_cannot_does_not_start(empty_site: dict[str, str]) -> None:
    without = "import sys; sys.modules['sentry_sdk'] = None"
    refused = starts(empty_site | {"SENTRY_DSN": "http://key@127.0.0.1:9/1"}, without)
    assert refused.returncode == 1
    assert "SENTRY_DSN is set, but sentry-sdk is not installed." in refused.stderr
    assert "requirements-sentry.lock" in refused.stderr
    assert starts(empty_site, without).returncode == 0, "without the variable nothing asks for the library"


@pytest.mark.slow
def test_an_address_of_no_project_is_refused(collector: Collector, empty_site: dict[str, str]) -> None:
    refused = starts(empty_site | {"SENTRY_DSN": "sentry.example"})
    assert refused.returncode == 1 and "SENTRY_DSN is no address of a Sentry project" in refused.stderr
