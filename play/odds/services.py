"""Services for odds: choose when a game shows them, and request those of a question."""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from play.journal import store
from play.live import notify
from play.odds.models import OddsJob, OddsTiming
from play.odds.worker import last_answer
from play.orders.refusals import OrderRefused
from play.secrecy import visibility
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import session_at
from play.utils.players import Player

STALLED_SECONDS = 20
"""A computation that is under way for longer has lost its worker; its message expires then, too."""
Rule = Callable[[Session, str], bool]
_rules: list[Rule] = []


def odds_rule(rule: Rule) -> Rule:
    """Register a veto of a setting, such as a season without aids: it returns whether a game may have it."""
    _rules.append(rule)
    return rule


def may_set(session: Session, when: str) -> bool:
    """Say whether a table may show odds then: who plays with others agrees on it before they begin."""
    alone = session.is_solitaire or session.status == SessionStatus.OPEN
    return alone and all(rule(session, when) for rule in _rules)


def odds_set(*, session: Session, seat: Seat, when: str) -> None:
    """Say when a table shows odds; where they can be read before an order is given it stays marked as aided."""
    if when not in OddsTiming.values or session.status not in {SessionStatus.OPEN, SessionStatus.PLAYING}:
        raise OrderRefused("no_odds")
    is_early = session.status == SessionStatus.OPEN
    if not may_set(session, when) or (is_early and session.owner_id != seat.player_id):
        raise OrderRefused("odds_agreed")
    with transaction.atomic():
        fields = {"odds": when} | ({"aided": True} if when == OddsTiming.BEFORE else {})
        Session.objects.filter(pk=session.pk).update(**fields)
        if when == OddsTiming.BEFORE and session.sandbox_of_id is not None:
            # Trials in a sandbox are known at the table that it was forked from.
            Session.objects.filter(pk=session.sandbox_of_id, status=SessionStatus.PLAYING).update(aided=True)
    for name, value in fields.items():
        setattr(session, name, value)


def odds_agree(*, session: Session, player: Player, when: str) -> None:
    """Have a table that is just being set show odds as its form said; where that may not be they stay off."""
    seat = next((one for one in session_at(session.pk).table if one.player_id == player.pk), None)
    if when in {OddsTiming.AFTER, OddsTiming.BEFORE} and seat is not None and may_set(session, when):
        odds_set(session=session, seat=seat, when=when)


def is_stalled(forecast: OddsJob) -> bool:
    """Say whether a computation takes so long that nobody is at it any more."""
    return (timezone.now() - forecast.asked).total_seconds() > STALLED_SECONDS


def odds_ask(*, session: Session, seat: Seat) -> OddsJob | None:
    """Start computing the odds of a seat's question unless they are under way: one question at a time, the newest."""
    found = _wanted(session, seat)
    if found is None:
        return None
    token, seq = found
    forecast = OddsJob.objects.filter(seat=seat).first()
    now = timezone.now()
    if forecast is not None and forecast.token == token:
        is_under_way = forecast.state == OddsJob.State.RUNNING and not is_stalled(forecast)
        if forecast.state == OddsJob.State.DONE or is_under_way:
            return forecast
    fields = {"token": token, "seq": seq, "state": OddsJob.State.RUNNING, "told": {}, "asked": now}
    with transaction.atomic():
        forecast, _made = OddsJob.objects.update_or_create(seat=seat, defaults=fields)
        notify.after_commit(_send, forecast.pk, token)
    return forecast


def _send(forecast_id: int, token: str) -> None:
    from play.tasks import reckon

    reckon.apply_async(args=[forecast_id, token], expires=STALLED_SECONDS)


def _wanted(session: Session, seat: Seat) -> tuple[str, int] | None:
    """Return the question whose odds a seat is to be shown, with the entry that answered it."""
    if session.odds == OddsTiming.OFF or visibility.visible_progress_of(session, seat.name).held:
        return None
    if session.odds == OddsTiming.AFTER:
        entry = last_answer(session, seat.name)
        return (store.token_of(entry.key, entry.seq), entry.seq) if entry is not None else None
    asked = [(key, seq) for (who, key), seq in store.questions_of(session).items() if who == seat.name]
    return (store.token_of(*asked[0]), 0) if asked and session.status == SessionStatus.PLAYING else None
