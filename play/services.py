"""What people do at a table: set it, take seats, begin, give orders. Each refuses with a sentence, or writes a row."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from engine.kernel.decisions import BadForm, Decision, Refused, read_answer
from engine.kernel.dice import commitment
from engine.kernel.run import Run

from . import corrections, keeping, nudge, selectors, titles
from .advance import refused
from .models import Entry, EntryKind, Order, OrderKind, OrderStatus, Seat, Session, SessionStatus, new_invitation
from .refusals import OrderRefused
from .tasks import send

LONGEST_ANSWER = 256 * 1024
LONGEST_NONCE = 64


@dataclass(frozen=True, kw_only=True)
class Sitter:
    """Who is to play a seat: a person, a bot by the name of its policy, or whoever follows the link."""

    player: Any = None
    policy: str = ""
    standing_orders: Mapping[str, Any] = field(default_factory=dict)


# Setting a table


def session_open(
    *,
    owner: Any,
    title: str,
    setup: Mapping[str, Any],
    sitters: Mapping[str, Sitter],
    pack: str = "standard",
    shared: Mapping[str, str] | None = None,
) -> Session:
    """Set a table: who sits where, by which charts. Its dice are bound by the commitment from now on."""
    game = _game(title)
    charts = _charts(title, pack)
    typed = read_setup(title, setup)
    try:
        names = game.seats(typed)
        game.start(typed, charts)
    except BadForm as refusal:
        raise OrderRefused("bad_setup", {"faults": keeping.plain(refusal.faults)}, status=422) from refusal
    except ValueError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem
    session = Session(
        title=title,
        setup=keeping.plain(typed),
        pack=pack,
        pack_hash=titles.pack_hash(charts),
        rules=game.rules,
        owner=owner,
        shared=dict(shared or {}),
    )
    session.commitment = commitment(bytes(session.seed))
    seats = [_seat(session, game, names, place, sitters.get(name)) for place, name in enumerate(names)]
    if set(sitters) - set(names) or not any(seat.player_id == owner.pk for seat in seats):
        raise OrderRefused("seats", status=422)
    with transaction.atomic():
        session.save(force_insert=True)
        Seat.objects.bulk_create(seats)
    session.table = seats
    return session


def _game(title: str) -> Any:
    try:
        return titles.title_of(title)
    except titles.NoSuchGame as problem:
        raise OrderRefused("no_game", status=404) from problem


def _charts(title: str, pack: str) -> Any:
    try:
        return titles.pack_of(title, pack)
    except Exception as problem:  # whatever keeps a pack from being read, the table cannot be set with it
        raise OrderRefused("no_pack", {"problem": str(problem)}, status=422) from problem


def read_setup(title: str, setup: Mapping[str, Any]) -> Any:
    """Return a set-up as the game wants it, or refuse it."""
    try:
        return msgspec.convert(setup, _game(title).Setup)
    except msgspec.ValidationError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem


def _seat(session: Session, game: Any, names: Sequence[str], place: int, sitter: Sitter | None) -> Seat:
    sitter = sitter or Sitter()
    if sitter.policy:
        if sitter.policy not in game.policies():
            raise OrderRefused("no_bot", status=422)
        _check_standing_orders(game.policies()[sitter.policy], sitter.standing_orders)
    return Seat(
        session=session,
        name=names[place],
        place=place,
        player=None if sitter.policy else sitter.player,
        policy=sitter.policy,
        standing_orders=dict(sitter.standing_orders),
        ready=bool(sitter.policy),
    )


def _check_standing_orders(maker: Any, orders: Mapping[str, Any]) -> None:
    typed = keeping.standing_orders_type(maker)
    try:
        if typed is not None:
            msgspec.convert(orders, typed)
    except msgspec.ValidationError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem


def seat_take(*, seat: Seat, player: Any) -> None:
    """Take a seat that is offered by a link; the link is void afterwards."""
    free = Seat.objects.filter(pk=seat.pk, player=None, policy="", session__status=SessionStatus.OPEN)
    with transaction.atomic():
        if not free.update(player=player, invitation=new_invitation()):
            raise OrderRefused("seat_taken")
        session = Session.objects.select_for_update().get(pk=seat.session_id)
        _seats_changed(session, [])


def _seats_changed(session: Session, fields: Sequence[str]) -> None:
    """Keep what has changed before the game, and tell those who wait at the table."""
    session.version += 1
    session.save(update_fields=[*fields, "version", "changed"])
    nudge.after_commit(nudge.publish, session.pk, session.version)


def session_begin(*, session: Session, player: Any, nonce: str = "") -> Order | None:
    """Mix a player's nonce into the dice; when everybody has given one, the game begins."""
    nonce = (nonce.strip() or secrets.token_hex(16))[:LONGEST_NONCE]
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        if session.status != SessionStatus.OPEN:
            raise OrderRefused("not_playing")
        mine = [seat for seat in session.table if seat.player_id == player.pk]
        for seat in mine:
            # The first nonce counts: whoever could change it later could look for better dice.
            session.nonces.setdefault(seat.name, nonce)
            seat.ready = True
            seat.save(update_fields=["ready"])
        _seats_changed(session, ["nonces"])
        if not all(seat.ready for seat in session.table):
            return None
        return _order_give(session, kind=OrderKind.BEGIN, token=OrderKind.BEGIN)


# Giving orders


def answer_give(*, session: Session, seat: Seat, token: str, answer: Any) -> Order:
    """Take an answer to one question, asked at one moment; the worker carries it out."""
    key = token.rpartition("@")[0]
    if session.status == SessionStatus.STUCK:
        raise OrderRefused("stuck")
    if session.status != SessionStatus.PLAYING:
        raise OrderRefused("not_playing")
    seq = keeping.asked_of(session).get((seat.name, key))
    if seq is None or token != keeping.token_of(key, seq):
        known = Order.objects.filter(session=session, seat=seat.name, token=token).exists()
        raise OrderRefused("already_given" if known else "stale" if "@" in token else "not_asked")
    _check_offered(session, seat, key, answer)
    try:
        with transaction.atomic():
            return _order_give(session, kind=OrderKind.ANSWER, token=token, seat=seat.name, key=key, answer=answer)
    except IntegrityError as problem:
        raise OrderRefused("already_given") from problem


def _check_offered(session: Session, seat: Seat, key: str, answer: Any) -> None:
    """Refuse at the door what the rules do not offer; the worker looks again, and its look is the one that counts."""
    decision = run_of(session).pending.get((seat.name, key))
    if decision is None:
        raise OrderRefused("not_asked")
    try:
        read_answer(decision, answer)
    except Refused as refusal:
        raise refused(refusal) from refusal


def question(session: Session, seat: str, token: str) -> Decision:
    """Return the question of a token that wants a form; refuses when there is none."""
    decision = run_of(session).pending.get((seat, token.rpartition("@")[0]))
    if decision is None:
        raise OrderRefused("stale")
    if decision.form is None:
        raise OrderRefused("not_offered", status=422)
    return decision


def form_type(session: Session, seat: str, token: str) -> Any:
    """Return the type of the form that a question wants; refuses when it wants none."""
    form = question(session, seat, token).form
    return form.type if form is not None else None


def is_settled(order: Order) -> bool:
    """Say whether an order has been carried out, refused or given up."""
    return not Order.objects.filter(pk=order.pk, status=OrderStatus.PENDING).exists()


def run_of(session: Session) -> Run:
    """Take a session up for looking at; refuses when the rules no longer fit it."""
    try:
        return keeping.resume(session)
    except keeping.PackGone as problem:
        raise OrderRefused("no_pack", {"problem": str(problem)}) from problem
    except Exception as problem:  # whatever new rules raise on an old journal is the finding
        raise OrderRefused("stuck", {"problem": str(problem)}) from problem


def correction_give(*, session: Session, seat: Seat, entry: int, answer: Any = None) -> Order:
    """Write an answer anew that was written down wrongly, or only take it back; where a game allows it."""
    wrong = corrections.find(session, seat.name, entry)
    _run, decision = corrections.run_before(session, wrong)
    try:
        if answer is not None:
            read_answer(decision, answer)
    except Refused as refusal:
        raise refused(refusal) from refusal
    token = keeping.token_of(f"{OrderKind.CORRECT}/{seat.name}", session.version)
    fields = {"token": token, "seat": seat.name, "answer": {"seq": entry, "answer": answer}}
    try:
        with transaction.atomic():
            return _order_give(session, kind=OrderKind.CORRECT, **fields)
    except IntegrityError as problem:
        raise OrderRefused("already_given") from problem


def undo_give(*, session: Session, seat: Seat, version: int) -> Order:
    """Ask to take one's last order back."""
    return _once(session, seat, OrderKind.UNDO, version)


def consent_give(*, session: Session, seat: Seat, version: int, agrees: bool) -> Order:
    """Agree, or not, that another takes an order back."""
    if session.proposal is None:
        raise OrderRefused("no_proposal")
    return _once(session, seat, OrderKind.AGREE if agrees else OrderKind.DECLINE, version)


def step_back_give(*, session: Session, seat: Seat, version: int) -> Order:
    """Step back to the last checkpoint of a game that new rules no longer fit."""
    if not keeping.is_stuck(session):
        raise OrderRefused("not_stuck")
    return _once(session, seat, OrderKind.STEP_BACK, version)


def _once(session: Session, seat: Seat, kind: OrderKind, version: int) -> Order:
    """Give an order that belongs to one version of the session, once."""
    if version != session.version:
        raise OrderRefused("stale")
    token = keeping.token_of(f"{kind}/{seat.name}", version)
    try:
        with transaction.atomic():
            return _order_give(session, kind=kind, token=token, seat=seat.name)
    except IntegrityError as problem:
        raise OrderRefused("already_given") from problem


def _order_give(session: Session, **fields: Any) -> Order:
    """Write the order's row and, once it is committed, tell the workers; an away broker is the sweeper's business."""
    order = Order.objects.create(session=session, **fields)
    queue = "bulk" if session.replays is not None and order.kind == OrderKind.BEGIN else "turns"
    nudge.after_commit(send, order.pk, queue=queue)
    return order


# Sandboxes


def sandbox_fork(*, session: Session, player: Any, at: int) -> Session:
    """Fork a sandbox from the question that stood after an entry of the journal; it counts for nothing."""
    if not selectors.may_fork(session, player):
        raise OrderRefused("no_fork")
    journal = list(session.journal.filter(seq__lte=at).order_by("seq").defer("frames", "kept"))
    if not journal:
        raise OrderRefused("no_fork")
    replays = standing_lines(journal, at)
    return replayed_session(
        session=Session(
            title=session.title,
            setup=session.setup,
            pack=session.pack,
            pack_hash=session.pack_hash,
            rules=session.rules,
            owner=player,
            sandbox_of=session,
            sandbox_at=at,
            borrowed=len(replays),
        ),
        seats=session.table,
        replays=replays,
    )


def standing_lines(journal: Sequence[Entry], at: int | None = None) -> list[dict[str, Any]]:
    """Return what is to be played again of a journal: its beginning, and the answers that stood at an entry."""
    return [
        {"kind": line.kind, "seat": line.seat, "key": line.key, "answer": line.answer, "draws": line.draws}
        for line in journal
        if line.kind in {EntryKind.BEGIN, EntryKind.ANSWER}
        and (line.undone_by is None or (at is not None and line.undone_by > at))
    ]


def replayed_session(*, session: Session, seats: Sequence[Any], replays: list[dict[str, Any]]) -> Session:
    """Set up a session that counts for nothing and begins by playing a journal again; its own dice come after."""
    session.counts = False
    session.replays = replays
    session.commitment = commitment(bytes(session.seed))
    table = [
        Seat(
            session=session,
            name=seat.name,
            place=seat.place,
            player=None if seat.policy else session.owner,
            policy=seat.policy,
            standing_orders=seat.standing_orders,
            ready=True,
        )
        for seat in seats
    ]
    with transaction.atomic():
        session.save(force_insert=True)
        Seat.objects.bulk_create(table)
        _order_give(session, kind=OrderKind.BEGIN, token=OrderKind.BEGIN)
    session.table = table
    return session


# Leaving


def games_forget(*, player: Any) -> None:
    """Delete what a leaving player has played alone; what others had a part in stays theirs, and goes on."""
    theirs = Seat.objects.filter(player=player).values("session")
    for session in Session.objects.select_for_update().filter(pk__in=theirs):
        if session.is_solitaire:
            session.delete()
        else:
            _seats_leave(session, [seat for seat in session.table if seat.player_id == player.pk])


def _seats_leave(session: Session, left: Sequence[Seat]) -> None:
    """Offer the seats of one who has gone anew, or once the game is under way give them to its first bot."""
    bot = next(iter(_game(session.title).policies()), "")
    for seat in left:
        seat.player, seat.ready = None, False
        if session.status == SessionStatus.OPEN:
            session.nonces.pop(seat.name, None)
        elif session.status == SessionStatus.PLAYING:
            seat.policy, seat.ready = bot, True
        seat.save(update_fields=["player", "ready", "policy"])
    _seats_changed(session, ["nonces"])
    if session.status == SessionStatus.PLAYING and bot:
        token = keeping.token_of(OrderKind.GO_ON, session.entries_made)
        if not Order.objects.filter(session=session, token=token).exists():
            _order_give(session, kind=OrderKind.GO_ON, token=token)
