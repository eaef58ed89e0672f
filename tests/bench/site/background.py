"""Cost of background work to the players of `manage.py up`: their orders beside two analyses, and alone."""

import json
import os
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

from tests.bench import bench
from tests.bench.site.tables import REDIS, TITLES, inside
from tests.shared.site import RunningSite

ORDERS = 25
SEEDS = (3, 4)

FLOWN = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.bench.site import background
background.furnish()
print("{}")
"""
TIMED = """
import json
from tests.bench.site import background
print(json.dumps(background.times()))
"""


def furnish() -> None:
    """Fly two careers to their end, and begin a table of the small game."""
    from tests.shared.builders import careers
    from tests.shared.builders.tables import begun, planned
    from tests.shared.factories import GuestFactory

    player = GuestFactory()
    for seed in SEEDS:
        careers.fly(careers.begun(player, seed=seed), policy="careless")
    planned(begun(player, bot=True, rounds=400))


def orders_took() -> list[float]:
    """Give orders one after another as a page does, and say how many seconds each took to be carried out."""
    from play.journal import store
    from play.orders.models import Order
    from play.sessions import services
    from play.sessions.models import Session
    from play.sessions.selectors import session_at
    from tests.shared.builders.tables import GAME

    found = []
    for _number in range(ORDERS):
        session = session_at(Session.objects.get(title=GAME).pk)
        run = services.run_of(session)
        (name, key), decision = next((who, one) for who, one in run.pending.items() if who[0] == "raider")
        seat = session.seat(name)
        if seat is None:
            raise RuntimeError("nobody sits there")
        token = store.token_of(key, store.questions_of(session)[(name, key)])
        began = time.perf_counter()
        order = services.answer_give(session=session, seat=seat, token=token, answer=decision.options[0])
        while Order.objects.get(pk=order.pk).status == "pending":
            time.sleep(0.005)
        found.append(time.perf_counter() - began)
    return found


def times() -> dict[str, Any]:
    """Give orders alone, and beside two analyses of careers that are under way from the first order to the last."""
    from play.models import GameReview
    from play.reviews.services import review_start
    from play.sessions.models import Session
    from play.sessions.selectors import session_at
    from tests.shared.builders.tables import GAME

    orders_took()  # the worker's first order loads what the others have
    alone = orders_took()
    for pk in Session.objects.exclude(title=GAME).values_list("pk", flat=True):
        session = session_at(pk)
        seat = session.table[0]
        review_start(session=session, seat=seat, player=seat.player)
    while not GameReview.objects.filter(done__gt=0).exists():
        time.sleep(0.05)
    beside = orders_took()
    under_way = GameReview.objects.filter(state=GameReview.State.RUNNING).count()
    return {"alone": alone, "beside": beside, "under_way": under_way}


@cache
def measured() -> dict[str, Any]:
    """Measure on a separate site, with the workers of `manage.py up`."""
    with tempfile.TemporaryDirectory() as folder:
        house = RunningSite(Path(folder))
        house.environ |= {"DISPERSAL_TITLES": TITLES, "REDIS_URL": REDIS}
        environ = os.environ | house.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": ""}
        inside(environ, FLOWN)
        with house:
            house.wait_until_open()
            found: dict[str, Any] = json.loads(inside(environ, TIMED))
    if not found["under_way"]:
        raise RuntimeError("the analyses were over before the orders")
    return found


@bench("play.under_bulk_ratio", unit="times without analyses", at_most=3)
def under_bulk() -> float:
    """The mean time of an order beside two analyses of careers, against the same orders without them."""
    return (sum(measured()["beside"]) / ORDERS) / (sum(measured()["alone"]) / ORDERS)


@bench("play.under_bulk_longest_s", unit="s", at_most=2)
def under_bulk_longest() -> float:
    return max(measured()["beside"])
