"""Set and remove a group's webhook."""

from typing import Any

from django.db import transaction

from campaigns.groups.models import Deed, Group
from campaigns.groups.services import deed_write
from campaigns.notices.models import Hook


@transaction.atomic
def hook_set(*, hook: Hook, group: Group, by: Any) -> None:
    """Store a webhook as it was filled in, under the name of who set it."""
    hook.group, hook.by, hook.failed = group, by, 0
    hook.save()
    deed_write(group, by, Deed.Kind.HOOK)


@transaction.atomic
def hook_remove(*, group: Group, by: Any) -> None:
    """Post nothing to the webhook any more."""
    removed, _rows = Hook.objects.filter(group=group).delete()
    if removed:
        deed_write(group, by, Deed.Kind.HOOK_END)
