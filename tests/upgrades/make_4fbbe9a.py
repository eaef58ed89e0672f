"""Write the upgrade fixture of commit 4fbbe9a: a site that was begun by 1880c14, upgraded, and played on.

Six games, their odds and their reviews are those that 1880c14 stored. The others are begun by 4fbbe9a. The script ran
in a checkout of that commit and uses that commit's own services, so it does not run against today's:

    git worktree add --detach /tmp/old 4fbbe9a
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

from allauth.account.models import EmailAddress  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from campaigns.accounts.models import Player  # noqa: E402
from campaigns.demo.club import ADDRESS, begun, carried_out, member, played  # noqa: E402
from campaigns.demo.seasons import announced  # noqa: E402
from campaigns.groups import services as groups  # noqa: E402
from campaigns.groups.models import Group  # noqa: E402
from campaigns.seasons.models import Season  # noqa: E402
from campaigns.seasons.selectors import fitting  # noqa: E402
from campaigns.seasons.services import season_enter  # noqa: E402
from engine.kernel.dice import commitment  # noqa: E402
from play.bots.substitute import Substitution  # noqa: E402
from play.exercises.services import review_offer  # noqa: E402
from play.journal.store import dry_run  # noqa: E402
from play.models import Session  # noqa: E402
from play.odds.services import odds_agree, odds_ask, odds_set  # noqa: E402
from play.odds.worker import compute_odds  # noqa: E402
from play.orders.models import Order, OrderKind, OrderStatus  # noqa: E402
from play.reviews.services import review_share, review_start  # noqa: E402
from play.reviews.worker import compute_share  # noqa: E402
from play.sessions import services  # noqa: E402
from play.sessions.selectors import session_at  # noqa: E402
from play.sessions.services import SeatAssignment  # noqa: E402
from sorties.interceptor.records.projection import career_create  # noqa: E402

RAID, NIGHT, YEAR = "bomber-command", "nightfighter", "interceptor-ace"
BEFORE = Path("tests/upgrades/1880c14/house.sqlite3.xz")
"""The database that the release before left, in the checkout."""
STORED_BEFORE = {
    "thinks": "old thinks",
    "thought": "old thought",
    "over": "old over",
    "year": "old year",
    "short year": "old short year",
    "search": "old search",
    "odds-year": "old night year",
}
PILOT = {"pilots": [{"name": "Paul Riedel", "unit": 6}]}
SHORT = 51
"""The seed of a year that ends soon."""
FEW, MANY = 24, 40
SMALLEST = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0}]


def upgraded():
    """Lay down the database of the release before, with some of its games, and migrate it."""
    Path(settings.DATABASES["default"]["NAME"]).write_bytes(lzma.decompress(BEFORE.read_bytes()))
    call_command("migrate", verbosity=0)
    Season.objects.all().delete()
    Group.objects.all().delete()
    Session.objects.exclude(owner__display_name__in=STORED_BEFORE).delete()
    Player.objects.exclude(display_name__in=STORED_BEFORE).delete()
    for name, now in STORED_BEFORE.items():
        player = Player.objects.get(display_name=name)
        player.display_name, player.email = now, ADDRESS.format(name=now.replace(" ", "-"))
        player.save()
        EmailAddress.objects.filter(user=player).update(email=player.email)


def table(name, title, setup, seed, **sitters):
    """Begin a game in which this person has every seat that nobody else has."""
    who = member(name)
    sitters = {seat: one or SeatAssignment(player=who) for seat, one in sitters.items()}
    return begun(who, title, setup, random.Random(seed).randbytes(32), **sitters)


def thinks_next(session):
    """Say whether a bot has something to think over."""
    return Order.objects.filter(session=session, status=OrderStatus.PENDING, kind=OrderKind.THINK).exists()


def has_many_orders(seat):
    """Return what says whether a seat is asked something with many orders."""

    def so(session):
        return any(len(one.options) > MANY for one in dry_run(session).pending.values() if one.actor == seat)

    return so


def flown(session, seat, bot, wanted=lambda session: False, most=1, answers=10_000):
    """Let a bot play a person's seat, and others think, until the game stands as it is wanted."""
    for _answer in range(answers):
        if session.status != "playing" or wanted(session):
            break
        if thinks_next(session):
            session = carried_out(session)
        else:
            session = played(session, seat, Substitution(bot, {}, "", None, most), 1)
    return session


def with_many_orders(session, seat):
    """Have the odds of a question with many orders computed."""
    odds_set(session=session, seat=session.seat(seat), when="before")
    session = session_at(session.pk)
    job = odds_ask(session=session, seat=session.seat(seat))
    compute_odds(job.pk, job.token)
    job.refresh_from_db()
    assert len(job.told["orders"]) > FEW, job.told


def reviewed(session, seat, shares=None):
    """Review a game for a seat, to the end or for so many shares."""
    session = session_at(session.pk)
    look = review_start(session=session, seat=session.seat(seat), player=session.seat(seat).player)
    done = 0
    while done is not None and shares != 0:
        done = compute_share(look.pk, done)
        shares = None if shares is None else shares - 1
    look.refresh_from_db()
    print(look, look.state, look.cpu_ms, flush=True)
    return look


def opened(who, title, setup, seed, **sitters):
    """Set a table whose dice are thrown from this seed."""
    session = services.session_open(owner=who, title=title, setup=setup, sitters=sitters)
    secret = random.Random(seed).randbytes(32)
    Session.objects.filter(pk=session.pk).update(seed=secret, commitment=commitment(secret))
    return session_at(session.pk)


def with_odds(name, title, setup, seed, shares, **sitters):
    """Set a table at which odds are shown before the order, and let a bot play the person's seat for a while."""
    who = member(name)
    sitters = {seat: one or SeatAssignment(player=who) for seat, one in sitters.items()}
    session = opened(who, title, setup, seed, **sitters)
    odds_agree(session=session, player=who, when="before")
    services.session_begin(session=session_at(session.pk), player=who, nonce="house")
    session = carried_out(session)
    seat = next(one.name for one in session.table if one.player == who)
    bot = {RAID: "strong", NIGHT: "hunter", YEAR: "sensible"}[title]
    return played(session, seat, Substitution(bot, {}, "", None, 6), shares)


def career(name, seed, answers, **pilot):
    """Fly a career of Interceptor Ace for so many answers."""
    who = member(name)
    setup = {"pilots": [{"name": name, "keeps_points": True, **pilot}]}
    session = opened(who, YEAR, setup, seed, pilot=SeatAssignment(player=who))
    made = career_create(session=session, owner=who, name=name)
    services.session_begin(session=session_at(session.pk), player=who, nonce="release")
    return made, flown(carried_out(session_at(session.pk)), "pilot", "sensible", most=40, answers=answers)


def raids():
    """Make the nights of Bomber Command."""
    thinking, berlin = SeatAssignment(policy="thinking"), {"scenario": "berlin"}
    flown(table("thinks", RAID, berlin, 1, british=thinking, german=None), "german", "strong", thinks_next)
    session = table("thought", RAID, berlin, 2, british=thinking, german=None)
    session = flown(session, "german", "strong", has_many_orders("german"))
    with_many_orders(session, "german")

    session = table("over", RAID, berlin, 3, british=None, german=SeatAssignment(policy="weak"))
    session = flown(session, "british", "strong", most=40)
    assert session.status == "over"
    assert reviewed(session, "british", shares=3).state == "running"
    with_odds("odds-raid", RAID, berlin, 1, 8, british=None, german=SeatAssignment(policy="strong"))
    downfall = {"scenario": "downfall", "fog_of_war": True}
    with_odds("odds-hunt", RAID, downfall, 2, 8, british=SeatAssignment(policy="weak"), german=None)


def years():
    """Make the years of Interceptor Ace, and a group with a season."""
    session = flown(table("year", YEAR, PILOT, 4, pilot=None), "pilot", "careless", most=40)
    reviewed(session, "pilot")
    review_share(session=session, seat=session.seat("pilot"), shared=True)
    review_offer(session=session, seat=session.seat("pilot"), offered=True)
    session = flown(table("short year", YEAR, PILOT, SHORT, pilot=None), "pilot", "careless", most=40)
    assert reviewed(session, "pilot", shares=1).state == "running"

    _career, flying = career("flying", 12, 1)
    assert flying.status == "playing"
    _career, over = career("fallen", 2, 10_000)
    assert over.status == "over", over.status
    group = groups.group_found(owner=over.owner, name="Old friends")
    groups.group_join(group=group, player=member("friend"))
    result = over.results.first()
    terms = {key: value for key, value in result.options.items() if key != "dice"}
    ends = timezone.localdate() + timedelta(days=3650)
    season = announced(group, YEAR, "Open year", {}, terms, under_way=True, ends=ends)
    season_enter(season=season, player=over.owner, number=fitting(season, over.owner)[0].pk)


def nights():
    """Make the games of Nightfighter."""
    session = flown(table("night over", NIGHT, {"scenario": "4B"}, 5, player=None), "player", "hunter", most=20)
    reviewed(session, "player")
    session = table("search", NIGHT, {"scenario": "4B"}, 6, player=None)
    session = flown(session, "player", "hunter", has_many_orders("player"))
    with_many_orders(session, "player")
    with_odds("odds-night", NIGHT, {"scenario": "4B"}, 3, 4, player=None)
    with_odds("odds-year", NIGHT, {"campaign": "green"}, 4, 8, player=None)


def main(path):
    """Make the database."""
    upgraded()
    raids()
    years()
    nights()
    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as base:
        base.execute("DELETE FROM django_session")
        base.commit()
        base.execute("VACUUM")
    path.write_bytes(lzma.compress(Path(settings.DATABASES["default"]["NAME"]).read_bytes(), filters=SMALLEST))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
