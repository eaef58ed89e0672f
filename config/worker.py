"""Runs one worker for `manage.py up`, ready a fifth of a second before Celery's own command would be.

Given the name of a queue it serves that one alone, with one child that gives way to everything else.
"""

import os
import sys

from config.celery import app

if __name__ == "__main__":
    alone = sys.argv[1:2]
    if alone:
        os.nice(10)
    worker = app.Worker(
        hostname=f"{(alone or ['up'])[0]}@localhost",
        queues=(alone or ["turns,bulk"])[0],
        concurrency=1 if alone else 2,
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
    )
    worker.start()
    raise SystemExit(worker.exitcode)
