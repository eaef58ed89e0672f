"""Golden games: a stored digest for every scenario both ways, and for each end of the pilot's year. [4.0]

`python -m tests.engine.nightfighter.test_golden` writes them again; a change that alters one is a fault, or gives its
reason. They were stored by rules 3, and almost all nights and years are the same by rules 4. The nights that differ
(`TURNED`) have a digest for each version. Readings that rules 3 did not know are left out of the bytes, so that both
compare.
"""

import hashlib
from pathlib import Path

import msgspec
import pytest
import yaml

from engine.kernel.dice import FairDice
from engine.kernel.rule_versions import fill_old_defaults, old_defaults
from engine.kernel.snapshot import snapshot
from engine.kernel.table import RecordingTable
from engine.kernel.title import drive
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import Setup, State
from tests.engine.nightfighter.builders import PACK

FILE = Path(__file__).parent / "golden" / "games.yaml"
KEPT_BY = "3"
"""The rules by which the digests were kept."""
TURNED = {"10-blind": 6, "10A-blind": 2}
"""Nights in which intruders hunted on after the stream had gone, with their seeds."""
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


def as_kept(state):
    """Return the bytes of a state as the rules of the stored digests wrote them."""
    plain = msgspec.msgpack.decode(snapshot(state))
    for path, name, _value in old_defaults(State, KEPT_BY):
        place = plain
        for step in path:
            place = place[step]
        del place[name]
    return msgspec.msgpack.encode(plain)


def begun_before(setup):
    """Return the set-up of a game that was begun by the rules of the stored digests."""
    plain = msgspec.to_builtins(setup)
    for path, name, _value in old_defaults(Setup, KEPT_BY):
        place = plain
        for step in path:
            place = place[step]
        del place[name]
    return msgspec.convert(fill_old_defaults(plain, Setup, KEPT_BY), Setup)


def play(setup, seed):
    """Play a night or a year between the hunter and fair dice; return its outcome and a digest of all its events."""
    state = TITLE.start(setup, PACK)
    table, bot, told = RecordingTable(FairDice(f"golden {seed}".encode()), PACK), hunter(PACK, "player", seed), []

    def choose(decision):
        answer = bot.choose(decision, lambda: TITLE.view(state, PACK, "player"))
        told.append(f"{decision.key}={answer}")
        return answer

    drive(TITLE.play(state, table), choose, 100_000)
    told += [f"{e.kind} {[d.face for d in e.dice]}" for e in table.log.events]
    digest = hashlib.sha256("\n".join(told).encode() + as_kept(state)).hexdigest()[:20]
    return TITLE.outcome(state, PACK), digest


def both(setup, seed):
    """Play a night by the rules of the stored digests, and by the present ones."""
    found = {"then": play(begun_before(setup), seed), "now": play(setup, seed)}
    return {when: {"turns": outcome["turns"], "digest": digest} for when, (outcome, digest) in found.items()}


def nights():
    for scenario in scenario_ids(PACK.tables):
        yield f"{scenario}-blind", Setup(scenario=scenario)
        if not scenario.startswith(("9", "10")):
            yield f"{scenario}-solo", Setup(scenario=scenario, mode="solo")


def write():
    """Write the digests, and for each end of the year the first seed that comes to it."""
    kept = {"nights": {}, "turned": {}, "years": {}}
    for name, setup in nights():
        outcome, digest = play(begun_before(setup), 1)
        kept["nights"][name] = {"result": outcome["result"], "digest": digest}
        if name in TURNED:
            kept["turned"][name] = both(setup, TURNED[name])
    for name, (kind, result, end) in YEARS.items():
        for seed in range(3_000):
            outcome, digest = play(Setup(campaign=kind, mode="solo"), seed)
            if (outcome["result"], outcome["end"]) == (result, end):
                kept["years"][name] = {"seed": seed, "digest": digest}
                break
    FILE.write_text(yaml.safe_dump(kept, sort_keys=False))


KEPT = yaml.safe_load(FILE.read_text()) if FILE.exists() else {"nights": {}, "turned": {}, "years": {}}


@pytest.mark.rule("4.0")
@pytest.mark.parametrize(("name", "setup"), list(nights()), ids=[name for name, _ in nights()])
def test_every_night_is_played_again_to_the_byte(name, setup):
    outcome, digest = play(setup, 1)
    assert {"result": outcome["result"], "digest": digest} == KEPT["nights"][name]


@pytest.mark.rule("4.1")
@pytest.mark.rule("27.2")
@pytest.mark.parametrize("name", TURNED)
def test_a_night_begun_by_rules_3_is_played_again_to_the_byte(name):
    found = both(dict(nights())[name], TURNED[name])
    assert found == KEPT["turned"][name] and found["then"] != found["now"]


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
