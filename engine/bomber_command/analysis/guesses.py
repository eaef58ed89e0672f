"""A night guessed by one side: open facts unchanged, the other side's cards dealt from the unseen ones.

The state is built as it may have been at the last seam, from what the side knew there. The kernel then replays it up to
the open question (`engine.analysis.determinize`), and drops it where an event differs from what the side received.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.analysis.determinize import Determinizer
from engine.analysis.observation import Observation
from engine.analysis.rollout_state import Guess
from engine.analysis.rollouts import Guesser
from engine.analysis.stream_dice import RolloutDice
from engine.bomber_command import events
from engine.bomber_command.analysis.estimate import city_weights, detection_reports, track_library
from engine.bomber_command.analysis.observations import RaidStrike, read_observations
from engine.bomber_command.analysis.plot_guess import guess_raids
from engine.bomber_command.bots.policies import POLICIES
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.events import CardCancelled, CardPlayed, CardsDiscarded
from engine.bomber_command.setup import draw_berlin_target, draw_downfall_targets, plot_raids
from engine.bomber_command.state import (
    BRITISH,
    GERMAN,
    OTHER,
    SEATS,
    UNKNOWN,
    NightScore,
    Setup,
    State,
)
from engine.bomber_command.view import view
from engine.bomber_command.views import KnownNight, NightView
from engine.kernel.decisions import Decision
from engine.kernel.decks import NEVER, Deck, deck
from engine.kernel.events import Event, EventRecord, event_of, event_types
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import Title, drive

TRIES = 6
"""Plots that are flown again for one guess of the German player."""
TYPES = event_types(events)
PHASES_BEFORE_CONTACT = ("strip-flak", "hands")
"""Phases in which the raids are plotted, before any event about them."""


def make_guesser(title: Title, known: Observation, charts: Charts, viewer: str) -> Guesser:
    """Return what makes guesses for a side."""
    cities = charts.boards[setup_of(known).scenario].cities_in
    telling = Determinizer(title, charts, known, also=lambda name: cities.get(name, ()))
    since = heard_since(known)
    shown = cards_shown(since, OTHER[viewer])
    story = read_observations(heard_of(known), charts) if viewer == GERMAN else None
    weights = target_weights(known, charts) if story is not None else {}
    recent = sum(isinstance(event.data, RaidStrike) for event in since)

    def guess(dice: RolloutDice) -> Guess | None:
        for _ in range(TRIES if story is not None else 1):
            then = msgspec.convert(known.then, KnownNight)
            night = public_state(then, charts)
            if story is not None and night.phase in PHASES_BEFORE_CONTACT:
                redraw_plot(night, charts, dice)
            elif story is not None and not guess_raids(night, then.view, charts, story, weights, dice, recent):
                return None
            deal(night, then.view, charts, viewer, shown, dice)
            if (found := telling.guess(snapshot(night), dice, shown)) is not None:
                return found
        return None

    return guess


def target_weights(known: Observation, charts: Charts) -> dict[str, float]:
    """Weigh each city as a Main Force's target by what the German player knows. [8.2]"""
    library = track_library(charts, setup_of(known).scenario)
    return city_weights(library, detection_reports(event.data for event in heard_of(known)))


def heard_of(known: Observation) -> list[Event]:
    """Return all events that a side received."""
    return [event_of(TYPES, record) for record in known.told]


def heard_since(known: Observation) -> list[Event]:
    """Return the events that a side received since the last seam."""
    return [event_of(TYPES, line) for line in known.since if isinstance(line, EventRecord)]


def setup_of(known: Observation) -> Setup:
    """Return how the night was set up."""
    return msgspec.convert(known.then["setup"], Setup)


def public_state(then: KnownNight, charts: Charts) -> State:
    """Return the night as far as a side knows it."""
    seen = then.view
    night = State(
        then.setup,
        phase=seen.phase,
        turn=seen.turn,
        stream=charts.scenarios[then.setup.scenario].stream,
        weather=seen.weather,
        visibility=seen.visibility,
        twilight=UNKNOWN if seen.twilight is None else seen.twilight,
        moonrise=seen.moonrise or 0,
        moonset=seen.moonset or 0,
        wind=seen.wind,
        bad_weather=seen.bad_weather,
        fido=seen.fido,
        jamming=seen.jamming,
        naxos=seen.naxos,
        beleuchter=seen.beleuchter,
        stripped=seen.stripped,
        mobile_flak=seen.mobile_flak,
        patrols=seen.patrols,
        alerted=seen.alerted,
        tracks=seen.tracks,
        fought=seen.fought,
        mined=seen.mined,
        units=seen.units,
        bombings=seen.bombings,
        intruders=then.intruders,
        ending=then.ending,
    )
    night.score = NightScore(mining=sum(seen.mined.values()), nuisance=then.nuisance, nightfighters=seen.fighters_lost)
    if then.raids is not None:
        night.raids = then.raids
        night.targets, night.target_vps, night.oil = seen.targets or [], seen.target_vps or [], seen.oil or []
        night.follow_up, night.moon_value = bool(seen.follow_up), seen.moon_value or 0
        night.north, night.false_counters = seen.north or {}, seen.false_counters or []
    return night


def redraw_plot(night: State, charts: Charts, dice: RolloutDice) -> None:
    """Draw the target chits again, and let the computer's staff plot: before the first turn nothing more is known.

    [3.3]
    """
    table = Table(dice, charts)
    (draw_downfall_targets if night.scenario == "downfall" else draw_berlin_target)(night, table)
    staff = POLICIES["strong"](charts, BRITISH, dice.draw("staff", 1 << 30))

    def choose(decision: Decision) -> object:
        return staff.choose(decision, lambda: view(night, charts, BRITISH))

    drive(plot_raids(night, table), choose)


# Cards and markers ---------------------------------------------------------------------------------------------------


def cards_shown(since: Iterable[Event], seat: str) -> list[str]:
    """List the cards that a side has shown since the last seam: they came from its hand, or into it since."""
    found: list[str] = []
    for event in since:
        match event.data:
            case CardPlayed(seat=player, card=card) if player == seat:
                found.append(card)
            case CardCancelled(seat=player, by=cards) | CardsDiscarded(seat=player, cards=cards) if player == seat:
                found += cards
    return found


def deal(night: State, seen: NightView, charts: Charts, viewer: str, shown: list[str], dice: RolloutDice) -> None:
    """Put the cards where they are known to be; the other side's hand is dealt from what was not seen. [6.1]"""
    for seat in SEATS if night.phase not in PHASES_BEFORE_CONTACT else ():
        gone = list(seen.discards[seat])
        unseen = [card for card in charts.deck(seat, night.scenario) if card not in gone]
        hand = list(seen.hand or ()) if seat == viewer else []
        if seat != viewer:
            size = seen.hands[seat]
            hand = [card for card in shown if card in unseen][:size]
            unseen = [card for card in unseen if card not in hand]
            while len(hand) < size:
                hand.append(unseen.pop(dice.card("hand", unseen)))
        night.hands[seat] = hand
        night.decks[seat] = Deck(seat, sorted(card for card in unseen if card not in hand), gone, [], NEVER)
        night.held[seat] = list(seen.held or ()) if seat == viewer else []
    place_markers(night, charts, dice)


def place_markers(night: State, charts: Charts, dice: RolloutDice) -> None:
    """Return the marker of each zone: one that shows its weather. [3.4.1]"""
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
