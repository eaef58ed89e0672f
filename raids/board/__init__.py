"""The table of a night over the Reich: its map, its boxes, its questions, and where its orders are given."""

from play.games.boards import GameBoard
from raids.board.context import raid_board, raid_named
from raids.board.question import raid_question
from raids.board.roll_odds import raid_opened
from raids.text.phases import raid_chapter

BOARD = GameBoard(
    template="raids/board/board.html",
    context=raid_board,
    question="raids/board/question.html",
    ask=raid_question,
    named=raid_named,
    recalls=frozenset({"turn.begins", "raids.detected"}),
    chapter=raid_chapter,
    chapters=frozenset({"turn.begins"}),
    opened="raids/board/_opened.html",
    open=raid_opened,
    names_seats=False,
    open_facts=True,
    strip="raids/board/_last_roll.html",
    shows_orders=True,
    styles=("play/hexmap.css", "raids/board.css"),
    scripts=("raids/board.js", "raids/plot.js", "play/hexmap.js"),
)
