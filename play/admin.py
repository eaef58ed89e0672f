"""Admin pages for games: their state and their failures, without secrets of running games."""

from datetime import datetime

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from play.games.registry import registered
from play.orders.models import Order, OrderStatus
from play.secrecy.deciders import secrecy_of
from play.sessions.models import Session, SessionStatus

FILTER_ENDINGS = ("", "__exact", "__isnull", "__isempty", "__id__exact")
"""Suffixes that the filters of Django's admin site add to the name of a field."""


def own_tables(request: HttpRequest) -> QuerySet[Session]:
    """Return the staff member's own running games: the number of orders of others there may be hidden from him."""
    return Session.objects.filter(seats_taken__player=request.user.pk).exclude(status=SessionStatus.OVER)


class ReadOnlyAdmin(admin.ModelAdmin):
    """A read-only page, which answers queries only for the data that it shows.

    A filter in the address that reached further would answer questions about a seed, one letter at a time.
    """

    list_display: tuple[str, ...] = ()
    show_full_result_count = False
    list_per_page = 50

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow the filters of the page."""
        named = {one[0] if isinstance(one, tuple) else str(one) for one in self.list_filter}
        return any(lookup in (f"{name}{ending}" for ending in FILTER_ENDINGS) for name in named)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Show what the list shows: a field that is not named here is never on a page of the staff."""
        return self.list_display

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """All of it is for reading."""
        return self.list_display

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: no row is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: no row is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: no row is deleted here."""
        return False


def hides_something(session: Session) -> bool:
    """Say whether a current game has a player who decides unseen."""
    return session.status != SessionStatus.OVER and secrecy_of(session) is not None


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin):
    """Games, the stuck ones by their filter; of one that hides something not how far it has come."""

    list_display = ("id", "title", "status", "owner", "pack", "rules", "counts", "entries", "created", "last_change")
    list_filter = ("status", "title", "counts")
    list_select_related = ("owner",)
    search_fields = ("id", "owner__display_name", "owner__email")
    ordering = ("-created",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        """Read no more than is shown, and what says whether it may be."""
        named = ("title", "status", "pack", "rules", "counts", "entries_made", "created", "changed", "setup", "owner")
        return super().get_queryset(request).exclude(pk__in=own_tables(request)).only(*named)

    @admin.display(description=_("entries"))
    def entries(self, session: Session) -> str:
        """Count the entries of the journal."""
        return "–" if hides_something(session) else str(session.entries_made)

    @admin.display(description=_("last change"))
    def last_change(self, session: Session) -> datetime | None:
        """Say when it last moved."""
        return None if hides_something(session) else session.changed


@admin.register(Order)
class OrderAdmin(ReadOnlyAdmin):
    """Orders, the failed ones by their filter: who gave what kind of order when, never what was ordered.

    Of a running game with hidden facts it lists only failed ones, without seat and kind.
    """

    list_display = ("id", "session", "what", "by_seat", "status", "code", "attempts", "given", "settled")
    list_filter = ("status",)
    list_select_related = ("session",)
    search_fields = ("session__id",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Order]:
        """Read no more than is shown; how many orders a game has seen may be hidden."""
        titles = [name for name, game in registered().items() if game.secrecy is not None]
        hidden = Q(session__title__in=titles) & ~Q(session__status=SessionStatus.OVER) & ~Q(status=OrderStatus.FAILED)
        found = super().get_queryset(request).exclude(session__in=own_tables(request)).exclude(hidden)
        named = ("kind", "seat", "status", "code", "attempts", "given", "settled")
        return found.only(*named, "session__title", "session__status", "session__setup")

    @admin.display(description=_("kind"))
    def what(self, order: Order) -> str:
        """Say what kind of order it is."""
        return "–" if hides_something(order.session) else str(order.get_kind_display())

    @admin.display(description=_("seat"))
    def by_seat(self, order: Order) -> str:
        """Name the seat that gave it."""
        return "–" if hides_something(order.session) else order.seat
