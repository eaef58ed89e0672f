"""Compiles the written translations, so that a machine needs no gettext tools and git keeps only what was written.

Only the standard library may be imported here: it is done before anything of Django is asked for a word.
"""

import ast
import logging
import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger(__name__)

LOCALE = Path(__file__).resolve().parent.parent / "locale"
MAGIC = 0x950412DE
HEAD = struct.Struct("<7I")
CONTEXT, PLURAL = "\x04", "\0"


def compile_translations(locale: Path = LOCALE) -> None:
    """Compile each language whose compiled file is missing or belongs to another writing."""
    for written in locale.glob("*/LC_MESSAGES/*.po"):
        compiled = written.with_suffix(".mo")
        made_of = written.stat().st_mtime_ns
        if compiled.exists() and compiled.stat().st_mtime_ns == made_of:
            continue
        try:
            _replace(compiled, catalogue(written.read_text(encoding="utf-8")), made_of)
        except OSError as problem:
            log.warning("The words of %s cannot be compiled beside it: %s", written, problem)


def _replace(compiled: Path, words: bytes, made_of: int) -> None:
    """Put the file there whole, however many processes do so at once."""
    whole = compiled.with_suffix(f".{os.getpid()}")
    try:
        whole.write_bytes(words)
        os.utime(whole, ns=(made_of, made_of))
        whole.replace(compiled)
    finally:
        whole.unlink(missing_ok=True)


def catalogue(written: str) -> bytes:
    """Return a written file as gettext reads it: what is fuzzy, obsolete or untranslated is left out."""
    words = dict(_translated(written))
    keys = sorted(words)
    texts = [text + b"\0" for text in (*keys, *(words[key] for key in keys))]
    first = HEAD.size + 8 * len(texts)
    places, at = [], first
    for text in texts:
        places += [len(text) - 1, at]
        at += len(text)
    head = HEAD.pack(MAGIC, 0, len(keys), HEAD.size, HEAD.size + 8 * len(keys), 0, first)
    return head + struct.pack(f"<{len(places)}I", *places) + b"".join(texts)


def _translated(written: str) -> Iterator[tuple[bytes, bytes]]:
    """Give the key under which gettext looks each sentence up, and its translation."""
    for block in re.split(r"\n\s*\n", written):
        lines = block.splitlines()
        if any(line.startswith("#,") and "fuzzy" in line for line in lines):
            continue
        said = _said(line for line in lines if not line.startswith("#"))
        forms = [text for name, text in said.items() if name.startswith("msgstr")]
        if not forms or not all(forms):
            continue
        context = said["msgctxt"] + CONTEXT if "msgctxt" in said else ""
        plural = PLURAL + said["msgid_plural"] if "msgid_plural" in said else ""
        yield f"{context}{said['msgid']}{plural}".encode(), PLURAL.join(forms).encode()


def _said(lines: Iterator[str]) -> dict[str, str]:
    """Read `msgid`, `msgstr` and the like, each with the lines that carry it on."""
    said: dict[str, str] = {}
    name = ""
    for line in lines:
        keyword, quote, rest = line.partition('"')
        name = keyword.strip() or name
        said[name] = said.get(name, "") + ast.literal_eval(quote + rest.rstrip())
    return said
