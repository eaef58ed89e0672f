"""The first process compiles the Polish catalogue from its source, without gettext's tools."""

import gettext
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.languages.translations import LOCALE, catalogue, compile_translations
from tests.shared.site import ROOT

WRITTEN = r"""# Words of a test.
msgid ""
msgstr ""
"Language: pl\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"

#: a.py
msgid "Close"
msgstr "Zamknij"

msgctxt "range"
msgid "Close"
msgstr "Bliski"

#, python-format
msgid "One \"raid\"\n"
"and %(n)d more"
msgstr ""
"Jeden „nalot”\n"
"i jeszcze %(n)d"

msgid "%d raid"
msgid_plural "%d raids"
msgstr[0] "%d nalot"
msgstr[1] "%d naloty"
msgstr[2] "%d nalotów"

msgctxt "sheet"
msgid "%d line"
msgid_plural "%d lines"
msgstr[0] "%d wiersz"
msgstr[1] "%d wiersze"
msgstr[2] "%d wierszy"

#, fuzzy
msgid "Guessed"
msgstr "Zgadnięte"

msgid "Not yet"
msgstr ""

#~ msgid "Gone"
#~ msgstr "Nie ma"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A language written, not compiled."""
    words = tmp_path / "pl" / "LC_MESSAGES"
    words.mkdir(parents=True)
    (words / "django.po").write_text(WRITTEN, encoding="utf-8")
    return words


def read(compiled: Path) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(compiled.read_bytes()))


def test_contexts_plurals_and_lines_carried_on() -> None:
    words = gettext.GNUTranslations(io.BytesIO(catalogue(WRITTEN.encode())))
    assert (words.gettext("Close"), words.pgettext("range", "Close")) == ("Zamknij", "Bliski")
    assert words.gettext('One "raid"\nand %(n)d more') == "Jeden „nalot”\ni jeszcze %(n)d"
    assert [words.ngettext("%d raid", "%d raids", n) for n in (1, 3, 5)] == ["%d nalot", "%d naloty", "%d nalotów"]
    assert words.npgettext("sheet", "%d line", "%d lines", 22) == "%d wiersze"


@pytest.mark.parametrize("sentence", ["Guessed", "Not yet", "Gone"])
def test_what_is_no_translation_is_left_out(sentence: str) -> None:
    assert gettext.GNUTranslations(io.BytesIO(catalogue(WRITTEN.encode()))).gettext(sentence) == sentence


def test_compiled_when_missing_and_when_written_anew(folder: Path, tmp_path: Path) -> None:
    written, compiled = folder / "django.po", folder / "django.mo"
    compile_translations(tmp_path)
    assert read(compiled).gettext("Close") == "Zamknij"
    before = compiled.stat().st_ino
    compile_translations(tmp_path)
    assert compiled.stat().st_ino == before
    # An older writing comes back, as when another commit is checked out with its times.
    written.write_text(WRITTEN.replace("Zamknij", "Zamykaj"), encoding="utf-8")
    os.utime(written, (1, 1))
    compile_translations(tmp_path)
    assert read(compiled).gettext("Close") == "Zamykaj"
    assert sorted(path.name for path in folder.iterdir()) == ["django.mo", "django.po"]


def test_a_place_that_cannot_be_written_is_said_and_stops_nothing(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "django.mo").mkdir()
    os.utime(folder / "django.mo", (1, 1))
    compile_translations(tmp_path)
    assert "cannot be compiled" in caplog.text
    assert sorted(path.name for path in folder.iterdir()) == ["django.mo", "django.po"]


def test_every_process_of_the_house_finds_them(tmp_path: Path) -> None:
    """Servers and workers are started without `manage.py`: importing the settings is enough."""
    for part in ("config", "locale"):
        shutil.copytree(ROOT / part, tmp_path / part)
    compiled = tmp_path / LOCALE.relative_to(ROOT) / "pl" / "LC_MESSAGES" / "django.mo"
    compiled.unlink(missing_ok=True)
    started = subprocess.run([sys.executable, "-c", "import config"], cwd=tmp_path, capture_output=True, text=True)
    assert started.returncode == 0, started.stderr
    assert read(compiled).gettext("Campaigns") == "Kampanie"
