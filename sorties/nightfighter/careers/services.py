"""Services for a year of nights: begin it, name it, share it, let a bot fly it."""

from uuid import UUID

from django.db import transaction

from campaigns.accounts.models import Player
from campaigns.careers.bot_flights import BotFlights
from campaigns.careers.share_links import new_link
from play.sessions.models import Session
from sorties.nightfighter.careers.selectors import charts_of
from sorties.nightfighter.records.models import NightCareer, NightFlight, WeekRecord
from sorties.nightfighter.records.projection import TITLE, campaign_of, career_create

LONGEST_NAME = 60


@transaction.atomic
def career_begin(*, session: Session, owner: Player, name: str = "") -> NightCareer | None:
    """Create the career of a table that plays a year, before its first question; None for a single night."""
    if campaign_of(session) == "none":
        return None
    return career_create(session=session, owner=owner, name=name.strip()[:LONGEST_NAME])


def career_share(*, career: NightCareer, shared: bool) -> None:
    """Share it by a link, or end the link: the next one is another."""
    fields: dict[str, bool | str] = {"shared": shared}
    if not shared:
        fields["link"] = new_link()
    NightCareer.objects.filter(pk=career.pk).update(**fields)


# The bot


def may_be_flown(career: NightCareer) -> bool:
    """Say whether a bot may fly on: he has chosen what he flies, it is flown here, and no person keeps the truth."""
    alone = career.mode == "solo" or (career.mode == "blind" and career.umpire == "computer")
    return alone and career.stage != "choose"


def _weeks_completed(career: UUID) -> int:
    return WeekRecord.objects.filter(career=career).exclude(what="").count()


def _weeks_remaining(career: NightCareer, until: str) -> int:
    """Count the weeks that the flight is to fill; nobody knows how many one night takes."""
    if until == "night":
        return 0
    rest = charts_of(career).tables.calendar.weeks[career.week - 1 :]
    return sum(until == "year" or week.month == rest[0].month for week in rest)


FLIGHTS = BotFlights(
    game=TITLE, model=NightFlight, completed=_weeks_completed, remaining=_weeks_remaining, may_fly=may_be_flown
)
