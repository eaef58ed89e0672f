"""A believable demo club: members and a group, and for each game what its app makes for them.

    GAME = CampaignGame(name="nightfighter", demo=demo.made, ...)

An app's function is given the members and chance, makes its games by the services that pages call, and names each by
its state. The same seed makes the same club.
"""

import random
from collections.abc import Callable, Mapping

from allauth.account.models import EmailAddress
from django.db import transaction

from campaigns.accounts.models import Player
from campaigns.demo import seasons
from campaigns.games import campaign_games
from campaigns.groups import services as groups
from campaigns.seasons.models import Season
from campaigns.seasons.services import season_begin
from engine.kernel.dice import commitment
from play.bots import substitute
from play.fairness.commitments import PostedCommitment
from play.journal import store
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.utils.plain_data import Json

SEED = 1943
PASSWORD = "over-the-sea-by-night-7"  # noqa: S105 - of an example that is nobody's
MEMBERS = ("Ruth", "Tomasz", "Marta", "Ian", "Solveig")
ADDRESS = "{name}@example.org"
NONCE = "demo"


class ClubExists(Exception):
    """The club is here already."""


def club(seed: int = SEED, say: Callable[[str], None] = lambda text: None) -> list[Player]:
    """Make the club; everything in it is played by the rules."""
    if Player.objects.filter(email=ADDRESS.format(name=MEMBERS[0].lower())).exists():
        raise ClubExists
    members = [member(name) for name in MEMBERS]
    group = groups.group_found(owner=members[0], name="Tuesday club")
    for one in members[1:]:
        groups.group_join(group=group, player=one)
    for game in campaign_games():
        if game.demo is not None:
            for made in game.demo(members, random.Random(seed)):  # noqa: S311 - the same club is the point
                say(made)
    seasons.club_settle(group)
    for game in campaign_games():
        if game.demo_seasons is not None:
            for made in game.demo_seasons(group, random.Random(seed)):  # noqa: S311 - as above
                say(made)
    groups.invitation_make(group=group, by=members[0])
    return members


@transaction.atomic
def member(name: str) -> Player:
    """Make an account whose address is confirmed."""
    player = Player(display_name=name, email=ADDRESS.format(name=name.lower()))
    player.set_password(PASSWORD)
    player.save()
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


# Helpers with which apps make their games


def begun(
    owner: Player, title: str, setup: Mapping[str, Json], seed: bytes, **sitters: services.SeatAssignment
) -> Session:
    """Set a table and begin, on dice of this seed."""
    session = services.session_open(owner=owner, title=title, setup=dict(setup), sitters=sitters)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    for player in dict.fromkeys(seat.player for seat in session.table if seat.player):
        services.session_begin(session=session_at(session.pk), player=player, nonce=NONCE)
    return carried_out(session)


def entered(season: Season, player: Player, name: str, seed: bytes) -> Session:
    """Begin in a duplicate season on dice of this seed."""
    entry = season_begin(season=season, player=player, name=name, posted=PostedCommitment(nonce=NONCE))
    Session.objects.filter(pk=entry.session_id).update(seed=seed, commitment=commitment(seed))
    services.session_begin(session=session_at(entry.session_id), player=player, nonce=NONCE)
    return carried_out(session_at(entry.session_id))


def carried_out(session: Session) -> Session:
    """Do the workers' part here and now; where a worker was faster, it is done."""
    for order in Order.objects.filter(session=session, status=OrderStatus.PENDING).order_by("pk"):
        execute.execute_order(order.pk)
    return session_at(session.pk)


def played(session: Session, seat: str, substitution: substitute.Substitution, shares: int) -> Session:
    """Let a bot play a person's seat for so many shares of a loan, or until the loan's mark has gone by."""
    for _share in range(shares):
        place = session.seat(seat)
        if session.status != "playing" or place is None:
            break
        since = substitute.mark_value(session.title, substitution.until, store.resume(session).state)
        order = substitute.substitute_order(
            session=session,
            seat=place,
            substitution=substitute.Substitution(
                substitution.policy, substitution.orders, substitution.until, since, substitution.most
            ),
        )
        if order is None:
            break
        execute.execute_order(order.pk)
        session = session_at(session.pk)
    return session
