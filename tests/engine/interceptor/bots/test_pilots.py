"""Bots and their standing orders. [6.1]"""

import msgspec
import pytest
from msgspec.structs import replace

from engine.interceptor.bots import policies
from engine.interceptor.bots.pilots import Careful, Careless, Pilot, PilotOrders
from engine.interceptor.game import TITLE
from engine.interceptor.questions import DuelState, ExpertRedraw, PassState, PurseState, RaidState
from engine.interceptor.state import SEATS, Options, PilotSetup, Setup
from engine.kernel.decisions import Decision, Question, UnknownQuestion
from engine.kernel.dice import FastDice
from engine.kernel.table import Table
from engine.kernel.title import drive
from tests.engine.interceptor.ground_case import charts

ROUND = PassState(
    bomber="B-17",
    escort="",
    reach=1,
    pass_number=1,
    fp=12,
    hits=0,
    airframe=(0, 0, 0, 0),
    target=(0, 1, 0, 0),
    destroyed="",
    bombs=False,
    gunners=0,
    wound=0,
    escaping="",
)
AIMS = ("fire:port-wing", "fire:starboard-wing", "fire:airframe")
BURSTS = tuple(aim.replace("fire", "burst") for aim in AIMS)
DUEL = DuelState(
    enemy="P-47",
    orientation=1,
    round=0,
    sun=False,
    fp=12,
    hits=0,
    airframe=(0, 0, 0, 0),
    wound=0,
    escaping="",
    agile=False,
    wingman_skills=(),
    quality="trained",
    target=(0, 0, 0, 0),
    leaving=False,
)
RAID = RaidState(
    bomber="B-17",
    escort="P-47",
    orientation=3,
    sun=True,
    box=1,
    bombs=True,
    fp=12,
    hits=0,
    wound=0,
    slip_away=2,
)
PURSE = PurseState(points=1, level=3, aircraft="Fw190A-4", fatigue=0, skills={"pilot": (), "wingman": ()})


def pilot(kind=Pilot, **orders) -> Pilot:
    return kind(charts(), "pilot", 0, msgspec.structs.replace(kind.Orders(), **orders))


def asked(kind: str, options: tuple[str, ...], question: Question) -> Decision:
    return Decision("pilot", kind, options, kind, "", question)


def attack(who: Pilot, *more: str, **facts) -> str:
    return who.choose(asked("bomber.round", (*AIMS, *more, "hold", "break-off"), replace(ROUND, **facts)))


def test_he_aims_at_the_bombs_and_else_at_the_worse_wing():
    assert attack(pilot(), bombs=True) == "fire:airframe"
    assert attack(pilot()) == "fire:starboard-wing"
    assert attack(pilot(), target=(2, 1, 0, 0)) == "fire:port-wing"


@pytest.mark.parametrize(
    "facts", [{"hits": 3}, {"wound": 2}, {"airframe": (3, 0, 0, 0)}, {"escaping": "leak"}, {"fp": 0}]
)
def test_he_breaks_off_when_hurt_or_out_of_ammunition(facts):
    assert attack(pilot(), **facts) == "break-off"
    assert attack(pilot(), hits=2) != "break-off"


def test_standing_orders_bound_the_range_the_hits_and_the_bursts():
    assert attack(pilot(closest="long")) == "break-off"
    assert attack(pilot(closest="long"), reach=0) == "fire:starboard-wing"
    assert attack(pilot(break_off_at=1), hits=1) == "break-off"
    assert attack(pilot(bursts="always"), *BURSTS) == "burst:starboard-wing"
    assert attack(pilot(bursts="long"), *BURSTS) == "fire:starboard-wing"
    assert attack(pilot(bursts="long"), *BURSTS, reach=0) == "burst:starboard-wing"


def test_the_wingman_is_sent_by_order_only():
    assert attack(pilot(), "wingman") != "wingman"
    assert attack(pilot(wingman_attacks="unescorted"), "wingman") == "wingman"
    assert attack(pilot(wingman_attacks="unescorted"), "wingman", escort="P-47") != "wingman"
    assert attack(pilot(wingman_attacks="always"), "wingman", escort="P-47") == "wingman"


def duel(who: Pilot, options: tuple[str, ...], **facts) -> str:
    return who.choose(asked("fighter.round", options, replace(DUEL, **facts)))


def test_he_shoots_from_behind_and_gets_away_when_hurt():
    assert duel(pilot(), ("fire", "disengage"), orientation=3) == "fire"
    assert duel(pilot(), ("fire", "disengage"), orientation=3, hits=3) == "disengage"
    assert duel(pilot(), ("disengage",), orientation=4) == "disengage"
    assert duel(pilot(), ("fire", "defend"), orientation=2) == "fire"
    assert duel(pilot(), ("fire", "defend"), orientation=2, hits=5) == "defend"


def test_he_defends_as_ordered_and_calls_a_trained_wingman():
    options = ("defend", "wingman", "tight-turn", "barrel-roll")
    assert duel(pilot(), options, wingman_skills=()) == "defend"
    assert duel(pilot(), options, wingman_skills=(), agile=True) == "tight-turn"
    assert duel(pilot(), options, wingman_skills=("expert:Fw190",)) == "wingman"
    assert (
        duel(pilot(call_wingman="never", defence="barrel-roll"), options, wingman_skills=("gunnery",)) == "barrel-roll"
    )
    assert duel(pilot(call_wingman="always"), options, wingman_skills=()) == "wingman"
    assert duel(pilot(), (*options, "split-s", "cuban-eight")) == "split-s"


def spending(who: Pilot, *options: str, **facts) -> str:
    return who.choose(asked("dispersal.spend", (*options, "done"), replace(PURSE, **facts)))


def test_he_saves_for_the_next_skill_of_his_list():
    assert spending(pilot(skills=("acm", "landing")), "skill:pilot:landing") == "done"
    assert spending(pilot(skills=("acm", "landing")), "skill:pilot:acm", "skill:pilot:landing") == "skill:pilot:acm"
    known = {"pilot": ("acm",), "wingman": ()}
    assert spending(pilot(skills=("acm", "landing")), "skill:pilot:landing", skills=known) == "skill:pilot:landing"
    assert spending(pilot(), "skill:wingman:expert:Fw190") == "skill:wingman:expert:Fw190"


def test_he_buys_better_aircraft_but_none_that_is_slower_unless_told():
    options = ("upgrade:Fw190A-6", "upgrade:Fw190A-5/U12", "upgrade:Bf109G-6")
    assert spending(pilot(), *options) == "upgrade:Fw190A-6"
    assert spending(pilot(slower=True), *options) == "upgrade:Fw190A-5/U12"
    assert spending(pilot(upgrades="never"), *options) == "done"
    assert spending(pilot(), "upgrade:Fw190A-5/U12") == "done"


def test_he_takes_leave_when_tired():
    assert spending(pilot(), "leave", fatigue=18) == "leave"
    assert spending(pilot(leave_at=25), "leave", fatigue=18) == "done"


def test_an_expert_redraws_what_does_little():
    card = ExpertRedraw(
        card=1,
        who="pilot",
        fp=12,
        result=0,
        jam=False,
        defence="jink",
        wingman_fp=0,
        wingman_avoid=0,
        wingman_improve=0,
    )

    def chosen(**facts) -> str:
        return pilot().choose(asked("expert.redraw", ("keep", "redraw"), replace(card, **facts)))

    assert chosen() == "redraw"
    assert chosen(result="DE") == "keep"
    assert chosen(fp=0) == "redraw"
    assert chosen(fp=0, defence="split-s") == "keep"


def test_what_a_bot_does_not_know_it_answers_with_what_is_offered():
    assert pilot().choose(asked("a.new.question", ("yes", "no"), UnknownQuestion("a.new.question"))) == "yes"


@pytest.mark.parametrize("kind", [Pilot, Careless, Careful])
def test_standing_orders_travel_as_plain_data(kind):
    orders = kind.Orders()
    assert isinstance(orders, PilotOrders)
    assert msgspec.convert(msgspec.to_builtins(orders), kind.Orders) == orders


@pytest.mark.parametrize("name", sorted(policies.POLICIES))
@pytest.mark.parametrize("play", ["solitaire", "cooperative", "competitive"])
def test_every_bot_flies_any_year_with_legal_orders(name, play):
    options = Options(fatigue=True, quality=True, positions=True, manoeuvres=True, attempt=True)
    for seed in range(3):
        pilots = [PilotSetup(unit=(5, 11, 17)[seed])] * (1 if play == "solitaire" else 2)
        state = TITLE.start(Setup(pilots=pilots, play=play, options=options), charts())
        bots_of = {seat: policies.POLICIES[name](charts(), seat, seed) for seat in SEATS}

        def choose(decision, bots_of=bots_of):
            order = bots_of[decision.actor].choose(decision, lambda: None)
            assert order in decision.options
            return order

        drive(TITLE.play(state, Table(FastDice(seed), charts())), choose, limit=20_000)
        assert TITLE.outcome(state, charts())


@pytest.mark.rule("7.1.2")
def test_out_of_the_sun_the_yardstick_opens_at_medium_range():
    assert pilot().choose(asked("bomber.start", ("medium", "long"), ROUND)) == "medium"
    assert pilot().choose(asked("raid.approach", ("bombers", "escort", "decline"), RAID)) == "bombers"
