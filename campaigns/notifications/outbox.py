"""Write notices when a game has moved, in the same transaction; outdated ones are withdrawn."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from campaigns.accounts.time_zones import known_zone
from campaigns.groups.models import Group
from campaigns.groups.shared_tables import groups_following
from campaigns.notifications.models import Mail, Notification, NotificationPreference, Webhook, WebhookMessage
from play.journal.models import EntryKind
from play.journal.projections import OrderEffects, projection
from play.orders.models import Order
from play.secrecy import deciders, visibility
from play.sessions.models import Session

A_MOMENT = timedelta(minutes=2)
"""A turn that is answered within it gets no notice."""


@projection()
def write_notifications(session: Session, progress: OrderEffects) -> None:
    """Notify the players whose turn it has become; not the one who has just clicked, none in solo games or sandboxes.

    A question has one notice, with the number by which the game knows when it was asked. Where something is
    hidden, it counts from when the seat may know, and nothing that the seat does not see brings it a notice.
    """
    people = people_of(session)
    if not session.counts or len(people) < 2:
        return
    holders = {seat.name: seat.player_id for seat in session.table if seat.player_id in people}
    asked = {holders[seat]: seq for seat, _key, seq in session.asked if seat in holders}
    still = Q(pk=None)
    for player, seq in asked.items():
        still |= Q(player=player, version=seq)
    Notification.objects.filter(session=session, sent=None, handed=None).exclude(still).delete()
    now = timezone.now()
    if progress.outcome is not None:
        return _over(session, visibility.end_shown(session) or now)
    seat = progress.by or _last_to_click(session)
    since = _since(session, progress, holders, holders.get(seat), now)
    others = {player: seq for player, seq in asked.items() if player in since}
    kind = _kind(session, seat, holders.get(seat), asked, people)
    if kind != Notification.Kind.TURN:
        # Pending messages are composed again.
        waiting = Notification.objects.filter(
            still, session=session, kind=Notification.Kind.TURN, sent=None, handed=None
        )
        waiting.exclude(player=holders.get(seat)).delete()
    if others:
        _write(session, others, kind, since)


def _since(
    session: Session, progress: OrderEffects, holders: Mapping[str, int], by: int | None, now: datetime
) -> dict[int, datetime]:
    """Return since when the notified players know of their question; the one who has just clicked is at the table.

    Where something is hidden, a seat has just clicked where its world goes on as its own order left it.
    """
    if not session.worlds:
        return {player: now for player in holders.values() if player != by}
    found = {}
    for seat, player in holders.items():
        world, heard = visibility.progress_of(session, seat), progress.heard.get(seat)
        is_at_once = world.due == 0 and player == by
        if heard is not None and not is_at_once and heard != datetime.fromtimestamp(world.given, UTC):
            found[player] = heard
    return found


def people_of(session: Session) -> set[int]:
    """Return the people who play."""
    return {seat.player_id for seat in session.table if not seat.policy and seat.player_id}


def _last_to_click(session: Session) -> str:
    """Return the seat whose order is being carried out: its player is at the table."""
    settled = Order.objects.filter(session=session, settled__isnull=False).order_by("-settled", "-pk")
    return settled.values_list("seat", flat=True).first() or ""


def _kind(
    session: Session, seat: str, by: int | None, asked: Mapping[int, int], people: Collection[int]
) -> Notification.Kind:
    """Say whether one is left alone with a question that others have answered; where something is hidden, never."""
    if len(asked) != 1 or by is None or by in asked or session.worlds:
        return Notification.Kind.TURN
    own = session.journal.filter(seat=seat, kind=EntryKind.ANSWER, undone_by=None).order_by("-seq")
    answered = own.values_list("seq", flat=True).first()
    if answered is None or next(iter(asked.values())) >= answered:
        return Notification.Kind.TURN
    return Notification.Kind.PLOTTED if len(people) == 2 else Notification.Kind.LAST


def _write(session: Session, asked: Mapping[int, int], kind: Notification.Kind, since: Mapping[int, datetime]) -> None:
    preferences = (
        NotificationPreference.objects.filter(player__in=asked).exclude(mail=Mail.NEVER).select_related("player")
    )
    mail, hook = Notification.Channel.MAIL, Notification.Channel.WEBHOOK
    rows = [
        notification_of(session, w.player_id, asked, kind, channel=mail, due=due_for(w, since[w.player_id]))
        for w in preferences
    ]
    # Whether somebody decides unseen just now is nothing for a whole group, in which the others read it.
    open_to_all = [player for player in asked if player not in hidden_deciders(session)]
    for one in webhooks_of(session) if open_to_all else ():
        rows += [
            notification_of(session, who, asked, kind, channel=hook, hook=one, due=since[who] + A_MOMENT)
            for who in open_to_all
        ]
    Notification.objects.bulk_create(rows, ignore_conflicts=True)


def notification_of(
    session: Session, player: int, asked: Mapping[int, int], kind: Notification.Kind, **how: object
) -> Notification:
    """Make the row of a question."""
    return Notification.of(session=session, version=asked[player], player_id=player, kind=kind, **how)


def _over(session: Session, since: datetime) -> None:
    """End the message of a night with the night; a group without such a message gets none."""
    data = WebhookMessage.objects.filter(session=session).values_list("hook", flat=True)
    hook, kind = Notification.Channel.WEBHOOK, Notification.Kind.OVER
    at = {"session": session, "version": session.entries_made, "due": since + A_MOMENT}
    rows = [Notification.of(channel=hook, kind=kind, hook_id=number, **at) for number in data]
    Notification.objects.bulk_create(rows, ignore_conflicts=True)


def hidden_deciders(session: Session) -> set[int]:
    """Return the people who decide unseen over what another at the table is shown."""
    named = {name for seat in session.table for name in deciders.hidden_deciders_of(session, seat.name)}
    return {seat.player_id for seat in session.table if seat.name in named and not seat.policy and seat.player_id}


def webhooks_of(session: Session) -> list[Webhook]:
    """Return the webhooks of the groups that a game belongs to or is shown to, if all who play are members."""
    groups = Group.objects.filter(pk__in=groups_following(session))
    for player in people_of(session):
        groups = groups.filter(memberships__player=player)
    return list(Webhook.objects.filter(group__in=groups))


def due_for(preference: NotificationPreference, now: datetime) -> datetime:
    """Return when a letter goes: soon, or at the hour of the reader's own day."""
    if preference.mail == Mail.AT_ONCE:
        return now + A_MOMENT
    local = now.astimezone(known_zone(preference.player.time_zone) or timezone.get_default_timezone())
    at = local.replace(hour=preference.hour % 24, minute=0, second=0, microsecond=0)
    return at if at > local else at + timedelta(days=1)
