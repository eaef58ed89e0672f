"""A sentence about a failure is within an element that is marked so, for programs to read."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings

from config.management.commands.screenshots import COMMITTED, FOLDER, MOST_BYTES, ON_DEMAND

DOCS = settings.BASE_DIR / "docs"
TEMPLATES = settings.BASE_DIR / "templates"
FAILURE = re.compile(
    r"failed|server error|could not (be|begin)|cannot be (drawn|read|shown|played)|can no longer draw|cannot draw"
    r"|has stopped|not found|went wrong|no simulation finished|no odds here|no such page|may not see|is out of date"
    r"|too many|no longer has",
    re.IGNORECASE,
)
TAG = re.compile(r"\{[%#].*?[%#]\}", re.DOTALL)
VOID = {"meta", "link", "br", "img", "input", "hr", "source", "path", "circle", "rect", "use", "meter", "progress"}


class Marked(HTMLParser):
    """Reads a template as if each of its conditions held, and records failures outside of a marked element."""

    def __init__(self, whole: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, bool]] = [("", whole)]
        self.loose: list[str] = []
        self.met = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            marked = any(name == "data-state" and "failed" in (value or "") for name, value in attrs)
            self.open.append((tag, self.open[-1][1] or marked or tag == "title"))

    def handle_endtag(self, tag: str) -> None:
        places = [place for place, (name, _marked) in enumerate(self.open) if name == tag]
        if places:
            del self.open[places[-1] :]

    def handle_data(self, data: str) -> None:
        for line in data.splitlines():
            if FAILURE.search(line):
                self.met += 1
                if not self.open[-1][1]:
                    self.loose.append(line.strip())


def read(text: str, whole: bool = False) -> Marked:
    """Read a template: sentences stay, other tags of Django go."""
    text = re.sub(r"\{%\s*translate\s+\"(.*?)\".*?%\}", r"\1", text)
    text = re.sub(r"\{#.*?#\}|\{%\s*comment.*?endcomment\s*%\}", "", text, flags=re.DOTALL)
    found = Marked(whole)
    found.feed(TAG.sub(" ", text))
    found.close()
    return found


def is_within_failed(path: Path, text: str) -> bool:
    """Say whether a template fills the frame of error pages, which is marked, or a notice of failure shows it."""
    return '{% extends "error.html" %}' in text or 'components/notice.html" with text=said kind="error"' in text


def test_every_sentence_of_a_failure_is_marked_as_one():
    met = 0
    for path in sorted(TEMPLATES.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        found = read(text, is_within_failed(path, text))
        met += found.met
        assert not found.loose, (str(path.relative_to(TEMPLATES)), found.loose)
    assert met >= 12


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ('<p>{% translate "The check failed." %}</p>', 1),
        ('<p data-state="failed">{% translate "The check failed." %}</p>', 0),
        ('<div{% if bad %} data-state="failed"{% endif %}><p><input>{% translate "The check failed." %}</p></div>', 0),
        ('<div data-state="failed"><p>{% translate "Well" %}</p></div><p>{% translate "The check failed." %}</p>', 1),
    ],
)
def test_the_reader_finds_what_is_not_marked(text, loose):
    assert len(read(text).loose) == loose


def test_four_small_pictures_are_stored_and_shown_and_no_others():
    shown = "".join(path.read_text(encoding="utf-8") for path in (settings.BASE_DIR / "README.md", *DOCS.rglob("*.md")))
    kept = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert set(kept) == {f"{name}-desktop.png" for name in COMMITTED} and len(kept) == 4
    assert all(f"screenshots/{name}" in shown for name in kept)
    assert max(kept.values()) < MOST_BYTES
    assert ON_DEMAND.relative_to(settings.BASE_DIR).parts[0] == "var", "which git ignores"


@pytest.mark.django_db
def test_error_pages_are_marked(client):
    assert 'data-state="failed"' in client.get("/nowhere/").content.decode()
    assert 'data-state="failed"' not in client.get("/").content.decode()
