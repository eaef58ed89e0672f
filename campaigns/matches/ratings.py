"""Ratings after Weng and Lin (openskill's Plackett–Luce): written when a match ends, and again to the same figures.

Only a pair of nights is rated, never a night: between equals one night comes to 17 points more or less by chance. With
each new season the error of a rating grows a quarter of the way to a newcomer's, for people change.
"""

from collections.abc import Iterable

from django.db import transaction
from openskill.models import PlackettLuce

from campaigns.groups.models import Group
from campaigns.matches.models import Match, Rating

MODEL = PlackettLuce()
PROVISIONAL = 6.0
"""An error above this: nobody has met enough others yet."""


@transaction.atomic
def match_rate(match: Match) -> list[Rating]:
    """Move the ratings of both by what a match came to; a draw moves them towards one another."""
    group, title = match.season.group_id, match.season.title
    # One match after another: the next must know what this one has moved.
    Group.objects.select_for_update().get(pk=group)
    sides = (match.one.player_id, match.other.player_id)
    before = [_before(match, player) for player in sides]
    margin = match.margin or 0
    ranks = [float(margin < 0), float(margin > 0)]
    after = MODEL.rate([[MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma, _n in before], ranks=ranks)
    return Rating.objects.bulk_create(
        Rating(
            match=match, player_id=player, group_id=group, title=title, number=number + 1,
            mu_before=mu, sigma_before=sigma, mu=now.mu, sigma=now.sigma,
        )
        for player, (mu, sigma, number), (now,) in zip(sides, before, after, strict=True)
    )  # fmt: skip


def _before(match: Match, player: int) -> tuple[float, float, int]:
    """Return what is known of a player before a match: rating, error, and of how many matches it came."""
    fresh = MODEL.rating()
    found = Rating.objects.filter(group=match.season.group_id, title=match.season.title, player=player)
    last = found.order_by("-number").first()
    if last is None:
        return fresh.mu, fresh.sigma, 0
    is_new = not found.filter(match__season=match.season_id).exists()
    return last.mu, widened(last.sigma) if is_new else last.sigma, last.number


def widened(sigma: float) -> float:
    """Return an error a quarter of the way back to where nothing is known."""
    start: float = MODEL.rating().sigma
    return sigma + (start - sigma) / 4


@transaction.atomic
def ratings_rebuild(*, group: Group) -> int:
    """Recompute the ratings of a group, match by match in order of their ends; return the number of matches."""
    Rating.objects.filter(group=group).delete()
    ended = Match.objects.filter(season__group=group, finished__isnull=False).order_by("finished", "pk")
    found = [match for match in ended.select_related("season", "one", "other") if match.is_rated]
    for match in found:
        match_rate(match)
    return len(found)


def is_provisional(sigma: float) -> bool:
    """Say whether too little is known yet."""
    return sigma > PROVISIONAL


def standing_of(ratings: Iterable[Rating]) -> list[Rating]:
    """Return the last rating of each player, by what is certain of it."""
    last: dict[object, Rating] = {}
    for rating in ratings:
        last[rating.player_id] = rating
    return sorted(last.values(), key=lambda rating: -rating.certain)
