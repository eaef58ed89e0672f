"""The kinds of events and questions in the description, each with the fields that its game gives it."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeVar

import msgspec

from engine.kernel.decisions import Question
from engine.kernel.events import EventData
from play.games import titles

Schema = dict[str, object]
Components = dict[str, Schema]
Kind = TypeVar("Kind", type[EventData], type[Question])
AT = "#/components/schemas/"


def described_kinds(parts: Components) -> Components:
    """Return the components that take the places of Event and Question: one of each kind, and what they hold."""
    games = [titles.title_of(name) for name in titles.names()]
    events, questions = by_kind(game.events for game in games), by_kind(game.questions for game in games)
    types = [*chain.from_iterable(events.values()), *chain.from_iterable(questions.values())]
    references, data = msgspec.json.schema_components(types, schema_hook=any_value, ref_template=f"{AT}Data.{{name}}")
    schemas = dict(zip(types, references, strict=True))
    happened = {kind: [schemas[one] for one in events[kind]] for kind in events}
    asked = {kind: [schemas[one] for one in questions[kind]] for kind in questions}
    return {
        **{f"Data.{name}": schema for name, schema in data.items()},
        **one_of("Event", parts["Event"], "data", happened),
        **one_of("Question", parts["Question"], "facts", asked),
    }


def any_value(kind: type) -> Schema:
    """Describe a field that may hold anything."""
    if kind is not object:
        raise NotImplementedError
    return {"description": "Any value."}


def by_kind(types: Iterable[Mapping[str, Kind]]) -> dict[str, list[Kind]]:
    """Return the types of all games by their kind, which several games may have."""
    found: dict[str, list[Kind]] = {}
    for one in types:
        for kind, known in one.items():
            if known not in found.setdefault(kind, []):
                found[kind].append(known)
    return dict(sorted(found.items()))


def one_of(name: str, schema: Schema, field: str, kinds: Mapping[str, list[Schema]]) -> Components:
    """Describe a type of the interface kind by kind: the schema of its field depends on its `kind`."""
    whole = {f"{name}.{kind}": _of_kind(schema, field, kind, found) for kind, found in kinds.items()}
    other = _with(schema, {"kind": {"type": "string"} | ({"not": {"enum": list(kinds)}} if kinds else {})})
    mapping = {kind: f"{AT}{name}.{kind}" for kind in kinds}
    choice = {
        "description": schema["description"],
        "oneOf": [{"$ref": AT + one} for one in (*whole, f"{name}.other")],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }
    return {name: choice, **whole, f"{name}.other": other}


def _of_kind(schema: Schema, field: str, kind: str, found: list[Schema]) -> Schema:
    return _with(schema, {"kind": {"const": kind}, field: found[0] if len(found) == 1 else {"anyOf": found}})


def _with(schema: Schema, properties: Schema) -> Schema:
    known = schema["properties"]
    assert isinstance(known, dict)  # noqa: S101 - a struct has properties
    return {name: value for name, value in schema.items() if name != "description"} | {"properties": known | properties}
