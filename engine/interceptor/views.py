"""A seat's view of a year of Interceptor Ace. Only the order of the cards is hidden."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.state import (
    COMPETITIVE,
    MONTHS,
    Absence,
    Award,
    Career,
    Crewman,
    Options,
    Plane,
    PointsEntry,
    SortieFlight,
    SortieLine,
    SortieRaid,
    State,
)


class CareerView(msgspec.Struct):
    """A pilot and everything that is his: his career as the state has it, of his deck the cards that are left."""

    seat: str
    name: str
    track: Literal["officer", "nco"]
    rank: int
    ace: str
    unit: int
    zone: str
    base: str
    start: int
    stage: Literal["setup", "ready", "air", "debriefing", "idle", "over"]
    plane: Plane
    waived: list[str]
    gone: list[str]
    wingman: Crewman
    gunner: Crewman | None
    old_gunner: Crewman | None
    skills: list[str]
    experience: int
    sorties: int
    flights: int
    bombers: int
    fighters: int
    start_bombers: int
    start_fighters: int
    kill_order: str
    wounds: int
    awards: list[Award]
    period_kills: int
    period_awards: int
    promoted_at: list[int]
    points: int
    level: int
    prestige_ledger: list[PointsEntry]
    experience_ledger: list[PointsEntry]
    free_transfers: int
    offers: list[str]
    markers: list[str]
    fatigue: int
    leave_taken: bool
    absences: list[Absence]
    flight: SortieFlight | None
    deck: int
    log: list[SortieLine]
    alive: bool
    death: str
    attempt: Literal["", "failed", "succeeded"]


class YearView(msgspec.Struct):
    """The whole table: calendar, raid and careers."""

    play: Literal["solitaire", "cooperative", "competitive"]
    phase: Literal["setup", "month", "raid", "sortie", "debriefing", "over"]
    month: str
    line: int
    lines: int
    raid: SortieRaid | None
    options: Options
    deck: int
    """Cards that are left in the one pile; none where each has his own."""
    careers: list[CareerView]


def year_view(state: State, charts: Charts) -> YearView:
    """Return a copy of the table, which play leaves as it is."""
    return YearView(
        play=state.play,
        phase=state.phase,
        month=MONTHS[state.month],
        line=state.line,
        lines=charts.lines(state.month),
        raid=msgspec.convert(msgspec.to_builtins(state.raid), SortieRaid | None),
        options=msgspec.structs.replace(state.options),
        deck=0 if state.play == COMPETITIVE else len(state.deck),
        careers=[career_view(career, state) for career in state.careers],
    )


def career_view(career: Career, state: State) -> CareerView:
    """Return a copy of a career."""
    left = len(state.deck if career.deck is None else career.deck)
    return msgspec.convert({**msgspec.to_builtins(career), "deck": left}, CareerView)
