"""The view box of a map's drawing."""

from typing import NamedTuple


class MapBox(NamedTuple):
    """Where a drawing begins and how large it is."""

    left: int
    top: int
    width: int
    height: int
