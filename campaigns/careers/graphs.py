"""The graphs of a career, all on one axis of the year, as shapes for one plain template (`careers/_year.html`).

Every figure is drawn by steps, for it changes on a line and not between lines. Blue is he, tan the field or time out.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from campaigns.careers.reference_sample import ReferenceSample

HIGH = 0.7
"""A share of the field above which nothing fits between its line and his."""

Height = Callable[[float], float]
"""Maps a value to its height on a graph."""
Values = Iterable[tuple[int, float]]
"""Values by the places at which they came about."""


@dataclass
class GraphFrame:
    """Width of the drawing, and position of its axis."""

    name: str
    width: int
    left: int
    right: int
    small: bool = False

    @property
    def end(self) -> int:
        """Return the end of the axis."""
        return self.width - self.right


WIDE = GraphFrame("wide", 1120, 40, 190)
NARROW = GraphFrame("narrow", 370, 26, 72, small=True)


@dataclass
class GraphText:
    """A word on a graph."""

    x: float
    y: float
    text: str
    kind: str = "note"


@dataclass
class Graph:
    """One row of the sheet of graphs."""

    name: str
    title: str
    notes: list[str]
    sentence: str
    """Text for a reader who cannot see the graph."""
    height: int
    base: int
    """The y of its ground line."""
    shapes: list[tuple[str, str]] = field(default_factory=list)
    """(class, path)"""
    texts: list[GraphText] = field(default_factory=list)
    dots: list[tuple[str, float, float]] = field(default_factory=list)
    squares: list[tuple[str, float, float]] = field(default_factory=list)


@dataclass
class GraphSet:
    """The graphs for one width, with their common background."""

    frame: GraphFrame
    months: list[tuple[float, float, str]]
    outs: list[tuple[float, float, str]]
    unflown: tuple[float, float] | None
    """The part not yet flown: left, width."""
    graphs: list[Graph]


class Axis:
    """Draws on a frame along so many places of a year, of which so many have been reached."""

    def __init__(self, frame: GraphFrame, count: int, reached: int) -> None:
        self.frame = frame
        self.count = count
        self.reached = reached
        self.step = (frame.end - frame.left) / count

    def x(self, place: float) -> float:
        """The left edge of a place, or the right edge of the one before."""
        return round(self.frame.left + place * self.step, 1)

    def unflown(self, over: bool) -> tuple[float, float] | None:
        """Return the unflown part: left and width."""
        if over or self.reached >= self.count:
            return None
        return self.x(self.reached), round(self.frame.end - self.x(self.reached), 1)

    def _path(self, y: Height, values: Values, to: int) -> tuple[str, float, float]:
        """A line by steps: each value holds from the right edge of its place to that of the next."""
        path, start, before = "", 0.0, None
        for place, value in values:
            at, height = self.x(max(place + 1, 0)), y(value)
            if before is None:
                path, start = f"M{at} {height}", at
            elif height != before:
                path += f"H{at}V{height}"
            before = height
        if before is None:
            return "", 0, 0
        return f"{path}H{self.x(to)}", start, before

    def steps(self, graph: Graph, y: Height, values: Values, kind: str, to: int | None = None) -> None:
        """Draw a line by steps."""
        path, _start, _end = self._path(y, values, self.reached if to is None else to)
        if path:
            graph.shapes.append((f"step {kind}", path))

    def area(self, graph: Graph, y: Height, values: Values, kind: str, to: int | None = None) -> None:
        """Fill the area below such a line."""
        path, start, _end = self._path(y, values, self.reached if to is None else to)
        if path:
            graph.shapes.append((f"area {kind}", f"{path}V{graph.base}H{start}z"))

    def now(self, graph: Graph, y: Height, value: float, kind: str, words: str) -> None:
        """Mark the career's value, if it has one."""
        if not self.has_begun():
            return
        at = self.x(self.reached)
        if kind != "none":
            graph.dots.append((kind.split()[0], at, y(value)))
        graph.texts.append(GraphText(at + 8, min(y(value) + 5, graph.base - 4), words, f"now {kind}"))

    def behind(self, graph: Graph, y: Height, of: ReferenceSample, began: int = 0) -> None:
        """Draw what the field had by each place: its best tenth and quarter as areas, its middle as a thin line."""
        for kind in ("tenth", "quarter"):
            self.area(graph, y, [(-1, began), *enumerate(of.figures[kind])], f"tan {kind}", to=self.count)
        self.steps(graph, y, [(-1, began), *enumerate(of.figures["middle"])], "second thin", to=self.count)
        for kind, words in (("tenth", _("best tenth above")), ("quarter", _("best quarter")), ("middle", _("middle"))):
            at = of.figures[kind][-1]
            if not self.frame.small and (kind != "middle" or at):
                graph.texts.append(GraphText(self.frame.end - 6, y(at) - 4, words, "note end"))

    def still_flying(self, of: ReferenceSample, first: int, alive: bool, name: str, size: str) -> Graph:
        """Draw his survival line over the share of the field that was still flying; `size` is the size of the field."""
        now = of.alive[max(self.reached - 1, 0)]
        said = _("%(share)d%% of simulated pilots came this far alive") % {"share": round(100 * now)}
        graph = Graph("survival", _("Still flying"), [said], said, 118, 106)
        y = scale(0, 1, 106, 12)
        self.area(graph, y, [(-1, 1.0), *enumerate(of.alive)], "tan", to=self.count)
        self.steps(graph, y, [(-1, 1.0), *enumerate(of.alive)], "second", to=self.count)
        graph.texts += [
            GraphText(self.frame.left - 6, y(value) + 4, word, "figure end")
            for value, word in ((0, "0"), (0.5, "½"), (1, "1"))
        ]
        place, end = self.count // 3, self.reached
        # Early in the year his own name would cover the field's high line, and his line where it stays high.
        high = y(of.alive[place]) - 8 if end > self.count / 2 and of.alive[place] < HIGH else y(0) - 6
        graph.texts.append(GraphText(self.x(place), high, size))
        if self.has_begun():
            graph.shapes.append(("step blue", f"M{self.x(first)} {y(1)}H{self.x(end)}"))
            graph.dots.append(("blue" if alive else "hurt", self.x(end), y(1)))
            graph.dots.append(("second", self.x(end), y(now)))
            graph.shapes.append(("between", f"M{self.x(end)} {y(1)}V{y(now)}"))
            named, share = y(1) + 14, max(y(now) - 4, y(1) + 30)
            graph.texts.append(GraphText(self.x(end) + 8, named, name, "now blue"))
            graph.texts.append(GraphText(self.x(end) + 8, share, f"{round(100 * now)}%", "now"))
        return graph

    def has_begun(self) -> bool:
        """Say whether anything is entered yet."""
        return self.reached > 0


def scale(low: float, high: float, bottom: float, top: float) -> Height:
    """Return the places of the values between two on a graph."""
    return lambda value: round(bottom - (value - low) / (high - low) * (bottom - top), 1)
