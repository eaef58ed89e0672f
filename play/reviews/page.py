"""What the page of a look back shows: a line of arithmetic, the curve with its strips, the dearest decisions."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Any

from django.utils.translation import gettext as _

from engine.analysis.luck import chance_of
from engine.analysis.review import CHANCE, CHOICE, DICE, UNKNOWN
from engine.kernel.decisions import Decision, read_question
from play.games import titles
from play.games.text import GameText
from play.journal import store
from play.models import GameReview
from play.reviews.selectors import ranks_before, review_options_for
from play.sessions.models import Session
from play.utils.months import NAMES

WIDE, HIGH = 800.0, 300.0
STRIP = 64.0
"""How large the drawing is, and one of its strips."""
SIDES, BESIDE, LETTER, LINE = 124.0, 50.0, 7.0, 12.0
"""What the drawing needs beside itself: at least, besides names of levels, for each letter of one; and for a line."""
MOST_TICKS = 5
"""About how many figures the axis has."""
NEAR = 34.0
"""How near two names of chapters may stand."""
Points = Sequence[Sequence[Any]]


def review_page(session: Session, seat: str, look: GameReview | None) -> dict[str, Any]:
    """Return the page's context; with little to show as long as little is known."""
    words, by = store.words_of(session), review_options_for(session, seat)
    kind, splits = (by.kind, by.splits) if by is not None else ("", False)
    context: dict[str, Any] = {
        "session": session,
        "seat": session.seat(seat),
        "look": look,
        "words": words,
        "measure": label_of(words, "lost-measure", kind),
        "assumes": label_of(words, "lost-assumes", kind) if by is not None else "",
        "none": "" if by is not None else why_no_review(words, seat),
        "here": "tables",
    }
    shown = look.told if look is not None else {}
    if not shown.get("curve"):
        return context
    dearest = shown.get("dearest", [])
    context["chart"] = chart(shown, [one["step"] for one in dearest], words, splits=splits)
    if shown.get("whole"):
        context["parts"] = arithmetic(shown, words, kind, splits=splits)
        if look is not None and look.evened is not None:
            context["evened"] = {"value": figure(look.evened), "said": words.label("lost-evened")}
        ranks = ranks_before(session, seat, [one["place"] for one in dearest])
        context["dearest"] = [costly_decision(one, words, ranks, largest=-dearest[0]["gap"]) for one in dearest]
        context["differ"], context["steps"] = shown["differ"], shown.get("asked", shown["steps"])
        context["others"] = shown["named"] - len(dearest)
        context["spared"] = shown.get("spared", 0)
        context["unguessed"] = shown.get("unguessed", 0)
    context["hidden"] = shown.get("hidden", False)
    return context


def label_of(words: GameText, name: str, kind: str) -> str:
    """Return a label of a kind of game, or that of its title."""
    found = words.labels.get(f"{name}-{kind}") or words.labels.get(name)
    return str(found) if found else words.label(name)


def why_no_review(words: GameText, seat: str) -> str:
    """Say why a seat has nothing to look back on."""
    why = words.labels.get(f"lost-none-{seat}")
    return str(why or _("A game like this is not flown again: it was not played alone, or not with the house’s dice."))


def figure(value: float) -> str:
    """Write a figure with one place behind the point."""
    return f"{value:.1f}".replace("-", "−")


def whole(value: float) -> str:
    """Write a result."""
    return f"{value:g}".replace("-", "−")


def signed(value: float, places: int = 1) -> str:
    """Write what is added or taken away."""
    return f"{value:+.{places}f}".replace("-", "−")


def arithmetic(shown: dict[str, Any], words: GameText, kind: str = "", *, splits: bool) -> list[dict[str, str]]:
    """Return the sum: what was expected, the parts, and the result."""
    sums = shown["account"]
    facts = {"n": shown["differ"], "of": shown.get("asked", shown["steps"]), "error": figure(sums["error"])}
    choices = (
        _("his choices, %(n)s of %(of)s unlike the house’s; with what was expected, give or take %(error)s") % facts
    )
    dice = _("dice and cards")
    if "split_error" in sums:
        split = {"error": figure(sums["split_error"])}
        dice = _("dice and cards; where they end and what could not be known begins, give or take %(error)s") % split
    whole_chance = words.labels.get(f"lost-chance-{kind}") or words.labels.get("lost-chance")
    chance = {
        DICE: dice,
        UNKNOWN: label_of(words, "lost-unknown", kind) if splits else "",
        CHANCE: str(whole_chance or _("dice, cards and what could not be known")),
    }
    parts = chance_of(sums["dice"], sums["unknown"], splits=splits)
    expected = words.labels.get(f"lost-expected-{kind}") or words.labels.get("lost-expected")
    expected = expected or _("expected at the start: the house’s player in his place")
    return [
        {"value": figure(sums["expected"]), "said": str(expected)},
        {"value": signed(sums["choice"]), "said": choices},
        *({"value": signed(value), "said": chance[name]} for name, value in parts.items()),
        {"value": whole(sums["result"]), "said": label_of(words, "lost-measure", kind), "result": "yes"},
    ]


def chart(shown: dict[str, Any], marks: Sequence[int], words: GameText, *, splits: bool) -> dict[str, Any]:
    """Draw what was promised and what was reached, the levels, and the parts as strips on one scale."""
    points, steps = shown["curve"], max(1, shown["steps"])
    valued = [point for point in points if point[1] is not None]
    values = [value for point in points for value in point[1:3] if value is not None]
    top, low = max(1.0, *values) * 1.08, min(0.0, *values) * 1.08

    def x(step: float) -> float:
        return round(WIDE * step / steps, 1)

    def y(value: float) -> float:
        return round(HIGH * (top - value) / (top - low), 1)

    reached = [(point[0], point[2]) for point in points if point[2] is not None]
    chapters = dict.fromkeys(point[3] for point in points if point[3])
    starts = {name: next(point[0] for point in points if point[3] == name) for name in chapters}
    placed = {mark: next(point[1] for point in reversed(valued) if point[0] <= mark) for mark in marks}
    return {
        "expected": " ".join(f"{x(point[0])},{y(point[1])}" for point in valued),
        "reached": f"M0 {y(0)}" + "".join(f"H{x(step)}V{y(value)}" for step, value in reached),
        "bands": [
            {"y": y(value), "name": words.name(name), "value": whole(value)}
            for name, value in shown["bands"]
            if low < value < top
        ],
        "chapters": spaced([{"x": x(step), "name": chapter_name(name)} for name, step in starts.items()]),
        "marks": [{"n": n, "x": x(step), "y": y(placed[step])} for n, step in enumerate(marks, start=1)],
        "strips": strips(points, x, splits=splits) if shown.get("whole") else [],
        "rows": [
            {"chapter": chapter_name(name), "expected": figure(at[1]), "reached": whole(at[2] or 0)}
            for name, at in {point[3]: point for point in points if point[3]}.items()
        ],
        "zero": y(0.0) if low else None,
        "ticks": [
            {"y": y(value), "value": whole(value)}
            for value in ticks_of(low, top)
            if all(abs(y(band) - y(value)) > LINE for _name, band in shown["bands"])
        ],
        "room": WIDE + max([SIDES, *(BESIDE + LETTER * len(str(words.name(name))) for name, _at in shown["bands"])]),
        "wide": WIDE,
        "high": HIGH,
    }


def ticks_of(low: float, top: float) -> list[float]:
    """Return round figures of an axis, evenly apart, nought among them: some five on each."""
    least = (top - low) / MOST_TICKS
    power = 10.0 ** floor(log10(least))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= least)
    first, last = ceil(round(low / step, 6)), floor(round(top / step, 6))
    return [round(at * step, 6) for at in range(first, last + 1)]


def spaced(chapters: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave the names out that would stand in one another: of months in which nothing was asked of him."""
    last = -NEAR
    for chapter in chapters:
        if chapter["x"] - last < NEAR:
            chapter["name"] = ""
        else:
            last = chapter["x"]
    return chapters


def chapter_name(chapter: str) -> str:
    """Name a month, or a turn."""
    year, _dash, month = chapter.partition("-")
    return str(NAMES[int(month) - 1])[:3] if month and year.isdecimal() else chapter


def strips(points: Points, x: Any, *, splits: bool) -> list[dict[str, Any]]:
    """Draw the parts, each added up over the game, on one scale."""
    parts = [chance_of(point[4], point[5], splits=splits) | {CHOICE: point[6]} for point in points]
    lowest = min(min(part.values()) for part in parts)
    highest = max(max(part.values()) for part in parts)
    span = max(highest - lowest, 1.0)
    zero = round(STRIP * highest / span, 1) if highest > 0 else 0.0
    names = {
        DICE: _("Dice and cards"),
        UNKNOWN: _("What could not be known"),
        CHANCE: _("Dice and what could not be known"),
        CHOICE: _("Choices"),
    }
    return [
        {
            "kind": kind,
            "name": names[kind],
            "zero": zero,
            "end": signed(end),
            "area": f"M0 {zero}"
            + "".join(
                f"L{x(point[0])} {round(zero - STRIP * part[kind] / span, 1)}"
                for point, part in zip(points, parts, strict=True)
            )
            + f"L{WIDE} {zero}Z",
        }
        for kind, end in parts[-1].items()
    ]


def ordered(one: dict[str, Any], order: Any, words: GameText, form: str) -> str:
    """Say an order; what was written into a form is called by its name."""
    facts = read_question(titles.title_of(words.game).questions, one["kind"], one["facts"])
    return words.order(one["kind"], order, facts) if isinstance(order, str) else words.label(form)


def costly_decision(one: dict[str, Any], words: GameText, ranks: dict[int, int], *, largest: float) -> dict[str, Any]:
    """Return one of the dearest decisions in words, with its moment."""
    kind = one["kind"]
    question = Decision("", kind, (), "", "", read_question(titles.title_of(words.game).questions, kind, one["facts"]))
    cost, error = -one["gap"], one["error"]
    wide = 100 / max(largest * 1.2, 0.01)
    return {
        "question": words.question(question),
        "stakes": words.at_stake(question),
        "taken": ordered(one, one["taken"], words, "lost-form"),
        "preferred": ordered(one, one["preferred"], words, "lost-form-house"),
        "more": [ordered(more, more["taken"], words, "lost-form") for more in one.get("more", ())],
        "others": one.get("others", 0),
        "cost": signed(-cost, 2),
        "error": f"{error:.2f}",
        "bar": round(wide * cost, 1),
        "low": round(wide * max(cost - 2 * error, 0), 1),
        "high": round(min(wide * (cost + 2 * error), 100), 1),
        "rank": ranks.get(one["place"], 1),
        "before": one["place"] - 1,
    }
