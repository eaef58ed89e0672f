"""The streams of dice that a script may name: the document lists those that the rules use, and no others."""

import ast
import re

from tests.shared.cached_databases import ROOT

THROWN = frozenset(("roll", "throw", "rolls"))
"""Calls whose first argument is a stream; `deck` names a pile, whose stream is `deck/` and its name."""


def streams_of(tree):
    found = set()
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        words = {one.value for one in ast.walk(call.args[0]) if isinstance(one, ast.Constant)}
        if name in THROWN:
            found |= words
        elif name == "deck":
            found |= {f"deck/{word}" for word in words}
    return {one for one in found if isinstance(one, str)}


def test_every_stream_is_named_in_the_document_and_no_other():
    rules = (ROOT / "engine" / "nightfighter").rglob("*.py")
    thrown = set().union(*(streams_of(ast.parse(file.read_text(encoding="utf-8"))) for file in rules)) - {"whim"}
    page = (ROOT / "docs" / "reference" / "dice-streams.md").read_text(encoding="utf-8")
    table = page.partition("## Nightfighter")[2].partition("## Bomber Command")[0]
    listed = {name for row in re.findall(r"^\| (`[^|]*) \|", table, re.M) for name in re.findall(r"`([^`]+)`", row)}
    assert listed == thrown and len(thrown) > 9
