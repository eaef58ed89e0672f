"""The table of a night: its map, its questions, and where its orders are given."""

from play.games.boards import GameBoard
from sorties.nightfighter.board.context import night_board, night_named
from sorties.nightfighter.board.previews import by_chart
from sorties.nightfighter.board.question import night_question
from sorties.nightfighter.text.phases import night_chapter

BOARD = GameBoard(
    template="sorties/nightfighter/board/board.html",
    context=night_board,
    question="sorties/nightfighter/board/question.html",
    ask=night_question,
    named=night_named,
    aside="sorties/nightfighter/board/_known.html",
    chapter=night_chapter,
    chapters=frozenset({"turn.began"}),
    shows_orders=True,
    takes_notes=True,
    chances=by_chart,
    is_night=True,
    styles=("play/hexmap.css", "sorties/nightfighter/board.css"),
    scripts=("play/hexmap.js",),
)
