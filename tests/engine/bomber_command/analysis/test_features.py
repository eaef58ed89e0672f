"""Features of the rest of a night: zero after its end, and each thing counted in its place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.analysis.rollouts import default_bots
from engine.bomber_command.analysis.features import FEATURES, features
from engine.bomber_command.charts.compiled import load_charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import (
    AIR,
    BRITISH,
    FLYING,
    GERMAN,
    HOME,
    MAIN,
    MOSQUITO,
    RAID,
    READY,
    SEATS,
    FighterUnit,
    Raid,
    Setup,
    State,
)
from engine.kernel.dice import FastDice
from engine.kernel.table import Table
from engine.kernel.title import drive

CHARTS = load_charts("standard")
BOARD = CHARTS.boards["berlin"]
TWIN = next(name for name, row in BOARD.units.items() if row.engines == "TE" and row.full)


def seams(scenario: str, seed: int) -> Iterator[dict[str, float]]:
    night = TITLE.start(Setup(scenario), CHARTS)
    bots = default_bots(TITLE, CHARTS, SEATS, "strong", seed)(0)
    table, seen = Table(FastDice(seed), CHARTS), []
    table.seam = lambda: seen.append(features(night, CHARTS, GERMAN))
    drive(
        TITLE.play(night, table),
        lambda decision: bots[decision.actor].choose(decision, lambda: TITLE.view(night, CHARTS, decision.actor)),
    )
    return (dict(zip(FEATURES, found, strict=True)) for found in seen)


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_when_a_night_is_over_nothing_is_left_of_it(scenario):
    *before, last = seams(scenario, 4)
    assert set(last.values()) == {0.0} and all(seam["night"] == 1 for seam in before)
    met = {name for seam in before for name, value in seam.items() if value}
    # Loads, fog and the rest are those of other nights.
    assert len(met) > 0.7 * len(FEATURES)


def read(**night) -> dict[str, float]:
    state = State(Setup("berlin"), phase="draw-cards", turn=4, jamming=CHARTS.scenarios["berlin"].jamming, **night)
    assert features(state, CHARTS, BRITISH) == features(state, CHARTS, GERMAN)
    return dict(zip(FEATURES, features(state, CHARTS, BRITISH), strict=True))


def main(at: int = 4, **marks) -> Raid:
    """A Main Force ten hexes out and as many home, along a row of the map."""
    out = [hex_ for hex_ in BOARD.grid if BOARD.ground[hex_] == "land"][:11]
    return Raid("A", MAIN, [*out, *out[-2::-1]], 1, 1, target="Berlin", target_at=10, at=at, status=FLYING, **marks)


def test_a_main_force_counts_by_how_far_it_has_still_to_fly():
    here = read(raids=[main()], targets=["Berlin"], target_vps=[3])
    assert (here["main"], here["to-target"], here["to-home"], here["bonus"]) == (1, 6, 11, 3)
    there = read(raids=[main(at=13, attacked=True, disruption=2)], targets=["Berlin"], target_vps=[3])
    assert (there["main"], there["main-after"], there["to-target"], there["to-home"]) == (0, 1, 0, 8)
    assert (there["bonus"], there["disruption"], there["disruption-after"]) == (0, 0, 2)
    assert not any(read(raids=[Raid("A", MAIN, ["K6"], 1, 1, status=HOME)])[name] for name in FEATURES[1:])


def test_a_fighter_counts_by_where_it_stands_to_the_way_ahead():
    raid = main()
    row = BOARD.units[TWIN]
    inside = read(raids=[raid], units=[FighterUnit(TWIN, RAID, raid="A", fuel=3)])
    assert (inside["inside"], inside["inside-before"], inside["inside-fuel"]) == (row.full, row.full, 3 * row.full)
    near = read(raids=[raid], units=[FighterUnit(TWIN, AIR, raid.route[6], fuel=3)])
    assert (near["near"], near["far"], near["fuel"], near["inside"]) == (row.full, 0, 3, 0)
    spent = read(raids=[raid], units=[FighterUnit(TWIN, AIR, raid.route[6], fuel=3, homing=True)])
    assert (spent["near"], spent["fuel"]) == (0, 0)
    off = BOARD.distance(row.hex, raid.route[4])
    assert bool(read(raids=[raid], units=[FighterUnit(TWIN, READY)])["ready"]) == (off <= 5)


def test_nuisance_is_left_until_it_is_done():
    capital = CHARTS.tables.other_scores.capital
    raid = Raid("B", MOSQUITO, ["K6"], 1, 1, target=capital, target_at=0, at=0, status=FLYING)
    assert read(raids=[raid])["nuisance"] == CHARTS.tables.other_scores.mosquito_on_capital
    raid.attacked = True
    assert read(raids=[raid])["nuisance"] == 0
