"""The lines of a log: each is drawn once for the same data, and none is sent to a page that has it.

A line bears the mark of what is drawn, by which a page says in its request what it has (`Lines`). A fragment has only
the place of such a line, and the page leaves it in place.
"""

import hashlib

import msgspec
from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from play.pages.parts import LineHead, ShownLog
from play.templatetags.drawn import compared, drawn, marks_of_page

register = template.Library()


@register.simple_tag(takes_context=True)
def log_lines(context: Context, log: ShownLog, seat: str) -> SafeString:
    """Draw the lines of a log; of those that the page has, only their places."""
    has = marks_of_page(context, "Lines")
    shown: list[str] = []
    for place, line in enumerate(log.lines):
        begins, head = not place, line.head
        mark = mark_of(head, begins)
        if mark in has:
            shown.append(f'<li id="event-{line.number}" data-line="{mark}" data-stands></li>')
            continue
        shown.append(drawn(context, "play/_log_line.html", line=head, begins=begins, mark=mark, seat=seat))
    return mark_safe("".join(shown))  # noqa: S308


def mark_of(shown: LineHead, begins: bool) -> str:
    """Return the mark of a line: of its content and its drawing, and not of its game.

    What cannot be compared has none, and is always sent.
    """
    try:
        data = msgspec.msgpack.encode([shown, begins, get_language()], enc_hook=compared)
    except (TypeError, msgspec.MsgspecError):
        return ""
    return hashlib.blake2b(data, digest_size=6).hexdigest()
