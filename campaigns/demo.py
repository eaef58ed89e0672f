"""A believable club for a look round: members, a group, and careers in every state, the same for the same seed."""

import io
import random
from collections.abc import Callable, Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction

from campaigns import career_file, career_services, groups, tabletop
from campaigns.careers import TITLE
from campaigns.logbook import BotFlight, Career, Source
from campaigns.models import Player
from engine.interceptor.bots import POLICIES
from engine.kernel.dice import commitment
from engine.kernel.game import RandomPolicy
from play import advance, keeping, services
from play.models import Order, OrderStatus, Session
from play.selectors import session_at

SEED = 1943
PASSWORD = "over-the-sea-by-night-7"  # noqa: S105 - of an example that is nobody's
MEMBERS = ("Ruth", "Tomasz", "Marta", "Ian", "Solveig")
ADDRESS = "{name}@example.org"
POIX, NONCE, SEAT = 6, "demo", "pilot"
MOST_TRIES = 400
LONGEST_STRETCH = 60
FIGHTS = ("bomber.round", "fighter.round", "bomber.position")
TABLETOP_LINES = 12

Wish = Callable[[Any], bool]


class Taken(Exception):
    """The club is here already."""


def club(seed: int = SEED, say: Callable[[str], None] = lambda text: None) -> list[Player]:
    """Make the club; all its careers are flown by the rules."""
    if Player.objects.filter(email=ADDRESS.format(name=MEMBERS[0].lower())).exists():
        raise Taken
    members = [_member(name) for name in MEMBERS]
    group = groups.group_found(owner=members[0], name="Tuesday club")
    for member in members[1:]:
        groups.group_join(group=group, player=member)
    for career in _careers(members, random.Random(seed)):  # noqa: S311 - the same club each time is the point
        say(f"{career.owner}: {career}")
    return members


@transaction.atomic
def _member(name: str) -> Player:
    player = Player(display_name=name, email=ADDRESS.format(name=name.lower()))
    player.set_password(PASSWORD)
    player.save()
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def _careers(members: list[Player], rng: random.Random) -> Iterator[Career]:
    ruth, tomasz, marta, ian, solveig = members
    yield _year(ruth, "Martin Seidel", rng, lambda one: one.alive and one.bombers >= 15)
    yield _year(ruth, "Otto Grabow", rng, lambda one: one.death == "air" and one.bombers >= 6, shared=True)
    yield _half_flown(ruth, "Jakob Wieland", rng)
    yield _until(tomasz, "Emil Förster", rng, lambda career: career.wounds > 0, track="nco")
    yield _until(tomasz, "Heinz Rennert", rng, lambda career: career.shot_down > 0, unit=5)
    yield _year(marta, "Karl Eichhof", rng, lambda one: not one.alive and one.flights < 40)
    yield _tabletop(marta, "Paul Merz", rng)
    yield _begun(ian, "Georg Thomsen", rng)
    yield _taken_in(ian)
    yield _until(solveig, "Bernd Lindner", rng, lambda career: career.flights >= 9 and not career.away, unit=1)


# Beginnings


def _setup(name: str, **pilot: Any) -> dict[str, Any]:
    dice = pilot.pop("dice", "here")
    return {"pilots": [{"name": name, "unit": POIX} | pilot], "play": "solitaire", "dice": dice}


def _begun(owner: Player, name: str, rng: random.Random, seed: bytes = b"", **pilot: Any) -> Career:
    """Begin a career on dice of this seed; it stands at its first question."""
    setup = _setup(name, **pilot)
    source = Source.TABLETOP if setup["dice"] == "tabletop" else Source.FAIR
    session = services.session_open(
        owner=owner, title=TITLE, setup=setup, sitters={SEAT: services.Sitter(player=owner)}
    )
    career = Career.objects.create(
        owner=owner,
        session=session,
        seat=SEAT,
        source=source,
        pack=session.pack,
        pack_hash=session.pack_hash,
        name=name,
    )
    seed = seed or rng.randbytes(32)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    services.session_begin(session=session, player=owner, nonce=NONCE)
    _carried_out(session)
    return _again(career)


def _carried_out(session: Session) -> Session:
    """Do the workers' part here and now; where a worker was faster, it is done."""
    for order in Order.objects.filter(session=session, status=OrderStatus.PENDING).order_by("pk"):
        advance.carry_out(order.pk)
    return session_at(session.pk)


def _again(career: Career) -> Career:
    return Career.objects.select_related("session", "owner").get(pk=career.pk)


# Years


def _year(owner: Player, name: str, rng: random.Random, wish: Wish, shared: bool = False, **pilot: Any) -> Career:
    """Fly a year that is as it is wished: found in memory, then flown for the books."""
    seed = next(seed for seed in _seeds(rng) if wish(_flown_in_memory(seed, name, **pilot)))
    career = _fly(_begun(owner, name, rng, seed, **pilot), "year")
    if shared:
        career_services.career_share(career=career, shared=True)
    return career


def _seeds(rng: random.Random) -> Iterator[bytes]:
    for _try in range(MOST_TRIES):
        yield rng.randbytes(32)
    raise LookupError("no such year")


def _flown_in_memory(seed: bytes, name: str, **pilot: Any) -> Any:
    game = Session(title=TITLE, setup=_setup(name, **pilot), seed=seed, nonces={SEAT: NONCE})
    game.pack_hash = keeping.title_of(game).load_pack("standard").hash
    run = keeping.begin(game)
    bot = POLICIES["sensible"](run.pack, SEAT, 0)
    while not run.over:
        ((_seat, key), decision) = next(iter(run.pending.items()))
        run.answer(SEAT, bot.choose(decision, dict), key)
    return run.state.careers[0]


def _fly(career: Career, until: str) -> Career:
    """Let the bot fly a stretch, as the worker does."""
    flight = career_services.bot_begin(career=_again(career), until=until, policy="sensible", orders={})
    while career_services.bot_fly_on(flight_id=flight.pk):
        pass
    BotFlight.objects.filter(pk=flight.pk).delete()
    return _again(career)


def _until(owner: Player, name: str, rng: random.Random, wish: Wish, **pilot: Any) -> Career:
    """Fly sortie after sortie until he is as it is wished; who falls before that was another pilot."""
    for _try in range(MOST_TRIES):
        career = _begun(owner, name, rng, **pilot)
        for _sortie in range(LONGEST_STRETCH):
            career = _fly(career, "sortie")
            if career.over:
                break
            if wish(career):
                return career
        career.session.delete()  # type: ignore[union-attr]
        career.delete()
    raise LookupError("no such pilot")


def _half_flown(owner: Player, name: str, rng: random.Random) -> Career:
    """Fly some sorties, and stop in the middle of a fight."""
    career = _until(owner, name, rng, lambda career: career.kills >= 2)
    session = _game_of(career)
    bot = POLICIES["sensible"](keeping.pack_of(session), SEAT, 0)
    while session.status == "playing":
        (decision,) = keeping.resume(session).asked(SEAT)
        if decision.kind in FIGHTS:
            break
        session = _give(session, decision, bot.choose(decision, dict))
    return _again(career)


def _game_of(career: Career) -> Session:
    if career.session_id is None:
        raise LookupError(career.name)
    return session_at(career.session_id)


def _give(session: Session, decision: Any, answer: Any) -> Session:
    token = keeping.token_of(decision.key, keeping.asked_of(session)[SEAT, decision.key])
    seat = session.seat(SEAT)
    if seat is None:
        raise LookupError(SEAT)
    services.answer_give(session=session, seat=seat, token=token, answer=keeping.plain(answer))
    return _carried_out(session)


# Books


def _tabletop(owner: Player, name: str, rng: random.Random) -> Career:
    """Keep the books of a table for some lines, and write the last one down anew."""
    career = _begun(owner, name, rng, dice="tabletop")
    session = _game_of(career)
    chance = RandomPolicy(lambda sides: rng.randint(1, sides))
    while _again(career).sorties.count() < TABLETOP_LINES:
        (decision,) = keeping.resume(session).asked(SEAT)
        answer: Any = decision.options[-1] if not decision.form else keeping.plain(chance.choose(decision, None))
        if decision.form and answer["pilot_wound"] in ("KIA", "SW"):
            answer |= {"pilot_wound": "", "landing": "safe"}
        session = _give(session, decision, answer)
    _to_the_line(session)
    line = tabletop.Line.last_of(_again(career))
    if line is not None and line.entry is not None:
        draft = line.blank()
        draft.hits = str(int(draft.hits) + 1)
        seat = line.seat
        services.correction_give(session=line.session, seat=seat, entry=line.entry.seq, answer=draft.sheet())
        _to_the_line(_carried_out(line.session))
    return _again(career)


def _to_the_line(session: Session) -> None:
    """Keep what he has won, and come to the next line."""
    while session.status == "playing":
        (decision,) = keeping.resume(session).asked(SEAT)
        if decision.form:
            return
        session = _give(session, decision, decision.options[-1])


def _taken_in(owner: Player) -> Career:
    """Bring another's career in from its file."""
    friend = Career.objects.get(name="Karl Eichhof")
    file = io.BytesIO(career_file.written(friend))
    file.size = file.getbuffer().nbytes  # type: ignore[attr-defined]
    return career_file.take_in(file, owner)
