"""Services for spectators: create and end links, request and accept an umpire."""

from django.db import transaction

from play.games.registry import game_of
from play.orders.refusals import OrderRefused
from play.sessions.models import Seat, Session
from play.spectators.models import SpectatorLink, may_have_umpire, player_ids
from play.utils.players import Player

MOST = 12
"""Links of one game."""


def kinds_of(session: Session) -> list[SpectatorLink.Kind]:
    """Return the kinds of links that a game allows: without hidden facts, all of it is open."""
    if game_of(session.title).film is None:
        return [SpectatorLink.Kind.OPEN, SpectatorLink.Kind.AFTER]
    return [kind for kind in SpectatorLink.Kind if kind != SpectatorLink.Kind.UMPIRE or len(player_ids(session)) > 1]


@transaction.atomic
def spectator_link_create(
    *, session: Session, seat: Seat, kind: str, delay: int = SpectatorLink.Delay.A_DAY
) -> SpectatorLink:
    """Give a link out; one that is like it is given again."""
    if kind not in kinds_of(session) or seat.policy or seat.player_id is None:
        raise OrderRefused("not_watched", status=422)
    like = {"session": session, "kind": kind, "seat": "", "by": seat.player}
    if kind == SpectatorLink.Kind.EYES:
        like |= {"seat": seat.name, "delay": SpectatorLink.Delay(delay)}
    Session.objects.select_for_update().only("pk").get(pk=session.pk)
    stored = SpectatorLink.objects.filter(**like, watcher=None).first()
    if stored is None and SpectatorLink.objects.filter(session=session).count() >= MOST:
        raise OrderRefused("not_watched", status=422)
    return stored or SpectatorLink.objects.create(**like)


def spectator_link_delete(*, session: Session, player: Player, number: int) -> None:
    """Take a link back."""
    stored = SpectatorLink.objects.filter(session=session, pk=number).first()
    if stored is not None and stored.may_be_ended_by(session, player):
        stored.delete()


@transaction.atomic
def umpire_ask(*, watch: SpectatorLink, session: Session, player: Player) -> None:
    """Ask to be the umpire: once, with an account, and not while one plays oneself."""
    refused = watch.kind != SpectatorLink.Kind.UMPIRE or not may_have_umpire(session)
    if refused or player.is_guest or player.pk in player_ids(session):
        raise OrderRefused("not_watched", status=403)
    SpectatorLink.objects.filter(pk=watch.pk, watcher=None).update(watcher=player, agreed=[])


@transaction.atomic
def umpire_agree(*, session: Session, player: Player, number: int, watcher: int) -> None:
    """Agree that a watcher sees everything; the consent is for one person, and nobody in that person's place."""
    found = SpectatorLink.objects.select_for_update().filter(session=session, pk=number, kind=SpectatorLink.Kind.UMPIRE)
    stored = found.filter(watcher=watcher).first() if may_have_umpire(session) else None
    if stored is not None and player.pk in player_ids(session) and player.pk not in stored.agreed:
        stored.agreed = [*stored.agreed, player.pk]
        stored.save(update_fields=["agreed"])
