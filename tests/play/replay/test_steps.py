"""A replay has chapters and steps by one's own orders, each of them within what the seat may know."""

import pytest
from django.test import Client
from django.urls import reverse

from play.journal.models import EventRow
from play.sessions import selectors
from tests.shared.builders import sorties
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def flown():
    alice = PlayerFactory()
    return sorties.flown_to(sorties.begun(alice), lambda decision: decision.kind == "dispersal.spend")


def seen(session, **query):
    client = Client()
    client.force_login(session.owner)
    return client.get(reverse("table_replay", args=[session.pk]), query)


def test_the_raids_are_chapters(flown):
    page = seen(flown)
    raids = EventRow.objects.filter(session=flown, kind="raid.rolled").order_by("number")
    chapters = page.context["chapters"]
    assert len(chapters) == raids.count() > 0
    for chapter, raid in zip(chapters, raids, strict=True):
        assert raid.data["target"] in chapter.sentence
        assert selectors.event_at(flown, "pilot", chapter.rank) == raid
        assert f'<option value="{chapter.rank}">' in page.content.decode()


def test_one_steps_from_order_to_order(flown):
    """Forwards through all of his orders and back again, each once."""
    at, forwards = 1, []
    while (after := seen(flown, at=at).context["order_after"]) and len(forwards) < 200:
        assert after > at
        forwards.append(after)
        at = after
    answered = flown.journal.filter(kind="answer", told__isnull=False).distinct().count()
    assert len(forwards) == answered
    backwards = [at]
    while before := seen(flown, at=backwards[-1]).context["order_before"]:
        backwards.append(before)
    assert backwards[::-1] == forwards
