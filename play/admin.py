"""Admin pages for games: their state and their failures, without secrets of running games."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from play.orders.models import Order
from play.sessions.models import Session, SessionStatus


def own_tables(request: HttpRequest) -> QuerySet[Session]:
    """Return the staff member's own running games: the number of orders of others there may be hidden from him."""
    return Session.objects.filter(seats_taken__player=request.user.pk).exclude(status=SessionStatus.OVER)


class ReadOnlyAdmin(admin.ModelAdmin):
    """A page on which nothing is changed, and which is asked for nothing but what it shows.

    A filter in the address that reached further would answer questions about a seed, one letter at a time.
    """

    list_display: tuple[str, ...] = ()
    show_full_result_count = False
    list_per_page = 50

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow the filters of the page."""
        return lookup.removesuffix("__exact").removesuffix("__isnull") in self.list_filter

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Show what the list shows: a field that is not named here is never on a page of the staff."""
        return self.list_display

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """All of it is for reading."""
        return self.list_display

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is made here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is deleted here."""
        return False


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin):
    """Games, the stuck ones by their filter."""

    list_display = ("id", "title", "status", "owner", "pack", "rules", "counts", "entries_made", "created", "changed")
    list_filter = ("status", "title", "counts")
    list_select_related = ("owner",)
    search_fields = ("id", "owner__display_name", "owner__email")
    ordering = ("-changed",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        """Read no more than is shown."""
        named = (name for name in self.list_display if name != "owner")
        return super().get_queryset(request).exclude(pk__in=own_tables(request)).only(*named, "owner")


@admin.register(Order)
class OrderAdmin(ReadOnlyAdmin):
    """Orders, the failed ones by their filter: who gave what kind of order when, never what was ordered."""

    list_display = ("id", "session", "kind", "seat", "status", "code", "attempts", "given", "settled")
    list_filter = ("status", "kind")
    list_select_related = ("session",)
    search_fields = ("session__id",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Order]:
        """Read no more than is shown."""
        named = (name for name in self.list_display if name != "session")
        return super().get_queryset(request).exclude(session__in=own_tables(request)).only(*named, "session__title")
