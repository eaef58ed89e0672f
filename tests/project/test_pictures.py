"""Pictures of the documents: every concept page has one, every picture is shown, and it names what is there."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from tests.project.test_doc_names import all_names, classes
from tests.project.test_doc_names import read_modules as read_modules
from tests.project.test_docs import named_in, there

ROOT = Path(settings.BASE_DIR)
DOCS = ROOT / "docs"
SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)#]+\.(?:svg|png))\)")
PICTURES = sorted((DOCS / "pictures").glob("*.svg"))
CONCEPTS = sorted((DOCS / "concepts").glob("*.md"))
SVG = "{http://www.w3.org/2000/svg}"


def shown_in(page: Path) -> dict[Path, str]:
    """Return the pictures that a page shows, each with its alternative text."""
    found = SHOWN.findall(page.read_text(encoding="utf-8"))
    return {(page.parent / target).resolve(): words for words, target in found}


def words_of(picture: Path) -> list[str]:
    """Return the words of a picture."""
    found = ElementTree.parse(picture).iter(f"{SVG}text")
    return " ".join(one.text or "" for one in found).split()


@pytest.mark.parametrize("page", CONCEPTS, ids=lambda page: page.stem)
def test_a_concept_page_begins_with_a_diagram(page):
    diagrams = [one for one in shown_in(page) if one.suffix == ".svg"]
    assert [one.stem for one in diagrams] == [page.stem]


def test_every_picture_is_shown_and_every_shown_picture_is_there():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")]
    shown = {picture: words for page in pages for picture, words in shown_in(page).items()}
    assert set(shown) == {*PICTURES, *(DOCS / "screenshots").glob("*.png")}
    assert all(len(words.split()) >= 3 for words in shown.values())


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_says_what_it_shows_and_names_what_is_there(picture):
    root = ElementTree.parse(picture).getroot()
    assert root.find(f"{SVG}title") is not None and root.find(f"{SVG}desc") is not None
    words = words_of(picture)
    assert words
    assert {name for name in named_in(" ".join(words)) if not there(name)} == set()
    names = {word.strip(".,:;()") for word in words}
    camel = {name for name in names if re.fullmatch(r"(?:[A-Z][a-z]+){2,}", name)}
    snake = {name for name in names if re.fullmatch(r"[a-z]+(?:_[a-z]+)+", name)}
    assert {name for name in camel if name not in classes()} == set()
    assert {name for name in snake if name not in all_names()} == set()
