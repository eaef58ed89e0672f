"""The view box of a map's drawing."""

from typing import NamedTuple


class MapBox(NamedTuple):
    """The origin and size of a drawing."""

    left: int
    top: int
    width: int
    height: int
