"""Nightfighter as a title: set-up, seats, play, view, outcome and bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec

from engine.kernel.decisions import BadForm, Fault, Flow, QuestionTypes, question_types
from engine.kernel.events import EventTypes
from engine.kernel.packs.faults import PackError
from engine.kernel.packs.reading import pack_names
from engine.kernel.packs.schema import Pack
from engine.kernel.score import SeatScore, changed_options
from engine.kernel.table import Table
from engine.kernel.title import Policy
from engine.nightfighter import questions
from engine.nightfighter import state as states
from engine.nightfighter.charts import schema as packs
from engine.nightfighter.charts.compiled import Charts, charts_of
from engine.nightfighter.charts.custom_scenarios import scenario_faults
from engine.nightfighter.charts.scenarios import UnknownScenario
from engine.nightfighter.charts.schema import PACKS, custom_pack, standard_pack
from engine.nightfighter.events import EVENTS
from engine.nightfighter.rules.career import pilot_year, tabletop
from engine.nightfighter.rules.career import staffel as staffels
from engine.nightfighter.rules.context import scenario_of
from engine.nightfighter.rules.turn import play_night
from engine.nightfighter.rules.victory import seat_score
from engine.nightfighter.view import view
from engine.nightfighter.views import KnownInterception, NightfighterView

LATER = ("loads_hidden", "entry_ends", "lone_intruders_leave")
"""Readings since rules 3: where one makes no difference, results by either are compared."""


def play_year(state: states.State, table: Table) -> Flow[None]:
    """Fly a pilot's year week by week. [S, pilot campaign]"""
    year = pilot_year.YearContext(state, table, charts_of(table.pack))
    while year.career.stage != "over":
        pilot_year.anchor(year)
        if year.career.stage == "choose":
            yield from pilot_year.choose_line(year)
        elif year.career.stage == "week" and state.setup.mode == tabletop.TABLETOP:
            yield from tabletop.write_week(year)
        elif year.career.stage == "week":
            pilot_year.begin_week(year)
        else:
            if year.career.stage == "night":
                yield from play_night(state, table)
                year.career.stage = "home"
            pilot_year.come_home(year)
        table.seam()


def play_staffel(state: states.State, table: Table) -> Flow[None]:
    """Lead a Staffel week by week. [S, campaign]"""
    while state.career is not None and state.career.stage != "over":
        year = staffels.StaffelContext(state, table, charts_of(table.pack))
        staffels.anchor(year)
        if year.career.stage == "week":
            staffels.begin_week(year)
        elif year.career.stage == "place":
            yield from staffels.place_patrol(year)
        elif year.career.stage == "draw":
            staffels.draw_card(year)
        elif year.career.stage == "night" and state.setup.mode == tabletop.TABLETOP:
            yield from tabletop.write_night(year)
            staffels.debrief(year)
        elif year.career.stage == "night":
            yield from play_night(state, table)
            staffels.debrief(year)
        elif year.career.stage == "continue":
            staffels.go_on(year)
        else:
            staffels.recover_all(year)
        table.seam()


def setup_faults(setup: states.Setup, charts: Charts) -> list[Fault]:
    """Find what keeps a scenario, of the book or of a file, from being played as it is asked for. [3.2]"""
    try:
        scenario = scenario_of(setup, charts)
    except PackError as problem:
        return [Fault("own", "own-scenario", "3.2", msgspec.to_builtins(fault)) for fault in problem.faults]
    except UnknownScenario as problem:
        fields = {"not-for-solo": "mode", "foreign-variant": "variants", "unknown-scenario": "scenario"}
        return [Fault(fields[problem.code], problem.code, "3.2", {"scenario": problem.scenario})]
    return [
        Fault("variants", "unplayable", "3.2", {"where": ".".join(map(str, where)), "expected": expected, "got": got})
        for where, expected, got in scenario_faults(scenario, charts.tables, entry_ends=setup.options.entry_ends)
    ]


def career_outcome(flown: states.PilotCareer) -> Mapping[str, object] | None:
    """Return how a pilot's year ended, None while it goes on. [S, pilot campaign]"""
    if flown.stage != "over":
        return None
    return {
        "result": flown.result,
        "end": flown.end,
        "winner": "nobody" if flown.result in ("defeat", "draw") else states.PLAYER,
        "kills": flown.kills,
        "points": flown.points,
        "medals": list(flown.medals),
        "week": flown.week,
    }


class Nightfighter:
    """One interception in the dark, against an umpire or alone."""

    name = "nightfighter"
    rules = "4"
    State = states.State
    Setup = states.Setup
    shared = frozenset(("campaign", "staffel", "weather", "raid", "deck/raids"))
    Tables = packs.Tables
    events: ClassVar[EventTypes] = EVENTS
    questions: ClassVar[QuestionTypes] = question_types(questions)

    def load_pack(self, name: str) -> Pack[packs.Tables]:
        """Return the chart pack of that name."""
        return standard_pack(name)

    def pack_names(self) -> tuple[str, ...]:
        """Name the site's packs."""
        return pack_names(PACKS)

    def read_pack(self, texts: Mapping[str, str]) -> Pack[packs.Tables]:
        """Return the charts in the files of a player's own pack."""
        return custom_pack(texts)

    def lay_out(self, pack: Pack[packs.Tables]) -> Pack[packs.Tables]:
        """Return a stored pack, unchanged."""
        return pack

    def seats(self, setup: states.Setup) -> tuple[str, ...]:
        """The player; and the umpire, when a person is one. [1.2]"""
        return (
            (states.PLAYER, states.UMPIRE) if setup.mode == "blind" and setup.umpire == "person" else (states.PLAYER,)
        )

    def start(self, setup: states.Setup, pack: Pack[packs.Tables]) -> states.State:
        """Return the bare table; a scenario that cannot be played is refused here, with every fault. [3.0, 3.2]"""
        state = states.State(setup=setup)
        wrong = tabletop.tabletop_faults(setup)
        if wrong:
            raise BadForm("what is flown on the table is a year alone", wrong)
        if setup.campaign == "none":
            wrong = setup_faults(setup, charts_of(pack))
            if wrong:
                raise BadForm("the set-up has faults: " + ", ".join(fault.code for fault in wrong), wrong)
        elif setup.campaign == "staffel":
            staffels.begin(state, charts_of(pack))
        else:
            pilot_year.begin(state, charts_of(pack))
        return state

    def play(self, state: states.State, table: Table) -> Flow[None]:
        """Set up, then play turns to the end; each turn can be resumed from its start. [3.0, 4.0]"""
        if state.career is None:
            yield from play_night(state, table)
        elif state.staffel is not None:
            yield from play_staffel(state, table)
        else:
            yield from play_year(state, table)

    def view(self, state: states.State, pack: Pack[packs.Tables], viewer: str) -> NightfighterView:
        """Return what a viewer may know. [5.0]"""
        return view(state, pack, viewer)

    def hides(self, state: states.State) -> bool:
        """Alone nothing is hidden: a place is diced for when it is located. Under an umpire it is. [5.0, S5]"""
        return state.setup.mode == "blind"

    def knows(self, state: states.State, pack: Pack[packs.Tables], viewer: str) -> KnownInterception:
        """Return what a viewer knows of a moment: his view, and how the night was set up. [5.0]"""
        return KnownInterception(state.setup, view(state, pack, viewer))

    def outcome(self, state: states.State, pack: Pack[packs.Tables]) -> Mapping[str, object] | None:
        """Return how the night ended. [4.1]"""
        if state.career is not None:
            data = career_outcome(state.career)
            if data is not None and state.staffel is not None:
                book = state.staffel
                data = {**data, "points": book.points, "kills": book.kills, "losses": book.losses}
            return data
        if state.phase != "over":
            return None
        return {
            "result": state.result,
            "winner": states.PLAYER if state.won else "nobody",
            "kills": sum(b.status == "destroyed" for b in state.bombers),
            "losses": sum(f.status == "lost" for f in state.fighters),
            "turns": state.turn,
            "points": state.points,
            "by_rule": state.lost_by_rule,
        }

    def standing(self, state: states.State, pack: Pack[packs.Tables], seat: str) -> SeatScore | None:
        """Return the player's standing at any moment; an umpire cannot win. [4.1]"""
        return seat_score(state, charts_of(pack), seat)

    def terms(self, setup: states.Setup) -> Mapping[str, object]:
        """Return the scenario, or the file that it was read from, how it is played and by which rules. [28]"""
        dice = {"dice": tabletop.TABLETOP} if setup.mode == tabletop.TABLETOP else {}
        idle = {name: True for name in LATER if not setup.concerns(name)}
        setup = msgspec.structs.replace(setup, options=msgspec.structs.replace(setup.options, **idle))
        return changed_options(setup, "scenario", "mode", "campaign") | dice

    def policies(self) -> Mapping[str, Callable[..., Policy]]:
        """Return the bots by name."""
        from engine.nightfighter.bots.policies import POLICIES

        return POLICIES

    def orders_type(self, policy: str) -> None:
        """No bot takes standing orders."""


TITLE = Nightfighter()
