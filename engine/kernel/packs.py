"""Chart packs: folders of YAML tables, each saying where it comes from, read into the typed tables a game asks for.

A pack is a folder with a manifest, `pack.yaml`, and any number of other YAML files. Each of those is a mapping from
table names to tables; which table stands in which file is free. The game gives a schema: a msgspec Struct with one
field for each table, every one a kind of `Table`. All that is wrong in all files is found in one reading and told as
`PackFault`s.
"""

import hashlib
import re
import typing
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, EnumType
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Generic, TypeVar

import msgspec
import yaml

MANIFEST = "pack.yaml"
LARGEST_FILE = 1_000_000
LARGEST_PACK = 8_000_000
MOST_FILES = 400
DEEPEST = 40

Tables = TypeVar("Tables", bound=msgspec.Struct)
Result = TypeVar("Result")
Place = tuple[str | int, ...]
Misfits = Iterator[tuple[Place, str, str]]


# What is wrong with a pack -----------------------------------------------------------------------------------------


class PackFault(msgspec.Struct, frozen=True, order=True):
    """One thing wrong in a pack: where it stands, what was expected there and what was found."""

    file: str
    line: int
    field: str
    expected: str
    got: str

    def __str__(self) -> str:
        field = f" {self.field}:" if self.field else ""
        return f"{self.file}, line {self.line}:{field} expected {self.expected}, got {self.got}."


MOST_FAULTS = 200
"""Faults after which a pack is read no further."""
_LONGEST = {"file": 200, "field": 300, "expected": 2_000, "got": 300}


class PackError(Exception):
    """A pack that cannot be used, with everything that is wrong with it, up to the most faults that are noted."""

    def __init__(self, faults: list[PackFault]) -> None:
        self.faults = tuple(sorted(faults))
        self.stopped = len(self.faults) >= MOST_FAULTS
        super().__init__("\n".join(str(fault) for fault in self.faults))


class _Faults(list[PackFault]):
    """The faults found so far. Reading stops at the last that is noted, and none is too long for a page."""

    def append(self, fault: PackFault) -> None:
        """Note one."""
        words = {name: _cut(getattr(fault, name), longest) for name, longest in _LONGEST.items()}
        super().append(PackFault(line=fault.line, **words))
        if len(self) >= MOST_FAULTS:
            raise PackError(self)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


class Misfit(ValueError):
    """Raised by a table's own `__post_init__` when its parts do not fit together; it becomes a `PackFault`."""

    def __init__(self, place: Place, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.place, self.expected, self.got = place, expected, got


# The parts that tables are made of ---------------------------------------------------------------------------------

_ORIGINS = "rules? [A-Z]?[0-9]|rulings? [^ ]|sources? [^ ]|printed [^ ]"
_PROSE = {"prose": True}
Prose = Annotated[str, msgspec.Meta(extra=_PROSE)]
"""Words for the reader alone, by which nothing is decided: they may be reworded, and the charts are the same charts."""
Provenance = Annotated[str, msgspec.Meta(pattern=f"^({_ORIGINS}|reconstructed: [^ ])", extra=_PROSE)]
RowProvenance = Annotated[str, msgspec.Meta(pattern=f"^({_ORIGINS}|reconstructed)", extra=_PROSE)]


_SIGN = r"[^\s:|\x00-\x1f\x7f]"
Name = Annotated[str, msgspec.Meta(pattern=rf"^{_SIGN}([^:|\x00-\x1f\x7f]*{_SIGN})?\Z", max_length=60)]
"""What a pack calls something by. Orders put their arguments between colons, so that no name may have one."""
Text = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\Z", max_length=120)]


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a name that the house has no word for is said, in English and, if the pack has it, in Polish."""

    en: Annotated[Text, msgspec.Meta(extra=_PROSE)]
    pl: Annotated[Text, msgspec.Meta(extra=_PROSE)] | None = None


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chart; its provenance is `rule 7.1.13`, `ruling …`, `source …`, `printed …` or `reconstructed: why`."""

    provenance: Provenance


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of a chart; it may name a provenance of its own."""

    provenance: RowProvenance | None = None


class Span(msgspec.Struct, frozen=True):
    """A range of die rolls; `None` is an open end."""

    low: int | None
    high: int | None

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.high}-"
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"

    @classmethod
    def parse(cls, text: str | int) -> "Span":
        """Read `10`, `"2-5"`, `"6+"` (six or more) or `"4-"` (four or less)."""
        found = re.fullmatch(r"(-?[0-9]{1,3})(?:([+-])|-(-?[0-9]{1,3}))?", str(text))
        if found is None:
            raise ValueError(text)
        low, end, high = int(found[1]), found[2], found[3]
        if end:
            return cls(low, None) if end == "+" else cls(None, low)
        if high is not None and int(high) < low:
            raise ValueError(text)
        return cls(low, low if high is None else int(high))


class ByRoll(dict[int, Result], Generic[Result]):
    """Results by die roll, every roll with its own entry; one beyond an open end gets the result of that end."""

    __slots__ = ("high", "low", "open_above", "open_below", "rows")

    def __init__(self, rows: Mapping[str | int, Result]) -> None:
        super().__init__()
        spans = {}
        for key, result in rows.items():
            try:
                span = Span.parse(key)
            except ValueError:
                raise Misfit((key,), "a roll such as 10, 2-5, 6+ or 4-", f"“{key}”") from None
            spans[span] = (key, result)
        if not spans:
            raise Misfit((), "at least one roll", "none")
        ordered = sorted(spans, key=lambda span: -10_000 if span.low is None else span.low)
        for before, after in pairwise(ordered):
            if before.high is None or after.low is None or after.low <= before.high:
                raise Misfit((spans[after][0],), "rolls that do not overlap", f"{after} after {before}")
            if after.low != before.high + 1:
                raise Misfit((spans[after][0],), f"a row for {before.high + 1} first", f"{after} after {before}")
        first, last = ordered[0], ordered[-1]
        if first == last and None in (first.low, first.high):
            raise Misfit((spans[first][0],), "a second row", f"{first} alone")
        self.rows = tuple((span, spans[span][1]) for span in ordered)
        self.open_below, self.open_above = first.low is None, last.high is None
        self.low: int = first.high if first.low is None else first.low  # type: ignore[assignment]
        self.high: int = last.low if last.high is None else last.high  # type: ignore[assignment]
        for span, result in self.rows:
            low = self.low if span.low is None else span.low
            high = self.high if span.high is None else span.high
            self.update(dict.fromkeys(range(low, high + 1), result))

    def __missing__(self, roll: int) -> Result:
        if not self.covers(roll, roll):
            raise KeyError(f"{roll} is not on the table, which runs from {self.low} to {self.high}")
        found = self[roll] = self[self.low if roll < self.low else self.high]
        return found

    def __repr__(self) -> str:
        return f"ByRoll({ {str(span): result for span, result in self.rows} })"

    def covers(self, low: int, high: int) -> bool:
        """Whether every roll from low to high has a result."""
        return (self.open_below or self.low <= low) and (self.open_above or self.high >= high)


Dice = Annotated[str, msgspec.Meta(pattern=r"^[1-9]?d[1-9][0-9]{0,2}([+-][0-9]{1,2})?$")]


def dice_range(dice: str) -> tuple[int, int]:
    """The lowest and the highest total of dice written such as `d10`, `2d6` or `1d6+10`."""
    count, rest = dice.split("d")
    sides, sign, constant = re.fullmatch(r"(\d+)(?:([+-])(\d+))?", rest).groups()  # type: ignore[union-attr]
    number, shift = int(count or 1), int(f"{sign}{constant}") if sign else 0
    return number + shift, number * int(sides) + shift


class Rolled(Table, frozen=True, kw_only=True):
    """A chart that is rolled on: each of its columns has a result for every total of its dice."""

    dice: Dice

    def __post_init__(self) -> None:
        low, high = dice_range(self.dice)
        for name in self.__struct_fields__:
            column = getattr(self, name)
            if isinstance(column, ByRoll) and not column.covers(low, high):
                rolls = ", ".join(str(span) for span, _ in column.rows)
                raise Misfit((name,), f"a row for every roll of {self.dice}, {low} to {high}", rolls)


class RollTable(Rolled, Generic[Result], frozen=True, kw_only=True):
    """A chart of one column: dice, and a result for each roll."""

    rows: ByRoll[Result]

    def __getitem__(self, roll: int) -> Result:
        return self.rows[roll]


# The pack ----------------------------------------------------------------------------------------------------------


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first page of a pack: whose it is, what it is called and which pack it extends."""

    game: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$")]
    name: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]*$", max_length=60)]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    version: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    base: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]*$", max_length=60)] | None = None


class Pack(msgspec.Struct, Generic[Tables], frozen=True, kw_only=True):
    """A game's charts, read and found sound; `hash` is the same for what plays the same, however laid out or worded."""

    manifest: Manifest
    tables: Tables
    hash: str
    content: dict[str, Any]
    origin: dict[str, str]


Report = Callable[[Place, str, str], None]
Check = Callable[[Any, Report], None]
"""A game's own check of cross-references: it gets the tables and reports each misfit by place, expected and got."""


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


def _scalar(text: str) -> Any:
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


def _shown(value: Any) -> str:
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
    """The value hook: a `ByRoll` from a mapping of rolls to results."""
    if typing.get_origin(kind) is not ByRoll:
        raise TypeError(f"a pack has no values of {kind}")
    if not isinstance(value, dict):
        raise Misfit((), "a mapping of rolls to results", _shown(value))
    (inner,) = typing.get_args(kind)
    return ByRoll({key: _fit(held, inner) for key, held in value.items()})


def _fit(value: Any, kind: Any) -> Any:
    """The value as the kind, or a `msgspec.ValidationError`."""
    return msgspec.convert(value, kind, dec_hook=_convert)


def _misfits(value: Any, kind: Any, place: Place) -> Misfits:
    """Everything in the value that is not of the kind, each with its place."""
    try:
        _fit(value, kind)
    except msgspec.ValidationError as error:
        inner = _inner_misfits(value, kind, place)
        yield next(inner, None) or _reading(error, value, kind, place)
        yield from inner


def _inner_misfits(value: Any, kind: Any, place: Place) -> Misfits:
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


def _record_misfits(value: dict[str | int, Any], kind: Any, place: Place) -> Misfits:
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
    """What should stand where there is nothing, or a word that is not of the list."""
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
    """A misfit from the validator's message: the place it names, what it expected and what stands there."""
    message, _, path = str(error).partition(" - at `$")
    for name, index in re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", path.partition("[...]")[0]):
        step = name or int(index)
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            break
        place = (*place, step)
    if isinstance(error.__cause__, Misfit):
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
        if not (_is_struct(kind) and issubclass(typing.get_origin(kind) or kind, Table)):
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
    fragments: list[_Fragment], manifest_file: str, kinds: Mapping[str, Any], faults: list[PackFault]
) -> dict[str, _Fragment]:
    """The file in which each table stands; unknown tables and tables given twice are faults."""
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


# What tells one pack from another ----------------------------------------------------------------------------------


def content_hash(game: str, tables: Any) -> str:
    """SHA-256 over the game and its typed tables without prose: the same for every layout, wording, name and version.

    A field at its default is left out, so that a new field of the schema leaves the hash of every pack as it was.
    """
    return hashlib.sha256(msgspec.json.encode([game, _lean(tables)])).hexdigest()


def _lean(value: Any) -> Any:
    """What of a typed value decides anything, as lists whose order does not hang on that of the file."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        fields = [
            [name, _lean(held)]
            for name, default in _deciding(type(value))
            if (held := getattr(value, name)) != default or type(held) is not type(default)
        ]
        return fields if tag is None else [tag, fields]
    if isinstance(value, ByRoll):
        return [[str(span), _lean(result)] for span, result in value.rows]
    if isinstance(value, Mapping):
        # Whole numbers before text, so that neither the order nor the kind of a key is lost.
        pairs = sorted(value.items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        return {"pairs": [[_lean(key), _lean(held)] for key, held in pairs]}
    if isinstance(value, (set, frozenset)):
        return sorted(map(_lean, value))
    if isinstance(value, (list, tuple)):
        return [_lean(held) for held in value]
    return value.value if isinstance(value, Enum) else str(value) if isinstance(value, Span) else value


@cache
def _deciding(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct that are not prose, each with its default."""
    return tuple((f.name, _default(f)) for f in msgspec.structs.fields(kind) if not _is_prose(f.type))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _is_prose(kind: Any) -> bool:
    """Whether a type is prose, may be, or holds it."""
    if any(isinstance(part, msgspec.Meta) and part.extra == _PROSE for part in getattr(kind, "__metadata__", ())):
        return True
    return any(_is_prose(part) for part in typing.get_args(kind) if not isinstance(part, str))


def former_hash(game: str, content: Mapping[str, Any]) -> str:
    """The hash by which a pack was known up to commit 2a36ce7: over the files' data, prose and all."""
    return hashlib.sha256(msgspec.json.encode([game, _canonical(content)])).hexdigest()


def _canonical(value: Any) -> Any:
    """Mappings as pairs ordered by key, whole numbers before text, so that neither order nor kind of key is lost."""
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        return {"pairs": [[key, _canonical(held)] for key, held in pairs]}
    return [_canonical(held) for held in value] if isinstance(value, list) else value


# Keeping a pack ----------------------------------------------------------------------------------------------------


def packed(pack: Pack[Any]) -> bytes:
    """A pack as bytes to be kept: manifest and content, prose with it."""
    return msgspec.msgpack.encode([pack.manifest, pack.content])


def unpacked(data: bytes, schema: type[Tables], digest: str) -> Pack[Tables]:
    """A pack from the bytes in which it was kept under this hash. It was found sound then, and is taken as it is."""
    manifest, content = msgspec.msgpack.decode(data, type=tuple[Manifest, dict[str, Any]], strict=False)
    tables = msgspec.convert(content, schema, dec_hook=_convert)
    return Pack(manifest=manifest, tables=tables, hash=digest, content=content, origin={})


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
    """The pack in the folder; its base, if it has one, stands in `home`, which is the folder's parent unless told.

    A pack is read once in a process, and again only when one of its files or its base has changed.
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
    """What tells that a file of the folder has changed."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".yml"))
    return [(str(path), stat.st_mtime_ns, stat.st_size) for path in paths for stat in [path.stat()]]


# A player's own pack -----------------------------------------------------------------------------------------------


def dump_pack(pack: Pack[Any], *, name: str, title: str, version: str = "1") -> dict[str, str]:
    """The pack as the texts of a complete pack of another name: a manifest and one file for each table."""
    manifest = {"game": pack.manifest.game, "name": name, "title": title, "version": version}
    msgspec.convert(manifest, Manifest)
    texts = {MANIFEST: _yaml_text(manifest)}
    texts.update({f"{table}.yaml": _yaml_text({table: held}) for table, held in pack.content.items()})
    return texts


def copy_pack(pack: Pack[Any], folder: Path | str, *, title: str, version: str = "1") -> Path:
    """A complete copy of the pack in a new folder, named after the folder, for a player to edit."""
    folder = Path(folder)
    texts = dump_pack(pack, name=folder.name, title=title, version=version)
    folder.mkdir(parents=True)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def _yaml_text(data: Any) -> str:
    return yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=120)
