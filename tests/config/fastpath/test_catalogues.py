"""The folded catalogues say what the chain of catalogues said, of every sentence that any of them knows."""

import pytest
from django.utils.translation import trans_real

from config.fastpath import catalogues


def said(translation, keys):
    """Return the results of gettext, and of ngettext for some numbers, for each key."""
    single = {key: translation.gettext(key) for key in keys if isinstance(key, str)}
    counted = {
        (key[0], n): translation.ngettext(key[0], "many", n)
        for key in keys
        if isinstance(key, tuple)
        for n in range(30)
    }
    return single, counted


@pytest.mark.parametrize("language", ["en-gb", "pl", "de"])
def test_every_sentence_is_said_as_before(language):
    chain = trans_real.DjangoTranslation(language)
    links, link = [], chain
    while link is not None:
        links.append(link)
        link = link._fallback
    keys = {key for each in links for key, _said in each._catalog.items()} | {"A sentence that nobody has translated"}
    folded = trans_real.DjangoTranslation(language)
    catalogues.merge_catalogue(folded)
    assert len(keys) > 400
    assert said(folded, keys) == said(chain, keys)


def test_the_house_answers_from_the_folded_ones(client):
    trans_real._translations.clear()
    catalogues.merge_catalogues()
    for language in ("en-gb", "pl"):
        found = trans_real.translation(language)
        assert found._fallback is None and len(found._catalog._catalogs) <= 4
