"""The club that a later release left, with its seasons, years and odds: nothing of it is lost, and it is played on."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaigns.results.models import Result
from campaigns.seasons.models import Season
from play import exports
from play.honesty import verification
from play.journal import keeping
from sorties.interceptor.models import Sortie
from sorties.nightfighter.models import NightCareer
from tests.web.test_old_house import answered

pytestmark = pytest.mark.slow

GAMES = 42


def test_the_dry_run_finds_every_game_the_same_and_a_rebuild_finds_nothing_to_write(later_house, capsys):
    call_command("upgrade_sessions", "--dry-run")
    under_way = sum(session.status == "playing" for session in later_house.sessions())
    assert capsys.readouterr().out.split("\n")[:3] == [f"same: {under_way}", "differs: 0", "cannot: 0"]
    kept = (Result, Season, Sortie, NightCareer)
    before = [list(model.objects.order_by("pk").values()) for model in kept]
    call_command("rebuild")
    assert capsys.readouterr().out.startswith(f"{GAMES} games were looked at.\nNothing differed.")
    assert [list(model.objects.order_by("pk").values()) for model in kept] == before
    assert all(before)


@pytest.mark.parametrize("place", range(GAMES))
def test_every_game_is_shown_played_on_and_holds_as_a_file(later_house, place, client):
    session = later_house.sessions()[place]
    client.force_login(session.owner, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("table", kwargs={"session": session.pk})).status_code == 200
    before = session.entries_made
    for _answer in range(4):
        session = answered(session) if session.status == "playing" else session
    assert session.status == "over" or session.entries_made >= before + 4
    last = session.journal.filter(undone_by=None, kind__in=("begin", "answer")).latest("seq")
    assert keeping.resume(session).agrees(last.digest)
    under_way, session.status = session.status == "playing", "over"
    verdict = verification.verify(exports.read(exports.written(session, session.owner)))
    assert verdict.faults == (["The game is not over with the last entry."] if under_way else [])
    assert verdict.replayed == session.entries_made and verdict.signed.state == "ours"
