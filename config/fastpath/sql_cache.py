"""Questions put into SQL once in a process: the implementation of `play.utils.sql_cache`.

It replaces parts of Django's compilers; with `FASTPATH=0` Django's own serve.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model, QuerySet
from django.db.models.query import ModelIterable

from play.utils.sql_cache import Increment, Value

ModelT = TypeVar("ModelT", bound=Model)


class CompiledQuery(Generic[ModelT]):
    """A question with places for values, in their order."""

    def __init__(self, ask: Callable[..., QuerySet[ModelT]], places: Sequence[Value]) -> None:
        self.ask = ask
        self.places = places
        self._kept: dict[str, tuple[Any, str, tuple[object, ...]]] = {}

    def __call__(self, *values: Value) -> list[ModelT]:
        """Return what is found with these values."""
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.vendor not in self._kept:
            compiler = self.ask(*self.places).query.get_compiler(DEFAULT_DB_ALIAS)
            sql, params = compiler.as_sql()
            # The converters of values come from a connection that is never opened, and so belongs to no thread.
            compiler.connection = connections.create_connection(DEFAULT_DB_ALIAS)
            found = compiler.get_converters([each for each, _sql, _alias in compiler.select[: compiler.col_count]])
            compiler.get_converters = lambda _fields: found
            compiler.connection = None
            self._kept[connection.vendor] = compiler, sql, tuple(params)
        compiler, sql, params = self._kept[connection.vendor]
        # A connection is its thread's own, and so is what asks by it; what was put together is everybody's.
        mine = copy.copy(compiler)
        mine.connection = connection
        bound = tuple(self._bound(param, values, connection) for param in params)
        mine.as_sql = lambda: (sql, bound)
        query = SimpleNamespace(get_compiler=lambda using: mine)
        asked: Any = SimpleNamespace(db=DEFAULT_DB_ALIAS, query=query, _known_related_objects={})
        return list(ModelIterable(asked))

    def _bound(self, param: object, values: Sequence[Value], connection: BaseDatabaseWrapper) -> object:
        for place, value in zip(self.places, values, strict=True):
            if isinstance(place, UUID) and param in (place, place.hex):
                found = UUID(str(value))
                return found if param == place else found.hex
            if param == place:
                return value
            if isinstance(place, str) and isinstance(param, str) and place in param:
                return param.replace(place, connection.ops.prep_for_like_query(str(value)))
        return param


def write_where(model: type[Model], where: Mapping[str, object], fields: Mapping[str, object]) -> int:
    """Write fields into the rows that have these values, and say how many there were."""
    connection = connections[DEFAULT_DB_ALIAS]
    added = tuple(isinstance(value, Increment) for value in fields.values())
    sql, written, met = _written(model, tuple(where), tuple(fields), added, connection.vendor)
    new = [value.more if isinstance(value, Increment) else value for value in fields.values()]
    params = [field.get_db_prep_save(value, connection) for field, value in zip(written, new, strict=True)]
    params += [field.get_db_prep_value(value, connection) for field, value in zip(met, where.values(), strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)


@cache
def _written(
    model: type[Model], where: tuple[str, ...], fields: tuple[str, ...], added: tuple[bool, ...], _vendor: str
) -> tuple[str, list[Field], list[Field]]:
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    written, met = ([_field(model, name) for name in names] for names in (fields, where))
    settings = [
        f"{quote(str(field.column))} = {quote(str(field.column))} + %s" if more else f"{quote(str(field.column))} = %s"
        for field, more in zip(written, added, strict=True)
    ]
    conditions = [
        f"{quote(str(field.column))} {'<' if name.endswith('__lt') else '='} %s"
        for field, name in zip(met, where, strict=True)
    ]
    table = quote(model._meta.db_table)
    return f"UPDATE {table} SET {', '.join(settings)} WHERE {' AND '.join(conditions)}", written, met  # noqa: S608


def _field(model: type[Model], name: str) -> Field:
    field = model._meta.pk if name == "pk" else model._meta.get_field(name.removesuffix("__lt"))
    if not isinstance(field, Field):
        raise TypeError(f"{model.__name__}.{name} has no column")
    return field


def delete_rows(rows: QuerySet[Model]) -> None:
    """Delete rows without dependents, without looking for any."""
    rows._raw_delete(rows.db)
