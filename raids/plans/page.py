"""What the pages of plans show: the map with every raid's legs, its turns as a table, two plans side by side."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.bomber_command.charts.compiled import load_charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.rules.plots import Plot
from engine.bomber_command.state import MAIN
from play.charts.selectors import pack_in
from play.games.titles import words_for
from play.pages.hexmap import SIZE, extent_of
from raids.board.counters import path_of
from raids.plans.models import RaidPlan
from raids.plans.selectors import plot_of
from raids.plans.validation import night_for, read_plot, validated
from raids.routes.page import similar_routes_of

GAME = "bomber-command"


def plan_shown(plan: RaidPlan) -> dict[str, Any]:
    """Return a plan as its page and its print show it."""
    laid = load_charts("standard")
    words = words_for(GAME, laid)
    plot = read_plot(plot_of(plan))
    answer = validated(night_for(plan.scenario, plot), laid, words, plot)
    board = laid.boards[plan.scenario]
    both = enumerate(zip(plot.raids, answer["raids"], strict=True))
    raids = [_raid(n, draft, shown, board, words) for n, (draft, shown) in both]
    left, top, width, height = extent_of(board.grid)
    return {
        "plan": plan,
        "scenario": words.name("berlin-scenario" if plan.scenario == "berlin" else plan.scenario),
        "raids": raids,
        "faults": answer["faults"],
        "sound": not answer["faults"] and not any(raid["faults"] for raid in raids),
        "ground": _ground(laid, plan.scenario),
        "box": {"left": left, "top": top, "width": width, "height": height},
        "cities": _cities(board, raids),
        "twins": similar_routes_of(plan.scenario, _sound_mains(plot, answer["raids"])),
    }


def _sound_mains(plot: Plot, shown: list[dict[str, Any]]) -> list[tuple[str, str, list[str]]]:
    """Return letter, city and route of each Main Force whose way can be flown."""
    both = zip(plot.raids, shown, strict=True)
    return [
        (draft.letter, draft.target, one["route"])
        for draft, one in both
        if draft.kind == MAIN and draft.target and one["sound"]
    ]


def _ground(laid: Any, scenario: str) -> str:
    return reverse("map_ground", args=[GAME, pack_in(laid).hash, scenario])


def _cities(board: ScenarioMap, raids: list[dict[str, Any]]) -> list[dict[str, Any]]:
    named = {raid["target"] for raid in raids}
    found = []
    for name, row in board.cities.items():
        if name in named or (row.flak and row.flak >= 3 and len(board.cities_in[row.hex]) == 1):
            x, y = board.grid.centre(row.hex, SIZE)
            found.append({"name": row.name, "x": f"{x:.1f}", "y": f"{y - 6:.1f}", "is_target": name in named})
    return found


def _raid(n: int, draft: Any, shown: dict[str, Any], board: ScenarioMap, words: Any) -> dict[str, Any]:
    points = [board.grid.centre(hex_, SIZE) for hex_ in shown["route"] if hex_ in board]
    ends = []
    for turn, hexes in shown["stands"]:
        if hexes and hexes[0] in board:
            x, y = board.grid.centre(hexes[0], SIZE)
            ends.append({"turn": turn, "x": f"{x:.1f}", "y": f"{y:.1f}", "hex": hexes[0]})
    aim = board.grid.centre(shown["target_hex"], SIZE) if shown["target_hex"] in board else None
    return {
        "n": n % 6,
        "letter": draft.letter,
        "kind": draft.kind,
        "kind_said": words.name(draft.kind),
        "target": draft.target,
        "target_said": words.name(draft.target) if draft.target else "",
        "turn": draft.turn,
        "parent": draft.parent,
        "path": path_of(points[max(0, shown["appears"]) :]) if len(points) > 1 else "",
        "ends": ends,
        "aim": {"x": f"{aim[0]:.1f}", "y": f"{aim[1]:.1f}"} if aim else None,
        "legs": shown["legs"],
        "faults": shown["faults"],
        "target_turn": shown["target_turn"],
        "home_turn": shown["home_turn"],
        "hexes": max(0, len(shown["route"]) - 1),
        "flak": ", ".join(shown["flak"]),
        "beds": ", ".join(shown["beds"]),
    }


def compared(one: RaidPlan, other: RaidPlan) -> dict[str, Any]:
    """Return two plans side by side, with what each costs."""
    shown = [plan_shown(one), plan_shown(other)]
    measures = [
        (_("Hexes flown"), lambda raid: raid["hexes"]),
        (_("Over its target on turn"), lambda raid: raid["target_turn"] or ""),
        (_("Home on turn"), lambda raid: raid["home_turn"] or ""),
        (_("Area flak"), lambda raid: raid["flak"] or "–"),
        (_("Himmelbett"), lambda raid: raid["beds"] or "–"),
        (_("Faults"), lambda raid: len(raid["faults"])),
    ]
    letters = sorted({raid["letter"] for plan in shown for raid in plan["raids"]})
    rows = []
    for letter in letters:
        pair = [next((raid for raid in plan["raids"] if raid["letter"] == letter), None) for plan in shown]
        cells = [
            {"word": word, "values": [str(read(raid)) if raid else "" for raid in pair]} for word, read in measures
        ]
        heads = [f"{raid['kind_said']} {raid['target_said']}".strip() if raid else "–" for raid in pair]
        rows.append({"letter": letter, "heads": heads, "cells": cells})
    return {"plans": shown, "rows": rows}
