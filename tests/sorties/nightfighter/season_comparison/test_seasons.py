"""Seasons of years of nights: a line for each week, and one horizon for each reader, as for the pilots of the day."""

import csv
import io
from datetime import timedelta
from itertools import pairwise
from types import SimpleNamespace

import msgspec
import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from campaigns.api import schemas
from campaigns.comments.selectors import thread_at
from campaigns.groups import services as groups
from campaigns.ladders import all_time
from campaigns.ladders.ladder import LadderQuery, ladder_of
from campaigns.ladders.race_chart import race_of
from campaigns.ladders.score_lines import CalendarMonth, ScoreLine, line_named, log_of, log_of_session, months_of
from campaigns.ladders.score_lines import read as lines_of
from campaigns.ladders.score_rows import season_rebuild, stored_scores
from campaigns.ladders.spoiler_limit import lowest_spoiler_limit, spoiler_limit_of
from campaigns.results.models import Result
from campaigns.seasons import services
from campaigns.seasons.forms import SeasonForm
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from campaigns.seasons.selectors import Pattern, patterns, terms_of
from engine.kernel.dice import commitment
from engine.nightfighter.game import TITLE
from play.fairness.commitments import PostedCommitment
from play.fairness.models import SeasonKey
from play.games import titles
from play.journal import store
from play.journal.rebuild import session_rebuild
from play.sessions import services as play
from play.sessions.models import Session
from play.sessions.selectors import session_at
from sorties.nightfighter.careers.duty_log import RaidMet
from sorties.nightfighter.records.models import NightCareer, RaidRecord, WeekRecord
from sorties.nightfighter.seasons import LOGS, STATES
from tests.campaigns.api.test_api import ask, token_of
from tests.campaigns.groups.test_groups import come, page
from tests.shared.builders.nights import again, begun, fly
from tests.shared.builders.tables import carried_out, give
from tests.sorties.nightfighter.careers.test_careers import SHEET, handed_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("noon")]
LONG = 3
"""Dice of a pilot's year that goes on for long."""


def weeks(count):
    return lambda state: state.career.week > count


def lines_in(career: NightCareer) -> list[ScoreLine]:
    run = play.run_of(session_at(career.session_id))
    return list(lines_of(session_at(career.session_id), run.state, run.pack, "player").lines)


@pytest.fixture
def club(ruth, ben):
    group = groups.group_found(owner=ruth, name="Thursday Flight")
    groups.group_join(group=group, player=ben)
    return group


def announced(group, title="nightfighter", *, setup=None, terms=None, charts=None, **more) -> Season:
    today = timezone.localdate()
    days = {"opens": today - timedelta(days=9), "closes": today, "ends": today + timedelta(days=9)}
    charts = charts or titles.pack_hash(titles.pack_of(title, "standard"))
    pattern = Pattern(title, terms, charts, "standard", setup or {})
    return services.season_announce(group=group, by=group.owner, pattern=pattern, name="Nights", **days | more)


def season_like(group, session, **more) -> Season:
    result = Result.objects.get(session=session)
    return announced(group, terms=terms_of(result), charts=result.pack_hash, under_way=True, **more)


def enter(season: Season, session) -> SeasonEntry:
    result = Result.objects.get(session=session)
    return services.season_enter(season=season, player=result.player, number=result.pk)


# Lines


@pytest.mark.parametrize(("kind", "seed", "until"), [("green", 4, 60), ("seasoned", LONG, 9), ("staffel", 2, 2)])
def test_a_year_has_a_line_for_each_week_that_is_over(ruth, kind, seed, until):
    career = fly(begun(ruth, kind, seed=seed), weeks(until), "hunter" if kind == "seasoned" else "random")
    run = play.run_of(session_at(career.session_id))
    lines = lines_in(career)
    rows = list(WeekRecord.objects.filter(career=career).exclude(what=""))
    assert [one.line for one in lines] == [row.place for row in rows] == list(range(1, len(rows) + 1)) and len(rows) > 1
    measured, other = ("kills", "points") if kind == "seasoned" else ("points", "kills")
    assert [(one.value, one.second) for one in lines] == [(getattr(r, measured), getattr(r, other)) for r in rows]
    assert all(one.value + other.gain == other.value for one, other in pairwise(lines))
    assert lines[0].value - lines[0].gain == (8 if kind == "seasoned" else 0)
    assert lines[-1].value == TITLE.standing(run.state, run.pack, "player").value
    assert lines[-1].flown == (career.flown if career.over else sum(r.placed for r in rows) or lines[-1].flown)
    assert [one.out for one in lines[:-1]] == [False] * (len(lines) - 1) and lines[-1].out == career.over
    assert all(one.state in STATES for one in lines)
    if career.over:
        assert lines[-1].state == career.end


def test_a_season_is_told_by_its_lines_where_what_is_played_has_any(ruth, club):
    career = begun(ruth)
    setup = {"scenario": "4B", "mode": "solo"}
    night = play.session_open(
        owner=ruth, title="nightfighter", setup=setup, sitters={"player": play.SeatAssignment(player=ruth)}
    )
    assert log_of_session(session_at(career.session_id)) is LOGS["seasoned"]
    assert log_of_session(night) is None
    assert log_of("nightfighter", store.title_of(night).terms(store.setup_of(night))) is None
    assert log_of("interceptor-ace", {"play": "solitaire"}) is not None and log_of("bomber-command", {}) is None
    thread = thread_at(career.session_id, 3, "player")
    assert thread.place == 3


def test_years_stand_week_by_week_and_are_written_again_to_the_same(ruth, ben, club):
    careers = [begun(ruth, seed=LONG), begun(ben, seed=LONG + 1)]
    season = season_like(club, careers[0].session)
    fly(careers[0], weeks(2), "hunter")
    entries = [enter(season, career.session) for career in careers]
    careers = [fly(career, weeks(4), "hunter") for career in careers]
    for entry, career in zip(entries, careers, strict=True):
        rows = list(
            ScoreRow.objects.filter(entry=entry, line__gt=0).values_list("line", "value", "gain", "flown", "out")
        )
        assert rows == [(one.line, one.value, one.gain, one.flown, one.out) for one in lines_in(career)] and rows
        entry.refresh_from_db()
        assert entry.name == career.name
        session = session_at(career.session_id)
        before = stored_scores(session)
        finding = session_rebuild(session=session)
        assert finding.sound and stored_scores(session) == before
    before = list(ScoreRow.objects.order_by("entry", "line").values())
    assert season_rebuild(season=season) == 2 and list(ScoreRow.objects.order_by("entry", "line").values()) == before
    out = io.StringIO()
    call_command("rebuild_rankings", stdout=out)
    assert "Nothing differed" in out.getvalue()
    text = come(ruth).get(reverse("season_lines", args=[season.pk])).content.decode("utf-8-sig")
    assert len(list(csv.DictReader(io.StringIO(text)))) == sum(len(lines_in(career)) for career in careers)
    seen = page(come(ruth), "season", season.pk)
    assert "Scenario" not in seen and "Campaign: seasoned" in seen
    assert "Last eight lines" in seen and "The race" in seen and careers[0].name in seen
    where = line_named(months_of(season), 4)
    assert where == "Jun, week 4"
    assert "week " in page(come(ben), "group_feed", club.pk)


def test_a_sheet_that_is_written_down_anew_is_another_line(ruth, club):
    career = begun(ruth, mode="tabletop")
    season = season_like(club, career.session, tabletop=True)
    entry = enter(season, career.session)
    give(career.session, "player", "Messerschmitt")
    client, fallen = come(ruth), {"f.fallen.0.type": "Stirling I / III", "f.fallen.0.count": "1"}
    handed_in(client, career, **SHEET, **fallen)
    carried_out(session_at(career.session_id))
    head = ScoreRow.objects.get(entry=entry, head=True)
    assert (entry.source, head.line, head.value, head.gain) == ("tabletop", 1, 9, 1)
    client.post(reverse("night_career_sheet", args=[career.pk]), {**SHEET, "f.card": "KC"})
    session = carried_out(session_at(career.session_id))
    head = ScoreRow.objects.get(entry=entry, head=True)
    assert (head.line, head.value, head.gain) == (1, 8, 0) and session_rebuild(session=session).sound


def test_a_staffels_race_shows_what_lies_below_nothing():
    low, high = (
        [ScoreLine(1, -7, gain=-7), ScoreLine(2, -9, gain=-2)],
        [ScoreLine(1, 3, gain=3), ScoreLine(2, 5, gain=2)],
    )
    drawn = race_of(_ladder([low, high]), [CalendarMonth("Jun", 1, 2, "{month}, week {number}")], [-60, 0, 4])
    assert [level for _y, level in drawn.levels] == [0, 4]
    heights = [course.end[1] for course in drawn.courses]
    assert heights[0] == drawn.base and heights[1] == drawn.top


def _ladder(ways):
    racers = [
        SimpleNamespace(
            figures=SimpleNamespace(entry=n, value=lines[-1].value), entry=SimpleNamespace(name=f"{n}"), mine=False
        )
        for n, lines in enumerate(ways)
    ]
    return SimpleNamespace(racers=racers, lines=dict(enumerate(ways)))


def test_years_and_nights_of_one_game_stand_in_tables_of_their_own(ruth, club):
    for kind in ("green", "seasoned"):
        career = begun(ruth, kind, seed=LONG)
        enter(season_like(club, career.session), career.session)
    found = all_time.tables_of(club, ruth)
    assert {(one.game, one.log) for one in found} == {
        ("Nightfighter: an inexperienced pilot’s year", LOGS["green"]),
        ("Nightfighter: a seasoned pilot’s year", LOGS["seasoned"]),
    }
    assert [one.game for one in all_time.member_across(club, ruth, ruth).games] == [one.game for one in found]
    assert "seasoned pilot" in page(come(ruth), "group_tables", club.pk)


# Duplicate seasons


@pytest.mark.parametrize(
    "setup",
    [
        {"scenario": "4B", "mode": "solo"},
        {"campaign": "green", "mode": "tabletop"},
        {"campaign": "green", "mode": "blind", "umpire": "person"},
    ],
)
def test_what_cannot_be_the_same_for_all_is_refused_on_the_form(club, ruth, setup):
    known = patterns(ruth)
    like = next(iter(known.values()))._replace(
        title="nightfighter", setup=setup, terms=dict(TITLE.terms(play.read_setup("nightfighter", setup)))
    )
    assert not like.may_be_shared
    today = timezone.localdate()
    sent = {"name": "A", "like": "x", "opens": today, "closes": today, "ends": today, "each": 1, "ties": "second"}
    form = SeasonForm({"x": like}, sent | {"duplicate": "on"})
    assert not form.is_valid() and list(form.errors) == ["duplicate"]


@pytest.mark.parametrize("kind", ["green", "seasoned", "staffel"])
@pytest.mark.parametrize("mode", ["solo", "blind"])
def test_every_year_is_offered_and_may_be_the_same_for_all(ruth, kind, mode):
    offered = [one for one in patterns(ruth).values() if one.setup == {"campaign": kind, "mode": mode}]
    assert len(offered) == 1 and offered[0].may_be_shared and offered[0].terms["campaign"] == kind


def begin(season: Season, player, name: str, seed: int) -> NightCareer:
    entry = services.season_begin(season=season, player=player, name=name, posted=PostedCommitment(nonce="a nonce"))
    Session.objects.filter(pk=entry.session_id).update(seed=bytes([seed]) * 32)
    play.session_begin(session=session_at(entry.session_id), player=player, nonce="a nonce")
    carried_out(session_at(entry.session_id))
    return NightCareer.objects.get(session=entry.session_id)


@pytest.fixture
def shared(club):
    setup = {"campaign": "seasoned", "mode": "solo"}
    terms = dict(TITLE.terms(play.read_setup("nightfighter", setup)))
    season = announced(club, setup=setup, terms=terms, duplicate=True)
    SeasonKey.objects.filter(pk=season.calendar_id).update(key=bytes(32), commitment=commitment(bytes(32)))
    return Season.objects.select_related("calendar", "group").get(pk=season.pk)


def test_two_years_of_a_season_share_their_nights_and_one_reads_as_far_as_one_has_flown(shared, club, ruth, ben):
    asked = page(come(ruth), "season", shared.pk)
    assert "Name of your pilot" in asked and "All meet the same nights" in asked
    hers, his = begin(shared, ruth, "Anna", 1), begin(shared, ben, "Bruno", 2)
    assert (hers.name, his.name) == ("Anna", "Bruno")
    assert spoiler_limit_of(shared, ruth) == lowest_spoiler_limit(shared) == 0
    hers = fly(hers, weeks(2))
    mine = ScoreRow.objects.get(entry__player=ruth, head=True).line
    his = fly(his, weeks(mine + 2))
    assert spoiler_limit_of(shared, ruth) == mine >= 2 and lines_in(his)[-1].line > mine
    months = [f"{reverse('season_comparison', args=[shared.pk])}?month={one.key}" for one in months_of(shared)]
    told = "".join(come(ruth).get(address).content.decode() for address in months)
    assert "Hidden until you fly it" in told and "Bruno: flown" in told and "Anna" in told
    assert all(RaidMet(raid).card in told for raid in RaidRecord.objects.filter(career__in=(hers, his), week__lte=mine))
    for of, place, what in (
        (WeekRecord.objects.exclude(visibility=""), "place", "visibility"),
        (RaidRecord.objects, "week", "card"),
    ):
        told = [dict(of.filter(career=one, **{f"{place}__lte": mine}).values_list(place, what)) for one in (hers, his)]
        common = told[0].keys() & told[1].keys()
        assert common and {told[0][week] == told[1][week] for week in common} == {True}, what
    seen = ladder_of(shared, ruth, LadderQuery())
    assert {rung.figures.line for rung in seen.rungs} == {mine}
    ScoreRow.objects.filter(entry__player=ben, line__gt=mine).update(
        value=17771, second=17772, gain=1774, best_line=1776
    )
    RaidRecord.objects.filter(career=his, week__gt=mine).update(title="1777, Secretville")
    WeekRecord.objects.filter(career=his, place__gt=mine).update(event="1777")
    addresses = [reverse(name, args=[shared.pk]) for name in ("season", "season_ladder", "season_lines")]
    addresses += months
    addresses += [reverse(name, args=[club.pk]) for name in ("group", "group_feed", "group_night_weeks")]
    addresses += [reverse("night_career_shared", args=[his.link]), reverse("night_career", args=[his.pk])]
    NightCareer.objects.filter(pk=his.pk).update(shared=True)
    for address in addresses:
        answer = come(ruth).get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert b"1777" not in body, address
        assert address not in addresses[-2:] or answer.status_code in (403, 404)
    assert "1777" in "".join(come(ben).get(address).content.decode() for address in months)
    assert "17771" in page(come(ben), "season", shared.pk)
    assert again(his).name in page(come(ruth), "season", shared.pk)


def told_to_programs(season: Season, token: str) -> tuple[list[schemas.PlaceSchema], list[schemas.LineSchema]]:
    """Return the season's data for a program: its ladder, and the lines behind it."""
    answers = [ask(f"/api/v1/seasons/{season.pk}/{name}", token) for name in ("ladder", "lines")]
    assert [status for status, _body in answers] == [200, 200]
    ladder, lines = (body for _status, body in answers)
    return msgspec.json.decode(ladder, type=list[schemas.PlaceSchema]), msgspec.json.decode(
        lines, type=list[schemas.LineSchema]
    )


def test_programs_read_a_season_of_years_week_by_week(club, ruth):
    career = fly(begun(ruth, seed=LONG), weeks(3), "hunter")
    season = season_like(club, career.session)
    enter(season, career.session)
    ladder, lines = told_to_programs(season, token_of(club))
    mine = lines_in(career)
    assert [(one.pilot, one.value, one.line) for one in ladder] == [(career.name, mine[-1].value, mine[-1].line)]
    assert sorted((one.line, one.value, one.gain, one.kind) for one in lines) == [
        (one.line, one.value, one.gain, one.kind) for one in mine
    ]
    described = msgspec.json.decode(ask("/api/v1/seasons", token_of(club))[1], type=list[schemas.SeasonSchema])
    assert [(one.game, one.duplicate, one.entries) for one in described] == [("nightfighter", False, 1)]


def test_programs_read_no_further_in_a_year_that_all_share_than_all_have_flown(shared, club, ruth, ben):
    hers, his = fly(begin(shared, ruth, "Anna", 1), weeks(2)), fly(begin(shared, ben, "Bruno", 2), weeks(6))
    token = token_of(club)
    ladder, lines = told_to_programs(shared, token)
    assert lines == [] and {one.line for one in ladder} == {0}, "who might still enter is told nothing"
    Season.objects.filter(pk=shared.pk).update(closes=timezone.localdate() - timedelta(days=1))
    ladder, lines = told_to_programs(shared, token)
    behind = lowest_spoiler_limit(Season.objects.get(pk=shared.pk))
    assert 0 < behind < lines_in(his)[-1].line and {one.line for one in ladder} == {behind}
    for career in (hers, his):
        assert sorted((one.line, one.value) for one in lines if one.pilot == career.name) == [
            (one.line, one.value) for one in lines_in(career) if one.line <= behind
        ]
