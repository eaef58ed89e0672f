"""Write the upgrade fixture of commit 1880c14: a bot that thinks, game reviews, odds, careers of both titles, a season.

It ran in a checkout of that commit and uses that commit's own services, so it does not run against today's:

    git worktree add --detach /tmp/old 1880c14
    cd /tmp/old && VAR_DIR=/tmp/old-var NO_BOOTSTRAP=1 PYTHONPATH=. python <this file> <path of the database>

Nothing in it is secret: the people are invented.
"""

import lzma
import os
import random
import sqlite3
import sys
from datetime import timedelta
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# What is hidden is answered at once.
os.environ["VEIL_BEAT_SECONDS"] = os.environ["VEIL_HOLD_SECONDS"] = "0"
django.setup()

from campaigns.seasons.demo import announced  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402
from play.exercise.services import look_back_offer  # noqa: E402
from play.hindsight import reckoning  # noqa: E402
from play.hindsight.services import look_back_ask, look_back_share  # noqa: E402
from play.odds.reckoning import reckon  # noqa: E402
from play.selectors import session_at  # noqa: E402
from play.services import Sitter, run_of  # noqa: E402
from sorties.interceptor.career.projection import career_open  # noqa: E402

from campaigns import demo  # noqa: E402
from campaigns.groups import services as groups  # noqa: E402
from campaigns.seasons.selectors import fitting  # noqa: E402
from campaigns.seasons.services import season_enter  # noqa: E402
from engine.kernel.dice import commitment  # noqa: E402
from play import lending, services  # noqa: E402
from play.models import Order, OrderKind, OrderStatus, Session  # noqa: E402
from play.odds.services import odds_agree, odds_ask, odds_set  # noqa: E402

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


def with_odds(name, title, setup, seed, shares, **sitters):
    """Set a table at which odds are shown before the order, and let a bot play the person's seat for a while."""
    who = demo.member(name)
    sitters = {seat: one or Sitter(player=who) for seat, one in sitters.items()}
    session = services.session_open(owner=who, title=title, setup=setup, sitters=sitters)
    odds_agree(session=session, player=who, when="before")
    secret = random.Random(seed).randbytes(32)
    Session.objects.filter(pk=session.pk).update(seed=secret, commitment=commitment(secret))
    services.session_begin(session=session_at(session.pk), player=who, nonce="house")
    session = demo.carried_out(session)
    seat = next(one.name for one in session.table if one.player == who)
    bot = {"bomber-command": "strong", "nightfighter": "hunter", "interceptor-ace": "sensible"}[title]
    return demo.played(session, seat, lending.Loan(bot, {}, "", None, 6), shares)


def career(name, seed, most, **pilot):
    """Fly a career of Interceptor Ace for so many answers."""
    who = demo.member(name)
    setup = {"pilots": [{"name": name, "keeps_points": True, **pilot}]}
    session = services.session_open(owner=who, title=YEAR, setup=setup, sitters={"pilot": Sitter(player=who)})
    made = career_open(session=session, owner=who, name=name)
    key = random.Random(seed).randbytes(32)
    Session.objects.filter(pk=session.pk).update(seed=key, commitment=commitment(key))
    services.session_begin(session=session_at(session.pk), player=who, nonce="release")
    session = demo.carried_out(session_at(session.pk))
    return made, flown(session, "pilot", "sensible", most=most)


def main(path):
    """Make the database."""
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

    berlin, downfall = {"scenario": "berlin"}, {"scenario": "downfall", "fog_of_war": True}
    with_odds("odds-raid", RAID, berlin, 1, 8, british=None, german=Sitter(policy="strong"))
    with_odds("odds-hunt", RAID, downfall, 2, 8, british=Sitter(policy="weak"), german=None)
    with_odds("odds-night", NIGHT, {"scenario": "4B"}, 3, 4, player=None)
    with_odds("odds-year", NIGHT, {"campaign": "green"}, 4, 8, player=None)

    friend = demo.member("friend")
    _career, over = career("fallen", 9, 5_000)
    assert over.status == "over", over.status
    group = groups.group_found(owner=over.owner, name="Old friends")
    groups.group_join(group=group, player=friend)
    result = over.results.first()
    terms = {key: value for key, value in result.options.items() if key != "dice"}
    ends = timezone.localdate() + timedelta(days=3650)
    season = announced(group, YEAR, "Open year", {}, terms, under_way=True, ends=ends)
    season_enter(season=season, player=over.owner, number=fitting(season, over.owner)[0].pk)

    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as base:
        base.execute("DELETE FROM django_session")
        base.commit()
        base.execute("VACUUM")
    path.write_bytes(lzma.compress(Path(settings.DATABASES["default"]["NAME"]).read_bytes(), filters=SMALLEST))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
