"""Groups with whom a player may share charts, as registered by the app that knows groups.

sharing.provided_by(GroupPackSharing())      in an app's `ready`
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from play.charts.models import ChartPack
from play.utils.players import Player


@dataclass(frozen=True)
class SharingGroup:
    """Some people who may share charts: their key, their name and their page."""

    key: str
    name: str
    href: str


class SharingGroups:
    """Queries about groups that packs are shared with; without an app that has groups there are none."""

    def of(self, player: Player) -> list[SharingGroup]:
        """Return the circles with which this player may share."""
        return []

    def shared_with(self, own: ChartPack) -> set[str]:
        """Return the keys of the circles with which a pack is shared."""
        return set()

    def share(self, own: ChartPack, keys: Iterable[str]) -> None:
        """Share a pack with just these of its owner's circles."""

    def shared_packs(self, number: int) -> QuerySet[ChartPack]:
        """Return the sound packs of others that the player of this number may read and play by."""
        return ChartPack.objects.none()


_groups = SharingGroups()


def provided_by(circles: SharingGroups) -> None:
    """Register the queries about groups."""
    global _groups
    _groups = circles


def provider() -> SharingGroups:
    """Return who knows the circles."""
    return _groups
