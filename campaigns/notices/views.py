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
from campaigns.notices import services
from campaigns.notices.calendar import calendar_of
from campaigns.notices.forms import HookForm, WishForm
from campaigns.notices.models import Hook, Wish, new_secret
from campaigns.notices.sending import hook_try
from play.audience import ANYONE, SIGNED_IN, STEWARD, audience


def wish_at(token: str) -> Wish:
    """Return whose calendar an address is."""
    found = Wish.objects.select_related("player").filter(calendar=token).first()
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "POST"])
@never_cache
@audience(SIGNED_IN)
def notices(request: HttpRequest) -> HttpResponse:
    """How one hears of one's turns."""
    wish = Wish.objects.filter(player=request.user.pk).first()
    form = WishForm(request.POST if request.method == "POST" else None, instance=wish)
    if request.method == "POST" and form.is_valid():
        form.instance.player_id = request.user.pk
        form.save()
        messages.success(request, _("This is kept."))
        return redirect("notices")
    address = request.build_absolute_uri(reverse("calendar", args=[wish.calendar])) if wish else ""
    status = 422 if form.is_bound else 200
    return render(request, "notices/notices.html", {"form": form, "wish": wish, "address": address}, status=status)


@require_POST
@audience(SIGNED_IN)
def calendar_renew(request: HttpRequest) -> HttpResponse:
    """Make the address of one's calendar, or make it anew: the old one is void."""
    Wish.objects.update_or_create(player_id=int(request.user.pk or 0), defaults={"calendar": new_secret()})
    return redirect("notices")


@require_GET
@never_cache
@audience(ANYONE, of=wish_at)
def calendar(request: HttpRequest, wish: Wish) -> HttpResponse:
    """A player's calendar, for whoever has its address."""
    return HttpResponse(calendar_of(wish.player), content_type="text/calendar; charset=utf-8")


@require_http_methods(["GET", "POST"])
@never_cache
@audience(STEWARD, of=group_at)
@rate_limit(action="group")
def group_hook(request: HttpRequest, group: Group) -> HttpResponse:
    """Where a group has its notices sent."""
    hook = Hook.objects.filter(group=group).select_related("by").first()
    if request.method == "POST" and request.POST.get("do") == "remove":
        services.hook_remove(group=group, by=request.user)
        return redirect("group_hook", group=group.pk)
    if request.method == "POST" and request.POST.get("do") == "try" and hook is not None:
        if hook_try(hook):
            messages.success(request, _("It was taken."))
        else:
            messages.error(request, _("It was not taken: look at the address."))
        return redirect("group_hook", group=group.pk)
    form = HookForm(request.POST if request.method == "POST" else None, instance=hook)
    if request.method == "POST" and form.is_valid():
        services.hook_set(hook=form.save(commit=False), group=group, by=request.user)
        return redirect("group_hook", group=group.pk)
    context = {"here": "groups", "group": group, "crest": crest_of(group.pk, group.name), "form": form, "hook": hook}
    return render(request, "notices/hook.html", context, status=422 if form.is_bound else 200)
