"""The map of where it all happened: victories at the raid's target, his own losses, his bases with their dates."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.interceptor.charts.compiled import Charts
from play.pages.geography import MapPoint, europe_map
from sorties.interceptor.careers import log_text
from sorties.interceptor.careers.log_sheet import LogSheet, SheetLine
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.text import names as spoken

GAP = 11
IN_A_ROW = 4
LETTER, LINE = 6.3, 14
"""Width and height of a letter and a line of a town's name."""


@dataclass
class Label:
    """A town's name in a free place; the text ends or begins there (`ends`)."""

    x: float
    y: float
    ends: bool = False


@dataclass
class VictoryPlace:
    """A target with what happened over it."""

    name: str
    at: MapPoint
    label: Label | None = None
    marks: list[tuple[str, float, float]] = field(default_factory=list)
    """(bomber, fighter or lost; x; y)"""


@dataclass
class Base:
    """An airfield: his, with the months in which he flew from it, or another."""

    name: str
    at: MapPoint
    dates: str = ""


@dataclass
class VictoryMap:
    """The map and its table."""

    width: int
    height: int
    places: list[VictoryPlace]
    bases: list[Base]
    zones: list[tuple[str, str, MapPoint]]
    """(name, outline, position of the name)"""
    routes: list[str]
    table: list[tuple[str, int, int]]
    """(target zone, bombers, fighters)"""


def map_of(career: InterceptorCareer, sheet: LogSheet, charts: Charts) -> VictoryMap:
    """Lay a career on the map."""
    west = europe_map()
    zones = [_zone(name, bases) for name, bases in charts.tables.base_zones.rows.items()]
    places, bases = _places(sheet), _bases(career, sheet)
    _name_towns(places, bases, zones)
    return VictoryMap(
        west.width,
        west.height,
        places,
        bases,
        zones,
        _routes(sheet),
        _by_zone(sheet),
    )


def _places(sheet: LogSheet) -> list[VictoryPlace]:
    found: dict[str, VictoryPlace] = {}
    targets = europe_map().targets
    for line in sheet.entered:
        sortie = line.sortie
        if sortie is None or sortie.target not in targets:
            continue
        kinds = ["bomber" if fight.is_bomber else "fighter" for fight in line.kills]
        if sortie.end in ("shot-down", "bailed", "killed"):
            kinds.append("lost")
        if not kinds:
            continue
        at = targets[sortie.target]
        place = found.setdefault(sortie.target, VictoryPlace(spoken.town(sortie.target), at))
        for kind in kinds:
            column, row = len(place.marks) % IN_A_ROW, len(place.marks) // IN_A_ROW
            place.marks.append((kind, round(at.x + column * GAP, 1), round(at.y + row * GAP, 1)))
    return list(found.values())


Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def _name_towns(places: list[VictoryPlace], bases: list[Base], zones: list[tuple[str, str, MapPoint]]) -> None:
    """Write each town's name beside its marks, the busiest first; only the pointer shows one that does not fit."""
    taken = [_box_of(at.x - len(name) * LETTER / 2, at.y, name) for name, _outline, at in zones]
    taken += [_box_of(x, y, f"{name}  ") for name, x, y in _seas()]
    taken += [(base.at.x - 9, base.at.y - 10, base.at.x + 9, base.at.y + 7) for base in bases if base.dates]
    taken += [(base.at.x + 12, base.at.y - 12, base.at.x + 130, base.at.y + 20) for base in bases if base.dates]
    marks = {place.name: _marks_box(place) for place in places}
    for place in sorted(places, key=lambda one: -len(one.marks)):
        others = [box for name, box in marks.items() if name != place.name]
        for label, box in _spots(place, marks[place.name]):
            if not any(_overlap(box, other) for other in (*taken, *others)):
                place.label = label
                taken.append(box)
                break


def _seas() -> tuple[tuple[str, float, float], ...]:
    """The names that the map has of itself, where it writes them."""
    return (_("North Sea"), 372, 120), (_("Channel"), 118, 318)


def _marks_box(place: VictoryPlace) -> Box:
    xs, ys = [x for _kind, x, _y in place.marks], [y for _kind, _x, y in place.marks]
    return min(xs) - 5, min(ys) - 5, max(xs) + 5, max(ys) + 5


def _box_of(x: float, y: float, text: str) -> Box:
    return x, y - LINE + 3, x + len(text) * LETTER, y + 3


def _spots(place: VictoryPlace, box: Box) -> Iterator[tuple[Label, Box]]:
    """Give the possible places of a name: above, right, below, left."""
    left, top, right, bottom = box
    width, middle = len(place.name) * LETTER, (top + bottom) / 2 + 5
    for label in (
        Label(left, top - 3),
        Label(right + 4, middle),
        Label(left, bottom + 12),
        Label(left - 4, middle, True),
    ):
        yield label, _box_of(label.x - width if label.ends else label.x, label.y, place.name)


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _bases(career: InterceptorCareer, sheet: LogSheet) -> list[Base]:
    stays: dict[str, list[str]] = {}
    for line in sheet.entered:
        if line.sortie and line.sortie.base:
            stays.setdefault(line.sortie.base, []).append(line.month)
    if career.base:
        stays.setdefault(career.base, []).append(career.month or career.start)
    return [Base(name, at, _dates(stays[name]) if name in stays else "") for name, at in europe_map().bases.items()]


def _dates(months: list[str]) -> str:
    first, last = min(months), max(months)
    if first == last:
        return log_text.month_name(first)
    return _("%(first)s to %(last)s") % {"first": log_text.month_short(first), "last": log_text.month_name(last)}


def _zone(name: str, bases: tuple[str, ...]) -> tuple[str, str, MapPoint]:
    """Return a base zone as a closed path round its airfields; a thick soft line makes it a tint."""
    points = [europe_map().bases[base] for base in bases if base in europe_map().bases]
    middle = MapPoint(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))
    hull = _hull(points)
    path = "M" + "L".join(f"{p.x} {p.y}" for p in hull) + "Z"
    lowest = max(p.y for p in points)
    return str(spoken.BASE_ZONES.get(name, name)), path, MapPoint(round(middle.x, 1), round(lowest + 34, 1))


def _hull(points: list[MapPoint]) -> list[MapPoint]:
    """The convex hull, by the monotone chain."""
    points = sorted(set(points))
    if len(points) < 3:
        return points

    def chain(these: list[MapPoint]) -> list[MapPoint]:
        found: list[MapPoint] = []
        for p in these:
            while len(found) > 1 and _turn(found[-2], found[-1], p) <= 0:
                found.pop()
            found.append(p)
        return found[:-1]

    return chain(points) + chain(points[::-1])


def _turn(a: MapPoint, b: MapPoint, c: MapPoint) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _routes(sheet: LogSheet) -> list[str]:
    """Draw lines from his base to each place over which he shot something down."""
    west, found = europe_map(), {}
    for line in sheet.entered:
        route = _route(line, west.bases, west.targets)
        if line.kills and route:
            found[route] = True
    return list(found)


def _route(line: SheetLine, bases: dict[str, MapPoint], targets: dict[str, MapPoint]) -> str:
    sortie = line.sortie
    if sortie is None or sortie.base not in bases or sortie.target not in targets:
        return ""
    a, b = bases[sortie.base], targets[sortie.target]
    bend_x, bend_y = (a.x + b.x) / 2 + (b.y - a.y) * 0.06, (a.y + b.y) / 2 - (b.x - a.x) * 0.06
    return f"M{a.x} {a.y}Q{bend_x:.1f} {bend_y:.1f} {b.x} {b.y}"


def _by_zone(sheet: LogSheet) -> list[tuple[str, int, int]]:
    counts: dict[str, list[int]] = {}
    for line in sheet.entered:
        sortie = line.sortie
        if sortie and (sortie.bombers or sortie.fighters):
            row = counts.setdefault(sortie.zone, [0, 0])
            row[0] += sortie.bombers
            row[1] += sortie.fighters
    rows = [
        (str(spoken.TARGET_ZONES.get(zone, zone)), bombers, fighters) for zone, (bombers, fighters) in counts.items()
    ]
    return sorted(rows, key=lambda row: (-row[1] - row[2], row[0]))
