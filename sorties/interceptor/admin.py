"""What staff see of careers: the flights of bots, and whether one has stuck."""

from django.contrib import admin

from play.admin import ForReading
from sorties.interceptor.models import BotFlight


@admin.register(BotFlight)
class BotFlightAdmin(ForReading):
    """Flights by bots, those under way or broken off by their filter; not their standing orders."""

    list_display = ("id", "career", "until", "policy", "status", "stop", "lines", "of", "begun", "beat")
    list_filter = ("status", "until")
    list_select_related = ("career",)
    search_fields = ("career__name",)
    ordering = ("-beat",)
