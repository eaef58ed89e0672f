"""A stretch of a career that a bot flies for its player in the background, whichever game it is flown in.

    FLIGHTS = BotFlights(game=TITLE, model=BotFlight, completed=lines_flown, remaining=lines_left, may_fly=is_alone)

A room keeps a model of its own (`campaigns.careers.models.BotFlightBase`) and names its `BotFlights` in its
`CareerList`; its pages are `flight_pages`, and the worker finds it by the name of the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.careers.models import BotFlightBase
from play.bots import substitute
from play.journal import store
from play.orders.execute import execute_order
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at

SHARE_OF_ANSWERS = 40
"""Answers of the bot between two looks at whether it is to stop."""
ORDERS_IN_ONE_TASK = 12
STALLED_AFTER = timedelta(seconds=40)
"""A flight that has not moved for so long has lost its worker."""


@dataclass(frozen=True, kw_only=True)
class BotFlights:
    """The flights by a bot of one game's careers."""

    game: str
    model: Any
    """The table of the flights, one row a career."""
    completed: Callable[[Any], int]
    """Counts the lines of a career, by its number, that are over."""
    remaining: Callable[[Any, str], int]
    """Counts the lines of a career that a flight up to a mark is to fill; 0 where nobody knows."""
    may_fly: Callable[[Any], bool]
    """Says whether a career is flown by one seat alone, on dice that are thrown here."""

    def begin(self, *, career: Any, until: str, policy: str, orders: dict[str, Any]) -> Any:
        """Let a bot fly a stretch of the career in the background."""
        session = _session_of(career)
        if career.over or session.status != SessionStatus.PLAYING or not self.may_fly(career):
            raise OrderRefused("not_playing")
        seat = session.seat(career.seat)
        if seat is None:
            raise OrderRefused("seats")
        substitution = substitute.Substitution(policy, orders, until, None)
        substitute.bot_for(session, seat.name, substitution, store.pack_of(session))
        state = store.resume(session).state
        with transaction.atomic():
            running = self.model.objects.select_for_update().filter(career=career).first()
            if running is not None and running.is_running:
                raise OrderRefused("already_given")
            self.model.objects.filter(career=career).delete()
            flight = self.model.objects.create(
                career=career,
                until=until,
                policy=policy,
                orders=orders,
                since=substitute.mark_value(self.game, until, state),
                first=self.completed(career.pk),
                of=self.remaining(career, until),
            )
            transaction.on_commit(partial(send, self.game, flight.pk), robust=True)
        return flight

    def stop(self, *, career: Any) -> None:
        """Ask the bot to stop; it does before its next share of answers."""
        self.model.objects.filter(career=career, status=BotFlightBase.Status.RUNNING).update(stop=True)

    def of(self, career: Any) -> Any:
        """Return the flight by a bot, under way or the last."""
        return self.model.objects.filter(career=career).first()

    def fly_on(self, *, flight_id: int) -> bool:
        """Fly on for one task's worth; say whether there is more to do. Twice the same task does no harm."""
        for _share in range(ORDERS_IN_ONE_TASK):
            running = self.model.objects.select_related("career").filter(
                pk=flight_id, status=BotFlightBase.Status.RUNNING
            )
            flight = running.first()
            if flight is None or not self._fly_a_share(flight):
                return False
        return True

    def resume_stalled(self) -> None:
        """Send again the flights whose worker has gone."""
        lately = timezone.now() - STALLED_AFTER
        lost = self.model.objects.filter(status=BotFlightBase.Status.RUNNING, beat__lt=lately)
        for flight in lost.values_list("pk", flat=True):
            send(self.game, flight)

    def _fly_a_share(self, flight: Any) -> bool:
        """Let the bot answer some questions; say whether it may go on."""
        career = flight.career
        try:
            session = _session_of(career)
            if flight.stop:
                return self._end(flight, BotFlightBase.Status.STOPPED)
            if session.status != SessionStatus.PLAYING or self._has_come(flight, session):
                return self._end(flight, BotFlightBase.Status.DONE)
            seat = session.seat(career.seat)
            if seat is None:
                return self._end(flight, BotFlightBase.Status.FAILED)
            substitution = substitute.Substitution(
                flight.policy, flight.orders, flight.until, flight.since, SHARE_OF_ANSWERS
            )
            order = substitute.substitute_order(session=session, seat=seat, substitution=substitution)
        except OrderRefused:
            return self._end(flight, BotFlightBase.Status.FAILED)
        if order is not None:
            execute_order(order.pk)
            if Order.objects.filter(pk=order.pk, status__in=(OrderStatus.REFUSED, OrderStatus.FAILED)).exists():
                return self._end(flight, BotFlightBase.Status.FAILED)
        self._note(flight)
        return True

    def _has_come(self, flight: Any, session: Session) -> bool:
        """Say whether the mark has gone by."""
        return bool(substitute.mark_value(self.game, flight.until, store.resume(session).state) != flight.since)

    def _note(self, flight: Any) -> None:
        """Write down how far it is."""
        lines = self.completed(flight.career_id) - flight.first
        self.model.objects.filter(pk=flight.pk).update(lines=max(0, lines), beat=timezone.now())

    def _end(self, flight: Any, status: str) -> bool:
        self._note(flight)
        self.model.objects.filter(pk=flight.pk, status=BotFlightBase.Status.RUNNING).update(status=status)
        return False


def send(game: str, flight: int) -> None:
    """Give a flight to the workers."""
    from campaigns.tasks import fly

    fly.apply_async(args=[game, flight])


def _session_of(career: Any) -> Session:
    if career.session_id is None:
        raise OrderRefused("not_playing")
    return session_at(career.session_id)


def filled_by(career: Any, entered: Sequence[Any]) -> list[Any]:
    """Return the lines that a bot has filled on its last flight; none where none did, or while it still flies."""
    flight: BotFlightBase | None = getattr(career, "bot_flight", None)
    if flight is None or flight.is_running:
        return []
    return list(entered)[flight.first : flight.first + flight.lines]
