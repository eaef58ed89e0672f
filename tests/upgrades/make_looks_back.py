"""Makes the fourth small house, of a later release: a commander who thinks, looks back done and under way, many orders.

It was run in a checkout of commit d1db4f7 and uses that commit's own services, so it does not run against today's:

    git worktree add --detach /tmp/house d1db4f7
    cd /tmp/house && VAR_DIR=/tmp/house-var NO_BOOTSTRAP=1 PYTHONPATH=. python <this file> <where the database is put>

Nothing of it is secret: the people are nobody.
"""

import lzma
import os
import random
import sqlite3
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# What is hidden is answered at once.
os.environ["VEIL_BEAT_SECONDS"] = os.environ["VEIL_HOLD_SECONDS"] = "0"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from play.exercise.services import look_back_offer  # noqa: E402
from play.hindsight import reckoning  # noqa: E402
from play.hindsight.services import look_back_ask, look_back_share  # noqa: E402
from play.odds.reckoning import reckon  # noqa: E402
from play.selectors import session_at  # noqa: E402
from play.services import Sitter, run_of  # noqa: E402

from campaigns import demo  # noqa: E402
from play import lending  # noqa: E402
from play.models import Order, OrderKind, OrderStatus  # noqa: E402
from play.odds.services import odds_ask, odds_set  # noqa: E402

RAID, NIGHT, YEAR = "bomber-command", "nightfighter", "interceptor-ace"
PILOT = {"pilots": [{"name": "Paul Riedel", "unit": 6}]}
SHORT = 51
"""The seed of a year that ends soon."""
FEW, MANY = 24, 40
SMALLEST = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0}]


def table(name, title, setup, seed, **sitters):
    """Set a table at which this person sits wherever nobody else does, and begin."""
    who = demo.member(name)
    sitters = {seat: one or Sitter(player=who) for seat, one in sitters.items()}
    return demo.begun(who, title, setup, random.Random(seed).randbytes(32), **sitters)


def thinks_next(session):
    """Say whether a bot has something to think over."""
    return Order.objects.filter(session=session, status=OrderStatus.PENDING, kind=OrderKind.THINK).exists()


def has_many_orders(seat):
    """Return what says whether a seat is asked something with many orders."""

    def so(session):
        return any(len(one.options) > MANY for one in run_of(session).pending.values() if one.actor == seat)

    return so


def flown(session, seat, bot, wanted=lambda session: False, most=1):
    """Let a bot play a person's seat answer by answer, and others think, until the game stands as it is wanted."""
    while session.status == "playing" and not wanted(session):
        if thinks_next(session):
            session = demo.carried_out(session)
        else:
            session = demo.played(session, seat, lending.Loan(bot, {}, "", None, most), 1)
    return session


def with_many_orders(session, seat):
    """Have the odds of a question with many orders reckoned."""
    odds_set(session=session, seat=session.seat(seat), when="before")
    session = session_at(session.pk)
    forecast = odds_ask(session=session, seat=session.seat(seat))
    reckon(forecast.pk, forecast.token)
    forecast.refresh_from_db()
    assert len(forecast.told["orders"]) > FEW, forecast.told


def looked_back(session, seat, shares=None):
    """Look back on a game for a seat, to the end or for so many shares."""
    session = session_at(session.pk)
    look = look_back_ask(session=session, seat=session.seat(seat), player=session.seat(seat).player)
    done = 0
    while done is not None and shares != 0:
        done = reckoning.carry_on(look.pk, done)
        shares = None if shares is None else shares - 1
    look.refresh_from_db()
    print(look, look.state, look.cpu_ms, flush=True)
    return look


def main(path):
    """Make the house, and put it away."""
    call_command("migrate", verbosity=0)
    thinking = Sitter(policy="thinking")
    berlin = {"scenario": "berlin"}

    session = table("thinks", RAID, berlin, 1, british=thinking, german=None)
    flown(session, "german", "strong", thinks_next)

    session = table("thought", RAID, berlin, 2, british=thinking, german=None)
    session = flown(session, "german", "strong", has_many_orders("german"))
    with_many_orders(session, "german")

    session = table("over", RAID, berlin, 3, british=None, german=None)
    for _share in range(200):
        for seat in ("british", "german"):
            session = demo.played(session, seat, lending.Loan("strong", {}, "", None, 20), 1)
    assert session.status == "over"
    looked_back(session, "british")
    assert looked_back(session, "german", shares=3).state == "running"

    session = flown(table("year", YEAR, PILOT, 4, pilot=None), "pilot", "careless", most=40)
    looked_back(session, "pilot")
    look_back_share(session=session, seat=session.seat("pilot"), shared=True)
    look_back_offer(session=session, seat=session.seat("pilot"), offered=True)
    session = flown(table("short year", YEAR, PILOT, SHORT, pilot=None), "pilot", "careless", most=40)
    assert looked_back(session, "pilot", shares=1).state == "running"

    flown(table("night over", NIGHT, {"scenario": "4B"}, 5, player=None), "player", "hunter", most=20)
    session = table("search", NIGHT, {"scenario": "4B"}, 6, player=None)
    session = flown(session, "player", "hunter", has_many_orders("player"))
    with_many_orders(session, "player")

    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as base:
        base.execute("DELETE FROM django_session")
        base.commit()
        base.execute("VACUUM")
    path.write_bytes(lzma.compress(Path(settings.DATABASES["default"]["NAME"]).read_bytes(), filters=SMALLEST))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
