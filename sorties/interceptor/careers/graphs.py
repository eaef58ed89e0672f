"""The graphs of a career, all on one axis of twelve months, as shapes for one plain template.

Every figure is drawn by steps, for it changes on a line and not between lines. Blue is him, tan the field or time out.
"""

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.careers.graphs import NARROW, WIDE, Axis, Graph, GraphFrame, GraphSet, GraphText, scale
from campaigns.careers.reference_sample import ReferenceSample
from play.games.text import GameText
from sorties.interceptor.careers import log_text
from sorties.interceptor.careers.log_sheet import LedgerEntry, LogSheet, SheetLine
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.text import names as spoken

SQUARE = 9
ROW_OF_SQUARES = 4


class PilotGraphs(Axis):
    """Draws a career on a frame."""

    def __init__(
        self,
        frame: GraphFrame,
        career: InterceptorCareer,
        sheet: LogSheet,
        ledgers: dict[str, list[LedgerEntry]],
        of: ReferenceSample | None,
        words_at: Callable[[str, int], GameText] = lambda month, line: log_text.WORDS,
    ) -> None:
        self.career = career
        self.sheet = sheet
        self.ledgers = ledgers
        self.of = of
        self.words_at = words_at
        entered = sheet.entered
        self.first = next((line.place for line in sheet.lines if line.month >= career.start), 0)
        super().__init__(frame, len(sheet.lines), entered[-1].place + 1 if entered else self.first)

    def has_begun(self) -> bool:
        """Say whether a line is entered yet."""
        return bool(self.sheet.entered)

    def sheets(self) -> GraphSet:
        """Draw everything."""
        graphs = [self.kills(), self.every_line()]
        if self.career.options.get("fatigue"):
            graphs.append(self.fatigue())
        graphs += [self.prestige(), self.experience()]
        if self.of is not None:
            graphs.append(self.survival(self.of))
        graphs.append(self.bombers())
        return GraphSet(self.frame, self.months(), list(self.outs()), self.unflown(self.career.over), graphs)

    def months(self) -> list[tuple[float, float, str]]:
        """The months: left edge, middle, name."""
        found = []
        for month in self.sheet.months:
            left, right = month.lines[0].place, month.lines[-1].place + 1
            name = month.short[:1] if self.frame.small else month.short
            found.append((self.x(left), (self.x(left) + self.x(right)) / 2, name))
        return found

    def outs(self) -> Iterable[tuple[float, float, str]]:
        """The stretches of two lines or more in which he did not fly for one reason: left, width, reason."""
        run: list[SheetLine] = []
        for line in [*self.sheet.lines, None]:
            cause = line.sortie.cause if line and line.sortie and not line.is_flown else ""
            if run and (line is None or cause != _cause(run[0])):
                if len(run) > 1 or _cause(run[0]) in ("transfer", "leave"):
                    named = "" if self.frame.small else str(spoken.CAUSES.get(_cause(run[0]), ""))
                    yield self.x(run[0].place), round(len(run) * self.step, 1), named
                run = []
            if line is not None and cause and cause not in ("range", "repair", "stood-down"):
                run.append(line)

    # -- rows

    def kills(self) -> Graph:
        """Each aircraft that he shot down is a square, in the month in which it fell."""
        per_row = ROW_OF_SQUARES if not self.frame.small else 2
        tallest = max((-(-(month.bombers + month.fighters) // per_row) for month in self.sheet.months), default=1)
        base = 36 + max(2, tallest) * (SQUARE + 3)
        career = self.career
        graph = Graph(
            "kills",
            _("Shot down, by month"),
            [_totals(career), _("each square is one aircraft")],
            _("Shot down by month: %(months)s.") % {"months": self._by_month()},
            base + 4,
            base,
        )
        for month in self.sheet.months:
            fallen = [fight for line in month.lines for fight in line.kills]
            left, right = self.x(month.lines[0].place), self.x(month.lines[-1].place + 1)
            width = min(len(fallen), per_row) * (SQUARE + 3) - 3
            for place, fight in enumerate(fallen):
                column, row = place % per_row, place // per_row
                x = (left + right) / 2 - width / 2 + column * (SQUARE + 3)
                kind = "fighter" if not fight.is_bomber else "other" if fight.enemy.startswith("B-24") else "bomber"
                graph.squares.append((kind, round(x, 1), base - 3 - SQUARE - row * (SQUARE + 3)))
            rows = -(-len(fallen) // per_row)
            if fallen:
                graph.texts.append(
                    GraphText((left + right) / 2, base - 7 - rows * (SQUARE + 3), str(len(fallen)), "count")
                )
        return graph

    def _by_month(self) -> str:
        named = ((month.name, month.bombers + month.fighters) for month in self.sheet.months if month.is_begun)
        return ", ".join(f"{name} {count}" for name, count in named) or _("nothing yet")

    def every_line(self) -> Graph:
        """A tick for each line: tall where he shot something down, short where he flew, a dash where he did not."""
        flown = sum(line.is_flown for line in self.sheet.entered)
        said = ngettext("%(flown)d flown of %(n)d line", "%(flown)d flown of %(n)d lines", len(self.sheet.entered)) % {
            "flown": flown,
            "n": len(self.sheet.entered),
        }
        graph = Graph("lines", _("Every log line"), [said], said, 46, 34)
        paths: dict[str, list[str]] = {"kill": [], "flown": [], "missed": [], "hurt": []}
        for line in self.sheet.entered:
            middle = self.x(line.place + 0.5)
            if line.sortie and line.sortie.bombers + line.sortie.fighters:
                paths["kill"].append(f"M{middle} 34V8")
            elif line.is_flown:
                paths["flown"].append(f"M{middle} 34V20")
            else:
                paths["missed"].append(f"M{round(middle - self.step * 0.32, 1)} 33h{round(self.step * 0.64, 1)}")
            if line.is_hurt:
                paths["hurt"].append(f"M{round(middle - 3.5, 1)} 38h7l-3.5 6z")
        graph.shapes = [(f"tick {kind}", "".join(path)) for kind, path in paths.items() if path]
        if not self.sheet.entered:
            graph.texts.append(GraphText(self.x(self.first) + 8, 23, _("begins with his first sortie")))
        if not self.frame.small:
            graph.texts += [
                GraphText(self.frame.end + 12, 14, _("tall, blue: a kill")),
                GraphText(self.frame.end + 12, 28, _("short: flown")),
                GraphText(self.frame.end + 12, 42, _("▾ shot down or hurt"), "note hurt"),
            ]
        return graph

    def fatigue(self) -> Graph:
        """Fatigue by line, above the levels at which it begins to tell. [10.3]"""
        top = max(24, *(line.sortie.fatigue for line in self.sheet.entered if line.sortie), 24)
        said = _("%(level)d now; higher is worse") % {"level": self.career.fatigue}
        graph = Graph("fatigue", _("Fatigue"), [said], said, 104, 92)
        y = scale(0, top, 92, 10)
        left, width = self.x(0), self.frame.end - self.x(0)
        for low, high, kind in ((6, 12, "1"), (12, 18, "2"), (18, top, "3")):
            graph.shapes.append((f"tired-{kind}", f"M{left} {y(low)}h{width}V{y(high)}h{-width}z"))
        graph.texts += [
            GraphText(self.frame.left - 6, y(level) + 4, str(level), "figure end") for level in (0, 6, 12, 18)
        ]
        if not self.frame.small:
            for level, words in ((8, _("+1 parachute")), (14, _("+1 landing")), (20, _("+2 landing, −1 initiative"))):
                graph.texts.append(GraphText(self.frame.end + 12, y(level), words))
        self.steps(graph, y, ((line.place, line.sortie.fatigue) for line in self.sheet.entered if line.sortie), "ink")
        self.now(graph, y, self.career.fatigue, "ink", str(self.career.fatigue))
        return graph

    def prestige(self) -> Graph:
        """Level as a line that only rises, points in hand as an area. [8.1, 8.2]"""
        entries = self.ledgers["prestige"]
        level, points, levels, in_hand, names = 0, 0, [], [], []
        for entry in entries:
            place = self._place(entry)
            if entry.value > 0:
                level = min(level + entry.value, 7)
                words = self.words_at(entry.month, entry.line)
                names.append((place, level, log_text.ledger_cause(entry.cause, words)))
            points = entry.left
            levels.append((place, level))
            in_hand.append((place, points))
        top = max(7, *(value for _place, value in in_hand), 7)
        said = ngettext(
            "level %(level)d; %(n)d point in hand", "level %(level)d; %(n)d points in hand", self.career.points
        ) % {"level": self.career.level, "n": self.career.points}
        graph = Graph("prestige", _("Prestige"), [said, _("level 7 opens every type")], said, 134, 122)
        y = scale(0, top, 122, 14)
        graph.shapes.append(("threshold", f"M{self.x(0)} {y(7)}H{self.frame.end}"))
        graph.texts += [GraphText(self.frame.left - 6, y(value) + 4, str(value), "figure end") for value in (0, 7)]
        self.area(graph, y, in_hand, "in-hand")
        self.steps(graph, y, levels, "blue")
        if not self.frame.small:
            self._name_steps(graph, y, names)
        self.now(graph, y, self.career.level, "blue", _("level %(level)d") % {"level": self.career.level})
        if y(self.career.points) - y(self.career.level) > 14:
            self.now(graph, y, self.career.points, "none", self._points(self.career.points))
        return graph

    def _name_steps(self, graph: Graph, y: Callable[[float], float], names: list[tuple[int, int, str]]) -> None:
        """Write the cause of a level beside its step, where it fits."""
        by_place: dict[int, tuple[int, list[str]]] = {}
        for place, level, name in names:
            before = by_place.get(place, (level, []))
            by_place[place] = (level, [*before[1], name])
        last = -100.0
        for place, (level, said) in by_place.items():
            at = self.x(place + 1)
            if (abs(y(level) - last) < 11 and level == 7) or place < 0:
                continue
            package = at - self.frame.left
            text = ", ".join(said)
            if package > len(text) * 5.6 + 8:
                graph.texts.append(GraphText(at - 5, y(level) + 1, text, "note end"))
            else:
                graph.texts.append(GraphText(at + 5, y(level) + 15, text))
            last = y(level)

    def experience(self) -> Graph:
        """Points unspent, by line. [7.7]"""
        entries = [(self._place(entry), entry.left) for entry in self.ledgers["experience"]]
        top = max(5, *(value for _place, value in entries), 5)
        said = self._points(self.career.experience)
        graph = Graph("experience", _("Experience"), [said, _("one point for each four sorties")], said, 92, 80)
        y = scale(0, top, 80, 12)
        graph.texts += [GraphText(self.frame.left - 6, y(value) + 4, str(value), "figure end") for value in (0, 5)]
        self.area(graph, y, entries, "tan")
        self.steps(graph, y, entries, "ink thin")
        self.now(graph, y, self.career.experience, "none", said)
        return graph

    def survival(self, of: ReferenceSample) -> Graph:
        """Draw his line, and the number of simulated pilots still flying by each line."""
        size = ngettext("%(n)d simulated pilot, same unit", "%(n)d simulated pilots, same unit", of.careers)
        return self.still_flying(of, self.first, self.career.alive, _last_name(self.career), size % {"n": of.careers})

    def bombers(self) -> Graph:
        """Bombers by line, over the bands of victory and what the field had. [5.2.1]"""
        bands = [(5, "draw"), (11, "marginal"), (21, "substantial"), (31, "decisive")]
        top = max(33, self.career.bombers + 2)
        notes = [_("victory counts bombers only")]
        if self.of is not None:
            share = self.of.share_below(max(self.reached - 1, 0), self.career.bombers)
            notes.append(_("ahead of %(share)d in 100 simulated pilots at this point") % {"share": round(100 * share)})
        counted = ngettext("%(n)d bomber", "%(n)d bombers", self.career.bombers) % {"n": self.career.bombers}
        graph = Graph("bombers", _("Bombers"), notes, counted, 168, 156)
        y = scale(0, top, 156, 8)
        if self.of is not None:
            self.behind(graph, y, self.of)
        for bombers, band in bands:
            graph.shapes.append(("threshold", f"M{self.x(0)} {y(bombers)}H{self.frame.end}"))
            graph.texts.append(GraphText(self.frame.left - 6, y(bombers) + 4, str(bombers), "figure end"))
            if not self.frame.small:
                beside = self._beside(y(bombers) - y(self.career.bombers))
                graph.texts.append(GraphText(beside, y(bombers) - 4, str(log_text.BANDS.get(band, band))))
        total = self.career.start_bombers
        steps = [(self.first - 1, total)]
        for line in self.sheet.entered:
            total += line.sortie.bombers if line.sortie else 0
            steps.append((line.place, total))
        self.steps(graph, y, steps, "blue")
        self.now(graph, y, self.career.bombers, "blue", str(self.career.bombers))
        return graph

    # -- parts

    def _beside(self, apart: float) -> float:
        """Place a label at the right of the axis: beside his own figure if his line ends there too."""
        figure = self.x(self.reached) + 44
        return max(self.frame.end + 12, figure) if abs(apart) < 14 else self.frame.end + 12

    def _place(self, entry: LedgerEntry) -> int:
        """The line of an entry; his starting points come before the first."""
        for month in self.sheet.months:
            if month.key == entry.month:
                return (
                    month.lines[min(entry.line, len(month.lines)) - 1].place if entry.line else month.lines[0].place - 1
                )
        return self.first - 1

    def _points(self, points: int) -> str:
        return ngettext("%(n)d point", "%(n)d points", points) % {"n": points}


def _cause(line: SheetLine) -> str:
    return line.sortie.cause if line.sortie else ""


def _last_name(career: InterceptorCareer) -> str:
    return career.name.split()[-1] if career.name.split() else _("He")


def _totals(career: InterceptorCareer) -> str:
    bombers = ngettext("%(n)d bomber", "%(n)d bombers", career.bombers) % {"n": career.bombers}
    fighters = ngettext("%(n)d fighter", "%(n)d fighters", career.fighters) % {"n": career.fighters}
    return _("%(bombers)s, %(fighters)s") % {"bombers": bombers, "fighters": fighters}


def draw(
    career: InterceptorCareer,
    sheet: LogSheet,
    ledgers: dict[str, list[LedgerEntry]],
    of: ReferenceSample | None,
    words_at: Callable[[str, int], GameText],
) -> Sequence[GraphSet]:
    """Draw the year for a desk and for a phone."""
    return [PilotGraphs(frame, career, sheet, ledgers, of, words_at).sheets() for frame in (WIDE, NARROW)]


def ticks(career: InterceptorCareer, sheet: LogSheet) -> GraphSet:
    """Draw every line of the year alone."""
    drawer = PilotGraphs(GraphFrame("ticks", 820, 0, 0), career, sheet, {}, None)
    graph = drawer.every_line()
    graph.texts = []
    if not career.alive:
        graph.shapes.append(("end-line", f"M{drawer.x(drawer.reached)} 0V40"))
    return GraphSet(drawer.frame, drawer.months(), [], None, [graph])
