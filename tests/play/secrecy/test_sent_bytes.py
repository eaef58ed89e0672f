"""Two games that differ only in facts hidden from a seat send it the same bytes, at every moment and address.

The comparison ends at the first event that the seat received in one of them alone (`tests/shared/sent_bytes.py`).
"""

import random
import secrets
from functools import partial
from itertools import count, product
from types import SimpleNamespace

import pytest

from engine.bomber_command.analysis import prospects as raids
from engine.bomber_command.game import TITLE as RAIDS
from engine.bomber_command.state import BRITISH, GERMAN
from engine.kernel.decisions import Refused
from engine.kernel.run import GameRecord, Run
from engine.nightfighter.analysis import prospects as nights
from engine.nightfighter.game import TITLE as NIGHTS
from engine.nightfighter.state import PLAYER, UMPIRE
from play.clocks.terms import Terms
from play.journal import store
from play.odds import worker
from play.odds.models import OddsTiming
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_begin, session_open
from tests.engine.bomber_command.builders import CHARTS
from tests.engine.nightfighter.builders import PACK
from tests.play.secrecy.test_visibility import turned
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory
from tests.shared.sample_sizes import sample_size
from tests.shared.sent_bytes import Plan, Table, Worth, compare, ordered, plan, played, stopped_clock, window, worth

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAIRS = sample_size("SENT_PAIRS", 5, 200)
"""Pairs of games of each title."""
ORDERS = sample_size("SENT_ORDERS", 2, 6)
"""Orders of a seat of which every moment is looked at."""
LONG = 6
"""Orders that are played by the rules alone to find those that are worth looking at."""
SHARE = 4
"""A look asks every fourth of the addresses that no open page asks by itself, the next look the others."""
TRIES, WHIMS = 8, 24
SMALL = 8
"""Orders of a question whose odds are computed."""
BUSY = ("scramble", "fighters.move")
MORE = 0.95
"""How likely a German who is busy moves one more unit with the same order."""
SECRET = ("raids.plot", "hand.put-back", "cards.discard", "flak.strip")
"""Questions of which the other side is not told how they were answered."""
DEPTHS = (0, 12, 30)
"""Answers of a night before what is hidden is made to differ."""


class Barren(Exception):
    """A night in which nothing is hidden where one looked for it."""


@pytest.fixture
def clock(monkeypatch, settings):
    monkeypatch.setattr("play.tasks.reckon.apply_async", lambda **how: None)
    # The same number of games is flown on however busy the machine is.
    monkeypatch.setattr(worker, "CPU_SECONDS", 600.0)
    for prospects in (raids.RaidProspects, nights.NightProspects):
        monkeypatch.setattr(prospects, "budget", lambda self, decision: len(decision.options))
    return stopped_clock(monkeypatch, settings)


@pytest.fixture
def seeded(monkeypatch):
    """Begin the next tables with the dice of a seed."""

    def seed(number):
        same = SimpleNamespace(
            token_bytes=lambda n: bytes([number % 256, number // 256]) * (n // 2), token_urlsafe=secrets.token_urlsafe
        )
        monkeypatch.setattr("play.utils.tokens.secrets", same)

    return seed


def begun(title, setup, *names):
    people = {name: PlayerFactory(display_name=name.title()) for name in names}
    sitters = {name: SeatAssignment(player=person) for name, person in people.items()}
    session = session_open(
        owner=people[names[0]], title=title, setup=setup, sitters=sitters, time_control=Terms(hours=24, leave=7)
    )
    Session.objects.filter(pk=session.pk).update(odds=OddsTiming.BEFORE, aided=True)
    for person in people.values():
        session_begin(session=session, player=person, nonce="a nonce")
    return carried_out(session)


def otherwise(chooses, one, at, place):
    """Answer as in a plan where possible, but otherwise at one of the questions about a secret."""
    asked, secrets_asked = count(), count()

    def choose(run, decision):
        number = next(asked)
        answer = store.json_data(chooses(run, decision))
        if number < len(one.answers) and (decision.form is not None or one.answers[number] in decision.options):
            answer = one.answers[number]
        if decision.kind not in SECRET or next(secrets_asked) != at:
            return answer
        others = plots(answer) if decision.form is not None else [one for one in decision.options if one != answer]
        return others[place % len(others)] if others else answer

    return choose


def plots(plot):
    """Return other plots than one: a raid fewer, or all of them later."""
    raids = plot.get("raids", [])
    found = [{"raids": raids[:at] + raids[at + 1 :]} for at in range(len(raids)) if len(raids) > 1]
    return [*found, *({"raids": [raid | {"turn": raid["turn"] + late} for raid in raids]} for late in (1, 2, 3))]


def best_of(one, others, least):
    """Return the plan of another truth that can show most beside one plan, if that is enough."""
    others = [other for other in others if other.truth is not None and other.truth != one.truth]
    found = max(others, key=partial(worth, one), default=None)
    if found is None or worth(one, found) < least:
        raise Barren
    return found


def planned(*how, **more):
    """Make a plan; one that the rules do not allow is none."""
    try:
        return plan(*how, **more)
    except Refused:
        return Plan()


def check_pairs(pair, clock, seeded):
    """Compare pairs of games of different truth, each played in full sight of one seat."""
    pairs = compared = 0
    for seed in range(40 * PAIRS):
        if pairs == PAIRS:
            break
        try:
            compared += check_pair(pair, clock, seeded, pairs, seed, orders=ORDERS)
        except (Barren, Refused):
            continue
        pairs += 1
    assert pairs == PAIRS and compared > 6 * PAIRS


def check_pair(pair, clock, seeded, number, seed, *, orders):
    """Compare one pair, and return how many moments were held against one another."""
    seeded(seed)
    table, one, two = pair(number, seed, clock)
    assert one.truth != two.truth
    small = SMALL if number % 4 == 0 else 0
    looked_at = window(one, two, orders)
    return compare(*(played(table, game, looked_at, reckons=small) for game in (one, two)))


# Bomber Command ----------------------------------------------------------------------------------------------------


def commanders(seed):
    """Answer for both sides by bots who see no more than their side; the German scrambles and moves all he can."""
    made = {name: RAIDS.policies()["weak"](CHARTS, name, seed) for name in (BRITISH, GERMAN)}
    rng = random.Random(seed)

    def choose(run, decision):
        busy = [one for one in decision.options if not one.startswith("done")]
        if decision.kind in BUSY and busy and seed % 3 and rng.random() < MORE:
            return rng.choice(busy)
        answer = store.json_data(made[decision.actor].choose(decision, partial(run.view, decision.actor)))
        if decision.kind == "raids.plot":
            # Somebody is to fly when the first units are scrambled.
            answer["raids"][0]["turn"] = 1
        return answer

    return choose


def raid_pair(number, seed, clock):
    """Play a night over Germany up to the plot or beyond; then both sides have other secrets from each other."""
    seat = (GERMAN, BRITISH)[number % 2]
    beyond = random.Random(seed).choice(DEPTHS) if seat == GERMAN and number % 4 else 0
    asks = bool(beyond) or seat == BRITISH
    # Who holds no card that fits is not asked, which the other side may see, unless the table asks always. [6.2]
    setup = {
        "scenario": ("berlin", "downfall")[(number // 2 if seat == GERMAN else seed) % 2],
        "fog_of_war": True,
        "always_ask": asks,
    }
    session, chooses = begun("bomber-command", setup, BRITISH, GERMAN), commanders(seed)
    for answers in range(2 * max(DEPTHS) + 60):
        run = services.run_of(session)
        if run.over:
            raise Barren
        decision = next(iter(run.pending.values()))
        if decision.kind in SECRET and decision.actor != seat and (not beyond or answers > beyond + 10):
            break
        session = ordered(session, decision, store.json_data(chooses(run, decision)))
    else:
        raise Barren
    one = plan(services.run_of(session), seat, commanders(seed), orders=LONG)
    others = [
        planned(services.run_of(session), seat, otherwise(commanders(seed), one, at, place), orders=LONG, like=one)
        for at, place in product(range(2 if asks else 1), range(6))
    ]
    return (
        Table(session_at(session.pk), seat, clock, SHARE),
        one,
        best_of(one, others, Worth(same=1) if asks else Worth(counted=1)),
    )


def test_nights_over_germany_that_differ_in_what_is_hidden_send_the_same_bytes(clock, seeded):
    check_pairs(raid_pair, clock, seeded)


# Nightfighter ------------------------------------------------------------------------------------------------------

SCENARIOS = ("4B", "8A", "5B", "9", "6D", "10")


def whims(seed, whim):
    """Answer at random: the player by a seed, the umpire by a whim of his own."""
    player, umpire = random.Random(seed), random.Random(whim)
    return lambda _run, decision: (player if decision.actor == PLAYER else umpire).choice(decision.options)


def night_pair(number, seed, clock):
    """Play a night up to where somebody unknown flies; then the umpire chooses otherwise, or he is elsewhere."""
    umpire = ("person", "computer")[number % 2]
    names = (PLAYER, UMPIRE) if umpire == "person" else (PLAYER,)
    session = begun("nightfighter", {"scenario": SCENARIOS[seed % len(SCENARIOS)], "umpire": umpire}, *names)
    chooses, least = whims(seed, seed), random.Random(seed).choice(DEPTHS)
    for answers in count():
        run = services.run_of(session)
        if run.over:
            raise Barren
        is_near = run.seam() is not None and any(one.status == "map" and not one.mark for one in run.state.bombers)
        if answers >= least and is_near:
            break
        decision = next(iter(run.pending.values()))
        session = ordered(session, decision, chooses(run, decision))
    bare, how = bare_of(run.seam()), {"orders": LONG}
    mine = started(session, bare)
    one = plan(mine, PLAYER, whims(seed, seed), record=store.pack_record(mine.record), **how)
    truths = [bare] * WHIMS if umpire == "person" else [turned(bare, random.Random(n)) for n in range(TRIES)]
    others = []
    for whim, truth in enumerate(truths, seed + 1):
        run = started(session, truth)
        if heard(run) == heard(started(session, bare)):
            how["record"] = store.pack_record(run.record)
            others.append(plan(run, PLAYER, whims(seed, whim), like=one, **how))
    return (
        Table(session_at(session.pk), PLAYER, clock, SHARE),
        one,
        best_of(one, others, Worth(asked=1) if umpire == "person" else Worth(same=2)),
    )


def bare_of(seam):
    """Return a seam without what came after it."""
    return GameRecord(seam.snapshot, dict(seam.counters), began=seam.began)


def started(session, record):
    """Take a game up at a seam."""
    return Run(NIGHTS, PACK, store.fair_dice(session), bare_of(record), fresh=True, frames=True)


def heard(run):
    """Return the events of the player as a game is resumed."""
    return [store.json_data(event) for event in run.step.events if event.seen_by(PLAYER)]


def test_nights_in_the_dark_that_differ_in_what_is_hidden_send_the_same_bytes(clock, seeded):
    check_pairs(night_pair, clock, seeded)


def test_a_watched_board_does_not_tell_where_an_order_came_to_rest(clock, seeded):
    """In one of these games the umpire is asked before the fighter's movement points are counted anew."""
    assert check_pair(night_pair, clock, seeded, 8, 25, orders=6) > 3
