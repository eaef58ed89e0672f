"""The table of a night over the Reich: its map, its boxes, its questions, and where its orders are given."""

from play.boards import Board
from raids.table.board import raid_board, raid_named
from raids.table.chances import raid_opened
from raids.table.question import raid_question
from raids.words.phases import raid_chapter

BOARD = Board(
    template="raids/table/board.html",
    context=raid_board,
    question="raids/table/question.html",
    ask=raid_question,
    named=raid_named,
    recalls=frozenset({"turn.begins", "raids.detected"}),
    chapter=raid_chapter,
    chapters=frozenset({"turn.begins"}),
    opened="raids/table/_opened.html",
    open=raid_opened,
    names_seats=False,
    open_facts=True,
    strip="raids/table/_last.html",
    shows_orders=True,
    styles=("play/hexmap.css", "raids/night.css"),
    scripts=("raids/night.js", "raids/plot.js", "play/hexmap.js"),
)
