"""Places on the map of western Europe: towns and airfields as points of `static/west.svg`."""

from functools import cache
from typing import NamedTuple

import yaml
from django.conf import settings


class MapPoint(NamedTuple):
    """A point of the drawing."""

    x: float
    y: float


class EuropeMap(NamedTuple):
    """The drawing's size, the targets and the airfields."""

    width: int
    height: int
    targets: dict[str, MapPoint]
    bases: dict[str, MapPoint]


@cache
def europe_map() -> EuropeMap:
    """Read the places once, and lay them on the drawing."""
    with (settings.BASE_DIR / "fixtures" / "places.yaml").open(encoding="utf-8") as file:
        stored = yaml.safe_load(file)
    frame = stored["projection"]

    def lay(places: dict[str, list[float]]) -> dict[str, MapPoint]:
        return {
            name: MapPoint(
                round((east - frame["west"]) * frame["x"], 1), round((frame["north"] - north) * frame["y"], 1)
            )
            for name, (north, east) in places.items()
        }

    return EuropeMap(frame["width"], frame["height"], lay(stored["targets"]), lay(stored["bases"]))
