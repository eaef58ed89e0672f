"""The one place where a game moves: an order is carried out once or not at all, and all its effects are stored.

The engine runs outside any transaction, for SQLite has one writer and a bot may think for seconds. Then one
transaction claims the session (its version must still be the one that was read) and the order (it must still be
pending), and writes journal, events, record and projections. A second process claims nothing and reads again.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NotRequired, TypedDict

import msgspec
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.utils import timezone

from engine.kernel.batch import answer_in_turn
from engine.kernel.decisions import BadForm, Refused, UndoNeedsConsent
from engine.kernel.dice import JournalMismatch
from engine.kernel.events import Event
from engine.kernel.limits import Runaway
from engine.kernel.run import Run, Step
from engine.kernel.snapshot import snapshot
from play.bots import search, substitute
from play.charts import pack_store
from play.charts import selectors as charts_selectors
from play.clocks.services import clocks_update
from play.games import titles
from play.journal import store
from play.journal.models import EntryKind, EventRow, JournalEntry
from play.journal.projections import OrderEffects, project
from play.journal.snapshots import SnapshotChain
from play.live import counters, notify
from play.orders import auto_orders, corrections
from play.orders.models import Order, OrderKind, OrderStatus
from play.orders.refusals import STOPPED, OrderRefused
from play.secrecy import deciders, visibility
from play.sessions import selectors
from play.sessions.models import Seat, Session, SessionStatus
from play.utils.plain_data import Json
from play.utils.sql_cache import ID_HERE, NUMBER_HERE, CachedQuery, Increment, write_where

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
MAX_READS = 20
"""Number of reads of a session that others change at the same time, before the sweeper takes over."""
IN_HAND_SECONDS = 3
"""An order tried so recently may still be in other hands: it is not given up yet."""
THINKING_SECONDS = 10
"""A worker that lives has noted so recently that it still thinks an order over (`search.NOTED_SECONDS`)."""
BOT_ANSWERS = 400
BOT_SECONDS = 2.0
"""Time that bots get within one order; their further work is an order of its own."""


class SessionChanged(Exception):
    """Another process changed the session, or carried out the order, in the meantime."""


class RulesMismatch(Exception):
    """The rules in force cannot take this session up as it was played."""


_pending = CachedQuery(
    lambda order: Order.objects.filter(pk=order, status=OrderStatus.PENDING).select_related("session__pace"),
    NUMBER_HERE,
)
_seats = CachedQuery(
    lambda session: Seat.objects.filter(session_id=session).select_related("player").order_by("place"), ID_HERE
)


def execute_order(order_id: int) -> None:
    """Carry an order out, after any number of calls and after a kill at any place."""
    if not _count_attempt(order_id):
        return
    for _ in range(MAX_READS):
        order = next(iter(_pending(order_id)), None)
        if order is None:
            return
        try:
            _write(order, _compute_change(order.session, order))
            return
        except SessionChanged:
            continue
        except OrderRefused as refusal:
            if refusal.code == Runaway.code:
                log.warning("Order %s of session %s was stopped: %s", order.pk, order.session_id, refusal.__cause__)
            settle(order, OrderStatus.REFUSED, refusal.code, refusal.facts)
            return
        except RulesMismatch as problem:
            log.warning("Session %s no longer fits the rules: %s", order.session_id, problem)
            _mark_stuck(order.session)
            settle(order, OrderStatus.REFUSED, "stuck")
            return
        except (DatabaseError, SoftTimeLimitExceeded):
            raise
        except Exception:  # after any exception of the rules the table must be informed and can go on
            log.exception("Order %s of session %s broke the rules code", order.pk, order.session_id)
            settle(order, OrderStatus.FAILED, "given_up")
            return


def _count_attempt(order_id: int) -> bool:
    """Count the attempt before any work, so that an order which kills its worker is given up in the end.

    A bot thinks for longer than it takes to send an order again: its order is begun again only when its worker is gone.
    """
    now = timezone.now()
    pending = {"pk": order_id, "status": OrderStatus.PENDING}
    if write_where(Order, pending | {"attempts": 0}, {"attempts": 1, "tried": now}):
        return True
    order = Order.objects.filter(**pending).select_related("session").first()
    if order is None:
        return False
    living = timedelta(seconds=THINKING_SECONDS if order.kind == OrderKind.THINK else IN_HAND_SECONDS)
    is_living = order.tried is not None and order.tried >= now - living
    if order.attempts < MOST_ATTEMPTS and not (is_living and order.kind == OrderKind.THINK):
        if write_where(Order, pending | {"attempts": order.attempts}, {"attempts": Increment(1), "tried": now}):
            counters.count(counters.ORDER_RETRIES)
            return True
    elif not is_living:
        log.error("Order %s of session %s is given up after %s attempts", order.pk, order.session_id, order.attempts)
        settle(order, OrderStatus.FAILED, "given_up")
        return False
    from play.tasks import send

    send(order_id, queue=order.queue, later=living.total_seconds() + 1)
    return False


def settle(order: Order, status: str, code: str, facts: Mapping[str, object] | None = None) -> None:
    """Write down that an order was not carried out, and free its question for another."""
    with transaction.atomic():
        settled = Order.objects.filter(pk=order.pk, status=OrderStatus.PENDING).update(
            status=status, code=code, facts=facts or {}, settled=timezone.now(), token=f"{order.token[:230]}#{order.pk}"
        )
        if settled and status == OrderStatus.FAILED:
            notify.after_commit(counters.count, counters.ORDERS_FAILED)
        notify.after_commit(notify.publish, order.session, order.pk)


def _mark_stuck(session: Session) -> None:
    with transaction.atomic():
        Session.objects.filter(pk=session.pk, version=session.version, status=SessionStatus.PLAYING).update(
            status=SessionStatus.STUCK,
            version=session.version + 1,
            worlds=visibility.advance_all(session),
            changed=timezone.now(),
        )
        session.version, session.worlds = session.version + 1, visibility.advance_all(session)
        notify.after_commit(notify.publish, session)


# Working it out


class ChartsMove(msgspec.Struct):
    """Payload of a change of charts: the hash of the charts to continue with."""

    charts: str


class Proposal(TypedDict):
    """An undo, or a move to other charts, that waits for consent."""

    seat: str
    needs: list[str]
    """Seats whose consent is wanted."""
    agreed: list[str]
    charts: NotRequired[str]


class SessionChange:
    """Effect of an order before it is written; at least an answer to a proposal."""

    def __init__(self, session: Session, proposal: Proposal | None = None) -> None:
        self.session = session
        self.proposal = proposal

    def fields(self) -> dict[str, object]:
        """Return the fields to write to the session."""
        return {"version": self.session.version + 1, "changed": timezone.now(), "proposal": self.proposal}

    @property
    def closes(self) -> bool:
        """Return whether the order cannot be taken back."""
        return False

    def seen_by(self, seat: str) -> visibility.VisibleChange | None:
        """Return what a seat sees of the change; None if all see it."""
        return None


class GameChange(SessionChange):
    """A change in the game itself: lines of the journal, their events and boards, and the record to go on from.

    Draws are numbered within their streams from `counters` on.
    """

    def __init__(self, session: Session, run: Run, counters: dict[str, int] | None = None) -> None:
        super().__init__(session)
        self.run = run
        self.counters = dict(run.dice.counters) if counters is None else counters
        self.asked = store.questions_of(session)
        self.numbers = visibility.next_question_numbers(session)
        self.opening = bytes(session.opening) or run.record.snapshot
        self.boards = SnapshotChain(session, self.opening, snapshot(run.state))
        self.entries: list[JournalEntry] = []
        self.rows: list[EventRow] = []
        self.events: list[Event] = []
        self.undone = 0
        self.pack_hash = session.pack_hash
        self.charts_before: list[list[int | str]] = list(session.charts_before)
        self.left: dict[str, object] = {}
        """What was not reached of several answers, and why; nothing when all were carried out."""

    @cached_property
    def bots(self) -> "TableBots":
        """The bots of the table, made once: their whims go on from one answer to the next."""
        return TableBots(self)

    def add_answer(self, step: Step) -> None:
        """Note an answer."""
        made = step.entry
        if made is None:
            raise TypeError("an answer has an entry")
        line = JournalEntry(
            kind=EntryKind.ANSWER, seat=made.actor, key=made.key, answer=made.answer, joined=made.joined
        )
        # It was made when the answer was accepted: the game has not changed since.
        line.digest = made.digest
        self.keep(line, step, answered=(made.actor, made.key))

    def keep(self, line: JournalEntry, step: Step | None = None, answered: tuple[str, str] | None = None) -> None:
        """Note one line of the journal with its events and boards."""
        line.session = self.session
        line.seq = self.session.entries_made + len(self.entries) + 1
        line.digest = line.digest or self.run.digest()
        line.frames = self.boards.add(step.frames if step is not None else (), snapshot(self.run.state))
        if step is not None:
            line.draws = store.numbered(step.draws, self.counters)
            line.closed_by = step.closed_by
            for place, event in enumerate(step.events):
                number = self.session.events_told + len(self.rows) + 1
                self.rows.append(store.as_row(self.session, line, number, place, event))
                self.events.append(event)
        self.entries.append(line)
        self.asked = store.number_questions(self.asked, self.run.pending, answered, line.seq, self.numbers)

    def continue_with_charts(self, run: Run, line: JournalEntry) -> None:
        """Note that the game goes on by other charts, from a seam or from a checkpoint."""
        pack_hash = pack_store.store_charts(
            self.session.title, run.pack, reworded=not charts_selectors.is_own(self.session.pack)
        )
        line.answer = {"charts": [self.pack_hash, pack_hash]}
        self.charts_before.append([self.session.entries_made + len(self.entries) + 1, self.pack_hash])
        self.run, self.pack_hash = run, pack_hash

    @property
    def closes(self) -> bool:
        """Return whether the order cannot be taken back."""
        return any(entry.closed_by for entry in self.entries)

    def seen_by(self, seat: str) -> visibility.VisibleChange | None:
        """Return what a seat sees of the change: its view, and whether it learns of an event or of an undo."""
        if self.pack_hash != self.session.pack_hash:
            return None
        data = any(not event.to or seat in event.to for event in self.events)
        data = data or bool(self.undone and selectors.has_been_shown(self.session, seat, self.undone))
        return visibility.VisibleChange(visibility.view_hash(store.json_data(self.run.view(seat))), data)

    def ask_anew(self) -> None:
        """Let no answer to an earlier asking slip in."""
        self.asked = {}

    def fields(self) -> dict[str, object]:
        """Return the fields to write to the session."""
        run, session = self.run, self.session
        return super().fields() | {
            "entries_made": session.entries_made + len(self.entries),
            "events_told": session.events_told + len(self.rows),
            "record": store.pack_record(run.record),
            "asked": [[seat, key, seq] for (seat, key), seq in self.asked.items()],
            "offered": store.offers_of(run.pending.values()),
            "opening": self.opening,
            "chain": self.boards.chain_mark,
            "rules": run.title.rules,
            "pack_hash": self.pack_hash,
            "charts_before": self.charts_before,
            "status": SessionStatus.OVER if run.over else SessionStatus.PLAYING,
            "outcome": store.json_data(run.outcome() or {}) if run.over else None,
        }


def _compute_change(session: Session, order: Order) -> SessionChange:
    session.table = _seats(session.pk)
    try:
        change = _HANDLERS[OrderKind(order.kind)](session, order)
        if isinstance(change, GameChange):
            change.bots.go_on()
    except store.PackGone as problem:
        raise OrderRefused("no_pack", {"problem": str(problem)}) from problem
    except Runaway as problem:  # a bot's answer, which nobody else wraps
        raise refused(problem) from problem
    return change


def _begin(session: Session, order: Order) -> SessionChange:
    if session.status != SessionStatus.OPEN:
        raise OrderRefused("not_playing")
    try:
        run = store.begin(session)
        move = GameChange(session, run, counters={})
        move.keep(JournalEntry(kind=EntryKind.BEGIN), run.step)
        for line in session.replays or ():
            if line["kind"] == EntryKind.ANSWER:
                joined = line.get("joined", False)
                move.add_answer(move.run.answer(line["seat"], line["answer"], line["key"], joined=joined))
            elif line["kind"] == EntryKind.CHARTS:
                newer = pack_store.compiled_charts(session.title, line["answer"]["charts"][1])
                _note_new_charts(move, move.run.continue_with_charts(newer), line["seat"])
        store.check_used_up(move.run)
    except Runaway:
        raise
    except (JournalMismatch, Refused) as problem:
        raise OrderRefused("misfit", {"problem": str(problem)}) from problem
    return move


def _resume(session: Session) -> Run:
    if session.status == SessionStatus.STUCK:
        raise OrderRefused("stuck")
    if session.status != SessionStatus.PLAYING:
        raise OrderRefused("not_playing")
    try:
        return store.resume(session)
    except store.PackGone:
        raise
    except Exception as problem:  # any exception of new rules on an old journal is the finding
        raise RulesMismatch(f"{type(problem).__name__}: {problem}") from problem


def _answer(session: Session, order: Order) -> SessionChange:
    _check_still_asked(session, order)
    move = GameChange(session, _resume(session))
    try:
        move.add_answer(move.run.answer(order.seat, order.answer, order.key))
    except Refused as refusal:
        raise refused(refusal) from refusal
    return move


def _check_still_asked(session: Session, order: Order) -> None:
    seq = store.questions_of(session).get((order.seat, order.key))
    if seq is None or store.token_of(order.key, seq) != order.token:
        raise OrderRefused("stale")


def _answers(session: Session, order: Order) -> SessionChange:
    """Carry several answers out, up to where what follows could not be known when they were given."""
    _check_still_asked(session, order)
    items: list[list[Json]] = order.answer or []
    move = GameChange(session, _resume(session))
    try:
        stop = answer_in_turn(move.run, order.seat, items, keep=move.add_answer, between=move.bots.go_on)
    except Refused as refusal:
        raise refused(refusal, items) from refusal
    if stop is not None:
        move.left = {"left": items[stop.taken :], "taken": stop.taken, "reason": stop.reason}
    return move


NOTHING = repr("")
"""The kernel's name of an order without a choice."""


def refused(refusal: Refused, items: Sequence[Sequence[Json]] = ()) -> OrderRefused:
    """Convert the kernel's refusal to ours, with the place for the page; several are given back."""
    facts: dict[str, object] = {"faults": store.json_data(refusal.faults)} if isinstance(refusal, BadForm) else {}
    if items:
        facts["left"] = items
    facts |= {name: refusal.facts[name] for name in ("closed_by", "rule") if refusal.facts.get(name)}
    if place := refusal.facts.get("place"):
        return OrderRefused("not_offered_in_turn", facts | {"number": place + 1}, status=422)
    code = "nothing_chosen" if refusal.facts.get("answer") == NOTHING else refusal.code
    return OrderRefused(code, facts, status=422)


def _search(session: Session, order: Order) -> SessionChange:
    """Answer for a bot what it has to think over."""
    _check_still_asked(session, order)
    move = GameChange(session, _resume(session))
    answer = search.search_order(session, move.run, move.run.find(order.seat, order.key), order)
    if answer is None:
        raise SessionChanged
    move.add_answer(move.run.answer(order.seat, answer, order.key))
    return move


def _go_on(session: Session, order: Order) -> SessionChange:
    return GameChange(session, _resume(session))


def _undo(session: Session, order: Order) -> SessionChange:
    return _undo_last(session, order.seat, agreed=[])


def _undo_last(session: Session, seat: str, agreed: list[str]) -> SessionChange:
    """Take back a seat's last order, or propose it to those who have seen it."""
    run = _resume(session)
    try:
        withdrawn = run.undo(seat, consent=(*seats_without_consent(session, seat), *agreed))
    except UndoNeedsConsent as need:
        needs = sorted([*need.facts["seats"], *agreed])
        return SessionChange(session, {"seat": seat, "needs": needs, "agreed": sorted(agreed)})
    except Refused as refusal:
        raise refused(refusal) from refusal
    move = GameChange(session, run)
    move.undone = len(withdrawn)
    move.ask_anew()
    move.keep(JournalEntry(kind=EntryKind.UNDO, seat=seat))
    return move


def seats_without_consent(session: Session, seat: str) -> list[str]:
    """Name the seats whose consent to an undo need not be asked: bots, and the same person's other seats."""
    mine = session.seat(seat)
    return [one.name for one in session.table if one.policy or (mine and one.player_id == mine.player_id)]


def _agree(session: Session, order: Order) -> SessionChange:
    proposal: Proposal | None = session.proposal
    if proposal is None or order.seat not in proposal["needs"]:
        raise OrderRefused("no_proposal")
    agreed = sorted({*proposal["agreed"], order.seat})
    if agreed != proposal["needs"]:
        return SessionChange(session, {**proposal, "agreed": agreed})
    if "charts" in proposal:
        return _move_charts(session, proposal["seat"], proposal["charts"], agreed)
    return _undo_last(session, proposal["seat"], agreed)


def _decline(session: Session, order: Order) -> SessionChange:
    if session.proposal is None or order.seat not in [session.proposal["seat"], *session.proposal["needs"]]:
        raise OrderRefused("no_proposal")
    return SessionChange(session)


def _step_back(session: Session, order: Order) -> SessionChange:
    if not store.is_stuck(session):
        raise OrderRefused("not_stuck")
    record = store.record_of(session)
    try:
        run = store.step_back(session)
    except Exception as problem:  # a state that today's rules cannot read has no way back
        raise OrderRefused("misfit", {"problem": f"{type(problem).__name__}: {problem}"}) from problem
    move = GameChange(session, run, counters=dict(record.counters))
    move.undone = len(record.tail)
    move.ask_anew()
    line = JournalEntry(kind=EntryKind.STEP_BACK, seat=order.seat, kept=bytes(session.record))
    if titles.pack_hash(run.pack) != session.pack_hash:
        move.continue_with_charts(run, line)
    move.keep(line, run.step)
    return move


def _charts(session: Session, order: Order) -> SessionChange:
    moved = msgspec.convert(order.answer, ChartsMove)
    return _move_charts(session, order.seat, moved.charts, agreed=[])


def _move_charts(session: Session, seat: str, digest: str, agreed: list[str]) -> SessionChange:
    """Continue with other charts, or propose it to the other players."""
    run = _resume(session)
    again = store.with_charts(session, run, pack_store.compiled_charts(session.title, digest))
    others = {one.name for one in session.table} - set(seats_without_consent(session, seat))
    if others - set(agreed):
        return SessionChange(
            session, {"seat": seat, "needs": sorted(others), "agreed": sorted(agreed), "charts": digest}
        )
    move = GameChange(session, again)
    move.ask_anew()
    _note_new_charts(move, again, seat)
    return move


def _note_new_charts(move: GameChange, run: Run, seat: str) -> None:
    """Record a game that continues with other charts, with its events from then on."""
    line = JournalEntry(kind=EntryKind.CHARTS, seat=seat)
    move.counters = dict(run.dice.counters)
    for draw in run.step.draws:
        move.counters[draw.stream] -= 1
    move.continue_with_charts(run, line)
    move.keep(line, run.step)


def _substitute(session: Session, order: Order) -> SessionChange:
    """Let a bot answer for a seat as long as the loan's mark holds, and not beyond one order's share."""
    substitution = msgspec.convert(order.answer, substitute.Substitution)
    move = GameChange(session, _resume(session))
    bots = store.policies_of(session, move.run.pack)
    bots[order.seat] = substitute.bot_for(session, order.seat, substitution, move.run.pack)
    end = time.monotonic() + BOT_SECONDS

    def is_enough(run: Run) -> bool:
        if time.monotonic() > end or len(move.entries) >= min(substitution.most, BOT_ANSWERS):
            return True
        gone = substitute.mark_value(session.title, substitution.until, run.state) != substitution.since
        return bool(gone or search.question_to_search(session, run) is not None)

    move.run.play_on(bots, until=is_enough, keep=move.add_answer)
    return move


def _correct(session: Session, order: Order) -> SessionChange:
    """Take a game up before an answer that was written down wrongly; go on from there with another, if one is given."""
    given = msgspec.convert(order.answer, corrections.Correction)
    wrong = corrections.find(session, order.seat, given.seq)
    try:
        run, _decision = corrections.run_before(session, wrong)
    except JournalMismatch as problem:
        raise RulesMismatch(str(problem)) from problem
    move = GameChange(session, run)
    since = session.journal.filter(kind=EntryKind.ANSWER, undone_by=None, seq__gte=wrong.seq)
    move.undone = since.count()
    move.ask_anew()
    move.keep(JournalEntry(kind=EntryKind.UNDO, seat=order.seat))
    try:
        if given.answer is not None:
            move.add_answer(run.answer(order.seat, given.answer, wrong.key))
    except Refused as refusal:
        raise refused(refusal) from refusal
    return move


_HANDLERS = {
    OrderKind.BEGIN: _begin,
    OrderKind.ANSWER: _answer,
    OrderKind.ANSWERS: _answers,
    OrderKind.GO_ON: _go_on,
    OrderKind.UNDO: _undo,
    OrderKind.AGREE: _agree,
    OrderKind.DECLINE: _decline,
    OrderKind.STEP_BACK: _step_back,
    OrderKind.LEND: _substitute,
    OrderKind.CORRECT: _correct,
    OrderKind.CHARTS: _charts,
    OrderKind.THINK: _search,
}


class TableBots:
    """The bots of a table and what people have given as standing orders: they answer within the bounds of one order."""

    def __init__(self, move: GameChange) -> None:
        self.move = move
        self.policies = store.policies_of(move.session, move.run.pack)
        self.end = time.monotonic() + BOT_SECONDS
        self.left = BOT_ANSWERS

    def go_on(self) -> list[str]:
        """Let them answer; returns what closed undo in each of their answers, nothing for one that did not."""
        closed: list[str] = []

        def keep(step: Step) -> None:
            self.move.add_answer(step)
            self.left -= 1
            closed.append(step.closed_by)

        self.move.run.play_on(self.policies, until=self.are_spent, keep=keep)
        while not self.are_spent(self.move.run) and (
            found := auto_orders.auto_answer(self.move.session, self.move.run)
        ):
            decision, answer = found
            keep(self.move.run.answer(decision.actor, answer, decision.key))
            self.move.run.play_on(self.policies, until=self.are_spent, keep=keep)
        return closed

    def are_spent(self, run: Run) -> bool:
        """Say whether they have done what one order may hold; what is to be thought over is an order of its own."""
        if time.monotonic() > self.end or self.left <= 0:
            return True
        return search.question_to_search(self.move.session, run) is not None


# Writing it down


def _write(order: Order, change: SessionChange) -> None:
    """Write all of it, or nothing."""
    session, fields = change.session, change.fields()
    hears: dict[str, datetime] = {}
    if deciders.secrecy_of(session) is not None:
        seen = {seat.name: found for seat in session.table if (found := change.seen_by(seat.name)) is not None}
        fields["worlds"] = worlds = visibility.progress_after(session, order, seen, fields, closes=change.closes)
        hears = visibility.heard_at(session.worlds, worlds)
    with transaction.atomic():
        if not write_where(Session, {"pk": session.pk, "version": session.version}, fields):
            raise SessionChanged
        settled: dict[str, object] = {"status": OrderStatus.DONE, "settled": timezone.now()}
        if isinstance(change, GameChange) and change.left:
            settled |= {"code": STOPPED, "facts": change.left}
        if not write_where(Order, {"pk": order.pk, "status": OrderStatus.PENDING}, settled):
            raise SessionChanged
        for name, value in fields.items():
            setattr(session, name, value)
        if isinstance(change, GameChange):
            _write_journal(order, change)
            clocks_update(session, {name for name, _key in change.asked}, order.seat)
            run, by = change.run, order.seat
            project(session, OrderEffects(change.events, run.state, run.pack, session.outcome, by, hears))
            _queue_bots(change)
        for seat, heard in hears.items():
            write_where(Seat, {"session": session.pk, "name": seat}, {"heard": heard})
        notify.after_commit(notify.publish, session, order.pk)


def _write_journal(order: Order, move: GameChange) -> None:
    session = move.session
    if move.undone:
        _mark_undone(session, move.undone, by=move.entries[0].seq)
    JournalEntry.objects.bulk_create(move.entries)
    EventRow.objects.bulk_create(move.rows)
    if order.kind in {OrderKind.ANSWER, OrderKind.ANSWERS}:
        # A player who gives an order has seen all earlier events.
        seen = session.events_told - len(move.rows)
        write_where(Seat, {"session": session.pk, "name": order.seat}, {"seen": seen})


def _mark_undone(session: Session, count: int, by: int) -> None:
    standing = JournalEntry.objects.filter(session=session, kind=EntryKind.ANSWER, undone_by=None).order_by("-seq")
    last = list(standing.values_list("pk", flat=True)[:count])
    JournalEntry.objects.filter(pk__in=last).update(undone_by=by)


def _queue_bots(move: GameChange) -> None:
    """Give the order that lets bots go on, when they have more to do than one task should hold."""
    session = move.session
    if any((seat := session.seat(name)) and seat.policy for name, _ in move.asked):
        from play.tasks import send

        order, _ = Order.objects.get_or_create(session=session, **_bot_order(move))
        notify.after_commit(send, order.pk, queue=order.queue)


def _bot_order(move: GameChange) -> dict[str, Any]:
    """Return the order by which bots go on: to think over what is asked of one of them, or just to answer."""
    thought = search.question_to_search(move.session, move.run)
    if thought is None:
        token = store.token_of(OrderKind.GO_ON, move.session.entries_made)
        return {"token": token, "defaults": {"kind": OrderKind.GO_ON}}
    token = store.token_of(thought.key, move.asked[thought.actor, thought.key])
    return {"seat": thought.actor, "token": token, "defaults": {"kind": OrderKind.THINK, "key": thought.key}}
