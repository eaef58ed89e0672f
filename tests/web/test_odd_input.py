"""What no person types, in every field, file and address: it is refused with a sentence and never breaks a page.

Nothing is listed by hand: addresses come from the address book, fields from the pages and forms themselves and from the
names that views ask for, files from their types. `ODD_REQUESTS` says how many requests are made (5,000 in all; of them
PostgreSQL, which differs in how it takes a value, is asked a sample).
"""

import functools
import json
import random
import re
import sys
import traceback
from html.parser import HTMLParser
from inspect import getsource, unwrap
from urllib.parse import quote, urlencode

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from campaigns.groups import services as groups
from play import advance, exports
from play.models import Order, OrderStatus
from sorties.interceptor.books import career_file, csv_export
from tests.amounts import amount
from tests.careers import begun as career_begun
from tests.careers import kept
from tests.factories import GuestFactory, PlayerFactory
from tests.tables import begun, planned, play, set_table
from tests.web.test_audiences import walk
from tests.web.things import THINGS, Cast, made

pytestmark = pytest.mark.django_db
QUICK, WHOLE = 250, amount("ODD_REQUESTS", 5_000, 5_000)

ODD = [
    "\0", "a\0b", "9" * 5000, "-5", "9e20", str(2**70), str(-(2**63)), "NaN", "Infinity", "1e400", "1.5", "0x10", "²",
    "١٢", "é" * 300, "x" * 20_000, " ", "", "\r\n", "\u202e\u2066", "../../etc/passwd", "%s%(x)s{0}", "'; --", "=1+1",
    "<script>", "[" * 5000, '{"a": "\\u0000"}', '"\\ud800"', '{"lanes": [1, 2, 1180591620717411303424]}', "null", "[]",
    "true", "1943-13", "9999-99-99", "🛩" * 50, "a\tb\x1f\x7f", "|", "a/b/c/d", "@", "x@" + "9", ",,,;;;",
]  # fmt: skip
ODD_BYTES = [
    b"\xff\xfe\0\0",
    "łódź".encode("utf-16"),
    b"\xed\xa0\x80",
    b"%00=%00&%ff=%fe",
    b"",
    b"{" * 9000,
    b"\x1f\x8b\x08",
]
ODD_JSON = [
    "\0",
    "x" * 20_000,
    2**70,
    -5,
    9e20,
    -1.5,
    None,
    True,
    [],
    {},
    [[]],
    "=1+1",
    "1943-99",
    {"\0": "\0"},
    10**300,
]
TYPES = [
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16", "application/json",
    "multipart/form-data; boundary=x", "multipart/form-data", "text/plain; charset=nonsense",
]  # fmt: skip


class Controls(HTMLParser):
    """The controls of a page, each with what it would send."""

    def __init__(self, text):
        super().__init__()
        self.found = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag in ("input", "select", "textarea", "button") and given.get("name"):
            self.found.setdefault(given["name"], given.get("value") or "")


@functools.cache
def asked_by(view):
    """The names that a view asks a request for."""
    try:
        source = getsource(unwrap(view))
    except (OSError, TypeError):
        return set()
    return set(re.findall(r"""(?:POST|GET|FILES)(?:\.get(?:list)?\(|\[)["']([\w.-]+)["']""", source))


class World:
    """What there is to ask about, and who asks."""

    def __init__(self, rng):
        self.rng = rng
        alice = PlayerFactory(display_name="Alice", is_staff=True)
        alice.user_permissions.set(Permission.objects.all())
        bob, self.guest = PlayerFactory(), GuestFactory()
        self.cast = Cast(alice, bob, PlayerFactory(), self.guest, alice)
        club = groups.group_found(owner=alice, name="Tuesday club")
        at_table, fair = kept(alice, 3), career_begun(alice)
        over, waiting = play(begun(alice, rounds=2)), set_table(alice, rounds=3)
        open_seat = set_table(bob, rounds=3).seats_taken.first()
        self.things = {
            "session": [
                at_table.session_id,
                fair.session_id,
                begun(alice).pk,
                planned(begun(alice, bob)).pk,
                over.pk,
                waiting.pk,
            ],
            "career": [at_table.pk, fair.pk],
            "group": [club.pk],
            "invitation": [groups.invitation_make(group=club, by=alice).link, open_seat.invitation],
            "link": [at_table.link],
            "game": ["interceptor-ace", "bomber-command", "nightfighter", "strait"],
            "key": ["no-such-key"],
            "uidb36": ["1"],
            "pk": ["1"],
        }
        self.files = {
            "career.json": career_file.written(fair),
            "session.json": exports.written(over, alice),
            "pack.yaml": b"game: bomber_command\nname: mine\ntitle: Mine\nversion: '1'\nbase: standard\n",
            "log.csv": b"".join(csv_export.pieces("sorties", [at_table])),
        }
        clients = [self.come(who) for who in (alice, bob, self.guest, None)]
        # Alice, whose things most of them are, asks twice as often.
        self.jars = [(client, client.cookies.copy()) for client in (clients[0], *clients)]
        self.pages = [page for page in walk(get_resolver()) if page.name != "live"]
        self.controls = {}
        self.made = made(self.cast, [page.name for page in self.pages if page.name in THINGS])

    @staticmethod
    def come(player):
        client = Client(raise_request_exception=False)
        if player is not None:
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    def address(self, page):
        """An address of this page with a thing that there is, and the same or one with something odd in its place."""
        wanted = {name: self.rng.choice(self.things.get(name, [""])) for name in parameters(page.name)}
        if page.name in THINGS and ("" in wanted.values() or self.rng.random() < 0.2):
            wanted = self.made[page.name]
        where = address = reverse(page.name, kwargs=wanted)
        for value in map(str, wanted.values()):
            if self.rng.random() < 0.1:
                address = address.replace(quote(value), quote(self.rng.choice(ODD), safe=""))
        return where, address

    def fields(self, page, client, where):
        """What a form there sends: the controls of the page itself, or of the table, and what the view asks for."""
        where = where if "/tables/" not in where else re.sub(r"(/tables/[0-9a-f-]{36}/).*", r"\1", where)
        if (client, where) not in self.controls:
            with aside():
                answer = client.get(where)
                text = (
                    answer.content.decode(errors="replace")
                    if answer.status_code == 200 and not answer.streaming
                    else ""
                )
            self.controls[client, where] = Controls(text).found
        return dict.fromkeys(asked_by(page.view), "1") | self.controls[client, where]

    def spoiled_file(self):
        """A file that was written here, with something odd in one place of it."""
        name = self.rng.choice(list(self.files))
        data = self.files[name]
        if self.rng.random() < 0.15:
            return SimpleUploadedFile(name, self.rng.choice(ODD_BYTES))
        if not name.endswith(".json"):
            cells = re.split(r"([,: \r\n]+)", data.decode())
            cells[2 * self.rng.randrange(len(cells) // 2)] = self.rng.choice(ODD)
            return SimpleUploadedFile(name, "".join(cells).encode("utf-8", "surrogatepass"))
        document = json.loads(data)
        place, key = self.rng.choice(list(leaves(document)))
        place[key] = self.rng.choice(ODD_JSON)
        return SimpleUploadedFile(name, json.dumps(document).encode())

    def ask(self):
        """Make one request; give what it was, and the answer."""
        page, (client, jar) = self.rng.choice(self.pages), self.rng.choice(self.jars)
        # Who has signed out by a request is in again for the next: nothing that happens aside leaves a trace.
        client.cookies = jar.copy()
        where, address = self.address(page)
        sent = self.fields(page, client, where)
        for name in self.rng.sample(sorted(sent), min(len(sent), self.rng.randint(1, 3))):
            sent[name] = self.rng.choice(ODD)
        if self.rng.random() < 0.1:
            sent[self.rng.choice(ODD)[:200]] = self.rng.choice(ODD)
        for name in ("file", "files"):
            if name in sent or self.rng.random() < 0.1:
                sent[name] = self.spoiled_file()
        way = self.rng.random()
        if way < 0.3:
            sent = {name: value for name, value in sent.items() if isinstance(value, str)}
            asked = f"{address}?{urlencode(sent)}"
            return ("GET", asked), client.get(asked)
        if way < 0.4:
            body, kind = self.rng.choice(ODD_BYTES), self.rng.choice(TYPES)
            return ("POST", address, kind, body), client.generic("POST", address, body, content_type=kind)
        return ("POST", address, sent), client.post(address, sent)


def leaves(value):
    """Every place of a document at which a value could be another."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield value, key
        yield from leaves(part)


def parameters(name):
    """The parameters of an address, by its name."""
    return get_resolver().reverse_dict.getlist(name)[0][0][0][1]


class aside:
    """What happens within leaves no trace."""

    def __enter__(self):
        self.block = transaction.atomic()
        self.block.__enter__()

    def __exit__(self, *problem):
        transaction.set_rollback(True)
        self.block.__exit__(*problem)


def broke(answer):
    """Say what broke, and where."""
    kind, problem, trace = answer.exc_info
    ours = [frame for frame in traceback.extract_tb(trace) if "site-packages" not in frame.filename]
    return f"{kind.__name__} at {(ours or traceback.extract_tb(trace))[-1]}: {str(problem)[:120]}"


def refuse_and_never_break(count, seed, monkeypatch):
    for module in [one for one in sys.modules.values() if hasattr(one, "WAIT_SECONDS")]:
        monkeypatch.setattr(module, "WAIT_SECONDS", 0)
    world = World(random.Random(seed))
    before = set(Order.objects.values_list("pk", flat=True))
    met, broken = {}, {}
    for _request in range(count):
        cache.clear()
        with aside():
            asked, answer = world.ask()
            met.setdefault(answer.status_code, []).append(asked[1])
            if answer.status_code >= 500:
                broken[broke(answer)] = str(asked)[:600]
            if answer.status_code == 400 and "html" in answer.get("Content-Type", ""):
                assert "<h1>" in answer.content.decode(), str(asked)[:1500]
            for order in Order.objects.exclude(pk__in=before).filter(status=OrderStatus.PENDING):
                advance.carry_out(order.pk)
                order.refresh_from_db()
                if order.status == OrderStatus.FAILED:
                    broken[f"order {order.kind} {order.code}"] = str(asked)[:600]
    assert not broken, "\n".join(f"{where}: {asked}" for where, asked in broken.items())
    # The requests reached the house's pages, and were not all turned away at the door.
    assert len(met[200]) > count / 20 and len(met[302]) > count / 50 and len(met[400]) > count / 20


@pytest.mark.slow
def test_what_nobody_types_is_refused_and_breaks_nothing(monkeypatch):
    refuse_and_never_break(QUICK, 1943, monkeypatch)


@pytest.mark.slow
@pytest.mark.storage
def test_thousands_of_such_requests_break_nothing_either(monkeypatch):
    refuse_and_never_break(WHOLE, 1944, monkeypatch)
