"""The Polish words: compiled from what is written, complete in their parts, and shown."""

import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

FOLDER = Path(__file__).parents[2] / "locale" / "pl" / "LC_MESSAGES"
QUOTED = re.compile(r'^"(.*)"$', re.M)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")


def unquoted(text: str) -> str:
    return "".join(QUOTED.findall(text)).replace(r"\"", '"').replace(r"\n", "\n").replace("\\\\", "\\")


def entries() -> Iterator[tuple[str, str, str, list[str]]]:
    """Context, sentence, its plural, and its translations, of everything that is translated."""
    written = (FOLDER / "django.po").read_text(encoding="utf-8")
    for block in written.split("\n\n")[1:]:
        parts = re.split(r"^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) ", block, flags=re.M)[1:]
        said = [(name, unquoted(text)) for name, text in zip(parts[::2], parts[1::2], strict=True)]
        translated = [text for name, text in said if name.startswith("msgstr")]
        if all(translated) and "fuzzy" not in block:
            texts = dict(said)
            yield texts.get("msgctxt", ""), texts["msgid"], texts.get("msgid_plural", ""), translated


def test_the_compiled_words_are_the_written_ones() -> None:
    with (FOLDER / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    written = list(entries())
    assert len(written) > 100
    for context, sentence, _plural, translated in written:
        if len(translated) == 1:
            shown = compiled.pgettext(context, sentence) if context else compiled.gettext(sentence)
            assert shown == translated[0]
        else:
            assert [compiled.ngettext(sentence, "", n) for n in (1, 2, 5)] == translated


def test_no_translation_loses_what_is_filled_in() -> None:
    for _context, sentence, plural, translated in entries():
        allowed = [set(PLACEHOLDER.findall(text)) for text in (sentence, plural or sentence)]
        assert set(PLACEHOLDER.findall(translated[0])) in allowed, sentence
        assert all(set(PLACEHOLDER.findall(text)) == allowed[1] for text in translated[1:]), sentence


@pytest.mark.django_db
def test_a_page_reads_in_polish(client: Client) -> None:
    client.cookies["django_language"] = "pl"
    page = client.get(reverse("home")).content.decode()
    assert "Leć teraz" in page
    assert "Fly now" not in page
