"""A question of a night: its orders with their chances, as buttons, as hexes of the map or as a list, and its sums."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.kernel.decisions import Question, facts_of, parts_of
from engine.nightfighter.questions import (
    AiJammedQuestion,
    AiSearchQuestion,
    CombatAttackQuestion,
    FighterStepQuestion,
    ModRow,
    RadarPlaceQuestion,
    RadarSearchQuestion,
    TallyFixedQuestion,
    TallyLookForQuestion,
    TallyLookQuestion,
    UmpireSweepQuestion,
)
from engine.nightfighter.views import InterceptionView
from play.games.boards import BoardContext
from play.pages.parts import plain_facts, signed
from sorties.nightfighter.board.context import NightScene
from sorties.nightfighter.board.flight_paths import flight_paths
from sorties.nightfighter.board.previews import Orders, with_chances
from sorties.nightfighter.text.names import PHASES

MANY = 24
"""Orders beyond which the list is searched and not pressed."""
DRAWN = frozenset(
    (
        "advice",
        "belt",
        "cloud_die",
        "dice",
        "good",
        "guns",
        "hexes",
        "jammed",
        "least",
        "mods",
        "targets",
        "value",
        "view_die",
    )
)
"""Facts that the template puts in its own words."""


@dataclass(frozen=True)
class NightLedger:
    """A sum under what it is for: each row a reason, its rule and its value."""

    title: str
    sum: int
    rows: list[tuple[str, str, str]]


@dataclass(frozen=True)
class GunHits:
    """In how many of 36 throws guns make how many hits. [11.0]"""

    guns: str
    rows: list[tuple[int, int]]


def night_question(scene: NightScene, orders: Orders) -> BoardContext:
    """Return what the question's template shows."""
    question = scene.question
    orders = with_chances(orders, question)
    at_hexes = [order for order in orders if parts_of(order["value"])[0] == "hex"]
    is_folded = len(at_hexes) > MANY and isinstance(scene.view, InterceptionView)
    rest = {
        name: value
        for name, value in scene.words.unspoken(facts_of(question) if question is not None else {}).items()
        if name not in DRAWN
    }
    return {
        "where": phase_of(scene.kind),
        "orders": orders,
        "at_hexes": at_hexes if is_folded else [],
        "others": [order for order in orders if parts_of(order["value"])[0] != "hex"] if is_folded else [],
        "is_list": len(orders) > MANY,
        "has_path": flight_paths(scene, orders) is not None,
        "things": plain_facts(rest, scene.words),
        "ledgers": ledgers(scene),
        "hits": hits(scene),
        "stakes": stakes(question),
    }


def phase_of(kind: str) -> str:
    """Name the phase in which a question is asked; nothing where it may be asked in several. [4.0]"""
    return str(PHASES.get(kind) or PHASES.get(kind.partition(".")[0], ""))


def ledgers(scene: NightScene) -> list[NightLedger]:
    """Return the sums that make up dice and firepower, each under what it is for."""
    question = scene.question
    if isinstance(question, AiJammedQuestion | TallyLookQuestion):
        return [_ledger(scene, _("Dice"), question.mods)]
    if isinstance(question, TallyFixedQuestion | TallyLookForQuestion):
        return [
            _ledger(scene, _("Dice for %(target)s") % {"target": words_of(scene, option)}, target.mods)
            for option, target in question.targets.items()
        ]
    if isinstance(question, CombatAttackQuestion):
        return [
            _ledger(scene, _("Firepower, %(guns)s") % {"guns": str(scene.words.label(gun)).lower()}, chances.mods)
            for gun, chances in question.guns.items()
        ]
    return []


def words_of(scene: NightScene, option: str) -> str:
    """Say an order of the question."""
    return scene.words.order(scene.kind, option, scene.question)


def hits(scene: NightScene) -> list[GunHits]:
    """Return in how many of 36 throws each gun makes how many hits. [11.0]"""
    guns = scene.question.guns if isinstance(scene.question, CombatAttackQuestion) else {}
    return [
        GunHits(scene.words.label(gun), [(one.hits, one.rolls) for one in data.chances]) for gun, data in guns.items()
    ]


def stakes(question: Question | None) -> list[str]:
    """Say what else decides: the value of a set, the extra dice of a look, how many hexes must be flown."""
    said = []
    match question:
        case RadarPlaceQuestion() | RadarSearchQuestion():
            said.append(_("Search value %(value)s.") % {"value": question.value})
        case UmpireSweepQuestion(value=int()):
            said.append(_("Search value %(value)s.") % {"value": question.value})
        case TallyLookQuestion():
            if question.cloud_die:
                said.append(_("Bright cloud: one more die [10.1.1]."))
            if question.view_die:
                said.append(_("Crew with a good view: one more die [10.1.1]."))
        case AiSearchQuestion():
            if question.jammed != "none":
                said.append(_("The radar is jammed. It first needs a 6 [S24.0]."))
        case CombatAttackQuestion():
            said.append(_("Well placed.") if question.good else _("Poorly placed [28.4]."))
        case FighterStepQuestion():
            if question.belt:
                belt = _("Row %(belt)s and beyond are the gun belt: it may not enter.")
                said.append(belt % {"belt": question.belt})
            if question.least > question.spent:
                said.append(_("Move at least %(least)s.") % {"least": question.least})
    return said


def _ledger(scene: NightScene, title: str, mods: Sequence[ModRow]) -> NightLedger:
    rows = [(scene.words.reason(reason, scene.question), rule, signed(value)) for reason, value, rule in mods]
    return NightLedger(title, sum(value for _reason, value, _rule in mods), rows)
