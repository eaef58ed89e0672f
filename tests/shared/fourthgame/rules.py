"""The fourth game is the small one under a name of its own."""

from dataclasses import replace

from play.games.boards import GameBoard, TableLink
from tests.shared.games.smallgame import Strait
from tests.shared.games.smallgame_words import WORDS as STRAIT


class Fourth(Strait):
    """The same rules."""

    name = "fourth"


TITLE = Fourth()
WORDS = replace(STRAIT, game="fourth", title="The fourth game")
BOARD = GameBoard(styles=("fourth.css",))
MARKS = {"round": lambda state: state.round}


def ways(session, seat):
    """A page that belongs to its tables."""
    return [TableLink("The fourth's own page", "/fourth/")]


def seen(setup):
    """Set the number of rounds. A game that starts at once has one."""
    setup.rounds = 1
