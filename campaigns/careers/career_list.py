"""The careers of all games on one list: a room’s `Shelf`, which its `Game.careers` names, says how one is shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import CharField, Model, QuerySet, Value
from django.urls import reverse

from campaigns.careers.bot_flights import BotFlights
from campaigns.careers.json_file import CareerFile
from campaigns.careers.reference_sample import SampleSource
from play.games import registry

CAREERS_ON_A_PAGE = 50


@dataclass(frozen=True, kw_only=True)
class CareerList:
    """The careers of one game."""

    head: type[Model]
    """The model of their heads (`campaigns.careers.models.CareerBase`)."""
    heads: Callable[[], QuerySet[Any]]
    """The heads with what the list shows of them."""
    dossier_for: Callable[[Any], Any]
    """Makes of a head what the template shows."""
    template: str
    """How one stands on the list; it finds `dossier`."""
    page: str
    """The name of the address of one."""
    begins: str
    """The name of the address at which one begins, and what follows it."""
    more: str = ""
    label: Any = ""
    """What begins there, in words."""
    file: CareerFile | None = None
    flights: BotFlights | None = None
    """A bot that flies on for a player."""
    field: SampleSource | None = None
    """How the simulated careers are flown that one is compared with."""
    books: str = ""
    """The template of the other files that a player can take out."""


@dataclass(frozen=True)
class CareerListItem:
    """A career on the list."""

    template: str
    dossier: Any


def career_lists() -> dict[str, CareerList]:
    """Return the shelves of the house, by the names of their games."""
    return {name: registry.load(game.careers) for name, game in registry.registered().items() if game.careers}


def page_of(player: Any, number: str | None) -> tuple[Page[Any], list[CareerListItem]]:
    """Return a page of a player's careers, those that go on before those that are over, the last changed first."""
    found = career_lists()
    keys = [_keys(name, shelf, player) for name, shelf in found.items()]
    every = keys[0].union(*keys[1:], all=True).order_by("over", "-changed", "pk")
    page = Paginator(every, CAREERS_ON_A_PAGE).get_page(number)
    rows = [(name, pk) for name, pk, *_rest in page]
    return page, list(_listed(found, rows))


def _keys(name: str, shelf: CareerList, player: Any) -> QuerySet[Any, Any]:
    mine = shelf.head._default_manager.filter(owner=player).order_by()
    return mine.annotate(of=Value(name, CharField())).values_list("of", "pk", "over", "changed")


def _listed(found: dict[str, CareerList], rows: Sequence[tuple[str, Any]]) -> Iterable[CareerListItem]:
    heads: dict[Any, Any] = {}
    for name in {name for name, _pk in rows}:
        heads |= found[name].heads().in_bulk([pk for of, pk in rows if of == name])
    for name, pk in rows:
        if pk in heads:
            yield CareerListItem(found[name].template, found[name].dossier_for(heads[pk]))


def beginnings() -> list[tuple[str, str]]:
    """Return where careers begin: (what, address)."""
    return [(str(one.label), reverse(one.begins) + one.more) for one in career_lists().values()]


# Files


class _FileFormat(msgspec.Struct):
    format: str = ""


def importer(data: bytes, owner: Any) -> Callable[[], tuple[Any, str]]:
    """Read a career's file, whichever game it is of; return what writes it down, and names the address of its page."""
    kept_as = [(shelf.page, shelf.file) for shelf in career_lists().values() if shelf.file is not None]
    by_format = {kept.format: (page, kept) for page, kept in kept_as}
    try:
        named = msgspec.json.decode(data, type=_FileFormat).format
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        named = ""
    page, kept = by_format.get(named) or next(iter(by_format.values()))
    write = kept.importer(data, owner)

    def imported() -> tuple[Any, str]:
        career = write()
        return career, reverse(page, args=[career.pk])

    return imported


def export_templates() -> list[str]:
    """Return the templates of what else can be taken out."""
    return [shelf.books for shelf in career_lists().values() if shelf.books]
