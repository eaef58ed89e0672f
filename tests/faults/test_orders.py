"""Every fault that a turn must survive: applied once or not at all, said in a sentence, and the player can go on."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from play.orders.models import Order, OrderStatus
from play.sessions import services
from play.sessions.selectors import session_at
from play.tasks import carry_out, send, sweep
from tests.faults.conftest import ROOT, session_cookie, until
from tests.shared.builders.tables import PLAN, begun, token

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def give(session, seat="raider", answer=None):
    return services.answer_give(
        session=session,
        seat=session.seat(seat),
        token=token(session, seat),
        answer=PLAN if answer is None else answer,
    )


def settled(order):
    assert until(lambda: Order.objects.get(pk=order.pk).status != OrderStatus.PENDING), "still pending"
    order.refresh_from_db()
    return order


def applied(order) -> int:
    """Count the entries of the order in the journal."""
    return order.session.journal.filter(kind="answer", seat=order.seat, key=order.key).count()


def page(session):
    client = Client()
    client.force_login(session.owner, backend="django.contrib.auth.backends.ModelBackend")
    return client.get(reverse("table", kwargs={"session": session.pk})).content.decode()


def goes_on(session, seat="escort", answer=None):
    """The player can go on: the next order is carried out."""
    assert settled(give(session_at(session.pk), seat, answer)).status == OrderStatus.DONE


def test_it_works(session, started):
    assert settled(give(session)).status == OrderStatus.DONE
    goes_on(session)


def test_the_same_task_delivered_four_times_is_applied_once(session, started):
    order = give(session)
    for _ in range(3):
        send(order.pk)
    assert settled(order).status == OrderStatus.DONE
    assert until(started.idle)
    assert applied(order) == 1
    goes_on(session)


@pytest.mark.parametrize("place", ["before", "inside", "after"])
def test_a_worker_killed_at_its_work_leaves_the_order_applied_once(session, started, place):
    started.trap(place)
    order = give(session)
    assert settled(order).status == OrderStatus.DONE
    assert until(lambda: started.sprung(place))
    assert until(started.idle)
    assert applied(order) == 1
    order.refresh_from_db()
    assert order.attempts == (1 if place == "after" else 2)
    goes_on(session)


@pytest.mark.parametrize("place", ["before", "inside", "after"])
def test_a_worker_killed_at_several_answers_leaves_all_of_them_applied_once(session, started, place):
    for seat, answer in [("raider", PLAN), ("escort", PLAN), ("raider", "north"), ("escort", "north")]:
        assert settled(give(session_at(session.pk), seat, answer)).status == OrderStatus.DONE
    assert until(started.idle)
    session = session_at(session.pk)
    started.trap(place)
    order = services.answers_give(
        session=session,
        seat=session.seat("raider"),
        token=token(session, "raider"),
        answers=[[None, "high"], [None, "hold"], [None, "high"]],
    )
    assert settled(order).status == OrderStatus.DONE
    assert until(lambda: started.sprung(place))
    assert until(started.idle)
    lines = session.journal.filter(seat="raider", seq__gt=session.entries_made).order_by("seq")
    assert [(line.answer, line.joined) for line in lines] == [("high", False), ("hold", True)]
    assert (order.facts["reason"], order.facts["left"]) == ("card", [[None, "high"]])
    assert session_at(session.pk).version == session.version + 1
    goes_on(session, "escort", "keep")


def test_a_task_that_always_kills_its_worker_is_given_up_and_said_so(session, started):
    started.trap("inside", 99)
    order = settled(give(session))
    assert (order.status, order.code, order.attempts) == (OrderStatus.FAILED, "given_up", 3)
    assert applied(order) == 0
    assert "tried this order three times" in page(session_at(session.pk))
    (started.traps / "inside").unlink()
    goes_on(session, "raider")


def test_the_whole_worker_killed_is_made_good_by_the_sweep_of_the_next(worker, session):
    worker.start()
    # Its first sweep would send the order once more, and the other child would carry it out.
    assert until(worker.idle)
    worker.trap("stuck")
    order = give(session)
    assert until(lambda: worker.sprung("stuck"))
    worker.kill()
    order.refresh_from_db()
    assert (order.status, applied(order)) == (OrderStatus.PENDING, 0)
    worker.start()
    assert settled(order).status == OrderStatus.DONE
    assert applied(order) == 1
    goes_on(session)


def test_an_order_whose_message_is_lost_is_sent_again_by_the_sweep(worker, session):
    asked = token(session, "raider")
    order = Order.objects.create(session=session, seat="raider", key=asked.rpartition("@")[0], token=asked, answer=PLAN)
    worker.start()
    assert settled(order).status == OrderStatus.DONE
    other = token(session_at(session.pk), "escort")
    lost = Order.objects.create(session=session, seat="escort", key=other.rpartition("@")[0], token=other, answer=PLAN)
    sweep()
    assert until(worker.idle)
    lost.refresh_from_db()
    assert lost.status == OrderStatus.PENDING
    Order.objects.filter(pk=lost.pk).update(given="2026-01-01T00:00:00Z")
    sweep()
    assert settled(lost).status == OrderStatus.DONE


def test_orders_sent_in_a_flood_are_each_applied_once(started, alice):
    sessions = [begun(alice) for _ in range(10)]
    orders = [give(session, seat) for session in sessions for seat in ("raider", "escort")]
    for order in orders:
        for _ in range(3):
            carry_out.apply_async(args=[order.pk], queue="turns")
    for order in orders:
        assert settled(order).status == OrderStatus.DONE
    assert until(started.idle)
    assert [applied(order) for order in orders] == [1] * len(orders)
    assert all(session_at(session.pk).version == session.version + 2 for session in sessions)


# The web process, the broker, the storage


def signed_in(session):
    """Return the cookies of the owner's browser."""
    return f"{session_cookie(session.owner)}; csrftoken={WORD}"


WORD = "a" * 32


def post(process, session, seat, answer, *, cookie="", wait=True):
    """Give an order to a real web server as the owner's browser would; returns the page and its code."""
    fields = {"token": token(session, seat), "seat": seat, "csrfmiddlewaretoken": WORD} | answer
    command = ["curl", "-s", "-m", "300", "-w", "\n%{http_code} %{time_total}", "-H", "HX-Request: true"]
    command += ["-b", cookie or signed_in(session)]
    for name, value in fields.items():
        command += ["--data-urlencode", f"{name}={value}"]
    url = process.address + reverse("table_order", kwargs={"session": session.pk})
    running = subprocess.Popen([*command, url], stdout=subprocess.PIPE, cwd=ROOT)
    return running.communicate()[0].decode() if wait else running


LANES = {"f.lanes.0": 1, "f.lanes.1": 2, "f.lanes.2": 3}


def test_a_broker_away_for_ten_seconds_loses_nothing(worker, session, web, cable):
    worker.environ = worker.environ | {"REDIS_URL": cable.url}
    worker.beats()
    worker.start()
    server = web(REDIS_URL=cable.url)
    cable.pull()
    begin = time.monotonic()
    body = post(server, session, "raider", LANES)
    assert body.rpartition("\n")[2].startswith("200 "), body[-2000:]
    assert "prompt in-reach sent" in body
    order = Order.objects.get(session=session, seat="raider", kind="answer")
    assert order.status == OrderStatus.PENDING
    time.sleep(max(0, 10 - (time.monotonic() - begin)))
    cable.put_back()
    # The broker is back; the beat's next sweep finds the order.
    assert settled(order).status == OrderStatus.DONE
    assert applied(order) == 1
    assert post(server, session_at(session.pk), "escort", LANES).rpartition("\n")[2].startswith("200 ")
    assert until(lambda: session_at(session.pk).version == session.version + 2)


def test_a_web_process_killed_between_order_and_answer_loses_nothing(worker, session, web):
    """Killed with the order committed and its message perhaps not sent: then the sweep sends it."""
    worker.beats()
    worker.start()
    assert until(worker.idle)
    worker.trap("slow")
    server = web()
    running = post(server, session, "raider", LANES, wait=False)
    assert until(lambda: Order.objects.filter(session=session, seat="raider").exists())
    server.kill()
    running.communicate()
    order = Order.objects.get(session=session, seat="raider", kind="answer")
    assert settled(order).status == OrderStatus.DONE
    assert applied(order) == 1
    again = web()
    assert post(again, session_at(session.pk), "escort", LANES).rpartition("\n")[2].startswith("200 ")


def test_two_tabs_answering_at_once_give_one_order(session, started, web):
    server = web()
    tabs = [post(server, session, "raider", LANES, wait=False) for _ in range(4)]
    answers = [tab.communicate()[0].decode() for tab in tabs]
    codes = sorted(answer.rpartition("\n")[2].split()[0] for answer in answers)
    assert codes == ["200", "409", "409", "409"]
    refused = [answer for answer in answers if answer.rpartition("\n")[2].startswith("409")]
    # A tab that comes when the order has been carried out is told that the game has gone on.
    assert all("answered this question already" in answer or "The game has moved on" in answer for answer in refused)
    order = Order.objects.get(session=session, seat="raider", kind="answer")
    assert settled(order).status == OrderStatus.DONE
    assert applied(order) == 1


def impatient(url):
    """The same database, for one who does not wait long for a lock."""
    return url + ("?timeout=1" if url.startswith("sqlite") else "?options=-c%20lock_timeout%3D1000")


def test_a_locked_database_is_said_and_changes_nothing(session, started, web):
    server = web(DATABASE_URL=impatient(started.environ["DATABASE_URL"]))
    cookie = signed_in(session)
    lock = subprocess.Popen(
        [sys.executable, "-c", HOLDER], env=started.environ, cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )
    try:
        assert lock.stdout.readline() == b"held\n"
        body = post(server, session, "raider", LANES, cookie=cookie)
    finally:
        lock.stdin.close()
        lock.wait()
    assert body.rpartition("\n")[2].startswith("503 "), body[-500:]
    assert "storage is full or locked" in body
    assert not Order.objects.filter(session=session, kind="answer").exists()
    assert post(server, session_at(session.pk), "raider", LANES).rpartition("\n")[2].startswith("200 ")
    assert until(lambda: session_at(session.pk).version == session.version + 1)


HOLDER = """
import sys, django
django.setup()
from django.db import connection, transaction
with transaction.atomic(), connection.cursor() as cursor:
    if connection.vendor == "postgresql":
        cursor.execute("LOCK TABLE play_order IN EXCLUSIVE MODE")
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def full_disk(session):
    """Let nothing more be written: SQLite may grow no further, PostgreSQL says what it says then."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
            for size in (3000, 300, 1):
                with suppress(OperationalError):
                    for number in range(10_000):
                        Order.objects.create(session=session, token=f"{size}/{number}", status="done", code="x" * size)
        else:
            cursor.execute(FULL)
            cursor.execute("CREATE TRIGGER full_disk BEFORE INSERT ON play_order EXECUTE FUNCTION full_disk()")
        try:
            yield
        finally:
            # The connection, or the table, is everybody's after this.
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA max_page_count = 1073741823")
            else:
                cursor.execute("DROP TRIGGER full_disk ON play_order")


FULL = """
CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$
"""


def test_a_full_disk_is_said_and_changes_nothing(session, started):
    client = Client()
    client.force_login(session.owner, backend="django.contrib.auth.backends.ModelBackend")
    order = {"token": token(session, "raider"), "seat": "raider"} | LANES
    with full_disk(session):
        answer = client.post(reverse("table_order", kwargs={"session": session.pk}), order)
    assert answer.status_code == 503
    assert "storage is full or locked" in answer.content.decode()
    assert session_at(session.pk).version == session.version
    assert not Order.objects.filter(session=session, kind="answer", seat="raider").exists()
    goes_on(session, "raider")


def test_sigterm_lets_the_turn_finish(started, session):
    started.trap("slow")
    order = give(session)
    assert until(lambda: started.sprung("slow"))
    os.kill(started.popen.pid, signal.SIGTERM)
    assert settled(order).status == OrderStatus.DONE
    assert applied(order) == 1
    assert until(lambda: not started.lives())
