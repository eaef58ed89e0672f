"""Demonstration careers of Interceptor Ace in every state, the same for the same seed."""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec
from django.core.files.base import ContentFile
from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.demo.club import NONCE, carried_out
from engine.interceptor import state as rules
from engine.interceptor.bots.policies import POLICIES
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.rules.tabletop import TabletopSheet
from engine.interceptor.state import Career, PilotSetup, Setup, State
from engine.kernel.decisions import Decision
from engine.kernel.dice import commitment
from engine.kernel.run import Run
from engine.kernel.title import Policy, RandomPolicy
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

YearCondition = Callable[[Career], bool]
Moment = Callable[[Run, str], bool]
"""Says of a game, and of the kind of question that comes next, whether this is where it is to be shown."""


@dataclass(frozen=True, kw_only=True)
class DemoGame:
    """A game that is begun for the club: the pilot, perhaps a mate, and whose dice are thrown."""

    name: str
    unit: int = POIX
    track: Literal["officer", "nco"] = rules.OFFICER
    mate: str = ""
    play: Literal["solitaire", "cooperative", "competitive"] = rules.SOLITAIRE
    dice: Literal["here", "tabletop"] = rules.HERE

    @property
    def setup(self) -> Setup:
        """The set-up as the rules take it."""
        pilots = [PilotSetup(name=self.name, unit=self.unit, track=self.track)]
        if self.mate:
            pilots.append(PilotSetup(name=self.mate, unit=POIX))
        return Setup(pilots=pilots, play=self.play, dice=self.dice)


def made(members: list[Player], rng: random.Random) -> Iterator[str]:
    """Make the careers, all flown by the rules, and name each."""
    for career in _careers(members, rng):
        yield f"{career.owner}: {career}"


def _careers(members: list[Player], rng: random.Random) -> Iterator[InterceptorCareer]:
    ruth, tomasz, marta, ian, solveig = members
    yield _year(ruth, "Martin Seidel", rng, lambda one: one.alive and one.bombers >= 15)
    yield _year(ruth, "Otto Grabow", rng, lambda one: one.death == "air" and one.bombers >= 6, shared=True)
    yield _halted(ruth, DemoGame(name="Jakob Wieland"), rng, _in_a_fight)
    yield _halted(tomasz, DemoGame(name="Emil Förster", track=rules.NCO), rng, _misses_lines_for("hospital"))
    yield _halted(tomasz, DemoGame(name="Heinz Rennert", unit=5), rng, _misses_lines_for("repair"))
    yield _year(marta, "Karl Eichhof", rng, lambda one: not one.alive and one.flights < 40)
    yield _tabletop(marta, "Paul Merz", rng)
    yield begun(ian, DemoGame(name="Georg Thomsen"), rng)
    yield _imported(ian)
    yield _halted(solveig, DemoGame(name="Bernd Lindner", unit=1), rng, _rested_after(6))
    together = DemoGame(name="Erich Thalau", mate="Lothar Benz", play=rules.COOPERATIVE)
    yield from _pair(ruth, together, solveig, rng, _both_fight)
    against = DemoGame(name="Hugo Wendt", mate="Albert Kranz", play=rules.COMPETITIVE)
    yield from _pair(tomasz, against, ian, rng, _rival_is_asked)
    yield _weighed(_halted(solveig, DemoGame(name="Rolf Hagen"), rng, _in_a_fight))
    yield _analysed(flown(begun(marta, DemoGame(name="Wilhelm Roos"), rng), "year", "careless"))


def pictures(_of: Mapping[str, Player]) -> dict[str, tuple[str, str]]:
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


def begun(
    owner: Player, game: DemoGame, rng: random.Random, seed: bytes = b"", other: Player | None = None
) -> InterceptorCareer:
    """Begin a career on dice of this seed, perhaps with another player's beside it, up to its first question."""
    players = [owner] if other is None else [owner, other]
    sitters = {
        seat: services.SeatAssignment(player=player) for seat, player in zip((SEAT, SECOND), players, strict=False)
    }
    session = services.session_open(owner=owner, title=TITLE, setup=msgspec.to_builtins(game.setup), sitters=sitters)
    career = career_create(session=session, owner=owner, seat=SEAT, name=game.name)
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
    owner: Player, name: str, rng: random.Random, preference: YearCondition, shared: bool = False
) -> InterceptorCareer:
    """Fly a year that meets a wish: found in memory, then flown into the log."""
    game = DemoGame(name=name)
    seed = next(seed for seed in _seeds(rng) if preference(_flown_in_memory(seed, game)))
    career = flown(begun(owner, game, rng, seed), "year")
    if shared:
        career_services.career_share(career=career, shared=True)
    return career


def _seeds(rng: random.Random) -> Iterator[bytes]:
    for _try in range(MOST_TRIES):
        yield rng.randbytes(32)
    raise LookupError("no such year")


def _flown_in_memory(seed: bytes, game: DemoGame) -> Career:
    *_before, run = _played_in_memory(seed, game)
    state: State = run.state
    return state.careers[0]


def _played_in_memory(seed: bytes, game: DemoGame) -> Iterator[Run]:
    """Play a year by bots that nobody keeps: give the game at each of its questions, and at its end."""
    seats = (SEAT, SECOND)[: len(game.setup.pilots)]
    nonces = dict.fromkeys(seats, NONCE)
    session = Session(title=TITLE, setup=msgspec.to_builtins(game.setup), seed=seed, nonces=nonces)
    session.pack_hash = store.title_of(session).load_pack("standard").pack.hash
    run = store.begin(session)
    while not run.over:
        yield run
        decision = _next(run)
        run.answer(decision.actor, _bot(run.pack).choose(decision, dict), decision.key)
    yield run


def _next(run: Run) -> Decision:
    """Return the question that is answered next, the same in memory and in the log."""
    return run.pending[min(run.pending)]


def _bot(charts: Charts) -> Policy:
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


def _halted(
    owner: Player, game: DemoGame, rng: random.Random, moment: Moment, other: Player | None = None
) -> InterceptorCareer:
    """Play to the first question of that kind and stop: found in memory, then played into the log."""
    seed = next(seed for seed in _seeds(rng) if _comes_to(moment, _played_in_memory(seed, game)))
    career = begun(owner, game, rng, seed, other)
    session = _game_of(career)
    run = store.resume(session)
    while not moment(run, _next(run).kind):
        session = _give(session, _next(run), _bot(run.pack).choose(_next(run), dict))
        run = store.resume(session)
    return _again(career)


def _comes_to(moment: Moment, runs: Iterator[Run]) -> bool:
    return any(not run.over and moment(run, _next(run).kind) for run in itertools.islice(runs, LONGEST_STRETCH))


def _pair(
    owner: Player, game: DemoGame, other: Player, rng: random.Random, moment: Moment
) -> Iterable[InterceptorCareer]:
    """Stop two who share a game in the middle of a sortie."""
    career = _halted(owner, game, rng, moment, other)
    return InterceptorCareer.objects.select_related("session", "owner").filter(session=career.session).order_by("seat")


def _game_of(career: InterceptorCareer) -> Session:
    if career.session_id is None:
        raise LookupError(career.name)
    return session_at(career.session_id)


def _give(session: Session, decision: Decision, answer: object) -> Session:
    token = store.token_of(decision.key, store.questions_of(session)[decision.actor, decision.key])
    seat = session.seat(decision.actor)
    if seat is None:
        raise LookupError(decision.actor)
    services.answer_give(session=session, seat=seat, token=token, answer=store.json_data(answer))
    return carried_out(session)


# Computations of the site


def _weighed(career: InterceptorCareer) -> InterceptorCareer:
    """Have his table show odds before an order: its page asks for them."""
    session = _game_of(career)
    odds_set(session=session, seat=session.table[0], when=OddsTiming.BEFORE)
    return _again(career)


def _analysed(career: InterceptorCareer) -> InterceptorCareer:
    """Request the review of a year; the site's workers compute it."""
    session = _game_of(career)
    review_start(session=session, seat=session.table[0], player=career.owner)
    return career


# Books


def _tabletop(owner: Player, name: str, rng: random.Random) -> InterceptorCareer:
    """Enter some lines of a tabletop log, and correct the last one."""
    career = begun(owner, DemoGame(name=name, dice=rules.TABLETOP), rng)
    session = _game_of(career)
    chance = RandomPolicy(lambda sides: rng.randint(1, sides))
    while _again(career).sorties.count() < TABLETOP_LINES:
        (decision,) = store.resume(session).asked(SEAT)
        if not decision.form:
            session = _give(session, decision, decision.options[-1])
            continue
        sheet: TabletopSheet = chance.choose(decision)
        if sheet.pilot_wound in ("KIA", "SW"):
            sheet.pilot_wound, sheet.landing = "", "safe"
        session = _give(session, decision, sheet)
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
    return career_file.import_file(ContentFile(career_file.dump(friend)), owner)
