"""Looking years of nights up, and reading their tables with as few questions as can be."""

from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from django.db.models import BooleanField, CharField, F, IntegerField, Model, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast
from django.http import Http404

from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.schema import Tables
from play.charts import pack_store
from play.games import titles
from play.journal.derived_tables import table_name
from sorties.nightfighter.records.models import AircraftRecord, CrewRecord, Decoration, Injury, NightCareer

TITLE = "nightfighter"
BLOBS = ("session__record", "session__opening", "session__replays", "session__seed", "session__outcome")
SMALL: tuple[type[Model], ...] = (Injury, Decoration, AircraftRecord, CrewRecord)
"""Tables of a few rows, which are read together."""
WORDS, COUNTS = 3, 9
ModelT = TypeVar("ModelT", bound=Model)


def careers_for_pages() -> QuerySet[NightCareer]:
    """Return years with what their pages show of owner and table."""
    return NightCareer.objects.select_related("owner", "session", "bot_flight").defer(*BLOBS, "owner__password")


def career_at(career: UUID) -> NightCareer:
    """Return a year by its number."""
    found = careers_for_pages().filter(pk=career).first()
    if found is None:
        raise Http404
    return found


def career_by_link(link: str) -> NightCareer:
    """Return a year that its owner shares by a link; one of a duplicate season that runs waits for its end."""
    found = careers_for_pages().exclude(session__calendar__isnull=False, session__calendar__opened=None)
    career = found.filter(link=link, shared=True).first()
    if career is None:
        raise Http404
    return career


def charts_of(career: NightCareer) -> Pack[Tables]:
    """Return the charts of a year: its own, or the standard ones for an imported log."""
    try:
        return pack_store.compiled_charts(TITLE, career.pack_hash, career.pack)
    except pack_store.PackGone:
        return titles.pack_of(TITLE, "standard")


@dataclass(frozen=True)
class SmallTables:
    """Injuries, decorations, aircraft and crews of a year."""

    injuries: list[Injury]
    decorations: list[Decoration]
    aircraft: list[AircraftRecord]
    crews: list[CrewRecord]


def small_tables(career: NightCareer) -> SmallTables:
    """Return injuries, decorations, aircraft and crews, read together."""
    asked = [_columns(model, career) for model in SMALL]
    found: list[Model] = []
    names = {table_name(model): model for model in SMALL}
    for of, place, *cells in asked[0].union(*asked[1:], all=True).order_by("of", "place"):
        model = names[str(of)]
        words, flag, counts = _fields(model)
        row = dict(zip(words, cells[:WORDS], strict=False)) | dict(zip(flag, cells[WORDS : WORDS + 1], strict=False))
        row |= dict(zip(counts, cells[WORDS + 1 :], strict=False))
        found.append(model(place=place, **row))
    return SmallTables(
        _rows(Injury, found), _rows(Decoration, found), _rows(AircraftRecord, found), _rows(CrewRecord, found)
    )


def _rows(model: type[ModelT], rows: list[Model]) -> list[ModelT]:
    return [one for one in rows if isinstance(one, model)]


def _fields(model: type[Model]) -> tuple[list[str], list[str], list[str]]:
    columns = [one for one in model._meta.concrete_fields if one.name not in ("id", "career", "place")]
    words = [one.name for one in columns if isinstance(one, CharField)]
    flags = [one.name for one in columns if isinstance(one, BooleanField)]
    return words, flags, [one.name for one in columns if one.name not in (*words, *flags)]


def _columns(model: type[Model], career: NightCareer) -> QuerySet[Model, tuple[str | int | bool, ...]]:
    """Ask for the rows of a table in columns that all of them share."""
    words, flags, counts = _fields(model)
    shared: dict[str, Combinable] = {"of": Value(table_name(model), CharField())}
    for n in range(WORDS):
        shared[f"word{n}"] = F(words[n]) if n < len(words) else Value("", CharField())
    shared["flag"] = F(flags[0]) if flags else Value(False, BooleanField())
    for n in range(COUNTS):
        shared[f"count{n}"] = Cast(F(counts[n]), IntegerField()) if n < len(counts) else Value(0, IntegerField())
    rows = model._default_manager.filter(career=career).order_by().annotate(**shared)
    names = ["of", "place", *(f"word{n}" for n in range(WORDS)), "flag", *(f"count{n}" for n in range(COUNTS))]
    return rows.values_list(*names)
