"""What is told of several web processes together, and the line that each request leaves."""

import re
import subprocess
from typing import Any

import pytest
from django.urls import reverse

from tests.faults.conftest import session_cookie, until
from tests.shared.builders.tables import begun
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
TOKEN = "a-long-word-for-the-watcher"


def test_whichever_process_is_asked_answers_for_all(web: Any) -> None:
    servers = [web(METRICS_TOKEN=TOKEN), web(METRICS_TOKEN=TOKEN)]

    def pages(server: Any) -> float:
        command = ["curl", "-s", "-H", f"Authorization: Bearer {TOKEN}", f"{server.address}/metrics"]
        text = subprocess.run(command, capture_output=True, text=True).stdout
        return float(re.search(r"page_seconds_count ([0-9.]+)", text).group(1))  # type: ignore[union-attr]

    for _ in range(5):
        assert servers[0].answers()
    assert until(lambda: pages(servers[1]) > 5)


def test_each_request_has_its_line_without_what_its_address_holds(web: Any) -> None:
    session = begun(PlayerFactory())
    server = web(LOG_LEVEL="info", LOG_FORMAT="json")
    seat = session.table[0]
    path = reverse("seat", args=[seat.invitation])
    command = ["curl", "-s", "-o", "/dev/null", "-b", session_cookie(session.owner), server.address + path]
    subprocess.run(command, check=True)
    assert until(lambda: "tables/seat/" in server.log.read_text())
    line = next(line for line in server.log.read_text().splitlines() if "tables/seat/" in line)
    assert '"event": "answered"' in line and '"status": 404' in line and '"ms"' in line and '"request_id"' in line
    assert seat.invitation not in server.log.read_text()
