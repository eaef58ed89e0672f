"""What a watcher may see of a game: the reel of a film, cut by his kind. Whatever is cut is not there to be counted."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from engine.kernel.readings import restored
from play import veils
from play.film.reel import OPEN, TRUTH, Reel
from play.journal import keeping
from play.journal.frames import frames_of
from play.models import EventRow, Seat, Session
from play.pages import Page
from play.selectors import visible

from . import is_closed
from .models import Watch, players_of


class Watched(Reel):
    """A game as one watcher sees it."""

    def __init__(self, watch: Watch, session: Session, viewer: Any) -> None:
        super().__init__(session, None)
        self.watch, self.viewer = watch, viewer
        self.over = watch.kind == Watch.Kind.AFTER and self.is_open
        self.hears_remarks = watch.kind in (Watch.Kind.UMPIRE, Watch.Kind.AFTER)

    @cached_property
    def is_open(self) -> bool:
        """Whether anything may be seen: by consent, after the end, and never what lies ahead of others."""
        if is_closed(self.session) or self.session.status == "open":
            return False
        if self.watch.kind == Watch.Kind.UMPIRE:
            is_he = self.viewer.is_authenticated and self.viewer.pk == self.watch.watcher_id
            return is_he and self.viewer.pk not in players_of(self.session) and self.watch.is_agreed(self.session)
        if self.watch.kind == Watch.Kind.EYES:
            seat = self.session.seat(self.watch.seat)
            return seat is not None and seat.player_id == self.watch.by_id
        if self.watch.kind == Watch.Kind.AFTER:
            return veils.is_over(self.session, [seat.name for seat in self.session.table])
        return True

    @cached_property
    def lanes(self) -> list[str]:
        """The lanes that he may look at."""
        seats = [seat.name for seat in self.session.table]
        if self.watch.kind in (Watch.Kind.UMPIRE, Watch.Kind.AFTER):
            return [TRUTH, *seats] if self.film is not None else [OPEN]
        return [self.watch.seat] if self.watch.kind == Watch.Kind.EYES else [OPEN]

    def told(self) -> QuerySet[EventRow]:
        """Return the events of which he may know, and which are old enough; none that a seat is not shown yet."""
        rows = EventRow.objects.filter(session=self.session, entry__undone_by=None)
        if not self.is_open:
            return rows.none()
        if self.watch.kind in (Watch.Kind.UMPIRE, Watch.Kind.AFTER):
            return rows
        shown = min(veils.window_of(self.session, seat.name).told for seat in self.session.table)
        rows = rows.filter(number__lte=shown)
        if self.watch.kind == Watch.Kind.EYES:
            return rows.filter(visible(self.watch.seat), entry__at__lte=timezone.now() - self.watch.behind)
        return rows.filter(to="")

    def view(self, lane: str, row: EventRow, *, at_rest: bool) -> Any:
        """Return the board of a moment as a lane knew it: what lies open is what one without a seat is shown."""
        if lane != OPEN:
            return super().view(lane, row, at_rest=at_rest)
        boards = frames_of(self.session, row.entry)
        title, pack = keeping.title_of(self.session), keeping.pack_at(self.session, row.entry.seq)
        frame = boards[-1] if at_rest else boards[row.place]
        return keeping.plain(title.view(restored(frame, title.State, keeping.began_by(self.session)), pack, OPEN))

    def page(self, lane: str) -> Page:
        """Return the page that draws a lane."""
        if lane == OPEN:
            # Boards of games in which nothing is hidden are drawn as their first seat's.
            first = "" if self.film is not None else self.session.table[0].name
            return Page(self.session, Seat(session=self.session, name=first))
        return super().page(lane)

    def mark(self) -> str:
        """Sum up how far he sees: while it is the same, his page has all of it. Nothing hidden is counted in it."""
        rows = EventRow.objects.filter(session=self.session, number__lte=self.moments[-1].number if self.moments else 0)
        if self.watch.kind not in (Watch.Kind.UMPIRE, Watch.Kind.AFTER):
            rows = rows.filter(visible(self.watch.seat or OPEN))
        counted = f"{self.watch.link}/{len(self.moments)}/{rows.count()}"
        return salted_hmac("play.watching", counted).hexdigest()[:16]
