"""A desk to try the chapters between two sorties on: a career at a table with listed dice and listed answers."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from engine.interceptor.charts.compiled import Charts, load
from engine.interceptor.rules.career import skills
from engine.interceptor.rules.combat.damage import new_plane
from engine.interceptor.state import (
    KILLED,
    MONTHS,
    Career,
    Crewman,
    Engagement,
    Options,
    PilotSetup,
    SortieFlight,
    SortieRaid,
    State,
)
from engine.kernel.decisions import Decision
from engine.kernel.decks import deck
from engine.kernel.dice import ScriptedDice
from engine.kernel.events import data_of
from engine.kernel.table import RecordingTable


def charts() -> Charts:
    return load("standard")


class Listed(ScriptedDice):
    """Listed dice; a roll for replacement aircraft that no test cares for is a 10, which offers the common types."""

    def draw(self, stream: str, sides: int) -> int:
        if stream == "r1" and (not self.lines or self.lines[0][0] != "r1"):
            return 10
        return super().draw(stream, sides)


def ground_case(
    *dice: tuple[str, int],
    month: str = "1943-05",
    line: int = 2,
    model: str = "Fw190A-4",
    unit: int = 5,
    track: str = "officer",
    options: Options | None = None,
) -> GroundCase:
    pack = charts()
    row = pack.units[unit]
    career = Career("pilot", name="Mann", track=track, unit=unit, zone=row.zone, base=row.base, stage="debriefing")
    career.plane = new_plane(pack.models[model])
    skills.start_experience(career, pack)
    if pack.models[model].gunner:
        career.gunner = Crewman("gunner")
    state = State(
        play="solitaire",
        options=options or Options(),
        setups=[PilotSetup()],
        careers=[career],
        deck=deck("combat", pack.card_ids),
        month=MONTHS.index(month),
        line=line,
        raid=SortieRaid("Lorient", "France", 5),
    )
    return GroundCase(state, career, RecordingTable(Listed(dice), pack))


class GroundCase:
    """State, career and table, and the questions and events."""

    def __init__(self, state: State, career: Career, table: RecordingTable) -> None:
        self.state, self.career, self.table = state, career, table
        self.asked: list[Decision] = []

    @property
    def pack(self) -> Charts:
        return self.table.pack

    def flew(self, *fights: Engagement, end: str = "landed", landing: str = "safe", **facts: Any) -> SortieFlight:
        """Put a sortie before the debriefing."""
        facts.setdefault("wounds_taken", int(0 < facts.get("pilot_wound", 0) < KILLED))
        flight = SortieFlight(engagements=list(fights), end=end, landing=landing, stage="landing", **facts)
        self.career.flight = flight
        return flight

    def run(self, flow: Generator[Any, Any, Any], *answers: str, more: bool = False) -> Any:
        """Play a flow with these answers, all on offer and none left over, nor any dice unless more is to come."""
        left, answer = list(answers), None
        while True:
            try:
                decision = flow.send(answer)
            except StopIteration as stop:
                assert not left, f"never asked: {left}"
                if not more:
                    self.table.dice.finish()
                return stop.value
            self.asked.append(decision)
            answer = left.pop(0) if left else "done"
            assert answer in decision.options, f"{answer} is not among {decision.options} of {decision.kind}"

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The data of the events of this kind."""
        return [data_of(event.data) for event in self.table.log.events if event.kind == kind]

    @property
    def offered(self) -> tuple[str, ...]:
        """Return the options of the last question."""
        return self.asked[-1].options


def bomber(credit: str = "pilot", result: str = "destroyed") -> Engagement:
    return Engagement("B-17", True, result, credit)


def fighter(credit: str = "pilot", result: str = "destroyed") -> Engagement:
    return Engagement("P-47", False, result, credit)
