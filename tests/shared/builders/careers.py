"""Careers for the tests: begun and flown by the services that the pages and the workers call."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from engine.interceptor.bots.policies import POLICIES
from engine.interceptor.state import Setup
from engine.kernel.decisions import Decision
from engine.kernel.dice import FairDice
from engine.kernel.run import Run
from engine.kernel.title import RandomPolicy
from play.bots import substitute
from play.games import titles
from play.journal import store
from play.orders import execute
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from sorties.interceptor.careers import services as career_services
from sorties.interceptor.exports import log_import
from sorties.interceptor.records import projection as careers
from sorties.interceptor.records.models import BotFlight, InterceptorCareer
from tests.shared.builders.commitments import brought
from tests.shared.builders.tables import carried_out

POIX = 6
"""The unit that begins at Poix in March, in range of most early raids, with one type to choose from."""


def wanted(**pilot: Any) -> dict[str, Any]:
    """A set-up for one pilot alone."""
    options = pilot.pop("options", {})
    return {"pilots": [{"name": "Jakob Wieland", "unit": POIX} | pilot], "options": options}


def begun(player: Any, seed: int = 1, **pilot: Any) -> InterceptorCareer:
    """A career at its first question, on dice that are always the same."""
    sitters = {"pilot": services.SeatAssignment(player=player)}
    session = services.session_open(owner=player, title=careers.TITLE, setup=wanted(**pilot), sitters=sitters)
    Session.objects.filter(pk=session.pk).update(seed=seed_bytes(seed))
    services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    carried_out(session)
    return InterceptorCareer.objects.get(session=session)


def seed_bytes(seed: int) -> bytes:
    """A seed for the dice of a session."""
    return random.Random(seed).randbytes(32)


def fly(
    career: InterceptorCareer, until: str = "year", policy: str = "sensible", orders: dict[str, Any] | None = None
) -> InterceptorCareer:
    """Let the bot fly, as the worker does."""
    flight = career_services.FLIGHTS.begin(career=again(career), until=until, policy=policy, orders=orders or {})
    while career_services.FLIGHTS.fly_on(flight_id=flight.pk):
        pass
    assert BotFlight.objects.get(pk=flight.pk).status == BotFlight.Status.DONE
    return again(career)


def again(career: InterceptorCareer) -> InterceptorCareer:
    """The career as the tables have it now."""
    return InterceptorCareer.objects.select_related("session", "owner").get(pk=career.pk)


def seed_for(wish: Callable[[Any], bool], **pilot: Any) -> int:
    """Find dice that give a year as it is wished: flown in memory by the bot that `fly` sends."""
    for seed in range(1, 400):
        if wish(year_of(seed, **pilot).careers[0]):
            return seed
    raise LookupError("no such year in 400")


@cache
def year_of(seed: int, **pilot: Any) -> Any:
    """Fly a year in memory, on the dice that `begun` gives, and return its last state: to be looked at by many."""
    *_, run = questions_of(seed, **pilot)
    return run.state


def questions_of(seed: int, **pilot: Any) -> Iterator[Run]:
    """Fly a year in memory; give the run at each of its questions, and at its end."""
    session = Session(title=careers.TITLE, setup=wanted(**pilot), seed=seed_bytes(seed), nonces={"pilot": "a nonce"})
    session.pack_hash = store.title_of(session).load_pack("standard").hash
    run = store.begin(session)
    bot = POLICIES["sensible"](run.pack, "pilot", 0)
    while not run.over:
        yield run
        _place, decision = next(iter(run.pending.items()))
        run.answer("pilot", bot.choose(decision), decision.key)
    yield run


def begun_and_flown_to(player: Any, wish: Callable[[Run], bool]) -> InterceptorCareer:
    """A career at the first question that meets a wish, on the first dice that have one."""
    for seed in range(1, 400):
        for answers, run in enumerate(questions_of(seed)):
            if not run.over and wish(run):
                return fly_answers(begun(player, seed), answers)
    raise LookupError("no such question in 400 years")


def fly_answers(career: InterceptorCareer, answers: int) -> InterceptorCareer:
    """Let the bot answer so many questions."""
    while answers:
        session = session_at(career.session_id)
        loan = substitute.Substitution("sensible", {}, "year", "", min(answers, 100))
        order = substitute.substitute_order(session=session, seat=session.seat("pilot"), substitution=loan)
        execute.execute_order(order.pk)
        answers -= session_at(career.session_id).entries_made - session.entries_made
    return again(career)


def flown_in_memory(player: Any, seed: int, policy: str = "sensible", **pilot: Any) -> InterceptorCareer:
    """A whole year on dice of this site, flown in memory by a bot and carried out at once."""
    _run, trial = year_in_memory(seed, policy, **pilot)
    career = log_import.import_log(trial, player, brought())
    carried_out(session_at(career.session_id))
    return again(career)


def year_in_memory(seed: int, policy: str = "sensible", **pilot: Any) -> tuple[Run, log_import.LogTrial]:
    """Fly the year that `flown_in_memory` stores, and return it with its journal."""
    setup = wanted(**pilot)
    typed = msgspec.convert(setup, Setup)
    pack = titles.pack_of(careers.TITLE, "standard")
    run = Run.begin(titles.title_of(careers.TITLE), pack, typed, FairDice(seed_bytes(seed)))
    bot = POLICIES[policy](pack, "pilot", seed)
    counters: dict[str, int] = {}
    draws = store.numbered(run.step.draws, counters)
    trial = log_import.LogTrial("", setup=typed)
    trial.journal = [{"kind": "begin", "seat": "", "key": "", "answer": None, "draws": draws}]
    while not run.over:
        decision = next(iter(run.pending.values()))
        step = run.answer("pilot", bot.choose(decision), decision.key)
        given = {"kind": "answer", "seat": "pilot", "key": decision.key, "answer": store.json_data(step.entry.answer)}
        trial.journal.append(given | {"draws": store.numbered(step.draws, counters)})
    return run, trial


# Books kept from the table


def kept(player: Any, lines: int = 30, seed: int = 2, *, hardy: bool = True, **pilot: Any) -> InterceptorCareer:
    """A tabletop career of so many lines or to its end, made up by a die; who is hardy does not die of it."""
    rng = random.Random(seed)
    options = pilot.pop("options", {})
    setup = {"pilots": [{"name": "Jakob Wieland", "unit": POIX} | pilot], "options": options, "dice": "tabletop"}
    typed = msgspec.convert(setup, Setup)
    pack = titles.pack_of(careers.TITLE, "standard")
    run = Run.begin(titles.title_of(careers.TITLE), pack, typed, FairDice(seed_bytes(seed)))
    counters: dict[str, int] = {}
    begun = {
        "kind": "begin",
        "seat": "",
        "key": "",
        "answer": None,
        "draws": store.numbered(run.step.draws, counters),
    }
    trial = log_import.LogTrial("", setup=typed, journal=[begun])
    while not run.over and len(run.state.careers[0].log) < lines:
        (decision,) = run.asked("pilot")
        if decision.form:
            answer = _sheet(decision, run.state.careers[0], rng, hardy)
        else:
            answer = rng.choice([one for one in decision.options if not hardy or one != "shoot"])
        step = run.answer("pilot", answer, decision.key)
        given = {"kind": "answer", "seat": "pilot", "key": decision.key, "answer": store.json_data(step.entry.answer)}
        trial.journal.append(given | {"draws": store.numbered(step.draws, counters)})
    career = log_import.import_log(trial, player, brought())
    carried_out(session_at(career.session_id))
    return again(career)


def _sheet(decision: Decision, pilot: Any, rng: random.Random, hardy: bool) -> dict[str, Any]:
    """Make up a sheet with every possible entry."""
    if rng.random() < 0.1:
        return {"flown": False, "target": rng.choice(decision.question.targets), "landing": ""}
    sheet = msgspec.to_builtins(RandomPolicy(lambda sides: rng.randint(1, sides)).choose(decision))
    if not sheet["flown"]:
        return sheet
    if hardy and sheet["pilot_wound"] == "KIA":
        sheet |= {"pilot_wound": "", "landing": "safe", "gunner_wound": ""}
    sheet["weather"] = rng.choice(["", "good", "poor", "bad"])
    sheet["fights"] += [{"enemy": "B-17", "result": "destroyed", "by": "pilot"}] * rng.randint(0, 2)
    fighters = [one for one in decision.question.fighters if one != "none"]
    credits = ["wingman", "pilot"] if pilot.gunner is None else ["wingman", "pilot", "gunner"]
    for _fight in range(rng.randint(0, 3)):
        result = rng.choice(["missed", "damaged", "unseen", "crashed", "destroyed"])
        by = rng.choice(credits) if result in ("crashed", "destroyed") else ""
        sheet["fights"].append({"enemy": rng.choice(fighters), "result": result, "by": by})
    if rng.random() < 0.2:
        sheet["events"] = [rng.choice(["wingman-turns-back", "mentioned", "mine-shells", "cloud-bank", "bounced"])]
    if "wingman-turns-back" in sheet["events"]:
        sheet["wingman"] = "absent"
    if pilot.markers and rng.random() < 0.3:
        sheet["used"] = pilot.markers[:1]
    if rng.random() < 0.3:
        faces = {"wound": 6, "award": 2, "promotion": 6}
        sheet["rolls"] = {stream: [rng.randint(1, highest)] for stream, highest in faces.items()}
    return sheet
