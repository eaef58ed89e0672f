"""The replay of a night: the umpire's map is the truth, with the moments at which the player learnt of it."""

from collections.abc import Iterable

from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.events.bombers import BomberDisplaced, BomberEntered, BombersMoved, V1Sighted
from engine.nightfighter.events.combat import IntruderMoved
from engine.nightfighter.events.searches import AiFixed, RadarSearched, SearchlightSearched
from engine.nightfighter.events.setting_up import InterceptionOver, TurnBegan
from engine.nightfighter.events.tallies import TallyGained, TallySighted
from engine.nightfighter.state import UMPIRE, State
from engine.nightfighter.view import view
from engine.nightfighter.views import NightfighterView
from play.replay.options import ReplayEvent, ReplayOptions

OVER = InterceptionOver.kind
"""Event after which the umpire's map is open."""
PLACED = frozenset((BomberEntered.kind, BomberDisplaced.kind, IntruderMoved.kind))
"""Events that say in which hex an unseen bomber is."""
FLOWN_ON = BombersMoved.kind
FOUND = frozenset((AiFixed.kind, TallyGained.kind, TallySighted.kind, V1Sighted.kind))
"""Events by which the player learns that a hex is occupied, besides a search that found one."""


def truth(state: State, pack: Pack[Tables]) -> NightfighterView:
    """Return all that there was."""
    return view(state, pack, UMPIRE)


def discovery_of(hidden: ReplayEvent, later: Iterable[tuple[ReplayEvent, bool]]) -> ReplayEvent | None:
    """Return the event by which the player came to know what was hidden from him. [5.1]

    Of where a bomber was he learns while it is there: what is found after bombers have moved on is found elsewhere.
    """
    bomber = hidden.data.get("bomber")
    hex_ = hidden.data.get("hex") if hidden.kind in PLACED else None
    for event, is_shown in later:
        if event.kind == FLOWN_ON:
            hex_ = None
        elif event.kind in PLACED and hidden.kind in PLACED and event.data["bomber"] == bomber:
            hex_ = event.data["hex"]
        if is_shown and (event.kind == OVER or (hex_ and _finds(event, hex_))):
            return event
    return None


def _finds(event: ReplayEvent, hex_: object) -> bool:
    if event.data.get("hex") != hex_:
        return False
    found = {SearchlightSearched.kind: "fixed", RadarSearched.kind: "same_hex"}.get(event.kind)
    return event.kind in FOUND if found is None else bool(event.data[found])


REPLAY = ReplayOptions(
    truth=truth,
    viewer=UMPIRE,
    turns=frozenset((TurnBegan.kind,)),
    learned=discovery_of,
    ends=frozenset((OVER,)),
)
