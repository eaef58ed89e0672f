"""Makes the small house of a release that later releases are tried on: its database, and a file of each game.

It was run in a checkout of commit 2a36ce7 and uses that commit's own services, so it does not run against today's:

    git worktree add --detach /tmp/house 2a36ce7
    cd /tmp/house && VAR_DIR=/tmp/house-var NO_BOOTSTRAP=1 PYTHONPATH=. python <this file> <folder for what is made>

Every piece is found by a name: a career by its pilot's, any other session by that of the person who set the table.
`tests/houses/__init__.py` says what there is. Nothing of it is secret: the people are nobody.
"""

import io
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

from campaigns import career_file, career_services, demo, groups  # noqa: E402
from campaigns.logbook import Career  # noqa: E402
from campaigns.models import Player  # noqa: E402
from engine.kernel.dice import commitment  # noqa: E402
from play import advance, exports, keeping, services  # noqa: E402
from play.models import Order, OrderStatus, Session  # noqa: E402
from play.selectors import session_at  # noqa: E402
from play.services import Sitter  # noqa: E402

rng = random.Random(1943)


def member(name):
    """An account of that name, which is its e-mail too; its password is the demo's."""
    return demo._member(name)


def carried_out(session):
    """Do the workers' part here and now, bots' later orders too."""
    while True:
        pending = list(Order.objects.filter(session=session, status=OrderStatus.PENDING).order_by("pk"))
        if not pending:
            return session_at(session.pk)
        for order in pending:
            advance.carry_out(order.pk)


def table(owner, title, setup, seed, **sitters):
    """Set a table and begin, on dice of this seed."""
    session = services.session_open(owner=owner, title=title, setup=setup, sitters=sitters)
    secret = random.Random(seed).randbytes(32)
    Session.objects.filter(pk=session.pk).update(seed=secret, commitment=commitment(secret))
    for player in dict.fromkeys(seat.player for seat in session.table if seat.player):
        services.session_begin(session=session_at(session.pk), player=player, nonce="house")
    return carried_out(session)


def played(session, policy, until=lambda run: False, most=100_000):
    """Answer for the people at the table as this bot would, until it is as wished or over."""
    whim = random.Random(7)
    for _answer in range(most):
        if session.status != "playing":
            return session
        run = keeping.resume(session)
        if until(run):
            return session
        place = min(run.pending)
        decision = run.pending[place]
        bot = keeping.title_of(session).policies()[policy](run.pack, decision.actor, whim.randrange(2**32))
        answer = bot.choose(decision, lambda run=run, seat=decision.actor: run.view(seat))
        token = keeping.token_of(decision.key, keeping.asked_of(session)[place])
        seat = session.seat(decision.actor)
        services.answer_give(session=session, seat=seat, token=token, answer=keeping.plain(answer))
        session = carried_out(session)
    return session


def careers(ruth, tomasz, guest):
    """Interceptor Ace in every state that matters."""
    demo.LONGEST_STRETCH = 60
    demo.TABLETOP_LINES = 3
    demo._halted(ruth, "In a fight", rng, demo._in_a_fight)
    demo._halted(tomasz, "Between sorties", rng, demo._rested_after(2))
    demo._halted(tomasz, "In hospital", rng, demo._misses_lines_for("hospital"), track="nco")
    demo._year(ruth, "Fallen", rng, lambda one: not one.alive and 2 <= one.flights <= 3, shared=True)
    demo._tabletop(ruth, "Of the table", rng)
    demo._begun(guest, "Of a guest", rng)
    list(demo._pair(ruth, "Leads", tomasz, "Follows", rng, demo._both_fight, play="cooperative"))
    list(demo._pair(tomasz, "Rival", ruth, "Other rival", rng, demo._rival_is_asked, play="competitive"))
    flown = demo._begun(tomasz, "Flown by a bot", rng)
    career_services.bot_begin(career=flown, until="year", policy="sensible", orders={})
    from campaigns.logbook import BotFlight
    from play import lending

    flight = BotFlight.objects.get(career=flown)
    for _share in range(2):
        session = session_at(flown.session_id)
        loan = lending.Loan(flight.policy, flight.orders, flight.until, flight.since, 6)
        advance.carry_out(lending.lend(session=session, seat=session.seat(flown.seat), loan=loan).pk)
    file = io.BytesIO(career_file.written(Career.objects.get(name="Fallen")))
    file.size = file.getbuffer().nbytes
    taken = career_file.take_in(file, tomasz)
    carried_out(session_at(taken.session_id)) if taken.session_id else None
    Career.objects.filter(pk=taken.pk).update(name="Brought in")


def nights():
    """Bomber Command at plotting, in the middle and over; by two people and against bots."""
    bc = "bomber-command"
    plotting = member("plotting")
    table(plotting, bc, {"scenario": "berlin"}, 1, british=Sitter(player=plotting), german=Sitter(policy="strong"))
    two, other = member("two"), member("other")
    services.session_open(owner=two, title=bc, setup={}, sitters={"british": Sitter(player=two)})
    full = {"scenario": "downfall", "moon": True, "fog_of_war": True, "intruders": True, "always_ask": True}
    session = table(two, bc, full, 2, british=Sitter(player=two), german=Sitter(player=other))
    played(session, "strong", lambda run: getattr(run.state, "turn", 0) >= 3 and run.record.tail)
    bot = member("against-a-bot")
    session = table(bot, bc, {"scenario": "berlin"}, 3, british=Sitter(policy="strong"), german=Sitter(player=bot))
    played(session, "weak", lambda run: getattr(run.state, "turn", 0) >= 3 and run.record.tail)
    over = member("night-over")
    session = table(over, bc, {"scenario": "berlin"}, 4, british=Sitter(player=over), german=Sitter(policy="strong"))
    return played(session, "weak")


def interceptions():
    """Nightfighter: alone, with an umpire, a pilot's year and a Staffel's; under way and over."""
    nf = "nightfighter"

    def alone(name, seed, until=lambda run: False, policy="hunter", **setup):
        who = member(name)
        return played(table(who, nf, setup, seed, player=Sitter(player=who)), policy, until)

    def turns(count):
        return lambda run: run.state.turn >= count and run.state.phase == "turn" and run.record.tail

    alone("solo", 1, turns(3), scenario="4B", mode="solo")
    over = alone("solo-over", 2, scenario="4B", mode="solo")
    alone("umpired-by-computer", 3, turns(2), scenario="4B")
    umpired, umpire = member("umpired"), member("umpire")
    seats = {"player": Sitter(player=umpired), "umpire": Sitter(player=umpire)}
    played(table(umpired, nf, {"scenario": "4B", "umpire": "person"}, 4, **seats), "random", turns(2))
    alone("year", 5, turns(2), campaign="green", mode="solo")
    flies = member("year-over")
    for seed in range(40):
        begun = table(flies, nf, {"campaign": "seasoned", "mode": "solo"}, seed, player=Sitter(player=flies))
        if played(begun, "hunter", most=100).status == "over":
            break
        begun.delete()
    alone("staffel", 7, turns(2), campaign="staffel", mode="solo")
    staffel = alone("staffel-over", 6, campaign="staffel", mode="solo", policy="random")
    return over, staffel


def club(group_of):
    """A group of these, the first of whom founded it."""
    group = groups.group_found(owner=group_of[0], name="Tuesday club")
    for one in group_of[1:]:
        groups.group_join(group=group, player=one)


def kept(data, path):
    """Put a file away."""
    path.write_bytes(lzma.compress(data, preset=9))


def main(folder):
    """Make the house, and put it and its files into a folder."""
    call_command("migrate", verbosity=0)
    ruth, tomasz = member("Ruth"), member("Tomasz")
    guest = Player(display_name="Guest", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    club([ruth, tomasz])
    careers(ruth, tomasz, guest)
    fallen = session_at(Career.objects.get(name="Fallen").session_id)
    night, (interception, staffel) = nights(), interceptions()
    for session in (fallen, night, interception):
        kept(exports.written(session, session.owner), folder / f"{session.title}.json.xz")
    # A Staffel's whole year would be as large as all the rest: it is kept as a file alone.
    kept(exports.written(staffel, staffel.owner), folder / "staffel.json.xz")
    staffel.delete()
    kept(career_file.written(Career.objects.get(name="Fallen")), folder / "career.json.xz")
    importing = member("imported")
    middle = session_at(Career.objects.get(name="In a fight").session_id)
    carried_out(services.sandbox_fork(session=middle, player=ruth, at=middle.entries_made))
    file = io.BytesIO(exports.written(interception, interception.owner))
    file.size = file.getbuffer().nbytes
    carried_out(exports.take_in(file, importing))
    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as base:
        base.execute("VACUUM")
    kept(Path(settings.DATABASES["default"]["NAME"]).read_bytes(), folder / "house.sqlite3.xz")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
