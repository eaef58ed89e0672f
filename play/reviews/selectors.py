"""Queries for game reviews."""

from django.db.models import OuterRef, Subquery
from django.http import Http404

from engine.analysis.review import ReviewRules
from play.games import titles
from play.journal import store
from play.journal.models import EventRow
from play.models import GameReview
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at, visible
from play.spectators.gates import is_closed_to_spectators


def review_options_for(session: Session, seat: str) -> ReviewRules | None:
    """Return the review options of a seat in a game of such a set-up; None if it has no review."""
    analysis = titles.analysis_of(session.title)
    return analysis.review_rules(store.setup_of(session), seat) if analysis is not None else None


def review_of(session: Session, seat: Seat) -> GameReview | None:
    """Return the review of a seat, if it was requested."""
    return GameReview.objects.filter(session=session, seat=seat.name).first()


def review_by_link(link: str) -> GameReview:
    """Return a review by its link, while its player shares it and it spoils nothing for the reader."""
    look = GameReview.objects.filter(link=link, shared=True).first()
    if look is None:
        raise Http404
    look.session = session_at(look.session_id)
    if is_closed_to_spectators(look.session):
        raise Http404
    return look


def luck_adjusted_of(session: OuterRef, seat: OuterRef, **which: object) -> Subquery:
    """Annotate with the result without luck, by references to game and seat; only for finished reviews."""
    done = GameReview.objects.filter(session=session, seat=seat, state=GameReview.State.DONE, **which)
    return Subquery(done.values("evened")[:1])


def ranks_before(session: Session, viewer: str, places: list[int]) -> dict[int, int]:
    """Return, by journal entry, the rank of the last event that the seat saw before it."""
    if not places:
        return {}
    shown = list(EventRow.objects.filter(visible(viewer), session=session).values_list("entry__seq", flat=True))
    return {place: max(1, sum(seq < place for seq in shown)) for place in places}
