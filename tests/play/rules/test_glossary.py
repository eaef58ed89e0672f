"""Explanations of each game's terms at the table and in a list, in each language."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from play.rules import glossary
from tests.shared.builders import sorties
from tests.shared.factories import PlayerFactory

GAMES = sorted(path.stem for path in (settings.BASE_DIR / "fixtures" / "rulebooks").glob("*.yaml"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_game_has_its_words_and_no_form_belongs_to_two(game, language):
    with translation.override(language):
        words = glossary.words_of(game)
    forms = [form.lower() for term in glossary.terms_of(game) for form in term[language].words]
    assert len(words) >= 12 and len({says for _word, says in words}) == len(words)
    assert len(forms) == len(set(forms))


def test_a_word_is_asked_where_it_first_stands_and_nothing_in_the_sentence_is_markup():
    said = glossary.explained("A <b>pass</b> at the escort; another pass.", "interceptor-ace")
    assert said.count("<button") == 2 and said.count('class="term"') == 2
    assert "&lt;b&gt;" in said and "another pass." in said
    assert glossary.explained("A <pass", "chess") == "A &lt;pass"


def test_a_longer_word_goes_before_the_shorter_one_in_it():
    said = glossary.explained("B-17s fly in formation, an extended burst is near.", "interceptor-ace")
    assert ">in formation</button>" in said and ">extended burst</button>" in said


@pytest.mark.django_db
def test_a_stranger_meets_them_at_the_table_and_on_the_page_of_rules():
    alice, client = PlayerFactory(), Client()
    client.force_login(alice)
    session = sorties.flown_to(sorties.begun(alice), lambda decision: decision.kind == "box.order")
    page = client.get(reverse("table", args=[session.pk])).content.decode()
    assert 'class="term" data-says="' in page
    rules = client.get(reverse("rules", args=["interceptor-ace"])).content.decode()
    for _word, says in glossary.words_of("interceptor-ace"):
        assert escape(says) in rules and escape(says) in page
