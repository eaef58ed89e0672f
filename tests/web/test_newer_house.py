"""Tables that a still later release left: played on, replayed, looked back on, and what odds were told is shown."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from play.hindsight.reckoning import carry_on
from play.hindsight.services import look_back_ask
from play.models import LookBack
from play.odds.models import Forecast
from play.tasks import look_back
from tests.web.test_later_house import is_shown_played_on_and_holds
from tests.web.test_old_house import answered

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def no_worker(monkeypatch):
    """The test does the worker's part."""
    monkeypatch.setattr(look_back, "apply_async", lambda **how: None)


BACKEND = "django.contrib.auth.backends.ModelBackend"


def test_every_game_is_the_same_is_shown_played_on_and_holds_as_a_file(newer_house, client, capsys):
    call_command("upgrade_sessions", "--dry-run")
    assert capsys.readouterr().out.split("\n")[:3] == ["same: 4", "differs: 0", "cannot: 0"]
    for session in newer_house.sessions():
        is_shown_played_on_and_holds(session, client, answers=3)


def test_a_night_that_was_over_is_looked_back_on(newer_house, client):
    is_looked_back_on(newer_house.session("over"), "german", client)


def test_a_night_under_an_umpire_is_flown_to_its_end_and_looked_back_on(newer_house, client):
    session = newer_house.session("night")
    while session.status == "playing":
        session = answered(session)
    is_looked_back_on(session, "player", client)


def is_looked_back_on(session, seat, client):
    """Have the first share reckoned, and the page shown."""
    look = look_back_ask(session=session, seat=session.seat(seat), player=session.owner)
    assert carry_on(look.pk, 0) > 0
    look.refresh_from_db()
    assert (look.state, look.done < look.of) == (LookBack.State.RUNNING, True)
    client.force_login(session.owner, backend=BACKEND)
    assert client.get(reverse("table_lost", args=[session.pk])).status_code == 200


def test_what_was_told_of_odds_is_shown(newer_house, client):
    (forecast,) = [one for one in Forecast.objects.select_related("seat__session") if one.told.get("orders")]
    session = forecast.seat.session
    client.force_login(session.owner, backend=BACKEND)
    text = client.get(reverse("table_odds", args=[session.pk]), headers={"hx-request": "true"}).content.decode()
    assert text.count("<tr") > len(forecast.told["orders"])
