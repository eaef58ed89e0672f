"""The glossary names what exists, and the code has no private words."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.shared.file_facts import facts_of_files

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("campaigns", "config", "engine", "play", "raids", "sorties")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "`" in line
]
PRIVATE = frozenset(re.findall(r"\w+", """
    abreast deed deeds desk evened footing footnote footnotes hearsay heed heeded hindsight honesty house houses kept
    lent loan loans nudge pledge pledges reckon reckoned reckoning reckons rung rungs shelf shelves steward stewards
    strand strands told twins veil veils wish wishes
"""))  # fmt: skip
"""Words that only their authors understood. Each has a plain one in the glossary."""
STORED = frozenset(re.findall(r"\w+", """
    forget_players forget_sessions heed_clocks reckon send_kept_letters take_up_lost_looks_back
    VEIL_BEAT_SECONDS VEIL_HOLD_SECONDS HOUSE_ADDRESS
    CONTINENTAL_SHELF
"""))  # fmt: skip
"""Names of tasks and settings, which messages and operators hold, and of a part of the sea."""


def named(name: str) -> object:
    """Find a module, class, function or member by its dotted name."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError as missing:
            if not ".".join(parts[:cut]).startswith(str(missing.name)):
                raise
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(name)


def test_the_glossary_has_some_sixty_rows() -> None:
    assert 55 <= len(ROWS) <= 80
    assert all(len(row) == 5 for row in ROWS)
    codes = [row[1] for row in ROWS]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("code", [row[1] for row in ROWS])
def test_each_code_name_exists(code: str) -> None:
    assert named(code.strip("`")) is not None


def test_a_code_name_that_does_not_exist_is_noticed() -> None:
    with pytest.raises(AttributeError):
        named("play.sessions.models.Sessions")
    with pytest.raises(ModuleNotFoundError):
        named("players.sessions.Session")


@pytest.mark.parametrize(("english", "polish"), [row[2:4] for row in ROWS if row[2] != "–"])
def test_each_word_of_a_page_is_a_translation(english: str, polish: str) -> None:
    written = (ROOT / "locale" / "pl" / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    assert f'msgid "{english}"\nmsgstr "{polish}"\n' in written


@pytest.mark.parametrize(("english", "german"), [(row[2], row[4]) for row in ROWS if row[4] != "–"])
def test_each_german_word_is_the_one_of_the_catalogue_once_it_is_translated(english: str, german: str) -> None:
    written = (ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    assert any(f'msgid "{english}"\nmsgstr "{word}"\n' in written for word in (german, ""))


def given_names(source: str) -> set[str]:
    """Find the names that a module gives. Fields stay out: tables and files hold them."""
    found = set()
    tree = ast.parse(source)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    fields = {
        id(name)
        for body in bodies
        for line in body
        if isinstance(line, ast.Assign | ast.AnnAssign)
        for name in ast.walk(line)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            found.add(node.id)
    return found


def private_names(names: set[str]) -> set[str]:
    """Find the names that have a private word in them."""
    return {name for name in names if PRIVATE & {word.lower() for word in re.split(r"_|(?<=[a-z0-9])(?=[A-Z])", name)}}


def test_the_search_for_private_names_finds_them() -> None:
    source = "class HouseKey:\n    def reckon(self, told):\n        kept_rows = told\n        household = kept_rows\n"
    assert private_names(given_names(source)) == {"HouseKey", "reckon", "told", "kept_rows"}


@pytest.fixture(scope="module")
def names(request: pytest.FixtureRequest) -> dict[Path, set[str]]:
    """The names that each module of the product gives."""
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    modules = [path for path in paths if "migrations" not in path.parts]
    return facts_of_files(request.config, set[str], given_names, modules)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_private_word_is_in_a_name(names: dict[Path, set[str]], package: str) -> None:
    modules = [path for path in names if path.is_relative_to(ROOT / package)]
    assert len(modules) > 20
    found = {
        f"{path.relative_to(ROOT)}: {name}" for path in modules for name in private_names(names[path]) - STORED
    } | {str(path.relative_to(ROOT)) for path in modules if PRIVATE & set(path.stem.split("_"))}
    assert not found, "\n".join(sorted(found))
