"""The pages of careers: new one, the career, its end, its luck, between sorties, and the bot that flies it."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.careers.bot_flight_views import BotFlightViews
from play.fairness import commitments
from play.orders.refusals import OrderRefused
from play.pages.audience import ANYONE, OWNER, SIGNED_IN, audience
from play.utils.plain_data import whole
from play.utils.requests import PlayerRequest
from sorties.interceptor.careers import services as career_services
from sorties.interceptor.careers.dossier import AceDossier, career_at, career_by_link, careers_of
from sorties.interceptor.careers.forms import AceFlightForm, CareerForm
from sorties.interceptor.debriefing.bot_report import report_of
from sorties.interceptor.debriefing.sheet import debriefing_of, last_fight_of
from sorties.interceptor.dice_stats import page as luck_page
from sorties.interceptor.records.models import CareerSource, InterceptorCareer
from sorties.interceptor.setup.career_start import career_begin
from sorties.interceptor.spending.page import SpendingPage


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
@rate_limit(action="table")
def career_new(request: PlayerRequest) -> HttpResponse:
    """Begin a career: everything that may be left open is rolled or asked."""
    form = CareerForm(request.POST or None, player=request.user)
    if request.method == "POST" and form.is_valid():
        posted = commitments.posted_commitment(request)
        try:
            begun = career_begin(owner=request.user, wanted=form.wanted(), posted=posted)
        except OrderRefused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            stored = (
                begun.source == CareerSource.TABLETOP and begun.session is not None and posted.begins(begun.session)
            )
            return redirect("line_enter", career=begun.pk) if stored else redirect("table", session=begun.session_id)
    status = 422 if request.method == "POST" else 200
    context = {"here": "careers", "form": form, "pledge": commitments.new_commitment(request)}
    return render(request, "sorties/interceptor/setup/new.html", context, status=status)


@gzip_page
@require_GET
@never_cache
@audience(OWNER, of=career_at)
def career(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """A career, as its pilot's player sees it."""
    link = request.build_absolute_uri(reverse("career_shared", args=[career.link]))
    dossier = AceDossier(career)
    context = {"here": "careers", "career": career, "dossier": dossier, "is_mine": True, "link": link}
    context["report"] = report_of(career, dossier.sorties)
    return render(request, "sorties/interceptor/careers/page.html", context)


@gzip_page
@require_GET
@audience(ANYONE, of=career_by_link)
def career_shared(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Show a career to anyone with the link."""
    return render(
        request,
        "sorties/interceptor/careers/page.html",
        {"career": career, "dossier": AceDossier(career), "is_mine": False},
    )


@require_GET
@audience(OWNER, of=career_at)
def career_end(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Show the end of a career: a homecoming or an epitaph."""
    if not career.over:
        return redirect("career", career=career.pk)
    dossier = AceDossier(career)
    context = {"here": "careers", "career": career, "dossier": dossier, "is_mine": True}
    context |= {"last_fight": last_fight_of(career), "report": report_of(career, dossier.sorties)}
    return render(request, "sorties/interceptor/careers/end.html", context)


@require_GET
@audience(ANYONE, of=career_by_link)
def career_shared_end(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Show the end of a career by link."""
    if not career.over:
        return redirect("career_shared", link=career.link)
    context = {"career": career, "dossier": AceDossier(career), "is_mine": False, "last_fight": last_fight_of(career)}
    return render(request, "sorties/interceptor/careers/end.html", context)


@require_POST
@audience(OWNER, of=career_at)
def career_share(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Share a career by link, or stop sharing it."""
    shared = request.POST.get("shared") == "yes"
    career_services.career_share(career=career, shared=shared)
    messages.success(request, _("Anyone with the link can read it now.") if shared else _("The link no longer works."))
    return redirect(f"{reverse('career', args=[career.pk])}#sharing")


@require_GET
@audience(OWNER, of=career_at)
def career_dice_stats(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """His dice against fair dice."""
    context = {"here": "careers", "career": career, "luck": luck_page.read(career)}
    return render(request, "sorties/interceptor/dice_stats/dice_stats.html", context)


@require_GET
@audience(OWNER, of=career_at)
def career_compare(request: PlayerRequest, career: InterceptorCareer) -> HttpResponse:
    """Two careers side by side."""
    others = [one for one in careers_of(request.user) if one.pk != career.pk]
    chosen = next((one for one in others if str(one.pk) == request.GET.get("with")), None)
    pair = [AceDossier(one) for one in (career, chosen) if one is not None]
    context = {"here": "careers", "career": career, "others": others, "chosen": chosen, "pair": pair}
    return render(request, "sorties/interceptor/careers/compare.html", context)


# Between sorties


@gzip_page
@require_GET
@never_cache
@audience(OWNER, of=career_at)
def debriefing(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Show the debriefing of a sortie: the last, or an earlier one by its number."""
    if not career.flights:
        return elsewhere(career)
    context = debriefing_of(career, whole(request.GET.get("sortie"))).context() | {"here": "careers", "career": career}
    return render(request, "sorties/interceptor/debriefing/sheet.html", context)


@require_GET
@never_cache
@audience(OWNER, of=career_at)
def spending(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Between sorties: what was won, and what it buys."""
    page = SpendingPage.of(career)
    if page is None:
        return elsewhere(career)
    context = page.context() | {"here": "careers", "career": career, "dossier": AceDossier(career, fights=False)}
    return render(request, "sorties/interceptor/spending/spending.html", context)


def elsewhere(career: InterceptorCareer) -> HttpResponse:
    """Go where the game asks something else, or to the career when it asks nothing."""
    if career.session_id and not career.over:
        return redirect("table", session=career.session_id)
    return redirect("career", career=career.pk)


@require_POST
@audience(OWNER, of=career_at)
def spending_order(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Spend, take it back, or have done."""
    page = SpendingPage.of(career)
    if page is None:
        return elsewhere(career)
    try:
        if request.POST.get("undo"):
            page.take_back(request.POST.get("version", ""))
        elif answers := request.POST.getlist("answers"):
            if stopped := page.give_all(request.POST.get("token", ""), answers):
                messages.warning(request, stopped)
                return redirect("spending", career=career.pk)
        else:
            page.give(request.POST.get("token", ""), request.POST.get("answer", ""))
    except OrderRefused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("spending", career=career.pk)
    return redirect(page.after(request.POST.get("answer") or "".join(request.POST.getlist("answers")[-1:])))


# The bot

BOT = BotFlightViews(
    flights=career_services.FLIGHTS, form=AceFlightForm, career="career", progress="bot_progress", stop="bot_stop"
)


@require_http_methods(["GET", "POST"])
@audience(OWNER, of=career_at)
def bot_begin(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Give standing orders, and let the bot fly by them."""
    return BOT.begun(request, career)


@require_POST
@audience(OWNER, of=career_at)
def bot_stop(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Stop the bot after the decision that it is making."""
    return BOT.stopped(career)


@require_GET
@never_cache
@audience(OWNER, of=career_at)
def bot_progress(request: HttpRequest, career: InterceptorCareer) -> HttpResponse:
    """Show the bot's progress; at its end, the page reloads."""
    return BOT.show_progress(request, career)
