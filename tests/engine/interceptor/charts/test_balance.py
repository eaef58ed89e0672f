"""Balance of the reconstructed charts: the intended odds of a pass, its return fire and a duel."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from engine.interceptor.rules.combat.bomber_combat import bomber_pass, defend
from engine.interceptor.rules.combat.fighter_combat import DOWN, fighter_round
from engine.kernel.decks import deck
from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable, Table
from tests.engine.interceptor.flight_case import FlightCase

TRIES = 1_200


def flown(flow: Generator[Any, Any, Any], *wishes: str) -> Any:
    """Play a flow, always with the first of these orders that is on offer."""
    answer = None
    while True:
        try:
            options = flow.send(answer).options
        except StopIteration as stop:
            return stop.value
        answer = next(wish for wish in wishes if wish in options)


def cockpit(model: str) -> FlightCase:
    pilot = FlightCase(model)
    pilot.state.deck = deck("combat", pilot.pack.card_ids)
    return pilot


@pytest.mark.parametrize(("model", "low", "high"), [("Fw190A-4", 0.52, 0.68), ("Bf109G-6", 0.28, 0.40)])
def test_a_full_pass_at_a_fortress(model, low, high):
    killed = 0
    for seed in range(TRIES):
        pilot = cockpit(model)
        pilot.target()
        pilot.flight.pass_number = 0
        table = Table(FastDice(seed), pilot.pack)
        flown(bomber_pass(pilot.state, pilot.career, table), "fire:port-wing", "break-off")
        killed += bool(pilot.flight.target.destroyed)
    assert low < killed / TRIES < high


def test_the_return_fire_of_a_box():
    hits = 0
    for seed in range(TRIES):
        pilot = cockpit("Fw190A-4")
        pilot.target()
        table = RecordingTable(FastDice(seed), pilot.pack)
        for pilot.flight.reach in range(3):
            # What it would do to him is not asked here, only how much is fired.
            pilot.flight.doom, pilot.flight.pilot_wound = "", 0
            defend(pilot.state, pilot.career, table, 0, 0)
        hits += sum(event.data.hits for event in table.log.events if event.kind == "bomber.fires")
    assert 4.5 < hits / TRIES < 6.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "enemy", "start", "low", "high"),
    [
        ("Bf109G-6", "P-47", "disadvantaged", 0.25, 0.45),
        ("Fw190A-4", "P-47", "disadvantaged", 0.40, 0.56),
        ("Fw190A-6", "Spitfire IX", "head_on", 0.18, 0.34),
        ("Bf109G-6", "P-51", "advantaged", 0.03, 0.16),
    ],
)
def test_how_often_a_duel_is_lost(model, enemy, start, low, high):
    lost = 0
    for seed in range(TRIES):
        pilot = cockpit(model)
        pilot.duel(enemy, start)
        table, result = Table(FastDice(seed), pilot.pack), ""
        while not result:
            duel = fighter_round(pilot.state, pilot.career, table, helped=False, alone=False)
            result = flown(duel, "fire", "defend", "disengage")
        lost += result == DOWN
    assert low < lost / TRIES < high
