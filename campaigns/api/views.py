"""API views, and the page of the tokens that give access.

Each answer is of a declared type, and shows of a season only what all pilots have flown.
"""

import functools
from collections.abc import Callable, Sequence
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.api import schemas, services
from campaigns.api.forms import TokenForm
from campaigns.api.models import Token, hash_of
from campaigns.api.openapi import openapi_document
from campaigns.comments.selectors import comments_in
from campaigns.groups.crest import crest_of
from campaigns.groups.finished_games import finished_games_of
from campaigns.groups.models import Group
from campaigns.groups.selectors import group_at
from campaigns.groups.views import number_sent
from campaigns.ladders.ranking import rows_at
from campaigns.ladders.spoiler_limit import EVERYTHING, lowest_spoiler_limit
from campaigns.seasons.models import ScoreRow, Season
from campaigns.seasons.selectors import seasons_of
from play.pages.audience import ANYONE, MODERATOR, audience
from play.utils.requests import PlayerRequest

MOST_TOKENS = 50
"""Tokens that their page lists, the newest first."""
MOST_LINES = 5000
ApiAnswer = msgspec.Struct | Sequence[msgspec.Struct]
Answer = Callable[..., ApiAnswer | None]


def sent(thing: object, status: int = 200) -> HttpResponse:
    """Answer with a thing of a declared type."""
    return HttpResponse(msgspec.json.encode(thing), content_type="application/json", status=status)


def by_token(scope: str) -> Callable[[Answer], Callable[..., HttpResponse]]:
    """Admit requests with a token of a group and the scope; the view gets the group."""

    def declare(answer: Answer) -> Callable[..., HttpResponse]:
        @functools.wraps(answer)
        def gate(request: HttpRequest, **of: UUID) -> HttpResponse:
            kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
            tokens = Token.objects.filter(hash=hash_of(secret), withdrawn=None).select_related("group", "by")
            token = tokens.first() if kind == "Bearer" and secret else None
            if token is None or not token.group.moderated_by(token.by):
                refused = sent(
                    schemas.ProblemSchema(problem="A token of a group is needed: Authorization: Bearer …"), 401
                )
                refused["WWW-Authenticate"] = "Bearer"
                return refused
            if not token.reads(scope):
                return sent(schemas.ProblemSchema(problem="This token may not read that."), 403)
            token.note()
            found = answer(token.group, **of)
            return (
                sent(found)
                if found is not None
                else sent(schemas.ProblemSchema(problem="There is no such thing."), 404)
            )

        return require_GET(never_cache(audience(ANYONE)(csrf_exempt(gate))))

    return declare


@by_token(Token.Scope.SEASONS)
def api_group(group: Group) -> schemas.GroupSchema:
    """The group."""
    return schemas.GroupSchema(
        id=str(group.pk), name=group.name, description=group.description, visibility=group.visibility
    )


@by_token(Token.Scope.MEMBERS)
def api_members(group: Group) -> list[schemas.MemberSchema]:
    """Return the members."""
    found = group.memberships.select_related("player")
    return [schemas.MemberSchema(name=str(one.player), role=one.get_role_display()) for one in found]


@by_token(Token.Scope.SEASONS)
def api_seasons(group: Group) -> list[schemas.SeasonSchema]:
    """Its seasons, the latest first."""
    return [_season(season) for season in seasons_of(group)]


def _season(season: Season) -> schemas.SeasonSchema:
    return schemas.SeasonSchema(
        id=str(season.pk),
        name=season.name,
        game=season.title,
        opens=season.opens,
        closes=season.closes,
        ends=season.ends,
        entries=season.size,
        duplicate=season.is_duplicate,
        mirrored=season.mirrored,
        final=season.is_final(),
        sealed=season.sealed,
    )


def _of(group: Group, season: UUID) -> Season | None:
    return Season.objects.filter(group=group, pk=season).first()


@by_token(Token.Scope.SEASONS)
def api_ladder(group: Group, season: UUID) -> list[schemas.PlaceSchema] | None:
    """A season's ladder."""
    stored = _of(group, season)
    if stored is None:
        return None
    entries = stored.entries.select_related("player").in_bulk()
    return [
        schemas.PlaceSchema(
            place=row.place,
            moved=row.moved,
            pilot=entries[one.entry].name,
            player=str(entries[one.entry].player),
            value=one.value if one.known else None,
            second=one.second,
            flown=one.flown,
            line=one.line,
            out=one.out,
            dice=one.source,
        )
        for row in rows_at(stored, lowest_spoiler_limit(stored))
        for one in [row.figures]
    ]


@by_token(Token.Scope.SEASONS)
def api_lines(group: Group, season: UUID) -> list[schemas.LineSchema] | None:
    """The lines behind a season's ladder, the latest 5,000."""
    stored = _of(group, season)
    if stored is None:
        return None
    limit, notes = lowest_spoiler_limit(stored), comments_in(stored.entries.values_list("session", flat=True))
    rows = ScoreRow.objects.filter(season=stored, line__gt=0, entry__voided=None)
    if limit < EVERYTHING:
        rows = rows.filter(line__lte=limit)
    return [
        schemas.LineSchema(
            pilot=row.entry.name,
            player=str(row.entry.player),
            line=row.line,
            value=row.value,
            gain=row.gain,
            kind=row.kind,
            hits=row.hits,
            hurt=row.hurt,
            notes=[str(note) for note in notes.get((row.entry.session_id, row.entry.seat, row.line), ())],
        )
        for row in rows.select_related("entry__player").order_by("-at", "-line")[:MOST_LINES]
    ]


@by_token(Token.Scope.SEASONS)
def api_nights(group: Group) -> list[schemas.NightSchema]:
    """The games that members of a group have played to the end."""
    return [
        schemas.NightSchema(
            id=str(night.session.pk),
            game=night.session.title,
            ended=night.ended,
            dice=night.source,
            seats=[
                schemas.PlayedSchema(
                    seat=row.seat, player=str(row.player), measure=row.measure, value=row.value, level=row.level
                )
                for row in night.results
            ],
            notes=[str(note) for note in night.notes],
        )
        for night in finished_games_of(group)
    ]


@require_GET
@audience(ANYONE)
def api_description(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI description."""
    return sent(openapi_document())


@require_http_methods(["GET", "POST"])
@never_cache
@audience(MODERATOR, of=group_at)
def group_tokens(request: PlayerRequest, group: Group) -> HttpResponse:
    """The tokens of a group; a new one is shown once."""
    if request.method == "POST" and request.POST.get("do") == "withdraw":
        services.token_withdraw(group=group, by=request.user, number=number_sent(request, "token"))
        return redirect("group_tokens", group=group.pk)
    form, shown = TokenForm(request.POST if request.method == "POST" else None), ""
    if request.method == "POST" and form.is_valid():
        shown = services.token_make(group=group, by=request.user, **form.cleaned_data)
        form = TokenForm()
    context = {"here": "groups", "group": group, "crest": crest_of(group.pk, group.name), "form": form, "shown": shown}
    valid = group.tokens.filter(withdrawn=None).select_related("by")
    context |= {"tokens": list(valid[:MOST_TOKENS]), "in_all": valid.count()}
    return render(request, "api/tokens.html", context, status=422 if form.is_bound else 200)
