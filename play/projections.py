"""Where the rooms of the house write down what a game brought about, in the same transaction as the game itself.

    @projection("interceptor-ace")
    def keep_career(session: Session, step: Progress) -> None:
        ...

A projection is called once for each order that was carried out, inside the transaction that writes the journal: its
rows stand or fall with it. It must not leave the database (no mail, no broker): what has to go out goes by
`on_commit`. It is not called for sessions that count for nothing. Register it in the app's `ready`, by importing the
module that holds it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.kernel.events import Event

from .models import Session


@dataclass(frozen=True)
class Progress:
    """What one order brought about, the bots' answers to it included."""

    events: list[Event]
    state: Any
    """The title's state after it. It is for reading only."""
    pack: Any
    outcome: dict[str, Any] | None
    """How the game ended; None while it goes on."""


Projection = Callable[[Session, Progress], None]

_registered: dict[str, list[Projection]] = {}


def projection(title: str) -> Callable[[Projection], Projection]:
    """Register a projection for a game."""

    def register(project: Projection) -> Projection:
        _registered.setdefault(title, []).append(project)
        return project

    return register


def project(session: Session, progress: Progress) -> None:
    """Call every projection of the session's game."""
    if session.counts:
        for each in _registered.get(session.title, ()):
            each(session, progress)
