"""Secret bids for the side: nobody knows the other's before both have bid, and who wants a side more pays for it."""

from django.db import transaction

from campaigns.accounts.models import Player
from campaigns.matches.match_clock import match_locked
from campaigns.matches.models import Bid, Match
from play.games import titles
from play.sessions.services import read_setup

MOST = 99


class BidRefused(Exception):
    """There is nothing to bid for here, or no more."""


def seats_in(match: Match) -> tuple[str, ...]:
    """Return the seats of the game, the first first."""
    season = match.season
    seats: tuple[str, ...] = tuple(titles.title_of(season.title).seats(read_setup(season.title, season.setup)))
    return seats


@transaction.atomic
def bid_give(*, match: Match, by: Player, seat: str, points: int) -> Match:
    """Bid for a side; it may be changed until the other has bid. The second bid settles who sits where."""
    locked = match_locked(match)
    mine = next((one for one in (locked.one, locked.other) if one.player_id == by.pk), None)
    may = locked.season.bids and locked.is_open and locked.first_id is None
    if mine is None or not may or seat not in seats_in(locked) or not 0 <= points <= MOST:
        raise BidRefused
    if locked.bids.count() == 2:
        raise BidRefused
    Bid.objects.update_or_create(match=locked, contender=mine, defaults={"seat": seat, "points": points})
    bids = {bid.contender_id: bid for bid in locked.bids.all()}
    if len(bids) == 2:
        _settle(locked, bids[locked.one_id], bids[locked.other_id])
    return locked


def _settle(match: Match, one: Bid, other: Bid) -> None:
    """Give each the side that he wants, or the side that both want to who gives more; of equals `one` has it."""
    first = seats_in(match)[0]
    if one.seat != other.seat:
        match.swapped, match.buyer_id, match.price = one.seat != first, None, 0
    else:
        won = one if one.points >= other.points else other
        match.buyer_id, match.price = won.contender_id, won.points
        match.swapped = (won.seat == first) == (won.contender_id == match.other_id)
    match.save(update_fields=["swapped", "buyer", "price"])
