"""Words by language code: the regional ones first, then those of the base, then English."""

import pytest
from django.utils import translation

from play.utils.languages import by_code, fallbacks, in_language

WORDS = {"en": "lorry", "pl": "ciężarówka", "pt": "camião", "pt-br": "caminhão"}


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("pt-br", "caminhão"),
        ("PT-BR", "caminhão"),
        ("pt-ao", "camião"),
        ("pl-pl", "ciężarówka"),
        ("en-gb", "lorry"),
        ("fr", "lorry"),
    ],
)
def test_the_nearest_words_are_found(language, word):
    assert in_language(WORDS, language) == word


def test_the_reader_decides_where_no_language_is_named():
    with translation.override("pl"):
        assert in_language(WORDS) == "ciężarówka"
    with translation.override(None):
        assert in_language(WORDS) == "lorry"


def test_the_codes_that_are_tried():
    assert fallbacks("zh-Hant-TW") == ("zh-hant-tw", "zh-hant", "zh", "en")
    assert fallbacks("en-XA") == ("en-xa", "en")


@pytest.mark.parametrize("words", [{"pl": "ciężarówka"}, {"en": "lorry", "polski": "x"}, {"en": "lorry", "p": "x"}, {}])
def test_words_without_english_or_under_what_is_no_code_are_refused(words):
    with pytest.raises(ValueError, match="such as en"):
        by_code(words)


def test_codes_are_written_in_any_letters():
    assert by_code({"EN": "lorry", "en-XA": "ļóŕŕý"}) == {"en": "lorry", "en-xa": "ļóŕŕý"}
    assert by_code({"de": "Lkw"}, english=False) == {"de": "Lkw"}
