"""What the games give to pages that are every game's: `{% books_of_groups as parts %}`."""

from django import template

from play import games

register = template.Library()
register.simple_tag(games.books_of_groups)
