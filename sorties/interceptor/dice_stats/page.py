"""The luck page: the faces of a career's journal, tested."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.dice import ANCHOR_SIGN
from play.games.titles import words_of
from play.journal.models import JournalEntry
from sorties.interceptor.dice_stats import dice_tests
from sorties.interceptor.records.models import InterceptorCareer

WIDTH = 300
MOST_OFF = 3.5


@dataclass
class DiceStatsRow:
    """A purpose as it is drawn: the tint is where fair dice stay 95 times in 100."""

    title: str
    note: str
    dot: float | None
    low: float
    high: float
    share: str
    mean: str


@dataclass(frozen=True, kw_only=True)
class FaceBar:
    """A bar for the number of times that a face fell."""

    face: int
    count: int
    x: float
    width: float
    height: float
    y: float
    middle: float


@dataclass(frozen=True, kw_only=True)
class FaceChart:
    """All dice of one kind, as a bar for each face."""

    title: str
    count: int
    chi: str
    freedom: int
    share: str
    bars: list[FaceBar]
    expected_y: float


@dataclass
class DiceStats:
    """The whole page."""

    count: int
    verdict: list[str]
    rows: list[DiceStatsRow] = field(default_factory=list)
    unsaid: str = ""
    """Purposes with too few dice to say anything, each with their number."""
    dice: list[FaceChart] = field(default_factory=list)
    tint: tuple[float, float] = (0, 0)
    width: int = WIDTH


def rolls_of(career: InterceptorCareer) -> list[tuple[str, int, int]]:
    """Return every die of a career's game: (stream, sides, face). Cards are not dice.

    The dice of an imported log are left out: they fell elsewhere, or were derived from results. So are the dice of
    a season, which fell for all its pilots alike.
    """
    if career.session is None:
        return []
    own = JournalEntry.objects.filter(session=career.session, seq__gt=career.session.borrowed)
    drawn = own.order_by("seq").values_list("draws", flat=True)
    return [
        (stream, sides, face)
        for line in drawn
        for stream, _number, sides, face in line
        if not stream.startswith("deck/") and "/deck/" not in stream and ANCHOR_SIGN not in stream
    ]


def read(career: InterceptorCareer) -> DiceStats:
    """Judge a career's dice."""
    rolls = rolls_of(career)
    found = dice_tests.purposes(rolls)
    scale = WIDTH / 2 / MOST_OFF
    page = DiceStats(len(rolls), verdict(found))
    page.tint = (round(WIDTH / 2 - 1.96 * scale, 1), round(2 * 1.96 * scale, 1))
    page.rows = [_row(one, scale) for one in found if one.share is not None]
    page.unsaid = ", ".join(f"{stream_name(one.stream)} ({one.count})" for one in found if one.share is None)
    page.dice = [_die(one) for one in dice_tests.faces(rolls)]
    return page


def verdict(found: list[dice_tests.StreamStats]) -> list[str]:
    """Say it in words first."""
    if all(one.share is None for one in found):
        return [_("Too few dice so far to judge.")]
    odd = dice_tests.remarkable(found)
    if not odd:
        return [_("Nothing unusual.")]
    said = []
    for one in odd:
        facts = {"what": stream_name(one.stream), "share": share_words(one.share)}
        if one.off > 0:
            said.append(_("%(what)s ran high. Fair dice deviate this far in %(share)s.") % facts)
        else:
            said.append(_("%(what)s ran low. Fair dice deviate this far in %(share)s.") % facts)
    return said


def stream_name(stream: str) -> str:
    """Name what a stream of dice served."""
    return words_of("interceptor-ace").stream(stream)


def share_words(share: float | None) -> str:
    """Say how often fair dice are so far off."""
    if share is None:
        return _("too few to judge")
    if share < 0.01:
        return ngettext("%(n)d in 10,000", "%(n)d in 10,000", 1) % {"n": max(round(share * 10_000), 1)}
    return _("%(n)d in 100") % {"n": round(share * 100)}


def _row(one: dice_tests.StreamStats, scale: float) -> DiceStatsRow:
    note = ngettext("%(n)d die of %(sides)d", "%(n)d dice of %(sides)d", one.count) % {
        "n": one.count,
        "sides": one.sides,
    }
    middle = WIDTH / 2
    off = max(-MOST_OFF, min(MOST_OFF, one.off))
    dot = round(middle + off * scale, 1) if one.share is not None else None
    low, high = round(middle + (off - 1) * scale, 1), round(middle + (off + 1) * scale, 1)
    mean = _("average %(mean).2f, expected %(expected).1f") % {"mean": one.mean, "expected": one.expected}
    return DiceStatsRow(stream_name(one.stream), note, dot, max(low, 0), min(high, WIDTH), share_words(one.share), mean)


def _die(one: dice_tests.FaceCounts) -> FaceChart:
    tallest = max(one.counts)
    step = 240 / one.sides
    return FaceChart(
        title=_("All dice of %(sides)d sides") % {"sides": one.sides},
        count=one.count,
        chi=f"{one.chi_square:.2f}",
        freedom=one.sides - 1,
        share=share_words(one.share),
        bars=[
            FaceBar(
                face=face,
                count=count,
                x=round((face - 1) * step + 2, 1),
                width=round(step - 4, 1),
                height=round(70 * count / tallest, 1),
                y=round(80 - 70 * count / tallest, 1),
                middle=round((face - 0.5) * step, 1),
            )
            for face, count in enumerate(one.counts, 1)
        ],
        expected_y=round(80 - 70 * one.expected / tallest, 1),
    )
