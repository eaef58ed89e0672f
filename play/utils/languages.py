"""Words that are stored by language code, and the ones among them that a reader is shown.

    words = {"en": "Front Clasp", "pl": "Klamra frontowa"}
    in_language(words)                # the reader's language, else English
    in_language(words, "pl-pl")       # Klamra frontowa: a regional code falls back to its base

Glossaries, notes on rules and chart packs store their words so. Any code will do; English is always there.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from django.utils.translation import get_language

from engine.kernel.packs.schema import LANGUAGE_CODE, SOURCE_LANGUAGE

Words = TypeVar("Words")


@cache
def fallbacks(language: str) -> tuple[str, ...]:
    """Return the codes under which words are looked for: `pt-br`, `pt`, `en`."""
    parts = language.lower().split("-")
    codes = ["-".join(parts[:count]) for count in range(len(parts), 0, -1)]
    return tuple(dict.fromkeys([*codes, SOURCE_LANGUAGE]))


def reader_language() -> str:
    """Return the code of the reader's language."""
    return (get_language() or SOURCE_LANGUAGE).lower()


def in_language(words: Mapping[str, Words], language: str | None = None) -> Words:
    """Return the words in a language, by default the reader's: regional, then base, then English."""
    for code in fallbacks(language or reader_language()):
        if code in words:
            return words[code]
    raise KeyError(f"no English among {', '.join(words)}")


def by_code(words: Mapping[str, Words], *, english: bool = True) -> dict[str, Words]:
    """Return words with their codes in small letters, as they are looked for; English must be among them if wanted."""
    wrong = [code for code in words if not re.match(LANGUAGE_CODE, code)]
    found = {code.lower(): said for code, said in words.items()}
    if wrong or (english and SOURCE_LANGUAGE not in found):
        raise ValueError(f"Words need codes such as en, pl or pt-br, English among them: {', '.join(words)}")
    return found
