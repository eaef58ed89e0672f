"""Speed of the kernel: decisions a CPU second in playouts of the small game, and the resumption of a session."""

import random
import tempfile
import time
from functools import cache
from pathlib import Path

from engine.kernel.dice import FairDice, FastDice
from engine.kernel.packs.reading import load_pack
from engine.kernel.run import Run
from engine.kernel.table import RecordingTable, Table
from engine.kernel.title import RandomPolicy, drive
from tests.bench import bench
from tests.engine.kernel.packs.test_reading import GUNS, Charts, changed, guns_are_known, write
from tests.shared.games.smallgame import TITLE, Setup, Strait

GAMES = 400
ROUNDS = 30
BEST_OF = 3


def whim(seed: int) -> RandomPolicy:
    draw = random.Random(seed).random
    return RandomPolicy(lambda sides: int(draw() * sides) + 1)


def rate(make_table) -> float:
    """Decisions a CPU second, the best of a few measurements: others may use the machine."""
    best = 0.0
    for attempt in range(BEST_OF):
        policy = whim(attempt)
        taken, begin = 0, time.process_time()
        for game in range(GAMES):
            state = TITLE.start(Setup(rounds=ROUNDS), None)
            _, decisions = drive(TITLE.play(state, make_table(game)), policy.choose)
            taken += decisions
        best = max(best, taken / (time.process_time() - begin))
    return best


@bench("kernel.decisions_per_s.fast", unit="1/s", at_least=400_000)
def decisions_fast() -> float:
    """Legal list, answer, dice; nobody hears."""
    return rate(lambda game: Table(FastDice(game)))


@bench("kernel.decisions_per_s.fair", unit="1/s", at_least=150_000)
def decisions_fair() -> float:
    """The same with every event stored and fair dice."""
    return rate(lambda game: RecordingTable(FairDice(game.to_bytes(8, "big"))))


class Seamless(Strait):
    """The small game without checkpoints: all of its journal is played again."""

    def play(self, state, table):
        table.seam = lambda: None
        return super().play(state, table)


@cache
def a_session_of_60():
    """A session of sixty decisions, as it is stored."""
    run = Run.begin(Seamless(), None, Setup(rounds=200), FairDice(b"bench"))
    policy = whim(7)
    for _ in range(60):
        decision = next(iter(run.pending.values()))
        answer = {"lanes": [2, 2, 2]} if decision.form else policy.choose(decision)
        run.answer(decision.actor, answer, decision.key)
    return run.record


@bench("kernel.resume_60_ms", unit="ms", at_most=1)
def resume() -> float:
    """Take it up again, all sixty answers from the first."""
    record, times = a_session_of_60(), []
    for _ in range(300):
        begin = time.perf_counter()
        run = Run.resume(Seamless(), None, FairDice(b"bench"), record)
        times.append(1000 * (time.perf_counter() - begin))
        assert len(run.record.tail) == 60
    return sorted(times)[len(times) // 2]


@cache
def packs() -> tuple[float, float]:
    """Milliseconds to read a pack of eight thousand rows, and to be given it again; the best of three."""
    rows = "".join(f"    - {{name: gun number {number}, power: {number % 20}}}\n" for number in range(8_000))
    texts = changed(GUNS, "    - {name: MG17, power: 1}\n", "    - {name: MG17, power: 1}\n" + rows)
    read, again = [], []
    with tempfile.TemporaryDirectory() as place:
        for attempt in range(BEST_OF):
            folder = write(Path(place) / str(attempt) / "standard", texts)
            for times in (read, again):
                begin = time.process_time()
                load_pack(folder, Charts, check=guns_are_known)
                times.append(1000 * (time.process_time() - begin))
    return min(read), min(again)


@bench("kernel.pack_read_ms", unit="ms", at_most=300)
def pack_read() -> float:
    """A pack far larger than any of ours."""
    return packs()[0]


@bench("kernel.pack_again_ms", unit="ms", at_most=5)
def pack_again() -> float:
    """The same, read before."""
    return packs()[1]
