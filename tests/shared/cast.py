"""People of most of these tests: two players, two members of a club, and an outsider."""

from datetime import UTC

import pytest
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups.models import Membership
from play.secrecy import visibility
from tests.shared.factories import PlayerFactory


@pytest.fixture
def alice():
    return PlayerFactory(display_name="Alice")


@pytest.fixture
def bob():
    return PlayerFactory(display_name="Bob")


@pytest.fixture
def ruth():
    return PlayerFactory(display_name="Ruth")


@pytest.fixture
def ben():
    return PlayerFactory(display_name="Ben")


@pytest.fixture
def eve():
    return PlayerFactory(display_name="Eve")


@pytest.fixture
def noon(monkeypatch):
    """Let a test begin at noon: while it runs, no day ends on which its seasons open and close."""
    real, real_seconds = timezone.now, visibility.now
    begun = real()
    moved = begun.astimezone(UTC).replace(hour=12, minute=0, second=0, microsecond=0) - begun
    monkeypatch.setattr(timezone, "now", lambda: real() + moved)
    # Their default is the function itself, which was taken before.
    for model, name in ((Player, "last_seen"), (Membership, "joined")):
        monkeypatch.setattr(model._meta.get_field(name), "_get_default", timezone.now)
    monkeypatch.setattr(visibility, "now", lambda: real_seconds() + moved.total_seconds())
