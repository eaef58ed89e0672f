"""Admin pages for people, groups, seasons and matches: no passwords, no access data, no figures of running games."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.accounts import services
from campaigns.accounts.models import Player
from campaigns.accounts.selectors import rows_deleted
from campaigns.groups.models import AuditEntry, Group
from campaigns.matches import services as match_services
from campaigns.matches.models import Match
from campaigns.seasons import services as season_services
from campaigns.seasons.models import Season, SeasonEntry
from campaigns.staff_visibility import deletion_counts
from play.admin import ReadOnlyAdmin


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Find a player; block or unblock sign-in. Only superusers make others staff."""

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
            counts.update(deletion_counts(rows_deleted(player)))
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


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Seasons: find one, correct its name."""

    list_display = ("id", "name", "group", "title", "mirrored", "opens", "closes", "ends", "size")
    list_filter = ("title", "mirrored")
    list_select_related = ("group",)
    search_fields = ("name", "group__name")
    ordering = ("-made",)
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        """Count the entries with the rest."""
        return super().get_queryset(request).annotate(size=Count("entries"))

    @admin.display(description=_("entries"))
    def size(self, season: Any) -> int:
        """Return the number of entries."""
        return int(season.size)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Let nothing but the name be changed."""
        return tuple(name for name in self.list_display if name != "name")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Let a name be corrected."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def save_model(self, request: HttpRequest, obj: Season, form: "forms.ModelForm[Any]", change: bool) -> None:
        """Correct the name; the admin site logs who did it."""
        season_services.season_rename(season=obj, name=form.cleaned_data["name"])


class ReasonForm(ActionForm):
    """Choose an action, and say why."""

    reason = forms.CharField(label=_("Reason:"), max_length=200, required=False)


class DisqualifiedFilter(admin.EmptyFieldListFilter):
    """A filter for what is disqualified and what is not."""

    def __init__(self, *how: Any, **more: Any) -> None:
        super().__init__(*how, **more)
        self.title = _("disqualified")


class VoidAdmin(ReadOnlyAdmin):
    """A list on which staff void rows with a reason that everybody reads, or let them count again."""

    action_form = ReasonForm
    actions = ("void_rows", "restore_rows")
    void: Callable[[Any, Any, str], bool]
    """Void a row, by whom and why; say whether it counted."""
    restore: Callable[[Any, Any], bool]
    """Let a row count again, by whom; say whether it was void by a reason."""

    @admin.display(description=_("disqualified"), ordering="voided")
    def disqualified(self, row: Any) -> datetime | None:
        """Say since when a row is disqualified."""
        return row.voided

    def has_void_permission(self, request: HttpRequest) -> bool:
        """Let those void who may change such rows."""
        return admin.ModelAdmin.has_change_permission(self, request)

    @admin.action(description=_("Disqualify, with a reason"), permissions=["void"])
    def void_rows(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        """Void the chosen rows."""
        reason = " ".join(request.POST.get("reason", "").split())[:200]
        if not reason:
            messages.error(request, gettext("Give a reason. Everybody reads it."))
            return
        done = self._each(request, rows, gettext("Disqualified: %(reason)s") % {"reason": reason}, reason)
        text = ngettext("%(n)s row is disqualified.", "%(n)s rows are disqualified.", done) % {"n": done}
        messages.success(request, text)

    @admin.action(description=_("Restore what was disqualified"), permissions=["void"])
    def restore_rows(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        """Let the chosen rows count again."""
        done = self._each(request, rows, gettext("Restored."))
        text = ngettext("%(n)s row counts again.", "%(n)s rows count again.", done) % {"n": done}
        messages.success(request, text)

    @transaction.atomic
    def _each(self, request: HttpRequest, rows: QuerySet[Any], sentence: str, reason: str = "") -> int:
        """Do it to each row, and log each that it changed; return how many."""
        done = 0
        for row in rows:
            if self.void(row, request.user, reason) if reason else self.restore(row, request.user):
                self.log_change(request, row, sentence)
                done += 1
        return done


@admin.register(SeasonEntry)
class SeasonEntryAdmin(VoidAdmin):
    """Entries of seasons, without their places."""

    list_display = ("id", "season", "player", "name", "source", "entered", "disqualified", "void_reason")
    list_filter = ("source", ("voided", DisqualifiedFilter))
    list_select_related = ("season", "player")
    search_fields = ("name", "season__name", "player__display_name", "player__email")
    ordering = ("-entered",)

    def void(self, row: SeasonEntry, by: Any, reason: str) -> bool:
        """Void an entry."""
        season_services.entry_void(season=row.season, by=by, number=row.pk, reason=reason)
        return row.voided is None

    def restore(self, row: SeasonEntry, by: Any) -> bool:
        """Let an entry count again."""
        return season_services.entry_restore(season=row.season, by=by, number=row.pk)


@admin.register(Match)
class MatchAdmin(VoidAdmin):
    """Matches of seasons, without bids and without anything of a night that is under way."""

    list_display = (
        "id",
        "season",
        "round",
        "one_player",
        "other_player",
        "margin",
        "finished",
        "voided",
        "void_reason",
    )
    list_filter = (("voided", DisqualifiedFilter),)
    list_select_related = ("season", "one__player", "other__player")
    search_fields = ("season__name", "one__player__display_name", "other__player__display_name")
    ordering = ("-id",)

    @admin.display(description=_("one player"))
    def one_player(self, match: Match) -> str:
        """Name the one."""
        return str(match.one.player)

    @admin.display(description=_("other player"))
    def other_player(self, match: Match) -> str:
        """Name the other."""
        return str(match.other.player)

    def void(self, row: Match, by: Any, reason: str) -> bool:
        """Void a match."""
        match_services.match_void(match=row, by=by, reason=reason)
        return row.voided is None

    def restore(self, row: Match, by: Any) -> bool:
        """Let a match count again."""
        return match_services.match_restore(match=row, by=by)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Actions in groups, by their stewards and by staff."""

    list_display = ("id", "done", "group", "by", "kind", "about")
    list_filter = ("kind",)
    list_select_related = ("group", "by", "about")
    search_fields = ("group__name", "by__display_name", "about__display_name")
    ordering = ("-id",)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """Actions of staff on these pages."""

    list_display = ("id", "action_time", "user", "content_type", "object_repr", "action_flag", "what")
    list_filter = ("action_flag", "content_type")
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "user__display_name")
    ordering = ("-id",)

    @admin.display(description=_("what was done"))
    def what(self, entry: LogEntry) -> str:
        """Say it in words."""
        return entry.get_change_message()
