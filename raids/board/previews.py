"""Chances of an order before it is given: arithmetic from the charts, the viewer's own view and his question.

Hidden facts have no influence: a card that is not played yet, the kind and load of a raid, a raid's course in the wind.
Where the roll depends on open modifiers alone, the chance is exact.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bomber_command.charts.map import ENGLAND
from engine.bomber_command.questions import (
    AdgbQuestion,
    BoarQuestion,
    CardUnitQuestion,
    CardWindowQuestion,
    FlakDamageQuestion,
    GciQuestion,
    InfiltrationQuestion,
    IntruderAttackQuestion,
    LandingPatrolQuestion,
    RecoveryQuestion,
    ScramblePatrolQuestion,
    ScrambleQuestion,
    TameBoarQuestion,
)
from engine.bomber_command.rules.combat import strength_on, throws_reaching
from engine.bomber_command.rules.skies import light_mods_of, weather_value_of
from engine.bomber_command.state import FighterUnit
from engine.kernel.decisions import Question, parts_of
from engine.kernel.events import sum_of_mods
from play.games.text import QuestionT, Sentence
from play.pages.hexmap import Order
from play.utils.percent import as_percent
from raids.board.landing_odds import cost_of
from raids.board.roll_odds import Cell, ChartRows
from raids.board.scene import RaidScene, board_of

THROWS = 36


class OrderOdds(NamedTuple):
    """A chance, and what it is a chance of, unless the order's own note says that."""

    often: int
    of: int
    gain: Sentence = ""


BOMBERS = gettext_lazy("at least one bomber, before cards and hidden facts")
A_BOMBER = gettext_lazy("at least one bomber")
FIGHTERS = gettext_lazy("the unit loses aircraft")


def with_chances(orders: Sequence[Order], scene: RaidScene) -> list[Order]:
    """Return a question's orders, each with its chance where one roll and open modifiers decide it."""
    return [_one(order, scene) for order in orders]


def _one(order: Order, scene: RaidScene) -> Order:
    if order.get("state") == "closed":
        return order
    if isinstance(scene.question, ScrambleQuestion | RecoveryQuestion | TameBoarQuestion):
        read_cost = inside if isinstance(scene.question, TameBoarQuestion) else cost_of
        said = read_cost(order["value"], scene)
        return {**order, "note": said} if said and not order.get("note") else order
    read = BEFORE.get(type(scene.question)) if scene.question is not None else None
    odds = read(order["value"], scene) if read else None
    if odds is None:
        return order
    note = "; ".join(str(one) for one in (order.get("note"), odds.gain) if one)
    return {**order, **({"note": note} if note else {}), "chance": as_percent((odds.often, odds.of))}


# Public modifiers of a roll ------------------------------------------------------------------------------------------


def weather_over(scene: RaidScene, place: str) -> int:
    """Return what the weather over a hex, or of a zone, does to an attack."""
    return weather_value_of(scene.view.weather, scene.pack, board_of(scene), place)


def light(scene: RaidScene) -> int:
    """Return what visibility and moon, or twilight, do to an attack."""
    view = scene.view
    return sum_of_mods(light_mods_of(scene.pack, view.visibility, twilight=view.is_twilight, moon=view.moon))


def skies(scene: RaidScene, place: str) -> int:
    """Return what weather and light add to an attack. [3.4]"""
    return weather_over(scene, place) + light(scene)


def unit_of(scene: RaidScene, name: str) -> FighterUnit:
    """Return a unit of the view."""
    return next(unit for unit in scene.view.units if unit.id == name)


def strength_of(scene: RaidScene, name: str) -> int:
    """Return the combat strength of a unit of the view."""
    return strength_on(board_of(scene), unit_of(scene, name))


Row = Cell | tuple[Cell, ...]


def throws(rows: ChartRows, shift: int, counts: Callable[[Row], bool]) -> int:
    """Count the throws of two dice, of thirty-six, whose row of a chart is one that counts."""
    return sum(counts(rows[one + two + shift]) for one in range(1, 7) for two in range(1, 7))


def losses(row: Row) -> bool:
    """Say whether a row takes losses."""
    return bool(row[0] if isinstance(row, tuple) else row)


def harms(row: Row) -> bool:
    """Say whether a row does anything."""
    return any(row) if isinstance(row, tuple) else bool(row)


# The British side ----------------------------------------------------------------------------------------------------


def patrol_up(value: str, question: ScramblePatrolQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read a Patrol's attack on who takes off, or on the airfield. [9.2.4, 9.2.5]"""
    verb, *named = parts_of(value)
    if verb == "airfield":
        need = scene.pack.tables.airfield_attack.closes_at - int(named[0])
        return OrderOdds(min(6, max(0, 7 - need)), 6, _("the airfield is closed"))
    if verb != "attack":
        return None
    shift = int(named[0]) + skies(scene, board_of(scene).units[named[1]].hex)
    often = throws(scene.pack.tables.combat.gci, shift, harms)
    return OrderOdds(often, THROWS, _("the unit loses aircraft or is depleted"))


def british(scene: RaidScene, strength: int, place: str) -> OrderOdds:
    """Read a British attack that can only cost aircraft. [9.2.1]"""
    return OrderOdds(throws(scene.pack.tables.combat.gci, strength + skies(scene, place), losses), THROWS, FIGHTERS)


def patrol_down(value: str, question: LandingPatrolQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read a Patrol's attack on who lands, by the weather of the division; it depletes nobody. [9.2.4]"""
    verb, *named = parts_of(value)
    landings = question.landings
    return british(scene, int(named[0]), landings[named[1]]) if verb == "attack" and named[1] in landings else None


def adgb(value: str, question: AdgbQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read the attack on an intruder over England. [9.2.3, 12.2.3]"""
    verb, *_named = parts_of(value)
    return british(scene, scene.pack.tables.british_fighters.adgb, ENGLAND) if verb == "adgb" else None


def hunted(value: str, question: CardUnitQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read the attack of a roving fighter, which has depleted the unit already. [9.2.2]"""
    verb, *named = parts_of(value)
    if verb != "hunt" or not (place := unit_of(scene, named[0]).hex):
        return None
    uses = scene.pack.cards[question.card].uses
    strength = next((one.value for use in uses for one in use.does if one.effect == "fighter-attack"), None)
    return None if strength is None else british(scene, strength, place)


# The German side -----------------------------------------------------------------------------------------------------


def getting_in(value: str, question: InfiltrationQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read a try to get in; which way the raid flies in the wind is the British player's secret. [9.4.1]"""
    odds = question.tries.get(value)
    return OrderOdds(odds.inside, THROWS) if odds is not None and scene.view.wind is None else None


def fighter(scene: RaidScene, name: str, column: str, place: str) -> OrderOdds:
    """Read a nightfighter's attack from public facts. [9.7]"""
    rows = scene.pack.tables.combat.column(column)
    return OrderOdds(throws(rows, strength_of(scene, name) + skies(scene, place), losses), THROWS, BOMBERS)


def guided(value: str, question: GciQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read a GCI attack. [9.3]"""
    verb, *named = parts_of(value)
    return fighter(scene, named[0], "gci", question.hex) if verb == "gci" else None


def over_city(value: str, question: BoarQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read a Wild Boar attack of who is stacked on the city, and of who comes late. [9.5.1, 9.5.2]"""
    verb, *named = parts_of(value)
    if verb not in ("boar", "react"):
        return None
    stacked = verb == "boar" and unit_of(scene, named[0]).box == named[1]
    column = "wild_boar_stacked" if stacked else "wild_boar_late"
    return fighter(scene, named[0], column, board_of(scene).cities[named[1]].hex)


def over_england(value: str, question: IntruderAttackQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read an intruder's attack; once the bombers have fired they are warned. [12.2.4]"""
    verb, *named = parts_of(value)
    column = "tame_boar" if scene.view.alerted else "wild_boar_stacked"
    return fighter(scene, named[0], column, ENGLAND) if verb == "intrude" else None


def inside(value: str, scene: RaidScene) -> str:
    """Give the bounds of a Tame Boar attack: the place and weather of its raid are hidden. [9.4.4]"""
    verb, *named = parts_of(value)
    if verb != "attack":
        return ""
    values = [weather_over(scene, hex_) for hex_ in board_of(scene).grid if hex_ in board_of(scene).zone]
    rows, shift = scene.pack.tables.combat.tame_boar, strength_of(scene, named[0]) + light(scene)
    least, most = (as_percent((throws(rows, shift + value, losses), THROWS)) for value in (min(values), max(values)))
    if least == most:
        return _("%(gain)s: %(n)s in 100") % {"gain": BOMBERS, "n": least}
    return _("%(gain)s: %(least)s to %(most)s in 100, by the weather there") % {
        "gain": BOMBERS, "least": least, "most": most
    }  # fmt: skip


def damage(value: str, question: FlakDamageQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read an attack with a Flak Damage marker spent, and without. [9.8.4]"""
    shift = sum(mod.value for mod in question.modifiers)
    shift += scene.pack.tables.combat_values.flak_damage if value == "spend" else 0
    return _attack(question, scene, shift)


# Cards ---------------------------------------------------------------------------------------------------------------


def played(value: str, question: CardWindowQuestion, scene: RaidScene) -> OrderOdds | None:
    """Read the roll at which a card may be played, with the card and without it. [6.2.1]"""
    roll = ROLLS.get(question.window)
    if roll is None or value.startswith("hold:"):
        return None
    shift = (question.modifier or 0) + sum(mod.value for mod in question.modifiers)
    if value == "pass":
        return roll(question, scene, shift)
    _verb, name, number = parts_of(value)
    use = scene.pack.cards[name].uses[int(number)]
    added = [one.value for one in use.does if one.effect == "modify"]
    found = roll(question, scene, shift + sum(added)) if added else None
    risks = [one for one in use.does if one.effect == "flak-risk"]
    if found is None or not risks:
        return found
    own = as_percent((risks[0].value, risks[0].sides))
    return found._replace(
        gain=_("%(gain)s; its own flak costs it a fighter in %(n)s of 100") % {"gain": found.gain, "n": own}
    )


def _attack(question: CardWindowQuestion | FlakDamageQuestion, scene: RaidScene, shift: int) -> OrderOdds | None:
    if not question.column:
        return None
    return OrderOdds(throws(scene.pack.tables.combat.column(question.column), shift, losses), THROWS, A_BOMBER)


def _flak(question: CardWindowQuestion, scene: RaidScene, shift: int) -> OrderOdds:
    return OrderOdds(throws(scene.pack.tables.flak.rows, shift, losses), THROWS, A_BOMBER)


def _defence(question: CardWindowQuestion, scene: RaidScene, shift: int) -> OrderOdds:
    return OrderOdds(throws(scene.pack.tables.defensive_fire.rows, shift, losses), THROWS, FIGHTERS)


def _infiltration(question: CardWindowQuestion, scene: RaidScene, shift: int) -> OrderOdds:
    return OrderOdds(throws_reaching(scene.view.infiltration - shift), THROWS, _("the unit gets in"))


def _detection(question: CardWindowQuestion, scene: RaidScene, shift: int) -> OrderOdds:
    finds = ("detected", "clarified")
    rows = scene.pack.tables.detection.rows
    often = throws(rows, shift - scene.view.jamming, lambda row: row in finds)
    return OrderOdds(often, THROWS, _("the raids are detected"))


def _scramble(question: CardWindowQuestion, scene: RaidScene, shift: int) -> OrderOdds:
    board, charts = board_of(scene), scene.pack
    weather = scene.view.weather[board.zone[board.units[question.unit].hex]]
    rows = charts.tables.scramble.column(charts.weather[weather].column)
    return OrderOdds(throws(rows, shift, losses), THROWS, FIGHTERS)


def _marking(question: CardWindowQuestion, scene: RaidScene, shift: int) -> OrderOdds | None:
    if not question.modifiers:
        return None
    return OrderOdds(throws(scene.pack.tables.marking.drift, shift, lambda drift: not drift), THROWS, _("no drift"))


ROLLS: Mapping[str, Callable[[CardWindowQuestion, RaidScene, int], OrderOdds | None]] = {
    "attack": _attack,
    "defence": _defence,
    "detection": _detection,
    "flak": _flak,
    "infiltration": _infiltration,
    "marking": _marking,
    "scramble": _scramble,
}
"""The windows that come before a roll."""

OddsReader = Callable[[str, RaidScene], OrderOdds | None]


def before(
    kind: type[QuestionT], read: Callable[[str, QuestionT, RaidScene], OrderOdds | None]
) -> dict[type[Question], OddsReader]:
    """Return the entry of a question whose orders a function reads."""

    def reader(value: str, scene: RaidScene) -> OrderOdds | None:
        return read(value, scene.question, scene) if isinstance(scene.question, kind) else None

    return {kind: reader}


BEFORE: Mapping[type[Question], OddsReader] = {
    **before(AdgbQuestion, adgb),
    **before(FlakDamageQuestion, damage),
    **before(BoarQuestion, over_city),
    **before(CardUnitQuestion, hunted),
    **before(CardWindowQuestion, played),
    **before(GciQuestion, guided),
    **before(InfiltrationQuestion, getting_in),
    **before(IntruderAttackQuestion, over_england),
    **before(LandingPatrolQuestion, patrol_down),
    **before(ScramblePatrolQuestion, patrol_up),
}
