"""Every number of a rulebook has its note, in each language, with charts that can be opened."""

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from play.charts import selectors
from play.games import titles
from play.rules import notes

BOOKS = sorted(path.stem for path in (settings.BASE_DIR / "fixtures" / "rulebooks").glob("*.yaml"))


def numbers_of(game: str) -> list[str]:
    """The numbers of a rulebook, as `manage.py rulebook` has them."""
    book = msgspec.yaml.decode((settings.BASE_DIR / "fixtures" / "rulebooks" / f"{game}.yaml").read_bytes())
    return list(book["rules"])


@pytest.mark.parametrize("game", BOOKS)
def test_each_number_of_the_book_has_a_note_and_no_other(game):
    assert list(notes.notes_on(game)) == numbers_of(game), "each once, in the order of the book"


@pytest.mark.parametrize("game", BOOKS)
def test_each_chart_of_a_note_is_a_table_with_a_name(game):
    tables = {
        table.name
        for table in selectors.tables_of(selectors.site_pack_at(game, selectors.site_pack_names(game)[0]).content)
    }
    words = titles.words_of(game)
    for number, note in notes.notes_on(game).items():
        for chart in note.charts:
            assert notes.tables_of(game, chart)[0] in tables, (number, chart)
            assert words.label(chart) != chart, f"{chart} has no name"


@pytest.mark.parametrize("game", BOOKS)
def test_no_two_rules_are_told_alike(game):
    for language in ("en", "pl"):
        with translation.override(language):
            said = [note.words for note in notes.notes_on(game).values()]
        assert len(set(said)) == len(said)


@pytest.mark.django_db
@pytest.mark.parametrize("game", BOOKS)
@pytest.mark.parametrize("language", ["en-gb", "pl"])
def test_all_of_them_stand_on_one_page(game, language):
    client = Client(headers={"accept-language": language})
    page = client.get(reverse("rules", args=[game])).content.decode()
    for number in notes.notes_on(game):
        assert f'id="rule-{number}"' in page
    with translation.override(language):
        assert all(escape(note.words) in page for note in notes.notes_on(game).values())


@pytest.mark.django_db
def test_one_note_opens_where_its_number_stands():
    address = reverse("rule", args=["interceptor-ace", "7.1.6"])
    fragment = Client().get(address, headers={"HX-Request": "true"}).content.decode()
    assert "7.1.6" in fragment and "B2" in fragment and "<html" not in fragment
    assert Client().get(address).url == reverse("rules", args=["interceptor-ace"]) + "#rule-7.1.6"


@pytest.mark.parametrize(("asked", "told"), [("7.4.2", "7.4.2"), ("7.4.2.9", "7.4.2"), ("9.4", "9.4"), ("99", None)])
def test_a_part_of_a_rule_is_told_by_the_rule(asked, told):
    found = notes.note_on("interceptor-ace", asked)
    assert (found and found[0]) == told


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/rules/chess/", "/rules/chess/1.0/", "/rules/interceptor-ace/99/"])
def test_what_nobody_has_written_is_not_found(address):
    assert Client().get(address, headers={"HX-Request": "true"}).status_code == 404
