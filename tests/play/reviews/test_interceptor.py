"""Review of a year of nights: on its page, in points or kills, with the losses that luck spared."""

import html

import pytest
from django.urls import reverse

from engine.nightfighter.analysis.review import YEAR_REVIEWS
from play.reviews import worker
from play.reviews.services import review_start
from play.sessions.selectors import session_at
from play.tasks import look_back
from tests.play.sessions.test_views import at
from tests.shared.builders import nights
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_year_flown_alone_is_looked_back_on_by_its_page(monkeypatch):
    few = {"first_rollouts": 2, "node_rollouts": 1, "most_rollouts": 2, "fewest_rollouts": 2, "most_judged": 3}
    for name, value in few.items():
        monkeypatch.setattr(YEAR_REVIEWS["green"], name, value)
    monkeypatch.setattr(YEAR_REVIEWS["green"], "proof", None)
    monkeypatch.setattr(look_back, "apply_async", lambda **how: None)
    alice = PlayerFactory(display_name="Alice")
    career = nights.fly(nights.begun(alice, "green"))
    session = session_at(career.session_id)
    look = review_start(session=session, seat=session.seat("player"), player=alice)
    done: int | None = look.done
    while done is not None:
        done = worker.compute_share(look.pk, done)
    look.refresh_from_db()
    sums = look.told["account"]
    parts = sums["expected"] + sums["choice"] + sums["dice"] + sums["unknown"]
    assert look.state == "done" and parts == pytest.approx(sums["result"], abs=1e-9)
    assert sums["result"] == session.outcome["points"] and look.told["spared"] > 0
    address = reverse("table_review", args=[session.pk])
    page = html.unescape(at(alice).get(address).content.decode())
    assert "points" in page and "which weeks brought a night" in page and "spread evenly over the game" in page
    assert "to the end of the week" in page
