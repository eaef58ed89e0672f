"""Chart packs: folders of YAML tables with their provenance, read into the typed tables of a game.

A pack is a folder with a manifest, `pack.yaml`, and any number of other YAML files. Each file maps table names to
tables; any file may hold any table. The game gives a schema: a msgspec Struct with one field for each table, every one
a kind of `Table`. One reading finds all faults of all files and gives them as `PackFault`s.
"""

import re
import typing
from collections.abc import Callable, Mapping
from enum import Enum, EnumType
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any

import msgspec
import yaml

from engine.kernel.packs.faults import PackError, PackFault, _Faults
from engine.kernel.packs.hashing import content_hash
from engine.kernel.packs.schema import (
    _ORIGINS,
    ByRoll,
    ChartError,
    ChartTable,
    Check,
    Manifest,
    Pack,
    PackWords,
    Place,
    Provenance,
    SchemaErrors,
    Tables,
)

MANIFEST = "pack.yaml"
LARGEST_FILE = 1_000_000
LARGEST_PACK = 8_000_000
MOST_FILES = 400
DEEPEST = 40


# Faults of a pack --------------------------------------------------------------------------------------------------


# The parts that tables are made of ---------------------------------------------------------------------------------


# The pack ----------------------------------------------------------------------------------------------------------


class _Fragment(msgspec.Struct):
    """One YAML file as plain data, with the line of every entry by the identity of what holds it."""

    file: str
    data: Any = None
    lines: dict[int, dict[str | int, int] | list[int]] = {}

    def line(self, place: Place) -> int:
        """The line of the entry at the place, or of the last thing on the way to it."""
        line, here = 1, self.data
        for step in place:
            try:
                line = self.lines[id(here)][step]  # type: ignore[index]
                here = here[step]
            except (KeyError, IndexError, TypeError):
                break
        return line


# Reading YAML ------------------------------------------------------------------------------------------------------

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_NUMBER = re.compile(r"[-+]?([0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18})([eE][-+]?[0-9]{1,2})?")
_WORDS = {"true": True, "True": True, "false": False, "False": False, "null": None, "Null": None, "~": None, "": None}


def _scalar(text: str) -> object:
    """A plain YAML scalar. `yes`, `off`, dates and numbers with leading zeros (hex 0915) stay text."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text


def _read_yaml(file: str, text: str, faults: list[PackFault]) -> _Fragment:
    """One file as plain data. Events rather than nodes, because deep nesting overflows the composer's C stack."""
    fragment = _Fragment(file, lines={})
    stack: list[Any] = []
    keys: list[Any] = []
    no_key = object()

    def fault(event: Any, expected: str, got: str) -> None:
        faults.append(PackFault(file, event.start_mark.line + 1, "", expected, got))

    def put(event: Any, value: Any) -> None:
        line = event.start_mark.line + 1
        if not stack:
            fragment.data = value
        elif isinstance(stack[-1], list):
            stack[-1].append(value)
            fragment.lines[id(stack[-1])].append(line)  # type: ignore[union-attr]
        elif keys[-1] is no_key:
            if type(value) not in (str, int):
                fault(event, "a key of text or a whole number", _shown(value))
                value = str(value)
            if value in stack[-1]:
                fault(event, "each key once", f"{_shown(value)} again")
            keys[-1] = value
            fragment.lines[id(stack[-1])][value] = line
        else:
            stack[-1][keys[-1]] = value
            keys[-1] = no_key

    documents = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CBaseLoader):
            if isinstance(event, yaml.ScalarEvent):
                if event.tag is not None:
                    fault(event, "no YAML tag", event.tag)
                put(event, _scalar(event.value) if event.implicit[0] else event.value)
            elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                if event.tag is not None:
                    fault(event, "no YAML tag", event.tag)
                if len(stack) >= DEEPEST:
                    fault(event, f"nesting of at most {DEEPEST} levels", "more")
                    return fragment
                if stack and keys[-1] is no_key and isinstance(stack[-1], dict):
                    fault(event, "a key of text or a whole number", "a collection")
                    return fragment
                held: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
                fragment.lines[id(held)] = {} if isinstance(held, dict) else []
                put(event, held)
                stack.append(held)
                keys.append(no_key)
            elif isinstance(event, yaml.CollectionEndEvent):
                stack.pop()
                keys.pop()
            elif isinstance(event, yaml.AliasEvent):
                fault(event, "no YAML alias", f"*{event.anchor}")
                return fragment
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    fault(event, "one document", "a second one")
                    return fragment
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        faults.append(PackFault(file, line, "", "YAML", error.problem or "something else"))
    except (yaml.YAMLError, UnicodeError) as error:
        faults.append(PackFault(file, 1, "", "YAML", str(error).partition("\n")[0]))
    return fragment


# Finding what does not fit -----------------------------------------------------------------------------------------

_PLAIN = {
    "`int`": "a whole number",
    "`float`": "a number",
    "`str`": "text",
    "`bool`": "true or false",
    "`null`": "nothing",
    "`array`": "a list",
    "`object`": "a mapping",
}


def _shown(value: object) -> str:
    """A value as a fault tells it."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"“{value}”" if len(value) <= 60 else f"“{value[:57]}…”"
        case dict():
            return "a mapping"
        case list():
            return "a list"
    return str(value)


def _field(place: Place) -> str:
    """A place in words: `aircraft.rows[3].weapon`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")


def _convert(kind: Any, value: Any) -> Any:
    """The value hook: a `ByRoll` from a mapping of rolls to results, and words by language."""
    if kind is PackWords:
        if not isinstance(value, dict):
            raise ChartError((), "words by language, such as {en: Front Clasp}", _shown(value))
        return PackWords(value)
    if typing.get_origin(kind) is not ByRoll:
        raise TypeError(f"a pack has no values of {kind}")
    if not isinstance(value, dict):
        raise ChartError((), "a mapping of rolls to results", _shown(value))
    (inner,) = typing.get_args(kind)
    return ByRoll({key: _fit(held, inner) for key, held in value.items()})


def _fit(value: Any, kind: Any) -> Any:
    """The value as the kind, or a `msgspec.ValidationError`."""
    return msgspec.convert(value, kind, dec_hook=_convert)


def _misfits(value: Any, kind: Any, place: Place) -> SchemaErrors:
    """Give everything in the value that is not of the kind, each with its place."""
    try:
        _fit(value, kind)
    except msgspec.ValidationError as error:
        inner = _inner_misfits(value, kind, place)
        yield next(inner, None) or _reading(error, value, kind, place)
        yield from inner


def _inner_misfits(value: Any, kind: Any, place: Place) -> SchemaErrors:
    """The misfits inside a list, a mapping or a record."""
    while typing.get_origin(kind) is Annotated:
        kind = typing.get_args(kind)[0]
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, UnionType):
        chosen = _chosen(value, arguments)
        if chosen is not None:
            yield from _misfits(value, chosen, place)
    elif isinstance(value, dict) and origin in (dict, ByRoll, Mapping):
        for key, held in value.items():
            if origin is not ByRoll:
                yield from _misfits(key, arguments[0], (*place, key))
            yield from _misfits(held, arguments[-1], (*place, key))
    elif isinstance(value, list) and origin in (list, set, frozenset):
        for index, held in enumerate(value):
            yield from _misfits(held, arguments[0], (*place, index))
    elif isinstance(value, list) and origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            arguments = (arguments[0],) * len(value)
        if len(arguments) == len(value):
            for index, held in enumerate(value):
                yield from _misfits(held, arguments[index], (*place, index))
    elif isinstance(value, dict) and _is_struct(kind):
        yield from _record_misfits(value, kind, place)


def _record_misfits(value: dict[str | int, Any], kind: Any, place: Place) -> SchemaErrors:
    """Unknown keys, missing keys and misfits of a record's fields."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    config = (typing.get_origin(kind) or kind).__struct_config__
    for key, held in value.items():
        if key in fields:
            yield from _misfits(held, fields[key].type, (*place, key))
        elif key != config.tag_field and config.forbid_unknown_fields:
            yield (*place, key), "one of " + ", ".join(fields), "an unknown key"
    for name, field in fields.items():
        if field.required and name not in value:
            yield (*place, name), _wanted(field.type), "nothing"


def _wanted(kind: Any) -> str:
    """Describe the expected value, for a missing one or for a word that is not in the list."""
    if kind is Provenance:
        return "rule …, ruling …, source …, printed … or reconstructed: why"
    if typing.get_origin(kind) is typing.Literal:
        return "one of " + ", ".join(str(word) for word in typing.get_args(kind))
    if isinstance(kind, EnumType):
        members: Mapping[str, Enum] = kind.__members__
        return "one of " + ", ".join(str(member.value) for member in members.values())
    return "a valid value"


def _is_struct(kind: Any) -> bool:
    base = typing.get_origin(kind) or kind
    return isinstance(base, type) and issubclass(base, msgspec.Struct)


def _chosen(value: Any, kinds: tuple[Any, ...]) -> Any:
    """The member of a union that the value was meant for: the only one there is, or the one whose tag it bears."""
    kinds = tuple(kind for kind in kinds if kind is not type(None))
    if len(kinds) == 1 and value is not None:
        return kinds[0]
    for kind in kinds:
        if isinstance(value, dict) and _is_struct(kind):
            config = (typing.get_origin(kind) or kind).__struct_config__
            if config.tag is not None and value.get(config.tag_field) == config.tag:
                return kind
    return None


def _reading(error: msgspec.ValidationError, value: Any, kind: Any, place: Place) -> tuple[Place, str, str]:
    """Read a misfit from the validator's message: its place, what was expected and what was found."""
    message, _, path = str(error).partition(" - at `$")
    for name, index in re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", path.partition("[...]")[0]):
        step = name or int(index)
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            break
        place = (*place, step)
    if isinstance(error.__cause__, ChartError):
        return (*place, *error.__cause__.place), error.__cause__.expected, error.__cause__.got
    if message.startswith("Invalid enum value"):
        return place, _wanted(kind), _shown(value)
    if r"x00-\\x1f" in message or r"x00-\x1f" in message:
        return place, "text on one line, without colon or bar where it is a name", _shown(value)
    if error.__cause__ is not None or not message.startswith("Expected "):
        return place, _wanted(kind), f"{_shown(value)} ({message})"
    expected = message.removeprefix("Expected ").partition(", got ")[0]
    if f"({_ORIGINS}" in expected:
        return place, _wanted(Provenance), _shown(value)
    for term, plain in _PLAIN.items():
        expected = expected.replace(term, plain)
    return place, expected.replace("`", "").replace(" | ", " or "), _shown(value)


# Loading -----------------------------------------------------------------------------------------------------------


_COLLECTIONS = (dict, list, tuple, set, frozenset)


@cache
def _table_kinds(schema: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The schema's tables by name; a schema that holds anything but tables is a mistake in the game's code."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(schema)}
    for name, field in fields.items():
        kinds = [kind for kind in typing.get_args(field.type) or () if _is_struct(kind)]
        kind = kinds[0] if typing.get_origin(field.type) in (typing.Union, UnionType) and kinds else field.type
        if not (_is_struct(kind) and issubclass(typing.get_origin(kind) or kind, ChartTable)):
            raise TypeError(f"{schema.__name__}.{name} is not a Table")
    _refuse_unsafe_unions(schema, set())
    return fields


def _refuse_unsafe_unions(kind: Any, seen: set[Any]) -> None:
    """Refuse unions of patterned text and a collection: msgspec 0.22 frees the pattern twice, killing the process."""
    if kind in seen:
        return
    seen.add(kind)
    parts = list(typing.get_args(kind)) if typing.get_origin(kind) is not typing.Literal else []
    if typing.get_origin(kind) in (typing.Union, UnionType):
        marks = [mark for part in parts for mark in getattr(part, "__metadata__", ())]
        patterned = any(isinstance(mark, msgspec.Meta) and mark.pattern for mark in marks)
        if patterned and any((typing.get_origin(part) or part) in _COLLECTIONS for part in parts):
            raise TypeError(f"{kind} is a union of patterned text and a collection")
    if _is_struct(kind):
        parts = [field.type for field in msgspec.structs.fields(kind)]
    for part in parts:
        _refuse_unsafe_unions(part, seen)


def read_folder(folder: Path) -> dict[str, str]:
    """The YAML files of a pack's folder as text, by their path inside it."""
    faults, texts, total = [], {}, 0
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".yml") and path.is_file())
    if len(paths) > MOST_FILES:
        raise PackError([PackFault(folder.name, 1, "", f"at most {MOST_FILES} files", str(len(paths)))])
    for path in paths:
        name, size = path.relative_to(folder).as_posix(), path.stat().st_size
        total += size
        if size > LARGEST_FILE or total > LARGEST_PACK:
            bound = f"at most {LARGEST_FILE} bytes in a file and {LARGEST_PACK} in all"
            faults.append(PackFault(f"{folder.name}/{name}", 1, "", bound, str(size)))
            continue
        try:
            texts[name] = path.read_bytes().decode()
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            faults.append(PackFault(f"{folder.name}/{name}", line, "", "text in UTF-8", "other bytes"))
    if faults:
        raise PackError(faults)
    return texts


def read_pack(
    texts: Mapping[str, str],
    schema: type[Tables],
    *,
    label: str = "",
    check: Check | None = None,
    base: Callable[[str], Pack[Tables] | None] | None = None,
) -> Pack[Tables]:
    """A pack from the texts of its files. `label` names it in faults; `base` finds the pack that it extends by name."""
    kinds = _table_kinds(schema)
    faults: list[PackFault] = _Faults()
    fragments = []
    for name, text in texts.items():
        file = f"{label}/{name}" if label else name
        if len(text) > LARGEST_FILE:
            faults.append(PackFault(file, 1, "", f"at most {LARGEST_FILE} characters", str(len(text))))
        else:
            fragments.append(_read_yaml(file, text, faults))
    if faults:
        raise PackError(faults)
    manifest_file = f"{label}/{MANIFEST}" if label else MANIFEST
    manifest = _manifest(fragments, manifest_file, faults)
    parent = base(manifest.base) if manifest and manifest.base and base else None
    if manifest and manifest.base and parent is None:
        faults.append(PackFault(manifest_file, 1, "base", "a pack that can be found", _shown(manifest.base)))
    if manifest and parent and parent.manifest.game != manifest.game:
        faults.append(PackFault(manifest_file, 1, "base", f"a pack of {manifest.game}", parent.manifest.game))
    homes = _homes(fragments, manifest_file, kinds, faults)
    content = dict(parent.content) if parent else {}
    for name, fragment in homes.items():
        content[name] = fragment.data[name]

    def report(place: Place, expected: str, got: str) -> None:
        home = homes.get(str(place[0])) if place else None
        line = home.line(place) if home else 1
        faults.append(PackFault(home.file if home else manifest_file, line, _field(place), expected, got))

    for name, field in kinds.items():
        if name in homes:
            for misfit in _misfits(content[name], field.type, (name,)):
                report(*misfit)
        elif name not in content and field.required and not (manifest is None or (manifest.base and parent is None)):
            report((name,), "a table", "nothing")
    if faults or manifest is None:
        raise PackError(faults)
    tables = msgspec.convert(content, schema, dec_hook=_convert)
    if check is not None:
        check(tables, report)
    if faults:
        raise PackError(faults)
    origin = dict(parent.origin) if parent else {}
    origin.update({name: fragment.file for name, fragment in homes.items()})
    digest = content_hash(manifest.game, tables)
    return Pack(manifest=manifest, tables=tables, hash=digest, content=content, origin=origin)


def _manifest(fragments: list[_Fragment], file: str, faults: list[PackFault]) -> Manifest | None:
    """The pack's manifest, or None with its faults noted."""
    for fragment in fragments:
        if fragment.file == file:
            before = len(faults)
            for place, expected, got in _misfits(fragment.data, Manifest, ()):
                faults.append(PackFault(file, fragment.line(place), _field(place), expected, got))
            return msgspec.convert(fragment.data, Manifest) if len(faults) == before else None
    faults.append(PackFault(file, 1, "", "a manifest", "no such file"))
    return None


def _homes(
    fragments: list[_Fragment], manifest_file: str, kinds: Mapping[str, object], faults: list[PackFault]
) -> dict[str, _Fragment]:
    """Map each table to its file. Unknown tables and tables given twice are faults."""
    homes: dict[str, _Fragment] = {}
    for fragment in fragments:
        if fragment.file == manifest_file or fragment.data is None:
            continue
        if not isinstance(fragment.data, dict):
            got = _shown(fragment.data)
            faults.append(PackFault(fragment.file, 1, "", "a mapping from names to tables", got))
            continue
        for name in fragment.data:
            line = fragment.line((name,))
            if name not in kinds:
                known = "one of " + ", ".join(kinds)
                faults.append(PackFault(fragment.file, line, str(name), known, "an unknown table"))
            elif name in homes:
                got = f"it in {homes[name].file} as well"
                faults.append(PackFault(fragment.file, line, str(name), "each table once", got))
            else:
                homes[str(name)] = fragment
    return homes


# Differences between packs -----------------------------------------------------------------------------------------


# Keeping a pack ----------------------------------------------------------------------------------------------------


# A pack from its folder --------------------------------------------------------------------------------------------


class _Known(msgspec.Struct):
    """A pack as it was read, with what its files and its base were then."""

    stamps: Any
    base: Pack[Any] | None
    pack: Pack[Any]


_known: dict[tuple[Any, ...], _Known] = {}


def load_pack(
    folder: Path | str, schema: type[Tables], *, check: Check | None = None, home: Path | str | None = None
) -> Pack[Tables]:
    """Return the pack in the folder. Its base, if it has one, is in `home`, by default the folder's parent.

    A process reads a pack once, and again only when one of its files or its base has changed.
    """
    folder = Path(folder).resolve()
    return _load(folder, schema, check, Path(home).resolve() if home else folder.parent, ())


def pack_names(home: Path) -> tuple[str, ...]:
    """Name the packs of a folder, the standard one first."""
    found = sorted(path.parent.name for path in home.glob(f"*/{MANIFEST}"))
    return tuple(sorted(found, key=lambda name: name != "standard"))


def _load(
    folder: Path, schema: type[Tables], check: Check | None, home: Path, extending: tuple[Path, ...]
) -> Pack[Tables]:
    """A pack, for itself or as the base of the packs that extend it."""
    label, key = folder.name, (folder, schema, check, home)
    if not (folder / MANIFEST).is_file():
        raise PackError([PackFault(f"{label}/{MANIFEST}", 1, "", "a manifest", "no such file")])
    found: Pack[Tables] | None = None

    def base(name: str) -> Pack[Tables]:
        nonlocal found
        if home / name in (*extending, folder):
            fault = PackFault(f"{label}/{MANIFEST}", 1, "base", "a pack that does not extend this one", _shown(name))
            raise PackError([fault])
        found = _load(home / name, schema, check, home, (*extending, folder))
        return found

    stamps, known = _stamps(folder), _known.get(key)
    if known is not None and known.stamps == stamps:
        name = known.pack.manifest.base
        if name is None or base(name) is known.base:
            return known.pack
    pack = read_pack(read_folder(folder), schema, label=label, check=check, base=base)
    _known[key] = _Known(stamps, found, pack)
    return pack


def _stamps(folder: Path) -> list[tuple[str, int, int]]:
    """Return the modification stamps of the files, to notice a change of the folder."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".yml"))
    return [(str(path), stat.st_mtime_ns, stat.st_size) for path in paths for stat in [path.stat()]]


# A player's own pack -----------------------------------------------------------------------------------------------
