"""A hex map as pages show it: the ground once for each pack, the marks for one viewer, a sentence for each hex.

    HexMap     the ground: the grid, and fields of hexes with their colours; a game's `maps` gives it
    Mark       a counter, or a word, in a hex
    Outline    the edge around several hexes: a zone, a reach, an area of uncertainty
    Beam       what falls from one hex on another and widens on its way: light, a bearing
    scene_of   all that `play/hexmap/map.html` needs of these, with the orders at the hexes

An order belongs to a hex when the game says so; the map only shows where it can be given. It is given by the control of
the question's own form, so that the list of orders and the map can never offer different ones.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.urls import reverse

from engine.kernel.hexes import Grid, Hex
from engine.kernel.packs.schema import Charts
from play.games.registry import game_of
from play.utils.plain_data import Json

SIZE = 20
"""From a hex's centre to its corner, in units of the drawing."""
MARGIN = 28
"""Around the hexes, where columns and rows are numbered."""
ZOOMS = (1, 2, 3)

Order = Mapping[str, Any]
Step = tuple[str, str]
"""An order, and the place to which it leads."""


@dataclass(frozen=True)
class HexArea:
    """Hexes of the ground that look alike, with the edge around them."""

    hexes: tuple[Hex, ...]
    fill: str
    edge: str = ""
    width: float = 1


@dataclass(frozen=True)
class MapShape:
    """A drawing on the ground that is not made of hexes: a coast, a river, the border of a division."""

    d: str
    fill: str = "none"
    stroke: str = "none"
    width: float = 1
    dash: str = ""


@dataclass(frozen=True)
class Inscription:
    """A word on the ground for everybody: a hex's number, the name of a sea."""

    word: str
    x: float
    y: float
    size: float
    fill: str
    slants: bool = False


@dataclass(frozen=True)
class HexMap:
    """Static content of a map, the same for every player."""

    grid: Grid
    fields: tuple[HexArea, ...] = ()
    beneath: tuple[MapShape, ...] = ()
    """Drawn over the fields and under the lines between hexes."""
    above: tuple[MapShape, ...] = ()
    words: tuple[Inscription, ...] = ()
    line: str = "#1c2a38"
    """The colour of the lines between hexes."""


@dataclass(frozen=True)
class HexMark:
    """Content of a hex."""

    hex: Hex
    look: str
    """Its class in the game's stylesheet."""
    symbol: str = ""
    """The id of a symbol of the game's drawing."""
    heading: int | None = None
    """Degrees clockwise from the top of the map, where the symbol points somewhere."""
    number: str = ""
    word: str = ""
    frame: str = ""
    """Id of a symbol below the other that never turns."""
    off: tuple[float, float] = (0, 0)
    """Distance from the middle, where several share a hex."""


@dataclass(frozen=True)
class HexOutline:
    """The edge around hexes that belong together."""

    hexes: Collection[Hex]
    look: str
    filled: bool = False


@dataclass(frozen=True)
class Beam:
    """A wedge that begins in one hex and falls on another."""

    source: Hex
    hex: Hex
    look: str
    spread: float = 0.14
    """Half its width at the end, by its length."""
    far: float = 1
    """Its length, by the way to the hex."""


@dataclass(frozen=True)
class PathSteps:
    """Legal steps of a path. A place is a hex, and a suffix after a slash tells places in one hex apart."""

    start: str
    steps: Mapping[str, Sequence[Step]]
    least: int
    most: int
    end: str = ""
    """The order that ends a path before its last step."""
    sides: Sequence[str] = ()
    """Names of the six sides, where the other part of a place is the side to which one heads there."""


@dataclass
class Cells:
    """Hexes of one board, as a game describes them."""

    said: Mapping[Hex, Sequence[str]] = field(default_factory=dict)
    """Content or facts of a hex, after its number."""
    orders: Mapping[Hex, Sequence[Order]] = field(default_factory=dict)
    """The orders, open and closed, that can be given at a hex, as the question lists them."""
    holds: Collection[Hex] = ()
    """The hexes with counters: N and P go through them."""
    why: str = ""
    """Why a hex without orders has none, with its rule; the hex fills `%s`."""
    keys: Mapping[Hex, str] = field(default_factory=dict)
    """The keys by which the orders of hexes are given, where they are to be read on the map."""


def map_of(game: str, charts: Charts, name: str) -> HexMap:
    """Return a map of a game; a LookupError where there is none of that name."""
    maps = game_of(game).maps
    if maps is None:
        raise LookupError(f"{game} has no maps")
    return maps(charts, name)


@dataclass(slots=True)
class HexCell:
    """A hex with its sentence and the orders at it."""

    hex: Hex
    x: str
    y: str
    said: str
    orders: str
    """Its open orders, as JSON."""
    is_closed: bool
    holds: bool
    begins: bool


@dataclass(frozen=True)
class HexKey:
    """The key of an order, at its hex."""

    key: str
    x: str
    y: str


@dataclass(frozen=True)
class PlacedMark:
    """A mark where it is drawn."""

    mark: HexMark
    x: str
    y: str


@dataclass(frozen=True)
class MapEdge:
    """The number of a column or row, at a side of the map."""

    word: str
    is_even: bool
    x: str
    y: str


@dataclass(frozen=True)
class DrawnOutline:
    """An outline as the data of a path."""

    d: str
    look: str
    filled: bool = False


@dataclass(frozen=True, kw_only=True)
class ShownHexMap:
    """Context of `play/hexmap/map.html`."""

    ground: str
    left: int
    top: int
    width: int
    height: int
    shape: str
    rows: Sequence[Sequence[HexCell]]
    thumbs: Sequence[HexCell]
    keys: Sequence[HexKey]
    edges: Sequence[MapEdge]
    marks: Sequence[PlacedMark]
    outlines: Sequence[DrawnOutline]
    beams: Sequence[DrawnOutline]
    why: str
    turns: bool
    anywhere: bool
    pointy: bool
    ways: dict[str, Json] | None
    zooms: Sequence[int] = ZOOMS


def scene_of(
    game: str,
    digest: str,
    name: str,
    drawn: HexMap,
    *,
    cells: Cells,
    marks: Iterable[HexMark] = (),
    outlines: Iterable[HexOutline] = (),
    beams: Iterable[Beam] = (),
    begin: Hex = "",
    turns: bool = False,
    ways: PathSteps | None = None,
) -> ShownHexMap:
    """Return the context of `play/hexmap/map.html`: `begin` has the tab stop; `turns` lays it down where it is wide."""
    grid = drawn.grid
    left, top, width, height = extent_of(grid)
    rows = rows_of(grid, cells, begin if begin in grid else grid.hexes[0])
    usable = [hex_ for hex_ in grid if any(order["state"] != "closed" for order in cells.orders.get(hex_, ()))]
    anywhere = len(cells.orders) > len(grid) / 2
    if anywhere and len(usable) < len(grid):
        # One edge around them all; where the whole map is open, no edge is needed.
        outlines = [*outlines, HexOutline(usable, "usable", filled=True)]
    return ShownHexMap(
        ground=reverse("map_ground", args=[game, digest, name]),
        left=left,
        top=top,
        width=width,
        height=height,
        shape=shape_of(grid),
        rows=rows,
        thumbs=[] if anywhere else [cell for row in rows for cell in row if cell.orders],
        keys=[_key(grid, hex_, key) for hex_, key in cells.keys.items() if hex_ in grid],
        edges=edges_of(grid),
        marks=[_placed(grid, mark) for mark in marks if mark.hex in grid],
        outlines=[DrawnOutline(edge_of(grid, one.hexes), one.look, one.filled) for one in outlines],
        beams=[DrawnOutline(wedge_of(grid, one), one.look) for one in beams if {one.source, one.hex} <= set(grid)],
        why=cells.why,
        turns=turns,
        anywhere=anywhere,
        pointy=grid.layout.top == "pointy",
        ways=path_steps_json(ways),
    )


def rows_of(grid: Grid, cells: Cells, begin: Hex) -> list[list[HexCell]]:
    """Return the hexes row by row, each with its sentence and the orders at it."""
    rows: dict[int, list[HexCell]] = {}
    for hex_, x, y, row in _places(grid):
        orders = cells.orders.get(hex_, ())
        open_orders = [order["value"] for order in orders if order["state"] != "closed"]
        cell = HexCell(
            hex=hex_,
            x=x,
            y=y,
            said=sentence_of(hex_, cells.said.get(hex_, ()), orders),
            orders=json.dumps(open_orders) if open_orders else "",
            is_closed=bool(orders) and not open_orders,
            holds=hex_ in cells.holds,
            begins=hex_ == begin,
        )
        rows.setdefault(row, []).append(cell)
    return [rows[row] for row in sorted(rows)]


def changed_hexes(rows: Iterable[Iterable[HexCell]]) -> dict[str, object]:
    """Return the changes of words on hexes that a page has already: `told` by hexes with the same words, else `bare`.

    `%s` is replaced by the hex, whose element's id is `before` and the hex; parts without a name are removed. Hexes
    are in one string: in an attribute of a page each quotation mark takes six characters.
    """
    data: dict[tuple[tuple[str, str], ...], list[Hex]] = {}
    for cell in (cell for row in rows for cell in row):
        found = {"aria-label": "%s" + cell.said[len(cell.hex) :]} if cell.said != cell.hex else {}
        found |= {"data-orders": cell.orders} if cell.orders else {}
        found |= {"class": "closed"} if cell.is_closed else {}
        found |= {"data-holds": ""} if cell.holds else {}
        found |= {"tabindex": "0"} if cell.begins else {}
        if found:
            data.setdefault(tuple(found.items()), []).append(cell.hex)
    return {
        "before": "hex-",
        "names": ("aria-label", "data-orders", "class", "data-holds", "tabindex"),
        "bare": {"aria-label": "%s", "tabindex": "-1"},
        "told": [(dict(found), " ".join(hexes)) for found, hexes in data.items()],
    }


def sentence_of(hex_: Hex, said: Sequence[str], orders: Sequence[Order]) -> str:
    """Say a hex: its number, what is there, what can be ordered, and what cannot and why."""
    parts = [hex_, *said]
    for order in orders:
        if order["state"] == "closed":
            parts += [f"{order['label']}: {order['reason']} {order.get('rule', '')}".strip()]
        elif len(orders) < 4:
            parts += [", ".join(filter(None, (str(order["label"]), str(order.get("odds", "")))))]
    return ", ".join(parts)


def orders_by_hex(orders: Iterable[Order], hexes_of: Callable[[str], Iterable[Hex]]) -> dict[Hex, list[Order]]:
    """Sort a question's orders by the hexes at which they are given; `hexes_of` reads these from the order's value."""
    found: dict[Hex, list[Order]] = {}
    for order in orders:
        for hex_ in hexes_of(order["value"]):
            found.setdefault(hex_, []).append(order)
    return found


def path_steps_json(ways: PathSteps | None) -> dict[str, Json] | None:
    """Return the ways as the page's script reads them."""
    if ways is None:
        return None
    return {
        "start": ways.start,
        "steps": {place: [list(step) for step in steps] for place, steps in ways.steps.items()},
        "least": ways.least,
        "most": ways.most,
        "end": ways.end,
        "sides": list(ways.sides),
    }


def reachable_hexes(ways: PathSteps) -> set[Hex]:
    """Return the hexes that some path touches."""
    return {place.partition("/")[0] for steps in ways.steps.values() for _order, place in steps}


# The drawing ---------------------------------------------------------------------------------------------------------


def _figure(length: float) -> str:
    """Write a length to a tenth, and no more of it than it needs: a map has thousands."""
    return f"{length:.1f}".removesuffix(".0")


def _at(x: float, y: float) -> str:
    """Write a place of the drawing."""
    return f"{_figure(x)} {_figure(y)}"


def edge_of(grid: Grid, hexes: Collection[Hex]) -> str:
    """Draw the outer sides of some hexes, as the data of a path."""
    return _edge(grid, frozenset(hex_ for hex_ in hexes if hex_ in grid))


@lru_cache(maxsize=512)
def _edge(grid: Grid, inside: frozenset[Hex]) -> str:
    """Follow the sides from corner to corner: at each corner of an edge one side ends and one begins."""
    ahead: dict[str, str] = {}
    for hex_ in sorted(inside):
        corners = [_at(x, y) for x, y in grid.corners(hex_, SIZE)]
        for side, near in enumerate(grid.neighbours(hex_)):
            if near not in inside:
                ahead[corners[side - 1]] = corners[side]
    drawn = []
    while ahead:
        ring = list(ahead.popitem())
        while ring[-1] in ahead:
            ring.append(ahead.pop(ring[-1]))
        drawn.append(f"M{'L'.join(ring[:-1])}Z")
    return "".join(drawn)


def fill_of(grid: Grid, hexes: Iterable[Hex]) -> str:
    """Draw whole hexes, as the data of a path."""
    return _fill(grid, tuple(hexes))


@lru_cache(maxsize=512)
def _fill(grid: Grid, hexes: tuple[Hex, ...]) -> str:
    drawn = []
    for hex_ in hexes:
        points = "L".join(_at(x, y) for x, y in grid.corners(hex_, SIZE))
        drawn.append(f"M{points}Z")
    return "".join(drawn)


def wedge_of(grid: Grid, beam: Beam) -> str:
    """Draw a beam from the middle of one hex through the middle of another, as the data of a path."""
    (x, y), (u, v) = grid.centre(beam.source, SIZE), grid.centre(beam.hex, SIZE)
    u, v = x + (u - x) * beam.far, y + (v - y) * beam.far
    a, b = (v - y) * beam.spread, (x - u) * beam.spread
    return f"M{_at(x, y)}L{_at(u + a, v + b)}L{_at(u - a, v - b)}Z"


@lru_cache(maxsize=64)
def shape_of(grid: Grid) -> str:
    """Draw one hex about the middle of the drawing."""
    hex_ = grid.hexes[0]
    x, y = grid.centre(hex_, SIZE)
    return "M" + "L".join(_at(u - x, v - y) for u, v in grid.corners(hex_, SIZE)) + "Z"


@lru_cache(maxsize=64)
def extent_of(grid: Grid) -> tuple[int, int, int, int]:
    """Measure the drawing: left, top, width and height, in whole units."""
    left, top, width, height = grid.extent(SIZE)
    return round(left) - MARGIN, round(top) - MARGIN, round(width) + 2 * MARGIN, round(height) + 2 * MARGIN


@lru_cache(maxsize=32)
def edges_of(grid: Grid) -> list[MapEdge]:
    """Number the columns and rows on all four sides, as the ids of their hexes do, so that any end of a map reads."""
    left, top, width, height = extent_of(grid)
    right, bottom, half = left + width, top + height, MARGIN / 2
    columns: dict[str, float] = {}
    rows: dict[str, float] = {}
    for hex_ in grid:
        x, y = grid.centre(hex_, SIZE)
        split = 2 if grid.layout.ids == "digits" else len(hex_.rstrip("0123456789"))
        columns.setdefault(hex_[:split], x)
        rows.setdefault(hex_[split:], y)
    edges = [(word, n, x, y) for n, (word, x) in enumerate(columns.items(), 1) for y in (top + half, bottom - half)]
    edges += [(word, n, x, y) for n, (word, y) in enumerate(rows.items(), 1) for x in (left + half, right - half)]
    return [MapEdge(word, n % 2 == 0, _figure(x), _figure(y)) for word, n, x, y in edges]


@dataclass(frozen=True)
class DrawnArea:
    """An area of the ground as the data of paths."""

    d: str
    fill: str
    edge: str
    stroke: str
    width: str


@dataclass(frozen=True, kw_only=True)
class MapGround:
    """Context of `play/hexmap/ground.svg`."""

    box: str
    fields: Sequence[DrawnArea]
    beneath: Sequence[MapShape]
    above: Sequence[MapShape]
    words: Sequence[Inscription]
    lines: str
    line: str


def ground_of(drawn: HexMap) -> MapGround:
    """Return what the template of the ground needs."""
    grid = drawn.grid
    left, top, width, height = extent_of(grid)
    fields = [
        DrawnArea(
            d=fill_of(grid, one.hexes),
            fill=one.fill,
            edge=edge_of(grid, one.hexes) if one.edge else "",
            stroke=one.edge,
            width=str(one.width),
        )
        for one in drawn.fields
    ]
    return MapGround(
        box=f"{left} {top} {width} {height}",
        fields=fields,
        beneath=drawn.beneath,
        above=drawn.above,
        words=drawn.words,
        lines=fill_of(grid, grid),
        line=drawn.line,
    )


@lru_cache(maxsize=32)
def _places(grid: Grid) -> list[tuple[Hex, str, str, int]]:
    """Each hex with where it is drawn, and its row."""
    found = []
    for hex_ in grid:
        x, y = grid.centre(hex_, SIZE)
        found.append((hex_, _figure(x), _figure(y), grid.layout.parse(hex_)[1]))
    return found


def _key(grid: Grid, hex_: Hex, key: str) -> HexKey:
    x, y = grid.centre(hex_, SIZE)
    return HexKey(key, _figure(x), _figure(y))


def _placed(grid: Grid, mark: HexMark) -> PlacedMark:
    x, y = grid.centre(mark.hex, SIZE)
    return PlacedMark(mark, _figure(x + mark.off[0]), _figure(y + mark.off[1]))
