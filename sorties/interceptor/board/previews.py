"""Chances of each order, in counts of throws or of cards left: from the facts of the question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from engine.interceptor.questions import (
    BomberRound,
    BoxOrder,
    Chance,
    DuelLedgers,
    FighterRound,
    LandOrJump,
    RaidQuestion,
)
from engine.kernel.decisions import Question, verb_of
from play.games.text import Sentence

GOOD, BAD, PLAIN = "ours", "theirs", "plain"
OUTCOMES: dict[str, tuple[Sentence, str]] = {
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
"""Possible results of a throw or a card, in their order in the sentence, and the side that each favours."""
AVOIDS = {
    "all": pgettext_lazy("hits avoided", "all"),
    "3": pgettext_lazy("hits avoided", "three"),
    "2": pgettext_lazy("hits avoided", "two"),
    "1": pgettext_lazy("hits avoided", "one"),
    "0": pgettext_lazy("hits avoided", "none"),
}
RESULTS = (*map(str, range(13)), "GP", "DE")
WIDE = 240
"""Width of the strip of an order."""


@dataclass(frozen=True)
class ChanceShare:
    """The share of one outcome in the strip of an order."""

    x: float
    width: float
    tone: str


@dataclass(frozen=True)
class CardBars:
    """Bars for the results of the cards that are left: drawn, and in figures for a reader."""

    drawn: SafeString
    said: str


@dataclass(frozen=True, kw_only=True)
class OrderChance:
    """The chances of an order: a figure or none, a strip, and words."""

    figure: str = ""
    strip: list[ChanceShare] = field(default_factory=list)
    words: str = ""
    bars: CardBars | None = None
    title: str = ""


def strip(chance: Chance) -> list[ChanceShare]:
    """Return the shares of a chance as a strip of one bar."""
    at, shares = 0.0, []
    for name, (_word, tone) in OUTCOMES.items():
        if ways := chance.get(name, 0):
            width = WIDE * ways / chance["of"]
            shares.append(ChanceShare(round(at, 1), round(width, 1), tone))
            at += width
    return shares


def said(chance: Chance) -> str:
    """Say what may come, each with its count."""
    return " · ".join(f"{word} {chance[name]}" for name, (word, _tone) in OUTCOMES.items() if chance.get(name))


def of_dice(chance: Chance, *good: str) -> OrderChance:
    """Say the chance of an order that one throw decides."""
    wins = sum(chance.get(name, 0) for name in good)
    certain = _("certain") if wins == chance["of"] else ""
    words = "" if set(chance) <= {"yes", "no", "of"} else said(chance)
    figure = certain or _("%(n)s in %(of)s") % {"n": wins, "of": chance["of"]}
    return OrderChance(figure=figure, strip=strip(chance), words=words)


def of_search(chance: Chance) -> OrderChance:
    """Say what may be met in a box."""
    return OrderChance(strip=strip(chance), words=_of(said(chance), chance["of"]))


def _of(words: str, number: int) -> str:
    return _("%(words)s; of %(of)s rolls") % {"words": words, "of": number}


def _of_cards(words: str, number: int) -> str:
    return _("%(words)s; of %(of)s cards left") % {"words": words, "of": number}


def of_defence(avoids: Chance, moves: Chance, theirs: Chance | None = None) -> OrderChance:
    """Say what flying by the card avoids, and what it does to the position; and what the first fire may do."""
    words = [f"{word} {avoids[name]}" for name, word in AVOIDS.items() if avoids.get(name)]
    data = _("your card avoids %(hits)s; %(moves)s") % {"hits": " · ".join(words), "moves": said(moves)}
    words_of_all = _of_cards(data, avoids["of"])
    if theirs is None:
        return OrderChance(strip=strip(moves), words=words_of_all)
    return OrderChance(strip=strip(moves), words=words_of_all, bars=bars(theirs), title=_("Its hits on you"))


def of_call(chance: Chance) -> OrderChance:
    """Say what calling the wingman brings."""
    return OrderChance(strip=strip(chance), words=_of_cards(said(chance), chance["of"]))


def chance_of(verb: str, question: Question) -> OrderChance | None:
    """Say what an order would bring, where one chart or the cards that are left decide it."""
    match question, verb:
        case BoxOrder(), "search":
            return of_search(question.chances.search)
        case ((RaidQuestion() | BomberRound() | FighterRound() | LandOrJump()), "bail-out"):
            return of_dice(question.chances.bail_out, "safe")
        case RaidQuestion(), "slip-away":
            return of_dice(question.chances.slip_away, "yes")
        case RaidQuestion(), "fight":
            fight = question.chances.fight
            return of_defence(fight.avoids, fight.moves, fight.theirs) if fight is not None else None
        case BomberRound(), "wingman":
            return of_dice(question.chances.wingman, "hits", "destroyed")
        case FighterRound(), "wingman":
            return of_call(question.chances.wingman)
        case DuelLedgers(), "defend":
            return of_defence(question.chances.defend.avoids, question.chances.defend.moves)
        case FighterRound(), "disengage":
            return of_dice(question.chances.disengage, "yes")
        case LandOrJump(), "land":
            return of_dice(question.chances.land, "safe")
    return None


def with_chances(kind: str, orders: Sequence[Mapping[str, object]], question: Question) -> list[dict[str, object]]:
    """Return a question's orders, each that one chart decides with its chance."""
    found = []
    for order in orders:
        chance = chance_of(verb_of(str(order["value"])), question) if order["state"] != "closed" else None
        found.append({**order, "chance": chance} if chance is not None else {**order})
    return found


BAR = (
    '<g transform="translate({x} 0)"><text x="11" y="11">{count}</text><rect x="0" y="{height}" width="22"'
    ' height="{height}" transform="translate(0 45) scale(1 -1) translate(0 -{height})"/>'
    '<text x="11" y="59">{result}</text></g>'
)


def bars(chance: Chance) -> CardBars:
    """Give each result of the cards left a bar, on a strip of thirty."""
    found = [(result, chance[result]) for result in RESULTS if chance.get(result)]
    most = max((count for _result, count in found), default=1)
    drawn = (
        format_html(BAR, result=result, count=str(count), height=str(max(2, round(30 * count / most))), x=str(26 * n))
        for n, (result, count) in enumerate(found)
    )
    return CardBars(SafeString("".join(drawn)), " ".join(f"{result}: {count};" for result, count in found))
