"""Registry of projections: tables that apps derive from a game, written in the game's transaction.

    @projection("interceptor-ace", stored=stored_careers, wipe=delete_careers)
    def keep_careers(session: Session, step: OrderEffects) -> None:
        ...

A projection is called once for each order that was carried out, inside the transaction that writes the journal: its
rows are committed or rolled back with it. It must not leave the database (no mail, no broker): messages go through
`on_commit`. It is not called for sessions that count for nothing, unless it is registered for every game: then it
says itself what counts. Register it in the app's `ready`, by importing the module that holds it.

Whatever a projection writes can be written again from the journal (`play.journal.rebuild`): `stored` returns what
its tables contain, by readable names, and `wipe` deletes them, so that the next call writes
them whole.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from engine.kernel.events import Event
from play.sessions.models import Session

EVERY_GAME = ""

Row = dict[str, Any]
"""The columns of a row."""
Rows = dict[str, Row]


@dataclass(frozen=True)
class OrderEffects:
    """Effects of one order, with the bots' answers to it."""

    events: list[Event]
    state: Any
    """The title's state after it. It is for reading only."""
    pack: Any
    outcome: dict[str, Any] | None
    """Outcome of the game; None while it goes on."""
    by: str | None = None
    """The seat that gave the order; None where that is not known any more, nothing where nobody did."""
    heard: Mapping[str, datetime] = field(default_factory=dict)
    """With hidden facts: the time at which each seat hears of it (`visibility.heard_at`). Other seats hear nothing."""


def _no_rows(session: Session) -> Rows:
    return {}


def _delete_nothing(session: Session) -> None:
    return None


@dataclass(frozen=True)
class Projection:
    """Projection into some tables, with its check and its deletion."""

    write: Callable[[Session, OrderEffects], None]
    kept: Callable[[Session], Rows] = _no_rows
    wipe: Callable[[Session], None] = _delete_nothing

    @property
    def stores_rows(self) -> bool:
        """Return whether there are tables to check."""
        return self.kept is not _no_rows


_registered: dict[str, list[Projection]] = {}


def projection(
    title: str = EVERY_GAME,
    *,
    stored: Callable[[Session], Rows] = _no_rows,
    wipe: Callable[[Session], None] = _delete_nothing,
) -> Callable[[Callable[[Session, OrderEffects], None]], Callable[[Session, OrderEffects], None]]:
    """Register a projection for a game, or for every game."""

    def register(write: Callable[[Session, OrderEffects], None]) -> Callable[[Session, OrderEffects], None]:
        _registered.setdefault(title, []).append(Projection(write, stored, wipe))
        return write

    return register


def projections_of(session: Session) -> Iterator[Projection]:
    """Give the projections that write something of this session."""
    yield from _registered.get(EVERY_GAME, ())
    if session.counts:
        yield from _registered.get(session.title, ())


def project(session: Session, progress: OrderEffects) -> None:
    """Call every projection of the session."""
    for each in projections_of(session):
        each.write(session, progress)
