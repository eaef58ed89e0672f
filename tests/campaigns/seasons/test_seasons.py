"""Seasons: accepted games, standings, secrets before the end, and void entries."""

import re
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from campaigns.groups import services as groups
from campaigns.groups.models import AuditEntry, Role
from campaigns.ladders import all_time, ranking
from campaigns.ladders.ranking import rows_at
from campaigns.ladders.score_lines import ScoreLine, SeatLines
from campaigns.ladders.score_rows import key_of, ranking_changed, season_rebuild, write_score_rows
from campaigns.ladders.spoiler_limit import EVERYTHING
from campaigns.results.models import Result, ResultSource
from campaigns.seasons import services
from campaigns.seasons.aids import aids_are_allowed
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry, site_day
from campaigns.seasons.selectors import Pattern, fitting, patterns, terms_of
from play.odds.models import OddsTiming
from play.odds.services import may_set, odds_set
from play.sessions.models import Session
from sorties.interceptor.records.models import SortieRecord
from tests.campaigns.groups.test_groups import come, page
from tests.play.journal.test_rebuild import said
from tests.shared.builders.careers import again, begun, fly
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def club(ruth, ben):
    group = groups.group_found(owner=ruth, name="Thursday Flight")
    groups.group_join(group=group, player=ben)
    return group


def result_of(player, seed=1, **pilot) -> Result:
    return Result.objects.get(session=begun(player, seed=seed, **pilot).session)


def announced(group, like: Result, **terms) -> Season:
    today = timezone.localdate()
    days = {"opens": today - timedelta(days=1), "closes": today + timedelta(days=1), "ends": today + timedelta(days=9)}
    pattern = Pattern(like.title, terms_of(like), like.pack_hash)
    return services.season_announce(group=group, by=group.owner, pattern=pattern, name="Autumn", **days | terms)


def enter(season: Season, result: Result) -> SeasonEntry:
    return services.season_enter(season=season, player=result.player, number=result.pk)


def table(season: Season) -> list[tuple]:
    """Places, players and values, as everybody reads them."""
    names = {entry.pk: entry.player for entry in season.entries.select_related("player")}
    rungs = [(rung.place, rung.figures) for rung in rows_at(Season.objects.get(pk=season.pk), EVERYTHING)]
    return [(place, names[one.entry], one.value if one.known else None) for place, one in rungs]


def bombers(entry: SeasonEntry, value: int) -> None:
    """Set the score of an entry to this value, as if he had shot down so many bombers."""
    ScoreRow.objects.filter(entry=entry).update(value=value, key=key_of(entry.season, ScoreLine(0, value)))
    ranking_changed([entry.season_id])


def test_a_season_goes_from_its_announcement_to_its_table(club, ruth, ben):
    mine, his = result_of(ruth), result_of(ben, seed=2)
    today = timezone.localdate()
    sent = {
        "name": "Autumn",
        "like": next(iter(patterns(ruth))),
        "opens": today,
        "closes": today,
        "ends": today,
        "each": 1,
        "ties": "second",
    }
    answer = come(ruth).post(reverse("season_new", args=[club.pk]), sent)
    season = Season.objects.get()
    assert answer.headers["Location"] == reverse("season", args=[season.pk])
    assert (season.title, season.pack_hash, season.sealed) == (mine.title, mine.pack_hash, None)
    assert "Autumn" in page(come(ben), "group", club.pk)
    assert f'value="{his.pk}"' in page(come(ben), "season", season.pk)
    for player, result in ((ruth, mine), (ben, his)):
        come(player).post(reverse("season_enter", args=[season.pk]), {"result": result.pk})
    season.refresh_from_db()
    assert season.sealed is not None
    bombers(season.entries.get(player=ben), 7)
    assert table(season) == [(1, ben, 7), (2, ruth, 0)]
    seen = page(come(ben), "season", season.pk)
    assert seen.index(">Ben (you)<") < seen.index(">Ruth<") and "Enter a game" not in seen


def test_days_that_do_not_follow_each_other_are_refused(club, ruth):
    result_of(ruth)
    today = timezone.localdate()
    sent = {"name": "A", "like": next(iter(patterns(ruth))), "opens": today, "closes": today - timedelta(days=1)}
    answer = come(ruth).post(reverse("season_new", args=[club.pk]), sent | {"each": 0, "ends": today})
    assert answer.status_code == 422 and not Season.objects.exists()
    told = answer.content.decode()
    assert "This is before the first day." in told and "Enter a number from 1 to 20." in told


@pytest.mark.parametrize(
    "other",
    [
        {"title": "nightfighter"},
        {"pack_hash": "others"},
        {"options": {"play": "solitaire", "dice": "fair", "options": {"weather": True}}},
        {"source": ResultSource.TABLETOP},
        {"counts": False},
    ],
)
def test_a_game_by_other_terms_is_not_taken(club, ruth, ben, other):
    season = announced(club, result_of(ruth))
    his = result_of(ben, seed=2)
    assert fitting(season, ben) == [his]
    Result.objects.filter(pk=his.pk).update(**other)
    with pytest.raises(services.EntryRefused):
        enter(season, his)
    refused = come(ben).post(reverse("season_enter", args=[season.pk]), {"result": his.pk}, follow=True)
    assert "does not accept this game" in refused.content.decode() and not SeasonEntry.objects.exists()


def test_tabletop_games_are_taken_and_marked_where_the_season_says_so(club, ruth, ben):
    season = announced(club, result_of(ruth), tabletop=True)
    his = result_of(ben, seed=2)
    Result.objects.filter(pk=his.pk).update(
        source=ResultSource.TABLETOP, options={**his.options, "dice": "tabletop"}, options_hash="others"
    )
    enter(season, his)
    seen = page(come(ruth), "season", season.pk)
    assert 'class="pencil"' in seen and 'class="pips"' not in seen


def test_a_season_without_aids_takes_no_aided_game_and_its_tables_show_no_odds_before_an_order(club, ruth, ben):
    mine, his = result_of(ruth), result_of(ben, seed=2)
    # Odds were turned on after his last order: his result is not written again before the next.
    odds_set(session=his.session, seat=his.session.seat(his.seat), when=OddsTiming.BEFORE)
    assert not Result.objects.get(pk=his.pk).aided
    strict, easy = announced(club, mine, aids=False), announced(club, mine, aids=True)
    with pytest.raises(services.EntryRefused):
        enter(strict, his)
    enter(easy, his)
    assert may_set(his.session, OddsTiming.BEFORE) and 'class="aided">used odds<' in page(come(ruth), "season", easy.pk)
    enter(strict, mine)
    assert not may_set(mine.session, OddsTiming.BEFORE) and may_set(mine.session, OddsTiming.AFTER)
    assert not aids_are_allowed(Session(sandbox_of=mine.session), OddsTiming.BEFORE)


def test_games_begun_before_are_taken_where_the_season_says_so(club, ruth, ben):
    his = result_of(ben, seed=2)
    today = timezone.localdate()
    type(his.session).objects.filter(pk=his.session_id).update(created=timezone.now() - timedelta(days=9))
    strict, open_to_all = announced(club, his, opens=today), announced(club, his, opens=today, under_way=True)
    with pytest.raises(services.EntryRefused):
        enter(strict, his)
    assert enter(open_to_all, his).player == ben


@pytest.mark.parametrize("days", [(1, 2), (-2, -1)])
def test_nobody_enters_before_the_first_day_or_after_the_last(club, ruth, days):
    mine = result_of(ruth)
    opens, closes = (timezone.localdate() + timedelta(days=n) for n in days)
    with pytest.raises(services.EntryRefused):
        enter(announced(club, mine, opens=opens, closes=closes, under_way=True), mine)


def test_each_enters_as_many_as_agreed_each_game_once_and_only_his_own(club, ruth, ben):
    first, second, third = (result_of(ruth, seed=seed) for seed in (1, 2, 3))
    season = announced(club, first, each=2)
    with pytest.raises(services.EntryRefused):
        services.season_enter(season=season, player=ben, number=first.pk)
    enter(season, first)
    with pytest.raises(services.EntryRefused):
        enter(season, first)
    enter(season, second)
    with pytest.raises(services.EntryRefused):
        enter(season, third)


def test_a_guest_reader_and_a_stranger_do_not_enter(club, ruth):
    reader, eve = PlayerFactory(), PlayerFactory()
    groups.group_join(group=club, player=reader, role=Role.READER)
    season = announced(club, result_of(reader))
    for who in (reader, eve):
        own = result_of(who, seed=5)
        with pytest.raises(services.EntryRefused):
            enter(season, own)
    assert come(eve).get(reverse("season", args=[season.pk])).status_code == 404


def test_what_nobody_may_know_yet_has_no_place(club, ruth, ben):
    mine, his = result_of(ruth), result_of(ben, seed=2)
    season = announced(club, mine)
    enter(season, mine)
    entry = enter(season, his)
    bombers(entry, 41)
    ScoreRow.objects.filter(entry=entry).update(known=False)
    assert table(season) == [(1, ruth, 0), (None, ben, None)]
    assert "41" not in page(come(ruth), "season", season.pk).split("<tbody>")[1].split("</table>")[0]


@pytest.mark.parametrize(
    ("ties", "wanted"),
    [
        ("shared", [1, 1, 3, 4]),
        ("flown", [1, 2, 3, 4]),
    ],
)
def test_equal_figures_are_parted_as_the_season_says(club, ruth, ben, ties, wanted):
    season = announced(club, result_of(ruth), ties=ties)
    for seed, (value, second, flown) in enumerate([(5, 2, 9), (5, 1, 12), (1, 0, 3), (0, 0, 0)], 2):
        player = PlayerFactory()
        groups.group_join(group=club, player=player)
        entry = enter(season, result_of(player, seed=seed))
        key = key_of(season, ScoreLine(1, value, second=second, flown=flown))
        ScoreRow.objects.filter(entry=entry).update(value=value, key=key)
    ranking_changed([season.pk])
    assert [(place, value) for place, _player, value in table(season)] == list(zip(wanted, [5, 5, 1, 0], strict=True))


def test_a_steward_voids_an_entry_with_a_reason_that_everybody_reads(club, ruth, ben):
    mine, his = result_of(ruth), result_of(ben, seed=2)
    season = announced(club, mine)
    enter(season, mine)
    entry = enter(season, his)
    bombers(entry, 9)
    address = reverse("season_void", args=[season.pk])
    assert come(ben).post(address, {"entry": entry.pk, "reason": "no"}).status_code == 404
    come(ruth).post(address, {"entry": entry.pk, "reason": " "})
    assert SeasonEntry.objects.filter(voided=None).count() == 2
    come(ruth).post(address, {"entry": entry.pk, "reason": "begun with another’s help"})
    assert table(season) == [(1, ruth, 0)]
    assert "void: begun with another’s help" in page(come(ben), "season", season.pk)
    assert AuditEntry.objects.filter(group=club, kind=AuditEntry.Kind.VOIDED, about=ben, by=ruth).count() == 1


@pytest.mark.slow
def test_lines_stand_in_the_ladder_as_they_are_flown_and_written_again_they_are_the_same(club, ruth, ben):
    mine, his = begun(ruth), begun(ben, seed=4)
    season = announced(club, Result.objects.get(session=mine.session))
    for career in (mine, his):
        enter(season, Result.objects.get(session=career.session))
    fly(mine, "month"), fly(his, "year")
    for career in (mine, his):
        rows = ScoreRow.objects.filter(entry__session=career.session, line__gt=0).order_by("line")
        flown = SortieRecord.objects.filter(career=career).order_by("place")
        assert [row.gain for row in rows] == [line.bombers for line in flown]
        assert rows.last().head and rows.last().value == again(career).bombers
    assert ScoreRow.objects.filter(entry__session=his.session, head=True, out=True).exists()
    before = list(ScoreRow.objects.order_by("entry", "line").values())
    assert said() == ["2 games were checked.", "Nothing differed."]
    ScoreRow.objects.filter(entry__session=his.session, line=3).update(value=99)
    assert any("line 3" in line for line in said())
    ScoreRow.objects.update(value=0, key=0, best_line=0)
    season_rebuild(season=season)
    ours = [{**row, "id": 0} for row in ScoreRow.objects.order_by("entry", "line").values()]
    assert ours == [{**row, "id": 0} for row in before]


def test_arrows_say_who_has_moved_since_monday(club, ruth, ben):
    season = announced(club, result_of(ruth))
    first, second = (enter(season, result_of(player, seed=seed)) for seed, player in ((2, ruth), (3, ben)))
    now = timezone.now()
    for entry, then, value in ((first, 3, 3), (second, 1, 5)):
        was = [ScoreLine(1, then, flown=1, gain=then)]
        write_score_rows([(entry, SeatLines("A", was))], now - timedelta(days=8))
        ScoreRow.objects.filter(entry=entry, line=0).update(at=now - timedelta(days=15))
        entry.refresh_from_db()
        write_score_rows([(entry, SeatLines("A", [*was, ScoreLine(2, value, flown=2, gain=value - then)]))], now)
    assert [(rung.figures.entry, rung.place, rung.moved) for rung in rows_at(Season.objects.get(), EVERYTHING)] == [
        (second.pk, 1, 1),
        (first.pk, 2, -1),
    ]


def test_nothing_counts_after_the_last_day(club, ruth):
    entry = enter(announced(club, result_of(ruth)), Result.objects.get())
    lines = [ScoreLine(1, 2, flown=1, gain=2), ScoreLine(2, 5, flown=2, gain=3)]
    write_score_rows([(entry, SeatLines("A", lines[:1]))], timezone.now())
    entry.refresh_from_db()
    write_score_rows([(entry, SeatLines("A", lines))], timezone.now() + timedelta(days=10))
    assert ScoreRow.objects.get(entry=entry, head=True).value == 2


def test_the_ladder_is_filtered_searched_and_taken_away(club, ruth, ben):
    mine, his = result_of(ruth), result_of(ben, seed=2, name="Otto Kranz")
    season = announced(club, mine)
    enter(season, mine), enter(season, his)
    client = come(ruth)
    found = client.get(reverse("season", args=[season.pk]), {"q": "kranz"}).content.decode()
    assert "need about 110 encounters to show a difference" in found
    assert "<b>Otto Kranz</b>" in found and "<b>Jakob Wieland</b>" not in found.split("</table>")[0]
    assert "Nobody." in client.get(reverse("season", args=[season.pk]), {"show": "tabletop"}).content.decode()
    rows = client.get(reverse("season_ladder", args=[season.pk])).content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("place,moved,pilot") and len(rows) == 3
    assert client.get(reverse("season_lines", args=[season.pk])).content.decode("utf-8-sig").count("\n") == 1


def test_the_page_of_a_season_asks_the_database_little(club, ruth, django_assert_max_num_queries):
    mine = result_of(ruth)
    season = announced(club, mine)
    enter(season, mine)
    client = come(ruth)
    with django_assert_max_num_queries(8):
        page(client, "season", season.pk)


def test_whatever_changes_in_the_standings_is_read_at_once_by_everybody(club, ruth, ben):
    mine, his = result_of(ruth), result_of(ben, seed=2)
    season = announced(club, mine)
    entry = enter(season, mine)
    readers = [come(ruth), come(ben)]

    def read() -> list[str]:
        rows = [
            page(reader, "season", season.pk).partition("<tbody>")[2].partition("</table>")[0] for reader in readers
        ]
        assert "(you)" in rows[0] and "<b>" in rows[1]
        return [re.sub(r"<[^>]+>|\(you\)|\s", "", row) for row in rows]

    before, now = read(), timezone.now()
    assert before[0] == before[1], "but for whose row it is, all read the same"
    seen = [before]
    write_score_rows([(entry, SeatLines("A", [ScoreLine(1, 2, flown=1, gain=2)]))], now)
    seen.append(read())
    other = enter(season, his)
    seen.append(read())
    services.entry_void(season=season, by=ruth, number=other.pk, reason="begun with help")
    seen.append(read())
    SeasonEntry.objects.filter(pk=other.pk).update(voided=None)
    ranking_changed([season.pk])
    seen.append(read())
    his.session.delete()
    seen.append(read())
    assert all(one != two for one, two in pairwise(seen)) and seen[1] == seen[3] == seen[5]
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        entry.refresh_from_db()
        write_score_rows([(entry, SeatLines("A", [ScoreLine(1, 9, flown=1, gain=9)]))], now)
        assert read() != seen[5]
        raise ZeroDivisionError
    assert read() == seen[5], "what was taken back is as if it had not been"


def test_what_is_kept_of_standings_stays_within_bounds(club, ruth, monkeypatch):
    monkeypatch.setattr(ranking, "MOST_ROWS", 3)
    kept = len(ranking._rankings)
    for _ in range(6):
        season = announced(club, result_of(ruth), under_way=True)
        enter(season, Result.objects.filter(session__entries=None).latest("pk"))
        assert len(rows_at(Season.objects.get(pk=season.pk), EVERYTHING)) == 1
    assert len(ranking._rankings) <= max(kept, 3)
    monkeypatch.setattr(ranking, "MOST_READ", 0)
    write_score_rows(
        [(SeasonEntry.objects.get(season=season), SeatLines("A", [ScoreLine(1, 2, flown=1, gain=2)]))], timezone.now()
    )
    for _ in range(2):
        assert '<span class="disc kill">2' in page(come(ruth), "season", season.pk)


def test_all_time_tables_and_a_member_add_up_what_is_told_in_full(club, ruth, ben, django_assert_max_num_queries):
    today = timezone.localdate()
    for values in ((7, 3), (4, 9), (5, 5)):
        season = announced(club, result_of(ruth), under_way=True)
        for player, value in zip((ruth, ben), values, strict=True):
            bombers(enter(season, result_of(player, seed=value)), value)
        Season.objects.filter(pk=season.pk).update(ends=today - timedelta(days=1))
    running = announced(club, result_of(ruth), under_way=True)
    bombers(enter(running, result_of(ben, seed=6)), 2)
    (table,) = all_time.tables_of(club, ruth)
    his = {one.player: one for one in table.sums}
    assert (his[ben.pk].games, his[ben.pk].first, his[ben.pk].best, his[ben.pk].total) == (4, 2, 9, 19)
    assert (his[ruth.pk].games, his[ruth.pk].first, his[ruth.pk].best, his[ruth.pk].total) == (3, 2, 7, 16)
    reader = come(ben)
    with django_assert_max_num_queries(9):
        assert "The best careers" in page(reader, "group_tables", club.pk)
    (met,) = all_time.member_across(club, ben, ruth).against
    assert (met.who, met.ahead, met.behind) == (ruth, 1, 1)
    with django_assert_max_num_queries(9):
        seen = page(reader, "group_member", club.pk, ben.pk)
    assert "Head to head" in seen and seen.count("Autumn") == 4
    stranger = come(PlayerFactory())
    for name, about in (("group_tables", [club.pk]), ("group_member", [club.pk, ben.pk])):
        assert stranger.get(reverse(name, args=about)).status_code == 404


def test_standings_are_rebuilt_while_an_entry_waits_for_its_first_number(club, ruth):
    entry = enter(announced(club, result_of(ruth)), Result.objects.get(player=ruth))
    Session.objects.filter(pk=entry.session_id).update(record=b"")
    call_command("rebuild_rankings")
    assert ScoreRow.objects.get(entry=entry).line == 0


@pytest.mark.parametrize("zone", ["Pacific/Pago_Pago", "Pacific/Kiritimati"])
@pytest.mark.parametrize("hour", range(0, 24, 3))
def test_entries_close_for_every_reader_when_the_day_ends_that_opens_the_horizon(club, ruth, monkeypatch, zone, hour):
    season = announced(club, result_of(ruth), opens=date(2026, 5, 1), closes=date(2026, 5, 9))
    now = datetime(2026, 5, 10, hour, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    with timezone.override(ZoneInfo(zone)):
        assert site_day() > season.closes and not season.takes_entries()
        monkeypatch.setattr(timezone, "now", lambda: now - timedelta(days=1))
        assert site_day() == season.closes and season.takes_entries()
