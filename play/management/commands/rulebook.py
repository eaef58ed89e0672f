"""Prints which rule numbers of a book are built and tested, and which are open and why.

The list of numbers comes from the book's own headings (`fixtures/rulebooks/<game>.yaml`). Built means that a function
or class of the engine carries the number in square brackets in its docstring; tested, that a test carries it as a
marker.
"""

import argparse
import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NotRequired, TypedDict

import yaml
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

BRACKETS = re.compile(r"\[([^\[\]]+)\]")
Places = dict[str, list[str]]


def numbers_in(docstring: str) -> Iterator[str]:
    """Give the rule numbers of a docstring, which are in square brackets and separated by commas."""
    for group in BRACKETS.findall(docstring):
        for number in group.split(","):
            yield number.strip()


def built_in(folder: Path) -> Places:
    """Find the functions and classes that carry rule numbers."""
    found: Places = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for number in numbers_in(ast.get_docstring(node) or ""):
                    found.setdefault(number, []).append(f"{path.stem}.{node.name}")
    return found


def is_rule_marker(node: ast.AST) -> bool:
    """Say whether this is a call of pytest.mark.rule."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "rule"
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "mark"
    )


def tested_in(folder: Path) -> Places:
    """Find the tests that carry rule numbers."""
    found: Places = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for part in node.decorator_list:
                    for number in marked_numbers(part):
                        found.setdefault(number, []).append(f"{path.stem}.{node.name}")
    return found


def marked_numbers(decorator: ast.expr) -> Iterator[str]:
    """Give the numbers that a decorator marks a test with."""
    for call in ast.walk(decorator):
        if isinstance(call, ast.Call) and is_rule_marker(call):
            yield from (str(argument.value) for argument in call.args if isinstance(argument, ast.Constant))


class BookRule(TypedDict):
    """A rule as the list of a book's numbers has it."""

    gloss: str
    behaviour: bool
    """True if it needs code."""
    open: NotRequired[str]
    """Why it is open."""


class RuleBook(TypedDict):
    """The numbers of a book, with the places of its rules and their tests."""

    game: str
    engine: str
    tests: str
    rules: dict[str, BookRule]


class CoveredRule(TypedDict):
    """A rule with what carries its number."""

    rule: str
    gloss: str
    behaviour: bool
    built: list[str]
    tested: list[str]


class OpenRule(TypedDict):
    """A rule that is not settled, and why."""

    rule: str
    gloss: str
    reason: str


class Coverage(TypedDict):
    """A book's numbers beside what carries them."""

    game: str
    rules: list[CoveredRule]
    built: list[str]
    tested: list[str]
    open: list[OpenRule]
    unknown: list[str]


def coverage(book: RuleBook, root: Path) -> Coverage:
    """Put the book's numbers beside what carries them."""
    built = built_in(root / book["engine"])
    tested = tested_in(root / book["tests"])
    rows: list[CoveredRule] = []
    open_rules: list[OpenRule] = []
    for number, rule in book["rules"].items():
        row: CoveredRule = {
            "rule": number,
            "gloss": rule["gloss"],
            "behaviour": rule["behaviour"],
            "built": built.get(number, []),
            "tested": tested.get(number, []),
        }
        rows.append(row)
        if reason := open_reason(rule, row):
            open_rules.append({"rule": number, "gloss": rule["gloss"], "reason": reason})
    return {
        "game": book["game"],
        "rules": rows,
        "built": [row["rule"] for row in rows if row["built"]],
        "tested": [row["rule"] for row in rows if row["tested"]],
        "open": open_rules,
        "unknown": sorted(n for n in {*built, *tested} - set(book["rules"]) if n[:1].isdigit()),
    }


def open_reason(rule: BookRule, row: CoveredRule) -> str:
    """Say why a rule is open; nothing for one that is settled."""
    if not rule["behaviour"] or (row["built"] and row["tested"]):
        return ""
    if rule.get("open"):
        return str(rule["open"])
    if row["built"]:
        return _("no test names the rule number")
    return _("no function names the rule number")


class Command(BaseCommand):
    """Print the coverage of one rulebook."""

    help = _("Print which rules of a rulebook are implemented and tested.")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the game's name."""
        parser.add_argument("game", choices=sorted(path.stem for path in self.folder().glob("*.yaml")))
        parser.add_argument("--json", action="store_true", help=_("print the table as JSON"))

    @staticmethod
    def folder() -> Path:
        """Return where the lists of rule numbers are."""
        return Path(settings.BASE_DIR) / "fixtures" / "rulebooks"

    def handle(self, *args: object, game: str, **options: object) -> None:
        """Read the list, look through engine and tests, print."""
        try:
            book = yaml.safe_load((self.folder() / f"{game}.yaml").read_text(encoding="utf-8"))
            table = coverage(book, Path(settings.BASE_DIR))
        except (yaml.YAMLError, KeyError, TypeError) as fault:
            raise CommandError(_("The list of rules cannot be read: %(fault)s") % {"fault": fault}) from fault
        if options["json"]:
            self.stdout.write(json.dumps(table, ensure_ascii=False))
            return
        for row in table["rules"]:
            if row["behaviour"]:
                marks = ("B" if row["built"] else "-") + ("T" if row["tested"] else "-")
                self.stdout.write(f"{marks}  {row['rule']:<9} {row['gloss']}")
        asked = sum(row["behaviour"] for row in table["rules"])
        self.stdout.write(
            _("Rules that need code: %(asked)s. Implemented: %(built)s, tested: %(tested)s, open: %(open)s.")
            % {
                "asked": asked,
                "built": sum(row["behaviour"] and bool(row["built"]) for row in table["rules"]),
                "tested": sum(row["behaviour"] and bool(row["tested"]) for row in table["rules"]),
                "open": len(table["open"]),
            }
        )
        for lacking in table["open"]:
            self.stdout.write(f"  {lacking['rule']}  {lacking['gloss']}: {lacking['reason']}")
