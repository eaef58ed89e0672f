"""Input from English, German and Polish spreadsheets is understood, in any language of the reader."""

import pytest
from django.utils import translation

from play.utils import spreadsheets
from play.utils.spreadsheets import column_of, decoded, import_words, month_of, spreadsheet_words, whole_number

LANGUAGES = ("en-gb", "pl", "de", "fr")
DECEMBER = [
    *("1943-12", "1943-12-31", "1943-12-31T00:00:00", "31.12.1943", "31.12.43", "12.1943", "12/43"),
    *("Dec-43", "31-Dec-1943", "December 1943", "31. Dezember 1943", "Dez. 43", "Dez 1943"),
    *("grudzień 1943", "31 grudnia 1943", "gru-43", "31.XII.1943"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", DECEMBER)
def test_a_month_is_read_however_a_spreadsheet_writes_it(language, text):
    with translation.override(language):
        assert month_of(text) == "1943-12"


@pytest.mark.parametrize(
    ("text", "month"), [("Mrz 44", "1944-03"), ("mar-44", "1944-03"), ("Mai 1943", "1943-05"), ("paź 43", "1943-10")]
)
def test_short_months(text, month):
    assert month_of(text) == month


@pytest.mark.parametrize("text", ["", "soon", "1943", "J 43", "Ju-88", "13.1943", "1/3/1943", "Lis", "lim-43"])
def test_what_is_no_date_stays(text):
    assert month_of(text) == text


def test_a_cut_name_that_fits_two_months_is_none():
    assert (month_of("Jun 43"), month_of("Ju 43"), month_of("lip 43")) == ("1943-06", "Ju 43", "1943-07")


@pytest.mark.parametrize(
    ("text", "number"), [("3", "3"), ("3,0", "3"), ("3.00", "3"), ("3,5", "3,5"), ("", ""), ("30", "30")]
)
def test_whole_numbers(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("month", "month"),
        ("Monat", "month"),
        ("miesiąc", "month"),
        (" TREFFER ", "hits"),
        ("Bomber", "bombers"),
        ("Mond", "Mond"),
    ],
)
def test_a_heading_is_read_in_every_language(language, heading, column):
    with translation.override(language):
        assert column_of(heading, "interceptor-ace") == column


@pytest.mark.parametrize("language", [code for code in spreadsheet_words() if code != "en"])
def test_no_heading_of_a_language_means_two_columns(language):
    headings = import_words("interceptor-ace")
    named = [(name.casefold(), column) for column, words in headings.items() for name in words.get(language, ())]
    assert len(named) == len(dict(named)) > 25
    assert [name for name, column in named if name in headings and name != column] == []


@pytest.mark.parametrize(
    ("language", "text", "charset"),
    [
        ("pl", "Miesiąc", "cp1250"),
        ("de", "März", "cp1252"),
        ("fr", "é", "cp1252"),
        ("pl", "paź", "utf-16"),
        ("de", "ß", "utf-8"),
    ],
)
def test_a_file_without_unicode_is_read_by_the_language(language, text, charset):
    with translation.override(language):
        assert decoded(text.encode(charset)) == text


def test_a_character_set_that_nobody_knows_is_refused(tmp_path):
    (tmp_path / "words.yaml").write_text("languages: {en: {months: [a,b,c,d,e,f,g,h,i,j,k,l], windows: cp9999}}")
    with pytest.raises(LookupError):
        spreadsheets._spreadsheets(tmp_path / "words.yaml")
