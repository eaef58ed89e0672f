"""Has libraries of ways made."""

from django.core.cache import cache

from play.live import notify
from play.sessions.models import Session
from raids.tasks import ways_search

PATIENCE_SECONDS = 30


def library_request(*, session: Session) -> None:
    """Send for a library, not oftener than twice a minute; nothing waits for the broker."""
    scenario = session.setup["scenario"]
    if cache.add(f"ways/{session.pack_hash}/{scenario}", True, PATIENCE_SECONDS):
        notify.after_commit(_send, session.pack_hash, scenario)


def _send(digest: str, scenario: str) -> None:
    ways_search.apply_async(args=[digest, scenario])
