"""A strict reading of JSON Schema, as far as the interface's description uses it, and things made to fit one.

What it does not know it refuses: a description that says more than is checked here fails, and so does an answer with
a property that is not described.
"""

import re
import uuid
from collections.abc import Mapping
from datetime import date, datetime
from random import Random
from typing import Any

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
FORMATS = {"date": date.fromisoformat, "date-time": datetime.fromisoformat, "uuid": uuid.UUID}
KNOWN = {
    *("type", "properties", "required", "items", "anyOf", "$ref", "format", "title", "description", "enum", "const"),
    *(
        "default",
        "additionalProperties",
        "minimum",
        "oneOf",
        "discriminator",
        "not",
        "prefixItems",
        "minItems",
        "maxItems",
    ),
}


class Misfit(AssertionError):
    """Something is not as the schema says."""


def follow(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a reference names."""
    while "$ref" in schema:
        schema = parts[schema["$ref"].removeprefix("#/components/schemas/")]
    if unknown := set(schema) - KNOWN:
        raise Misfit(f"the schema says more than is checked: {unknown}")
    return schema


def check(thing: Any, schema: Mapping[str, Any], parts: Mapping[str, Any], at: str = "$") -> None:
    """Refuse what does not fit."""
    schema = follow(schema, parts)
    if "anyOf" in schema:
        problems = [problem for one in schema["anyOf"] if (problem := misfit(thing, one, parts, at))]
        if len(problems) == len(schema["anyOf"]):
            raise Misfit("; ".join(problems))
        return
    if "oneOf" in schema:
        _check_one_of(thing, schema, parts, at)
        return
    if "not" in schema and not misfit(thing, schema["not"], parts, at):
        raise Misfit(f"{at}: {thing!r} is what it must not be")
    if "const" in schema and thing != schema["const"]:
        raise Misfit(f"{at}: {thing!r} is not {schema['const']!r}")
    kind = TYPES[schema["type"]] if "type" in schema else object
    if not isinstance(thing, kind) or (isinstance(thing, bool) and schema.get("type") in ("integer", "number")):
        raise Misfit(f"{at}: {thing!r} is no {schema.get('type')}")
    if "enum" in schema and thing not in schema["enum"]:
        raise Misfit(f"{at}: {thing!r} is none of {schema['enum']}")
    if "format" in schema:
        try:
            FORMATS[schema["format"]](thing)
        except ValueError as problem:
            raise Misfit(f"{at}: {thing!r} is no {schema['format']}") from problem
    if isinstance(thing, dict):
        _check_object(thing, schema, parts, at)
    if isinstance(thing, list):
        _check_list(thing, schema, parts, at)


def _check_one_of(thing: Any, schema: Mapping[str, Any], parts: Mapping[str, Any], at: str) -> None:
    problems = [misfit(thing, one, parts, at) for one in schema["oneOf"]]
    if problems.count("") != 1:
        raise Misfit(f"{at}: {thing!r} fits {problems.count('')} of {len(problems)} schemas")
    named = schema["discriminator"]["mapping"].get(thing[schema["discriminator"]["propertyName"]])
    if named is not None and misfit(thing, {"$ref": named}, parts, at):
        raise Misfit(f"{at}: {thing!r} is not what it says that it is")


def _check_list(thing: list[Any], schema: Mapping[str, Any], parts: Mapping[str, Any], at: str) -> None:
    if not schema.get("minItems", 0) <= len(thing) <= schema.get("maxItems", len(thing)):
        raise Misfit(f"{at} has {len(thing)} items")
    first = schema.get("prefixItems", ())
    for place, one in enumerate(thing):
        items = first[place] if place < len(first) else schema.get("items", {})
        check(one, items, parts, f"{at}[{place}]")


def _check_object(thing: Mapping[str, Any], schema: Mapping[str, Any], parts: Mapping[str, Any], at: str) -> None:
    described = schema.get("properties")
    if described is None:
        return
    if missing := set(schema.get("required", ())) - set(thing):
        raise Misfit(f"{at} lacks {missing}")
    if more := set(thing) - set(described):
        raise Misfit(f"{at} has what is not described: {more}")
    for name, value in thing.items():
        check(value, described[name], parts, f"{at}.{name}")


def misfit(thing: Any, schema: Mapping[str, Any], parts: Mapping[str, Any], at: str) -> str:
    """Say what does not fit; nothing where all does."""
    try:
        check(thing, schema, parts, at)
    except Misfit as problem:
        return str(problem)
    return ""


ODD = ("", "x", "no@1", "ä€😀", "0" * 300, -1, 0, 2**40, 1.5, True, None, [], {}, [[]], {"a": None}, "\x7f", "../..")


def made(schema: Mapping[str, Any], parts: Mapping[str, Any], chance: Random) -> Any:
    """Make something that fits a schema."""
    schema = follow(schema, parts)
    if "anyOf" in schema or "oneOf" in schema:
        return made(chance.choice(schema.get("anyOf") or schema["oneOf"]), parts, chance)
    kind = schema.get("type")
    if kind == "object":
        return {name: made(one, parts, chance) for name, one in schema.get("properties", {}).items()}
    if kind == "array":
        return [made(schema["items"], parts, chance) for _ in range(chance.randrange(3))] if "items" in schema else []
    if schema.get("format") == "uuid":
        return str(uuid.UUID(int=chance.getrandbits(128)))
    fitting = [one for one in ODD if kind is None or not misfit(one, {"type": kind}, parts, "")]
    return chance.choice(fitting)


def spoiled(thing: Any, chance: Random) -> Any:
    """Make something of it that does not fit: a part less, a part more, or a part of another kind."""
    if not isinstance(thing, dict) or not thing:
        return chance.choice(ODD)
    name = chance.choice(sorted(thing))
    less = {other: value for other, value in thing.items() if other != name}
    return chance.choice([less, thing | {"more": 1}, thing | {name: chance.choice(ODD)}, [thing], chance.choice(ODD)])


def filled(path: str, parameters: Mapping[str, Any]) -> str:
    """Fill the places of a path in."""
    return re.sub(r"\{(\w+)\}", lambda found: str(parameters[found[1]]), path)
