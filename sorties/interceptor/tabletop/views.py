"""The pages of the tabletop log: the next line, the last one corrected, and what was changed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from play.orders.refusals import OrderRefused
from play.pages.audience import OWNER, audience
from play.utils.requests import HtmxRequest
from sorties.interceptor.careers.dossier import career_at
from sorties.interceptor.careers.views import elsewhere
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.spending.page import SpendingPage
from sorties.interceptor.tabletop import log_line as tabletop


@require_http_methods(["GET", "POST"])
@never_cache
@audience(OWNER, of=career_at)
def line_enter(request: HtmxRequest, career: InterceptorCareer) -> HttpResponse:
    """Write down the next line of the log; what was given before is carried out first."""
    if request.method == "GET" and tabletop.is_being_written(career):
        return render(request, "sorties/interceptor/tabletop/line_given.html", {"here": "careers", "career": career})
    if request.method == "GET" and request.htmx:
        # The page that waited is read again.
        return HttpResponse(headers={"HX-Refresh": "true"})
    try:
        line = tabletop.TabletopLine.next_of(career)
    except OrderRefused:  # the rules have changed: the table says so, and steps back
        return elsewhere(career)
    if line is not None:
        return _page(request, career, line)
    return redirect("spending", career=career.pk) if SpendingPage.of(career) is not None else elsewhere(career)


@require_http_methods(["GET", "POST"])
@never_cache
@audience(OWNER, of=career_at)
def line_correct(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Correct the last line."""
    try:
        line = tabletop.TabletopLine.last_of(career)
    except OrderRefused as refusal:
        messages.error(request, refusal.sentence)
        line = None
    return redirect("career", career=career.pk) if line is None else _page(request, career, line)


def _page(request: HttpRequest, career: InterceptorCareer, line: tabletop.TabletopLine) -> HttpResponse:
    faults: dict[str, list[str]] = {}
    draft = line.blank()
    if request.method == "POST":
        draft = tabletop.SheetDraft.read(request.POST)
        what = request.POST.get("do", "enter")
        if what != "enter":
            draft.do(what)
        else:
            try:
                is_done = line.enter(request.POST.get("token", ""), draft)
            except OrderRefused as refusal:
                faults = tabletop.sentences(refusal, draft) or {"line": [refusal.sentence]}
            else:
                facts = {"line": line.number, "month": line.month}
                if is_done:
                    messages.success(request, _("Line %(line)d of %(month)s is recorded.") % facts)
                return redirect("line_enter", career=career.pk)
    context = line.context(draft, faults) | {"here": "careers", "fresh": request.method == "GET"}
    return render(request, "sorties/interceptor/tabletop/line.html", context, status=422 if faults else 200)


@require_POST
@audience(OWNER, of=career_at)
def line_take_back(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Take the last line back, as long as it is fresh."""
    try:
        line = tabletop.TabletopLine.last_of(career)
        if line is not None:
            line.take_back()
    except OrderRefused as refusal:
        messages.error(request, refusal.sentence)
    return redirect("line_enter", career=career.pk)


@require_GET
@audience(OWNER, of=career_at)
def line_history(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Show every version of the corrected lines."""
    context = {"here": "careers", "career": career, "chains": tabletop.history(career)}
    return render(request, "sorties/interceptor/tabletop/line_history.html", context)
