"""Looks up what is wrong with one row or one stream of a line of the log."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def of_fight(faults: Mapping[str, list[str]], place: int) -> list[str]:
    """Return what is wrong with an enemy in the list."""
    return faults.get(f"fight{place}", [])


@register.filter
def of_rolls(faults: Mapping[str, list[str]], stream: str) -> list[str]:
    """Return what is wrong with the dice of a stream."""
    return faults.get(f"rolls.{stream}", [])
