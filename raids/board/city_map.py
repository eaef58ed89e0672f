"""A city under bombs: its areas, the Target Indicator and its rings, what fell where, what burns. [10.1-10.6]"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bomber_command.charts.map import CityMap, ScenarioMap
from engine.kernel.decisions import parts_of, verb_of
from play.charts.selectors import pack_in
from play.games.boards import BoardScene
from play.pages.hexmap import SIZE, Cells, HexOutline, ShownHexMap, extent_of, map_of, orders_by_hex, scene_of
from play.rules.notes import notes_on

GAME = "bomber-command"
PREFIX = "city-"
KINDS = {
    "city-centre": gettext_lazy("City Centre"),
    "residential": gettext_lazy("Residential"),
    "industrial": gettext_lazy("Industrial"),
    "transport": gettext_lazy("Transport"),
    "fields": gettext_lazy("Fields"),
}
WHERE = {"drop": 1, "aim": 1, "move": 2, "fire": 2}
"""Which part of an order names the area at which it is given; a counter is moved from where it lies."""
View = Mapping[str, Any]


def plan_of(bombing: View, board: ScenarioMap, charts: Any) -> tuple[str, CityMap]:
    """Return the letter and the map of a bombed city."""
    letter = board.cities[bombing["city"]].map or "A"
    return letter, charts.city_maps[letter]


def bombed_now(scene: BoardScene) -> View | None:
    """Return the city that is asked about, None where the question is about the night."""
    if not scene.kind.startswith("bombing.") or not scene.view["bombings"]:
        return None
    due = [one for one in scene.view["bombings"] if scene.view["bombed"].get(one["city"]) == "resolve"]
    open_ones = [one for one in due if one["cup_he"] or one["cup_incendiary"] or one["ti"] or not one["dropped"]]
    return (open_ones or due or scene.view["bombings"])[-1]


def city_scene(scene: BoardScene, bombing: View, board: ScenarioMap) -> ShownHexMap:
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
        begin=bombing["ti"] or bombing["aimpoint"],
    )


def areas_of(order: str, plan: CityMap) -> list[str]:
    """Return the area of an order."""
    place = WHERE.get(verb_of(order))
    named = parts_of(order)
    return [named[place]] if place and len(named) > place and named[place] in plan.grid else []


def rings_of(bombing: View, plan: CityMap) -> list[HexOutline]:
    """Draw the first and the second ring about the Indicator."""
    if not bombing["ti"]:
        return []
    return [HexOutline(plan.grid.disc(bombing["ti"], steps), f"ring-{steps}") for steps in (1, 2)]


def counted(bombing: View, area: str) -> dict[str, int]:
    """Count what lies in an area, an earlier attack's included."""
    return {
        "he": bombing["he"].get(area, 0) + bombing["first_he"].get(area, 0),
        "incendiary": bombing["incendiary"].get(area, 0) + bombing["first_incendiary"].get(area, 0),
        "fires": bombing["fires"].get(area, 0) + bombing["first_fires"].get(area, 0),
    }


def said_of(bombing: View, plan: CityMap) -> dict[str, Sequence[str]]:
    """Say each area: its kind, its marks, what fell there and what burns."""
    said: dict[str, Sequence[str]] = {}
    for area in plan.grid:
        words = [str(KINDS[plan.kind[area]])]
        words += [word for name, word in _marks() if bombing[name] == area]
        here = counted(bombing, area)
        if here["he"]:
            words.append(_("%(n)s HE") % {"n": here["he"]})
        if here["incendiary"]:
            words.append(_("%(n)s incendiary") % {"n": here["incendiary"]})
        if here["fires"]:
            words.append(_("major fires: %(n)s") % {"n": here["fires"]})
        if area in bombing["storms"]:
            words.append(_("firestorm"))
        said[area] = words
    return said


def _marks() -> list[tuple[str, str]]:
    return [("aimpoint", _("aimpoint")), ("ti", _("Target Indicator")), ("approach", _("Approach"))]


def city_drawn(bombing: View, board: ScenarioMap, scene: BoardScene) -> dict[str, Any]:
    """Return the counters of a city and what has been counted so far, step by step."""
    _letter, plan = plan_of(bombing, board, scene.pack)
    areas = []
    for area in plan.grid:
        here = counted(bombing, area)
        marks = [name for name, _word in _marks() if bombing[name] == area]
        if any(here.values()) or marks or area in bombing["storms"]:
            x, y = plan.grid.centre(area, SIZE)
            storm = area in bombing["storms"]
            areas.append({"x": f"{x:.1f}", "y": f"{y:.1f}", "marks": marks, "storm": storm} | here)
    steps = steps_of(bombing, scene)
    return {
        "name": board.cities[bombing["city"]].name,
        "areas": areas,
        "steps": steps,
        "ground": map_ground(scene, board, bombing),
        "box": box_of(plan),
        "rows": [
            {"area": area, "words": ", ".join(words)}
            for area, words in said_of(bombing, plan).items()
            if any(counted(bombing, area).values()) or area in (bombing["ti"], bombing["aimpoint"])
        ],
    }


def steps_of(bombing: View, scene: BoardScene) -> list[dict[str, Any]]:
    """Return what has been counted of a bombing in its order, each with its rule and what that step does."""
    steps = [
        (_("Weather"), scene.words.name(bombing["weather"]), "10.3"),
        (_("Marking"), scene.words.name(bombing["method"]), "10.3.2"),
        (_("Concentration"), bombing["concentration"] or "", "10.4.2"),
        (_("Dropped"), bombing["dropped"] or "", "10.4.1"),
        (_("Still in the cup"), bombing["cup_he"] + bombing["cup_incendiary"] or "", "10.4.2"),
        (_("Error left"), bombing["error"] or "", "10.5.2"),
        (_("Accuracy left"), bombing["accuracy"] or "", "10.5.2"),
        (_("Outside the city"), bombing["outside_he"] + bombing["outside_incendiary"] or "", "10.5.1"),
        (_("Creepback"), bombing["creepback"] or "", "10.5.4"),
        (_("Fires"), sum(bombing["fires"].values()) or "", "10.5.3"),
        (_("Firestorms"), len(bombing["storms"]) or "", "10.5.5"),
    ]
    notes = notes_on(GAME)
    return [
        {"word": word, "value": value, "rule": rule, "about": notes[rule].words if rule in notes else ""}
        for word, value, rule in steps
        if value
    ]


def map_ground(scene: BoardScene, board: ScenarioMap, bombing: View) -> str:
    """Return the address of a city's ground."""
    letter, _plan = plan_of(bombing, board, scene.pack)
    return reverse("map_ground", args=[GAME, pack_in(scene.pack).hash, PREFIX + letter])


def box_of(plan: CityMap) -> dict[str, int]:
    """Return the box of a city's drawing."""
    left, top, width, height = extent_of(plan.grid)
    return {"left": left, "top": top, "width": width, "height": height}
