"""What is left of a game, by what a state shows of it: fitted once to games flown out, kept with their charts' hash.

A game's analysis names them `value_fn`; `manage.py worth` flies the games and writes the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.analysis.linear_fit import FeatureSample, LinearFit
from engine.analysis.stream_dice import mix_seed


class FittedWeights(msgspec.Struct, frozen=True):
    """What each feature is worth, by kind of game, and the charts that they were fitted to."""

    provenance: str
    seed: int
    pack_hash: str
    games: dict[str, int]
    kinds: dict[str, dict[str, float]]


class ValueFunction:
    """The weights of one title: where they are kept, and how they are fitted."""

    def __init__(
        self,
        home: Path,
        provenance: str,
        features: Sequence[str],
        games: Mapping[str, int],
        flown: Callable[[Any, Any, str, int], Iterable[FeatureSample]],
    ) -> None:
        self.home = home
        self.provenance = provenance
        self.features = tuple(features)
        self.games = games
        """How many games of each kind are flown."""
        self.flown = flown
        """Flies one game to its end by title, charts, kind and seed, and gives what it showed with what came of it."""
        self._kept: FittedWeights | None = None

    @property
    def kept(self) -> FittedWeights:
        """The weights that are kept."""
        if self._kept is None:
            self._kept = msgspec.json.decode(self.home.read_bytes(), type=FittedWeights)
        return self._kept

    def of(self, charts: Any, kind: str) -> tuple[float, ...]:
        """Return what each feature is worth; nothing by charts that it was not fitted to."""
        kept = self.kept
        if charts.hash != kept.pack_hash:
            return ()
        weights = kept.kinds[kind]
        return tuple(weights[name] for name in self.features)

    def fitted(self, title: Any, charts: Any, games: Mapping[str, int], seed: int) -> FittedWeights:
        """Fly so many games of each kind to their ends, and fit what they showed to what came of it."""
        kinds = {kind: self._fitted(title, charts, kind, count, seed) for kind, count in games.items()}
        return FittedWeights(self.provenance, seed, charts.hash, dict(games), kinds)

    def _fitted(self, title: Any, charts: Any, kind: str, count: int, seed: int) -> dict[str, float]:
        fit = LinearFit(len(self.features))
        for number in range(count):
            for found, left in self.flown(title, charts, kind, mix_seed(seed, number)):
                fit.add(found, left)
        return {name: round(weight, 3) for name, weight in zip(self.features, fit.solved(), strict=True)}
