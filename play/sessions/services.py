"""Services for games: create, take seats, begin, give orders. Each refuses with a sentence or writes a row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone

from engine.kernel.batch import answer_in_turn
from engine.kernel.decisions import BadForm, Decision, Refused, read_answer, read_order
from engine.kernel.dice import JournalMismatch, commitment
from engine.kernel.packs.schema import Charts
from engine.kernel.rule_versions import GameSetup
from engine.kernel.run import Run
from engine.kernel.title import Title
from play.bots import search
from play.charts import pack_store
from play.charts import selectors as charts_selectors
from play.clocks.services import time_control_create
from play.clocks.terms import Terms
from play.fairness.commitments import Commitment, PostedCommitment
from play.fairness.models import SeasonKey
from play.games import registry, titles
from play.journal import store
from play.journal.store import ReplayLine
from play.live import notify
from play.orders import corrections
from play.orders.execute import refused
from play.orders.models import Order, OrderKind, OrderStatus
from play.orders.refusals import OrderRefused
from play.secrecy import visibility
from play.sessions import selectors
from play.sessions.models import Seat, Session, SessionStatus
from play.tasks import send
from play.utils.deletion import delete_with_dependents
from play.utils.optional_writes import only_if_idle
from play.utils.plain_data import Json, is_plain
from play.utils.players import Player
from play.utils.tokens import new_invitation

LONGEST_ANSWER = 256 * 1024
MOST_ANSWERS = 100
"""Answers in one order: more than any path, basket or turn of moves needs."""
LONGEST_KEY = 200
DEEPEST_ANSWER = 12


@dataclass(frozen=True, kw_only=True)
class SeatAssignment:
    """Player of a seat: a person, a bot by the name of its policy, or anybody with the link."""

    player: Player | None = None
    policy: str = ""
    standing_orders: Mapping[str, Json] = field(default_factory=dict)


# Setting a table


def session_open(
    *,
    owner: Player,
    title: str,
    setup: Mapping[str, object],
    sitters: Mapping[str, SeatAssignment],
    pack: str = "standard",
    calendar: SeasonKey | None = None,
    dice_commitment: Commitment | None = None,
    time_control: Terms | None = None,
) -> Session:
    """Set a table: who sits where, by which charts. Its dice are bound by the commitment from now on.

    A pledge that was shown before binds them already, unless it has bound another table. The pace is what people who
    play with each other agree on about time (`play.clocks`).
    """
    if calendar is not None and calendar.opened is not None:
        raise OrderRefused("calendar_open")
    game = _game(title)
    laid_out = _charts(title, pack, owner)
    typed = read_setup(title, setup)
    try:
        names = game.seats(typed)
        game.start(typed, laid_out)
    except BadForm as refusal:
        raise OrderRefused("bad_setup", {"faults": store.json_data(refusal.faults)}, status=422) from refusal
    except ValueError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem
    session = Session(
        title=title,
        setup=store.json_data(typed),
        pack=pack,
        pack_hash=titles.pack_hash(laid_out),
        rules=game.rules,
        began=game.rules,
        owner=owner,
        calendar=calendar,
    )
    seats = []
    for place, name in enumerate(names):
        sitter = sitters.get(name, SeatAssignment())
        _check_bot(game, typed, laid_out, name, sitter)
        seats.append(_seat(session, name, place, sitter))
    if set(sitters) - set(names) or not any(seat.player_id == owner.pk for seat in seats):
        raise OrderRefused("seats", status=422)
    with transaction.atomic():
        if dice_commitment is not None and dice_commitment.spend():
            session.seed = dice_commitment.seed
        session.commitment = commitment(bytes(session.seed))
        pack_store.store_charts(title, laid_out, reworded=not charts_selectors.is_own(pack))
        session.save(force_insert=True)
        Seat.objects.bulk_create(seats)
        time_control_create(session=session, seats=seats, terms=time_control or Terms())
    session.table = seats
    return session


def season_key_create() -> SeasonKey:
    """Make the key of a season, and the hash that binds it before anybody has entered."""
    calendar = SeasonKey()
    calendar.commitment = commitment(bytes(calendar.key))
    calendar.save(force_insert=True)
    return calendar


def season_key_reveal(*, calendar: SeasonKey) -> None:
    """Open a season's key once nobody plays by it any more, so that everybody can check its draws."""
    with transaction.atomic():
        calendar = SeasonKey.objects.select_for_update().get(pk=calendar.pk)
        under_way = [SessionStatus.OPEN, SessionStatus.PLAYING]
        if calendar.sessions.filter(status__in=under_way).exists():
            raise OrderRefused("calendar_in_use")
        calendar.opened = calendar.opened or timezone.now()
        calendar.save(update_fields=["opened"])


def _game(title: str) -> Title:
    try:
        return titles.title_of(title)
    except registry.NoSuchGame as problem:
        raise OrderRefused("no_game", status=404) from problem


def _charts(title: str, pack: str, player: Player) -> Charts:
    try:
        return charts_selectors.charts_named(title, pack, player)
    except Exception as problem:  # any error that keeps a pack from being read: the table cannot be set with it
        raise OrderRefused("no_pack", {"problem": str(problem)}, status=422) from problem


def read_setup(title: str, setup: object) -> Any:
    """Return a set-up as the game wants it, or refuse it."""
    if not is_plain(setup):
        raise OrderRefused("odd", status=422)
    try:
        return msgspec.convert(setup, _game(title).Setup)
    except msgspec.ValidationError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem


def _seat(session: Session, name: str, place: int, sitter: SeatAssignment) -> Seat:
    return Seat(
        session=session,
        name=name,
        place=place,
        player=None if sitter.policy else sitter.player,
        policy=sitter.policy,
        standing_orders=dict(sitter.standing_orders),
        ready=bool(sitter.policy),
    )


def _check_bot(game: Title, setup: GameSetup, charts: Charts, name: str, sitter: SeatAssignment) -> None:
    """Refuse a bot that is none of the game's, may not sit there, or cannot read its orders."""
    if not sitter.policy:
        return
    if sitter.policy not in game.policies() or not search.may_sit(game, setup, charts, name, sitter.policy):
        raise OrderRefused("no_bot", status=422)
    typed = game.orders_type(sitter.policy)
    try:
        if typed is not None:
            msgspec.convert(sitter.standing_orders, typed)
    except msgspec.ValidationError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem


def seat_take(*, seat: Seat, player: Player) -> None:
    """Take a seat that is offered by a link; the link is void afterwards."""
    free = Seat.objects.filter(pk=seat.pk, player=None, policy="", session__status=SessionStatus.OPEN)
    with transaction.atomic():
        if not free.update(player=player, invitation=new_invitation()):
            raise OrderRefused("seat_taken")
        session = Session.objects.select_for_update().get(pk=seat.session_id)
        _seats_changed(session, [])


def _seats_changed(session: Session, fields: Sequence[str]) -> None:
    """Store what has changed before the game, and notify the waiting players."""
    session.version += 1
    session.worlds = visibility.advance_all(session)
    session.save(update_fields=[*fields, "version", "worlds", "changed"])
    notify.after_commit(notify.publish, session)


def session_begin(*, session: Session, player: Player | None, nonce: str) -> Order | None:
    """Mix a player's nonce into the dice; when everybody has given one, the game begins.

    The site makes up none: a person with both seed and nonce could look for better dice.
    """
    if not nonce:
        raise OrderRefused("no_number", status=422)
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        if session.status != SessionStatus.OPEN:
            raise OrderRefused("not_playing")
        mine = [seat for seat in session.table if player is not None and seat.player_id == player.pk]
        for seat in mine:
            # The first nonce counts: a player who could change it later could look for better dice.
            session.nonces.setdefault(seat.name, nonce)
            seat.ready = True
            seat.save(update_fields=["ready"])
        _seats_changed(session, ["nonces"])
        if not all(seat.ready for seat in session.table):
            return None
        return _order_give(session, kind=OrderKind.BEGIN, token=OrderKind.BEGIN)


def session_begin_at_once(*, session: Session, player: Player, posted: PostedCommitment) -> Order | None:
    """Begin a table that was set by a button beside its pledge; otherwise it waits until both were seen to."""
    return session_begin(session=session, player=player, nonce=posted.nonce) if posted.begins(session) else None


# Giving orders


def answer_give(*, session: Session, seat: Seat, token: str, answer: object) -> Order:
    """Take an answer to one question, asked at one moment; the worker carries it out."""
    key = _key_asked(session, seat, token)
    _check_offered(session, seat, key, answer)
    return _answer_order(session, kind=OrderKind.ANSWER, token=token, seat=seat.name, key=key, answer=answer)


def answers_give(*, session: Session, seat: Seat, token: str, answers: object) -> Order:
    """Take several answers as one order, the first of them to the question of the token; one undo takes them back."""
    key = _key_asked(session, seat, token)
    items = read_items(answers)
    if items[0][0] not in {None, key}:
        raise OrderRefused("not_asked")
    items[0][0] = key
    _check_in_turn(session, seat, items)
    return _answer_order(session, kind=OrderKind.ANSWERS, token=token, seat=seat.name, key=key, answer=items)


def _key_asked(session: Session, seat: Seat, token: str) -> str:
    """Return the key of the question that a token names, provided that the seat is asked it now."""
    key = token.rpartition("@")[0]
    if session.status == SessionStatus.STUCK:
        raise OrderRefused("stuck")
    if session.status != SessionStatus.PLAYING:
        raise OrderRefused("not_playing")
    seq = store.questions_of(session).get((seat.name, key))
    if visibility.visible_progress_of(session, seat.name).held:
        seq = None
    if seq is None or token != store.token_of(key, seq):
        known = Order.objects.filter(session=session, seat=seat.name, token=token).exists()
        raise OrderRefused("already_given" if known else "stale" if "@" in token else "not_asked")
    return key


def _answer_order(session: Session, **fields: object) -> Order:
    try:
        with transaction.atomic():
            return _order_give(session, **fields)
    except IntegrityError as problem:
        raise OrderRefused("already_given") from problem


def read_items(answers: object) -> list[list[Json]]:
    """Return several answers as pairs of key and answer, or refuse what is no list of such pairs."""
    if not isinstance(answers, list) or not answers:
        raise OrderRefused("not_json", status=400)
    if len(answers) > MOST_ANSWERS:
        raise OrderRefused("too_large", status=413)
    items: list[list[Json]] = answers
    for pair in items:
        if not isinstance(pair, list) or len(pair) != 2 or not is_plain(pair, DEEPEST_ANSWER):
            raise OrderRefused("not_json", status=400)
        if not isinstance(pair[0], str | None) or len(pair[0] or "") > LONGEST_KEY:
            raise OrderRefused("not_json", status=400)
    return items


def _check_in_turn(session: Session, seat: Seat, items: list[list[Json]]) -> None:
    """Try several answers, as far as no die falls and nobody else is asked; the worker looks again, as ever."""
    run = _looked_at(session, store.dry_run)
    bots = {each.name for each in session.table if each.policy}

    def between() -> list[str]:
        if any(name in bots for name, _key in run.pending):
            raise JournalMismatch("what a bot will answer is not known")
        return []

    try:
        answer_in_turn(run, seat.name, items, keep=lambda step: None, between=between)
    except Refused as refusal:
        raise refused(refusal, items) from refusal
    except JournalMismatch:
        return


def _check_offered(session: Session, seat: Seat, key: str, answer: object) -> None:
    """Refuse an answer that the stored question does not offer. The worker asks the rules, and its check counts.

    A form is checked by the rules themselves, and so is a question that an earlier release has stored.
    """
    if not is_plain(answer):
        raise OrderRefused("odd", status=422)
    try:
        if (offer := session.offered.get(seat.name, {}).get(key)) is not None:
            rule, options = offer
            read_order(options, rule, answer)
        elif (decision := run_of(session).pending.get((seat.name, key))) is not None:
            read_answer(decision, answer)
        else:
            raise OrderRefused("not_asked")
    except Refused as refusal:
        raise refused(refusal) from refusal


def question(session: Session, seat: str, token: str) -> Decision:
    """Return the question of a token that wants a form; refuses when there is none."""
    decision = run_of(session).pending.get((seat, token.rpartition("@")[0]))
    if decision is None or visibility.visible_progress_of(session, seat).held:
        raise OrderRefused("stale")
    if decision.form is None:
        raise OrderRefused("nothing_chosen", {"rule": decision.rule}, status=422)
    return decision


def form_type(session: Session, seat: str, token: str) -> object:
    """Return the type of the form that a question wants; refuses when it wants none."""
    form = question(session, seat, token).form
    return form.type if form is not None else None


def is_settled(order: Order) -> bool:
    """Say whether an order has been carried out, refused or given up."""
    return not Order.objects.filter(pk=order.pk, status=OrderStatus.PENDING).exists()


def run_of(session: Session) -> Run:
    """Take a session up for looking at; refuses when the rules no longer fit it."""
    return _looked_at(session, store.resume)


def _looked_at(session: Session, take_up: Callable[[Session], Run]) -> Run:
    try:
        return take_up(session)
    except store.PackGone as problem:
        raise OrderRefused("no_pack", {"problem": str(problem)}) from problem
    except Exception as problem:  # any exception of new rules on an old journal is the finding
        raise OrderRefused("stuck", {"problem": str(problem)}) from problem


def correction_give(*, session: Session, seat: Seat, entry: int, answer: object = None) -> Order:
    """Correct an answer that was written down wrongly, or only take it back; where a game allows it."""
    wrong = corrections.find(session, seat.name, entry)
    _run, decision = corrections.run_before(session, wrong)
    try:
        if answer is not None:
            read_answer(decision, answer)
    except Refused as refusal:
        raise refused(refusal) from refusal
    token = store.token_of(f"{OrderKind.CORRECT}/{seat.name}", session.version)
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
    if not store.is_stuck(session):
        raise OrderRefused("not_stuck")
    return _once(session, seat, OrderKind.STEP_BACK, version)


def charts_move(*, session: Session, seat: Seat, version: int, digest: str) -> Order:
    """Ask to continue with the newer charts that were shown; the other players must agree."""
    newer = store.newer_charts(session)
    if newer is None or titles.pack_hash(newer) != digest:
        raise OrderRefused("other_charts")
    store.with_charts(session, run_of(session), newer)
    pack_store.store_charts(session.title, newer, reworded=not charts_selectors.is_own(session.pack))
    return _once(session, seat, OrderKind.CHARTS, version, answer={"charts": digest})


def _once(session: Session, seat: Seat, kind: OrderKind, version: int, answer: object = None) -> Order:
    """Give an order that belongs to one version of the session, once."""
    window = visibility.visible_progress_of(session, seat.name)
    if version != window.version or window.held:
        raise OrderRefused("stale")
    token = store.token_of(f"{kind}/{seat.name}", version)
    try:
        with transaction.atomic():
            return _order_give(session, kind=kind, token=token, seat=seat.name, answer=answer)
    except IntegrityError as problem:
        raise OrderRefused("already_given") from problem


def _order_give(session: Session, **fields: object) -> Order:
    """Write the order's row and, once it is committed, notify the workers; the sweeper handles an absent broker."""
    order = Order.objects.create(session=session, **fields)
    notify.after_commit(send, order.pk, queue=order.queue)
    return order


# Looking


def seat_mark_seen(*, session: Session, seat: Seat, upto: int) -> None:
    """Record how much of the log a seat has seen; a look at a busy time is not recorded."""
    number = selectors.number_of(session, seat.name, upto)
    with only_if_idle():
        Seat.objects.filter(pk=seat.pk, seen__lt=number).update(seen=number)


# Sandboxes


def sandbox_fork(*, session: Session, player: Player, at: int) -> Session:
    """Fork a sandbox from the question after an entry of the journal; it is not rated."""
    if not selectors.may_fork(session, player):
        raise OrderRefused("no_fork")
    journal = list(session.journal.filter(seq__lte=at).order_by("seq").defer("frames", "kept"))
    if not journal:
        raise OrderRefused("no_fork")
    replays = store.valid_lines(journal, at)
    return replayed_session(
        session=Session(
            title=session.title,
            setup=session.setup,
            pack=session.pack,
            pack_hash=store.charts_at(session, 0),
            rules=session.rules,
            began=session.began,
            owner=player,
            sandbox_of=session,
            sandbox_at=at,
            borrowed=len(replays),
        ),
        seats=session.table,
        replays=replays,
    )


def replayed_session(*, session: Session, seats: Sequence[Seat], replays: list[ReplayLine]) -> Session:
    """Set up an unrated session that begins with a replay of a journal; its own dice come after."""
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


def solo_games_delete(*, player: Player) -> None:
    """Delete what a leaving player has played alone; what others had a part in stays theirs, and goes on."""
    alone = list(selectors.played_alone(player).values_list("pk", flat=True))
    theirs = Seat.objects.filter(player=player).values("session")
    for session in Session.objects.select_for_update().filter(pk__in=theirs).exclude(pk__in=alone):
        _seats_leave(session, [seat for seat in session.table if seat.player_id == player.pk])
    delete_with_dependents(Session.objects.filter(pk__in=alone))


def _seats_leave(session: Session, left: Sequence[Seat]) -> None:
    """Offer again the seats of a player who has left, or in a current game give them to its first bot."""
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
        token = store.token_of(OrderKind.GO_ON, session.entries_made)
        if not Order.objects.filter(session=session, token=token).exists():
            _order_give(session, kind=OrderKind.GO_ON, token=token)
