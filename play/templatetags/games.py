"""Template tags for games: `{% group_export_templates as parts %}`, and the filter `fault_words` for packs."""

from django import template

from play.charts.fault_words import fault_words
from play.games import registry

register = template.Library()
register.simple_tag(registry.group_export_templates)
register.filter(fault_words)
