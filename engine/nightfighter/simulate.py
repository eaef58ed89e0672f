"""Nights and pilots' years flown by bots: kills, wins, losses and how long they take."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypedDict

import msgspec

from engine.kernel.dice import FastDice
from engine.kernel.packs.schema import Pack
from engine.kernel.packs.trial_games import TrialGame
from engine.kernel.table import Table
from engine.kernel.title import drive
from engine.nightfighter.bots.policies import POLICIES
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.scenarios import UnknownScenario, scenario_ids
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.game import TITLE, setup_faults
from engine.nightfighter.rules.context import scenario_of
from engine.nightfighter.state import PLAYER, UMPIRE, Options, Setup, State
from engine.nightfighter.views import GameEnd

CALIBRATION: dict[str, object] = {"seed": 1, "setup": {"mode": "solo"}}
"""Case that compares charts: nights of the first scenario by the solitaire rules."""
MEASURES = ("wins", "mean_kills", "losses_a_game", "mean_turns")
"""The figures of a report by which charts are compared."""


class NightTally(TypedDict):
    """Results of a range of games, added up."""

    games: int
    results: dict[str, int]
    kills: dict[str, int]
    losses: int
    turns: int
    decisions: int


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A simulation case: the set-up, the players, the charts."""

    seed: int
    policy: str = "hunter"
    pack: str = "standard"
    setup: Setup = msgspec.field(default_factory=Setup)


def trials(charts: Pack[Tables]) -> Iterator[TrialGame]:
    """Give every scenario, under an umpire and alone, and each kind of year;

    those in the list alone are for the hunter.
    """
    alone = {row.id for row in charts.tables.scenarios.scenarios}
    for scenario in scenario_ids(charts.tables):
        for mode in ("blind", "solo"):
            setup = Setup(scenario=scenario, mode=mode)
            try:
                scenario_of(setup, charts_of(charts))
            except UnknownScenario:
                continue
            yield TrialGame(f"{scenario}, {mode}", setup, "random")
            if scenario in alone:
                yield TrialGame(f"{scenario}, {mode}", setup, "hunter")
    for campaign in ("green", "seasoned", "staffel"):
        yield TrialGame(campaign, Setup(campaign=campaign, mode="solo"), "hunter")


def add_arguments(parser: ArgumentParser) -> None:
    """Add what can be asked of a simulation."""
    switches = [f.name.replace("_", "-") for f in msgspec.structs.fields(Options)]
    parser.add_argument("--scenario", default="4B", help="a scenario or variant, such as 4B")
    parser.add_argument("--variant", action="append", default=[], help="a variant laid over it, repeatable")
    parser.add_argument("--own", default="", metavar="FILE", help="a scenario of one's own, in place of the book's")
    parser.add_argument("--umpire", default="computer", choices=("computer", "person"), help="who makes its choices")
    parser.add_argument("--mode", default="blind", choices=("blind", "solo"))
    parser.add_argument("--level", default="fair", choices=("helpful", "fair", "sly"), help="how kind the umpire is")
    parser.add_argument("--campaign", default="none", choices=("none", "green", "seasoned", "staffel"))
    parser.add_argument("--games", type=int, default=1000, help="how many nights or years are flown")
    parser.add_argument("--policy", default="hunter", choices=sorted(POLICIES))
    parser.add_argument("--toggle", action="append", default=[], choices=switches, help="an optional rule to turn over")
    parser.add_argument("--pack", default="standard")


def plan(options: Mapping[str, Any], seed: int) -> tuple[dict[str, object], int]:
    """Return the case as plain data and the number of games, or say by a ValueError what cannot be."""
    plain = Options()
    turned = {name.replace("-", "_"): not getattr(plain, name.replace("-", "_")) for name in options["toggle"]}
    setup = Setup(
        scenario=options["scenario"],
        mode=options["mode"],
        level=options["level"],
        umpire=options["umpire"],
        own=own_text(options["own"]),
        campaign=options["campaign"],
        variants=list(options["variant"]),
        options=msgspec.structs.replace(plain, **turned),
    )
    case = Case(seed=seed, policy=options["policy"], pack=options["pack"], setup=setup)
    charts = charts_of(TITLE.load_pack(case.pack))
    if setup.campaign == "none":
        wrong = [fault for fault in setup_faults(setup, charts) if setup.own]
        if wrong:
            raise ValueError(f"{options['own']} cannot be played: {dict(wrong[0].facts or {})}")
        try:
            scenario_of(setup, charts)
        except UnknownScenario as problem:
            known = ", ".join(scenario_ids(charts.tables))
            raise ValueError(f"{problem}; the scenarios are {known}") from problem
    return msgspec.to_builtins(case), max(1, int(options["games"]))


def own_text(name: str) -> str:
    """Read a scenario of one's own from its file. [3.2]"""
    if not name:
        return ""
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise ValueError(f"{name} cannot be read: {problem}") from problem


def play_one(
    case: Case, number: int, pack: Pack[Tables], note: Callable[[State], None] | None = None
) -> tuple[State, int]:
    """Fly one night or year; its dice depend on the case and its number alone. `note` sees it at each seam."""
    digest = hashlib.sha256(f"{case.seed}/{number}".encode()).digest()
    state = TITLE.start(case.setup, pack)
    table = Table(FastDice(int.from_bytes(digest[:8], "big")), pack)
    if note is not None:
        table.seam = lambda: note(state)
    seats = TITLE.seats(case.setup)
    policies = {seat: POLICIES[case.policy](pack, seat, int.from_bytes(digest[8:12], "big")) for seat in seats}
    looks = {seat: (lambda seat=seat: TITLE.view(state, pack, seat)) for seat in (PLAYER, UMPIRE)}
    choose = {seat: policy.choose for seat, policy in policies.items()}
    _, taken = drive(TITLE.play(state, table), lambda d: choose[d.actor](d, looks[d.actor]), 200_000)
    return state, taken


def fly_year(case: Case, number: int, pack: Pack[Tables]) -> tuple[State, list[int]]:
    """Fly a year; return it with what stood after each of its weeks: kills of a pilot, points of a Staffel."""
    figures: list[int] = []

    def note(state: State) -> None:
        year, staffel = state.career, state.staffel
        assert year is not None  # noqa: S101 - a campaign has one
        if staffel is None:
            behind, figure = len(year.log), year.kills
        else:
            behind, figure = year.week - (year.stage != "over"), staffel.points
        if behind > len(figures):
            figures.append(figure)

    state, _taken = play_one(case, number, pack, note)
    return state, figures


def share(case: Mapping[str, object], first: int, count: int, pack: Pack[Tables] | None = None) -> NightTally:
    """Fly a range of games, by these charts or by those that the case names, and return their tally."""
    typed = msgspec.convert(case, Case)
    pack = pack or TITLE.load_pack(typed.pack)
    results: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    losses = turns = decisions = 0
    for number in range(first, first + count):
        state, taken = play_one(typed, number, pack)
        decisions += taken
        over = msgspec.convert(TITLE.outcome(state, pack), GameEnd)
        results[f"{over.result}/{over.end}" if state.career else over.result] += 1
        kills[str(over.kills)] += 1
        losses += over.losses
        turns += over.turns or over.week
    return {
        "games": count, "results": dict(results), "kills": dict(kills), "losses": losses, "turns": turns,
        "decisions": decisions,
    }  # fmt: skip


def merge(tallies: Iterable[NightTally]) -> NightTally:
    """Put tallies together."""
    results: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    games = losses = turns = decisions = 0
    for tally in tallies:
        games += tally["games"]
        losses += tally["losses"]
        turns += tally["turns"]
        decisions += tally["decisions"]
        results.update(tally["results"])
        kills.update(tally["kills"])
    return {
        "games": games, "losses": losses, "turns": turns, "decisions": decisions, "results": dict(results),
        "kills": dict(kills),
    }  # fmt: skip


def report(case: Mapping[str, object], tally: NightTally) -> dict[str, object]:
    """Return the results: wins, kills and their spread, losses, turns."""
    games = max(1, tally["games"])
    kills = {int(count): times for count, times in tally["kills"].items()}
    lost = sum(times for result, times in tally["results"].items() if result.startswith(("loss", "defeat", "draw")))
    return {
        "case": case,
        "games": tally["games"],
        "wins": round(1 - lost / games, 4),
        "results": dict(sorted(tally["results"].items())),
        "mean_kills": round(sum(count * times for count, times in kills.items()) / games, 4),
        "kills": {str(count): kills[count] for count in sorted(kills)},
        "losses_a_game": round(tally["losses"] / games, 4),
        "mean_turns": round(tally["turns"] / games, 2),
        "decisions": tally["decisions"],
    }
