"""Registers the app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SortiesConfig(AppConfig):
    """One aircraft's fights: sorties by day, interceptions by night."""

    name = "sorties"
    verbose_name = _("Sorties and interceptions")

    def ready(self) -> None:
        """Lay the board of the day game."""
        from play import boards

        from .ace_board import ace_board, ace_named
        from .ace_question import FOLLOWS, ace_chapter, ace_opened, ace_question

        boards.register(
            "interceptor-ace",
            boards.Board(
                template="sorties/ace/board.html",
                context=ace_board,
                question="sorties/ace/question.html",
                ask=ace_question,
                follows=FOLLOWS,
                chapter=ace_chapter,
                opened="sorties/ace/_opened.html",
                open=ace_opened,
                named=ace_named,
                styles=("sorties/ace.css",),
                scripts=("sorties/ace.js",),
            ),
        )
