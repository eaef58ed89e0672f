"""Charts that members of a group share with it: all members read them and play by them."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.groups.models import AuditEntry, Group, Membership, Role, SharedPack
from campaigns.groups.services import audit_write
from play.charts.models import ChartPack
from play.charts.sharing import SharingGroup, SharingGroups
from play.games import titles
from play.games.text import GameText


class GroupPackSharing(SharingGroups):
    """The groups of this site for sharing charts; a guest reader shares nothing."""

    def of(self, player: Player) -> list[SharingGroup]:
        """Return the groups in which a player has the rights of a member."""
        return [SharingGroup(str(one.pk), one.name, reverse("group", args=[one.pk])) for one in _groups_of(player)]

    def shared_with(self, own: ChartPack) -> set[str]:
        """Return the groups with which a pack is shared."""
        return {str(group) for group in SharedPack.objects.filter(pack=own).values_list("group", flat=True)}

    @transaction.atomic
    def share(self, own: ChartPack, keys: Iterable[str]) -> None:
        """Share a pack with just these of its owner's groups."""
        wanted = set(keys)
        chosen = [group for group in _groups_of(own.owner) if str(group.pk) in wanted]
        SharedPack.objects.filter(pack=own).exclude(group__in=chosen).delete()
        for group in chosen:
            if SharedPack.objects.get_or_create(group=group, pack=own)[1]:
                audit_write(group, own.owner, AuditEntry.Kind.SHARED)

    def shared_packs(self, number: int) -> QuerySet[ChartPack]:
        """Return the sound packs that others share with a group that the player of this number is in."""
        shared = _standing().filter(group__in=Membership.objects.filter(player=number).values("group"))
        packs = ChartPack.objects.filter(pk__in=shared.values("pack")).exclude(owner=number).exclude(hash="")
        return packs.select_related("owner")


def packs_of(group: Group) -> list[tuple[ChartPack, GameText]]:
    """Return the sound packs that its members share with a group, each with the words of its game."""
    packs = ChartPack.objects.filter(pk__in=_standing().filter(group=group).values("pack")).exclude(hash="")
    return [(pack, titles.words_of(pack.game)) for pack in packs.select_related("owner").defer("texts")]


def _groups_of(player: Player) -> QuerySet[Group]:
    return Group.objects.filter(memberships__in=Membership.objects.filter(player=player.pk).exclude(role=Role.READER))


def _standing() -> QuerySet[SharedPack]:
    """Return packs shared by people who are still in the group."""
    member = Membership.objects.filter(group=OuterRef("group"), player=OuterRef("pack__owner"))
    return SharedPack.objects.filter(Exists(member.exclude(role=Role.READER)))
