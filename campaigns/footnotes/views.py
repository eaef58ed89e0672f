"""The page of a sortie or a night with the notes under it."""

from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.footnotes import services
from campaigns.footnotes.forms import FootnoteForm
from campaigns.footnotes.selectors import Footing, footing_at, notes_under
from campaigns.seasons.lines import log_of_session
from play.audience import READER, audience
from play.journal import keeping
from play.plain import whole


@require_http_methods(["GET", "POST"])
@never_cache
@audience(READER, of=footing_at)
@rate_limit(action="table")
def footnotes(request: HttpRequest, footing: Footing) -> HttpResponse:
    """What was flown, and what was written under it."""
    form = FootnoteForm(request.POST if request.method == "POST" and "text" in request.POST else None)
    if request.method == "POST" and (not form.is_bound or form.is_valid()):
        change(request, footing, form)
        return redirect(request.path)
    context: dict[str, Any] = told(footing) | {
        "footing": footing,
        "form": form,
        "may_write": footing.written_by(request.user),
        "keeps": footing.kept_by(request.user),
        "notes": notes_under(footing.session.pk, footing.seat, footing.place),
        "here": "groups",
    }
    return render(request, "footnotes/page.html", context, status=422 if form.is_bound else 200)


def change(request: HttpRequest, footing: Footing, form: FootnoteForm) -> None:
    """Write a note, or take one off."""
    if not form.is_bound:
        number = whole(request.POST.get("take_off")) or 0
        return services.footnote_take_off(footing=footing, by=request.user, number=number)
    try:
        services.footnote_write(footing=footing, by=request.user, text=form.cleaned_data["text"])
    except services.NotWritten:
        messages.error(request, _("Nothing more can be written here."))
    return None


def told(footing: Footing) -> dict[str, Any]:
    """Return what stands above the notes: the line in a sentence, or the night and who played it."""
    session, log, line = footing.session, log_of_session(footing.session), footing.line()
    seat = session.seat(footing.seat) if footing.seat else None
    names = [str(one.player) for one in session.table if one.player is not None]
    sentence, rule = log.told(str(seat.player), line) if log and line and seat else ("", "")
    return {"words": keeping.words_of(session), "sentence": sentence, "rule": rule, "players": names, "line": line}
