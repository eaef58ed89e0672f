"""`manage.py screenshots` takes no picture of a page that failed, has nothing to show, or is still at work."""

from typing import Any

import pytest
from django.core.management import CommandError
from django.urls import reverse
from playwright.sync_api import Page

from config.management.commands.screenshots import ready
from play.models import GameReview
from play.sessions.models import Session
from tests.browser.interceptor.test_sortie import sign_in
from tests.shared.builders.sorties import begun
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 300
"""Milliseconds for what does not change."""


def test_a_look_back_that_failed_is_not_pictured_nor_one_that_runs_or_was_not_asked_for(
    page: Page, live_server: Any
) -> None:
    alice = PlayerFactory()
    session = begun(alice)
    Session.objects.filter(pk=session.pk).update(status="over")
    sign_in(page, alice, live_server.url.replace("127.0.0.1", "localhost"))
    address = reverse("table_review", args=[session.pk])
    page.goto(address)
    with pytest.raises(CommandError, match="reports a failure"):
        ready(page, "analysis", AT_ONCE)
    look = GameReview.objects.create(session=session, seat="pilot", player=alice, state="failed")
    page.goto(address)
    with pytest.raises(CommandError, match="The analysis failed"):
        ready(page, "analysis", AT_ONCE)
    GameReview.objects.filter(pk=look.pk).update(state="running", of=9)
    page.goto(address)
    with pytest.raises(CommandError, match="still pending"):
        ready(page, "analysis", AT_ONCE)
    GameReview.objects.filter(pk=look.pk).update(state="stopped")
    page.goto(address)
    with pytest.raises(CommandError, match="nothing to show"):
        ready(page, "analysis", AT_ONCE)


def test_neither_is_an_error_page_but_a_page_that_is_well_is(page: Page, live_server: Any) -> None:
    page.goto("/nowhere/")
    with pytest.raises(CommandError, match="There is no such page"):
        ready(page, "front", AT_ONCE)
    page.goto("/")
    ready(page, "front", AT_ONCE)


def test_what_comes_in_a_moment_is_waited_for(page: Page, live_server: Any) -> None:
    page.goto("/")
    page.evaluate(
        """() => {
            document.body.dataset.state = "pending";
            requestAnimationFrame(() => requestAnimationFrame(() => delete document.body.dataset.state));
        }"""
    )
    ready(page, "front")
