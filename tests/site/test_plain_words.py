"""Sentences on pages are short and plain: no private words, no clause as a subject, no line that reads as a date."""

import re
from collections.abc import Iterator

import pytest

from tests.site.test_polish import FOLDER, unquoted

BANNED = (
    r"\bhouse('s|’s|s)?\b",
    r"\bwhoever\b",
    r"\bkeepers?\b",
    r"\breckon",
    r"\bof late\b",
    r"\btak(e|en|es|ing) (it )?in\b",
    r"\b(gives?|gave|given|giving) way\b",
    r"\bfor nothing\b",
    r"\bcomes? of\b|\bcame of\b",
    r"\bhangs? on\b",
    r"\bsessions?\b",
    r"\blook(ed|s|ing)? (it )?(back|through)\b",
    r"\bflown on\b|\bfl(y|ies) (it again|(it )?anew)\b",
    r"\b(is|are|was|were) told\b(?! as glory)",
    r"\b(dice|die|faces?) (is|are|was|were)? ?thrown\b|\bthrows?\b",
    r"\bmend(s|ed|ing)?\b",
    r"\bstands? (here|there|with)\b|\bas (it|they|things) stands?\b",
    r"\b(can|could)(not| not) be kept\b|\bis kept\b|\bkept (by|since|out)\b",
    r"\bforgotten\b|\bcleared away\b",
    r"\bin a hundred\b|\bin 100 of\b",
    r"\bthe field now\b|\bof the field\b",
)
"""Words and turns that puzzled readers. The plain word is in CONTRIBUTING.md, “English”."""
CLAUSE_AS_SUBJECT = re.compile(r"^(Who|Whoever|What|Whatever|That which)\b.*[.;]$")
LIKE_A_DATE = re.compile(r"%\(month\)s %\((line|place|number|n)\)[sd]|\{month\} \{(line|place|number|n)\}")
MOST_WORDS = 25
FEW_WORDS = 12
SHORT_SHARE = 0.8


def sentences() -> Iterator[tuple[str, str]]:
    """Give each sentence of the pages, with a place where it is written."""
    for block in (FOLDER / "django.po").read_text(encoding="utf-8").split("\n\n")[1:]:
        places = " ".join(re.findall(r"^#: (.*)$", block, re.M)).split()
        for text in re.findall(r'^msgid(?:_plural)? ((?:".*"\n?)+)', block, re.M):
            for sentence in split(unquoted(text)):
                yield places[0], sentence


def split(text: str) -> list[str]:
    """Split a text at full stops, question marks and line ends, and leave out its tags."""
    parts = re.split(r"(?<=[.?!…])\s+|\n", re.sub(r"<[^>]+>", "", text))
    return [part.strip() for part in parts if part.strip()]


SENTENCES = list(sentences())


def listed(found: list[tuple[str, str]]) -> str:
    return "\n".join(f"{place}: {sentence}" for place, sentence in found)


def test_the_sentences_are_found() -> None:
    assert len(SENTENCES) > 1500
    assert split("One, <b>two</b>. Three?\nFour") == ["One, two.", "Three?", "Four"]


@pytest.mark.parametrize("pattern", BANNED)
def test_no_sentence_has_private_words(pattern: str) -> None:
    found = [one for one in SENTENCES if re.search(pattern, one[1], re.IGNORECASE)]
    assert not found, listed(found)


def test_no_sentence_has_a_clause_as_its_subject() -> None:
    found = [one for one in SENTENCES if CLAUSE_AS_SUBJECT.search(one[1])]
    assert not found, listed(found)


def test_no_line_of_a_log_reads_as_a_date() -> None:
    found = [one for one in SENTENCES if LIKE_A_DATE.search(one[1])]
    assert not found, listed(found)


def test_no_sentence_is_long() -> None:
    found = [one for one in SENTENCES if len(one[1].split()) > MOST_WORDS]
    assert not found, listed(found)


def test_most_sentences_are_short() -> None:
    whole = [one for one in SENTENCES if one[1][-1] in ".?!"]
    longer = sorted((one for one in whole if len(one[1].split()) > FEW_WORDS), key=lambda one: -len(one[1].split()))
    assert len(longer) <= (1 - SHORT_SHARE) * len(whole), f"{len(longer)} of {len(whole)}:\n{listed(longer)}"


@pytest.mark.parametrize(
    ("sentence", "is_wrong"),
    [
        ("What is left he does alone.", True),
        ("What next?", False),
        ("Who plays", False),
        ("Whoever has the link reads it.", True),
    ],
)
def test_a_clause_as_a_subject_is_recognised(sentence: str, is_wrong: bool) -> None:
    assert bool(CLAUSE_AS_SUBJECT.search(sentence)) is is_wrong
