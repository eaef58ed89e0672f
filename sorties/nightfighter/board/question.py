"""A question of a night: its orders with their chances, as buttons, as hexes of the map or as a list, and its sums."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.decisions import parts_of
from play.games.boards import BoardContext, BoardScene
from play.pages.parts import plain_facts, signed
from sorties.nightfighter.board.flight_paths import flight_paths
from sorties.nightfighter.board.previews import with_chances
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


def night_question(scene: BoardScene, orders: list[dict[str, Any]]) -> BoardContext:
    """Return what the question's template shows."""
    orders = with_chances(orders, scene.facts)
    at_hexes = [order for order in orders if parts_of(order["value"])[0] == "hex"]
    is_folded = len(at_hexes) > MANY and "contacts" in scene.view
    rest = {name: value for name, value in scene.words.unspoken(scene.facts).items() if name not in DRAWN}
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
        "stakes": stakes(scene.facts),
    }


def phase_of(kind: str) -> str:
    """Name the phase in which a question is asked; nothing where it may be asked in several. [4.0]"""
    return str(PHASES.get(kind) or PHASES.get(kind.partition(".")[0], ""))


def ledgers(scene: BoardScene) -> list[dict[str, Any]]:
    """Return the sums that make up dice and firepower, each under what it is for."""
    facts = scene.facts
    found = [_ledger(scene, _("Dice"), facts["mods"])] if "mods" in facts else []
    for option, target in facts.get("targets", {}).items():
        title = _("Dice for %(target)s") % {"target": scene.words.order(scene.kind, option, facts)}
        found.append(_ledger(scene, title, target["mods"]))
    for gun, data in facts.get("guns", {}).items():
        title = _("Firepower, %(guns)s") % {"guns": str(scene.words.label(gun)).lower()}
        found.append(_ledger(scene, title, data["mods"]))
    return found


def hits(scene: BoardScene) -> list[dict[str, Any]]:
    """Return in how many of 36 throws each gun makes how many hits. [11.0]"""
    return [
        {"guns": scene.words.label(gun), "rows": [(one["hits"], one["rolls"]) for one in data["chances"]]}
        for gun, data in scene.facts.get("guns", {}).items()
    ]


def stakes(facts: Mapping[str, Any]) -> list[str]:
    """Say what else decides: the value of a set, the extra dice of a look, how many hexes must be flown."""
    said = []
    if "value" in facts:
        said.append(_("Search value %(value)s.") % facts)
    if facts.get("cloud_die"):
        said.append(_("One die more counts against bright cloud [10.1.1]."))
    if facts.get("view_die"):
        said.append(_("One die more counts for a crew with a good view [10.1.1]."))
    if facts.get("jammed", "none") != "none":
        said.append(_("Its radar is jammed: a 6 first [S24.0]."))
    if "good" in facts:
        said.append(_("Well placed.") if facts["good"] else _("Poorly placed [28.4]."))
    if facts.get("belt"):
        said.append(_("The gun belt is closed to it: row %(belt)s and all beyond.") % facts)
    if facts.get("least", 0) > facts.get("spent", 0):
        said.append(_("It must fly %(least)s.") % facts)
    return said


def _ledger(scene: BoardScene, title: str, mods: Any) -> dict[str, Any]:
    return {
        "title": title,
        "sum": sum(value for _reason, value, _rule in mods),
        "rows": [(scene.words.reason(reason, scene.facts), rule, signed(value)) for reason, value, rule in mods],
    }
