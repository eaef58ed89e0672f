"""A part of a board that is drawn from its data alone: the same data are drawn once by each process.

    {% load drawn %}{% drawn "sorties/interceptor/board/_parts.html" drawn=d.plane %}

An order changes little of a board. What it leaves as it was (an aircraft, the map) is as dear to draw as what it
changes, and is taken from what was drawn before for just these data, in this language.
"""

import hashlib
from collections import OrderedDict
from threading import Lock

import msgspec
from django import template
from django.template.context import Context
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

MAX_STORED = 4096

DrawingKey = tuple[str, str | None, bool | None, bytes]
"""Template, language, how figures are written, and the data."""

_stored: OrderedDict[DrawingKey, SafeString] = OrderedDict()
_lock = Lock()


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, **values: object) -> SafeString:
    """Draw a template from these values and nothing else; data that cannot be compared are drawn again."""
    key = _key_of(context, name, values)
    return _draw(context, name, values) if key is None else _drawn_once(context, key, name, values)


@register.simple_tag(takes_context=True)
def standing(context: Context, element: str, id: str, name: str, **values: object) -> SafeString:
    """Draw a part of a page from these values and nothing else; of a part that the page has, only its place.

    The template's one element has the id and `data-mark="{{ mark }}"`. The page names the marks that it has in its
    request (`Marks`) and leaves such a part in place (`static/play/play.js`).
    """
    values["id"] = id
    key = _key_of(context, name, values)
    if key is None:
        return _draw(context, name, values | {"mark": ""})
    mark = hashlib.blake2b(repr(key).encode(), digest_size=6).hexdigest()
    if mark in marks_of_page(context, "Marks"):
        return mark_safe(f'<{element} id="{id}" data-mark="{mark}" data-stands></{element}>')  # noqa: S308
    return _drawn_once(context, key, name, values | {"mark": mark})


def marks_of_page(context: Context, header: str) -> frozenset[str]:
    """Return the marks that a page names in its request, for a fragment; a page that is drawn whole has none."""
    request = context.get("request")
    if request is None or not context.get("out_of_band"):
        return frozenset()
    return frozenset(request.headers.get(header, "").split())


def _key_of(context: Context, name: str, values: dict[str, object]) -> DrawingKey | None:
    """Return the key of a drawing; None if its data cannot be compared."""
    try:
        data = msgspec.msgpack.encode(values, enc_hook=compared)
    except (TypeError, msgspec.MsgspecError):
        return None
    return name, get_language(), context.use_l10n, data


def _drawn_once(context: Context, key: DrawingKey, name: str, values: dict[str, object]) -> SafeString:
    with _lock:
        if key in _stored:
            _stored.move_to_end(key)
            return _stored[key]
    shown = _draw(context, name, values)
    with _lock:
        _stored[key] = shown
        while len(_stored) > MAX_STORED:
            _stored.popitem(last=False)
    return shown


def _draw(context: Context, name: str, values: dict[str, object]) -> SafeString:
    engine = context.template.engine  # type: ignore[union-attr]
    return engine.get_template(name).render(context.new(values))


def compared(value: object) -> object:
    """Compare a sentence that is translated late by what it says now, and what is not escaped apart from what is."""
    if isinstance(value, Promise):
        return str(value)
    if isinstance(value, SafeString):
        return {"safe": value + ""}
    raise TypeError(f"{type(value).__name__} is not compared")
