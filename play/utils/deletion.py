"""Cascade delete with one query per model, however many rows there are."""

from collections.abc import Iterator

from django.db import models
from django.db.models.fields.reverse_related import ForeignObjectRel

from play.utils.sql_cache import delete_rows

Rows = models.QuerySet[models.Model]
Found = dict[type[models.Model], set[object]]
MOST_NAMED = 500
"""Rows that a question names one by one; of more it asks by the question that found them."""


def dependents_of(rows: Rows) -> Iterator[Rows]:
    """Give the dependents of these rows, deepest first; the rows themselves come last."""
    for relation, others in _pointing_at(rows):
        if relation.on_delete is models.CASCADE and others.model is not rows.model:
            yield from dependents_of(others)
    yield rows


def count_dependents(rows: Rows, found: Found) -> Found:
    """Find the dependents of these rows, by model, each once."""
    here = found.setdefault(rows.model, set())
    new = set(rows.values_list("pk", flat=True)) - here
    here |= new
    if not new:
        return found
    parents = new if len(new) <= MOST_NAMED else rows.values("pk")
    for relation in _relations(rows.model):
        if relation.on_delete is models.CASCADE and relation.related_model is not rows.model:
            count_dependents(
                relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": parents}), found
            )
    return found


def delete_with_dependents(rows: Rows) -> None:
    """Delete rows with their dependents; nullable references are set to null."""
    for some in list(dependents_of(rows)):
        for relation, others in _pointing_at(some):
            if relation.field.null and (relation.on_delete is models.SET_NULL or others.model is some.model):
                others.update(**{relation.field.name: None})
        delete_rows(some)


def _pointing_at(rows: Rows) -> Iterator[tuple[ForeignObjectRel, Rows]]:
    for relation in _relations(rows.model):
        named = {f"{relation.field.name}__in": rows.values("pk")}
        yield relation, relation.related_model._base_manager.filter(**named)


def _relations(model: type[models.Model]) -> Iterator[ForeignObjectRel]:
    for relation in model._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and (relation.one_to_many or relation.one_to_one):
            yield relation
