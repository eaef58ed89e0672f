"""The replay of a night over Germany: the truth, when the German learnt of it, and the whole night as one clock."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.events import (
    AttackRolled,
    BombingBegins,
    BombsDropping,
    CardDrawn,
    CardPlayed,
    CardsDiscarded,
    CombatMarked,
    DetectionRolled,
    FightersLost,
    InfiltrationRolled,
    MinesLaid,
    MosquitosBombed,
    PlottedRaid,
    RaidFlakRolled,
    RaidMarked,
    RaidMoved,
    RaidNightOver,
    RaidRecovered,
    RaidsDetected,
    RaidsPlotted,
    RaidUncovered,
    TargetDrawn,
    TurnBegins,
)
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import BRITISH, MAIN, State
from engine.bomber_command.views import NightView
from engine.kernel.events import EventData, read_data
from play.games.text import GameText
from play.replay.options import ReplayEvent, ReplayOptions

AT_A_CITY = ("bomb.", "bombing.", "bombs.loaded", "fire.", "marking.", "error.", "accuracy.", "storm.")
WHERE = (CombatMarked, RaidFlakRolled, InfiltrationRolled, AttackRolled, MinesLaid)
"""Events that name the hex of a raid to everybody."""
CITIES = (BombsDropping, BombingBegins, MosquitosBombed)
LEFT, TOP, WIDE, HIGH = 104, 26, 58, 20
"""Of the clock's drawing: its margins, a turn's width, a row's height."""
FOUND = {"none": "nothing", "touched": "touched", "clarified": "clear"}


def truth(state: State, pack: Charts) -> NightView:
    """Return all that there was: what the one side plotted, and what lay open of the other."""
    return TITLE.view(state, pack, BRITISH)


def data_in(event: ReplayEvent) -> EventData:
    """Return what an event of the replay tells."""
    return read_data(TITLE.events, event.kind, event.data)


def discovery_of(hidden: ReplayEvent, later: Iterable[tuple[ReplayEvent, bool]]) -> ReplayEvent | None:
    """Return the event by which a side came to know what was hidden from it. [8.2, 12.5]"""
    secret = data_in(hidden)
    hex_ = secret.hex if isinstance(secret, RaidMoved) else ""
    for one, is_shown in later:
        event = data_in(one)
        if isinstance(secret, RaidMoved) and isinstance(event, RaidMoved) and event.raid == secret.raid:
            # The only fact still to be learnt of it is its place by then.
            hex_ = event.hex
        if is_shown and _reveals(event, secret, hex_):
            return one
    return None


def _reveals(event: EventData, secret: EventData, hex_: str) -> bool:
    match secret:
        case RaidMoved():
            if isinstance(event, RaidsDetected):
                return hex_ in event.counters or hex_ in event.streams
            if isinstance(event, WHERE):
                return event.hex == hex_
            return isinstance(event, RaidUncovered) and event.raid == secret.raid
        case TargetDrawn():
            return isinstance(event, CITIES) and event.city == secret.city
        case CardDrawn():
            if isinstance(event, CardPlayed):
                return (event.seat, event.card) == (secret.seat, secret.card)
            return isinstance(event, CardsDiscarded) and event.seat == secret.seat and secret.card in event.cards
    return isinstance(event, RaidUncovered)


def scene_kind(kind: str) -> str:
    """Draw the city while it is bombed."""
    return "bombing.film" if kind.startswith(AT_A_CITY) else ""


# The night as one clock ----------------------------------------------------------------------------------------------


class Turned(NamedTuple):
    """The events of a turn."""

    turn: int
    event: EventData


class TurnMark(NamedTuple):
    """A turn of the clock: its middle, and its left edge."""

    turn: int
    x: float
    left: float


class FoundMark(NamedTuple):
    """Contacts that the German player found on a turn."""

    x: float
    how: str
    turn: int


class LossBar(NamedTuple):
    """The number of aircraft lost on a turn: bombers upward, fighters downward."""

    x: float
    n: int
    up: bool
    high: float


def clock(events: Sequence[ReplayEvent], words: GameText) -> Mapping[str, object] | None:
    """Draw each raid from its entry to its landing, what the German found turn by turn, and what both lost."""
    night = [Turned(one.turn, data_in(one)) for one in events]
    plotted = next((one.event.raids for one in night if isinstance(one.event, RaidsPlotted)), None)
    if plotted is None:
        return None
    last = max(one.turn for one in night)
    raids = [_row(n, raid, night, words) for n, raid in enumerate(plotted)]
    foot = TOP + HIGH * len(raids)
    bombers, fighters = _lost(night)
    most = max(6, *bombers.values(), *fighters.values()) if bombers or fighters else 6
    base = foot + HIGH + 4
    return {
        "raids": [raid for raid in raids if raid],
        "width": LEFT + WIDE * last + 8,
        "height": base + 62,
        "turns": [TurnMark(turn, _x(turn), _x(turn) - WIDE / 2) for turn in range(1, last + 1)],
        "found_y": foot + HIGH / 2,
        "found": [
            FoundMark(_x(one.turn), FOUND.get(one.event.found, "all"), one.turn)
            for one in night
            if isinstance(one.event, DetectionRolled)
        ],
        "base": base + 32,
        "wide": WIDE,
        "tall": base + 60,
        "bars": [
            *(LossBar(_x(turn), n, True, _high(n, most)) for turn, n in bombers.items()),
            *(LossBar(_x(turn), n, False, _high(n, most)) for turn, n in fighters.items()),
        ],
    }


def _x(turn: float) -> float:
    return LEFT + WIDE * (turn - 0.5)


def _high(number: int, most: int) -> float:
    return round(26 * min(number, most) / most, 1)


@dataclass(frozen=True, kw_only=True)
class FlightRow:
    """A raid of the clock: what it is, from which turn to which it flew, and when it bombed."""

    letter: str
    kind: str
    said: str
    target: str
    hue: int
    main: bool
    y: float
    start: float
    end: float
    bombs: float | None
    bombed: int
    turns: tuple[int, int]


def _row(n: int, plotted: PlottedRaid, night: Sequence[Turned], words: GameText) -> FlightRow | None:
    flown = [one.turn for one in night if isinstance(one.event, RaidMoved) and one.event.raid == plotted.letter]
    if not flown:
        return None
    target = plotted.target
    bombed = [one.turn for one in night if _is_bombed(one.event, target)]
    return FlightRow(
        letter=plotted.letter,
        kind=plotted.kind,
        said=words.name(plotted.kind),
        target=words.name(target) if target else "",
        hue=n % 6,
        main=plotted.kind == MAIN,
        y=TOP + HIGH * n + HIGH / 2,
        start=_x(min(flown)),
        end=_x(max(flown)),
        bombs=_x(bombed[0]) if bombed else None,
        bombed=bombed[0] if bombed else 0,
        turns=(min(flown), max(flown)),
    )


def _is_bombed(event: EventData, target: str) -> bool:
    if isinstance(event, CITIES):
        return event.city == target
    return isinstance(event, MinesLaid) and event.hex == target


def _lost(night: Sequence[Turned]) -> tuple[dict[int, int], dict[int, int]]:
    bombers: dict[int, int] = {}
    fighters: dict[int, int] = {}
    for turn, event in night:
        if isinstance(event, RaidMarked | RaidRecovered) and event.losses:
            bombers[turn] = bombers.get(turn, 0) + event.losses
        elif isinstance(event, FightersLost) and event.losses:
            fighters[turn] = fighters.get(turn, 0) + event.losses
    return bombers, fighters


REPLAY = ReplayOptions(
    truth=truth,
    viewer=BRITISH,
    turns=frozenset((TurnBegins.kind,)),
    learned=discovery_of,
    ends=frozenset((RaidUncovered.kind, RaidNightOver.kind)),
    kind=scene_kind,
    clock=clock,
    clock_template="raids/replay/_clock.html",
    clock_style="raids/replay.css",
)
