"""Server CPU time of single pages: the table in the middle of a sortie, and the account's own pages."""

import time
from functools import cache

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.bench import bench
from tests.bench.site.careers import database
from tests.shared.builders.careers import begun_and_flown_to

TIMES = 40
OURS = ("home", "profile", "account_email", "mfa_index", "delete_account")


def cost(client: Client, address: str) -> float:
    """The least CPU milliseconds of many readings: what others do on the machine only adds to it."""
    times = []
    for _ in range(TIMES):
        begin = time.process_time()
        answer = client.get(address)
        times.append(1000 * (time.process_time() - begin))
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answers {answer.status_code}")
    return min(times)


@cache
def costs() -> dict[str, float]:
    """A table of Interceptor Ace at which a bomber is fought, and each page of one's own."""
    with database():
        player = get_user_model().objects.create(display_name="Bench", email="bench@example.org")
        client = Client(SERVER_NAME="localhost")
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        career = begun_and_flown_to(player, lambda run: next(iter(run.pending.values())).kind == "bomber.round")
        found = {name: cost(client, reverse(name)) for name in OURS}
        return found | {"table": cost(client, reverse("table", args=[career.session_id]))}


@bench("pages.table_cpu_ms", unit="ms", at_most=10)
def table() -> float:
    """The whole page of the table in the middle of a sortie."""
    return costs()["table"]


@bench("pages.own_cpu_ms", unit="ms", at_most=30)
def own() -> float:
    """The dearest of the front page and the pages about one's account."""
    return max(costs()[name] for name in OURS)
