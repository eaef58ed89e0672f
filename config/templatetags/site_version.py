"""The version of Dispersal in a template: {% load site_version %}{% site_version %}."""

from django import template

from config.version import VERSION

register = template.Library()


@register.simple_tag
def site_version() -> str:
    """Return the version as pyproject.toml has it."""
    return VERSION
