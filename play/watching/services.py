"""What can be done about watchers: give a link out, take it back, ask to be the umpire, agree to one."""

from typing import Any

from django.db import transaction

from play.games import game_of
from play.models import Seat, Session
from play.refusals import OrderRefused

from .models import Watch, may_have_umpire, players_of

MOST = 12
"""Links of one game."""


def kinds_of(session: Session) -> list[Watch.Kind]:
    """Return the ways in which a game can be watched: where nothing is hidden, all of it lies open."""
    if not game_of(session.title).film:
        return [Watch.Kind.OPEN, Watch.Kind.AFTER]
    return [kind for kind in Watch.Kind if kind != Watch.Kind.UMPIRE or len(players_of(session)) > 1]


@transaction.atomic
def watch_give(*, session: Session, seat: Seat, kind: str, delay: int = Watch.Delay.A_DAY) -> Watch:
    """Give a link out; one that is like it is given again."""
    if kind not in kinds_of(session) or seat.policy or seat.player_id is None:
        raise OrderRefused("not_watched", status=422)
    like = {"session": session, "kind": kind, "seat": "", "by": seat.player}
    if kind == Watch.Kind.EYES:
        like |= {"seat": seat.name, "delay": Watch.Delay(delay)}
    Session.objects.select_for_update().only("pk").get(pk=session.pk)
    kept = Watch.objects.filter(**like, watcher=None).first()
    if kept is None and Watch.objects.filter(session=session).count() >= MOST:
        raise OrderRefused("not_watched", status=422)
    return kept or Watch.objects.create(**like)


def watch_end(*, session: Session, player: Any, number: int) -> None:
    """Take a link back."""
    kept = Watch.objects.filter(session=session, pk=number).first()
    if kept is not None and kept.may_be_ended_by(session, player):
        kept.delete()


@transaction.atomic
def umpire_ask(*, watch: Watch, session: Session, player: Any) -> None:
    """Ask to be the umpire: once, with an account, and not while one plays oneself."""
    refused = watch.kind != Watch.Kind.UMPIRE or not may_have_umpire(session)
    if refused or player.is_guest or player.pk in players_of(session):
        raise OrderRefused("not_watched", status=403)
    Watch.objects.filter(pk=watch.pk, watcher=None).update(watcher=player, agreed=[])


@transaction.atomic
def umpire_agree(*, session: Session, player: Any, number: int, watcher: int) -> None:
    """Agree that somebody sees everything; it is one person that is agreed to, and nobody in that person's place."""
    found = Watch.objects.select_for_update().filter(session=session, pk=number, kind=Watch.Kind.UMPIRE)
    kept = found.filter(watcher=watcher).first() if may_have_umpire(session) else None
    if kept is not None and player.pk in players_of(session) and player.pk not in kept.agreed:
        kept.agreed = [*kept.agreed, player.pk]
        kept.save(update_fields=["agreed"])
