"""Latency of a table: a player in a real browser, thirty-two at once, two hundred streams, late in a long game.

The browser's figure is taken on the embedded default (`manage.py up`). The crowd's figures are taken on PostgreSQL and
Redis, at their usual local addresses or at those that BENCH_POSTGRESQL and BENCH_REDIS name.
"""

import html
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from config import webserver
from tests.bench import bench
from tests.bench.site.browser import opened
from tests.shared.site import ROOT, RunningSite, free_port, until

CLICKS = 200
MOST_TABLES = 40
PLAYERS = 32
CROWD_CLICKS = int(os.environ.get("BENCH_CLICKS", "10000"))
PAUSE = 1.0
"""Seconds that each of the crowd looks at the answer, on the average, before the next click."""
STREAM_PLAYERS, STREAMS_OF_A_PLAYER = 50, 4
"""As many streams of a player as one web process lets him have."""
STREAM_CLICKS = int(os.environ.get("BENCH_STREAM_CLICKS", "15"))
STREAM_PAUSE = 4.0
POSTGRESQL = os.environ.get("BENCH_POSTGRESQL", "postgres://postgres@127.0.0.1:5432")
REDIS = os.environ.get("BENCH_REDIS", "redis://127.0.0.1:6379/7")
TITLES = "tests.shared.games.smallgame:TITLE"
FLAT_WARM, FLAT_OF = 4, 20


def part(values: list[float], share: float) -> float:
    """The value below which that share of all lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def inside(environ: dict[str, str], code: str) -> str:
    """Run a piece of code in a process of its own, on the database that its environment names."""
    command = [sys.executable, "-c", f"import django; django.setup()\n{code}"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    return done.stdout.strip().splitlines()[-1]


# One player, in a real browser

CLICK = """
(share) => new Promise((resolve, reject) => {
  const old = document.getElementById("prompt");
  const list = old.querySelector("[data-list]");
  const many = old.querySelector("[data-many]");
  const orders = list
    ? [...list.options].filter((one) => !one.disabled)
    : many
      ? [...many.querySelectorAll("select option:not([value='']), input[name=answers], button[name=answers]")]
      : [...old.querySelectorAll(".order[name=answer]:not([aria-disabled])")];
  if (!orders.length) { resolve(null); return; }
  const chosen = orders[Math.floor(share * orders.length)];
  if (list || chosen.matches("option")) chosen.selected = true;
  if (chosen.matches("input")) chosen.checked = true;
  if (!chosen.matches("button")) chosen.dispatchEvent(new Event("change", { bubbles: true }));
  const begin = performance.now();
  const watch = new MutationObserver(() => {
    const now = document.getElementById("prompt");
    if (!now || now === old || now.classList.contains("sent")) return;
    watch.disconnect();
    resolve(performance.now() - begin);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => reject(new Error("no answer in ten seconds")), 10000);
  const gives = list ? list.form.querySelector("button.main:not([name])") : many?.querySelector("[data-gives]");
  (chosen.matches("button") ? chosen : gives).click();
})
"""
"""Gives the order that lies at a share of all that are open, by its button or from the list."""


def small_house(folder: str) -> RunningSite:
    """The embedded default, at which the small game is played too."""
    house = RunningSite(Path(folder))
    house.environ["DISPERSAL_TITLES"] = TITLES
    return house


def strait(page: Any) -> None:
    """A table of the small game whose plan is written."""
    page.goto("/tables/new/strait/")
    page.get_by_label("Rounds").fill("200")
    begin(page)
    for lane, boats in enumerate((1, 2, 3), 1):
        page.get_by_label(f"Boats by lane, {lane}").fill(str(boats))
    page.get_by_role("button", name="Give this order").click()


def interceptor_ace(page: Any) -> None:
    """A year that begins at once; its first sorties are flown."""
    page.goto("/")
    page.locator("form[action='/fly'] button").first.click()
    page.wait_for_url("**/tables/**")


def nightfighter(page: Any) -> None:
    """A night alone: under an umpire an answer waits for the even beat at which it is shown."""
    page.goto("/tables/new/nightfighter/")
    page.locator("[name='f.mode']").select_option("solo")
    begin(page)


def bomber_command(page: Any) -> None:
    """A night of the German player's, against a bot that has plotted the raid."""
    page.goto("/raids/new/")
    for name, value in (("side", "german"), ("opponent", "bot"), ("strength", "weak")):
        page.locator(f"label:has([name='{name}'][value='{value}'])").click()
    begin(page, "Sign the order")


def begin(page: Any, how: str = "Create game") -> None:
    page.get_by_role("button", name=how).click()
    page.get_by_role("button", name="Start game").click()


@cache
def clicks(new_table: Callable[[Any], None]) -> list[float]:
    """Milliseconds from a click to the fragment that shows what the worker has committed, table after table."""
    rng = random.Random(1)
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder, small_house(folder) as house, opened(house) as page:
        page.goto("/")
        page.locator("form[action='/fly'] button").click()
        page.wait_for_url("**/tables/**")
        for _ in range(MOST_TABLES):
            new_table(page)
            times += clicks_at(page, CLICKS - len(times), rng)
            if len(times) == CLICKS:
                return times
    raise RuntimeError(f"{MOST_TABLES} tables asked only {len(times)} times")


def clicks_at(page: Any, most: int, rng: random.Random) -> list[float]:
    """Give so many orders at a table, or as many as it asks for until it is over."""
    times: list[float] = []
    while len(times) < most:
        # Where a map chooses the order, the list of orders is folded away.
        asks = page.locator("#prompt.open :is([name=answer], [data-gives])")
        asks.or_(page.locator("#prompt.over, #prompt .way-on")).first.wait_for(state="attached")
        if not asks.count():
            break
        took = page.evaluate(CLICK, rng.random())
        if took is None:
            raise RuntimeError("the table asks nothing that a click answers")
        times.append(took)
        # A hand takes its time; a fragment is taken in by its library a blink after it is shown.
        page.wait_for_timeout(100)
    return times


@bench("play.click_ms.median", unit="ms", at_most=25)
def click_median() -> float:
    return part(clicks(strait), 0.5)


@bench("play.click_ms.p95", unit="ms", at_most=45)
def click_p95() -> float:
    return part(clicks(strait), 0.95)


@bench("play.click_ms.interceptor_ace.median", unit="ms", at_most=55)
def interceptor_ace_click_median() -> float:
    return part(clicks(interceptor_ace), 0.5)


@bench("play.click_ms.nightfighter.median", unit="ms", at_most=45)
def nightfighter_click_median() -> float:
    return part(clicks(nightfighter), 0.5)


@bench("play.click_ms.nightfighter.p95", unit="ms", at_most=60)
def nightfighter_click_p95() -> float:
    return part(clicks(nightfighter), 0.95)


@bench("play.click_ms.nightfighter.of_ace", unit="times Interceptor Ace’s", at_most=1.05)
def nightfighter_click_of_ace() -> float:
    """A night is answered as fast as a sortie by day, by the median."""
    return part(clicks(nightfighter), 0.5) / part(clicks(interceptor_ace), 0.5)


@bench("play.click_ms.bomber_command.median", unit="ms", at_most=100)
def bomber_command_click_median() -> float:
    """Median latency of a click. Where a side hides something, an answer waits for its beat: here 50 ms."""
    return part(clicks(bomber_command), 0.5)


@bench("play.click_ms.bomber_command.p95", unit="ms", at_most=150)
def bomber_command_click_p95() -> float:
    return part(clicks(bomber_command), 0.95)


PAN = """async () => {
  const box = document.querySelector('.hexmap-scroll'), frames = [];
  let before = performance.now();
  for (let step = 0; step < 60; step += 1) {
    box.scrollBy(step < 30 ? 24 : -24, step % 2 ? 12 : -12);
    await new Promise(requestAnimationFrame);
    frames.push(performance.now() - before);
    before = performance.now();
  }
  return Math.max(...frames);
}"""
"""Pan over a map, one step a frame, and return the longest frame."""


def panned(new_table: Callable[[Any], None], orders: int) -> float:
    """The longest frame while a map is panned at the nearest zoom with so many orders behind it: the best of three."""
    with tempfile.TemporaryDirectory() as folder, small_house(folder) as house, opened(house) as page:
        page.goto("/")
        page.locator("form[action='/fly'] button").click()
        page.wait_for_url("**/tables/**")
        new_table(page)
        clicks_at(page, orders, random.Random(1))
        page.goto(page.url.split("?")[0] + "?zoom=3")
        page.locator(".hexmap-scroll").wait_for()
        page.wait_for_load_state("load")
        return min(page.evaluate(PAN) for _try in range(3))


@bench("play.pan_frame_ms.nightfighter", unit="ms", at_most=50)
def nightfighter_pan() -> float:
    """The longest frame while the map of a night is panned."""
    return panned(nightfighter, 10)


@bench("play.pan_frame_ms.bomber_command", unit="ms", at_most=50)
def bomber_command_pan() -> float:
    """The longest frame while the map of a raid is panned."""
    return panned(bomber_command, 30)


# Thirty-two players at once

SET_UP = """
import json
from tests.shared.factories import PlayerFactory
from tests.faults.conftest import session_cookie
from tests.shared.builders.tables import begun, planned
crowd = []
for number in range(%d):
    player = PlayerFactory()
    session = planned(begun(player, bot=True, rounds=2000))
    crowd.append([str(session.pk), session_cookie(player)])
print(json.dumps(crowd))
"""
COUNT = """
import json
from play.models import JournalEntry, Order
from collections import Counter
answers = JournalEntry.objects.filter(kind="answer", seat="raider")
counts = Counter(str(pk) for pk in answers.values_list("session_id", flat=True))
print(json.dumps({"counts": counts, "left": Order.objects.exclude(status="done").count()}))
"""


class Clicker(threading.Thread):
    """One player: clicks, reads the next question in the answer, looks at it for a while, clicks again."""

    pause = PAUSE

    def __init__(self, port: int, session: str, cookie: str, clicks: int) -> None:
        super().__init__(daemon=True)
        self.port, self.session, self.clicks = port, session, clicks
        self.headers = {
            "Cookie": f"{cookie}; csrftoken={'a' * 32}",
            "X-Forwarded-For": "10.0.0.1",
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.times: list[float] = []
        self.faults: list[str] = []

    def call(self, method: str, path: str, body: str = "") -> str:
        self.line.request(method, f"/tables/{self.session}/{path}", body, self.headers)
        answer = self.line.getresponse()
        text = answer.read().decode()
        if answer.status not in {200, 204}:
            self.faults.append(f"{method} {path}: {answer.status}")
        return text

    def run(self) -> None:
        try:
            self.play()
        except Exception as problem:  # whatever stops a player is a fault of the measurement
            self.faults.append(repr(problem))

    def play(self) -> None:
        rng = random.Random(self.session)
        page = self.call("GET", "changes/")
        time.sleep(rng.random() * self.pause)
        for _ in range(self.clicks):
            token = html.unescape(re.search(r'name="token" value="([^"]+)"', page).group(1))  # type: ignore[union-attr]
            options = re.findall(r'class="order open" name="answer" value="([^"]+)"', page)
            order = {"token": token, "answer": rng.choice(options), "csrfmiddlewaretoken": "a" * 32}
            begin = time.perf_counter()
            page = self.call("POST", "order/", urllib.parse.urlencode(order))
            while 'class="prompt in-reach sent"' in page:
                time.sleep(0.25)
                page = self.call("GET", "changes/")
            self.times.append(1000 * (time.perf_counter() - begin))
            self.look(self.pause * (0.5 + rng.random()))

    def look(self, seconds: float) -> None:
        time.sleep(seconds)


@contextmanager
def running(*commands: list[str], environ: dict[str, str]) -> Iterator[None]:
    """Processes that end with the measurement, and what they have started with them."""
    nowhere = subprocess.DEVNULL
    started = [
        subprocess.Popen(command, cwd=ROOT, env=environ, stdout=nowhere, stderr=nowhere, start_new_session=True)
        for command in commands
    ]
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        until(lambda: all(process.poll() is not None for process in started), 20)
        for process in started:
            # Whoever is still there after that, a worker of the web server's too, is told no second time.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(5)


@contextmanager
def big_house() -> Iterator[tuple[int, dict[str, str]]]:
    """Two web processes and two workers on a fresh PostgreSQL database and on Redis."""
    import psycopg

    with psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True) as admin, tempfile.TemporaryDirectory() as folder:
        name = f"dispersal_bench_{os.getpid()}"
        admin.execute(f"CREATE DATABASE {name}")
        environ = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"{POSTGRESQL}/{name}",
            "REDIS_URL": REDIS,
            "VAR_DIR": folder,
            "DISPERSAL_TITLES": TITLES,
            "NO_BOOTSTRAP": "1",
            "LOG_LEVEL": "warning",
            "TRUSTED_PROXIES": "1",
        }
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environ, check=True)
        port = free_port()
        web = webserver.command(port, "--workers", "2")
        worker = [sys.executable, "-m", "config.worker", "turns", "--children", "1", "--name"]
        try:
            with running(web, [*worker, "one"], [*worker, "two"], environ=environ):
                yield port, environ
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def answers(port: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status < 500
    except OSError:
        return False


@cache
def crowd() -> list[float]:
    """Milliseconds of every click of the crowd; fails when one was lost, counted twice, or met a server error."""
    with big_house() as (port, environ):
        tables = json.loads(inside(environ, SET_UP % PLAYERS))
        if not until(lambda: answers(port), 60):
            raise RuntimeError("the web server does not answer")
        players = [Clicker(port, session, cookie, CROWD_CLICKS // PLAYERS) for session, cookie in tables]
        for player in players:
            player.start()
        for player in players:
            player.join()
        found = json.loads(inside(environ, COUNT))
    faults = [fault for player in players for fault in player.faults]
    # One answer stands in each journal before the first click: the plan.
    wrong = {p.session: found["counts"][p.session] for p in players if found["counts"][p.session] != 1 + p.clicks}
    if faults or wrong or found["left"]:
        raise RuntimeError(f"{len(faults)} faults {faults[:3]}, wrong counts {wrong}, {found['left']} orders left")
    return [took for player in players for took in player.times]


@bench("play.players32_ms", unit="ms", at_most=100)
def players32() -> float:
    return part(crowd(), 0.95)


# Two hundred open streams

VERSIONS = """
import json
from play.models import Session
print(json.dumps({str(pk): version for pk, version in Session.objects.values_list("pk", "version")}))
"""


class Visitor(Clicker):
    """A player who opens the whole page of the table, too, while he thinks."""

    pause = STREAM_PAUSE

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.pages: list[float] = []

    def look(self, seconds: float) -> None:
        time.sleep(seconds / 2)
        begin = time.perf_counter()
        self.call("GET", "")
        self.pages.append(1000 * (time.perf_counter() - begin))
        time.sleep(seconds / 2)


class Stream(threading.Thread):
    """The event stream of an open page: stores every version that it receives."""

    def __init__(self, port: int, session: str, cookie: str) -> None:
        super().__init__(daemon=True)
        self.session, self.cookie = session, cookie
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.heard: list[int] = []

    def run(self) -> None:
        # A stream that breaks off hears no more, and that is what is looked at.
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            self.line.request("GET", f"/live/{self.session}/", headers={"Cookie": self.cookie})
            for said in self.line.getresponse():
                if said.startswith(b"data: "):
                    self.heard.append(int(said[6:]))

    def leave(self) -> None:
        with suppress(OSError):
            if self.line.sock:
                self.line.sock.shutdown(2)
        self.join(5)


@contextmanager
def streams(port: int, tables: list[list[str]]) -> Iterator[list[Stream]]:
    """Open streams of every table that all have begun, and close them in the end."""
    opened = [Stream(port, session, cookie) for session, cookie in tables for _ in range(STREAMS_OF_A_PLAYER)]
    try:
        for stream in opened:
            stream.start()
        if not until(lambda: all(stream.heard for stream in opened), 60):
            raise RuntimeError(f"{sum(not stream.heard for stream in opened)} streams have not begun")
        yield opened
    finally:
        for stream in opened:
            stream.leave()


def missed(opened: list[Stream], before: dict[str, int], after: dict[str, int]) -> list[tuple[str, list[int]]]:
    """Count the versions from the first to the last that streams did not receive. Orders are seconds apart."""

    def wanted(stream: Stream) -> list[int]:
        return list(range(before[stream.session], after[stream.session] + 1))

    until(lambda: all(stream.heard[-1] == after[stream.session] for stream in opened), 10)
    return [(stream.session, stream.heard) for stream in opened if stream.heard != wanted(stream)]


def watched() -> list[float]:
    """Milliseconds of whole pages while orders are given and heard of; fails when a stream missed a version."""
    with big_house() as (port, environ):
        tables = json.loads(inside(environ, SET_UP % STREAM_PLAYERS))
        if not until(lambda: answers(port), 60):
            raise RuntimeError("the web server does not answer")
        before = json.loads(inside(environ, VERSIONS))
        with streams(port, tables) as opened:
            players = [Visitor(port, session, cookie, STREAM_CLICKS) for session, cookie in tables]
            for player in players:
                player.start()
            for player in players:
                player.join()
            after = json.loads(inside(environ, VERSIONS))
            wrong = missed(opened, before, after)
    faults = [fault for player in players for fault in player.faults]
    still = [session for session, _ in tables if after[session] == before[session]]
    if faults or wrong or still:
        raise RuntimeError(f"{len(faults)} faults {faults[:3]}, {len(wrong)} streams missed {wrong[:3]}, {still} stood")
    return [took for player in players for took in player.pages]


@bench("play.streams200_ms", unit="ms", at_most=100)
def streams200() -> float:
    return part(watched(), 0.95)


# Late in a long game


def costs() -> dict[str, float]:
    """Mean CPU milliseconds of 20 decisions from the 5th and of 20 around the 500th: order, all fragments, the task."""
    from django.core.management import call_command
    from django.test import Client

    from config.server.memory import freeze_loaded_objects
    from play.journal import store
    from play.orders import execute
    from play.orders.models import Order
    from play.sessions import services
    from play.sessions.selectors import session_at
    from tests.shared.builders.tables import begun, play
    from tests.shared.factories import PlayerFactory

    call_command("migrate", verbosity=0)
    player = PlayerFactory()
    client = Client(headers={"HX-Request": "true", "Host": "localhost"})
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")

    def decide(session):
        run = services.run_of(session)
        (seat, key), decision = next(iter(run.pending.items()))
        asked = store.token_of(key, store.questions_of(session)[(seat, key)])
        begin = time.process_time()
        order = {"seat": seat, "token": asked, "answer": decision.options[0]}
        answer = client.post(f"/tables/{session.pk}/order/", order)
        execute.execute_order(Order.objects.latest("pk").pk)
        took = 1000 * (time.process_time() - begin)
        after = session_at(session.pk)
        if answer.status_code != 200 or after.version != session.version + 1:
            raise RuntimeError("a decision was not carried out")
        return took, after

    # A young game and an old one take turns, so that both meet the machine as it is just then; the first few warm it.
    early, late = [], []
    young, old = play(begun(player, rounds=400), 4, seed=1), play(begun(player, rounds=400), 490, seed=1)
    # As in web processes: a look through all that is loaded takes as long as ten decisions, and met one game alone.
    freeze_loaded_objects()
    for number in range(FLAT_WARM + FLAT_OF):
        took, young = decide(young)
        early += [took] if number >= FLAT_WARM else []
        took, old = decide(old)
        late += [took] if number >= FLAT_WARM else []
    return {"early": sum(early) / FLAT_OF, "late": sum(late) / FLAT_OF}


@bench("play.flat", unit="times the 5th", at_most=1.15)
def flat() -> float:
    with tempfile.TemporaryDirectory() as folder:
        environ = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "REDIS_URL": "",
            "VAR_DIR": folder,
            "DISPERSAL_TITLES": TITLES,
            "NO_BOOTSTRAP": "1",
            "LOG_LEVEL": "error",
        }
        code = "import json; from play.sessions import views; views.WAIT_SECONDS = 0\n"
        code += "from tests.bench.site import tables\nprint(json.dumps(tables.costs()))"
        found = json.loads(inside(environ, code))
    return found["late"] / found["early"]
