"""All that the house need know of the fourth game."""

from play.games.registry import GameSpec

GAME = GameSpec(
    name="fourth",
    title="tests.shared.fourthgame.rules:TITLE",
    words="tests.shared.fourthgame.rules:WORDS",
    simulator="tests.shared.fourthgame.rules",
    board="tests.shared.fourthgame.rules:BOARD",
    ways="tests.shared.fourthgame.rules:ways",
    begins="fourth_begins",
    usual="tests.shared.fourthgame.rules:seen",
    card="fourth_card.html",
    group_exports="fourth_books.html",
    marks="tests.shared.fourthgame.rules:MARKS",
    corrected=("course",),
)
