"""Duplicate seasons: the same raids for three tempers, and one horizon for each reader at every address."""

import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.groups import services as groups
from campaigns.ladders.ladder import LadderQuery, ladder_of
from campaigns.ladders.score_lines import months_of
from campaigns.ladders.spoiler_limit import EVERYTHING, lowest_spoiler_limit, spoiler_limit_of
from campaigns.results.models import Result
from campaigns.seasons import services
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry, SeasonStart
from campaigns.seasons.selectors import Pattern, fitting, terms_of
from engine.interceptor.state import MONTHS
from engine.kernel.dice import commitment
from play.fairness.commitments import PostedCommitment
from play.fairness.models import SeasonKey
from play.games import titles
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import session_begin
from sorties.interceptor.careers.services import career_share
from sorties.interceptor.exports import csv_export
from sorties.interceptor.records.models import EngagementRecord, InterceptorCareer, SortieRecord
from tests.campaigns.groups.test_groups import come
from tests.shared.builders.careers import fly, seed_bytes, wanted
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("noon")]
TEMPERS = {"Ruth": "careful", "Ben": "sensible", "Ola": "careless"}
SEEDS = {"Ruth": 13, "Ben": 5, "Ola": 6}


def announced(group, **terms) -> Season:
    today = timezone.localdate()
    days = {"opens": today - timedelta(days=9), "closes": today, "ends": today + timedelta(days=9)}
    pack_hash = titles.pack_hash(titles.pack_of("interceptor-ace", "standard"))
    pattern = Pattern("interceptor-ace", {"play": "solitaire"}, pack_hash, "standard", wanted())
    season = services.season_announce(
        group=group, by=group.owner, pattern=pattern, name="The year", **{"duplicate": True} | days | terms
    )
    if season.calendar_id is None:
        return season
    # The same year in every run of the tests.
    SeasonKey.objects.filter(pk=season.calendar_id).update(key=seed_bytes(7), commitment=commitment(seed_bytes(7)))
    season.refresh_from_db()
    return season


def begin(season: Season, player, name: str) -> InterceptorCareer:
    entry = services.season_begin(season=season, player=player, name=name, posted=PostedCommitment(nonce="a nonce"))
    Session.objects.filter(pk=entry.session_id).update(seed=seed_bytes(SEEDS.get(player.display_name, 1)))
    session_begin(session=session_at(entry.session_id), player=player, nonce="a nonce")
    carried_out(session_at(entry.session_id))
    return InterceptorCareer.objects.get(session=entry.session_id)


@pytest.fixture
def club():
    owner = PlayerFactory(display_name="Ruth")
    group = groups.group_found(owner=owner, name="Thursday Flight")
    for name in ("Ben", "Ola"):
        groups.group_join(group=group, player=PlayerFactory(display_name=name))
    return group


@pytest.fixture
def year(club):
    """Three pilots of different temper: Ruth's has flown one month, Ben's the year, Ola's is at his first line."""
    season = announced(club)
    careers = {player.display_name: begin(season, player, f"{player}’s pilot") for player in club.players}
    fly(careers["Ruth"], "month", policy=TEMPERS["Ruth"])
    fly(careers["Ben"], "year", policy=TEMPERS["Ben"])
    return season, careers


def test_three_tempers_meet_the_same_raids_on_every_common_line(club):
    season = announced(club)
    met = {}
    for player in club.players:
        career = fly(begin(season, player, str(player)), "year", policy=TEMPERS[player.display_name])
        lines = SortieRecord.objects.filter(career=career).exclude(target="")
        met[player.display_name] = {(line.month, line.line): (line.target, line.weather) for line in lines}
    pairs = [(met[one], met[other]) for one in met for other in met if one < other]
    common = [(mine[place], yours[place]) for mine, yours in pairs for place in mine.keys() & yours.keys()]
    assert len(common) > 20 and all(mine == yours for mine, yours in common)


def test_one_reads_as_far_as_one_has_flown(year, club):
    season, careers = year
    ruth, ben, ola = (careers[name].owner for name in ("Ruth", "Ben", "Ola"))
    mine = ScoreRow.objects.get(entry__player=ruth, head=True).line
    theirs = ScoreRow.objects.get(entry__player=ben, head=True)
    assert (spoiler_limit_of(season, ruth), spoiler_limit_of(season, ola)) == (mine, 0) and 0 < mine < theirs.line
    reader, stranger = PlayerFactory(), PlayerFactory()
    groups.group_join(group=club, player=reader)
    assert spoiler_limit_of(season, reader) == spoiler_limit_of(season, stranger) == lowest_spoiler_limit(season) == 0
    seen = ladder_of(season, ruth, LadderQuery())
    assert all(rung.figures.line <= mine for rung in seen.rungs)
    assert all(row.line <= mine for rows in seen.lines.values() for row in rows)
    before = ScoreRow.objects.get(entry__player=ben, line=mine)
    his = next(rung for rung in seen.rungs if rung.figures.player == ben.pk).figures
    assert (his.value, his.flown, his.state) == (before.value, before.flown, before.state)
    Season.objects.filter(pk=season.pk).update(closes=timezone.localdate() - timedelta(days=1))
    ScoreRow.objects.filter(entry__player=ola).update(out=True)
    season.refresh_from_db()
    assert spoiler_limit_of(season, reader) == mine, "who does not fly reads what all who fly have behind them"
    Season.objects.filter(pk=season.pk).update(ends=timezone.localdate() - timedelta(days=1))
    assert spoiler_limit_of(Season.objects.get(), ola) == EVERYTHING


def addresses(season: Season, careers: dict[str, InterceptorCareer]) -> list[str]:
    """Every address that could show anything of the season or of the others' games."""
    names = ("season", "season_ladder", "season_lines", "season_comparison")
    group = ("group", "group_feed", "group_sorties", "group_engagements")
    return [
        *(reverse(name, args=[season.pk]) for name in names),
        *(f"{reverse('season', args=[season.pk])}?{query}" for query in ("show=flying", "q=Ben")),
        *(
            f"{reverse('season_comparison', args=[season.pk])}?month={month}"
            for month in ("1943-03", "1943-04", "1944-02")
        ),
        *(reverse(name, args=[season.group_id]) for name in group),
        *(reverse("career_shared", args=[career.link]) for career in careers.values()),
        *(reverse("career_shared_end", args=[career.link]) for career in careers.values()),
        *(reverse("career", args=[career.pk]) for career in careers.values()),
        *(reverse("table", args=[career.session_id]) for career in careers.values()),
    ]


AHEAD = re.compile(r"Secret|(?<![\w-])1777\d(?![\w-])")


def place_of(months, row: SortieRecord) -> int:
    return months[MONTHS.index(row.month)].first + row.line - 1


def told(client: Client, address: str) -> str:
    answer = client.get(address)
    if answer.status_code != 200:
        return ""
    return b"".join(answer.streaming_content).decode() if answer.streaming else answer.content.decode()


def test_no_address_tells_what_lies_ahead(year):
    """Ben's play beyond Ruth's line gets unique texts. No address shows one of them to her."""
    season, careers = year
    for career in careers.values():
        career_share(career=career, shared=True)
    mine = ScoreRow.objects.get(entry__player=careers["Ruth"].owner, head=True).line
    ScoreRow.objects.filter(entry__player=careers["Ben"].owner, line__gt=mine).update(
        value=17771, second=17772, flown=17773, gain=17774, hits=17775, best_line=17776, falls=17777, key=17778 * 10**9
    )
    months = list(months_of(season))
    beyond = [row for row in SortieRecord.objects.filter(career=careers["Ben"]) if place_of(months, row) > mine]
    met = EngagementRecord.objects.filter(sortie__in=beyond)
    assert beyond and met.exists()
    SortieRecord.objects.filter(pk__in=[row.pk for row in beyond]).update(target="Secretville", bombers=17779)
    met.update(enemy="Secret-7")
    for who in ("Ruth", "Ola", None):
        client = come(careers[who].owner) if who else Client()
        season.group.visibility = "public"
        season.group.save()
        for address in addresses(season, careers):
            seen = told(client, address)
            assert not AHEAD.search(seen), (who, address)
    his = told(come(careers["Ben"].owner), reverse("season", args=[season.pk]))
    assert "17771" in his, "who has flown there reads it"
    month = beyond[-1].month
    raids = f"{reverse('season_comparison', args=[season.pk])}?month={month}"
    assert "Secretville" in told(come(careers["Ben"].owner), raids)
    hers = f"{reverse('season_comparison', args=[season.pk])}?month={MONTHS[1]}"
    assert "Hidden until you fly it" in told(come(careers["Ruth"].owner), hers)


def test_the_key_is_bound_before_the_first_entry_and_opened_after_the_last_day(year, club):
    season, careers = year
    key = bytes(season.calendar.key).hex()
    seen = told(come(club.owner), reverse("season", args=[season.pk]))
    assert season.calendar.commitment in seen and key not in seen
    assert services.season_keys_reveal() == 0
    Season.objects.update(ends=timezone.localdate() - timedelta(days=1))
    assert services.season_keys_reveal() == 0, "somebody still plays by it"
    for name in ("Ruth", "Ola"):
        fly(careers[name], "year", policy=TEMPERS[name])
    assert services.season_keys_reveal() == 1 and SeasonKey.objects.get().opened
    assert key in told(come(club.owner), reverse("season", args=[season.pk]))


def test_nobody_begins_twice_whatever_became_of_the_first(club):
    season = announced(club)
    ben = club.members.get(display_name="Ben")
    career = begin(season, ben, "First")
    with pytest.raises(services.EntryRefused):
        begin(season, ben, "Second")
    come(ben).post(reverse("table_delete", args=[career.session_id]))
    assert not SeasonEntry.objects.exists() and SeasonStart.objects.count() == 1
    answer = come(ben).post(reverse("season_begin", args=[season.pk]), {"name": "Again"}, follow=True)
    assert "You cannot start a game in this season" in answer.content.decode() and not SeasonEntry.objects.exists()


def test_a_group_takes_its_logs_away_but_not_those_of_a_running_duplicate_season(year):
    season, careers = year
    mine = {career.pk for career in csv_export.owned_by(season.group.players, careers["Ruth"].owner)}
    assert mine == {careers["Ruth"].pk}


def test_a_game_of_a_duplicate_season_is_entered_in_no_other_season(year, club):
    _season, careers = year
    ben = careers["Ben"].owner
    result = Result.objects.get(session=careers["Ben"].session)
    others = groups.group_found(owner=ben, name="Second club")
    for group in (club, others):
        open_year = announced(group, duplicate=False, under_way=True)
        assert terms_of(result) == open_year.terms and result.pack_hash == open_year.pack_hash
        assert fitting(open_year, ben) == []
        with pytest.raises(services.EntryRefused):
            services.season_enter(season=open_year, player=ben, number=result.pk)


def test_an_earlier_entry_in_another_season_is_taken_out_by_the_migration(year, club):
    season, careers = year
    open_year = Season.objects.create(
        group=club, name="Open", title=season.title, terms=season.terms, pack_hash=season.pack_hash,
        opens=season.opens, closes=season.closes, ends=season.ends,
    )  # fmt: skip
    career, edition = careers["Ben"], open_year.edition
    SeasonEntry.objects.create(season=open_year, player=career.owner, session=career.session, seat="pilot")
    migration = import_module("campaigns.migrations.0025_makers_of_tokens_and_hooks")
    before = MigrationLoader(connection).project_state(("campaigns", "0009_to_0027")).apps
    migration.take_out_of_other_seasons(before, None)
    assert not open_year.entries.exists() and season.entries.count() == 3
    open_year.refresh_from_db()
    assert open_year.edition != edition
