"""The queues of tasks: what each is for, which task goes where, and which worker serves it.

A task is sent without naming a queue; `ROUTES` knows it. Only an order names its own (`Order.queue`). A queue that is
added here is served by `manage.py up` and by the workers of docs/production.md as soon as they start again.
"""

from collections.abc import Iterable
from dataclasses import dataclass

QUEUES = ("turns", "odds", "housekeeping", "bulk", "files", "analysis", "simulation")
"""In order of precedence: a worker that serves several takes what waits in the first of them.

- `turns`: players' orders. Nothing that takes seconds.
- `odds`: chances that a player asks for, and the orders of bots that think.
- `housekeeping`: notices, letters, deletions, and what takes up lost work. Short.
- `bulk`: nothing is sent here any more; releases before 0.2 sent all long work here, and their messages are still done.
- `files`: files that somebody waits for: checks, imports, and games that begin by replaying another's journal.
- `analysis`: analyses of games, calibrations, bots' careers: chains of shares of seconds, each of which sends the next.
- `simulation`: shares of `manage.py simulate --celery`.
"""
DEFAULT = "housekeeping"

ROUTES = {
    "play.tasks.carry_out": "turns",
    "play.tasks.sweep": "turns",
    "play.tasks.heed_clocks": "turns",
    "play.tasks.reckon": "odds",
    "play.tasks.delete_files": "housekeeping",
    "play.tasks.take_up_lost_calibrations": "housekeeping",
    "play.tasks.take_up_lost_files": "housekeeping",
    "play.tasks.take_up_lost_looks_back": "housekeeping",
    "campaigns.tasks.forget_players": "housekeeping",
    "campaigns.tasks.forget_sessions": "housekeeping",
    "campaigns.tasks.open_season_keys": "housekeeping",
    "campaigns.tasks.send_kept_letters": "housekeeping",
    "campaigns.tasks.send_notices": "housekeeping",
    "campaigns.tasks.take_up_lost_flights": "housekeeping",
    "campaigns.tasks.write_reminders": "housekeeping",
    "play.tasks.read_file": "files",
    "campaigns.tasks.fly": "analysis",
    "play.tasks.calibrate": "analysis",
    "play.tasks.choose_exercise": "analysis",
    "play.tasks.look_back": "analysis",
    "raids.tasks.ways_search": "analysis",
    "play.simulate_share": "simulation",
}


@dataclass(frozen=True)
class Worker:
    """A kind of worker: its queues, its number of children, and its priority."""

    queues: tuple[str, ...]
    children: int = 1
    nice: int = 0


WORKERS = {
    "turns": Worker(("turns",), children=2),
    "odds": Worker(("odds",), nice=10),
    "housekeeping": Worker(("housekeeping",)),
    "background": Worker(("bulk", "files", "analysis", "simulation"), nice=15),
}
LOCAL_WORKERS = (("turns",), ("odds",), ("housekeeping", "background"))
"""The workers of `manage.py up`; the last is of two kinds, to save memory."""


def merged_worker(names: Iterable[str]) -> Worker:
    """Return one worker that does the work of several."""
    kinds = [WORKERS[name] for name in names]
    served = {queue for kind in kinds for queue in kind.queues}
    return Worker(
        tuple(queue for queue in QUEUES if queue in served),
        children=max(kind.children for kind in kinds),
        nice=max(kind.nice for kind in kinds),
    )


class Precedence:
    """Has Celery's Redis transport look into the queues in the order of `QUEUES`; it would take them in turn."""

    def __init__(self) -> None:
        self.queues: list[str] = []

    def update(self, queues: Iterable[str]) -> None:
        """Take the queues that are served now."""
        rank = {name: place for place, name in enumerate(QUEUES)}
        self.queues = sorted(queues, key=lambda name: (rank.get(name, len(rank)), name))

    def consume(self, most: int) -> list[str]:
        """Return the queues to look into."""
        return self.queues[:most]

    def rotate(self, last_used: str) -> str:
        """Do nothing: the order stays, whichever queue had a message."""
        return last_used
