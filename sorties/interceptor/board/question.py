"""What stands between a question of a sortie and its orders: aims, ledgers of both sides, and what the deck holds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from engine.kernel.decisions import about, verb_of
from engine.kernel.events import Event
from play.games.boards import BoardScene
from play.games.text import GameText
from sorties.interceptor.board.previews import bars, with_chances
from sorties.interceptor.text import names as spoken
from sorties.interceptor.text.hints import HINTS, YEAR
from sorties.interceptor.text.orders import signed

SHOTS = ("fire", "burst", "rockets")
KEYS = {"break-off": "0", "hold": "h", "wingman": "w", "reflexes": "r", "bail-out": "j"}
"""Keys beside the digits, which belong to the aims."""
SHORT_AIMS = {
    "port-wing": pgettext_lazy("aim", "Port"),
    "airframe": pgettext_lazy("aim", "Airframe"),
    "starboard-wing": pgettext_lazy("aim", "Starboard"),
}
MAIN = {"box.order": "search", "sortie.take_off": "fly", "setup.skill": "done"}
"""The order that goes on, where the others turn back or wait; in a pass it is to fire."""


def ace_question(scene: BoardScene, orders: list[dict[str, Any]]) -> Mapping[str, Any]:
    """Return what the template of a question shows."""
    facts = scene.facts
    orders = with_chances(scene.kind, orders, facts)
    chances = facts.get("chances", {})
    drawn: dict[str, Any] = {
        "ledgers": [],
        "odds": [],
        "shots": [],
        "shut": [],
        "where": where(scene),
        "hint": hint(scene),
    }
    drawn["orders"] = [
        {**one, "state": "main"} if one["state"] == "open" and one["value"] == MAIN.get(scene.kind) else one
        for one in orders
        if one["state"] != "closed"
    ]
    drawn["shut"] = [one for one in orders if one["state"] == "closed"]
    drawn["elsewhere"] = scene.kind == "dispersal.spend"
    if scene.kind == "bomber.round":
        drawn["shots"] = shots(orders, left_of(scene))
        drawn["shut"] = [one for one in drawn["shut"] if verb(one) not in SHOTS]
        rest = [one for one in drawn["orders"] if verb(one) not in SHOTS]
        drawn["orders"] = [{**one, "key": KEYS.get(one["value"], "")} for one in rest]
        drawn["ledgers"] = [
            ledger(scene.words, "yours", _("You fire: hits"), facts["ours"]),
            ledger(scene.words, "theirs", _("They fire: hits"), facts["theirs"]),
        ]
        drawn["odds"] = [
            deck(chances["fire"], _("Your hits"), "ours", facts["cards"]["jam"]),
            deck(chances["return"], _("Their hits"), "theirs"),
        ]
    elif scene.kind == "fighter.round" and "enemy_cards" in facts:
        drawn["orders"] = [{**one, "turns_to": turned(one["value"], scene)} for one in drawn["orders"]]
        drawn["ledgers"] = [
            ledger(scene.words, "yours", _("Your position roll"), facts["ours"], facts["speed"]),
            ledger(scene.words, "theirs", _("Its position roll"), facts["theirs"], facts["enemy_speed"]),
        ]
        if facts["orientation"] >= 2:
            drawn["odds"].append(deck(chances["fire"], _("Your hits"), "ours", facts["cards"]["jam"]))
        if facts["orientation"] <= 2:
            drawn["odds"].append(deck(chances["theirs"], _("Its hits"), "theirs"))
    elif scene.kind in ("rival.card", "fighter.section") and "bomber" in facts:
        drawn["ledgers"] = [ledger(scene.words, "theirs", _("They fire: hits"), facts["theirs"])]
        drawn["odds"] = [deck(chances["return"], _("Their hits"), "theirs")]
    elif scene.kind in ("rival.card", "fighter.section") and facts["orientation"] <= 2 and not facts["leaving"]:
        drawn["odds"] = [deck(chances["theirs"], _("Its hits"), "theirs")]
    elif scene.kind in ("landing.forced", "landing.hurt") and "landing" in facts:
        drawn["ledgers"] = [
            ledger(scene.words, "theirs", _("Landing, low is good"), facts["landing"]),
            ledger(scene.words, "theirs", _("Jump, low is good"), facts["parachute"]),
        ]
    return drawn


def hint(scene: BoardScene) -> dict[str, Any] | None:
    """Return what a newcomer is told here: open where something is asked for the first time, folded ever after."""
    words = HINTS.get(scene.kind)
    career = next((one for one in scene.view["careers"] if one["seat"] == scene.viewer), None)
    if not words or not career:
        return None
    is_new = is_first(scene, career)
    year = is_new and (scene.kind.startswith("setup.") or scene.kind == "box.order")
    return {"words": words, "year": YEAR if year else "", "open": is_new}


def is_first(scene: BoardScene, career: Mapping[str, Any]) -> bool:
    """Whether he is asked such a thing for the first time: on his first sortie, and not again after its order."""
    flown = sum(line["kind"] == "flown" for line in career["log"])
    if scene.kind == "dispersal.spend":
        return flown == 1
    flight = career["flight"] or {}
    met = [one["is_bomber"] for one in flight.get("engagements", ())]
    asked_before: dict[str, Callable[[], bool]] = {
        "setup.skill": lambda: bool(career["skills"] or career["wingman"]["skills"]),
        "box.order": lambda: flight["box"] != entered(scene, career),
        "raid.approach": lambda: bool(met),
        "bomber.round": lambda: met.count(True) > 1 or flight["pass_number"] > 1 or flight["round"] > 0,
        "bomber.again": lambda: met.count(True) > 1 or flight["pass_number"] > 1,
        "fighter.round": lambda: met.count(False) > 1 or flight["round"] > 0,
        "escort.meet": lambda: False in met,
    }
    return not flown and not asked_before.get(scene.kind, lambda: False)()


def entered(scene: BoardScene, career: Mapping[str, Any]) -> int | None:
    """Return the box in which his raid is met. [4.6.3]"""
    series = scene.pack.models[career["plane"]["model"]].series
    track = scene.pack.tables.tracks.rows[career["zone"]][series]
    box: int | None = track.entry[scene.view["raid"]["zone"]]
    return box


def where(scene: BoardScene) -> str:
    """Say where in the sortie a question is asked."""
    career = next((one for one in scene.view["careers"] if one["seat"] == scene.viewer), scene.view["careers"][0])
    flight = career["flight"] or {}
    if scene.kind == "bomber.round":
        reach = spoken.REACHES[("long", "medium", "close")[scene.facts["reach"]]]
        return _("Pass %(number)s, %(range)s") % {"number": flight["pass_number"], "range": reach}
    if scene.kind == "fighter.round":
        return _("Dogfight, round %(number)s") % {"number": scene.facts["round"] + 1}
    if scene.kind.startswith("landing."):
        return _("The way home")
    if flight.get("stage") == "box" and not flight["end"]:
        return _("Box %(number)s") % {"number": flight["box"]}
    return _("Before the first sortie") if scene.kind.startswith("setup.") else _("Between sorties")


def verb(order: Mapping[str, Any]) -> str:
    """Return what an order does, without its aim."""
    return verb_of(str(order["value"]))


def shots(orders: list[dict[str, Any]], left: Mapping[str, str]) -> list[dict[str, Any]]:
    """Group the orders to fire by what is fired, one aim beside the other; a closed one keeps its row."""
    titles = {"fire": _("Fire"), "burst": _("Burst"), "rockets": _("Rockets")}
    rules = {"fire": "7.1.6", "burst": "7.1.13", "rockets": "7.1.14"}
    rows: list[dict[str, Any]] = []
    number = 0
    for what in SHOTS:
        row: dict[str, Any] = {"verb": what, "title": titles[what], "rule": rules[what], "aims": [], "closed": None}
        for order in orders:
            if verb(order) != what:
                continue
            if order["state"] == "closed":
                row["closed"] = order
                continue
            number += 1
            aim = about(order["value"])
            data = {"aim": aim, "short": str(SHORT_AIMS[aim]), "say": order["label"], "number": number}
            row["aims"].append({**order, **data, "left": left.get(aim, "") if what == "fire" else ""})
        if row["aims"] or row["closed"]:
            rows.append(row)
    return rows


def left_of(scene: BoardScene) -> dict[str, str]:
    """Return how many hits each aim can still take before it is lost. [7.1.6]"""
    career = next((one for one in scene.view["careers"] if one["seat"] == scene.viewer), scene.view["careers"][0])
    bomber = (career["flight"] or {}).get("bomber")
    if not bomber:
        return {}
    kind = scene.pack.tables.bombers.rows[bomber["type"]]
    left = {aim: getattr(kind, aim.replace("-", "_")) - bomber[aim.replace("-", "_")] for aim in SHORT_AIMS}
    return {aim: _("%(n)s to go") % {"n": number} for aim, number in left.items()}


def turned(order: str, scene: BoardScene) -> int | None:
    """Return the stop of the dial that a manoeuvre leads to for certain. [7.2.2.2, 10.6]"""
    table = scene.pack.tables.manoeuvres
    row = table.standard.get(order) or table.advanced.get(order)
    if row is None or "orientation" not in scene.facts:
        return None
    improve = row.agile if scene.facts.get("agile") and row.agile is not None else row.improve
    return min(4, int(scene.facts["orientation"]) + int(improve))


def ledger(words: GameText, whose: str, title: str, mods: list[Any], base: int | None = None) -> dict[str, Any]:
    """Return one side's sum with its parts; a base of speed stands first."""
    rows = [(words.reason(reason, {}), rule, signed(value)) for value, reason, rule in mods]
    if base is not None:
        rows.insert(0, (_("speed"), "7.2.2.7", str(base)))
    total = sum(mod[0] for mod in mods)
    return {
        "whose": whose,
        "title": title,
        "rows": rows or [(_("nothing changes the card"), "", "±0")],
        "sum": str(base + total) if base is not None else signed(total),
    }


def deck(chance: Mapping[str, int], title: str, whose: str, jam: int = 0) -> dict[str, Any]:
    """Return how many of the cards left give what, with what is added to them. [3.5.1]"""
    return {"title": title, "whose": whose, "bars": bars(chance), "cards": chance["of"], "jam": jam}


# What an opened line of the log begins with -------------------------------------------------------------------------

THEIRS = {"bomber.fires", "enemy.card", "enemy.defends"}
ZONES = {
    "attack.card": "attack",
    "enemy.card": "attack",
    "wingman.fighter": "attack",
    "card.flipped": "attack",
    "bomber.fires": "fire",
    "gunner.fires": "fire",
    "enemy.defends": "defence",
    "pilot.defends": "defence",
    "wingman.called": "wingman",
}


def ace_opened(event: Event, charts: Any, words: GameText) -> Mapping[str, Any]:
    """Return the card that an event flipped, with all its zones and the one in use."""
    number = event.data.get("card")
    face = charts.tables.cards.rows.get(number) if number else None
    if face is None:
        return {}
    zone = ZONES.get(event.kind, "")
    wingman = (
        face.wingman
        if isinstance(face.wingman, int)
        else {"busy": _("busy"), "spoil": _("spoils the shot"), "break": _("it breaks away")}[face.wingman]
    )
    attack = event.data.get("result") if zone == "attack" else None
    return {
        "number": number,
        "of": len(charts.tables.cards.rows),
        "whose": "theirs" if event.kind in THEIRS else "ours",
        "zones": [
            (_("Attack"), " ".join(map(str, face.hits)) if attack is None else attack, zone == "attack"),
            (_("Defensive fire"), face.fire, zone == "fire"),
            (_("Defence"), spoken.defence(face.defence, words), zone == "defence"),
            (_("Wingman"), wingman, zone == "wingman"),
            *([(_("A weapon jams"), "", False)] if face.jam else []),
        ],
    }


FOLLOWS = frozenset(
    {
        "bomber.attacked",
        "bomber.hit",
        "bomber.destroyed",
        "burst.rolled",
        "weapon.jam",
        "fighter.attacked",
        "fighter.hit",
        "fighter.destroyed",
        "interceptor.attacked",
        "interceptor.hit",
        "interceptor.tank",
        "interceptor.destroyed",
        "crew.spared",
        "crew.wounded",
        "blast",
        "target.rolled",
        "weather.rolled",
        "enemy.witnessed",
    }
)
"""What an attack, a shot or a roll brings about stands in its line of the log."""


EITHER = frozenset(
    {"attack", "blast", "card", "crew", "expert", "gunner", "interceptor", "weapon", "weapons", "wingman"}
)
"""Kinds of event that happen against bombers and against fighters."""


WAY_HOME = frozenset({"enemy.home", "enemy.witnessed"})
"""Events of an enemy that was left behind, bomber or fighter. [7.4.3]"""


def ace_chapter(event: Event, company: Sequence[Event]) -> tuple[str, str]:
    """Return the heading of an event in the log's margin, and under it the range or the position of the round."""
    kind = event.kind.partition(".")[0]
    fight = _fight(company)
    if kind in ("interception", "target", "random", "escort"):
        box = next((one.data["box"] for one in company if one.kind == "interception.rolled"), None)
        return (_("Box %(number)s") % {"number": box} if box else _("Interception")), ""
    if kind in ("bomber", "rockets", "burst", "position") or event.kind == "wingman.bomber":
        return _("Bombers"), _range(company)
    if event.kind in WAY_HOME:
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
    kinds = {event.kind.partition(".")[0] for event in company if event.kind not in WAY_HOME}
    if "bomber" in kinds:
        return _("Bombers"), _range(company)
    return (_("Dogfight"), _position(company)) if kinds & {"fighter", "enemy", "initiative", "duel"} else None


def _range(company: Sequence[Event]) -> str:
    reach = next((event.data["reach"] for event in company if event.data.get("reach")), "")
    return str(spoken.REACHES.get(reach, ""))


def _position(company: Sequence[Event]) -> str:
    rolled = [event.data["orientation"] for event in company if event.kind == "initiative.rolled"]
    return str(spoken.ORIENTATIONS.get(rolled[-1], "")) if rolled else ""
