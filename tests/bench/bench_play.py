"""How fast a table answers: one player in a real browser, thirty-two at once, and late in a long game.

The browser's figure is taken on the embedded default (`manage.py up`), the crowd's on PostgreSQL and Redis at their
usual local addresses or at those that BENCH_POSTGRESQL and BENCH_REDIS name.
"""

import html
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from config.management.commands.test import find_browser
from tests.bench import bench
from tests.platform.house import ROOT, House, free_port, until

CLICKS = 200
PLAYERS = 32
CROWD_CLICKS = int(os.environ.get("BENCH_CLICKS", "10000"))
PAUSE = 1.0
"""Seconds that each of the crowd looks at the answer, on the average, before the next click."""
POSTGRESQL = os.environ.get("BENCH_POSTGRESQL", "postgres://postgres@127.0.0.1:5432")
REDIS = os.environ.get("BENCH_REDIS", "redis://127.0.0.1:6379/7")
TITLES = "tests.smallgame:TITLE"


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
() => new Promise((resolve, reject) => {
  const old = document.getElementById("prompt");
  const order = old.querySelector(".order:not([aria-disabled])");
  if (!order) { resolve(null); return; }
  const begin = performance.now();
  const watch = new MutationObserver(() => {
    const now = document.getElementById("prompt");
    if (!now || now === old || now.classList.contains("sent")) return;
    watch.disconnect();
    resolve(performance.now() - begin);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => reject(new Error("no answer in ten seconds")), 10000);
  order.click();
})
"""


def small_house(folder: str) -> House:
    """The embedded default, at which the small game is played too."""
    house = House(Path(folder))
    house.environ["DISPERSAL_TITLES"] = TITLES
    return house


@cache
def clicks() -> list[float]:
    """Milliseconds from a click to the fragment that shows what the worker has committed."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, small_house(folder) as house, sync_playwright() as playwright:
        house.wait_until_open()
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        page = browser.new_page(base_url=f"http://127.0.0.1:{house.port}")
        page.goto("/")
        page.locator("form[action='/fly']").first.locator("button").first.click()
        page.wait_for_url("**/tables/**")
        page.goto("/tables/new/strait/")
        page.get_by_label("Rounds").fill("200")
        page.get_by_role("button", name="Set the table").click()
        page.get_by_role("button", name="Begin").click()
        for lane, boats in enumerate((1, 2, 3), 1):
            page.get_by_label(f"Boats by lane, {lane}").fill(str(boats))
        page.get_by_role("button", name="Give this order").click()
        page.locator("#prompt.open .order").first.wait_for()
        times: list[float] = []
        for _ in range(CLICKS):
            took = page.evaluate(CLICK)
            if took is None:
                raise RuntimeError("the table asks nothing more")
            times.append(took)
            # A hand takes its time; a fragment is taken in by its library a blink after it is shown.
            page.wait_for_timeout(100)
        browser.close()
    return times


@bench("play.click_ms.median", unit="ms", at_most=50)
def click_median() -> float:
    return part(clicks(), 0.5)


@bench("play.click_ms.p95", unit="ms", at_most=120)
def click_p95() -> float:
    return part(clicks(), 0.95)


# Thirty-two players at once

SET_UP = """
import json
from tests.factories import PlayerFactory
from tests.faults.conftest import session_cookie
from tests.tables import begun, planned
crowd = []
for number in range(%d):
    player = PlayerFactory()
    session = planned(begun(player, bot=True, rounds=2000))
    crowd.append([str(session.pk), session_cookie(player)])
print(json.dumps(crowd))
"""
COUNT = """
import json
from play.models import Entry, Order
from collections import Counter
answers = Entry.objects.filter(kind="answer", seat="raider")
counts = Counter(str(pk) for pk in answers.values_list("session_id", flat=True))
print(json.dumps({"counts": counts, "left": Order.objects.exclude(status="done").count()}))
"""


class Clicker(threading.Thread):
    """One player: clicks, reads the next question in the answer, looks at it for a while, clicks again."""

    def __init__(self, port: int, session: str, cookie: str, clicks: int) -> None:
        super().__init__(daemon=True)
        self.port, self.session, self.clicks = port, session, clicks
        self.headers = {
            "Cookie": f"{cookie}; csrftoken={'a' * 32}",
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
        page = self.call("GET", "prompt/")
        time.sleep(rng.random() * PAUSE)
        for _ in range(self.clicks):
            token = html.unescape(re.search(r'name="token" value="([^"]+)"', page).group(1))  # type: ignore[union-attr]
            options = re.findall(r'class="order open" name="answer" value="([^"]+)"', page)
            order = {"token": token, "answer": rng.choice(options), "csrfmiddlewaretoken": "a" * 32}
            begin = time.perf_counter()
            page = self.call("POST", "order/", urllib.parse.urlencode(order))
            while 'class="prompt in-reach sent"' in page:
                time.sleep(0.25)
                page = self.call("GET", "prompt/")
            self.times.append(1000 * (time.perf_counter() - begin))
            time.sleep(PAUSE * (0.5 + rng.random()))


@contextmanager
def running(*commands: list[str], environ: dict[str, str]) -> Iterator[None]:
    """Processes that end with the measurement."""
    started = [
        subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for command in commands
    ]
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(20)


@contextmanager
def big_house() -> Iterator[tuple[int, dict[str, str]]]:
    """Two web processes and two workers on a fresh PostgreSQL database and on Redis."""
    import psycopg

    with psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True) as admin, tempfile.TemporaryDirectory() as folder:
        admin.execute("DROP DATABASE IF EXISTS dispersal_bench WITH (FORCE)")
        admin.execute("CREATE DATABASE dispersal_bench")
        environ = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"{POSTGRESQL}/dispersal_bench",
            "REDIS_URL": REDIS,
            "VAR_DIR": folder,
            "DISPERSAL_TITLES": TITLES,
            "NO_BOOTSTRAP": "1",
            "LOG_LEVEL": "warning",
        }
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environ, check=True)
        port = free_port()
        web = [sys.executable, "-m", "granian", "--interface", "asginl", "--port", str(port), "--workers", "2"]
        worker = [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "-Q", "turns,bulk", "-c", "1"]
        workers = [[*worker, "-n", f"{name}@bench"] for name in ("one", "two")]
        with running([*web, "config.asgi:application"], *workers, environ=environ):
            yield port, environ
        admin.execute("DROP DATABASE dispersal_bench WITH (FORCE)")


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


@bench("play.players32_ms", unit="ms", at_most=150)
def players32() -> float:
    return part(crowd(), 0.95)


# Late in a long game


def costs() -> dict[str, float]:
    """CPU milliseconds of the decisions around the 5th and the 500th: order, all fragments and the worker's task."""
    from django.core.management import call_command
    from django.test import Client

    from play import advance, keeping, services
    from play.models import Order
    from play.selectors import session_at
    from tests.factories import PlayerFactory
    from tests.tables import begun, play

    call_command("migrate", verbosity=0)
    player = PlayerFactory()
    client = Client(headers={"HX-Request": "true", "Host": "localhost"})
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")

    def decide(session):
        run = services.run_of(session)
        (seat, key), decision = next(iter(run.pending.items()))
        asked = keeping.token_of(key, keeping.asked_of(session)[(seat, key)])
        begin = time.process_time()
        order = {"seat": seat, "token": asked, "answer": decision.options[0]}
        answer = client.post(f"/tables/{session.pk}/order/", order)
        advance.carry_out(Order.objects.latest("pk").pk)
        took = 1000 * (time.process_time() - begin)
        after = session_at(session.pk)
        if answer.status_code != 200 or after.version != session.version + 1:
            raise RuntimeError("a decision was not carried out")
        return took, after

    early, late = [], []
    for number in range(6):
        session = play(begun(player, rounds=400), 3, seed=number)
        for _ in range(5):
            took, session = decide(session)
            early.append(took)
        session = play(session, 490, seed=number)
        for _ in range(5):
            took, session = decide(session)
            late.append(took)
    return {"early": part(early, 0.5), "late": part(late, 0.5)}


@bench("play.flat", unit="times the 5th", at_most=1.2)
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
        code = "import json; from play import views; views.WAIT_SECONDS = 0; from tests.bench import bench_play\n"
        found = json.loads(inside(environ, code + "print(json.dumps(bench_play.costs()))"))
    return found["late"] / found["early"]
