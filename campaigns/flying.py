"""From a button to a playing table: which game, and the table that is set with everything left as the game has it."""

from campaigns.models import Player
from play import games, services, titles
from play.honesty.pledges import Brought
from play.models import Session, SessionStatus
from play.newtable import NewTable
from play.selectors import tables_of

AT_ONCE = 20


def game_of(name: str) -> str | None:
    """The game of that name; without a name, the first that is played here; nothing when it is not played here."""
    names = titles.names()
    return next((game for game in ((name,) if name else names) if game in names), None)


def table_for(player: Player, game: str, brought: Brought) -> Session:
    """The player's table of this game that is under way, or else a new one, begun if the button brought what it takes.

    Without script and without a number typed in, the new table asks for one.
    """
    for session in tables_of(player).filter(title=game, status=SessionStatus.PLAYING).iterator(AT_ONCE):
        if session.is_solitaire:
            return session
    new = NewTable(game, player)
    if usual := games.game_of(game).usual:
        games.load(usual)(new.setup)
    table = new.save(brought.pledge)
    if table is None:
        raise ValueError(f"The usual set-up of {game} does not stand.")
    services.session_begin_at_once(session=table, player=player, brought=brought)
    return table
