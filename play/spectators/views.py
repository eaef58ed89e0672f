"""Pages of spectators: the game as they see it, and the links that players create."""

from collections.abc import Sequence
from dataclasses import dataclass

from allauth.decorators import rate_limit
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from play.journal import store
from play.pages.audience import ANYONE, SEAT, audience, redirect_to_sign_in
from play.replay.views import SPEEDS, moment_of
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.views import own_seat, with_refusals
from play.spectators import services
from play.spectators.gates import is_closed_to_spectators
from play.spectators.models import SpectatorLink, may_have_umpire, player_ids
from play.spectators.timeline import SpectatorTimeline
from play.utils.plain_data import whole
from play.utils.players import Player
from play.utils.requests import HtmxRequest

MOST_SHOWN = 50
"""Links that the page of watchers lists, the newest first."""


class WatcherRequest(HttpRequest):
    """A request of a watcher, signed in or not."""

    htmx: HtmxDetails


@dataclass(frozen=True, kw_only=True)
class ListedLink:
    """A way to watch, on the page of those who play."""

    watch: SpectatorLink
    address: str
    ends: bool
    """True if the viewer may end it."""
    alone: bool
    """True if it is an umpire's in a game that may have none."""
    wanted: bool
    """True if the viewer is asked to agree."""
    missing: Sequence[Player | None]
    """Players who have not agreed yet."""


def spectator_link_at(link: str) -> SpectatorLink:
    """Return the way to watch that a link opens."""
    found = SpectatorLink.objects.select_related("by", "watcher").filter(link=link).first()
    if found is None:
        raise Http404
    return found


@gzip_page
@require_http_methods(["GET", "POST"])
@never_cache
@audience(ANYONE, of=spectator_link_at)
def watch(request: WatcherRequest, watch: SpectatorLink) -> HttpResponse:
    """A game as its watcher sees it: the last that he may know, or a moment that the address names."""
    session = session_at(watch.session_id)
    if request.method == "POST":
        return umpire(request, watch, session)
    timeline = SpectatorTimeline(watch, session, request.user)
    follow = "" if timeline.over else timeline.mark()
    if request.htmx and request.GET.get("have", "-") == follow:
        return HttpResponse(status=204)
    if not timeline.moments:
        return render(request, "play/spectators/closed.html", closed_context(request, watch, session, timeline))
    wanted = whole(request.GET.get("at"))
    context = moment_of(request, timeline, wanted or (1 if timeline.over else len(timeline.moments)))
    context |= {"watch": watch, "speeds": SPEEDS, "follow": "" if wanted else follow, "seats": seats_shown(session)}
    return render(request, "play/replay/_moment.html" if request.htmx else "play/spectators/watch.html", context)


def umpire(request: WatcherRequest, watch: SpectatorLink, session: Session) -> HttpResponse:
    """Ask to be the umpire of a game."""
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request)
    may_be = watch.kind == SpectatorLink.Kind.UMPIRE and may_have_umpire(session)
    if not may_be or request.user.is_guest or request.user.pk in player_ids(session):
        raise Http404
    services.umpire_ask(watch=watch, session=session, player=request.user)
    return redirect("spectate", link=watch.link)


def closed_context(
    request: WatcherRequest, watch: SpectatorLink, session: Session, timeline: SpectatorTimeline
) -> dict[str, object]:
    """Return what is said where there is nothing to see yet."""
    user = request.user
    may_ask = (
        watch.kind == SpectatorLink.Kind.UMPIRE and watch.watcher_id is None and not is_closed_to_spectators(session)
    )
    return {
        "watch": watch,
        "session": session,
        "words": timeline.words,
        "seats": seats_shown(session),
        "shut": is_closed_to_spectators(session),
        "alone": watch.kind == SpectatorLink.Kind.UMPIRE and not may_have_umpire(session),
        "plays": user.is_authenticated and user.pk in player_ids(session),
        "may_ask": may_ask and not (user.is_authenticated and user.is_guest),
        "is_he": user.is_authenticated and user.pk == watch.watcher_id,
        "behind": watch.get_delay_display(),
    }


def seats_shown(session: Session) -> list[tuple[str, Player | str | None]]:
    """List the seats with their players."""
    words = store.words_of(session)
    return [(words.seat(one.name), words.bot(one.policy) if one.policy else one.player) for one in session.table]


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=session_at)
@rate_limit(action="table")
@with_refusals
def table_watching(request: HtmxRequest, session: Session) -> HttpResponse:
    """List who may watch a game: links are created and ended, and an umpire is accepted."""
    seat = own_seat(request, session)
    if request.method == "POST":
        change(request, session)
        return redirect(f"{reverse('table_spectators', args=[session.pk])}?{urlencode({'seat': seat.name})}")
    players = {one.player_id: one.player for one in session.table if one.player_id and not one.policy}
    may_see = SpectatorLink.objects.filter(session=session).exclude(
        ~Q(by=request.user.pk), kind=SpectatorLink.Kind.EYES
    )
    found = may_see.select_related("by", "watcher").order_by("-pk")[:MOST_SHOWN]
    shown = [
        ListedLink(
            watch=one,
            address=request.build_absolute_uri(reverse("spectate", args=[one.link])),
            ends=one.may_be_ended_by(session, request.user),
            alone=one.kind == SpectatorLink.Kind.UMPIRE and not may_have_umpire(session),
            wanted=one.watcher_id is not None and request.user.pk not in one.agreed,
            missing=[player for number, player in players.items() if number not in one.agreed],
        )
        for one in found
    ]
    context = {"session": session, "seat": seat, "words": store.words_of(session), "here": "tables"}
    context |= {"shown": shown, "in_all": may_see.count(), "shut": is_closed_to_spectators(session)}
    context |= {"kinds": services.kinds_of(session), "delays": SpectatorLink.Delay.choices}
    return render(request, "play/spectators/watchers.html", context)


def change(request: HtmxRequest, session: Session) -> None:
    """Do what a button of that page says."""
    do, number = request.POST.get("do"), whole(request.POST.get("number")) or 0
    if do == "give":
        delay = whole(request.POST.get("delay")) or 0
        delay = delay if delay in SpectatorLink.Delay.values else SpectatorLink.Delay.A_DAY
        kind = request.POST.get("kind", "")
        services.spectator_link_create(session=session, seat=own_seat(request, session), kind=kind, delay=delay)
    elif do == "end":
        services.spectator_link_delete(session=session, player=request.user, number=number)
    elif do == "agree":
        watcher = whole(request.POST.get("watcher")) or 0
        services.umpire_agree(session=session, player=request.user, number=number, watcher=watcher)
