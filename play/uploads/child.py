"""The child process that reads one file: it limits itself before it loads anything, and then does what it is asked.

`upload ID` reads an upload and settles it; `check LANGUAGE KEY` checks the file on standard input, the result is JSON.
"""

import os
import resource
import signal
import sys
from contextlib import suppress

MEGABYTE = 1024 * 1024


def limit(cpu: int, wall: int, memory: int) -> None:
    """Bound this process for good: the kernel ends it at the limits, also when nobody is left to kill it."""
    for name, most in (
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_AS, memory * MEGABYTE),
        (resource.RLIMIT_CORE, 0),
    ):
        # macOS does not know every limit, and nobody may raise one that was set before.
        with suppress(ValueError, OSError):
            resource.setrlimit(name, (most, most + 1 if name == resource.RLIMIT_CPU else most))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(wall)
    with suppress(OSError):
        os.nice(10)


def main(arguments: list[str]) -> int:
    """Do what the arguments say, and return the exit code."""
    from play.uploads.limits import OUT_OF_MEMORY

    try:
        import django

        django.setup()
        from play.uploads import reader

        what, *more = arguments
        (reader.read_upload if what == "upload" else reader.check_input)(*more)
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


if __name__ == "__main__":
    limit(*map(int, sys.argv[1:4]))
    code = main(sys.argv[4:])
    sys.stdout.flush()
    # Objects that a stranger's file has left in memory need not be looked through once more.
    os._exit(code)
