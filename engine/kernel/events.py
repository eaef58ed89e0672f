"""Events as data. The games' apps turn them into sentences, so that they can be translated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import ClassVar, dataclass_transform

import msgspec

EVERYONE: tuple[str, ...] = ()
"""The audience of an event that all sides may see."""


class Mod(msgspec.Struct, frozen=True, gc=False):
    """One modifier: its value, a stable name of its reason, and the rule that gives it."""

    value: int
    reason: str
    rule: str = ""


def sum_of_mods(mods: Iterable[Mod]) -> int:
    """Return what modifiers come to."""
    total = 0
    for mod in mods:
        total += mod.value
    return total


class Draw(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One face that fell, or one card's place in its pile: the stream, how many faces there were, and which came."""

    stream: str
    sides: int
    face: int


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class EventData(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An event. Each game has one subclass for each kind of event, in its `events.py`.

    `kind` is the name of the event in journals and files; the fields are its data there. A field that has its default
    value is left out.
    """

    kind: ClassVar[str] = ""


class DeckReshuffled(EventData):
    """The discards of a deck were shuffled and are its pile again."""

    kind: ClassVar[str] = "deck.reshuffled"

    deck: str
    cards: int


class UnknownEvent(EventData):
    """An event of a kind, or with data, that the game no longer knows: a journal of an earlier release may hold one."""

    name: str
    fields: Mapping[str, object]

    @property
    def kind(self) -> str:  # type: ignore[override]
        """The name of the event."""
        return self.name


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened: who may know it (`to`, empty for all), the dice shown, the modifiers, rule and chart."""

    data: EventData
    rule: str = ""
    to: tuple[str, ...] = EVERYONE
    dice: tuple[Draw, ...] = ()
    mods: tuple[Mod, ...] = ()
    chart: str = ""
    branch: str = ""

    @property
    def kind(self) -> str:
        """The name of what happened."""
        return self.data.kind

    def seen_by(self, viewer: str) -> bool:
        """Say whether this viewer may know it."""
        return not self.to or viewer in self.to


class EventRecord(msgspec.Struct, frozen=True, gc=False):
    """An event as journals and files have it: its kind by name, and its data as plain values."""

    kind: str
    rule: str = ""
    to: tuple[str, ...] = EVERYONE
    data: Mapping[str, object] = {}
    dice: tuple[Draw, ...] = ()
    mods: tuple[Mod, ...] = ()
    chart: str = ""
    branch: str = ""


EventTypes = Mapping[str, type[EventData]]
"""The events of a game, by their kind."""


def event_types(module: ModuleType) -> EventTypes:
    """Return the events that a module declares, and those of every game, by their kind."""
    found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, EventData)]
    own = {one.kind: one for one in found if one.__module__ == module.__name__ and one.kind}
    return {DeckReshuffled.kind: DeckReshuffled, **own}


def data_of(event: EventData) -> dict[str, object]:
    """Return the data of an event as plain values, as journals and files have it."""
    if isinstance(event, UnknownEvent):
        event = event.fields  # type: ignore[assignment]
    data: dict[str, object] = msgspec.to_builtins(event, str_keys=True)
    return data


def read_data(types: EventTypes, kind: str, data: Mapping[str, object]) -> EventData:
    """Return the typed event of a kind; one that the game does not know keeps its data as it is."""
    known = types.get(kind)
    if known is not None:
        try:
            return msgspec.convert(data, known)
        except msgspec.ValidationError:
            pass
    return UnknownEvent(kind, data)


def record_of(event: Event) -> EventRecord:
    """Return an event as journals and files have it."""
    data = data_of(event.data)
    return EventRecord(event.kind, event.rule, event.to, data, event.dice, event.mods, event.chart, event.branch)


def event_of(types: EventTypes, record: EventRecord) -> Event:
    """Return an event that a journal or a file has."""
    data = read_data(types, record.kind, record.data)
    return Event(data, record.rule, record.to, record.dice, record.mods, record.chart, record.branch)
