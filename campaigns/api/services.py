"""Services for a group's tokens: create and withdraw."""

from django.db import transaction
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.api.models import Token, hash_of, new_token
from campaigns.groups.models import AuditEntry, Group
from campaigns.groups.services import audit_write


@transaction.atomic
def token_make(*, group: Group, by: Player, name: str, scope: str) -> str:
    """Make a token of the group; it is returned once, and only its hash is stored."""
    shown = new_token()
    Token.objects.create(group=group, by=by, name=name, scope=scope, hash=hash_of(shown))
    audit_write(group, by, AuditEntry.Kind.TOKEN)
    return shown


@transaction.atomic
def token_withdraw(*, group: Group, by: Player, number: int) -> None:
    """Let no program come in by it any more."""
    if group.tokens.filter(pk=number, withdrawn=None).update(withdrawn=timezone.now()):
        audit_write(group, by, AuditEntry.Kind.TOKEN_END)
