"""The club of the demonstration: careers in every state, the same for the same seed."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.demo import seasons as demo_of_seasons
from campaigns.matches.models import Rating
from campaigns.seasons.models import ScoreRow, Season
from config.management.commands.screenshots import COMMITTED, NEEDED, pages
from play.journal import store
from play.sessions.models import Session
from sorties.interceptor import demo
from sorties.interceptor.careers.dossier import Dossier
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.tabletop import log_line as tabletop
from sorties.nightfighter import demo as night_demo

pytestmark = pytest.mark.slow


@pytest.mark.django_db
def test_no_club_is_made_in_production_by_mistake(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="--yes"):
        call_command("demo")
    assert not Player.objects.exists()


PAIRS = {"cooperative": ("Erich Thalau", "Lothar Benz"), "competitive": ("Hugo Wendt", "Albert Kranz")}


def test_the_club_has_careers_in_every_state_and_is_made_once(club):
    found = {career.name: career for career in InterceptorCareer.objects.filter(source__in=("fair", "tabletop"))}
    assert found["Martin Seidel"].over and found["Martin Seidel"].alive and found["Martin Seidel"].bombers >= 15
    assert found["Otto Grabow"].death == "air" and found["Otto Grabow"].shared
    (decision,) = store.resume(found["Jakob Wieland"].session).asked("pilot")
    assert decision.kind in demo.FIGHTS
    hurt, mended = found["Emil Förster"], found["Heinz Rennert"]
    assert (hurt.away, mended.away) == ("hospital", "repair") and hurt.away_lines and mended.away_lines
    assert [Dossier(one).status for one in (hurt, mended)] == ["In hospital", "Aircraft in repair"]
    assert all("he flies again on line" in Dossier(one).until for one in (hurt, mended))
    assert found["Bernd Lindner"].flights and not found["Bernd Lindner"].away
    for play, names in PAIRS.items():
        pair = [found[name] for name in names]
        assert [(one.play, one.stage) for one in pair] == [(play, "air")] * 2
        assert len({one.session for one in pair}) == 1 and len({one.owner for one in pair}) == 2
    rivals = store.resume(found["Hugo Wendt"].session)
    assert "rival.card" in {one.kind for one in rivals.pending.values()}
    assert found["Georg Thomsen"].flights == 0
    assert len(tabletop.history(found["Paul Merz"])) == 1
    assert InterceptorCareer.objects.get(source="imported").owner.display_name == "Ian"
    assert not Session.objects.filter(title="interceptor-ace", careers=None).exists()
    flown = Session.objects.filter(title="nightfighter", setup__campaign="none", entries=None, status="playing")
    desk = next(one for one in flown if one.seat("umpire") is not None)
    nights = {one.setup["mode"]: store.resume(one) for one in flown.exclude(pk=desk.pk)}
    assert all(any(one.lit for one in run.view("player").contacts) for run in nights.values())
    assert next(iter(nights["blind"].pending.values())).kind == "fighter.step" and set(nights) == {"solo", "blind"}
    (asked,) = store.resume(desk).asked("umpire")
    assert asked.kind == "umpire.sweep" and len(asked.options) > 1
    shown = night_demo.pictures({"Ruth": Player.objects.get(display_name="Ruth")})
    assert set(shown) >= {"night-solo", "night-umpired", "night-choose", "night-own", "night-umpire", "night-film"}
    assert set(COMMITTED) | set(NEEDED) <= set(pages()), "what README shows can be pictured"
    raids = Session.objects.filter(title="bomber-command", match_first=None, match_second=None)
    assert sorted(one.status for one in raids) == ["over", "playing", "playing", "playing"]
    seasons = {season.name: season for season in Season.objects.all()}
    assert {season.title for season in seasons.values()} == {"interceptor-ace", "bomber-command", "nightfighter"}
    assert sorted(one.is_final() for one in seasons.values()) == [False] * 5 + [True] * 2
    shared = {name for name, one in seasons.items() if one.is_duplicate}
    assert shared == {"Interceptor Ace, season 2", "Nightfighter, season 3"}
    assert len({row.line for row in ScoreRow.objects.filter(season=seasons["Nightfighter, season 3"], head=True)}) == 3
    assert ScoreRow.objects.filter(at__lt=timezone.now()).exists()
    matches = seasons["Bomber Command, season 1"].matches
    assert matches.exclude(finished=None).count() == 3 and Rating.objects.count() == 6
    pictures = demo_of_seasons.pictures(
        {one.owner.display_name: one.owner for one in Session.objects.all() if one.owner}
    )
    assert {"group", "season", "ladder", "match"} <= set(pictures)
    with pytest.raises(CommandError):
        call_command("demo")
