"""All that the house need know of Bomber Command."""

from typing import Any

from play.charts import selectors
from play.games import titles
from play.games.registry import GameSpec

MARKS = {"night": lambda state: state.phase == "over"}
"""Where a bot that was lent a seat hands it back: when the night is over."""


def usual_seasons() -> list[dict[str, Any]]:
    """Return the scenarios of the book, each as a season may be played."""
    return [{"scenario": name} for name in titles.pack_of("bomber-command", selectors.STANDARD).scenarios]


GAME = GameSpec(
    name="bomber-command",
    title="engine.bomber_command.game:TITLE",
    words="raids.text:WORDS",
    analysis="engine.bomber_command.analysis.entry:ANALYSIS",
    simulator="engine.bomber_command.simulate",
    begins="raid_new",
    begins_there_alone=True,
    ways="raids.board.next_pages:next_pages",
    board="raids.board:BOARD",
    maps="raids.board.map_layer:ground",
    film="raids.replay:REPLAY",
    before_odds="raids.estimate.route_library:library_load",
    standing="raids.auto_orders.card_windows:answer",
    secrecy="raids.secrecy:secrecy",
    card="raids/front_card.html",
    seasons="raids.game:usual_seasons",
    marks="raids.game:MARKS",
    demo="raids.demo:made",
    demo_seasons="raids.demo_seasons:made",
    pictures="raids.demo:pictures",
)
