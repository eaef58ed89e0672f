"""Whole careers flown by bots, by the thousand: distributions of survival, victories, awards and losses."""

from __future__ import annotations

import hashlib
import json
from argparse import ArgumentParser
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from engine.interceptor.bots import policies
from engine.interceptor.charts.compiled import Charts, load
from engine.interceptor.events import TargetRolled
from engine.interceptor.game import TITLE
from engine.interceptor.rules import victory
from engine.interceptor.rules.career import awards
from engine.interceptor.state import MONTHS, Career, Options, PilotSetup, Setup, State
from engine.kernel.decisions import Refused
from engine.kernel.dice import Dice, FastDice
from engine.kernel.events import EventData
from engine.kernel.packs.trial_games import TrialGame
from engine.kernel.table import Table
from engine.kernel.title import THINKING, Policy, drive

CALIBRATION: dict[str, object] = {"seed": 1, "policy": "sensible"}
"""Case that compares charts: a pilot of any unit, by the usual bot."""
MEASURES = (
    "survived", "mean_bombers", "median_bombers", "bands.defeat", "bands.draw", "bands.marginal", "bands.substantial",
    "bands.decisive", "per_sortie.met_bombers", "per_sortie.shot_down",
)  # fmt: skip
"""The figures of a report by which charts are compared."""
Counts = dict[str, int]
"""Counts, by a name or a number."""
BANDS = ("defeat", "draw", "marginal", "substantial", "decisive")
SWITCHES = tuple(field.name for field in msgspec.structs.fields(Options) if field.type is bool and not field.default)


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A simulation case: pilot, unit, bot, orders and charts."""

    seed: int
    policy: str = "sensible"
    orders: dict[str, object] = {}
    pack: str = "standard"
    setup: Setup = msgspec.field(default_factory=Setup)


def trials(charts: Charts) -> Iterator[TrialGame]:
    """A year from every second starting line by each of three bots, with no optional rule and with all."""
    switched_on = msgspec.convert(dict.fromkeys(SWITCHES, True), Options)
    for unit in sorted(charts.units)[::2]:
        for policy in ("sensible", "careless", "random"):
            pilots = [PilotSetup(unit=unit)]
            yield TrialGame(f"4.1, {unit}", Setup(pilots=pilots), policy)
            yield TrialGame(f"4.1, {unit}, all options", Setup(pilots=pilots, options=switched_on), policy)


def add_arguments(parser: ArgumentParser) -> None:
    """Add what can be asked of a simulation."""
    parser.add_argument("--careers", type=int, default=1000, help="how many careers are flown")
    parser.add_argument("--policy", default="sensible", choices=sorted(set(policies.POLICIES) - {THINKING}))
    parser.add_argument("--orders", default="{}", help="standing orders as JSON, over those of the policy")
    parser.add_argument("--start", default="", help="a line of 4.1 (1 to 23), with a type behind a slash: 5/Fw190A-4")
    parser.add_argument("--month", default="", help="a later start, such as 1943-09")
    parser.add_argument("--track", default="officer", choices=("officer", "nco"))
    parser.add_argument("--ace", default="", help="a Historical Ace card")
    parser.add_argument("--option", action="append", default=[], choices=SWITCHES, help="an optional rule, repeatable")
    parser.add_argument("--pack", default="standard")


def plan(options: Mapping[str, Any], seed: int) -> tuple[dict[str, object], int]:
    """Return the case as plain data and the number of careers, or say by a ValueError what cannot be."""
    line, _, model = str(options["start"]).partition("/")
    if line and not line.isdecimal():
        raise ValueError(f"--start takes a line number, not {line!r}")
    try:
        case = Case(
            seed=seed,
            policy=options["policy"],
            orders=json.loads(options["orders"]),
            pack=options["pack"],
            setup=Setup(
                pilots=[
                    PilotSetup(
                        unit=int(line or 0),
                        aircraft=model,
                        start=options["month"],
                        track=options["track"],
                        ace=options["ace"],
                    )
                ],
                options=msgspec.convert(dict.fromkeys(options["option"], True), Options),
            ),
        )
        charts = load(case.pack)
        pilot_for(case, charts, 0)
        TITLE.start(case.setup, charts)
    except (msgspec.ValidationError, json.JSONDecodeError, Refused) as fault:
        raise ValueError(str(fault)) from fault
    return msgspec.to_builtins(case), int(options["careers"])


def seed_of(case: Case, place: int) -> int:
    """Return the seed of one career, the same wherever it is flown."""
    return int.from_bytes(hashlib.sha256(f"{case.seed}:{place}".encode()).digest()[:8], "big")


def pilot_for(case: Case, charts: Charts, seed: int) -> Policy:
    """Return the bot with its standing orders."""
    maker = policies.POLICIES[case.policy]
    typed = policies.ORDERS.get(case.policy)
    if typed is None:
        return maker(charts, "pilot", seed)
    return maker(charts, "pilot", seed, msgspec.convert(case.orders, typed))


class Lookout(Table):
    """A quiet table that notes the log lines on which a raid was met; the log itself has only what was attacked."""

    def __init__(self, dice: Dice, pack: Charts, state: State, raids: set[tuple[int, int]]) -> None:
        super().__init__(dice, pack)
        self.state, self.raids = state, raids
        self.tell = self._note

    def _note(self, data: EventData, *args: object, **shown: object) -> None:
        """Note the line under way when a raid's bombers are looked up. [7.1.2]"""
        if isinstance(data, TargetRolled):
            self.raids.add((self.state.month, self.state.line))


def fly_career(case: Case, charts: Charts, place: int, raids: set[tuple[int, int]] | None = None) -> State:
    """Fly one career to its end; `raids` is given the log lines on which he met one."""
    seed = seed_of(case, place)
    state = TITLE.start(case.setup, charts)
    policy = pilot_for(case, charts, seed)
    # Bots of this game go by the facts of a decision alone.
    choose: Any = policy.choose
    table = Lookout(FastDice(seed), charts, state, set() if raids is None else raids)
    drive(TITLE.play(state, table), choose)
    return state


class Tally(msgspec.Struct):
    """Results of careers: numbers, and counts by name. It travels as plain data."""

    careers: int = 0
    survived: int = 0
    bombers: Counts = {}
    fighters: Counts = {}
    sorties: Counts = {}
    bands: Counts = {}
    causes: Counts = {}
    awards: Counts = {}
    ranks: Counts = {}
    reached: Counts = {}
    """Careers that had a line in a month; what follows is by month as well."""
    killed: Counts = {}
    flown: Counts = {}
    shot_down: Counts = {}
    met: Counts = {}

    def counts(self) -> tuple[Counts, ...]:
        """Return all that is counted by name."""
        by_career = (self.bombers, self.fighters, self.sorties, self.bands, self.causes, self.awards, self.ranks)
        return (*by_career, self.reached, self.killed, self.flown, self.shot_down, self.met)


def share(case: Mapping[str, object], first: int, count: int, charts: Charts | None = None) -> dict[str, object]:
    """Fly the careers of a range and count their results, by these charts or by those that the case names."""
    read = msgspec.convert(case, Case)
    charts = charts or load(read.pack)
    tally = Tally()
    for place in range(first, first + count):
        raids: set[tuple[int, int]] = set()
        count_career(tally, fly_career(read, charts, place, raids).careers[0], charts, raids)
    return plain(tally)


def plain(tally: Tally) -> dict[str, object]:
    """Return a tally as it travels."""
    data: dict[str, object] = msgspec.to_builtins(tally)
    return data


def count_career(tally: Tally, career: Career, charts: Charts, raids: Container[tuple[int, int]] = ()) -> None:
    """Add a career to the tally."""
    tally.careers += 1
    tally.survived += career.alive
    add(tally.bombers, career.bombers - career.start_bombers)
    add(tally.fighters, career.fighters - career.start_fighters)
    add(tally.sorties, career.flights)
    add(tally.bands, victory.level_of(career, charts))
    add(tally.ranks, awards.rank_of(career, charts).name)
    if not career.alive:
        add(tally.causes, career.death)
        add(tally.killed, MONTHS[career.log[-1].month])
    for award in career.awards:
        add(tally.awards, award.name)
    for month in dict.fromkeys(line.month for line in career.log):
        add(tally.reached, MONTHS[month])
    for line in career.log:
        if line.kind == "flown":
            month_name = MONTHS[line.month]
            add(tally.flown, month_name)
            add(tally.shot_down, month_name, line.end in ("shot-down", "bailed", "killed"))
            met = (line.month, line.line) in raids or any(fight.is_bomber for fight in line.engagements)
            add(tally.met, month_name, met)


def add(counts: Counts, name: object, value: int = 1) -> None:
    """Count one more of a name; names are text so that a tally travels as JSON."""
    key = str(name)
    counts[key] = counts.get(key, 0) + value


def merge(tallies: Iterable[Mapping[str, object]]) -> dict[str, object]:
    """Put tallies together."""
    whole = Tally()
    for data in tallies:
        tally = msgspec.convert(data, Tally)
        whole.careers += tally.careers
        whole.survived += tally.survived
        for sums, counts in zip(whole.counts(), tally.counts(), strict=True):
            for name, count in counts.items():
                add(sums, name, count)
    return plain(whole)


def report(case: Mapping[str, object], data: Mapping[str, object]) -> dict[str, object]:
    """Return the distributions: shares of careers, medians, survival and losses by month."""
    tally = msgspec.convert(data, Tally)
    careers = tally.careers
    flown = total(tally.sorties)
    return {
        "game": TITLE.name,
        "policy": case["policy"],
        "seed": case["seed"],
        "careers": careers,
        "survived": tally.survived / careers,
        "median_bombers": median(tally.bombers),
        "mean_bombers": total(tally.bombers) / careers,
        "bands": {band: tally.bands.get(band, 0) / careers for band in BANDS},
        "bombers": spread(tally.bombers),
        "fighters": spread(tally.fighters),
        "sorties": spread(tally.sorties),
        "by_month": {
            month: {
                "flying": tally.reached.get(month, 0) / careers,
                "killed": tally.killed.get(month, 0) / careers,
                "shot_down": tally.shot_down.get(month, 0) / max(1, tally.flown.get(month, 0)),
            }
            for month in MONTHS
        },
        "causes_of_loss": {cause: count / careers for cause, count in sorted(tally.causes.items())},
        "awards": {name: count / careers for name, count in sorted(tally.awards.items())},
        "ranks": {name: count / careers for name, count in sorted(tally.ranks.items())},
        "per_sortie": {
            "met_bombers": sum(tally.met.values()) / max(1, flown),
            "shot_down": sum(tally.shot_down.values()) / max(1, flown),
        },
    }


def total(counts: Mapping[str, int]) -> int:
    """Add up a distribution."""
    return sum(int(value) * count for value, count in counts.items())


def spread(counts: Mapping[str, int]) -> dict[str, float]:
    """Return quartiles, ends and mean of a distribution."""
    values = sorted((int(value), count) for value, count in counts.items())
    careers = sum(count for _, count in values)
    ranks = {"p10": 0.1, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9}
    found: dict[str, float] = {name: quantile(values, careers, rank) for name, rank in ranks.items()}
    return found | {"most": values[-1][0], "mean": total(counts) / careers}


def median(counts: Mapping[str, int]) -> int:
    """Return the middle of a distribution."""
    values = sorted((int(value), count) for value, count in counts.items())
    return quantile(values, sum(count for _, count in values), 0.5)


def quantile(values: list[tuple[int, int]], careers: int, rank: float) -> int:
    """Return the value that so large a part of the careers does not exceed."""
    seen = 0
    for value, count in values:
        seen += count
        if seen >= rank * careers:
            return value
    return values[-1][0]
