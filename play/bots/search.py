"""A bot that thinks at a table: its question is an order of its own, which the worker of the queue `odds` answers.

It reads the session and knows what its seat knows (`engine.analysis.search`). The seed depends on the game's and on the
question, so an order that is worked out again is the same; once the session has moved on, it is left off.
"""

import hmac
import time

from django.utils import timezone

from engine.analysis.rollouts import default_bots, guesses_of
from engine.analysis.search import SearchPlan, best_order
from engine.kernel.decisions import Decision
from engine.kernel.packs.schema import Charts
from engine.kernel.rule_versions import GameSetup
from engine.kernel.run import Run
from engine.kernel.title import THINKING, Title
from play.games import titles
from play.journal import store
from play.odds.worker import observations_of
from play.orders.models import Order, OrderStatus
from play.sessions.models import Seat, Session
from play.utils.optional_writes import only_if_idle

LOOK_SECONDS = 0.15
"""Interval of the check whether the game has moved on."""
NOTED_SECONDS = 1.0
"""Interval at which the bot marks its order as still in work."""


def may_sit(title: Title, setup: GameSetup, charts: Charts | None, seat: str, bot: str) -> bool:
    """Say whether a bot may sit there: one that thinks only where it is worth while, by charts that can be read."""
    return bot != THINKING or (charts is not None and _search_options(title.name, setup, charts, seat) is not None)


def is_search_bot(seat: Seat | None) -> bool:
    """Say whether a seat is one that thinks."""
    return seat is not None and seat.policy == THINKING


def question_to_search(session: Session, run: Run) -> Decision | None:
    """Return the question that a bot is to answer next, if it is one that is thought over."""
    if not any(map(is_search_bot, session.table)):
        return None
    decision = run.next_of([seat.name for seat in session.table if seat.policy])
    if decision is None or not is_search_bot(session.seat(decision.actor)):
        return None
    thought = _search_options(session.title, store.setup_of(session), run.pack, decision.actor)
    return decision if thought is not None and thought.is_of(decision) else None


def search_order(session: Session, run: Run, decision: Decision, order: Order | None = None) -> object:
    """Return the answer that is given after thinking; nothing when the game has moved on meanwhile.

    While it thinks, `order` bears the time, so that nobody begins with it a second time.
    """
    title = run.title
    setup, seat = store.setup_of(session), decision.actor
    thought = _search_options(session.title, setup, run.pack, seat)
    usual = store.policies_of(session, run.pack)[seat].choose(decision, lambda: run.view(seat))
    if thought is None:
        return usual
    asked = store.questions_of(session)[seat, decision.key]
    rng = hmac.digest(bytes(session.seed), f"thought/{seat}/{decision.key}/{asked}".encode(), "sha256")
    seed = int.from_bytes(rng[:6], "big")
    data = observations_of(session, run, seat)
    guesses = guesses_of(run, seat, seed, titles.analysis_of(session.title), decision=decision, data=data)
    pilots = default_bots(title, run.pack, title.seats(setup), thought.prospects.policy, seed)
    moved_on = SessionMoved(session, order)
    return best_order(thought, guesses, decision, usual, pilots, seed=seed, stopped=moved_on)


def _search_options(game: str, setup: GameSetup, charts: Charts, seat: str) -> SearchPlan | None:
    analysis = titles.analysis_of(game)
    return analysis.search_plan(setup, charts, seat) if analysis is not None else None


class SessionMoved:
    """Says whether a session is another than when it was read, looking now and then; it notes that it still thinks."""

    def __init__(self, session: Session, order: Order | None = None) -> None:
        self.as_read = Session.objects.filter(pk=session.pk, version=session.version)
        self.order = Order.objects.filter(pk=order.pk, status=OrderStatus.PENDING) if order is not None else None
        self.looked = self.noted = time.monotonic()
        self.is_so = False

    def __call__(self) -> bool:
        """Look, and note, if it is time."""
        now = time.monotonic()
        if now - self.looked > LOOK_SECONDS:
            self.looked = now
            self.is_so = not self.as_read.exists()
        if self.order is not None and now - self.noted > NOTED_SECONDS:
            self.noted = now
            with only_if_idle():
                self.order.update(tried=timezone.now())
        return self.is_so
