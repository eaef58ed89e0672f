"""Template tag for parts of games in common pages: `{% group_export_templates as parts %}`."""

from django import template

from play.games import registry

register = template.Library()
register.simple_tag(registry.group_export_templates)
