"""Absurd input in every field, file and address: a sentence refuses it, and it never breaks a page.

All of it goes to the real server, with the cookies and the token of a browser; some is broken on the wire. Only those
cases are listed by hand: addresses come from the address book, fields from the pages, the forms and the names that
views ask for, and files from their types. `ODD_REQUESTS` sets the number of requests (5,000 if thorough; of them
PostgreSQL, which differs in its handling of a value, gets a sample).
"""

import functools
import json
import random
import re
import socket
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException, HTTPResponse
from inspect import getsource, unwrap
from io import BytesIO
from urllib.parse import quote, urlencode, urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.contrib.messages.storage import default_storage
from django.contrib.sessions.models import Session as SignedIn
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import get_resolver, reverse

from campaigns.accounts.models import Player
from campaigns.groups import services as groups
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.sessions import exports
from play.uploads import reader, services, views
from play.uploads.models import Upload
from sorties.interceptor.exports import career_file, csv_export
from tests.faults.conftest import session_cookie
from tests.shared.addresses import THINGS, Cast, made
from tests.shared.builders.careers import begun as career_begun
from tests.shared.builders.careers import kept
from tests.shared.builders.tables import begun, planned, play, set_table
from tests.shared.factories import GuestFactory, PlayerFactory
from tests.shared.sample_sizes import sample_size
from tests.site.test_audiences import walk

pytestmark = pytest.mark.django_db(transaction=True)
QUICK, WHOLE = 150, sample_size("ODD_REQUESTS", 1_800, 5_000)
"""Requests of a run; the addresses are asked in turns, so that each of them is met by eight of the usual run."""
AGAIN = 500
"""Requests after which there are new things to ask about: many have been left, deleted or ended by then."""
WORD = "a" * 32
"""The token against forged forms, in the cookie and in the form."""

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
    "application/x-www-form-urlencoded; charset=nonsense", "multipart/form-data; boundary=x; charset=utf-7",
    "multipart/form-data; boundary=" + "x" * 300, "multipart/form-data; boundary=\xff", "\xff/\xfe", ";;;",
    "application/json; charset=utf-16",
]  # fmt: skip
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
PART = b"--x\r\nContent-Disposition: form-data; name=a"
BROKEN_BODIES = [
    FORM + b"Transfer-Encoding: chunked\r\n\r\nZZZ\r\n\r\n",
    FORM + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    FORM + b"Transfer-Encoding: chunked\r\n\r\n-1\r\nab\r\n0\r\n\r\n",
    FORM + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\na=1\r\n0\r\n\r\n",
    FORM + b"Content-Length: 100\r\n\r\na=1",
    FORM + b"Content-Length: 6000\r\n\r\n" + b"a=1&" * 1500,
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n\r\n",
    b"Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n\r\n",
    b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100\r\n\r\n" + PART,
    *(
        b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        for body in (
            PART,
            PART + b"\r\n",
            PART + b'; filename="\xff\0"\r\n\r\n\xff\r\n--x--',
            PART + b"; filename*=utf-99''%ff%zz\r\n\r\nb\r\n--x--",
            PART + b"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--",
            b"--x" * 3000,
            (PART + b"\r\n\r\nb\r\n") * 1200,
        )
    ),
]
ODD_HEADERS = [
    b"X: " + b"x" * 20_000, b"X: " + b"x" * 2_000_000, b"X: x\r\n" * 5000, b"Range: bytes=5-1",
    b"Range: bytes=-9" + b"9" * 30, b"Range: \xff",
    b"Accept-Language: " + b"x-" * 4000, b"Accept-Language: \xff;q=x", b"X-Request-ID: \xff",
    b"HX-Request: true\r\nHX-Current-URL: http://[",
    b"HX-Request: true\r\nHX-Current-URL-URI-AutoEncoded: true\r\nHX-Current-URL: %ff%zz",
    b"HX-Request: true\r\nHX-Trigger: \xff",
    b"HX-Request: true\r\nHX-Target: \xff\r\nHX-Prompt: %00", b"HX-Request: true\r\nHX-History-Restore-Request: true",
    b"Triggering-Event: {\r\nTriggering-Event-URI-AutoEncoded: true", b"If-Modified-Since: x",
    b"If-None-Match: \xff, *", b"X-Forwarded-For: \xff,,,",
    b"X-Forwarded-Proto: \xff", b"Referer: http://[", b"Origin: http://[", b"Origin: null", b"Accept-Encoding: \xff",
    b"Accept: \xff",
    b"Host: localhost:99999999", b"Host: [::1", b"Host: \xff", b"Content-Length: -1", b"Content-Length: x",
    b"Content-Length: 7", b"Transfer-Encoding: gzip",
    b"Authorization: Bearer \xff", b"Authorization: Basic", b"Last-Event-ID: \xff",
    b"Upgrade: h2c\r\nConnection: Upgrade",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
]  # fmt: skip
ODD_COOKIES = [
    b"sessionid=\xff\xfe", b"sessionid=" + b"x" * 9000, b'sessionid="a\\000b"', b"sessionid=%00", b"csrftoken=\xff",
    b'csrftoken="\\303"', b"csrftoken=\x01",
    b"csrftoken=" + b"a" * 64, b"messages=abc:def", b"messages=" + b"W" * 4000, b"; ; =; =;",
    b"time_zone=%ff%00; theme=\xff", b"time_zone=../../etc/passwd",
    b"django_language=../../x", b"django_language=\xff", b'a="' + b"\\" * 3000,
]  # fmt: skip
METHODS = ["HEAD", "OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "CONNECT", "PROPFIND", "get", "B\xff"]
ODD_TARGETS = [
    "%ff%fe",
    "%",
    "%zz",
    "?%ff=%zz",
    "?%00",
    "?" + "a&" * 3000,
    "\xff",
    "?\xff",
    "//",
    "/..%2f..",
    ";a=b",
    "#x",
    "?" + "x" * 60_000,
]


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
    """Objects to ask about, and the players who ask."""

    def __init__(self, rng, server, deck=None):
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
            "career.json": career_file.dump(fair),
            "session.json": exports.session_file(over, alice),
            "pack.yaml": b"game: bomber_command\nname: mine\ntitle: Mine\nversion: '1'\nbase: standard\n",
            "log.csv": b"".join(csv_export.pieces("sorties", [at_table])),
        }
        # Alice, whose things most of them are, asks twice as often.
        self.visitors = [alice, alice, bob, self.guest, None]
        self.cookies = {}
        self.line = HTTPConnection(urlsplit(server).netloc, timeout=300)
        # A former address reads nothing of what is sent: it would only take requests from the present ones.
        self.pages = [page for page in walk(get_resolver()) if page.name != "live" and not page.name.startswith("old_")]
        self.controls, self.deck = {}, [] if deck is None else deck
        self.made = made(self.cast, [page.name for page in self.pages if page.name in THINGS])

    def cookie(self, player):
        """Return a player's browser cookie. A player whom a request signed out is signed in again for the next."""
        if player is None:
            return f"csrftoken={WORD}"
        key = self.cookies.get(player.pk, "").partition("=")[2]
        if not SignedIn.objects.filter(session_key=key).exists():
            known = Player.objects.filter(pk=player.pk).first()
            self.cookies[player.pk] = session_cookie(known) if known else ""
        return f"{self.cookies[player.pk]}; csrftoken={WORD}"

    def send(self, method, address, body=None, kind=None, *, player):
        """Make one request as a browser makes it; give status, kind and text of the answer."""
        headers = {"Cookie": self.cookie(player)} | ({"Content-Type": kind} if kind else {})
        try:
            self.line.request(method, address, body, headers)
            return Answer(self.line.getresponse())
        except (HTTPException, OSError):
            self.line.close()  # A server may close the line between two requests.
            self.line.request(method, address, body, headers)
            return Answer(self.line.getresponse())

    def send_bytes(self, request):
        """Send what no library would write."""
        with socket.create_connection((self.line.host, self.line.port), timeout=300) as line:
            try:
                line.sendall(request)
                if ends_early(request):
                    line.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # It has refused before all of it was sent.
            data = b""
            try:
                while not is_whole(data) and (more := line.recv(65536)):
                    data += more
            except ConnectionResetError:
                pass  # As before: of what it did not read it takes no leave.
        if not data:
            return None
        answer = HTTPResponse(Bytes(data), method=request.partition(b" ")[0].decode("latin-1"))
        answer.begin()
        return Answer(answer)

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

    def fields(self, page, player, where):
        """Return the fields of a form: the controls of the page or the table, and those that the view asks for."""
        where = where if "/tables/" not in where else re.sub(r"(/tables/[0-9a-f-]{36}/).*", r"\1", where)
        if (player, where) not in self.controls:
            answer = self.send("GET", where, player=player)
            self.controls[player, where] = Controls(answer.text if answer.status == 200 else "").found
        return dict.fromkeys(asked_by(page.view), "1") | self.controls[player, where] | {"csrfmiddlewaretoken": WORD}

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
        if not self.deck:
            self.deck += self.rng.sample(range(len(self.pages)), len(self.pages))
        page, player = self.pages[self.deck.pop()], self.rng.choice(self.visitors)
        where, address = self.address(page)
        way = self.rng.random()
        if way < 0.15:
            request = self.broken(where, player)
            return ("BYTES", where, request), self.send_bytes(request)
        sent = self.fields(page, player, where)
        for name in self.rng.sample(sorted(sent), min(len(sent), self.rng.randint(1, 3))):
            sent[name] = self.rng.choice(ODD)
        if self.rng.random() < 0.9:
            sent["csrfmiddlewaretoken"] = WORD
        if self.rng.random() < 0.1:
            sent[self.rng.choice(ODD)[:200]] = self.rng.choice(ODD)
        for name in ("file", "files"):
            if name in sent or self.rng.random() < 0.1:
                sent[name] = self.spoiled_file()
        if way < 0.4:
            sent = {name: value for name, value in sent.items() if isinstance(value, str)}
            asked = f"{address}?{urlencode(sent)}"
            return ("GET", asked), self.send("GET", asked, player=player)
        if way < 0.5:
            body, kind = self.rng.choice(ODD_BYTES), self.rng.choice(TYPES)
            return ("POST", address, kind, body), self.send("POST", address, body, kind, player=player)
        body = encode_multipart(BOUNDARY, {name: "" if value is None else value for name, value in sent.items()})
        return ("POST", address, sent), self.send("POST", address, body, MULTIPART_CONTENT, player=player)

    def broken(self, where, player):
        """A request that is odd or broken on the wire, in one way or two."""
        odd, line = self.rng.choice, f"Cookie: {self.cookie(player)}".encode()
        method, version, rest = odd(["GET", "POST"]), "1.1", b"Content-Length: 0\r\n\r\n"
        headers = [b"Host: localhost", line, b"X-CSRFToken: " + WORD.encode(), b"Connection: close"]
        for _time in range(self.rng.randint(1, 2)):
            way = self.rng.randrange(6)
            if way == 0:
                method, rest = "POST", odd(BROKEN_BODIES)
            elif way == 1:
                headers.append(odd(ODD_HEADERS))
            elif way == 2:
                headers[1] = odd([b"Cookie: ", line + b"; "]) + odd(ODD_COOKIES)
            elif way == 3:
                method = odd(METHODS)
            elif way == 4:
                where += odd(ODD_TARGETS)
            else:
                version = odd(["1.0", "1.0", "0.9", "3", "x"])
        return f"{method} {where} HTTP/{version}\r\n".encode("latin-1") + b"\r\n".join(headers) + b"\r\n" + rest


class Bytes(BytesIO):
    """Bytes from the line, as the library reads an answer."""

    def makefile(self, *_mode):
        return self


class Answer:
    """The server's answer."""

    def __init__(self, answer):
        self.status, self.kind = answer.status, answer.getheader("Content-Type", "")
        self.text = answer.read().decode(errors="replace")


def is_head(asked):
    """Say whether an answer has no text, as the method wants it."""
    return asked[0] == "BYTES" and asked[-1].startswith(b"HEAD")


def ends_early(request):
    """Say whether the server would wait for more: chunks end by themselves, with any stated length."""
    if b"chunked" in request:
        return b"\r\n5\r\nab" in request
    return any(words in request for words in (b"Length: 100\r", b"Length: 7\r"))


def is_whole(data):
    """Say whether all of an answer has come, as far as it says how much that is."""
    head, there, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    if length:
        return len(body) >= int(length[1])
    return bool(there and b"chunked" in head and body.endswith(b"0\r\n\r\n"))


def leaves(value):
    """Every place of a document at which a value could be another."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield value, key
        yield from leaves(part)


def parameters(name):
    """The parameters of an address, by its name."""
    return get_resolver().reverse_dict.getlist(name)[0][0][0][1]


class Log:
    """Lines of the server since the last look."""

    def __init__(self, path):
        self.path, self.read = path, path.stat().st_size

    def news(self):
        with self.path.open("rb") as file:
            file.seek(self.read)
            lines = file.read().decode(errors="replace").splitlines()
            self.read = file.tell()
        return lines


@pytest.fixture
def server(shared_server):
    """The real server of this process; of it the test takes the log, too."""
    shared_server.stand()
    shared_server.wait()
    return shared_server


def read_as_a_worker_does():
    """Read the files that were accepted as the child of a worker reads them, and look at what came of them."""
    for upload in Upload.objects.filter(status=Upload.Status.WAITING):
        services.claimed(upload.pk)
        try:
            reader.read_upload(str(upload.pk))
            upload.refresh_from_db()
            request = RequestFactory(headers={"host": "localhost"}).get(reverse("upload", args=[upload.pk]))
            request.user, request.session = upload.owner or AnonymousUser(), {"uploads": [str(upload.pk)]}
            request.htmx, request._messages = False, default_storage(request)
            assert views.upload(request, upload=upload.pk).status_code in (200, 302)
        except Exception as problem:  # whatever breaks the child or the page of the result is the finding
            yield f"upload {upload.kind}: {type(problem).__name__} {problem}"


def refuse_and_never_break(count, seed, server):
    rng, log, orders = random.Random(seed), Log(server.log), set()
    met, broken, deck = {}, {}, []
    for number in range(count):
        if number % AGAIN == 0:
            call_command("flush", interactive=False)
            world = World(rng, server.address, deck)
            orders = set(Order.objects.values_list("pk", flat=True))
        cache.clear()
        asked, answer = world.ask()
        said = log.news()
        if answer is None or answer.status >= 500:
            broken[" ".join(said)[-1500:]] = str(asked)[:600]
        if [line for line in said if not line.startswith("{")]:
            broken["\n".join(said)[-1500:]] = str(asked)[:600]
        if answer is not None:
            met.setdefault(answer.status, []).append(asked[1])
            if answer.status == 400 and "html" in answer.kind and not is_head(asked):
                assert "<h1>" in answer.text, str(asked)[:1500]
        for order in Order.objects.exclude(pk__in=orders).filter(status=OrderStatus.PENDING):
            execute.execute_order(order.pk)
            order.refresh_from_db()
            if order.status == OrderStatus.FAILED:
                broken[f"order {order.kind} {order.code}"] = str(asked)[:600]
        for problem in read_as_a_worker_does():
            broken[problem] = str(asked)[:600]
    assert not broken, "\n".join(f"{where}: {asked}" for where, asked in broken.items())
    # The requests reached the house's pages, and were not all turned away at the door.
    assert len(met[200]) > count / 20 and len(met[302]) > count / 50 and len(met[400]) > count / 20


@pytest.mark.slow
def test_what_nobody_types_is_refused_and_breaks_nothing(server):
    refuse_and_never_break(QUICK, 1943, server)


@pytest.mark.slow
@pytest.mark.storage
def test_thousands_of_such_requests_break_nothing_either(server):
    refuse_and_never_break(WHOLE, 1944, server)


@pytest.mark.slow
def test_a_body_that_cannot_be_read_is_answered_with_the_page_for_it(server):
    """Each body goes to one address, for it is refused before anybody looks which."""
    world, log = World(random.Random(1945), server.address), Log(server.log)
    head = f"Host: localhost\r\nCookie: csrftoken={WORD}\r\nConnection: close\r\n".encode()
    utf_16 = FORM.replace(b"\r\n", b"; charset=utf-16\r\n") + b"Content-Length: 3\r\n\r\na=1"
    unread = [utf_16, *(body for body in BROKEN_BODIES if b"ZZZ" in body or b"Length: 100\r" in body)]
    for body in unread:
        answer = world.send_bytes(b"POST /tables/ HTTP/1.1\r\n" + head + body)
        assert (answer.status, "<h1>" in answer.text) == (400, True), body
        lines = [json.loads(line) for line in log.news()]
        assert [line["status"] for line in lines if line["logger"] == "access"] == [400], body


def test_a_form_that_is_not_utf_8_is_refused_at_every_address(rf):
    """Send each address a request with the cookie of a form, in this process."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=True)
    client.cookies["csrftoken"] = WORD
    someone = PlayerFactory()
    things = made(Cast(someone, PlayerFactory(), someone, GuestFactory(), someone), THINGS)
    asked = 0
    for page in walk(get_resolver()):
        wanted = things.get(page.name) or dict.fromkeys(parameters(page.name), "1")
        answer = client.generic("POST", reverse(page.name, kwargs=wanted), b"a=1", content_type=TYPES[1])
        assert answer.status_code == 400 and b"<h1>" in answer.content, page.name
        asked += 1
    assert asked > 200
