"""`manage.py test` says what it did not run, and `manage.py bench` what missed its bound."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from config.management.commands.test import find_browser
from tests.bench import Bench
from tests.shared.site import ROOT

NOBODY = {
    "TEST_DATABASE_URL": "postgres://postgres@127.0.0.1:1/postgres",
    "TEST_REDIS_URL": "redis://127.0.0.1:2/8",
}


def manage(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    of_this_run = ("BROWSER", "DJANGO", "PYTEST")
    inherited = {name: word for name, word in os.environ.items() if not name.startswith(of_this_run)}
    program = [sys.executable, "manage.py", *arguments]
    return subprocess.run(program, cwd=ROOT, env=inherited | environ, capture_output=True, text=True)


@pytest.mark.slow
def test_what_was_not_run_is_said_in_the_last_lines(tmp_path: Path) -> None:
    # A path on which there is neither a browser nor a way to install one.
    answer = manage(
        "test", "--collect-only", "-q", "tests/config/observability/test_health.py", PATH=str(tmp_path), **NOBODY
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    last = answer.stdout.splitlines()[-4:]
    assert last[0] == "Ran on: SQLite with the embedded broker."
    assert "NOT RUN: PostgreSQL with Redis. No server answers at 127.0.0.1:1." in last
    assert "NOT RUN: PostgreSQL with Redis. No server answers at 127.0.0.1:2." in last
    assert last[-1].startswith("NOT RUN: browser tests.")


@pytest.mark.slow
def test_a_failing_test_is_the_answer_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_one():\n    assert False\n")
    answer = manage("test", "--fast", "-n", "1", "-c", "pyproject.toml", str(tmp_path / "test_one.py"), **NOBODY)
    assert answer.returncode == 1
    assert "1 failed" in answer.stdout
    assert "NOT RUN because of --fast" in answer.stdout.splitlines()[-1]


@pytest.mark.slow
def test_fast_leaves_out_what_takes_long(tmp_path: Path) -> None:
    answer = manage("test", "--fast", "--collect-only", "-q", "tests/config/server/test_supervisor.py", **NOBODY)
    assert "no tests" in answer.stdout or "deselected" in answer.stdout
    assert "test_what_is_killed" not in answer.stdout


def test_a_browser_is_found_where_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    assert find_browser() is None
    browsers = [tmp_path / name for name in ("google-chrome", "chromium", "chromium-headless-shell")]
    for browser in browsers:
        browser.write_text("#!/bin/sh\n")
        browser.chmod(0o755)
        assert find_browser() == str(browser), "each costs less than the one before"
    monkeypatch.setenv("BROWSER_PATH", str(browsers[0]))
    assert find_browser() == str(browsers[0]), "it is the one that was asked for"


@pytest.mark.parametrize(
    ("bounds", "value", "ok", "bound"),
    [
        ({"at_least": 400_000, "at_most": None}, 400_000, True, ">= 400000"),
        ({"at_least": 400_000, "at_most": None}, 399_999, False, ">= 400000"),
        ({"at_least": None, "at_most": 3}, 3.1, False, "<= 3"),
        ({"at_least": None, "at_most": None}, 7, True, None),
    ],
)
def test_a_figure_holds_its_bound_or_not(bounds: dict, value: float, ok: bool, bound: str | None) -> None:
    figure = Bench("a.b", "s", lambda: value, **bounds).run()
    assert (figure["ok"], figure["bound"]) == (ok, bound)
    assert list(json.loads(json.dumps(figure))) == ["name", "value", "unit", "bound", "ok"]


def test_a_bench_that_breaks_is_a_figure_missed() -> None:
    figure = Bench("a.b", "s", lambda: 1 / 0, None, None).run()
    assert figure["ok"] is False and figure["value"] is None
    assert "ZeroDivisionError" in figure["error"]


@pytest.mark.slow
def test_one_app_alone_is_migrated_and_the_house_has_its_key_when_its_table_comes(tmp_path: Path) -> None:
    house = {"DATABASE_URL": f"sqlite:///{tmp_path / 'house.sqlite3'}"}
    for app, keys in (("auth", None), ("play", 1), ("auth", 1)):
        answer = manage("migrate", app, **house)
        assert answer.returncode == 0, answer.stderr
        with closing(sqlite3.connect(tmp_path / "house.sqlite3")) as database:
            (there,) = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'play_housekey'").fetchone()
            assert bool(there) == (keys is not None)
            assert keys is None or database.execute("SELECT count(*) FROM play_housekey").fetchone() == (keys,)
