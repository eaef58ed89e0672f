"""Forms made from the typed structures that games declare: their set-up, standing orders and rich answers."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import inspect

from play.games.text import GameText
from play.orders.refusals import where_wrong

PREFIX = "f."
MOST_ROWS = 40
"""Rows that a list may have on a page."""
LONGEST_LINE = 2_000
"""A string that may be longer than this is written in lines."""


@dataclass
class FormField:
    """One control of a form, by the path of what it fills in."""

    path: str
    label: str
    kind: str
    """number, text, page (of text, in lines), yes-no, choice or json."""
    help: str = ""
    value: Any = ""
    choices: list[tuple[str, str]] = field(default_factory=list)
    least: Any = None
    most: Any = None
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
        """Whether it is written in a large box."""
        return self.kind in ("json", "page")


class UnreadableField(ValueError):
    """What was typed into a field is nothing that its type could hold."""

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


def fields_of(
    typed: Any, words: GameText, value: Any = None, posted: Mapping[str, str] | None = None
) -> list[FormField]:
    """Return the controls for a type, filled with a value of it (as plain data) or with what was typed."""
    fields = _fields(inspect.type_info(typed), "", words, value if value is not None else _blank(typed), posted)
    if posted is not None:
        for one in fields:
            if one.name in posted or one.kind == "yes-no":
                one.value = posted.get(one.name, "")
    return fields


def _blank(typed: Any) -> Any:
    try:
        return msgspec.to_builtins(msgspec.convert({}, typed))
    except msgspec.ValidationError:
        return {}


def _fields(
    info: Any, path: str, words: GameText, value: Any, posted: Mapping[str, str] | None = None
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
    if _is_rows(info):
        return _rows(info, path, words, value, posted)
    return [_control(info, path, words, value)]


def _rows(info: Any, path: str, words: GameText, value: Any, posted: Mapping[str, str] | None) -> list[FormField]:
    """Return the controls of a list of structures, row after row, each row with its heading."""
    held = value if isinstance(value, (list, tuple)) else []
    found: list[FormField] = []
    for place in range(rows_typed(posted, path)) if posted is not None else range(len(held)):
        row = _fields(info.item_type, f"{path}.{place}", words, _at(held, place), posted)
        label = words.label(path.rpartition(".")[2])
        row[0].head, row[0].row = _("%(label)s, %(place)s") % {"label": label, "place": place + 1}, f"{path}.{place}"
        found += row
    return found


def rows_typed(posted: Mapping[str, str], path: str) -> int:
    """Count the rows of a list that were sent."""
    start = f"{PREFIX}{path}."
    places = [name[len(start) :].split(".")[0] for name in posted if name.startswith(start)]
    return min(MOST_ROWS, 1 + max((int(place) for place in places if re.fullmatch(r"\d{1,3}", place)), default=-1))


def row_lists(typed: Any) -> list[str]:
    """Name the lists of a type that are filled in row by row."""
    parts = _parts(inspect.type_info(typed)) or []
    return [str(name) for name, info in parts if _is_rows(info)]


def _is_line(info: Any) -> bool:
    """Say whether a list fits on one line: its things are nothing but a few words each."""
    return _is_list_of_structures(info) and all(
        isinstance(part.type, inspect.StrType) for part in info.item_type.fields
    )


def _is_rows(info: Any) -> bool:
    return _is_list_of_structures(info) and not _is_line(info)


def _is_list_of_structures(info: Any) -> bool:
    return isinstance(info, inspect.ListType) and isinstance(info.item_type, inspect.StructType)


def _default(info: Any, name: str) -> Any:
    part = next(one for one in info.fields if one.encode_name == name)
    if part.default_factory is not msgspec.NODEFAULT:
        return part.default_factory()
    return None if part.default is msgspec.NODEFAULT else msgspec.to_builtins(part.default)


def _parts(info: Any) -> list[tuple[str | int, Any]] | None:
    """Return the named parts of a structure; None for what is one control."""
    if isinstance(info, inspect.StructType):
        return [(part.encode_name, part.type) for part in info.fields]
    if isinstance(info, inspect.TupleType):
        return list(enumerate(info.item_types))
    return None


def _at(value: Any, name: str | int) -> Any:
    if isinstance(value, Mapping):
        return value.get(name)
    if isinstance(value, (list, tuple)) and isinstance(name, int) and name < len(value):
        return value[name]
    return None


def _control(info: Any, path: str, words: GameText, value: Any) -> FormField:
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
    if _is_line(info):
        control.kind, control.value = "text", line_of(value or [])
        return control
    if isinstance(info, inspect.BoolType):
        control.kind, control.value = "yes-no", bool(value)
    elif isinstance(info, (inspect.IntType, inspect.FloatType)):
        control.kind, control.value = "number", "" if value is None else value
        control.least, control.most = info.ge, info.le
    elif isinstance(info, inspect.StrType):
        control.kind, control.value = "page" if _is_page(info) else "text", value or ""
    elif isinstance(info, (inspect.LiteralType, inspect.EnumType)):
        choices = info.values if isinstance(info, inspect.LiteralType) else [one.value for one in info.cls]
        control.kind, control.value = "choice", str(value) if value is not None else ""
        control.choices = [(str(choice), str(words.name(choice))) for choice in choices]
    return control


def _is_page(info: inspect.StrType) -> bool:
    """Say whether a string is a text of many lines, of which even the first one's place and indent count."""
    return (info.max_length or 0) > LONGEST_LINE


def line_of(value: Any) -> str:
    """Write a list of small structures on one line: a space between them, a stroke between their parts."""
    things = [[str(part) for part in msgspec.to_builtins(thing).values()] for thing in value]
    return " ".join("/".join(parts).rstrip("/") for parts in things)


def _line_read(info: Any, path: str, text: str) -> list[dict[str, str]]:
    names = [part.encode_name for part in info.item_type.fields]
    things = [written.split("/") for written in re.split(r"[\s,;]+", text) if written]
    if any(len(parts) > len(names) for parts in things):
        raise UnreadableField(path, _("One of these has too many parts."))
    return [dict(zip(names, parts, strict=False)) for parts in things]


def _shown(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def read(typed: Any, posted: Mapping[str, str]) -> Any:
    """Put what was typed together as plain data for the type; raises `Unreadable` at a field that cannot be read."""
    return _read(inspect.type_info(typed), "", posted)


def _read(info: Any, path: str, posted: Mapping[str, str]) -> Any:
    parts = _parts(info)
    if parts is not None:
        inner = [(name, _read(part, f"{path}.{name}" if path else str(name), posted)) for name, part in parts]
        if isinstance(info, inspect.TupleType):
            return [value for _name, value in inner]
        return {name: value for name, value in inner if value is not _NOTHING}
    if _is_rows(info):
        return [_read(info.item_type, f"{path}.{place}", posted) for place in range(rows_typed(posted, path))]
    if isinstance(info, inspect.Metadata):
        info = info.type
    text = posted.get(PREFIX + path, "").strip()
    if _is_line(info):
        return _line_read(info, path, text)
    if isinstance(info, inspect.BoolType):
        return text in {"on", "true", "1"}
    if isinstance(info, (inspect.IntType, inspect.FloatType)):
        return _number(text, path, info)
    if isinstance(info, inspect.StrType):
        return posted[PREFIX + path] if text and _is_page(info) else text
    if not text:
        return _NOTHING
    if isinstance(info, (inspect.LiteralType, inspect.EnumType)):
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) and text not in _words_of(info) else text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise UnreadableField(path, _("This is not JSON: %(problem)s") % {"problem": where_wrong(problem)}) from problem


_NOTHING: Any = object()


def _words_of(info: Any) -> set[Any]:
    return set(info.values) if isinstance(info, inspect.LiteralType) else {one.value for one in info.cls}


def _number(text: str, path: str, info: Any) -> Any:
    try:
        return int(text) if isinstance(info, inspect.IntType) else float(text)
    except ValueError as problem:
        raise UnreadableField(path, _("A number is wanted here.")) from problem


def place_faults(fields: list[FormField], faults: list[dict[str, Any]], words: GameText) -> list[str]:
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


def fault_sentence(fault: dict[str, Any], words: GameText) -> str:
    """Say what is wrong with a form, in the game's words where the game has found it."""
    if fault["code"] == "type":
        problem = (fault.get("facts") or {}).get("problem", "")
        return _("This is not what is wanted here (%(problem)s).") % {"problem": problem}
    return words.fault(fault["code"], fault.get("facts"))


def _path(field_name: str) -> str:
    return re.sub(r"\[(\d+)\]", r".\1", field_name.removeprefix("$").removeprefix("."))
