"""Chances of each order, in words and in hundredths, from the facts of the question."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.decisions import Question
from engine.nightfighter.questions import ChanceQuestion
from play.pages.hexmap import Order
from play.utils.percent import as_percent
from sorties.nightfighter.text.orders import GAINS

Orders = list[dict[str, Any]]
"""Orders as the page lists them."""


def with_chances(orders: Sequence[Order], question: Question | None) -> Orders:
    """Return a question's orders, each with its chance and with what the throw would gain."""
    odds: Mapping[str, tuple[int, int]] = {}
    gains: Mapping[str, str] = {}
    if isinstance(question, ChanceQuestion):
        odds, gains = question.odds or {}, question.gains or {}
    return [_one(order, odds.get(order["value"]), gains.get(order["value"], "")) for order in orders]


def _one(order: Order, odds: tuple[int, int] | None, gain: str) -> dict[str, Any]:
    if order["state"] == "closed" or odds is None or not gain:
        return dict(order)
    gain = gain if odds[0] else "nothing"
    data = {**order, "note": " · ".join(filter(None, (order.get("note", ""), str(GAINS[gain]))))}
    if gain == "nothing":
        return data
    return data | {"chance": as_percent(odds), "odds": _("%(n)s in 100") % {"n": as_percent(odds)}}


def by_chart(_kind: str, orders: Orders, question: Question) -> Orders:
    """Return orders with what one chart decides of each, as the odds panel shows it."""
    data = with_chances(orders, question)
    return [{**order, "chance": {"figure": order.get("odds", "")}} for order in data]
