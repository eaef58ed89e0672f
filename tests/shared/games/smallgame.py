"""A small game that drives every part of the kernel: two sides cross a strait with dice, cards and secrets.

Its rules, by number: [1] each side writes a plan of three lanes; [2] each round both choose a course in secret; [3] on
the same course the raider may fire; [4] a side trims its sails, which may be taken back; [5] a card is drawn and played
or held; [6] every third round two boats scout abreast; [7] the higher score wins after the last round.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from engine.kernel.decisions import AnswerForm, ClosedOption, Fault, Flow, Question, question_types
from engine.kernel.decks import Deck, deck
from engine.kernel.events import EventData, Mod, event_types
from engine.kernel.packs.reading import read_pack
from engine.kernel.packs.schema import ChartTable as Chart
from engine.kernel.packs.schema import Prose
from engine.kernel.rule_versions import GameSetup
from engine.kernel.score import ScorePart, SeatScore, changed_options, make_score
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy

RAIDER, ESCORT = SEATS = ("raider", "escort")
COURSES = ("north", "south")
CARDS = ("fog-1", "fog-2", "gale", "moon", "reef", "wind-1", "wind-2")
HITS_ON = 5
"""Where no charts lie on the table."""
STRAIT = 6
"""Boats that a plan has to share out over its three lanes."""


class Setup(GameSetup, forbid_unknown_fields=True):
    """The number of rounds."""

    rounds: int = 6


class Fire(Chart, frozen=True):
    """The throw that the raider needs to sink a boat. [3]"""

    hits_on: int = HITS_ON
    remark: Prose = ""


class Tables(msgspec.Struct, frozen=True):
    """The charts of the strait."""

    fire: Fire


STANDARD = {
    "pack.yaml": "{game: strait, name: standard, title: The strait, version: '1'}",
    "tables.yaml": "fire: {provenance: rule 3, hits_on: 5}",
}


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """Boats in each of three lanes."""

    lanes: tuple[int, int, int]


class State(msgspec.Struct):
    """All there is to know between two questions."""

    rounds: int
    round: int = 0
    phase: str = "plan"
    score: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    plans: dict[str, tuple[int, int, int]] = {}
    courses: dict[str, str] = {}
    trim: str = "level"
    hands: dict[str, list[str]] = msgspec.field(default_factory=lambda: {seat: [] for seat in SEATS})
    cards: Deck = msgspec.field(default_factory=lambda: deck("weather", CARDS))


# What it tells and asks


class PlanWritten(EventData):
    """A side has written its plan. [1]"""

    kind: ClassVar[str] = "plan.written"

    lanes: list[int]


class CoursesShown(EventData):
    """Both courses are shown. [2]"""

    kind: ClassVar[str] = "courses.shown"

    raider: str
    escort: str


class Fired(EventData):
    """The raider has fired. [3]"""

    kind: ClassVar[str] = "fired"

    total: int
    hit: bool


class Trimmed(EventData):
    """A side has trimmed its sails. [4]"""

    kind: ClassVar[str] = "trimmed"

    seat: str
    trim: str


class CardDrawn(EventData):
    """A side has drawn a card. [5]"""

    kind: ClassVar[str] = "card.drawn"

    seat: str
    card: str


class CardPlayed(EventData):
    """A side has played a card. [5]"""

    kind: ClassVar[str] = "card.played"

    seat: str
    card: str


class Sounded(EventData):
    """A boat has sounded the depth. [6]"""

    kind: ClassVar[str] = "sounded"

    seat: str
    fathoms: int


class Scouted(EventData):
    """Both boats are back. [6]"""

    kind: ClassVar[str] = "scouted"

    raider: int
    escort: int


class Over(EventData):
    """The strait is crossed. [7]"""

    kind: ClassVar[str] = "over"

    raider: int
    escort: int


class PlanQuestion(Question):
    """A side writes its plan. [1]"""

    kind: ClassVar[str] = "plan.write"


class CourseQuestion(Question):
    """A side chooses its course. [2]"""

    kind: ClassVar[str] = "course"


class FireQuestion(Question):
    """The raider may fire. [3]"""

    kind: ClassVar[str] = "fire"


class TrimQuestion(Question):
    """A side trims its sails. [4]"""

    kind: ClassVar[str] = "trim"


class CardQuestion(Question):
    """A side plays or keeps a card. [5]"""

    kind: ClassVar[str] = "card"

    card: str


class ScoutQuestion(Question):
    """A boat sounds again or turns back. [6]"""

    kind: ClassVar[str] = "scout"


def check_plan(plan: Plan) -> list[Fault]:
    """Name every fault of a plan. [1]"""
    faults = [Fault(f"lanes[{i}]", "negative", "1") for i, boats in enumerate(plan.lanes) if boats < 0]
    if sum(plan.lanes) != STRAIT:
        faults.append(Fault("lanes", "sum", "1", {"wanted": STRAIT, "got": sum(plan.lanes)}))
    return faults


def any_plan(draw: Any) -> Plan:
    """Make a legal plan from a die."""
    first = draw(STRAIT + 1) - 1
    second = draw(STRAIT - first + 1) - 1
    return Plan((first, second, STRAIT - first - second))


PLAN = AnswerForm("plan", Plan, check_plan, any_plan)


def write_plans(state: State, table: Table) -> Flow[None]:
    """Both sides write their plans at once, unseen. [1]"""
    plans = yield table.together(*(table.ask_form(seat, PlanQuestion, PLAN, rule="1") for seat in SEATS))
    state.plans = {seat: plan.lanes for seat, plan in plans.items()}
    for seat in SEATS:
        table.tell(PlanWritten(list(state.plans[seat])), "1", to=(seat,))


def choose_courses(state: State, table: Table) -> Flow[None]:
    """Both choose a course in secret; then both are shown. [2]"""
    at = f"round{state.round}/course"
    state.courses = yield table.together(
        table.ask(RAIDER, CourseQuestion, COURSES, at, "2"), table.ask(ESCORT, CourseQuestion, COURSES, at, "2")
    )
    table.reveal("courses")
    table.tell(CoursesShown(**state.courses), "2")


def exchange(state: State, table: Table) -> Flow[None]:
    """Let the raider fire on the same course: a 5 or 6 sinks a boat, one better when trimmed high. [3]"""
    if state.courses[RAIDER] != state.courses[ESCORT]:
        return
    order = yield table.ask(RAIDER, FireQuestion, ("fire", "hold"), f"round{state.round}/fire", "3")
    if order == "hold":
        return
    hits_on = table.pack.tables.fire.hits_on if table.pack else HITS_ON
    mods = [Mod(1, "trimmed-high", "4")] if state.trim == "high" else []
    total = table.roll("fire", 6) + sum(m.value for m in mods)
    hit = total >= hits_on
    state.score[RAIDER] += hit
    table.tell(Fired(total, hit), "3", mods=mods, chart="fire")


def trim_sails(state: State, table: Table) -> Flow[None]:
    """The escort's round begins with a trim that throws no die and may be taken back. [4]"""
    closed = (ClosedOption("reef", "calm", "4"),) if table.hears else ()
    seat = SEATS[state.round % 2]
    sails, key = ("high", "level", "low"), f"round{state.round}/trim"
    state.trim = yield table.ask(seat, TrimQuestion, sails, key, "4", closed=closed)
    table.tell(Trimmed(seat, state.trim), "4")


def take_card(state: State, table: Table) -> Flow[None]:
    """A side draws a card for itself, and plays or keeps it. [5]"""
    seat = SEATS[(state.round + 1) % 2]
    card = table.draw(state.cards)
    state.hands[seat].append(card)
    table.tell(CardDrawn(seat, card), "5", to=(seat,))
    order = yield table.ask(seat, CardQuestion(card), ("play", "keep"), f"round{state.round}/card", "5")
    if order == "play" or len(state.hands[seat]) > 2:
        played = state.hands[seat].pop(0)
        state.cards.discard(played)
        state.score[seat] += played.startswith("wind")
        table.tell(CardPlayed(seat, played), "5")


def scout(state: State, seat: str, table: Table) -> Flow[int]:
    """One boat feels its way: sound again or turn back. [6]"""
    depth = 0
    while depth < 3:
        order = yield table.ask(seat, ScoutQuestion, ("sound", "turn-back"), f"round{state.round}/scout{depth}", "6")
        if order == "turn-back":
            break
        fathoms = table.roll("fathoms", 10)
        table.tell(Sounded(seat, fathoms), "6")
        if fathoms == 1:
            return 0
        depth += 1
    return depth


def scout_abreast(state: State, table: Table) -> Flow[None]:
    """Every third round both sides send a boat; the better score counts. [6]"""
    depths = yield table.parallel({seat: lambda branch, seat=seat: scout(state, seat, branch) for seat in SEATS})
    for seat in SEATS:
        state.score[seat] += depths[seat] > 1
    table.tell(Scouted(**depths), "6")


class Strait:
    """The small game as a title."""

    name = "strait"
    rules = "1"
    State = State
    Setup = Setup
    shared = frozenset({"weather"})
    Tables = Tables
    events = event_types(sys.modules[__name__])
    questions = question_types(sys.modules[__name__])
    packs: Mapping[str, Mapping[str, str]] = {"standard": STANDARD}
    """Its packs by name, as the texts of their files: a test gives it others."""

    def load_pack(self, name: str) -> Any:
        """Read the pack of that name."""
        if name not in self.packs:
            raise FileNotFoundError(name)
        return read_pack(self.packs[name], Tables)

    def pack_names(self) -> tuple[str, ...]:
        """The standard one alone."""
        return ("standard",)

    read_pack = None

    def lay_out(self, pack: Any) -> Any:
        """The pack is read as it is."""
        return pack

    def seats(self, setup: Setup) -> tuple[str, ...]:
        """Both sides, always."""
        return SEATS

    def start(self, setup: Setup, pack: Any) -> State:
        """Return a state without events."""
        return State(rounds=setup.rounds)

    def play(self, state: State, table: Table) -> Flow[None]:
        """Plans, then rounds, each from its seam; the last phase stays so that an ended game is known. [7]"""
        if state.phase == "plan":
            yield from write_plans(state, table)
            state.phase = "sail"
            table.seam()
        while state.round < state.rounds:
            yield from choose_courses(state, table)
            yield from trim_sails(state, table)
            yield from exchange(state, table)
            yield from take_card(state, table)
            if state.round % 3 == 2:
                yield from scout_abreast(state, table)
            state.round += 1
            state.courses = {}
            table.seam()
        state.phase = "over"
        table.tell(Over(**state.score), "7")

    def view(self, state: State, pack: Any, viewer: str) -> Mapping[str, Any]:
        """Own plan and hand; of the other side only how many cards."""
        return {
            "round": state.round,
            "rounds": state.rounds,
            "phase": state.phase,
            "score": dict(state.score),
            "courses": dict(state.courses),
            "trim": state.trim,
            "plan": list(state.plans.get(viewer, ())),
            "hand": list(state.hands.get(viewer, ())),
            "cards": {seat: len(hand) for seat, hand in state.hands.items()},
            "deck": len(state.cards),
        }

    def hides(self, state: State) -> bool:
        """Return False: a player guesses nothing."""
        return False

    def knows(self, state: State, pack: Any, viewer: str) -> Mapping[str, Any]:
        """Return his view."""
        return self.view(state, pack, viewer)

    def outcome(self, state: State, pack: Any) -> Mapping[str, Any] | None:
        """The higher score wins. [7]"""
        if state.phase != "over":
            return None
        raider, escort = state.score[RAIDER], state.score[ESCORT]
        winner = RAIDER if raider > escort else ESCORT if escort > raider else "nobody"
        return {"winner": winner, "score": dict(state.score)}

    def standing(self, state: State, pack: Any, seat: str) -> SeatScore:
        """The boats of a side; a card in the hand is worth one more, which the other side cannot know. [7]"""
        over = state.phase == "over"
        held = 0 if over else sum(card.startswith("wind") for card in state.hands[seat])
        return make_score(
            "boats", [ScorePart("boats", state.score[seat]), ScorePart("winds", held, (seat,))], over=over
        )

    def terms(self, setup: Setup) -> Mapping[str, Any]:
        """Return the number of rounds."""
        return changed_options(setup, "rounds")

    def policies(self) -> Mapping[str, Any]:
        """One bot, which picks at random."""
        return {"random": lambda pack, seat, seed: RandomPolicy(_stream(seed))}

    def orders_type(self, policy: str) -> None:
        """No bot takes orders."""


def _stream(seed: int) -> Any:
    import random

    rng = random.Random(seed)
    return lambda sides: int(rng.random() * sides) + 1


TITLE = Strait()
