"""A made-up language, `en-XA`: every sentence in brackets, its letters accented, with them a third longer.

It shows on a page what is not translated (letters without brackets) and what does not fit (words a third longer). It
is made from the English sentences of the site, of Django and of the account library, and stored nowhere in the
project. Tests make it; with `DEBUG` a server makes it when it starts, and the menu of languages has it.
"""

import io
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from play.rules.glossary import LONGEST_EXPLANATION
from play.rules.notes import LONGEST_NOTE

CODE = "en-xa"
NAME = "⟦Þšéûðö⟧"
FOLDER = Path("en_XA") / "LC_MESSAGES"
OPENS, CLOSES = "⟦", "⟧"
LONGER = 0.35
ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçðéƒğĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĞĤÍĴĶĻṀÑÓÞǪŔŠŢÛṼŴẊÝŽ"
)
UNCHANGED = re.compile(r"%\(\w+\)[-+.\d]*[a-z]|%[-+.\d]*[sdfi%]|\{[^{}]*\}|<[^<>]*>|&\w+;")
"""Placeholders and markup, which stay as they are."""
FORMS = {"date"}
"""Contexts of sentences that are forms of dates, which no reader sees."""


def pseudo(sentence: str, longest: int = 0) -> str:
    """Return a sentence in the made-up language, cut to the most characters that its place takes, if it has such."""
    parts, end = list[str](), 0
    for part in UNCHANGED.finditer(sentence):
        parts += [sentence[end : part.start()].translate(ACCENTED), part[0]]
        end = part.end()
    parts.append(sentence[end:].translate(ACCENTED))
    letters = len(UNCHANGED.sub("", sentence))
    body = "".join(parts)
    # A newline at the beginning or end of a text must stay: gettext's tools ask for it.
    inner = body.strip("\n")
    before, after = body[: len(body) - len(body.lstrip("\n"))], body[len(body.rstrip("\n")) :]
    if not inner:
        return body
    more = max(round(letters * LONGER) - len(OPENS + CLOSES), 0)
    if longest:
        inner = inner[: longest - 2]
        more = min(more, longest - 2 - len(inner))
    return f"{before}{OPENS}{inner}{'·' * more}{CLOSES}{after}"


def catalogue(sources: Iterable[Path]) -> bytes:
    """Return the compiled catalogue of the made-up language, of all sentences in some catalogues."""
    made = Catalog(locale="en", fuzzy=False)
    for path in sources:
        with path.open("rb") as file:
            for message in read_po(file, ignore_obsolete=True):
                if message.id and message.context not in FORMS:
                    made.add(message.id, _said(message), context=message.context)
    compiled = io.BytesIO()
    write_mo(compiled, made)
    return compiled.getvalue()


def _said(message: Message) -> str | tuple[str, ...]:
    return pseudo(message.id) if isinstance(message.id, str) else tuple(map(pseudo, message.id))


def sources(locale: Path) -> Iterator[Path]:
    """Give the catalogues that hold the English sentences: of the site, of Django and of the account library."""
    import allauth
    import django

    yield from sorted(locale.glob("pl/LC_MESSAGES/django.po"))
    conf, contrib = Path(django.__file__).parent / "conf", Path(django.__file__).parent / "contrib"
    for folder in (conf, *sorted(contrib.iterdir()), Path(allauth.__file__).parent):
        yield from folder.glob("locale/en/LC_MESSAGES/django.po")


def make(folder: Path, locale: Path) -> Path:
    """Write the catalogue under a folder, and return the folder as Django wants it in `LOCALE_PATHS`."""
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    whole = place / f"django.{os.getpid()}"
    whole.write_bytes(catalogue(sources(locale)))
    whole.replace(place / "django.mo")
    return folder


def renew(folder: Path, locale: Path) -> None:
    """Make the catalogue again if a sentence may have changed since."""
    made = folder / FOLDER / "django.mo"
    if not made.exists() or any(made.stat().st_mtime < path.stat().st_mtime for path in sources(locale)):
        make(folder, locale)


def make_words(folder: Path, words: Path) -> Path:
    """Write the typed files of words with the made-up language in them, and return their folder for `WORDS_FOLDER`."""
    for kind in ("imports", "packs"):
        shutil.copytree(words / kind, folder / kind)
    for kind, change in (("glossaries", _glossary), ("rulenotes", _notes)):
        (folder / kind).mkdir(parents=True)
        for path in (words / kind).glob("*.yaml"):
            read = msgspec.yaml.decode(path.read_bytes())
            change(read)
            (folder / kind / path.name).write_bytes(msgspec.yaml.encode(read))
    return folder


def _glossary(read: dict[str, Any]) -> None:
    for term in read["terms"]:
        english = term["en"]
        says = pseudo(english["says"], LONGEST_EXPLANATION)
        term[CODE] = {"words": [word.translate(ACCENTED) for word in english["words"]], "says": says}


def _notes(read: dict[str, Any]) -> None:
    for note in read["notes"].values():
        note[CODE] = pseudo(note["en"], LONGEST_NOTE)
