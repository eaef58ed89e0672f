"""What each order would bring, in counts of throws or of cards left: from the facts that the engine lays out."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from engine.kernel.decisions import verb_of

GOOD, BAD, PLAIN = "ours", "theirs", "plain"
OUTCOMES: dict[str, tuple[Any, str]] = {
    "yes": (pgettext_lazy("chance", "succeeds"), GOOD),
    "no": (pgettext_lazy("chance", "fails"), PLAIN),
    "safe": (pgettext_lazy("chance", "safe"), GOOD),
    "injured": (pgettext_lazy("chance", "hurt"), BAD),
    "rough": (pgettext_lazy("chance", "rough"), BAD),
    "crash": (pgettext_lazy("chance", "crash"), BAD),
    "killed": (pgettext_lazy("chance", "killed"), BAD),
    "bombers": (pgettext_lazy("chance", "bombers"), GOOD),
    "fighters": (pgettext_lazy("chance", "fighters"), BAD),
    "event": (pgettext_lazy("chance", "an event"), PLAIN),
    "nothing": (pgettext_lazy("chance", "nothing"), PLAIN),
    "hits": (pgettext_lazy("chance", "he hits"), GOOD),
    "destroyed": (pgettext_lazy("chance", "he destroys it"), GOOD),
    "misses": (pgettext_lazy("chance", "he misses"), PLAIN),
    "damaged": (pgettext_lazy("chance", "he is hit"), BAD),
    "lost": (pgettext_lazy("chance", "he is lost"), BAD),
    "attacks": (pgettext_lazy("chance", "he attacks"), GOOD),
    "breaks": (pgettext_lazy("chance", "it breaks away"), GOOD),
    "spoils": (pgettext_lazy("chance", "he spoils the shot"), GOOD),
    "busy": (pgettext_lazy("chance", "he is busy"), PLAIN),
    "gains": (pgettext_lazy("chance", "gains a place"), GOOD),
    "ends": (pgettext_lazy("chance", "ends the fight"), GOOD),
    "stays": (pgettext_lazy("chance", "no change"), PLAIN),
    "loses": (pgettext_lazy("chance", "loses a place"), BAD),
}
"""What a throw or a card may bring, in the order in which it is said, and whose good it is."""
AVOIDS = {
    "all": pgettext_lazy("hits avoided", "all"),
    "3": pgettext_lazy("hits avoided", "three"),
    "2": pgettext_lazy("hits avoided", "two"),
    "1": pgettext_lazy("hits avoided", "one"),
    "0": pgettext_lazy("hits avoided", "none"),
}
RESULTS = (*map(str, range(13)), "GP", "DE")
WIDE = 240
"""How wide the strip of an order is drawn."""


def strip(chance: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the shares of a chance as a strip of one bar."""
    at, shares = 0.0, []
    for name, (_word, tone) in OUTCOMES.items():
        if ways := chance.get(name, 0):
            width = WIDE * ways / chance["of"]
            shares.append({"x": round(at, 1), "width": round(width, 1), "tone": tone})
            at += width
    return shares


def said(chance: Mapping[str, int]) -> str:
    """Say what may come, each with its count."""
    return " · ".join(f"{word} {chance[name]}" for name, (word, _tone) in OUTCOMES.items() if chance.get(name))


def of_dice(chance: Mapping[str, int], *good: str) -> dict[str, Any]:
    """Say the chance of an order that one throw decides."""
    wins = sum(chance.get(name, 0) for name in good)
    certain = _("certain") if wins == chance["of"] else ""
    words = "" if set(chance) <= {"yes", "no", "of"} else said(chance)
    figure = certain or _("%(n)s in %(of)s") % {"n": wins, "of": chance["of"]}
    return {"figure": figure, "strip": strip(chance), "words": words}


def of_search(chance: Mapping[str, int]) -> dict[str, Any]:
    """Say what may be met in a box."""
    return {"figure": "", "strip": strip(chance), "words": _of(said(chance), chance["of"])}


def _of(words: str, number: int) -> str:
    return _("%(words)s; of %(of)s throws") % {"words": words, "of": number}


def _of_cards(words: str, number: int) -> str:
    return _("%(words)s; of %(of)s cards left") % {"words": words, "of": number}


def of_defence(chance: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """Say what flying by the card avoids, and what it does to the position."""
    avoids, moves = chance["avoids"], chance["moves"]
    words = [f"{word} {avoids[name]}" for name, word in AVOIDS.items() if avoids.get(name)]
    data = _("your card avoids %(hits)s; %(moves)s") % {"hits": " · ".join(words), "moves": said(moves)}
    return {"figure": "", "strip": strip(moves), "words": _of_cards(data, avoids["of"])}


def of_call(chance: Mapping[str, int]) -> dict[str, Any]:
    """Say what calling the wingman brings."""
    return {"figure": "", "strip": strip(chance), "words": _of_cards(said(chance), chance["of"])}


def of_fight(chance: Mapping[str, Any]) -> dict[str, Any]:
    """Say what the first cards of a fight bring: his fire, and what a defence avoids of it."""
    return of_defence(chance) | {"bars": bars(chance["theirs"]), "title": _("Its hits on you")}


SAYS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "slip-away": lambda chance: of_dice(chance, "yes"),
    "disengage": lambda chance: of_dice(chance, "yes"),
    "bail-out": lambda chance: of_dice(chance, "safe"),
    "land": lambda chance: of_dice(chance, "safe"),
    "search": of_search,
    "bomber.round/wingman": lambda chance: of_dice(chance, "hits", "destroyed"),
    "fighter.round/wingman": of_call,
    "defend": of_defence,
    "fight": of_fight,
}


def with_chances(kind: str, orders: list[dict[str, Any]], facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a question's orders, each that one chart decides with its chance."""
    chances = facts.get("chances", {})
    data = []
    for order in orders:
        verb = verb_of(str(order["value"]))
        say = SAYS.get(f"{kind}/{verb}") or SAYS.get(verb)
        found = chances.get(verb)
        data.append({**order, "chance": say(found)} if say and found and order["state"] != "closed" else order)
    return data


BAR = (
    '<g transform="translate({x} 0)"><text x="11" y="11">{count}</text><rect x="0" y="{height}" width="22"'
    ' height="{height}" transform="translate(0 45) scale(1 -1) translate(0 -{height})"/>'
    '<text x="11" y="59">{result}</text></g>'
)


def bars(chance: Mapping[str, int]) -> dict[str, str]:
    """Give each result of the cards left a bar, on a strip of thirty: drawn, and in figures for a reader."""
    found = [(result, chance[result]) for result in RESULTS if chance.get(result)]
    most = max((count for _result, count in found), default=1)
    drawn = (
        format_html(BAR, result=result, count=str(count), height=str(max(2, round(30 * count / most))), x=str(26 * n))
        for n, (result, count) in enumerate(found)
    )
    return {"drawn": SafeString("".join(drawn)), "said": " ".join(f"{result}: {count};" for result, count in found)}
