"""The story of a sortie from its journal: chapter by chapter, with its dice, without undone orders."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.interceptor.events import (
    AircraftRepaired,
    AircraftReplaced,
    AircraftScrounged,
    AircraftWrittenOff,
    AwardRolled,
    AwardWon,
    BerlinEnd,
    BerlinShots,
    BerlinWound,
    Blast,
    BomberAttacked,
    BomberChosen,
    BomberDown,
    BomberFires,
    BomberFlak,
    BomberHit,
    CareerAway,
    CareerPromoted,
    CrewWounded,
    DuelEnded,
    EnemyHome,
    EnemyWitnessed,
    EscortEvaded,
    EscortForced,
    FieldWeatherRolled,
    FighterAttacked,
    FighterDown,
    FighterEngaged,
    FighterHit,
    GunnerFires,
    GunnerKilled,
    GunnerNew,
    GunnerStandIn,
    InterceptionRolled,
    InterceptorAttacked,
    InterceptorDestroyedOutright,
    InterceptorDown,
    InterceptorHit,
    InterceptorTank,
    LandingRolled,
    ParachuteRolled,
    PilotKilled,
    RaidRolled,
    RandomEvent,
    RocketsFired,
    SortieAborted,
    SortieBegins,
    TargetRolled,
    WeaponJam,
    WeaponsJammed,
    WingmanBack,
    WingmanBomber,
    WingmanFighter,
    WingmanNew,
    WoundDuration,
)
from engine.kernel.events import Draw, Event
from play.games.text import GameText
from play.journal import store
from play.journal.models import EventRow
from play.sessions.models import Session
from play.sessions.selectors import visible
from sorties.interceptor.board.last_roll import concerns
from sorties.interceptor.board.question import WAY_HOME, ace_chapter

OURS, THEIRS = "ours", "theirs"
WINS = (BomberDown, FighterDown)
HURTS = (InterceptorTank, InterceptorDestroyedOutright, InterceptorDown, CrewWounded, PilotKilled)
ALWAYS = (
    *(*WINS, *HURTS, Blast),
    *(RaidRolled, FieldWeatherRolled, InterceptionRolled, TargetRolled, RandomEvent, SortieAborted),
    *(EscortForced, EscortEvaded, BomberAttacked, RocketsFired, WeaponJam, WeaponsJammed),
    *(WingmanBomber, EnemyHome, EnemyWitnessed, FighterEngaged, DuelEnded, LandingRolled),
    *(ParachuteRolled, AircraftRepaired, AircraftWrittenOff, AircraftReplaced, AircraftScrounged),
    *(AwardRolled, AwardWon, CareerPromoted, CareerAway, WoundDuration, WingmanBack, WingmanNew),
    *(GunnerKilled, GunnerNew, GunnerStandIn, BerlinShots, BerlinWound, BerlinEnd),
)
"""Events that are shown with any result."""


STAYS = {
    "interceptor",
    "crew",
    "blast",
    "weapon",
    "weapons",
    "wingman",
    "gunner",
    "rockets",
    "target",
    "escort",
    "wound",
}
"""Kinds of event that belong to whatever was going on."""


@dataclass
class Sentence:
    """One thing that happened, with the dice that fell for it."""

    text: str
    dice: Sequence[Draw] = ()
    whose: str = ""
    """Person harmed, where the harm counts."""


@dataclass
class Chapter:
    """The events of one place: its heading, its sentences, and its side's colour."""

    heading: str
    whose: str = ""
    rules: list[str] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)


def sortie_rows(session: Session, seat: str, number: int) -> list[EventRow]:
    """Return what the journal tells of the sortie of that number, from its raid on to the next; newest without one."""
    data = session.told.filter(visible(seat), entry__undone_by=None).order_by("number")
    begun = [row for row in data.filter(kind=SortieBegins.kind).only("number", "data") if row.data["seat"] == seat]
    if not 0 < number <= len(begun):
        return []
    start = begun[number - 1].number
    raids = list(data.filter(kind=RaidRolled.kind).values_list("number", flat=True))
    first = max((raid for raid in raids if raid < start), default=start)
    after = [raid for raid in raids if raid > start] + [row.number for row in begun[number:]]
    rows = data.filter(number__gte=first).select_related("entry").defer("entry__frames", "entry__kept")
    return list(rows.filter(number__lt=min(after)) if after else rows)


def events_of_sortie(session: Session, seat: str, number: int) -> list[Event]:
    """Return the same as events, his own alone where two fly."""
    rows = sortie_rows(session, seat, number)
    events = (store.as_event(session, row) for row in rows)
    return [event for event in events if concerns(event.data, seat)]


def chapters(events: Sequence[Event], words: GameText) -> list[Chapter]:
    """Tell a sortie forwards."""
    data: list[Chapter] = []
    apart = True
    for event in events:
        if not is_shown(event):
            continue
        stays = event.kind.partition(".")[0] in STAYS and not apart
        heading = "" if stays else ace_chapter(event, (event,))[0]
        # Later events of his own are not part of the enemy's way home.
        apart = isinstance(event.data, WAY_HOME)
        if not data or (heading and heading != data[-1].heading):
            data.append(Chapter(heading))
        chapter, whose = data[-1], whose_harm(event)
        dice = [draw for draw in event.dice if "deck/" not in draw.stream]
        chapter.sentences.append(Sentence(words.event(event), dice, whose))
        chapter.whose = OURS if OURS in (whose, chapter.whose) else whose or chapter.whose
        if event.rule and event.rule not in chapter.rules:
            chapter.rules.append(event.rule)
    return data


def is_shown(event: Event) -> bool:
    """Say whether an event is worth a sentence of the sheet: not every card is."""
    match event.data:
        case BomberHit() | FighterHit():
            return bool(event.data.destroyed)
        case FighterAttacked() | InterceptorAttacked():
            return bool(event.data.hits or event.data.group)
        case BomberFlak() | BomberFires() | WingmanFighter() | GunnerFires():
            return event.data.hits > 0
        case InterceptorHit():
            return event.data.effect
    return isinstance(event.data, ALWAYS)


def whose_harm(event: Event) -> str:
    """Say whose harm an event was: theirs is blue, his own is red."""
    match event.data:
        case BomberDown() | FighterDown() | EnemyWitnessed(seen=True):
            return OURS
        case InterceptorHit():
            return THEIRS if event.data.destroyed else ""
        case LandingRolled() | ParachuteRolled():
            return THEIRS if event.data.result != "safe" else ""
    return THEIRS if isinstance(event.data, (*HURTS, BomberFires)) else ""


def won(events: Iterable[Event]) -> list[tuple[str, bool]]:
    """Return the victories of the sortie that are his: what fell, and whether it is a bomber."""
    found, bombers = [], {event.data.enemy for event in events if isinstance(event.data, BomberChosen)}
    for event in events:
        match event.data:
            case (
                BomberDown(enemy=enemy, credit="pilot")
                | FighterDown(enemy=enemy, credit="pilot")
                | EnemyWitnessed(enemy=enemy, seen=True, credit="pilot")
            ):
                found.append((enemy, enemy in bombers))
    return found


def last_fight(events: Sequence[Event], words: GameText) -> list[str]:
    """Tell the fight in which he fell, in a few sentences: from the last enemy that he met on to the end."""
    begins = [
        place
        for place, event in enumerate(events)
        if isinstance(event.data, BomberChosen | FighterEngaged | TargetRolled)
    ]
    if not begins:
        return []
    data: list[str] = []
    for event in events[begins[-1] :]:
        if is_shown(event) and not event.kind.startswith(("award", "career")):
            data.append(words.event(event))
        if isinstance(event.data, CrewWounded) and event.data.who == "pilot" and event.data.now == "KIA":
            break  # what became of the others, and of the aircraft, is not his any more
    return data
