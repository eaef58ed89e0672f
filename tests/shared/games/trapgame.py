"""The small game with traps: a trap kills a worker at its very place, before, inside or after its work.

A trap is a file in the folder that `TRAPS` names, which only the workers of a test have. The number in it says how
often it acts.
"""

import os
import signal
import time
from pathlib import Path

from django.db import transaction

from engine.kernel.decisions import Flow
from engine.kernel.table import Table
from play.journal.projections import OrderEffects, projection
from play.sessions.models import Session
from tests.shared.games.smallgame import State, Strait

BEFORE, INSIDE, AFTER, SLOW, STUCK = "before", "inside", "after", "slow", "stuck"
SPIN, HOARD = "spin", "hoard"
SECONDS = {SLOW: 3, STUCK: 300}


def step_on(trap: str) -> None:
    """Die here, if a trap is set."""
    if "TRAPS" not in os.environ:
        return
    file = Path(os.environ["TRAPS"]) / trap
    if not file.exists():
        return
    left = int(file.read_text())
    if left <= 1:
        file.unlink()
    else:
        file.write_text(str(left - 1))
    if trap == SPIN:
        while True:
            pass
    if trap == HOARD:
        held = [b""]
        while True:
            held.append(bytes(1 << 20))
    if trap in SECONDS:
        time.sleep(SECONDS[trap])
        return
    os.kill(os.getpid(), signal.SIGKILL)


class Trap(Strait):
    """Plays as the small game does."""

    name = "trap"

    def play(self, state: State, table: Table) -> Flow[None]:
        """Step on what lies before the work."""
        step_on(BEFORE)
        step_on(SLOW)
        step_on(STUCK)
        step_on(SPIN)
        step_on(HOARD)
        return super().play(state, table)


@projection(Trap.name)
def spring(session: Session, progress: OrderEffects) -> None:
    """Step on what lies inside the transaction, or just after it, before the message is acknowledged."""
    step_on(INSIDE)
    transaction.on_commit(lambda: step_on(AFTER))


TITLE = Trap()
