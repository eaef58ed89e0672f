"""What the last roll did, as one event: own fire and return fire side by side, where each hit fell, and its moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from engine.interceptor.state import MONTHS
from engine.kernel.events import Draw, Event
from play.games.boards import BoardScene, is_roll
from play.games.text import GameText
from sorties.interceptor.board import highlights
from sorties.interceptor.board.aircraft_text import model_flown, words_aboard
from sorties.interceptor.board.question import ace_chapter, ace_opened
from sorties.interceptor.text import names as spoken
from sorties.interceptor.text.against_fighters import effect_of
from sorties.interceptor.text.damage import hits as hits_said
from sorties.interceptor.text.damage import tank
from sorties.interceptor.text.orders import signed

OURS, THEIRS = "ours", "theirs"
BEGINS = {
    "attack.card": OURS,
    "card.flipped": OURS,
    "rockets.fired": OURS,
    "gunner.fires": OURS,
    "pilot.defends": OURS,
    "pilot.manoeuvres": OURS,
    "pilot.disengages": OURS,
    "wingman.bomber": OURS,
    "wingman.fighter": OURS,
    "wingman.called": OURS,
    "bomber.fires": THEIRS,
    "enemy.card": THEIRS,
    "enemy.defends": THEIRS,
    "enemy.disengages": THEIRS,
}
"""What begins an action of either side; the rest of an order goes on with one of them."""
GOES_ON = {
    "bomber.attacked": OURS,
    "bomber.hit": OURS,
    "bomber.destroyed": OURS,
    "fighter.attacked": OURS,
    "fighter.hit": OURS,
    "fighter.destroyed": OURS,
    "burst.rolled": OURS,
    "weapon.jam": OURS,
    "weapons.jammed": OURS,
    "interceptor.attacked": THEIRS,
    "interceptor.hit": THEIRS,
    "interceptor.tank": THEIRS,
    "interceptor.destroyed": THEIRS,
    "crew.spared": THEIRS,
    "crew.wounded": THEIRS,
    "blast": THEIRS,
    "sixth.sense": THEIRS,
}
FIRES = {"attack.card", "card.flipped", "rockets.fired", "gunner.fires", "wingman.bomber", "wingman.fighter"} | {
    "bomber.fires",
    "enemy.card",
}
ALONE, BESIDE = 4, 1
"""How many further throws stand in the strip by themselves, and below an exchange; all of them stand in the log."""
DEFENDS = {"pilot.defends", "pilot.manoeuvres", "enemy.defends"}
HITS = {"bomber.hit", "fighter.hit", "interceptor.hit"}
BY = {"gunner.fires": "gunner", "wingman.bomber": "wingman", "wingman.fighter": "wingman"}
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
    """How many of them are marked then, and of how many."""
    lost: bool = False


@dataclass
class Action:
    """What one side did: its card or dice, the sum, and each hit."""

    kind: str
    title: str
    about: str = ""
    says: str = ""
    """What it came to, where that is no number of hits."""
    rule: str = ""
    card: Mapping[str, Any] | None = None
    dice: Sequence[Draw] = ()
    parts: list[tuple[str, str]] = field(default_factory=list)
    """What the total is made of: a figure and what it is."""
    hits: int | None = None
    total: str = ""
    rows: list[HitRow] = field(default_factory=list)


def last_roll(scene: BoardScene, career: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what the last order that threw or drew anything did, nothing before the first."""
    order = next((order for order in reversed(scene.told) if any(map(is_roll, order))), None)
    if order is None:
        return None
    order = [event for event in order if event.data.get("seat", career["seat"]) == career["seat"]] or list(order)
    aboard = words_aboard(scene.words, scene.pack, model_flown(scene.view, career, MONTHS.index(scene.view["month"])))
    scene = replace(scene, words=aboard)
    sides = sort_events(order, scene)
    count(sides, order, career, scene.pack)
    others = [said(event, scene.words) for event in order if _stands_alone(event)]
    moment = highlights.of(order, career, scene.words)
    fights = bool(sides[OURS] or sides[THEIRS])
    return {
        "where": where(order, scene.words),
        "moment": moment,
        "heading": "" if moment else _plainly(sides),
        "sides": [(whose, actions) for whose, actions in sides.items() if actions],
        "others": [one for one in others if one["dice"]][:BESIDE] if fights else others[:ALONE],
        "fights": fights,
    }


def sort_events(order: Sequence[Event], scene: BoardScene) -> dict[str, list[Action]]:
    """Sort the events of an order by side and action."""
    sides: dict[str, list[Action]] = {OURS: [], THEIRS: []}
    waiting: list[Event] = []
    for event in order:
        if event.kind in BEGINS:
            side = sides[BEGINS[event.kind]]
            action = begun(event, scene)
            if side and side[-1].kind == "card.flipped" and event.kind == "attack.card":
                side.pop()
            side.append(action)
            if event.kind in FIRES:
                for early in waiting:
                    go_on(action, early, scene)
                waiting = []
        elif event.kind in GOES_ON and event.data.get("by") != "flak":
            action_ = _fire_of(sides[GOES_ON[event.kind]], event)
            if action_ is None:
                waiting.append(event)
            else:
                go_on(action_, event, scene)
    for event in waiting:
        # Nobody's fire: an engine that fails, the blast of another's bombs, a step to the side of the box.
        side = sides[GOES_ON[event.kind]]
        if not side or side[-1].kind != "other":
            side.append(Action("other", _("He is hit") if side is sides[THEIRS] else _("It is hit")))
        go_on(side[-1], event, scene)
    return sides


def _fire_of(side: list[Action], event: Event) -> Action | None:
    """Return whose fire an event goes on with: the last, or that of the man it names."""
    by = event.data.get("by", "")
    fired = [action for action in side if action.kind in FIRES]
    if event.kind == "burst.rolled":
        return None
    named = [action for action in fired if BY.get(action.kind, "pilot") == by] if by else []
    return (named or fired or [None])[-1]  # type: ignore[list-item]


def begun(event: Event, scene: BoardScene) -> Action:
    """Return the action that an event begins, with its card and the figure that it gives."""
    data = event.data
    enemy = str(data.get("enemy", ""))
    titles = {
        "attack.card": _("You fired"),
        "card.flipped": _("You fired"),
        "rockets.fired": _("Your rockets"),
        "gunner.fires": _("Your rear gunner fired"),
        "pilot.defends": _("You flew by the card"),
        "pilot.manoeuvres": _("You flew a manoeuvre"),
        "pilot.disengages": _("You tried to get away"),
        "wingman.bomber": _("Your wingman attacked"),
        "wingman.fighter": _("Your wingman fired"),
        "wingman.called": _("Your wingman"),
        "bomber.fires": _("They fired"),
        "enemy.card": _("The %(enemy)s fired"),
        "enemy.defends": _("The enemy evaded"),
        "enemy.disengages": _("The enemy tried to get away"),
    }
    action = Action(event.kind, titles[event.kind] % {"enemy": enemy}, rule=event.rule)
    action.card, action.dice = card_of(event, scene), _thrown(event)
    if event.kind in ("attack.card", "enemy.card"):
        action.parts.append((str(data["result"]), _("card")))
        action.hits, action.total = _as_hits(data["result"])
    elif event.kind == "bomber.fires":
        action.parts.append((str(data["fire"]), _("card")))
    elif event.kind in DEFENDS:
        name = spoken.defence(data["name"], scene.words) if data.get("name") else ""
        effect = effect_of(data)
        action.says = f"{name}: {effect}" if name else effect
    elif event.kind not in FIRES or event.kind == "card.flipped" or not data.get("hits"):
        action.says = scene.words.event(event)
    if event.kind in FIRES and "hits" in data:
        _sum(action, event, scene.words)
    return action


def go_on(action: Action, event: Event, scene: BoardScene) -> None:
    """Add to an action what its fire came to, a hit, or something else that it brought about."""
    if event.kind in ("bomber.attacked", "fighter.attacked", "interceptor.attacked"):
        _sum(action, event, scene.words)
        if event.data.get("group"):
            action.total = _("a group of hits")
        if event.kind == "bomber.attacked":
            aim, reach = event.data["aim"], event.data["reach"]
            action.about = _("at the %(aim)s") % {"aim": spoken.AIMS.get(aim, aim)}
            action.about += f", {spoken.REACHES.get(reach, reach)}"
    elif event.kind in HITS:
        action.rows.append(hit(event, scene))
    else:
        lost = event.kind.endswith(".destroyed") or event.kind == "crew.wounded"
        action.rows.append(HitRow(scene.words.event(event), _thrown(event), lost=lost))


def hit(event: Event, scene: BoardScene) -> HitRow:
    """Say where one hit fell."""
    data, dice = event.data, _thrown(event)
    part, words = str(data["part"]), scene.words
    if event.kind == "fighter.hit":
        words = spoken.of_fighter(words, data["enemy"])
    if not data["effect"]:
        text = _("%(part)s: no harm") % {"part": spoken.part(part, words)}
    elif part == "fuel":
        text = tank(data.get("detail", "")).rstrip(".")
    elif part in ("bomb-bay", "cockpit", "crew", "gunner"):
        text = scene.words.event(event).rstrip(".")
    elif part in SYSTEMS or part.startswith("weapon-"):
        text = _("%(part)s out") % {"part": system(event, scene)}
    else:
        text = spoken.part(part, words)
    return HitRow(text, dice, boxes_of(event) if data["effect"] else "", lost=bool(data.get("destroyed")))


def system(event: Event, scene: BoardScene) -> str:
    """Name what was knocked out; a weapon of his own by its type."""
    part = str(event.data["part"])
    if part.startswith("weapon-") and event.kind == "interceptor.hit":
        career = next((one for one in scene.view["careers"] if one["seat"] == event.data["seat"]), None)
        guns = scene.pack.models[career["plane"]["model"]].guns if career else ()
        if int(part[-1]) <= len(guns):
            return str(guns[int(part[-1]) - 1].weapon)
    return spoken.part(part, scene.words)


def count(sides: Mapping[str, list[Action]], order: Sequence[Event], career: Mapping[str, Any], charts: Any) -> None:
    """Say beside each hit how many boxes of its part are marked then, by what stands on the board now."""
    flight = career["flight"] or {}
    enemy = flight.get("bomber") or flight.get("fighter") or {}
    met = [event.data.get("enemy") for event in order if event.kind in HITS and "enemy" in event.data]
    targets = {THEIRS: career["plane"], OURS: enemy if enemy and set(met) <= {enemy["type"]} else None}
    for whose, target in targets.items():
        if not target:
            continue
        later: dict[str, int] = {}
        for row in reversed([row for action in sides[whose] for row in action.rows if row.marks]):
            marked = _marked(target, row.marks) - later.get(row.marks, 0)
            later[row.marks] = later.get(row.marks, 0) + 1
            if marked > 0:
                row.reached = (marked, capacity(target, row.marks, charts))


def capacity(target: Mapping[str, Any], name: str, charts: Any) -> int:
    """Return how many boxes a part has."""
    if "model" in target:
        kind = charts.models[target["model"]]
    else:
        kind = charts.tables.bombers.rows.get(target["type"]) or charts.foes[target["type"]]
    return int(kind.engine if name.startswith("engine_") else getattr(kind, name))


def boxes_of(event: Event) -> str:
    """Name the boxes that a hit marks, nothing for a system."""
    part = str(event.data["part"])
    if part in ENGINES:
        return f"engine_{ENGINES[part]}"
    if part == "bomb-bay" and event.data.get("detail") == "empty":
        return "airframe"
    return part.replace("-", "_") if part in ("port-wing", "starboard-wing", "airframe", "controls") else ""


def _marked(target: Mapping[str, Any], name: str) -> int:
    if name.startswith("engine_"):
        engines = target["engines"]
        return int(engines[min(int(name[-1]), len(engines) - 1)])
    return int(target[name])


def _sum(action: Action, event: Event, words: GameText) -> None:
    """Write down what changed the figure of the card, and what it came to."""
    action.parts += [(signed(mod.value), words.reason(mod.reason, event.data)) for mod in event.mods]
    hits = event.data.get("hits")
    if hits is not None:
        action.hits, action.total = _as_hits(hits)


def _as_hits(result: Any) -> tuple[int | None, str]:
    """Return the number of hits, and say it."""
    return (result if isinstance(result, int) else None), hits_said(result)


def card_of(event: Event, scene: BoardScene) -> dict[str, Any] | None:
    """Return the card that was flipped: its number, how many there are, and the zone that was read."""
    drawn = ace_opened(event, scene.pack, scene.words)
    if not drawn:
        return None
    zone = next((one for one in drawn["zones"] if one[2]), None)
    return {
        "number": drawn["number"],
        "of": drawn["of"],
        "zone": zone[0] if zone else "",
        "value": zone[1] if zone else "",
    }


def _thrown(event: Event) -> list[Draw]:
    """Return the dice of an event, without the place of the card in its pile."""
    return [draw for draw in event.dice if "deck/" not in draw.stream]


def _stands_alone(event: Event) -> bool:
    return (
        event.kind not in BEGINS
        and event.kind not in GOES_ON
        and (is_roll(event) or event.kind in highlights.HIGHLIGHTS)
    )


def said(event: Event, words: GameText) -> dict[str, Any]:
    """Say an event that belongs to no side, with its dice and what was added to them."""
    mods = [(signed(mod.value), words.reason(mod.reason, event.data)) for mod in event.mods]
    return {"sentence": words.event(event), "dice": _thrown(event), "mods": mods, "rule": event.rule}


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
