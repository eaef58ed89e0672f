"""Prestige Points and the Prestige Level: how they are gained and spent, and what the level lets a pilot fly. [8]"""

from __future__ import annotations

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import CareerPrestige
from engine.interceptor.state import Career, PointsEntry, State
from engine.kernel.table import Table


def gain(state: State, career: Career, table: Table, cause: str, rule: str, points: int = 1) -> None:
    """Add points, and raise the level with them: it never falls, and above 7 it is no longer counted. [8.1, 8.2]"""
    if not points:
        return
    career.points += points
    career.level = min(career.level + points, table.pack.career.costs.highest_level)
    career.prestige_ledger.append(PointsEntry(state.month, state.line, cause, points, career.points))
    table.tell(
        CareerPrestige(seat=career.seat, cause=cause, points=career.points, level=career.level, won=points), rule
    )


def pay(state: State, career: Career, cost: int, cause: str) -> None:
    """Spend points; the level stays. [8.2]"""
    if cost > career.points:
        raise ValueError(f"{cause} costs {cost}, {career.points} are there")
    career.points -= cost
    if cost:
        career.prestige_ledger.append(PointsEntry(state.month, state.line, cause, -cost, career.points))


def is_free_to_choose(career: Career, charts: Charts) -> bool:
    """Say whether his level spares him the roll for replacement aircraft. [8.2]"""
    return career.level >= charts.career.costs.highest_level


def may_fly(state: State, career: Career, model: str, charts: Charts) -> bool:
    """Say whether his level, a waiver of his starting line or his ace card lets him fly a type. [8.1, 9.7, 9.8]"""
    if model in career.gone:
        return False
    if charts.models[model].level <= career.level or model in career.waived:
        return True
    return bool(career.ace) and _by_card(state, career, model, charts)


def _by_card(state: State, career: Career, model: str, charts: Charts) -> bool:
    """Let Staiger's card take the 30 mm type from its first month, at any level. [10.2.2]"""
    return model == charts.career.aces[career.ace].allowed and charts.models[model].start <= state.month
