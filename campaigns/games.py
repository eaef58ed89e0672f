"""Registration of a game for careers and seasons (its games are in `play.games.registry`)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from play.games.registry import ChartsT, GameSpec, SetupT, StateT, registered

if TYPE_CHECKING:
    from campaigns.accounts.models import Player
    from campaigns.careers.career_list import CareerList
    from campaigns.groups.models import Group
    from campaigns.ladders.score_lines import SeasonLog
    from play.utils.csv_columns import CsvFile
    from play.utils.plain_data import Json


@dataclass(frozen=True, kw_only=True, eq=False)
class CampaignGame(GameSpec[StateT, SetupT, ChartsT]):
    """A game with careers, or with seasons that are more than its results."""

    careers: CareerList | None = None
    """Its careers on the list of all."""
    season: Callable[[dict[str, Json]], SeasonLog | None] | None = None
    """Season log by the terms; None for a game that ranks by its result."""
    seasons: Callable[[], Sequence[Mapping[str, object]]] | None = None
    """The set-ups that a season may be announced by, though nobody has played so yet."""
    csv_files: tuple[CsvFile[Any], ...] = ()
    """Its CSV files, for the page that says what their columns mean (`campaigns.help`)."""
    demo: Callable[[list[Player], random.Random], Iterable[str]] | None = None
    """Makes what a club for a look round has of it (`campaigns.demo.club`)."""
    demo_seasons: Callable[[Group, random.Random], Iterable[str]] | None = None
    """Makes the seasons that club plays of it (`campaigns.demo.seasons`)."""
    pictures: Callable[[Mapping[str, Player]], Mapping[str, tuple[str, str]]] | None = None
    """The pages of that club which `manage.py screenshots` pictures, by name: whose, and where."""


def campaign_games() -> Iterator[CampaignGame]:
    """Give the games that have careers or seasons of their own kind."""
    return (game for game in registered().values() if isinstance(game, CampaignGame))
