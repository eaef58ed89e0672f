"""The one place where a game moves: an order is carried out once or not at all, and all that came of it is kept.

The engine runs outside any transaction, for SQLite has one writer and a bot may think for seconds. Then one
transaction claims the session (its version must still be the one that was read) and the order (it must still be
pending), and writes journal, events, record and projections. Whoever comes second claims nothing and looks again.
"""

import logging
import time
from datetime import timedelta
from typing import Any

import msgspec
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from engine.kernel.decisions import BadForm, Refused, UndoNeedsConsent
from engine.kernel.dice import JournalMisfit
from engine.kernel.events import Event
from engine.kernel.run import Run, Step

from . import corrections, keeping, lending, nudge
from .models import Entry, EntryKind, EventRow, Order, OrderKind, OrderStatus, Seat, Session, SessionStatus
from .projections import Progress, project
from .refusals import OrderRefused

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
MOST_LOOKS = 20
"""How often a session that others change at the same time is read again before the sweeper takes over."""
LIVING_SECONDS = 3
"""An order tried so recently may still be in other hands: it is not given up yet."""
BOT_ANSWERS = 400
BOT_SECONDS = 2.0
"""What bots may do for one order; what they have still to do then is an order of its own."""


class Overtaken(Exception):
    """Somebody else changed the session, or carried out the order, in the meantime."""


class Misfit(Exception):
    """The rules in force cannot take this session up as it was played."""


def carry_out(order_id: int) -> None:
    """Carry an order out, whatever number of times this is called and wherever it is killed."""
    if not _count_attempt(order_id):
        return
    for _ in range(MOST_LOOKS):
        order = Order.objects.select_related("session").filter(pk=order_id, status=OrderStatus.PENDING).first()
        if order is None:
            return
        try:
            _write(order, _work_out(order.session, order))
            return
        except Overtaken:
            continue
        except OrderRefused as refusal:
            settle(order, OrderStatus.REFUSED, refusal.code, refusal.facts)
            return
        except Misfit as problem:
            log.warning("Session %s no longer fits the rules: %s", order.session_id, problem)
            _mark_stuck(order.session)
            settle(order, OrderStatus.REFUSED, "stuck")
            return
        except (DatabaseError, SoftTimeLimitExceeded):
            raise
        except Exception:  # whatever the rules raise, the table must hear of it and can go on
            log.exception("Order %s of session %s broke the rules code", order.pk, order.session_id)
            settle(order, OrderStatus.FAILED, "given_up")
            return


def _count_attempt(order_id: int) -> bool:
    """Count the attempt before any work, so that an order which kills its worker is given up in the end."""
    now = timezone.now()
    mine = Order.objects.filter(pk=order_id, status=OrderStatus.PENDING)
    if mine.filter(attempts__lt=MOST_ATTEMPTS).update(attempts=F("attempts") + 1, tried=now):
        return True
    order = mine.filter(tried__lt=now - timedelta(seconds=LIVING_SECONDS)).first()
    if order is not None:
        log.error("Order %s of session %s is given up after %s attempts", order.pk, order.session_id, order.attempts)
        settle(order, OrderStatus.FAILED, "given_up")
    elif mine.exists():
        from .tasks import send

        send(order_id, later=LIVING_SECONDS + 1)
    return False


def settle(order: Order, status: str, code: str, facts: dict[str, Any] | None = None) -> None:
    """Write down that an order was not carried out, and free its question for another."""
    with transaction.atomic():
        Order.objects.filter(pk=order.pk, status=OrderStatus.PENDING).update(
            status=status, code=code, facts=facts or {}, settled=timezone.now(), token=f"{order.token[:230]}#{order.pk}"
        )
        nudge.after_commit(nudge.publish, order.session_id, order.session.version, order.pk)


def _mark_stuck(session: Session) -> None:
    with transaction.atomic():
        Session.objects.filter(pk=session.pk, version=session.version, status=SessionStatus.PLAYING).update(
            status=SessionStatus.STUCK, version=session.version + 1, changed=timezone.now()
        )
        nudge.after_commit(nudge.publish, session.pk, session.version + 1)


# Working it out


class Change:
    """What an order brings about, before it is written: in the least case nothing but an answer to a proposal."""

    def __init__(self, session: Session, proposal: dict[str, Any] | None = None) -> None:
        self.session = session
        self.proposal = proposal

    def fields(self) -> dict[str, Any]:
        """What is to be written into the session."""
        return {"version": self.session.version + 1, "changed": timezone.now(), "proposal": self.proposal}


class Move(Change):
    """A change in the game itself: lines of the journal, their events and boards, and the record to go on from.

    Draws are numbered within their streams from `counters` on.
    """

    def __init__(self, session: Session, run: Run, counters: dict[str, int] | None = None) -> None:
        super().__init__(session)
        self.run = run
        self.counters = dict(run.dice.counters) if counters is None else counters
        self.asked = keeping.asked_of(session)
        self.opening = bytes(session.opening) or run.record.snapshot
        self.entries: list[Entry] = []
        self.rows: list[EventRow] = []
        self.events: list[Event] = []
        self.undone = 0

    def keep_answer(self, step: Step) -> None:
        """Note an answer."""
        made = step.entry
        if made is None:
            raise TypeError("an answer has an entry")
        line = Entry(kind=EntryKind.ANSWER, seat=made.actor, key=made.key, answer=made.answer)
        self.keep(line, step, answered=(made.actor, made.key))

    def keep(self, line: Entry, step: Step | None = None, answered: tuple[str, str] | None = None) -> None:
        """Note one line of the journal with its events and boards."""
        line.session = self.session
        line.seq = self.session.entries_made + len(self.entries) + 1
        line.digest = self.run.digest()
        if step is not None:
            line.draws = keeping.numbered(step.draws, self.counters)
            line.closed_by = step.closed_by
            line.frames = keeping.pack_frames(step.frames, self.opening)
            for place, event in enumerate(step.events):
                number = self.session.events_told + len(self.rows) + 1
                self.rows.append(keeping.as_row(self.session, line, number, place, event))
                self.events.append(event)
        self.entries.append(line)
        self.asked = keeping.ask_again(self.asked, self.run.pending, answered, line.seq)

    def ask_anew(self) -> None:
        """Let no answer to an earlier asking slip in."""
        self.asked = {}

    def fields(self) -> dict[str, Any]:
        """What is to be written into the session."""
        run, session = self.run, self.session
        return super().fields() | {
            "entries_made": session.entries_made + len(self.entries),
            "events_told": session.events_told + len(self.rows),
            "record": keeping.record_bytes(run.record),
            "asked": [[seat, key, seq] for (seat, key), seq in self.asked.items()],
            "opening": self.opening,
            "rules": run.title.rules,
            "status": SessionStatus.OVER if run.over else SessionStatus.PLAYING,
            "outcome": keeping.plain(run.outcome() or {}) if run.over else None,
        }


def _work_out(session: Session, order: Order) -> Change:
    session.table = list(Seat.objects.filter(session=session).order_by("place"))
    try:
        change = _WAYS[OrderKind(order.kind)](session, order)
        if isinstance(change, Move):
            _let_bots_play(change)
    except keeping.PackGone as problem:
        raise OrderRefused("no_pack", {"problem": str(problem)}) from problem
    return change


def _begin(session: Session, order: Order) -> Change:
    if session.status != SessionStatus.OPEN:
        raise OrderRefused("not_playing")
    try:
        run = keeping.begin(session)
        move = Move(session, run, counters={})
        move.keep(Entry(kind=EntryKind.BEGIN), run.step)
        for line in session.replays or ():
            if line["kind"] == EntryKind.ANSWER:
                move.keep_answer(run.answer(line["seat"], line["answer"], line["key"]))
        keeping.check_used_up(run)
    except (JournalMisfit, Refused) as problem:
        raise OrderRefused("misfit", {"problem": str(problem)}) from problem
    return move


def _take_up(session: Session) -> Run:
    if session.status == SessionStatus.STUCK:
        raise OrderRefused("stuck")
    if session.status != SessionStatus.PLAYING:
        raise OrderRefused("not_playing")
    try:
        return keeping.resume(session)
    except keeping.PackGone:
        raise
    except Exception as problem:  # whatever new rules raise on an old journal is the finding
        raise Misfit(f"{type(problem).__name__}: {problem}") from problem


def _answer(session: Session, order: Order) -> Change:
    seq = keeping.asked_of(session).get((order.seat, order.key))
    if seq is None or keeping.token_of(order.key, seq) != order.token:
        raise OrderRefused("stale")
    move = Move(session, _take_up(session))
    try:
        move.keep_answer(move.run.answer(order.seat, order.answer, order.key))
    except Refused as refusal:
        raise refused(refusal) from refusal
    return move


def refused(refusal: Refused) -> OrderRefused:
    """Turn the kernel's refusal into ours, with what the page needs to say where it lies."""
    facts: dict[str, Any] = {"faults": keeping.plain(refusal.faults)} if isinstance(refusal, BadForm) else {}
    if "closed_by" in refusal.facts:
        facts["closed_by"] = refusal.facts["closed_by"]
    return OrderRefused(refusal.code, facts, status=422)


def _go_on(session: Session, order: Order) -> Change:
    return Move(session, _take_up(session))


def _undo(session: Session, order: Order) -> Change:
    return _take_back(session, order.seat, agreed=[])


def _take_back(session: Session, seat: str, agreed: list[str]) -> Change:
    """Take back a seat's last order, or propose it to those who have seen it."""
    run = _take_up(session)
    try:
        withdrawn = run.undo(seat, consent=(*at_ease(session, seat), *agreed))
    except UndoNeedsConsent as need:
        needs = sorted([*need.facts["seats"], *agreed])
        return Change(session, {"seat": seat, "needs": needs, "agreed": sorted(agreed)})
    except Refused as refusal:
        raise refused(refusal) from refusal
    move = Move(session, run)
    move.undone = len(withdrawn)
    move.ask_anew()
    move.keep(Entry(kind=EntryKind.UNDO, seat=seat))
    return move


def at_ease(session: Session, seat: str) -> list[str]:
    """Name the seats whose consent to an undo need not be asked: bots, and the same person's other seats."""
    mine = session.seat(seat)
    return [one.name for one in session.table if one.policy or (mine and one.player_id == mine.player_id)]


def _agree(session: Session, order: Order) -> Change:
    proposal = session.proposal
    if proposal is None or order.seat not in proposal["needs"]:
        raise OrderRefused("no_proposal")
    agreed = sorted({*proposal["agreed"], order.seat})
    if agreed != proposal["needs"]:
        return Change(session, proposal | {"agreed": agreed})
    return _take_back(session, proposal["seat"], agreed)


def _decline(session: Session, order: Order) -> Change:
    if session.proposal is None or order.seat not in [session.proposal["seat"], *session.proposal["needs"]]:
        raise OrderRefused("no_proposal")
    return Change(session)


def _step_back(session: Session, order: Order) -> Change:
    if not keeping.is_stuck(session):
        raise OrderRefused("not_stuck")
    record = keeping.record_of(session)
    try:
        run = keeping.step_back(session)
    except Exception as problem:  # a state that today's rules cannot read has no way back
        raise OrderRefused("misfit", {"problem": f"{type(problem).__name__}: {problem}"}) from problem
    move = Move(session, run, counters=dict(record.counters))
    move.undone = len(record.tail)
    move.ask_anew()
    move.keep(Entry(kind=EntryKind.STEP_BACK, seat=order.seat, kept=bytes(session.record)), run.step)
    return move


def _lend(session: Session, order: Order) -> Change:
    """Let a bot answer for a seat as long as the loan's mark holds, and not beyond one order's share."""
    loan = msgspec.convert(order.answer, lending.Loan)
    move = Move(session, _take_up(session))
    bots = keeping.policies_of(session, move.run.pack)
    bots[order.seat] = lending.bot_for(session, order.seat, loan, move.run.pack)
    end = time.monotonic() + BOT_SECONDS

    def is_enough(run: Run) -> bool:
        if time.monotonic() > end or len(move.entries) >= min(loan.most, BOT_ANSWERS):
            return True
        return bool(lending.mark(session.title, loan.until, run.state) != loan.since)

    move.run.play_on(bots, until=is_enough, keep=move.keep_answer)
    return move


def _correct(session: Session, order: Order) -> Change:
    """Take a game up before an answer that was written down wrongly; go on from there with another, if one is given."""
    given: dict[str, Any] = order.answer or {}
    wrong = corrections.find(session, order.seat, given["seq"])
    try:
        run, _decision = corrections.run_before(session, wrong)
    except JournalMisfit as problem:
        raise Misfit(str(problem)) from problem
    move = Move(session, run)
    since = session.journal.filter(kind=EntryKind.ANSWER, undone_by=None, seq__gte=wrong.seq)
    move.undone = since.count()
    move.ask_anew()
    move.keep(Entry(kind=EntryKind.UNDO, seat=order.seat))
    try:
        if given["answer"] is not None:
            move.keep_answer(run.answer(order.seat, given["answer"], wrong.key))
    except Refused as refusal:
        raise refused(refusal) from refusal
    return move


_WAYS = {
    OrderKind.BEGIN: _begin,
    OrderKind.ANSWER: _answer,
    OrderKind.GO_ON: _go_on,
    OrderKind.UNDO: _undo,
    OrderKind.AGREE: _agree,
    OrderKind.DECLINE: _decline,
    OrderKind.STEP_BACK: _step_back,
    OrderKind.LEND: _lend,
    OrderKind.CORRECT: _correct,
}


def _let_bots_play(move: Move) -> None:
    """Let bots answer up to the next question to a person, within bounds."""
    policies = keeping.policies_of(move.session, move.run.pack)
    end, most = time.monotonic() + BOT_SECONDS, len(move.entries) + BOT_ANSWERS
    move.run.play_on(
        policies, until=lambda run: time.monotonic() > end or len(move.entries) >= most, keep=move.keep_answer
    )


# Writing it down


def _write(order: Order, change: Change) -> None:
    """Write all of it, or nothing."""
    session, fields = change.session, change.fields()
    with transaction.atomic():
        if not Session.objects.filter(pk=session.pk, version=session.version).update(**fields):
            raise Overtaken
        settled = {"status": OrderStatus.DONE, "settled": timezone.now()}
        if not Order.objects.filter(pk=order.pk, status=OrderStatus.PENDING).update(**settled):
            raise Overtaken
        for name, value in fields.items():
            setattr(session, name, value)
        if isinstance(change, Move):
            _write_journal(order, change)
            project(session, Progress(change.events, change.run.state, change.run.pack, session.outcome))
            _hand_on_to_bots(change)
        nudge.after_commit(nudge.publish, session.pk, session.version, order.pk)


def _write_journal(order: Order, move: Move) -> None:
    session = move.session
    if move.undone:
        _mark_undone(session, move.undone, by=move.entries[0].seq)
    Entry.objects.bulk_create(move.entries)
    EventRow.objects.bulk_create(move.rows)
    if order.kind == OrderKind.ANSWER:
        # Whoever gives an order has seen what came before it.
        seen = session.events_told - len(move.rows)
        Seat.objects.filter(session=session, name=order.seat).update(seen=seen)


def _mark_undone(session: Session, count: int, by: int) -> None:
    standing = Entry.objects.filter(session=session, kind=EntryKind.ANSWER, undone_by=None).order_by("-seq")
    last = list(standing.values_list("pk", flat=True)[:count])
    Entry.objects.filter(pk__in=last).update(undone_by=by)


def _hand_on_to_bots(move: Move) -> None:
    """Give the order that lets bots go on, when they have more to do than one task should hold."""
    session = move.session
    if any((seat := session.seat(name)) and seat.policy for name, _ in move.asked):
        from .tasks import send

        token = keeping.token_of(OrderKind.GO_ON, session.entries_made)
        order, _ = Order.objects.get_or_create(session=session, token=token, defaults={"kind": OrderKind.GO_ON})
        nudge.after_commit(send, order.pk)
