"""Every sentence that a person reads goes through gettext: what is left of a page without its marks holds no letter."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.shared.site import ROOT

APPS = ["config", "campaigns", "play", "sorties", "raids"]
MARKED = re.compile(
    r"{%\s*comment.*?endcomment\s*%}|{#.*?#}|{%\s*blocktrans(?:late)?\b.*?endblocktrans(?:late)?\s*%}"
    r"|{%\s*trans(?:late)?\b.*?%}"
    # A block of this name is filled into an attribute of the page that it extends.
    r"|{%\s*block \w+_class\s*%}.*?{%\s*endblock.*?%}",
    re.DOTALL,
)
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
TRANSLATED_ARGUMENT = re.compile(r"""_\((["']).*?\1\)""")
SENTENCE_IN_TAG = re.compile(r"""(["'])([A-Z][a-z].*?)\1""")
READ_ALOUD = {"alt", "aria-description", "aria-label", "aria-roledescription", "label", "placeholder", "title"}
ATTRIBUTE = re.compile(r"""(?P<name>[\w:-]+)=(["'])(?P<value>.*?)\2""")
UNREAD = {"script", "style"}
HINT = 'Send it through gettext; a name that is the same in every language stands in an element with translate="no".'
WORD = re.compile(r"[^\W\d_]{2,}")


class Reader(HTMLParser):
    """Reads a page as a person does: its text and the attributes that are shown or spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        # HTML's own way to say that a name is the same in every language.
        silent = tag in UNREAD or given.get("translate") == "no"
        shown = READ_ALOUD | ({"value"} if given.get("type") in {"submit", "button"} else set())
        shown |= {"content"} if given.get("name") == "description" else set()
        self.words += [text for name, text in given.items() if name in shown and text and WORD.search(text)]
        self.open.append((tag, silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while any(tag == name for name, _ in self.open) and self.open.pop()[0] != tag:
            continue

    def handle_data(self, data: str) -> None:
        # A partial may be filled into a tag and hold nothing but attributes.
        text = ATTRIBUTE.sub(lambda found: found["value"] if found["name"] in READ_ALOUD else "", data)
        if WORD.search(text) and not any(silent for _, silent in self.open):
            self.words.append(text.strip())


def unmarked_in_template(source: str, *, html: bool = True) -> list[str]:
    """List the words of a template that no translator will see."""
    left = MARKED.sub("", source)
    in_tags = [
        words for tag in TAG.findall(left) for _, words in SENTENCE_IN_TAG.findall(TRANSLATED_ARGUMENT.sub("", tag))
    ]
    left = TAG.sub("", left)
    if not html:
        return in_tags + WORD.findall(left)
    reader = Reader()
    reader.feed(left)
    reader.close()
    return in_tags + reader.words


SPEAKING_CALLS = {"CannotStart", "CommandError", "PermissionDenied", "ValidationError", "write"}
SPEAKING_MESSAGES = {"debug", "info", "success", "warning", "error", "add_message"}
SPEAKING_NAMES = {"empty_label", "help", "help_text", "label", "verbose_name", "verbose_name_plural"}


def unmarked_in_python(source: str) -> list[str]:
    """List the words in Python that are shown to a person without having gone through gettext."""
    return [words for node in ast.walk(ast.parse(source)) for shown in _shown(node) for words in _literal(shown)]


def _shown(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        of = node.func.value if isinstance(node.func, ast.Attribute) else None
        if name in SPEAKING_CALLS or (name in SPEAKING_MESSAGES and getattr(of, "id", "") == "messages"):
            yield from node.args
        yield from (keyword.value for keyword in node.keywords if keyword.arg in SPEAKING_NAMES)
    if isinstance(node, ast.Assign) and SPEAKING_NAMES & {getattr(target, "id", "") for target in node.targets}:
        yield node.value


def _literal(shown: ast.expr) -> list[str]:
    if isinstance(shown, ast.Constant) and isinstance(shown.value, str) and WORD.search(shown.value):
        return [shown.value]
    if isinstance(shown, ast.JoinedStr):
        return [part for value in shown.values for part in _literal(value)]
    if isinstance(shown, ast.BinOp):
        return _literal(shown.left) + _literal(shown.right)
    return []


def files(folders: list[str], pattern: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob(pattern))]
    return [path for path in found if "migrations" not in path.parts]


def test_templates_say_nothing_untranslated() -> None:
    pages = files(["templates", *APPS], "*.html")
    letters = files(["templates", *APPS], "*.txt")
    assert len(pages) > 20
    unmarked = {
        str(path.relative_to(ROOT)): words
        for path in [*pages, *letters]
        if (words := unmarked_in_template(path.read_text(encoding="utf-8"), html=path.suffix == ".html"))
    }
    assert unmarked == {}, HINT


def test_python_says_nothing_untranslated() -> None:
    sources = files(APPS, "*.py")
    assert len(sources) > 20
    unmarked = {
        str(path.relative_to(ROOT)): words
        for path in sources
        if (words := unmarked_in_python(path.read_text(encoding="utf-8")))
    }
    assert unmarked == {}, HINT


@pytest.mark.parametrize(
    "template",
    [
        "<p>Fly now</p>",
        "<p>{% if a %}Fly{% endif %} {{ b }}</p>",
        '<img alt="A bomber">',
        '<input type="submit" value="Go">',
        "<svg><title>Dial</title></svg>",
        '{% include "button.html" with label="Fly now" %}',
        '{{ name|default:"Nobody" }}',
        '{% if fault %}aria-label="Wrong"{% endif %}',
    ],
)
def test_an_unmarked_word_is_found(template: str) -> None:
    assert unmarked_in_template(template)


@pytest.mark.parametrize(
    "template",
    [
        '<p class="Card">{% translate "Fly now" %}</p>',
        "<p>{% blocktranslate count n=n %}{{ n }} aircraft{% plural %}{{ n }} aircraft{% endblocktranslate %}</p>",
        "{# A comment #}<p>{{ name }} — {{ date|date:'j M Y' }}</p>",
        '<b translate="no">Dispersal</b>',
        '{% include "button.html" with label=_("Fly now") kind="main wide" %}',
        '{% if fault %}aria-invalid="true"{% endif %}',
        '<input type="hidden" value="attack"><script src="a.js"></script>',
    ],
)
def test_marked_words_are_left_alone(template: str) -> None:
    assert not unmarked_in_template(template)


@pytest.mark.parametrize(
    "source",
    [
        "raise CommandError('There is no such game.')",
        "messages.success(request, f'Welcome, {name}')",
        "self.stdout.write('Ready at ' + address)",
        "forms.CharField(label='Name')",
        "class Meta:\n    verbose_name = 'sortie'",
    ],
)
def test_an_unmarked_sentence_in_python_is_found(source: str) -> None:
    assert unmarked_in_python(source)


def test_a_marked_sentence_in_python_is_left_alone() -> None:
    assert not unmarked_in_python("raise CommandError(_('There is no such game.') % {'game': game})")
