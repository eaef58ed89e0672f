"""The charts of Bomber Command as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from engine.bomber_command.charts.map import CityMap
from engine.bomber_command.charts.schema import (
    PACKS,
    CardTable,
    CardUse,
    ScenarioLimits,
    Symbol,
    Tables,
    WeatherRow,
    board_of,
    check_tables,
)
from engine.kernel.packs.reading import load_pack, pack_names, read_pack
from engine.kernel.packs.schema import Pack


class DeckCard(msgspec.Struct, frozen=True, gc=False):
    """One card of a deck, with the windows that it has a use for."""

    id: str
    seat: str
    title: str
    symbol: Symbol
    scenario: str
    uses: tuple[CardUse, ...]
    windows: frozenset[str]


class Charts:
    """A pack laid out for play: both boards, the city maps, both decks, and the tables themselves."""

    def __init__(self, pack: Pack[Tables]) -> None:
        self.name = pack.manifest.name
        self.hash = pack.hash
        self.pack = pack
        self.tables = tables = pack.tables
        self.city_maps = {name: CityMap(name, plan.tops, plan.columns) for name, plan in tables.city_maps.rows.items()}
        self.boards = {
            "berlin": board_of(tables.hexes, tables.berlin_map, tables.berlin_units),
            "downfall": board_of(tables.hexes, tables.downfall_map, tables.downfall_units),
        }
        decks = {"british": tables.british_cards, "german": tables.german_cards}
        self.cards = {card.id: card for seat, table in decks.items() for card in _cards(seat, table)}
        windows = {window for card in self.cards.values() for window in card.windows}
        self.cards_for = {
            window: frozenset(name for name, card in self.cards.items() if window in card.windows) for window in windows
        }
        """The cards that have a use for a window."""
        self.moves: dict[tuple[object, ...], tuple[str, ...]] = {}
        self.halves: dict[tuple[object, ...], int] = {}
        """What counters in an area bring at best, as it is worked out."""
        self.scenarios: dict[str, ScenarioLimits] = {name: row for name, row in tables.scenarios.rows.items()}
        self.weather: dict[str, WeatherRow] = {name: row for name, row in tables.weather_values.rows.items()}
        self.levels = tuple(sorted(tables.jamming_track.infiltration))

    def deck(self, seat: str, scenario: str) -> list[str]:
        """Return the cards that a side uses in a scenario. [6.0]"""
        return [i for i, card in self.cards.items() if card.seat == seat and card.scenario in ("all", scenario)]


def _cards(seat: str, table: CardTable) -> list[DeckCard]:
    return [
        DeckCard(
            i,
            seat,
            row.title,
            row.symbol,
            row.scenario,
            tuple(row.uses),
            frozenset(w for use in row.uses for w in use.when),
        )
        for row in table.rows
        for i in row.ids
    ]


@cache
def _cached_charts(folder: Path, digest: str) -> Charts:
    return Charts(load_pack(folder, Tables, check=check_tables))


def read_charts(texts: Mapping[str, str]) -> Charts:
    """Return the charts in the files of a player's own pack, which may extend one of the site's."""
    site = pack_names(PACKS)
    return Charts(
        read_pack(texts, Tables, check=check_tables, base=lambda name: load_charts(name).pack if name in site else None)
    )


def load_charts(name: str) -> Charts:
    """Return the charts of a pack, laid out once for each content."""
    folder = PACKS / name
    return _cached_charts(folder, load_pack(folder, Tables, check=check_tables).hash)
