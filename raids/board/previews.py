"""What an order may bring, before it is given: arithmetic from the charts, the viewer's own view and his question.

What the other side hides weighs nothing: a card that is not played yet, the sort of raid that is met and its load, a
raid's way in the wind. Where the roll hangs on no more than open modifiers the chance is exact.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bomber_command.charts.map import ENGLAND, ScenarioMap
from engine.bomber_command.charts.schema import CardUse
from engine.bomber_command.rules.combat import throws_reaching
from engine.kernel.decisions import parts_of
from play.games.boards import BoardScene
from play.utils.percent import as_percent
from raids.board.landing_odds import cost_of
from raids.board.map_layer import boards_of

THROWS = 36


class OrderOdds(NamedTuple):
    """A chance, and what it is a chance of, unless the order's own note says that."""

    often: int
    of: int
    gain: Any = ""


BOMBERS = gettext_lazy("a bomber or more, before cards and what is hidden")
A_BOMBER = gettext_lazy("a bomber or more")
FIGHTERS = gettext_lazy("the unit loses aircraft")


def with_chances(orders: Sequence[Mapping[str, Any]], scene: BoardScene) -> list[dict[str, Any]]:
    """Return a question's orders, each with its chance where one roll and open modifiers decide it."""
    return [_one(dict(order), scene) for order in orders]


def _one(order: dict[str, Any], scene: BoardScene) -> dict[str, Any]:
    if order.get("state") == "closed":
        return order
    if scene.kind in ("scramble", "recovery", "tame-boar.attack"):
        said = cost_of(order["value"], scene) if scene.kind != "tame-boar.attack" else inside(order["value"], scene)
        return order | {"note": said} if said and not order.get("note") else order
    read = BEFORE.get(scene.kind)
    odds = read(order["value"], scene) if read else None
    if odds is None:
        return order
    note = "; ".join(str(one) for one in (order.get("note"), odds.gain) if one)
    return order | ({"note": note} if note else {}) | {"chance": as_percent((odds.often, odds.of))}


# What modifies a roll, as it lies open -------------------------------------------------------------------------------


def board_of(scene: BoardScene) -> ScenarioMap:
    """Return the board of the night."""
    return boards_of(scene.pack)[scene.view["scenario"]]


def weather_over(scene: BoardScene, place: str) -> int:
    """Return what the weather over a hex, or of a zone, does to an attack. [3.4.2, 3.4.3]"""
    board, weather = board_of(scene), scene.pack.weather
    value: int = weather[scene.view["weather"][board.zone[place]]].value
    return min(value, weather["haze"].value) if place in board.ruhr else value


def light(scene: BoardScene) -> int:
    """Return what visibility and moon, or twilight, do to an attack. [3.4.4, 3.4.5, 12.1.2]"""
    view, values = scene.view, scene.pack.tables.visibility_values
    if view["twilight"] is not None and view["turn"] >= view["twilight"]:
        return int(values.twilight)
    seen = 0 if view["visibility"] == "moderate" else getattr(values, view["visibility"])
    return int(seen) + (int(values.moon) if view["moon"] else 0)


def skies(scene: BoardScene, place: str) -> int:
    """Return what weather and light add to an attack. [3.4]"""
    return weather_over(scene, place) + light(scene)


def unit_of(scene: BoardScene, name: str) -> Mapping[str, Any]:
    """Return a unit of the view."""
    return next(unit for unit in scene.view["units"] if unit["id"] == name)


def strength_of(scene: BoardScene, name: str) -> int:
    """Return a unit's combat strength on the side it shows. [2.2.2]"""
    row = board_of(scene).units[name]
    return int(row.depleted if unit_of(scene, name)["depleted"] or row.full is None else row.full)


def throws(rows: Any, shift: int, counts: Callable[[Any], bool]) -> int:
    """Count the throws of two dice, of thirty-six, whose row of a chart is one that counts."""
    return sum(counts(rows[one + two + shift]) for one in range(1, 7) for two in range(1, 7))


def losses(row: Any) -> bool:
    """Say whether a row takes losses."""
    return bool(row[0] if isinstance(row, (tuple, list)) else row)


# The British side ----------------------------------------------------------------------------------------------------


def patrol_up(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read a Patrol's attack on who takes off, or on the airfield. [9.2.4, 9.2.5]"""
    verb, *named = parts_of(value)
    if verb == "airfield":
        need = scene.pack.tables.airfield_attack.closes_at - int(named[0])
        return OrderOdds(min(6, max(0, 7 - need)), 6, _("the airfield is closed"))
    if verb != "attack":
        return None
    shift = int(named[0]) + skies(scene, board_of(scene).units[named[1]].hex)
    often = throws(scene.pack.tables.combat.gci, shift, any)
    return OrderOdds(often, THROWS, _("the unit loses aircraft or is depleted"))


def british(scene: BoardScene, strength: int, place: str) -> OrderOdds:
    """Read a British attack that can only cost aircraft. [9.2.1]"""
    return OrderOdds(throws(scene.pack.tables.combat.gci, strength + skies(scene, place), losses), THROWS, FIGHTERS)


def patrol_down(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read a Patrol's attack on who lands, by the weather of the division; it depletes nobody. [9.2.4]"""
    verb, *named = parts_of(value)
    landings = scene.facts.get("landings", {})
    return british(scene, int(named[0]), landings[named[1]]) if verb == "attack" and named[1] in landings else None


def adgb(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read the attack on an intruder over England. [9.2.3, 12.2.3]"""
    verb, *_named = parts_of(value)
    return british(scene, scene.pack.tables.british_fighters.adgb, ENGLAND) if verb == "adgb" else None


def hunted(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read the attack of a roving fighter, which has depleted the unit already. [9.2.2]"""
    verb, *named = parts_of(value)
    if verb != "hunt" or not (place := unit_of(scene, named[0])["hex"]):
        return None
    uses = scene.pack.cards[scene.facts["card"]].uses
    strength = next((one.value for use in uses for one in use.does if one.effect == "fighter-attack"), None)
    return None if strength is None else british(scene, strength, place)


# The German side -----------------------------------------------------------------------------------------------------


def getting_in(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read a try to get in; which way the raid flies in the wind is the British player's secret. [9.4.1]"""
    tries = scene.facts.get("tries", {})
    return OrderOdds(tries[value]["inside"], THROWS) if value in tries and scene.view["wind"] is None else None


def fighter(scene: BoardScene, name: str, column: str, place: str) -> OrderOdds:
    """Read a nightfighter's attack by what lies open. [9.7]"""
    rows = getattr(scene.pack.tables.combat, column)
    return OrderOdds(throws(rows, strength_of(scene, name) + skies(scene, place), losses), THROWS, BOMBERS)


def guided(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read a GCI attack. [9.3]"""
    verb, *named = parts_of(value)
    return fighter(scene, named[0], "gci", scene.facts["hex"]) if verb == "gci" else None


def over_city(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read a Wild Boar attack of who is stacked on the city, and of who comes late. [9.5.1, 9.5.2]"""
    verb, *named = parts_of(value)
    if verb not in ("boar", "react"):
        return None
    stacked = verb == "boar" and unit_of(scene, named[0])["box"] == named[1]
    column = "wild_boar_stacked" if stacked else "wild_boar_late"
    return fighter(scene, named[0], column, board_of(scene).cities[named[1]].hex)


def over_england(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read an intruder's attack; once the bombers have fired they are warned. [12.2.4]"""
    verb, *named = parts_of(value)
    column = "tame_boar" if scene.view["alerted"] else "wild_boar_stacked"
    return fighter(scene, named[0], column, ENGLAND) if verb == "intrude" else None


def inside(value: str, scene: BoardScene) -> str:
    """Say between what a Tame Boar attack lies: where its raid flies, and so in which weather, is not open. [9.4.4]"""
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


def damage(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read an attack with a Flak Damage marker spent, and without. [9.8.4]"""
    column = scene.facts.get("column")
    if not column:
        return None
    shift = sum(mod[1] for mod in scene.facts["modifiers"])
    shift += scene.pack.tables.combat_values.flak_damage if value == "spend" else 0
    return OrderOdds(throws(getattr(scene.pack.tables.combat, column), shift, losses), THROWS, A_BOMBER)


# Cards ---------------------------------------------------------------------------------------------------------------


def played(value: str, scene: BoardScene) -> OrderOdds | None:
    """Read the roll at which a card may be played as it then stands, and without a card as it stands now. [6.2.1]"""
    roll = ROLLS.get(scene.facts.get("window", ""))
    if roll is None or value.startswith("hold:"):
        return None
    shift = scene.facts.get("modifier", 0) + sum(mod[1] for mod in scene.facts.get("modifiers", ()))
    if value == "pass":
        return roll(scene, shift)
    _verb, name, number = parts_of(value)
    use: CardUse = scene.pack.cards[name].uses[int(number)]
    added = [one.value for one in use.does if one.effect == "modify"]
    found = roll(scene, shift + sum(added)) if added else None
    risks = [one for one in use.does if one.effect == "flak-risk"]
    if found is None or not risks:
        return found
    own = as_percent((risks[0].value, risks[0].sides))
    return found._replace(
        gain=_("%(gain)s; its own flak costs it a fighter in %(n)s of 100") % {"gain": found.gain, "n": own}
    )


def _attack(scene: BoardScene, shift: int) -> OrderOdds | None:
    column = scene.facts.get("column")
    if not column:
        return None
    return OrderOdds(throws(getattr(scene.pack.tables.combat, column), shift, losses), THROWS, A_BOMBER)


def _flak(scene: BoardScene, shift: int) -> OrderOdds:
    return OrderOdds(throws(scene.pack.tables.flak.rows, shift, losses), THROWS, A_BOMBER)


def _defence(scene: BoardScene, shift: int) -> OrderOdds:
    return OrderOdds(throws(scene.pack.tables.defensive_fire.rows, shift, losses), THROWS, FIGHTERS)


def _infiltration(scene: BoardScene, shift: int) -> OrderOdds:
    return OrderOdds(throws_reaching(scene.view["infiltration"] - shift), THROWS, _("the unit gets in"))


def _detection(scene: BoardScene, shift: int) -> OrderOdds:
    finds: Iterable[str] = ("detected", "clarified")
    rows = scene.pack.tables.detection.rows
    often = throws(rows, shift - scene.view["jamming"], lambda row: row in finds)
    return OrderOdds(often, THROWS, _("the raids are detected"))


def _scramble(scene: BoardScene, shift: int) -> OrderOdds:
    board, charts = board_of(scene), scene.pack
    weather = scene.view["weather"][board.zone[board.units[scene.facts["unit"]].hex]]
    rows = charts.tables.scramble.column(charts.weather[weather].column)
    return OrderOdds(throws(rows, shift, losses), THROWS, FIGHTERS)


def _marking(scene: BoardScene, shift: int) -> OrderOdds | None:
    if "modifiers" not in scene.facts:
        return None
    return OrderOdds(throws(scene.pack.tables.marking.drift, shift, lambda drift: not drift), THROWS, _("no drift"))


ROLLS: Mapping[str, Callable[[BoardScene, int], OrderOdds | None]] = {
    "attack": _attack,
    "defence": _defence,
    "detection": _detection,
    "flak": _flak,
    "infiltration": _infiltration,
    "marking": _marking,
    "scramble": _scramble,
}
"""The windows that come before a roll."""

BEFORE: Mapping[str, Callable[[str, BoardScene], OrderOdds | None]] = {
    "adgb": adgb,
    "attack.damage": damage,
    "boar.declare": over_city,
    "card.unit": hunted,
    "card.window": played,
    "gci.unit": guided,
    "infiltrate": getting_in,
    "intruder.attack": over_england,
    "patrol.recovery": patrol_down,
    "patrol.scramble": patrol_up,
}
