"""What can be done with a group's tokens: make one, withdraw it."""

from django.db import transaction
from django.utils import timezone

from campaigns.api.models import Token, hash_of, new_token
from campaigns.groups.models import Group


@transaction.atomic
def token_make(*, group: Group, name: str, scope: str) -> str:
    """Make a token of the group; it is given back once, and only its hash is kept."""
    shown = new_token()
    Token.objects.create(group=group, name=name, scope=scope, hash=hash_of(shown))
    return shown


@transaction.atomic
def token_withdraw(*, group: Group, number: int) -> None:
    """Let no program come in by it any more."""
    group.tokens.filter(pk=number, withdrawn=None).update(withdrawn=timezone.now())
