"""What staff see of people: who they are and whether they may come in; no password, and nothing of their games."""

from django.contrib import admin
from django.http import HttpRequest

from campaigns.models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Find a player; close or open the door. Only who may do everything makes others staff."""

    list_display = ("display_name", "email", "is_guest", "is_active", "is_staff", "last_seen")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("display_name", "email")
    fields = ("display_name", "email", "is_active", "is_staff", "groups", "date_joined", "last_seen")
    readonly_fields = ("email", "date_joined", "last_seen")

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Keep staff from giving themselves more than they were given."""
        return (*self.readonly_fields, *(() if request.user.is_superuser else ("is_staff", "groups")))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts are made by signing up."""
        return False
