"""The film of a night over Germany: the truth, when the German learnt of it, and the whole night as one clock."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.bomber_command.game import TITLE
from engine.bomber_command.state import BRITISH, MAIN
from play.replay.options import ReplayEvent, ReplayOptions

AT_A_CITY = ("bomb.", "bombing.", "bombs.loaded", "fire.", "marking.", "error.", "accuracy.", "storm.")
WHERE = frozenset(("combat.marked", "flak.rolled", "infiltration.rolled", "attack.rolled", "mines.laid"))
"""Events that name the hex of a raid to everybody."""
CITIES = frozenset(("bombs.dropping", "bombing.begins", "mosquitos.bombed"))
LEFT, TOP, WIDE, HIGH = 104, 26, 58, 20
"""Of the clock's drawing: its margins, a turn's width, a row's height."""
FOUND = {"none": "nothing", "touched": "touched", "clarified": "clear"}


def truth(state: Any, pack: Any) -> Any:
    """Return all that there was: what the one side plotted, and what lay open of the other."""
    return TITLE.view(state, pack, BRITISH)


def discovery_of(hidden: ReplayEvent, later: Iterable[tuple[ReplayEvent, bool]]) -> ReplayEvent | None:
    """Return the event by which a side came to know what was hidden from it. [8.2, 12.5]"""
    raid, hex_ = hidden.data.get("raid"), hidden.data.get("hex")
    for event, is_shown in later:
        if hidden.kind == "raid.moved" and event.kind == "raid.moved" and event.data["raid"] == raid:
            # What can still be learnt of it is where it is by then.
            hex_ = event.data["hex"]
        if is_shown and _reveals(event, hidden, raid, hex_):
            return event
    return None


def _reveals(event: ReplayEvent, hidden: ReplayEvent, raid: Any, hex_: Any) -> bool:
    data = event.data
    if hidden.kind == "raid.moved":
        if event.kind == "raids.detected":
            return hex_ in data["counters"] or hex_ in data["streams"]
        if event.kind in WHERE:
            return bool(data.get("hex") == hex_)
        return event.kind == "raid.final" and bool(data["raid"] == raid)
    if hidden.kind == "target.drawn":
        return event.kind in CITIES and bool(data["city"] == hidden.data["city"])
    if hidden.kind == "card.drawn":
        shown = {"card.played": lambda: [data["card"]], "card.discarded": lambda: data["cards"]}.get(event.kind)
        return bool(shown and data["seat"] == hidden.data["seat"] and hidden.data["card"] in shown())
    return event.kind == "raid.final"


def scene_kind(kind: str) -> str:
    """Draw the city while it is bombed."""
    return "bombing.film" if kind.startswith(AT_A_CITY) else ""


# The night as one clock ----------------------------------------------------------------------------------------------


def clock(events: Sequence[ReplayEvent], words: Any) -> Mapping[str, Any] | None:
    """Draw each raid from its entry to its landing, what the German found turn by turn, and what both lost."""
    plotted = next((event.data["raids"] for event in events if event.kind == "raids.plotted"), None)
    if plotted is None:
        return None
    last = max(event.turn for event in events)
    raids = [_row(n, raid, events, words) for n, raid in enumerate(plotted)]
    foot = TOP + HIGH * len(raids)
    bombers, fighters = _lost(events)
    most = max(6, *bombers.values(), *fighters.values()) if bombers or fighters else 6
    base = foot + HIGH + 4
    return {
        "raids": [raid for raid in raids if raid],
        "width": LEFT + WIDE * last + 8,
        "height": base + 62,
        "turns": [{"turn": turn, "x": _x(turn), "left": _x(turn) - WIDE / 2} for turn in range(1, last + 1)],
        "found_y": foot + HIGH / 2,
        "found": [
            {"x": _x(event.turn), "how": FOUND.get(str(event.data["found"]), "all"), "turn": event.turn}
            for event in events
            if event.kind == "detection.rolled"
        ],
        "base": base + 32,
        "wide": WIDE,
        "tall": base + 60,
        "bars": [
            *({"x": _x(turn), "n": n, "up": True, "high": _high(n, most)} for turn, n in bombers.items()),
            *({"x": _x(turn), "n": n, "up": False, "high": _high(n, most)} for turn, n in fighters.items()),
        ],
    }


def _x(turn: float) -> float:
    return LEFT + WIDE * (turn - 0.5)


def _high(number: int, most: int) -> float:
    return round(26 * min(number, most) / most, 1)


def _row(n: int, plotted: Sequence[Any], events: Sequence[ReplayEvent], words: Any) -> dict[str, Any] | None:
    letter, kind, target = plotted[:3]
    flown = [event.turn for event in events if event.kind == "raid.moved" and event.data["raid"] == letter]
    if not flown:
        return None
    bombed = [
        event.turn
        for event in events
        if (event.kind in CITIES and event.data["city"] == target)
        or (event.kind == "mines.laid" and event.data["hex"] == target)
    ]
    return {
        "letter": letter,
        "kind": kind,
        "said": words.name(kind),
        "target": words.name(target) if target else "",
        "hue": n % 6,
        "main": kind == MAIN,
        "y": TOP + HIGH * n + HIGH / 2,
        "start": _x(min(flown)),
        "end": _x(max(flown)),
        "bombs": _x(bombed[0]) if bombed else None,
        "bombed": bombed[0] if bombed else 0,
        "turns": [min(flown), max(flown)],
    }


def _lost(events: Sequence[ReplayEvent]) -> tuple[dict[int, int], dict[int, int]]:
    bombers: dict[int, int] = {}
    fighters: dict[int, int] = {}
    for event in events:
        into = {"raid.marked": bombers, "raid.recovered": bombers, "fighters.lost": fighters}.get(event.kind)
        if into is not None and event.data["losses"]:
            into[event.turn] = into.get(event.turn, 0) + event.data["losses"]
    return bombers, fighters


REPLAY = ReplayOptions(
    truth=truth,
    viewer=BRITISH,
    turns=frozenset(("turn.begins",)),
    learned=discovery_of,
    ends=frozenset(("raid.final", "night.over")),
    kind=scene_kind,
    clock=clock,
    clock_template="raids/replay/_clock.html",
    clock_style="raids/replay.css",
)
