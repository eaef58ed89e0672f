"""Golden games: a stored digest for every scenario both ways, and for each end of the pilot's year. [4.0]

`python -m tests.engine.nightfighter.test_golden` writes them anew; a change that alters one is a fault, or says why.
"""

import hashlib
from pathlib import Path

import pytest
import yaml

from engine.kernel.dice import FairDice
from engine.kernel.game import drive, snapshot
from engine.kernel.table import RecordingTable
from engine.nightfighter.bots import hunter
from engine.nightfighter.scenario import scenario_ids
from engine.nightfighter.state import Setup
from engine.nightfighter.title import TITLE

from .desk import PACK

FILE = Path(__file__).parent / "golden" / "games.yaml"
YEARS = {
    "green-goal": ("green", "victory", "goal"),
    "green-killed": ("green", "defeat", "killed"),
    "green-minor": ("green", "minor-victory", "year"),
    "green-year": ("green", "defeat", "year"),
    "seasoned-goal": ("seasoned", "victory", "goal"),
    "seasoned-killed": ("seasoned", "defeat", "killed"),
    "seasoned-demoted": ("seasoned", "defeat", "demoted"),
    "seasoned-minor": ("seasoned", "minor-victory", "year"),
    "seasoned-year": ("seasoned", "defeat", "year"),
    "staffel-decisive": ("staffel", "decisive", "year"),
    "staffel-win": ("staffel", "win", "year"),
    "staffel-draw": ("staffel", "draw", "year"),
    "staffel-defeat": ("staffel", "defeat", "year"),
}


def play(setup, seed):
    """Play a night or a year between the hunter and fair dice; return its outcome and a digest of all that was told."""
    state = TITLE.start(setup, PACK)
    table, bot, told = RecordingTable(FairDice(f"golden {seed}".encode()), PACK), hunter(PACK, "player", seed), []

    def choose(decision):
        answer = bot.choose(decision, lambda: TITLE.view(state, PACK, "player"))
        told.append(f"{decision.key}={answer}")
        return answer

    drive(TITLE.play(state, table), choose, 100_000)
    told += [f"{e.kind} {[d.face for d in e.dice]}" for e in table.log.events]
    digest = hashlib.sha256("\n".join(told).encode() + snapshot(state)).hexdigest()[:20]
    return TITLE.outcome(state, PACK), digest


def nights():
    for scenario in scenario_ids(PACK.tables):
        yield f"{scenario}-blind", Setup(scenario=scenario)
        if not scenario.startswith(("9", "10")):
            yield f"{scenario}-solo", Setup(scenario=scenario, mode="solo")


def write():
    """Write the digests, and for each end of the year the first seed that comes to it."""
    kept = {"nights": {}, "years": {}}
    for name, setup in nights():
        outcome, digest = play(setup, 1)
        kept["nights"][name] = {"result": outcome["result"], "digest": digest}
    for name, (kind, result, end) in YEARS.items():
        for seed in range(3_000):
            outcome, digest = play(Setup(campaign=kind, mode="solo"), seed)
            if (outcome["result"], outcome["end"]) == (result, end):
                kept["years"][name] = {"seed": seed, "digest": digest}
                break
    FILE.write_text(yaml.safe_dump(kept, sort_keys=False))


KEPT = yaml.safe_load(FILE.read_text()) if FILE.exists() else {"nights": {}, "years": {}}


@pytest.mark.rule("4.0")
@pytest.mark.parametrize(("name", "setup"), list(nights()), ids=[name for name, _ in nights()])
def test_every_night_is_played_again_to_the_byte(name, setup):
    outcome, digest = play(setup, 1)
    assert {"result": outcome["result"], "digest": digest} == KEPT["nights"][name]


@pytest.mark.slow
@pytest.mark.rule("S campaign")
@pytest.mark.parametrize("name", YEARS)
def test_every_end_of_the_year_is_reached_again_to_the_byte(name):
    kind, result, end = YEARS[name]
    kept = KEPT["years"][name]
    outcome, digest = play(Setup(campaign=kind, mode="solo"), kept["seed"])
    assert (outcome["result"], outcome["end"], digest) == (result, end, kept["digest"])


if __name__ == "__main__":
    write()
