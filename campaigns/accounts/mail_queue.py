"""E-mails to players: sent at once, or stored until the mail server is back."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils import timezone

from campaigns.accounts.models import QueuedEmail

log = logging.getLogger(__name__)

FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
RETENTION = timedelta(days=3)
"""By then the links in it lead nowhere."""
AT_ONCE = 50


def email_send(*, message: EmailMessage) -> bool:
    """Send an e-mail, or store it for later; return whether it is on its way."""
    if _is_sent(message):
        return True
    html = next((str(content) for content, kind in getattr(message, "alternatives", ()) if kind == "text/html"), "")
    QueuedEmail.objects.create(
        to=message.to[0],
        subject=str(message.subject),
        text=str(message.body),
        html=html,
        due=timezone.now() + FIRST_WAIT,
    )
    return False


def _is_sent(message: EmailMessage) -> bool:
    try:
        message.send()
    except (SMTPException, OSError) as fault:
        log.warning("The mail server takes no letters: %s", type(fault).__name__)
        return False
    return True


def emails_retry(*, now: datetime | None = None) -> int:
    """Send stored e-mails that are due; return how many were sent. Expired ones are deleted."""
    now = now or timezone.now()
    QueuedEmail.objects.filter(kept__lt=now - RETENTION).delete()
    return sum(_retried(letter, now) for letter in QueuedEmail.objects.filter(due__lte=now).order_by("due")[:AT_ONCE])


def _retried(letter: QueuedEmail, now: datetime) -> bool:
    wait = min(FIRST_WAIT * 2**letter.tries, LONGEST_WAIT)
    mine = QueuedEmail.objects.filter(pk=letter.pk, tries=letter.tries)
    # Taken before it is sent: another worker that has it in hand, too, lets it be.
    if not mine.update(tries=letter.tries + 1, due=now + wait):
        return False
    message = EmailMultiAlternatives(letter.subject, letter.text, to=[letter.to])
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    if not _is_sent(message):
        return False
    letter.delete()
    return True
