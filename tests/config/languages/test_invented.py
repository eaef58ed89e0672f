"""A language that nobody speaks, Ze (`xz`), is added to each kind of file, and pages and words show it.

What it takes is what docs/howto/language.md says: a catalogue, an entry in the settings, and words in typed files.
"""

import shutil
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse
from django.utils import formats, translation

from config.languages.coverage import coverage
from config.languages.translations import catalogue
from play.charts import selectors
from play.games import titles
from play.rules import glossary, notes
from play.utils.spreadsheets import column_of, decoded, month_of
from tests.engine.test_changed_packs import charts, checked, with_award

GAME = "interceptor-ace"
CATALOGUE = """
msgid ""
msgstr ""
"Language: xz\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==0 ? 0 : n==1 ? 1 : 2);\\n"

msgid "Fly now"
msgstr "Zefly zenow"

msgctxt "month"
msgid "March"
msgstr "Zemarch"

msgid "%(n)s hit"
msgid_plural "%(n)s hits"
msgstr[0] "ze no hit"
msgstr[1] "ze %(n)s hit"
msgstr[2] "ze %(n)s hits"
"""
MONTHS = ["Zeja", "Zefe", "Zemarch", "Zeap", "Zema", "Zeju", "Zely", "Zeau", "Zese", "Zeoc", "Zeno", "Zede"]


def rewrite(path: Path, change: Any) -> None:
    read = msgspec.yaml.decode(path.read_bytes())
    change(read)
    path.write_bytes(msgspec.yaml.encode(read))


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """The typed files with the first word of each in Ze."""
    folder = tmp_path / "words"
    for kind in ("glossaries", "rulenotes", "imports", "packs"):
        shutil.copytree(site.WORDS_FOLDER / kind, folder / kind)
    explained = {"words": ["zeform"], "says": "What a form is, said in Ze."}
    rewrite(folder / "glossaries" / f"{GAME}.yaml", lambda read: read["terms"][0].update({"xz": explained}))
    rewrite(
        folder / "rulenotes" / f"{GAME}.yaml",
        lambda read: read["notes"]["4.0"].update({"XZ": "A note in Ze, at last."}),
    )
    rewrite(
        folder / "imports" / "spreadsheets.yaml",
        lambda read: read["languages"].update({"xz": {"months": MONTHS, "windows": "cp1251"}}),
    )
    rewrite(folder / "imports" / f"{GAME}.yaml", lambda read: read["headings"]["month"].update({"xz": ["Zemon"]}))
    return folder


@pytest.fixture
def language(words: Path, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The site with Ze."""
    folder = tmp_path / "locale" / "xz" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(CATALOGUE, encoding="utf-8")
    (folder / "django.mo").write_bytes(catalogue(CATALOGUE.encode()))
    dates = tmp_path / "zedates" / "xz"
    dates.mkdir(parents=True)
    (tmp_path / "zedates" / "__init__.py").touch()
    (dates / "__init__.py").touch()
    (dates / "formats.py").write_text('globals().update({"j M Y": "Y/n/j"})\n')
    monkeypatch.syspath_prepend(tmp_path)
    settings.FORMAT_MODULE_PATH = [*settings.FORMAT_MODULE_PATH, "zedates"]
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path / "locale"]
    settings.LANGUAGES = [*settings.LANGUAGES, ("xz", "Ze")]
    settings.WORDS_FOLDER = words
    formats.reset_format_cache()
    return "xz"


@pytest.mark.django_db
def test_pages_are_in_it_and_fall_back_to_english(language: str) -> None:
    client = Client()
    client.cookies["django_language"] = language
    page = client.get(reverse("home")).content.decode()
    assert '<html lang="xz"' in page and "Zefly zenow" in page and "Sign up instead" in page
    assert '<option value="xz" lang="xz" selected>Ze</option>' in page
    rules = client.get(reverse("rules", args=[GAME])).content.decode()
    assert "A note in Ze, at last." in rules and "What a form is, said in Ze." in rules
    english = notes.notes_on(GAME)["4.2"].by_language["en"]
    assert english in rules


@pytest.mark.django_db
def test_a_player_may_choose_it_without_a_migration(language: str, client: Client) -> None:
    client.post(reverse("fly_now"))
    client.post(reverse("appearance"), {"language": language})
    assert '<html lang="xz"' in client.get(reverse("profile")).content.decode()


def test_words_of_the_catalogue_with_its_plural_and_its_dates(language: str) -> None:
    with translation.override(language):
        said = [translation.ngettext("%(n)s hit", "%(n)s hits", n) % {"n": n} for n in (0, 1, 5)]
        assert said == ["ze no hit", "ze 1 hit", "ze 5 hits"]
        assert formats.date_format(date(1943, 3, 7), "j M Y") == "1943/3/7"


@pytest.mark.parametrize("code", ["xz", "xz-za"])
def test_words_of_glossaries_and_notes_in_the_language_and_its_regions(language: str, code: str) -> None:
    with translation.override(code):
        assert ("zeform", "What a form is, said in Ze.") in glossary.words_of(GAME)
        assert "data-says" in glossary.explained("A zeform is near.", GAME)
        assert notes.notes_on(GAME)["4.0"].words == "A note in Ze, at last."
        assert notes.notes_on(GAME)["4.1"].words == notes.notes_on(GAME)["4.1"].by_language["en"]


def test_words_of_a_pack(language: str) -> None:
    pack = charts(
        GAME, checked(GAME, with_award(kills=2, title={"en": "Front Clasp", "xz": "Zeclasp", "xz-ZA": "Zaclasp"}))
    )
    names = titles.words_for(GAME, pack).names
    for code, word in (("xz", "Zeclasp"), ("xz-za", "Zaclasp"), ("pl", "Front Clasp")):
        with translation.override(code):
            assert str(names["award:front-clasp"]) == word


def test_words_of_a_spreadsheet(language: str) -> None:
    assert (month_of("3. Zemar 43"), month_of("Zede 1943")) == ("1943-03", "1943-12")
    assert (column_of("ZEMON", GAME), column_of("zemond", GAME)) == ("month", "zemond")
    with translation.override(language):
        assert decoded("Зе".encode("cp1251")) == "Зе"


def test_what_is_missing_is_counted(language: str) -> None:
    there = {file.file: file.there for file in coverage(language)}
    assert there["locale/xz"] >= 2
    assert there[f"glossaries/{GAME}"] == there[f"rulenotes/{GAME}"] == there[f"imports/{GAME}"] == 1
    assert there["imports/spreadsheets"] == 1 and there["rulenotes/nightfighter"] == 0
    assert "Sign up instead" in coverage(language)[0].missing


def test_the_charts_of_a_game_do_not_change_with_a_language() -> None:
    plain = charts(GAME, checked(GAME, with_award(title={"en": "Front Clasp"}))).pack.hash
    more = charts(GAME, checked(GAME, with_award(title={"en": "Front Bar", "xz": "Zeclasp"}))).pack.hash
    assert plain == more != selectors.site_pack_at(GAME, "standard").hash
