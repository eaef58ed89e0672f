"""A seat as a program sees it: the same world, questions and refusals as on its player's page, as plain data."""

from collections.abc import Callable
from functools import partial
from random import Random

import msgspec

from engine.kernel.decisions import Decision, facts_of
from play.journal import store
from play.live import notify
from play.orders.models import Order, OrderStatus
from play.orders.refusals import STOPPED, sentence, stopped
from play.pages.parts import TablePage
from play.secrecy import visibility
from play.sessions import selectors, services
from play.sessions.models import Seat, Session
from play.utils.plain_data import Json

WAIT_SECONDS = 5.0
MOST_EVENTS = 200


def seat_state(session: Session, seat: Seat) -> dict[str, object]:
    """Return what a seat sees, what it is asked, and how its last order went."""
    page = TablePage(session, seat)
    held, run = page.window.held, page.run
    seen = store.view_at(session, page.window.seq, seat.name) if held else page.seen
    asked = run.asked(seat.name) if run is not None and not held else []
    last = selectors.last_order(session, seat.name)
    pending = last is not None and last.status == OrderStatus.PENDING
    over = visibility.is_over(session, [seat.name])
    return {
        "table": str(session.pk),
        "game": session.title,
        "seat": seat.name,
        "status": "over" if over else "playing" if session.status == "over" else session.status,
        "version": page.window.version,
        "commitment": session.commitment,
        "view": store.json_data(seen),
        "questions": [] if pending else [_question(session, one) for one in asked],
        "pending": pending or held,
        "refused": sentence(last.code, last.facts) if last is not None and _is_refused(last) else None,
        **_stopped(last),
        "outcome": store.json_data(session.outcome) if over else None,
    }


def _is_refused(last: Order) -> bool:
    return last.status in {OrderStatus.REFUSED, OrderStatus.FAILED}


def _stopped(last: Order | None) -> dict[str, object]:
    """Return what was not reached of several answers, and why."""
    if last is None or last.code != STOPPED:
        return {"left": [], "stopped": None}
    left = [{"key": key, "answer": answer} for key, answer in last.facts["left"]]
    return {"left": left, "stopped": stopped(last.facts["reason"])}


def _question(session: Session, decision: Decision) -> dict[str, object]:
    asked = store.questions_of(session)[(decision.actor, decision.key)]
    closed = [{"option": one.option, "reason": one.reason, "rule": one.rule} for one in decision.closed]
    return {
        "token": store.token_of(decision.key, asked),
        "key": decision.key,
        "kind": decision.kind,
        "rule": decision.rule,
        "options": list(decision.options),
        "closed": closed,
        "form": msgspec.json.schema(decision.form.type) if decision.form is not None else None,
        "example": _example(decision, asked),
        "facts": facts_of(decision.question),
    }


def _example(decision: Decision, asked: int) -> object:
    """Return an example answer to a form, the same on every call. It uses no die of the game."""
    if decision.form is None:
        return None
    chance = Random(f"{decision.key}@{asked}")  # noqa: S311 - an example
    return store.json_data(decision.form.example(lambda sides: chance.randint(1, sides)))


def seat_events(session: Session, seat: Seat, after: int) -> list[dict[str, object]]:
    """Return the events that a seat has seen after one, as its log counts them."""
    rows = selectors.known_events(session, seat.name).defer("entry__frames")[max(after, 0) :][:MOST_EVENTS]
    return [
        {
            "number": max(after, 0) + place,
            "kind": row.kind,
            "rule": row.rule,
            "data": row.data,
            "dice": row.dice,
            "modifiers": row.mods,
            "chart": row.chart,
            "secret": bool(row.to),
            "taken_back": row.entry.undone_by is not None,
        }
        for place, row in enumerate(rows, start=1)
    ]


def give_answer(session: Session, seat: Seat, token: str, answer: Json) -> None:
    """Give one answer and wait until it is carried out; raises what a person would read."""
    _given(session, partial(services.answer_give, session=session, seat=seat, token=token, answer=answer))


def give_answers(session: Session, seat: Seat, token: str, answers: list[Json]) -> None:
    """Give several answers as one order, pairs of key and answer, and wait until they are carried out."""
    _given(session, partial(services.answers_give, session=session, seat=seat, token=token, answers=answers))


def begin_game(session: Session, seat: Seat, number: str) -> None:
    """Mix the program's own number into the dice; the game begins when everybody has given one."""
    _given(session, partial(services.session_begin, session=session, player=seat.player, nonce=number))


def _given(session: Session, give: Callable[[], Order | None]) -> None:
    made = give()
    if made is not None:
        notify.wait_for(made, partial(services.is_settled, made), WAIT_SECONDS)
        visibility.wait_until_due(session, made)
