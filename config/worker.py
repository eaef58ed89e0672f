"""Run one worker of config.server.queues.WORKERS, or several kinds: `python -m config.worker turns --children 4`.

--children sets the number of processes that carry out tasks (default: by kind), --name tells workers of one kind on
one machine apart.

It is ready a fifth of a second before Celery's own command would be, and knows its queues by itself.
"""

import argparse
import os
import socket

from config.celery import app
from config.server.queues import WORKERS, merged_worker


def main() -> int:
    """Serve the queues of the kinds that are named until a signal ends the worker."""
    parser = argparse.ArgumentParser(prog="python -m config.worker", description=__doc__)
    parser.add_argument("names", nargs="+", choices=[*WORKERS], metavar="kind")
    parser.add_argument("--children", type=int)
    parser.add_argument("--name")
    given = parser.parse_args()
    kind = merged_worker(given.names)
    os.nice(kind.nice)
    worker = app.Worker(
        hostname=f"{given.name or '-'.join(given.names)}@{socket.gethostname()}",
        queues=",".join(kind.queues),
        concurrency=given.children or kind.children,
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
    )
    worker.start()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    raise SystemExit(main())
