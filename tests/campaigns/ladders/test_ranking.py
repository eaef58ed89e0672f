"""Standings written line by line as games move, and all at once by one command: the same, on ten thousand results."""

import io
import random
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups import services as groups
from campaigns.ladders import score_rows
from campaigns.ladders.score_lines import FLOWN, MISSED, ScoreLine, SeatLines
from campaigns.ladders.score_rows import write_score_rows
from campaigns.matches.models import Contender, Match, Rating
from campaigns.matches.ratings import match_rate
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from play.sessions.models import Session
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
PILOTS, LINES = 125, 80
FIGURES = ("match", "player", "number", "mu_before", "sigma_before", "mu", "sigma")


def year(chance: random.Random) -> list[ScoreLine]:
    """A year as a log may have it: some are killed, some lines are missed."""
    lines, value, second, flown = [], 0, 0, 0
    for number in range(1, LINES + 1):
        kind = FLOWN if chance.random() < 0.8 else MISSED
        gain = chance.choice((0, 0, 0, 1, 1, 2)) if kind == FLOWN else 0
        hurt, dies = kind == FLOWN and chance.random() < 0.1, chance.random() < 0.004
        value, second, flown = value + gain, second + chance.choice((0, 0, 1)), flown + (kind == FLOWN)
        lines.append(
            ScoreLine(
                number,
                value,
                second=second,
                flown=flown,
                gain=gain,
                kind=kind,
                month=1 + number // 8,
                hits=chance.randrange(9),
                fell=hurt,
                hurt=hurt,
                out=dies or number == LINES,
            )
        )
        if dies:
            break
    return lines


@pytest.fixture
def club():
    return groups.group_found(owner=PlayerFactory(display_name="Ruth"), name="A forum")


@pytest.mark.slow
def test_standings_written_line_by_line_are_those_written_at_once(club, monkeypatch):
    today, chance = timezone.localdate(), random.Random(12)
    days = {"opens": today - timedelta(days=90), "closes": today, "ends": today + timedelta(days=9)}
    season = Season.objects.create(group=club, name="The year", title="interceptor-ace", pack_hash="x", **days)
    players = Player.objects.bulk_create(Player(display_name=f"Player {n}") for n in range(PILOTS))
    sessions = Session.objects.bulk_create(
        Session(title="interceptor-ace", owner=one, record=b"played") for one in players
    )
    pairs = zip(players, sessions, strict=True)
    SeasonEntry.objects.bulk_create(SeasonEntry(season=season, player=p, session=s, seat="pilot") for p, s in pairs)
    years = {entry.pk: year(chance) for entry in season.entries.all()}
    assert sum(map(len, years.values())) > 8_000 and PILOTS * LINES == 10_000
    begin = timezone.now() - timedelta(days=80)
    for number in range(LINES + 1):
        some = SeasonEntry.objects.filter(season=season).select_related("season")
        batch = [(entry, SeatLines(f"Pilot {entry.pk}", years[entry.pk][:number])) for entry in some]
        write_score_rows(batch, begin + timedelta(days=number))
    fields = ("entry", "line", "at", *score_rows.WRITTEN)
    before = list(ScoreRow.objects.order_by("entry", "line").values_list(*fields))
    assert len(before) == PILOTS + sum(map(len, years.values()))
    ScoreRow.objects.update(value=-1, key=0, key_before=None, best_line=99, week=1, head=False, fifth=3)
    of_session = {entry.session_id: entry.pk for entry in season.entries.all()}
    monkeypatch.setattr(score_rows, "_read", lambda session, *_: SeatLines("", years[of_session[session.pk]]))
    monkeypatch.setattr(score_rows.store, "resume", lambda session: Session(title=session.title))
    monkeypatch.setattr(Session, "state", None, raising=False)
    out = io.StringIO()
    call_command("rebuild_rankings", stdout=out)
    assert "The year differed and was corrected." in out.getvalue()
    assert list(ScoreRow.objects.order_by("entry", "line").values_list(*fields)) == before
    out = io.StringIO()
    call_command("rebuild_rankings", stdout=out)
    assert "Nothing differed." in out.getvalue()


def test_ratings_of_many_matches_and_seasons_are_written_again_to_the_last_digit(club):
    chance, today = random.Random(3), timezone.localdate()
    players = [PlayerFactory() for _ in range(6)]
    for number in range(2):
        season = Season.objects.create(
            group=club, name=f"Nights {number}", title="bomber-command", mirrored=True, opens=today, closes=today
        )
        contenders = [Contender.objects.create(season=season, player=one) for one in players]
        pairs = [(one, other) for one in contenders for other in contenders if one.pk < other.pk]
        for place, (one, other) in enumerate(chance.sample(pairs, len(pairs))):
            when = timezone.now() + timedelta(days=9 * number, minutes=place)
            fields = {"margin": chance.randint(-40, 40), "finished": when}
            match_rate(Match.objects.create(season=season, round=1, one=one, other=other, **fields))
    before = list(Rating.objects.order_by("match", "player").values_list(*FIGURES))
    assert len(before) == 60
    Rating.objects.update(mu=1, sigma_before=2)
    out = io.StringIO()
    call_command("rebuild_rankings", stdout=out)
    assert "A forum differed and was corrected." in out.getvalue()
    assert list(Rating.objects.order_by("match", "player").values_list(*FIGURES)) == before
