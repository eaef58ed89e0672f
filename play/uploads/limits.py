"""Hard limits of CPU time, wall time and memory for one file, in a process of its own."""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext_noop

BEYOND_LIMITS = gettext_noop("This file exceeds our limits for a check: %(seconds)s s of CPU time, %(memory)s MB.")
OUT_OF_MEMORY = 3
"""Exit status of a child without enough memory."""
BY_A_LIMIT = {OUT_OF_MEMORY, -signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM}


@dataclass(frozen=True)
class Ended:
    """End of a child process: its output, and whether a limit ended it."""

    code: int
    output: bytes = b""

    @property
    def is_good(self) -> bool:
        """Return whether the child did its work."""
        return self.code == 0

    @property
    def by_a_limit(self) -> bool:
        """Return whether the child exceeded the time or memory of a file."""
        return self.code in BY_A_LIMIT


def run_limited(*arguments: str, feed: bytes = b"") -> Ended:
    """Run `play.uploads.child` with these arguments, and kill it when it takes too long."""
    cpu, wall, memory = settings.FILE_CPU_SECONDS, settings.FILE_WALL_SECONDS, settings.FILE_MEMORY_MB
    command = [sys.executable, "-m", "play.uploads.child", str(cpu), str(wall), str(memory), *arguments]
    child = subprocess.Popen(
        command,
        cwd=settings.BASE_DIR,
        env=os.environ | {"NO_BOOTSTRAP": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        output, _nothing = child.communicate(feed, timeout=wall + 5)
        return Ended(child.returncode, output)
    except subprocess.TimeoutExpired:
        return Ended(-signal.SIGKILL)
    finally:
        child.kill()
        child.wait()
