"""Let other apps close a game to spectators."""

from collections.abc import Callable

from play.sessions.models import Session

Gate = Callable[[Session], bool]


_gates: list[Gate] = []


def closes_to_spectators(gate: Gate) -> Gate:
    """Register a query for games that nobody may watch yet."""
    _gates.append(gate)
    return gate


def is_closed_to_spectators(session: Session) -> bool:
    """Say whether nobody may watch a game yet."""
    return any(gate(session) for gate in _gates)
