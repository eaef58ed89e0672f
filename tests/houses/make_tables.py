"""Makes the third small house, of a later release: tables of the hidden games, one night over and one with odds asked.

It was run in a checkout of commit 3ea9b1d and uses that commit's own services, so it does not run against today's:

    git worktree add --detach /tmp/house 3ea9b1d
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
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from campaigns import demo  # noqa: E402
from engine.kernel.dice import commitment  # noqa: E402
from play import lending, services  # noqa: E402
from play.models import Session  # noqa: E402
from play.odds.reckoning import reckon  # noqa: E402
from play.odds.services import odds_agree, odds_ask  # noqa: E402
from play.selectors import session_at  # noqa: E402
from play.services import Sitter  # noqa: E402

BOTS = {"bomber-command": "strong", "nightfighter": "hunter", "interceptor-ace": "sensible"}


def table(name, title, setup, seed, shares, **sitters):
    """Set a table at which odds are shown before the order, let a bot play the person's seat, and reckon once."""
    who = demo.member(name)
    sitters = {seat: one or Sitter(player=who) for seat, one in sitters.items()}
    session = services.session_open(owner=who, title=title, setup=setup, sitters=sitters)
    odds_agree(session=session, player=who, when="before")
    secret = random.Random(seed).randbytes(32)
    Session.objects.filter(pk=session.pk).update(seed=secret, commitment=commitment(secret))
    services.session_begin(session=session_at(session.pk), player=who, nonce="house")
    session = demo.carried_out(session)
    seat = next(one for one in session.table if one.player == who)
    session = demo.played(session, seat.name, lending.Loan(BOTS[title], {}, "", None, 40), shares)
    forecast = odds_ask(session=session, seat=session.seat(seat.name))
    if forecast is not None:
        reckon(forecast.pk, forecast.token)


def main(path):
    """Make the house, and put it away."""
    call_command("migrate", verbosity=0)
    raid = "bomber-command"
    table("in the middle", raid, {"scenario": "berlin"}, 1, 2, british=None, german=Sitter(policy="strong"))
    table(
        "hunting", raid, {"scenario": "downfall", "fog_of_war": True}, 2, 3, british=Sitter(policy="weak"), german=None
    )
    table("over", raid, {"scenario": "berlin"}, 3, 60, british=Sitter(policy="strong"), german=None)
    table("night", "nightfighter", {"scenario": "4B"}, 4, 1, player=None)
    table("year", "nightfighter", {"campaign": "green"}, 5, 2, player=None)
    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as base:
        base.execute("DELETE FROM django_session")
        base.commit()
        base.execute("VACUUM")
    path.write_bytes(lzma.compress(Path(settings.DATABASES["default"]["NAME"]).read_bytes(), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
