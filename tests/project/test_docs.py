"""The documents name existing things: every file and folder, every command and each of its options."""

import inspect
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from tests.project.test_doc_names import EXCEPTIONS

ROOT = Path(settings.BASE_DIR)
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
}
ROOMS = "campaigns|config|docs|engine|fixtures|play|raids|sorties|static|templates|tests|.ci"
SHELVES = ("", "templates", "static")
"""Templates and static files go by the name under which they are loaded, too."""
SIMULATORS = sorted((ROOT / "engine").glob("*/simulate.py"))


def named_in(text: str) -> set[str]:
    """Return the paths in a page that begin with a folder of the project; one with a blank to be filled is none."""
    found = re.findall(rf"(?<![\w/.<>-])((?:{ROOMS})/[\w./*-]*)(?![<\w])", text)
    return {name.rstrip(".") for name in found}


def there(name: str) -> bool:
    """Say whether there is such a file or folder, or one that fits a pattern."""
    return any(next((ROOT / shelf).glob(name.rstrip("/")), None) is not None for shelf in SHELVES)


def commands_in(text: str) -> set[tuple[str, tuple[str, ...]]]:
    """Return the commands in a page, each with the options that are given to it."""
    found = re.findall(r"(?:`|python3? )manage\.py ([a-z_]+)([^\n`|;&)]*)", text)
    return {(name, tuple(re.findall(r"(?<=\s)(--[a-z-]+)", more))) for name, more in found}


@cache
def options_of(name: str) -> set[str]:
    """Return the options that a command takes, or passes on by their names."""
    app = get_commands()[name]
    command = load_command_class(app, name) if isinstance(app, str) else app
    sources = [Path(inspect.getfile(type(command))), *(SIMULATORS if name == "simulate" else ())]
    passed_on = {one for path in sources for one in re.findall(r'"(--[a-z-]+)"', path.read_text(encoding="utf-8"))}
    passed_on |= set(re.findall(r"(--[a-z-]+)", str(command.help)))
    return set(command.create_parser("manage.py", name)._option_string_actions) | passed_on


@pytest.mark.parametrize("page", [page for page in PAGES if not page.startswith("docs/decisions/")])
def test_every_path_that_a_page_names_is_there(page):
    assert {name for name in named_in(PAGES[page]) - set(EXCEPTIONS) if not there(name)} == set()


def is_mapped(part: Path, text: str) -> bool:
    """Say whether the map names a folder: by its path, or for every game as `sorties/<game>/…/`."""
    path = part.relative_to(ROOT)
    return f"`{path}/`" in text or (path.parts[0] in ("raids", "sorties") and f"`sorties/<game>/{part.name}/`" in text)


def test_the_map_names_every_package_of_an_app_and_each_says_what_it_is():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    parts = [one.parent for app in apps() for one in app.glob("*/__init__.py")]
    parts = [one for one in parts if one.name not in ("migrations", "management", "templatetags")]
    assert len(parts) > 30
    assert [str(one.relative_to(ROOT)) for one in parts if not is_mapped(one, text)] == []
    assert [one for one in parts if not (one / "__init__.py").read_text(encoding="utf-8").startswith('"""')] == []


def apps() -> list[Path]:
    """Return the folders of the apps: of the games, and of what all games share."""
    return [ROOT / name for name in ("campaigns", "play", *(room.replace(".", "/") for room in settings.ROOMS))]


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_a_page_names_is_there_with_its_options(page):
    for name, options in commands_in(PAGES[page]):
        assert name in get_commands(), name
        assert set(options) <= options_of(name), (name, options)


def test_the_pages_name_enough_for_this_to_mean_something():
    whole = "\n".join(PAGES.values())
    assert len(named_in(whole)) > 60 and len(commands_in(whole)) > 15
    assert named_in("see `play/no_such.py`.") == {"play/no_such.py"} and not there("play/no_such.py")
    assert commands_in("`manage.py migrate --fake x`") == {("migrate", ("--fake",))}
    assert "--sure" not in options_of("migrate")


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as they are made on the web."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page):
    without_code = re.sub(r"`[^`\n]*`", "", PAGES[page])
    for link in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", without_code):
        name, _, anchor = link.partition("#")
        target = (ROOT / page).parent / name if name else ROOT / page
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link
