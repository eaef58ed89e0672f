"""Compare orders by figures that have errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, repeat
from math import sqrt
from typing import NamedTuple

import msgspec

SIGNIFICANT_ERRORS = 3.0
"""Errors by which one must be ahead of all others to be named."""


NORMAL_95 = 1.96
"""Errors on either side of a figure that contain the true value 95 times in 100."""


ENOUGH = 16
"""Values that speak for themselves of how much they differ."""


STUDENT_T = {2: 12.71, 3: 4.30, 4: 3.18}
"""As many errors of two, three or four values."""


class Figure(msgspec.Struct, frozen=True):
    """A mean with its error, and the bounds that contain the true value 95 times in 100; exact ones have no error."""

    mean: float
    error: float
    low: float
    high: float
    exact: bool = False


Column = Sequence[float] | float
"""Values of an order, rollout by rollout; one figure where a chart gives it."""


class MeasureRanking(NamedTuple):
    """The places of orders by how they differ in a measure, beyond three errors."""

    ahead: frozenset[int] = frozenset()
    """The one that is ahead of every other."""
    behind: frozenset[int] = frozenset()
    """Those that are behind the best; that is one or several that nothing tells apart."""
    apart: frozenset[int] = frozenset()
    """Two that differ, where none is ahead of every other and none behind the best."""


def rank_orders(columns: Mapping[int, Column], *, good: bool) -> MeasureRanking:
    """Compare orders in one measure, of which one wants more or less."""
    means = {place: _mean(column) * (1 if good else -1) for place, column in columns.items()}
    order = sorted(columns, key=lambda place: (-means[place], place))
    if len(order) < 2:
        return MeasureRanking()
    best, *others = order
    behind = frozenset(place for place in others if is_more(columns[best], columns[place], good=good))
    if len(behind) == len(others):
        return MeasureRanking(frozenset((best,)), behind)
    if behind:
        return MeasureRanking(frozenset(), behind)
    pairs = combinations(others, 2)
    apart = next((pair for pair in pairs if is_more(columns[pair[0]], columns[pair[1]], good=good)), ())
    return MeasureRanking(apart=frozenset(apart))


def is_more(own: Column, theirs: Column, *, good: bool) -> bool:
    """Say whether an order has more of a good thing, or less of a bad one, than another by three errors."""
    more, less = (own, theirs) if good else (theirs, own)
    if isinstance(more, float) and isinstance(less, float):
        return more > less
    gaps = [one - other for one, other in zip(_counted(more), _counted(less), strict=False)]
    gap, error = mean_of(gaps)
    return len(gaps) > 1 and gap > significance_factor(len(gaps)) * max(error, 1 / len(gaps))


def _counted(column: Column) -> Iterable[float]:
    """Return a column rollout by rollout; what a chart gives is the same in each."""
    return repeat(column) if isinstance(column, float) else column


def _mean(column: Column) -> float:
    return column if isinstance(column, float) else mean_of(column)[0]


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and its standard error; of fewer than two nothing is known of the error."""
    count = len(values)
    if not count:
        return 0.0, 0.0
    mean = sum(values) / count
    if count < 2:
        return mean, 0.0
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def paired_difference(ones: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Return by how much the first of two samples is more, and its error, over the places that both have."""
    return mean_of([one - other for one, other in zip(ones, others, strict=False)])


def figure(values: Sequence[float], *, share: bool, spread: float = 0.0) -> Figure:
    """Return a figure with its bounds; those of a share are Wilson's, for none in sixteen is not never.

    A few amounts say little of their error: what they lack to `ENOUGH` is taken to differ as such amounts are known to.
    """
    mean, error = mean_of(values)
    count = len(values)
    if not share or not count:
        if spread and 0 < count < ENOUGH:
            own = error * error * count * (count - 1)
            error = sqrt((own + (ENOUGH - count) * spread * spread) / (ENOUGH - 1) / count)
        reach = confidence_factor(max(count, ENOUGH) if spread else count) * error
        return Figure(mean, error, mean - reach, mean + reach)
    weight = NORMAL_95 * NORMAL_95 / count
    middle = (mean + weight / 2) / (1 + weight)
    half = NORMAL_95 * sqrt(mean * (1 - mean) / count + weight / (4 * count)) / (1 + weight)
    return Figure(mean, error, min(mean, max(0.0, middle - half)), max(mean, min(1.0, middle + half)))


def confidence_factor(count: int) -> float:
    """Return the errors that contain the true value 95 times in 100: of a few values the error itself is a guess."""
    if count in STUDENT_T:
        return STUDENT_T[count]
    return NORMAL_95 * (1 + (NORMAL_95 * NORMAL_95 + 1) / (4 * (count - 1))) if count > 1 else NORMAL_95


def significance_factor(count: int) -> float:
    """Return the errors by which one must be ahead, where an error itself is a guess by so few values."""
    return SIGNIFICANT_ERRORS * confidence_factor(count) / NORMAL_95


def exact_figure(value: float) -> Figure:
    """Return a figure that a chart gives."""
    return Figure(value, 0.0, value, value, exact=True)
