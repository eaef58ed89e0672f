"""Changes that `python -m tools.mutants` makes, and the tests that it tries."""

import json
import re

import pytest

from tools import mutants

GAMES = ("bomber_command", "interceptor", "nightfighter")


def test_every_place_that_is_left_out_is_there():
    for root, places in (
        ("engine", mutants.NO_RULES + mutants.ONLY_ANALYSIS),
        ("tests/engine", mutants.NOT_TRIED + mutants.NO_WORKED_CASES),
    ):
        for place in places:
            assert any((mutants.ROOT / root / game / place).exists() for game in GAMES), place


@pytest.mark.parametrize("game", GAMES)
def test_modules_of_rules_are_changed_and_worked_cases_tried(game, tmp_path):
    mutants.lay_out(
        game,
        tmp_path,
        mutants.NO_RULES + mutants.ONLY_ANALYSIS,
        mutants.NOT_TRIED + mutants.NO_WORKED_CASES,
    )
    written = (tmp_path / "pyproject.toml").read_text(encoding="utf-8")
    mutated = json.loads(re.search(r"^only_mutate = (.*)$", written, re.M)[1])
    rules = [path for path in mutated if path.startswith(f"engine/{game}/rules/")]
    assert len(rules) >= 15 and not [path for path in mutated if "/analysis/" in path]
    left_out = " ".join(json.loads(re.search(r"^addopts = (.*)$", written, re.M)[1]))
    assert "test_golden.py" in left_out and "test_playouts.py" in left_out
    tests = {path.name for path in (tmp_path / f"tests/engine/{game}").rglob("test_*.py")}
    tried = {name for name in tests if f"/{name}" not in left_out}
    assert {"test_combat.py", "test_bomber_combat.py"} & tried and len(tried) >= 10
