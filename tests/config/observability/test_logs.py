"""Log lines carry the id of their request as far as the worker, and no secret."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import structlog
from celery import shared_task
from celery.contrib.testing.worker import start_worker
from django.test import Client

from config.celery import app
from config.observability import logs
from tests.shared.site import ROOT, until

seen: list[dict[str, object]] = []


@shared_task(name="tests.note_context")
def note_context() -> None:
    seen.append(dict(structlog.contextvars.get_contextvars()))


@pytest.mark.slow
def test_request_id_reaches_the_worker(broker: str) -> None:
    seen.clear()
    structlog.contextvars.bind_contextvars(request_id="abcdef0123456789")
    try:
        with start_worker(app, perform_ping_check=False, queues=["probe"]):
            note_context.apply_async(queue="probe", ignore_result=False)
            structlog.contextvars.clear_contextvars()
            note_context.apply_async(queue="probe")
            assert until(lambda: len(seen) == 2)
    finally:
        structlog.contextvars.clear_contextvars()
    first, second = seen
    assert first["request_id"] == "abcdef0123456789"
    assert first["task"] == "tests.note_context"
    assert "request_id" not in second


@pytest.mark.django_db
def test_request_id_of_the_proxy_is_kept_and_nonsense_is_not(client: Client) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "proxy-0123456789"})["X-Request-ID"] == "proxy-0123456789"
    made = client.get("/healthz", headers={"X-Request-ID": "a\tforged line"})["X-Request-ID"]
    assert len(made) == 32


@pytest.mark.parametrize("log_format", ["plain", "json"])
def test_no_secret_is_written(tmp_path: Path, log_format: str) -> None:
    program = """
import django, logging, structlog
django.setup()
from django.conf import settings
log = structlog.get_logger("test")
log.info("password_in_field", password="open-sesame", seed="c0ffee", player=7)
logging.getLogger("old").info("Not Found: %s", "/accounts/password/reset/key/1-abc-def/")
logging.getLogger("old").info("the key is %s", settings.SECRET_KEY)
logging.getLogger("old").info("it was %s", " then ".join(settings.SECRET_KEY_FALLBACKS))
try:
    raise ValueError("cannot connect to " + settings.REDIS_URL)
except ValueError:
    log.exception("broker_away")
"""
    environ = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "REDIS_URL": "redis://:broker-word@127.0.0.1:6379/0",
        "SECRET_KEY": "a key that must not be read anywhere",
        "LOG_FORMAT": log_format,
        "SECRET_KEY_FALLBACKS": "the former key of this place,and the one before",
    }
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environ, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "password_in_field" in run.stderr and "broker_away" in run.stderr
    for secret in (
        "open-sesame",
        "c0ffee",
        "1-abc-def",
        "a key that must not",
        "broker-word",
        "the former key",
        "the one before",
    ):
        assert secret not in run.stderr
    if log_format == "json":
        lines = [json.loads(line) for line in run.stderr.splitlines()]
        assert lines[0]["player"] == 7
        assert lines[0]["password"] == logs.HIDDEN


def test_a_secret_that_is_part_of_ordinary_words_is_not_masked() -> None:
    step = logs.hiding(["s", "", "letmein", "eight-is"])
    shown = step(None, "info", {"event": "the sweep asks letmein, with eight-is"})
    assert shown["event"] == f"the sweep asks letmein, with {logs.HIDDEN}"
