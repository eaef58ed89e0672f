"""Docstrings, also of attributes, begin with a verb or a noun to search for, and have no private words."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("campaigns", "config", "engine", "play", "raids", "sorties", "tests", "tools")
WRITTEN_ONCE = "tests/upgrades/make*.py"
"""Scripts that ran in a checkout of an earlier release, and stay as they ran there."""
CLAUSE = re.compile(r"(What|Who|Whoever|Whom|Whose|That|Whether|How|Where|When|Which)\b")
PRIVATE = re.compile(
    r"\b(houses?|told|kept|reckon\w*|whoever|keepers?|stands?|g(ive|ives|ave) way|lies|hangs?|comes? of|came of"
    r"|(?<!plot )rooms?|of late|tak(en|es|e) in|taken up|looks? back|mend(s|ed|ing)?)\b",
    re.IGNORECASE,
)
"""Metaphors of their authors. Plain words: site, stored, computed, app, is, depends on, result, imported, review."""
CODE = re.compile(r"`[^`]*`")


def docstrings(package: str) -> Iterator[tuple[str, str]]:
    """Give the place and the text of each docstring of a package, but for files that are history."""
    for path in sorted((ROOT / package).rglob("*.py")):
        if "migrations" not in path.parts and not path.relative_to(ROOT).match(WRITTEN_ONCE):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
                if documented and (text := ast.get_docstring(node)):
                    yield f"{path.relative_to(ROOT)}:{getattr(node, 'name', '')}", text
                if isinstance(node, ast.Module | ast.ClassDef):
                    yield from ((f"{path.relative_to(ROOT)}:{line}", text) for line, text in attributes(node))


def attributes(node: ast.Module | ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Give the strings below the assignments of a module or a class."""
    for before, after in pairwise(node.body):
        value = after.value if isinstance(after, ast.Expr) else None
        if isinstance(before, ast.Assign | ast.AnnAssign) and isinstance(value, ast.Constant):
            yield after.lineno, str(value.value)


def begins_with_a_clause(text: str) -> bool:
    """Say whether the first line is a clause; the question that a class of a game asks is none."""
    return bool(CLAUSE.match(text)) and not text.endswith("?")


def private_words(text: str) -> list[str]:
    return [found[0] for found in PRIVATE.finditer(CODE.sub("", text))]


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_begin_with_a_verb_or_a_noun(package: str) -> None:
    found = [f"{place}: {text.splitlines()[0]}" for place, text in docstrings(package) if begins_with_a_clause(text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_have_no_private_words(package: str) -> None:
    found = [f"{place}: {words}" for place, text in docstrings(package) if (words := private_words(text))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_docstrings_are_found(package: str) -> None:
    assert sum(1 for _ in docstrings(package)) > 90


def test_faults_are_recognised() -> None:
    assert begins_with_a_clause("What a form brings.")
    assert not begins_with_a_clause("Whatsoever") and not begins_with_a_clause("Which lane?")
    assert private_words("Whoever keeps the house; `kept` stands in code.") == ["Whoever", "house", "stands"]
    assert private_words("A plot room, and a room of the app.") == ["room"]
