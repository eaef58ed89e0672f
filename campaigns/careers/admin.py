"""Admin pages for a game's careers: heads, dependent rows and flights of bots."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.careers import services
from campaigns.careers.models import CareerBase
from campaigns.staff_visibility import deletion_counts, in_no_running_season
from play.admin import ReadOnlyAdmin
from play.sessions.models import Session
from play.utils.deletion import count_dependents


class BotFlightAdmin(ReadOnlyAdmin):
    """Flights by bots, those under way or broken off by their filter; not their standing orders."""

    list_display = ("id", "career", "until", "policy", "status", "stop", "lines", "of", "begun", "beat")
    list_filter = ("status", "until")
    list_select_related = ("career",)
    search_fields = ("career__name",)
    ordering = ("-beat",)


class CareerAdmin(ReadOnlyAdmin):
    """Careers by pilot and player: correct a name, delete one, look at one as its player does.

    A head shows nothing that a game writes: only the page of the career has that, where nothing is hidden any more.
    """

    list_display = ("id", "name", "owner", "source", "game", "created")
    list_filter = ("source",)
    search_fields = ("name", "owner__display_name", "owner__email")
    ordering = ("-created",)
    actions = None
    page_template: str
    """The template of the career's page."""
    heads: Callable[[], QuerySet[Any]]
    """Return careers as their pages need them."""
    dossier_for: Callable[[Any], object]
    """Return the contents of a career's page."""

    def readable(self) -> Q:
        """Select the careers that staff may read."""
        return in_no_running_season()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read no more than is shown."""
        named = ("name", "source", "created", "seat", "owner__display_name", "owner__username", "owner__is_bot")
        found = super().get_queryset(request).select_related("owner", "session")
        return found.only(*named, "session__status", "session__title")

    @admin.display(description=_("game"))
    def game(self, career: CareerBase) -> str:
        """Give the progress of its game; empty for a career that was imported from a file."""
        return "–" if career.session is None else str(career.session.get_status_display())

    @admin.display(description=_("page"))
    def as_player(self, career: CareerBase) -> SafeString | str:
        """Lead to the career's page."""
        if not self.is_readable(career):
            return gettext("Hidden until the game or its season is over.")
        return format_html('<a href="{}">{}</a>', self._address(career), gettext("As its player sees it"))

    def is_readable(self, career: CareerBase) -> bool:
        """Say whether staff may read the career."""
        return self.model._default_manager.filter(self.readable(), pk=career.pk).exists()

    def _name_of(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def _address(self, career: CareerBase) -> str:
        return reverse(f"admin:{self._name_of('as_player')}", args=[career.pk])

    def get_urls(self) -> list[URLPattern]:
        """Add the page on which a career is read."""
        read = self.admin_site.admin_view(self.read_as_player)
        own = [path("<path:object_id>/as-player/", read, name=self._name_of("as_player"))]
        return [*own, *super().get_urls()]

    def read_as_player(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show a career as its player sees it, without the controls, where nothing of it is hidden any more."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        career = self.get_object(request, unquote(object_id))
        if career is None or not self.is_readable(career):
            raise Http404
        shown = self.heads().get(pk=career.pk)
        context = {"career": shown, "dossier": self.dossier_for(shown), "is_mine": False, "for_staff": True}
        return render(request, self.page_template, context)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Show what the list shows, and the way to its page."""
        return (*self.list_display, "as_player")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Let nothing but the name be changed."""
        return tuple(name for name in self.get_fields(request, obj) if name != "name")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Let a name be corrected."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Let a career be deleted that nobody else has a part in."""
        is_allowed = admin.ModelAdmin.has_delete_permission(self, request, obj)
        return is_allowed and (not isinstance(obj, CareerBase) or services.may_be_deleted(obj))

    def save_model(self, request: HttpRequest, obj: CareerBase, form: "ModelForm[Any]", change: bool) -> None:
        """Correct the name; the admin site writes down who did it."""
        services.career_rename(career=obj, name=form.cleaned_data["name"])

    def get_deleted_objects(
        self, objs: Iterable[CareerBase], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """List the dependents; staff who may delete a career need no separate right to its lines."""
        some = list(objs)
        found = count_dependents(self.model._default_manager.filter(pk__in=[one.pk for one in some]), {})
        games = Session.objects.filter(pk__in=[one.session_id for one in some if one.session_id])
        return [str(one) for one in some], dict(deletion_counts(count_dependents(games, found))), set(), []

    def delete_model(self, request: HttpRequest, obj: CareerBase) -> None:
        """Delete it with its game."""
        services.career_delete(career=obj)


class CareerRowAdmin(ReadOnlyAdmin):
    """Rows of careers that staff may read."""

    list_select_related = ("career__owner",)
    search_fields = ("career__name", "career__owner__display_name", "career__owner__email")
    ordering = ("-career__created", "-place")

    def readable(self) -> Q:
        """Select the rows that staff may read."""
        return in_no_running_season("career__session")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out what is hidden."""
        return super().get_queryset(request).filter(self.readable())

    @admin.display(description=_("player"))
    def player(self, row: Any) -> str:
        """Name the player of the career."""
        return str(row.career.owner)
