"""Luck: the dice of a career against what fair dice do, by two tests that a statistician would pass.

For each purpose (the stream of dice that served it) the average is set against its expectation: with few dice by the
exact distribution of their sum, with many by the normal one. Over all purposes the faces are counted, and Pearson's
chi-square says how seldom fair dice are as uneven. With several tests the smallest share is judged by Holm's rule, for
among twenty purposes one is odd by chance alone.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FEW = 30
"""Below so many dice nothing is said."""
EXACT = 200
"""Up to so many dice the distribution of the sum is worked out."""
ODD = 0.05


@dataclass(frozen=True)
class StreamStats:
    """The dice of one stream."""

    stream: str
    sides: int
    count: int
    mean: float
    expected: float
    error: float
    """One standard error of the mean."""
    share: float | None
    """Probability that fair dice are this far off or farther; None with too few throws."""

    @property
    def off(self) -> float:
        """Return how many standard errors the mean is off."""
        return (self.mean - self.expected) / self.error


@dataclass(frozen=True)
class FaceCounts:
    """All dice of one kind, by face."""

    sides: int
    counts: tuple[int, ...]
    chi_square: float
    share: float

    @property
    def count(self) -> int:
        """Return how many dice there were."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """The expected number of each face."""
        return self.count / self.sides


Rolls = Iterable[tuple[str, int, int]]
"""(stream, sides, face)"""


def purposes(rolls: Rolls) -> list[StreamStats]:
    """Judge each stream's average, the stream with most dice first."""
    found: dict[tuple[str, int], list[int]] = {}
    for stream, sides, face in rolls:
        found.setdefault((stream, sides), []).append(face)
    judged = [_purpose(stream, sides, faces) for (stream, sides), faces in found.items() if sides > 1]
    return sorted(judged, key=lambda one: -one.count)


def _purpose(stream: str, sides: int, faces: list[int]) -> StreamStats:
    count, expected = len(faces), (sides + 1) / 2
    spread = math.sqrt((sides * sides - 1) / 12)
    share = share_of_sum(sum(faces), count, sides) if count >= FEW else None
    return StreamStats(stream, sides, count, sum(faces) / count, expected, spread / math.sqrt(count), share)


def share_of_sum(total: int, count: int, sides: int) -> float:
    """Return how often the sum of fair dice is as far from its mean as this one, or farther, to either side."""
    mean = count * (sides + 1) / 2
    if count > EXACT:
        # Half a pip is taken off: a sum is a whole number and the curve is not.
        off = max(abs(total - mean) - 0.5, 0) / math.sqrt(count * (sides * sides - 1) / 12)
        return math.erfc(off / math.sqrt(2))
    chances = sums(count, sides)
    off = abs(total - mean) - 1e-9
    return min(1.0, sum(chance for value, chance in enumerate(chances, count) if abs(value - mean) >= off))


def sums(count: int, sides: int) -> list[float]:
    """Return the chance of each sum of so many dice, from the lowest."""
    chances = [1.0]
    for _die in range(count):
        window, wider = 0.0, []
        for place in range(len(chances) + sides - 1):
            window += chances[place] if place < len(chances) else 0.0
            if place >= sides:
                window -= chances[place - sides]
            wider.append(max(window, 0.0) / sides)
        chances = wider
    return chances


def faces(rolls: Rolls) -> list[FaceCounts]:
    """Judge the evenness of all dice of each kind of which there are enough."""
    counts: dict[int, Counter[int]] = {}
    for _stream, sides, face in rolls:
        counts.setdefault(sides, Counter())[face] += 1
    found = []
    for sides, counted in sorted(counts.items()):
        # Pearson's test wants five expected of each face.
        if sides > 1 and counted.total() >= 5 * sides:
            found.append(_faces(sides, tuple(counted[face] for face in range(1, sides + 1))))
    return found


def _faces(sides: int, counts: tuple[int, ...]) -> FaceCounts:
    chi = chi_square(counts)
    return FaceCounts(sides, counts, chi, chi_square_share(chi, sides - 1))


def chi_square(counts: Sequence[int]) -> float:
    """Pearson's sum for faces that ought to be equally frequent."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def chi_square_share(value: float, freedom: int) -> float:
    """Return how often chi-square is at least this: the upper incomplete gamma function Q(freedom/2, value/2)."""
    a, x = freedom / 2, value / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return max(0.0, 1 - scale * _series(a, x))
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    step = a
    while abs(term) > abs(total) * 1e-15:
        step += 1
        term *= x / step
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Lentz's way through the continued fraction."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    result = d
    for i in range(1, 500):
        an = -i * (i - a)
        b += 2
        d = 1 / (_away(an * d + b, tiny))
        c = _away(b + an / c, tiny)
        result *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return result


def _away(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny


def remarkable(found: Sequence[StreamStats]) -> list[StreamStats]:
    """Return the purposes that stay odd when it is allowed for how many were looked at (Holm)."""
    judged = sorted((one for one in found if one.share is not None), key=lambda one: one.share or 0)
    odd = []
    for place, one in enumerate(judged):
        if one.share is None or one.share > ODD / (len(judged) - place):
            break
        odd.append(one)
    return odd
