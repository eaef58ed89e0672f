"""A mail and a hook's message are received by real servers once, although the worker was killed in between."""

import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from campaigns.groups import services as groups
from campaigns.notifications.models import Mail, Notification, NotificationPreference, Webhook
from campaigns.tasks import send_notices
from tests.faults.conftest import Worker, until
from tests.shared.builders.tables import begun
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


class Received(list[Any]):
    """Requests that a server has received, and its action at a moment of the exchange."""

    def __init__(self) -> None:
        super().__init__()
        self.at: dict[str, Callable[[], None]] = {}

    def moment(self, name: str) -> None:
        """Do what is to be done at a moment, once."""
        self.at.pop(name, lambda: None)()


class Post(socketserver.StreamRequestHandler):
    """The parts of a mail server that a letter needs. [RFC 5321]"""

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self) -> None:
        received: Received = self.server.received  # type: ignore[attr-defined]
        try:
            received.moment("greeting")
            self.say("220 post")
            while command := self.rfile.readline().split():
                if command[0].upper() == b"QUIT":
                    return self.say("221 bye")
                if command[0].upper() != b"DATA":
                    self.say("250 well")
                    continue
                self.say("354 go on")
                lines = list(iter(self.rfile.readline, b".\r\n"))
                received.append(b"".join(lines).decode())
                received.moment("received")
                self.say("250 taken")
        except OSError:
            return None


class Chat(BaseHTTPRequestHandler):
    """A chat service that takes messages."""

    def do_POST(self) -> None:
        received: Received = self.server.received  # type: ignore[attr-defined]
        received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        received.moment("received")
        try:
            self.send_response(200)
            self.end_headers()
        except OSError:
            return

    def log_message(self, *_args: Any) -> None:
        return None


@pytest.fixture
def servers() -> Iterator[tuple[Any, Any]]:
    """A mail server and a chat service on this machine."""
    socketserver.ThreadingTCPServer.daemon_threads = True
    made = (socketserver.ThreadingTCPServer(("127.0.0.1", 0), Post), ThreadingHTTPServer(("127.0.0.1", 0), Chat))
    for server in made:
        server.received = Received()  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield made
    for server in made:
        server.shutdown()
        server.server_close()


@pytest.fixture
def told(servers: tuple[Any, Any], worker: Worker) -> Iterator[Worker]:
    """A worker with these two servers, and a group in which it is somebody's turn."""
    post, chat = (server.server_address[1] for server in servers)
    worker.environ |= {"EMAIL_URL": f"smtp://127.0.0.1:{post}", "HOOKS_MAY_REACH": f"127.0.0.1:{chat}"}
    ruth, ben = PlayerFactory(), PlayerFactory()
    EmailAddress.objects.get_or_create(user=ruth, email=ruth.email, defaults={"verified": True, "primary": True})
    group = groups.group_found(owner=ruth, name="Thursday Flight")
    groups.group_join(group=group, player=ben)
    Webhook.objects.create(group=group, by=group.owner, address=f"http://127.0.0.1:{chat}/hook")
    NotificationPreference.objects.create(player=ruth, mail=Mail.AT_ONCE)
    begun(ruth, ben, shown_to=group)
    assert set(Notification.objects.values_list("channel", flat=True)) == {"mail", "hook"}
    yield worker


def send() -> None:
    """Have all that waits sent now, and wait until a worker has been through it: the last letter is for nobody."""
    past = timezone.now() - timedelta(minutes=1)
    Notification.objects.filter(sent=None).update(due=past - timedelta(minutes=1))
    last = Notification.objects.create(version=0, player=PlayerFactory(email=""), channel="mail", due=past, key=uuid4())
    send_notices.delay()
    assert until(lambda: Notification.objects.filter(pk=last.pk).exclude(sent=None).exists())


def killed(worker: Worker, dead: threading.Event) -> Callable[[], None]:
    """Kill the worker at that moment."""

    def kill() -> None:
        worker.kill()
        dead.set()

    return kill


@pytest.mark.parametrize(("channel", "moment"), [("mail", "greeting"), ("mail", "received"), ("hook", "received")])
def test_each_is_received_once_although_the_worker_was_killed(
    servers: tuple[Any, Any], told: Worker, channel: str, moment: str
) -> None:
    received: Received = servers[channel == "hook"].received
    Notification.objects.exclude(channel=channel).delete()
    dead = threading.Event()
    received.at[moment] = killed(told, dead)
    told.start()
    Notification.objects.filter(sent=None).update(due=timezone.now() - timedelta(minutes=1))
    send_notices.delay()
    assert dead.wait(300)
    assert len(received) == (moment == "received")
    told.start()
    send()
    assert until(lambda: len(received) == 1)
    for _again in range(3):
        send()
    assert len(received) == 1, received
