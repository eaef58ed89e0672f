"""Retention periods of personal data, read from the code that deletes it."""

from datetime import timedelta

from django.conf import settings

from campaigns.accounts import mail_queue
from campaigns.accounts.services import GUEST_RETENTION
from campaigns.accounts.views import A_YEAR
from campaigns.groups.models import A_LINK_HOLDS
from campaigns.notifications import delivery
from play.uploads import services as uploads


def periods() -> dict[str, int]:
    """Return the periods of the page, in days."""
    spans = {
        "guest_days": GUEST_RETENTION,
        "letter_days": mail_queue.RETENTION,
        "notice_days": delivery.RETENTION,
        "upload_days": uploads.RETENTION,
        "invitation_days": A_LINK_HOLDS,
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE),
        "form_days": timedelta(seconds=settings.CSRF_COOKIE_AGE),
        "choice_days": timedelta(seconds=A_YEAR),
    }
    return {name: span.days for name, span in spans.items()}
