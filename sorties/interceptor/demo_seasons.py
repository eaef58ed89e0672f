"""The seasons of Interceptor Ace in the club for a look round: one that is over, and a duplicate one under way."""

import random
from collections.abc import Iterator

from campaigns.demo.club import entered
from campaigns.demo.seasons import announced, keyed, moved_back
from campaigns.groups.models import Group
from campaigns.results.models import Result
from campaigns.seasons.models import Season
from campaigns.seasons.selectors import terms_of
from campaigns.seasons.services import season_enter
from play.utils.plain_data import Json
from sorties.interceptor.demo import POIX, DemoGame, begun, flown
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.records.projection import TITLE

FIRST = {"Ruth": "Ernst Vogt", "Tomasz": "Paul Menzel", "Marta": "Walter Brandt", "Ian": "Viktor Ahrens"}
SECOND = {
    # Pilot, policy, and number of months so far.
    "Ruth": ("Martin Kessel", "careless", 10),
    "Tomasz": ("Otto Kranz", "careful", 10),
    "Marta": ("Jakob Wieske", "sensible", 8),
    "Ian": ("Lorenz Haas", "sensible", 9),
    "Solveig": ("Georg Lenz", "careful", 6),
}


def made(group: Group, rng: random.Random) -> Iterator[str]:
    """Make both seasons, and name each."""
    members = {player.display_name: player for player in group.members.all()}
    season = None
    for who, name in FIRST.items():
        result = Result.objects.get(session=flown(begun(members[who], DemoGame(name=name), rng), "year").session)
        if season is None:
            season = announced(group, TITLE, "Interceptor Ace, season 1", {}, terms_of(result), under_way=True)
        season_enter(season=season, player=members[who], number=result.pk)
    if season is not None:
        moved_back(season, opened=200, ends=-80, lasted=115)
        yield f"{group}: {season}, over"
    setup: dict[str, Json] = {"play": "solitaire", "pilots": [{"unit": POIX}]}
    year = announced(group, TITLE, "Interceptor Ace, season 2", setup, {"play": "solitaire"}, duplicate=True)
    year = keyed(year, rng.randbytes(32))
    for who, (name, temper, months) in SECOND.items():
        night = entered(year, members[who], name, rng.randbytes(32))
        career = InterceptorCareer.objects.select_related("session", "owner").get(session=night)
        for _month in range(months):
            career = flown(career, "month", temper)
    moved_back(Season.objects.get(pk=year.pk), opened=60, ends=24)
    yield f"{group}: {year}, a duplicate season"
