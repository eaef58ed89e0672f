"""Players whom one can seat without a link: the members of one's groups."""

from campaigns.accounts.models import Player
from campaigns.groups.models import Membership, Role


def group_members_of(player: Player) -> list[tuple[Player, list[str]]]:
    """Return those who play in the groups of a player, each with the groups' names, by name."""
    mine = Membership.objects.filter(player=player.pk).values("group")
    rows = Membership.objects.filter(group__in=mine, role__in=(Role.MODERATOR, Role.MEMBER)).exclude(player=player.pk)
    found: dict[Player, list[str]] = {}
    for row in rows.select_related("player", "group"):
        found.setdefault(row.player, []).append(row.group.name)
    return sorted(found.items(), key=lambda pair: str(pair[0]).casefold())
