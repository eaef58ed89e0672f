"""The tests that a change can touch: those whose imports, templates and addresses lead to a changed file.

`manage.py test --changed [REV]` runs them. A test reaches what it imports, the modules and templates that its strings
name, the views behind the addresses that it requests or looks up, and everything that these reach in turn.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from inspect import unwrap
from pathlib import Path
from typing import Any

from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

CODE = ("campaigns", "config", "engine", "play", "raids", "sorties", "tests", "tools")
"""The packages whose imports are followed."""
HUBS = re.compile(r"(^|/)(urls|apps|admin|settings)\.py$|^play/games/registry\.py$|^config/(asgi|wsgi|celery)\.py$")
"""Modules that lead to all others and decide nothing for a single test: none is followed any further."""
EVERYTHING = re.compile(r"^(pyproject\.toml|requirements[\w-]*\.lock|manage\.py|tests/(conftest|settings)\.py|\.ci/)")
"""Files that can touch any test."""
OF_PROJECT = ("tests/project/", "tests/config/deploy/test_files.py")
"""Tests that read all code and documents as text: any change can touch them."""
REGISTRY = "play/games/registry.py"
GAMES = {
    "sorties/interceptor/game.py": re.compile(r"\binterceptor[./]|interceptor-ace"),
    "sorties/nightfighter/game.py": re.compile(r"\bnightfighter[./]|[\"']nightfighter[\"']"),
    "raids/game.py": re.compile(r"\b(raids|bomber_command)[./]|bomber-command"),
}
"""The games that the registry leads to, each for the tests whose path or text names it."""
OF_ALL_GAMES = re.compile("^tests/(site|browser/site)/")
MODULE = re.compile(r"^[a-z_]+(\.\w+)+(:\w+)?$")
TEMPLATE_NAMES = re.compile(r"""{%-?\s*(?:extends|include)\s+["']([^"']+)["']""")
TEMPLATE_TAGS = re.compile(r"{%-?\s*load\s+([\w ]+?)\s*-?%}")
STATIC_FILES = re.compile(r"""{%-?\s*static\s+["']([^"']+)["']""")


class ReachableFiles:
    """The files that each file of a project leads to, by paths relative to its root."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._links: dict[str, frozenset[str]] = {}
        self._of_tests: dict[str, set[str]] = {}

    @cached_property
    def modules(self) -> dict[str, str]:
        """The file of each module by its dotted name."""
        found = {}
        for package in CODE:
            for path in (self.root / package).rglob("*.py"):
                parts = path.relative_to(self.root).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                found[name] = str(path.relative_to(self.root))
        return found

    @cached_property
    def view_modules(self) -> Mapping[str, str]:
        """The module of each view by the name of its address."""
        return dict(_named_views(get_resolver()))

    def from_file(self, path: str) -> frozenset[str]:
        """Return the files to which one leads directly."""
        if path not in self._links:
            whole = self.root / path
            if path.endswith(".py"):
                found = frozenset(self._from_module(path, whole.read_text("utf-8")))
            elif path.endswith(".html"):
                found = frozenset(self._from_template(whole.read_text("utf-8")))
            else:
                found = frozenset()
            self._links[path] = found - {path}
        return self._links[path]

    def from_test(self, path: str) -> set[str]:
        """Return all files to which a file of tests leads."""
        if path not in self._of_tests:
            found = self._from_all({path, *self._conftests(path)})
            self._of_tests[path] = self._from_all(found | self._games_of(path)) if REGISTRY in found else found
        return self._of_tests[path]

    def _from_all(self, found: set[str]) -> set[str]:
        waiting = list(found)
        while waiting:
            current = waiting.pop()
            if HUBS.search(current):
                continue
            for target in self.from_file(current) - found:
                found.add(target)
                waiting.append(target)
        return found

    def _games_of(self, path: str) -> set[str]:
        said = path + (self.root / path).read_text("utf-8")
        return {game for game, names in GAMES.items() if OF_ALL_GAMES.match(path) or names.search(said)}

    def _conftests(self, path: str) -> list[str]:
        folders = Path(path).parents
        return [str(folder / "conftest.py") for folder in folders if (self.root / folder / "conftest.py").exists()]

    def _from_module(self, path: str, source: str) -> Iterator[str]:
        is_test = path.startswith("tests/")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                yield from self._files(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield from self._files((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from self._from_string(node.value, is_test=is_test)

    def _from_string(self, value: str, *, is_test: bool) -> Iterator[str]:
        if MODULE.match(value):
            yield from self._files([value.partition(":")[0], value.partition(":")[0].rpartition(".")[0]])
        if value.endswith((".html", ".txt", ".css", ".js", ".md", ".json", ".yaml")):
            yield from self._named_files(value)
        if is_test and value.startswith("/") and " " not in value:
            yield from self._view_at(value)
        elif is_test and value in self.view_modules:
            yield from self._files([self.view_modules[value]])

    def _from_template(self, source: str) -> Iterator[str]:
        for name in (*TEMPLATE_NAMES.findall(source), *STATIC_FILES.findall(source)):
            yield from self._named_files(name)
        for names in TEMPLATE_TAGS.findall(source):
            for name in names.split():
                yield from (file for file in self.modules.values() if file.endswith(f"/templatetags/{name}.py"))

    def _files(self, names: Iterable[str]) -> Iterator[str]:
        return (self.modules[name] for name in names if name in self.modules)

    def _named_files(self, name: str) -> Iterator[str]:
        if not name or name.startswith(("/", "http")) or "\n" in name:
            return
        for folder in ("", "templates", "static", "docs"):
            if (self.root / folder / name).is_file():
                yield str(Path(folder) / name)

    def _view_at(self, address: str) -> Iterator[str]:
        try:
            found = resolve(address.partition("?")[0])
        except Resolver404:
            return
        yield from self._files([_module_of(found.func)])


def _module_of(view: Any) -> str:
    return str(getattr(view, "view_class", unwrap(view)).__module__)


def _named_views(resolver: URLResolver) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _named_views(pattern)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield pattern.name, _module_of(pattern.callback)


def changed_files(root: Path, revision: str) -> set[str]:
    """Return the files that differ from a revision, those included that git does not know yet."""
    differ = ["git", "diff", "--name-only", "--relative", revision]
    untracked = ["git", "ls-files", "--others", "--exclude-standard"]
    found: set[str] = set()
    for command in (differ, untracked):
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        found |= set(done.stdout.splitlines())
    return found


def select_tests(root: Path, changed: set[str], reachable: ReachableFiles | None = None) -> list[str]:
    """Return the files of tests that a change can touch; the folder of all tests where it can touch any.

    Who asks of several changes reads the files once, by naming what they lead to.
    """
    if not changed:
        return []
    if any(EVERYTHING.match(path) for path in changed):
        return ["tests"]
    reachable = reachable or ReachableFiles(root)
    tests = sorted(file for file in reachable.modules.values() if re.search(r"(^|/)test_\w+\.py$", file))
    return [test for test in tests if test.startswith(OF_PROJECT) or not changed.isdisjoint(reachable.from_test(test))]
