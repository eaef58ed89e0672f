"""Effects of an offer, before and after: skills by their chances, aircraft in figures, units by their raids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _

from engine.interceptor.charts.compiled import Charts, Mat
from engine.interceptor.questions import Chance
from engine.interceptor.rules.combat import exact_chances
from engine.interceptor.state import MONTHS
from engine.kernel.events import Mod
from sorties.interceptor.board import aircraft
from sorties.interceptor.board.outlines import outline_of

PLOT = (420, 190)
EDGE = 40
LETTERING = 15
"""The height of a line of the plot."""
ABOVE_THE_AXIS = 5
Change = tuple[str, str, str]
"""Name of a change, its old value, its new value."""


class Titled(Protocol):
    """An offer of an aircraft, called by its type."""

    title: str


@dataclass(frozen=True)
class PlanView:
    """An aircraft, whole, to be drawn in plan view."""

    drawn: aircraft.AircraftDrawing
    id: str


@dataclass
class PlotSpot:
    """A place of the plot with the names of the types that share it."""

    x: float
    y: float
    label: str
    ends: bool
    """True if its label is to its left."""
    offered: bool
    label_x: float
    label_y: float


@dataclass(frozen=True, kw_only=True)
class AircraftPlot:
    """Speed against firepower, of his aircraft and of those on offer."""

    his: tuple[float, float] | None
    offers: list[PlotSpot]
    slow: int
    fast: int
    weak: int
    strong: int
    width: int = PLOT[0]
    height: int = PLOT[1]
    left: int = EDGE
    right: int = PLOT[0] - EDGE
    foot: int = PLOT[1] - EDGE


def skill_changes(skill: str, charts: Charts) -> list[Change]:
    """Return what a skill changes, where one chart or one count says it."""
    if skill == "landing":
        chances = (
            exact_chances.landing(charts, ()),
            exact_chances.landing(charts, (Mod(charts.tables.landing.skill, "", ""),)),
        )
        return [(_("safe, good weather"), _of(chances[0], "safe"), _of(chances[1], "safe"))]
    if skill == "parachute":
        chances = (
            exact_chances.jump(charts, ()),
            exact_chances.jump(charts, (Mod(charts.tables.parachute.skill, "", ""),)),
        )
        return [(_("safe jump"), _of(chances[0], "safe"), _of(chances[1], "safe"))]
    if skill == "awareness":
        return [(_("position roll"), "1d6", f"1d6 + {charts.tables.initiative.awareness}")]
    if skill == "leadership":
        chart_ = charts.career.experience
        return [(_("sorties for his wingman’s point"), str(chart_.sorties), str(chart_.sorties_when_led))]
    if skill == "precision":
        return [(_("cards that cost ammunition"), "60", str(sum(1 - n % 2 for n in charts.tables.cards.rows)))]
    return []


def _of(chance: Chance, name: str) -> str:
    return _("%(n)s in %(of)s") % {"n": chance.get(name, 0), "of": chance["of"]}


def aircraft_changes(mine: Mat, other: Mat) -> list[Change]:
    """Return speed, firepower and ammunition of his aircraft and of another."""
    found = [(_("speed"), str(mine.speed), str(other.speed)), (_("firepower"), str(mine.fp), str(other.fp))]
    rounds = [sum(gun.ammo for gun in mat.guns if gun.ammo > 0) for mat in (mine, other)]
    return [*found, (_("rounds"), str(rounds[0]), str(rounds[1]))]


def plan_view(model: str, charts: Charts, name: str) -> PlanView:
    """Return an aircraft, whole, to be drawn in plan view."""
    mat = charts.models[model]
    whole = dict.fromkeys(("port_wing", "starboard_wing", "airframe", "controls", "armour"), 0)
    drawn = aircraft.AircraftDrawing(model, outline_of(mat.series, "cross", mat.engines), "theirs", [])
    drawn.levels = dict.fromkeys([*whole, *(f"engine_{n}" for n in range(4))], aircraft.SOUND)
    return PlanView(drawn, f"plan-{name}")


def plot(mine: Mat | None, offers: Sequence[Titled], charts: Charts) -> AircraftPlot:
    """Lay his aircraft and those on offer on a plot of speed against firepower; equals share a place."""
    mats = [charts.models[offer.title] for offer in offers]
    everything = [mat for mat in (*mats, mine) if mat is not None]
    low, high = min(mat.speed for mat in everything), max(mat.speed for mat in everything)
    least, most = min(mat.fp for mat in everything), max(mat.fp for mat in everything)

    def at(mat: Mat) -> tuple[float, float]:
        x = EDGE + (PLOT[0] - 2 * EDGE) * (mat.speed - low) / max(high - low, 1)
        return round(x, 1), round(PLOT[1] - EDGE - (PLOT[1] - 2 * EDGE) * (mat.fp - least) / max(most - least, 1), 1)

    places: dict[tuple[float, float], list[str]] = {}
    for offer, mat in zip(offers, mats, strict=True):
        places.setdefault(at(mat), []).append(_short(offer.title, mat, mine))
    his = at(mine) if mine is not None else None
    if his is not None:
        places.setdefault(his, [])
    spots = _labelled(places, his)
    return AircraftPlot(his=his, offers=spots, slow=low, fast=high, weak=least, strong=most)


def _short(title: str, mat: Mat, mine: Mat | None) -> str:
    """Name a type of his own series by what follows the series."""
    return title.removeprefix(mat.series) if mine is not None and mat.series == mine.series else title


def _labelled(places: Mapping[tuple[float, float], Sequence[str]], his: tuple[float, float] | None) -> list[PlotSpot]:
    """Write the names beside their places, towards the middle, and none over another."""
    shown: list[PlotSpot] = []
    for (x, y), names in sorted(places.items(), key=lambda place: place[0][::-1]):
        label = ", ".join([*([_("his")] if (x, y) == his else []), *names])
        ends = x > PLOT[0] / 2
        side = [one for one in shown if one.ends == ends]
        low = max([y + 4, *(one.label_y + LETTERING for one in side)])
        gap = 20 if (x, y) == his else 12
        beside = x - gap if ends else x + gap
        shown.append(PlotSpot(x, y, label, ends, bool(names), beside, round(low, 1)))
    for ends in (True, False):
        foot: float = PLOT[1] - EDGE - ABOVE_THE_AXIS
        for one in reversed([one for one in shown if one.ends == ends]):
            one.label_y = min(one.label_y, foot)
            foot = one.label_y - LETTERING
    return shown


def raids_searched(zone: str, series: str, month: str, charts: Charts) -> float:
    """Return how many boxes a raid of the month can be searched in from bases of a zone, weighted by the raid chart."""
    track, column = charts.tables.tracks.rows[zone][series], charts.raids[MONTHS.index(month)]
    totals = list(exact_chances.throws(column.dice))
    boxes = 0
    for total in totals:
        entry = track.entry[column.rows[total].zone] or 0
        boxes += max(0, track.boxes - entry + 1) if entry else 0
    return boxes / len(totals)
