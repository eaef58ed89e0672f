"""Pages of watching, programs, notes and keeping order in a browser: they read at every size, axe finds no fault."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from campaigns.bots import services as bots
from campaigns.comments.models import Comment
from campaigns.groups import services as groups
from campaigns.moderation.models import Report
from campaigns.notifications.models import NotificationPreference, Webhook
from play.sessions.services import SeatAssignment, session_begin, session_open
from play.spectators.models import SpectatorLink
from play.spectators.services import spectator_link_create
from tests.browser.conftest import sign_in
from tests.shared.builders import tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("DOORS_PICTURES", "")
"""A folder for pictures, for whoever wants to look at the pages."""


def looked(page: Page, name: str, screen: str, found: list[str]) -> None:
    """Describe the faults of a page at this moment."""
    assert found == [], name
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, name
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}-{screen}.png"))


def test_the_pages_read_at_every_size(
    page: Page, screen: str, house: str, alice: Any, bob: Any, faults: Callable[[Page], list[str]]
) -> None:
    club = groups.group_found(owner=alice, name="Thursday Flight")
    groups.group_join(group=club, player=bob)
    Report.objects.create(group=club, by=bob, about=alice, text="The link of last week is on a public page.")
    Webhook.objects.create(group=club, by=club.owner, address="https://chat.example/hook")
    NotificationPreference.objects.create(player=alice)
    program = bots.bot_make(owner=alice, name="Window")
    bots.bot_night(bot=program, game="nightfighter")
    session = tables.play(tables.begun(alice, bob, rounds=1))
    Comment.objects.create(session=session, by=bob, text="The third lane was empty all along.")
    berlin = session_open(
        owner=alice,
        title="bomber-command",
        setup={"scenario": "berlin"},
        sitters={"british": SeatAssignment(player=alice), "german": SeatAssignment(player=bob)},
    )
    for player in (alice, bob):
        session_begin(session=berlin, player=player, nonce="n")
    dark = tables.carried_out(berlin)
    seat = dark.table[0]
    links = [spectator_link_create(session=dark, seat=seat, kind=kind) for kind in SpectatorLink.Kind]
    sign_in(page, alice, house)
    for name, address in {
        "reports": reverse("group_reports", args=[club.pk]),
        "kept-out": reverse("group_blocks", args=[club.pk]),
        "hook": reverse("group_webhook", args=[club.pk]),
        "notices": reverse("notifications"),
        "programs": reverse("bots"),
        "note": reverse("comments_of_game", args=[session.pk, 0]),
        "feed": reverse("group_feed", args=[club.pk]),
        "watch-open": reverse("spectate", args=[links[0].link]),
        "watch-umpire": reverse("spectate", args=[links[2].link]),
        "watch-after": reverse("spectate", args=[links[3].link]),
    }.items():
        page.goto(address)
        looked(page, name, screen, faults(page))
    sign_in(page, seat.player, house)
    page.goto(reverse("table_spectators", args=[dark.pk]))
    looked(page, "watchers", screen, faults(page))
