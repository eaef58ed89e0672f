"""Fit a line through samples, with a ridge."""

from __future__ import annotations

from collections.abc import Sequence

RIDGE = 1.0


FeatureSample = tuple[tuple[float, ...], float]


class LinearFit:
    """A linear fit by normal equations, with a light ridge: added to sample by sample, and put away as plain data."""

    def __init__(self, size: int, sums: Sequence[Sequence[float]] | None = None) -> None:
        self.size = size
        self.sums = [list(row) for row in sums] if sums else [[0.0] * (size + 1) for _ in range(size)]

    def add(self, features: Sequence[float], target: float) -> None:
        """Take a sample in."""
        row_of = (*features, target)
        for at, left in enumerate(features):
            if left:
                row = self.sums[at]
                for place in range(at, self.size + 1):
                    row[place] += left * row_of[place]

    def solved(self) -> list[float]:
        """Return the weights."""
        size = self.size
        rows = [[self.sums[min(i, j)][max(i, j)] for j in range(size)] + [self.sums[i][size]] for i in range(size)]
        for i in range(size):
            rows[i][i] += RIDGE
        for i in range(size):
            pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
            rows[i], rows[pivot] = rows[pivot], rows[i]
            head = rows[i][i]
            for k in range(size):
                if k != i and rows[k][i]:
                    factor = rows[k][i] / head
                    rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
        return [rows[i][size] / rows[i][i] for i in range(size)]
