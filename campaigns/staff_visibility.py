"""Records that staff may read: none of a running game with hidden facts, none that a running season hides.

Staff play, too. So what they read does not depend on the hidden facts of a current game.
"""

from collections.abc import Mapping

from django.db.models import Q

from campaigns.careers.models import CareerBase
from campaigns.matches.models import Match
from campaigns.seasons.models import SeasonEntry, site_day
from play.sessions.models import SessionStatus
from play.utils.deletion import Found

COUNTED = ("campaigns.Group", "campaigns.Membership", "campaigns.Player", "campaigns.SeasonEntry", "play.Session")
"""Models whose numbers staff see before a deletion: no play changes the number of these, or of careers."""


def in_no_running_season(path: str = "session") -> Q:
    """Select the rows whose game, at the end of the path, is in no running season and shares no sealed draws."""
    running = Q(season__ends__gte=site_day()) | Q(season__ends=None)
    entered = SeasonEntry.objects.filter(running).values("session")
    first, second = (Match.objects.filter(finished=None, voided=None).values(night) for night in ("first", "second"))
    sealed = Q(**{f"{path}__calendar__isnull": False, f"{path}__calendar__opened": None})
    found = ~sealed & ~Q(**{f"{path}__in": entered})
    return (
        found
        & ~Q(**{f"{path}__in": first.filter(first__isnull=False)})
        & ~Q(**{f"{path}__in": second.filter(second__isnull=False)})
    )


def is_over(path: str = "session") -> Q:
    """Select the rows whose game, at the end of the path, is over, or was played elsewhere."""
    return Q(**{path: None}) | Q(**{f"{path}__status": SessionStatus.OVER})


def deletion_counts(found: Found) -> Mapping[str, int]:
    """Count what a deletion deletes, without the rows that tell how far a game has come."""
    return {
        str(model._meta.verbose_name_plural): len(rows)
        for model, rows in found.items()
        if rows and (model._meta.label in COUNTED or issubclass(model, CareerBase))
    }
