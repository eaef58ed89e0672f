"""The Polish words: of every sentence, compiled from what is written, complete in their parts, and shown."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation.template import templatize

from tests.shared.builders.sorties import begun, flown_to
from tests.shared.factories import PlayerFactory
from tests.shared.site import ROOT
from tests.site.test_gettext_marks import APPS, Reader, files

FOLDER = ROOT / "locale" / "pl" / "LC_MESSAGES"
QUOTED = re.compile(r'^"(.*)"$', re.M)
PLACEHOLDER = re.compile(r"%\(\w+\)[-+.\d]*[sdf]|%%|\{\w+\}")
LITERAL = r"""(?:u?"(?:[^"\\]|\\.)*"|u?'(?:[^'\\]|\\.)*')"""
IN_TEMPLATE = re.compile(rf"\b(n?p?gettext|_)\(({LITERAL}(?:, ?{LITERAL})*)")
SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}|[a-z][.?!]$")
"""More than a name: two small words, or an end."""
RENEW = "Renew locale/pl and translate what is new: CONTRIBUTING.md, “Words”."


def unquoted(text: str) -> str:
    return "".join(QUOTED.findall(text)).replace(r"\"", '"').replace(r"\n", "\n").replace("\\\\", "\\")


def entries() -> Iterator[tuple[str, str, str, list[str]]]:
    """Context, sentence, its plural, and its translations; a translation that is only guessed is none."""
    written = (FOLDER / "django.po").read_text(encoding="utf-8")
    for block in written.split("\n\n")[1:]:
        parts = re.split(r"^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) ", block, flags=re.M)[1:]
        said = [(name, unquoted(text)) for name, text in zip(parts[::2], parts[1::2], strict=True)]
        translated = ["" if "fuzzy" in block else text for name, text in said if name.startswith("msgstr")]
        texts = dict(said)
        yield texts.get("msgctxt", ""), texts["msgid"], texts.get("msgid_plural", ""), translated


def said_in_python(path: Path) -> Iterator[tuple[str, str]]:
    """Return context and sentence of each call of gettext, under any imported name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = {
        name.asname or name.name: name.name.removesuffix("_lazy")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if "gettext" in name.name
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
            texts = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if texts:
                yield _context_and_sentence(known[node.func.id], texts)


def said_in_template(path: Path) -> Iterator[tuple[str, str]]:
    """Context and sentence of each mark in a template, read as Django itself reads it for the translators."""
    for call, texts in IN_TEMPLATE.findall(templatize(path.read_text(encoding="utf-8"))):
        yield _context_and_sentence(call, list(ast.literal_eval(f"({texts},)")))


def _context_and_sentence(call: str, texts: list[str]) -> tuple[str, str]:
    return (texts[0], texts[1]) if "pgettext" in call else ("", texts[0])


def test_every_sentence_of_the_house_is_among_them() -> None:
    written = {(context, sentence) for context, sentence, _plural, _translated in entries()}
    said = {one for path in files(APPS, "*.py") for one in said_in_python(path)}
    for pattern in ("*.html", "*.txt"):
        said |= {one for path in files(["templates", *APPS], pattern) for one in said_in_template(path)}
    assert len(said) > 2000
    assert said - written == set(), RENEW


def test_none_is_left_untranslated() -> None:
    untranslated = [sentence for _context, sentence, _plural, translated in entries() if not all(translated)]
    assert untranslated == [], RENEW


def test_the_words_in_use_are_the_written_ones() -> None:
    with (FOLDER / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for context, sentence, plural, translated in entries():
        if plural:
            shown = [
                compiled.npgettext(context, sentence, plural, n) if context else compiled.ngettext(sentence, plural, n)
                for n in (1, 2, 5)
            ]
            assert shown == translated, RENEW
        else:
            shown = [compiled.pgettext(context, sentence) if context else compiled.gettext(sentence)]
            assert shown == translated, RENEW


def test_no_translation_loses_what_is_filled_in() -> None:
    for _context, sentence, plural, translated in entries():
        allowed = [set(PLACEHOLDER.findall(text)) for text in (sentence, plural or sentence)]
        assert set(PLACEHOLDER.findall(translated[0])) in allowed, sentence
        assert all(set(PLACEHOLDER.findall(text)) == allowed[1] for text in translated[1:]), sentence


def read(client: Client, language: str, address: str) -> set[str]:
    """Return the visible words of a page."""
    client.cookies["django_language"] = language
    reader = Reader()
    reader.feed(client.get(address).content.decode())
    return {" ".join(words.split()) for words in reader.words}


@pytest.mark.django_db
def test_no_english_sentence_is_left_on_a_polish_page(client: Client) -> None:
    alice = PlayerFactory()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    fight = flown_to(begun(alice), lambda decision: decision.kind == "fighter.round")
    pages = [reverse(name) for name in ("home", "careers", "career_new", "exports", "delete_account")]
    pages += [reverse("raid_new"), reverse("table_new", args=["nightfighter"])]
    pages += [reverse(name, args=[fight.pk]) for name in ("table", "table_replay", "table_dice")]
    pages += [f"{reverse('table_line', args=[fight.pk])}?seat=pilot&number=9"]
    differing = {s: t[0] for context, s, plural, t in entries() if not (context or plural) and t[0] != s}
    for address in pages:
        english, polish = (read(client, language, address) for language in ("en", "pl"))
        assert polish != english, address
        left = {words for words in polish if words in differing and words not in differing.values()}
        left |= {words for words in polish & english if SENTENCE.search(words)}
        assert left == set(), address


@pytest.mark.django_db
def test_a_guest_reads_the_front_page_in_polish(client: Client) -> None:
    polish = read(client, "pl", reverse("home"))
    assert "Leć teraz" in polish
    assert "Fly now" not in polish
