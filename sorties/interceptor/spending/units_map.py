"""The map between sorties: his base, those of units that would take him, and the raids of the month by their chance."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.rules.combat import exact_chances
from engine.interceptor.state import MONTHS
from play.pages.geography import MapPoint, europe_map
from sorties.interceptor.text import names as spoken

MARGIN, LEAST, SHAPE = 60, 420, 0.72
"""Space about the outermost base, the least width of the map, and its ratio of height to width."""
SHOWN = 420
"""Width on the page: signs and letters have the same size at any zoom of the map."""
LETTER, LINE, SIGN = 7.0, 15, 13
"""Width and height of a letter, a line and a sign on the page."""
SPOT = 30
"""Width of the spot of a certain raid."""

Box = tuple[float, float, float, float]


@dataclass
class MapSign:
    """A base or a target on the map, with its name where it fits."""

    x: float
    y: float
    label: str
    label_x: float | None = None
    label_y: float | None = None


@dataclass
class BaseMark(MapSign):
    """A base: his own, or one of a unit that is open."""

    name: str = ""
    home: bool = False


@dataclass
class RaidMark(MapSign):
    """A possible target of a raid, by its number of throws, and the width of its mark."""

    n: int = 0
    of: int = 0
    r: float = 0


@dataclass(frozen=True, kw_only=True)
class UnitsMap:
    """The needed part of the map, with its bases and raids; raids farther away are named."""

    marks: list[BaseMark]
    raids: list[RaidMark]
    far: str
    width: int
    height: int
    view: str
    scale: float


def units_map(home: str, bases: Iterable[str], month: str, charts: Charts) -> UnitsMap:
    """Lay his base, those of the units that are open and the raids of a month on as much of the map as is needed."""
    west = europe_map()
    numbers: dict[str, list[str]] = {}
    for number, base in enumerate(bases, start=1):
        numbers.setdefault(base, []).append(str(number))
    if home not in numbers:
        numbers[home] = []
    marks = []
    for base, found in numbers.items():
        if base in west.bases:
            label = " ".join(filter(None, [base if base == home else "", "·".join(found)]))
            place = west.bases[base]
            marks.append(BaseMark(place.x, place.y, label, name=base, home=base == home))
    view = _view([(mark.x, mark.y) for mark in marks])
    raids = raids_of(month, charts) if month else []
    near = [raid for raid in raids if _within(view, raid.x, raid.y)]
    scale = view[2] / SHOWN
    _name([*marks, *near], scale, view)
    return UnitsMap(
        marks=marks,
        raids=near,
        far=", ".join(raid.label for raid in raids if raid not in near),
        width=west.width,
        height=west.height,
        view=" ".join(f"{part:.0f}" for part in view),
        scale=round(scale, 3),
    )


def raids_of(month: str, charts: Charts) -> list[RaidMark]:
    """Return where the raids of a month may go, the likeliest first. [6.1]"""
    column = charts.raids[MONTHS.index(month)]
    targets: dict[str, MapPoint] = europe_map().targets
    totals = list(exact_chances.throws(column.dice))
    counts = Counter(column.rows[total].target for total in totals)
    return [
        RaidMark(
            targets[name].x,
            targets[name].y,
            spoken.town(name),
            n=n,
            of=len(totals),
            r=round(max(7.0, SPOT * (2 * n / len(totals)) ** 0.5), 1),
        )
        for name, n in counts.most_common()
        if name in targets
    ]


def _name(signs: Sequence[MapSign], scale: float, view: Box) -> None:
    """Write each sign's name beside it, whole and apart from others; else only the pointer shows it."""
    half = SIGN * scale
    own = [(one.x - half, one.y - half, one.x + half, one.y + half) for one in signs]
    taken = list[Box]()
    for sign, mine in zip(signs, own, strict=True):
        wide, high = len(sign.label) * LETTER * scale, LINE * scale
        x, y, gap = sign.x, sign.y, half + 2 * scale
        places = (
            (x + gap, y - high / 2),
            (x - gap - wide, y - high / 2),
            (x - wide / 2, y + gap),
            (x - wide / 2, y - gap - high),
        )
        for left, top in places:
            box = (left, top, left + wide, top + high)
            if _whole(view, box) and not any(_over(box, other) for other in (*taken, *own) if other is not mine):
                sign.label_x, sign.label_y = round(left, 1), round(top + 0.8 * high, 1)
                taken.append(box)
                break


def _over(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _whole(view: Box, box: Box) -> bool:
    left, top, wide, high = view
    return left <= box[0] and box[2] <= left + wide and top <= box[1] and box[3] <= top + high


def _view(places: list[tuple[float, float]]) -> Box:
    """Return left, top, width and height of the part of the map that shows these places."""
    xs, ys = [x for x, _y in places], [y for _x, y in places]
    wide, high = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
    full = max(wide, high / SHAPE, LEAST)
    return (min(xs) + max(xs) - full) / 2, (min(ys) + max(ys) - full * SHAPE) / 2, full, full * SHAPE


def _within(view: Box, x: float, y: float) -> bool:
    left, top, wide, high = view
    return left + 8 < x < left + wide - 8 and top + 8 < y < top + high - 8
