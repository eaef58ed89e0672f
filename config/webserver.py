"""Starts the web server, Granian, as live streams need it: `python -m config.webserver --port 8000 --workers 2`.

`manage.py up`, docs/production.md, tests and benches all start it here. All given arguments go to Granian, behind the
options of this module, so that they may override them.
"""

import os
import sys
from collections.abc import Sequence

from config import environment

STREAMS = environment.number("STREAMS_PER_PROCESS", 4000)
"""Live streams that one web process holds at most; further pages ask every two seconds instead."""
PAGES = 512
"""Requests beside the streams that one process takes at once; further ones wait for their turn."""
OTHER_FILES = 256
"""Files that a process has open beside its requests: libraries, database, broker."""


def options(streams: int = STREAMS) -> list[str]:
    """Return Granian's options. It counts a live stream as a request as long as the stream is open."""
    return [
        *("--interface", "asginl"),
        *("--backlog", "2048"),
        *("--backpressure", str(streams + PAGES)),
        # A web process that dies is started again; without this it takes the others with it.
        "--respawn-failed-workers",
        *("--workers-kill-timeout", "10"),
    ]


def command(port: int, *more: str) -> list[str]:
    """Return the command that starts the server."""
    return [sys.executable, "-m", "config.webserver", "--port", str(port), *more]


def raise_file_limit(wanted: int) -> int:
    """Raise this process's limit of open files as far as it may and say what it is now."""
    try:
        import resource
    except ImportError:  # not on Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


def main(arguments: Sequence[str]) -> None:
    """Become the server, with no more streams than there are files for them."""
    files = raise_file_limit(STREAMS + PAGES + OTHER_FILES)
    streams = min(STREAMS, max(0, files - PAGES - OTHER_FILES))
    if streams < STREAMS:
        print(f"Only {files} files may be open, so each web process holds {streams} live streams.", file=sys.stderr)
        print("Raise the limit (ulimit -n; LimitNOFILE in a systemd unit).", file=sys.stderr)
    os.environ["STREAMS_PER_PROCESS"] = str(streams)
    given = [sys.executable, "-m", "granian", *options(streams), *arguments, "config.asgi:application"]
    os.execv(given[0], given)


if __name__ == "__main__":
    main(sys.argv[1:])
