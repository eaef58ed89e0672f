"""The table's pages and fragments: each looks up the session and the viewer's own seat, and shows or orders."""

import json
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.db import OperationalError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from . import drafts, exports, fairness, forms, keeping, newtable, nudge, selectors, services, titles
from .audience import OWNER, SEAT, SIGNED_IN, audience
from .boards import begins_at
from .models import Order, Seat, Session, SessionStatus
from .pages import Page, Refusal, provenance
from .refusals import OrderRefused
from .requests import HtmxRequest
from .selectors import session_at

WAIT_SECONDS = 0.3
View = Callable[..., HttpResponse]


# Whose seat


def own_seat(request: HtmxRequest, session: Session) -> Seat:
    """Return the seat that the viewer acts for: the one named, or the one that is asked, or the first of theirs."""
    mine = [seat for seat in session.table if seat.player_id == request.user.pk]
    named = request.POST.get("seat") or request.GET.get("seat")
    if named:
        found = next((seat for seat in mine if seat.name == named), None)
        if found is None:
            raise OrderRefused("not_yours", status=403)
        return found
    asked = {name for name, _key in keeping.asked_of(session)}
    return next((seat for seat in mine if seat.name in asked), mine[0])


def saying_refusals(view: View) -> View:
    """Answer a refused order with the page as it stands and the sentence that says why."""

    @wraps(view)
    def saying(request: HtmxRequest, session: Session, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, session, **kwargs)
        except OrderRefused as refusal:
            return refused_page(request, session, refusal)
        except OperationalError:
            # The state is what it was: nothing was committed.
            return refused_page(request, session, OrderRefused("storage", status=503))

    return saying


def refused_page(request: HtmxRequest, session: Session, refusal: OrderRefused) -> HttpResponse:
    """Show the table as it stands now, with the reason."""
    session = session_at(session.pk)
    seat = next((one for one in session.table if one.player_id == request.user.pk), session.table[0])
    if refusal.code != "not_yours":
        seat = own_seat(request, session)
    token = request.POST.get("token", "")
    said = Refusal(refusal.sentence, token, tuple(refusal.facts.get("faults", ())), request.POST)
    if request.htmx:
        return fragments(request, session, seat, said, status=refusal.status)
    return table_page(request, session, seat, said, status=refusal.status)


# The table


@gzip_page
@require_GET
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def table(request: HtmxRequest, session: Session) -> HttpResponse:
    """The table: board, prompt and log, or the seats as long as they are not all taken."""
    seat = own_seat(request, session)
    page = table_page(request, session, seat)
    if seat.seen != session.events_told:
        Seat.objects.filter(pk=seat.pk).update(seen=session.events_told)
    return page


def table_page(
    request: HtmxRequest, session: Session, seat: Seat, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """Render the whole page."""
    if session.status == SessionStatus.OPEN and not all(one.ready for one in session.table):
        return render(request, "play/lobby.html", lobby_context(request, session, refusal), status=status)
    context = parts(session, seat, refusal) | {"here": "tables", "seats": seats_of(request, session, seat)}
    return render(request, "play/table.html", context, status=status)


def parts(session: Session, seat: Seat, refusal: Refusal | None = None) -> dict[str, Any]:
    """Return the contexts of the three fragments."""
    page = Page(session, seat)
    last = selectors.last_order(session, seat.name)
    return {
        "session": session,
        "seat": seat,
        "words": page.words,
        "prompt": page.prompt(last, refusal),
        "board": page.board(),
        "log": page.log(selectors.latest_events(session, seat)),
    }


def fragments(
    request: HtmxRequest, session: Session, seat: Seat, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """Answer an order with the prompt, and with board and log beside it."""
    return render(request, "play/_fragments.html", parts(session, seat, refusal), status=status)


def seats_of(request: HtmxRequest, session: Session, seat: Seat) -> list[dict[str, Any]]:
    """List who sits where, for the head of the page."""
    words = titles.words_of(session.title)
    return [
        {
            "name": one.name,
            "word": words.seat(one.name),
            "who": words.bot(one.policy) if one.policy else one.player,
            "mine": one.player_id == request.user.pk,
            "current": one.pk == seat.pk,
        }
        for one in session.table
    ]


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def prompt(request: HtmxRequest, session: Session) -> HttpResponse:
    """The prompt alone; nothing when what the page has is still right, so that a form being filled in stays."""
    seat = own_seat(request, session)
    context = Page(session, seat).prompt(selectors.last_order(session, seat.name))
    if request.GET.get("have") == context["signature"]:
        return HttpResponse(status=204)
    return render(request, "play/_prompt.html", {"prompt": context, "session": session, "seat": seat})


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def board(request: HtmxRequest, session: Session) -> HttpResponse:
    """The board alone."""
    seat = own_seat(request, session)
    context = {"board": Page(session, seat).board(), "session": session, "seat": seat}
    return render(request, "play/_board.html", context)


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def log(request: HtmxRequest, session: Session) -> HttpResponse:
    """The log alone, or its older lines."""
    seat = own_seat(request, session)
    before = _number(request.GET.get("before"))
    if before is None:
        rows = selectors.latest_events(session, seat)
    else:
        rows = selectors.events_before(session, seat.name, before)
    context = {"log": Page(session, seat).log(rows), "session": session, "seat": seat}
    return render(request, "play/_log_lines.html" if before else "play/_log_alone.html", context)


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def log_line(request: HtmxRequest, session: Session) -> HttpResponse:
    """What one line of the log shows when it is opened."""
    seat = own_seat(request, session)
    number = _number(request.GET.get("number")) or 0
    lines = Page(session, seat).log(selectors.events_with(session, seat.name, number))["lines"]
    shown = next((one for one in lines if number in [one["number"], *(part["number"] for part in one["more"])]), None)
    if shown is None:
        return HttpResponse(status=204)
    for part in (shown, *shown["more"]):
        part["provenance"] = provenance(session, part["chart_name"])
    return render(request, "play/_line.html", {"line": shown, "session": session, "seat": seat})


@require_GET
@never_cache
@audience(SEAT, of=session_at)
def version(request: HtmxRequest, session: Session) -> HttpResponse:
    """How far the session has come, for a page without a live stream."""
    return JsonResponse({"version": session.version})


# Orders


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def order(request: HtmxRequest, session: Session) -> HttpResponse:
    """Take an order, wait a moment for the worker, and answer with what came of it."""
    seat = own_seat(request, session)
    token = request.POST.get("token", "")[:255]
    if "draft" in request.POST:
        return drafted(request, session, seat, token)
    give = partial(
        services.answer_give, session=session, seat=seat, token=token, answer=read_answer(request, session, seat)
    )
    return given(request, session, seat, give)


def given(request: HtmxRequest, session: Session, seat: Seat, give: Callable[[], Order]) -> HttpResponse:
    """Give an order and wait for it; what takes longer is shown as given, and the page catches up."""
    with nudge.listening(session.pk) as wait:
        made = give()
        wait(partial(services.is_settled, made), made.pk, WAIT_SECONDS)
    if not request.htmx:
        return redirect("table", session=session.pk)
    session = session_at(session.pk)
    seat = session.seat(seat.name) or seat
    return fragments(request, session, seat)


def drafted(request: HtmxRequest, session: Session, seat: Seat, token: str) -> HttpResponse:
    """Show a form as it was written, carried on as its button says; no order is given."""
    decision = services.question(session, seat.name, token)
    draft = drafts.carry_on(decision, request.POST, titles.words_of(session.title))
    said = Refusal("", token, tuple(draft.faults), draft.typed, draft)
    if request.htmx:
        return fragments(request, session, seat, said)
    return table_page(request, session, seat, said)


def read_answer(request: HtmxRequest, session: Session, seat: Seat) -> Any:
    """Read what was sent: an order by name, a rich answer as JSON, or the fields of a form."""
    if len(request.POST.get("answer", "") + request.POST.get("answer_json", "")) > services.LONGEST_ANSWER:
        raise OrderRefused("too_large", status=413)
    if "answer" in request.POST:
        return request.POST["answer"]
    if "answer_json" in request.POST:
        try:
            return json.loads(request.POST["answer_json"])
        except (ValueError, RecursionError) as problem:
            raise OrderRefused("not_json", status=400) from problem
    typed = services.form_type(session, seat.name, request.POST.get("token", ""))
    try:
        return forms.read(typed, request.POST)
    except forms.Unreadable as problem:
        fault = {"field": problem.path, "code": "type", "sentence": str(problem)}
        raise OrderRefused("bad_form", {"faults": [fault]}, status=422) from problem


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def undo(request: HtmxRequest, session: Session) -> HttpResponse:
    """Take one's last order back, or ask the others whether one may."""
    seat = own_seat(request, session)
    give = partial(services.undo_give, session=session, seat=seat, version=_number(request.POST.get("version")) or 0)
    return given(request, session, seat, give)


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def consent(request: HtmxRequest, session: Session) -> HttpResponse:
    """Agree, or not, that another takes an order back."""
    seat = own_seat(request, session)
    at, agrees = _number(request.POST.get("version")) or 0, request.POST.get("consent") == "yes"
    give = partial(services.consent_give, session=session, seat=seat, version=at, agrees=agrees)
    return given(request, session, seat, give)


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def step_back(request: HtmxRequest, session: Session) -> HttpResponse:
    """Step back to the last checkpoint of a game that new rules no longer fit."""
    seat = own_seat(request, session)
    at = _number(request.POST.get("version")) or 0
    return given(request, session, seat, partial(services.step_back_give, session=session, seat=seat, version=at))


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


# Setting a table


@require_GET
@never_cache
@audience(SIGNED_IN)
def tables(request: HtmxRequest) -> HttpResponse:
    """The games that are played here, and the viewer's tables."""
    words = {name: titles.words_of(name) for name in titles.names()}
    context = {
        "here": "tables",
        "games": [
            {"name": name, "title": each.title, "about": each.about, "begins": begins_at(name)}
            for name, each in words.items()
        ],
        "mine": [newtable.summary(session, request.user) for session in selectors.tables_of(request.user)],
    }
    return render(request, "play/tables.html", context)


def game_named(game: str) -> str:
    """Look a game up by the name in the URL."""
    if game not in titles.names():
        raise Http404
    return game


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN, of=game_named)
def table_new(request: HtmxRequest, game: str) -> HttpResponse:
    """Set a table: the game's own set-up, and who sits where."""
    form = newtable.NewTable(game, request.user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and (session := form.save()):
        return redirect("table", session=session.pk)
    status = 422 if request.method == "POST" else 200
    return render(request, "play/new.html", {"form": form, "game": game, "here": "tables"}, status=status)


def lobby_context(request: HtmxRequest, session: Session, refusal: Refusal | None = None) -> dict[str, Any]:
    """Return what the page shows before a game begins."""
    words = titles.words_of(session.title)
    return {
        "session": session,
        "words": words,
        "seats": seats_of(request, session, session.table[0]),
        "open": [
            {"word": words.seat(seat.name), "link": request.build_absolute_uri(newtable.link_of(seat))}
            for seat in session.table
            if not seat.policy and seat.player_id is None
        ],
        "ready": all(seat.ready for seat in session.table if seat.player_id == request.user.pk),
        "refusal": refusal.sentence if refusal else "",
        "here": "tables",
    }


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def begin(request: HtmxRequest, session: Session) -> HttpResponse:
    """Mix one's own number into the dice; the game begins when everybody has."""
    with nudge.listening(session.pk) as wait:
        made = services.session_begin(session=session, player=request.user, nonce=request.POST.get("nonce", ""))
        if made is not None:
            wait(partial(services.is_settled, made), made.pk, WAIT_SECONDS)
    return redirect("table", session=session.pk)


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN, of=selectors.seat_offered)
def seat(request: HtmxRequest, offered: Seat) -> HttpResponse:
    """Take the seat that a link offers."""
    session = offered.session
    if offered.player_id is not None or session.status != SessionStatus.OPEN:
        raise Http404
    if request.method == "POST":
        try:
            services.seat_take(seat=offered, player=request.user)
        except OrderRefused as refusal:
            messages.error(request, refusal.sentence)
            return redirect("tables")
        return redirect("table", session=session.pk)
    words = titles.words_of(session.title)
    context = {"session": session, "words": words, "seat_word": words.seat(offered.name), "here": "tables"}
    return render(request, "play/seat.html", context)


# What has happened


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def replay(request: HtmxRequest, session: Session) -> HttpResponse:
    """Everything that happened, event by event, with the board as it was."""
    seat = own_seat(request, session)
    at = _number(request.GET.get("at")) or 1
    row = selectors.event_at(session, seat.name, at)
    page = Page(session, seat)
    context = {"session": session, "seat": seat, "words": page.words, "here": "tables", "row": row}
    if row is not None:
        shown = page.line(row)
        context |= {
            "line": shown,
            "board": page.board_after(row),
            "provenance": provenance(session, shown["chart_name"]),
        }
        context["may_fork"] = selectors.may_fork(session, request.user)
    return render(request, "play/_replayed.html" if request.htmx else "play/replay.html", context)


@require_POST
@audience(SEAT, of=session_at)
@saying_refusals
def fork(request: HtmxRequest, session: Session) -> HttpResponse:
    """Fork a sandbox from what stood after an entry of the journal."""
    at = _number(request.POST.get("at")) or 0
    sandbox = services.sandbox_fork(session=session, player=request.user, at=at)
    messages.info(request, _("This is a sandbox: what happens here counts for nothing."))
    return redirect("table", session=sandbox.pk)


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@saying_refusals
def dice(request: HtmxRequest, session: Session) -> HttpResponse:
    """The dice: what binds them, how many fell, and after the end everything needed to check them."""
    viewer = own_seat(request, session).name
    context = fairness.page(session, viewer) | {
        "session": session,
        "words": titles.words_of(session.title),
        "here": "tables",
    }
    return render(request, "play/dice.html", context)


@require_GET
@never_cache
@audience(SEAT, of=session_at)
def export(request: HtmxRequest, session: Session) -> HttpResponse:
    """A session as one JSON file."""
    answer = HttpResponse(exports.written(session, request.user), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{session.title}-{session.pk}.json"'
    return answer


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
def table_import(request: HtmxRequest) -> HttpResponse:
    """Take a session in from a file; it is played again by the rules, and counts for nothing."""
    if request.method == "GET":
        return render(request, "play/import.html", {"here": "tables"})
    try:
        session = exports.take_in(request.FILES.get("file"), request.user)
    except OrderRefused as refusal:
        return render(
            request, "play/import.html", {"refusal": refusal.sentence, "here": "tables"}, status=refusal.status
        )
    return redirect("table", session=session.pk)


@require_POST
@audience(OWNER, of=session_at)
def table_delete(request: HtmxRequest, session: Session) -> HttpResponse:
    """Clear a table away that only its owner plays at."""
    if not session.is_solitaire:
        messages.error(request, _("Others play at this table too: it stays."))
        return redirect("table", session=session.pk)
    get_object_or_404(Session, pk=session.pk).delete()
    messages.success(request, _("The table is cleared away."))
    return redirect("tables")
