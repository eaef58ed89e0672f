"""The pages of docs/reference say what the code says: commands, streams, the API, every environment variable."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import get_resolver

from campaigns.api.openapi import ENDPOINTS
from campaigns.api.urls import urlpatterns
from config.fastpath.compiled_rules import SWITCH
from play.games.registry import registered
from tools import reference

ROOT = Path(settings.BASE_DIR)
FOLDER = ROOT / "docs" / "reference"
SETTINGS = (FOLDER / "settings.md").read_text(encoding="utf-8")
READERS = {"flag", "number", "seconds", "words", "one_of"}
"""Functions of `config/environment.py` that read a variable."""
INTERNAL = {
    "SUPERVISED": "set by `manage.py up` for its children",
    "WORKER_READY_FILE": "set by `manage.py up` for a worker",
}
"""Variables that no person sets."""


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_page_is_what_the_code_says(name):
    """After a failure, run `python -m tools.reference`."""
    assert (FOLDER / name).read_text(encoding="utf-8") == reference.PAGES[name]().rstrip("\n") + "\n"


# Settings


def calls_in(path: Path) -> list[tuple[str, ast.Call]]:
    """Return the calls in a module that read the environment, each with the variable's name."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
            continue
        of = ast.unparse(node.func)
        name = node.args[0].value
        asks = of in {f"environment.{one}" for one in READERS} or re.fullmatch(r"(os\.|self\.)?environ\.get", of)
        if asks and isinstance(name, str) and name.isupper():
            found.append((name, node))
    return found


@cache
def variables() -> dict[str, list[ast.Call]]:
    """Return every variable that the product reads, with the calls that read it."""
    folders = ("config", "campaigns", "play", "raids", "sorties", "engine")
    modules = [ROOT / "manage.py", *(path for folder in folders for path in (ROOT / folder).rglob("*.py"))]
    found: dict[str, list[ast.Call]] = {SWITCH: []}
    for module in modules:
        for name, call in calls_in(module):
            found.setdefault(name, []).append(call)
    return found


def rows() -> dict[str, tuple[str, str]]:
    """Return the rows of the page: default and meaning of each variable."""
    return {
        name: (default, meaning)
        for name, default, meaning in re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$", SETTINGS, re.MULTILINE)
    }


def test_the_page_has_every_variable_and_no_other():
    of_tests = {
        name for name in rows() for path in (ROOT / "tests").rglob("*.py") if f'"{name}"' in path.read_text("utf-8")
    }
    assert set(variables()) - set(INTERNAL) <= set(rows())
    assert set(rows()) - set(variables()) <= of_tests
    assert set(INTERNAL) <= set(variables()) and len(rows()) > 30


@pytest.mark.parametrize("name", sorted(set(variables()) - set(INTERNAL)))
def test_a_default_is_that_of_the_code(name):
    default, meaning = rows()[name]
    assert meaning
    for call in variables()[name]:
        reader = ast.unparse(call.func).rpartition(".")[2]
        given = [*call.args[1:], *(one.value for one in call.keywords if one.arg == "default")]
        literal = [one.value for one in given if isinstance(one, ast.Constant)]
        if reader == "flag":
            assert default == ("on" if literal == [True] else "off")
        elif reader in ("number", "seconds") and literal:
            assert default.startswith(f"`{literal[0]}`")
        elif reader == "one_of":
            assert default.startswith(f"`{ast.literal_eval(given[0])[0]}`")


def test_a_variable_that_is_missing_is_noticed(tmp_path):
    module = tmp_path / "module.py"
    module.write_text('environment.number("NO_SUCH", 3)\nos.environ.get("NOR_THIS")\nmapping.get("THAT")\n', "utf-8")
    assert [name for name, _call in calls_in(module)] == ["NO_SUCH", "NOR_THIS"]


# Streams and the API


def test_every_stream_is_on_the_page_of_dice():
    page = (FOLDER / "dice-streams.md").read_text(encoding="utf-8")
    chapters = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE))
    for game in list(registered().values())[: len(settings.ROOMS)]:
        folder = ROOT.joinpath(*type(game.title).__module__.split(".")[:2])
        rules = "\n".join(path.read_text(encoding="utf-8") for path in (folder / "rules").rglob("*.py"))
        named = set(re.findall(r'\.roll\(\s*"([\w-]+)"', rules))
        assert len(named) > 2, game.name
        assert named | game.title.shared <= set(game.words.streams), game.name
        on_page = {
            stream
            for span in re.findall(r"`([^`]+)`", chapters[str(game.words.title)])
            for stream in [span, span.partition("/")[2]]
        }
        assert set(game.words.streams) - on_page == set(), game.name


def test_every_address_of_the_api_is_on_the_page():
    addresses = {re.sub(r"<\w+:(\w+)>", r"{\1}", f"/api/v1/{one.pattern}") for one in urlpatterns}
    assert addresses - {"/api/v1/openapi.json"} == set(ENDPOINTS)
    assert get_resolver().resolve("/api/v1/openapi.json").url_name == "api_description"
