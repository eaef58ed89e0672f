"""The pages of watching: what a watcher sees, and on which terms whoever plays lets a game be watched."""

from typing import Any

from allauth.decorators import rate_limit
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods

from play.audience import ANYONE, SEAT, ask_to_sign_in, audience
from play.film.views import SPEEDS, moment_of
from play.journal import keeping
from play.models import Session
from play.plain import whole
from play.requests import HtmxRequest
from play.selectors import session_at
from play.views import own_seat, saying_refusals

from . import is_closed, services
from .models import Watch, may_have_umpire, players_of
from .reel import Watched

MOST_SHOWN = 50
"""Links that the page of watchers lists, the newest first."""


def watch_at(link: str) -> Watch:
    """Return the way to watch that a link opens."""
    found = Watch.objects.select_related("by", "watcher").filter(link=link).first()
    if found is None:
        raise Http404
    return found


@gzip_page
@require_http_methods(["GET", "POST"])
@never_cache
@audience(ANYONE, of=watch_at)
def watch(request: HtmxRequest, watch: Watch) -> HttpResponse:
    """A game as its watcher sees it: the last that he may know, or a moment that the address names."""
    session = session_at(watch.session_id)
    if request.method == "POST":
        return umpire(request, watch, session)
    reel = Watched(watch, session, request.user)
    follow = "" if reel.over else reel.mark()
    if request.htmx and request.GET.get("have", "-") == follow:
        return HttpResponse(status=204)
    if not reel.moments:
        return render(request, "play/watching/closed.html", closed_context(request, watch, session, reel))
    wanted = whole(request.GET.get("at"))
    context = moment_of(request, reel, wanted or (1 if reel.over else len(reel.moments)))
    context |= {"watch": watch, "speeds": SPEEDS, "follow": "" if wanted else follow, "seats": sitting(session)}
    return render(request, "play/film/_moment.html" if request.htmx else "play/watching/watch.html", context)


def umpire(request: HtmxRequest, watch: Watch, session: Session) -> HttpResponse:
    """Ask to be the umpire of a game."""
    if not request.user.is_authenticated:
        return ask_to_sign_in(request)
    may_be = watch.kind == Watch.Kind.UMPIRE and may_have_umpire(session)
    if not may_be or request.user.is_guest or request.user.pk in players_of(session):
        raise Http404
    services.umpire_ask(watch=watch, session=session, player=request.user)
    return redirect("watch", link=watch.link)


def closed_context(request: HtmxRequest, watch: Watch, session: Session, reel: Watched) -> dict[str, Any]:
    """Return what is said where there is nothing to see yet."""
    user = request.user
    may_ask = watch.kind == Watch.Kind.UMPIRE and watch.watcher_id is None and not is_closed(session)
    return {
        "watch": watch,
        "session": session,
        "words": reel.words,
        "seats": sitting(session),
        "shut": is_closed(session),
        "alone": watch.kind == Watch.Kind.UMPIRE and not may_have_umpire(session),
        "plays": user.is_authenticated and user.pk in players_of(session),
        "may_ask": may_ask and not getattr(user, "is_guest", False),
        "is_he": user.is_authenticated and user.pk == watch.watcher_id,
        "behind": watch.get_delay_display(),
    }


def sitting(session: Session) -> list[tuple[str, Any]]:
    """List who sits where."""
    words = keeping.words_of(session)
    return [(words.seat(one.name), words.bot(one.policy) if one.policy else one.player) for one in session.table]


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=session_at)
@rate_limit(action="table")
@saying_refusals
def table_watching(request: HtmxRequest, session: Session) -> HttpResponse:
    """Who may watch a game, and how: links are given out, taken back, and an umpire is agreed to."""
    seat = own_seat(request, session)
    if request.method == "POST":
        change(request, session)
        return redirect(f"{reverse('table_watching', args=[session.pk])}?{urlencode({'seat': seat.name})}")
    players = {one.player_id: one.player for one in session.table if one.player_id and not one.policy}
    may_see = Watch.objects.filter(session=session).exclude(~Q(by=request.user.pk), kind=Watch.Kind.EYES)
    found = may_see.select_related("by", "watcher").order_by("-pk")[:MOST_SHOWN]
    shown = [
        {
            "watch": one,
            "address": request.build_absolute_uri(reverse("watch", args=[one.link])),
            "ends": one.may_be_ended_by(session, request.user),
            "alone": one.kind == Watch.Kind.UMPIRE and not may_have_umpire(session),
            "wanted": one.watcher_id is not None and request.user.pk not in one.agreed,
            "missing": [player for number, player in players.items() if number not in one.agreed],
        }
        for one in found
    ]
    context = {"session": session, "seat": seat, "words": keeping.words_of(session), "here": "tables"}
    context |= {"shown": shown, "in_all": may_see.count(), "shut": is_closed(session)}
    context |= {"kinds": services.kinds_of(session), "delays": Watch.Delay.choices}
    return render(request, "play/watching/watchers.html", context)


def change(request: HtmxRequest, session: Session) -> None:
    """Do what a button of that page says."""
    do, number = request.POST.get("do"), whole(request.POST.get("number")) or 0
    if do == "give":
        delay = whole(request.POST.get("delay")) or 0
        delay = delay if delay in Watch.Delay.values else Watch.Delay.A_DAY
        kind = request.POST.get("kind", "")
        services.watch_give(session=session, seat=own_seat(request, session), kind=kind, delay=delay)
    elif do == "end":
        services.watch_end(session=session, player=request.user, number=number)
    elif do == "agree":
        watcher = whole(request.POST.get("watcher")) or 0
        services.umpire_agree(session=session, player=request.user, number=number, watcher=watcher)
