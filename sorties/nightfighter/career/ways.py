"""Where the table of a year leads: to its career, and after the last week to how it ended."""

from django.urls import reverse
from django.utils.translation import gettext as _

from play.boards import Way
from play.models import Seat, Session, SessionStatus
from sorties.nightfighter.career.models import NightCareer


def ways(session: Session, seat: Seat) -> list[Way]:
    """Return the pages of the year that this seat flies; a single night has none."""
    if session.setup.get("campaign", "none") == "none":
        return []
    careers = NightCareer.objects.filter(session=session, seat=seat.name, owner=seat.player_id)
    career = careers.only("pk", "name").first()
    if career is None:
        return []
    led = [Way(_("The career of %(name)s") % {"name": career.name}, reverse("night_career", args=[career.pk]))]
    if session.status == SessionStatus.OVER:
        led.append(Way(_("How it ended"), reverse("night_career_end", args=[career.pk]), after=True))
    return led
