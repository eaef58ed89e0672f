"""Settings come from the environment alone, and what is missing in production is refused by name."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.database import database, folder_of
from tests.shared.site import ROOT

PRODUCTION = {
    "PRODUCTION": "1",
    "SECRET_KEY": "k3-" * 20 + "a long key that only this test knows",
    "ALLOWED_HOSTS": "dispersal.example",
    "DATABASE_URL": "postgres://dispersal:word@127.0.0.1:5432/dispersal",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
}


def manage(folder: Path, command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), "NO_BOOTSTRAP": "1"}
    program = [sys.executable, "manage.py", *command.split()]
    return subprocess.run(program, cwd=ROOT, env=clean | environ, capture_output=True, text=True)


@pytest.mark.slow
def test_production_is_clean(tmp_path: Path) -> None:
    answer = manage(tmp_path, "check --deploy --fail-level WARNING --database default", **PRODUCTION)
    assert answer.returncode == 0, answer.stderr
    assert "no issues (0 silenced)" in answer.stdout + answer.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS", "REDIS_URL"])
def test_production_refuses_to_do_without(tmp_path: Path, name: str) -> None:
    answer = manage(tmp_path, "check --deploy", **{key: word for key, word in PRODUCTION.items() if key != name})
    assert answer.returncode == 1
    assert name in answer.stderr
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.slow
def test_production_refuses_debug(tmp_path: Path) -> None:
    answer = manage(tmp_path, "check", **PRODUCTION, DEBUG="1")
    assert answer.returncode == 1
    assert "DEBUG" in answer.stderr


@pytest.mark.slow
def test_persistent_connections_are_refused(tmp_path: Path) -> None:
    kept = PRODUCTION | {"DATABASE_URL": PRODUCTION["DATABASE_URL"] + "?conn_max_age=60"}
    answer = manage(tmp_path, "check --database default", **kept)
    assert answer.returncode == 1
    assert "config.E001" in answer.stderr


@pytest.mark.slow
def test_static_files_are_collected_under_the_names_of_their_hashes(tmp_path: Path) -> None:
    answer = manage(tmp_path, "collectstatic --no-input", **PRODUCTION, STATIC_ROOT=str(tmp_path / "static"))
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "static" / "staticfiles.json").exists()


def test_key_is_made_once_and_for_us_alone(tmp_path: Path) -> None:
    first = environment.secret_key(tmp_path, production=False, environ={})
    assert len(first) >= 50
    assert environment.secret_key(tmp_path, production=False, environ={}) == first
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_given_key_is_taken_and_not_kept(tmp_path: Path) -> None:
    assert environment.secret_key(tmp_path, production=False, environ={"SECRET_KEY": "given"}) == "given"
    assert not list(tmp_path.iterdir())


def test_key_lies_beside_the_database(tmp_path: Path) -> None:
    elsewhere = database(f"sqlite:///{tmp_path}/elsewhere/games.sqlite3", pool_size=4, test_folder=tmp_path)
    assert folder_of(elsewhere, tmp_path) == tmp_path / "elsewhere"
    server = database("postgres://me@host/games", pool_size=4, test_folder=tmp_path)
    assert folder_of(server, tmp_path) == tmp_path


def test_sqlite_waits_for_its_turn(tmp_path: Path) -> None:
    options = database("sqlite:////games.sqlite3", pool_size=4, test_folder=tmp_path)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]


def test_postgresql_is_pooled(tmp_path: Path) -> None:
    server = database("postgres://me@host/games", pool_size=4, test_folder=tmp_path)
    assert server["ENGINE"] == "config.fastpath.postgresql"
    assert server["OPTIONS"]["pool"]["max_size"] == 4


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (environment.flag, "maybe"),
        (lambda name, environ: environment.number(name, 1, environ), "-1"),
        (lambda name, environ: environment.seconds(name, 1, environ), "nan"),
        (lambda name, environ: environment.seconds(name, 1, environ), "soon"),
        (lambda name, environ: environment.one_of(name, ("plain", "json"), environ), "xml"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(read: object, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="THE_NAME.*" + value):
        read("THE_NAME", environ={"THE_NAME": value})


def test_mail_by_one_address() -> None:
    sender = environment.email("smtp://me%40club:w%3Ard@mail.example?from=club@mail.example")
    assert sender["EMAIL_HOST_USER"] == "me@club"
    assert sender["EMAIL_HOST_PASSWORD"] == "w:rd"
    assert sender["EMAIL_PORT"] == 587
    assert sender["EMAIL_USE_TLS"] is True
    assert sender["DEFAULT_FROM_EMAIL"] == "club@mail.example"
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        environment.email("pigeon://loft")


def test_no_task_is_ever_eager() -> None:
    from config.celery import app

    assert app.conf.task_always_eager is False
    assert app.conf.task_acks_late and app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_time_limit < app.conf.broker_transport_options["visibility_timeout"]


def test_no_style_or_script_may_stand_in_a_page() -> None:
    words = str(settings.CONTENT_SECURITY_POLICY)
    assert "unsafe-inline" not in words and "unsafe-eval" not in words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environ", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"PORT": "8123"}, "http://127.0.0.1:8123"),
        ({"PORT": "8123", "HOUSE_ADDRESS": "https://dispersal.example/"}, "https://dispersal.example"),
    ],
    ids=["default", "port", "given"],
)
def test_letters_lead_to_the_port_that_is_served(tmp_path: Path, environ: dict[str, str], address: str) -> None:
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    code = "import django; django.setup(); from campaigns.notifications import text; print(text.site_address())"
    program = [sys.executable, "-c", code]
    done = subprocess.run(program, cwd=ROOT, env=clean | environ, capture_output=True, text=True)
    assert done.stdout.strip() == address, done.stderr
