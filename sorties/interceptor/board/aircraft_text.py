"""Words that depend on the type of an aircraft: with one engine, none is port or starboard."""

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import (
    AircraftReplaced,
    AircraftTaken,
    AircraftUpgraded,
    AircraftWrittenOff,
    InterceptorDown,
    InterceptorHit,
)
from engine.interceptor.views import CareerView, YearView
from engine.kernel.events import Event
from play.games.text import GameText
from play.journal.models import EventRow
from play.sessions.models import Session
from sorties.interceptor.text.names import with_engines

ENGINES = ("port-engine", "starboard-engine", "engines")
NEW_AIRCRAFT = tuple(one.kind for one in (AircraftTaken, AircraftReplaced, AircraftUpgraded, AircraftWrittenOff))
"""Events that give him an aircraft, and name its type."""


def words_aboard(words: GameText, charts: Charts | None, model: str) -> GameText:
    """Return the words for what happens to an aircraft of this type."""
    mat = charts.models.get(model) if charts is not None else None
    return words if mat is None else with_engines(words, mat.engines)


def model_flown(view: YearView, career: CareerView, month: int) -> str:
    """Return the type that the latest order was given in: after a sortie he may have another already."""
    last = career.log[-1] if career.log else None
    if last is not None and career.flight is None and (last.month, last.line) == (month, view.line):
        return last.aircraft
    return career.plane.model


def words_of_event(session: Session, row: EventRow, event: Event, words: GameText) -> GameText:
    """Return the words in which the log says an event: by the aircraft that he flew then."""
    match event.data:
        case InterceptorHit(part=part, seat=seat) | InterceptorDown(cause=part, seat=seat) if part in ENGINES:
            given = EventRow.objects.filter(session=session, number__lt=row.number, kind__in=NEW_AIRCRAFT)
            given = given.filter(data__seat=seat, entry__undone_by=None).order_by("-number")
            model = given.values_list("data__model", flat=True).first()
            return words_aboard(words, words.charts, str(model or ""))
    return words
