"""Time to show a night over the Reich: the whole page of either side, late in a night."""

import time
from functools import cache
from itertools import count
from unittest.mock import patch

from django.contrib.auth import get_user_model
from django.test import Client, override_settings
from django.urls import reverse
from msgspec import to_builtins

from engine.bomber_command.bots.policies import POLICIES
from play.journal import store
from play.orders.execute import TableBots
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.bench import bench
from tests.bench.site.careers import database
from tests.shared.builders.careers import seed_bytes
from tests.shared.builders.tables import carried_out, give

TURNS = 16
EACH = 6
SEED = 5


@cache
def pages() -> tuple[list[float], int]:
    """CPU milliseconds of the page from turn 12 on, at every fourth question, and the bytes of the largest."""
    # Nobody waits for a beat here: the page is measured, not the pause of a veil.
    with database(), override_settings(VEIL_BEAT_SECONDS=0, VEIL_HOLD_SECONDS=0):
        players = {
            seat: get_user_model().objects.create(display_name=seat, email=f"{seat}@example.org")
            for seat in ("british", "german")
        }
        sitters = {seat: services.SeatAssignment(player=player) for seat, player in players.items()}
        session = services.session_open(
            owner=players["british"], title="bomber-command", setup={"scenario": "berlin"}, sitters=sitters
        )
        # A night that lasts, on dice that are always the same.
        Session.objects.filter(pk=session.pk).update(seed=seed_bytes(SEED))
        session = session_at(session.pk)
        for player in players.values():
            services.session_begin(session=session, player=player, nonce="a nonce")
        session = carried_out(session)
        bots = {seat: POLICIES["strong"](store.pack_of(session), seat, 5) for seat in players}
        times: list[float] = []
        largest = at = 0
        while session.status == "playing":
            run = services.run_of(session)
            (seat, _key), decision = next(iter(run.pending.items()))
            at += 1
            if run.state.turn >= TURNS - 4 and at % 4 == 0:
                took, size = read(players[seat], session)
                times += took
                largest = max(largest, size)
            answer = bots[seat].choose(decision, lambda: run.view(seat))  # noqa: B023
            session = give(session, seat, to_builtins(answer))
        return times, largest


def read(player: object, session: object) -> tuple[list[float], int]:
    """Read the table's page a few times; CPU milliseconds, and bytes."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")  # type: ignore[arg-type]
    address, took, size = reverse("table", args=[session.pk]), [], 0  # type: ignore[attr-defined]
    for _ in range(EACH):
        begin = time.process_time()
        answer = client.get(address)
        took.append(1000 * (time.process_time() - begin))
        if answer.status_code != 200:
            raise RuntimeError(f"the page answers {answer.status_code}")
        size = len(answer.content)
    return took[1:], size


ORDERS = 120
"""Orders of a player after which a bot's hidden work is measured."""


@cache
def hidden_work(seat: str) -> list[float]:
    """CPU milliseconds that a bot of the other side decides after each order of a seat, unseen."""
    taken: list[float] = []
    go_on = TableBots.go_on

    def measured(bots: TableBots) -> list[str]:
        begin = time.thread_time()
        try:
            return go_on(bots)
        finally:
            taken.append(1000 * (time.thread_time() - begin))

    other = {"british": "german", "german": "british"}[seat]
    with database(), override_settings(VEIL_BEAT_SECONDS=0), patch.object(TableBots, "go_on", measured):
        player = get_user_model().objects.create(display_name=seat, email=f"hidden-{seat}@example.org")
        sitters = {seat: services.SeatAssignment(player=player), other: services.SeatAssignment(policy="strong")}
        for night in count(1):
            session = services.session_open(owner=player, title="bomber-command", setup={}, sitters=sitters)
            Session.objects.filter(pk=session.pk).update(seed=seed_bytes(night))
            services.session_begin(session=session, player=player, nonce="a nonce")
            session = carried_out(session)
            # What the bot does before the first order is shown to nobody.
            taken.pop()
            bot = POLICIES["weak"](store.pack_of(session), seat, night)
            while session.status == "playing" and len(taken) < ORDERS:
                run = services.run_of(session)
                answer = bot.choose(run.asked(seat)[0], lambda: run.view(seat))  # noqa: B023
                session = give(session, seat, to_builtins(answer))
            if len(taken) >= ORDERS:
                return sorted(taken)
    raise AssertionError("nights do not end")


@bench("raids.hidden_ms.german.p99", unit="ms", at_most=6)
def hidden_from_german() -> float:
    """Decisions of British bots after an order of the German player: a small part of his first beat of 50 ms."""
    return hidden_work("german")[int(0.99 * ORDERS)]


@bench("raids.hidden_ms.british.p99", unit="ms", at_most=30)
def hidden_from_british() -> float:
    """Decisions of German bots after an order of the British player, whose first beat is 100 ms."""
    return hidden_work("british")[int(0.99 * ORDERS)]


@bench("raids.turn_page_p95_ms", unit="ms", at_most=150)
def turn_page() -> float:
    """The 95th percentile of the table's page late in a night."""
    times = sorted(pages()[0])
    return times[int(0.95 * len(times))]


@bench("raids.turn_page_kb", unit="kB", at_most=250)
def turn_page_size() -> float:
    """The largest of those pages."""
    return pages()[1] / 1000
