"""Services for moderation: block, unblock, report, settle a report."""

from django.db import transaction
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups.models import AuditEntry, Group
from campaigns.groups.services import GroupActionRefused, audit_write, member_remove
from campaigns.moderation.models import Block, Report

MOST_OPEN = 20
"""Reports of one member that wait."""


@transaction.atomic
def player_block(*, group: Group, by: Player, number: int, reason: str) -> None:
    """Ban a member; a member of one's own or a higher role cannot be banned."""
    member = group.memberships.select_related("player").filter(player=number).first()
    if member is None:
        raise GroupActionRefused
    member_remove(group=group, by=by, number=number)
    Block.objects.get_or_create(group=group, player=member.player, defaults={"reason": reason})
    audit_write(group, by, AuditEntry.Kind.BLOCKED, about=member.player)


@transaction.atomic
def player_unblock(*, group: Group, by: Player, number: int) -> None:
    """Let somebody come in by a link again."""
    block = group.blocks.select_related("player").filter(pk=number).first()
    if block is not None:
        block.delete()
        audit_write(group, by, AuditEntry.Kind.UNBLOCKED, about=block.player)


@transaction.atomic
def report_make(*, group: Group, by: Player, about: Player | None, text: str) -> Report:
    """Report something to the stewards."""
    if group.reports.filter(by=by, settled=None).count() >= MOST_OPEN:
        raise GroupActionRefused
    return Report.objects.create(group=group, by=by, about=about, text=text)


@transaction.atomic
def report_settle(*, group: Group, by: Player, number: int, answer: str) -> None:
    """Record the outcome of a report, which its author reads."""
    done = {"settled": timezone.now(), "settled_by": by, "answer": answer}
    if group.reports.filter(pk=number, settled=None).update(**done):
        audit_write(group, by, AuditEntry.Kind.SETTLED)
