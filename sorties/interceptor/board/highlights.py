"""Results of an order that change the year: a victory, a wound, an aircraft or an engine lost, a death."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.interceptor.events import (
    BomberDestroyedOutright,
    BomberDown,
    BomberHit,
    CrewWounded,
    EnemyEvent,
    EnemyWitnessed,
    FighterDestroyedOutright,
    FighterDown,
    FighterHit,
    InterceptionRolled,
    InterceptorDestroyedOutright,
    InterceptorDown,
    InterceptorHit,
    InterceptorTank,
    LandingRolled,
    PilotKilled,
    WingmanBomber,
)
from engine.interceptor.state import SCORED
from engine.interceptor.views import CareerView
from engine.kernel.events import Event, EventData
from play.games.text import GameText

HIGHLIGHTS = (PilotKilled, InterceptorDown, BomberDown, FighterDown)
ABOARD = 10
"""Men in the crew of a B-17 or a B-24."""
FATES = {
    "bomb-bay": gettext_lazy("The %(enemy)s blows up: its bombs are hit."),
    "explosion": gettext_lazy("The %(enemy)s explodes: its fuel is hit."),
    "fire": gettext_lazy("The %(enemy)s burns and goes down."),
    "pilots": gettext_lazy("The %(enemy)s goes down, both its pilots hit."),
    "pilot": gettext_lazy("The %(enemy)s goes down, its pilot killed."),
    "engine": gettext_lazy("The %(enemy)s goes down, its engine out."),
    "engines": gettext_lazy("The %(enemy)s goes down, its engines out."),
    "controls": gettext_lazy("The %(enemy)s goes down out of control."),
    "port-wing": gettext_lazy("The %(enemy)s loses its port wing."),
    "starboard-wing": gettext_lazy("The %(enemy)s loses its starboard wing."),
    "airframe": gettext_lazy("The %(enemy)s breaks up."),
    "home": gettext_lazy("The %(enemy)s does not get home, and was seen to crash."),
}
WOUNDS = {
    "LW": gettext_lazy("He is lightly wounded."),
    "SW": gettext_lazy("He is badly wounded: he can only go home."),
    "KIA": gettext_lazy("He is killed."),
}
NTH = (
    gettext_lazy("His first victory."),
    gettext_lazy("His second victory."),
    gettext_lazy("His third victory."),
    gettext_lazy("His fourth victory."),
    gettext_lazy("His fifth victory."),
    gettext_lazy("His sixth victory."),
    gettext_lazy("His seventh victory."),
    gettext_lazy("His eighth victory."),
    gettext_lazy("His ninth victory."),
    gettext_lazy("His tenth victory."),
)


@dataclass(frozen=True)
class TallySquare:
    """A victory as a square, full for a bomber."""

    bomber: bool
    new: bool


@dataclass(frozen=True)
class FallenEnemy:
    """An aircraft that an order brought down: its sentence, whether it is the pilot's, and the men aboard."""

    sentence: str
    his: bool
    crew: int


@dataclass(frozen=True)
class Moment:
    """The sentence of an order's moment, whose it is, and the tally."""

    sentence: SafeString
    whose: str
    tally: list[TallySquare] = field(default_factory=list)
    aboard: str = ""


def of(order: Sequence[Event], career: CareerView, words: GameText) -> Moment | None:
    """Return an order's moment; nothing where there was none."""
    won, lost = victory(order, career, words), harm(order, career)
    if won is None and not lost:
        return None
    sentences = [won.sentence] if won else []
    sentences += [format_html("{}", lost)] if lost else []
    return Moment(
        sentence=mark_safe(" ".join(sentences)),  # noqa: S308 - each part is escaped
        whose="ours" if won else "theirs",
        tally=tally(career, won=True) if won and won.his else [],
        aboard=_("Ten men were aboard.") if won and won.crew == ABOARD else "",
    )


def victory(order: Sequence[Event], career: CareerView, words: GameText) -> FallenEnemy | None:
    """Return the aircraft that the order brought down, and whose victory it is."""
    for event in order:
        cause, by = _fall(event.data)
        if cause:
            enemy = event.data.enemy if isinstance(event.data, EnemyEvent) else _enemy(order)
            if cause == "engines" and _has_one_engine(enemy, words):
                cause = "engine"
            return _won(enemy, cause, by, career, is_bomber=_is_bomber(event.data, career))
    return None


def _fall(data: EventData) -> tuple[str, str]:
    """Return what brought an aircraft down and whose it is; nothing where none fell."""
    match data:
        case BomberHit() | FighterHit():
            return data.destroyed, data.by
        case BomberDestroyedOutright() | FighterDestroyedOutright():
            return "destroyed", data.by
        case BomberDown() | FighterDown():
            return data.cause, data.credit
        case EnemyWitnessed(seen=True):
            return "home", data.credit
        case WingmanBomber(result="destroyed"):
            return "destroyed", "wingman"
    return "", ""


def _has_one_engine(enemy: str, words: GameText) -> bool:
    foe = words.charts.foes.get(enemy) if words.charts is not None else None
    return foe is not None and foe.engines == 1


def _enemy(order: Sequence[Event]) -> str:
    named = (event.data.enemy for event in order if isinstance(event.data, EnemyEvent | InterceptionRolled))
    return next((enemy for enemy in named if enemy), "")


def _is_bomber(data: EventData, career: CareerView) -> bool:
    """Say whether it is a bomber; of one that crashed on its way home the sheet knows it."""
    if not isinstance(data, EnemyWitnessed):
        return isinstance(data, BomberHit | BomberDestroyedOutright | BomberDown | WingmanBomber)
    met = career.flight.engagements if career.flight is not None else []
    return any(fight.is_bomber for fight in met if fight.enemy == data.enemy)


def _won(enemy: str, cause: str, by: str, career: CareerView, *, is_bomber: bool) -> FallenEnemy:
    fate = str(FATES.get(cause, gettext_lazy("The %(enemy)s is destroyed outright.")))
    ringed = format_html('<span class="ringed">{}</span>', enemy)
    first: SafeString = mark_safe(fate % {"enemy": ringed})  # noqa: S308 - the name is escaped, the rest is ours
    number = score(career)
    if by == "pilot":
        nth = str(NTH[number - 1]) if number <= len(NTH) else _("Victory number %(n)s.") % {"n": number}
    else:
        nth = _("The victory is his wingman’s.") if by == "wingman" else _("The victory is his rear gunner’s.")
    return FallenEnemy(f"{first} {nth}", his=by == "pilot", crew=ABOARD if is_bomber else 1)


def score(career: CareerView) -> int:
    """Count his victories with those of the sortie under way, which the sheet gets only after it."""
    return len(victories(career))


def victories(career: CareerView) -> list[bool]:
    """Return his victories in order, whether each was a bomber, with those of the sortie under way."""
    won = [True] * career.start_bombers + [False] * career.start_fighters
    won += [letter == "b" for letter in career.kill_order]
    flight = career.flight
    if career.stage == "air" and flight is not None:
        his = [fight for fight in flight.engagements if fight.result in SCORED and fight.credit == "pilot"]
        won += [fight.is_bomber for fight in his]
        if flight.bomber is not None and flight.bomber.destroyed and flight.bomber.killer == "pilot":
            won.append(True)
        if flight.fighter is not None and flight.fighter.destroyed and flight.fighter.killer == "pilot":
            won.append(False)
    return won


def tally(career: CareerView, *, won: bool) -> list[TallySquare]:
    """Return one square for each victory; the last is new where one was just won."""
    squares = victories(career)[-24:]
    return [TallySquare(bomber, new=won and n == len(squares) - 1) for n, bomber in enumerate(squares)]


def harm(order: Sequence[Event], career: CareerView) -> str:
    """Say the worst that the order did to him."""
    escaping = career.flight.escaping if career.flight is not None else ""
    said = [one for event in order if (one := _harmed(event.data, escaping))]
    return max(said, key=lambda one: one[0])[1] if said else ""


def _harmed(data: EventData, escaping: str) -> tuple[int, str] | None:
    """Say what an event did to him, and how bad it is."""
    match data:
        case PilotKilled() | LandingRolled(result="killed"):
            return 9, _("He is killed.")
        case CrewWounded(who="pilot"):
            return {"LW": 4, "SW": 6, "KIA": 9}[data.now], str(WOUNDS[data.now])
        case CrewWounded():
            return 2, _("His rear gunner has been hit.")
        case InterceptorDestroyedOutright() | InterceptorDown():
            return 7, _("His aircraft is lost.")
        case InterceptorHit() if data.destroyed:
            return 7, _("His aircraft is lost.")
        case InterceptorTank():
            tanks = {"leak": (3, _("His fuel tank leaks.")), "fire": (7, _("His aircraft burns."))}
            return tanks.get(data.result, (8, _("His aircraft explodes.")))
        case InterceptorHit(effect=True):
            return _system(data.part, escaping)
    return None


def _system(part: str, escaping: str) -> tuple[int, str] | None:
    if part.endswith("-engine") and escaping == "engines":
        return 6, _("His engine is out: he can only glide down.")
    if part.endswith("-engine") and escaping == "engine":
        return 5, _("He has lost an engine, and has to go home.")
    return (3, _("His oxygen is gone: he has to go home.")) if part == "oxygen" else None
