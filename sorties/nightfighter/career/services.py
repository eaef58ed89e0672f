"""What can be done with a year of nights: begin it, name it, share it."""

from typing import Any

from django.db import transaction

from campaigns.links import new_link
from play.models import Session
from sorties.nightfighter.career.models import NightCareer
from sorties.nightfighter.career.projection import campaign_of, career_open

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
