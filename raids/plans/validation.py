"""The answer to a draft: each raid's route and places, its faults, and the next possible marks.

One answer holds everything, so that the page asks nothing while the clock is turned. The planner of the rules judges;
this module arranges its answer by raid, leg and turn.
"""

from collections.abc import Iterator, Mapping

import msgspec

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.charts.schema import RaidNumbers
from engine.bomber_command.rules.plots import KINDS, Leg, Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner, target_turn, turn_ends
from engine.bomber_command.state import DECOY, GARDENING, MAIN, MOSQUITO, Raid, Setup, State
from engine.kernel.decisions import Fault
from play.games.text import GameText

MOST_RAIDS, MOST_LEGS = 12, 40
"""Limits of a draft, checked before it is read."""


class DraftFault(msgspec.Struct):
    """A fault, with the place where it is shown."""

    field: str
    code: str
    rule: str
    said: str
    hex: str | int
    turn: int


class DrawnLeg(msgspec.Struct, rename={"start": "from"}):
    """A leg as it is flown; how many sides lead to the same end."""

    way: str
    start: str
    to: str
    hexes: list[str]
    sides: int


class DrawnRaid(msgspec.Struct):
    """A raid of a draft: its legs as far as they can be followed, and its place turn by turn."""

    letter: str
    route: list[str]
    legs: list[DrawnLeg]
    sound: bool
    appears: int
    stands: list[tuple[int, list[str]]]
    target_turn: int
    home_turn: int
    waypoints: int
    target_hex: str
    flak: list[str]
    beds: list[str]
    arrived: bool
    faults: list[DraftFault]


class NextMark(msgspec.Struct):
    """The marks that may come next."""

    field: str
    value: str
    via: str
    hex: str
    left: int
    flown: int
    arrives: str
    said: str


class SplitPlace(msgspec.Struct):
    """A place at which an escort may leave its parent's route."""

    place: int
    hex: str
    leaving: bool


class PlotTarget(msgspec.Struct):
    """A possible target of a raid."""

    value: str
    said: str
    hex: str


class PlotPlan(msgspec.Struct):
    """A plan that can be laid on the table."""

    id: str
    name: str


class DraftAnswer(msgspec.Struct):
    """The plotting table's view of a draft; from `sorts` on only when it opens."""

    raids: list[DrawnRaid]
    faults: list[DraftFault]
    last: int
    ways: list[NextMark]
    splits: list[SplitPlace]
    given: RaidNumbers
    letters: list[str]
    targets: list[str]
    twins: list[str] | msgspec.UnsetType = msgspec.UNSET
    sorts: dict[str, list[PlotTarget]] | msgspec.UnsetType = msgspec.UNSET
    kinds: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    plans: list[PlotPlan] | msgspec.UnsetType = msgspec.UNSET
    bomb_loads: bool | msgspec.UnsetType = msgspec.UNSET
    intended: str | msgspec.UnsetType = msgspec.UNSET


class InvalidPlot(ValueError):
    """The sent text is not a draft of a plot."""


def read_plot(plain: object) -> Plot:
    """Read a draft, or refuse what is none."""
    try:
        plot = msgspec.convert(plain, Plot)
    except msgspec.ValidationError as problem:
        raise InvalidPlot(str(problem)) from problem
    if len(plot.raids) > MOST_RAIDS or any(len(raid.out) + len(raid.home) > MOST_LEGS for raid in plot.raids):
        raise InvalidPlot("too much")
    return plot


def night_for(scenario: str, plot: Plot) -> State:
    """Return a night on which a saved plan could be flown: its Main Forces have drawn their targets."""
    targets = [raid.target for raid in plot.raids if raid.kind == MAIN]
    return State(Setup(scenario=scenario), targets=targets)  # type: ignore[arg-type]


def validated(night: State, charts: Charts, words: GameText, plot: Plot, active: int = -1) -> DraftAnswer:
    """Return everything that the table shows of a draft; `active` is the raid that the pencil is on."""
    planner = Planner(night, charts)
    raids, faults = planner.judge(plot)
    found = {raid.letter: raid for raid in raids}
    placed = [_fault(fault, words) for fault in faults]
    shown = []
    for at, draft in enumerate(plot.raids):
        mine = [fault for fault in placed if fault.field.startswith(f"raids[{at}]")]
        shown.append(_raid(planner, draft, found, mine))
    answer = DraftAnswer(
        raids=shown,
        faults=[fault for fault in placed if not fault.field.startswith("raids[")],
        last=planner.last_turn,
        ways=[],
        splits=[],
        given=planner.scenario.raids,
        letters=list(planner.rules.letters),
        targets=list(night.targets),
    )
    if 0 <= active < len(plot.raids):
        _pencil(answer, planner, plot, active, found, words)
    return answer


def _fault(fault: Fault, words: GameText) -> DraftFault:
    facts = dict(fault.facts or {})
    where, turn = facts.get("hex") or facts.get("got") or "", facts.get("turn")
    return DraftFault(
        field=fault.field,
        code=fault.code,
        rule=fault.rule,
        said=words.fault(fault.code, facts),
        hex=where if isinstance(where, str | int) else "",
        turn=turn if isinstance(turn, int) else 0,
    )


def _raid(planner: Planner, draft: RaidPlot, found: Mapping[str, Raid], faults: list[DraftFault]) -> DrawnRaid:
    """Lay one raid out."""
    board = planner.board
    route, legs = _followed(board, draft, found)
    raid = found.get(draft.letter)
    stands = list(planner.stands(raid)) if raid is not None and raid.route else []
    crossed = dict.fromkeys(route)
    return DrawnRaid(
        letter=draft.letter,
        route=route,
        legs=legs,
        sound=raid is not None,
        appears=draft.split - 1 if draft.parent else 0,
        stands=stands,
        target_turn=target_turn(raid) if raid is not None and raid.target_at >= 0 else 0,
        home_turn=stands[-1][0] + 1 if stands else 0,
        waypoints=max(0, len(draft.out) - 1),
        target_hex=_target_hex(board, draft),
        flak=[hex_ for hex_ in crossed if hex_ in board.area_flak],
        beds=[hex_ for hex_ in crossed if hex_ in board.himmelbett],
        arrived=_is_home(board, draft, route),
        faults=faults,
    )


def _followed(board: ScenarioMap, draft: RaidPlot, found: Mapping[str, Raid]) -> tuple[list[str], list[DrawnLeg]]:
    """Follow a draft's legs until one cannot be flown; the rest is not drawn."""
    parent = found.get(draft.parent)
    if draft.parent:
        route = list(parent.route[: draft.split]) if parent is not None else []
    else:
        route = [draft.entry] if draft.entry in board else []
    legs: list[DrawnLeg] = []
    for way, drawn in (("out", draft.out), ("home", draft.home)):
        for leg in drawn:
            flown = _flown(board, route, leg)
            if flown is None:
                return route, legs
            sides = len(board.legs(route[-1])[leg.to])
            legs.append(DrawnLeg(way, route[-1], leg.to, list(flown), sides))
            route += flown
    return route, legs


def _flown(board: ScenarioMap, route: list[str], leg: Leg) -> tuple[str, ...] | None:
    ways = board.legs(route[-1]).get(leg.to, ()) if route else ()
    fit = [way for way in ways if not leg.via or way[0] == leg.via]
    return fit[0] if len(fit) == 1 else None


def _target_hex(board: ScenarioMap, draft: RaidPlot) -> str:
    city = board.cities.get(draft.target)
    return city.hex if city else draft.target if draft.target in board else ""


def _is_home(board: ScenarioMap, draft: RaidPlot, route: list[str]) -> bool:
    return bool(route) and route[-1] in board.exits and (bool(draft.home) or (draft.kind == DECOY and len(route) > 1))


def _pencil(
    answer: DraftAnswer, planner: Planner, plot: Plot, active: int, found: Mapping[str, Raid], words: GameText
) -> None:
    """List what may be written down next for the raid that the pencil is on. [4.1, 4.2]"""
    draft = plot.raids[active]
    others = Plot([raid for at, raid in enumerate(plot.raids) if at != active])
    parent = found.get(draft.parent)
    if draft.parent and parent is not None and not 1 <= draft.split <= len(parent.route):
        answer.splits = list(splits_of(parent))
        return
    if draft.home and draft.home[-1].to in planner.board.exits and draft.letter in found:
        return
    for offer in planner.ways_on(draft, others):
        value = offer["value"]
        leg = value if isinstance(value, Leg) else None
        name = leg.to if leg else str(value)
        city = planner.board.cities.get(name)
        answer.ways.append(
            NextMark(
                field=offer["field"],
                value=name,
                via=leg.via if leg else "",
                hex=name if name in planner.board else city.hex if city else "",
                left=offer.get("left", 0),
                flown=offer.get("flown", 0),
                arrives=offer.get("arrives", ""),
                said=str(words.name(name)),
            )
        )


def splits_of(parent: Raid) -> Iterator[SplitPlace]:
    """List where an escort may break out of its parent's route; where that ends a turn, only on leaving. [4.4.1]"""
    ends = turn_ends(parent)
    for place, hex_ in enumerate(parent.route[:-1], 1):
        yield SplitPlace(place, hex_, place - 1 in ends)


def targets_for(night: State, charts: Charts, words: GameText) -> dict[str, list[PlotTarget]]:
    """List by kind what a raid may be sent to: the night's targets, cities, mines."""
    board = charts.boards[night.scenario]
    cities = [PlotTarget(name, row.name, row.hex) for name, row in board.cities.items()]
    mains = [one for one in cities if one.value in night.targets]
    mines = [PlotTarget(hex_, f"{hex_} {row.name}", hex_) for hex_, row in board.mines.items()]
    return {MAIN: mains, MOSQUITO: sorted(cities, key=lambda one: one.said), GARDENING: mines, DECOY: []}


def kinds_said(words: GameText) -> dict[str, str]:
    """Name the kinds of raids."""
    return {kind: str(words.name(kind)) for kind in KINDS}
