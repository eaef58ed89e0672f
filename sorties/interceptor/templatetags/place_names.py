"""Says the names that charts and logs have for places, in the reader's language."""

from django import template

from sorties.interceptor.text import names

register = template.Library()


@register.filter
def town(name: str) -> str:
    """Say a target."""
    return names.town(name)


@register.filter
def zone_mark(zone: str) -> str:
    """Return the short name of a target zone for a narrow column."""
    return names.named(names.ZONE_MARKS, zone)


@register.filter
def zone_name(zone: str) -> str:
    """Say a target zone."""
    return names.named(names.TARGET_ZONES, zone)
