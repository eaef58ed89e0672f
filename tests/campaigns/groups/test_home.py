"""The home of a group: what waits for whom, whose turn it is, who is here, and what happened."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups import home
from campaigns.groups import services as groups
from campaigns.groups.feed import feed_of
from campaigns.groups.shared_tables import groups_following
from campaigns.ladders.score_lines import ScoreLine, SeatLines
from campaigns.ladders.score_rows import write_score_rows
from campaigns.matches import services
from campaigns.seasons.models import ScoreRow, SeasonEntry
from campaigns.seasons.selectors import seasons_of
from play.sessions.selectors import session_at
from play.sessions.services import session_begin
from tests.campaigns.groups.test_groups import come, page
from tests.campaigns.matches.test_matches import announced as announced_matches
from tests.campaigns.matches.test_matches import draw
from tests.campaigns.seasons.test_duplicate_seasons import announced, begin
from tests.shared.builders import tables
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def club(ruth, ben):
    group = groups.group_found(owner=ruth, name="Thursday Flight")
    groups.group_join(group=group, player=ben)
    return group


def tables_for(group, reader):
    return home.tables_in(group, reader)


def test_a_table_of_two_members_is_shown_to_the_others_once_a_player_shows_it(club, ruth, ben):
    third = PlayerFactory()
    groups.group_join(group=club, player=third)
    other = groups.group_found(owner=ben, name="Other club")
    for player in (ruth, third):
        groups.group_join(group=other, player=player)
    session = tables.begun(ruth, ben)
    assert [len(tables_for(club, player)) for player in (ruth, ben, third)] == [1, 1, 0]
    assert "Whose turn" not in page(come(third), "group", club.pk)
    door, said = reverse("group_table_show", args=[club.pk]), {"table": session.pk, "shown": "yes"}
    assert "Only the players see this game here." in page(come(ruth), "group", club.pk)
    assert "You have no such open game" in come(third).post(door, said, follow=True).content.decode()
    assert "You have no such open game" in come(ruth).post(door, said | {"table": "?"}, follow=True).content.decode()
    assert tables_for(club, third) == [], "it is for its players to say"
    assert come(ruth).post(door, said).status_code == 302
    assert [len(tables_for(club, player)) for player in (ruth, ben, third)] == [1, 1, 1]
    assert tables_for(other, third) == [], "the other club is not told"
    assert "Hide from the group" in page(come(ben), "group", club.pk)
    assert come(ben).post(door, said | {"shown": "no"}).status_code == 302
    assert tables_for(club, third) == []


def test_a_match_of_the_group_is_shown_and_announced_without_being_shown_by_a_player(club, ruth, ben):
    season = announced_matches(club)
    match = services.match_set(match=draw(season)[0], by=ruth)
    for session in (match.first, match.second):
        for player in (ruth, ben):
            session_begin(session=session_at(session.pk), player=player, nonce="n")
        assert groups_following(tables.carried_out(session_at(session.pk))) == {club.pk}
    third = PlayerFactory()
    groups.group_join(group=club, player=third)
    assert {one.session.pk for one in tables_for(club, third)} == {match.first_id, match.second_id}


def test_a_table_of_two_members_says_whose_turn_it_is_and_waits_for_him(club, ruth, ben):
    session = tables.begun(ruth, ben)
    found = {player: tables_for(club, player) for player in (ruth, ben)}
    assert [[one.session.pk for one in tables] for tables in found.values()] == [[session.pk], [session.pk]]
    turns = {one.pk for one in found[ruth][0].turns}
    for player in (ruth, ben):
        assert found[player][0].mine is (player.pk in turns)
        seen = page(come(player), "group", club.pk)
        assert ("Your turn against" in seen) is (player.pk in turns) and "Whose turn" in seen


def test_a_table_with_somebody_from_outside_and_one_of_a_single_member_are_nobodys_business(club, ruth):
    tables.begun(ruth, PlayerFactory())
    tables.begun(ruth, bot=True)
    assert tables_for(club, ruth) == []
    assert "You are all caught up." in page(come(ruth), "group", club.pk)


def test_a_stranger_in_a_public_group_reads_no_tables_and_nobody_s_presence(club, ruth, ben):
    tables.begun(ruth, ben)
    club.visibility = "public"
    club.save()
    seen = page(come(PlayerFactory()), "group", club.pk)
    assert "Whose turn" not in seen and "Online now" not in seen and "all caught up" not in seen


def test_who_is_here_is_shown_unless_he_would_rather_not(club, ruth, ben):
    Player.objects.filter(pk=ben.pk).update(last_seen=timezone.now())
    assert "Online now" in page(come(ruth), "group", club.pk)
    come(ben).post(reverse("group_shown", args=[club.pk]), {"shown": "no"})
    assert ben.pk not in {one.player_id for one in home.members_online(list(club.memberships.select_related("player")))}
    Player.objects.update(last_seen=timezone.now() - timedelta(hours=1))
    assert not home.members_online(list(club.memberships.select_related("player")))


def test_the_feed_tells_each_line_from_its_event_and_nothing_that_lies_ahead(club, ruth, ben):
    season = announced(club)
    begin(season, ruth, "Jakob Wieland"), begin(season, ben, "Otto Kranz")
    mine, his = (SeasonEntry.objects.get(player=player) for player in (ruth, ben))
    lines = [ScoreLine(1, 1, flown=1, gain=1), ScoreLine(2, 4, flown=2, gain=3, hurt=True, fell=True, state="jumped")]
    write_score_rows([(his, SeatLines("Otto Kranz", lines))], timezone.now())
    write_score_rows([(mine, SeatLines("Jakob Wieland", [ScoreLine(1, 0, flown=1)]))], timezone.now())
    told = {who: [item.text for item in feed_of(club, seasons_of(club), who)] for who in (ruth, ben)}
    assert "Mar, line 1: Otto Kranz shot down a bomber, his number 1." in told[ruth]
    assert "Mar, line 2: Otto Kranz shot down 3 bombers, 4 in all, was shot down himself and jumped." in told[ben]
    assert not any("Mar, line 2" in text for text in told[ruth])
    assert "Otto Kranz has flown further in The year. You can read about it after you fly that far." in told[ruth]
    assert {"Ben has entered The year.", "Ben joined.", "Ruth announced a season."} <= set(told[ruth])
    assert "shot down 3 bombers" not in page(come(ruth), "group_feed", club.pk)
    assert ScoreRow.objects.filter(entry=his, line=2, gain=3).exists()


def test_the_home_says_where_one_flies_on_and_what_one_may_enter(club, ruth, ben, django_assert_max_num_queries):
    season = announced(club)
    begin(season, ruth, "Jakob Wieland")
    client = come(ruth)
    seen = page(client, "group", club.pk)
    assert "Fly on as Jakob Wieland" in seen and "Open until" not in seen
    assert "Open until" in page(come(ben), "group", club.pk)
    with django_assert_max_num_queries(22):
        page(client, "group", club.pk)
