"""All that the house need know of Bomber Command."""

from typing import Any

from play import titles
from play.games import Game
from play.packs import library

MARKS = {"night": lambda state: state.phase == "over"}
"""Where a bot that was lent a seat hands it back: when the night is over."""


def usual_seasons() -> list[dict[str, Any]]:
    """Return the scenarios of the book, each as a season may be played."""
    return [{"scenario": name} for name in titles.pack_of("bomber-command", library.STANDARD).scenarios]


GAME = Game(
    name="bomber-command",
    title="engine.bomber_command.title:TITLE",
    words="raids.words:WORDS",
    simulator="engine.bomber_command.simulate",
    begins="raid_order",
    begins_there_alone=True,
    ways="raids.order.ways:ways",
    board="raids.table:BOARD",
    maps="raids.table.ground:ground",
    film="raids.film:FILM",
    before_odds="raids.estimate.library:library_load",
    standing="raids.standing.orders:answer",
    veil="raids.veil:veil",
    card="raids/front_card.html",
    seasons="raids.game:usual_seasons",
    marks="raids.game:MARKS",
    demo="raids.demo:made",
    demo_seasons="raids.demo_matches:made",
    pictures="raids.demo:pictures",
)
