"""Forms made from the typed structures that games declare: their set-up, standing orders and rich answers."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

import msgspec
from django.utils.translation import gettext as _
from msgspec import inspect

from play.games.text import GameText
from play.orders.refusals import where_wrong
from play.utils.plain_data import Json

PREFIX = "f."
MOST_ROWS = 40
"""Rows that a list may have on a page."""
LONGEST_LINE = 2_000
"""A string that may be longer than this is written in lines."""


class FormFault(TypedDict):
    """One thing wrong with a form, as plain data: where, what (a stable code, or its sentence), with figures."""

    field: str
    code: str
    sentence: NotRequired[str]
    rule: NotRequired[str]
    facts: NotRequired[dict[str, Json] | None]


@dataclass
class FormField:
    """One control of a form, by the path of what it fills in."""

    path: str
    label: str
    kind: str
    """number, text, page (of text, in lines), yes-no, choice or json."""
    help: str = ""
    value: Json = ""
    choices: list[tuple[str, str]] = field(default_factory=list)
    least: float | None = None
    most: float | None = None
    faults: list[str] = field(default_factory=list)
    head: str = ""
    """The heading of the row that begins with this control."""
    row: str = ""
    """The path of that row."""

    @property
    def name(self) -> str:
        """The control's name."""
        return PREFIX + self.path

    @property
    def is_multiline(self) -> bool:
        """Return whether the field is a large text box."""
        return self.kind in ("json", "page")


class UnreadableField(ValueError):
    """A value typed into a field that its type cannot hold."""

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path

    @property
    def fault(self) -> FormFault:
        """The same as a fault of the form."""
        return {"field": self.path, "code": "type", "sentence": str(self)}


def fields_of(
    typed: object, words: GameText, value: Json = None, posted: Mapping[str, str] | None = None
) -> list[FormField]:
    """Return the controls for a type, filled with a value of it (as plain data) or with what was typed."""
    fields = _fields(inspect.type_info(typed), "", words, value if value is not None else _blank(typed), posted)
    if posted is not None:
        for one in fields:
            if one.name in posted or one.kind == "yes-no":
                one.value = posted.get(one.name, "")
    return fields


def _blank(typed: object) -> Json:
    try:
        blank: Json = msgspec.to_builtins(msgspec.convert({}, typed))
    except msgspec.ValidationError:
        return {}
    return blank


def _fields(
    info: inspect.Type, path: str, words: GameText, value: Json, posted: Mapping[str, str] | None = None
) -> list[FormField]:
    parts = _parts(info)
    if parts is not None:
        found: list[FormField] = []
        for name, inner in parts:
            held = _at(value, name)
            if held is None and isinstance(info, inspect.StructType):
                held = _default(info, str(name))
            found += _fields(inner, f"{path}.{name}" if path else str(name), words, held, posted)
        return found
    if (row := _row_type(info)) is not None:
        return _rows(row, path, words, value, posted)
    return [_control(info, path, words, value)]


def _rows(
    info: inspect.StructType, path: str, words: GameText, value: Json, posted: Mapping[str, str] | None
) -> list[FormField]:
    """Return the controls of a list of structures, row after row, each row with its heading."""
    held = value if isinstance(value, (list, tuple)) else []
    found: list[FormField] = []
    for place in range(rows_typed(posted, path)) if posted is not None else range(len(held)):
        row = _fields(info, f"{path}.{place}", words, _at(held, place), posted)
        label = words.label(path.rpartition(".")[2])
        row[0].head, row[0].row = _("%(label)s, %(place)s") % {"label": label, "place": place + 1}, f"{path}.{place}"
        found += row
    return found


def rows_typed(posted: Mapping[str, str], path: str) -> int:
    """Count the rows of a list that were sent."""
    start = f"{PREFIX}{path}."
    places = [name[len(start) :].split(".")[0] for name in posted if name.startswith(start)]
    return min(MOST_ROWS, 1 + max((int(place) for place in places if re.fullmatch(r"\d{1,3}", place)), default=-1))


def row_lists(typed: object) -> list[str]:
    """Name the lists of a type that are filled in row by row."""
    parts = _parts(inspect.type_info(typed)) or []
    return [str(name) for name, info in parts if _row_type(info) is not None]


def _structure_listed(info: inspect.Type) -> inspect.StructType | None:
    """Return the structure of which a type is a list."""
    listed = info.item_type if isinstance(info, inspect.ListType) else None
    return listed if isinstance(listed, inspect.StructType) else None


def _line_type(info: inspect.Type) -> inspect.StructType | None:
    """Return the structure of a list that fits on one line: its things are nothing but a few words each."""
    listed = _structure_listed(info)
    is_line = listed is not None and all(isinstance(part.type, inspect.StrType) for part in listed.fields)
    return listed if is_line else None


def _row_type(info: inspect.Type) -> inspect.StructType | None:
    """Return the structure of a list that is filled in row by row."""
    return _structure_listed(info) if _line_type(info) is None else None


def _default(info: inspect.StructType, name: str) -> Json:
    part = next(one for one in info.fields if one.encode_name == name)
    default: Json = None
    if part.default_factory is not msgspec.NODEFAULT:
        default = part.default_factory()
    elif part.default is not msgspec.NODEFAULT:
        default = msgspec.to_builtins(part.default)
    return default


def _parts(info: inspect.Type) -> list[tuple[str | int, inspect.Type]] | None:
    """Return the named parts of a structure; None for what is one control."""
    if isinstance(info, inspect.StructType):
        return [(part.encode_name, part.type) for part in info.fields]
    if isinstance(info, inspect.TupleType):
        return list(enumerate(info.item_types))
    return None


def _at(value: Json, name: str | int) -> Json:
    if isinstance(value, dict) and isinstance(name, str):
        return value.get(name)
    if isinstance(value, (list, tuple)) and isinstance(name, int) and name < len(value):
        return value[name]
    return None


def _control(info: inspect.Type, path: str, words: GameText, value: Json) -> FormField:
    *_before, last = path.split(".")
    name = next((part for part in reversed(path.split(".")) if not part.isdigit()), path)
    label = words.label(name)
    if last.isdigit():
        label = _("%(label)s, %(place)s") % {"label": label, "place": int(last) + 1}
    control = FormField(path=path, label=label, kind="json", help=words.help(name), value=_shown(value))
    if isinstance(info, inspect.Metadata):
        # The examples of a string's own annotation are what may be chosen; the game still judges what is sent.
        examples = (info.extra_json_schema or {}).get("examples", [])
        control = _control(info.type, path, words, value)
        if examples and control.kind == "text":
            control.kind, control.choices = "choice", [(each, str(words.name(each))) for each in examples]
        return control
    if _line_type(info) is not None:
        control.kind, control.value = "text", line_of(value if isinstance(value, (list, tuple)) else [])
        return control
    if isinstance(info, inspect.BoolType):
        control.kind, control.value = "yes-no", bool(value)
    elif isinstance(info, (inspect.IntType, inspect.FloatType)):
        control.kind, control.value = "number", "" if value is None else value
        control.least, control.most = info.ge, info.le
    elif isinstance(info, inspect.StrType):
        control.kind, control.value = "page" if _is_page(info) else "text", value or ""
    elif isinstance(info, (inspect.LiteralType, inspect.EnumType)):
        control.kind, control.value = "choice", str(value) if value is not None else ""
        control.choices = [(str(choice), str(words.name(choice))) for choice in _choices(info)]
    return control


def _choices(info: inspect.LiteralType | inspect.EnumType) -> Sequence[object]:
    return info.values if isinstance(info, inspect.LiteralType) else [one.value for one in info.cls]


def _is_page(info: inspect.StrType) -> bool:
    """Say whether a string is a text of many lines, of which even the first one's place and indent count."""
    return (info.max_length or 0) > LONGEST_LINE


def line_of(value: Iterable[object]) -> str:
    """Write a list of small structures on one line: a space between them, a stroke between their parts."""
    things = [[str(part) for part in msgspec.to_builtins(thing).values()] for thing in value]
    return " ".join("/".join(parts).rstrip("/") for parts in things)


def _line_read(info: inspect.StructType, path: str, text: str) -> Json:
    names = [part.encode_name for part in info.fields]
    things = [written.split("/") for written in re.split(r"[\s,;]+", text) if written]
    if any(len(parts) > len(names) for parts in things):
        raise UnreadableField(path, _("One of these entries has too many parts."))
    return [dict(zip(names, parts, strict=False)) for parts in things]


def _shown(value: Json) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def read(typed: object, posted: Mapping[str, str]) -> Json:
    """Put what was typed together as plain data for the type; raises `UnreadableField` where that cannot be read."""
    found = _read(inspect.type_info(typed), "", posted)
    return None if isinstance(found, _Nothing) else found


class _Nothing:
    """Placeholder for a blank field, which is left out."""


_NOTHING = _Nothing()


def _read(info: inspect.Type, path: str, posted: Mapping[str, str]) -> Json | _Nothing:
    parts = _parts(info)
    if parts is not None:
        inner = [(name, _read(part, f"{path}.{name}" if path else str(name), posted)) for name, part in parts]
        held = [(str(name), value) for name, value in inner if not isinstance(value, _Nothing)]
        return [value for _name, value in held] if isinstance(info, inspect.TupleType) else dict(held)
    if (row := _row_type(info)) is not None:
        rows = [_read(row, f"{path}.{place}", posted) for place in range(rows_typed(posted, path))]
        return [one for one in rows if not isinstance(one, _Nothing)]
    if isinstance(info, inspect.Metadata):
        info = info.type
    text = posted.get(PREFIX + path, "").strip()
    if (line := _line_type(info)) is not None:
        return _line_read(line, path, text)
    if isinstance(info, inspect.BoolType):
        return text in {"on", "true", "1"}
    if isinstance(info, (inspect.IntType, inspect.FloatType)):
        return _number(text, path, info)
    if isinstance(info, inspect.StrType):
        return posted[PREFIX + path] if text and _is_page(info) else text
    if not text:
        return _NOTHING
    if isinstance(info, (inspect.LiteralType, inspect.EnumType)):
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) and text not in _choices(info) else text
    try:
        found: Json = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise UnreadableField(path, _("This is not JSON: %(problem)s") % {"problem": where_wrong(problem)}) from problem
    return found


def _number(text: str, path: str, info: inspect.IntType | inspect.FloatType) -> float:
    try:
        return int(text) if isinstance(info, inspect.IntType) else float(text)
    except ValueError as problem:
        raise UnreadableField(path, _("Enter a number.")) from problem


def place_faults(fields: Sequence[FormField], faults: Iterable[FormFault], words: GameText) -> list[str]:
    """Put each fault beside its field, and return those that belong to the form as a whole."""
    rest = []
    for fault in faults:
        sentence = fault.get("sentence") or fault_sentence(fault, words)
        path = _path(fault["field"])
        near = [one for one in fields if path == one.path or path.startswith(one.path + ".")] or [
            one for one in fields if path and one.path.startswith(path + ".")
        ]
        if near and not any(one.row.startswith(path + ".") for one in near):
            near[-1].faults.append(sentence)
        else:
            rest.append(sentence)
    return rest


def fault_sentence(fault: FormFault, words: GameText) -> str:
    """Say what is wrong with a form, in the game's words where the game has found it."""
    if fault["code"] == "type":
        problem = (fault.get("facts") or {}).get("problem", "")
        return _("This entry is not valid (%(problem)s).") % {"problem": problem}
    return words.fault(fault["code"], fault.get("facts"))


def _path(field_name: str) -> str:
    return re.sub(r"\[(\d+)\]", r".\1", field_name.removeprefix("$").removeprefix("."))
