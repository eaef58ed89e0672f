"""The page of a sortie or a night with the notes under it."""

from dataclasses import dataclass

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.comments import services
from campaigns.comments.forms import CommentForm
from campaigns.comments.selectors import CommentThread, comments_under, thread_at
from campaigns.ladders.score_lines import log_of_session
from play.games.text import GameText
from play.journal import store
from play.pages.audience import READER, audience
from play.utils.plain_data import whole


@require_http_methods(["GET", "POST"])
@never_cache
@audience(READER, of=thread_at)
@rate_limit(action="table")
def comments(request: HttpRequest, thread: CommentThread) -> HttpResponse:
    """Show a line or a night with its comments."""
    form = CommentForm(request.POST if request.method == "POST" and "text" in request.POST else None)
    if request.method == "POST" and (not form.is_bound or form.is_valid()):
        change(request, thread, form)
        return redirect(request.path)
    context = {
        "heading": thread_heading(thread),
        "thread": thread,
        "form": form,
        "may_write": thread.writable_by(request.user),
        "keeps": thread.moderated_by(request.user),
        "notes": comments_under(thread.session.pk, thread.seat, thread.place),
        "here": "groups",
    }
    return render(request, "comments/page.html", context, status=422 if form.is_bound else 200)


def change(request: HttpRequest, thread: CommentThread, form: CommentForm) -> None:
    """Write a note, or take one off."""
    if not form.is_bound:
        number = whole(request.POST.get("take_off")) or 0
        return services.comment_delete(thread=thread, by=request.user, number=number)
    try:
        services.comment_add(thread=thread, by=request.user, text=form.cleaned_data["text"])
    except services.CommentRefused:
        messages.error(request, _("There is no room for another note here."))
    return None


@dataclass(frozen=True)
class ThreadHeading:
    """Heading of a thread: the line in a sentence, or the night and its players."""

    words: GameText
    sentence: str
    rule: str
    players: list[str]


def thread_heading(thread: CommentThread) -> ThreadHeading:
    """Return the heading of the thread."""
    session, log, line = thread.session, log_of_session(thread.session), thread.line()
    seat = session.seat(thread.seat) if thread.seat else None
    names = [str(one.player) for one in session.table if one.player is not None]
    sentence, rule = log.line_text(str(seat.player), line) if log and line and seat else ("", "")
    return ThreadHeading(store.words_of(session), sentence, rule, names)
