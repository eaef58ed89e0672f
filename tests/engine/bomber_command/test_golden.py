"""Golden nights: stored journals that must replay to the same end, one for each band and for what is rare.

`python -m tests.engine.bomber_command.test_golden` looks for such nights between bots and stores them anew; a journal
that changes is either a fault or is explained where it is changed.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.bomber_command.bots.policies import POLICIES
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import SEATS, Setup, State
from engine.kernel.dice import FairDice
from engine.kernel.digests import without_defaults
from engine.kernel.packs.files import decode_pack
from engine.kernel.rule_versions import FIRST_VERSION, fill_old_defaults
from engine.kernel.run import Run
from tests.engine.bomber_command.builders import CHARTS

FOLDER = Path(__file__).parent / "golden"
RELEASE = Path(__file__).parents[3] / "fixtures" / "releases" / "2a36ce7" / "bomber-command.xz"
BANDS = ("german-major", "german", "draw", "british", "british-major")
Wanted = Callable[[State], bool]


def wishes() -> dict[str, tuple[dict[str, Any], Wanted]]:
    """Name every kind of night that is stored by the present rules, with its setup and its test."""
    every = dict.fromkeys(
        ("bad_weather", "moon", "tail_winds", "bomb_loads", "approach", "variable_north", "intruders"), True
    )
    return {
        "rules-2-berlin": ({"scenario": "berlin"}, lambda night: night.score.band == "draw"),
        "rules-2-downfall": ({"scenario": "downfall"}, lambda night: night.follow_up),
        "rules-2-fog": ({"scenario": "berlin", "fog_of_war": True, **every}, lambda night: night.wind is not None),
        "rules-2-spoof": (
            {"scenario": "downfall", "fog_of_war": True},
            lambda night: "b17" in night.decks["british"].discards,
        ),
    }


def former_wishes() -> dict[str, tuple[dict[str, Any], Wanted]]:
    """Name the nights that were stored by rules 1 and the charts of their time; they are never stored anew."""
    wanted: dict[str, tuple[dict[str, Any], Wanted]] = {}
    for scenario in ("berlin", "downfall"):
        for band in BANDS:
            wanted[f"{scenario}-{band}"] = ({"scenario": scenario}, lambda night, band=band: night.score.band == band)
    wanted["firestorm"] = ({"scenario": "berlin"}, lambda night: any(b.storms for b in night.bombings))
    wanted["follow-up"] = ({"scenario": "downfall"}, lambda night: any(b.attacks == 2 for b in night.bombings))
    every = dict.fromkeys(("bad_weather", "moon", "tail_winds", "bomb_loads", "approach", "variable_north"), True)
    wanted["advanced"] = ({"scenario": "downfall", "fog_of_war": True, **every}, lambda night: night.wind is not None)
    wanted["intruders"] = ({"scenario": "berlin", "intruders": True}, lambda night: night.intruders > 0)
    return wanted


def play(setup: dict[str, Any], seed: int, british: str, german: str) -> tuple[State, list[Any]]:
    """Play a night between bots, keeping its journal."""
    run = Run.begin(TITLE, CHARTS, msgspec.convert(setup, Setup), FairDice(seed.to_bytes(4, "big")))
    bots = {seat: POLICIES[name](CHARTS, seat, seed) for seat, name in zip(SEATS, (british, german), strict=True)}
    journal = []
    while not run.over:
        decision = next(iter(run.pending.values()))
        seat = decision.actor
        order = msgspec.to_builtins(bots[seat].choose(decision, lambda seat=seat: run.view(seat)))
        run.answer(seat, order, decision.key)
        journal.append([seat, decision.key, order])
    return run.state, journal


def seal(night: State, began: str) -> str:
    """Return a hash of the night, in which a field that came later and is at its default has no part."""
    return hashlib.sha256(msgspec.msgpack.encode(without_defaults(night, began), order="deterministic")).hexdigest()


@pytest.mark.parametrize("name", sorted(wishes() | former_wishes()))
def test_a_golden_night_replays_to_the_same_end(name: str) -> None:
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    charts = charts_of(kept["pack"])
    began = kept.get("rules", FIRST_VERSION)
    setup = msgspec.convert(fill_old_defaults(dict(kept["setup"]), Setup, began), Setup)
    run = Run.begin(TITLE, charts, setup, FairDice(kept["seed"].to_bytes(4, "big")))
    for seat, key, order in kept["journal"]:
        run.answer(seat, order, key)
    assert run.over and TITLE.outcome(run.state, charts) == kept["outcome"]
    assert seal(run.state, began) == kept["hash"]
    assert (wishes() | former_wishes())[name][1](run.state)


def charts_of(digest: str) -> Charts:
    """Return the charts by which a night was stored: today's, or those of the release with which rules 1 ended."""
    if digest == CHARTS.hash:
        return CHARTS
    _, known, data = msgspec.msgpack.decode(lzma.decompress(RELEASE.read_bytes()))
    assert digest == known, "the charts have changed: store the nights anew and say why"
    return TITLE.lay_out(decode_pack(data, TITLE.Tables, digest))


def store() -> None:
    """Look for each kind of night and keep the first that is found."""
    FOLDER.mkdir(exist_ok=True)
    for name, (setup, fits) in wishes().items():
        for seed in range(1, 1_500):
            british, german = (("strong", "strong"), ("strong", "weak"), ("weak", "strong"))[seed % 3]
            night, journal = play(setup, seed, british, german)
            if fits(night):
                kept = {
                    "rules": TITLE.rules,
                    "setup": setup,
                    "seed": seed,
                    "players": [british, german],
                    "pack": CHARTS.hash,
                    "outcome": TITLE.outcome(night, CHARTS),
                    "hash": seal(night, TITLE.rules),
                    "journal": journal,
                }
                lines = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[")
                (FOLDER / f"{name}.json").write_text(lines + "\n", encoding="utf-8")
                print(name, seed)
                break
        else:
            raise SystemExit(f"no night found for {name}")


if __name__ == "__main__":
    store()
