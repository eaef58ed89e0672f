"""The parts between a question of a sortie and its orders: aims, ledgers of both sides, and the deck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

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
    EnemyHome,
    EnemyWitnessed,
    FieldWeatherRolled,
    FighterAttacked,
    FighterDestroyedOutright,
    FighterHit,
    GunnerFires,
    InitiativeRolled,
    InterceptionRolled,
    InterceptorAttacked,
    InterceptorDestroyedOutright,
    InterceptorHit,
    InterceptorTank,
    PilotDefends,
    RoundEffect,
    TargetRolled,
    WeaponJam,
    WingmanBomber,
    WingmanCalled,
    WingmanFighter,
)
from engine.interceptor.questions import (
    BomberAgain,
    BomberRound,
    BoxOrder,
    Chance,
    DispersalSpend,
    EscortMeet,
    FighterRound,
    FighterSection,
    LandOrJump,
    LedgerRow,
    RaidApproach,
    RivalBomberCard,
    RivalFighterCard,
    SetupSkill,
    SortieTakeOff,
)
from engine.interceptor.state import HEAD_ON, REACHES, TAILING, SortieFlight
from engine.interceptor.views import CareerView, YearView
from engine.kernel.decisions import about, verb_of
from engine.kernel.events import Event, EventData
from play.games.boards import BoardScene
from play.games.text import GameText, Sentence
from sorties.interceptor.board.aircraft import frame_of
from sorties.interceptor.board.previews import CardBars, bars, with_chances
from sorties.interceptor.text import names as spoken
from sorties.interceptor.text.hints import HINTS, YEAR
from sorties.interceptor.text.orders import signed

SortieScene = BoardScene[YearView, Charts]
OrderShown = Mapping[str, object]
"""An order as the page lists it, with its value, label, state and reason."""

SHOTS = ("fire", "burst", "rockets")
KEYS = {"break-off": "0", "hold": "h", "wingman": "w", "reflexes": "r", "bail-out": "j"}
"""Keys beside the digits, which belong to the aims."""
SHORT_AIMS = {
    "port-wing": pgettext_lazy("aim", "Port"),
    "airframe": pgettext_lazy("aim", "Airframe"),
    "starboard-wing": pgettext_lazy("aim", "Starboard"),
}
MAIN = {BoxOrder.kind: "search", SortieTakeOff.kind: "fly", SetupSkill.kind: "done"}
"""The order that goes on, where the others turn back or wait; in a pass it is to fire."""


@dataclass(frozen=True)
class SideLedger:
    """One side's sum with its parts."""

    whose: str
    title: str
    rows: list[tuple[str, str, str]]
    sum: str


@dataclass(frozen=True)
class CardsLeft:
    """The number of cards left for each result."""

    title: str
    whose: str
    bars: CardBars
    cards: int
    jam: int


@dataclass(frozen=True)
class AimShown:
    """An order to fire at one aim."""

    value: str
    state: str
    aim: str
    short: str
    say: str
    number: int
    left: str


@dataclass
class ShotRow:
    """A weapon that can fire, its aims side by side; a closed aim keeps its cell."""

    verb: str
    title: str
    rule: str
    aims: list[AimShown] = field(default_factory=list)
    closed: OrderShown | None = None


@dataclass(frozen=True)
class HintShown:
    """A hint for a newcomer at a question."""

    words: Sentence
    year: Sentence
    open: bool


@dataclass
class Exchange:
    """The parts of a question: its orders, the sums of both sides, and the cards left."""

    orders: list[dict[str, object]]
    shut: list[dict[str, object]]
    shots: list[ShotRow] = field(default_factory=list)
    ledgers: list[SideLedger] = field(default_factory=list)
    odds: list[CardsLeft] = field(default_factory=list)


def ace_question(scene: SortieScene, orders: Sequence[OrderShown]) -> dict[str, object]:
    """Return what the template of a question shows."""
    if scene.question is None:
        raise ValueError("a question is drawn where one is asked")
    listed = with_chances(scene.kind, orders, scene.question)
    main = MAIN.get(scene.kind)
    shown = Exchange(
        orders=[
            {**one, "state": "main"} if one["state"] == "open" and one["value"] == main else one
            for one in listed
            if one["state"] != "closed"
        ],
        shut=[one for one in listed if one["state"] == "closed"],
    )
    _lay_out(shown, scene, listed)
    return vars(shown) | {
        "where": where(scene),
        "hint": hint(scene),
        "elsewhere": isinstance(scene.question, DispersalSpend),
    }


def _lay_out(shown: Exchange, scene: SortieScene, listed: Sequence[OrderShown]) -> None:
    """Add the parts beside the orders of a fight, or of the way home."""
    words = scene.words
    match scene.question:
        case BomberRound() as asked:
            _lay_out_pass(shown, scene, listed, asked)
        case FighterRound() as asked:
            _lay_out_duel(shown, scene, asked)
        case RivalBomberCard() as asked:
            shown.ledgers = [ledger(words, "theirs", _("They fire: hits"), asked.theirs)]
            shown.odds = [deck(asked.chances.return_fire, _("Their hits"), "theirs")]
        case RivalFighterCard() | FighterSection() as asked if asked.orientation <= HEAD_ON and not asked.leaving:
            shown.odds = [deck(asked.chances.theirs, _("Its hits"), "theirs")]
        case LandOrJump() as asked:
            shown.ledgers = [
                ledger(words, "theirs", _("Landing, low is good"), asked.landing),
                ledger(words, "theirs", _("Jump, low is good"), asked.parachute),
            ]


def _lay_out_pass(shown: Exchange, scene: SortieScene, listed: Sequence[OrderShown], asked: BomberRound) -> None:
    shown.shots = shots(listed, left_of(scene))
    shown.shut = [one for one in shown.shut if verb(one) not in SHOTS]
    rest = [one for one in shown.orders if verb(one) not in SHOTS]
    shown.orders = [{**one, "key": KEYS.get(str(one["value"]), "")} for one in rest]
    shown.ledgers = [
        ledger(scene.words, "yours", _("You fire: hits"), asked.ours),
        ledger(scene.words, "theirs", _("They fire: hits"), asked.theirs),
    ]
    shown.odds = [
        deck(asked.chances.fire, _("Your hits"), "ours", asked.cards["jam"]),
        deck(asked.chances.return_fire, _("Their hits"), "theirs"),
    ]


def _lay_out_duel(shown: Exchange, scene: SortieScene, asked: FighterRound) -> None:
    shown.orders = [{**one, "turns_to": turned(str(one["value"]), asked, scene.pack)} for one in shown.orders]
    shown.ledgers = [
        ledger(scene.words, "yours", _("Your position roll"), asked.ours, asked.speed),
        ledger(scene.words, "theirs", _("Its position roll"), asked.theirs, asked.enemy_speed),
    ]
    if asked.orientation >= HEAD_ON:
        shown.odds.append(deck(asked.chances.fire, _("Your hits"), "ours", asked.cards["jam"]))
    if asked.orientation <= HEAD_ON:
        shown.odds.append(deck(asked.chances.theirs, _("Its hits"), "theirs"))


def hint(scene: SortieScene) -> HintShown | None:
    """Return the hint for this question: open the first time, folded afterwards."""
    words = HINTS.get(scene.kind)
    career = next((one for one in scene.view.careers if one.seat == scene.viewer), None)
    if not words or not career:
        return None
    is_new = is_first(scene, career)
    year = is_new and (scene.kind.startswith("setup.") or scene.kind == BoxOrder.kind)
    return HintShown(words, YEAR if year else "", is_new)


def is_first(scene: SortieScene, career: CareerView) -> bool:
    """Say whether he is asked such a thing for the first time: on his first sortie, and not again after its order."""
    flown = sum(line.kind == "flown" for line in career.log)
    if isinstance(scene.question, DispersalSpend):
        return flown == 1
    return not flown and not _asked_before(scene, career, career.flight or SortieFlight())


def _asked_before(scene: SortieScene, career: CareerView, flight: SortieFlight) -> bool:
    """Say whether the like was asked before on his first sortie."""
    met = [one.is_bomber for one in flight.engagements]
    match scene.question:
        case SetupSkill():
            return bool(career.skills or career.wingman.skills)
        case BoxOrder():
            return flight.box != entered(scene, career)
        case RaidApproach():
            return bool(met)
        case BomberRound():
            return met.count(True) > 1 or flight.pass_number > 1 or flight.round > 0
        case BomberAgain():
            return met.count(True) > 1 or flight.pass_number > 1
        case FighterRound():
            return met.count(False) > 1 or flight.round > 0
        case EscortMeet():
            return False in met
    return False


def entered(scene: SortieScene, career: CareerView) -> int | None:
    """Return the box in which his raid is met. [4.6.3]"""
    series = scene.pack.models[career.plane.model].series
    raid = scene.view.raid
    return scene.pack.tables.tracks.rows[career.zone][series].entry[raid.zone] if raid is not None else None


def viewer_of(scene: SortieScene) -> CareerView:
    """Return the career of who looks, or the first."""
    return next((one for one in scene.view.careers if one.seat == scene.viewer), scene.view.careers[0])


def where(scene: SortieScene) -> str:
    """Say where in the sortie a question is asked."""
    flight = viewer_of(scene).flight
    match scene.question:
        case BomberRound() as asked:
            reach = spoken.REACHES[REACHES[asked.reach]]
            return _("Pass %(number)s, %(range)s") % {"number": asked.pass_number, "range": reach}
        case FighterRound() as asked:
            return _("Dogfight, round %(number)s") % {"number": asked.round + 1}
        case LandOrJump():
            return _("The way home")
    if flight is not None and flight.stage == "box" and not flight.end:
        return _("Box %(number)s") % {"number": flight.box}
    return _("Before the first sortie") if scene.kind.startswith("setup.") else _("Between sorties")


def verb(order: OrderShown) -> str:
    """Return what an order does, without its aim."""
    return verb_of(str(order["value"]))


def shots(orders: Sequence[OrderShown], left: Mapping[str, str]) -> list[ShotRow]:
    """Group the orders to fire by what is fired."""
    titles = {"fire": _("Fire"), "burst": _("Burst"), "rockets": _("Rockets")}
    rules = {"fire": "7.1.6", "burst": "7.1.13", "rockets": "7.1.14"}
    rows: list[ShotRow] = []
    number = 0
    for what in SHOTS:
        row = ShotRow(what, titles[what], rules[what])
        for order in orders:
            if verb(order) != what:
                continue
            if order["state"] == "closed":
                row.closed = order
                continue
            number += 1
            value, state, say = str(order["value"]), str(order["state"]), str(order["label"])
            aim = about(value)
            takes = left.get(aim, "") if what == "fire" else ""
            row.aims.append(AimShown(value, state, aim, str(SHORT_AIMS[aim]), say, number, takes))
        if row.aims or row.closed:
            rows.append(row)
    return rows


def left_of(scene: SortieScene) -> dict[str, str]:
    """Return how many hits each aim can still take before it is lost. [7.1.6]"""
    flight = viewer_of(scene).flight
    if flight is None or flight.bomber is None:
        return {}
    most, hits = frame_of(scene.pack.tables.bombers.rows[flight.bomber.type]), frame_of(flight.bomber)
    parts = {aim: aim.replace("-", "_") for aim in SHORT_AIMS}
    return {aim: _("%(n)s to go") % {"n": most[part] - hits[part]} for aim, part in parts.items()}


def turned(order: str, asked: FighterRound, charts: Charts) -> int | None:
    """Return the stop of the dial that a manoeuvre leads to for certain. [7.2.2.2, 10.6]"""
    table = charts.tables.manoeuvres
    row = table.standard.get(order) or table.advanced.get(order)
    if row is None:
        return None
    improve = row.agile if asked.agile and row.agile is not None else row.improve
    return min(TAILING, asked.orientation + improve)


def ledger(words: GameText, whose: str, title: str, mods: Sequence[LedgerRow], base: int | None = None) -> SideLedger:
    """Return one side's sum with its parts; a base of speed comes first."""
    rows = [(words.reason(mod.reason, {}), mod.rule, signed(mod.value)) for mod in mods]
    if base is not None:
        rows.insert(0, (_("speed"), "7.2.2.7", str(base)))
    total = sum(mod.value for mod in mods)
    rows = rows or [(_("nothing changes the card"), "", "±0")]
    return SideLedger(whose, title, rows, str(base + total) if base is not None else signed(total))


def deck(chance: Chance, title: str, whose: str, jam: int = 0) -> CardsLeft:
    """Return how many of the cards left give what, with what is added to them. [3.5.1]"""
    return CardsLeft(title, whose, bars(chance), chance["of"], jam)


# First words of an opened line of the log ---------------------------------------------------------------------------

CardEvent = AttackCard | EnemyCard | WingmanFighter | CardFlipped | BomberFires | GunnerFires | RoundEffect
"""Events that flip a card."""
ZONES: dict[type[EventData], str] = {
    AttackCard: "attack",
    EnemyCard: "attack",
    WingmanFighter: "attack",
    CardFlipped: "attack",
    BomberFires: "fire",
    GunnerFires: "fire",
    EnemyDefends: "defence",
    PilotDefends: "defence",
    WingmanCalled: "wingman",
}


@dataclass(frozen=True)
class OpenedCard:
    """A card that was flipped, with all its zones and the one in use."""

    number: int
    of: int
    whose: str
    zones: list[tuple[str, object, bool]]


def ace_opened(event: Event, charts: Charts, words: GameText) -> Mapping[str, object]:
    """Return what an opened line of the log begins with: the card that its event flipped."""
    opened = opened_card(event, charts, words)
    return vars(opened) if opened is not None else {}


def opened_card(event: Event, charts: Charts, words: GameText) -> OpenedCard | None:
    """Return the card that an event flipped."""
    data = event.data
    face = charts.tables.cards.rows.get(data.card) if isinstance(data, CardEvent) and data.card else None
    if face is None or not isinstance(data, CardEvent):
        return None
    zone = ZONES.get(type(data), "")
    wingman = (
        face.wingman
        if isinstance(face.wingman, int)
        else {"busy": _("busy"), "spoil": _("spoils the shot"), "break": _("it breaks away")}[face.wingman]
    )
    read = data.result if isinstance(data, AttackCard | EnemyCard | WingmanFighter | CardFlipped) else None
    return OpenedCard(
        data.card,
        len(charts.tables.cards.rows),
        "theirs" if isinstance(data, BomberFires | EnemyCard | EnemyDefends) else "ours",
        [
            (_("Attack"), " ".join(map(str, face.hits)) if read is None else read, zone == "attack"),
            (_("Defensive fire"), face.fire, zone == "fire"),
            (_("Defence"), spoken.defence(face.defence, words), zone == "defence"),
            (_("Wingman"), wingman, zone == "wingman"),
            *([(_("A weapon jams"), "", False)] if face.jam else []),
        ],
    )


FOLLOWS = frozenset(
    one.kind
    for one in (
        BomberAttacked,
        BomberHit,
        BomberDestroyedOutright,
        BurstRolled,
        WeaponJam,
        FighterAttacked,
        FighterHit,
        FighterDestroyedOutright,
        InterceptorAttacked,
        InterceptorHit,
        InterceptorTank,
        InterceptorDestroyedOutright,
        CrewSpared,
        CrewWounded,
        Blast,
        TargetRolled,
        FieldWeatherRolled,
        EnemyWitnessed,
    )
)
"""Results of an attack, a shot or a roll, which are in its line of the log."""


EITHER = frozenset(
    {"attack", "blast", "card", "crew", "expert", "gunner", "interceptor", "weapon", "weapons", "wingman"}
)
"""Kinds of event that happen against bombers and against fighters."""


WAY_HOME = (EnemyHome, EnemyWitnessed)
"""Events of an enemy that was left behind, bomber or fighter. [7.4.3]"""


def ace_chapter(event: Event, company: Sequence[Event]) -> tuple[str, str]:
    """Return the heading of an event in the log's margin, and under it the range or the position of the round."""
    kind = event.kind.partition(".")[0]
    fight = _fight(company)
    if kind in ("interception", "target", "random", "escort"):
        box = next((one.data.box for one in company if isinstance(one.data, InterceptionRolled)), None)
        return (_("Box %(number)s") % {"number": box} if box else _("Interception")), ""
    if kind in ("bomber", "rockets", "burst", "position") or isinstance(event.data, WingmanBomber):
        return _("Bombers"), _range(company)
    if isinstance(event.data, WAY_HOME):
        # A bomber that was left behind as well as a fighter. [7.4.3]
        return _("The enemy’s way home"), ""
    if kind in ("fighter", "enemy", "duel", "initiative", "reflexes", "sixth", "helper"):
        return _("Dogfight"), _position(company)
    if kind in EITHER and fight:
        return fight
    if kind in ("landing", "parachute", "interceptor", "crew"):
        return _("The way home"), ""
    if kind in ("raid", "month", "sortie", "weather"):
        return _("Raid"), ""
    return (_("At the field") if kind in ("career", "aircraft", "award", "skill", "promotion", "wound") else ""), ""


def _fight(company: Sequence[Event]) -> tuple[str, str] | None:
    """Return the heading of the fight that an order was given in, if it was one."""
    kinds = {event.kind.partition(".")[0] for event in company if not isinstance(event.data, WAY_HOME)}
    if "bomber" in kinds:
        return _("Bombers"), _range(company)
    return (_("Dogfight"), _position(company)) if kinds & {"fighter", "enemy", "initiative", "duel"} else None


def _range(company: Sequence[Event]) -> str:
    reached = (event.data.reach for event in company if isinstance(event.data, BomberAttacked | WingmanBomber))
    return str(spoken.REACHES.get(next(reached, ""), ""))


def _position(company: Sequence[Event]) -> str:
    rolled = [event.data.orientation for event in company if isinstance(event.data, InitiativeRolled)]
    return str(spoken.ORIENTATIONS.get(rolled[-1], "")) if rolled else ""
