"""A part of a board that is drawn from its data alone: the same data are drawn once by each process.

    {% load drawn %}{% drawn "sorties/interceptor/board/_parts.html" drawn=d.plane %}

An order changes little of a board. What it leaves as it was (an aircraft, the map) is as dear to draw as what it
changes, and is taken from what was drawn before for just these data, in this language.
"""

from collections import OrderedDict
from threading import Lock

import msgspec
from django import template
from django.template.context import Context
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MAX_STORED = 1024

_stored: OrderedDict[tuple[object, ...], SafeString] = OrderedDict()
_lock = Lock()


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, **values: object) -> SafeString:
    """Draw a template from these values and nothing else; data that cannot be compared are drawn anew."""
    try:
        data = msgspec.msgpack.encode(values, enc_hook=compared)
    except (TypeError, msgspec.MsgspecError):
        return _draw(context, name, values)
    key = (name, get_language(), context.use_l10n, data)
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
