"""Tables that are a function of a game: rows known by their place, of which only those that changed are written.

A head (a career) has tables hanging on it by their field `career`; `digests` on the head say what was last written to
each, so that it does not matter how many orders went by since, nor how often it is done.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.db import models
from django.utils import timezone

from play.journal.projections import Row, Rows

Tables = Mapping[type[models.Model], tuple[str, ...]]
"""The tables that refer to a head, each with its columns."""


def table_name(model: type[models.Model]) -> str:
    """Name the table of a model without its app, as `digests` and findings do; the class may be renamed."""
    return model._meta.db_table.partition("_")[2]


def columns_of(model: type[models.Model], leave: Iterable[str]) -> tuple[str, ...]:
    """Name the columns of a table; a row of another table is known by its place there."""
    fields = (field for field in model._meta.concrete_fields if field.name not in leave)
    return tuple(f"{field.name}__place" if field.is_relation else field.name for field in fields)


def tables_of(*children: type[models.Model]) -> dict[type[models.Model], tuple[str, ...]]:
    """Name the columns of tables that refer to a head, in the order of deletion."""
    return {model: columns_of(model, ("id", "career", "place")) for model in children}


def stored_rows(heads: models.QuerySet[models.Model], columns: Iterable[str], children: Tables) -> Rows:
    """Return the rows under some heads, by the name of each row."""
    rows: Rows = {}
    for head in heads.values("pk", "seat", *columns):
        pk, name = head.pop("pk"), f"career of {head['seat']}"
        rows[name] = head
        for model, names in children.items():
            for row in model._default_manager.filter(career=pk).values("place", *names):
                rows[f"{name}, {table_name(model)} {row['place']}"] = row
    return rows


def delete_rows(heads: models.QuerySet[models.Model], children: Tables) -> None:
    """Delete the rows under some heads. The heads stay, because name, link and sharing are stored only there."""
    for model in children:
        model._default_manager.filter(career__in=heads).delete()
    heads.update(digests={})


class TableWriter:
    """Writes the tables of one head, and at last the head itself."""

    def __init__(self, head: Any) -> None:
        self.head = head
        self.digests: dict[str, list[str]] = dict(head.digests)

    def has_changed(self, model: type[models.Model], rows: Sequence[Row]) -> bool:
        """Say whether a table is to hold other rows than were last written to it."""
        return self.digests.get(table_name(model), []) != _marks(rows)

    def ids(self, model: type[models.Model]) -> dict[int, int]:
        """Return the keys of a table's rows by their places."""
        return dict(model._default_manager.filter(career=self.head).values_list("place", "pk"))

    def keep(self, model: Any, rows: Sequence[Row], more: Callable[[Row], Row] | None = None, leave: str = "") -> None:
        """Make a table hold these rows, each identified by its place; unchanged rows are not written."""
        name = table_name(model)
        before, marks = self.digests.get(name, []), _marks(rows)
        if before == marks:
            return
        fresh = [
            model(
                career=self.head,
                **{key: value for key, value in fields.items() if key != leave},
                **(more(fields) if more else {}),
            )
            for place, fields in enumerate(rows)
            if place >= len(before) or before[place] != marks[place]
        ]
        written = [
            field.attname for field in model._meta.concrete_fields if field.name not in ("id", "career", "place")
        ]
        columns = [model._meta.get_field(one.removesuffix("_id")).name for one in written]
        model.objects.bulk_create(
            fresh, update_conflicts=True, unique_fields=["career", "place"], update_fields=columns
        )
        if len(before) > len(marks):
            model.objects.filter(career=self.head, place__gt=len(marks)).delete()
        self.digests[name] = marks

    def close(self, fields: Row) -> None:
        """Write the head, if anything has changed in it or beneath it."""
        head = self.head
        if self.digests == head.digests and all(getattr(head, name) == value for name, value in fields.items()):
            return
        fields = fields | {"digests": self.digests, "changed": timezone.now()}
        type(head).objects.filter(pk=head.pk).update(**fields)
        for name, value in fields.items():
            setattr(head, name, value)


def _marks(rows: Iterable[Row]) -> list[str]:
    return [hashlib.sha256(msgspec.json.encode(row)).hexdigest()[:10] for row in rows]
