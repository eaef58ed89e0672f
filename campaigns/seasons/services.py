"""Services for seasons: announce, enter a game, begin one, void an entry, reveal the key."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups.models import AuditEntry, Group
from campaigns.groups.selectors import role_in
from campaigns.groups.services import audit_write
from campaigns.ladders.score_lines import log_of
from campaigns.ladders.score_rows import ranking_changed, write_first_score
from campaigns.seasons.models import Season, SeasonEntry, SeasonStart, site_day
from campaigns.seasons.selectors import Pattern, entries_left, entries_of, fitting
from play.fairness.commitments import PostedCommitment
from play.fairness.models import SeasonKey
from play.orders.refusals import OrderRefused
from play.sessions.models import Session
from play.sessions.services import (
    SeatAssignment,
    season_key_create,
    season_key_reveal,
    session_begin_at_once,
    session_open,
)


class EntryRefused(Exception):
    """The season does not take this game from this person."""


@transaction.atomic
def season_announce(*, group: Group, by: Player, pattern: Pattern, duplicate: bool = False, **terms: object) -> Season:
    """Announce a season that is played as a game was; the key of a duplicate season is bound now."""
    shared = duplicate and pattern.may_be_shared
    if shared:
        terms |= {
            "calendar": season_key_create(),
            "setup": pattern.setup,
            "each": 1,
            "tabletop": False,
            "under_way": False,
        }
    if terms.get("mirrored"):
        terms |= {"mirrored": pattern.may_be_mirrored, "setup": pattern.setup, "tabletop": False, "under_way": False}
    audit_write(group, by, AuditEntry.Kind.ANNOUNCED)
    return Season.objects.create(
        group=group, title=pattern.title, terms=pattern.terms, pack_hash=pattern.pack_hash, pack=pattern.pack, **terms
    )


@transaction.atomic
def season_enter(*, season: Season, player: Player, number: int) -> SeasonEntry:
    """Enter a game of one's own; the first one seals the season."""
    locked = _locked(season)
    entries = entries_of(locked, player)
    result = next((one for one in fitting(locked, player) if one.pk == number), None)
    if result is None or not entries_left(locked, entries, player, role_in(locked.group, player)):
        raise EntryRefused
    return _entered(locked, player, result.session, result.seat, result.source)


def season_begin(*, season: Season, player: Player, name: str, posted: PostedCommitment) -> SeasonEntry:
    """Begin in a duplicate season: a table by its terms, its charts and its key; nobody begins twice."""
    log = log_of(season.title, season.terms)
    if log is None or season.calendar is None:
        raise EntryRefused
    try:
        with transaction.atomic():
            locked = _locked(season)
            if not entries_left(locked, entries_of(locked, player), player, role_in(locked.group, player)):
                raise EntryRefused
            SeasonStart.objects.create(season=locked, player=player)
            session = session_open(
                owner=player,
                title=locked.title,
                setup=log.set_up(locked.setup, name),
                sitters={log.seat: SeatAssignment(player=player)},
                pack=locked.pack,
                calendar=locked.calendar,
                dice_commitment=posted.pledge,
            )
            if session.pack_hash != locked.pack_hash:
                raise EntryRefused
            log.create_career(session, player, name)
            entry = _entered(locked, player, session, log.seat)
    except (IntegrityError, OrderRefused) as problem:
        raise EntryRefused from problem
    session_begin_at_once(session=session, player=player, posted=posted)
    return entry


def _locked(season: Season) -> Season:
    return Season.objects.select_for_update(of=("self",)).select_related("group", "calendar").get(pk=season.pk)


def _entered(season: Season, player: Player, session: Session, seat: str, source: str = "fair") -> SeasonEntry:
    if season.sealed is None:
        Season.objects.filter(pk=season.pk).update(sealed=timezone.now())
    entry = SeasonEntry.objects.create(season=season, player=player, session=session, seat=seat, source=source)
    write_first_score(entry=entry)
    return entry


@transaction.atomic
def entry_void(*, season: Season, by: Player, number: int, reason: str) -> None:
    """Void an entry; it stays in the table with the reason."""
    entry = season.entries.select_related("player").filter(pk=number).first()
    if entry is not None and season.entries.filter(pk=number, voided=None).update(
        voided=timezone.now(), void_reason=reason
    ):
        audit_write(season.group, by, AuditEntry.Kind.VOIDED, about=entry.player)
        ranking_changed([season.pk])


@transaction.atomic
def entry_restore(*, season: Season, by: Player, number: int) -> bool:
    """Let an entry count again that somebody voided with a reason; say whether there was one.

    An entry without a reason went with its player, who has left the group.
    """
    entry = season.entries.select_related("player").filter(pk=number).first()
    voided = season.entries.filter(pk=number, voided__isnull=False).exclude(void_reason="")
    if entry is None or not voided.update(voided=None, void_reason=""):
        return False
    audit_write(season.group, by, AuditEntry.Kind.RESTORED, about=entry.player)
    ranking_changed([season.pk])
    return True


@transaction.atomic
def season_rename(*, season: Season, name: str) -> None:
    """Give a season another name."""
    Season.objects.filter(pk=season.pk).update(name=name)


def season_keys_reveal() -> int:
    """Open the keys of duplicate seasons that are over, once nobody plays by them any more; how many were opened."""
    over = SeasonKey.objects.filter(opened=None, season__ends__lt=site_day())
    return sum(_revealed(calendar) for calendar in over)


def _revealed(calendar: SeasonKey) -> bool:
    try:
        season_key_reveal(calendar=calendar)
    except OrderRefused:
        return False
    return True
