"""The example bot plays a whole night by the API, with a real web server and a real worker behind it."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from campaigns.bots import services as bots
from play.orders.models import Order
from play.sessions.selectors import session_at
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "bot.py"


def test_the_example_bot_plays_a_whole_night(started: Any, web: Any) -> None:
    bot = bots.bot_make(owner=PlayerFactory(), name="Window")
    session, token = bots.bot_night(bot=bot, game="nightfighter")
    server = web()
    example = runpy.run_path(str(EXAMPLE))
    example["random"].seed(4)
    seen = example["play"](example["House"](server.address, token), 0.05)
    session = session_at(session.pk)
    assert session.status == "over" == seen["status"] and seen["outcome"] == session.outcome
    orders = Order.objects.filter(session=session, kind="answer")
    assert orders.count() > 10 and not orders.exclude(status="done").exists()
