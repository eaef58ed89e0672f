"""What staff see of a game's careers: the flights of bots, and whether one has stuck."""

from play.admin import ReadOnlyAdmin


class BotFlightAdmin(ReadOnlyAdmin):
    """Flights by bots, those under way or broken off by their filter; not their standing orders."""

    list_display = ("id", "career", "until", "policy", "status", "stop", "lines", "of", "begun", "beat")
    list_filter = ("status", "until")
    list_select_related = ("career",)
    search_fields = ("career__name",)
    ordering = ("-beat",)
