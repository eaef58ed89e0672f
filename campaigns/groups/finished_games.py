"""The games that members of a group have played to the end, with or without one another: for its files and programs.

What would tell others of a duplicate season what lies ahead of them is left out until the season is over.
"""

import csv
import io
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from campaigns.comments.models import Comment
from campaigns.comments.selectors import comments_in
from campaigns.groups.models import Group
from campaigns.results.models import Result
from campaigns.seasons.models import Season, site_day
from play.secrecy import visibility
from play.sessions.models import Seat, Session, SessionStatus
from play.utils.csv_cells import BYTE_ORDER_MARK, escape_formula

MOST = 500
COLUMNS = ("night", "game", "ended", "dice", "seat", "player", "measure", "value", "level", "notes")


@dataclass
class FinishedGame:
    """A game that is over."""

    session: Session
    ended: datetime
    source: str = ""
    results: list[Result] = field(default_factory=list)
    notes: list[Comment] = field(default_factory=list)


def finished_games_of(group: Group) -> list[FinishedGame]:
    """Return the latest games of members that are over; none in which somebody else had a part."""
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
        found[session].notes += notes
    return sorted((night for night in found.values() if night.results), key=lambda night: night.ended, reverse=True)


def _shown(session: Session) -> datetime | None:
    """Return when all who played could know that a game is over; None where one of them is not shown it yet."""
    session.table = list(session.table_prefetched)
    shown = visibility.end_shown(session) or session.changed
    return shown if shown <= timezone.now() else None


def written(group: Group) -> str:
    """Return the file."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for night in finished_games_of(group):
        head = [str(night.session.pk), night.session.title, night.ended.isoformat(), night.source]
        notes = "; ".join(str(note) for note in night.notes)
        for row in night.results:
            who: Any = row.player or ""
            cells = [*head, row.seat, str(who), row.measure, row.value, row.level, notes]
            writer.writerow([escape_formula(cell) for cell in cells])
    return BYTE_ORDER_MARK + out.getvalue()
