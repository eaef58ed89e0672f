"""Notes under a sortie or a night: who writes and reads them, where they are shown, and that files carry them."""

import csv
import io

import pytest
from django.urls import reverse

from campaigns.comments.models import Comment
from campaigns.comments.selectors import CommentThread, thread_at
from campaigns.groups import services as groups
from campaigns.groups.finished_games import finished_games_of
from campaigns.groups.models import Role
from campaigns.seasons.models import ScoreRow
from play.sessions.selectors import session_at
from tests.campaigns.api.test_api import ask, token_of
from tests.campaigns.groups.test_groups import come
from tests.campaigns.seasons.test_duplicate_seasons import announced, begin
from tests.shared.builders import tables
from tests.shared.builders.careers import begun, kept
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def club(ruth, ben):
    group = groups.group_found(owner=ruth, name="Thursday Flight")
    groups.group_join(group=group, player=ben)
    return group


def night(one, other):
    return tables.play(tables.begun(one, other, rounds=1))


def write(who, session, text, place=0, seat=""):
    name, of = ("comments", [session.pk, seat, place]) if seat else ("comments_of_game", [session.pk, place])
    return come(who).post(reverse(name, args=of), {"text": text}).status_code


def read(who, session, place=0, seat=""):
    name, of = ("comments", [session.pk, seat, place]) if seat else ("comments_of_game", [session.pk, place])
    answer = come(who).get(reverse(name, args=of))
    return answer.content.decode() if answer.status_code == 200 else answer.status_code


def test_a_member_writes_under_a_night_and_it_goes_out_with_its_files(club, ruth, ben):
    session, guest, eve = night(ruth, ben), PlayerFactory(), PlayerFactory()
    fritz = PlayerFactory(display_name="=Fritz")
    groups.group_join(group=club, player=fritz)
    groups.group_join(group=club, player=guest, role=Role.READER)
    assert write(ruth, session, "  The lanes were\n empty. ") == 302 and write(fritz, session, "=Well flown") == 302
    assert [str(note) for note in Comment.objects.all()] == ["Ruth: The lanes were empty.", "=Fritz: =Well flown"]
    assert "The lanes were empty." in read(guest, session) and read(eve, session) == 404
    assert write(guest, session, "I, too") == 302 and write(eve, session, "And I") == 404
    assert write(ruth, session, "x" * 281) == 422 and write(ruth, session, "") == 422
    assert Comment.objects.count() == 2
    (found,) = finished_games_of(club)
    assert found.session == session and len(found.results) == 2 and len(found.notes) == 2
    text = come(ben).get(reverse("group_finished_games", args=[club.pk])).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["player"] for row in rows} == {"Ruth", "Ben"}
    assert all(row["notes"] == "Ruth: The lanes were empty.;' =Fritz: =Well flown" for row in rows)
    status, body = ask("/api/v1/nights", token_of(club))
    assert status == 200 and b"The lanes were empty." in body
    first = Comment.objects.first().pk
    for who, left in ((fritz, 2), (ben, 1)):
        come(who).post(reverse("comments_of_game", args=[session.pk, 0]), {"take_off": first})
        assert Comment.objects.count() == left, "one's own, or under what one has played"


def test_a_night_under_way_is_read_by_those_who_play_alone(club, ruth, ben):
    session = tables.begun(ruth, ben)
    third = PlayerFactory()
    groups.group_join(group=club, player=third)
    assert read(third, session) == 404
    assert write(ruth, session, "Not yet") == 302 and not Comment.objects.exists()
    assert read(ruth, session, 1) == 404 and not finished_games_of(club)


def test_games_with_strangers_are_no_group_s(club, ruth, ben):
    session = night(ruth, PlayerFactory())
    assert not finished_games_of(club) and read(ben, session) == 404


def test_a_note_under_a_sortie_stands_in_the_feed_the_files_and_on_the_sheet(club, ruth, ben):
    career = kept(ruth)
    session = session_at(career.session_id)
    thread = next(one for line in range(1, 90) if (one := CommentThread(session, career.seat, line)).line() is not None)
    assert write(ben, session, "Lucky.", thread.place, career.seat) == 302
    assert "Lucky." in read(ruth, session, thread.place, career.seat)
    text = come(ruth).get(reverse("career_sorties", args=[career.pk])).getvalue().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert (rows[0]["notes"] == "Ben: Lucky." and not rows[-1]["notes"]) or len(rows) == 1


def test_in_a_duplicate_season_a_note_is_read_by_who_has_flown_so_far(club, ruth, ben):
    season = announced(club)
    begin(season, ruth, "Jakob Wieland")
    begin(season, ben, "Ernst Vogel")
    mine, his = (season.entries.get(player=who) for who in (ruth, ben))
    ScoreRow.objects.filter(season=season).update(head=False)
    for entry, lines in ((mine, 4), (his, 2)):
        for line in range(1, lines + 1):
            head = line == lines
            ScoreRow.objects.create(season=season, entry=entry, line=line, head=head, at=entry.entered, kind="flown")
    session = session_at(mine.session_id)
    for place in (2, 4):
        Comment.objects.create(session=session, seat=mine.seat, place=place, by=ruth, text=f"On line {place}")
    assert "On line 2" in read(ben, session, 2, mine.seat) and read(ben, session, 4, mine.seat) == 404
    assert "On line 4" in read(ruth, session, 4, mine.seat)
    status, body = ask(f"/api/v1/seasons/{season.pk}/lines", token_of(club))
    assert status == 200 and b"On line 4" not in body
    assert "On line 4" not in come(ben).get(reverse("group_feed", args=[club.pk])).content.decode()


def test_nothing_is_written_under_a_line_that_was_not_flown(ruth):
    session = session_at(begun(ruth).session_id)
    assert thread_at(session.pk, 1, "pilot").readable_by(ruth)
    assert not thread_at(session.pk, 1, "pilot").readable_by(PlayerFactory())
    assert write(ruth, session, "Nothing", 90, "pilot") == 302 and not Comment.objects.exists()
    assert read(ruth, session, 1, "nobody") == 404 and read(ruth, session) == 404
