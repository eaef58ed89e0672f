"""Dice as they lie: {% load dice %}{% die one.face one.sides landing=line.fresh %}."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def die(face: int, sides: int, *, landing: bool = False) -> SafeString:
    """Draw one die: six sides show pips, any other the kite with its figure; `landing` has just been rolled."""
    return _drawn(face, sides, bool(landing))


@cache
def _drawn(face: int, sides: int, landing: bool) -> SafeString:
    symbols, more = static("symbols.svg"), " landing" if landing else ""
    if sides == 6:
        inside = format_html('<use href="{}#d6-{}"/>', symbols, face)
    else:
        inside = format_html('<use href="{}#d10"/><text x="12" y="15">{}</text>', symbols, face)
    return format_html('<svg class="die{}" viewBox="0 0 24 24" role="img" aria-label="{}">{}</svg>', more, face, inside)
