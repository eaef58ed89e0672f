"""What each side may know: the one place where the secrets of a night are kept. [8.3, 12.5]"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND
from engine.bomber_command.rules.movement import detected_counters, shown_counters
from engine.bomber_command.rules.skies import moon_is_up
from engine.bomber_command.state import BRITISH, DROP, FLYING, SEATS, UNKNOWN, Bombing, Raid, State


def view(night: State, charts: Charts, viewer: str) -> dict[str, Any]:
    """Return the board as a viewer may know it: the table, a side's own hand, to the British player his plot."""
    seen = _table(night, charts)
    if night.covered and viewer == BRITISH:
        seen["counters"], seen["streams"] = detected_counters(night)
    seen["boxes"] = _raid_boxes(night, charts, viewer)
    if viewer in SEATS:
        seen["hand"] = list(night.hands.get(viewer, ()))
        seen["held"] = list(night.held.get(viewer, ()))
    if viewer == BRITISH or night.phase == "over":
        seen |= _plot(night)
    if night.phase == "over":
        seen["score"] = msgspec.to_builtins(night.score)
    return seen


def known_state(night: State, charts: Charts, viewer: str) -> dict[str, Any]:
    """Return what a side knows of a moment: its view, what both have noted, and the British player's own raids in full.

    Intruders are declared, nuisance raids scored and the end is told aloud; what marks a raid is written by its player.
    """
    known: dict[str, Any] = {
        "setup": msgspec.to_builtins(night.setup),
        "view": view(night, charts, viewer),
        "intruders": night.intruders,
        "nuisance": night.score.nuisance,
        "ending": night.ending,
    }
    if viewer == BRITISH:
        known["raids"] = msgspec.to_builtins(night.raids)
    return known


def _table(night: State, charts: Charts) -> dict[str, Any]:
    """Return what lies open on the table."""
    counters, streams = shown_counters(night)
    return {
        "scenario": night.scenario,
        "phase": night.phase,
        "turn": night.turn,
        "weather": {zone: night.weather[zone] for zone in sorted(night.weather)},
        "visibility": night.visibility,
        "twilight": night.twilight if night.twilight < UNKNOWN else None,
        "moonrise": night.moonrise or None,
        "moonset": night.moonset or None,
        "moon": moon_is_up(night),
        "wind": night.wind,
        "bad_weather": night.bad_weather,
        "fido": night.fido,
        "jamming": night.jamming,
        "infiltration": charts.tables.jamming_track.infiltration[night.jamming],
        "naxos": night.naxos,
        "beleuchter": night.beleuchter,
        "stripped": list(night.stripped),
        "mobile_flak": list(night.mobile_flak),
        "patrols": [{"strength": patrol.strength, "back": patrol.back} for patrol in night.patrols],
        "alerted": night.alerted,
        "counters": counters,
        "streams": streams,
        "tracks": list(night.tracks),
        "fought": list(night.fought),
        "england": sum(raid.status == FLYING and raid.at >= len(raid.route) for raid in night.raids),
        "bombed": {raid.target: raid.marker for raid in sorted(night.raids, key=_target_of) if raid.marker},
        "mined": {hex_: night.mined[hex_] for hex_ in sorted(night.mined)},
        "bombings": [_city(bombing) for bombing in night.bombings],
        "units": [msgspec.structs.asdict(unit) for unit in night.units],
        "fighters_lost": night.score.nightfighters,
        "hands": {seat: len(night.hands.get(seat, ())) for seat in SEATS},
        "decks": {seat: len(night.decks[seat]) if seat in night.decks else 0 for seat in SEATS},
        "discards": {seat: list(night.decks[seat].discards) if seat in night.decks else [] for seat in SEATS},
    }


def _target_of(raid: Raid) -> tuple[str, bool]:
    # Of two markers on one city, which only a follow-up brings about, the fresh one is shown.
    return raid.target, raid.marker == DROP


def _city(bombing: Bombing) -> dict[str, Any]:
    """Return a city map; it lies open between the players. [10.3]"""
    city: dict[str, Any] = msgspec.to_builtins(bombing)
    return city


def _raid_boxes(night: State, charts: Charts, viewer: str) -> list[dict[str, Any]]:
    """Return the Raid Boxes and the Loss Track; under fog of war the German player sees neither. [9.8, 12.5]"""
    hidden = night.setup.fog_of_war and viewer != BRITISH and night.phase != "over"
    marks = {} if hidden else {raid.letter: raid for raid in night.raids}
    return [_raid_box(letter, marks.get(letter)) for letter in charts.tables.raid_rules.letters]


def _raid_box(letter: str, raid: Raid | None) -> dict[str, Any]:
    """Return what is marked in a Raid Box and on the Loss Track. [9.8]"""
    if raid is None:
        return {"raid": letter, "losses": 0, "disruption": 0, "damage": 0, "hunts": 0}
    marks = {"losses": raid.losses, "disruption": raid.disruption, "damage": raid.damage, "hunts": raid.hunts}
    return {"raid": letter, **marks}


def _plot(night: State) -> dict[str, Any]:
    """Return what only the British player knows before the end. [3.3, 4.0, 8.3]"""
    return {
        "targets": list(night.targets),
        "target_vps": list(night.target_vps),
        "oil": list(night.oil),
        "follow_up": night.follow_up,
        "moon_value": night.moon_value,
        "north": dict(night.north),
        "false_counters": list(night.false_counters),
        "raids": [_raid(raid) for raid in night.raids],
    }


def _raid(raid: Raid) -> dict[str, Any]:
    """Return a raid's plot and how far it is on it; what it has suffered stands in its box."""
    out = raid.status == FLYING and raid.at >= len(raid.route)
    return {
        "letter": raid.letter,
        "kind": raid.kind,
        "target": raid.target,
        "turn": raid.turn,
        "first": raid.first,
        "parent": raid.parent,
        "heavy": raid.heavy,
        "status": raid.status,
        "hex": ENGLAND if out else raid.route[raid.at] if raid.status == FLYING else "",
        "target_at": raid.target_at,
        "route": list(raid.route),
    }
