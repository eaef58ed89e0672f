"""The pages on which a night is chosen, and on which a scenario of one's own is made."""

import re
from uuid import UUID

from allauth.decorators import rate_limit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from play.fairness import commitments
from play.odds.page import offered
from play.orders.refusals import OrderRefused
from play.pages.audience import OWNER, SIGNED_IN, audience
from play.utils.requests import PlayerRequest
from sorties.nightfighter.setup import scenario_form as owns
from sorties.nightfighter.setup import services, years
from sorties.nightfighter.setup.models import SavedScenario
from sorties.nightfighter.setup.page import GAME, ChoosingPage, own_page, standard_charts


def scenario_at(own: UUID) -> SavedScenario:
    """Return a scenario of a player's own."""
    found = SavedScenario.objects.filter(pk=own).first()
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
@rate_limit(action="table")
def night_new(request: PlayerRequest) -> HttpResponse:
    """Choose a night: how it is played, the scenario, its variant, the rules."""
    page = ChoosingPage(request.user, request.POST if request.method == "POST" else request.GET)
    if request.method == "POST":
        session = page.begin(commitments.posted_commitment(request))
        if session is not None:
            return redirect("table", session=session.pk)
    context = {
        "here": "tables",
        "choice": page.choice,
        "cards": page.cards,
        "mine": page.mine,
        "own": None if page.year else page.own,
        "years": years.cards(page.year),
        "on_table": page.on_table,
        "year": page.year_detail,
        "open": page.detail,
        "options": page.options,
        "odds": offered(GAME, page.asked.get("odds", "")),
        "level": page.level,
        "faults": page.faults,
        "pledge": commitments.new_commitment(request),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "sorties/nightfighter/setup/new.html", context, status=status)


# Scenarios of one's own


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
@rate_limit(action="table")
def own_new(request: PlayerRequest) -> HttpResponse:
    """Begin a scenario of one's own, in an empty form."""
    return edited(request, None)


@require_http_methods(["GET", "POST"])
@audience(OWNER, of=scenario_at)
@rate_limit(action="table")
def own_edit(request: PlayerRequest, own: SavedScenario) -> HttpResponse:
    """Edit a player's own scenario; it is saved with its faults, each beside its field."""
    return edited(request, own)


def edited(request: PlayerRequest, own: SavedScenario | None) -> HttpResponse:
    """Show the form, or keep what was typed into it."""
    refusal, text = "", own.text if own else ""
    if request.method == "POST":
        text = owns.scenario_text(owns.from_form(request.POST, owns.loosely(text), standard_charts().tables))
        try:
            own = services.scenario_save(owner=request.user, text=text, tables=standard_charts().tables, stored=own)
        except OrderRefused as problem:
            refusal = problem.sentence
        else:
            if own.is_sound or request.POST.get("more"):
                return redirect("night_scenario", own=own.pk)
    page = own_page(text)
    context = {
        "here": "tables",
        "own": own,
        "form": page.form,
        "is_sound": page.is_sound,
        "preview": page.preview,
        "refusal": refusal,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "sorties/nightfighter/setup/scenario.html", context, status=status)


@require_POST
@audience(SIGNED_IN)
@rate_limit(action="import")
def own_import(request: PlayerRequest) -> HttpResponse:
    """Import a file; it is saved with its faults, and the form shows them."""
    file = request.FILES.get("file")
    try:
        if file is None or (file.size or 0) > 4 * owns.LONGEST:
            raise OrderRefused("no_file", status=422)
        text = file.read().decode("utf-8-sig", errors="replace")
        stored = services.scenario_save(owner=request.user, text=text, tables=standard_charts().tables)
    except OrderRefused as problem:
        context = {"here": "tables", "refusal": problem.sentence, "form": None, "own": None}
        return render(request, "sorties/nightfighter/setup/scenario.html", context, status=422)
    return redirect("night_scenario", own=stored.pk)


@require_GET
@audience(OWNER, of=scenario_at)
def own_export(request: HttpRequest, own: SavedScenario) -> HttpResponse:
    """The scenario as its file."""
    name = re.sub(r"[^a-z0-9]+", "-", own.title.lower()).strip("-") or "scenario"
    answer = HttpResponse(own.text, content_type="application/yaml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.yaml"'
    return answer


@require_POST
@audience(OWNER, of=scenario_at)
def own_delete(request: HttpRequest, own: SavedScenario) -> HttpResponse:
    """Throw a scenario away."""
    services.scenario_delete(stored=own)
    return redirect("night_new")
