"""Whole nights between bots, by the thousand: bands, losses, bombing, and when the raids are found."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.kernel.decisions import Decision
from engine.kernel.dice import FastDice
from engine.kernel.game import drive
from engine.kernel.table import Table

from .bots import POLICIES
from .pack import Charts, load_charts
from .state import SEATS, Setup
from .title import TITLE

BANDS = ("german-major", "german", "draw", "british", "british-major")
RULES = tuple(
    field.name for field in msgspec.structs.fields(Setup) if field.type is bool and field.name != "always_ask"
)
PERCENTILES = (10, 50, 90)


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is simulated: the setup, who plays which side, with which charts."""

    seed: int
    setup: Setup
    british: str = "strong"
    german: str = "strong"
    pack: str = "standard"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what can be asked of a simulation."""
    parser.add_argument("--scenario", default="berlin", choices=("berlin", "downfall"))
    parser.add_argument("--nights", type=int, default=200, help="how many nights are played")
    parser.add_argument("--british", default="strong", choices=sorted(POLICIES))
    parser.add_argument("--german", default="strong", choices=sorted(POLICIES))
    parser.add_argument("--rule", action="append", default=[], choices=RULES, help="an advanced rule, repeatable")
    parser.add_argument("--pack", default="standard")


def plan(options: Mapping[str, Any], seed: int) -> tuple[dict[str, Any], int]:
    """Return the case as plain data and the number of nights, or say by a ValueError what cannot be."""
    if int(options["nights"]) < 1:
        raise ValueError("--nights takes a number above nought")
    rules = dict.fromkeys(options["rule"], True)
    case = Case(
        seed=seed,
        setup=Setup(scenario=options["scenario"], **rules),
        british=options["british"],
        german=options["german"],
        pack=options["pack"],
    )
    return msgspec.to_builtins(case), int(options["nights"])


def share(case: Mapping[str, Any], first: int, count: int) -> list[dict[str, Any]]:
    """Play the nights of a range; each night's seed depends on the case and its place only."""
    wanted = msgspec.convert(case, Case)
    charts = load_charts(wanted.pack)
    return [one_night(wanted, charts, place) for place in range(first, first + count)]


def one_night(case: Case, charts: Charts, place: int) -> dict[str, Any]:
    """Play one night and note how it went."""
    seed = case.seed * 1_000_003 + place
    night = TITLE.start(case.setup, charts)
    bots = {seat: POLICIES[getattr(case, seat)](charts, seat, 2 * seed + at) for at, seat in enumerate(SEATS)}
    looks = {seat: (lambda seat=seat: TITLE.view(night, charts, seat)) for seat in SEATS}
    seen: list[int] = []

    def choose(decision: Decision) -> Any:
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


def merge(tallies: Iterable[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Put shares together in their order."""
    return [night for tally in tallies for night in tally]


def report(case: Mapping[str, Any], tally: list[dict[str, Any]]) -> dict[str, Any]:
    """Summarise the nights: shares of the bands, and mean and percentiles of every count."""
    nights = len(tally)
    found: dict[str, Any] = {
        "case": dict(case),
        "nights": nights,
        "bands": {band: round(sum(night["band"] == band for night in tally) / nights, 3) for band in BANDS},
        "undetected": sum(not night["detected"] for night in tally),
        "first_detected": _by_turn(night["detected"] for night in tally if night["detected"]),
    }
    for name in tally[0]:
        if name not in ("band", "detected"):
            found[name] = _spread([night[name] for night in tally])
    return found


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
