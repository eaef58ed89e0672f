"""Words that hang on the type of an aircraft: where it has one engine, none is port or starboard."""

from collections.abc import Mapping
from typing import Any

from engine.kernel.events import Event
from play.games.text import GameText
from play.journal.models import EventRow
from play.sessions.models import Session
from sorties.interceptor.text.names import with_engines

SAYS_ENGINES = ("interceptor.hit", "interceptor.down")
ENGINES = ("port-engine", "starboard-engine", "engines")
NEW_AIRCRAFT = ("aircraft.taken", "aircraft.replaced", "aircraft.upgraded", "aircraft.written-off")
"""Events that give him an aircraft, and name its type."""


def words_aboard(words: GameText, charts: Any, model: str) -> GameText:
    """Return the words for what happens to an aircraft of this type."""
    mat = charts.models.get(model) if charts is not None else None
    return words if mat is None else with_engines(words, mat.engines)


def model_flown(view: Mapping[str, Any], career: Mapping[str, Any], month: int) -> str:
    """Return the type that the latest order was given in: after a sortie he may have another already."""
    last = career["log"][-1] if career["log"] else None
    if last is not None and not career["flight"] and (last["month"], last["line"]) == (month, view["line"]):
        return str(last["aircraft"])
    return str(career["plane"]["model"])


def words_of_event(session: Session, row: EventRow, event: Event, words: GameText) -> GameText:
    """Return the words in which the log says an event: by the aircraft that he flew then."""
    if event.kind not in SAYS_ENGINES or event.data.get("part", event.data.get("cause")) not in ENGINES:
        return words
    given = EventRow.objects.filter(session=session, number__lt=row.number, kind__in=NEW_AIRCRAFT)
    given = given.filter(data__seat=event.data["seat"], entry__undone_by=None).order_by("-number")
    model = given.values_list("data__model", flat=True).first()
    return words_aboard(words, words.charts, str(model or ""))
