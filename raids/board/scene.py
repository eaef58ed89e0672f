"""The scene of a night's board, in the types of its view and its charts."""

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.views import NightView
from play.games.boards import BoardScene

RaidScene = BoardScene[NightView, Charts]


def board_of(scene: RaidScene) -> ScenarioMap:
    """Return the map of the night."""
    return scene.pack.boards[scene.view.scenario]
