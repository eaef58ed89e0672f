"""Services for matches: enter, draw, create games; and the result, written as the second game ends."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.groups.models import AuditEntry, Role
from campaigns.groups.selectors import role_in
from campaigns.groups.services import audit_write
from campaigns.matches import pairings
from campaigns.matches.bids import seats_in
from campaigns.matches.match_clock import match_locked, nights_of, terms_of
from campaigns.matches.models import Contender, Match
from campaigns.matches.ratings import match_rate, ratings_rebuild
from campaigns.results import projection as results_projection  # noqa: F401 - a night's result is written before its match reads it
from campaigns.results.models import Result
from campaigns.seasons.models import Season
from play.clocks.services import leave_copy
from play.journal.projections import OrderEffects, projection
from play.orders.refusals import OrderRefused
from play.sessions.models import Session
from play.sessions.services import SeatAssignment, season_key_create, session_open


class MatchRefused(Exception):
    """The match is not this person's to set, or is set already; or nobody can enter any more."""


@transaction.atomic
def contender_enter(*, season: Season, player: Player) -> Contender:
    """Come in; the first one seals the season."""
    locked = Season.objects.select_for_update(of=("self",)).select_related("group").get(pk=season.pk)
    plays = role_in(locked.group, player) in (Role.MODERATOR, Role.MEMBER)
    if not (locked.mirrored and plays and locked.takes_entries()) or locked.matches.exists():
        raise MatchRefused
    if locked.sealed is None:
        Season.objects.filter(pk=locked.pk).update(sealed=timezone.now())
    found, _fresh = Contender.objects.get_or_create(season=locked, player=player)
    return found


@transaction.atomic
def matches_draw(*, season: Season, by: Player) -> list[Match]:
    """Draw up the matches: all rounds while they are few; of many the next round, once the last is over."""
    locked = Season.objects.select_for_update(of=("self",)).select_related("group").get(pk=season.pk)
    players = list(locked.contenders.filter(left=None).values_list("pk", flat=True))
    drawn = list(locked.matches.all())
    if not locked.mirrored or len(players) < 2:
        raise MatchRefused
    if len(players) <= pairings.ROUND_ROBIN_UP_TO:
        if drawn:
            raise MatchRefused
        rounds = list(enumerate(pairings.round_robin(players), 1))
    else:
        if any(match.is_open for match in drawn):
            raise MatchRefused
        rounds = [(1 + max((match.round for match in drawn), default=0), _next_round(players, drawn))]
    audit_write(locked.group, by, AuditEntry.Kind.DREW)
    return Match.objects.bulk_create(
        Match(season=locked, round=number, one_id=one, other_id=other)
        for number, pairs in rounds
        for one, other in pairs
    )


def _next_round(players: list[int], drawn: list[Match]) -> list[pairings.Pair]:
    met = [(match.one_id, match.other_id) for match in drawn]
    points = {player: points_of(player, drawn) for player in players}
    order = sorted(players, key=lambda player: points[player], reverse=True)
    last = max((match.round for match in drawn), default=0)
    rested = {
        player
        for number in range(1, last + 1)
        for player in players
        if not any(player in (match.one_id, match.other_id) for match in drawn if match.round == number)
    }
    return pairings.swiss(order, met, rested)


def points_of(player: int, matches: list[Match]) -> tuple[float, int]:
    """Return what a contender has won, a draw being half a match, and his margin over all."""
    won, over_all = 0.0, 0
    for match in matches:
        if not match.counts or player not in (match.one_id, match.other_id):
            continue
        if match.lost_by_time_id is not None:
            won += match.lost_by_time_id != player
            continue
        margin = (match.margin or 0) * (1 if match.one_id == player else -1)
        won, over_all = won + (margin > 0) + (margin == 0) / 2, over_all + margin
    return won, over_all


def match_set(*, match: Match, by: Player) -> Match:
    """Set both tables, sides swapped, under one sky; each begins when both players have given their numbers.

    Where sides are bid for it is one table, set when both have bid.
    """
    try:
        with transaction.atomic():
            locked = match_locked(match)
            if locked.first_id or not locked.is_open or not locked.has_player(by):
                raise MatchRefused
            if locked.season.bids and locked.bids.count() < 2:
                raise MatchRefused
            locked.calendar = season_key_create()
            one, other = locked.one.player, locked.other.player
            locked.first = _table(locked, owner=by, seated=(other, one) if locked.swapped else (one, other))
            if not locked.season.bids:
                locked.second = _table(locked, owner=by, seated=(other, one))
            locked.save(update_fields=["calendar", "first", "second"])
            for night in nights_of(locked):
                leave_copy(session=night)
    except (IntegrityError, OrderRefused) as problem:
        raise MatchRefused from problem
    return locked


def _table(match: Match, owner: Player, seated: tuple[Player, Player]) -> Session:
    season = match.season
    session = session_open(
        owner=owner,
        title=season.title,
        setup=season.setup,
        sitters={name: SeatAssignment(player=player) for name, player in zip(seats_in(match), seated, strict=True)},
        pack=season.pack,
        calendar=match.calendar,
        time_control=terms_of(season),
    )
    if session.pack_hash != season.pack_hash:
        raise MatchRefused
    return session


@transaction.atomic
def match_void(*, match: Match, by: Player, reason: str) -> None:
    """Void a match with a reason that everybody reads; what it moved in the ratings is taken back."""
    locked = match_locked(match)
    if locked.voided is None:
        Match.objects.filter(pk=locked.pk).update(voided=timezone.now(), void_reason=reason)
        audit_write(locked.season.group, by, AuditEntry.Kind.VOIDED, about=locked.one.player)
        audit_write(locked.season.group, by, AuditEntry.Kind.VOIDED, about=locked.other.player)
        if locked.is_rated:
            ratings_rebuild(group=locked.season.group)


@transaction.atomic
def match_restore(*, match: Match, by: Player) -> bool:
    """Let a match count again that somebody voided with a reason; say whether there was one.

    A match whose nights ended in the meantime gets its margin now.
    """
    locked = match_locked(match)
    if locked.voided is None or not locked.void_reason:
        return False
    locked.voided, locked.void_reason = None, ""
    if locked.finished is None and (margin := margin_of(locked)) is not None:
        locked.margin, locked.finished = margin, timezone.now()
    locked.save(update_fields=["voided", "void_reason", "margin", "finished"])
    audit_write(locked.season.group, by, AuditEntry.Kind.RESTORED, about=locked.one.player)
    audit_write(locked.season.group, by, AuditEntry.Kind.RESTORED, about=locked.other.player)
    if locked.is_rated:
        ratings_rebuild(group=locked.season.group)
    return True


@projection()
def end_match(session: Session, progress: OrderEffects) -> None:
    """Write what a match came to, and rate it, when the last of its nights ends."""
    if progress.outcome is None:
        return
    found = Match.objects.filter(Q(first=session) | Q(second=session), finished=None, voided=None).first()
    if found is None:
        return
    match = match_locked(found)
    if match.is_open and (margin := margin_of(match)) is not None:
        match.margin, match.finished = margin, timezone.now()
        match.save(update_fields=["margin", "finished"])
        if match.is_rated:
            match_rate(match)


def margin_of(match: Match) -> int | None:
    """Return what `one` has won more, his side paid for; nothing while a night goes on."""
    first, second = seats_in(match)
    seats = {match.first_id: second if match.swapped else first, match.second_id: first if match.swapped else second}
    seats.pop(None, None)
    ended = Result.objects.filter(session__in=list(seats), finished=True)
    values = [row.value for row in ended if row.seat == seats[row.session_id]]
    if len(values) < (1 if match.season.bids else 2):
        return None
    payers: dict[int | None, int] = {match.one_id: -match.price, match.other_id: match.price}
    paid = payers.get(match.buyer_id, 0)
    return sum(values) + paid
