"""Pages for staff about finished nights and raid plans."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from campaigns.staff_visibility import in_no_running_season
from play.admin import ReadOnlyAdmin
from play.sessions.models import Seat, SessionStatus
from raids.plans import services
from raids.plans.models import RaidPlan
from raids.records.models import NightRecord
from raids.records.projection import TITLE


@admin.register(NightRecord)
class NightRecordAdmin(ReadOnlyAdmin):
    """Nights that are over: the record of one under way holds what its sides hide from one another."""

    list_display = ("id", "session", "scenario", "turns", "band", "british", "german")
    list_filter = ("scenario", "band")
    list_select_related = ("session",)
    search_fields = ("session__id", "session__owner__display_name", "session__owner__email")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out what is hidden."""
        over = super().get_queryset(request).filter(session__status=SessionStatus.OVER)
        return over.filter(in_no_running_season()).only(*self.list_display, "session__title")


@admin.register(RaidPlan)
class RaidPlanAdmin(ReadOnlyAdmin):
    """Raid plans of players who play no night just now: correct a name, delete one.

    A plan of somebody who plays may be what he has plotted, so that even its name is hidden.
    """

    list_display = ("id", "name", "owner", "scenario", "created")
    list_filter = ("scenario",)
    list_select_related = ("owner",)
    search_fields = ("name", "owner__display_name", "owner__email")
    ordering = ("-created",)
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out the plans of all who play."""
        playing = Seat.objects.filter(session__title=TITLE, player__isnull=False)
        playing = playing.exclude(session__status=SessionStatus.OVER)
        return super().get_queryset(request).exclude(owner__in=playing.values("player"))

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Let nothing but the name be changed."""
        return tuple(name for name in self.list_display if name != "name")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Let a name be corrected."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Let a plan be deleted."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Name the plan; its raids and legs go with it."""
        return [str(one) for one in objs], {str(RaidPlan._meta.verbose_name_plural): len(objs)}, set(), []

    def save_model(self, request: HttpRequest, obj: RaidPlan, form: "ModelForm[Any]", change: bool) -> None:
        """Correct the name; the admin site writes down who did it."""
        services.plan_change(plan=obj, name=form.cleaned_data["name"], notes=obj.notes)
