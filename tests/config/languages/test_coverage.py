"""`manage.py translations` counts what there is of each language, and names what is missing."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from config.languages.coverage import coverage

WHOLE = [code for code, _name in settings.LANGUAGES if code not in settings.LANGUAGES_IN_PROGRESS]


@pytest.mark.parametrize("language", WHOLE)
def test_a_language_that_is_not_in_progress_is_whole(language: str) -> None:
    assert {file.file: file.missing for file in coverage(language) if file.missing} == {}
    call_command("translations", language, "--complete", stdout=StringIO())


@pytest.mark.parametrize("language", sorted(settings.LANGUAGES_IN_PROGRESS))
def test_a_language_in_progress_says_so_in_the_menu_and_is_not_whole(language: str) -> None:
    name = dict(settings.LANGUAGES)[language]
    assert name.endswith(")") and "(" in name
    with pytest.raises(CommandError, match=language):
        call_command("translations", language, "--complete", stdout=StringIO())


def test_the_figures_and_what_is_missing_are_printed() -> None:
    printed = StringIO()
    call_command("translations", "de", "--missing", stdout=printed)
    text = printed.getvalue()
    assert text.startswith("de\n  locale/de") and "imports/spreadsheets                     1 / 1" in text
    assert "\n      4.2.1\n" in text, "a note on a rule goes by its number"


def test_a_language_without_a_word_lacks_everything() -> None:
    files = coverage("fr")
    assert len(files) > 8 and all(file.there == 0 and file.total for file in files)
