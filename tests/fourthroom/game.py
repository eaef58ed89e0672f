"""All that the house need know of the fourth game."""

from play.games import Game

GAME = Game(
    name="fourth",
    title="tests.fourthroom.rules:TITLE",
    words="tests.fourthroom.rules:WORDS",
    simulator="tests.fourthroom.rules",
    board="tests.fourthroom.rules:BOARD",
    ways="tests.fourthroom.rules:ways",
    begins="fourth_begins",
    usual="tests.fourthroom.rules:seen",
    card="fourth_card.html",
    group_books="fourth_books.html",
    marks="tests.fourthroom.rules:MARKS",
    corrected=("course",),
)
