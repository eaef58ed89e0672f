"""Random sound charts, played by bots in all three games: no order goes on for ever, nothing breaks but by its type.

What the check of the tables refuses is drawn anew. What it lets through may make a poor game, never an endless order.
"""

import json
import random
from collections import Counter
from typing import Any

import pytest

from engine.kernel.dice import FastDice
from engine.kernel.limits import Runaway
from engine.kernel.packs.faults import PackError
from engine.kernel.packs.reading import read_pack
from engine.kernel.run import Run
from engine.nightfighter.charts.scenarios import scenario_ids
from tests.engine.test_changed_packs import KINDS, STANDARD, TITLES, charts, games
from tests.shared.pack_walk import random_change
from tests.shared.sample_sizes import sample_size

PACKS = sample_size("RANDOM_PACKS", 8, 1_000)
"""Sound packs of each game."""
TRIES = 40
"""Of so many drawn packs one at least is sound."""
MOST_ANSWERS = 20_000


def read(game: str, content: dict[str, Any]) -> Any:
    """The charts with what was changed, read and checked as the files of a player's own that extend the standard."""
    schema, check = KINDS[game]
    standard = STANDARD[game]
    head = f"{{game: {standard.manifest.game}, name: drawn, title: Drawn, version: '1', base: standard}}"
    changed = {name: table for name, table in content.items() if table is not standard.content[name]}
    texts = {f"{name}.yaml": json.dumps({name: table}, ensure_ascii=False) for name, table in changed.items()}
    return charts(game, read_pack({"pack.yaml": head, **texts}, schema, check=check, base=lambda name: standard))


def sound_pack(game: str, rng: random.Random) -> tuple[Any, dict[str, Any]]:
    """Random charts that pass the check, and what they hold."""
    for _ in range(TRIES):
        content = random_change(KINDS[game][0], STANDARD[game].content, rng)
        try:
            return read(game, content), content
        except PackError:
            continue
    pytest.fail(f"{TRIES} drawn packs of {game} in a row were refused")


def game_of(game: str, pack: Any, rng: random.Random) -> tuple[Any, str]:
    """A set-up and a bot; of nights the naval one and that with intruders more often than others."""
    if game != "nightfighter":
        return rng.choice(games(game, pack))
    if rng.random() < 0.2:
        return TITLES[game].Setup(campaign=rng.choice(("green", "seasoned", "staffel")), mode="solo"), "hunter"
    scenario = rng.choice([*scenario_ids(pack.tables), *("9", "9A", "9B", "9C", "10", "10A") * 3])
    mode = "blind" if scenario.startswith(("9", "10")) else rng.choice(("blind", "solo"))
    return TITLES[game].Setup(scenario=scenario, mode=mode), rng.choice(("hunter", "random"))


def play(game: str, pack: Any, setup: Any, bot: str, seed: int) -> bool:
    """Play a game by bots; say whether an order was stopped, which leaves the game as it was."""
    title = TITLES[game]
    taken = Counter[str]()

    def keep(step: Any) -> None:
        taken["answers"] += 1

    try:
        run = Run.begin(title, pack, setup, FastDice(seed))
        bots = {seat: title.policies()[bot](pack, seat, seed) for seat in title.seats(setup)}
        run.play_on(bots, until=lambda run: taken["answers"] > MOST_ANSWERS, keep=keep)
    except Runaway:
        return True
    assert run.over and run.outcome() is not None
    return False


@pytest.mark.slow
@pytest.mark.parametrize("game", STANDARD)
def test_no_sound_pack_makes_an_order_that_is_not_ended(game):
    stopped = 0
    for seed in range(PACKS):
        rng = random.Random(seed)
        pack, content = sound_pack(game, rng)
        setup, bot = game_of(game, pack, rng)
        changed = {name: table for name, table in content.items() if table is not STANDARD[game].content[name]}
        try:
            stopped += play(game, pack, setup, bot, seed)
        except Exception as problem:
            raise AssertionError(f"{game}, seed {seed}, tables {', '.join(changed)}, {setup}") from problem
    assert stopped <= PACKS // 10
