"""What a club for a look round has of Interceptor Ace: careers in every state, the same for the same seed."""

import io
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.demo.club import NONCE, carried_out
from engine.interceptor.bots.policies import POLICIES
from engine.kernel.dice import commitment
from engine.kernel.run import Run
from engine.kernel.title import RandomPolicy
from play.journal import store
from play.odds.models import OddsTiming
from play.odds.services import odds_set
from play.reviews.services import review_start
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from sorties.interceptor.careers import services as career_services
from sorties.interceptor.exports import career_file
from sorties.interceptor.records.models import BotFlight, InterceptorCareer
from sorties.interceptor.records.projection import TITLE, absence, career_create
from sorties.interceptor.tabletop import log_line as tabletop

POIX, SEAT, SECOND = 6, "pilot", "second"
MOST_TRIES = 400
LONGEST_STRETCH = 70
"""Answers within which a career comes to where it is to be shown, or is not begun."""
FIGHTS = ("bomber.round", "fighter.round", "bomber.position")
SPENDS = "dispersal.spend"
TABLETOP_LINES = 12

YearCondition = Callable[[Any], bool]
Moment = Callable[[Run, str], bool]
"""Says of a game, and of the kind of question that comes next, whether this is where it is to be shown."""


def made(members: list[Player], rng: random.Random) -> Iterator[str]:
    """Make the careers, all flown by the rules, and name each."""
    for career in _careers(members, rng):
        yield f"{career.owner}: {career}"


def _careers(members: list[Player], rng: random.Random) -> Iterator[InterceptorCareer]:
    ruth, tomasz, marta, ian, solveig = members
    yield _year(ruth, "Martin Seidel", rng, lambda one: one.alive and one.bombers >= 15)
    yield _year(ruth, "Otto Grabow", rng, lambda one: one.death == "air" and one.bombers >= 6, shared=True)
    yield _halted(ruth, "Jakob Wieland", rng, _in_a_fight)
    yield _halted(tomasz, "Emil Förster", rng, _misses_lines_for("hospital"), track="nco")
    yield _halted(tomasz, "Heinz Rennert", rng, _misses_lines_for("repair"), unit=5)
    yield _year(marta, "Karl Eichhof", rng, lambda one: not one.alive and one.flights < 40)
    yield _tabletop(marta, "Paul Merz", rng)
    yield begun(ian, "Georg Thomsen", rng)
    yield _imported(ian)
    yield _halted(solveig, "Bernd Lindner", rng, _rested_after(6), unit=1)
    yield from _pair(ruth, "Erich Thalau", solveig, "Lothar Benz", rng, _both_fight, play="cooperative")
    yield from _pair(tomasz, "Hugo Wendt", ian, "Albert Kranz", rng, _rival_is_asked, play="competitive")
    yield _weighed(_halted(solveig, "Rolf Hagen", rng, _in_a_fight))
    yield _analysed(flown(begun(marta, "Wilhelm Roos", rng), "year", "careless"))


def pictures(_of: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Name the pages that are pictured: whose, and where."""
    shown = {one.name: one for one in InterceptorCareer.objects.filter(source__in=("fair", "tabletop"))}
    home, fallen, fight, books = (
        shown[name] for name in ("Martin Seidel", "Otto Grabow", "Jakob Wieland", "Paul Merz")
    )
    rested, pair = shown["Bernd Lindner"], shown["Erich Thalau"]
    return {
        "careers": ("Ruth", reverse("careers")),
        "new-career": ("Ruth", reverse("career_new")),
        "career": ("Ruth", reverse("career", args=[home.pk])),
        "homecoming": ("Ruth", reverse("career_end", args=[home.pk])),
        "epitaph": ("", reverse("career_shared_end", args=[fallen.link])),
        "luck": ("Ruth", reverse("career_dice_stats", args=[home.pk])),
        "compare": ("Ruth", f"{reverse('career_compare', args=[home.pk])}?with={fallen.pk}"),
        "between": ("Solveig", reverse("spending", args=[rested.pk])),
        "sortie": ("Ruth", reverse("table", args=[fight.session_id])),
        "together": ("Ruth", reverse("table", args=[pair.session_id])),
        "replay": ("Ruth", f"{reverse('table_replay', args=[fight.session_id])}?at=60"),
        "dice": ("Ruth", reverse("table_dice", args=[home.session_id])),
        "odds": ("Solveig", reverse("table", args=[shown["Rolf Hagen"].session_id])),
        "analysis": ("Marta", reverse("table_review", args=[shown["Wilhelm Roos"].session_id])),
        "tabletop": ("Marta", reverse("line_enter", args=[books.pk])),
        "history": ("Marta", reverse("line_history", args=[books.pk])),
        "books": ("Marta", reverse("exports")),
    }


# Moments at which a career is shown


def _in_a_fight(run: Run, kind: str) -> bool:
    return kind in FIGHTS and run.state.careers[0].bombers + run.state.careers[0].fighters >= 2


def _misses_lines_for(cause: str) -> Moment:
    return lambda run, kind: kind == SPENDS and absence(run.state.careers[0])[0] == cause


def _rested_after(flights: int) -> Moment:
    return lambda run, kind: (
        kind == SPENDS and run.state.careers[0].flights >= flights and not absence(run.state.careers[0])[0]
    )


def _both_fight(run: Run, kind: str) -> bool:
    return kind in FIGHTS and _both_aloft(run)


def _rival_is_asked(run: Run, kind: str) -> bool:
    return any(one.kind == "rival.card" for one in run.pending.values()) and _both_aloft(run)


def _both_aloft(run: Run) -> bool:
    return all(one.flight is not None and not one.flight.end and one.flights for one in run.state.careers)


# Beginnings


def _setup(name: str, mate: str = "", play: str = "solitaire", **pilot: Any) -> dict[str, Any]:
    dice = pilot.pop("dice", "here")
    pilots = [{"name": name, "unit": POIX} | pilot] + [{"name": mate, "unit": POIX}] * bool(mate)
    return {"pilots": pilots, "play": play, "dice": dice}


def begun(
    owner: Player, name: str, rng: random.Random, seed: bytes = b"", other: Player | None = None, **pilot: Any
) -> InterceptorCareer:
    """Begin a career on dice of this seed, perhaps with another player's beside it; it stands at its first question."""
    setup = _setup(name, **pilot)
    players = [owner] if other is None else [owner, other]
    sitters = {
        seat: services.SeatAssignment(player=player) for seat, player in zip((SEAT, SECOND), players, strict=False)
    }
    session = services.session_open(owner=owner, title=TITLE, setup=setup, sitters=sitters)
    career = career_create(session=session, owner=owner, seat=SEAT, name=name)
    seed = seed or rng.randbytes(32)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    for player in players:
        services.session_begin(session=session, player=player, nonce=NONCE)
    carried_out(session)
    return _again(career)


def _again(career: InterceptorCareer) -> InterceptorCareer:
    return InterceptorCareer.objects.select_related("session", "owner").get(pk=career.pk)


# Years


def _year(
    owner: Player, name: str, rng: random.Random, preference: YearCondition, shared: bool = False, **pilot: Any
) -> InterceptorCareer:
    """Fly a year that is as it is wished: found in memory, then flown for the books."""
    seed = next(seed for seed in _seeds(rng) if preference(_flown_in_memory(seed, name, **pilot)))
    career = flown(begun(owner, name, rng, seed, **pilot), "year")
    if shared:
        career_services.career_share(career=career, shared=True)
    return career


def _seeds(rng: random.Random) -> Iterator[bytes]:
    for _try in range(MOST_TRIES):
        yield rng.randbytes(32)
    raise LookupError("no such year")


def _flown_in_memory(seed: bytes, name: str, **pilot: Any) -> Any:
    *_before, run = _played_in_memory(seed, name, **pilot)
    return run.state.careers[0]


def _played_in_memory(seed: bytes, name: str, **pilot: Any) -> Iterator[Run]:
    """Play a year by bots that nobody keeps: give the game at each of its questions, and at its end."""
    setup = _setup(name, **pilot)
    seats = (SEAT, SECOND)[: len(setup["pilots"])]
    game = Session(title=TITLE, setup=setup, seed=seed, nonces=dict.fromkeys(seats, NONCE))
    game.pack_hash = store.title_of(game).load_pack("standard").pack.hash
    run = store.begin(game)
    while not run.over:
        yield run
        decision = _next(run)
        run.answer(decision.actor, _bot(run.pack).choose(decision, dict), decision.key)
    yield run


def _next(run: Run) -> Any:
    """Return the question that is answered next, the same in memory and in the books."""
    return run.pending[min(run.pending)]


def _bot(charts: Any) -> Any:
    return POLICIES["sensible"](charts, SEAT, 0)


def flown(career: InterceptorCareer, until: str, policy: str = "sensible") -> InterceptorCareer:
    """Let the bot fly a stretch, as the worker does; who is dead or through flies no more."""
    if career.over:
        return career
    flight = career_services.FLIGHTS.begin(career=_again(career), until=until, policy=policy, orders={})
    while career_services.FLIGHTS.fly_on(flight_id=flight.pk):
        pass
    BotFlight.objects.filter(pk=flight.pk).delete()
    return _again(career)


def _halted(owner: Player, name: str, rng: random.Random, moment: Moment, **pilot: Any) -> InterceptorCareer:
    """Play to the first question of that kind and stop: found in memory, then played for the books."""
    setup = {each: value for each, value in pilot.items() if each != "other"}
    seed = next(seed for seed in _seeds(rng) if _comes_to(moment, _played_in_memory(seed, name, **setup)))
    career = begun(owner, name, rng, seed, **pilot)
    session = _game_of(career)
    run = store.resume(session)
    while not moment(run, _next(run).kind):
        session = _give(session, _next(run), _bot(run.pack).choose(_next(run), dict))
        run = store.resume(session)
    return _again(career)


def _comes_to(moment: Moment, runs: Iterator[Run]) -> bool:
    return any(not run.over and moment(run, _next(run).kind) for run in itertools.islice(runs, LONGEST_STRETCH))


def _pair(
    owner: Player, name: str, other: Player, mate: str, rng: random.Random, moment: Moment, play: str
) -> Iterable[InterceptorCareer]:
    """Stop two who share a game in the middle of a sortie."""
    career = _halted(owner, name, rng, moment, other=other, mate=mate, play=play)
    return InterceptorCareer.objects.select_related("session", "owner").filter(session=career.session).order_by("seat")


def _game_of(career: InterceptorCareer) -> Session:
    if career.session_id is None:
        raise LookupError(career.name)
    return session_at(career.session_id)


def _give(session: Session, decision: Any, answer: Any) -> Session:
    token = store.token_of(decision.key, store.questions_of(session)[decision.actor, decision.key])
    seat = session.seat(decision.actor)
    if seat is None:
        raise LookupError(decision.actor)
    services.answer_give(session=session, seat=seat, token=token, answer=store.json_data(answer))
    return carried_out(session)


# What the house reckons


def _weighed(career: InterceptorCareer) -> InterceptorCareer:
    """Have his table show odds before an order: its page asks for them."""
    session = _game_of(career)
    odds_set(session=session, seat=session.table[0], when=OddsTiming.BEFORE)
    return _again(career)


def _analysed(career: InterceptorCareer) -> InterceptorCareer:
    """Ask where a year was lost: the workers of the house find it out."""
    session = _game_of(career)
    review_start(session=session, seat=session.table[0], player=career.owner)
    return career


# Books


def _tabletop(owner: Player, name: str, rng: random.Random) -> InterceptorCareer:
    """Keep the books of a table for some lines, and write the last one down anew."""
    career = begun(owner, name, rng, dice="tabletop")
    session = _game_of(career)
    chance = RandomPolicy(lambda sides: rng.randint(1, sides))
    while _again(career).sorties.count() < TABLETOP_LINES:
        (decision,) = store.resume(session).asked(SEAT)
        answer: Any = decision.options[-1] if not decision.form else store.json_data(chance.choose(decision, None))
        if decision.form and answer["pilot_wound"] in ("KIA", "SW"):
            answer |= {"pilot_wound": "", "landing": "safe"}
        session = _give(session, decision, answer)
    _to_the_line(session)
    line = tabletop.TabletopLine.last_of(_again(career))
    if line is not None and line.entry is not None:
        draft = line.blank()
        draft.fights.append(("B-17", "damaged"))
        draft.hits = str(int(draft.hits) + 1)
        seat = line.seat
        services.correction_give(session=line.session, seat=seat, entry=line.entry.seq, answer=draft.sheet())
        _to_the_line(carried_out(line.session))
    return _again(career)


def _to_the_line(session: Session) -> None:
    """Keep what he has won, and come to the next line."""
    while session.status == "playing":
        (decision,) = store.resume(session).asked(SEAT)
        if decision.form:
            return
        session = _give(session, decision, decision.options[-1])


def _imported(owner: Player) -> InterceptorCareer:
    """Bring another's career in from its file."""
    friend = InterceptorCareer.objects.get(name="Karl Eichhof")
    file = io.BytesIO(career_file.dump(friend))
    file.size = file.getbuffer().nbytes  # type: ignore[attr-defined]
    return career_file.import_file(file, owner)
