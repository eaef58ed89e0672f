"""The index of the documents leads to every page of them."""

import re
from pathlib import Path

from tests.project.test_docs import PAGES, ROOT

LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?![a-z]+:|#)([^)#\s]+)")


def linked_from(page: Path) -> set[Path]:
    """Return the pages that a page links to."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    files = {(page.parent / link).resolve() for link in LINK.findall(re.sub(r"`[^`]*`", "", text))}
    return {file for file in files if file.suffix == ".md" and file.is_file()}


def reached_from(page: Path) -> set[Path]:
    """Return the pages that a reader comes to from a page, link by link."""
    reached, waiting = set[Path](), [page]
    while waiting:
        if (at := waiting.pop()) not in reached:
            reached.add(at)
            waiting += linked_from(at)
    return reached


def test_every_page_can_be_reached_from_the_index():
    pages = {ROOT / name for name in PAGES if name.startswith("docs/")}
    assert pages - reached_from(ROOT / "docs" / "index.md") == set()


def test_a_page_without_a_link_is_noticed():
    assert ROOT / "docs" / "concepts" / "dice.md" not in linked_from(ROOT / "docs" / "glossary.md")
