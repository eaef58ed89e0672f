"""Write the upgrade fixture of commit 13aa620: what its faults left in a database, and games of every title.

It ran in a checkout of that commit and uses that commit's own services, so it does not run against today's:

    git worktree add --detach /tmp/house 13aa620
    cd /tmp/house && VAR_DIR=/tmp/house-var NO_BOOTSTRAP=1 PYTHONPATH=. python <this file> <folder for the files>

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
os.environ["VEIL_BEAT_SECONDS"] = os.environ["VEIL_HOLD_SECONDS"] = "0"
django.setup()

from campaigns.notices.models import Hook  # noqa: E402
from campaigns.seasons.demo import announced  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402
from play.hindsight import reckoning  # noqa: E402
from play.hindsight.services import look_back_ask  # noqa: E402
from play.packs.services import pack_bring  # noqa: E402
from play.selectors import known_events, session_at  # noqa: E402
from play.services import Sitter  # noqa: E402
from play.watching.services import umpire_agree, umpire_ask, watch_give  # noqa: E402
from sorties.interceptor.books import career_file  # noqa: E402
from sorties.interceptor.career.projection import career_open  # noqa: E402

from campaigns import demo  # noqa: E402
from campaigns.api.services import token_make  # noqa: E402
from campaigns.groups import services as groups  # noqa: E402
from campaigns.seasons.selectors import fitting  # noqa: E402
from campaigns.seasons.services import season_enter  # noqa: E402
from engine.kernel.dice import commitment  # noqa: E402
from play import exports, lending, services  # noqa: E402
from play.models import Order, OrderStatus, Session  # noqa: E402

RAID, NIGHT, YEAR = "bomber-command", "nightfighter", "interceptor-ace"
SMALLEST = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0}]
ENDLESS = """own:
  provenance: printed on a sheet of our own
  scenario:
    id: endless
    title: More waves than aircraft
    date: "1943-08"
    attackers:
      - {type: "Lancaster I / III", count: 2}
      - {type: Me110G-4, count: 4, role: intruder}
    entry: {waves: {first: 1, each: 3, turns: 2}}
    defenders:
      - {type: Me110G-4}
    setup: {beacon: true, rows: [14, 27]}
    victory: {win: {kills: 2}}
"""


def table(name, title, setup, seed, **sitters):
    """Begin a game in which this person has every seat that nobody else has."""
    who = demo.member(name)
    sitters = {seat: one or Sitter(player=who) for seat, one in sitters.items()}
    return demo.begun(who, title, setup, random.Random(seed).randbytes(32), **sitters)


def looked(session):
    """Say that every person has seen all there is, as their pages do."""
    for seat in session.table:
        if seat.player_id:
            upto = known_events(session, seat.name).count()
            services.seat_seen(session=session, seat=seat, upto=upto)


def played(session, seat, bot, most, until=lambda session: False):
    """Let a bot answer for a person up to so many times."""
    for _answer in range(most):
        if session.status != "playing" or until(session):
            break
        session = demo.played(session, seat, lending.Loan(bot, {}, "", None, 1), 1)
    return session


def asked(session, seat):
    """Say whether this seat has an open question."""
    return any(one.actor == seat for one in services.run_of(session).pending.values())


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
    return made, played(session, "pilot", "sensible", most)


def main(folder):
    """Make the database and the files."""
    call_command("migrate", verbosity=0)
    fog = {"scenario": "berlin", "fog_of_war": True}

    hunting = table("hunting in fog", RAID, fog, 1, british=Sitter(policy="strong"), german=None)
    looked(played(hunting, "german", "strong", 40))
    looked(played(table("raiding", RAID, fog, 2, british=None, german=Sitter(policy="weak")), "british", "strong", 30))

    session = table("raid over", RAID, {"scenario": "berlin"}, 3, british=None, german=Sitter(policy="weak"))
    while session.status == "playing":
        session = demo.played(session, "british", lending.Loan("strong", {}, "", None, 40), 1)
    (folder / "bomber-command.json.xz").write_bytes(
        lzma.compress(exports.written(session, session.owner), filters=SMALLEST)
    )

    friend = demo.member("friend")
    setup = {"scenario": "4B", "mode": "blind", "umpire": "person"}
    session = table("under a person", NIGHT, setup, 2, player=None, umpire=Sitter(player=friend))
    for answered in range(60):
        if asked(session, "umpire") and answered > 20:
            break
        seat, bot = ("player", "hunter") if asked(session, "player") else ("umpire", "random")
        session = played(session, seat, bot, 1)
    looked(session)

    session = table("watched", NIGHT, {"scenario": "4B", "mode": "blind"}, 5, player=None)
    session = played(session, "player", "hunter", 12)
    watch = watch_give(session=session, seat=session.seat("player"), kind="umpire")
    umpire_ask(watch=watch, session=session, player=friend)
    umpire_agree(session=session, player=session.owner, number=watch.pk, watcher=friend.pk)

    played(table("two intruders", NIGHT, {"scenario": "10", "mode": "blind"}, 6, player=None), "player", "hunter", 8)
    table("endless", NIGHT, {"scenario": "own", "own": ENDLESS, "mode": "blind"}, 7, player=None)

    _ace, session = career("ace", 8, 120, ace="Egon Mayer")
    fallen, over = career("fallen", 9, 5_000)
    assert over.status == "over" and not over.outcome["careers"]["pilot"].get("alive", True), over.outcome
    _flying, flying = career("flying", 12, 12)
    assert flying.status == "playing"
    lending.lend(session=flying, seat=flying.seat("pilot"), loan=lending.Loan("sensible", {}, "", None, 1))
    assert Order.objects.filter(session=flying, status=OrderStatus.PENDING).exists()
    look = look_back_ask(session=over, seat=over.seat("pilot"), player=over.owner)
    reckoning.carry_on(look.pk, 0)
    (folder / "interceptor-ace.json.xz").write_bytes(lzma.compress(exports.written(over, over.owner), filters=SMALLEST))
    (folder / "career.json.xz").write_bytes(lzma.compress(career_file.written(fallen), filters=SMALLEST))

    group = groups.group_found(owner=over.owner, name="Old friends")
    groups.group_join(group=group, player=friend)
    token_make(group=group, name="table", scope="members")
    Hook.objects.create(group=group, address="https://example.org/hook")
    day = timezone.localdate()
    result = over.results.first()
    terms = {key: value for key, value in result.options.items() if key != "dice"}
    season = announced(group, YEAR, "Open year", {}, terms, under_way=True, ends=day + timedelta(days=3650))
    season_enter(season=season, player=over.owner, number=fitting(season, over.owner)[0].pk)
    pack_bring(owner=over.owner, game=YEAR, title="Faulty", texts={"weather.yaml": "nonsense: [1, 2]\n"})

    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as base:
        base.execute("DELETE FROM django_session")
        base.commit()
        base.execute("VACUUM")
    (folder / "house.sqlite3.xz").write_bytes(
        lzma.compress(Path(settings.DATABASES["default"]["NAME"]).read_bytes(), filters=SMALLEST)
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
