"""What an order brought about that changes the year: a victory, a wound, an aircraft or an engine lost, a death."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.interceptor.state import SCORED
from engine.kernel.events import Event
from play.games.text import GameText

HIGHLIGHTS = {"pilot.killed", "interceptor.down", "bomber.down", "fighter.down"}
LOST = {"interceptor.destroyed", "interceptor.down"}
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


def of(order: Sequence[Event], career: Mapping[str, Any], words: GameText) -> dict[str, Any] | None:
    """Return the sentence of an order's moment, whose it is, and the tally; nothing where there was none."""
    won, lost = victory(order, career, words), harm(order, career)
    if won is None and not lost:
        return None
    sentences = [won["sentence"]] if won else []
    sentences += [format_html("{}", lost)] if lost else []
    return {
        "sentence": mark_safe(" ".join(sentences)),  # noqa: S308 - each part is escaped
        "whose": "ours" if won else "theirs",
        "tally": tally(career, won) if won and won["his"] else [],
        "aboard": _("Ten men were aboard.") if won and won["crew"] == ABOARD else "",
    }


def victory(order: Sequence[Event], career: Mapping[str, Any], words: GameText) -> dict[str, Any] | None:
    """Return the aircraft that the order brought down, and whose victory it is."""
    for event in order:
        data = event.data
        if event.kind in ("bomber.hit", "fighter.hit", "bomber.destroyed", "fighter.destroyed"):
            cause = data.get("destroyed") or ("destroyed" if event.kind.endswith(".destroyed") else "")
            by = data.get("by", "pilot")
        elif event.kind in ("bomber.down", "fighter.down"):
            cause, by = data["cause"], data["credit"]
        elif event.kind == "enemy.witnessed" and data["seen"]:
            cause, by = "home", data["credit"]
        elif event.kind == "wingman.bomber" and data.get("result") == "destroyed":
            cause, by = "destroyed", "wingman"
        else:
            continue
        if cause:
            enemy = str(data.get("enemy") or _enemy(order))
            if cause == "engines" and _has_one_engine(enemy, words):
                cause = "engine"
            return _won(enemy, cause, by, career, is_bomber=_is_bomber(event, career))
    return None


def _has_one_engine(enemy: str, words: GameText) -> bool:
    foe = words.charts.foes.get(enemy) if words.charts is not None else None
    return foe is not None and foe.engines == 1


def _enemy(order: Sequence[Event]) -> str:
    return next((str(event.data["enemy"]) for event in order if event.data.get("enemy")), "")


def _is_bomber(event: Event, career: Mapping[str, Any]) -> bool:
    """Say whether it is a bomber; of one that crashed on its way home the sheet knows it."""
    if event.kind != "enemy.witnessed":
        return event.kind.startswith("bomber.") or event.kind == "wingman.bomber"
    met = (career["flight"] or {}).get("engagements", ())
    return any(fight["is_bomber"] for fight in met if fight["enemy"] == event.data["enemy"])


def _won(enemy: str, cause: str, by: str, career: Mapping[str, Any], *, is_bomber: bool) -> dict[str, Any]:
    fate = str(FATES.get(cause, gettext_lazy("The %(enemy)s is destroyed outright.")))
    ringed = format_html('<span class="ringed">{}</span>', enemy)
    first: SafeString = mark_safe(fate % {"enemy": ringed})  # noqa: S308 - the name is escaped, the rest is ours
    number = score(career)
    if by == "pilot":
        nth = str(NTH[number - 1]) if number <= len(NTH) else _("Victory number %(n)s.") % {"n": number}
    else:
        nth = _("The victory is his wingman’s.") if by == "wingman" else _("The victory is his rear gunner’s.")
    return {
        "sentence": f"{first} {nth}",
        "his": by == "pilot",
        "crew": ABOARD if is_bomber else 1,
        "is_bomber": is_bomber,
    }


def score(career: Mapping[str, Any]) -> int:
    """Count his victories with those of the sortie under way, which the sheet gets only after it."""
    return len(victories(career))


def victories(career: Mapping[str, Any]) -> list[bool]:
    """Return his victories in order, whether each was a bomber, with those of the sortie under way."""
    flight = career["flight"] or {}
    won = [True] * career["start_bombers"] + [False] * career["start_fighters"]
    won += [letter == "b" for letter in career["kill_order"]]
    if career["stage"] == "air":
        for fight in flight.get("engagements", ()):
            if fight["result"] in SCORED and fight["credit"] == "pilot":
                won.append(bool(fight["is_bomber"]))
        for name in ("bomber", "fighter"):
            target = flight.get(name)
            if target and target["destroyed"] and target["killer"] == "pilot":
                won.append(name == "bomber")
    return won


def tally(career: Mapping[str, Any], won: Mapping[str, Any] | None = None) -> list[dict[str, bool]]:
    """Return one square for each victory, full for a bomber; the last is the one just won."""
    squares = victories(career)[-24:]
    return [{"bomber": bomber, "new": won is not None and n == len(squares) - 1} for n, bomber in enumerate(squares)]


def harm(order: Sequence[Event], career: Mapping[str, Any]) -> str:
    """Say the worst that the order did to him."""
    flight = career["flight"] or {}
    said: list[tuple[int, str]] = []
    for event in order:
        data = event.data
        if event.kind == "pilot.killed" or (event.kind == "landing.rolled" and data["result"] == "killed"):
            said.append((9, _("He is killed.")))
        elif event.kind == "crew.wounded" and data["who"] == "pilot":
            said.append(({"LW": 4, "SW": 6, "KIA": 9}[data["now"]], str(WOUNDS[data["now"]])))
        elif event.kind == "crew.wounded":
            said.append((2, _("His rear gunner is hit.")))
        elif event.kind in LOST or (event.kind == "interceptor.hit" and data["destroyed"]):
            said.append((7, _("His aircraft is lost.")))
        elif event.kind == "interceptor.tank":
            tanks = {"leak": (3, _("His fuel tank leaks.")), "fire": (7, _("His aircraft burns."))}
            said.append(tanks.get(data["result"], (8, _("His aircraft explodes."))))
        elif event.kind == "interceptor.hit" and data["effect"]:
            said += _system(str(data["part"]), str(flight.get("escaping", "")))
    return max(said, key=lambda one: one[0])[1] if said else ""


def _system(part: str, escaping: str) -> list[tuple[int, str]]:
    if part.endswith("-engine") and escaping == "engines":
        return [(6, _("His engine is out: he can only glide down."))]
    if part.endswith("-engine") and escaping == "engine":
        return [(5, _("He has lost an engine, and has to go home."))]
    return [(3, _("His oxygen is gone: he has to go home."))] if part == "oxygen" else []
