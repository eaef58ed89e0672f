"""Cost of the ladder of a season of ten thousand careers.

The figures are for its page, a new line, and a rebuild of the whole ladder, on PostgreSQL with a million lines of the
log.
"""

import http.client
import json
import threading
import time
from functools import cache
from typing import Any

from tests.bench import bench
from tests.bench.site.tables import Clicker, answers, big_house, inside, part
from tests.shared.site import until

CAREERS = 10_900
"""Of 92 lines each, with the one of entering: more than a million."""
READERS, PLAYERS = 200, 50
LOOKS, CLICKS = 6, 12
PAUSE = 4.0
"""Seconds that each of the crowd reads, on the average."""

FILL = """
import json
from datetime import timedelta
from django.utils import timezone
from campaigns.groups import services as groups
from campaigns.accounts.models import Player
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from campaigns.ladders.score_rows import season_rebuild
from play.models import Session
from tests.shared.builders.careers import begun, fly, seed_for
from tests.shared.factories import PlayerFactory
from tests.faults.conftest import session_cookie
import time
ruth = PlayerFactory(display_name="Ruth", email="ruth@example.org")
first = seed_for(lambda one: one.alive)
years = [fly(begun(ruth, seed)) for seed in range(first, first + 1)]
while len(years) < 6:
    first += 1
    career = fly(begun(ruth, first))
    if career.alive:
        years.append(career)
games = [Session.objects.get(pk=career.session_id) for career in years]
group = groups.group_found(owner=ruth, name="A forum", visibility="public")
today = timezone.localdate()
season = Season.objects.create(group=group, name="The year", title="interceptor-ace", pack_hash=games[0].pack_hash,
    opens=today, closes=today, ends=today + timedelta(days=9), sealed=timezone.now())
players = [Player(display_name=f"Player {n}", email=f"p{n}@example.org") for n in range(%(careers)d)]
Player.objects.bulk_create(players)
columns = [field.attname for field in Session._meta.concrete_fields if field.name != "id"]
def copy(game):
    return Session(**{column: getattr(game, column) for column in columns})
for first in range(0, len(players), 500):
    some = players[first:first + 500]
    sessions = Session.objects.bulk_create([copy(games[n %% len(games)]) for n, _ in enumerate(some)])
    entries = [SeasonEntry(season=season, player=p, session=s, seat="pilot") for p, s in zip(some, sessions)]
    SeasonEntry.objects.bulk_create(entries)
begin = time.perf_counter()
written = season_rebuild(season=season)
took = time.perf_counter() - begin
from django.db import connection
connection.cursor().execute("analyze")
print(json.dumps({"season": str(season.pk), "rows": ScoreRow.objects.count(), "took": took, "entries": written,
    "cookies": [session_cookie(player) for player in players[:%(readers)d]]}))
"""
PAGE = """
import json, statistics, time
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.utils import timezone
from django.urls import reverse
from campaigns.accounts.models import Player
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from campaigns.ladders.score_lines import ScoreLine, SeatLines
from campaigns.ladders.score_rows import write_score_rows
season = Season.objects.get()
client = Client(SERVER_NAME="localhost")
client.force_login(SeasonEntry.objects.first().player, backend="django.contrib.auth.backends.ModelBackend")
address = reverse("season", args=[season.pk])
for _ in range(3):
    client.get(address)
# The view runs in a thread with a connection of its own: what any connection is asked counts.
asked, plain = [], CursorWrapper.execute
CursorWrapper.execute = lambda cursor, sql, params=None: (asked.append(sql), plain(cursor, sql, params))[1]
assert client.get(address).status_code == 200
CursorWrapper.execute = plain
times = []
for n in range(60):
    begin = time.perf_counter()
    client.get(address, {"page": 1 + n %% 7} if n %% 3 else {})
    times.append(1000 * (time.perf_counter() - begin))
entry = SeasonEntry.objects.last()
begin = time.perf_counter()
write_score_rows([(entry, SeatLines("The last", [ScoreLine(1, 500, flown=1, gain=500)]))], timezone.now())
while b"The last" not in client.get(address).content:
    time.sleep(0.01)
fresh = time.perf_counter() - begin
print(json.dumps({"times": times, "queries": len(asked), "fresh": fresh}))
"""
TABLES = """
import json
from tests.shared.factories import PlayerFactory
from tests.faults.conftest import session_cookie
from tests.shared.builders.tables import begun, planned
crowd = []
for number in range(%d):
    player = PlayerFactory()
    crowd.append([str(planned(begun(player, bot=True, rounds=2000)).pk), session_cookie(player)])
print(json.dumps(crowd))
"""


class Reader(threading.Thread):
    """One who reads the ladder, again and again."""

    def __init__(self, port: int, address: str, cookie: str, number: int) -> None:
        super().__init__(daemon=True)
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.address, self.cookie, self.number = address, cookie, number
        self.times: list[float] = []
        self.faults: list[str] = []

    def run(self) -> None:
        try:
            time.sleep(PAUSE * (self.number % 100) / 50)
            for _look in range(LOOKS):
                begin = time.perf_counter()
                self.line.request("GET", self.address, headers={"Cookie": self.cookie, "Accept-Encoding": "gzip"})
                answer = self.line.getresponse()
                answer.read()
                self.times.append(1000 * (time.perf_counter() - begin))
                if answer.status != 200:
                    self.faults.append(str(answer.status))
                time.sleep(2 * PAUSE)
        except Exception as problem:  # whatever stops a reader is a fault of the measurement
            self.faults.append(repr(problem))


@cache
def measured() -> dict[str, Any]:
    """All figures from one site."""
    with big_house() as (port, environ):
        # What is filled in is not for the workers: its messages go to a broker that they do not hear.
        quiet = {name: value for name, value in environ.items() if name != "REDIS_URL"}
        filled = json.loads(inside(quiet, FILL % {"careers": CAREERS, "readers": READERS}))
        if filled["rows"] < 1_000_000 or filled["entries"] != CAREERS:
            raise RuntimeError(f"{filled['rows']} lines of {filled['entries']} careers")
        page = json.loads(inside(environ, PAGE % {}))
        tables = json.loads(inside(environ, TABLES % PLAYERS))
        if not until(lambda: answers(port), 60):
            raise RuntimeError("the web server does not answer")
        address = f"/groups/seasons/{filled['season']}/"
        readers = [Reader(port, address, cookie, n) for n, cookie in enumerate(filled["cookies"])]
        players = [Clicker(port, session, cookie, CLICKS) for session, cookie in tables]
        for player in players:
            player.pause = PAUSE
        for one in (*readers, *players):
            one.start()
        for one in (*readers, *players):
            one.join()
    faults = [fault for one in (*readers, *players) for fault in one.faults]
    if faults:
        raise RuntimeError(f"{len(faults)} faults, such as {faults[:3]}")
    return {**page, "rebuild": filled["took"], "readers": [took for one in readers for took in one.times]}


@bench("ladder.page_p95_ms", unit="ms", at_most=120)
def page_time() -> float:
    """The page of the ladder, on the server."""
    return part(measured()["times"], 0.95)


@bench("ladder.page_queries", unit="queries", at_most=8)
def page_queries() -> float:
    """Number of database queries of the page."""
    return float(measured()["queries"])


@bench("ladder.fresh_s", unit="s", at_most=2)
def fresh() -> float:
    """Time from the end of a line to a page that shows it."""
    return float(measured()["fresh"])


@bench("ladder.rebuild_s", unit="s", at_most=120)
def rebuild() -> float:
    """All lines of all careers written again."""
    return float(measured()["rebuild"])


@bench("ladder.readers200_p95_ms", unit="ms", at_most=400)
def readers() -> float:
    """Two hundred who read and fifty who play, at once."""
    return part(measured()["readers"], 0.95)
