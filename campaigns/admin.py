"""Admin pages for people and groups: names and access, without passwords."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaigns.accounts import services
from campaigns.accounts.models import Player
from campaigns.accounts.selectors import deletion_preview
from campaigns.groups.models import Group
from play.admin import ReadOnlyAdmin


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Find a player; close or open the door. Only who may do everything makes others staff."""

    list_display = ("display_name", "email", "is_guest", "is_active", "is_staff", "last_seen")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("display_name", "email")
    fields = ("display_name", "email", "is_active", "is_staff", "groups", "date_joined", "last_seen")
    readonly_fields = ("email", "date_joined", "last_seen")

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Keep staff from giving themselves more rights than they have."""
        return (*self.readonly_fields, *(() if request.user.is_superuser else ("is_staff", "groups")))

    def get_deleted_objects(
        self, objs: Iterable[Player], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """List the dependents; staff who may delete a player need no separate right to each of them."""
        counts: Counter[str] = Counter()
        for player in objs:
            counts.update(dict(deletion_preview(player)))
        return [str(player) for player in objs], dict(counts), set(), []

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        """Go the way that a player goes who leaves."""
        services.player_leave(player=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """The same for several."""
        for player in queryset:
            services.player_leave(player=player)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts are made by signing up."""
        return False


@admin.register(Group)
class GroupAdmin(ReadOnlyAdmin):
    """Groups: who leads them and how many they are; not the link by which one comes in."""

    list_display = ("id", "name", "owner", "size", "created")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__display_name", "owner__email")
    ordering = ("-created",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        """Count the members with the rest."""
        return super().get_queryset(request).annotate(size=Count("members"))

    @admin.display(description=_("members"))
    def size(self, group: Any) -> int:
        """Return the number of members."""
        return int(group.size)
