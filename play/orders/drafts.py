"""A rich answer under way: rows added and taken out, judged, and carried on by what the rules allow next."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict

import msgspec

from engine.kernel.decisions import AnswerForm, BadForm, Decision, read_answer
from play.games.text import GameText
from play.journal import store
from play.pages import typed_forms
from play.pages.typed_forms import FormFault

CONTINUATION = "way."
SEPARATOR = "="


class WayOn(TypedDict):
    """A way to carry a draft on: the field, and the value to write there."""

    field: str
    value: object


@dataclass
class AnswerDraft:
    """Draft of an answer: entries so far, their faults, and ways to continue a row."""

    typed: dict[str, str]
    faults: list[FormFault] = field(default_factory=list)
    judged: bool = False
    row: str = ""
    ways: list[tuple[str, str]] = field(default_factory=list)
    """The value and the words of each way to carry the row on."""


def continue_draft(decision: Decision, posted: Mapping[str, str], words: GameText) -> AnswerDraft:
    """Do to a draft what its button says; nothing of it is an order."""
    form = decision.form
    draft = AnswerDraft({name: text for name, text in posted.items() if name.startswith(typed_forms.PREFIX)})
    if form is None:
        return draft
    verb, _colon, path = posted.get("draft", "").partition(":")
    if verb == "add" and path in typed_forms.row_lists(form.type):
        _add(draft, form, path, words)
    elif verb == "drop":
        _drop(draft, path)
    elif verb == "example":
        draft.typed = form_fields(typed_forms.fields_of(form.type, words, msgspec.to_builtins(form.example(_any))))
    elif verb == "ways":
        _take(draft, posted.get(CONTINUATION + path, ""))
        draft.row = path
        draft.ways = _continuations(draft, form, path, words)
    else:
        draft.judged = True
        draft.faults = _faults(decision, draft)
    return draft


def form_fields(fields: list[typed_forms.FormField]) -> dict[str, str]:
    """Return what a browser would send of these controls."""
    return {
        one.name: "on" if one.kind == "yes-no" else str(one.value)
        for one in fields
        if one.kind != "yes-no" or one.value
    }


def _any(sides: int) -> int:
    """Roll for an example: no die of the game."""
    return 1 + secrets.randbelow(sides)


def _add(draft: AnswerDraft, form: AnswerForm, path: str, words: GameText) -> None:
    """Add a row with its blanks."""
    place = typed_forms.rows_typed(draft.typed, path)
    if place < typed_forms.MOST_ROWS:
        blanks = typed_forms.fields_of(form.type, words, {path: [{}] * (place + 1)})
        new = [one for one in blanks if one.path.startswith(f"{path}.{place}.")]
        draft.typed |= form_fields(new) | {one.name: "" for one in new if one.kind == "text" and not one.value}


def _drop(draft: AnswerDraft, path: str) -> None:
    """Take a row out; those after it move up."""
    found = re.fullmatch(r"(\w+)\.(\d{1,3})", path)
    if not found:
        return
    start, gone = f"{typed_forms.PREFIX}{found[1]}.", int(found[2])
    stored: dict[str, str] = {}
    for name, text in draft.typed.items():
        place, _dot, rest = name.removeprefix(start).partition(".")
        if not name.startswith(start) or not place.isdigit():
            stored[name] = text
        elif int(place) != gone:
            stored[f"{start}{int(place) - (int(place) > gone)}.{rest}"] = text
    draft.typed = stored


def _take(draft: AnswerDraft, way: str) -> None:
    """Write down the way that was chosen: hung on to a line, or in place of what stood there."""
    name, _sign, value = way.partition(SEPARATOR)
    if name.startswith("+") and name[1:] in draft.typed:
        draft.typed[name[1:]] = f"{draft.typed[name[1:]]} {value}".strip()
    elif name in draft.typed:
        draft.typed[name] = value


def _continuations(draft: AnswerDraft, form: AnswerForm, path: str, words: GameText) -> list[tuple[str, str]]:
    """Ask the game how a row may be carried on; the row goes last, where the game looks for it."""
    found = re.fullmatch(r"(\w+)\.(\d{1,3})", path)
    if form.suggest is None or not found:
        return []
    try:
        plain = typed_forms.read(form.type, draft.typed)
        rows = plain[found[1]] if isinstance(plain, dict) else None
        if not isinstance(rows, list):
            return []
        rows.append(rows.pop(int(found[2])))
        offers = msgspec.convert(form.suggest(plain), list[WayOn])
    except (typed_forms.UnreadableField, msgspec.ValidationError, IndexError, KeyError, TypeError):
        return []
    return [_continuation(offer, f"{typed_forms.PREFIX}{path}.{offer['field']}", words) for offer in offers]


def _continuation(offer: WayOn, name: str, words: GameText) -> tuple[str, str]:
    label, value = words.label(offer["field"]), offer["value"]
    note = words.note("way", offer["field"], offer)
    if isinstance(value, str):
        return f"{name}{SEPARATOR}{value}", f"{label}: {words.name(value)}" + (note and f" ({note})")
    line = typed_forms.line_of([value])
    return f"+{name}{SEPARATOR}{line}", f"{label}: {line}" + (note and f" ({note})")


def _faults(decision: Decision, draft: AnswerDraft) -> list[FormFault]:
    """Judge a draft without giving it."""
    assert decision.form is not None  # noqa: S101 - asked of forms only
    try:
        read_answer(decision, typed_forms.read(decision.form.type, draft.typed))
    except typed_forms.UnreadableField as problem:
        return [problem.fault]
    except BadForm as problem:
        faults: list[FormFault] = store.json_data(problem.faults)
        return faults
    return []
