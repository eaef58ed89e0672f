"""Whole nights between bots, by the thousand: bands, losses, bombing, and when the raids are found."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypedDict, get_args

import msgspec

from engine.bomber_command.analysis.routes import RouteFlight, route_flights
from engine.bomber_command.bots.policies import OPPONENTS
from engine.bomber_command.charts.compiled import Charts, load_charts
from engine.bomber_command.charts.schema import ScenarioName
from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.movement import shown_counters
from engine.bomber_command.state import SEATS, Setup
from engine.kernel.decisions import Decision
from engine.kernel.dice import FastDice
from engine.kernel.packs.trial_games import TrialGame
from engine.kernel.table import Table
from engine.kernel.title import drive

CALIBRATION: dict[str, object] = {"seed": 1, "setup": {"scenario": "berlin"}}
"""Case that compares charts: nights of the first scenario between seasoned commanders."""
MEASURES = (
    "bands.german-major", "bands.german", "bands.draw", "bands.british", "bands.british-major", "net.mean",
    "bombers.mean", "mosquitos.mean", "nightfighters.mean", "fires.mean",
)  # fmt: skip
"""The figures of a report by which charts are compared."""
Count = Literal[
    "net", "british", "german", "bombing_halves", "bombers", "mosquitos", "nightfighters", "fires", "storms", "turns",
    "decisions",
]  # fmt: skip
COUNTS: tuple[Count, ...] = get_args(Count)
"""Figures that are counted in every night."""
BANDS = ("german-major", "german", "draw", "british", "british-major")
RULES = tuple(
    field.name for field in msgspec.structs.fields(Setup) if field.type is bool and field.name != "always_ask"
)
PERCENTILES = (10, 50, 90)
BEFORE_RAIDS = ("draw-cards", "fighters", "scramble")
"""Phases of a turn in which the counters of the turn before lie on the map."""


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A simulation case: the setup, the players of both sides, and the charts."""

    seed: int
    setup: Setup
    british: str = "strong"
    german: str = "strong"
    against: str = ""
    """Another bot: each seed is played with the sides swapped, and once by that other bot alone."""
    pack: str = "standard"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what can be asked of a simulation."""
    parser.add_argument("--scenario", default="berlin", choices=("berlin", "downfall"))
    parser.add_argument("--nights", type=int, default=200, help="how many nights are played")
    parser.add_argument("--british", default="strong", choices=sorted(OPPONENTS))
    parser.add_argument("--german", default="strong", choices=sorted(OPPONENTS))
    parser.add_argument("--against", default="", choices=("", *sorted(OPPONENTS)), help="play mirrored pairs with it")
    parser.add_argument("--rule", action="append", default=[], choices=RULES, help="an advanced rule, repeatable")
    parser.add_argument("--pack", default="standard")


def trials(charts: Charts) -> Iterator[TrialGame]:
    """A night over Berlin and one of Downfall, with no optional rule and with all."""
    for scenario in ("berlin", "downfall"):
        for rules, said in (({}, ""), (dict.fromkeys(RULES, True), ", all options")):
            setup = msgspec.convert({"scenario": scenario, **rules}, Setup)
            yield from (TrialGame(scenario + said, setup, "random") for _ in range(4))
            yield TrialGame(scenario + said, setup, "strong")


class SimulationRequest(msgspec.Struct):
    """The request of a simulation."""

    nights: int
    scenario: ScenarioName
    british: str
    german: str
    rule: list[str]
    pack: str
    against: str = ""


def plan(options: Mapping[str, object], seed: int) -> tuple[dict[str, object], int]:
    """Return the case as plain data and the number of nights, or say by a ValueError what cannot be."""
    wanted = msgspec.convert(options, SimulationRequest, strict=False)
    if wanted.nights < 1:
        raise ValueError("--nights takes a number above nought")
    case = Case(
        seed=seed,
        setup=msgspec.convert({"scenario": wanted.scenario, **dict.fromkeys(wanted.rule, True)}, Setup),
        british=wanted.british,
        german=wanted.german,
        against=wanted.against,
        pack=wanted.pack,
    )
    return msgspec.to_builtins(case), wanted.nights


class RaidNightTally(TypedDict):
    """The result of a night."""

    band: str
    net: int
    british: int
    german: int
    bombing_halves: int
    bombers: int
    mosquitos: int
    nightfighters: int
    fires: int
    storms: int
    turns: int
    detected: int
    decisions: int


class PairTally(TypedDict):
    """The net points of one seed, played by a bot on either side against the other, and by the other alone."""

    as_british: int
    as_german: int
    without: int


Tally = list[Mapping[str, object]]
"""Nights, or pairs where another bot is played against."""


def share(case: Mapping[str, object], first: int, count: int, charts: Charts | None = None) -> Tally:
    """Play the nights of a range; each night's seed depends on the case and its place only."""
    wanted = msgspec.convert(case, Case)
    charts = charts or load_charts(wanted.pack)
    if wanted.against:
        return [one_pair(wanted, charts, place) for place in range(first, first + count)]
    return [one_night(wanted, charts, place) for place in range(first, first + count)]


def one_pair(case: Case, charts: Charts, place: int) -> PairTally:
    """Play one seed three times: each side by the bot against the other, and both by the other; count net points."""
    other = case.against

    def net(british: str, german: str) -> int:
        night = msgspec.structs.replace(case, british=british, german=german, against="")
        return one_night(night, charts, place)["net"]

    return {"as_british": net(case.british, other), "as_german": net(other, case.german), "without": net(other, other)}


def one_night(case: Case, charts: Charts, place: int) -> RaidNightTally:
    """Play one night and note how it went."""
    seed = case.seed * 1_000_003 + place
    night = TITLE.start(case.setup, charts)
    bots = {seat: OPPONENTS[getattr(case, seat)](charts, seat, 2 * seed + at) for at, seat in enumerate(SEATS)}
    looks = {seat: (lambda seat=seat: TITLE.view(night, charts, seat)) for seat in SEATS}
    seen: list[int] = []

    def choose(decision: Decision) -> object:
        if not seen and any(raid.detected for raid in night.raids):
            seen.append(night.turn)
        return bots[decision.actor].choose(decision, looks[decision.actor])

    _, decisions = drive(TITLE.play(night, Table(FastDice(seed), charts)), choose)
    score = night.score
    fires = sum(sum(bombing.fires.values()) + sum(bombing.first_fires.values()) for bombing in night.bombings)
    return {
        "band": score.band,
        "net": score.british - score.german,
        "british": score.british,
        "german": score.german,
        "bombing_halves": score.bombing,
        "bombers": score.bombers,
        "mosquitos": score.mosquitos,
        "nightfighters": score.nightfighters,
        "fires": fires,
        "storms": sum(len(bombing.storms) for bombing in night.bombings),
        "turns": night.turn,
        "detected": seen[0] if seen else 0,
        "decisions": decisions,
    }


def flights(case: Case, charts: Charts, place: int) -> list[RouteFlight]:
    """Play one night and return how its Main Forces fared on their ways."""
    seed = case.seed * 1_000_003 + place
    night = TITLE.start(case.setup, charts)
    bots = {seat: OPPONENTS[getattr(case, seat)](charts, seat, 2 * seed + at) for at, seat in enumerate(SEATS)}
    looks = {seat: (lambda seat=seat: TITLE.view(night, charts, seat)) for seat in SEATS}
    found: dict[int, set[str]] = {}

    def choose(decision: Decision) -> object:
        # Counters stay on the map from a detection until the raids of the next turn move.
        turn = night.turn - (night.phase in BEFORE_RAIDS)
        found.setdefault(turn, set()).update(shown_counters(night)[0])
        return bots[decision.actor].choose(decision, looks[decision.actor])

    drive(TITLE.play(night, Table(FastDice(seed), charts)), choose)
    return route_flights(night, charts, found)


def merge(tallies: Iterable[Tally]) -> Tally:
    """Put shares together in their order."""
    return [night for tally in tallies for night in tally]


def report(case: Mapping[str, object], tally: Tally) -> dict[str, object]:
    """Summarise the nights: shares of the bands, and mean and percentiles of every count."""
    if case.get("against"):
        return {"case": dict(case), "pairs": len(tally), **_pairs(msgspec.convert(tally, list[PairTally]))}
    nights = msgspec.convert(tally, list[RaidNightTally])
    return {
        "case": dict(case),
        "nights": len(nights),
        "bands": {band: round(sum(night["band"] == band for night in nights) / len(nights), 3) for band in BANDS},
        "undetected": sum(not night["detected"] for night in nights),
        "first_detected": _by_turn(night["detected"] for night in nights if night["detected"]),
        **{count: _spread([night[count] for night in nights]) for count in COUNTS},
    }


def _pairs(tally: list[PairTally]) -> dict[str, object]:
    """Count the pairs won and drawn: with sides swapped, and each way beside the other bot alone on the same seed."""
    gains = {
        "swapped": [pair["as_british"] - pair["as_german"] for pair in tally],
        "as_british": [pair["as_british"] - pair["without"] for pair in tally],
        "as_german": [pair["without"] - pair["as_german"] for pair in tally],
    }
    return {
        name: {"won": sum(gain > 0 for gain in found), "drawn": found.count(0), "gain": _spread(found)}
        for name, found in gains.items()
    }


def _by_turn(turns: Iterable[int]) -> dict[str, int]:
    counts: dict[int, int] = {}
    for turn in turns:
        counts[turn] = counts.get(turn, 0) + 1
    return {str(turn): counts[turn] for turn in sorted(counts)}


def _spread(values: list[int]) -> dict[str, float]:
    ordered = sorted(values)
    last = len(ordered) - 1
    spread: dict[str, float] = {"mean": round(sum(ordered) / len(ordered), 2)}
    for percentile in PERCENTILES:
        spread[f"p{percentile}"] = ordered[round(last * percentile / 100)]
    return spread
