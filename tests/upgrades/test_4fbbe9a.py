"""The database of commit 4fbbe9a, migrated: bots that think, reviews, odds and a season, some stored by 1880c14."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaigns.results.models import Result
from campaigns.seasons.models import Season, SeasonEntry
from engine.analysis.luck import CurvePoint, luck_adjusted
from engine.analysis.review import RecheckPlan
from engine.bomber_command.analysis.review import RaidReview
from play.models import GameReview
from play.odds.models import OddsJob
from play.orders.models import OrderKind, OrderStatus
from play.reviews import worker
from sorties.interceptor.records.models import SortieRecord
from sorties.nightfighter.records.models import NightCareer
from tests.shared.builders.tables import carried_out
from tests.upgrades.test_2a36ce7 import is_shown_played_on_and_holds
from tests.upgrades.test_13aa620 import few_rollouts as few_rollouts

pytestmark = pytest.mark.slow

BACKEND = "django.contrib.auth.backends.ModelBackend"


GAMES = (
    "thinks",
    "thought",
    "over",
    "odds-raid",
    "odds-hunt",
    "year",
    "short year",
    "flying",
    "fallen",
    "night over",
    "search",
    "odds-night",
    "odds-year",
)
OF_1880C14 = (
    "old thinks",
    "old thought",
    "old over",
    "old year",
    "old short year",
    "old search",
    "old night year",
)


@pytest.fixture
def few_raid_rollouts(monkeypatch):
    """Let the review of a night be computed with few rollouts: `tests/play/reviews` proves what its figures come to."""
    for name, value in (("node_rollouts", 2), ("most_rollouts", 4), ("fewest_rollouts", 2)):
        monkeypatch.setattr(RaidReview, name, value)
    monkeypatch.setattr(RaidReview, "proof", RecheckPlan(answers=2, rollouts=4, guesses=2, to_end=True))


def test_every_game_is_played_on_as_before(release_4fbbe9a, capsys):
    call_command("upgrade_sessions", "--dry-run")
    under_way = sum(session.status == "playing" for session in release_4fbbe9a.sessions())
    assert capsys.readouterr().out.split("\n")[:3] == [f"same: {under_way}", "differs: 0", "cannot: 0"]


@pytest.mark.parametrize("name", GAMES + OF_1880C14)
def test_every_game_is_shown_played_on_and_holds_as_a_file(release_4fbbe9a, name, client):
    is_shown_played_on_and_holds(release_4fbbe9a.session(name), client, answers=3)


@pytest.mark.parametrize("age", ["", "old "])
def test_what_a_commander_had_to_think_over_is_thought_over(release_4fbbe9a, age):
    session = release_4fbbe9a.session(f"{age}thinks")
    (order,) = session.orders.filter(status=OrderStatus.PENDING)
    assert (order.kind, order.queue) == (OrderKind.THINK, "odds")
    session = carried_out(session)
    order.refresh_from_db()
    assert order.status == OrderStatus.DONE
    assert session.journal.filter(seat=order.seat, key=order.key, undone_by=None).exists()
    assert (
        release_4fbbe9a.session(f"{age}thought").orders.filter(kind=OrderKind.THINK, status=OrderStatus.DONE).exists()
    )


def test_a_rebuild_adds_only_that_odds_were_turned_on_after_the_last_order(release_4fbbe9a, capsys):
    nights = [release_4fbbe9a.session(name).pk for name in ("old thought", "thought")]
    searches = [release_4fbbe9a.session(name).pk for name in ("old search", "search")]
    tables = (
        Result.objects.exclude(session__in=nights + searches).values(),
        Season.objects.values(),
        SeasonEntry.objects.values(),
        SortieRecord.objects.values(),
        NightCareer.objects.values(),
    )
    before = [list(rows.order_by("pk")) for rows in tables]
    assert all(before)
    call_command("rebuild")
    *changes, looked_at, mended = capsys.readouterr().out.splitlines()
    assert sorted(changes) == sorted(
        [
            f"bomber-command {night}: result of {side}: aided was False, is True"
            for night in nights
            for side in ("british", "german")
        ]
        + [f"nightfighter {search}: result of player: aided was False, is True" for search in searches]
    )
    assert looked_at == f"{len(GAMES + OF_1880C14)} games were checked."
    assert mended == "Games that differed and were corrected: 4."
    assert [list(rows.order_by("pk")) for rows in tables] == before


@pytest.mark.parametrize(
    ("name", "seat"),
    [("over", "british"), ("short year", "pilot"), ("old over", "german"), ("old short year", "pilot")],
)
@pytest.mark.usefixtures("few_rollouts", "few_raid_rollouts")
def test_a_look_back_under_way_goes_on_to_its_end(release_4fbbe9a, client, name, seat):
    session = release_4fbbe9a.session(name)
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
    nets = {"british": 1, "german": -1}
    result = nets[seat] * session.outcome["net"] if seat in nets else session.outcome["careers"][seat]["bombers"]
    assert sums["result"] == result
    assert "±" in shown(client, session, seat)


def shown(client, session, seat):
    client.force_login(session.owner, backend=BACKEND)
    answer = client.get(reverse("table_review", args=[session.pk]), {"seat": seat})
    assert answer.status_code == 200
    return answer.content.decode()


REVIEWED = [("year", "pilot"), ("night over", "player"), ("old over", "british"), ("old year", "pilot")]


@pytest.mark.parametrize(("name", "seat"), REVIEWED)
def test_a_look_back_that_was_done_is_shown(release_4fbbe9a, client, name, seat):
    session = release_4fbbe9a.session(name)
    look = GameReview.objects.get(session=session, seat=seat)
    assert look.state == GameReview.State.DONE and "±" in shown(client, session, seat)
    assert (look.shared, look.offered) == ((seat == "pilot",) * 2)
    assert (look.evened is not None) == (seat == "pilot"), "taken from the curve that it had kept"
    if look.evened is not None:
        nodes = [CurvePoint(0, 0.0, 0.0, point[2], "", *point[4:]) for point in look.told["curve"]]
        assert look.evened == pytest.approx(luck_adjusted(nodes, look.told["account"]["result"]), abs=0.001)
    client.logout()
    assert client.get(reverse("review", args=[look.link])).status_code == (200 if look.shared else 404)


@pytest.mark.parametrize("age", ["", "old "])
@pytest.mark.parametrize(("name", "seat"), [("thought", "german"), ("search", "player")])
def test_odds_of_many_orders_are_shown(release_4fbbe9a, client, age, name, seat):
    session = release_4fbbe9a.session(age + name)
    told = OddsJob.objects.get(seat=session.seat(seat)).told
    flown = [one for one in told["orders"] if one["n"]]
    assert 1 < len(flown) < len(told["orders"]) > 24
    client.force_login(session.owner, backend=BACKEND)
    text = client.get(reverse("table_odds", args=[session.pk]), headers={"hx-request": "true"}).content.decode()
    assert text.count("<tr") > len(flown)
