"""Without its neighbours: the mail server, the broker, the database server go away and come back."""

import os
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts.mail_queue import RETENTION, emails_retry
from campaigns.accounts.models import Player, QueuedEmail
from config.cache import FallbackCache
from play.live import notify
from play.orders.models import Order, OrderStatus
from play.sessions.models import Session
from tests.faults.conftest import ROOT, Cable, end_all_connections, session_cookie
from tests.faults.test_orders import LANES, WORD, post, settled
from tests.shared.factories import PASSWORD, PlayerFactory
from tests.shared.site import free_port, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


class MailServer(ThreadingTCPServer):
    """Takes letters as SMTP does."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int) -> None:
        self.letters: list[Message] = []
        super().__init__(("127.0.0.1", port), Postman)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Postman(StreamRequestHandler):
    """One call at the mail server."""

    server: MailServer

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            verb = line[:4].upper().strip()
            self.wfile.write({b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}.get(verb, b"250 well\r\n"))
            if verb == b"DATA":
                lines = iter(self.rfile.readline, b".\r\n")
                self.server.letters.append(message_from_bytes(b"".join(lines)))
                self.wfile.write(b"250 taken\r\n")


@pytest.fixture
def mail_port(settings: Any) -> int:
    """A port for the mail server, closed at first."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    return settings.EMAIL_PORT


@pytest.fixture
def mail_server(mail_port: int) -> Iterator[Any]:
    """Opens the mail server when it is called."""
    opened: list[MailServer] = []

    def come_back() -> MailServer:
        opened.append(MailServer(mail_port))
        return opened[0]

    yield come_back
    for server in opened:
        server.shutdown()
        server.server_close()


def later(minutes: int) -> Any:
    return timezone.now() + timedelta(minutes=minutes)


def test_an_account_is_made_without_the_mail_server_and_the_letter_follows(client: Client, mail_server: Any) -> None:
    form = {"display_name": "Ruth", "email": "ruth@example.org", "password1": PASSWORD}
    answer = client.post(reverse("account_signup"), form, follow=True)
    assert answer.status_code == 200
    assert "The mail server cannot be reached." in answer.content.decode()
    assert Player.objects.get(email="ruth@example.org").check_password(PASSWORD)
    letter = QueuedEmail.objects.get()
    assert "/confirm-email/" in letter.text
    assert emails_retry() == 0
    assert emails_retry(now=later(2)) == 0
    server = mail_server()
    # It has waited, and waits longer each time.
    assert emails_retry(now=later(2)) == 0
    assert emails_retry(now=later(5)) == 1
    assert [sent["To"] for sent in server.letters] == ["ruth@example.org"]
    assert not QueuedEmail.objects.exists()
    assert emails_retry(now=later(60)) == 0


def test_a_forgotten_password_says_the_same_whoever_asks(client: Client, mail_port: int) -> None:
    PlayerFactory(email="ruth@example.org")
    pages = [
        client.post(reverse("account_reset_password"), {"email": email}, follow=True).content.decode()
        for email in ("ruth@example.org", "nobody@example.org")
    ]
    assert all("The mail server cannot be reached." in page for page in pages)


def test_a_letter_that_comes_too_late_is_thrown_away(mail_port: int) -> None:
    QueuedEmail.objects.create(to="ruth@example.org", subject="Hello", text="Hello", due=timezone.now())
    assert emails_retry(now=timezone.now() + RETENTION + timedelta(hours=1)) == 0
    assert not QueuedEmail.objects.exists()


@pytest.fixture
def no_broker(settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a broker that is not there, and the cache of this process sent to it."""
    url = f"redis://127.0.0.1:{free_port()}/0"
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": url}}
    monkeypatch.setattr(FallbackCache, "away_until", 0.0)
    return url


def test_without_the_broker_people_sign_in_and_fly(web: Any, no_broker: str) -> None:
    # The server does not know the quick hashes that the tests make do with.
    PlayerFactory(email="ruth@example.org")
    Player.objects.update(password=PBKDF2PasswordHasher().encode(PASSWORD, "salt"))
    server = web(REDIS_URL=no_broker)

    def send(path: str, **fields: str) -> str:
        command = ["curl", "-s", "-m", "300", "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}"]
        for name, value in ({"csrfmiddlewaretoken": WORD} | fields).items():
            command += ["--data-urlencode", f"{name}={value}"]
        command += ["-b", f"csrftoken={WORD}", server.address + path]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert send(reverse("account_login"), login="ruth@example.org", password=PASSWORD).startswith("302 ")
    assert send(reverse("account_login"), login="ruth@example.org", password="wrong").startswith("200 ")
    before = Player.objects.count()
    assert send(reverse("guest_continue")).startswith("302 ")
    assert Player.objects.count() == before + 1


def test_without_the_broker_tries_are_counted_all_the_same(client: Client, no_broker: str) -> None:
    caches["default"].own.clear()
    answers = [
        client.post(reverse("account_login"), {"login": "ruth@example.org", "password": "wrong"}) for _ in range(20)
    ]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429 or "Too many" in answers[-1].content.decode()


def test_an_order_given_without_the_broker_waits_and_is_carried_out(worker: Any, session: Any, web: Any) -> None:
    server = web(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    assert post(server, session, "raider", LANES).rpartition("\n")[2].startswith("200 ")
    order = Order.objects.get(session=session, seat="raider", kind="answer")
    assert order.status == OrderStatus.PENDING
    worker.start()
    assert settled(order).status == OrderStatus.DONE


@pytest.mark.storage
def test_connections_that_died_with_the_database_server_are_not_handed_out(session: Any, web: Any) -> None:
    """The server ends every connection, as it does when it starts anew; the next pages know nothing of it."""
    server = web()
    assert server.answers()
    if connection.vendor == "postgresql":
        end_all_connections()
        connection.close()
    cookie = session_cookie(session.owner)
    for _ in range(20):
        command = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-b", cookie]
        path = reverse("table", kwargs={"session": session.pk})
        assert subprocess.run([*command, server.address + path], capture_output=True, text=True).stdout == "200"


NAME = f"cable-of-{os.getpid()}"


@pytest.fixture
def by_cable(cable: Cable, settings: Any) -> Iterator[Cable]:
    """The only way of this test to the broker, with no line open yet; each line bears its name."""
    settings.REDIS_URL = f"{cable.url}{'&' if '?' in cable.url else '?'}client_name={NAME}"
    notify.client.cache_clear()
    yield cable
    notify.client.cache_clear()


def order_of(session: UUID, pk: int) -> Order:
    return Order(pk=pk, session_id=session)


def waiting() -> int:
    """Count the connections of this process that wait at the broker for news of an order; others may wait there too."""
    broker = notify.client()
    assert broker is not None
    return sum(line["name"] == NAME and line["cmd"] == "blmove" for line in broker.client_list())


def test_what_was_said_of_an_order_reaches_all_who_wait_and_nobody_else(by_cable: Cable) -> None:
    session, other = uuid4(), uuid4()
    notify.publish(Session(pk=session, version=1), 1)
    # It was said before anybody waited, and stays for the next.
    assert all(notify.wait_for(order_of(session, 1), lambda: False, 30) for _ in range(3))
    assert not notify.wait_for(order_of(session, 2), lambda: False, 0.05)
    assert not notify.wait_for(order_of(other, 1), lambda: False, 0.05)
    with ThreadPoolExecutor(3) as threads:
        waits = [threads.submit(notify.wait_for, order_of(session, 2), lambda: False, 30) for _ in range(3)]
        assert until(lambda: waiting() == 3)
        notify.publish(Session(pk=session, version=2), 2)
        assert all(wait.result() for wait in waits)
    broker = notify.client()
    assert broker is not None and 0 < broker.ttl(notify.settled_key(session, 2)) <= notify.EXPIRY_SECONDS


def test_the_wait_of_the_next_order_takes_the_line_of_the_last(by_cable: Cable) -> None:
    session = uuid4()
    notify.publish(Session(pk=session, version=1), 1)
    assert notify.wait_for(order_of(session, 1), lambda: False, 30)
    lines = len(by_cable.ends)
    for pk in (2, 3, 4):
        notify.publish(Session(pk=session, version=pk), pk)
        assert notify.wait_for(order_of(session, pk), lambda: False, 30)
        assert not notify.wait_for(order_of(session, pk + 1), lambda: False, 0.05)
    assert len(by_cable.ends) == lines


def test_while_the_broker_is_away_what_is_committed_is_looked_at(by_cable: Cable) -> None:
    session = uuid4()
    by_cable.pull()
    looks = iter((False, False, True))
    assert notify.wait_for(order_of(session, 1), lambda: next(looks), 30)
    by_cable.put_back()
    notify.publish(Session(pk=session, version=1), 1)
    assert notify.wait_for(order_of(session, 1), lambda: False, 30)


def test_a_line_that_breaks_in_the_wait_of_an_order_is_no_fault(by_cable: Cable) -> None:
    session = uuid4()
    with ThreadPoolExecutor(1) as threads:
        wait = threads.submit(notify.wait_for, order_of(session, 1), lambda: not by_cable.is_in, 30)
        assert until(lambda: waiting() == 1)
        by_cable.pull()
        assert wait.result()
    by_cable.put_back()
    notify.publish(Session(pk=session, version=1), 1)
    assert notify.wait_for(order_of(session, 1), lambda: False, 30)
