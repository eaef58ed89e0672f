"""Trial games of new charts, played once in a process: the same charts always get the same answer."""

from collections.abc import Callable

from engine.kernel.packs.faults import PackFault
from engine.kernel.packs.schema import Charts
from play.games.registry import game_of

Faults = tuple[PackFault, ...]
TrialFaults = Callable[[str, Charts], Faults]


def once_in_a_process(play: TrialFaults) -> TrialFaults:
    """Return what plays the trial games of charts that were not tried yet, and else says what was found then."""
    known: dict[tuple[str, str, object], Faults] = {}

    def trial_faults(game: str, charts: Charts) -> Faults:
        tried = game, charts.pack.hash, game_of(game).simulator
        if tried not in known:
            known[tried] = play(game, charts)
        return known[tried]

    return trial_faults
