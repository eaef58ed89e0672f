"""Context of a game review: the sum, the curve with its strips, and the costliest decisions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10

import msgspec
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
"""Size of the drawing, and of one of its strips."""
SIDES, BESIDE, LETTER, LINE = 124.0, 50.0, 7.0, 12.0
"""Margins of the drawing: the least, the one for names of levels, and the one for a line."""
MOST_TICKS = 5
"""About how many figures the axis has."""
NEAR = 34.0
"""Least distance of two names of chapters."""


class ResultPoint(msgspec.Struct, array_like=True):
    """A point of the curve, with what the parts have come to up to there."""

    step: int
    value: float | None
    reached: float | None
    chapter: str
    dice: float
    unknown: float
    choice: float


class ReviewAccount(msgspec.Struct):
    """Result of a game, part by part."""

    expected: float
    choice: float
    dice: float
    unknown: float
    result: float
    error: float
    split_error: float | None = None


class JudgedOrder(msgspec.Struct):
    """An answer to a question."""

    kind: str
    facts: dict[str, object]
    taken: object


class JudgedDecision(msgspec.Struct, kw_only=True):
    """One of the costliest decisions."""

    step: int
    place: int
    kind: str
    facts: dict[str, object]
    taken: object
    preferred: object
    more: list[JudgedOrder] = []
    others: int = 0
    gap: float
    error: float


class ReviewResult(msgspec.Struct):
    """Result of a review: the curve first, then parts and decisions."""

    curve: list[ResultPoint] = []
    steps: int = 0
    whole: bool = False
    bands: list[tuple[str, float]] = []
    account: ReviewAccount | None = None
    differ: int = 0
    asked: int | None = None
    named: int = 0
    spared: int = 0
    unguessed: int = 0
    dearest: list[JudgedDecision] = []
    hidden: bool = False

    @property
    def of(self) -> int:
        """Number of answers that were requested."""
        return self.steps if self.asked is None else self.asked


def review_page(session: Session, seat: str, look: GameReview | None) -> dict[str, object]:
    """Return the page's context; with little to show as long as little is known."""
    words, by = store.words_of(session), review_options_for(session, seat)
    kind, splits = (by.kind, by.splits) if by is not None else ("", False)
    context: dict[str, object] = {
        "session": session,
        "seat": session.seat(seat),
        "look": look,
        "words": words,
        "measure": label_of(words, "lost-measure", kind),
        "assumes": label_of(words, "lost-assumes", kind) if by is not None else "",
        "none": "" if by is not None else why_no_review(words, seat),
        "here": "tables",
    }
    shown = msgspec.convert(look.told, ReviewResult) if look is not None else ReviewResult()
    if not shown.curve:
        return context
    dearest = shown.dearest
    context["chart"] = chart(shown, [one.step for one in dearest], words, splits=splits)
    if shown.whole and shown.account is not None:
        context["parts"] = arithmetic(shown, shown.account, words, kind, splits=splits)
        if look is not None and look.evened is not None:
            context["evened"] = SumPart(figure(look.evened), words.label("lost-evened"))
        ranks = ranks_before(session, seat, [one.place for one in dearest])
        context["dearest"] = [costly_decision(one, words, ranks, largest=-dearest[0].gap) for one in dearest]
        context["differ"], context["steps"] = shown.differ, shown.of
        context["others"] = shown.named - len(dearest)
        context["spared"] = shown.spared
        context["unguessed"] = shown.unguessed
    context["hidden"] = shown.hidden
    return context


def label_of(words: GameText, name: str, kind: str) -> str:
    """Return a label of a kind of game, or that of its title."""
    found = words.labels.get(f"{name}-{kind}") or words.labels.get(name)
    return str(found) if found else words.label(name)


def why_no_review(words: GameText, seat: str) -> str:
    """Return the reason why a seat has no review."""
    why = words.labels.get(f"lost-none-{seat}")
    return str(
        why or _("There is no review of this game. Only games for one player with this site’s dice can be reviewed.")
    )


def figure(value: float) -> str:
    """Write a figure with one place behind the point."""
    return f"{value:.1f}".replace("-", "−")


def whole(value: float) -> str:
    """Write a result."""
    return f"{value:g}".replace("-", "−")


def signed(value: float, places: int = 1) -> str:
    """Write what is added or taken away."""
    return f"{value:+.{places}f}".replace("-", "−")


@dataclass(frozen=True)
class SumPart:
    """A figure of the sum, and what it is."""

    value: str
    said: str
    result: bool = False


def arithmetic(
    shown: ReviewResult, sums: ReviewAccount, words: GameText, kind: str = "", *, splits: bool
) -> list[SumPart]:
    """Return the sum: what was expected, the parts, and the result."""
    facts = {"n": shown.differ, "of": shown.of, "error": figure(sums.error)}
    choices = _("decisions: %(n)s of %(of)s differed from the computer’s; with the expected result, ±%(error)s") % facts
    dice = _("dice and cards")
    if sums.split_error is not None:
        split = {"error": figure(sums.split_error)}
        dice = _("dice and cards (border to hidden facts: ±%(error)s)") % split
    whole_chance = words.labels.get(f"lost-chance-{kind}") or words.labels.get("lost-chance")
    chance = {
        DICE: dice,
        UNKNOWN: label_of(words, "lost-unknown", kind) if splits else "",
        CHANCE: str(whole_chance or _("dice, cards and hidden facts")),
    }
    parts = chance_of(sums.dice, sums.unknown, splits=splits)
    expected = words.labels.get(f"lost-expected-{kind}") or words.labels.get("lost-expected")
    expected = expected or _("expected at the start with the computer in this seat")
    return [
        SumPart(figure(sums.expected), str(expected)),
        SumPart(signed(sums.choice), choices),
        *(SumPart(signed(value), chance[name]) for name, value in parts.items()),
        SumPart(whole(sums.result), label_of(words, "lost-measure", kind), result=True),
    ]


@dataclass(frozen=True)
class ChartLevel:
    """A level or a figure of the axis, at its height."""

    y: float
    value: str
    name: str = ""


@dataclass(frozen=True)
class ChartChapter:
    """Start of a chapter; without a name if there is too little space."""

    x: float
    name: str


@dataclass(frozen=True)
class ChartMark:
    """Position of one of the costliest decisions."""

    n: int
    x: float
    y: float


@dataclass(frozen=True)
class ChartStrip:
    """A part, added up over the game."""

    kind: str
    name: str
    zero: float
    end: str
    area: str


@dataclass(frozen=True)
class ChapterFigures:
    """Expected and actual result up to a chapter."""

    chapter: str
    expected: str
    reached: str


@dataclass(frozen=True, kw_only=True)
class ReviewChart:
    """Expected and actual result, as a drawing and as a table."""

    expected: str
    reached: str
    bands: Sequence[ChartLevel]
    chapters: Sequence[ChartChapter]
    marks: Sequence[ChartMark]
    strips: Sequence[ChartStrip]
    rows: Sequence[ChapterFigures]
    zero: float | None
    ticks: Sequence[ChartLevel]
    room: float
    wide: float = WIDE
    high: float = HIGH


def chart(shown: ReviewResult, marks: Sequence[int], words: GameText, *, splits: bool) -> ReviewChart:
    """Draw what was promised and what was reached, the levels, and the parts as strips on one scale."""
    points, steps = shown.curve, max(1, shown.steps)
    valued = [(point.step, point.value) for point in points if point.value is not None]
    reached = [(point.step, point.reached) for point in points if point.reached is not None]
    values = [value for _step, value in (*valued, *reached)]
    top, low = max(1.0, *values) * 1.08, min(0.0, *values) * 1.08

    def x(step: float) -> float:
        return round(WIDE * step / steps, 1)

    def y(value: float) -> float:
        return round(HIGH * (top - value) / (top - low), 1)

    chapters = dict.fromkeys(point.chapter for point in points if point.chapter)
    starts = {name: next(point.step for point in points if point.chapter == name) for name in chapters}
    placed = {mark: next(value for step, value in reversed(valued) if step <= mark) for mark in marks}
    return ReviewChart(
        expected=" ".join(f"{x(step)},{y(value)}" for step, value in valued),
        reached=f"M0 {y(0)}" + "".join(f"H{x(step)}V{y(value)}" for step, value in reached),
        bands=[
            ChartLevel(y(value), whole(value), str(words.name(name)))
            for name, value in shown.bands
            if low < value < top
        ],
        chapters=spaced([ChartChapter(x(step), chapter_name(name)) for name, step in starts.items()]),
        marks=[ChartMark(n, x(step), y(placed[step])) for n, step in enumerate(marks, start=1)],
        strips=strips(points, x, splits=splits) if shown.whole else [],
        rows=[
            ChapterFigures(chapter_name(name), figure(at.value or 0), whole(at.reached or 0))
            for name, at in {point.chapter: point for point in points if point.chapter}.items()
        ],
        zero=y(0.0) if low else None,
        ticks=[
            ChartLevel(y(value), whole(value))
            for value in ticks_of(low, top)
            if all(abs(y(band) - y(value)) > LINE for _name, band in shown.bands)
        ],
        room=WIDE + max([SIDES, *(BESIDE + LETTER * len(str(words.name(name))) for name, _at in shown.bands)]),
    )


def ticks_of(low: float, top: float) -> list[float]:
    """Return round figures of an axis, evenly apart, nought among them: some five on each."""
    least = (top - low) / MOST_TICKS
    power = 10.0 ** floor(log10(least))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= least)
    first, last = ceil(round(low / step, 6)), floor(round(top / step, 6))
    return [round(at * step, 6) for at in range(first, last + 1)]


def spaced(chapters: list[ChartChapter]) -> list[ChartChapter]:
    """Drop names that would overlap: of months without questions."""
    last, found = -NEAR, []
    for chapter in chapters:
        is_near = chapter.x - last < NEAR
        found.append(replace(chapter, name="") if is_near else chapter)
        last = last if is_near else chapter.x
    return found


def chapter_name(chapter: str) -> str:
    """Name a month, or a turn."""
    year, _dash, month = chapter.partition("-")
    return str(NAMES[int(month) - 1])[:3] if month and year.isdecimal() else chapter


def strips(points: Sequence[ResultPoint], x: Callable[[float], float], *, splits: bool) -> list[ChartStrip]:
    """Draw the parts, each added up over the game, on one scale."""
    parts = [chance_of(point.dice, point.unknown, splits=splits) | {CHOICE: point.choice} for point in points]
    lowest = min(min(part.values()) for part in parts)
    highest = max(max(part.values()) for part in parts)
    span = max(highest - lowest, 1.0)
    zero = round(STRIP * highest / span, 1) if highest > 0 else 0.0
    names = {
        DICE: _("Dice and cards"),
        UNKNOWN: _("Hidden facts"),
        CHANCE: _("Dice and hidden facts"),
        CHOICE: _("Decisions"),
    }
    return [
        ChartStrip(
            kind=kind,
            name=names[kind],
            zero=zero,
            end=signed(end),
            area=f"M0 {zero}"
            + "".join(
                f"L{x(point.step)} {round(zero - STRIP * part[kind] / span, 1)}"
                for point, part in zip(points, parts, strict=True)
            )
            + f"L{WIDE} {zero}Z",
        )
        for kind, end in parts[-1].items()
    ]


def ordered(one: JudgedDecision | JudgedOrder, order: object, words: GameText, form: str) -> str:
    """Say an order; what was written into a form is called by its name."""
    facts = read_question(titles.title_of(words.game).questions, one.kind, one.facts)
    return words.order(one.kind, order, facts) if isinstance(order, str) else words.label(form)


@dataclass(frozen=True, kw_only=True)
class CostlyDecision:
    """One of the costliest decisions in words, with its moment."""

    question: str
    stakes: str
    taken: str
    preferred: str
    more: Sequence[str]
    others: int
    cost: str
    error: str
    bar: float
    low: float
    high: float
    rank: int
    before: int


def costly_decision(one: JudgedDecision, words: GameText, ranks: dict[int, int], *, largest: float) -> CostlyDecision:
    """Return one of the costliest decisions in words."""
    asked = read_question(titles.title_of(words.game).questions, one.kind, one.facts)
    question = Decision("", one.kind, (), "", "", asked)
    cost, error = -one.gap, one.error
    wide = 100 / max(largest * 1.2, 0.01)
    return CostlyDecision(
        question=words.question(question),
        stakes=words.at_stake(question),
        taken=ordered(one, one.taken, words, "lost-form"),
        preferred=ordered(one, one.preferred, words, "lost-form-house"),
        more=[ordered(more, more.taken, words, "lost-form") for more in one.more],
        others=one.others,
        cost=signed(-cost, 2),
        error=f"{error:.2f}",
        bar=round(wide * cost, 1),
        low=round(wide * max(cost - 2 * error, 0), 1),
        high=round(min(wide * (cost + 2 * error), 100), 1),
        rank=ranks.get(one.place, 1),
        before=one.place - 1,
    )
