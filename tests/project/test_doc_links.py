"""The links of the documents lead somewhere: to a file of the project, and to a heading in it."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.project.test_docs import PAGES, ROOT

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def without_code(text: str) -> str:
    """Return a page without its blocks of code and what stands between backticks."""
    return re.sub(r"`[^`]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


@cache
def headings_of(page: Path) -> frozenset[str]:
    """Return the headings of a page as links name them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    found = (re.sub(r"[^\w\- ]", "", title.lower()).strip() for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE))
    return frozenset(title.replace(" ", "-") for title in found)


def leads_somewhere(page: Path, link: str) -> bool:
    """Say whether a link of a page leads to a file, and to a heading of it if it names one."""
    if re.match(r"[a-z]+:", link):
        return True
    target, _sign, heading = link.partition("#")
    file = (page.parent / target).resolve() if target else page
    return file.exists() and (not heading or heading in headings_of(file))


@pytest.mark.parametrize("name", PAGES)
def test_every_link_of_a_page_leads_somewhere(name):
    page = ROOT / name
    links = LINK.findall(without_code(page.read_text(encoding="utf-8")))
    assert [link for link in links if not leads_somewhere(page, link)] == []


def test_every_page_can_be_reached_from_the_index():
    reached, waiting = set[Path](), [ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        links = LINK.findall(without_code(page.read_text(encoding="utf-8")))
        files = ((page.parent / link.partition("#")[0]).resolve() for link in links if not re.match(r"[a-z]+:|#", link))
        waiting += [file for file in files if file.suffix == ".md" and file.exists()]
    assert {ROOT / name for name in PAGES if name.startswith("docs/")} <= reached


def test_a_link_to_nowhere_is_noticed():
    index = ROOT / "docs" / "index.md"
    assert leads_somewhere(index, "concepts/dice.md#fair-dice") and leads_somewhere(index, "https://example.org")
    assert not leads_somewhere(index, "concepts/no-such.md") and not leads_somewhere(index, "concepts/dice.md#unfair")
