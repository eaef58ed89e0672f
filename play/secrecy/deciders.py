"""Name the seats that decide unseen over what another seat is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from play.games.registry import registered

if TYPE_CHECKING:
    from play.sessions.models import Session


@dataclass(frozen=True)
class HiddenDeciders:
    """Seats that decide unseen over another seat's view."""

    keepers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Per seat: the other seats whose number of decisions stays hidden. Bots always count as such."""
    soon: frozenset[str] = frozenset()
    """Seats whose bots decide unseen in a small part of half a beat, as a bench measures: their first beat is half."""


def secrecy_of(session: "Session") -> HiddenDeciders | None:
    """Return what is hidden in a session; nothing where everybody may count everything."""
    game = registered().get(session.title)
    return game.secrecy(session.setup) if game is not None and game.secrecy is not None else None


def is_bot(session: "Session", name: str) -> bool:
    """Say whether a seat is a bot's."""
    seat = session.seat(name)
    return seat is None or bool(seat.policy)


def hidden_deciders_of(session: "Session", seat: str) -> list[str]:
    """Name those who decide unseen over what a seat is shown."""
    secrecy = secrecy_of(session)
    return hidden_deciders(session, secrecy, seat) if secrecy is not None else []


def hidden_deciders(session: "Session", secrecy: HiddenDeciders, seat: str) -> list[str]:
    """Name those who decide unseen over what a seat is shown: none that is played by the same person."""
    mine = session.seat(seat)
    named = secrecy.keepers.get(seat, ())
    return [
        one.name
        for one in session.table
        if one.policy or (one.name in named and (mine is None or one.player_id != mine.player_id))
    ]
