"""Staff find careers, nights, plans, seasons and matches, correct them, and learn nothing of a running game by that."""

import random
from datetime import timedelta
from functools import partial

import pytest
from django.contrib import admin
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups.models import AuditEntry
from campaigns.groups.services import group_found
from campaigns.matches.models import Contender, Match, Rating
from campaigns.matches.ratings import match_rate
from campaigns.seasons.models import Season, SeasonEntry
from engine.bomber_command.game import TITLE as RAIDS
from engine.bomber_command.state import BRITISH, GERMAN
from play.admin import ReadOnlyAdmin
from play.journal import store
from play.journal.models import JournalEntry
from play.sessions import services
from play.sessions.models import Session, SessionStatus
from play.sessions.services import SeatAssignment, session_begin, session_open
from raids.plans.models import RaidPlan
from raids.records.models import NightRecord
from sorties.interceptor.records.models import AwardRecord, CrewmanRecord, InterceptorCareer, SortieRecord
from sorties.nightfighter.models import CrewRecord, Decoration, NightCareer, WeekRecord
from tests.engine.bomber_command.builders import CHARTS
from tests.shared.builders.careers import begun as career_begun
from tests.shared.builders.careers import fly
from tests.shared.builders.nights import begun as year_begun
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory
from tests.shared.sent_bytes import BACKEND, ordered, received, taken_back

pytestmark = pytest.mark.django_db


def address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def gunn():
    return PlayerFactory(display_name="Gunn", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(gunn):
    client = Client()
    client.force_login(gunn, backend=BACKEND)
    return client


def listed(staff, model, **asked):
    """Return the rows that a list shows."""
    answer = staff.get(address(model, "changelist"), asked)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


# -- pages


def row_of_each(number):
    """Write a row of each kind, as after the end of its game; return its model by its lookup."""
    player = PlayerFactory(display_name=f"Pilot's player {number}")
    over = {"owner": player, "title": RAIDS.name, "status": SessionStatus.OVER, "pack_hash": "", "commitment": ""}
    pilot = InterceptorCareer.objects.create(owner=player, name=f"Jakob {number}")
    month = {"career": pilot, "place": 1, "month": "1943-03", "line": 1}
    SortieRecord.objects.create(kind="flown", **month)
    AwardRecord.objects.create(name="Iron Cross", **month)
    CrewmanRecord.objects.create(career=pilot, place=1, role="wingman", status="here")
    year = NightCareer.objects.create(owner=player, name=f"Emil {number}")
    WeekRecord.objects.create(career=year, place=1, month="1942-06", monday="1942-06-01", moon="full")
    Decoration.objects.create(career=year, place=1, name="Medal", week=1)
    CrewRecord.objects.create(career=year, place=1, name="A", status="here")
    night = Session.objects.create(**over)
    NightRecord.objects.create(session=night, scenario="berlin")
    RaidPlan.objects.create(owner=player, name=f"North about {number}", scenario="berlin")
    group = group_found(owner=player, name=f"Club {number}")
    today = timezone.now().date()
    days = {"opens": today - timedelta(days=9), "closes": today - timedelta(days=9), "ends": today - timedelta(days=1)}
    season = Season.objects.create(group=group, name=f"Autumn {number}", title=RAIDS.name, **days)
    SeasonEntry.objects.create(season=season, player=player, session=night, seat=BRITISH)
    sides = [Contender.objects.create(season=season, player=one) for one in (player, PlayerFactory())]
    match = Match.objects.create(season=season, round=1, one=sides[0], other=sides[1])
    LogEntry.objects.create(user=player, object_id=match.pk, object_repr=str(match), action_flag=CHANGE)


SHOWN = (
    *(InterceptorCareer, SortieRecord, AwardRecord, CrewmanRecord, NightCareer, WeekRecord, Decoration, CrewRecord),
    *(NightRecord, RaidPlan, Season, SeasonEntry, Match, AuditEntry, LogEntry),
)


def test_each_list_and_each_row_opens_and_asks_as_often_for_three_rows_as_for_one(staff):
    asked = {}
    row_of_each(1)
    staff.get(reverse("admin:index"))
    for model in SHOWN:
        assert len(listed(staff, model)) == 1, model
        with CaptureQueriesContext(
            connection,
        ) as queries:
            staff.get(address(model, "changelist"))
        asked[model] = len(queries)
    row_of_each(2)
    row_of_each(3)
    for model in SHOWN:
        with CaptureQueriesContext(connection) as queries:
            rows = listed(staff, model)
        assert (len(rows), len(queries)) == (3, asked[model]), model
        for row in rows:
            assert staff.get(address(model, "change", row.pk)).status_code == 200


def test_each_filter_of_each_list_opens(staff):
    for number in (1, 2):
        row_of_each(number)
    SeasonEntry.objects.filter(pk=SeasonEntry.objects.first().pk).update(voided=timezone.now(), void_reason="late")
    followed = 0
    for model, page in admin.site._registry.items():
        if isinstance(page, ReadOnlyAdmin):
            shown = staff.get(address(model, "changelist")).context["cl"]
            links = [choice["query_string"] for one in shown.filter_specs for choice in one.choices(shown)]
            for link in links:
                assert staff.get(address(model, "changelist") + link).status_code == 200, (model, link)
            followed += len(links)
    assert followed > 50
    assert len(listed(staff, SeasonEntry, voided__isempty="0")) == len(listed(staff, SeasonEntry)) - 1 == 1


@pytest.mark.parametrize(("model", "word"), [(InterceptorCareer, '"Jakob 2"'), (NightCareer, '"player 2"')])
def test_a_pilot_is_found_by_name_and_by_player(staff, model, word):
    for number in (1, 2, 3):
        row_of_each(number)
    assert [one.owner.display_name for one in listed(staff, model, q=word)] == ["Pilot's player 2"]


def test_staff_who_may_only_look_change_nothing(gunn, staff):
    row_of_each(1)
    gunn.is_superuser = False
    gunn.save()
    from django.contrib.auth.models import Permission

    gunn.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    for model in SHOWN:
        row = listed(staff, model)[0]
        assert staff.post(address(model, "change", row.pk), {"name": "Other"}).status_code == 403
        assert staff.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert not {"void_rows", "restore_rows"} & {
            name for name, _label in staff.get(address(model, "changelist")).context.get("action_choices", [])
        }
    assert not Season.objects.filter(name="Other").exists()


# -- a career as its player sees it


def test_a_career_that_hides_nothing_is_read_as_its_player_reads_it(staff):
    alice = PlayerFactory(display_name="Alice")
    career = fly(career_begun(alice), "sortie")
    shown = staff.get(address(InterceptorCareer, "as_player", career.pk))
    assert shown.status_code == 200
    mine = Client()
    mine.force_login(alice, backend=BACKEND)
    own = mine.get(reverse("career", args=[career.pk]))
    for part in ("log", "figures"):
        assert part in shown.content.decode()
    assert shown.context["dossier"].counts == own.context["dossier"].counts
    assert [line.place for line in shown.context["dossier"].sorties] == [
        line.place for line in own.context["dossier"].sorties
    ]
    InterceptorCareer.objects.filter(pk=career.pk).update(over=True, alive=False)
    assert career.link not in staff.get(address(InterceptorCareer, "as_player", career.pk)).content.decode()
    clerk = Client()
    clerk.force_login(PlayerFactory(is_staff=True), backend=BACKEND)
    assert clerk.get(address(InterceptorCareer, "as_player", career.pk)).status_code == 403
    assert mine.get(address(InterceptorCareer, "as_player", career.pk)).status_code == 302


def test_a_year_alone_is_read_and_one_under_an_umpire_waits_for_its_end(staff):
    alone = year_begun(PlayerFactory())
    hidden = year_begun(PlayerFactory(), mode="blind")
    assert staff.get(address(NightCareer, "as_player", alone.pk)).status_code == 200
    page = address(NightCareer, "as_player", hidden.pk)
    assert staff.get(page).status_code == 404
    assert {career.pk for career in listed(staff, NightCareer)} == {alone.pk, hidden.pk}
    WeekRecord.objects.update_or_create(career=hidden, place=1, defaults={"month": "1942-06", "what": "fought"})
    assert not [row for row in listed(staff, WeekRecord) if row.career_id == hidden.pk]
    Session.objects.filter(pk=hidden.session_id).update(status=SessionStatus.OVER)
    assert staff.get(page).status_code == 200
    assert [row for row in listed(staff, WeekRecord) if row.career_id == hidden.pk]


def season_of(career, ends):
    group = group_found(owner=career.owner, name="Thursday Flight")
    today = timezone.now().date()
    season = Season.objects.create(
        group=group, name="Autumn", title="interceptor-ace", opens=today, closes=today, ends=ends
    )
    return SeasonEntry.objects.create(
        season=season, player=career.owner, session=career.session, seat=career.seat, name=career.name
    )


def test_a_career_in_a_running_season_waits_for_the_end_of_the_season(staff):
    career = fly(career_begun(PlayerFactory()), "sortie")
    assert len(listed(staff, SortieRecord)) > 0
    entry = season_of(career, timezone.now().date() + timedelta(days=3))
    assert staff.get(address(InterceptorCareer, "as_player", career.pk)).status_code == 404
    assert not any(listed(staff, model) for model in (SortieRecord, AwardRecord, CrewmanRecord))
    Season.objects.filter(pk=entry.season_id).update(ends=timezone.now().date() - timedelta(days=1))
    assert staff.get(address(InterceptorCareer, "as_player", career.pk)).status_code == 200
    assert len(listed(staff, SortieRecord)) > 0


# -- what staff do


def last_log(flag):
    entry = LogEntry.objects.latest("pk")
    assert entry.action_flag == flag and entry.user.display_name == "Gunn"
    return entry


def test_a_name_is_corrected_where_the_career_and_its_season_show_it(staff):
    entry = season_of(career_begun(PlayerFactory()), None)
    career = InterceptorCareer.objects.get()
    edition = Season.objects.get().edition
    answer = staff.post(address(InterceptorCareer, "change", career.pk), {"name": "Emil Brandner"})
    assert answer.status_code == 302
    assert InterceptorCareer.objects.get().name == "Emil Brandner"
    entry.refresh_from_db()
    assert entry.name == "Emil Brandner" and Season.objects.get().edition != edition
    assert last_log(CHANGE).object_id == str(career.pk)
    assert InterceptorCareer.objects.get().changed == career.changed, "the name is no move of the game"


@pytest.mark.parametrize("model", [NightCareer, RaidPlan, Season])
def test_other_names_are_corrected_too(staff, model):
    row_of_each(1)
    row = model.objects.get()
    assert staff.post(address(model, "change", row.pk), {"name": "Another"}).status_code == 302
    assert model.objects.get().name == "Another"
    assert last_log(CHANGE).object_id == str(row.pk)


def test_a_player_is_renamed_and_deleted_with_an_audit_entry(staff):
    alice = PlayerFactory(display_name="Alise")
    page = address(type(alice), "change", alice.pk)
    assert staff.post(page, {"display_name": "Alice", "is_active": "on"}).status_code == 302
    alice.refresh_from_db()
    assert (alice.display_name, last_log(CHANGE).object_id) == ("Alice", str(alice.pk))
    assert staff.post(address(type(alice), "delete", alice.pk), {"post": "yes"}).status_code == 302
    alice.refresh_from_db()
    assert alice.leaving is not None and last_log(DELETION).object_id == str(alice.pk)


def test_a_career_is_deleted_with_its_game(staff):
    career = fly(career_begun(PlayerFactory()), "sortie")
    other = career_begun(PlayerFactory())
    page = address(InterceptorCareer, "delete", career.pk)
    assert str(InterceptorCareer._meta.verbose_name_plural) in staff.get(page).content.decode().lower()
    assert staff.post(page, {"post": "yes"}).status_code == 302
    assert list(InterceptorCareer.objects.values_list("pk", flat=True)) == [other.pk]
    assert not Session.objects.filter(pk=career.session_id).exists() and not SortieRecord.objects.exists()
    assert not JournalEntry.objects.filter(session=career.session_id).exists()
    assert last_log(DELETION).object_id == str(career.pk)


def test_a_career_in_whose_game_another_plays_is_not_deleted(staff):
    career = career_begun(PlayerFactory())
    career.session.seats_taken.create(name="other", place=9, player=PlayerFactory())
    assert staff.post(address(InterceptorCareer, "delete", career.pk), {"post": "yes"}).status_code == 403
    assert InterceptorCareer.objects.filter(pk=career.pk).exists() and not LogEntry.objects.exists()


def act(staff, model, action, *rows, **fields):
    chosen = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    return staff.post(address(model, "changelist"), chosen | fields, follow=True).content.decode()


def test_an_entry_is_disqualified_with_a_reason_and_restored(staff):
    row_of_each(1)
    entry = SeasonEntry.objects.get()
    assert "Give a reason." in act(staff, SeasonEntry, "void_rows", entry, reason=" ")
    entry.refresh_from_db()
    assert entry.voided is None and not AuditEntry.objects.filter(kind=AuditEntry.Kind.VOIDED).exists()
    act(staff, SeasonEntry, "void_rows", entry, reason="flown twice")
    entry.refresh_from_db()
    assert entry.voided and entry.void_reason == "flown twice"
    assert "flown twice" in last_log(CHANGE).get_change_message()
    act(staff, SeasonEntry, "restore_rows", entry)
    entry.refresh_from_db()
    assert entry.voided is None and entry.void_reason == "" and last_log(CHANGE).object_id == str(entry.pk)
    kinds = [deed.kind for deed in AuditEntry.objects.filter(by__display_name="Gunn").order_by("pk")]
    assert kinds == [AuditEntry.Kind.VOIDED, AuditEntry.Kind.RESTORED]
    before = LogEntry.objects.count()
    act(staff, SeasonEntry, "restore_rows", entry)
    assert LogEntry.objects.count() == before, "what counts is not restored"


def test_what_went_with_its_player_is_not_restored(staff):
    row_of_each(1)
    SeasonEntry.objects.update(voided=timezone.now())
    Match.objects.update(voided=timezone.now())
    for model in (SeasonEntry, Match):
        row = model.objects.get()
        act(staff, model, "restore_rows", row)
        row.refresh_from_db()
        assert row.voided is not None
    assert not AuditEntry.objects.filter(kind=AuditEntry.Kind.RESTORED).exists()


def test_a_match_is_disqualified_and_restored_with_its_rating(staff):
    row_of_each(1)
    match = Match.objects.get()
    Match.objects.update(margin=3, finished=timezone.now())
    match_rate(Match.objects.select_related("season", "one", "other").get())
    before = list(Rating.objects.order_by("player").values_list("mu", "sigma"))
    assert len(before) == 2
    act(staff, Match, "void_rows", match, reason="played by another")
    assert not Rating.objects.exists() and last_log(CHANGE).object_id == str(match.pk)
    act(staff, Match, "restore_rows", match)
    match.refresh_from_db()
    assert match.voided is None
    assert list(Rating.objects.order_by("player").values_list("mu", "sigma")) == before
    assert AuditEntry.objects.filter(kind=AuditEntry.Kind.RESTORED).count() == 2


# -- what is hidden


def staff_pages(staff):
    """Return the pages of staff for every list and for every row on one."""
    pages = {}
    for model, page in admin.site._registry.items():
        if not isinstance(page, ReadOnlyAdmin) and model is not Player:
            continue
        place = address(model, "changelist")
        answer = staff.get(place)
        pages[place] = received(answer)
        for row in answer.context["cl"].result_list:
            for name in ("change", "history", "delete"):
                pages[place, name, row.pk] = received(staff.get(address(model, name, row.pk)))
            if hasattr(page, "read_as_player"):
                pages[place, "as", row.pk] = received(staff.get(address(model, "as_player", row.pk)))
    return pages


def table(title, setup, *names):
    people = {name: PlayerFactory(display_name=name.title()) for name in names}
    sitters = {name: SeatAssignment(player=person) for name, person in people.items()}
    session = session_open(owner=people[names[0]], title=title, setup=setup, sitters=sitters)
    for person in people.values():
        session_begin(session=session, player=person, nonce="a nonce")
    return carried_out(session)


def commander(seed):
    """Answer for both sides as weak bots do, with other plots by each seed."""
    made = {name: RAIDS.policies()["weak"](CHARTS, name, seed) for name in (BRITISH, GERMAN)}
    return lambda run, decision: store.json_data(
        made[decision.actor].choose(decision, partial(run.view, decision.actor))
    )


def at_random(seed):
    chance = random.Random(seed)
    return lambda run, decision: chance.choice(decision.options)


def played(session, chooses, answers):
    for _number in range(answers):
        run = services.run_of(session)
        decision = next(iter(run.pending.values()))
        session = ordered(session, decision, store.json_data(chooses(run, decision)))
    assert session.status == SessionStatus.PLAYING
    return session


GAMES = {
    "a raid": lambda: table("bomber-command", {"scenario": "berlin", "fog_of_war": True}, BRITISH, GERMAN),
    "a night": lambda: table("nightfighter", {"scenario": "8A", "umpire": "person"}, "player", "umpire"),
}


@pytest.mark.parametrize("game", GAMES)
def test_running_games_that_differ_in_what_is_hidden_give_staff_the_same_bytes(staff, game):
    session = GAMES[game]()
    chooses = commander if game == "a raid" else at_random
    pages, truths = [], []
    for seed, answers in ((1, 12), (2, 15)):
        with taken_back():
            if game == "a raid":
                RaidPlan.objects.create(owner=session.owner, name=f"Plan {seed}" * seed, scenario="berlin")
            now = played(Session.objects.get(pk=session.pk), chooses(seed), answers)
            truths.append((now.entries_made, bytes(now.record)))
            pages.append(staff_pages(staff))
    assert truths[0] != truths[1] and truths[0][0] != truths[1][0]
    assert any(str(session.pk) in str(place) for place in pages[0]), "the game stands on a page"
    assert pages[0].keys() == pages[1].keys()
    assert [place for place in pages[0] if pages[0][place] != pages[1][place]] == []


def test_running_years_under_an_umpire_give_staff_the_same_bytes_whatever_their_rows_hold(staff):
    career = year_begun(PlayerFactory(), mode="blind")
    pages = []
    for weeks in (1, 3):
        with taken_back():
            Session.objects.filter(pk=career.session_id).update(entries_made=9 * weeks, events_told=30 * weeks)
            NightCareer.objects.filter(pk=career.pk).update(week=weeks, kills=weeks, points=weeks, alive=weeks == 1)
            for place in range(1, weeks + 1):
                WeekRecord.objects.update_or_create(career=career, place=place, defaults={"month": f"1942-0{weeks}"})
                Decoration.objects.create(career=career, place=place, name=f"Medal {weeks}", week=place)
                CrewRecord.objects.update_or_create(career=career, place=place, defaults={"kills": weeks})
            pages.append(staff_pages(staff))
    assert any(str(career.pk) in str(place) for place in pages[0])
    assert pages[0] == pages[1]


def test_a_night_and_its_plans_are_there_once_it_is_over(staff):
    session = GAMES["a raid"]()
    RaidPlan.objects.create(owner=session.owner, name="North about", scenario="berlin")
    NightRecord.objects.get_or_create(session=session, defaults={"scenario": "berlin"})
    assert not listed(staff, NightRecord) and not listed(staff, RaidPlan)
    Session.objects.filter(pk=session.pk).update(status=SessionStatus.OVER)
    assert len(listed(staff, NightRecord)) == len(listed(staff, RaidPlan)) == 1


def test_a_night_of_an_open_match_waits_for_the_other(staff):
    row_of_each(1)
    night = NightRecord.objects.get().session
    Match.objects.update(first=night)
    assert not listed(staff, NightRecord)
    Match.objects.update(finished=timezone.now(), margin=1)
    assert len(listed(staff, NightRecord)) == 1
