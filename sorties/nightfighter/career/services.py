"""What can be done with a year of nights: begin it, name it, share it, let a bot fly it."""

from typing import Any

from django.db import transaction

from campaigns.careers.flights import Flights
from campaigns.links import new_link
from play.models import Session
from sorties.nightfighter.career.models import NightCareer, NightFlight, Week
from sorties.nightfighter.career.projection import TITLE, campaign_of, career_open
from sorties.nightfighter.career.selectors import charts_of

LONGEST_NAME = 60


@transaction.atomic
def career_begin(*, session: Session, owner: Any, name: str = "") -> NightCareer | None:
    """Open the books of a table that plays a year, before its first question; None for a single night."""
    if campaign_of(session) == "none":
        return None
    return career_open(session=session, owner=owner, name=name.strip()[:LONGEST_NAME])


def career_share(*, career: NightCareer, shared: bool) -> None:
    """Let whoever has the link read it, or void the link: the next one is another."""
    fields: dict[str, Any] = {"shared": shared}
    if not shared:
        fields["link"] = new_link()
    NightCareer.objects.filter(pk=career.pk).update(**fields)


# The bot


def may_be_flown(career: NightCareer) -> bool:
    """Say whether a bot may fly on: he has chosen what he flies, it is flown here, and no person keeps the truth."""
    alone = career.mode == "solo" or (career.mode == "blind" and career.umpire == "computer")
    return alone and career.stage != "choose"


def _weeks_behind(career: Any) -> int:
    return Week.objects.filter(career=career).exclude(what="").count()


def _weeks_ahead(career: NightCareer, until: str) -> int:
    """Count the weeks that the flight is to fill; nobody knows how many one night takes."""
    if until == "night":
        return 0
    rest = charts_of(career).tables.calendar.weeks[career.week - 1 :]
    return sum(until == "year" or week.month == rest[0].month for week in rest)


FLIGHTS = Flights(game=TITLE, model=NightFlight, behind=_weeks_behind, ahead=_weeks_ahead, may_fly=may_be_flown)
