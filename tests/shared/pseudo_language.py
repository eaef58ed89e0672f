"""The made-up language `en-XA` for a test: the settings have it, and its words are made once for each process."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from config.languages import pseudo
from tests.shared.site import ROOT


@cache
def made() -> Path:
    """Make the catalogue and the typed files in a folder."""
    folder = Path(tempfile.mkdtemp(prefix="dispersal-pseudo-"))
    pseudo.make(folder / "locale", ROOT / "locale")
    pseudo.make_words(folder / "words", ROOT / "fixtures")
    return folder


def switch_on(settings: Any) -> None:
    """Give the site the made-up language."""
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, made() / "locale"]
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo.CODE, pseudo.NAME)]
    settings.WORDS_FOLDER = made() / "words"
