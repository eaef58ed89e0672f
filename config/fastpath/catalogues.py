"""The words of each language in one catalogue: a sentence is looked up once, not in one app's after another.

Django chains the catalogues of the apps behind each other, and behind British English those of English once more. A
sentence of ours is its own English: it would be looked for in all of them to be found in none.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils.translation import trans_real

Words = dict[str | tuple[str, int], str]
"""Translations of each sentence; of a counted one, in each form."""
Plural = Callable[[int], int]


def merge_catalogues() -> None:
    """Do it for every language of the site."""
    for language, _name in settings.LANGUAGES:
        merge_catalogue(trans_real.translation(language))


def merge_catalogue(translation: Any) -> None:
    """Put what is looked up after each other into one book for each way of counting; the first word stays the word."""
    folded = trans_real.TranslationCatalog()
    folded._catalogs, folded._plurals = [], []  # type: ignore[attr-defined]
    link = translation
    while link is not None:
        for words, plural in _catalogues(link):
            _catalogue_for(folded, plural).update({key: said for key, said in words.items() if key not in folded})
        link = link._fallback
    translation._catalog, translation._fallback = folded, None


def _catalogues(link: Any) -> list[tuple[Words, Plural]]:
    """Give the books of one link of the chain, each with its way of counting."""
    catalog = link._catalog
    if isinstance(catalog, trans_real.TranslationCatalog):
        return list(zip(catalog._catalogs, catalog._plurals, strict=True))  # type: ignore[attr-defined]
    return [(catalog, link.plural)]


def _catalogue_for(folded: Any, plural: Plural) -> Words:
    """Find the book that counts so, or begin it."""
    for book, other in zip(folded._catalogs, folded._plurals, strict=True):
        if other.__code__.co_code == plural.__code__.co_code and other.__code__.co_consts == plural.__code__.co_consts:
            return book
    folded._catalogs.append({})
    folded._plurals.append(plural)
    return folded._catalogs[-1]
