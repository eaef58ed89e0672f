"""The value of the rest of a game, from features of its state: fitted to finished games, stored with the tables' hash.

A game's analysis names them `value_fn`; `manage.py worth` flies the games and writes the file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.analysis.linear_fit import FeatureSample, LinearFit
from engine.analysis.stream_dice import mix_seed
from engine.kernel.packs.hashing import content_hash, tables_hash
from engine.kernel.packs.schema import Charts
from engine.kernel.title import Title

MOST_HASHES = 8
"""Packs whose hash of tables is remembered."""


class FittedWeights(msgspec.Struct, frozen=True):
    """The weight of each feature, by kind of game, and the tables that they were fitted to."""

    provenance: str
    seed: int
    tables_hash: str
    """Over all tables but those that are declared to have no part in it (`ValueFunction.independent_of`)."""
    games: dict[str, int]
    kinds: dict[str, dict[str, float]]


class ValueFunction:
    """The weights of one title: their file, and their fitting."""

    def __init__(
        self,
        home: Path,
        provenance: str,
        features: Sequence[str],
        games: Mapping[str, int],
        flown: Callable[[Any, Any, str, int], Iterable[FeatureSample]],
        independent_of: Collection[str] = (),
    ) -> None:
        self.home = home
        self.provenance = provenance
        self.features = tuple(features)
        self.games = games
        """How many games of each kind are flown."""
        self.flown = flown
        """Flies one game to its end by title, charts, kind and seed, and gives what it showed with what came of it."""
        self.independent_of = frozenset(independent_of)
        """Tables whose change leaves the weights as they are; a table that nobody has declared counts."""
        self._stored: FittedWeights | None = None
        self._table_hashes: dict[str, tuple[object, str]] = {}

    @property
    def stored(self) -> FittedWeights:
        """The weights as their file has them."""
        if self._stored is None:
            self._stored = msgspec.json.decode(self.home.read_bytes(), type=FittedWeights)
        return self._stored

    def tables_hash(self, charts: Charts) -> str:
        """Return the hash of the tables that the weights depend on; it is remembered unless they were changed."""
        pack = charts.pack
        tables, known = self._table_hashes.get(pack.hash, (None, ""))
        if tables is not pack.tables:
            known = tables_hash(pack.manifest.game, pack.tables, self.independent_of)
            if content_hash(pack.manifest.game, pack.tables) == pack.hash:
                if len(self._table_hashes) >= MOST_HASHES:
                    self._table_hashes.clear()
                self._table_hashes[pack.hash] = pack.tables, known
        return known

    def of(self, charts: Charts, kind: str) -> tuple[float, ...]:
        """Return what each feature is worth; nothing by tables that it was not fitted to."""
        stored = self.stored
        if self.tables_hash(charts) != stored.tables_hash:
            return ()
        weights = stored.kinds[kind]
        return tuple(weights[name] for name in self.features)

    def fitted(self, title: Title, charts: Charts, games: Mapping[str, int], seed: int) -> FittedWeights:
        """Fly so many games of each kind to their ends, and fit their features to their results."""
        kinds = {kind: self._fitted(title, charts, kind, count, seed) for kind, count in games.items()}
        return FittedWeights(self.provenance, seed, self.tables_hash(charts), dict(games), kinds)

    def _fitted(self, title: Title, charts: Charts, kind: str, count: int, seed: int) -> dict[str, float]:
        fit = LinearFit(len(self.features))
        for number in range(count):
            for found, left in self.flown(title, charts, kind, mix_seed(seed, number)):
                fit.add(found, left)
        return {name: round(weight, 3) for name, weight in zip(self.features, fit.solved(), strict=True)}
