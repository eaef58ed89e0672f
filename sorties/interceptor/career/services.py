"""What can be done with a career: begin it, share it, let a bot fly it and stop the bot."""

from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.links import new_link
from play import lending, nudge
from play.advance import carry_out
from play.honesty.pledges import Brought
from play.journal import keeping
from play.models import Order, OrderStatus, Session, SessionStatus
from play.odds.services import odds_agree
from play.refusals import OrderRefused
from play.selectors import session_at
from play.services import Sitter, is_settled, session_begin_at_once, session_open
from sorties.interceptor.beginning.beginnings import Wanted, begins
from sorties.interceptor.career.projection import TITLE, career_open
from sorties.interceptor.models import BotFlight, Career, Source

WAIT_SECONDS = 1.0
"""How long a beginning is waited for before the table is shown without it."""
SHARE_OF_ANSWERS = 40
"""Answers of the bot between two looks at whether it is to stop."""
ORDERS_IN_ONE_TASK = 12
LOST_AFTER = timedelta(seconds=40)
"""A flight that has not moved for so long has lost its worker."""


@begins(Source.FAIR)
def fair_begin(*, owner: Any, wanted: Wanted, brought: Brought) -> Career:
    """Set the table of a new career and let it begin; two who fly begin when the second has come."""
    return _table_begin(owner, wanted, brought)


@begins(Source.TABLETOP)
def tabletop_begin(*, owner: Any, wanted: Wanted, brought: Brought) -> Career:
    """Open the books of a career that is flown with the printed game. [4.3.2]"""
    wanted.setup["dice"] = "tabletop"
    return _table_begin(owner, wanted, brought)


def _table_begin(owner: Any, wanted: Wanted, brought: Brought) -> Career:
    game = session_open(
        owner=owner,
        title=TITLE,
        setup=wanted.setup,
        sitters={"pilot": Sitter(player=owner)} | ({"second": Sitter(policy=wanted.second)} if wanted.second else {}),
        pack=wanted.pack,
        pledge=brought.pledge,
        pace=wanted.pace,
    )
    career = career_open(
        session=game,
        owner=owner,
        play=wanted.setup["play"],
        options=wanted.options,
        name=wanted.name,
        track=wanted.setup["pilots"][0]["track"],
    )
    if wanted.source == Source.FAIR:
        odds_agree(session=game, player=owner, when=wanted.odds)
    with nudge.listening(game.pk) as wait:
        order = session_begin_at_once(session=game, player=owner, brought=brought)
        if order is not None:
            wait(partial(is_settled, order), order.pk, WAIT_SECONDS)
    return career


def career_share(*, career: Career, shared: bool) -> None:
    """Let whoever has the link read it, or void the link: the next one is another."""
    fields: dict[str, Any] = {"shared": shared}
    if not shared:
        fields["link"] = new_link()
    Career.objects.filter(pk=career.pk).update(**fields)


# The bot


def bot_begin(*, career: Career, until: str, policy: str, orders: dict[str, Any]) -> BotFlight:
    """Let a bot fly a stretch of the career in the background."""
    session = _session_of(career)
    if career.over or session.status != SessionStatus.PLAYING or career.play != "solitaire":
        raise OrderRefused("not_playing")
    seat = session.seat(career.seat)
    if seat is None:
        raise OrderRefused("seats")
    loan = lending.Loan(policy, orders, until, None)
    lending.bot_for(session, seat.name, loan, keeping.pack_of(session))
    state = keeping.resume(session).state
    with transaction.atomic():
        running = BotFlight.objects.select_for_update().filter(career=career).first()
        if running is not None and running.is_running:
            raise OrderRefused("already_given")
        BotFlight.objects.filter(career=career).delete()
        flight = BotFlight.objects.create(
            career=career,
            until=until,
            policy=policy,
            orders=orders,
            since=lending.mark(TITLE, until, state),
            first=len(career.digests.get("sortie", [])),
            of=_lines_ahead(career, until),
        )
        transaction.on_commit(partial(_send, flight.pk), robust=True)
    return flight


def _session_of(career: Career) -> Session:
    if career.session_id is None:
        raise OrderRefused("not_playing")
    return session_at(career.session_id)


def _send(flight: int) -> None:
    from sorties.interceptor.tasks import fly

    fly.apply_async(args=[flight], queue="bulk")


def _lines_ahead(career: Career, until: str) -> int:
    """Count the lines of the sheet that the flight is to fill; nobody knows how many one sortie takes."""
    from sorties.interceptor.career.log_sheet import calendar_of, charts_of

    if until == "sortie":
        return 0
    ahead = 0
    for month, raids in calendar_of(charts_of(career)):
        if month == career.month:
            ahead += max(raids - career.line + 1, 0)
        elif month > career.month and until == "year":
            ahead += raids
    return ahead


def bot_stop(*, career: Career) -> None:
    """Ask the bot to stop; it does before its next share of answers."""
    BotFlight.objects.filter(career=career, status=BotFlight.Status.RUNNING).update(stop=True)


def bot_fly_on(*, flight_id: int) -> bool:
    """Fly on for one task's worth; say whether there is more to do. Twice the same task does no harm."""
    for _share in range(ORDERS_IN_ONE_TASK):
        flight = (
            BotFlight.objects.select_related("career").filter(pk=flight_id, status=BotFlight.Status.RUNNING).first()
        )
        if flight is None:
            return False
        if not _fly_a_share(flight):
            return False
    return True


def _fly_a_share(flight: BotFlight) -> bool:
    """Let the bot answer some questions; say whether it may go on."""
    career = flight.career
    try:
        session = _session_of(career)
        if flight.stop:
            return _end(flight, BotFlight.Status.STOPPED)
        if session.status != SessionStatus.PLAYING or _has_come(flight, session):
            return _end(flight, BotFlight.Status.DONE)
        seat = session.seat(career.seat)
        if seat is None:
            return _end(flight, BotFlight.Status.FAILED)
        loan = lending.Loan(flight.policy, flight.orders, flight.until, flight.since, SHARE_OF_ANSWERS)
        order = lending.lend(session=session, seat=seat, loan=loan)
    except OrderRefused:
        return _end(flight, BotFlight.Status.FAILED)
    if order is not None:
        carry_out(order.pk)
        if Order.objects.filter(pk=order.pk, status__in=(OrderStatus.REFUSED, OrderStatus.FAILED)).exists():
            return _end(flight, BotFlight.Status.FAILED)
    _note(flight)
    return True


def _has_come(flight: BotFlight, session: Session) -> bool:
    """Say whether the mark has gone by."""
    return bool(lending.mark(TITLE, flight.until, keeping.resume(session).state) != flight.since)


def _note(flight: BotFlight) -> None:
    """Write down how far it is."""
    entered = Career.objects.filter(pk=flight.career_id).values_list("digests", flat=True).get().get("sortie", [])
    BotFlight.objects.filter(pk=flight.pk).update(lines=len(entered) - flight.first, beat=timezone.now())


def _end(flight: BotFlight, status: str) -> bool:
    _note(flight)
    BotFlight.objects.filter(pk=flight.pk, status=BotFlight.Status.RUNNING).update(status=status)
    return False


def lost_flights_take_up() -> None:
    """Send again the flights whose worker has gone."""
    lately = timezone.now() - LOST_AFTER
    lost = BotFlight.objects.filter(status=BotFlight.Status.RUNNING, beat__lt=lately)
    for flight in lost.values_list("pk", flat=True):
        _send(flight)


def flight_of(career: Career) -> BotFlight | None:
    """Return the flight by a bot, under way or the last."""
    return BotFlight.objects.filter(career=career).first()
