"""The last roll as one event: own fire and return fire side by side, the place of each hit, and its moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import (
    AttackCard,
    Blast,
    BomberAttacked,
    BomberDestroyedOutright,
    BomberFires,
    BomberHit,
    BurstRolled,
    CardFlipped,
    CrewSpared,
    CrewWounded,
    EnemyCard,
    EnemyDefends,
    EnemyDisengages,
    EnemyEvent,
    FighterAttacked,
    FighterDestroyedOutright,
    FighterHit,
    GunnerFires,
    InterceptorAttacked,
    InterceptorDestroyedOutright,
    InterceptorHit,
    InterceptorTank,
    PilotDefends,
    PilotDisengages,
    PilotEvent,
    PilotManoeuvres,
    RocketsFired,
    SixthSense,
    WeaponJam,
    WeaponsJammed,
    WingmanBomber,
    WingmanCalled,
    WingmanFighter,
)
from engine.interceptor.state import MONTHS
from engine.interceptor.views import CareerView
from engine.kernel.events import Draw, Event, EventData
from play.games.boards import is_roll
from play.games.text import GameText
from sorties.interceptor.board import highlights
from sorties.interceptor.board.aircraft import Target, capacity, hits_of
from sorties.interceptor.board.aircraft_text import model_flown, words_aboard
from sorties.interceptor.board.question import SortieScene, ace_chapter, opened_card
from sorties.interceptor.text import names as spoken
from sorties.interceptor.text.against_fighters import effect_of
from sorties.interceptor.text.damage import hits as hits_said
from sorties.interceptor.text.damage import tank
from sorties.interceptor.text.orders import signed

OURS, THEIRS = "ours", "theirs"
BEGINS: dict[type[EventData], str] = {
    AttackCard: OURS,
    CardFlipped: OURS,
    RocketsFired: OURS,
    GunnerFires: OURS,
    PilotDefends: OURS,
    PilotManoeuvres: OURS,
    PilotDisengages: OURS,
    WingmanBomber: OURS,
    WingmanFighter: OURS,
    WingmanCalled: OURS,
    BomberFires: THEIRS,
    EnemyCard: THEIRS,
    EnemyDefends: THEIRS,
    EnemyDisengages: THEIRS,
}
"""Events that begin an action of either side; the rest of an order goes on with one of them."""
GOES_ON: dict[type[EventData], str] = {
    BomberAttacked: OURS,
    BomberHit: OURS,
    BomberDestroyedOutright: OURS,
    FighterAttacked: OURS,
    FighterHit: OURS,
    FighterDestroyedOutright: OURS,
    BurstRolled: OURS,
    WeaponJam: OURS,
    WeaponsJammed: OURS,
    InterceptorAttacked: THEIRS,
    InterceptorHit: THEIRS,
    InterceptorTank: THEIRS,
    InterceptorDestroyedOutright: THEIRS,
    CrewSpared: THEIRS,
    CrewWounded: THEIRS,
    Blast: THEIRS,
    SixthSense: THEIRS,
}
FIRES: tuple[type[EventData], ...] = (
    AttackCard,
    CardFlipped,
    RocketsFired,
    GunnerFires,
    WingmanBomber,
    WingmanFighter,
    BomberFires,
    EnemyCard,
)
ALONE, BESIDE = 4, 1
"""Number of further throws in the strip alone, and below an exchange; the log has all of them."""
Hit = BomberHit | FighterHit | InterceptorHit
HITS = (BomberHit, FighterHit, InterceptorHit)
DESTROYED = (BomberDestroyedOutright, FighterDestroyedOutright, InterceptorDestroyedOutright)
BY: dict[type[EventData] | None, str] = {GunnerFires: "gunner", WingmanBomber: "wingman", WingmanFighter: "wingman"}
ENGINES = {
    "port-outboard": 0,
    "port-inboard": 1,
    "starboard-inboard": 2,
    "starboard-outboard": 3,
    "port-engine": 0,
    "starboard-engine": 1,
}


SYSTEMS = {"radio", "oxygen", "boost", "rear-guns", "rockets"}


@dataclass
class HitRow:
    """One hit, or another throw: its dice, where it fell, and how many boxes of the part are marked now."""

    text: str
    dice: Sequence[Draw] = ()
    marks: str = ""
    """The boxes that it marks, by the name that they have in the state."""
    reached: tuple[int, int] | None = None
    """Number of marked ones after it, and their total."""
    lost: bool = False


@dataclass(frozen=True)
class CardRead:
    """The card that was flipped: its number, how many there are, and the zone that was read."""

    number: int
    of: int
    zone: str
    value: object


@dataclass
class Action:
    """The action of one side: its card or dice, the sum, and each hit."""

    kind: type[EventData] | None
    """Its first event; none where nobody fired."""
    title: str
    about: str = ""
    says: str = ""
    """Its result, where that is no number of hits."""
    rule: str = ""
    card: CardRead | None = None
    dice: Sequence[Draw] = ()
    parts: list[tuple[str, str]] = field(default_factory=list)
    """Parts of the total: a figure and its name."""
    hits: int | None = None
    total: str = ""
    rows: list[HitRow] = field(default_factory=list)


@dataclass(frozen=True)
class LoneThrow:
    """An event that belongs to no side, with its dice and what was added to them."""

    sentence: str
    dice: list[Draw]
    mods: list[tuple[str, str]]
    rule: str


@dataclass(frozen=True)
class LastExchange:
    """The last order that rolled or drew anything."""

    where: str
    moment: highlights.Moment | None
    heading: str
    sides: list[tuple[str, list[Action]]]
    others: list[LoneThrow]
    fights: bool


def last_roll(scene: SortieScene, career: CareerView) -> LastExchange | None:
    """Return what the last order that threw or drew anything did, nothing before the first."""
    order = next((order for order in reversed(scene.told) if any(map(is_roll, order))), None)
    if order is None:
        return None
    order = [event for event in order if concerns(event.data, career.seat)] or list(order)
    aboard = words_aboard(scene.words, scene.pack, model_flown(scene.view, career, MONTHS.index(scene.view.month)))
    scene = replace(scene, words=aboard)
    sides = sort_events(order, scene)
    count(sides, order, career, scene.pack)
    others = [said(event, scene.words) for event in order if _stands_alone(event)]
    moment = highlights.of(order, career, scene.words)
    fights = bool(sides[OURS] or sides[THEIRS])
    return LastExchange(
        where=where(order, scene.words),
        moment=moment,
        heading="" if moment else _plainly(sides),
        sides=[(whose, actions) for whose, actions in sides.items() if actions],
        others=[one for one in others if one.dice][:BESIDE] if fights else others[:ALONE],
        fights=fights,
    )


def concerns(data: EventData, seat: str) -> bool:
    """Say whether an event is of a pilot, or of nobody alone."""
    return not isinstance(data, PilotEvent) or data.seat == seat


def sort_events(order: Sequence[Event], scene: SortieScene) -> dict[str, list[Action]]:
    """Sort the events of an order by side and action."""
    sides: dict[str, list[Action]] = {OURS: [], THEIRS: []}
    waiting: list[Event] = []
    for event in order:
        kind, data = type(event.data), event.data
        if kind in BEGINS:
            side = sides[BEGINS[kind]]
            action = begun(event, scene)
            if side and side[-1].kind is CardFlipped and kind is AttackCard:
                side.pop()
            side.append(action)
            if kind in FIRES:
                for early in waiting:
                    go_on(action, early, scene)
                waiting = []
        elif kind in GOES_ON and not (isinstance(data, BomberHit) and data.by == "flak"):
            action_ = _fire_of(sides[GOES_ON[kind]], data)
            if action_ is None:
                waiting.append(event)
            else:
                go_on(action_, event, scene)
    for event in waiting:
        # Nobody's fire: an engine that fails, the blast of another's bombs, a step to the side of the box.
        side = sides[GOES_ON[type(event.data)]]
        if not side or side[-1].kind is not None:
            side.append(Action(None, _("He is hit") if side is sides[THEIRS] else _("It is hit")))
        go_on(side[-1], event, scene)
    return sides


def _fire_of(side: list[Action], data: EventData) -> Action | None:
    """Return whose fire an event goes on with: the last, or that of the man it names."""
    by = ""
    if isinstance(data, BomberHit | FighterHit | BomberDestroyedOutright | FighterDestroyedOutright):
        by = data.by
    fired = [action for action in side if action.kind in FIRES]
    if isinstance(data, BurstRolled):
        return None
    his = [action for action in fired if BY.get(action.kind, "pilot") == by] if by else []
    fired = his or fired
    return fired[-1] if fired else None


def begun(event: Event, scene: SortieScene) -> Action:
    """Return the action that an event begins, with its card and the figure that it gives."""
    data = event.data
    titles = {
        AttackCard: _("You fired"),
        CardFlipped: _("You fired"),
        RocketsFired: _("Your rockets"),
        GunnerFires: _("Your rear gunner fired"),
        PilotDefends: _("You flew by the card"),
        PilotManoeuvres: _("You flew a manoeuvre"),
        PilotDisengages: _("You tried to get away"),
        WingmanBomber: _("Your wingman attacked"),
        WingmanFighter: _("Your wingman fired"),
        WingmanCalled: _("Your wingman"),
        BomberFires: _("They fired"),
        EnemyCard: _("The %(enemy)s fired"),
        EnemyDefends: _("The enemy evaded"),
        EnemyDisengages: _("The enemy tried to get away"),
    }
    enemy = data.enemy if isinstance(data, EnemyEvent) else ""
    action = Action(type(data), titles[type(data)] % {"enemy": enemy}, rule=event.rule)
    action.card, action.dice = card_of(event, scene), _thrown(event)
    match data:
        case AttackCard() | EnemyCard():
            action.parts.append((str(data.result), _("card")))
            action.hits, action.total = _as_hits(data.result)
        case BomberFires():
            action.parts.append((str(data.fire), _("card")))
        case PilotDefends() | PilotManoeuvres() | EnemyDefends():
            name = spoken.defence(data.name, scene.words) if data.name else ""
            action.says = f"{name}: {effect_of(data)}" if name else effect_of(data)
        case RocketsFired() | GunnerFires() | WingmanBomber() | WingmanFighter() if data.hits:
            pass
        case _:
            action.says = scene.words.event(event)
    if isinstance(data, RocketsFired | GunnerFires | WingmanBomber | WingmanFighter | BomberFires):
        _sum(action, event, data.hits, scene.words)
    return action


def go_on(action: Action, event: Event, scene: SortieScene) -> None:
    """Add to an action what its fire came to, a hit, or something else that it brought about."""
    data = event.data
    match data:
        case BomberAttacked():
            _sum(action, event, data.hits, scene.words)
            action.about = _("at the %(aim)s") % {"aim": spoken.AIMS.get(data.aim, data.aim)}
            action.about += f", {spoken.REACHES.get(data.reach, data.reach)}"
        case FighterAttacked() | InterceptorAttacked():
            _sum(action, event, data.hits, scene.words)
            if data.group:
                action.total = _("a group of hits")
        case BomberHit() | FighterHit() | InterceptorHit():
            action.rows.append(hit(event, data, scene))
        case _:
            lost = isinstance(data, (*DESTROYED, CrewWounded))
            action.rows.append(HitRow(scene.words.event(event), _thrown(event), lost=lost))


def hit(event: Event, data: Hit, scene: SortieScene) -> HitRow:
    """Say where one hit fell."""
    part, words = data.part, scene.words
    if isinstance(data, FighterHit):
        words = spoken.of_fighter(words, data.enemy)
    if not data.effect:
        text = _("%(part)s: no harm") % {"part": spoken.part(part, words)}
    elif part == "fuel":
        text = tank("" if isinstance(data, InterceptorHit) else data.detail).rstrip(".")
    elif part in ("bomb-bay", "cockpit", "crew", "gunner"):
        text = scene.words.event(event).rstrip(".")
    elif part in SYSTEMS or part.startswith("weapon-"):
        text = _("%(part)s out") % {"part": system(data, scene)}
    else:
        text = spoken.part(part, words)
    return HitRow(text, _thrown(event), boxes_of(data) if data.effect else "", lost=bool(data.destroyed))


def system(data: Hit, scene: SortieScene) -> str:
    """Name what was knocked out; a weapon of his own by its type."""
    part = data.part
    if part.startswith("weapon-") and isinstance(data, InterceptorHit):
        career = next((one for one in scene.view.careers if one.seat == data.seat), None)
        guns = scene.pack.models[career.plane.model].guns if career else ()
        if int(part[-1]) <= len(guns):
            return guns[int(part[-1]) - 1].weapon
    return spoken.part(part, scene.words)


def count(sides: Mapping[str, list[Action]], order: Sequence[Event], career: CareerView, charts: Charts) -> None:
    """Say beside each hit how many boxes of its part are marked, by the present board."""
    flight = career.flight
    enemy = (flight.bomber or flight.fighter) if flight is not None else None
    met = {event.data.enemy for event in order if isinstance(event.data, BomberHit | FighterHit)}
    targets: dict[str, Target | None] = {
        THEIRS: career.plane,
        OURS: enemy if enemy is not None and met <= {enemy.type} else None,
    }
    for whose, target in targets.items():
        if target is None:
            continue
        later: dict[str, int] = {}
        for row in reversed([row for action in sides[whose] for row in action.rows if row.marks]):
            marked = hits_of(target, row.marks) - later.get(row.marks, 0)
            later[row.marks] = later.get(row.marks, 0) + 1
            if marked > 0:
                row.reached = (marked, capacity(target, row.marks, charts))


def boxes_of(data: Hit) -> str:
    """Name the boxes that a hit marks, nothing for a system."""
    part = data.part
    if part in ENGINES:
        return f"engine_{ENGINES[part]}"
    if part == "bomb-bay" and isinstance(data, BomberHit) and data.detail == "empty":
        return "airframe"
    return part.replace("-", "_") if part in ("port-wing", "starboard-wing", "airframe", "controls") else ""


def _sum(action: Action, event: Event, hits: int, words: GameText) -> None:
    """Write down what changed the figure of the card, and what it came to."""
    action.parts += [(signed(mod.value), words.reason(mod.reason, event.data)) for mod in event.mods]
    action.hits, action.total = _as_hits(hits)


def _as_hits(result: int | str) -> tuple[int | None, str]:
    """Return the number of hits, and say it."""
    return (result if isinstance(result, int) else None), hits_said(result)


def card_of(event: Event, scene: SortieScene) -> CardRead | None:
    """Return the card that was flipped, with the zone that was read."""
    opened = opened_card(event, scene.pack, scene.words)
    if opened is None:
        return None
    zone, value, _read = next((one for one in opened.zones if one[2]), ("", "", False))
    return CardRead(opened.number, opened.of, zone, value)


def _thrown(event: Event) -> list[Draw]:
    """Return the dice of an event, without the place of the card in its pile."""
    return [draw for draw in event.dice if "deck/" not in draw.stream]


def _stands_alone(event: Event) -> bool:
    kind = type(event.data)
    return kind not in BEGINS and kind not in GOES_ON and (is_roll(event) or kind in highlights.HIGHLIGHTS)


def said(event: Event, words: GameText) -> LoneThrow:
    """Say an event that belongs to no side."""
    mods = [(signed(mod.value), words.reason(mod.reason, event.data)) for mod in event.mods]
    return LoneThrow(words.event(event), _thrown(event), mods, event.rule)


def where(order: Sequence[Event], words: GameText) -> str:
    """Head the strip as the log does: against whom, and how near."""
    for event in order:
        if is_roll(event):
            chapter, under = ace_chapter(event, order)
            return f"{chapter}, {under}" if under else chapter
    return ""


def _plainly(sides: Mapping[str, list[Action]]) -> str:
    """Say what an exchange without a moment came to."""
    given, taken = (
        [action.hits for action in sides[whose] if action.kind in FIRES and action.hits is not None]
        for whose in (OURS, THEIRS)
    )
    if given and taken:
        return _("Hits: %(ours)s given, %(theirs)s taken.") % {"ours": sum(given), "theirs": sum(taken)}
    if given:
        return _("Hits: %(n)s given.") % {"n": sum(given)}
    return _("Hits: %(n)s taken.") % {"n": sum(taken)} if taken else ""
