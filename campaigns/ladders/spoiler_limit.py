"""Spoiler limit of a duplicate season: a reader's own last line, and everything after its last day.

All readers of season data (standings, race, records, feed, files, webhooks) ask here, and show no line beyond.
"""

from django.db.models import Max, Min, Q, QuerySet

from campaigns.accounts.requests import Reader
from campaigns.seasons.models import ScoreRow, Season, site_day
from play.sessions.models import Session
from play.spectators.gates import closes_to_spectators

EVERYTHING = 32_000
"""Beyond the last line of any calendar."""


def spoiler_limit_of(season: Season, player: Reader) -> int:
    """Return the last line that somebody may see: his own last.

    Who does not fly sees what all who fly have behind them, and, while one may still enter, nothing at all: he might.
    """
    if not season.is_duplicate or season.is_final():
        return EVERYTHING
    mine = Q(entry__player=player.pk)
    lines = _heads(season).aggregate(
        flying=Max("line", filter=mine & Q(out=False)),
        ended=Max("line", filter=mine & Q(out=True)),
        lowest=Min("line", filter=Q(out=False)),
    )
    if lines["flying"] is not None:
        return int(lines["flying"])
    return max(lines["ended"] or 0, _passed_by_all(season, lines["lowest"]))


def lowest_spoiler_limit(season: Season) -> int:
    """Return the last line that everybody may see, which is what a group's webhook shows."""
    if not season.is_duplicate or season.is_final():
        return EVERYTHING
    return _passed_by_all(season, _heads(season).filter(out=False).aggregate(line=Min("line"))["line"])


def _heads(season: Season) -> QuerySet[ScoreRow]:
    return ScoreRow.objects.filter(season=season, head=True, entry__voided=None)


def _passed_by_all(season: Season, lowest: int | None) -> int:
    if site_day() <= season.closes:
        return 0
    return EVERYTHING if lowest is None else lowest


def as_of(season: Season, limit: int) -> QuerySet[ScoreRow]:
    """Return where each entry stood at a line, or at its own last before it."""
    rows = ScoreRow.objects.filter(season=season)
    if limit >= EVERYTHING:
        return rows.filter(head=True)
    return rows.filter(Q(line=limit) | Q(head=True, line__lt=limit))


@closes_to_spectators
def shows_unplayed_lines(session: Session) -> bool:
    """Say whether a game shows others of a duplicate season what they have still to meet: nobody watches it."""
    season = Season.objects.filter(calendar=session.calendar_id).first() if session.calendar_id else None
    return season is not None and not season.is_final()
