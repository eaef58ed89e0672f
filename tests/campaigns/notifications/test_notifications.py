"""Notices: each goes out once, to real local servers; hooks reach nothing inside; the calendar is one that parses."""

import hashlib
import hmac
import json
import threading
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer

import icalendar
import msgspec
import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from campaigns.groups import home
from campaigns.groups import services as groups
from campaigns.groups.shared_tables import table_show
from campaigns.notifications import delivery, safe_http
from campaigns.notifications.calendar import calendar_of
from campaigns.notifications.models import Mail, Notification, NotificationPreference, Webhook, WebhookMessage
from campaigns.notifications.outbox import due_for, write_notifications
from campaigns.notifications.reminders import reminders_write
from engine.bomber_command.game import TITLE as RAIDS
from engine.nightfighter.state import PLAYER, UMPIRE
from play.clocks.terms import Terms
from play.journal import store
from play.journal.projections import OrderEffects
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, run_of, session_begin, session_open
from tests.campaigns.groups.test_groups import come, page
from tests.campaigns.seasons.test_duplicate_seasons import announced, begin
from tests.play.secrecy.test_visibility import same_dice
from tests.shared.builders import tables
from tests.shared.factories import PlayerFactory
from tests.shared.sent_bytes import stopped_clock
from tests.sorties.nightfighter.board.test_generic_page import night

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
__all__ = ["same_dice"]
INSIDE = [
    *("https://127.0.0.1/", "https://localhost/", "https://localhost./", "https://127.1/", "https://2130706433/"),
    *("https://0x7f000001/", "https://0177.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/"),
    *("https://[::ffff:7f00:1]/", "https://[::127.0.0.1]/", "https://10.0.0.1/", "https://172.16.3.4/"),
    *("https://192.168.1.1/", "https://169.254.169.254/latest/", "https://0.0.0.0/", "https://[::]/"),
    *("https://[fe80::1]/", "https://[fc00::1]/", "https://[64:ff9b::7f00:1]/", "https://[64:ff9b:1::a00:1]/"),
    *("https://[2002:7f00:1::]/", "https://[2001:0:7f00:1::]/", "https://100.64.0.1/", "https://224.0.0.1/"),
    *("https://255.255.255.255/", "https://①②⑦.⓪.⓪.①/", "http://93.184.216.34/", "https://a@93.184.216.34/"),
    *("https://93.184.216.34:8080/", "ftp://93.184.216.34/", "https:///", "https://[::1", "https://93.184.216.34 /"),
]


@pytest.mark.parametrize("address", INSIDE)
def test_a_hook_reaches_nothing_inside_however_it_is_spelled(address):
    with pytest.raises(safe_http.UnsafeAddress):
        safe_http.target_of(address)


def test_a_public_address_is_pinned_to_what_was_looked_at(monkeypatch):
    monkeypatch.setattr(safe_http.socket, "getaddrinfo", lambda *_a, **_k: [(0, 0, 0, "", ("93.184.216.34", 443))])
    assert safe_http.target_of("https://chat.example/x?y=1").at == "93.184.216.34"
    both = [(0, 0, 0, "", (one, 443)) for one in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(safe_http.socket, "getaddrinfo", lambda *_a, **_k: both)
    with pytest.raises(safe_http.UnsafeAddress):
        safe_http.target_of("https://chat.example/")


@pytest.fixture
def receiver(monkeypatch):
    """A real server on this machine, which the site's settings let webhooks reach."""
    got = []

    class Receiver(BaseHTTPRequestHandler):
        answers, says = 200, b""

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append((self.command, self.path, dict(self.headers), body))
            self.send_response(Receiver.answers)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(Receiver.says)

        do_PATCH = do_POST

        def log_message(self, *_args):
            return None

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("HOOKS_MAY_REACH", f"127.0.0.1:{server.server_port}")
    yield Receiver, f"http://127.0.0.1:{server.server_port}/hook", got
    server.shutdown()


@pytest.fixture
def club(ruth, ben):
    group = groups.group_found(owner=ruth, name="Thursday Flight")
    groups.group_join(group=group, player=ben)
    for player in (ruth, ben):
        NotificationPreference.objects.create(player=player, mail=Mail.AT_ONCE)
    return group


def later() -> datetime:
    return timezone.now() + timedelta(minutes=5)


def test_whose_turn_it_is_hears_it_once_and_who_has_clicked_does_not(club, ruth, ben):
    session = tables.begun(ruth, ben)
    asked = {session.seat(seat).player for seat, *_rest in session.asked}
    told = set(Notification.objects.values_list("player__display_name", flat=True))
    assert told and told <= {player.display_name for player in asked}
    assert delivery.notifications_send(now=timezone.now()) == 0 and not mail.outbox, (
        "a turn that is answered soon is not told"
    )
    assert delivery.notifications_send(now=later()) == len(told) == len(mail.outbox)
    assert delivery.notifications_send(now=later() + timedelta(hours=9)) == 0 and len(mail.outbox) == len(told)
    assert "/tables/" in mail.outbox[0].body and mail.outbox[0].extra_headers["Message-ID"]


def test_a_turn_that_is_taken_needs_no_notice_any_more(club, ruth, ben):
    session = tables.planned(tables.begun(ruth, ben))
    waiting = {notice.player_id for notice in Notification.objects.filter(sent=None)}
    assert waiting <= {session_at(session.pk).seat(seat).player_id for seat, *_rest in session_at(session.pk).asked}


def test_nobody_hears_of_a_table_at_which_he_plays_alone(club, ruth):
    tables.begun(ruth, bot=True)
    assert not Notification.objects.exists()


class Killed(BaseException):
    """A worker that is no more."""


def killed(*_args, **_kwargs):
    raise Killed


def test_a_worker_that_dies_with_a_message_in_hand_leaves_it_to_be_sent_once(club, ruth, ben, receiver, monkeypatch):
    _server, address, got = receiver
    hook = Webhook.objects.create(group=club, by=club.owner, address=address)
    tables.begun(ruth, ben, shown_to=club)
    Notification.objects.filter(channel="mail").delete()
    wanted = Notification.objects.count()
    assert wanted
    with monkeypatch.context() as patch:
        patch.setattr(safe_http, "target_of", killed)
        with pytest.raises(Killed):
            delivery.notifications_send(now=later())
    assert not got and Notification.objects.filter(sent=None).count() == wanted
    for hours in (1, 2, 3):
        delivery.notifications_send(now=later() + timedelta(hours=hours))
    assert len(got) == 1 and wanted == Notification.objects.exclude(sent=None).count()
    _method, path, headers, body = got[0]
    proof = hmac.new(hook.secret.encode(), body, hashlib.sha256).hexdigest()
    assert path == "/hook" and headers["X-Dispersal-Signature"] == f"sha256={proof}"
    assert json.loads(body).keys() >= {"id", "message", "edition", "kind", "group", "players", "text", "address"}


def test_one_who_dies_when_it_has_gone_does_not_have_it_sent_again(club, ruth, ben, receiver, monkeypatch):
    _server, address, got = receiver
    Webhook.objects.create(group=club, by=club.owner, address=address)
    tables.begun(ruth, ben, shown_to=club)
    Notification.objects.filter(channel="mail").delete()
    with monkeypatch.context() as patch:
        patch.setattr(safe_http, "_number", killed)
        with pytest.raises(Killed):
            delivery.notifications_send(now=later())
    for hours in range(1, 40):
        delivery.notifications_send(now=later() + timedelta(hours=hours))
    assert len(got) == 1


def test_a_hook_that_redirects_or_refuses_is_tried_again_and_then_let_be(club, ruth, ben, receiver):
    server, address, got = receiver
    server.answers = 302
    Webhook.objects.create(group=club, by=club.owner, address=address, shape="chat")
    tables.begun(ruth, ben, shown_to=club)
    Notification.objects.filter(channel="mail").delete()
    for day in range(20):
        delivery.notifications_send(now=later() + timedelta(days=day))
    assert {path for _method, path, _headers, _body in got} == {"/hook?wait=true"}, "no redirect is followed"
    assert len(got) == delivery.MOST_TRIES and "content" in json.loads(got[0][3])
    assert Webhook.objects.get().failed == delivery.MOST_TRIES


def test_a_night_s_message_is_edited_where_the_service_can(club, ruth, ben, receiver):
    server, address, got = receiver
    server.says = b'{"id": "4711"}'
    Webhook.objects.create(group=club, by=club.owner, address=f"{address}?thread=7", shape="chat")
    session = tables.begun(ruth, ben, shown_to=club)
    for turn in range(4):
        delivery.notifications_send(now=later() + timedelta(hours=turn))
        session = tables.play(session, 1, seed=turn)
    assert [method for method, *_rest in got][:1] == ["POST"] and {m for m, *_rest in got[1:]} == {"PATCH"}
    assert got[0][1] == "/hook?thread=7&wait=true" and {path for _m, path, *_rest in got[1:]} == {
        "/hook/messages/4711?thread=7"
    }
    tables.play(session)
    delivery.notifications_send(now=later() + timedelta(hours=5))
    assert "is over" in json.loads(got[-1][3])["text"] and got[-1][0] == "PATCH"
    server.answers = 404
    tables.begun(ruth, ben, shown_to=club)
    delivery.notifications_send(now=later() + timedelta(hours=6))
    assert got[-1][0] == "POST", "another table is another message"


def test_a_chat_that_cannot_edit_hears_of_a_table_now_and_then(club, ruth, ben, receiver):
    _server, address, got = receiver
    Webhook.objects.create(group=club, by=club.owner, address=address, shape="chat")
    session = tables.begun(ruth, ben, shown_to=club)
    for turn in range(12):
        delivery.notifications_send(now=later() + timedelta(minutes=30 * turn))
        session = tables.play(session, 1, seed=turn)
    assert len(got) == 1
    delivery.notifications_send(now=later() + timedelta(hours=7))
    assert len(got) == 2


def test_a_message_of_which_nobody_knows_whether_it_came_is_not_sent_again(club, ruth, ben, receiver, monkeypatch):
    server, address, got = receiver
    monkeypatch.setattr(safe_http, "SECONDS", 0.3)
    slow = threading.Event()
    monkeypatch.setattr(server, "log_message", lambda *_args: slow.wait(2))
    Webhook.objects.create(group=club, by=club.owner, address=address)
    tables.begun(ruth, ben, shown_to=club)
    for hours in range(1, 30):
        delivery.notifications_send(now=later() + timedelta(hours=hours))
    slow.set()
    assert len(got) == 1 and Notification.objects.filter(channel="hook", sent=None).exclude(handed=None).exists()


def test_who_is_left_alone_with_a_question_hears_that_the_other_has_plotted(club, ruth, ben):
    session = tables.begun(ruth, ben)
    asked = {seat for seat, *_rest in session.asked}
    assert asked == {"raider", "escort"}
    session = tables.give(session, "raider", tables.PLAN)
    rows = Notification.objects.filter(sent=None, channel="mail")
    assert [(row.player, row.kind) for row in rows] == [(ben, "plotted")], "what had not gone is said anew, not twice"
    delivery.notifications_send(now=later())
    assert [one.subject for one in mail.outbox] == ["Your opponent has given orders"]


def test_a_turn_that_has_gone_back_is_not_told(club, ruth, ben):
    session = tables.begun(ruth, ben)
    stale = Notification.objects.filter(player=ben, channel="mail").get()
    Notification.objects.filter(pk=stale.pk).update(version=999)
    tables.give(session, "raider", tables.PLAN)
    assert not Notification.objects.filter(version=999).exists(), "a question that is asked no more, or asked anew"


def test_a_group_does_not_hear_whether_one_who_decides_unseen_is_asked(same_dice, receiver):
    session, _people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    player, umpire = session.seat(PLAYER).player, session.seat(UMPIRE).player
    group = groups.group_found(owner=player, name="Dark")
    groups.group_join(group=group, player=umpire)
    Webhook.objects.create(group=group, by=group.owner, address=receiver[1])
    NotificationPreference.objects.create(player=umpire, mail=Mail.AT_ONCE)
    table_show(group=group, session=str(session.pk), player=player, shown=True)
    shown, asked = set(), 0
    for _ in range(25):
        (name, _key), decision = next(iter(run_of(session).pending.items()))
        session = tables.give(session, name, decision.options[0])
        asked += any(seat == UMPIRE for seat, *_rest in session.asked)
        (table,) = home.tables_in(group, player)
        shown |= {one.pk for one in table.turns}
    assert asked and umpire.pk not in shown
    assert not Notification.objects.filter(channel="hook", player=umpire).exists()


def letters_after(clock, seconds):
    """The letters to a player whose umpire has taken so long over an order of his, in seconds after that order."""
    session, _people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    NotificationPreference.objects.create(player=session.seat(PLAYER).player, mail=Mail.AT_ONCE)
    Webhook.objects.get_or_create(group=of_both(session), by=session.owner, address="https://chat.example/")
    given, is_first, done = 0.0, True, False
    while not done:
        (name, _key), decision = next(iter(run_of(session).pending.items()))
        if name == PLAYER:
            clock.at += 60
            given, is_first = clock.at, True
        else:
            clock.at += seconds if is_first else 0.05
            is_first = False
        session = tables.give(session, name, decision.options[0])
        done = bool(given) and name == UMPIRE and PLAYER in {seat for seat, *_rest in session.asked}
    rows = Notification.objects.filter(session=session, player=session.seat(PLAYER).player).order_by("channel")
    return [(row.channel, row.kind, round(row.due.timestamp() - given, 3)) for row in rows]


def of_both(session):
    """A group of all who play, which hears of the game."""
    first, *others = [seat.player for seat in session.table]
    group = groups.group_found(owner=first, name="Dark")
    for player in others:
        groups.group_join(group=group, player=player)
    table_show(group=group, session=str(session.pk), player=first, shown=True)
    return group


@pytest.mark.parametrize(
    ("seconds", "other", "told"), [(0.5, 2.5, []), (6.5, 8.5, [("hook", "turn", 129.0), ("mail", "turn", 129.0)])]
)
def test_no_letter_tells_how_long_one_who_decides_unseen_has_taken(
    same_dice, monkeypatch, settings, seconds, other, told
):
    clock = stopped_clock(monkeypatch, settings)
    assert letters_after(clock, seconds) == letters_after(clock, other) == told


def test_a_group_hears_of_the_end_of_a_game_when_its_players_may_know(same_dice, monkeypatch, settings):
    clock = stopped_clock(monkeypatch, settings)
    session, _people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    hook = Webhook.objects.create(group=of_both(session), by=session.owner, address="https://chat.example/")
    WebhookMessage.objects.create(hook=hook, session=session, begun=clock.now())
    for seat, due in ((PLAYER, clock.at + 2), (UMPIRE, clock.at + 2.5)):
        session.worlds[seat] |= {"due": due, "still": False}
    write_notifications(session, OrderEffects([], None, None, {"over": True}, UMPIRE))
    assert Notification.objects.get(kind="over").due.timestamp() == clock.at + 2 + 120


def test_an_order_that_a_side_does_not_see_brings_it_no_letter(monkeypatch, settings):
    clock = stopped_clock(monkeypatch, settings)
    ruth, ben = PlayerFactory(), PlayerFactory()
    sitters = {"british": SeatAssignment(player=ruth), "german": SeatAssignment(player=ben)}
    session = session_open(owner=ruth, title="bomber-command", setup={"scenario": "berlin"}, sitters=sitters)
    NotificationPreference.objects.create(player=ben, mail=Mail.AT_ONCE)
    for player in (ruth, ben):
        session_begin(session=session, player=player, nonce="n")
    session, unseen = tables.carried_out(session), 0
    bots = {seat: RAIDS.policies()["weak"](store.pack_of(session), seat, 1) for seat in ("british", "german")}
    for _ in range(30):
        run = run_of(session)
        seat = "british" if run.asked("british") else "german"
        decision, before = run.asked(seat)[0], session.worlds["german"]
        Notification.objects.all().delete()
        clock.at += 60
        answer = msgspec.to_builtins(bots[seat].choose(decision, partial(run.view, seat)))
        session = tables.give(session, seat, answer, decision.key)
        if seat == "british" and session.worlds["german"] == before and run_of(session).asked("german"):
            unseen += 1
            assert not Notification.objects.filter(player=ben).exists()
    assert unseen


def test_a_season_that_ends_in_two_days_and_a_clock_that_runs_out_are_said_once(club, ruth, ben):
    season = announced(club)
    begin(season, ruth, "Jakob Wieland")
    ends = datetime.combine(season.ends, datetime.min.time(), UTC)
    assert reminders_write(now=ends - timedelta(days=3)) == 0
    assert reminders_write(now=ends - timedelta(days=2)) == 1
    reminders_write(now=ends - timedelta(days=1))
    row = Notification.objects.get(kind="ends")
    assert row.player == ruth and delivery.notifications_send(now=row.due) == 1
    assert mail.outbox[0].subject == "A season ends in two days" and str(season.pk) in mail.outbox[0].body


def test_a_clock_that_is_running_out_is_said(club, ruth, ben):
    sitters = {"raider": SeatAssignment(player=ruth), "escort": SeatAssignment(player=ben)}
    session = session_open(owner=ruth, title="strait", setup={}, sitters=sitters, time_control=Terms(hours=48))
    for player in (ruth, ben):
        session_begin(session=session, player=player, nonce="n")
    session = tables.carried_out(session)
    begun_at = timezone.now()
    reminders_write(now=begun_at + timedelta(hours=30))
    assert not Notification.objects.filter(kind="time").exists()
    reminders_write(now=begun_at + timedelta(hours=40))
    reminders_write(now=begun_at + timedelta(hours=41))
    assert set(Notification.objects.filter(kind="time").values_list("player", flat=True)) == {ruth.pk, ben.pk}
    found = icalendar.Calendar.from_ical(calendar_of(ruth).encode())
    assert f"clock-{session.pk}@dispersal" in {str(event["UID"]) for event in found.walk("VEVENT")}
    tables.give(session, "raider", tables.PLAN)
    assert set(Notification.objects.filter(kind="time").values_list("player", flat=True)) == {ben.pk}


def test_a_digest_comes_at_the_reader_s_own_hour_with_all_in_one(club, ruth, ben):
    NotificationPreference.objects.update(mail=Mail.DIGEST, hour=7)
    ruth.time_zone = ben.time_zone = "Europe/Warsaw"
    ruth.save(), ben.save()
    for _table in range(2):
        tables.begun(ruth, ben)
    due = due_for(NotificationPreference.objects.select_related("player").first(), timezone.now())
    assert due.hour == 7 and due > timezone.now() and str(due.tzinfo) == "Europe/Warsaw"
    rows = Notification.objects.values("player").distinct().count()
    assert delivery.notifications_send(now=later()) == 0
    assert delivery.notifications_send(now=due + timedelta(minutes=1)) == rows == len(mail.outbox)


def test_the_calendar_parses_and_its_old_address_is_void(club, ruth, ben):
    season = announced(club)
    season.name = "The year; a duel, \\ and " + "łącznie " * 12
    season.save()
    tables.begun(ruth, ben)
    come(ruth).post(reverse("notifications"), {"mail": "never", "hour": 18})
    wish = NotificationPreference.objects.get(player=ruth)
    address = reverse("calendar", args=[wish.calendar])
    found = icalendar.Calendar.from_ical(come(PlayerFactory()).get(address).content)
    events = {str(event["UID"]): event for event in found.walk("VEVENT")}
    assert f"season-{season.pk}-ends@dispersal" in events
    assert season.name.strip() in str(events[f"season-{season.pk}-ends@dispersal"]["SUMMARY"])
    assert events[f"season-{season.pk}-ends@dispersal"].decoded("DTSTART") == season.ends
    come(ruth).post(reverse("calendar_renew"))
    assert come(ruth).get(address).status_code == 404


def test_a_steward_keeps_the_hook_and_an_address_inside_is_refused(club, ruth, ben):
    address = reverse("group_webhook", args=[club.pk])
    assert come(ben).get(address).status_code == 404
    refused = come(ruth).post(address, {"address": "https://192.168.1.1/x", "shape": "plain"})
    assert refused.status_code == 422 and "We cannot send messages to this address." in refused.content.decode()
    assert not Webhook.objects.exists() and "Save" in page(come(ruth), "group_webhook", club.pk)
    assert "When it is your turn" in come(ben).get(reverse("notifications")).content.decode()


def test_a_steward_tries_the_hook(club, ruth, ben, receiver):
    server, address, got = receiver
    door = reverse("group_webhook", args=[club.pk])
    Webhook.objects.create(group=club, by=club.owner, address=address)
    assert come(ben).post(door, {"do": "try"}).status_code == 404 and not got
    tried = come(ruth).post(door, {"do": "try"}, follow=True)
    assert "The other server accepted the message." in tried.content.decode()
    assert json.loads(got[0][3])["kind"] == "trial"
    server.answers = 500
    assert "did not accept the message" in come(ruth).post(door, {"do": "try"}, follow=True).content.decode()
