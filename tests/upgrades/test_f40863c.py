"""The club that a later release left, with its seasons, years and odds: nothing of it is lost, and it is played on."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaigns.results.models import Result
from campaigns.seasons.models import Season
from play.fairness import verification
from play.journal import store
from play.sessions import exports
from sorties.interceptor.records.models import SortieRecord
from sorties.nightfighter.models import NightCareer
from tests.upgrades.test_2a36ce7 import answered

pytestmark = pytest.mark.slow

GAMES = 42


def is_shown_played_on_and_holds(session, client, answers):
    """Show a game of an earlier release, answer so often as a bot would, replay it and verify its file."""
    client.force_login(session.owner, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("table", kwargs={"session": session.pk})).status_code == 200
    before = session.entries_made
    for _answer in range(answers):
        session = answered(session) if session.status == "playing" else session
    assert session.status == "over" or session.entries_made >= before + answers
    last = session.journal.filter(undone_by=None, kind__in=("begin", "answer")).latest("seq")
    assert store.resume(session).agrees(last.digest)
    under_way, session.status = session.status == "playing", "over"
    verdict = verification.verify(exports.read(exports.session_file(session, session.owner)))
    assert verdict.faults == (["The game is not over with the last entry."] if under_way else [])
    assert verdict.replayed == session.entries_made and verdict.signed.state == "ours"


def test_every_game_is_the_same_and_a_rebuild_adds_only_by_which_reading_a_year_goes_on(release_f40863c, capsys):
    call_command("upgrade_sessions", "--dry-run")
    under_way = sum(session.status == "playing" for session in release_f40863c.sessions())
    assert capsys.readouterr().out.split("\n")[:3] == [f"same: {under_way}", "differs: 0", "cannot: 0"]
    changed = release_f40863c.session("odds-year")
    years = NightCareer.objects.values("pk", "name", "session", "week", "kills", "points", "result", "end")
    kept = (
        Result.objects.exclude(session=changed).values(),
        Season.objects.values(),
        SortieRecord.objects.values(),
        years,
    )
    before = [list(rows.order_by("pk")) for rows in kept]
    assert all(before)
    call_command("rebuild")
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"nightfighter {changed.pk}: result of player: options_hash was ")
    assert told[1:] == [
        f"{GAMES} games were looked at.",
        "Fields filled with what a release has added: 4.",
        "Games that differed and were mended: 1.",
    ]
    assert Result.objects.get(session=changed).options["options"] == {"loads_hidden": False}, "it says how it is read"
    assert [list(rows.order_by("pk")) for rows in kept] == before


@pytest.mark.parametrize("place", range(GAMES))
def test_every_game_is_shown_played_on_and_holds_as_a_file(release_f40863c, place, client):
    session = release_f40863c.sessions()[place]
    is_shown_played_on_and_holds(session, client, answers=4)
