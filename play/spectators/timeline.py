"""Timeline of a game for a spectator. Hidden events are removed, so that nothing can be counted."""

from functools import cached_property

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from engine.kernel.snapshot import restore
from play.journal import store
from play.journal.models import EventRow
from play.journal.snapshots import snapshots_of
from play.pages.parts import TablePage
from play.replay.timeline import PUBLIC_LANE, TRUTH_LANE, ReplayTimeline
from play.secrecy import visibility
from play.sessions.models import Seat, Session
from play.sessions.selectors import visible
from play.spectators.gates import is_closed_to_spectators
from play.spectators.models import SpectatorLink, player_ids
from play.utils.players import Visitor


class SpectatorTimeline(ReplayTimeline):
    """A game as one watcher sees it."""

    def __init__(self, watch: SpectatorLink, session: Session, viewer: Visitor) -> None:
        super().__init__(session, None)
        self.watch, self.viewer = watch, viewer
        self.over = watch.kind == SpectatorLink.Kind.AFTER and self.is_open
        self.sees_remarks = watch.kind in (SpectatorLink.Kind.UMPIRE, SpectatorLink.Kind.AFTER)

    @cached_property
    def is_open(self) -> bool:
        """Return whether the spectator may see anything now."""
        if is_closed_to_spectators(self.session) or self.session.status == "open":
            return False
        if self.watch.kind == SpectatorLink.Kind.UMPIRE:
            is_he = self.viewer.is_authenticated and self.viewer.pk == self.watch.watcher_id
            return is_he and self.viewer.pk not in player_ids(self.session) and self.watch.is_agreed(self.session)
        if self.watch.kind == SpectatorLink.Kind.EYES:
            seat = self.session.seat(self.watch.seat)
            return seat is not None and seat.player_id == self.watch.by_id
        if self.watch.kind == SpectatorLink.Kind.AFTER:
            return visibility.is_over(self.session, [seat.name for seat in self.session.table])
        return True

    @cached_property
    def shows_rest(self) -> bool:
        """Return whether the viewer may see where an order ended; an umpire may."""
        return self.watch.kind == SpectatorLink.Kind.UMPIRE or super().shows_rest

    @cached_property
    def lanes(self) -> list[str]:
        """The lanes that he may look at."""
        seats = [seat.name for seat in self.session.table]
        if self.watch.kind in (SpectatorLink.Kind.UMPIRE, SpectatorLink.Kind.AFTER):
            return [TRUTH_LANE, *seats] if self.film is not None else [PUBLIC_LANE]
        return [self.watch.seat] if self.watch.kind == SpectatorLink.Kind.EYES else [PUBLIC_LANE]

    def visible_rows(self) -> QuerySet[EventRow]:
        """Return the events of which he may know, and which are old enough; none that a seat is not shown yet."""
        rows = EventRow.objects.filter(session=self.session, entry__undone_by=None)
        if not self.is_open:
            return rows.none()
        if self.watch.kind in (SpectatorLink.Kind.UMPIRE, SpectatorLink.Kind.AFTER):
            return rows
        shown = min(visibility.visible_progress_of(self.session, seat.name).told for seat in self.session.table)
        rows = rows.filter(number__lte=shown)
        if self.watch.kind == SpectatorLink.Kind.EYES:
            return rows.filter(visible(self.watch.seat), entry__at__lte=timezone.now() - self.watch.behind)
        return rows.filter(to="")

    def view(self, lane: str, row: EventRow, *, at_rest: bool) -> object:
        """Return the board of a moment as a lane knew it: of the open lane, as a person without a seat sees it."""
        if lane != PUBLIC_LANE:
            return super().view(lane, row, at_rest=at_rest)
        boards = snapshots_of(self.session, row.entry)
        title, pack = store.title_of(self.session), store.pack_at(self.session, row.entry.seq)
        frame = boards[-1] if at_rest else boards[row.place]
        state = restore(frame, title.State, store.began_by(self.session))
        return store.shown_view(title.view(state, pack, PUBLIC_LANE))

    def page(self, lane: str) -> TablePage:
        """Return the page that draws a lane."""
        if lane == PUBLIC_LANE:
            # Boards of games in which nothing is hidden are drawn as their first seat's.
            first = "" if self.film is not None else self.session.table[0].name
            return TablePage(self.session, Seat(session=self.session, name=first))
        return super().page(lane)

    def mark(self) -> str:
        """Sum up how far he sees: while it is the same, his page has all of it. Nothing hidden is counted in it."""
        rows = EventRow.objects.filter(session=self.session, number__lte=self.moments[-1].number if self.moments else 0)
        if self.watch.kind not in (SpectatorLink.Kind.UMPIRE, SpectatorLink.Kind.AFTER):
            rows = rows.filter(visible(self.watch.seat or PUBLIC_LANE))
        counted = f"{self.watch.link}/{len(self.moments)}/{rows.count()}"
        return salted_hmac("play.watching", counted).hexdigest()[:16]
