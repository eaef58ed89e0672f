"""The pages of plans: the map with every raid's legs, its turns as a table, two plans side by side."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.bomber_command.charts.compiled import load_charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.rules.plots import Plot, RaidPlot
from engine.bomber_command.state import MAIN
from play.games.text import GameText
from play.games.titles import words_for
from play.pages.hexmap import SIZE, extent_of
from raids.board.counters import path_of
from raids.board.map_box import MapBox
from raids.plans.models import RaidPlan
from raids.plans.selectors import plot_of
from raids.plans.validation import DraftFault, DrawnLeg, DrawnRaid, night_for, read_plot, validated
from raids.routes.page import MapPlace, SimilarRoutes, ground_of, scenario_word, similar_routes_of

GAME = "bomber-command"


class TurnEnd(NamedTuple):
    """The hex of a raid at the end of a turn, with its place on the map."""

    turn: int
    hex: str
    x: str
    y: str


class AimPoint(NamedTuple):
    """The place of a target on the map."""

    x: str
    y: str


@dataclass(frozen=True, kw_only=True)
class PlanRaid:
    """A raid of a plan with its way on the map and its turns."""

    n: int
    letter: str
    kind: str
    kind_said: str
    target: str
    target_said: str
    parent: str
    path: str
    ends: list[TurnEnd]
    aim: AimPoint | None
    legs: list[DrawnLeg]
    faults: list[DraftFault]
    target_turn: int
    home_turn: int
    hexes: int
    flak: str
    beds: str


@dataclass(frozen=True, kw_only=True)
class PlanPage:
    """A plan as its page and its print show it."""

    plan: RaidPlan
    scenario: str
    raids: list[PlanRaid]
    faults: list[DraftFault]
    sound: bool
    ground: str
    box: MapBox
    cities: list[MapPlace]
    twins: list[SimilarRoutes]


class PlanCell(NamedTuple):
    """A figure of the same raid in both plans."""

    word: str
    values: list[str]


class PlanRow(NamedTuple):
    """A raid in both plans."""

    letter: str
    heads: list[str]
    cells: list[PlanCell]


class PlanComparison(NamedTuple):
    """Two plans side by side, with what each costs."""

    plans: list[PlanPage]
    rows: list[PlanRow]


def plan_shown(plan: RaidPlan) -> PlanPage:
    """Return a plan as its page and its print show it."""
    charts = load_charts("standard")
    words = words_for(GAME, charts)
    plot = read_plot(plot_of(plan))
    answer = validated(night_for(plan.scenario, plot), charts, words, plot)
    board = charts.boards[plan.scenario]
    both = enumerate(zip(plot.raids, answer.raids, strict=True))
    raids = [_raid(n, draft, shown, board, words) for n, (draft, shown) in both]
    return PlanPage(
        plan=plan,
        scenario=scenario_word(words, plan.scenario),
        raids=raids,
        faults=answer.faults,
        sound=not answer.faults and not any(raid.faults for raid in raids),
        ground=ground_of(charts, plan.scenario),
        box=MapBox(*extent_of(board.grid)),
        cities=_cities(board, raids),
        twins=similar_routes_of(plan.scenario, _sound_mains(plot, answer.raids)),
    )


def _sound_mains(plot: Plot, shown: list[DrawnRaid]) -> list[tuple[str, str, list[str]]]:
    """Return letter, city and route of each Main Force whose way can be flown."""
    both = zip(plot.raids, shown, strict=True)
    return [
        (draft.letter, draft.target, one.route)
        for draft, one in both
        if draft.kind == MAIN and draft.target and one.sound
    ]


def _cities(board: ScenarioMap, raids: list[PlanRaid]) -> list[MapPlace]:
    named = {raid.target for raid in raids}
    found = []
    for name, row in board.cities.items():
        if name in named or (row.flak and row.flak >= 3 and len(board.cities_in[row.hex]) == 1):
            x, y = board.grid.centre(row.hex, SIZE)
            found.append(MapPlace(row.name, f"{x:.1f}", f"{y - 6:.1f}", name in named))
    return found


def _raid(n: int, draft: RaidPlot, shown: DrawnRaid, board: ScenarioMap, words: GameText) -> PlanRaid:
    points = [board.grid.centre(hex_, SIZE) for hex_ in shown.route if hex_ in board]
    ends = []
    for turn, hexes in shown.stands:
        if hexes and hexes[0] in board:
            x, y = board.grid.centre(hexes[0], SIZE)
            ends.append(TurnEnd(turn, hexes[0], f"{x:.1f}", f"{y:.1f}"))
    aim = board.grid.centre(shown.target_hex, SIZE) if shown.target_hex in board else None
    return PlanRaid(
        n=n % 6,
        letter=draft.letter,
        kind=draft.kind,
        kind_said=words.name(draft.kind),
        target=draft.target,
        target_said=words.name(draft.target) if draft.target else "",
        parent=draft.parent,
        path=path_of(points[max(0, shown.appears) :]) if len(points) > 1 else "",
        ends=ends,
        aim=AimPoint(f"{aim[0]:.1f}", f"{aim[1]:.1f}") if aim else None,
        legs=shown.legs,
        faults=shown.faults,
        target_turn=shown.target_turn,
        home_turn=shown.home_turn,
        hexes=max(0, len(shown.route) - 1),
        flak=", ".join(shown.flak),
        beds=", ".join(shown.beds),
    )


def compared(one: RaidPlan, other: RaidPlan) -> PlanComparison:
    """Return two plans side by side, with what each costs."""
    shown = [plan_shown(one), plan_shown(other)]
    measures: list[tuple[str, Callable[[PlanRaid], object]]] = [
        (_("Hexes flown"), lambda raid: raid.hexes),
        (_("Over its target on turn"), lambda raid: raid.target_turn or ""),
        (_("Home on turn"), lambda raid: raid.home_turn or ""),
        (_("Area flak"), lambda raid: raid.flak or "–"),
        (_("Himmelbett"), lambda raid: raid.beds or "–"),
        (_("Faults"), lambda raid: len(raid.faults)),
    ]
    letters = sorted({raid.letter for plan in shown for raid in plan.raids})
    rows = []
    for letter in letters:
        pair = [next((raid for raid in plan.raids if raid.letter == letter), None) for plan in shown]
        cells = [PlanCell(word, [str(read(raid)) if raid else "" for raid in pair]) for word, read in measures]
        heads = [f"{raid.kind_said} {raid.target_said}".strip() if raid else "–" for raid in pair]
        rows.append(PlanRow(letter, heads, cells))
    return PlanComparison(shown, rows)
