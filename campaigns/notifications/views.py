"""The pages of notices: how one hears of one's turns, the calendar by its secret address, a group's hook."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.groups.crest import crest_of
from campaigns.groups.models import Group
from campaigns.groups.selectors import group_at
from campaigns.notifications import services
from campaigns.notifications.calendar import calendar_of
from campaigns.notifications.delivery import webhook_test
from campaigns.notifications.forms import NotificationPreferenceForm, WebhookForm
from campaigns.notifications.models import NotificationPreference, Webhook, new_secret
from play.pages.audience import ANYONE, MODERATOR, SIGNED_IN, audience
from play.utils.requests import PlayerRequest


def preference_at(token: str) -> NotificationPreference:
    """Return whose calendar an address is."""
    found = NotificationPreference.objects.select_related("player").filter(calendar=token).first()
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SIGNED_IN)
def notifications(request: PlayerRequest) -> HttpResponse:
    """Show and change a player's notification settings."""
    preference = NotificationPreference.objects.filter(player=request.user.pk).first()
    form = NotificationPreferenceForm(request.POST if request.method == "POST" else None, instance=preference)
    if request.method == "POST" and form.is_valid():
        form.instance.player_id = request.user.pk
        form.save()
        messages.success(request, _("Settings saved."))
        return redirect("notifications")
    address = request.build_absolute_uri(reverse("calendar", args=[preference.calendar])) if preference else ""
    status = 422 if form.is_bound else 200
    return render(
        request,
        "notifications/notifications.html",
        {"form": form, "preference": preference, "address": address},
        status=status,
    )


@require_POST
@audience(SIGNED_IN)
def calendar_renew(request: PlayerRequest) -> HttpResponse:
    """Make the address of one's calendar, or make it anew: the old one is void."""
    NotificationPreference.objects.update_or_create(player_id=request.user.pk, defaults={"calendar": new_secret()})
    return redirect("notifications")


@require_GET
@never_cache
@audience(ANYONE, of=preference_at)
def calendar(request: HttpRequest, preference: NotificationPreference) -> HttpResponse:
    """Show a player's calendar to everybody who has its address."""
    return HttpResponse(calendar_of(preference.player), content_type="text/calendar; charset=utf-8")


@require_http_methods(["GET", "POST"])
@never_cache
@audience(MODERATOR, of=group_at)
@rate_limit(action="group")
def group_webhook(request: PlayerRequest, group: Group) -> HttpResponse:
    """Show and change a group's webhook."""
    webhook = Webhook.objects.filter(group=group).select_related("by").first()
    if request.method == "POST" and request.POST.get("do") == "remove":
        services.webhook_remove(group=group, by=request.user)
        return redirect("group_webhook", group=group.pk)
    if request.method == "POST" and request.POST.get("do") == "try" and webhook is not None:
        if webhook_test(webhook):
            messages.success(request, _("The other server accepted the message."))
        else:
            messages.error(request, _("The other server did not accept the message. Check the address."))
        return redirect("group_webhook", group=group.pk)
    form = WebhookForm(request.POST if request.method == "POST" else None, instance=webhook)
    if request.method == "POST" and form.is_valid():
        services.webhook_set(webhook=form.save(commit=False), group=group, by=request.user)
        return redirect("group_webhook", group=group.pk)
    context = {"here": "groups", "group": group, "crest": crest_of(group.pk, group.name), "form": form, "hook": webhook}
    return render(request, "notifications/webhook.html", context, status=422 if form.is_bound else 200)
