"""The games that members of a group have played to the end, with or without one another: for its files and programs.

Spoilers of a duplicate season are left out until the season is over.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from campaigns.comments.models import Comment
from campaigns.comments.selectors import comments_cell, comments_in
from campaigns.groups.models import Group
from campaigns.results.models import Result
from campaigns.seasons.models import Season, site_day
from play.secrecy import visibility
from play.sessions.models import Seat, Session, SessionStatus
from play.utils.csv_columns import Column, CsvFile
from play.utils.csv_form import DEFAULT_FORM, CsvForm

MOST = 500


@dataclass
class FinishedGame:
    """A game that is over."""

    session: Session
    ended: datetime
    source: str = ""
    results: list[Result] = field(default_factory=list)
    notes: list[Comment] = field(default_factory=list)


class SeatLine(NamedTuple):
    """A seat of a game that is over, with its result."""

    game: FinishedGame
    result: Result


FINISHED_GAMES = CsvFile[SeatLine](
    "group-games",
    _("Groups: finished games"),
    Column("night", _("number of the game"), lambda line: str(line.game.session.pk)),
    Column("game", _("`interceptor-ace`, `bomber-command` or `nightfighter`"), "game.session.title"),
    Column("ended", _("date and time of the end"), lambda line: line.game.ended.isoformat(), is_date=True),
    Column("dice", _("`fair`, `tabletop` or `imported`"), "game.source"),
    Column("seat", _("the seat, and its player; empty if the account was deleted"), "result.seat"),
    Column("player", "", lambda line: str(line.result.player or "")),
    Column("measure", _("what is measured, and its value"), "result.measure"),
    Column("value", "", "result.value"),
    Column("level", _("level of the result, where the game has levels"), "result.level"),
    Column("notes", _("notes under the game, as in `sorties`"), lambda line: comments_cell(line.game.notes)),
)
"""A row for each seat of each game."""


def finished_games_of(group: Group) -> list[FinishedGame]:
    """Return the latest finished games of members; none in which another person had a part."""
    players = group.players.values("pk")
    others = Seat.objects.filter(session=OuterRef("pk"), player__isnull=False).exclude(player__in=players)
    mine = Seat.objects.filter(session=OuterRef("pk"), player__in=players)
    shut = Season.objects.filter(Q(ends=None) | Q(ends__gte=site_day()), calendar__isnull=False).values("calendar")
    ended = Session.objects.filter(Exists(mine), ~Exists(others), status=SessionStatus.OVER, counts=True)
    ended = ended.exclude(calendar__in=shut).order_by("-changed").defer("record", "opening", "replays")
    ended = ended.prefetch_related("seats_taken")
    found = {session.pk: FinishedGame(session, at) for session in ended[:MOST] if (at := _shown(session)) is not None}
    for row in Result.objects.filter(session__in=list(found), finished=True).select_related("player").order_by("pk"):
        night = found[row.session_id]
        night.source = row.source
        night.results.append(row)
    for (session, _seat, _place), notes in comments_in(found).items():
        if session is not None:
            found[session].notes += notes
    return sorted((night for night in found.values() if night.results), key=lambda night: night.ended, reverse=True)


def _shown(session: Session) -> datetime | None:
    """Return when all who played could know that a game is over; None where one of them is not shown it yet."""
    session.table = list(session.table_prefetched)
    shown = visibility.end_shown(session) or session.changed
    return shown if shown <= timezone.now() else None


def written(group: Group, form: CsvForm = DEFAULT_FORM) -> bytes:
    """Return the file."""
    lines = (SeatLine(game, result) for game in finished_games_of(group) for result in game.results)
    return b"".join(FINISHED_GAMES.pieces(lines, form))
