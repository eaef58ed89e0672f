"""The way of an order: gives one at a real table and lists the functions that hand it on, from button to fragment.

`manage.py walk` prints it, and `docs/concepts/life-of-an-order.md` shows it. The worker's part runs in place of the
wait for it, in the same process, so that one trace sees all of it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import CodeType, FrameType
from unittest.mock import patch

from django.test import Client
from django.urls import reverse

from campaigns.accounts.models import Player
from engine.kernel.decisions import Decision
from engine.kernel.dice import commitment
from engine.kernel.run import Run
from engine.kernel.table import RecordingTable
from play import tasks
from play.games.boards import board_of
from play.journal import store
from play.live import notify
from play.orders import execute
from play.sessions import services, views
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ("campaigns", "config", "engine", "play", "raids", "sorties")
SHARES: dict[str, tuple[object, str]] = {
    "rules": (store, "_resumed"),
    "answer": (Run, "answer"),
    "write": (execute, "_write"),
    "contexts": (views, "parts"),
    "templates": (views, "render"),
}
"""Parts of an order's time, and the functions that take it; `rules` within `contexts` counts in both."""
BUTTON = ("templates/play/_question.html", "form", "token, answer")
FRAGMENT = ("templates/play/_fragments.html", "template", "prompt, board, log")
BEFORE_RULES = (
    ("play/sessions/views.py", "order", "the request: token, answer"),
    ("play/sessions/services.py", "answer_give", "session, seat, token, answer"),
    ("play/tasks.py", "carry_out", "the number of the order"),
    ("play/orders/execute.py", "execute_order", "the number of the order"),
    ("engine/kernel/run.py", "answer", "seat, answer, key of the question"),
)
AFTER_RULES = (("play/pages/parts.py", "prompt", "session, seat"),)
THROUGH = {
    "config/middleware.py": "headers and logs of every request",
    "campaigns/accounts/middleware.py": "the reader's language and time zone",
    "play/pages/audience.py": "who may ask for the page",
    "engine/kernel/coroutines.py": "the generators of the rules",
    "engine/kernel/table.py": "what the rules ask, roll and tell",
    "engine/kernel/decisions.py": "whether an answer is offered",
}
"""Files that an order passes on the way and that do nothing of its own."""


@dataclass(frozen=True)
class Hop:
    """One function that hands an order on: where it is, what it is given, and the time until the next."""

    file: str
    function: str
    given: str
    milliseconds: float = 0.0


@dataclass(frozen=True)
class Walk:
    """The way of one order: its hops, the files on the way that are none, and the time without the trace."""

    order: str
    hops: tuple[Hop, ...]
    strangers: tuple[str, ...]
    """Files on the way that are neither a hop's nor named in `THROUGH`."""
    shares: Mapping[str, float]
    """Milliseconds of a like order that is not traced, by what they went to."""


@dataclass(frozen=True)
class Example:
    """An order to walk with: at which table it is given, by whom, and how it is known."""

    name: str
    title: str
    setup: dict[str, object]
    seat: str
    kind: str
    others: dict[str, str]
    """Bots at the other seats."""

    def wants(self, decision: Decision) -> bool:
        """Say whether this is the question."""
        return decision.actor == self.seat and decision.kind.startswith(self.kind)


EXAMPLES = (
    Example("a shot", "interceptor-ace", {}, "pilot", "fighter.round", {}),
    Example("a raid's plot", "bomber-command", {}, "british", "raids.plot", {"german": "strong"}),
    Example("an umpire's answer", "nightfighter", {"umpire": "person"}, "umpire", "umpire.sweep", {}),
)


class Trace:
    """The functions that were entered, with times, and the project's files on the stack."""

    def __init__(self, way: tuple[tuple[str, str, str], ...], board: CodeType | None, rules: str) -> None:
        self.way = way
        self.board = board
        self.rules = rules
        self.hops: list[tuple[str, str, str, float]] = []
        self.files: set[str] = set()
        self._tell = {
            RecordingTable._tell.__code__,
            RecordingTable._recorded_roll.__code__,
            RecordingTable.ask.__code__,
        }

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a function that is entered, if it is the next of the way."""
        code = frame.f_code
        if len(self.hops) < len(BEFORE_RULES):
            file, function, given = self.way[len(self.hops)]
            if code.co_name == function and code.co_filename.endswith(file):
                self._note(frame, file, function, given)
        elif len(self.hops) == len(BEFORE_RULES):
            if code in self._tell and (rule := self._rule_on(frame)) is not None:
                name = rule.f_code.co_qualname.rpartition(".")[2]
                self._note(frame, _relative(rule.f_code.co_filename), name, "state, table")
        elif len(self.hops) == len(BEFORE_RULES) + 1:
            file, function, given = AFTER_RULES[0]
            if code.co_name == function and code.co_filename.endswith(file):
                self._note(frame, file, function, given)
        elif len(self.hops) == len(BEFORE_RULES) + 2 and code is self.board:
            self._note(frame, _relative(code.co_filename), code.co_name, "view, question, charts")

    def _note(self, frame: FrameType, file: str, function: str, given: str) -> None:
        self.hops.append((file, function, given, time.perf_counter()))
        current: FrameType | None = frame
        while current is not None:
            path = _relative(current.f_code.co_filename)
            if path.startswith(PROJECT) and not path.startswith(self.rules):
                self.files.add(path)
            current = current.f_back

    def _rule_on(self, frame: FrameType) -> FrameType | None:
        current = frame.f_back
        while current is not None and not _relative(current.f_code.co_filename).startswith(self.rules):
            current = current.f_back
        return current


def _relative(path: str) -> str:
    return path.removeprefix(f"{ROOT}/")


@contextmanager
def worker_in_place() -> Iterator[None]:
    """Carry orders out where a request would wait for the worker."""
    sent: list[int] = []

    def wait_for(order: object, _is_settled: object, _seconds: object) -> bool:
        while sent:
            tasks.carry_out(sent.pop(0))
        return True

    def apply_async(args: list[int], **_options: object) -> None:
        sent.append(args[0])

    with (
        patch.object(tasks.carry_out, "apply_async", apply_async),
        patch.object(notify, "wait_for", wait_for),
        patch("play.secrecy.visibility.wait_until_due", lambda session, order: None),
    ):
        yield


def walk(example: Example) -> Walk:
    """Give the order at three tables: to warm up, to measure where the time goes, and to trace its way."""
    given = GivenOrder(example)
    with worker_in_place():
        given.prepare()
        given.give()
        given.prepare()
        with measured_shares() as shares:
            shares["whole"] = given.give()
        decision = given.prepare()
        board = board_of(example.title).context
        trace = Trace(BEFORE_RULES, board.__code__ if board is not None else None, _rules_of(example.title))
        begin = time.perf_counter()
        sys.settrace(trace)
        try:
            given.give()
        finally:
            sys.settrace(None)
        end = time.perf_counter()
    return Walk(f"{example.name} ({decision.kind})", _hops(trace, begin, end), _strangers(trace), shares)


class GivenOrder:
    """An example's order at a table: played up to there, and given by a request as the page does."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self.player, _new = Player.objects.get_or_create(username=example.title, defaults={"display_name": "Walker"})
        self.client = Client(headers={"hx-request": "true"}, SERVER_NAME="localhost")
        self.client.force_login(self.player, backend="django.contrib.auth.backends.ModelBackend")
        self.data: dict[str, str] = {}
        self.address = ""
        self.games = 0

    def prepare(self) -> Decision:
        """Play a new game up to the order, and look at its page."""
        found = None
        while found is None:
            self.games += 1
            found = _played_until(self.example, _begun(self.example, self.player, self.games))
        session, decision = found
        self.data, self.address = _posted(session, decision), reverse("table_order", args=[session.pk])
        self.client.get(reverse("table", args=[session.pk]), {"seat": decision.actor})
        return decision

    def give(self) -> float:
        """Give the order, and return the milliseconds that the answer took."""
        begin = time.perf_counter()
        answer = self.client.post(self.address, self.data)
        if answer.status_code != 200:
            raise RuntimeError(f"the order was answered by {answer.status_code}")
        return 1000 * (time.perf_counter() - begin)


@contextmanager
def measured_shares() -> Iterator[dict[str, float]]:
    """Count the milliseconds that go to the rules, to what is written, to contexts and to templates."""
    shares = dict.fromkeys(SHARES, 0.0)
    with ExitStack() as patches:
        for name, (owner, attribute) in SHARES.items():
            patches.enter_context(patch.object(owner, attribute, _timed(getattr(owner, attribute), shares, name)))
        yield shares


def _timed(function: Callable[..., object], shares: dict[str, float], name: str) -> Callable[..., object]:
    @wraps(function)
    def timed(*args: object, **kwargs: object) -> object:
        begin = time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            shares[name] += 1000 * (time.perf_counter() - begin)

    return timed


def _hops(trace: Trace, begin: float, end: float) -> tuple[Hop, ...]:
    entered = [(*BUTTON, begin), *trace.hops, (*FRAGMENT, end)]
    pairs = zip(entered, [*entered[1:], entered[-1]], strict=True)
    return tuple(Hop(file, name, given, 1000 * (after[3] - at)) for (file, name, given, at), after in pairs)


def _strangers(trace: Trace) -> tuple[str, ...]:
    known = {file for file, *_rest in trace.hops} | set(THROUGH) | {"config/management/commands/walk.py"}
    return tuple(sorted(trace.files - known))


def _rules_of(title: str) -> str:
    return f"engine/{store.titles.title_of(title).__class__.__module__.split('.')[1]}/"


def _begun(example: Example, player: Player, number: int) -> Session:
    """Begin a game on dice that are the same each time."""
    seats = store.titles.title_of(example.title).seats(services.read_setup(example.title, example.setup))
    sitters = {
        name: SeatAssignment(policy=example.others[name]) if name in example.others else SeatAssignment(player=player)
        for name in seats
    }
    session = services.session_open(owner=player, title=example.title, setup=example.setup, sitters=sitters)
    seed = number.to_bytes(32, "big")
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    order = services.session_begin(session=session, player=player, nonce="the way of an order")
    if order is not None:
        execute.execute_order(order.pk)
    return session_at(session.pk)


def _played_until(example: Example, session: Session) -> tuple[Session, Decision] | None:
    """Play until the order is asked for; None where the game is over without it."""
    while session.status == SessionStatus.PLAYING:
        run = services.run_of(session)
        pending = list(run.pending.values())
        found = next((decision for decision in pending if example.wants(decision)), None)
        if found is not None:
            return session, found
        decision = pending[0]
        bot = next(iter(run.title.policies().values()))(run.pack, decision.actor, 1)
        seat = session.seat(decision.actor)
        if seat is None:
            raise LookupError(decision.actor)
        token = store.token_of(decision.key, store.questions_of(session)[decision.actor, decision.key])
        answer = store.json_data(bot.choose(decision, _looks(run.view, decision.actor)))
        order = services.answer_give(session=session, seat=seat, token=token, answer=answer)
        execute.execute_order(order.pk)
        session = session_at(session.pk)
    return None


def _looks(view: Callable[[str], object], seat: str) -> Callable[[], object]:
    return lambda: view(seat)


def _posted(session: Session, decision: Decision) -> dict[str, str]:
    token = store.token_of(decision.key, store.questions_of(session)[decision.actor, decision.key])
    data = {"seat": decision.actor, "token": token}
    if decision.form is None:
        shots = [option for option in decision.options if option.startswith("fire")]
        return data | {"answer": (shots or decision.options)[0]}
    example = store.json_data(decision.form.example(lambda sides: 1))
    return data | {"answer_json": store.msgspec.json.encode(example).decode()}


def as_table(found: Walk, *, with_times: bool) -> str:
    """Return the way as a table in Markdown."""
    head = "| | File | Function | It is given |" + (" ms |" if with_times else "")
    lines = [head, "|---|---|---|---|" + ("---:|" if with_times else "")]
    for number, hop in enumerate(found.hops):
        line = f"| {number} | `{hop.file}` | `{hop.function}` | {hop.given} |"
        lines.append(line + (f" {hop.milliseconds:.1f} |" if with_times else ""))
    return "\n".join(lines) + "\n"
