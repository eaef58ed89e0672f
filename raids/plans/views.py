"""The pages of plans, and the one answer that the plotting table asks for."""

import json

import msgspec
from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from play.orders.refusals import OrderRefused
from play.pages.audience import OWNER, SEAT, SIGNED_IN, audience
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.views import own_seat, read_json
from play.utils.requests import HtmxRequest, PlayerRequest
from raids.plans import page, plotting, selectors, services
from raids.plans.models import RaidPlan


@require_POST
@never_cache
@audience(SEAT, of=session_at)
def plot_validate(request: HtmxRequest, session: Session) -> HttpResponse:
    """Check the draft so far: each raid's places, its faults, and the next possible marks."""
    try:
        seat, token = own_seat(request, session), request.POST.get("token", "")[:255]
        answer = plotting.draft_validated(session, seat, token, read_json(request.POST.get("draft", "")))
    except OrderRefused as refusal:
        return JsonResponse({"refused": refusal.sentence}, status=refusal.status)
    return JsonResponse(msgspec.to_builtins(answer))


@require_POST
@audience(SEAT, of=session_at)
@rate_limit(action="import")
def plot_save(request: HtmxRequest, session: Session) -> HttpResponse:
    """Keep what is drawn at the table under a name."""
    try:
        scenario = plotting.is_plotting(session, own_seat(request, session), request.POST.get("token", "")[:255])
        plot = read_json(request.POST.get("draft", ""))
        name = request.POST.get("name", "")
        plan = services.plan_save(owner=request.user, name=name, scenario=scenario, plot=plot)
    except OrderRefused as refusal:
        return JsonResponse({"refused": refusal.sentence}, status=refusal.status)
    except services.PlanRejected as refusal:
        return JsonResponse({"refused": str(refusal)}, status=422)
    return JsonResponse({"id": str(plan.pk), "name": plan.name, "said": services.renamed(name, plan)})


@require_GET
@never_cache
@audience(SIGNED_IN)
def plans(request: PlayerRequest) -> HttpResponse:
    """The plans that one keeps."""
    context = {"plans": selectors.plans_of(request.user)[: services.MOST_PLANS], "here": "tables"}
    return render(request, "raids/plans/plans.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
@audience(OWNER, of=selectors.plan_at)
def plan(request: PlayerRequest, plan: RaidPlan) -> HttpResponse:
    """One plan: its map, its turns, its notes; it prints."""
    fault = ""
    if request.method == "POST":
        try:
            name, notes = request.POST.get("name", ""), request.POST.get("notes", "")
            services.plan_change(plan=plan, name=name, notes=notes)
        except services.PlanRejected as refusal:
            fault = str(refusal)
        else:
            _say_renamed(request, name, plan)
            return redirect("raid_plan", plan=plan.pk)
    others = selectors.plans_of(request.user, plan.scenario).exclude(pk=plan.pk)[:40]
    context = {"page": page.plan_shown(plan), "others": others, "fault": fault, "here": "tables"}
    return render(request, "raids/plans/plan.html", context, status=422 if fault else 200)


@require_GET
@never_cache
@audience(OWNER, of=selectors.plan_at)
def plan_compare(request: PlayerRequest, plan: RaidPlan) -> HttpResponse:
    """Two plans side by side."""
    wanted = request.GET.get("with", "")
    other = next((one for one in selectors.plans_of(request.user, plan.scenario)[:200] if str(one.pk) == wanted), None)
    if other is None:
        return redirect("raid_plan", plan=plan.pk)
    context = {"page": page.compared(plan, selectors.plan_at(other.pk)), "here": "tables"}
    return render(request, "raids/plans/compare.html", context)


@require_POST
@audience(OWNER, of=selectors.plan_at)
@rate_limit(action="import")
def plan_clone(request: PlayerRequest, plan: RaidPlan) -> HttpResponse:
    """A copy of a plan."""
    try:
        return redirect("raid_plan", plan=services.plan_clone(plan=plan).pk)
    except services.PlanRejected as refusal:
        messages.error(request, str(refusal))
        return redirect("raid_plan", plan=plan.pk)


@require_POST
@audience(OWNER, of=selectors.plan_at)
def plan_delete(request: PlayerRequest, plan: RaidPlan) -> HttpResponse:
    """Throw a plan away."""
    plan.delete()
    messages.success(request, _("The plan is deleted."))
    return redirect("raid_plans")


@require_GET
@never_cache
@audience(OWNER, of=selectors.plan_at)
def plan_export(request: PlayerRequest, plan: RaidPlan) -> HttpResponse:
    """A plan as a file."""
    text = json.dumps(services.plan_export(plan), ensure_ascii=False, indent=1)
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="raid-plan.json"'
    return answer


@require_POST
@audience(SIGNED_IN)
@rate_limit(action="import")
def plan_import(request: PlayerRequest) -> HttpResponse:
    """A plan from a file."""
    file = request.FILES.get("file")
    try:
        if file is None:
            raise services.PlanRejected(_("Choose a file first."))
        text = file.read(services.LONGEST_FILE + 1).decode("utf-8", "replace")
        plan, name = services.plan_import(owner=request.user, text=text)
        _say_renamed(request, name, plan)
        return redirect("raid_plan", plan=plan.pk)
    except services.PlanRejected as refusal:
        messages.error(request, str(refusal))
        return redirect("raid_plans")


def _say_renamed(request: PlayerRequest, wanted: str, plan: RaidPlan) -> None:
    if said := services.renamed(wanted, plan):
        messages.info(request, said)
