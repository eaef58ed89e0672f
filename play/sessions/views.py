"""The table's pages and fragments: each looks up the session and the viewer's own seat, and shows or orders."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial, wraps

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db import OperationalError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from play.charts import pack_store
from play.charts import page as pack_pages
from play.charts.provenance import provenance
from play.clocks.services import time_control_of
from play.clocks.terms import term_sentences
from play.fairness import commitments, dice_check
from play.games import titles
from play.games.boards import begins_at, board_of
from play.games.registry import game_of
from play.journal import store
from play.live import notify
from play.odds.page import agreed as odds_agreed
from play.odds.page import panel
from play.odds.selectors import odds_job_of
from play.orders import drafts
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.pages import hexmap, typed_forms
from play.pages.audience import ANYONE, OWNER, SEAT, SIGNED_IN, audience
from play.pages.parts import RefusalShown, TablePage
from play.secrecy import visibility
from play.sessions import exports, selectors, services
from play.sessions import forms as sessions_forms
from play.sessions.board_notes import note_write
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import session_at
from play.uploads.kinds import UploadRefused
from play.uploads.views import accepted
from play.utils.plain_data import Json, whole
from play.utils.players import Player
from play.utils.requests import HtmxRequest

WAIT_SECONDS = 0.3
LATE = timedelta(minutes=1)
"""Time that a game may take to be set up before its page mentions it."""
TABLES_ON_A_PAGE = 50
View = Callable[..., HttpResponse]


# Seats of the viewer


def own_seat(request: HtmxRequest, session: Session) -> Seat:
    """Return the seat that the viewer acts for: the one named, or the one that is asked, or the first of theirs."""
    mine = [seat for seat in session.table if seat.player_id == request.user.pk]
    named = request.POST.get("seat") or request.GET.get("seat")
    if named:
        found = next((seat for seat in mine if seat.name == named), None)
        if found is None:
            raise OrderRefused("not_yours", status=403)
        return found
    asked = {name for name, _key in store.questions_of(session)}
    return next((seat for seat in mine if seat.name in asked), mine[0])


def with_refusals(view: View) -> View:
    """Answer a refused order with the present page and the sentence that says why."""

    @wraps(view)
    def saying(request: HtmxRequest, session: Session, **kwargs: object) -> HttpResponse:
        try:
            return view(request, session, **kwargs)
        except OrderRefused as refusal:
            return refused_page(request, session, refusal)
        except OperationalError:
            # The state is what it was: nothing was committed.
            return refused_page(request, session, OrderRefused("storage", status=503))

    return saying


def refused_page(request: HtmxRequest, session: Session, refusal: OrderRefused) -> HttpResponse:
    """Show the present state of the game, with the reason."""
    session = session_at(session.pk)
    seat = next((one for one in session.table if one.player_id == request.user.pk), session.table[0])
    with suppress(OrderRefused):
        seat = own_seat(request, session)
    token = request.POST.get("token", "")
    faults, left = tuple(refusal.facts.get("faults", ())), refusal.facts.get("left", ())
    said = RefusalShown(refusal.sentence, token, faults, request.POST, left=left)
    if request.htmx:
        return fragments(request, session, seat, said, status=refusal.status)
    return table_page(request, session, seat, said, status=refusal.status)


# The table


@gzip_page
@require_GET
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def table(request: HtmxRequest, session: Session) -> HttpResponse:
    """The table: board, prompt and log, or the seats as long as they are not all taken."""
    if request.htmx and "beginning" in request.GET:
        return table_awaited(request, session, own_seat(request, session))
    return table_page(request, session, own_seat(request, session))


def pending_begin_order(session: Session) -> Order | None:
    """Return the order to begin a game that has not been carried out yet."""
    if session.status != SessionStatus.OPEN:
        return None
    order = selectors.last_order(session, "")
    return order if order is not None and order.status == OrderStatus.PENDING else None


def table_awaited(request: HtmxRequest, session: Session, seat: Seat) -> HttpResponse:
    """Answer the page that waits for a table: with the table once it is there, else with how long it has waited."""
    if (order := pending_begin_order(session)) is not None:
        return render(request, "play/_beginning.html", beginning_context(session, seat, order))
    answer = HttpResponse(status=204)
    answer["HX-Redirect"] = address_of(session, seat)
    return answer


def beginning_context(session: Session, seat: Seat, order: Order) -> dict[str, object]:
    """Return what is said while a game is being set up: which game it is, and whether that takes long."""
    words, named = store.words_of(session), board_of(session.title).named
    return {
        "here": "tables",
        "words": words,
        "named": named(session.setup) if named else "",
        "address": address_of(session, seat),
        "is_late": timezone.now() - order.given > LATE,
    }


def address_of(session: Session, seat: Seat) -> str:
    """Return the address of a table as a seat sees it."""
    return f"{reverse('table', args=[session.pk])}?{urlencode({'seat': seat.name})}"


def table_page(
    request: HtmxRequest, session: Session, seat: Seat, refusal: RefusalShown | None = None, status: int = 200
) -> HttpResponse:
    """Render the whole page."""
    if session.status == SessionStatus.OPEN and not all(one.ready for one in session.table):
        return render(request, "play/lobby.html", lobby_context(request, session, refusal), status=status)
    if refusal is None and (order := pending_begin_order(session)) is not None:
        if not notify.wait_for(order, partial(services.is_settled, order), WAIT_SECONDS):
            return render(request, "play/beginning.html", beginning_context(session, seat, order))
        session = session_at(session.pk)
        seat = session.seat(seat.name) or seat
    page = TablePage(session, seat, private=True)
    context = parts(page, refusal, whole=True) | {"here": "tables", "seats": seats_of(request, session, seat)}
    if "odds" in request.GET and context["odds"]:
        # Without script the page is asked for again to see how far they are.
        context["odds"] = panel(session, seat, odds_job_of(session, seat), page.words)
    return render(request, "play/table.html", context, status=status)


def parts(page: TablePage, refusal: RefusalShown | None = None, *, whole: bool = False) -> dict[str, object]:
    """Return the contexts of the three fragments."""
    prompt = page.prompt(selectors.last_order(page.session, page.seat.name), refusal)
    return {"prompt": prompt, **beside(page, whole=whole)}


def beside(page: TablePage, *, whole: bool = False) -> dict[str, object]:
    """Return the contexts of the parts beside the prompt; the odds' switch only where the page has none yet."""
    rows = selectors.latest_events(page.session, page.seat)
    return {
        "session": page.session,
        "seat": page.seat,
        "words": page.words,
        "board": page.board(rows),
        "log": page.log(rows),
        "odds": page.odds(switch=whole),
    }


def fragments(
    request: HtmxRequest, session: Session, seat: Seat, refusal: RefusalShown | None = None, status: int = 200
) -> HttpResponse:
    """Answer an order with the prompt, and with board and log beside it."""
    page = TablePage(session, seat, private=True)
    return render(request, "play/_fragments.html", parts(page, refusal), status=status)


@dataclass(frozen=True)
class ShownSeat:
    """Seat and its player, for the head of the page."""

    name: str
    word: str
    who: Player | str | None
    mine: bool
    current: bool


def seats_of(request: HtmxRequest, session: Session, seat: Seat) -> list[ShownSeat]:
    """List the seats with their players."""
    words = store.words_of(session)
    return [
        ShownSeat(
            name=one.name,
            word=words.seat(one.name),
            who=words.bot(one.policy) if one.policy else one.player,
            mine=one.player_id == request.user.pk,
            current=one.pk == seat.pk,
        )
        for one in session.table
    ]


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def changes(request: HtmxRequest, session: Session) -> HttpResponse:
    """Send all changes since the version of a page in one answer; nothing if there are none."""
    page = TablePage(session, own_seat(request, session), private=True)
    prompt = page.prompt(selectors.last_order(session, page.seat.name))
    is_right = request.GET.get("have") == prompt.signature
    if is_right and request.GET.get("shown") == str(page.seat.version):
        return HttpResponse(status=204)
    if not is_right:
        return render(request, "play/_fragments.html", {"prompt": prompt} | beside(page))
    # The prompt is still right: it stays in place, with a form that is being filled in.
    answer = render(request, "play/_beside.html", {"prompt": prompt} | beside(page))
    answer["HX-Reswap"] = "none"
    return answer


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def log(request: HtmxRequest, session: Session) -> HttpResponse:
    """The older lines of the log."""
    seat = own_seat(request, session)
    rows = selectors.events_before(session, seat.name, whole(request.GET.get("before")) or 0)
    context = {"log": TablePage(session, seat).log(rows), "session": session, "seat": seat}
    return render(request, "play/_log_lines.html", context)


@require_POST
@audience(SEAT, of=session_at)
def seen(request: HtmxRequest, session: Session) -> HttpResponse:
    """Record how much of the log a seat's page has shown; later lines are new to its player."""
    mine = next((one for one in session.table if one.name == request.POST.get("seat")), None)
    if mine is not None and mine.player_id == request.user.pk:
        services.seat_mark_seen(session=session, seat=mine, upto=whole(request.POST.get("upto")) or 0)
    return HttpResponse(status=204)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def note(request: HtmxRequest, session: Session) -> HttpResponse:
    """Write on a place of one's own board, for oneself; the board comes back with it."""
    seat = own_seat(request, session)
    place, text = request.POST.get("place", ""), request.POST.get("text", "")
    note_write(session=session, seat=seat, place=place, text=text, turn=whole(request.POST.get("turn")) or 0)
    if not request.htmx:
        return redirect(f"{reverse('table', args=[session.pk])}?{urlencode({'seat': seat.name})}#board")
    answer = render(request, "play/_beside.html", beside(TablePage(session, seat, private=True)))
    answer["HX-Reswap"] = "none"
    return answer


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def log_line(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show an open log line."""
    seat = own_seat(request, session)
    number = whole(request.GET.get("number")) or 0
    lines = TablePage(session, seat).log(selectors.events_with(session, seat.name, number)).lines
    shown = next((one for one in lines if number in [one.number, *(part.number for part in one.more)]), None)
    if shown is None:
        return HttpResponse(status=204)
    for part in (shown, *shown.more):
        part.provenance = provenance(session, part.chart_name, part.seq)
    return render(request, "play/_line.html", {"line": shown, "session": session, "seat": seat})


@require_GET
@never_cache
@audience(SEAT, of=session_at)
def version(request: HtmxRequest, session: Session) -> HttpResponse:
    """Return the version of the session, for a page without a live stream."""
    seat = selectors.seat_shown(session, request.user.pk, request.GET.get("seat", ""))
    return JsonResponse({"version": visibility.version_of(session, seat)})


# Orders


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def order(request: HtmxRequest, session: Session) -> HttpResponse:
    """Accept an order, wait a moment for the worker, and answer with the result."""
    seat = own_seat(request, session)
    token = request.POST.get("token", "")[:255]
    if "draft" in request.POST:
        return drafted(request, session, seat, token)
    if "answers" in request.POST or "answers_json" in request.POST:
        give = partial(services.answers_give, answers=read_answers(request))
    else:
        give = partial(services.answer_give, answer=read_answer(request, session, seat))
    give = partial(give, session=session, seat=seat, token=token)
    return given(request, session, seat, give)


def given(request: HtmxRequest, session: Session, seat: Seat, give: Callable[[], Order]) -> HttpResponse:
    """Give an order and wait for it; what takes longer is shown as given, and the page catches up."""
    made = give()
    notify.wait_for(made, partial(services.is_settled, made), WAIT_SECONDS)
    is_prepared = bool(request.htmx) and visibility.may_prepare(session)
    if not is_prepared:
        visibility.wait_until_due(session, made)
    if not request.htmx:
        return redirect("table", session=session.pk)
    session = session_at(session.pk)
    seat = session.seat(seat.name) or seat
    if not is_prepared:
        return fragments(request, session, seat)
    # The fragments are drawn while the answer waits. It leaves at a beat, however long they took.
    visibility.look_ahead(session, made)
    answer = fragments(request, session, seat)
    visibility.wait_until_due(session, made)
    return answer


def drafted(request: HtmxRequest, session: Session, seat: Seat, token: str) -> HttpResponse:
    """Show a form as it was written, carried on as its button says; no order is given."""
    decision = services.question(session, seat.name, token)
    draft = drafts.continue_draft(decision, request.POST, store.words_of(session))
    said = RefusalShown("", token, tuple(draft.faults), draft.typed, draft)
    if request.htmx:
        return fragments(request, session, seat, said)
    return table_page(request, session, seat, said)


def read_answers(request: HtmxRequest) -> Json:
    """Read several answers given as one order: orders by name, blanks left out, or pairs of key and answer as JSON."""
    if "answers" in request.POST:
        return [[None, str(answer)] for answer in request.POST.getlist("answers") if answer]
    return read_json(request.POST["answers_json"])


def read_json(text: str) -> Json:
    """Read what was sent as JSON."""
    if len(text) > services.LONGEST_ANSWER:
        raise OrderRefused("too_large", status=413)
    try:
        found: Json = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise OrderRefused("not_json", status=400) from problem
    return found


def read_answer(request: HtmxRequest, session: Session, seat: Seat) -> Json:
    """Read what was sent: an order by name, a rich answer as JSON, or the fields of a form."""
    if "answer" in request.POST:
        if len(request.POST["answer"]) > services.LONGEST_ANSWER:
            raise OrderRefused("too_large", status=413)
        return request.POST["answer"]
    if "answer_json" in request.POST:
        return read_json(request.POST["answer_json"])
    typed = services.form_type(session, seat.name, request.POST.get("token", ""))
    try:
        return typed_forms.read(typed, request.POST)
    except typed_forms.UnreadableField as problem:
        raise OrderRefused("bad_form", {"faults": [problem.fault]}, status=422) from problem


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def undo(request: HtmxRequest, session: Session) -> HttpResponse:
    """Take one's last order back, or ask the others whether one may."""
    seat = own_seat(request, session)
    give = partial(services.undo_give, session=session, seat=seat, version=whole(request.POST.get("version")) or 0)
    return given(request, session, seat, give)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def consent(request: HtmxRequest, session: Session) -> HttpResponse:
    """Agree, or not, that another takes an order back."""
    seat = own_seat(request, session)
    at, agrees = whole(request.POST.get("version")) or 0, request.POST.get("consent") == "yes"
    give = partial(services.consent_give, session=session, seat=seat, version=at, agrees=agrees)
    return given(request, session, seat, give)


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def step_back(request: HtmxRequest, session: Session) -> HttpResponse:
    """Step back to the last checkpoint of a game that new rules no longer fit."""
    seat = own_seat(request, session)
    at = whole(request.POST.get("version")) or 0
    return given(request, session, seat, partial(services.step_back_give, session=session, seat=seat, version=at))


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def charts_newer(request: HtmxRequest, session: Session) -> HttpResponse:
    """The newer charts of a game's pack, row by row against those that it is played by; posted, it goes on by them."""
    seat = own_seat(request, session)
    if request.method == "POST":
        at, digest = whole(request.POST.get("version")) or 0, request.POST.get("charts", "")
        give = partial(services.charts_move, session=session, seat=seat, version=at, digest=digest)
        return given(request, session, seat, give)
    context = pack_pages.newer_of(session) | {"session": session, "seat": seat, "here": "tables"}
    return render(request, "play/charts/newer.html", context)


# Setting a table


@require_GET
@never_cache
@audience(SIGNED_IN)
def tables(request: HtmxRequest) -> HttpResponse:
    """The games that are played here, and the viewer's tables."""
    words = {name: titles.words_of(name) for name in titles.names()}
    page = Paginator(selectors.tables_listed(request.user), TABLES_ON_A_PAGE).get_page(request.GET.get("page"))
    shown = selectors.tables_of(request.user).filter(pk__in=list(page))
    context = {
        "here": "tables",
        "page": page,
        "games": [
            {"name": name, "title": each.title, "about": each.about, "begins": begins_at(name)}
            for name, each in words.items()
        ],
        "mine": [sessions_forms.summary(session, request.user) for session in shown],
    }
    return render(request, "play/tables.html", context)


def game_named(game: str) -> str:
    """Look a game up by the name in the URL."""
    if game not in titles.names():
        raise Http404
    return game


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN, of=game_named)
@rate_limit(action="table")
def table_new(request: HtmxRequest, game: str) -> HttpResponse:
    """Set a table: the game's own set-up, and who sits where. A game with one way to begin is begun on its own page."""
    if game_of(game).begins_there_alone:
        return redirect(begins_at(game))
    form = sessions_forms.NewTableForm(game, request.user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and (session := form.save()):
        return redirect("table", session=session.pk)
    status = 422 if request.method == "POST" else 200
    return render(request, "play/new.html", {"form": form, "game": game, "here": "tables"}, status=status)


def lobby_context(request: HtmxRequest, session: Session, refusal: RefusalShown | None = None) -> dict[str, object]:
    """Return what the page shows before a game begins."""
    words = store.words_of(session)
    return {
        "session": session,
        "words": words,
        "seats": seats_of(request, session, session.table[0]),
        "open": [
            {
                "name": seat.name,
                "word": words.seat(seat.name),
                "link": request.build_absolute_uri(sessions_forms.link_of(seat)),
            }
            for seat in session.table
            if not seat.policy and seat.player_id is None
        ],
        "odds": odds_agreed(session, request.user),
        "ready": all(seat.ready for seat in session.table if seat.player_id == request.user.pk),
        "pace": time_control_of(session),
        "terms": term_sentences(time_control_of(session)),
        "refusal": refusal.sentence if refusal else "",
        "here": "tables",
    }


@require_POST
@audience(SEAT, of=session_at)
@with_refusals
def begin(request: HtmxRequest, session: Session) -> HttpResponse:
    """Mix one's own number into the dice; the game begins when everybody has."""
    if request.POST.get("pledge") != session.commitment:
        raise OrderRefused("no_pledge")
    made = services.session_begin(session=session, player=request.user, nonce=commitments.nonce_of(request))
    if made is not None:
        notify.wait_for(made, partial(services.is_settled, made), WAIT_SECONDS)
    return redirect("table", session=session.pk)


@require_http_methods(["GET", "POST"])
@audience(ANYONE, of=selectors.seat_offered)
def seat(request: HtmxRequest, offered: Seat) -> HttpResponse:
    """Take the seat that a link offers; who has no account reads who asks, and takes it as a guest."""
    session = offered.session
    if not offered.is_free:
        raise Http404
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST":
        try:
            services.seat_take(seat=offered, player=request.user)
        except OrderRefused as refusal:
            messages.error(request, refusal.sentence)
            return redirect("tables")
        return redirect("table", session=session.pk)
    words = store.words_of(session)
    others = [one for one in seats_of(request, session, offered) if one.name != offered.name]
    context = {"session": session, "offered": offered, "words": words, "others": others, "here": "tables"}
    context |= {
        "seat_word": words.seat(offered.name),
        "pace": time_control_of(session),
        "terms": term_sentences(time_control_of(session)),
    }
    return render(request, "play/seat.html", context)


# Past events


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def replay(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show all events one by one, with the board of each moment."""
    seat = own_seat(request, session)
    at = whole(request.GET.get("at")) or 1
    row = selectors.event_at(session, seat.name, at)
    page = TablePage(session, seat, private=True)
    context = {"session": session, "seat": seat, "words": page.words, "here": "tables", "row": row}
    if row is not None:
        shown = page.line(row)
        shown.provenance = provenance(session, shown.chart_name, shown.seq)
        context |= {"line": shown, "board": page.board_after(row)}
        context["may_fork"] = selectors.may_fork(session, request.user)
        context["order_before"], context["order_after"] = selectors.own_orders_beside(session, seat.name, row)
    if not request.htmx:
        context["chapters"] = page.chapters()
    return render(request, "play/replay/_event.html" if request.htmx else "play/replay/replay.html", context)


@require_POST
@audience(SEAT, of=session_at)
@rate_limit(action="table")
@with_refusals
def fork(request: HtmxRequest, session: Session) -> HttpResponse:
    """Fork a sandbox from what stood after an entry of the journal."""
    at = whole(request.POST.get("at")) or 0
    sandbox = services.sandbox_fork(session=session, player=request.user, at=at)
    return redirect("table", session=sandbox.pk)


@require_GET
@never_cache
@audience(SEAT, of=session_at)
@with_refusals
def dice(request: HtmxRequest, session: Session) -> HttpResponse:
    """The dice: what binds them, how many fell, and after the end everything needed to check them."""
    viewer = own_seat(request, session).name
    context = dice_check.page(session, viewer, request.user)
    context |= {"session": session, "words": store.words_of(session), "here": "tables"}
    return render(request, "play/dice.html", context)


@require_GET
@never_cache
@audience(SEAT, of=session_at)
def export(request: HtmxRequest, session: Session) -> HttpResponse:
    """A session as one JSON file."""
    answer = HttpResponse(exports.session_file(session, request.user), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{session.title}-{session.pk}.json"'
    return answer


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
@rate_limit(action="import")
def table_import(request: HtmxRequest) -> HttpResponse:
    """Import a session from a file: a worker plays it again by the rules, and it is not rated."""
    if request.method == "GET":
        return render(request, "play/import.html", {"here": "tables"})
    try:
        return accepted(request, "session", request.FILES.get("file"), largest=exports.LARGEST_FILE)
    except UploadRefused as refusal:
        context = {"refusal": str(refusal), "here": "tables"}
        return render(request, "play/import.html", context, status=refusal.status)


@require_POST
@audience(OWNER, of=session_at)
def table_delete(request: HtmxRequest, session: Session) -> HttpResponse:
    """Clear a table away that only its owner plays at."""
    if not session.is_solitaire:
        messages.error(request, _("You cannot delete this game. Other people play in it."))
        return redirect("table", session=session.pk)
    get_object_or_404(Session, pk=session.pk).delete()
    messages.success(request, _("The game is deleted."))
    return redirect("tables")


@gzip_page
@require_GET
@cache_control(public=True, max_age=31_536_000, immutable=True)
@audience(ANYONE)
def map_ground(request: HtmxRequest, game: str, digest: str, name: str) -> HttpResponse:
    """The ground of a hex map, the same for everybody: a hash names charts that never change."""
    try:
        drawn = hexmap.map_of(game, pack_store.compiled_charts(game, digest), name)
    except LookupError as missing:
        raise Http404 from missing
    return render(request, "play/hexmap/ground.svg", {"ground": hexmap.ground_of(drawn)}, content_type="image/svg+xml")
