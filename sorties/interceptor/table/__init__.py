"""The table of a sortie: board, aircraft, questions, and the pages that it leads to."""

from play.boards import Board
from sorties.interceptor.table.aboard import words_of_event
from sorties.interceptor.table.board import ace_board, ace_named
from sorties.interceptor.table.chances import with_chances
from sorties.interceptor.table.question import FOLLOWS, ace_chapter, ace_opened, ace_question
from sorties.interceptor.words.hints import HEADINGS, HINTS

BOARD = Board(
    template="sorties/interceptor/table/board.html",
    context=ace_board,
    question="sorties/interceptor/table/question.html",
    ask=ace_question,
    follows=FOLLOWS,
    chapter=ace_chapter,
    words=words_of_event,
    chapters=frozenset({"raid.rolled"}),
    opened="sorties/interceptor/table/_opened.html",
    open=ace_opened,
    named=ace_named,
    head="sorties/interceptor/table/_head.html",
    strip="sorties/interceptor/table/_exchange.html",
    chances=with_chances,
    hints=tuple((HEADINGS[kind], words) for kind, words in HINTS.items()),
    styles=("sorties/interceptor/table.css",),
    scripts=("sorties/interceptor/table.js",),
)
