"""The counters of a night as the page draws them: nightfighters by hex, raids, streams, tracks, what burns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.bomber_command.charts.map import ScenarioMap
from engine.kernel.hexes import Grid
from play.games.boards import BoardScene
from play.pages.hexmap import SIZE

WIDTH, HEIGHT = 33, 17
PLATE, LETTER = 22, 3.2
"""The least width of a plate with a word on it, and what a letter takes."""
SHOWN = 2
"""Counters of one hex that are drawn whole; of more the map says how many."""
View = Mapping[str, Any]


def units_of(view: View, board: ScenarioMap) -> list[dict[str, Any]]:
    """Return every unit with what its counter shows."""
    return [_unit(one, board) for one in view["units"]]


def _unit(one: Mapping[str, Any], board: ScenarioMap) -> dict[str, Any]:
    row = board.units[one["id"]]
    strength = row.depleted if one["depleted"] or row.full is None else row.full
    states = [
        (one["fuel"] == 0 and one["place"] in ("air", "raid"), "dry"),
        (one["gci"], "GCI"),
        (one["homing"], "rtb"),
        (one["scrambled"], "scr"),
        (one["intruder"], "int"),
    ]
    return {
        "id": one["id"],
        "name": row.name,
        "aircraft": row.aircraft,
        "twin": row.engines == "TE",
        "strength": strength,
        "depleted": one["depleted"],
        "fuel": one["fuel"],
        "blocks": range(one["fuel"]),
        "place": one["place"],
        "hex": one["hex"] or (row.hex if one["place"] in ("ready", "rearm", "closed") else ""),
        "airfield": board.chart.airfields[row.airfield].name,
        "home": row.hex,
        "division": row.division,
        "raid": one["raid"],
        "box": one["box"],
        "lost": one["lost"],
        "low": one["fuel"] <= 1 and one["place"] in ("air", "raid") and not one["gci"],
        "mark": next((word for holds, word in states if holds), ""),
    }


def stacks_of(units: Sequence[Mapping[str, Any]], grid: Grid) -> list[dict[str, Any]]:
    """Lay the units in the air on their hexes, two whole counters at most in each."""
    by_hex: dict[str, list[Mapping[str, Any]]] = {}
    for unit in units:
        if unit["place"] == "air" and unit["hex"] in grid:
            by_hex.setdefault(unit["hex"], []).append(unit)
    found = []
    for hex_, here in by_hex.items():
        x, y = grid.centre(hex_, SIZE)
        rows = here[:SHOWN]
        top = y if len(rows) == 1 else y - HEIGHT
        placed = [
            {
                "unit": unit,
                "x": f"{x - WIDTH / 2:.1f}",
                "y": f"{top + n * (HEIGHT + 1):.1f}",
                "fuel": fuel_path(unit["fuel"]),
            }
            for n, unit in enumerate(rows)
        ]
        more = {"more": len(here) - len(rows), "x": f"{x + 17:.1f}", "y": f"{y + 1:.1f}"}
        found.append({"hex": hex_, "units": placed} | more)
    return found


def fuel_path(fuel: int) -> str:
    """Draw fuel as blocks, one a turn."""
    return "".join(f"M{1 + n * 3.9:.1f} 16h3.2" for n in range(fuel))


RECENT, RECALLED = 3, 3
"""Turns for which a sighting is drawn as a fresh one, and how many turns are named at one hex."""


def raids_seen(view: View, grid: Grid) -> dict[str, list[dict[str, str]]]:
    """Place the counters that lie open on the map, and the tracks of the turn before."""
    return {
        "tracks": [_at(grid, hex_, -9, -7) for hex_ in dict.fromkeys(view["tracks"]) if hex_ in grid],
        "streams": [_at(grid, hex_, -9, -7) for hex_ in view["streams"] if hex_ in grid],
        "counters": [_at(grid, hex_, 9, -7) for hex_ in view["counters"] if hex_ in grid],
    }


def sightings_of(scene: BoardScene, grid: Grid) -> list[dict[str, Any]]:
    """Place what was found on earlier turns, the turns named: what was public once is not forgotten. [8.2]"""
    seen: dict[str, list[int]] = {}
    turn = 0
    for kind, data in scene.recalled:
        if kind == "turn.begins":
            turn = data["turn"]
        else:
            for hex_ in dict.fromkeys((*data["counters"], *data["streams"])):
                if hex_ in grid and turn not in seen.setdefault(hex_, []):
                    seen[hex_].append(turn)
    now = scene.view["turn"]
    found = []
    for hex_, turns in seen.items():
        past = [turn for turn in turns if turn < now]
        if past:
            age = "new" if now - past[-1] <= RECENT else "old"
            said = ", ".join(str(turn) for turn in past[-RECALLED:])
            found.append(_at(grid, hex_, -12, 9) | {"turns": past, "said": said, "age": age})
    return found


def _at(grid: Grid, hex_: str, right: float = 0, down: float = 0) -> dict[str, str]:
    x, y = grid.centre(hex_, SIZE)
    return {"hex": hex_, "x": f"{x + right:.1f}", "y": f"{y + down:.1f}"}


def routes_of(view: View, grid: Grid) -> list[dict[str, Any]]:
    """Draw the British player's own raids: what is flown, what is to come, where each stands."""
    found = []
    for n, raid in enumerate(view.get("raids", ())):
        if raid["status"] == "home":
            continue
        points = [grid.centre(hex_, SIZE) for hex_ in raid["route"]]
        at = _place_on(raid, view["turn"])
        here = grid.centre(raid["hex"], SIZE) if raid["hex"] in grid else None
        aim = grid.centre(raid["route"][raid["target_at"]], SIZE) if raid["target_at"] >= 0 else None
        found.append(
            {
                "letter": raid["letter"],
                "n": n % 6,
                "kind": raid["kind"],
                "flown": path_of(points[: at + 1]) if at > 0 else "",
                "coming": path_of(points[max(at, 0) :]) if raid["hex"] != "England" else "",
                "x": f"{here[0]:.1f}" if here else "",
                "y": f"{here[1]:.1f}" if here else "",
                "aim_x": f"{aim[0]:.1f}" if aim else "",
                "aim_y": f"{aim[1]:.1f}" if aim else "",
            }
        )
    return found


def _place_on(raid: Mapping[str, Any], turn: int) -> int:
    """Return where on its route a raid stands; of a hex that it crosses twice, the place that fits the turn."""
    places = [n for n, hex_ in enumerate(raid["route"]) if hex_ == raid["hex"]]
    due = raid["first"] - 1 + 2 * (turn - raid["turn"])
    return min(places, key=lambda n: abs(n - due), default=-1)


def path_of(points: Iterable[tuple[float, float]]) -> str:
    """Draw a line through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def fires_of(view: View, board: ScenarioMap) -> list[dict[str, Any]]:
    """Mark the cities under bombs, the mined hexes, and where raids were fought this turn."""
    found: list[dict[str, Any]] = []
    for city, marker in view["bombed"].items():
        if city in board.cities:
            word = _("bombs") if marker == "drop" else _("burns")
            found.append(_at(board.grid, board.cities[city].hex) | {"word": word, "look": marker})
    for hex_ in view["mined"]:
        if hex_ in board.grid:
            found.append(_at(board.grid, hex_) | {"word": _("mined"), "look": "mined"})
    for hex_ in view.get("fought", ()):
        if hex_ in board.grid:
            found.append(_at(board.grid, hex_) | {"word": pgettext("on a map", "fought"), "look": "fought"})
    for one in found:
        one["wide"] = max(PLATE, LETTER * len(one["word"]) + 6)
        one["left"] = -one["wide"] / 2
    return found


def said_of(
    view: View, units: Sequence[Mapping[str, Any]], sightings: Iterable[Mapping[str, Any]] = ()
) -> dict[str, list[str]]:
    """Say of each hex what has come to stand in it tonight, and what was found there before."""
    said: dict[str, list[str]] = {}
    for one in sightings:
        turns = ", ".join(str(turn) for turn in one["turns"])
        said[one["hex"]] = [_("found here on turn %(turns)s") % {"turns": turns}]
    for name, word in (
        ("counters", _("a raid")),
        ("streams", _("a stream")),
        ("tracks", _("a track")),
        ("fought", pgettext("on a map", "fought")),
    ):
        for hex_ in view.get(name, ()):
            said.setdefault(hex_, []).append(word)
    for raid in view.get("raids", ()):
        if raid["hex"] and raid["hex"] != "England":
            said.setdefault(raid["hex"], []).append(_("raid %(letter)s") % {"letter": raid["letter"]})
    for unit in units:
        if unit["place"] == "air" and unit["hex"]:
            facts = {"unit": unit["name"], "strength": unit["strength"], "fuel": unit["fuel"]}
            said.setdefault(unit["hex"], []).append(_("%(unit)s, strength %(strength)s, fuel %(fuel)s") % facts)
    return said
