"""The pages of seasons: announce one, read its ladder, enter, begin in it, void; its table as a file."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.groups.crest import crest_of
from campaigns.groups.models import Group
from campaigns.groups.selectors import group_at
from campaigns.groups.views import number_sent
from campaigns.ladders.ladder import LadderQuery
from campaigns.ladders.ranking import FILTERS
from campaigns.matches.season_page import matches_page
from campaigns.seasons import csv_export, selectors, services
from campaigns.seasons.comparison import comparison_for, comparison_month
from campaigns.seasons.forms import SeasonForm
from campaigns.seasons.models import Season
from campaigns.seasons.page import season_page
from campaigns.seasons.selectors import season_at
from play.fairness import commitments
from play.pages.audience import MODERATOR, READER, SEAT, audience
from play.utils.csv_form import form_of
from play.utils.requests import PlayerRequest

LONGEST_SEARCH = 60


def _page(request: HttpRequest, template: str, group: Group, status: int = 200, **more: object) -> HttpResponse:
    context = {"here": "groups", "group": group, "crest": crest_of(group.pk, group.name), **more}
    return render(request, template, context, status=status)


@require_http_methods(["GET", "POST"])
@never_cache
@audience(MODERATOR, of=group_at)
@rate_limit(action="group")
def season_new(request: PlayerRequest, group: Group) -> HttpResponse:
    """Announce a season."""
    patterns = selectors.patterns(request.user)
    form = SeasonForm(patterns, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        terms = dict(form.cleaned_data)
        pattern = patterns[terms.pop("like")]
        made = services.season_announce(group=group, by=request.user, pattern=pattern, **terms)
        return redirect("season", season=made.pk)
    return _page(request, "seasons/new.html", group, form=form, patterns=patterns, status=422 if form.is_bound else 200)


def asked_by(request: HttpRequest) -> LadderQuery:
    """Read which rows are wanted; what makes no sense is as if it had not been said."""
    show, page = request.GET.get("show", "all"), request.GET.get("page", "1")
    return LadderQuery(
        show=show if show in FILTERS else "all",
        search=" ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH],
        page=max(1, int(page)) if page.isascii() and page.isdecimal() and len(page) < 5 else 1,
    )


@gzip_page
@require_GET
@never_cache
@audience(READER, of=season_at)
def season(request: HttpRequest, season: Season) -> HttpResponse:
    """A season: its rules, its ladder as far as the reader has flown, and what he may do."""
    if season.mirrored:
        matches = matches_page(season, request.user, request.GET.get("page"))
        return _page(request, "matches/matches.html", season.group, **vars(matches))
    shown = season_page(season, request.user, asked_by(request))
    commitment = commitments.new_commitment(request)
    return _page(request, "seasons/season.html", season.group, pledge=commitment, **vars(shown))


@gzip_page
@require_GET
@never_cache
@audience(READER, of=season_at)
def season_comparison(request: HttpRequest, season: Season) -> HttpResponse:
    """A month of a duplicate season, and what each made of what all meet there, as far as the reader has flown."""
    telling = comparison_for(season)
    data = (
        comparison_month(season, telling, request.user, request.GET.get("month", "")) if telling is not None else None
    )
    if data is None:
        raise Http404
    return _page(request, "seasons/comparison.html", season.group, season=season, told=data)


@require_GET
@never_cache
@audience(READER, of=season_at)
def season_ladder(request: HttpRequest, season: Season) -> HttpResponse:
    """The ladder as a file, as far as the reader has flown."""
    return _file(request, season, "ladder")


@require_GET
@never_cache
@audience(READER, of=season_at)
def season_lines(request: HttpRequest, season: Season) -> HttpResponse:
    """Every line behind the ladder as a file, as far as the reader has flown."""
    return _file(request, season, "lines")


def _file(request: HttpRequest, season: Season, file: str) -> HttpResponse:
    answer = HttpResponse(
        csv_export.written(season, request.user, file, form_of(request)), content_type="text/csv; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{slugify(season.name) or "season"}-{file}.csv"'
    return answer


@require_POST
@audience(SEAT, of=season_at)
@rate_limit(action="group")
def season_enter(request: PlayerRequest, season: Season) -> HttpResponse:
    """Enter a game of one's own."""
    try:
        services.season_enter(season=season, player=request.user, number=number_sent(request, "result"))
    except services.EntryRefused:
        messages.error(request, _("This season does not accept this game."))
    return redirect("season", season=season.pk)


@require_POST
@audience(SEAT, of=season_at)
@rate_limit(action="table")
def season_begin(request: PlayerRequest, season: Season) -> HttpResponse:
    """Begin in a duplicate season."""
    name = " ".join(request.POST.get("name", "").split())[:LONGEST_SEARCH]
    try:
        entry = services.season_begin(
            season=season, player=request.user, name=name, posted=commitments.posted_commitment(request)
        )
    except services.EntryRefused:
        messages.error(
            request, _("You cannot start a game in this season. It is closed, or you have started one already.")
        )
        return redirect("season", season=season.pk)
    return redirect("table", session=entry.session_id)


@require_POST
@audience(MODERATOR, of=season_at)
def season_void(request: PlayerRequest, season: Season) -> HttpResponse:
    """Void an entry, with a reason that everybody reads."""
    reason = " ".join(request.POST.get("reason", "").split())[:200]
    if reason:
        services.entry_void(season=season, by=request.user, number=number_sent(request, "entry"), reason=reason)
    else:
        messages.error(request, _("Give a reason to disqualify an entry."))
    return redirect("season", season=season.pk)
