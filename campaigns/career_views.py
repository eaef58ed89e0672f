"""The pages of careers: list, new one, the career, its end, its luck, between sorties, and the bot that flies it."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import career_services, luck_page
from campaigns.beginnings import career_begin
from campaigns.career_forms import BotForm, CareerForm
from campaigns.dispersal import Dispersal
from campaigns.dossier import Dossier, career_at, career_by_link, careers_of
from campaigns.logbook import Career, Source
from play.audience import ANYONE, OWNER, SIGNED_IN, audience
from play.refusals import OrderRefused


@require_GET
@audience(SIGNED_IN)
def careers(request: HttpRequest) -> HttpResponse:
    """A player's careers."""
    dossiers = [Dossier(one) for one in careers_of(request.user)]
    return render(request, "careers/list.html", {"here": "careers", "dossiers": dossiers})


@require_http_methods(["GET", "POST"])
@audience(SIGNED_IN)
def career_new(request: HttpRequest) -> HttpResponse:
    """Begin a career: everything that may be left open is rolled or asked."""
    form = CareerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            begun = career_begin(owner=request.user, wanted=form.wanted())
        except OrderRefused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            if begun.source == Source.TABLETOP:
                return redirect("line_enter", career=begun.pk)
            return (
                redirect("table", session=begun.session_id) if begun.session_id else redirect("career", career=begun.pk)
            )
    status = 422 if request.method == "POST" else 200
    return render(request, "careers/new.html", {"here": "careers", "form": form}, status=status)


@gzip_page
@require_GET
@never_cache
@audience(OWNER, of=career_at)
def career(request: HttpRequest, career: Career) -> HttpResponse:
    """A career, as its pilot's player sees it."""
    link = request.build_absolute_uri(reverse("career_shared", args=[career.link]))
    context = {"here": "careers", "career": career, "dossier": Dossier(career), "is_mine": True, "link": link}
    return render(request, "careers/page.html", context)


@gzip_page
@require_GET
@audience(ANYONE, of=career_by_link)
def career_shared(request: HttpRequest, career: Career) -> HttpResponse:
    """A career, as whoever has the link sees it."""
    return render(request, "careers/page.html", {"career": career, "dossier": Dossier(career), "is_mine": False})


@require_GET
@audience(OWNER, of=career_at)
def career_end(request: HttpRequest, career: Career) -> HttpResponse:
    """How it ended: a homecoming or an epitaph."""
    if not career.over:
        return redirect("career", career=career.pk)
    context = {"here": "careers", "career": career, "dossier": Dossier(career), "is_mine": True}
    return render(request, "careers/end.html", context)


@require_GET
@audience(ANYONE, of=career_by_link)
def career_shared_end(request: HttpRequest, career: Career) -> HttpResponse:
    """How it ended, by link."""
    if not career.over:
        return redirect("career_shared", link=career.link)
    return render(request, "careers/end.html", {"career": career, "dossier": Dossier(career), "is_mine": False})


@require_POST
@audience(OWNER, of=career_at)
def career_share(request: HttpRequest, career: Career) -> HttpResponse:
    """Share a career by link, or stop sharing it."""
    shared = request.POST.get("shared") == "yes"
    career_services.career_share(career=career, shared=shared)
    messages.success(request, _("Whoever has the link may read it now.") if shared else _("The link is void now."))
    return redirect("career", career=career.pk)


@require_GET
@audience(OWNER, of=career_at)
def career_luck(request: HttpRequest, career: Career) -> HttpResponse:
    """His dice against fair dice."""
    context = {"here": "careers", "career": career, "luck": luck_page.read(career)}
    return render(request, "careers/luck.html", context)


@require_GET
@audience(OWNER, of=career_at)
def career_compare(request: HttpRequest, career: Career) -> HttpResponse:
    """Two careers side by side."""
    others = [one for one in careers_of(request.user) if one.pk != career.pk]
    chosen = next((one for one in others if str(one.pk) == request.GET.get("with")), None)
    pair = [Dossier(one) for one in (career, chosen) if one is not None]
    context = {"here": "careers", "career": career, "others": others, "chosen": chosen, "pair": pair}
    return render(request, "careers/compare.html", context)


# Between sorties


@require_GET
@never_cache
@audience(OWNER, of=career_at)
def dispersal(request: HttpRequest, career: Career) -> HttpResponse:
    """Between sorties: what was won, and what it buys."""
    page = Dispersal.of(career)
    if page is None:
        return elsewhere(career)
    context = page.context() | {"here": "careers", "career": career, "dossier": Dossier(career, fights=False)}
    return render(request, "careers/dispersal.html", context)


def elsewhere(career: Career) -> HttpResponse:
    """Go where the game asks something else, or to the career when it asks nothing."""
    if career.session_id and not career.over:
        return redirect("table", session=career.session_id)
    return redirect("career", career=career.pk)


@require_POST
@audience(OWNER, of=career_at)
def dispersal_order(request: HttpRequest, career: Career) -> HttpResponse:
    """Spend, take it back, or have done."""
    page = Dispersal.of(career)
    if page is None:
        return elsewhere(career)
    try:
        if request.POST.get("undo"):
            page.take_back(request.POST.get("version", ""))
        else:
            page.give(request.POST.get("token", ""), request.POST.get("answer", ""))
    except OrderRefused as refusal:
        messages.error(request, refusal.sentence)
    return redirect(page.after(request.POST.get("answer", "")))


# The bot


@require_http_methods(["GET", "POST"])
@audience(OWNER, of=career_at)
def bot_begin(request: HttpRequest, career: Career) -> HttpResponse:
    """Give standing orders, and let the bot fly by them."""
    form = BotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        fly = partial(career_services.bot_begin, career=career, until=form.cleaned_data["until"])
        try:
            fly(policy=form.cleaned_data["policy"], orders=form.orders())
        except OrderRefused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect("career", career=career.pk)
    context = {"here": "careers", "career": career, "form": form}
    return render(request, "careers/bot.html", context, status=422 if request.method == "POST" else 200)


@require_POST
@audience(OWNER, of=career_at)
def bot_stop(request: HttpRequest, career: Career) -> HttpResponse:
    """Stop the bot after the decision that it is making."""
    career_services.bot_stop(career=career)
    return redirect("career", career=career.pk)


@require_GET
@never_cache
@audience(OWNER, of=career_at)
def bot_progress(request: HttpRequest, career: Career) -> HttpResponse:
    """How far the bot is; when it has done, the whole page is read again."""
    flight = career_services.flight_of(career)
    if flight is None or not flight.is_running:
        answer = HttpResponse()
        answer["HX-Refresh"] = "true"
        return answer
    return render(request, "careers/_bot.html", {"career": career, "flight": flight})
