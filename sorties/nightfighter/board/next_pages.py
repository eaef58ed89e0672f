"""Links from the table of a year: to its career, and after the last week to its end."""

from django.urls import reverse
from django.utils.translation import gettext as _

from play.games.boards import TableLink
from play.sessions.models import Seat, Session, SessionStatus
from sorties.nightfighter.records.models import NightCareer


def next_pages(session: Session, seat: Seat) -> list[TableLink]:
    """Return the pages of the year that this seat flies; a single night has none."""
    if session.setup.get("campaign", "none") == "none":
        return []
    careers = NightCareer.objects.filter(session=session, seat=seat.name, owner=seat.player_id)
    career = careers.only("pk", "name").first()
    if career is None:
        return []
    led = [TableLink(_("The career of %(name)s") % {"name": career.name}, reverse("night_career", args=[career.pk]))]
    if session.status == SessionStatus.OVER:
        led.append(TableLink(_("How it ended"), reverse("night_career_end", args=[career.pk]), after=True))
    return led
