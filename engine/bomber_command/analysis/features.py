"""Features of the rest of a night, as numbers that a light fit can weigh. [11.0]

A feature is zero where nothing of its kind is left, so all are zero when the night is over.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.bomber_command.rules.combat import can_act, strength
from engine.bomber_command.state import (
    AIR,
    GARDENING,
    HOME,
    MAIN,
    MOSQUITO,
    RAID,
    READY,
    SEATS,
    WAITING,
    FighterUnit,
    Raid,
    State,
    stream_length,
)

NEARBY = (2, 5)
"""Distance in hexes of a fighter from the remaining route of a Main Force: within reach at once, or in time."""
SOON = 8
"""Hexes ahead of its counter in which a Main Force may be met in the next turns."""
FEATURES = (
    "night", "main", "main-after", "waiting", "to-target", "to-home", "soon-bombs", "bonus", "heavy-to-bomb",
    "disruption", "disruption-after", "damage", "losses", "clarified", "detected", "inside", "inside-before",
    "inside-fuel", "near", "near-boxed", "far", "fuel", "single", "gci", "ready", "depleted", "nuisance",
    "gardening", "mosquito-losses", "others", "cards-british", "cards-german", "jamming", "infiltration", "naxos",
    "cloud", "fog-home", "fido", "inside-way",
)  # fmt: skip
"""Names of the features, in the order of `features`."""


def features(night: State, charts: Charts, seat: str) -> tuple[float, ...]:
    """Return the features that the rest of a night is valued by; both sides read the same ones."""
    if night.phase == "over":
        return (0.0,) * len(FEATURES)
    found = dict.fromkeys(FEATURES, 0.0)
    board = charts.boards[night.scenario]
    found["night"] = 1.0
    ahead: dict[str, int] = {}
    for raid in night.raids:
        if raid.status == HOME:
            continue
        if raid.kind == MAIN:
            _main(found, night, charts, raid)
            for place, hex_ in enumerate(raid.route[max(0, raid.at - stream_length(night, raid)) :]):
                ahead[hex_] = min(place, ahead.get(hex_, place))
        else:
            _other(found, board, raid, charts)
    if ahead:
        _fighters(found, night, charts, ahead)
    _table(found, night, charts, out=bool(ahead))
    return tuple(found.values())


def _main(found: dict[str, float], night: State, charts: Charts, raid: Raid) -> None:
    """Count a Main Force that is out or to come."""
    before = not raid.attacked
    place = max(0, raid.at)
    to_target = max(0, raid.target_at - place)
    found["main"] += before
    found["main-after"] += not before
    found["waiting"] += max(0, raid.turn - night.turn) if raid.status == WAITING else 0
    found["to-target"] += to_target if before else 0
    found["to-home"] += len(raid.route) - max(place, raid.target_at)
    found["soon-bombs"] += before and to_target <= 2
    found["heavy-to-bomb"] += before and raid.heavy
    found["disruption" if before else "disruption-after"] += raid.disruption
    found["damage"] += raid.damage
    found["losses"] += raid.losses
    found["clarified"] += raid.clarified
    found["detected"] += raid.detected
    if before:
        chits = zip(night.targets, night.target_vps, strict=True)
        found["bonus"] += sum(vp for city, vp in chits if city == raid.target)
        weather = night.weather.get(charts.boards[night.scenario].zone[raid.route[raid.target_at]], "")
        found["cloud"] += weather not in ("", "clear")


def _other(found: dict[str, float], board: ScenarioMap, raid: Raid, charts: Charts) -> None:
    """Count a raid that is out to deceive, to harass or to mine."""
    found["others"] += raid.status != WAITING
    if raid.kind == MOSQUITO:
        scores = charts.tables.other_scores
        vp = scores.mosquito_on_capital if raid.target == scores.capital else scores.mosquito_raid
        found["nuisance"] += 0 if raid.attacked or not raid.target else vp
        found["mosquito-losses"] += raid.losses
    elif raid.kind == GARDENING and not raid.attacked:
        found["gardening"] += board.mines[raid.target].vp


def _fighters(found: dict[str, float], night: State, charts: Charts, ahead: dict[str, int]) -> None:
    """Count fighters by their distance to the routes that the Main Forces still have to fly."""
    board = charts.boards[night.scenario]
    mains = {raid.letter: raid for raid in night.raids if raid.kind == MAIN}
    soon = [hex_ for hex_, place in ahead.items() if place <= SOON]
    for unit in night.units:
        worth = strength(charts, night, unit)
        if unit.place == RAID and unit.raid in mains:
            raid = mains[unit.raid]
            left = (len(raid.route) - max(0, raid.at)) / 2
            found["inside"] += worth
            found["inside-before"] += 0 if raid.attacked else worth
            found["inside-fuel"] += worth * min(unit.fuel, left)
            found["depleted"] += unit.depleted
        elif unit.place == AIR and unit.hex in board:
            off = min((board.distance(unit.hex, hex_) for hex_ in soon), default=99)
            for name in _in_the_air(unit, board, off):
                found[name] += worth
            if can_act(unit) and off <= NEARBY[1]:
                found["fuel"] += unit.fuel
        elif unit.place == READY:
            base = board.units[unit.id].hex
            off = min((board.distance(base, hex_) for hex_ in soon), default=99) if base in board else 99
            found["ready"] += worth * (off <= NEARBY[1])


def _in_the_air(unit: FighterUnit, board: ScenarioMap, off: int) -> Iterator[str]:
    """Name what a fighter in the air counts for."""
    if unit.gci:
        if off <= 1:
            yield "gci"
    elif can_act(unit) and off <= NEARBY[1]:
        if board.units[unit.id].engines != "TE":
            yield "single"
        elif off > NEARBY[0]:
            yield "far"
        else:
            yield "near"
            if unit.box in board.beacons:
                yield "near-boxed"


def _table(found: dict[str, float], night: State, charts: Charts, *, out: bool) -> None:
    """Count the public parts of the table, and the hands."""
    if not out:
        return
    british, german = (len(night.hands.get(seat, ())) for seat in SEATS)
    mains = found["main"] + found["main-after"]
    found["cards-british"], found["cards-german"] = british, german
    found["jamming"] = night.jamming
    found["infiltration"] = charts.tables.jamming_track.infiltration[night.jamming]
    found["naxos"] = night.naxos + night.beleuchter
    fog = night.weather.get(ENGLAND) == "fog"
    found["fog-home"] = mains * fog
    found["fido"] = mains * (fog and night.fido)
    found["inside-way"] = found["inside"] * found["to-home"] / 10
