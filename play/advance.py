"""The one place where a game moves: an order is carried out once or not at all, and all that came of it is kept.

The engine runs outside any transaction, for SQLite has one writer and a bot may think for seconds. Then one
transaction claims the session (its version must still be the one that was read) and the order (it must still be
pending), and writes journal, events, record and projections. Whoever comes second claims nothing and looks again.
"""

import logging
import time
from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property
from typing import Any

import msgspec
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.utils import timezone

from engine.kernel.decisions import BadForm, Refused, UndoNeedsConsent
from engine.kernel.dice import JournalMisfit
from engine.kernel.events import Event
from engine.kernel.game import snapshot
from engine.kernel.limits import Runaway
from engine.kernel.run import Run, Step
from engine.kernel.several import answer_in_turn

from . import lending, nudge, selectors, standing, thinking, titles, veils
from .journal import corrections, keeping
from .journal.frames import Chain
from .journal.projections import Progress, project
from .models import Entry, EntryKind, EventRow, Order, OrderKind, OrderStatus, Seat, Session, SessionStatus
from .pace.services import clocks_wind
from .packs import charts, library
from .prepared import ID_HERE, NUMBER_HERE, Plus, Prepared, write_where
from .refusals import STOPPED, OrderRefused

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
MOST_LOOKS = 20
"""How often a session that others change at the same time is read again before the sweeper takes over."""
LIVING_SECONDS = 3
"""An order tried so recently may still be in other hands: it is not given up yet."""
THINKING_SECONDS = 10
"""A worker that lives has noted so recently that it still thinks an order over (`thinking.NOTED_SECONDS`)."""
BOT_ANSWERS = 400
BOT_SECONDS = 2.0
"""What bots may do for one order; what they have still to do then is an order of its own."""


class Overtaken(Exception):
    """Somebody else changed the session, or carried out the order, in the meantime."""


class Misfit(Exception):
    """The rules in force cannot take this session up as it was played."""


_pending = Prepared(
    lambda order: Order.objects.filter(pk=order, status=OrderStatus.PENDING).select_related("session__pace"),
    NUMBER_HERE,
)
_seats = Prepared(
    lambda session: Seat.objects.filter(session_id=session).select_related("player").order_by("place"), ID_HERE
)


def carry_out(order_id: int) -> None:
    """Carry an order out, whatever number of times this is called and wherever it is killed."""
    if not _count_attempt(order_id):
        return
    for _ in range(MOST_LOOKS):
        order = next(iter(_pending(order_id)), None)
        if order is None:
            return
        try:
            _write(order, _work_out(order.session, order))
            return
        except Overtaken:
            continue
        except OrderRefused as refusal:
            if refusal.code == Runaway.code:
                log.warning("Order %s of session %s was stopped: %s", order.pk, order.session_id, refusal.__cause__)
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
    living = timedelta(seconds=THINKING_SECONDS if order.kind == OrderKind.THINK else LIVING_SECONDS)
    is_living = order.tried is not None and order.tried >= now - living
    if order.attempts < MOST_ATTEMPTS and not (is_living and order.kind == OrderKind.THINK):
        if write_where(Order, pending | {"attempts": order.attempts}, {"attempts": Plus(1), "tried": now}):
            return True
    elif not is_living:
        log.error("Order %s of session %s is given up after %s attempts", order.pk, order.session_id, order.attempts)
        settle(order, OrderStatus.FAILED, "given_up")
        return False
    from .tasks import send

    send(order_id, queue=order.queue, later=living.total_seconds() + 1)
    return False


def settle(order: Order, status: str, code: str, facts: dict[str, Any] | None = None) -> None:
    """Write down that an order was not carried out, and free its question for another."""
    with transaction.atomic():
        Order.objects.filter(pk=order.pk, status=OrderStatus.PENDING).update(
            status=status, code=code, facts=facts or {}, settled=timezone.now(), token=f"{order.token[:230]}#{order.pk}"
        )
        nudge.after_commit(nudge.publish, order.session, order.pk)


def _mark_stuck(session: Session) -> None:
    with transaction.atomic():
        Session.objects.filter(pk=session.pk, version=session.version, status=SessionStatus.PLAYING).update(
            status=SessionStatus.STUCK,
            version=session.version + 1,
            worlds=veils.all_moved(session),
            changed=timezone.now(),
        )
        session.version, session.worlds = session.version + 1, veils.all_moved(session)
        nudge.after_commit(nudge.publish, session)


# Working it out


class Change:
    """What an order brings about, before it is written: in the least case nothing but an answer to a proposal."""

    def __init__(self, session: Session, proposal: dict[str, Any] | None = None) -> None:
        self.session = session
        self.proposal = proposal

    def fields(self) -> dict[str, Any]:
        """What is to be written into the session."""
        return {"version": self.session.version + 1, "changed": timezone.now(), "proposal": self.proposal}

    @property
    def closes(self) -> bool:
        """Whether it cannot be taken back."""
        return False

    def seen_by(self, seat: str) -> veils.Seen | None:
        """What a seat sees of the change; None where all see it."""
        return None


class Move(Change):
    """A change in the game itself: lines of the journal, their events and boards, and the record to go on from.

    Draws are numbered within their streams from `counters` on.
    """

    def __init__(self, session: Session, run: Run, counters: dict[str, int] | None = None) -> None:
        super().__init__(session)
        self.run = run
        self.counters = dict(run.dice.counters) if counters is None else counters
        self.asked = keeping.asked_of(session)
        self.numbers = veils.numbers(session)
        self.opening = bytes(session.opening) or run.record.snapshot
        self.boards = Chain(session, self.opening, snapshot(run.state))
        self.entries: list[Entry] = []
        self.rows: list[EventRow] = []
        self.events: list[Event] = []
        self.undone = 0
        self.pack_hash = session.pack_hash
        self.charts_before: list[Any] = list(session.charts_before)
        self.left: dict[str, Any] = {}
        """What was not reached of several answers, and why; nothing when all were carried out."""

    @cached_property
    def bots(self) -> "Bots":
        """The bots of the table, made once: their whims go on from one answer to the next."""
        return Bots(self)

    def keep_answer(self, step: Step) -> None:
        """Note an answer."""
        made = step.entry
        if made is None:
            raise TypeError("an answer has an entry")
        line = Entry(kind=EntryKind.ANSWER, seat=made.actor, key=made.key, answer=made.answer, joined=made.joined)
        # It was made when the answer was taken: the game stands as it did then.
        line.digest = made.digest
        self.keep(line, step, answered=(made.actor, made.key))

    def keep(self, line: Entry, step: Step | None = None, answered: tuple[str, str] | None = None) -> None:
        """Note one line of the journal with its events and boards."""
        line.session = self.session
        line.seq = self.session.entries_made + len(self.entries) + 1
        line.digest = line.digest or self.run.digest()
        line.frames = self.boards.add(step.frames if step is not None else (), snapshot(self.run.state))
        if step is not None:
            line.draws = keeping.numbered(step.draws, self.counters)
            line.closed_by = step.closed_by
            for place, event in enumerate(step.events):
                number = self.session.events_told + len(self.rows) + 1
                self.rows.append(keeping.as_row(self.session, line, number, place, event))
                self.events.append(event)
        self.entries.append(line)
        self.asked = keeping.ask_again(self.asked, self.run.pending, answered, line.seq, self.numbers)

    def go_on_by(self, run: Run, line: Entry) -> None:
        """Note that the game goes on by other charts, from a seam or from a checkpoint."""
        pack_hash = charts.keep(self.session.title, run.pack, reworded=not library.is_own(self.session.pack))
        line.answer = {"charts": [self.pack_hash, pack_hash]}
        self.charts_before.append([self.session.entries_made + len(self.entries) + 1, self.pack_hash])
        self.run, self.pack_hash = run, pack_hash

    @property
    def closes(self) -> bool:
        """Whether it cannot be taken back."""
        return any(entry.closed_by for entry in self.entries)

    def seen_by(self, seat: str) -> veils.Seen | None:
        """What a seat sees of the change: its view, and whether it is told of something or of its being taken back."""
        if self.pack_hash != self.session.pack_hash:
            return None
        told = any(not event.to or seat in event.to for event in self.events)
        told = told or bool(self.undone and selectors.is_told_of(self.session, seat, self.undone))
        return veils.Seen(veils.mark_of(keeping.plain(self.run.view(seat))), told)

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
            "chain": self.boards.kept,
            "rules": run.title.rules,
            "pack_hash": self.pack_hash,
            "charts_before": self.charts_before,
            "status": SessionStatus.OVER if run.over else SessionStatus.PLAYING,
            "outcome": keeping.plain(run.outcome() or {}) if run.over else None,
        }


def _work_out(session: Session, order: Order) -> Change:
    session.table = _seats(session.pk)
    try:
        change = _WAYS[OrderKind(order.kind)](session, order)
        if isinstance(change, Move):
            change.bots.go_on()
    except keeping.PackGone as problem:
        raise OrderRefused("no_pack", {"problem": str(problem)}) from problem
    except Runaway as problem:  # a bot's answer, which nobody else wraps
        raise refused(problem) from problem
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
                joined = line.get("joined", False)
                move.keep_answer(move.run.answer(line["seat"], line["answer"], line["key"], joined=joined))
            elif line["kind"] == EntryKind.CHARTS:
                newer = charts.of(session.title, line["answer"]["charts"][1])
                _lay_out(move, move.run.go_on_by(newer), line["seat"])
        keeping.check_used_up(move.run)
    except Runaway:
        raise
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
    _check_still_asked(session, order)
    move = Move(session, _take_up(session))
    try:
        move.keep_answer(move.run.answer(order.seat, order.answer, order.key))
    except Refused as refusal:
        raise refused(refusal) from refusal
    return move


def _check_still_asked(session: Session, order: Order) -> None:
    seq = keeping.asked_of(session).get((order.seat, order.key))
    if seq is None or keeping.token_of(order.key, seq) != order.token:
        raise OrderRefused("stale")


def _answers(session: Session, order: Order) -> Change:
    """Carry several answers out, up to where what follows could not be known when they were given."""
    _check_still_asked(session, order)
    items: list[Any] = order.answer or []
    move = Move(session, _take_up(session))
    try:
        stop = answer_in_turn(move.run, order.seat, items, keep=move.keep_answer, between=move.bots.go_on)
    except Refused as refusal:
        raise refused(refusal, items) from refusal
    if stop is not None:
        move.left = {"left": items[stop.taken :], "taken": stop.taken, "reason": stop.reason}
    return move


NOTHING = repr("")
"""How the kernel names an order that was given without a choice."""


def refused(refusal: Refused, items: Sequence[Any] = ()) -> OrderRefused:
    """Turn the kernel's refusal into ours, with what the page needs to say where it lies; several are given back."""
    facts: dict[str, Any] = {"faults": keeping.plain(refusal.faults)} if isinstance(refusal, BadForm) else {}
    if items:
        facts["left"] = items
    facts |= {name: refusal.facts[name] for name in ("closed_by", "rule") if refusal.facts.get(name)}
    if place := refusal.facts.get("place"):
        return OrderRefused("not_offered_in_turn", facts | {"number": place + 1}, status=422)
    code = "nothing_chosen" if refusal.facts.get("answer") == NOTHING else refusal.code
    return OrderRefused(code, facts, status=422)


def _think(session: Session, order: Order) -> Change:
    """Answer for a bot what it has to think over."""
    _check_still_asked(session, order)
    move = Move(session, _take_up(session))
    answer = thinking.order_of(session, move.run, move.run.find(order.seat, order.key), order)
    if answer is None:
        raise Overtaken
    move.keep_answer(move.run.answer(order.seat, answer, order.key))
    return move


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
    if "charts" in proposal:
        return _move_charts(session, proposal["seat"], proposal["charts"], agreed)
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
    line = Entry(kind=EntryKind.STEP_BACK, seat=order.seat, kept=bytes(session.record))
    if titles.pack_hash(run.pack) != session.pack_hash:
        move.go_on_by(run, line)
    move.keep(line, run.step)
    return move


def _charts(session: Session, order: Order) -> Change:
    given: dict[str, Any] = order.answer or {}
    return _move_charts(session, order.seat, given["charts"], agreed=[])


def _move_charts(session: Session, seat: str, digest: str, agreed: list[str]) -> Change:
    """Go on by other charts, or propose it to whoever else plays."""
    run = _take_up(session)
    again = keeping.moved(session, run, charts.of(session.title, digest))
    others = {one.name for one in session.table} - set(at_ease(session, seat))
    if others - set(agreed):
        return Change(session, {"seat": seat, "needs": sorted(others), "agreed": sorted(agreed), "charts": digest})
    move = Move(session, again)
    move.ask_anew()
    _lay_out(move, again, seat)
    return move


def _lay_out(move: Move, run: Run, seat: str) -> None:
    """Note a game that goes on by other charts, with what it tells from there on."""
    line = Entry(kind=EntryKind.CHARTS, seat=seat)
    move.counters = dict(run.dice.counters)
    for draw in run.step.draws:
        move.counters[draw.stream] -= 1
    move.go_on_by(run, line)
    move.keep(line, run.step)


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
        gone = lending.mark(session.title, loan.until, run.state) != loan.since
        return bool(gone or thinking.thought_of(session, run) is not None)

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
    OrderKind.ANSWERS: _answers,
    OrderKind.GO_ON: _go_on,
    OrderKind.UNDO: _undo,
    OrderKind.AGREE: _agree,
    OrderKind.DECLINE: _decline,
    OrderKind.STEP_BACK: _step_back,
    OrderKind.LEND: _lend,
    OrderKind.CORRECT: _correct,
    OrderKind.CHARTS: _charts,
    OrderKind.THINK: _think,
}


class Bots:
    """The bots of a table and what people have given as standing orders: they answer within the bounds of one order."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.policies = keeping.policies_of(move.session, move.run.pack)
        self.end = time.monotonic() + BOT_SECONDS
        self.left = BOT_ANSWERS

    def go_on(self) -> list[str]:
        """Let them answer; returns what closed undo in each of their answers, nothing for one that did not."""
        closed: list[str] = []

        def keep(step: Step) -> None:
            self.move.keep_answer(step)
            self.left -= 1
            closed.append(step.closed_by)

        self.move.run.play_on(self.policies, until=self.are_spent, keep=keep)
        while not self.are_spent(self.move.run) and (found := standing.answer_of(self.move.session, self.move.run)):
            decision, answer = found
            keep(self.move.run.answer(decision.actor, answer, decision.key))
            self.move.run.play_on(self.policies, until=self.are_spent, keep=keep)
        return closed

    def are_spent(self, run: Run) -> bool:
        """Say whether they have done what one order may hold; what is to be thought over is an order of its own."""
        if time.monotonic() > self.end or self.left <= 0:
            return True
        return thinking.thought_of(self.move.session, run) is not None


# Writing it down


def _write(order: Order, change: Change) -> None:
    """Write all of it, or nothing."""
    session, fields = change.session, change.fields()
    hears: dict[str, Any] = {}
    if veils.veil_of(session) is not None:
        seen = {seat.name: found for seat in session.table if (found := change.seen_by(seat.name)) is not None}
        fields["worlds"] = veils.after(session, order, seen, fields, closes=change.closes)
        hears = veils.hears_of(session.worlds, fields["worlds"])
    with transaction.atomic():
        if not write_where(Session, {"pk": session.pk, "version": session.version}, fields):
            raise Overtaken
        settled: dict[str, Any] = {"status": OrderStatus.DONE, "settled": timezone.now()}
        if isinstance(change, Move) and change.left:
            settled |= {"code": STOPPED, "facts": change.left}
        if not write_where(Order, {"pk": order.pk, "status": OrderStatus.PENDING}, settled):
            raise Overtaken
        for name, value in fields.items():
            setattr(session, name, value)
        if isinstance(change, Move):
            _write_journal(order, change)
            clocks_wind(session, {name for name, _key in change.asked}, order.seat)
            run, by = change.run, order.seat
            project(session, Progress(change.events, run.state, run.pack, session.outcome, by, hears))
            _hand_on_to_bots(change)
        for seat, heard in hears.items():
            write_where(Seat, {"session": session.pk, "name": seat}, {"heard": heard})
        nudge.after_commit(nudge.publish, session, order.pk)


def _write_journal(order: Order, move: Move) -> None:
    session = move.session
    if move.undone:
        _mark_undone(session, move.undone, by=move.entries[0].seq)
    Entry.objects.bulk_create(move.entries)
    EventRow.objects.bulk_create(move.rows)
    if order.kind in {OrderKind.ANSWER, OrderKind.ANSWERS}:
        # Whoever gives an order has seen what came before it.
        seen = session.events_told - len(move.rows)
        write_where(Seat, {"session": session.pk, "name": order.seat}, {"seen": seen})


def _mark_undone(session: Session, count: int, by: int) -> None:
    standing = Entry.objects.filter(session=session, kind=EntryKind.ANSWER, undone_by=None).order_by("-seq")
    last = list(standing.values_list("pk", flat=True)[:count])
    Entry.objects.filter(pk__in=last).update(undone_by=by)


def _hand_on_to_bots(move: Move) -> None:
    """Give the order that lets bots go on, when they have more to do than one task should hold."""
    session = move.session
    if any((seat := session.seat(name)) and seat.policy for name, _ in move.asked):
        from .tasks import send

        order, _ = Order.objects.get_or_create(session=session, **_what_bots_do(move))
        nudge.after_commit(send, order.pk, queue=order.queue)


def _what_bots_do(move: Move) -> dict[str, Any]:
    """Return the order by which bots go on: to think over what is asked of one of them, or just to answer."""
    thought = thinking.thought_of(move.session, move.run)
    if thought is None:
        token = keeping.token_of(OrderKind.GO_ON, move.session.entries_made)
        return {"token": token, "defaults": {"kind": OrderKind.GO_ON}}
    token = keeping.token_of(thought.key, move.asked[thought.actor, thought.key])
    return {"seat": thought.actor, "token": token, "defaults": {"kind": OrderKind.THINK, "key": thought.key}}
