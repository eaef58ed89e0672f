"""A city under bombs: its areas, the Target Indicator and its rings, what fell where, what burns. [10.1-10.6]"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import CityMap, ScenarioMap
from engine.bomber_command.state import RESOLVE, Bombing
from engine.kernel.decisions import parts_of, verb_of
from play.charts.selectors import pack_in
from play.pages.hexmap import SIZE, Cells, HexOutline, ShownHexMap, extent_of, map_of, orders_by_hex, scene_of
from play.rules.notes import notes_on
from raids.board.map_box import MapBox
from raids.board.scene import RaidScene

GAME = "bomber-command"
PREFIX = "city-"
MARKS = {
    "aimpoint": gettext_lazy("aimpoint"),
    "ti": gettext_lazy("Target Indicator"),
    "approach": gettext_lazy("Approach"),
}
KINDS = {
    "city-centre": gettext_lazy("City Centre"),
    "residential": gettext_lazy("Residential"),
    "industrial": gettext_lazy("Industrial"),
    "transport": gettext_lazy("Transport"),
    "fields": gettext_lazy("Fields"),
}
WHERE = {"drop": 1, "aim": 1, "move": 2, "fire": 2}
"""Part of an order that names the area at which it is given; a counter is moved from its area."""


def plan_of(bombing: Bombing, board: ScenarioMap, charts: Charts) -> tuple[str, CityMap]:
    """Return the letter and the map of a bombed city."""
    letter = board.cities[bombing.city].map or "A"
    return letter, charts.city_maps[letter]


def bombed_now(scene: RaidScene) -> Bombing | None:
    """Return the city that is asked about, None where the question is about the night."""
    if not scene.kind.startswith("bombing.") or not scene.view.bombings:
        return None
    due = [one for one in scene.view.bombings if scene.view.bombed.get(one.city) == RESOLVE]
    open_ones = [one for one in due if one.cup_he or one.cup_incendiary or one.ti or not one.dropped]
    return (open_ones or due or scene.view.bombings)[-1]


def city_scene(scene: RaidScene, bombing: Bombing, board: ScenarioMap) -> ShownHexMap:
    """Return the city's map with the areas of the question's orders."""
    letter, plan = plan_of(bombing, board, scene.pack)
    name = PREFIX + letter
    orders = orders_by_hex(scene.orders, lambda order: areas_of(order, plan))
    return scene_of(
        GAME,
        pack_in(scene.pack).hash,
        name,
        map_of(GAME, scene.pack, name),
        cells=Cells(said_of(bombing, plan), orders),
        outlines=rings_of(bombing, plan),
        begin=bombing.ti or bombing.aimpoint,
    )


def areas_of(order: str, plan: CityMap) -> list[str]:
    """Return the area of an order."""
    place = WHERE.get(verb_of(order))
    named = parts_of(order)
    return [named[place]] if place and len(named) > place and named[place] in plan.grid else []


def rings_of(bombing: Bombing, plan: CityMap) -> list[HexOutline]:
    """Draw the first and the second ring about the Indicator."""
    if not bombing.ti:
        return []
    return [HexOutline(plan.grid.disc(bombing.ti, steps), f"ring-{steps}") for steps in (1, 2)]


class AreaCount(NamedTuple):
    """The contents of an area, an earlier attack's included."""

    he: int
    incendiary: int
    fires: int


def counted(bombing: Bombing, area: str) -> AreaCount:
    """Count the contents of an area, an earlier attack's included."""
    return AreaCount(
        he=bombing.he.get(area, 0) + bombing.first_he.get(area, 0),
        incendiary=bombing.incendiary.get(area, 0) + bombing.first_incendiary.get(area, 0),
        fires=bombing.fires.get(area, 0) + bombing.first_fires.get(area, 0),
    )


def said_of(bombing: Bombing, plan: CityMap) -> dict[str, Sequence[str]]:
    """Say each area: its kind, its marks, what fell there and what burns."""
    said: dict[str, Sequence[str]] = {}
    for area in plan.grid:
        words = [str(KINDS[plan.kind[area]])]
        words += [str(MARKS[mark]) for mark in marks_in(bombing, area)]
        here = counted(bombing, area)
        if here.he:
            words.append(_("%(n)s HE") % {"n": here.he})
        if here.incendiary:
            words.append(_("%(n)s incendiary") % {"n": here.incendiary})
        if here.fires:
            words.append(_("major fires: %(n)s") % {"n": here.fires})
        if area in bombing.storms:
            words.append(_("firestorm"))
        said[area] = words
    return said


def marks_in(bombing: Bombing, area: str) -> list[str]:
    """Name the marks of the bombing that lie in an area."""
    marks = {"aimpoint": bombing.aimpoint, "ti": bombing.ti, "approach": bombing.approach}
    return [name for name, place in marks.items() if place == area]


class AreaDrawn(NamedTuple):
    """An area with its counters: where they lie, which marks, whether a storm burns, and how many of each."""

    x: str
    y: str
    marks: list[str]
    storm: bool
    he: int
    incendiary: int
    fires: int


class AreaRow(NamedTuple):
    """An area of the list, in words."""

    area: str
    words: str


class BombingStep(NamedTuple):
    """The count of one step of a bombing, with its rule and its effect."""

    word: str
    value: str | int
    rule: str
    about: str


@dataclass(frozen=True, kw_only=True)
class CityDrawn:
    """A city under bombs as the page draws it."""

    name: str
    areas: list[AreaDrawn]
    steps: list[BombingStep]
    ground: str
    """The address of its ground."""
    box: MapBox
    rows: list[AreaRow]


def city_drawn(bombing: Bombing, board: ScenarioMap, scene: RaidScene) -> CityDrawn:
    """Return the counters of a city and what has been counted so far, step by step."""
    _letter, plan = plan_of(bombing, board, scene.pack)
    areas = []
    for area in plan.grid:
        here, marks, storm = counted(bombing, area), marks_in(bombing, area), area in bombing.storms
        if any(here) or marks or storm:
            x, y = plan.grid.centre(area, SIZE)
            areas.append(AreaDrawn(f"{x:.1f}", f"{y:.1f}", marks, storm, *here))
    return CityDrawn(
        name=board.cities[bombing.city].name,
        areas=areas,
        steps=steps_of(bombing, scene),
        ground=map_ground(scene, board, bombing),
        box=MapBox(*extent_of(plan.grid)),
        rows=[
            AreaRow(area, ", ".join(words))
            for area, words in said_of(bombing, plan).items()
            if any(counted(bombing, area)) or area in (bombing.ti, bombing.aimpoint)
        ],
    )


def steps_of(bombing: Bombing, scene: RaidScene) -> list[BombingStep]:
    """Return what has been counted of a bombing in its order, each with its rule and what that step does."""
    steps: list[tuple[str, str | int, str]] = [
        (_("Weather"), scene.words.name(bombing.weather), "10.3"),
        (_("Marking"), scene.words.name(bombing.method), "10.3.2"),
        (_("Concentration"), bombing.concentration, "10.4.2"),
        (_("Dropped"), bombing.dropped, "10.4.1"),
        (_("Still to drop"), bombing.cup_he + bombing.cup_incendiary, "10.4.2"),
        (_("Error left"), bombing.error, "10.5.2"),
        (_("Accuracy left"), bombing.accuracy, "10.5.2"),
        (_("Outside city"), bombing.outside_he + bombing.outside_incendiary, "10.5.1"),
        (_("Creepback"), bombing.creepback, "10.5.4"),
        (_("Fires"), sum(bombing.fires.values()), "10.5.3"),
        (_("Firestorms"), len(bombing.storms), "10.5.5"),
    ]
    notes = notes_on(GAME)
    return [
        BombingStep(word, value, rule, notes[rule].words if rule in notes else "")
        for word, value, rule in steps
        if value
    ]


def map_ground(scene: RaidScene, board: ScenarioMap, bombing: Bombing) -> str:
    """Return the address of a city's ground."""
    letter, _plan = plan_of(bombing, board, scene.pack)
    return reverse("map_ground", args=[GAME, pack_in(scene.pack).hash, PREFIX + letter])
