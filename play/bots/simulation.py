"""Flies many games by bots: shares of seeds, spread over all cores or over all workers, and put together in order.

A game's seed depends only on the case and its place in the whole. So a repeated or moved share gives the
tally is the same.
"""

from __future__ import annotations

import time
import uuid
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Protocol, TypeVar

from celery import shared_task
from django.core.cache import cache

from engine.kernel.packs.faults import PackFault
from engine.kernel.packs.schema import Charts
from engine.kernel.packs.trial_games import TrialGame
from engine.kernel.packs.trial_games import trial_faults as find_trial_faults
from play.games.registry import game_of, registered
from play.games.titles import title_of

EXPIRY_SECONDS = 3600
FIRST_PATIENCE = 20.0
WANTED = "wanted"
WANTED_SECONDS = 15
"""Time for which workers continue with the shares of a waiter who no longer reports."""
PATIENCE = 3.0
"""Seconds without any result after which missing shares are sent again; more when shares are slow."""

Share = tuple[int, int]
ChartsT = TypeVar("ChartsT", contravariant=True)
TallyT = TypeVar("TallyT")


class Simulator(Protocol[TallyT, ChartsT]):
    """Interface of a game's module: bots play games of a case, which is plain data, and a tally counts the results."""

    @property
    def CALIBRATION(self) -> dict[str, object]:
        """The case that is flown when charts are compared."""

    @property
    def MEASURES(self) -> tuple[str, ...]:
        """The figures of a report by which charts are compared."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what can be asked of a simulation."""

    def plan(self, options: Mapping[str, object], seed: int) -> tuple[dict[str, object], int]:
        """Return the case and how many games are wanted, or say by a ValueError what cannot be."""

    def share(self, case: dict[str, object], first: int, count: int, charts: ChartsT | None = None, /) -> TallyT:
        """Fly the games of a range, by these charts or by those that the case names."""

    def merge(self, tallies: Iterable[TallyT]) -> TallyT:
        """Put tallies together."""

    def report(self, case: dict[str, object], tally: TallyT) -> dict[str, object]:
        """Return the result."""

    def trials(self, charts: ChartsT) -> Iterator[TrialGame]:
        """Give the games that are played on trial by new charts."""


def games() -> list[str]:
    """Name the games that can be simulated."""
    return [game.name for game in registered().values() if game.simulator is not None]


AnySimulator = Simulator[Any, Any]
"""A simulator whose tallies and charts are not known where it is asked for."""


class NoSimulator(LookupError):
    """Bots fly no games of this one by themselves."""


def simulator(game: str) -> AnySimulator:
    """Return the simulator of a game."""
    found = game_of(game).simulator
    if found is None:
        raise NoSimulator(game)
    return found


def trial_faults(game: str, charts: Charts) -> tuple[PackFault, ...]:
    """Return what is found wrong when bots play by new charts: some seconds of CPU time, for a task and no request."""
    found = game_of(game).simulator
    return tuple(find_trial_faults(title_of(game), charts, found.trials(charts))) if found is not None else ()


def shares(runs: int, size: int) -> list[Share]:
    """Cut the games into ranges: (first, count)."""
    return [(first, min(size, runs - first)) for first in range(0, runs, size)]


def play_share(game: str, case: dict[str, object], first: int, count: int) -> object:
    """Play one range; the same in any process and on any machine."""
    return simulator(game).share(case, first, count)


def on_all_cores(
    game: str, case: dict[str, object], ranges: list[Share], processes: int, done: Callable[[int], None]
) -> Iterator[object]:
    """Play the ranges in a pool of processes; tallies come back in order, as the memory of one range at a time."""
    with ProcessPoolExecutor(processes) as pool:
        waiting = [pool.submit(play_share, game, case, first, count) for first, count in ranges]
        for place, (_, count) in enumerate(ranges):
            future, waiting[place] = waiting[place], None  # type: ignore[call-overload]
            tally = future.result()
            done(count)
            yield tally


@shared_task(name="play.simulate_share", soft_time_limit=240, time_limit=280)
def simulate_share(run: str, game: str, case: dict[str, object], first: int, count: int) -> None:
    """Play one range while a run waits for it; a second delivery finds the result there and leaves it."""
    place, wanted = _place(run, first), _place(run, WANTED)
    if cache.get(wanted) is None or cache.get(place) is not None:
        return
    started = time.monotonic()
    tally = play_share(game, case, first, count)
    if cache.get(wanted) is not None:
        cache.set(place, {"tally": tally, "seconds": time.monotonic() - started}, EXPIRY_SECONDS)


def _place(run: str, first: int | str) -> str:
    return f"simulate:{run}:{first}"


def on_all_workers(
    game: str, case: dict[str, object], ranges: list[Share], done: Callable[[int], None], again: Callable[[int], None]
) -> Iterator[object]:
    """Send the ranges to all connected workers, and send again the ranges of a lost worker."""
    run = uuid.uuid4().hex
    try:
        tallies = _collected(run, game, case, ranges, done, again)
    finally:
        # After any end: a job that still waits in the queue is dropped by the worker that takes it.
        cache.delete(_place(run, WANTED))
        cache.delete_many([_place(run, first) for first, _ in ranges])
    yield from (tallies[first] for first, _ in ranges)


def _collected(
    run: str,
    game: str,
    case: dict[str, object],
    ranges: list[Share],
    done: Callable[[int], None],
    again: Callable[[int], None],
) -> dict[int, object]:
    """Return the tally of each range by its first game, once all are there."""
    missing = {first: count for first, count in ranges}
    _want(run)
    _send(run, game, case, missing)
    last = wanted = time.monotonic()
    slowest = 0.0
    tallies = {}
    while missing:
        came = cache.get_many([_place(run, first) for first in missing])
        for first in [first for first in missing if _place(run, first) in came]:
            posted = came[_place(run, first)]
            tallies[first], slowest = posted["tally"], max(slowest, posted["seconds"])
            done(missing.pop(first))
            last = time.monotonic()
        if time.monotonic() - wanted > WANTED_SECONDS / 5:
            _want(run)
            wanted = time.monotonic()
        patience = max(PATIENCE, 5 * slowest) if slowest else FIRST_PATIENCE
        if missing and time.monotonic() - last > patience:
            again(len(missing))
            _send(run, game, case, missing)
            last = time.monotonic()
        time.sleep(0.05)
    return tallies


def _want(run: str) -> None:
    """Record that a run is waited for; a killed process records it no more, and its shares are dropped."""
    cache.set(_place(run, WANTED), True, WANTED_SECONDS)


def _send(run: str, game: str, case: dict[str, object], ranges: dict[int, int]) -> None:
    for first, count in ranges.items():
        simulate_share.apply_async((run, game, case, first, count))
