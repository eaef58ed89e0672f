"""Set and remove a group's webhook."""

from django.db import transaction

from campaigns.accounts.models import Player
from campaigns.groups.models import AuditEntry, Group
from campaigns.groups.services import audit_write
from campaigns.notifications.models import Webhook


@transaction.atomic
def webhook_set(*, webhook: Webhook, group: Group, by: Player) -> None:
    """Store a webhook as it was filled in, under the name of who set it."""
    webhook.group, webhook.by, webhook.failed = group, by, 0
    webhook.save()
    audit_write(group, by, AuditEntry.Kind.WEBHOOK)


@transaction.atomic
def webhook_remove(*, group: Group, by: Player) -> None:
    """Post nothing to the webhook any more."""
    removed, _rows = Webhook.objects.filter(group=group).delete()
    if removed:
        audit_write(group, by, AuditEntry.Kind.WEBHOOK_END)
