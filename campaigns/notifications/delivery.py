"""Sends what is due: letters, a day's together where that is wished, and the messages of hooks.

A row is *taken* before anything is done with it: another worker lets it be, and one that dies leaves it to come up
again. It is *handed* over when the connection is open and the first byte is about to go: after a crash then it
stays so, because nobody can tell whether it has arrived, and nothing is to be sent twice.
"""

import hashlib
import hmac
import json
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from smtplib import SMTPException, SMTPServerDisconnected
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from campaigns.notifications import safe_http
from campaigns.notifications.models import Notification, Webhook, WebhookMessage
from campaigns.notifications.text import content_of, line_of, site_address, subject_of

log = logging.getLogger(__name__)
FIRST_WAIT, LONGEST_WAIT, MOST_TRIES, AT_ONCE = timedelta(minutes=2), timedelta(hours=6), 12, 50
RETENTION = timedelta(days=30)
A_NIGHT = timedelta(hours=18)
"""So long one message of a table is edited; then there is a new one."""
QUIET = timedelta(hours=6)
"""A chat service that cannot edit hears no more often of one table."""
MOST_FAILED = 20
"""Messages in a row that a hook did not take: then it is asked no more until a steward keeps it anew."""


def notifications_send(*, now: datetime | None = None) -> int:
    """Send what is due; how many messages went. Twice at once does no harm: each row is taken before it is sent."""
    now = now or timezone.now()
    Notification.objects.filter(made__lt=now - RETENTION).delete()
    due = Notification.objects.filter(sent=None, handed=None, due__lte=now, attempts__lt=MOST_TRIES).order_by(
        "due", "pk"
    )
    related = ("player", "session", "season", "hook", "hook__group", "hook__group__owner")
    letters: dict[int | None, list[Notification]] = {}
    messages: dict[tuple[int | None, UUID | None, UUID | None], list[Notification]] = {}
    for row in due.select_related(*related)[:AT_ONCE]:
        if row.channel == Notification.Channel.MAIL:
            letters.setdefault(row.player_id, []).append(row)
        else:
            messages.setdefault((row.hook_id, row.session_id, row.season_id), []).append(row)
    sent = sum(_send_email(taken) for some in letters.values() if (taken := _claimed(some, now)))
    return sent + sum(_send_webhook_message(taken, now) for some in messages.values() if (taken := _claimed(some, now)))


def _claimed(notices: Sequence[Notification], now: datetime) -> list[Notification]:
    """Take rows in hand, those that no other worker has."""
    return [one for one in notices if _claim(one, now)]


def _claim(notice: Notification, now: datetime) -> bool:
    wait = min(FIRST_WAIT * 2**notice.attempts, LONGEST_WAIT)
    mine = Notification.objects.filter(pk=notice.pk, attempts=notice.attempts, sent=None, handed=None)
    return bool(mine.update(attempts=notice.attempts + 1, due=now + wait))


def _note(notices: Sequence[Notification], **what: datetime | None) -> int:
    return Notification.objects.filter(pk__in=[one.pk for one in notices]).update(**what)


class NotificationWithdrawn(Exception):
    """A notice that is out of date."""


def _hand_over(notices: Sequence[Notification]) -> None:
    """Note that the first byte is about to go, unless all of it has been withdrawn meanwhile."""
    if not _note(notices, handed=timezone.now()):
        raise NotificationWithdrawn


# Letters


def _send_email(notices: Sequence[Notification]) -> bool:
    """Send one letter for all that is due to a player; who has proved no address gets none."""
    player = notices[0].player
    address = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary").first()
    if player is None or address is None or not player.is_active:
        _note(notices, sent=timezone.now())
        return False
    with translation.override(player.language or settings.LANGUAGE_CODE):
        data = list({one.session_id or one.season_id: one for one in notices}.values())
        how = _("Change your notices: %(address)s") % {"address": f"{site_address()}{reverse('notifications')}"}
        body = "\n".join([_("Waiting for you:"), "", *map(line_of, data), "", how])
        subject = subject_of(data)
    # A number of its own for each letter: a server that is handed it twice knows it again.
    number = f"<notice-{notices[0].pk}-{notices[0].version}@dispersal>"
    message = EmailMessage(subject, body, to=[address.email], headers={"Message-ID": number})
    return _mailed(message, notices)


def _mailed(message: EmailMessage, notices: Sequence[Notification]) -> bool:
    """Hand a letter over; one that the server has refused is tried again, one of which it said nothing is not."""
    try:
        message.connection = get_connection()
        message.connection.open()
        _hand_over(notices)
        message.send()
    except NotificationWithdrawn:
        return False
    except (SMTPException, OSError) as fault:
        log.warning("The mail server takes no notices: %s", type(fault).__name__)
        if isinstance(fault, SMTPException) and not isinstance(fault, SMTPServerDisconnected):
            _note(notices, handed=None)
        return False
    finally:
        if message.connection is not None:
            message.connection.close()
    _note(notices, sent=timezone.now())
    return True


# Messages


def _send_webhook_message(notices: Sequence[Notification], now: datetime) -> bool:
    """Send a session's message to a group's webhook: the night's message is edited, or there is a new one."""
    webhook, first = notices[0].hook, notices[0]
    if webhook is None or webhook.failed >= MOST_FAILED:
        return False
    of = {"hook": webhook, "session": first.session, "season": first.season}
    message, _fresh = WebhookMessage.objects.get_or_create(**of, defaults={"begun": now})
    if message.editions and now - message.begun > A_NIGHT:
        message.number, message.editions, message.begun = "", 0, now
    chat = webhook.shape == Webhook.Shape.CHAT
    if chat and message.editions and not message.number and now - message.begun < QUIET:
        _note(notices, sent=timezone.now())
        return False
    with translation.override(webhook.group.owner.language or settings.LANGUAGE_CODE):
        body = json.dumps(content_of(notices, webhook, message)).encode()
    edits = chat and bool(message.number)
    answer = _posted(webhook, message, body, notices, edits=edits)
    if answer is None:
        return False
    if chat and not edits:
        message.number, message.begun = answer.number, now
    message.editions += 1
    message.save(update_fields=["number", "editions", "begun"])
    _note(notices, sent=timezone.now())
    Webhook.objects.filter(pk=webhook.pk).update(failed=0, sent=timezone.now())
    return True


def _posted(
    webhook: Webhook, message: WebhookMessage, body: bytes, notices: Sequence[Notification], *, edits: bool
) -> safe_http.HttpAnswer | None:
    """Post a message or edit it; None where it was not taken. An edit may be made twice, a message is posted once."""
    headers = {"X-Dispersal-Delivery": f"{notices[0].pk}", "X-Dispersal-Signature": signed(webhook.secret, body)}
    address, method = webhook.address, "POST"
    if edits:
        address, method = safe_http.with_path(webhook.address, f"messages/{message.number}"), "PATCH"
    elif webhook.shape == Webhook.Shape.CHAT:
        address = safe_http.with_query(webhook.address, "wait=true")

    try:
        before = (lambda: None) if edits else partial(_hand_over, notices)
        answer = safe_http.send(address, body, headers, method=method, before=before)
    except NotificationWithdrawn:
        return None
    except (safe_http.UnsafeAddress, OSError, ValueError) as problem:
        log.warning("A hook takes no messages: %s", type(problem).__name__)
        Webhook.objects.filter(pk=webhook.pk).update(failed=F("failed") + 1)
        return None
    if answer.taken:
        return answer
    _note(notices, handed=None)
    Webhook.objects.filter(pk=webhook.pk).update(failed=F("failed") + 1)
    if edits:
        # The message is gone: the next try is a new one.
        WebhookMessage.objects.filter(pk=message.pk).update(number="", editions=0)
    return None


def webhook_test(webhook: Webhook) -> bool:
    """Send a message that says nothing but that it has come; whether it was taken."""
    text = _("This is a test message from the group %(group)s.") % {"group": webhook.group}
    chat = {"content": text, "text": text, "allowed_mentions": {"parse": []}}
    plain = {"kind": "trial", "group": str(webhook.group), "text": text}
    body = json.dumps(chat if webhook.shape == Webhook.Shape.CHAT else plain).encode()
    headers = {"X-Dispersal-Delivery": "trial", "X-Dispersal-Signature": signed(webhook.secret, body)}
    try:
        taken = safe_http.send(webhook.address, body, headers, before=lambda: None).taken
    except (safe_http.UnsafeAddress, OSError, ValueError):
        taken = False
    if taken:
        Webhook.objects.filter(pk=webhook.pk).update(failed=0, sent=timezone.now())
    return taken


def signed(secret: str, body: bytes) -> str:
    """Return the signature of a message."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"
