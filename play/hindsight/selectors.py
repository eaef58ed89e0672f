"""What pages ask about looks back."""

from typing import Any

from django.db.models import Subquery
from django.http import Http404

from engine.kernel.hindsight import Hindsight, hindsight_of
from play.journal import keeping
from play.models import EventRow, LookBack, Seat, Session
from play.selectors import session_at, visible
from play.watching import is_closed


def looked_back_by(session: Session, seat: str) -> Hindsight | None:
    """Return how a seat would look back on a game of such a set-up; None where it has nothing to look back on."""
    return hindsight_of(keeping.title_of(session), keeping.setup_of(session), seat)


def look_back_of(session: Session, seat: Seat) -> LookBack | None:
    """Return the look back of a seat, if it was asked for."""
    return LookBack.objects.filter(session=session, seat=seat.name).first()


def look_back_shared(link: str) -> LookBack:
    """Return a look back by its link, while its player shows it and it tells nobody what lies ahead of him."""
    look = LookBack.objects.filter(link=link, shared=True).first()
    if look is None:
        raise Http404
    look.session = session_at(look.session_id)
    if is_closed(look.session):
        raise Http404
    return look


def evened_of(session: Any, seat: Any, **which: Any) -> Subquery:
    """Annotate with the result that has luck taken off, by references to game and seat; of looks back that are done."""
    done = LookBack.objects.filter(session=session, seat=seat, state=LookBack.State.DONE, **which)
    return Subquery(done.values("evened")[:1])


def ranks_before(session: Session, viewer: str, places: list[int]) -> dict[int, int]:
    """Return, by entry of the journal, the rank of the last event that the seat had been told before it."""
    if not places:
        return {}
    told = list(EventRow.objects.filter(visible(viewer), session=session).values_list("entry__seq", flat=True))
    return {place: max(1, sum(seq < place for seq in told)) for place in places}
