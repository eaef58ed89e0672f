"""The pages of a year of nights: the career, its end, its sharing, the replay of a week, and the bot that flies it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.careers.bot_flight_views import BotFlightViews
from play.orders.refusals import OrderRefused
from play.pages.audience import ANYONE, OWNER, audience
from play.utils.plain_data import whole
from sorties.nightfighter.careers import services
from sorties.nightfighter.careers.dossier import NightDossier
from sorties.nightfighter.careers.forms import NightBotFlightForm
from sorties.nightfighter.careers.selectors import career_at, career_by_link
from sorties.nightfighter.careers.week_replay import moment_of
from sorties.nightfighter.debriefing.bot_report import report_of
from sorties.nightfighter.debriefing.farewell import last_page
from sorties.nightfighter.records.models import NightCareer
from sorties.nightfighter.tabletop.last_sheet import LastSheet, versions

PAGE, END = "sorties/nightfighter/careers/page.html", "sorties/nightfighter/careers/end.html"


@gzip_page
@require_GET
@never_cache
@audience(OWNER, of=career_at)
def night_career(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """A year, as its player sees it."""
    link = request.build_absolute_uri(reverse("night_career_shared", args=[career.link]))
    dossier = NightDossier(career)
    context = {"here": "careers", "career": career, "dossier": dossier, "is_mine": True, "link": link}
    return render(request, PAGE, context | {"report": report_of(dossier)})


@gzip_page
@require_GET
@audience(ANYONE, of=career_by_link)
def night_career_shared(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Show a year to anyone with the link."""
    return render(request, PAGE, {"career": career, "dossier": NightDossier(career), "is_mine": False})


@require_GET
@audience(OWNER, of=career_at)
def night_career_end(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Show the end of a year."""
    if not career.over:
        return redirect("night_career", career=career.pk)
    dossier = NightDossier(career)
    context = {"here": "careers", "career": career, "dossier": dossier, "is_mine": True}
    return render(request, END, context | {"last": last_page(dossier), "report": report_of(dossier)})


@require_GET
@audience(ANYONE, of=career_by_link)
def night_career_shared_end(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Show the end of a year by link."""
    if not career.over:
        return redirect("night_career_shared", link=career.link)
    dossier = NightDossier(career)
    context = {"career": career, "dossier": dossier, "is_mine": False, "last": last_page(dossier)}
    return render(request, END, context)


@require_POST
@audience(OWNER, of=career_at)
def night_career_share(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Share a year by link, or stop sharing it."""
    shared = request.POST.get("shared") == "yes"
    services.career_share(career=career, shared=shared)
    messages.success(request, _("Anyone with the link can read it now.") if shared else _("The link no longer works."))
    return redirect("night_career", career=career.pk)


@require_GET
@never_cache
@audience(OWNER, of=career_at)
def night_career_week(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Show the replay of a week, from its first moment; redirect to the career without one."""
    at = moment_of(career, whole(request.GET.get("week")))
    if at is None or career.session_id is None:
        return redirect("night_career", career=career.pk)
    return redirect(f"{reverse('table_replay_lanes', args=[career.session_id])}?seat={career.seat}&at={at}")


@require_http_methods(["GET", "POST"])
@never_cache
@audience(OWNER, of=career_at)
def night_career_sheet(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Correct the last sheet of a tabletop year."""
    try:
        sheet = LastSheet.of(career)
    except OrderRefused as refusal:
        messages.error(request, refusal.sentence)
        sheet = None
    if sheet is None:
        return redirect("night_career", career=career.pk)
    if "draft" in request.POST:
        sheet.carry_on(request.POST)
    elif request.method == "POST" and sheet.correct(request.POST):
        messages.success(request, _("The sheet is entered again."))
        return redirect("night_career", career=career.pk)
    question, sentence = sheet.question(), sheet.sentence
    context = {"question": question, "sentence": sentence, "versions": versions(sheet), "here": "careers"}
    status = 422 if sheet.faults else 200
    return render(request, "sorties/nightfighter/tabletop/sheet.html", context | {"career": career}, status=status)


# The bot

BOT = BotFlightViews(
    flights=services.FLIGHTS,
    form=NightBotFlightForm,
    policy="hunter",
    career="night_career",
    progress="night_bot_progress",
    stop="night_bot_stop",
)


@require_http_methods(["GET", "POST"])
@audience(OWNER, of=career_at)
def night_bot_begin(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Say how far the bot is to fly, and let it."""
    return BOT.begun(request, career)


@require_POST
@audience(OWNER, of=career_at)
def night_bot_stop(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Stop the bot after the decision that it is making."""
    return BOT.stopped(career)


@require_GET
@never_cache
@audience(OWNER, of=career_at)
def night_bot_progress(request: HttpRequest, career: NightCareer) -> HttpResponse:
    """Show the bot's progress; at its end, the page reloads."""
    return BOT.show_progress(request, career)
