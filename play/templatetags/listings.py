"""Long lists of plain data: an include for each of hundreds of cells and orders would be most of what a page costs.

{% load listings %}{% listing question.facts %} {% options orders %} {% hex_cells map.rows %}
"""

from collections.abc import Iterable, Mapping

from django import template
from django.utils.formats import localize
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

from play.pages.hexmap import HexCell
from play.pages.parts import Thing

register = template.Library()


@register.simple_tag
def listing(things: Iterable[Thing]) -> SafeString:
    """Show labelled things (`play.pages.parts.things`): words and figures in a list of pairs, then groups, tables."""
    return mark_safe(_pairs(things))  # noqa: S308 - every text in it is escaped


def _pairs(things: Iterable[Thing]) -> str:
    rows = [f'<div class="{one.kind}"><dt>{_text(one.label)}</dt><dd>{_thing(one)}</dd></div>' for one in things]
    return f'<dl class="things">{"".join(rows)}</dl>'


def _thing(thing: Thing) -> str:
    if thing.kind == "group":
        return _pairs(thing.things)
    if thing.kind == "table":
        return _table(thing)
    if thing.kind == "list":
        return f'<ul class="list">{"".join(f"<li>{_thing(one)}</li>" for one in thing.things)}</ul>'
    if thing.kind == "nothing":
        return '<span class="quiet">–</span>'
    return _text(thing.text)


def _table(thing: Thing) -> str:
    named = f' aria-label="{_text(thing.label)}"' if thing.label else ""
    head = "".join(f'<th scope="col">{_text(column)}</th>' for column in thing.columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in thing.rows)
    return (
        f'<div class="sideways" tabindex="0" role="group"{named}><table class="ledger ruled">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(cell: Thing) -> str:
    figure = ' class="figure"' if cell.kind == "figure" else ""
    return f"<td{figure}>{_thing(cell)}</td>"


def _text(value: object) -> str:
    return conditional_escape(value if isinstance(value, str) else str(localize(value)))


@register.simple_tag
def options(orders: Iterable[Mapping[str, object]]) -> SafeString:
    """Show orders as the options of a list, those first that name no place, card or unit."""
    orders = list(orders)
    plain = [_option(order) for order in orders if ":" not in str(order["value"])]
    return mark_safe("".join(plain + [_option(order) for order in orders if ":" in str(order["value"])]))  # noqa: S308


def _option(order: Mapping[str, object]) -> str:
    state = {"closed": " disabled", "given": " selected"}.get(str(order["state"]), "")
    said = " · ".join(_text(order[name]) for name in ("label", "note", "reason", "rule") if order.get(name))
    return f'<option value="{escape(str(order["value"]))}"{state}>{said}</option>'


@register.simple_tag
def hex_cells(rows: Iterable[Iterable[HexCell]], besides: bool = False) -> SafeString:
    """Show the hexes of a map (`play.pages.hexmap.rows_of`) as the rows of a grid, each with its sentence.

    Besides another map of them only those are shown that hold something.
    """
    if besides:
        rows = [held for row in rows if (held := [cell for cell in row if cell.holds])]
    return mark_safe("".join(f'<g role="row">{"".join(map(_hex, row))}</g>' for row in rows))  # noqa: S308


def _hex(cell: HexCell) -> str:
    # Between single quotes, the orders' own double quotes need no escape.
    orders = f" data-orders='{str(escape(cell.orders)).replace('&quot;', chr(34))}'" if cell.orders else ""
    stop = ' tabindex="0"' if cell.begins else ""
    closed = ' class="closed"' if cell.is_closed and not orders else ""
    return (
        f'<g role="gridcell" id="hex-{cell.hex}"{stop} aria-label="{escape(cell.said)}"{orders}{closed}'
        f'{" data-holds" if cell.holds else ""}><use href="#hex" x="{cell.x}" y="{cell.y}"/></g>'
    )
