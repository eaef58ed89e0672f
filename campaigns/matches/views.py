"""The page of a match, and what is pressed on it and on the page of its season."""

from collections.abc import Callable

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from campaigns.groups.crest import crest_of
from campaigns.groups.views import number_sent
from campaigns.matches import bids, match_clock, services
from campaigns.matches.match_page import match_page, match_shown
from campaigns.matches.models import Match
from campaigns.seasons.models import Season
from campaigns.seasons.selectors import season_at
from play.pages.audience import MODERATOR, READER, SEAT, audience
from play.utils.requests import PlayerRequest


def match_at(match: int) -> Match:
    """Return a match by its number."""
    found = match_shown(match)
    if found is None:
        raise Http404
    return found


@require_GET
@never_cache
@audience(READER, of=match_at)
def match(request: HttpRequest, match: Match) -> HttpResponse:
    """Show a match: its nights, and their results when all are over."""
    group = match.season.group
    context = {"here": "groups", "group": group, "crest": crest_of(group.pk, group.name)}
    return render(request, "matches/match.html", context | vars(match_page(match, request.user)))


@require_POST
@audience(SEAT, of=season_at)
@rate_limit(action="group")
def contender_enter(request: PlayerRequest, season: Season) -> HttpResponse:
    """Come in."""
    try:
        services.contender_enter(season=season, player=request.user)
    except services.MatchRefused:
        messages.error(request, _("Entries are closed."))
    return redirect("season", season=season.pk)


@require_POST
@audience(MODERATOR, of=season_at)
@rate_limit(action="group")
def matches_draw(request: PlayerRequest, season: Season) -> HttpResponse:
    """Draw up the matches, or the next round."""
    try:
        services.matches_draw(season=season, by=request.user)
    except services.MatchRefused:
        messages.error(request, _("There are no matches to draw now."))
    return redirect("season", season=season.pk)


def _press(
    request: HttpRequest, match: Match, press: Callable[[], Match], refused: type[Exception], said: str
) -> HttpResponse:
    """Do what was pressed on the page of a match, or say why not."""
    try:
        press()
    except refused:
        messages.error(request, said)
    return redirect("match", match=match.pk)


@require_POST
@audience(SEAT, of=match_at)
@rate_limit(action="table")
def match_set(request: PlayerRequest, match: Match) -> HttpResponse:
    """Set both tables of a match."""
    said = _("The games of this match exist already, or this site no longer has its charts.")
    return _press(request, match, lambda: services.match_set(match=match, by=request.user), services.MatchRefused, said)


@require_POST
@audience(SEAT, of=match_at)
@rate_limit(action="group")
def match_bid(request: PlayerRequest, match: Match) -> HttpResponse:
    """Bid for a side."""
    seat, points = request.POST.get("seat", ""), number_sent(request, "points")
    said = _("Your bid was not accepted. Both bids are in already, or the game has no such side.")
    return _press(
        request,
        match,
        lambda: bids.bid_give(match=match, by=request.user, seat=seat, points=points),
        bids.BidRefused,
        said,
    )


@require_POST
@audience(SEAT, of=match_at)
@rate_limit(action="group")
def match_claim(request: PlayerRequest, match: Match) -> HttpResponse:
    """Claim a match that the other has let go by."""
    said = _("You cannot claim the match. Your opponent is not late, or you agreed on something else.")
    return _press(
        request, match, lambda: match_clock.match_claim(match=match, by=request.user), match_clock.ClaimRefused, said
    )


@require_POST
@audience(MODERATOR, of=match_at)
def match_void(request: PlayerRequest, match: Match) -> HttpResponse:
    """Void a match, with a reason that everybody reads."""
    reason = " ".join(request.POST.get("reason", "").split())[:200]
    if reason:
        services.match_void(match=match, by=request.user, reason=reason)
    else:
        messages.error(request, _("Give a reason to cancel a match."))
    return redirect("match", match=match.pk)
