"""Links from the table of a night: to the other side of one screen, and in the morning to the debriefing."""

from django.urls import reverse
from django.utils.translation import gettext as _

from play.games.boards import TableLink
from play.journal import store
from play.sessions.models import Seat, Session, SessionStatus


def next_pages(session: Session, seat: Seat) -> list[TableLink]:
    """Return the pages that belong to what this seat plays."""
    found = []
    if session.status == SessionStatus.OVER:
        address = reverse("raid_debriefing", args=[session.pk])
        return [TableLink(_("The morning after"), f"{address}?seat={seat.name}", after=True)]
    found.append(TableLink(_("Standing orders"), f"{reverse('raid_auto_orders', args=[session.pk])}?seat={seat.name}"))
    mine = {one.name for one in session.table if one.player_id == seat.player_id}
    asked = {name for name, _key in store.questions_of(session)}
    if seat.name not in asked and asked & mine:
        found.append(TableLink(_("Hand the screen over"), reverse("raid_hand_over", args=[session.pk]), after=True))
    return found
