"""All that the site need know of the fourth game."""

from play.games.registry import GameSpec
from tests.shared.fourthgame import rules

GAME = GameSpec(
    name="fourth",
    title=rules.TITLE,
    words=rules.WORDS,
    simulator=rules,
    board=rules.BOARD,
    ways=rules.ways,
    begins="fourth_begins",
    usual=rules.seen,
    card="fourth_card.html",
    group_exports="fourth_books.html",
    marks=rules.MARKS,
    corrected=("course",),
)
