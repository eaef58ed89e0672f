"""The documents name real code: each path, class, attribute, function and module between backticks.

A span is read by these rules, in this order:

- Blocks of code, commands, settings, addresses and `EXCEPTIONS` are left out.
- A span is a path if it ends as a file or with a slash, or begins with a folder of the project. `<name>` in it matches
  any name.
- `Name` is a class or a named type, and `Name.attribute` one of its fields, methods or attributes, or of its bases.
- `package.module.name` is read from the root of the project; `module.name` names any module that is called so, and
  `run.record` an attribute of the class `Run`.
- A name with an underscore is defined in some module; beside a named module, in that module.
"""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import msgspec
import pytest
from django.conf import settings

from tests.shared.file_facts import facts_of_files

ROOT = Path(settings.BASE_DIR)
GENERATED = ROOT / "docs" / "reference" / "events.md"
WRITTEN_BY_TOOLS = {GENERATED, *(GENERATED.with_name(f"{name}.md") for name in ("api", "commands"))}
PAGES = [
    page
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
    if page not in WRITTEN_BY_TOOLS
]
COLUMNS = {"csv.md", "metrics.md", "production.md", "rulings.md", "scenarios.md"}
"""Pages whose names with an underscore are columns, figures, switches and fields of files."""
PRODUCT = ("campaigns", "config", "engine", "play", "raids", "sorties", "tools")
FOLDERS = (*PRODUCT, ".ci", "docs", "fixtures", "locale", "static", "templates", "tests")
SHELVES = ("", "templates/", "static/", "docs/", "engine/*/")
"""Where a path may begin: templates and static files go by the name that loads them, rules by their place in a game."""
ENDINGS = "py|md|html|js|css|svg|yaml|toml|lock|po|json|xz"
PATH = re.compile(rf"[\w./*<>…-]+(?:\.(?:{ENDINGS})|/)|(?:{'|'.join(map(re.escape, FOLDERS))})/[\w./*<>…-]*")

EXCEPTIONS = {
    "ladder.csv": "a file that a reader downloads",
    "lines.csv": "a file that a reader downloads",
    "Monat": "a heading in a German file",
    "locale/fr/LC_MESSAGES/django.po": "a file that the reader makes",
    "Dunaja": "a value in a downloaded file",
    "Himmelbett": "a value in a downloaded file",
    "Boozer": "equipment, as a player's scenario names it",
    "Fishpond": "equipment, as a player's scenario names it",
    "Flensburg": "equipment, as a player's scenario names it",
    "Monica": "equipment, as a player's scenario names it",
    "Naxos": "equipment, as a player's scenario names it",
    "Serrate": "equipment, as a player's scenario names it",
    "var/": "a folder that the running site makes",
    "staticfiles/": "a folder that the running site makes",
    "installed.sha256": "a file that the bootstrap writes",
    "uv.lock": "the page says that there is none",
    "LimitNOFILE": "a setting of systemd",
    "dispersal.target": "a unit of systemd",
    "Host": "a header of HTTP",
    "config.E001": "the number of a system check",
    "web.respawn": "a figure of `manage.py bench`",
    "noun_verb": "a pattern for names",
    "Literal": "a type of Python",
    "msgspec.msgpack.encode(run.record)": "a call of another library",
    "WeekSheet": "a type that `msgspec.defstruct` makes",
    "NightSheet": "a type that `msgspec.defstruct` makes",
}
"""Names that are no part of the code, each with the reason."""


def spans_of(text: str) -> list[str]:
    """Return the spans between backticks, without blocks of code."""
    without_fences = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    blocks = re.split(r"\n\s*\n", without_fences)
    prose = [block for block in blocks if not all(line.startswith("    ") for line in block.splitlines())]
    parts = [part for block in prose for part in re.split(r"\n(?=\s*(?:[-|]|\d+\.) )", block)]
    return [" ".join(span.split()) for part in parts for span in re.findall(r"`([^`]+)`", part.replace("```", ""))]


class ClassNames(msgspec.Struct):
    """The names of a class: of its fields, methods and attributes, and of its bases."""

    name: str
    members: set[str]
    bases: list[str]


class ModuleNames(msgspec.Struct):
    """The names of a module: what it defines, gives to types, and has anywhere within."""

    defined: set[str]
    assigned: set[str]
    classes: list[ClassNames]
    anywhere: set[str]


_modules: dict[str, ModuleNames] = {}


@pytest.fixture(scope="module", autouse=True)
def read_modules(request: pytest.FixtureRequest) -> None:
    """Read every module of the product and of its tests."""
    paths = [path for folder in (*PRODUCT, "tests") for path in (ROOT / folder).rglob("*.py")]
    found = facts_of_files(request.config, ModuleNames, names_of, (*paths, ROOT / "manage.py"))
    _modules.update({str(path.relative_to(ROOT)): names for path, names in found.items()})


def modules() -> dict[str, ModuleNames]:
    """Return the names of every module of the product and of its tests, by path."""
    return _modules


def names_of(source: str) -> ModuleNames:
    """Read the names of a module."""
    module = ast.parse(source)
    assigned = [one for one in module.body if isinstance(one, ast.Assign | ast.AnnAssign)]
    names = ModuleNames(names_in(module.body), names_in([*assigned]), [], set())
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            names.classes.append(_names_of_class(node))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.anywhere.add(node.name)
        elif isinstance(node, ast.Name):
            names.anywhere.add(node.id)
        elif isinstance(node, ast.arg | ast.keyword):
            names.anywhere.add(node.arg or "")
    return names


def _names_of_class(node: ast.ClassDef) -> ClassNames:
    of_self = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute) and _is_of_self(one)}
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return ClassNames(
        node.name, names_in(node.body) | of_self, [base.id for base in bases if isinstance(base, ast.Name)]
    )


def names_in(body: list[ast.stmt]) -> set[str]:
    """Return the names that a module or a class defines."""
    found: set[str] = set()
    for one in body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(one.name)
        elif isinstance(one, ast.AnnAssign | ast.Assign):
            targets = [one.target] if isinstance(one, ast.AnnAssign) else one.targets
            found |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
        elif isinstance(one, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in one.names}
        elif isinstance(one, ast.If | ast.Try):
            found |= names_in([*one.body, *one.orelse])
    return found


def _is_of_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


@cache
def classes() -> dict[str, list[ClassNames]]:
    """Return the classes of the product by name."""
    found = defaultdict(list)
    for path, module in modules().items():
        if not path.startswith("tests/"):
            for one in module.classes:
                found[one.name].append(one)
    return found


@cache
def named_types() -> frozenset[str]:
    """Return the names of types that modules of the product give to other types."""
    product = [module for path, module in modules().items() if not path.startswith("tests/")]
    return frozenset(name for module in product for name in module.assigned)


@cache
def attributes(name: str) -> frozenset[str]:
    """Return the fields, methods and attributes of the classes of a name, and of their bases in the product."""
    found: set[str] = set()
    for one in classes().get(name, []):
        found |= one.members
        for base in one.bases:
            if base != name:
                found |= attributes(base)
    return frozenset(found)


@cache
def all_names() -> frozenset[str]:
    """Return every name that is defined anywhere: functions, arguments, keywords, fields, variables, modules, keys."""
    found = {Path(path).stem for path in modules()} | {Path(path).parent.name for path in modules()}
    return frozenset(found.union(*(module.anywhere for module in modules().values())))


def path_is_there(name: str) -> bool:
    """Say whether a path, or one that fits it, exists; a bare file name may be anywhere."""
    pattern = re.sub(r"<[^>]*>|…", "*", name).rstrip("/")
    if "/" not in pattern:
        return any(next((ROOT / folder).rglob(pattern), None) for folder in FOLDERS) or (ROOT / pattern).exists()
    return any(next(ROOT.glob(shelf + pattern), None) is not None for shelf in SHELVES)


def dotted_is_there(name: str) -> bool:
    """Say whether `package.module.name`, `module.name` or a longer path of attributes names something."""
    parts = name.split(".")
    if (ROOT / parts[0]).is_dir() and any(
        (ROOT / "/".join(parts[:2])).with_suffix(end).exists() for end in ("", ".py")
    ):
        candidates = [("/".join(parts[:count]), parts[count:]) for count in range(len(parts), 0, -1)]
        return any(_names_part_of(place, rest) for place, rest in candidates)
    if len(parts) == 2 and parts[1] in attributes(parts[0].title().replace("_", "")):
        return True
    return any(
        _names_part_of(path.removesuffix(".py").removesuffix("/__init__"), parts[1:])
        for path in modules()
        if Path(path.removesuffix("/__init__.py").removesuffix(".py")).name == parts[0]
    )


def _names_part_of(place: str, rest: list[str]) -> bool:
    if not rest:
        return f"{place}.py" in modules() or (ROOT / place).is_dir()
    module = modules().get(f"{place}.py") or modules().get(f"{place}/__init__.py")
    if module is None or rest[0] not in module.defined:
        return False
    return len(rest) == 1 or rest[1] in attributes(rest[0])


@cache
def addresses() -> frozenset[str]:
    """Return the names of addresses."""
    sources = [path.read_text(encoding="utf-8") for folder in PRODUCT for path in (ROOT / folder).rglob("urls.py")]
    return frozenset(name for source in sources for name in re.findall(r'name="(\w+)"', source))


@cache
def kinds() -> frozenset[str]:
    """Return the kinds of events and questions."""
    return frozenset(re.findall(r"`([a-z-]+\.[a-z.-]+)`", GENERATED.read_text(encoding="utf-8")))


def is_known(span: str, page: str) -> bool:
    """Say whether a span names something that is there, or nothing of the code."""
    if span in EXCEPTIONS or span.startswith(("/", "-", "manage.py ", "http")) or span in kinds():
        return True
    if PATH.fullmatch(span):
        return path_is_there(span)
    name = re.sub(r"[(\[].*$", "", span) if re.fullmatch(r"[\w.]+[(\[].*[)\]]", span) else span
    if re.fullmatch(r"[A-Z][a-z]\w*", name):
        return name in classes() or name in named_types()
    if re.fullmatch(r"[A-Z][a-z]\w*\.\w+", name):
        owner, attribute = name.split(".")
        return attribute in attributes(owner)
    if re.fullmatch(r"_?[a-z]\w*(\.\w+)+", name):
        return dotted_is_there(name)
    if re.fullmatch(r"_?[a-z]+\w*_\w+", name) and page not in COLUMNS:
        return name in all_names() or name in addresses()
    return True


def names_beside_modules(text: str) -> set[tuple[str, str]]:
    """Return pairs of a name and the module beside it: "`name` in `path`", "`name` (`path`)"."""
    called = r"`([A-Za-z_][\w.]*)(?:\([^`]*\))?`"
    return set(re.findall(called + r"(?: in | \()`((?:" + "|".join(PRODUCT) + r")/[\w/]+\.py)`", text))


@pytest.mark.parametrize("page", [str(page.relative_to(ROOT)) for page in PAGES])
def test_a_page_names_only_what_is_there(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert sorted({span for span in spans_of(text) if not is_known(span, Path(page).name)}) == []


@pytest.mark.parametrize("page", [str(page.relative_to(ROOT)) for page in PAGES])
def test_a_name_beside_a_module_is_in_that_module(page):
    pairs = names_beside_modules((ROOT / page).read_text(encoding="utf-8"))
    wrong = [pair for pair in pairs if not _names_part_of(pair[1].removesuffix(".py"), pair[0].split("."))]
    assert wrong == []


def test_every_exception_is_still_needed():
    spans = {span for page in PAGES for span in spans_of(page.read_text(encoding="utf-8"))}
    assert set(EXCEPTIONS) <= spans


def test_a_name_that_is_gone_is_noticed():
    gone = ["play/no_such.py", "no_such.py", "Forecast", "GameSpec.veil", "keeping.words_of", "clocks_wind"]
    gone += ["engine.kernel.run.Walk", "Game(...)", "engine/<game>/no_such.py"]
    assert [name for name in gone if is_known(name, "architecture.md")] == []
    there = ["play/orders/execute.py", "engine/<game>/rules/", "GameSpec", "Run.answer", "execute_order", "/verify/"]
    there += ["engine.kernel.run.Run", "engine.kernel.run.Run.answer", "registry.game_of(name)", "execute.py"]
    assert [name for name in there if not is_known(name, "architecture.md")] == []
    assert names_beside_modules("see `x_y(a)` in `play/a.py`, `Z` (`engine/b.py`)") == {
        ("x_y", "play/a.py"),
        ("Z", "engine/b.py"),
    }
