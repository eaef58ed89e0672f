"""Ban on odds before an order in a season without aids, in its games and their sandboxes."""

from django.db.models import Q

from campaigns.matches.models import Match
from campaigns.seasons.models import SeasonEntry
from play.odds.models import OddsTiming
from play.odds.services import odds_rule
from play.sessions.models import Session


@odds_rule
def aids_are_allowed(session: Session, when: str) -> bool:
    """Say whether a table may show odds then."""
    if when != OddsTiming.BEFORE:
        return True
    table = session.sandbox_of_id or session.pk
    if SeasonEntry.objects.filter(session=table, voided=None, season__aids=False).exists():
        return False
    if session.is_solitaire and session.sandbox_of_id is None:
        return True  # a match is played by two
    return not Match.objects.filter(Q(first=table) | Q(second=table), voided=None, season__aids=False).exists()
