"""The careers of all games on one list. A game's `careers` is a `CareerList`, which says how one is shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic
from uuid import UUID

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import CharField, QuerySet, Value
from django.urls import reverse
from django.utils.functional import Promise

from campaigns.accounts.models import Player
from campaigns.careers.bot_flights import BotFlights
from campaigns.careers.json_file import CareerFile
from campaigns.careers.models import Career, CareerBase
from campaigns.careers.reference_sample import SampleSource
from campaigns.games import campaign_games

CAREERS_ON_A_PAGE = 50
OWNER = "owner"
"""The field of a head that the game's own model has."""


ListedRow = tuple[str, UUID, bool, datetime]
"""A career as it is sorted: its game, its number, whether it is over, when it was last changed."""


@dataclass(frozen=True, kw_only=True)
class CareerList(Generic[Career]):
    """The careers of one game."""

    model: type[Career]
    """The model of their heads."""
    queryset: Callable[[], QuerySet[Career]]
    """The heads with what the list shows of them."""
    dossier_for: Callable[[Career], object]
    """Makes of a head what the template shows."""
    template: str
    """Template of one career in the list; its context is `dossier`."""
    page: str
    """The name of the address of one."""
    start_url: str
    """The name of the address at which one begins, and what follows it."""
    start_url_suffix: str = ""
    label: str | Promise = ""
    """Label of the start button."""
    file: CareerFile[Career] | None = None
    flights: BotFlights[Career] | None = None
    """A bot that flies on for a player."""
    sample_source: SampleSource | None = None
    """Simulation of the careers that one is compared with."""
    exports_template: str = ""
    """The template of the other files that a player can take out."""


@dataclass(frozen=True)
class CareerListItem:
    """A career on the list."""

    template: str
    dossier: object


def career_lists() -> dict[str, CareerList[CareerBase]]:
    """Return the career lists of this site, by the names of their games."""
    return {game.name: game.careers for game in campaign_games() if game.careers is not None}


def page_of(player: Player, number: str | None) -> tuple[Page[ListedRow], list[CareerListItem]]:
    """Return a page of a player's careers, those that go on before those that are over, the last changed first."""
    found = career_lists()
    keys = [_keys(name, career_list, player) for name, career_list in found.items()]
    every = keys[0].union(*keys[1:], all=True).order_by("over", "-changed", "pk")
    page = Paginator(every, CAREERS_ON_A_PAGE).get_page(number)
    rows = [(name, pk) for name, pk, *_rest in page]
    return page, list(_listed(found, rows))


def _keys(name: str, career_list: CareerList[CareerBase], player: Player) -> QuerySet[CareerBase, ListedRow]:
    mine = career_list.model._default_manager.filter(**{OWNER: player}).order_by()
    return mine.annotate(of=Value(name, CharField())).values_list("of", "pk", "over", "changed")


def _listed(found: dict[str, CareerList[CareerBase]], rows: Sequence[tuple[str, UUID]]) -> Iterable[CareerListItem]:
    heads: dict[UUID, CareerBase] = {}
    for name in {name for name, _pk in rows}:
        heads |= found[name].queryset().in_bulk([pk for of, pk in rows if of == name])
    for name, pk in rows:
        if pk in heads:
            yield CareerListItem(found[name].template, found[name].dossier_for(heads[pk]))


def beginnings() -> list[tuple[str, str]]:
    """Return where careers begin: (what, address)."""
    return [(str(one.label), reverse(one.start_url) + one.start_url_suffix) for one in career_lists().values()]


# Files


class _FileFormat(msgspec.Struct):
    format: str = ""


def importer(data: bytes, owner: Player) -> Callable[[], tuple[CareerBase, str]]:
    """Read a career's file, whichever game it is of; return what writes it down, and names the address of its page."""
    stored = [(one.page, one.file) for one in career_lists().values() if one.file is not None]
    by_format = {file.format: (page, file) for page, file in stored}
    try:
        named = msgspec.json.decode(data, type=_FileFormat).format
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        named = ""
    page, file = by_format.get(named) or next(iter(by_format.values()))
    write = file.importer(data, owner)

    def imported() -> tuple[CareerBase, str]:
        career = write()
        return career, reverse(page, args=[career.pk])

    return imported


def export_templates() -> list[str]:
    """Return the templates of what else can be taken out."""
    return [one.exports_template for one in career_lists().values() if one.exports_template]
