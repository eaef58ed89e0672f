"""From a button to a playing table: which game, and the table that is set with everything left as the game has it."""

from campaigns.careers import TITLE
from campaigns.models import Player
from campaigns.names import invented_name
from play import services, titles
from play.models import Session, SessionStatus
from play.newtable import NewTable
from play.selectors import tables_of

# What a first visit flies: the day game first, then what needs the fewest people.
FIRST = ("interceptor-ace", "nightfighter", "bomber-command")


def game_of(name: str) -> str | None:
    """The game of that name; without a name, the first that is played here; nothing when it is not played here."""
    names = titles.names()
    return next((game for game in ((name,) if name else (*FIRST, *names)) if game in names), None)


def table_for(player: Player, game: str) -> Session:
    """The player's table of this game that is under way, or else a new one that has begun."""
    for session in tables_of(player):
        if session.title == game and session.status == SessionStatus.PLAYING and session.is_solitaire:
            return session
    new = NewTable(game, player)
    if game == TITLE:
        new.setup.pilots[0].name = invented_name()
    table = new.save()
    if table is None:
        raise ValueError(f"The usual set-up of {game} does not stand.")
    services.session_begin(session=table, player=player)
    return table
