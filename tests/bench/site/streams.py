"""Thousands of open tables: how long they take to open, what pages take beside them, and what a dead process costs."""

import http.client
import json
import os
import signal
import time
from functools import cache
from pathlib import Path
from typing import Any

from tests.bench import bench
from tests.bench.site.tables import answers, big_house, inside, part
from tests.shared.site import until, web_children
from tests.shared.stream_clients import Pages, pages_of

STREAMS, EACH = int(os.environ.get("BENCH_STREAMS", "2000")), 4
LOOKS = 60
TABLES = """
import json
from tests.shared.factories import GuestFactory
from tests.faults.conftest import session_cookie
from tests.shared.builders.tables import begun
tables = []
for number in range(%d):
    player = GuestFactory()
    tables.append([str(begun(player, bot=True).pk), session_cookie(player)])
print(json.dumps(tables))
"""


def look(port: int, table: list[str]) -> float:
    """Open a whole page of a table and say how many milliseconds it took; a page that cannot be had raises."""
    began = time.perf_counter()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", f"/tables/{table[0]}/", headers={"Cookie": table[1], "X-Forwarded-For": "10.9.9.9"})
    answer = line.getresponse()
    answer.read()
    line.close()
    if answer.status != 200:
        raise RuntimeError(f"a page answered {answer.status}")
    return 1000 * (time.perf_counter() - began)


def memory_of(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


@cache
def watched() -> dict[str, Any]:
    """Open the streams on two web processes, look at pages, kill one process, and look again."""
    with big_house() as (port, environ):
        tables = json.loads(inside(environ, TABLES % (STREAMS // EACH)))
        if not until(lambda: answers(port), 60):
            raise RuntimeError("the web server does not answer")
        before = [look(port, table) for table in tables[:LOOKS]]
        children = web_children(port)
        empty = sum(map(memory_of, children))
        with Pages(port, pages_of(tables, EACH)) as pages:
            opened = pages.wait(300)
            if pages.refused():
                raise RuntimeError(f"{pages.refused()} streams were refused")
            full = sum(map(memory_of, children))
            beside = [look(port, table) for table in tables[:LOOKS]]
            os.kill(children[0], signal.SIGKILL)
            began = time.monotonic()
            if not until(lambda: sum(page.lost for page in pages.pages) and answers(port)):
                raise RuntimeError("no page answers after a web process has died")
            first_page = time.monotonic() - began
            until(lambda: len(web_children(port)) == 2 and children[0] not in web_children(port))
            respawned = time.monotonic() - began
            lost = sum(page.lost for page in pages.pages)
            pages.wait(300)
            back = time.monotonic() - began
    return {
        "opened": opened,
        "without": part(before, 0.95),
        "beside": part(beside, 0.95),
        "kb": 1024 * (full - empty) / STREAMS,
        "page": first_page,
        "respawned": respawned,
        "back": back,
        "lost": lost,
    }


@bench("play.streams2000_open_s", unit="s", at_most=60)
def streams_open() -> float:
    """Time until two thousand streams on two web processes have each sent their version."""
    return watched()["opened"]


@bench("play.streams2000_page_ratio", unit="times without streams", at_most=2)
def streams_page() -> float:
    """Whole pages beside two thousand open streams, the 95th percentile, against the same pages without any."""
    return watched()["beside"] / watched()["without"]


@bench("play.streams2000_kb", unit="kB a stream", at_most=100)
def streams_memory() -> float:
    return watched()["kb"]


@bench("web.respawn_page_s", unit="s", at_most=10)
def respawn_page() -> float:
    """Time from the death of one of two web processes to the first answer of the other one."""
    return watched()["page"]


@bench("web.respawn_s", unit="s", at_most=30)
def respawn() -> float:
    """Time from the death of a web process to its replacement."""
    return watched()["respawned"]


@bench("web.respawn_streams_s", unit="s", at_most=60)
def respawn_streams() -> float:
    """Time from the death of a web process until all two thousand streams are open again."""
    return watched()["back"]
