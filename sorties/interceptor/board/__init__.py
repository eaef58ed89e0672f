"""The table of a sortie: board, aircraft, questions, and the pages that it leads to."""

from play.games.boards import GameBoard
from sorties.interceptor.board.aircraft_text import words_of_event
from sorties.interceptor.board.context import ace_board, ace_named
from sorties.interceptor.board.previews import with_chances
from sorties.interceptor.board.question import FOLLOWS, ace_chapter, ace_opened, ace_question
from sorties.interceptor.text.hints import HEADINGS, HINTS

BOARD = GameBoard(
    template="sorties/interceptor/board/board.html",
    context=ace_board,
    question="sorties/interceptor/board/question.html",
    ask=ace_question,
    follows=FOLLOWS,
    chapter=ace_chapter,
    words=words_of_event,
    chapters=frozenset({"raid.rolled"}),
    opened="sorties/interceptor/board/_opened.html",
    open=ace_opened,
    named=ace_named,
    head="sorties/interceptor/board/_head.html",
    strip="sorties/interceptor/board/_last_roll.html",
    chances=with_chances,
    hints=tuple((HEADINGS[kind], words) for kind, words in HINTS.items()),
    styles=("sorties/interceptor/board.css",),
    scripts=("sorties/interceptor/board.js",),
)
