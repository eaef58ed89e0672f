"""The page docs/reference/events.md: every event and question of the games with its fields, read from their types."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec
from django.conf import settings
from django.utils.translation import override
from msgspec import inspect

from engine.kernel.title import Title
from play.games import titles
from play.games.registry import registered

HEAD = """\
# Events and questions

`manage.py events` prints this page from the types of the games; change those, not the page.

The log, files and the API hold an event as its kind and its data, and a question as its kind and its facts.
An *optional* field is left out where it has its default. `/api/v1/openapi.json` has the same as JSON Schema.
"""
RULES = re.compile(r"\s*\[([^\[\]]+)\]")
PLAIN_TYPES: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}
Record = inspect.StructType | inspect.NamedTupleType


def event_reference() -> str:
    """Return the page, in English: it has the games of this site's apps, and none that the environment adds."""
    games = [game.name for game in islice(registered().values(), len(settings.ROOMS))]
    with override("en"):
        return "\n".join([HEAD, *(_chapter(titles.title_of(name), str(titles.words_of(name).title)) for name in games)])


def _chapter(game: Title, name: str) -> str:
    events, questions = _by_kind(game.events), _by_kind(game.questions)
    parts = [f"## {name}\n", f"Its name in files and addresses is `{game.name}`.\n"]
    if events:
        parts += ["### Events\n", *_table(["kind", "what happened", "fields", "rule"], _rows(events))]
    if questions:
        parts += ["### Questions\n", *_table(["kind", "what is asked", "facts", "rule"], _rows(questions))]
    if records := _records((*events.values(), *questions.values())):
        parts += ["### Records in their fields\n", *_table(["record", "what it is", "fields"], map(_record, records))]
    return "\n".join(parts)


def _by_kind(types: Mapping[str, type[msgspec.Struct]]) -> dict[str, inspect.StructType]:
    found = {kind: inspect.type_info(one) for kind, one in sorted(types.items())}
    return {kind: one for kind, one in found.items() if isinstance(one, inspect.StructType)}


def _table(head: list[str], rows: Iterable[list[str]]) -> list[str]:
    lines = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in (head, *rows)]
    lines.insert(1, "|" + "---|" * len(head))
    return [*lines, ""]


def _rows(kinds: Mapping[str, inspect.StructType]) -> Iterator[list[str]]:
    for kind, one in kinds.items():
        said, rules = first_line(one.cls)
        yield [f"`{kind}`", said, _fields(one), rules]


def _record(one: Record) -> list[str]:
    said, _rules = first_line(one.cls)
    in_order = isinstance(one, inspect.NamedTupleType) or one.array_like
    return [f"`{one.cls.__name__}`", f"{said} A list in this order." if in_order else said, _fields(one)]


def first_line(kind: type) -> tuple[str, str]:
    """Return the first line of a type's docstring and the rule numbers in it."""
    line = (kind.__doc__ or "").strip().partition("\n")[0]
    return RULES.sub("", line), ", ".join(RULES.findall(line))


def _fields(one: Record) -> str:
    named = [(f"`{field.encode_name}` {type_text(field.type)}", field.required) for field in one.fields]
    return "; ".join(text if required else f"{text}, optional" for text, required in named)


def type_text(kind: inspect.Type) -> str:
    """Say a type in the words of JSON; a record by its name."""
    match kind:
        case inspect.Metadata():
            return type_text(kind.type)
        case inspect.UnionType():
            return " or ".join(map(type_text, kind.types))
        case inspect.LiteralType():
            return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in kind.values)
        case inspect.EnumType():
            return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in kind.cls)
        case inspect.TupleType():
            return f"list ({', '.join(map(type_text, kind.item_types))})"
        case inspect.CollectionType():
            return f"list of {type_text(kind.item_type)}"
        case inspect.DictType():
            return f"map of {type_text(kind.key_type)} to {type_text(kind.value_type)}"
        case inspect.StructType() | inspect.NamedTupleType():
            return f"`{kind.cls.__name__}`"
    return PLAIN_TYPES.get(type(kind), "any value")


def _records(structs: Iterable[inspect.StructType]) -> list[Record]:
    """Return the records that fields contain, by name."""
    found: dict[str, Record] = {}
    wanted = [field.type for one in structs for field in one.fields]
    while wanted:
        for part in _parts(wanted.pop()):
            if isinstance(part, Record) and part.cls.__name__ not in found:
                found[part.cls.__name__] = part
                wanted += [field.type for field in part.fields]
    return [found[name] for name in sorted(found)]


def _parts(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Give a type and all types that it holds, up to the fields of records."""
    yield kind
    match kind:
        case inspect.Metadata():
            yield from _parts(kind.type)
        case inspect.UnionType():
            yield from (part for one in kind.types for part in _parts(one))
        case inspect.TupleType():
            yield from (part for one in kind.item_types for part in _parts(one))
        case inspect.CollectionType():
            yield from _parts(kind.item_type)
        case inspect.DictType():
            yield from (*_parts(kind.key_type), *_parts(kind.value_type))
