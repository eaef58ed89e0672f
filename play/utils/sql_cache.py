"""Questions that every click asks, and what it writes: put into SQL once in a process, and then for other values.

    _seats = CachedQuery(lambda session: Seat.objects.filter(session_id=session).order_by("place"), ID_HERE)
    seats = _seats(session.pk)

To compile a query takes longer than to run it and to make objects of it. A value appears wherever its
place stood in the question, also within a pattern; it must not change which question it is. The setting `SQL_CACHE`
names the module that does so; where it is empty, Django puts each question anew.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Generic, TypeVar
from uuid import UUID

from django.conf import settings
from django.db.models import F, Model, QuerySet

ID_HERE = UUID("6e1f0c52-8d0b-4a57-9d38-3f6b1f8a7c11")
NAME_HERE = "a-name-stands-here"
NUMBER_HERE = 7_205_759_403_792_793
"""Places for the id of a session, for a name, and for the number of a row."""

Value = UUID | str | int
Found = TypeVar("Found", bound=Model)


@cache
def _fast() -> ModuleType | None:
    return import_module(settings.SQL_CACHE) if settings.SQL_CACHE else None


class CachedQuery(Generic[Found]):
    """A question with places for values, in their order."""

    def __init__(self, ask: Callable[..., QuerySet[Found]], *places: Value) -> None:
        self.ask = ask
        self.places = places
        self._found: Callable[..., list[Found]] | None = None

    def __call__(self, *values: Value) -> list[Found]:
        """Return what is found with these values."""
        if self._found is None:
            fast = _fast()
            self._found = fast.CompiledQuery(self.ask, self.places) if fast is not None else self._asked_anew
        return self._found(*values)

    def _asked_anew(self, *values: Value) -> list[Found]:
        return list(self.ask(*values))


@dataclass(frozen=True)
class Increment:
    """Amount to add to a stored number."""

    more: int


def write_where(model: type[Model], where: Mapping[str, object], fields: Mapping[str, object]) -> int:
    """Write fields into the rows that have these values, and say how many there were.

    It is what `filter(**where).update(**fields)` does, but put into SQL once; of the ways to compare it knows `lt`.
    """
    if (fast := _fast()) is not None:
        return int(fast.write_where(model, where, fields))
    new = {name: F(name) + value.more if isinstance(value, Increment) else value for name, value in fields.items()}
    return model._default_manager.filter(**where).update(**new)


def delete_rows(rows: QuerySet[Model]) -> None:
    """Delete rows without dependents."""
    if (fast := _fast()) is not None:
        fast.delete_rows(rows)
    else:
        rows.delete()
