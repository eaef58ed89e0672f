"""The borders between the apps: each is crossed in a copy of the site, and the import linter reports it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import get_resolver

ROOT = Path(settings.BASE_DIR)
HELD = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Copy the site's own modules to a folder where they may be changed."""
    folder = tmp_path_factory.mktemp("house")
    for room in HELD["root_packages"]:
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__", "*.yaml"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def looked_through(folder, *contracts):
    """Hold the copy to these contracts, or to all."""
    tool = Path(sys.executable).with_name("lint-imports")
    command = [str(tool), "--no-cache", *(part for contract in contracts for part in ("--contract", contract))]
    environ = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


CROSSINGS = [
    ("layers", "sorties/interceptor/careers/dossier.py", "sorties.nightfighter.text"),
    ("layers", "sorties/nightfighter/text/names.py", "raids.text"),
    ("layers", "raids/text/names.py", "sorties.interceptor.records.models"),
    ("layers", "campaigns/accounts/services.py", "sorties.interceptor.records.models"),
    ("layers", "campaigns/groups/views.py", "raids.game"),
    ("layers", "play/sessions/services.py", "campaigns.accounts.models"),
    ("layers", "play/games/registry.py", "sorties.interceptor.game"),
    ("layers", "engine/kernel/dice.py", "play.games.titles"),
    ("kernel", "engine/kernel/run.py", "engine.nightfighter.game"),
    ("kernel", "engine/interceptor/state.py", "engine.bomber_command.charts.schema"),
    ("kernel", "engine/bomber_command/rules/cards/play.py", "engine.nightfighter.game"),
    ("kernel", "engine/nightfighter/game.py", "engine.interceptor.state"),
    ("kernel", "engine/analysis/luck.py", "engine.interceptor.state"),
    ("analysis", "engine/kernel/run.py", "engine.analysis.rollouts"),
    ("analysis", "engine/interceptor/charts/compiled.py", "engine.interceptor.analysis.prospects"),
    ("analysis", "engine/interceptor/game.py", "engine.interceptor.analysis.entry"),
    ("analysis", "engine/nightfighter/rules/fighters.py", "engine.nightfighter.analysis.features"),
    ("analysis", "engine/nightfighter/setup.py", "engine.analysis.statistics"),
    ("analysis", "engine/bomber_command/bots/staff.py", "engine.bomber_command.analysis.estimate"),
    ("analysis", "engine/bomber_command/state.py", "engine.analysis.review"),
    ("analysis", "engine/bomber_command/view.py", "engine.bomber_command.analysis.review"),
    ("pure", "engine/kernel/decks.py", "datetime"),
    ("pure", "engine/interceptor/state.py", "django.db"),
    ("pure", "engine/nightfighter/game.py", "random"),
    ("views", "sorties/interceptor/careers/views.py", "engine.interceptor.state"),
    ("views", "sorties/interceptor/exports/views.py", "engine.kernel.dice"),
    ("views", "sorties/interceptor/tabletop/views.py", "engine.interceptor.rules.tabletop"),
    ("views", "campaigns/accounts/views.py", "engine.kernel.title"),
    ("views", "campaigns/groups/views.py", "engine.kernel.title"),
    ("views", "play/sessions/views.py", "engine.kernel.run"),
]


def test_the_house_keeps_every_border(copy):
    found = looked_through(copy)
    assert found.returncode == 0, found.stdout
    assert f"Contracts: {len(HELD['contracts'])} kept, 0 broken." in found.stdout


@pytest.mark.parametrize("contract", [one["id"] for one in HELD["contracts"]])
def test_every_border_that_is_crossed_is_seen(copy, contract):
    """All crossings of a contract at once, each in a file of its own: the tool names every one."""
    crossed = {copy / file: forbidden for held, file, forbidden in CROSSINGS if held == contract}
    was = {file: file.read_text(encoding="utf-8") for file in crossed}
    for file, forbidden in crossed.items():
        file.write_text(f"{was[file]}\n\nimport {forbidden}\n", encoding="utf-8")
    try:
        found = looked_through(copy, contract)
    finally:
        for file, text in was.items():
            file.write_text(text, encoding="utf-8")
    assert found.returncode == 1 and "BROKEN" in found.stdout, found.stdout + found.stderr
    said = re.sub(r"\s+", " ", found.stdout)
    for file, forbidden in crossed.items():
        module = str(file.relative_to(copy)).removesuffix(".py").replace("/", ".")
        last = len(was[file].splitlines()) + 3
        # Where a contract speaks of the package outside, that is what it names.
        outside = forbidden if forbidden.split(".")[0] in HELD["root_packages"] else forbidden.split(".")[0]
        assert f"{module} -> {outside} (l.{last})" in said, (module, forbidden, found.stdout)


def test_no_file_is_crossed_twice_by_one_contract():
    assert len({(contract, file) for contract, file, _forbidden in CROSSINGS}) == len(CROSSINGS)


def test_every_border_is_crossed_by_a_test():
    assert {contract for contract, _file, _forbidden in CROSSINGS} == {one["id"] for one in HELD["contracts"]}


def test_every_room_and_every_game_stands_in_its_border():
    contracts = {one["id"]: one for one in HELD["contracts"]}
    rooms = {name for layer in contracts["layers"]["layers"] if "|" in layer for name in layer.split(" | ")}
    assert rooms == set(settings.ROOMS), "a room that no contract names may import its neighbours"
    games = {f"engine.{one.parent.name}" for one in (ROOT / "engine").glob("*/game.py")}
    assert games == set(contracts["kernel"]["layers"][0].split(" | "))


def test_the_contract_of_views_names_every_module_of_the_address_book():
    (contract,) = [one for one in HELD["contracts"] if one["id"] == "views"]
    views = {view.__module__ for view in _views(get_resolver())}
    ours = {name for name in views if name.split(".")[0] in HELD["root_packages"]}
    assert len(ours) >= 6
    assert {name for name in ours if not any(_names(pattern, name) for pattern in contract["source_modules"])} == set()


def _names(pattern, module):
    return pattern.count(".") == module.count(".") and fnmatchcase(module, pattern)


def _views(resolver):
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _views(pattern)
        elif re.match(r"\w", pattern.callback.__module__):
            yield pattern.callback
