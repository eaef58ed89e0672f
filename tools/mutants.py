"""Mutation tests of the rules: change a game in a copy, one change at a time, and count what the tests catch.

`python -m tools.mutants interceptor --sample 200 --seed 1` lets mutmut make every change that it knows in the modules
of rules, events and facts included, tries a sample of them against that game's tests, and shows the survivors.

`python -m tools.mutants interceptor --each 10` tries ten changes of rules for each chapter against the worked cases
alone, leaves out changes of sentences, and counts by chapter. A surviving change needs a case that names its rule,
unless it changes nothing that can happen.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NO_RULES = (
    "bots", "charts/career.py", "charts/compiled.py", "charts/schema.py", "game.py", "rules/combat/closed_orders.py",
    "simulate.py", "state.py", "view.py",
)  # fmt: skip
"""Folders and files below a game that hold no rule: the shape of packs and states, bots, what a page is shown."""
ONLY_ANALYSIS = (
    "analysis", "charts/check.py", "charts/names.py", "rules/combat/exact_chances.py", "rules/exact_chances.py",
)  # fmt: skip
"""Folders and files that look at a game and decide nothing in it."""
NOT_TRIED = (
    "analysis/test_guesses_odds.py", "bots", "charts/test_balance.py", "test_calibration.py", "test_playouts.py",
    "test_simulate.py", "test_whole_years.py",
)  # fmt: skip
"""Long runs at random, which would catch much, and late; the worked cases and golden games have to do it."""
NO_WORKED_CASES = (
    "analysis", "charts/test_rulebook_facts.py", "charts/test_rulebook_values.py", "charts/test_schema.py",
    "rules/combat/test_closed_orders.py", "test_golden.py", "test_secrecy.py", "test_streams.py", "test_text.py",
)  # fmt: skip
"""Tests that compare whole games or their events."""
BEYOND_RULES = re.compile(
    r"^(from|import) (tests\.(?!shared\.sample_sizes\b|engine\b)|(campaigns|config|django|play|raids|sorties)\b)",
    re.MULTILINE,
)
"""Imports of a test that needs more than the rules."""
TOLD = re.compile(
    r"tell\(|told|facts|hears|\bkey\b|XX|Mod\(|seam|reveal\(|raise |options=|chart=|chances|\.anchor\(|shares\("
)
"""Lines whose change alters events, names or questions, and no rule."""
CONFIGURATION = """
[tool.pytest.ini_options]
pythonpath = ["."]
addopts = {options}
markers = ["rule(number): the rule", "slow: long"]

[tool.mutmut]
source_paths = ["engine"]
only_mutate = {mutated}
also_copy = ["fixtures", "docs"]
pytest_add_cli_args = {arguments}
pytest_add_cli_args_test_selection = ["tests/engine/{game}"]
"""


def modules_of(game: str) -> list[Path]:
    """Return the modules of a game, by their paths below its folder."""
    folder = ROOT / "engine" / game
    return sorted(path.relative_to(folder) for path in folder.rglob("*.py") if path.stem != "__init__")


def lies_in(path: Path, places: tuple[str, ...]) -> bool:
    """Say whether a path is one of these files or inside one of these folders."""
    return any(path.is_relative_to(place) for place in places)


def lay_out(game: str, folder: Path, no_rules: tuple[str, ...], not_tried: tuple[str, ...]) -> None:
    """Copy what the tests of a game need, beside a configuration for mutmut."""
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("engine", "fixtures", "docs", f"tests/engine/{game}"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)
    (folder / "tests/shared").mkdir()
    for name in ("tests/__init__.py", "tests/shared/__init__.py", "tests/shared/sample_sizes.py"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copy(ROOT / "tests/engine/__init__.py", folder / "tests/engine/__init__.py")
    options = ["--noconftest", *(f"-pno:{plugin}" for plugin in ("cacheprovider", "django", "xdist", "playwright"))]
    # The files stay in the copy, because a test that is tried may import from one that is not.
    options += [f"--ignore=tests/engine/{game}/{name}" for name in tests_not_tried(game, not_tried)]
    mutated = [f"engine/{game}/{path.as_posix()}" for path in modules_of(game) if not lies_in(path, no_rules)]
    lists = {"options": options, "mutated": mutated, "arguments": ["-m", "not slow"]}
    text = CONFIGURATION.format(game=game, **{name: json.dumps(values) for name, values in lists.items()})
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def tests_not_tried(game: str, not_tried: tuple[str, ...]) -> list[str]:
    """Return the test files of a game that are left out, and those that need more than the rules."""
    folder = ROOT / f"tests/engine/{game}"
    texts = {path.relative_to(folder): path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py")}
    beyond = {path for path, text in texts.items() if BEYOND_RULES.search(text)}
    while more := {path for path, text in texts.items() if path not in beyond and imports_one_of(text, beyond)}:
        beyond |= more
    return sorted(path.as_posix() for path in texts if path in beyond or lies_in(path, not_tried))


def imports_one_of(text: str, paths: set[Path]) -> bool:
    """Say whether a test imports from one of these tests of its own game."""
    names = (".".join(path.with_suffix("").parts) for path in paths)
    return any(re.search(rf"^from tests\.engine\.\w+\.{re.escape(name)} import", text, re.MULTILINE) for name in names)


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


def changes_of_rules(game: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Give each mutant that changes a rule, with the chapter of the first number in its function's docstring."""
    for path in sorted((folder / f"mutants/engine/{game}").rglob("*.py")):
        module = ".".join(path.relative_to(folder / "mutants").with_suffix("").parts)
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        functions = {node.name: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
        for name, changed in functions.items():
            original = functions.get(re.sub(r"__mutmut_\d+$", "__mutmut_orig", name))
            rule = re.search(r"\[(S?\d+|[^\].,]+)", ast.get_docstring(original) or "") if original else None
            if original is None or rule is None or original is changed:
                continue
            before, after = (lines[one.lineno : one.end_lineno] for one in (original, changed))
            data = "\n".join(line for line in difflib.ndiff(before, after) if line[0] in "+-")
            if data and not TOLD.search(data) and not only_told(before, after, original, changed):
                yield f"{module}.{name}", rule[1]


def only_told(before: list[str], after: list[str], original: ast.FunctionDef, changed: ast.FunctionDef) -> bool:
    """Say whether all lines that differ are of calls that tell what happened, which may have many lines."""
    edits = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    differing = [edit for edit in edits if edit[0] != "equal"]
    return all(
        set(range(first, last)) <= lines_of_telling(function)
        for function, (start, end) in ((original, (1, 3)), (changed, (3, 5)))
        for first, last in ([function.lineno + 1 + place for place in edit[start:end]] for edit in differing)
    )


def lines_of_telling(function: ast.FunctionDef) -> set[int]:
    """Return the numbers of the lines of each call that tells what happened."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    telling = (call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "tell")
    return {line for call in telling for line in range(call.lineno, (call.end_lineno or call.lineno) + 1)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("game", help="a folder of engine/, such as interceptor")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--each", type=int, default=0, help="changes for each chapter, tried by worked cases alone")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    no_rules = NO_RULES + ONLY_ANALYSIS if given.each else NO_RULES
    not_tried = NOT_TRIED + NO_WORKED_CASES if given.each else NOT_TRIED
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_out(given.game, folder, no_rules, not_tried)
        # Asked for a mutant that is none, it only makes them all and learns which test comes by which function.
        said = mutmut(folder, "run", "none")
        names = sorted(results(folder))
        if not names:
            sys.exit(said)
        chance = random.Random(given.seed)
        chapters = dict(changes_of_rules(given.game, folder)) if given.each else {}
        if given.each:
            by_chapter = defaultdict(list)
            for mutant, chapter in chapters.items():
                by_chapter[chapter].append(mutant)
            groups = (chance.sample(sorted(group), min(given.each, len(group))) for group in by_chapter.values())
            tried = [mutant for group in groups for mutant in group]
        else:
            tried = chance.sample(names, min(given.sample, len(names)))
        said = mutmut(folder, "run", *tried)
        codes = {mutant: code for mutant, code in results(folder).items() if mutant in tried}
        if None in codes.values():
            sys.exit(said)
        # mutmut's codes: 0 passed, 5 and 33 no test came by; any other is a failed test, or one that ran for ever.
        missed = [mutant for mutant, code in codes.items() if code in (0, 5, 33)]
        for mutant in missed:
            print(mutmut(folder, "show", mutant))
    lost = Counter(chapters[mutant] for mutant in missed if mutant in chapters)
    for chapter, number in sorted(Counter(chapters[mutant] for mutant in tried if mutant in chapters).items()):
        print(f"chapter {chapter}: {number} tried, {number - lost[chapter]} caught")
    caught = len(tried) - len(missed)
    print(f"{len(names)} mutants, {len(tried)} tried, {caught} caught: {100 * caught / len(tried):.1f} %")


if __name__ == "__main__":
    main()
