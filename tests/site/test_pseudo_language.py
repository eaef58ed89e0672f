"""Every page in the made-up language `en-XA`: a word without accents on it is one that no translator will see.

Names are left alone: of people, units, aircraft and places, which the charts have and no language changes.
"""

import re
from collections.abc import Iterator
from inspect import iscoroutinefunction
from typing import Any

import msgspec
import pytest
from django.apps import apps
from django.conf import settings as site

from campaigns.accounts.time_zones import zone_names
from config.languages import pseudo
from play.games import titles
from play.games.registry import registered
from tests.shared import pseudo_language
from tests.shared.addresses import Cast
from tests.shared.site import ROOT
from tests.site.test_audiences import PAGES, SHARES, SLOW, aside, cast, come_as, visited
from tests.site.test_gettext_marks import UNREAD, Reader

__all__ = ["cast"]

ADDRESS = re.compile(r"https?://\S+")
ENGLISH_WORD = re.compile(r"(?<![\w'’])[A-Za-z]{3,}(?![\w])")
AS_IT_STANDS = UNREAD | {"code", "pre", "kbd", "samp", "textarea"}
BY_PEOPLE = {"display_name", "email", "name", "title", "text", "texts", "username", "key", "slug"}
"""Fields that people fill in."""
ZONES = {part for zone in zone_names() for part in re.split("[-/_]", zone)}
TABLES = {"chart_table", "pack_table", "pack_shared_table"}
"""Pages of one table, which has its name in the title; the rest of it says that it is English."""
OF_TABLES = {"bad", "weather", "radars"}
NAMES = {"such", "char", "Dispersal", "CSV", "JSON", "UTC", "API", "ZIP", "YAML", "PNG", "HTML"}
"""Of files and of the site; and the hash of a season in this test, which is no hash."""
LANGUAGES = {word for _code, name in site.LANGUAGES for word in re.findall(r"\w+", name)}


class PseudoReader(Reader):
    """Reads a page as a person does; what says that it is English, or the text of a file, is left out."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        if tag in AS_IT_STANDS or (tag != "html" and dict(attrs).get("lang") not in (None, pseudo.CODE)):
            self.open[-1] = (tag, True)


def words_in(value: object) -> Iterator[str]:
    """Give the words of every name in plain data: names have a capital letter or a figure."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield from words_in(key)
            yield from words_in(held)
    elif isinstance(value, list):
        for held in value:
            yield from words_in(held)
    elif isinstance(value, str) and value != value.lower():
        yield from ENGLISH_WORD.findall(value)


def names_of_charts() -> set[str]:
    found = set[str]()
    for game in registered():
        try:
            pack = titles.pack_of(game, "standard").pack
        except (LookupError, AttributeError, OSError, ValueError):
            continue
        for table in msgspec.to_builtins(pack.content).values():
            found |= set(
                words_in({k: v for k, v in table.items() if k != "provenance"} if isinstance(table, dict) else table)
            )
    return found


def by_people() -> set[str]:
    """Return the words of all that people have written."""
    found = set[str]()
    for model in apps.get_models():
        names = [field.name for field in model._meta.fields if field.name in BY_PEOPLE]
        for row in model._default_manager.values_list(*names) if names else ():
            found |= {word for value in row for word in ENGLISH_WORD.findall(str(value))}
    return found


def of_test_games() -> set[str]:
    """Return the words of the test games, which have no catalogue."""
    sources = (ROOT / "tests" / "shared" / "games").glob("*.py")
    return {word for path in sources for word in ENGLISH_WORD.findall(path.read_text(encoding="utf-8"))}


def left_in(page: str) -> set[str]:
    reader = PseudoReader()
    reader.feed(page)
    return {ADDRESS.sub("", words) for words in reader.words if ENGLISH_WORD.search(ADDRESS.sub("", words))}


@pytest.fixture
def pseudo_site(settings: Any) -> None:
    pseudo_language.switch_on(settings)


@pytest.mark.parametrize("share", [0, *SLOW])
@pytest.mark.usefixtures("pseudo_site")
def test_every_word_of_every_page_can_be_translated(share: int, cast: Cast) -> None:
    names, left = NAMES | ZONES | LANGUAGES | names_of_charts() | of_test_games(), dict[str, set[str]]()
    for place in PAGES[share::SHARES]:
        if iscoroutinefunction(place.view):
            continue  # a stream has numbers and no words
        with aside():
            address = place.address(cast)
            known = names | by_people() | (OF_TABLES if place.name in TABLES else set())
            for visitor in ("nobody", "owner", "other_side"):
                client = come_as(visitor, cast)
                client.cookies["django_language"] = pseudo.CODE
                answer = visited(client, lambda one, address=address: one.get(address))
                if answer.status_code == 302 or not answer.headers.get("Content-Type", "").startswith("text/html"):
                    continue
                found = {
                    words for words in left_in(answer.content.decode()) if set(ENGLISH_WORD.findall(words)) - known
                }
                if found:
                    left.setdefault(place.name, set()).update(found)
    assert not left, "\n".join(f"{name}: {sorted(words)}" for name, words in left.items())
