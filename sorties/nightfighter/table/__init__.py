"""The table of a night: its map, its questions, and where its orders are given."""

from play.boards import Board
from sorties.nightfighter.table.board import night_board, night_named
from sorties.nightfighter.table.chances import by_chart
from sorties.nightfighter.table.question import night_question
from sorties.nightfighter.words.phases import night_chapter

BOARD = Board(
    template="sorties/nightfighter/table/board.html",
    context=night_board,
    question="sorties/nightfighter/table/question.html",
    ask=night_question,
    named=night_named,
    aside="sorties/nightfighter/table/_known.html",
    chapter=night_chapter,
    chapters=frozenset({"turn.began"}),
    shows_orders=True,
    takes_notes=True,
    chances=by_chart,
    is_night=True,
    styles=("play/hexmap.css", "sorties/nightfighter/night.css"),
    scripts=("play/hexmap.js",),
)
