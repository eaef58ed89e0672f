"""The race of a season as shapes: figures line by line over the calendar, in steps, as far as the reader has flown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from campaigns.ladders.ladder import Ladder
from campaigns.ladders.ranking import RaceStep
from campaigns.ladders.score_lines import CalendarMonth

WIDTH, HEIGHT = 1000, 400
LEFT, RIGHT, TOP, FOOT = 44, 190, 24, 34
APART = 19
"""The least between two labels."""


@dataclass
class RaceCurve:
    """One entry's way: its steps, where they end, and its label."""

    name: str
    value: int
    mine: bool
    path: str
    end: tuple[float, float]
    label: float
    """The height of its label, pushed apart from the others."""
    stopped: bool

    @property
    def bar_top(self) -> float:
        """Return the top of the bar that ends a line."""
        return self.end[1] - 8


@dataclass
class RaceChart:
    """The whole graph."""

    width: int
    height: int
    left: int
    right: float
    top: int
    base: int
    months: list[tuple[float, float, str]]
    """Left edge, middle, name."""
    levels: list[tuple[float, int]]
    courses: list[RaceCurve] = field(default_factory=list)
    unflown: tuple[float, float] | None = None
    """The part that the reader has not flown yet: left edge and width."""

    @property
    def deep(self) -> int:
        """Return the height of the field."""
        return self.base - self.top


def race_of(ladder: Ladder, months: Sequence[CalendarMonth], levels: Iterable[int]) -> RaceChart | None:
    """Draw the race; none while nobody has flown."""
    ways = [(row, ladder.lines.get(row.figures.entry, [])) for row in ladder.racers]
    ways = [(row, lines) for row, lines in ways if lines]
    if not ways or not months:
        return None
    last = months[-1].last
    figures = [row.value for _row, lines in ways for row in lines]
    top, low = max(5, *figures), min(0, *figures)
    base, right = HEIGHT - FOOT, WIDTH - RIGHT

    def x(line: int) -> float:
        return round(LEFT + (right - LEFT) * line / last, 1)

    def y(value: int) -> float:
        return round(base - (base - TOP) * (value - low) / (top - low), 1)

    race = RaceChart(
        WIDTH,
        HEIGHT,
        LEFT,
        right,
        TOP,
        base,
        [(x(month.first - 1), (x(month.first - 1) + x(month.last)) / 2, month.name) for month in months],
        [(y(level), level) for level in levels if low <= level <= top],
    )
    for ladder_row, lines in ways:
        end = x(lines[-1].line), y(lines[-1].value)
        name = ladder_row.entry.name or str(ladder_row.entry.player)
        way, value = _steps(lines, x, y), ladder_row.figures.value
        race.courses.append(RaceCurve(name, value, ladder_row.mine, way, end, end[1], lines[-1].out))
    _push_apart([one for one in race.courses if not one.stopped], base)
    reached = max(lines[-1].line for _row, lines in ways)
    if reached < last:
        race.unflown = (x(reached), round(right - x(reached), 1))
    return race


def _steps(lines: Sequence[RaceStep], x: Callable[[int], float], y: Callable[[int], float]) -> str:
    start = lines[0].value - lines[0].gain
    path = f"M{x(lines[0].line - 1)} {y(start)}"
    height = start
    for row in lines:
        if row.value != height:
            path += f"H{x(row.line)}V{y(row.value)}"
            height = row.value
    return path + f"H{x(lines[-1].line)}"


def _push_apart(courses: list[RaceCurve], base: float) -> None:
    """Spread labels that overlap, from the lowest upwards, then from the top down again."""
    courses.sort(key=lambda one: -one.end[1])
    floor = base
    for one in courses:
        one.label = min(one.end[1], floor)
        floor = one.label - APART
    ceiling = float(TOP)
    for one in reversed(courses):
        one.label = max(one.label, ceiling)
        ceiling = one.label + APART
