"""Figures in tables: with a plus, or with a true minus."""

from django import template
from django.template.defaultfilters import floatformat

register = template.Library()


@register.filter
def signed(value: float) -> str:
    """Show a figure with its sign."""
    return ("+" if value > 0 else "\u2212" if value < 0 else "") + str(floatformat(abs(value)))
