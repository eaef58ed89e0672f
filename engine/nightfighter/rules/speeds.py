"""Speed of aircraft in a turn: printed MP, altitude, star, alert and torpedo run. [6.0, 7.2, 9.1, 26.3, 28.2]"""

from __future__ import annotations

from engine.nightfighter.charts.compiled import Charts, MovePoints, parse_speed, printed_speed


def mp_in(points: MovePoints, turn: int) -> int:
    """Return the MP of a turn: a star adds one on even turns. [7.2, 9.1]"""
    base, star = points
    return base if turn % 2 else base + star


def attacker_points(charts: Charts, type_: str, altitude: str, *, alerted: bool = False) -> MovePoints:
    """Return MP and star of a type of attacker, the alerted speed when asked for. [6.0, 21.0, 28.2]"""
    points = parse_speed(printed_speed(charts.attacker(type_), altitude))
    return charts.alerted.get(points, points) if alerted else points


def attacker_mp(charts: Charts, type_: str, altitude: str, turn: int, *, alerted: bool = False) -> int:
    """Return how far a type of attacker flies in a turn; an alert makes none slower. [7.2, 28.2]"""
    mp = mp_in(attacker_points(charts, type_, altitude), turn)
    return max(mp, mp_in(attacker_points(charts, type_, altitude, alerted=True), turn)) if alerted else mp


def carries_torpedo(role: str, *, launched: bool) -> bool:
    """Say whether an attacker flies at the speed of the torpedo run, alerted or not. [26.3, 28.2]"""
    return role == "torpedo" and not launched
