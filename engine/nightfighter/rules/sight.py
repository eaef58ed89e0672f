"""Sight of a nightfighter's crew: whether they may look out, and which hexes they see. [3.3.2, 17.3.2, 18.0, S3.0]"""

from __future__ import annotations

from typing import NamedTuple

from engine.nightfighter.charts.compiled import Charts
from engine.nightfighter.charts.map import NightMap
from engine.nightfighter.state import FighterCounter
from engine.nightfighter.views import NightFighterView


def can_look(crew: FighterCounter | NightFighterView, *, blinded: bool) -> bool:
    """Say whether a crew on the map may look out or work its radar. [17.3.2, 17.4.4, 27.3.1]"""
    return not (blinded or crew.evading or crew.corkscrewed)


class Sight(NamedTuple):
    """The visible ranges of a night. [3.3.2, 3.3.3]"""

    map: NightMap
    near: int
    far: int
    against_cloud: int
    solo: bool
    v1: bool

    def sees(
        self, own: int, facing: int, hex_: int, *, lit: bool, cloudlit: bool, above: bool, blind_astern: bool
    ) -> bool:
        """Say whether a fighter, perhaps with height left to dive, sees a hex. [3.3.2, 3.3.3, 14.2.5, 18.0, S3.0]"""
        if hex_ == own:
            return True
        if cloudlit:
            reach = self.against_cloud
        elif lit and (not above or (self.v1 and self.solo)):
            reach = self.far
        elif self.solo and self.near == 1:
            reach = int(self.map.step[facing][own] == hex_)
        else:
            reach = self.near
        if not reach or self.map.distance(own, hex_) > reach:
            return False
        return not blind_astern or self.map.in_hemisphere(own, facing, hex_)


def sight_under(charts: Charts, visibility: str, *, solo: bool, v1: bool = False) -> Sight:
    """Return the visible ranges at a visibility, the poorest until it is known. [3.3.2]"""
    sight = charts.tables.sight
    near, far = sight.ranges.get(visibility or "poor", (0, 1))
    return Sight(charts.map, near, far, sight.against_cloud, solo, v1)
