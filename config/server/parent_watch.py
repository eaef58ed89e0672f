"""Ties a process to the one that started it, so that nothing is left behind, not even after a SIGKILL.

Linux sends a signal when the parent dies; elsewhere the child looks at its parent's id twice a second. A program that
is not ours runs elsewhere under `python config/server/parent_watch.py program …`, which looks in its stead.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
POLL_SECONDS = 0.5


def tie_to_parent(parent: int | None = None, death_signal: int = signal.SIGKILL) -> None:
    """Let this process end when its parent does, and at once if the parent named has gone already."""
    parent = parent or os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, death_signal)
        if os.getppid() != parent:
            os.kill(os.getpid(), death_signal)
    else:
        threading.Thread(target=_watch, args=(parent, death_signal), daemon=True).start()


def _watch(parent: int, death_signal: int) -> None:
    while os.getppid() == parent:
        time.sleep(POLL_SECONDS)
    os.kill(os.getpid(), death_signal)


def run_tied(command: list[str]) -> int:
    """Run a program that cannot watch its parent, watch in its stead, and hand on the signals to stop."""
    parent = os.getppid()
    child: subprocess.Popen[bytes] | None = None
    early: list[int] = []

    def hand_on(number: int, _frame: object) -> None:
        if child is None:
            early.append(number)
        else:
            child.send_signal(number)

    # The child may be running before its start returns, so the signals to stop are taken before that.
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, hand_on)
    child = subprocess.Popen(command)
    for number in early:
        child.send_signal(number)
    while child.poll() is None:
        if os.getppid() != parent:
            child.kill()
        time.sleep(POLL_SECONDS)
    return child.returncode


if __name__ == "__main__":
    sys.exit(run_tied(sys.argv[1:]))
