"""The database of commit 13aa620, migrated: its games are shown, played on, replayed and verified; its files hold."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaigns.api.models import Token
from campaigns.groups.models import Group
from campaigns.results.models import Result
from campaigns.seasons.models import SeasonEntry
from engine.interceptor.analysis.review import REVIEW
from play.charts.models import ChartPack
from play.fairness import verification
from play.models import GameReview
from play.orders.models import OrderStatus
from play.reviews import worker
from play.reviews.services import review_start
from play.sessions import exports
from play.tasks import look_back
from sorties.interceptor.exports import career_file
from sorties.interceptor.records.models import InterceptorCareer
from tests import upgrades
from tests.shared.builders.tables import carried_out
from tests.upgrades.test_2a36ce7 import answered, is_shown_played_on_and_holds

pytestmark = pytest.mark.slow

GAMES = (
    "hunting in fog",
    "raiding",
    "raid over",
    "under a person",
    "watched",
    "two intruders",
    "endless",
    "ace",
    "fallen",
    "flying",
)


def test_every_game_is_read_as_before_and_a_rebuild_adds_by_which_reading(release_13aa620, capsys):
    call_command("upgrade_sessions", "--dry-run")
    under_way = sum(session.status == "playing" for session in release_13aa620.sessions())
    assert capsys.readouterr().out.split("\n")[:3] == [f"same: {under_way}", "differs: 0", "cannot: 0"]
    call_command("rebuild")
    changed = [release_13aa620.session(name) for name in ("two intruders", "endless")]
    lines = capsys.readouterr().out.splitlines()
    said = "nightfighter {}: result of player: options_hash was '"
    assert all(any(line.startswith(said.format(one.pk)) for line in lines) for one in changed)
    assert lines[2:] == [
        f"{len(GAMES)} games were checked.",
        "Fields filled that a newer release has added: 2.",
        "Games that differed and were corrected: 2.",
    ]
    for one in changed:
        assert Result.objects.get(session=one).options["options"]["entry_ends"] is False, "rules 3, as it began"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_shown_played_on_and_holds_as_a_file(release_13aa620, client, name):
    is_shown_played_on_and_holds(release_13aa620.session(name), client, answers=3)


def test_an_order_that_was_pending_is_carried_out(release_13aa620):
    session = release_13aa620.session("flying")
    (order,) = session.orders.filter(status=OrderStatus.PENDING)
    carried_out(session)
    order.refresh_from_db()
    assert order.status == OrderStatus.DONE


@pytest.fixture
def few_rollouts(monkeypatch):
    """Let the review of a year be computed with few rollouts: `tests/play/reviews` proves what its figures come to."""
    for name, value in (("years", 1), ("first_rollouts", 4), ("node_rollouts", 2), ("most_rollouts", 64)):
        monkeypatch.setattr(REVIEW, name, value)


def test_a_game_review_under_way_is_finished(release_13aa620, few_rollouts):
    look = GameReview.objects.get(session=release_13aa620.session("fallen"))
    done = look.done
    assert look.state == GameReview.State.RUNNING and 0 < done < look.of
    while done is not None:
        done = worker.compute_share(look.pk, done)
    look.refresh_from_db()
    assert look.state == GameReview.State.DONE


def test_a_night_that_was_over_gets_a_game_review(release_13aa620, client, monkeypatch):
    is_reviewed(release_13aa620.session("raid over"), "british", client, monkeypatch)


def test_a_night_under_an_umpire_is_flown_to_its_end_and_gets_a_game_review(release_13aa620, client, monkeypatch):
    session = release_13aa620.session("watched")
    while session.status == "playing":
        session = answered(session)
    is_reviewed(session, "player", client, monkeypatch)


def is_reviewed(session, seat, client, monkeypatch):
    """Have the first share of a review computed without a worker, and its page shown."""
    monkeypatch.setattr(look_back, "apply_async", lambda **how: None)
    monkeypatch.setattr(worker, "SHARE_SECONDS", 0.2)
    look = review_start(session=session, seat=session.seat(seat), player=session.owner)
    assert worker.compute_share(look.pk, 0) > 0
    look.refresh_from_db()
    assert (look.state, look.done < look.of) == (GameReview.State.RUNNING, True)
    client.force_login(session.owner, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("table_review", args=[session.pk])).status_code == 200


@pytest.mark.parametrize("name", ["bomber-command", "interceptor-ace"])
def test_a_session_file_verifies(release_13aa620, name):
    verdict = verification.verify(exports.read(release_13aa620.file(name, upgrades.SECOND)))
    assert verdict.faults == [] and verdict.signed.state == "ours"


def test_a_career_file_is_read(release_13aa620):
    read = career_file.read(release_13aa620.file("career", upgrades.SECOND))
    assert read.career.name == "fallen" and read.sorties


@pytest.mark.parametrize("name", ["Egon Mayer", "fallen", "flying"])
def test_career_pages_are_shown(release_13aa620, client, name):
    career = InterceptorCareer.objects.get(name=name)
    client.force_login(career.owner, backend="django.contrib.auth.backends.ModelBackend")
    pages = ["career", "career_end"] if name == "fallen" else ["career"]
    assert [client.get(reverse(page, args=[career.pk])).status_code for page in pages] == [200] * len(pages)


def test_the_group_with_its_season_token_and_pack_is_shown(release_13aa620, client):
    group = Group.objects.get(name="Old friends")
    (entry,) = SeasonEntry.objects.filter(season__group=group)
    assert Token.objects.filter(group=group).count() == 1
    pack = ChartPack.objects.get(owner=group.owner)
    client.force_login(group.owner, backend="django.contrib.auth.backends.ModelBackend")
    addresses = (
        reverse("group", args=[group.pk]),
        reverse("season", args=[entry.season_id]),
        reverse("pack_own", args=[pack.pk]),
    )
    assert [client.get(address).status_code for address in addresses] == [200, 200, 200]
