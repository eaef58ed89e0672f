"""The words of a game's table, to be asked where they are written, and as a list.

{% load glossaries %}{{ question.stakes|explained:session.title }} {% glossary session.title as words %}
"""

from django import template
from django.utils.safestring import SafeString

from play.rules import glossary as glossaries

register = template.Library()


@register.filter
def explained(text: object, game: str) -> SafeString:
    """Show a sentence whose words of the table can be asked what they are."""
    return glossaries.explained(str(text), game)


@register.simple_tag
def glossary(game: str) -> SafeString:
    """Return the rows of the words of a game's table, with what they are."""
    return glossaries.listed(game)
