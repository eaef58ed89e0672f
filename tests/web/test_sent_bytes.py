"""Two games that differ only in what a seat may not know send it the same bytes, at every moment, whatever it asks for.

Held until the first event that the seat was told in one of them alone (`tests/sent.py`).
"""

import random
import secrets
from functools import partial
from itertools import count
from types import SimpleNamespace

import pytest

from engine.bomber_command import prospects as raids
from engine.bomber_command.state import BRITISH, GERMAN
from engine.bomber_command.title import TITLE as RAIDS
from engine.kernel.run import Record, Run
from engine.nightfighter import prospects as nights
from engine.nightfighter.state import PLAYER, UMPIRE
from engine.nightfighter.title import TITLE as NIGHTS
from play import services
from play.journal import keeping
from play.models import Session
from play.odds import reckoning
from play.odds.models import When
from play.pace.terms import Terms
from play.selectors import session_at
from play.services import Sitter, session_begin, session_open
from tests.amounts import amount
from tests.engine.bomber_command.desk import CHARTS
from tests.engine.nightfighter.desk import PACK
from tests.factories import PlayerFactory
from tests.sent import Table, compare, ordered, played, stopped_clock
from tests.tables import carried_out
from tests.web.test_veils import turned

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAIRS = amount("SENT_PAIRS", 5, 200)
"""Pairs of games of each title."""
ORDERS = amount("SENT_ORDERS", 2, 6)
"""Orders of a seat of which every moment is looked at."""
SHARE = 4
"""A look asks every fourth of the addresses that no open page asks by itself, the next look the others."""
TRIES = 8
SMALL = 8
"""Orders of a question whose odds are computed."""
DEPTHS = (0, 20, 60)
"""Answers of a night before what is hidden is made to differ."""


class Barren(Exception):
    """A night in which nothing is hidden where one looked for it."""


@pytest.fixture
def clock(monkeypatch, settings):
    monkeypatch.setattr("play.tasks.reckon.apply_async", lambda **how: None)
    # The same number of games is flown on however busy the machine is.
    monkeypatch.setattr(reckoning, "CPU_SECONDS", 600.0)
    for prospects in (raids, nights):
        monkeypatch.setattr(prospects.Nights, "budget", lambda self, decision: len(decision.options))
    return stopped_clock(monkeypatch, settings)


@pytest.fixture
def seeded(monkeypatch):
    """Begin the next tables with the dice of a seed."""

    def seed(number):
        same = SimpleNamespace(
            token_bytes=lambda n: bytes([number % 256, number // 256]) * (n // 2), token_urlsafe=secrets.token_urlsafe
        )
        monkeypatch.setattr("play.models.secrets", same)

    return seed


def begun(title, setup, *names):
    people = {name: PlayerFactory(display_name=name.title()) for name in names}
    sitters = {name: Sitter(player=person) for name, person in people.items()}
    session = session_open(
        owner=people[names[0]], title=title, setup=setup, sitters=sitters, pace=Terms(hours=24, leave=7)
    )
    Session.objects.filter(pk=session.pk).update(odds=When.BEFORE, aided=True)
    for person in people.values():
        session_begin(session=session, player=person, nonce="a nonce")
    return carried_out(session)


def bots(title, charts, names, policy, seed):
    """Answer for every seat by its bot, who sees no more than the seat."""
    made = {name: title.policies()[policy](charts, name, seed) for name in names}
    return lambda run, decision: made[decision.actor].choose(decision, partial(run.view, decision.actor))


def told(run, decision, answer, viewer):
    """Return what a seat would be told of an answer."""
    events = run.answer(decision.actor, answer, decision.key).events
    return [keeping.plain(event) for event in events if event.seen_by(viewer)]


def other_answer(viewer, rng):
    """Find another answer than the one given of which a seat is told exactly the same."""

    def differs(session, decision, answer):
        choices = (
            plots(answer, rng) if decision.form is not None else [one for one in decision.options if one != answer]
        )
        before = told(services.run_of(session), decision, answer, viewer)
        for other in rng.sample(choices, min(TRIES, len(choices))):
            try:
                if told(services.run_of(session), decision, other, viewer) == before:
                    return other
            except services.Refused:
                continue
        return None

    return differs


def plots(plot, rng):
    """Return other plots than one: a raid fewer, later or the other way round in the list."""
    raids = plot.get("raids", [])
    found = [{"raids": raids[:at] + raids[at + 1 :]} for at in range(len(raids)) if len(raids) > 1]
    found += [{"raids": [raid | {"turn": raid["turn"] + rng.randint(1, 3)} for raid in raids]}]
    return [*found, {"raids": raids[::-1]}]


def up_to_a_secret(session, viewer, chooses, rng, least):
    """Play on until the other side is to answer what can be answered otherwise without the viewer being told."""
    secret = other_answer(viewer, rng)
    for answers in range(400):
        run = services.run_of(session)
        if run.over:
            break
        decision = next(iter(run.pending.values()))
        answer = keeping.plain(chooses(run, decision))
        if answers >= least and decision.actor != viewer and secret(session, decision, answer) is not None:
            return session
        session = ordered(session, decision, answer)
    raise Barren


# Bomber Command ----------------------------------------------------------------------------------------------------


def raid(seed, seat, clock, seeded):
    """Play a night over Germany up to the plot, or to a later secret of the other side."""
    seeded(seed)
    setup = {"scenario": ("berlin", "downfall")[seed // 2 % 2], "fog_of_war": True}
    session, rng = begun("bomber-command", setup, BRITISH, GERMAN), random.Random(seed)
    chooses = bots(RAIDS, CHARTS, (BRITISH, GERMAN), "weak", seed)
    while (decision := next(iter(services.run_of(session).pending.values()))).form is None:
        session = ordered(session, decision, keeping.plain(chooses(services.run_of(session), decision)))
    if seat == BRITISH or seed % 4:
        session = up_to_a_secret(session, seat, chooses, rng, rng.choice(DEPTHS) if seat == BRITISH else 0)
    return Table(session_at(session.pk), seat, clock, SHARE)


def raid_pair(seed, clock, seeded):
    """Play a night over Germany twice, as one side sees it, with another secret of the other side."""
    seat = (GERMAN, BRITISH)[seed % 2]
    table = raid(seed, seat, clock, seeded)
    chooses = partial(bots, RAIDS, CHARTS, (BRITISH, GERMAN), "weak", seed)
    how = {"orders": ORDERS, "reckons": SMALL if seed % 4 == 1 else 0}
    one = played(table, chooses(), **how)
    other = other_answer(seat, random.Random(seed))
    return table, one, played(table, chooses(), as_in=one, differs=other, **how)


def check_pairs(made, clock, seeded):
    """Compare pairs of games, and see that they are pairs of different games."""
    pairs = compared = differed = 0
    for seed in count():
        if pairs == PAIRS:
            break
        try:
            table, one, two = made(seed, clock, seeded)
        except Barren:
            continue
        assert two.differs or one.truth != two.truth
        pairs, compared, differed = pairs + 1, compared + compare(one, two), differed + (one.truth != two.truth)
        table.session.delete()
    assert differed > PAIRS / 2 and compared > 6 * PAIRS


def test_nights_over_germany_that_differ_in_what_is_hidden_send_the_same_bytes(clock, seeded):
    check_pairs(raid_pair, clock, seeded)


# Nightfighter ------------------------------------------------------------------------------------------------------

SCENARIOS = ("4B", "8A", "5B", "9", "6D", "10")


def night(seed, umpire, clock, seeded):
    """Play a night up to a secret of the umpire, or with the computer as umpire to a turn in which one unknown flies."""
    seeded(seed)
    names = (PLAYER, UMPIRE) if umpire == "person" else (PLAYER,)
    session = begun("nightfighter", {"scenario": SCENARIOS[seed % len(SCENARIOS)], "umpire": umpire}, *names)
    rng, chooses = random.Random(seed), at_random(seed)
    if umpire == "person":
        session = up_to_a_secret(session, PLAYER, chooses, rng, rng.choice(DEPTHS))
        return Table(session_at(session.pk), PLAYER, clock, SHARE)
    for _ in range(200):
        run = services.run_of(session)
        if run.seam() is not None and any(one.status == "map" and not one.mark for one in run.state.bombers):
            return Table(session_at(session.pk), PLAYER, clock, SHARE)
        decision = next(iter(run.pending.values()))
        session = ordered(session, decision, chooses(run, decision))
    raise Barren


def at_random(seed):
    rng = random.Random(seed)
    return lambda _run, decision: rng.choice(decision.options)


def two_truths(session, rng):
    """Return the game from the seam at which it stands, and with what its player does not know of elsewhere."""
    seam = services.run_of(session).seam()
    bare = Record(seam.snapshot, dict(seam.counters), began=seam.began)

    def begun(record):
        run = Run(NIGHTS, PACK, keeping.fair_dice(session), record, fresh=True)
        return run, [keeping.plain(event) for event in run.step.events if event.seen_by(PLAYER)]

    mine, heard = begun(bare)
    others = (begun(turned(bare, rng)) for _ in range(TRIES))
    other = next((run for run, also_heard in others if also_heard == heard), None)
    if other is None:
        raise Barren
    return keeping.record_bytes(mine.record), keeping.record_bytes(other.record)


def night_pair(seed, clock, seeded):
    """Play a night twice, under a person as umpire or under the computer."""
    umpire = ("person", "computer")[seed % 2]
    table = night(seed, umpire, clock, seeded)
    row, how = Session.objects.filter(pk=table.session.pk), {"orders": ORDERS, "reckons": SMALL if seed % 4 == 1 else 0}
    if umpire == "person":
        one = played(table, at_random(seed), **how)
        other = other_answer(PLAYER, random.Random(seed))
        return table, one, played(table, at_random(seed), as_in=one, differs=other, **how)
    first, second = two_truths(table.session, random.Random(seed))
    row.update(record=first)
    one = played(table, at_random(seed), **how)
    row.update(record=second)
    return table, one, played(table, at_random(seed), as_in=one, **how)


def test_nights_in_the_dark_that_differ_in_what_is_hidden_send_the_same_bytes(clock, seeded):
    check_pairs(night_pair, clock, seeded)
