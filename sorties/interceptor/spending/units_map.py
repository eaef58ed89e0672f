"""The map between sorties: his base, those of units that would take him, and the raids of the month by their chance."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.interceptor.rules.combat import exact_chances
from engine.interceptor.state import MONTHS
from play.pages.geography import MapPoint, europe_map
from sorties.interceptor.text import names as spoken

MARGIN, LEAST, SHAPE = 60, 420, 0.72
"""Room about the outermost base, how wide the map is at least, and how high it is for its width."""
SHOWN = 420
"""How wide it is on the page: signs and letters keep their size, however much of the map is seen."""
LETTER, LINE, SIGN = 7.0, 15, 13
"""The room that a letter, a line and a sign take on the page."""
SPOT = 30
"""How wide the spot of a raid would be that is certain."""

Box = tuple[float, float, float, float]


def units_map(home: str, bases: Iterable[str], month: str, charts: Any) -> dict[str, Any]:
    """Lay his base, those of the units that are open and the raids of a month on as much of the map as is needed."""
    west = europe_map()
    numbers: dict[str, list[str]] = {}
    for number, base in enumerate(bases, start=1):
        numbers.setdefault(base, []).append(str(number))
    marks: list[dict[str, Any]] = [
        {"x": west.bases[base].x, "y": west.bases[base].y, "label": "·".join(found), "name": base, "home": base == home}
        for base, found in numbers.items()
        if base in west.bases
    ]
    if home in west.bases and home not in numbers:
        marks.append({"x": west.bases[home].x, "y": west.bases[home].y, "label": "", "name": home, "home": True})
    for mark in marks:
        mark["label"] = " ".join(filter(None, [mark["name"] if mark["home"] else "", mark["label"]]))
    view = _view([(mark["x"], mark["y"]) for mark in marks])
    raids = raids_of(month, charts) if month else []
    near = [raid for raid in raids if _within(view, raid["x"], raid["y"])]
    scale = view[2] / SHOWN
    _name([*marks, *near], scale, view)
    return {
        "marks": marks,
        "raids": near,
        "far": ", ".join(raid["label"] for raid in raids if raid not in near),
        "width": west.width,
        "height": west.height,
        "view": " ".join(f"{part:.0f}" for part in view),
        "scale": round(scale, 3),
    }


def raids_of(month: str, charts: Any) -> list[dict[str, Any]]:
    """Return where the raids of a month may go, each with its throws of all, the likeliest first. [6.1]"""
    column = charts.raids[MONTHS.index(month)]
    targets: dict[str, MapPoint] = europe_map().targets
    totals = list(exact_chances.throws(column.dice))
    counts = Counter(column.rows[total].target for total in totals)
    return [
        {
            "x": targets[name].x,
            "y": targets[name].y,
            "label": spoken.town(name),
            "n": n,
            "of": len(totals),
            "r": round(max(7.0, SPOT * (2 * n / len(totals)) ** 0.5), 1),
        }
        for name, n in counts.most_common()
        if name in targets
    ]


def _name(signs: list[dict[str, Any]], scale: float, view: Box) -> None:
    """Write each sign's name beside it, where it lies over nothing and whole; else it is left to the pointer."""
    half = SIGN * scale
    own = [(one["x"] - half, one["y"] - half, one["x"] + half, one["y"] + half) for one in signs]
    taken = list[Box]()
    for sign, mine in zip(signs, own, strict=True):
        wide, high = len(sign["label"]) * LETTER * scale, LINE * scale
        x, y, gap = sign["x"], sign["y"], half + 2 * scale
        places = (
            (x + gap, y - high / 2),
            (x - gap - wide, y - high / 2),
            (x - wide / 2, y + gap),
            (x - wide / 2, y - gap - high),
        )
        for left, top in places:
            box = (left, top, left + wide, top + high)
            if _whole(view, box) and not any(_over(box, other) for other in (*taken, *own) if other is not mine):
                sign |= {"label_x": round(left, 1), "label_y": round(top + 0.8 * high, 1)}
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
