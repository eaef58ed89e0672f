"""Benchmarks of the figures that the site promises: each is a function with a name, a unit and a bound.

    @bench("kernel.decisions_per_s", unit="1/s", at_least=400_000)
    def decisions() -> float:
        ...

A module in this folder is found by itself. A bound is `at_least`, `at_most` or none (a figure that is only watched).
Two figures from one measurement are two functions over one cached one. `python3 manage.py bench kernel` runs the
benchmarks whose names begin with `kernel`.
"""

import importlib
import pkgutil
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Measure = Callable[[], float]


@dataclass(frozen=True)
class Bench:
    name: str
    unit: str
    measure: Measure
    at_least: float | None
    at_most: float | None

    @property
    def bound(self) -> str | None:
        if self.at_least is not None:
            return f">= {self.at_least:g}"
        return None if self.at_most is None else f"<= {self.at_most:g}"

    def holds(self, value: float) -> bool:
        enough = self.at_least is None or value >= self.at_least
        return enough and (self.at_most is None or value <= self.at_most)

    def run(self) -> dict[str, Any]:
        figure: dict[str, Any] = {"name": self.name, "value": None, "unit": self.unit, "bound": self.bound, "ok": False}
        try:
            value = self.measure()
        except Exception:  # a bench that breaks is a figure missed, and the others are still wanted
            return figure | {"error": traceback.format_exc(limit=-3)}
        return figure | {"value": float(f"{value:.4g}"), "ok": self.holds(value)}


benches: dict[str, Bench] = {}


def bench(
    name: str, *, unit: str, at_least: float | None = None, at_most: float | None = None
) -> Callable[[Measure], Measure]:
    """Register a measurement under its name."""

    def register(measure: Measure) -> Measure:
        if name in benches:
            raise ValueError(f"Two benches are called {name}.")
        benches[name] = Bench(name, unit, measure, at_least, at_most)
        return measure

    return register


def names(prefix: str) -> list[str]:
    """Find every bench and return the names that begin so."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
    return [name for name in sorted(benches) if name.startswith(prefix)]


def run(prefix: str) -> Iterator[dict[str, Any]]:
    """Run the benches whose name begins so."""
    for name in names(prefix):
        yield benches[name].run()
