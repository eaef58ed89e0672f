"""Tables that the release before this left: one who thinks, looks back done and under way, odds of many orders."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from engine.analysis.luck import CurvePoint, luck_adjusted
from play.models import GameReview
from play.odds.models import OddsJob
from play.orders.models import OrderKind, OrderStatus
from play.reviews import worker
from tests.shared.builders.tables import carried_out
from tests.upgrades.test_f40863c import is_shown_played_on_and_holds

pytestmark = pytest.mark.slow

BACKEND = "django.contrib.auth.backends.ModelBackend"


def test_every_game_is_the_same_is_shown_played_on_and_holds_as_a_file(release_d1db4f7, client, capsys):
    call_command("upgrade_sessions", "--dry-run")
    assert capsys.readouterr().out.split("\n")[:3] == ["same: 3", "differs: 0", "cannot: 0"]
    names = {session.owner.display_name for session in release_d1db4f7.sessions()}
    assert names == {"thinks", "thought", "over", "year", "short year", "night over", "search"}
    for session in release_d1db4f7.sessions():
        is_shown_played_on_and_holds(session, client, answers=3)


def test_what_a_commander_had_to_think_over_is_thought_over(release_d1db4f7):
    session = release_d1db4f7.session("thinks")
    (order,) = session.orders.filter(status=OrderStatus.PENDING)
    assert (order.kind, order.queue) == (OrderKind.THINK, "odds")
    session = carried_out(session)
    order.refresh_from_db()
    assert order.status == OrderStatus.DONE
    assert session.journal.filter(seat=order.seat, key=order.key, undone_by=None).exists()
    assert release_d1db4f7.session("thought").orders.filter(kind=OrderKind.THINK, status=OrderStatus.DONE).exists()


def test_a_rebuild_adds_only_that_odds_were_turned_on_after_the_last_order(release_d1db4f7, capsys):
    call_command("rebuild")
    thought, search = (release_d1db4f7.session(name).pk for name in ("thought", "search"))
    assert capsys.readouterr().out.splitlines() == [
        f"bomber-command {thought}: result of british: aided was False, is True",
        f"bomber-command {thought}: result of german: aided was False, is True",
        f"nightfighter {search}: result of player: aided was False, is True",
        "7 games were looked at.",
        "Games that differed and were mended: 2.",
    ]


@pytest.mark.parametrize(("name", "seat"), [("over", "german"), ("short year", "pilot")])
def test_a_look_back_under_way_goes_on_to_its_end(release_d1db4f7, client, name, seat):
    session = release_d1db4f7.session(name)
    look = GameReview.objects.get(session=session, seat=seat)
    assert look.state == GameReview.State.RUNNING and 0 < look.done < look.of
    assert list(worker.stalled_reviews()), "the sweep sends it again"
    done = look.done
    while done is not None:
        done = worker.compute_share(look.pk, done)
    look.refresh_from_db()
    assert look.state == GameReview.State.DONE and look.done == look.of and not look.work
    sums = look.told["account"]
    parts = sums["expected"] + sums["choice"] + sums["dice"] + sums["unknown"]
    assert parts == pytest.approx(sums["result"], abs=1e-9)
    result = -session.outcome["net"] if name == "over" else session.outcome["careers"][seat]["bombers"]
    assert sums["result"] == result
    assert "give or take" in shown(client, session, seat)


def shown(client, session, seat):
    client.force_login(session.owner, backend=BACKEND)
    answer = client.get(reverse("table_review", args=[session.pk]), {"seat": seat})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(("name", "seat"), [("over", "british"), ("year", "pilot")])
def test_a_look_back_that_was_done_is_shown(release_d1db4f7, client, name, seat):
    session = release_d1db4f7.session(name)
    look = GameReview.objects.get(session=session, seat=seat)
    assert look.state == GameReview.State.DONE and "give or take" in shown(client, session, seat)
    assert (look.shared, look.offered) == ((True, True) if name == "year" else (False, False))
    assert (look.evened is not None) == (name == "year"), "taken from the curve that it had kept"
    if look.evened is not None:
        nodes = [CurvePoint(0, 0.0, 0.0, point[2], "", *point[4:]) for point in look.told["curve"]]
        assert look.evened == pytest.approx(luck_adjusted(nodes, look.told["account"]["result"]), abs=0.001)
    client.logout()
    assert client.get(reverse("review", args=[look.link])).status_code == (200 if look.shared else 404)


@pytest.mark.parametrize(("name", "seat"), [("thought", "german"), ("search", "player")])
def test_odds_of_many_orders_are_shown(release_d1db4f7, client, name, seat):
    session = release_d1db4f7.session(name)
    told = OddsJob.objects.get(seat=session.seat(seat)).told
    flown = [one for one in told["orders"] if one["n"]]
    assert 1 < len(flown) < len(told["orders"]) > 24
    client.force_login(session.owner, backend=BACKEND)
    text = client.get(reverse("table_odds", args=[session.pk]), headers={"hx-request": "true"}).content.decode()
    assert text.count("<tr") > len(flown)
