"""The graphs of a year of nights, on one axis of fifty-two weeks whose first row is the moon."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.careers.graphs import NARROW, WIDE, Axis, Graph, GraphFrame, GraphSet, GraphText, scale
from campaigns.careers.reference_sample import ReferenceSample
from engine.nightfighter.charts.schema import Tables
from play.games.text import GameText
from sorties.nightfighter.careers.duty_log import DutyLine, DutyLog
from sorties.nightfighter.records.models import CrewRecord, Decoration, NightCareer

MOON = 6.0
BRICK, GAP = 5, 1
OUT = ("wounded", "grounded")


@dataclass(frozen=True)
class YearData:
    """The data of a year's graphs."""

    career: NightCareer
    log: DutyLog
    tables: Tables
    words: GameText
    medals: Sequence[Decoration]
    crews: Sequence[CrewRecord]
    of: ReferenceSample | None


class YearGraphs(Axis):
    """Draws a year on a frame."""

    def __init__(self, frame: GraphFrame, data: YearData) -> None:
        self.career, self.log, self.words, self.tables = data.career, data.log, data.words, data.tables
        self.medals, self.crews, self.of = data.medals, data.crews, data.of
        super().__init__(frame, len(self.log.lines), len(self.log.entered))

    def sheets(self) -> GraphSet:
        """Draw everything."""
        graphs = [self.moon(), self.raids(), self.every_week(), self.points()]
        if self.career.is_staffel:
            graphs.append(self.crew_lines())
        else:
            graphs += [self.survival(self.of)] if self.of is not None else []
            graphs.append(self.kills())
        return GraphSet(self.frame, self.months(), list(self.outs()), self.unflown(self.career.over), graphs)

    def months(self) -> list[tuple[float, float, str]]:
        """The months: left edge, middle, name."""
        found = []
        for month in self.log.months:
            left, right = month.lines[0].number - 1, month.lines[-1].number
            name = month.short[:1] if self.frame.small else month.short
            found.append((self.x(left), (self.x(left) + self.x(right)) / 2, name))
        return found

    def outs(self) -> Iterable[tuple[float, float, str]]:
        """The stretches of two weeks or more in which he could not fly for one reason: left, width, reason."""
        run: list[DutyLine] = []
        for line in [*self.log.lines, None]:
            cause = _cause(line) if line is not None else ""
            if run and (line is None or cause != _cause(run[0])):
                named = "" if self.frame.small or len(run) < 3 else _named(_cause(run[0]))
                yield self.x(run[0].number - 1), round(len(run) * self.step, 1), named
                run = []
            if line is not None and cause:
                run.append(line)

    # -- rows

    def moon(self) -> Graph:
        """The phase that names each week, and with it the dice that meet the enemy."""
        dice = self.tables.campaign.dice
        notes = [_("dice to meet the enemy:"), _("full %(full)s, half %(half)s, none %(none)s") % dice]
        following = self.log.next_line()
        said = notes[1] if following is None else str(self.words.name(following.moon))
        graph = Graph("moon", _("The moon"), [] if self.career.is_staffel else notes, said, 44, 42)
        paths: dict[str, list[str]] = {"full": [], "half": [], "none": []}
        radius = round(min(MOON, self.step / 2 - 0.6), 1)
        for line in self.log.lines:
            middle = self.x(line.number - 0.5)
            round_ = f"a{radius} {radius} 0 1 0 "
            ring = f"M{round(middle - radius, 1)} 26{round_}{2 * radius} 0{round_}{-2 * radius} 0z"
            paths["none" if line.moon == "none" else "full"].append(ring)
            if line.moon == "half":
                paths["half"].append(f"M{middle} {26 - radius}a{radius} {radius} 0 0 0 0 {2 * radius}z")
        graph.shapes = [(f"moon {kind}", "".join(path)) for kind, path in paths.items() if path]
        if following is not None:
            left = self.x(following.number - 1)
            graph.shapes.append(("coming", f"M{left} 15h{round(self.step, 1)}v22h{round(-self.step, 1)}z"))
        return graph

    def raids(self) -> Graph:
        """A brick for each bomber of a raid that was met; filled, if it did not come home."""
        met = [(line, one) for line in self.log.lines for one in line.met if one.raid.bombers]
        tallest = max((sum(one.raid.bombers for one in line.met) for line in self.log.lines), default=0)
        base = 22 + max(6, min(tallest, 14)) * (BRICK + GAP)
        bombers = sum(one.raid.bombers for _line, one in met)
        said = ngettext("%(n)s raid", "%(n)s raids", len(met)) % {"n": len(met)}
        more = ngettext("%(n)s bomber in them", "%(n)s bombers in them", bombers) % {"n": bombers}
        graph = Graph("raids", _("Raids met"), [said, more], f"{said}, {more}", base + 4, base)
        paths: dict[str, list[str]] = {"down": [], "came": []}
        width = round(max(self.step - 3, 3), 1)
        for line in self.log.lines:
            count, fell = sum(one.raid.bombers for one in line.met), line.kills
            each = min(BRICK, (base - 22) / max(count, 1) - GAP)
            left = round(self.x(line.number - 0.5) - width / 2, 1)
            for n in range(count):
                top = round(base - 1 - (n + 1) * (each + GAP), 1)
                brick = f"M{left} {top}h{width}v{round(each, 1)}h{-width}z"
                paths["down" if n < fell else "came"].append(brick)
            if count and not self.frame.small:
                top = base - 5 - count * (each + GAP)
                graph.texts.append(GraphText(self.x(line.number - 0.5), round(top, 1), str(count), "count small"))
        graph.shapes = [(f"brick {kind}", "".join(path)) for kind, path in paths.items() if path]
        if not self.frame.small:
            graph.texts += [
                GraphText(self.frame.end + 12, base - 16, _("blue: shot down")),
                GraphText(self.frame.end + 12, base - 2, _("open: came through")),
            ]
        return graph

    def every_week(self) -> Graph:
        """A tick for each week: tall where the enemy was met, short where he flew, a dash where he did not."""
        flown = sum(line.is_flown for line in self.log.entered)
        said = ngettext("%(flown)s flown of %(n)s week", "%(flown)s flown of %(n)s weeks", len(self.log.entered)) % {
            "flown": flown,
            "n": len(self.log.entered),
        }
        lost = ngettext("%(n)s aircraft lost", "%(n)s aircraft lost", self.career.aircraft_lost)
        notes = [said, lost % {"n": self.career.aircraft_lost}]
        graph = Graph("weeks", _("Every week"), notes, ", ".join(notes), 48, 34)
        paths: dict[str, list[str]] = {"kill": [], "flown": [], "missed": [], "hurt": []}
        for line in self.log.entered:
            middle = self.x(line.number - 0.5)
            if line.kills:
                paths["kill"].append(f"M{middle} 34V6")
            elif line.is_flown:
                paths["flown"].append(f"M{middle} 34V{14 if line.met else 24}")
            else:
                paths["missed"].append(f"M{round(middle - self.step * 0.32, 1)} 33h{round(self.step * 0.64, 1)}")
            if _is_lost(line):
                paths["hurt"].append(f"M{round(middle - 3.5, 1)} 45h7l-3.5-6z")
        graph.shapes = [(f"tick {kind}", "".join(path)) for kind, path in paths.items() if path]
        if not self.frame.small:
            graph.texts += [
                GraphText(self.frame.end + 12, 14, _("tall: met, blue: a kill")),
                GraphText(self.frame.end + 12, 28, _("short: met nobody")),
                GraphText(self.frame.end + 12, 42, _("▴ aircraft lost"), "note hurt"),
            ]
        return graph

    def survival(self, of: ReferenceSample) -> Graph:
        """Draw his line, and the number of simulated years still running by each week."""
        size = ngettext("%(n)d simulated year of this kind", "%(n)d simulated years of this kind", of.careers)
        words = self.career.name.split()
        name = words[-1] if words else _("He")
        return self.still_flying(of, 0, self.career.alive, name, size % {"n": of.careers})

    def _beside_the_field(self, figure: int) -> list[str]:
        """Compare him with the simulated years by this week."""
        if self.of is None or not self.has_begun():
            return []
        share = round(100 * self.of.share_below(self.reached - 1, figure))
        return [_("ahead of %(share)d in 100 simulated years by this week") % {"share": share}]

    def points(self) -> Graph:
        """Points by week, with the decorations that they brought, or the levels of a Staffel's year."""
        rows = [(line.number - 1, line.week.points) for line in self.log.entered if line.week is not None]
        marks = self._levels()
        top = max(24, *(value for value, _word in marks), *(points for _week, points in rows), 24)
        low = min(0, *(value for value, _word in marks), *(points for _week, points in rows), 0)
        now = self.career.points
        said = ngettext("%(n)s point", "%(n)s points", now) % {"n": now}
        how = _("lost aircraft and empty boxes cost points") if self.career.is_staffel else _("by engines")
        notes = [said, how, *(self._beside_the_field(now) if self.career.is_staffel else [])]
        graph = Graph("points", _("Points"), notes, said, 134, 122)
        y = scale(low, top, 122, 12)
        if self.career.is_staffel and self.of is not None:
            self.behind(graph, y, self.of)
        for value, word in marks:
            graph.shapes.append(("threshold", f"M{self.x(0)} {y(value)}H{self.frame.end}"))
            graph.texts.append(GraphText(self.frame.left - 6, y(value) + 4, str(value), "figure end"))
            if not self.frame.small and word:
                graph.texts.append(GraphText(self.frame.end + 12, y(value) + 4, word))
        if low < 0:
            graph.shapes.append(("ground", f"M{self.x(0)} {y(0)}H{self.frame.end}"))
        else:
            self.area(graph, y, [(-1, 0), *rows], "in-hand")
        self.steps(graph, y, [(-1, 0), *rows], "blue")
        if not self.frame.small:
            written: list[tuple[float, float, int]] = []
            for medal in self.medals:
                text = str(self.words.name(medal.name))
                left, below = self.x(medal.week) + 4, y(medal.points) + 13
                # A name that would overlap another is below it.
                while any(abs(below - at) < 13 and left < x + 6.2 * wide for x, at, wide in written):
                    below += 13
                written.append((left, below, len(text)))
                graph.texts.append(GraphText(left, below, text))
        self.now(graph, y, now, "blue", str(now))
        return graph

    def _levels(self) -> list[tuple[int, str]]:
        if self.career.is_staffel:
            book = self.tables.staffel
            values = {"decisive": book.decisive, "win": book.win, "draw": book.draw}
            return [(value, str(self.words.name(name))) for name, value in values.items()]
        return [(medal.points, "") for medal in self.tables.campaign.medals]

    def kills(self) -> Graph:
        """Kills by week, over the lines that end a year or shade it. [S, pilot campaign]"""
        book, green = self.tables.campaign, self.career.kind == "green"
        rows = [(line.number - 1, line.week.kills) for line in self.log.entered if line.week is not None]
        lines = [] if green else [
            (book.experte_from, _("victory: Experte")),
            (book.minor_from, _("minor victory")),
            (book.seasoned_from, _("fewer end it")),
        ]  # fmt: skip
        most = max((kills for _week, kills in rows), default=0)
        top = max(6 if green else book.experte_from + 2, most + 1)
        now = self.career.kills
        said = ngettext("%(n)s kill", "%(n)s kills", now) % {"n": now}
        posted = self.career.start_kills
        notes = [said] + ([_("%(n)s from before") % {"n": posted}] if posted else [])
        notes += self._beside_the_field(now)
        graph = Graph("kills", _("Kills"), notes, said, 128, 116)
        y = scale(0, top, 116, 10)
        if self.of is not None:
            self.behind(graph, y, self.of, posted)
        for value, word in lines:
            graph.shapes.append(("threshold", f"M{self.x(0)} {y(value)}H{self.frame.end}"))
            graph.texts.append(GraphText(self.frame.left - 6, y(value) + 4, str(value), "figure end"))
            if not self.frame.small:
                graph.texts.append(GraphText(self.frame.end + 12, y(value) + 4, word))
        if self.of is None:
            self.area(graph, y, [(-1, posted), *rows], "tan")
        self.steps(graph, y, [(-1, posted), *rows], "blue")
        self.now(graph, y, now, "blue", str(now))
        return graph

    def crew_lines(self) -> Graph:
        """A line for each crew, from its first week to its last; a tick where it shot something down."""
        height, row = 16, 13
        said = ngettext("%(n)s crew so far", "%(n)s crews so far", len(self.crews)) % {"n": len(self.crews)}
        base = height + row * len(self.crews)
        graph = Graph("crews", _("Crews"), [said, _("tick: has a kill")], said, base + 6, base)
        won: dict[tuple[str, int], int] = {}
        for line in self.log.lines:
            for one in line.met:
                won[one.raid.crew, line.number] = won.get((one.raid.crew, line.number), 0) + len(one.victims)
        paths: dict[str, list[str]] = {"flown": [], "kill": [], "hurt": []}
        for place, crew in enumerate(self.crews):
            level = height + place * row
            end = crew.left or self.reached
            paths["flown"].append(f"M{self.x(crew.joined - 1)} {level}H{self.x(max(end, crew.joined))}")
            graph.texts.append(GraphText(self.frame.left - 6, level + 4, crew.name, "figure end"))
            for (name, week), kills in won.items():
                if name == crew.name and kills:
                    paths["kill"].append(f"M{self.x(week - 0.5)} {level + 4}V{level - 5}")
            if crew.status == "killed":
                at = self.x(end)
                paths["hurt"].append(f"M{at - 3.5} {level - 3.5}l7 7M{at + 3.5} {level - 3.5}l-7 7")
        graph.shapes = [(f"crew-{kind}", "".join(path)) for kind, path in paths.items() if path]
        return graph


def _cause(line: DutyLine) -> str:
    return line.week.what if line.week is not None and line.week.what in OUT else ""


def _named(cause: str) -> str:
    return _("wounded") if cause == "wounded" else _("no aircraft")


def _is_lost(line: DutyLine) -> bool:
    home = line.week is not None and line.week.home in ("written-off", "shot-down")
    return home or any(one.raid.lost for one in line.met)


def draw(data: YearData) -> list[GraphSet]:
    """Draw the year for a desk and for a phone."""
    return [YearGraphs(frame, data).sheets() for frame in (WIDE, NARROW)]


def ticks(data: YearData) -> GraphSet:
    """Draw every week of the year alone."""
    drawer = YearGraphs(GraphFrame("ticks", 820, 0, 0), data)
    graph = drawer.every_week()
    graph.texts = []
    if not drawer.career.alive:
        graph.shapes.append(("end-line", f"M{drawer.x(drawer.reached)} 0V40"))
    return GraphSet(drawer.frame, drawer.months(), [], None, [graph])
