"""Would a test notice? Break the rules of a game in a copy, one change at a time, and count what the tests catch.

`python -m tests.mutants interceptor --sample 200 --seed 1` lets mutmut make every change that it knows in the modules
of rules, events and facts included, tries a sample of them against that game's tests, and shows those that nobody
noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NO_RULES = ("__init__", "bots", "closing", "door", "pack", "pack_career", "simulate", "state", "title", "views")
"""Modules that hold no rule: the shape of packs and states, bots, what a page is shown."""
NOT_TRIED = ("playouts", "balance", "calibration", "simulate", "flow", "bots")
"""Long runs at random, which would catch much, and late; the worked cases and golden games have to do it."""
CONFIGURATION = """
[tool.pytest.ini_options]
pythonpath = ["."]
addopts = "--noconftest -p no:cacheprovider -p no:django -p no:xdist -p no:playwright"
markers = ["rule(number): the rule", "slow: long"]

[tool.mutmut]
source_paths = ["engine"]
only_mutate = ["engine/{game}/*.py"]
do_not_mutate = {no_rules}
also_copy = ["fixtures"]
pytest_add_cli_args = {arguments}
pytest_add_cli_args_test_selection = ["tests/engine/{game}"]
"""


def lay_out(game: str, folder: Path) -> None:
    """Copy what the tests of a game need, beside a configuration for mutmut."""
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("engine", "fixtures", f"tests/engine/{game}"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)
    for name in ("tests/__init__.py", "tests/engine/__init__.py"):
        shutil.copy(ROOT / name, folder / name)
    arguments = ["-m", "not slow", *(f"--ignore=tests/engine/{game}/test_{name}.py" for name in NOT_TRIED)]
    no_rules = [f"engine/{game}/{name}.py" for name in NO_RULES]
    text = CONFIGURATION.format(game=game, no_rules=no_rules, arguments=json.dumps(arguments))
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def results(folder: Path) -> dict[str, int | None]:
    """Return every mutant's name with the exit code of its tests, None where it was not tried."""
    found: dict[str, int | None] = {}
    for path in sorted(folder.glob("mutants/engine/**/*.meta")):
        found.update(json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"])
    return found


def mutmut(folder: Path, *arguments: str) -> str:
    """Run mutmut in the copy and return what it says."""
    command = [str(Path(sys.executable).parent / "mutmut"), *arguments]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout + done.stderr


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("game", help="a folder of engine/, such as interceptor")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_out(given.game, folder)
        # Asked for a mutant that is none, it only makes them all and learns which test comes by which function.
        said = mutmut(folder, "run", "none")
        names = sorted(results(folder))
        if not names:
            sys.exit(said)
        tried = random.Random(given.seed).sample(names, min(given.sample, len(names)))
        said = mutmut(folder, "run", *tried)
        codes = {mutant: code for mutant, code in results(folder).items() if mutant in tried}
        if None in codes.values():
            sys.exit(said)
        # mutmut's codes: 0 passed, 5 and 33 no test came by; any other is a failed test, or one that ran for ever.
        missed = [mutant for mutant, code in codes.items() if code in (0, 5, 33)]
        for mutant in missed:
            print(mutmut(folder, "show", mutant))
    caught = len(tried) - len(missed)
    print(f"{len(names)} mutants, {len(tried)} tried, {caught} caught: {100 * caught / len(tried):.1f} %")


if __name__ == "__main__":
    main()
