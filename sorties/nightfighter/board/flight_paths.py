"""The hexes that a fighter can reach with its remaining MP: straight, with at most one turn after each hex. [9.2]"""

from collections.abc import Sequence

from engine.nightfighter.charts.map import FACINGS
from engine.nightfighter.questions import FighterStepQuestion
from engine.nightfighter.rules.fighters import TURNS, steps_from
from engine.nightfighter.views import NightfighterView
from play.games.boards import BoardScene
from play.pages.hexmap import Order, PathSteps, Step
from sorties.nightfighter.board.map_layer import NightCharts, night_map


def flight_paths(scene: BoardScene[NightfighterView, NightCharts], orders: Sequence[Order]) -> PathSteps | None:
    """Return the ways of the fighter that is asked about; what ends on the way the rules stop themselves."""
    question = scene.question
    if not isinstance(question, FighterStepQuestion) or not question.hex:
        return None
    offered = [order["value"] for order in orders if order["state"] != "closed"]
    left = question.most - question.spent
    start = (int(question.hex), FACINGS.index(question.facing))
    if not any(order in offered for order in TURNS):
        return None
    ground = night_map(scene.pack)
    steps: dict[str, list[Step]] = {}
    front = [start]
    for _point in range(left):
        reached: list[tuple[int, int]] = []
        for place in front:
            beyond = {
                order: one for order, one in steps_from(ground, *place, question.belt).items() if order in offered
            }
            if beyond and _name(place) not in steps:
                steps[_name(place)] = [(order, _name(one)) for order, one in beyond.items()]
                reached += beyond.values()
        front = reached
    return PathSteps(_name(start), steps, max(1, question.least - question.spent), left, "end", FACINGS)


def _name(place: tuple[int, int]) -> str:
    return f"{place[0]:04}/{place[1]}"
