"""A stretch of a career that a bot flies for its player in the background, whichever game it is flown in.

    FLIGHTS = BotFlights(game=TITLE, model=BotFlight, completed=lines_flown, remaining=lines_left, may_fly=is_alone)

A game's app has a model of its own (`campaigns.careers.models.BotFlightBase`) and names its `BotFlights` in its
`CareerList`; its pages are `bot_flight_views`, and the worker finds it by the name of the game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Generic, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.careers.models import BotFlightBase, Career, CareerBase
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


CAREER = "career"
"""The field of a flight that the game's own model has."""

Line = TypeVar("Line")


@dataclass(frozen=True, kw_only=True)
class BotFlights(Generic[Career]):
    """The flights by a bot of one game's careers."""

    game: str
    model: type[BotFlightBase]
    """The table of the flights, one row a career."""
    completed: Callable[[UUID], int]
    """Counts the lines of a career, by its number, that are over."""
    remaining: Callable[[Career, str], int]
    """Counts the lines of a career that a flight up to a mark is to fill; 0 where nobody knows."""
    may_fly: Callable[[Career], bool]
    """Says whether a career is flown by one seat alone, on dice that are thrown here."""

    def begin(self, *, career: Career, until: str, policy: str, orders: Mapping[str, object]) -> BotFlightBase:
        """Let a bot fly a stretch of the career in the background."""
        session = _session_of(career)
        if career.over or session.status != SessionStatus.PLAYING or not self.may_fly(career):
            raise OrderRefused("not_playing")
        seat = session.seat(career.seat)
        if seat is None:
            raise OrderRefused("seats")
        substitution = substitute.Substitution(policy, dict(orders), until, None)
        substitute.bot_for(session, seat.name, substitution, store.pack_of(session))
        state = store.resume(session).state
        with transaction.atomic():
            running = self._flights_of(career).select_for_update().first()
            if running is not None and running.is_running:
                raise OrderRefused("already_given")
            self._flights_of(career).delete()
            flight = self.model._default_manager.create(
                **{CAREER: career},
                until=until,
                policy=policy,
                orders=orders,
                since=substitute.mark_value(self.game, until, state),
                first=self.completed(career.pk),
                of=self.remaining(career, until),
            )
            transaction.on_commit(partial(send, self.game, flight.pk), robust=True)
        return flight

    def stop(self, *, career: Career) -> None:
        """Ask the bot to stop; it does before its next share of answers."""
        self._flights_of(career).filter(status=BotFlightBase.Status.RUNNING).update(stop=True)

    def of(self, career: Career) -> BotFlightBase | None:
        """Return the flight by a bot, under way or the last."""
        return self._flights_of(career).first()

    def _flights_of(self, career: Career) -> QuerySet[BotFlightBase]:
        return self.model._default_manager.filter(**{CAREER: career})

    def fly_on(self, *, flight_id: int) -> bool:
        """Fly on for one task's worth; say whether there is more to do. Twice the same task does no harm."""
        for _share in range(ORDERS_IN_ONE_TASK):
            running = self.model._default_manager.select_related(CAREER).filter(
                pk=flight_id, status=BotFlightBase.Status.RUNNING
            )
            flight = running.first()
            if flight is None or not self._fly_a_share(flight):
                return False
        return True

    def resume_stalled(self) -> None:
        """Send again the flights whose worker has gone."""
        lately = timezone.now() - STALLED_AFTER
        lost = self.model._default_manager.filter(status=BotFlightBase.Status.RUNNING, beat__lt=lately)
        for flight in lost.values_list("pk", flat=True):
            send(self.game, flight)

    def _fly_a_share(self, flight: BotFlightBase) -> bool:
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

    def _has_come(self, flight: BotFlightBase, session: Session) -> bool:
        """Say whether the mark has gone by."""
        return bool(substitute.mark_value(self.game, flight.until, store.resume(session).state) != flight.since)

    def _note(self, flight: BotFlightBase) -> None:
        """Write down how far it is."""
        lines = self.completed(flight.career_id) - flight.first
        self.model._default_manager.filter(pk=flight.pk).update(lines=max(0, lines), beat=timezone.now())

    def _end(self, flight: BotFlightBase, status: str) -> bool:
        self._note(flight)
        self.model._default_manager.filter(pk=flight.pk, status=BotFlightBase.Status.RUNNING).update(status=status)
        return False


def send(game: str, flight: int) -> None:
    """Give a flight to the workers."""
    from campaigns.tasks import fly

    fly.apply_async(args=[game, flight])


def _session_of(career: CareerBase) -> Session:
    if career.session_id is None:
        raise OrderRefused("not_playing")
    return session_at(career.session_id)


def filled_by(career: CareerBase, entered: Sequence[Line]) -> list[Line]:
    """Return the lines that a bot has filled on its last flight; none where none did, or while it still flies."""
    flight: BotFlightBase | None = getattr(career, "bot_flight", None)
    if flight is None or flight.is_running:
        return []
    return list(entered)[flight.first : flight.first + flight.lines]
