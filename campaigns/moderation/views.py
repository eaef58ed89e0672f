"""Pages of moderation: reports and bans."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.groups.crest import crest_of
from campaigns.groups.models import Group
from campaigns.groups.selectors import group_at, members_of
from campaigns.groups.services import GroupActionRefused
from campaigns.groups.views import number_sent
from campaigns.moderation import services
from campaigns.moderation.forms import BlockForm, ReportForm, SettleForm
from play.pages.audience import MODERATOR, SEAT, audience
from play.utils.requests import PlayerRequest

LATEST = 100
MOST_NAMED = 500
"""Members that one can choose from."""


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SEAT, of=group_at)
@rate_limit(action="group")
def group_reports(request: PlayerRequest, group: Group) -> HttpResponse:
    """Report something to the stewards, who read it here; anybody else reads his own."""
    keeps, posted = group.moderated_by(request.user), request.POST if request.method == "POST" else None
    if posted is not None and "report" in posted:
        return settle(request, group) if keeps else redirect("group_reports", group=group.pk)
    form = ReportForm(group, request.user, posted)
    if posted is not None and form.is_valid():
        try:
            services.report_make(group=group, by=request.user, **form.cleaned_data)
            messages.success(request, _("Report sent. The stewards will read it here."))
        except GroupActionRefused:
            messages.error(request, _("You have too many open reports. Wait until one is settled."))
        return redirect("group_reports", group=group.pk)
    found = group.reports.select_related("by", "about", "settled_by")
    shown = list((found if keeps else found.filter(by=request.user.pk))[:LATEST])
    context = {
        "here": "groups",
        "group": group,
        "crest": crest_of(group.pk, group.name),
        "form": form,
        "reports": shown,
        "keeps": keeps,
    }
    return render(request, "moderation/reports.html", context, status=422 if form.is_bound else 200)


def settle(request: PlayerRequest, group: Group) -> HttpResponse:
    """Settle a report."""
    form = SettleForm(request.POST)
    if form.is_valid():
        number = number_sent(request, "report")
        services.report_settle(group=group, by=request.user, number=number, answer=form.cleaned_data["answer"])
    return redirect("group_reports", group=group.pk)


@require_http_methods(["GET", "POST"])
@never_cache
@audience(MODERATOR, of=group_at)
def group_blocks(request: PlayerRequest, group: Group) -> HttpResponse:
    """List blocked players, and block or unblock one."""
    form = BlockForm(request.POST if request.method == "POST" and request.POST.get("do") == "block" else None)
    if request.method == "POST" and (not form.is_bound or form.is_valid()):
        try:
            block_or_unblock(request, group, form)
        except GroupActionRefused:
            messages.error(
                request,
                _("The members of the group have changed since your page was loaded. Nothing was changed. Try again."),
            )
        return redirect("group_blocks", group=group.pk)
    members = [one for one in members_of(group) if one.player_id not in (group.owner_id, request.user.pk)]
    context = {
        "here": "groups",
        "group": group,
        "crest": crest_of(group.pk, group.name),
        "form": form,
        "members": members[:MOST_NAMED],
        "blocks": list(group.blocks.select_related("player")[:LATEST]),
    }
    return render(request, "moderation/blocks.html", context, status=422 if form.is_bound else 200)


def block_or_unblock(request: PlayerRequest, group: Group, form: BlockForm) -> None:
    """Block a member, or let somebody in again."""
    if not form.is_bound:
        return services.player_unblock(group=group, by=request.user, number=number_sent(request, "block"))
    number, reason = number_sent(request, "member"), form.cleaned_data["reason"]
    return services.player_block(group=group, by=request.user, number=number, reason=reason)
