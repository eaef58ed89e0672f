"""A sortie told forwards from its journal: chapter by chapter, with its dice, and without what was taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.kernel.events import Draw, Event
from play.games.text import GameText
from play.journal import store
from play.journal.models import EventRow
from play.sessions.models import Session
from play.sessions.selectors import visible
from sorties.interceptor.board.question import WAY_HOME, ace_chapter

OURS, THEIRS = "ours", "theirs"
WINS = {"bomber.down", "fighter.down"}
HURTS = {"interceptor.tank", "interceptor.destroyed", "interceptor.down", "crew.wounded", "pilot.killed", "blast"}
ALWAYS = (
    WINS
    | HURTS
    | {
        *("raid.rolled", "weather.rolled", "interception.rolled", "target.rolled", "random.event", "sortie.aborted"),
        *("escort.forced", "escort.evaded", "bomber.attacked", "rockets.fired", "weapon.jam", "weapons.jammed"),
        *("wingman.bomber", "enemy.home", "enemy.witnessed", "fighter.engaged", "duel.ended", "landing.rolled"),
        *("parachute.rolled", "aircraft.repaired", "aircraft.written-off", "aircraft.replaced", "aircraft.scrounged"),
        *("award.rolled", "award.won", "career.promoted", "career.away", "wound.duration", "wingman.back"),
        *(
            "wingman.new",
            "gunner.killed",
            "gunner.new",
            "gunner.stand-in",
            "berlin.shots",
            "berlin.wound",
            "berlin.end",
        ),
    }
)
WHEN_HIT = {
    "bomber.flak",
    "bomber.fires",
    "fighter.attacked",
    "interceptor.attacked",
    "wingman.fighter",
    "gunner.fires",
}
WHEN_DONE = {"interceptor.hit"}


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
    """Whose harm it was, where it was one that counts."""


@dataclass
class Chapter:
    """What happened in one place: its heading, its sentences, and in whose colour it stands."""

    heading: str
    whose: str = ""
    rules: list[str] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)


def sortie_rows(session: Session, seat: str, number: int) -> list[EventRow]:
    """Return what the journal tells of the sortie of that number, from its raid on to the next; newest without one."""
    data = session.told.filter(visible(seat), entry__undone_by=None).order_by("number")
    begun = [row for row in data.filter(kind="sortie.begins").only("number", "data") if row.data["seat"] == seat]
    if not 0 < number <= len(begun):
        return []
    start = begun[number - 1].number
    raids = list(data.filter(kind="raid.rolled").values_list("number", flat=True))
    first = max((raid for raid in raids if raid < start), default=start)
    after = [raid for raid in raids if raid > start] + [row.number for row in begun[number:]]
    rows = data.filter(number__gte=first).select_related("entry").defer("entry__frames", "entry__kept")
    return list(rows.filter(number__lt=min(after)) if after else rows)


def events_of_sortie(session: Session, seat: str, number: int) -> list[Event]:
    """Return the same as events, his own alone where two fly."""
    rows = sortie_rows(session, seat, number)
    return [event for event in (store.as_event(session, row) for row in rows) if event.data.get("seat", seat) == seat]


def chapters(events: Sequence[Event], words: GameText) -> list[Chapter]:
    """Tell a sortie forwards."""
    data: list[Chapter] = []
    apart = True
    for event in events:
        if not is_shown(event):
            continue
        stays = event.kind.partition(".")[0] in STAYS and not apart
        heading = "" if stays else ace_chapter(event, (event,))[0]
        # What befalls him afterwards is not of the enemy's way home.
        apart = event.kind in WAY_HOME
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
    data = event.data
    if event.kind in ("bomber.hit", "fighter.hit"):
        return bool(data.get("destroyed"))
    if event.kind in WHEN_HIT:
        return bool(data.get("hits") or data.get("group"))
    return event.kind in ALWAYS or (event.kind in WHEN_DONE and bool(data.get("effect")))


def whose_harm(event: Event) -> str:
    """Say whose harm an event was: theirs is blue, his own is red."""
    data = event.data
    if event.kind in WINS or (event.kind == "enemy.witnessed" and data["seen"]):
        return OURS
    if event.kind in HURTS - {"blast"} or (event.kind == "interceptor.hit" and data["destroyed"]):
        return THEIRS
    if event.kind in ("landing.rolled", "parachute.rolled"):
        return THEIRS if data["result"] not in ("safe",) else ""
    return THEIRS if event.kind == "bomber.fires" else ""


def won(events: Iterable[Event]) -> list[tuple[str, bool]]:
    """Return the victories of the sortie that are his: what fell, and whether it is a bomber."""
    found, bombers = [], {event.data["enemy"] for event in events if event.kind == "bomber.chosen"}
    for event in events:
        mine = event.data.get("credit") == "pilot"
        if mine and (event.kind in WINS or (event.kind == "enemy.witnessed" and event.data["seen"])):
            enemy = str(event.data["enemy"])
            found.append((enemy, enemy in bombers))
    return found


def last_fight(events: Sequence[Event], words: GameText) -> list[str]:
    """Tell the fight in which he fell, in a few sentences: from the last enemy that he met on to the end."""
    begins = [
        place
        for place, event in enumerate(events)
        if event.kind in ("bomber.chosen", "fighter.engaged", "target.rolled")
    ]
    if not begins:
        return []
    data: list[str] = []
    for event in events[begins[-1] :]:
        if is_shown(event) and not event.kind.startswith(("award", "career")):
            data.append(words.event(event))
        if event.kind == "crew.wounded" and event.data["who"] == "pilot" and event.data["now"] == "KIA":
            break  # what became of the others, and of the aircraft, is not his any more
    return data
