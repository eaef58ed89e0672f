"""Compile translations where they changed, so that a machine needs no gettext tools.

`config/__init__.py` calls it before Django asks for a word.
"""

import io
import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

LOCALE = Path(__file__).resolve().parents[2] / "locale"


def compile_translations(locale: Path = LOCALE) -> None:
    """Compile each language whose compiled file is missing or older than its text."""
    for written in locale.glob("*/LC_MESSAGES/*.po"):
        compiled = written.with_suffix(".mo")
        made_of = written.stat().st_mtime_ns
        if compiled.exists() and compiled.stat().st_mtime_ns == made_of:
            continue
        try:
            _replace(compiled, catalogue(written.read_bytes()), made_of)
        except OSError as problem:
            log.warning("The translations in %s cannot be compiled: %s", written, problem)


def _replace(compiled: Path, data: bytes, made_of: int) -> None:
    """Write the file whole, however many processes do so at once."""
    whole = compiled.with_suffix(f".{os.getpid()}")
    try:
        whole.write_bytes(data)
        os.utime(whole, ns=(made_of, made_of))
        whole.replace(compiled)
    finally:
        whole.unlink(missing_ok=True)


def catalogue(written: bytes) -> bytes:
    """Return the text of a language as gettext reads it, without fuzzy, obsolete and empty entries."""
    # Babel takes 30 ms to import. Most starts find every language compiled.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled, read = io.BytesIO(), read_po(io.BytesIO(written), ignore_obsolete=True)
    if read.locale is None:
        # Of a language that Babel does not know it would leave out the plural forms that the file names.
        read.locale = "en"
    write_mo(compiled, read)
    return compiled.getvalue()
