"""Comments and their readers: none on a line of a season that the reader has not flown."""

import uuid
from collections.abc import Iterable

from django.db.models import Count, QuerySet
from django.http import Http404

from campaigns.accounts.requests import Reader
from campaigns.comments.models import NIGHT, Comment
from campaigns.groups.models import Group, Role
from campaigns.ladders.score_lines import ScoreLine, log_of_session
from campaigns.ladders.score_lines import read as lines_of
from campaigns.ladders.spoiler_limit import spoiler_limit_of
from campaigns.seasons.models import SeasonEntry
from play.games import titles
from play.orders.refusals import OrderRefused
from play.secrecy import visibility
from play.sessions import services
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import session_at


class CommentThread:
    """One line of a log, or one night, with its thread of comments."""

    def __init__(self, session: Session, seat: str, place: int) -> None:
        self.session, self.seat, self.place = session, seat, place
        self.people = {one.player_id for one in session.table if one.player_id and not one.policy and not is_bot(one)}

    def has_player(self, player: Reader) -> bool:
        """Say whether this person played it."""
        return player.pk is not None and player.pk in self.people

    def role(self, player: Reader) -> Role | None:
        """Return a player's highest role in a group of which all players of the game are members."""
        if player.pk is None:
            return None
        met = Group.objects.filter(memberships__player__in=self.people).annotate(met=Count("memberships"))
        groups = met.filter(met=len(self.people)).values("pk")
        roles = player.memberships.filter(group__in=groups).order_by("role").values_list("role", flat=True)
        found = roles.first()
        return None if found is None else Role(found)

    def readable_by(self, player: Reader) -> bool:
        """Say whether a reader may see it: its players, and those of their group as far as they have flown."""
        if self.has_player(player):
            return True
        if self.place == NIGHT and not visibility.is_over(self.session, [one.name for one in self.session.table]):
            return False
        return self.role(player) is not None and self.place <= self.limit(player)

    def moderated_by(self, player: Reader) -> bool:
        """Return whether a reader moderates the thread: its own player does."""
        return self.has_player(player)

    def writable_by(self, player: Reader) -> bool:
        """Say whether a reader may write under it: a guest reader may not."""
        over = self.place != NIGHT or self.session.status == SessionStatus.OVER
        return over and (self.has_player(player) or self.role(player) in (Role.MODERATOR, Role.MEMBER))

    def limit(self, player: Reader) -> int:
        """Return the last line of it that a reader may see: in a duplicate season as far as he has flown."""
        entries = SeasonEntry.objects.filter(session=self.session, season__calendar__isnull=False).select_related(
            "season"
        )
        return min((spoiler_limit_of(entry.season, player) for entry in entries), default=32_000)

    def line(self) -> ScoreLine | None:
        """Return the line itself; nothing for a night."""
        if self.place == NIGHT:
            return None
        try:
            run = services.run_of(self.session)
        except OrderRefused:
            return None
        lines = lines_of(self.session, run.state, run.pack, self.seat).lines
        return next((line for line in lines if line.line == self.place), None)


def is_bot(seat: Seat) -> bool:
    """Say whether a program has a seat."""
    return seat.player is not None and seat.player.is_bot


def thread_at(session: uuid.UUID, place: int, seat: str = "") -> CommentThread:
    """Return the place of a thread; a game with lines has none as a whole, and the other way about."""
    found = session_at(session)
    has_lines = found.title in titles.names() and log_of_session(found) is not None
    if has_lines != (place > NIGHT) or (has_lines and found.seat(seat) is None) or (not has_lines and seat):
        raise Http404
    return CommentThread(found, seat, place)


def comments_under(session: uuid.UUID, seat: str, place: int) -> list[Comment]:
    """Return the comments on a line or a night."""
    return list(Comment.objects.filter(session=session, seat=seat, place=place).select_related("by"))


def comments_in(
    sessions: Iterable[uuid.UUID | None],
) -> dict[tuple[uuid.UUID | None, str, int], list[Comment]]:
    """Return all comments on some games, by session, seat and place."""
    found: dict[tuple[uuid.UUID | None, str, int], list[Comment]] = {}
    asked = sessions if isinstance(sessions, QuerySet) else list(sessions)
    for note in Comment.objects.filter(session__in=asked).select_related("by"):
        found.setdefault((note.session_id, note.seat, note.place), []).append(note)
    return found


def comments_cell(notes: Iterable[Comment]) -> str:
    """Return notes as one cell of a file."""
    return "; ".join(str(note) for note in notes)
