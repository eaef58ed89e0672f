"""Two seasons of Nightfighter in the club for a look round: one that is over, and one that may still be entered."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from campaigns.demo import begun, played
from campaigns.groups.models import Group
from campaigns.results.models import Result
from campaigns.seasons.demo import announced, moved_back
from campaigns.seasons.models import Season
from campaigns.seasons.selectors import terms_of
from campaigns.seasons.services import season_enter
from play.lending import Loan
from play.services import Sitter

TITLE, SEAT, POLICY = "nightfighter", "player", "hunter"
OVER, OPEN = "4B", "3"
SHARES = 40


def made(group: Group, rng: random.Random) -> Iterator[str]:
    """Make both seasons, and name each."""
    members = list(group.members.order_by("pk"))
    yield _season(group, members, OVER, "Nightfighter, season 1", rng, over=True)
    yield _season(group, members[:2], OPEN, "Nightfighter, season 2", rng, over=False)


def _season(group: Group, players: Sequence[Any], scenario: str, name: str, rng: random.Random, *, over: bool) -> str:
    setup, season = {"scenario": scenario, "mode": "solo"}, None
    for player in players:
        sitters = {SEAT: Sitter(player=player)}
        night = begun(player, TITLE, setup, rng.randbytes(32), **sitters)
        night = played(night, SEAT, Loan(POLICY, {}, "night", ""), shares=SHARES)
        result = Result.objects.get(session=night)
        if season is None:
            season = announced(group, TITLE, name, setup, terms_of(result), under_way=True, each=2)
        season_enter(season=season, player=player, number=result.pk)
    if season is None:
        return name
    if over:
        moved_back(Season.objects.get(pk=season.pk), opened=120, ends=-90, lasted=25)
    else:
        moved_back(Season.objects.get(pk=season.pk), opened=5, ends=30)
    return f"{group}: {season}"
