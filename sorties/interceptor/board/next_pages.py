"""Links from the table of a career: to the career, and after a sortie to the debriefing."""

from django.urls import reverse
from django.utils.translation import gettext as _

from play.games.boards import TableLink
from play.sessions.models import Seat, Session, SessionStatus
from play.utils.sql_cache import ID_HERE, NAME_HERE, NUMBER_HERE, CachedQuery
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.tabletop.log_line import KEY

BETWEEN = "/spend"
"""Ends the key of the question that the page between sorties answers."""

_careers = CachedQuery(
    lambda session, seat, owner: (
        InterceptorCareer.objects.filter(session=session, seat=seat, owner=owner)
        .only("pk", "name", "over", "flights", "stage")
        .order_by("pk")[:1]
    ),
    ID_HERE,
    NAME_HERE,
    NUMBER_HERE,
)


def next_pages(session: Session, seat: Seat) -> list[TableLink]:
    """Return the pages of the career that this seat flies."""
    if seat.player_id is None or not (careers := _careers(session.pk, seat.name, seat.player_id)):
        return []
    career = careers[0]
    # Of two who share a game one may fall, and the other flies on.
    over = session.status == SessionStatus.OVER or career.over
    led = [TableLink(_("The career of %(name)s") % {"name": career.name}, reverse("career", args=[career.pk]))]
    if over:
        led.append(TableLink(_("How it ended"), reverse("career_end", args=[career.pk]), after=True))
    elif any(name == seat.name and key == KEY for name, key, _seq in session.asked):
        led.append(TableLink(_("Enter a tabletop sortie"), reverse("line_enter", args=[career.pk]), after=True))
    elif any(name == seat.name and BETWEEN in key for name, key, _seq in session.asked):
        # After a landing the sheet comes first, and leads on; a raid out of range has no story.
        landed = career.flights and career.stage == "debriefing"
        name, words = ("debriefing", _("Read the debriefing")) if landed else ("spending", _("Spend what he has won"))
        led.append(TableLink(words, reverse(name, args=[career.pk]), after=True))
    elif career.flights:
        led.append(TableLink(_("The last debriefing"), reverse("debriefing", args=[career.pk])))
    return led
