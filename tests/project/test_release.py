"""One version, in `pyproject.toml`, is what the site says everywhere; the release has its licence and its history."""

import re
import subprocess
import sys
import tomllib

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
