"""A cockpit to fly worked cases in: a career in the air, with listed dice and cards, and listed orders."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from engine.interceptor.charts.compiled import Charts, load
from engine.interceptor.rules import sortie
from engine.interceptor.rules.combat import fighter_combat
from engine.interceptor.rules.combat.bomber_combat import attack_bombers
from engine.interceptor.rules.combat.damage import new_fighter, new_plane
from engine.interceptor.rules.combat.fighter_combat import DuelStart
from engine.interceptor.state import (
    MONTHS,
    ORIENTATIONS,
    AlliedFighter,
    Career,
    Crewman,
    Engagement,
    Options,
    PilotSetup,
    SortieFlight,
    SortieRaid,
    State,
    TargetBomber,
)
from engine.kernel.decisions import Decision
from engine.kernel.decks import deck
from engine.kernel.dice import ScriptedDice
from engine.kernel.events import Event, data_of
from engine.kernel.table import RecordingTable


def charts() -> Charts:
    return load("standard")


def d(stream: str, *faces: int) -> list[tuple[str, int]]:
    """Throws of one stream."""
    return [(stream, face) for face in faces]


def cards(*numbers: int) -> list[tuple[str, str]]:
    """Combat Cards to be flipped."""
    return [("deck/combat", str(number)) for number in numbers]


BOX = {"combat": (6, 10), "home": (6, 10), "target": (6, 10), "position": (6, 10), "flak": (3, 6, 10), "unit": (20,)}
"""The dice that each stream throws, where they are not the two six-sided ones. [3.9]"""


class BoxedDice(ScriptedDice):
    """Listed throws of the dice that are in the box, and of no others."""

    def draw(self, stream: str, sides: int) -> int:
        assert stream == "jam" or sides in BOX.get(stream, (6,)), f"the box holds no d{sides} for {stream}"
        assert stream != "jam" or 2 <= sides <= 3, "a weapon is drawn by lot only among several"
        return super().draw(stream, sides)


class FlightCase:
    """State, career and table; `fly` plays a flow with the dice, cards and orders that the case lists."""

    def __init__(
        self,
        model: str = "Fw190A-4",
        *,
        month: str = "1943-04",
        unit: int = 5,
        options: Options | None = None,
        skills: tuple[str, ...] = (),
        box: int = 1,
    ) -> None:
        self.pack = charts()
        row = self.pack.units[unit]
        career = Career("pilot", unit=unit, zone=row.zone, base=row.base, stage="air", skills=list(skills))
        mat = self.pack.models[model]
        career.plane = new_plane(mat)
        if mat.gunner:
            career.gunner = Crewman("gunner")
        career.flight = SortieFlight(weather="good", box=box, last_box=4, stage="box")
        self.career, self.options = career, options or Options()
        self.state = State(
            "solitaire",
            self.options,
            [PilotSetup()],
            [career],
            # Several of each card, so that a case may use its blank card more than once.
            deck("combat", self.pack.card_ids * 6),
            month=MONTHS.index(month),
            phase="sortie",
            raid=SortieRaid("Lorient", "France", 5),
        )
        self.asked: list[Decision] = []
        self.events: list[Event] = []

    @property
    def plane(self) -> Any:
        return self.career.plane

    @property
    def flight(self) -> SortieFlight:
        return self.career.aloft

    def meet(
        self, kind: str = "B-17", escort: str = "", orientation: str = "head_on", *, sun: bool = False
    ) -> FlightCase:
        """Put a raid before him."""
        place = ORIENTATIONS.index("advantaged" if sun else orientation)
        self.flight.bomber_type, self.flight.escort, self.flight.sun = kind, escort, sun
        self.flight.orientation = self.flight.met = place
        return self

    def target(self, kind: str = "B-17", *, reach: int = 0, **hits: Any) -> TargetBomber:
        """Put a bomber on the chart, in the middle of a pass."""
        flight = self.meet(kind).flight
        flight.bomber, flight.reach, flight.pass_number = TargetBomber(kind, **hits), reach, 1
        flight.engagements.append(Engagement(kind, True, box=flight.box))
        return flight.bomber

    def duel(self, kind: str = "P-47", orientation: str = "head_on", quality: str = "trained") -> AlliedFighter:
        """Put a fighter on the chart."""
        self.flight.fighter = new_fighter(kind, quality, self.pack)
        self.flight.orientation = ORIENTATIONS.index(orientation)
        self.flight.engagements.append(Engagement(kind, False, box=self.flight.box))
        return self.flight.fighter

    def table(self, *script: Any) -> RecordingTable:
        """A table at which these throws and cards fall, and no others."""
        lines = [line for group in script for line in (group if isinstance(group, list) else [group])]
        return RecordingTable(BoxedDice(lines), self.pack)

    def fly(self, flow: Any, *orders: str) -> Any:
        """Play a flow (a generator, or the result of a plain rule) with these orders, none left over."""
        left, answer = list(orders), None
        if not isinstance(flow, Generator):
            return flow
        while True:
            try:
                decision = flow.send(answer)
            except StopIteration as stop:
                assert not left, f"never asked: {left}"
                return stop.value
            self.asked.append(decision)
            assert left, f"asked {decision.kind} of {decision.options} with no order left"
            answer = left.pop(0)
            assert answer in decision.options, f"{answer} is not among {decision.options} of {decision.kind}"

    def run(self, rule: Any, script: list[Any], *orders: str, **more: Any) -> Any:
        """Call rule(state, career, table), play it through, and see that every die and card was wanted."""
        table = self.table(*script)
        result = self.fly(rule(self.state, self.career, table, **more), *orders)
        table.dice.finish()
        self.events = table.log.events
        return result

    def attack(self, script: list[Any], *orders: str) -> None:
        """Attack the bombers that he has met."""
        self.run(attack_bombers, script, *orders)

    def fight(self, enemy: str, orientation: str, script: list[Any], *orders: str, **more: Any) -> None:
        """Fight from this orientation until it is over."""
        start = DuelStart(self.career, enemy, ORIENTATIONS.index(orientation), **more)
        table = self.table(*script)
        self.fly(fighter_combat.fighter_combat(self.state, [start], table), *orders)
        table.dice.finish()
        self.events = table.log.events

    def round(self, script: list[Any], *orders: str) -> str:
        """Fight one round."""
        result: str = self.run(fighter_combat.fighter_round, script, *orders, helped=False, alone=False)
        return result

    def search(self, script: list[Any], *orders: str) -> None:
        """Fly one Endurance box."""
        table = self.table(*script)
        self.fly(sortie.fly_box(self.state, [self.career], table), *orders)
        table.dice.finish()
        self.events = table.log.events

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The data of the events of this kind."""
        return [data_of(event.data) for event in self.events if event.kind == kind]

    def mods(self, kind: str) -> dict[str, int]:
        """The modifiers of the last event of this kind."""
        event = [event for event in self.events if event.kind == kind][-1]
        return {mod.reason: mod.value for mod in event.mods}
