"""Template tags for the zoom of a hex map, read from the address of the page or fragment."""

import json
from functools import lru_cache
from urllib.parse import parse_qs, quote, urlsplit

from django import template
from django.http import QueryDict
from django.template.context import Context

from play.pages.hexmap import ZOOMS, ShownHexMap, changed_hexes
from play.utils.requests import HtmxRequest

register = template.Library()


@register.simple_tag(takes_context=True)
def hex_zoom(context: Context) -> int:
    """Return the zoom that the page's address asks for, 1 without one."""
    asked = _query(_address(context)).get("zoom", ["1"])[-1]
    return int(asked) if asked in map(str, ZOOMS) else 1


@register.simple_tag(takes_context=True)
def hex_zoom_link(context: Context, zoom: int) -> str:
    """Return the page's own address at another zoom."""
    return _zoom_link(_address(context), zoom)


@lru_cache(maxsize=512)
def _zoom_link(address: str, zoom: int) -> str:
    query = QueryDict(mutable=True)
    for name, values in _query(address).items():
        query.setlist(name, values)
    query["zoom"] = str(zoom)
    return f"?{query.urlencode()}"


@register.simple_tag(takes_context=True)
def hex_news(context: Context, shown: ShownHexMap, label: str) -> str:
    """Return what is new of a map's hexes, for a fragment of a page that has them; nothing where all must be drawn."""
    request = context.get("request")
    has = request.headers.get("Stays") if request is not None and context.get("out_of_band") else None
    if has != f"{shown.ground}#{quote(label)}":
        return ""
    return json.dumps(changed_hexes(shown.rows), ensure_ascii=False)


def _address(context: Context) -> str:
    """Return the address of the page that is shown, which a fragment's request names."""
    request: HtmxRequest | None = context.get("request")
    if request is None:
        return ""
    return (request.htmx.current_url_abs_path if request.htmx else request.get_full_path()) or ""


@lru_cache(maxsize=512)
def _query(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).query)
