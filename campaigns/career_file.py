"""A career as one JSON file, out and in again: head, log, enemies, ledgers, awards, wounds, men and aircraft.

What is taken in is read by its types and must be a career that can be shown; it counts as brought in from a file, for
nobody here has seen its dice. Written out again it is the same file.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from django.db import models, transaction
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from campaigns.dossier import Dossier
from campaigns.logbook import (
    Airframe,
    Award,
    Career,
    Crewman,
    Engagement,
    ExperienceEntry,
    PrestigeEntry,
    Sortie,
    Source,
    Wound,
)
from engine.interceptor.state import MONTHS

LARGEST_FILE = 2 * 1024 * 1024
FORMAT: Final = "dispersal-career"
TABLES: dict[str, type[models.Model]] = {
    "aircraft": Airframe,
    "sorties": Sortie,
    "engagements": Engagement,
    "prestige": PrestigeEntry,
    "experience": ExperienceEntry,
    "awards": Award,
    "wounds": Wound,
    "crew": Crewman,
}
"""In the order in which they can be written: what others point to comes first."""
NOT_OF_THE_PILOT = ("id", "owner", "session", "seat", "source", "link", "shared", "digests", "created", "changed")
POINTERS = {"airframe": "aircraft", "sortie": "sorties"}
"""What rows point to is named by its place in that table; 0 is nothing."""
JSON: dict[str, Any] = {
    "options": dict[str, bool | int | str],
    "promotions": list[tuple[str, str]],
    "skills": list[str],
    "events": list[str],
}
Month = Literal[tuple(MONTHS)]  # type: ignore[valid-type]


class FileRefused(ValueError):
    """A file that is not taken in; its text says why, to the person who brought it."""


@cache
def row_type(model: type[models.Model], leave: tuple[str, ...] = ("id", "career")) -> Any:
    """Return the type of a table's row in the file, made from its columns."""
    fields = [(one.name, _type_of(one)) for one in model._meta.concrete_fields if one.name not in leave]
    return msgspec.defstruct(model.__name__, fields, forbid_unknown_fields=True)


def _type_of(column: Any) -> Any:
    if column.name in JSON:
        return JSON[column.name]
    if column.name in POINTERS:
        return Annotated[int, msgspec.Meta(ge=0, le=32767)]
    if isinstance(column, models.BooleanField):
        return bool
    if isinstance(column, models.PositiveSmallIntegerField):
        return Annotated[int, msgspec.Meta(ge=0, le=32767)]
    if isinstance(column, models.SmallIntegerField):
        return Annotated[int, msgspec.Meta(ge=-32768, le=32767)]
    if column.name in ("month", "last_month", "start"):
        return Literal[("", *MONTHS)] if column.blank else Month
    return Annotated[str, msgspec.Meta(max_length=column.max_length)]


@cache
def document_type() -> Any:
    """Return the type of the whole file."""
    fields = [
        ("format", Literal["dispersal-career"]),
        ("version", Literal[1]),
        ("career", row_type(Career, NOT_OF_THE_PILOT)),
        *((name, list[row_type(model)]) for name, model in TABLES.items()),  # type: ignore[misc]
    ]
    return msgspec.defstruct("Document", fields, forbid_unknown_fields=True)


# Out


def written(career: Career) -> bytes:
    """Write a career down."""
    places = {
        name: dict(TABLES[name]._default_manager.filter(career=career).values_list("pk", "place"))
        for name in POINTERS.values()
    }
    tables = {
        name: [_row(row, places, ("id", "career")) for row in model._default_manager.filter(career=career)]
        for name, model in TABLES.items()
    }
    head = _row(career, {}, NOT_OF_THE_PILOT)
    document = {"format": FORMAT, "version": 1, "career": head} | tables
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _row(row: models.Model, places: Mapping[str, Mapping[int, int]], leave: tuple[str, ...]) -> dict[str, Any]:
    values = {}
    for column in row._meta.concrete_fields:
        if column.name not in leave:
            value = getattr(row, column.attname)
            values[column.name] = places[POINTERS[column.name]].get(value, 0) if column.name in POINTERS else value
    return values


# In


def take_in(file: Any, owner: Any) -> Career:
    """Take a career in, whole or not at all."""
    if file is None:
        raise FileRefused(_("Choose a file first."))
    if file.size > LARGEST_FILE:
        raise FileRefused(_("The file is larger than any career."))
    try:
        document = msgspec.json.decode(file.read(), type=document_type())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise FileRefused(
            _("This is not a career’s file as it is written here: %(problem)s") % {"problem": problem}
        ) from problem
    try:
        with transaction.atomic():
            career = _write(document, owner)
            _check_that_it_can_be_shown(career)
    except Exception as problem:  # whatever cannot be written down or shown is no career
        raise FileRefused(_("What stands in this file does not fit together. Nothing was taken in.")) from problem
    return career


def _write(document: Any, owner: Any) -> Career:
    career = Career.objects.create(owner=owner, source=Source.IMPORTED, **msgspec.structs.asdict(document.career))
    made: dict[str, dict[int, int]] = {}
    for name, model in TABLES.items():
        rows = []
        for row in getattr(document, name):
            values = msgspec.structs.asdict(row)
            for pointer, table in POINTERS.items():
                if pointer in values:
                    place = values.pop(pointer)
                    values[f"{pointer}_id"] = made[table][place] if place or pointer == "sortie" else None
            rows.append(model(career=career, **values))
        model._default_manager.bulk_create(rows)
        made[name] = dict(model._default_manager.filter(career=career).values_list("place", "pk"))
    return career


def _check_that_it_can_be_shown(career: Career) -> None:
    kept = Career.objects.select_related("owner").get(pk=career.pk)
    context = {"career": kept, "dossier": Dossier(kept), "is_mine": False}
    render_to_string("careers/page.html", context)
    if kept.over:
        render_to_string("careers/end.html", context)
