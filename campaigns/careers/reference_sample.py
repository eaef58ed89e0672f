"""Reference sample: the results of many simulated careers of each kind, precomputed and stored with their provenance.

`manage.py reference_sample` lets a bot fly the careers of a game by the charts of a pack and writes the file; an app
says how in the `sample_source` of its `CareerList`. A career is compared with nobody when its charts are others.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict

import msgspec
from django.conf import settings

SAMPLES_FOLDER = Path(settings.BASE_DIR) / "fixtures" / "fields"
PERCENTILES = (("middle", 0.5), ("quarter", 0.75), ("tenth", 0.9))


class SampleFigures(TypedDict):
    """The figures of a group in the file, as `ReferenceSample` has them."""

    careers: int
    alive: list[float]
    figures: dict[str, list[int]]
    scores: list[list[int]]
    lowest: NotRequired[int]


class SampleFile(msgspec.Struct):
    """The file of a field."""

    provenance: str
    policy: str
    seed: int
    pack: str
    pack_hash: str
    groups: dict[str, SampleFigures]


@dataclass(frozen=True)
class ReferenceSample:
    """Results of a group of simulated careers by line of the year."""

    careers: int
    alive: list[float]
    """The share still alive after each line."""
    figures: dict[str, list[int]]
    """The figure that the middle, the best quarter and the best tenth reach by each line."""
    scores: list[list[int]]
    """For each line, how many in a hundred had fewer than 1, 2, 3 … more than the lowest."""
    lowest: int = 0
    """The lowest figure that anybody had."""
    policy: str = ""
    seed: int = 0

    def share_below(self, place: int, figure: int) -> float:
        """Return the share of the field with a smaller figure by a line."""
        shares, above = self.scores[min(place, len(self.scores) - 1)], figure - self.lowest
        if above <= 0:
            return 0.0
        return shares[above - 1] / 100 if above <= len(shares) else 1.0


@dataclass(frozen=True, kw_only=True)
class SampleSource:
    """Simulation of a game's reference sample: its bot, and its groups with their names as they finish."""

    provenance: str
    policy: str
    hash_of: Callable[[str], str]
    """The hash of the charts of a pack."""
    groups: Callable[..., Iterator[tuple[str, str, SampleFigures]]]
    """Flies so many careers of each group: called with `pack`, `policy`, `seed` and `careers`."""


@cache
def _stored_samples(game: str) -> dict[str, SampleFile]:
    """Return the fields of a game by the hash of the charts by which they were flown, under any name of the packs."""
    files = SAMPLES_FOLDER.glob(f"{game}-*.json")
    stored = [msgspec.json.decode(path.read_bytes(), type=SampleFile) for path in files]
    return {field.pack_hash: field for field in stored}


def stored_sample(game: str, pack_hash: str, group: str) -> ReferenceSample | None:
    """Return the field of a group by these charts."""
    stored = _stored_samples(game).get(pack_hash)
    found = stored.groups.get(group) if stored is not None else None
    return ReferenceSample(**found, policy=stored.policy, seed=stored.seed) if stored is not None and found else None


# Making it


def written(
    game: str, flown: SampleSource, *, pack: str, policy: str, seed: int, groups: dict[str, SampleFigures]
) -> Path:
    """Write the file of a field."""
    file = SampleFile(flown.provenance, policy, seed, pack, flown.hash_of(pack), groups)
    SAMPLES_FOLDER.mkdir(parents=True, exist_ok=True)
    path = SAMPLES_FOLDER / f"{game}-{pack}.json"
    data = json.dumps(msgspec.to_builtins(file), ensure_ascii=False, separators=(",", ":"))
    path.write_text(data + "\n", encoding="utf-8")
    return path


def aggregated(careers: Sequence[tuple[int, Sequence[int]]]) -> SampleFigures:
    """Put simulated careers together, line by line: of each the line on which it ended in death, and its figures.

    One that did not has a line beyond the last; each has a figure for every line.
    """
    count, lines = len(careers), len(careers[0][1])
    by_line = [sorted(figures[place] for _death, figures in careers) for place in range(lines)]
    lowest = min(0, *(row[0] for row in by_line))
    found: SampleFigures = {
        "careers": count,
        "alive": [round(sum(death > place for death, _figures in careers) / count, 3) for place in range(lines)],
        "figures": {name: [row[min(int(share * count), count - 1)] for row in by_line] for name, share in PERCENTILES},
        "scores": [_shares(row, lowest) for row in by_line],
    }
    if lowest:
        found["lowest"] = lowest
    return found


def _shares(row: list[int], lowest: int) -> list[int]:
    """Return the percentages below the lowest figure and below 1, 2, 3 …, up to where all are."""
    return [round(100 * bisect_left(row, figure) / len(row)) for figure in range(lowest + 1, row[-1] + 1)]
