"""One version, in `pyproject.toml`, is what the site says everywhere; the release has its licence and its history."""

import re
import subprocess
import sys
import tomllib
from datetime import date

import pytest
from django.test import Client

from tests.shared.site import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_no_other_file_of_the_product_names_the_version() -> None:
    folders = ("campaigns", "config", "engine", "play", "raids", "sorties", "templates", "tools")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".html"}]
    assert len(files) > 500
    pattern = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])")
    assert [str(path) for path in files if pattern.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.slow
def test_the_command_prints_it() -> None:
    command = [sys.executable, "manage.py", "version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == (f"{VERSION}\n", "", 0)


@pytest.mark.django_db
def test_the_foot_of_a_page_and_the_address_of_health_show_it(client: Client) -> None:
    assert f"Version {VERSION}." in client.get("/").content.decode()
    assert client.get("/healthz").json()["version"] == VERSION


def test_the_licence_is_named_and_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert project["license"] == "BSD-3-Clause" and text.startswith("BSD 3-Clause License")
    assert "Copyright (c) 2026, the Dispersal contributors" in text


HISTORY = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASE = re.compile(r"(\d+\.\d+\.\d+) – (\d{4}-\d{2}-\d{2})")
KINDS = ["Added", "Changed", "Fixed"]
LONGEST = 25
"""Words of an entry."""


def releases() -> list[tuple[str, str]]:
    """Return each release of the history with its text, the newest first."""
    head, *parts = re.split(r"^## ", HISTORY, flags=re.MULTILINE)
    assert head == "# Changelog\n\n"
    return [(title, text) for title, _newline, text in (part.partition("\n") for part in parts)]


def test_the_newest_release_of_the_history_is_this_version() -> None:
    titles = [title for title, _text in releases()]
    assert titles[0] == "Unreleased"
    found = [RELEASE.fullmatch(title) for title in titles[1:]]
    assert found and all(found), titles
    numbers = [(release[1], date.fromisoformat(release[2])) for release in found if release]
    assert numbers[0][0] == VERSION
    assert [day for _number, day in numbers] == sorted((day for _number, day in numbers), reverse=True)


@pytest.mark.parametrize(("title", "text"), releases())
def test_each_entry_is_short_and_says_what_kind_of_change_it_is(title: str, text: str) -> None:
    kinds = re.findall(r"^###+ (.*)$", text, re.MULTILINE)
    assert kinds == [kind for kind in KINDS if kind in kinds], title
    assert "\n- " not in text.partition("\n### ")[0], "an entry stands under its kind"
    entries = re.findall(r"^- (.+(?:\n  .+)*)$", text, re.MULTILINE)
    assert len(entries) == len(re.findall(r"^\s*[-*] ", text, re.MULTILINE))
    assert [entry for entry in entries if len(entry.split()) > LONGEST] == []
    assert [entry for entry in entries if not entry.endswith(".")] == []
    assert entries or title == "Unreleased"
