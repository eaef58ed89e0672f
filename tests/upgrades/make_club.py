"""Makes the second small house, of a later release: the demonstration's club less its longest years, tables with odds.

It was run in a checkout of commit f40863c and uses that commit's own services, so it does not run against today's:

    git worktree add --detach /tmp/house f40863c
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
from play.selectors import session_at  # noqa: E402
from play.services import Sitter  # noqa: E402

from campaigns import demo  # noqa: E402
from engine.kernel.dice import commitment  # noqa: E402
from play import lending, services  # noqa: E402
from play.models import Session  # noqa: E402
from play.odds.services import odds_agree  # noqa: E402
from sorties.interceptor.models import Career  # noqa: E402

LONG = ("Viktor Ahrens", "Otto Grabow", "Otto Kranz", "Lorenz Haas", "Ernst Vogt", "Georg Lenz")
"""Years that would make the file as large as all the rest."""


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


def main(path):
    """Make the house, and put it away."""
    call_command("migrate", verbosity=0)
    demo.club()
    gone = Career.objects.filter(name__in=LONG).values_list("session", flat=True)
    Session.objects.filter(pk__in=list(gone)).delete()
    berlin, downfall = {"scenario": "berlin"}, {"scenario": "downfall", "fog_of_war": True}
    with_odds("odds-raid", "bomber-command", berlin, 1, 8, british=None, german=Sitter(policy="strong"))
    with_odds("odds-hunt", "bomber-command", downfall, 2, 8, british=Sitter(policy="weak"), german=None)
    with_odds("odds-night", "nightfighter", {"scenario": "4B"}, 3, 4, player=None)
    with_odds("odds-year", "nightfighter", {"campaign": "green"}, 4, 8, player=None)
    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as base:
        base.execute("DELETE FROM django_session")
        base.commit()
        base.execute("VACUUM")
    path.write_bytes(lzma.compress(Path(settings.DATABASES["default"]["NAME"]).read_bytes(), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
