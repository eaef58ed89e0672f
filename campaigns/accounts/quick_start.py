"""Quick start: the game behind a button, and its table with the game's default set-up."""

from campaigns.accounts.models import Player
from play.fairness.commitments import PostedCommitment
from play.games import registry, titles
from play.sessions import services
from play.sessions.forms import NewTableForm
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import tables_of

AT_ONCE = 20


def game_of(name: str) -> str | None:
    """The game of that name; without a name, the first that is played here; nothing when it is not played here."""
    names = titles.names()
    return next((game for game in ((name,) if name else names) if game in names), None)


def table_for(player: Player, game: str, posted: PostedCommitment) -> Session:
    """The player's table of this game that is under way, or else a new one, begun if the button brought what it takes.

    Without script and without a number typed in, the new table asks for one.
    """
    for session in tables_of(player).filter(title=game, status=SessionStatus.PLAYING).iterator(AT_ONCE):
        if session.is_solitaire:
            return session
    new = NewTableForm(game, player)
    if (usual := registry.game_of(game).usual) is not None:
        usual(new.setup)
    table = new.save(posted.pledge)
    if table is None:
        raise ValueError(f"The usual set-up of {game} does not stand.")
    services.session_begin_at_once(session=table, player=player, posted=posted)
    return table
