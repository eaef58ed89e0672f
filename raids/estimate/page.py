"""The panel of the estimate: five bars with their words, or the reason for none."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.bomber_command.analysis.estimate import detection_reports, estimate
from engine.bomber_command.events import BombingBegins, DetectionRolled, MosquitosBombed, RaidsDetected, TurnBegins
from engine.bomber_command.game import TITLE
from engine.kernel.events import read_data
from play.journal import store
from play.journal.models import EventRow
from play.sessions.models import Session
from play.sessions.selectors import known_events
from raids.estimate.route_library import library_for

GERMAN = "german"
READ = frozenset(kind.kind for kind in (TurnBegins, DetectionRolled, RaidsDetected, MosquitosBombed, BombingBegins))
STEP = 10
SURE, HARDLY = 99, 1


class LikelyTarget(NamedTuple):
    """A city with its share in a hundred, and how that is said."""

    city: str
    share: int
    words: str


@dataclass(frozen=True, kw_only=True)
class EstimateShown:
    """The contents of the panel of an estimate."""

    tells: bool
    sightings: int
    rows: list[LikelyTarget]
    ways: int


def estimate_of(session: Session) -> EstimateShown | None:
    """Return the panel of a night for the German player; None while its library is being made."""
    library = library_for(session)
    if library is None:
        return None
    seen = detection_reports(read_data(TITLE.events, row.kind, row.data) for row in _german_events(session))
    found = estimate(library, seen)
    words = store.words_of(session)
    rows = [LikelyTarget(words.name(one.city), round(100 * one.share), in_words(one.share)) for one in found.shares]
    return EstimateShown(
        tells=found.tells,
        sightings=found.sightings,
        rows=[row for row in rows if row.share >= HARDLY] if found.tells else [],
        ways=sum(len(tracks) for tracks in library.tracks.values()),
    )


def _german_events(session: Session) -> list[EventRow]:
    """Return the events that tell the German player where raids are, and that were not taken back."""
    rows = known_events(session, GERMAN).filter(kind__in=READ, entry__undone_by=None)
    return list(rows.defer("entry__frames", "entry__kept"))


def in_words(share: float) -> str:
    """Say a chance as people do: in tens of a hundred."""
    hundred = 100 * share
    if hundred >= SURE:
        return _("certain")
    if hundred < STEP:
        return _("under 10%")
    low = int(hundred // STEP) * STEP
    return _("between %(low)s%% and %(high)s%%") % {"low": low, "high": low + STEP}
