"""A night guessed by one side: what lies open as it lies, the other side's cards dealt from those that were not seen.

The state is made as it must have stood at the last seam, from what the side knew there; the kernel then tells it anew
up to the open question (`engine.analysis.determinize`), and throws it away where it tells anything else than was told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.analysis.determinize import Determinizer
from engine.analysis.observation import Observation
from engine.analysis.rollout_state import Guess
from engine.analysis.rollouts import Guesser
from engine.analysis.stream_dice import RolloutDice
from engine.bomber_command.analysis.estimate import city_weights, detection_reports, track_library
from engine.bomber_command.analysis.observations import STRIKES, read_observations
from engine.bomber_command.analysis.plot_guess import guess_raids
from engine.bomber_command.bots.policies import POLICIES
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.setup import draw_berlin_target, draw_downfall_targets, plot_raids
from engine.bomber_command.state import (
    BRITISH,
    GERMAN,
    OTHER,
    SEATS,
    UNKNOWN,
    Bombing,
    FighterUnit,
    NightScore,
    Patrol,
    Raid,
    Setup,
    State,
)
from engine.bomber_command.view import view
from engine.kernel.decisions import Decision
from engine.kernel.decks import NEVER, Deck, deck
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import drive

TRIES = 6
"""Plots that are told anew for one guess of the German player."""
PUBLIC_FIELDS = ("phase", "turn", "visibility", "wind", "bad_weather", "fido", "jamming", "naxos", "beleuchter",
        "stripped", "mobile_flak", "alerted", "tracks", "fought", "weather", "mined")  # fmt: skip
"""What the view shows as the state has it."""
PHASES_BEFORE_CONTACT = ("strip-flak", "hands")
"""Phases in which the raids are plotted, and nothing can have told of them yet."""
PLOT_FIELDS = ("targets", "target_vps", "oil", "follow_up", "moon_value", "north", "false_counters")
"""What the British view shows of his own secrets."""


def make_guesser(title: Any, known: Observation, charts: Charts, viewer: str) -> Guesser:
    """Return what makes guesses for a side."""
    cities = charts.boards[known["then"]["setup"]["scenario"]].cities_in
    telling = Determinizer(title, charts, known, also=lambda name: cities.get(name, ()))
    shown = cards_shown(known, OTHER[viewer])
    then = known["then"]
    story = read_observations(known["told"], charts) if viewer == GERMAN else None
    weights = target_weights(known, charts) if story is not None else {}
    recent = sum(line.get("told", {}).get("kind") in STRIKES for line in known["since"])

    def guess(dice: RolloutDice) -> Guess | None:
        for _ in range(TRIES if story is not None else 1):
            night = public_state(then, charts)
            if story is not None and night.phase in PHASES_BEFORE_CONTACT:
                redraw_plot(night, charts, dice)
            elif story is not None and not guess_raids(night, then, charts, story, weights, dice, recent):
                return None
            deal(night, then["view"], charts, viewer, shown, dice)
            if (found := telling.guess(snapshot(night), dice, shown)) is not None:
                return found
        return None

    return guess


def target_weights(known: Observation, charts: Charts) -> dict[str, float]:
    """Weigh each city as a Main Force's target by what the German player was told. [8.2]"""
    library = track_library(charts, known["then"]["setup"]["scenario"])
    return city_weights(library, detection_reports((event["kind"], event["data"]) for event in known["told"]))


def public_state(then: Mapping[str, Any], charts: Charts) -> State:
    """Return the night as far as a side knows it."""
    seen = then["view"]
    night = State(msgspec.convert(then["setup"], Setup), **{name: seen[name] for name in PUBLIC_FIELDS})
    night.stream = charts.scenarios[night.scenario].stream
    night.twilight = UNKNOWN if seen["twilight"] is None else seen["twilight"]
    night.moonrise, night.moonset = seen["moonrise"] or 0, seen["moonset"] or 0
    night.patrols = msgspec.convert(seen["patrols"], list[Patrol])
    night.units = msgspec.convert(seen["units"], list[FighterUnit])
    night.bombings = msgspec.convert(seen["bombings"], list[Bombing])
    night.intruders, night.ending = then["intruders"], then["ending"]
    night.score = NightScore(
        mining=sum(night.mined.values()), nuisance=then["nuisance"], nightfighters=seen["fighters_lost"]
    )
    if "raids" in then:
        night.raids = msgspec.convert(then["raids"], list[Raid])
        for name in PLOT_FIELDS:
            setattr(night, name, seen[name])
    return night


def redraw_plot(night: State, charts: Charts, dice: RolloutDice) -> None:
    """Draw the target chits again, and have the house's staff plot: before the first turn nothing says more. [3.3]"""
    table = Table(dice, charts)
    (draw_downfall_targets if night.scenario == "downfall" else draw_berlin_target)(night, table)
    staff = POLICIES["strong"](charts, BRITISH, dice.draw("staff", 1 << 30))

    def choose(decision: Decision) -> Any:
        return staff.choose(decision, lambda: view(night, charts, BRITISH))

    drive(plot_raids(night, table), choose)


# Cards and markers ---------------------------------------------------------------------------------------------------


def cards_shown(known: Observation, seat: str) -> list[str]:
    """List the cards that a side has shown since the last seam: they came from its hand, or into it since."""
    found: list[str] = []
    for line in known["since"]:
        data = line.get("told")
        if data is not None and data["data"].get("seat") == seat:
            if data["kind"] == "card.played":
                found.append(data["data"]["card"])
            elif data["kind"] == "card.cancelled":
                found += data["data"]["by"]
            elif data["kind"] == "card.discarded":
                found += data["data"]["cards"]
    return found


def deal(
    night: State, seen: Mapping[str, Any], charts: Charts, viewer: str, shown: list[str], dice: RolloutDice
) -> None:
    """Put the cards where they are known to be; the other side's hand is dealt from what was not seen. [6.1]"""
    for seat in SEATS if night.phase not in PHASES_BEFORE_CONTACT else ():
        gone = list(seen["discards"][seat])
        unseen = [card for card in charts.deck(seat, night.scenario) if card not in gone]
        hand = list(seen["hand"]) if seat == viewer else []
        if seat != viewer:
            size = seen["hands"][seat]
            hand = [card for card in shown if card in unseen][:size]
            unseen = [card for card in unseen if card not in hand]
            while len(hand) < size:
                hand.append(unseen.pop(dice.card("hand", unseen)))
        night.hands[seat] = hand
        night.decks[seat] = Deck(seat, sorted(card for card in unseen if card not in hand), gone, [], NEVER)
        night.held[seat] = list(seen["held"]) if seat == viewer else []
    place_markers(night, charts, dice)


def place_markers(night: State, charts: Charts, dice: RolloutDice) -> None:
    """Say which marker lies in each zone: one that shows its weather. [3.4.1]"""
    markers = charts.tables.weather_markers.rows
    night.weather_cup = deck("weather", markers, NEVER)
    for zone, weather in night.weather.items():
        fit = [
            name
            for name in night.weather_cup.pile
            if (markers[name].bad if night.bad_weather else markers[name].good) == weather
        ]
        if fit:
            marker = fit[dice.card("markers", fit)]
            night.weather_cup.remove(marker)
            night.weather_markers[zone] = marker
