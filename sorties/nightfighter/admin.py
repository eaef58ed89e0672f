"""Staff pages of years of nights: heads, weeks, decorations, crews and the flights of bots."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet

from campaigns.careers.admin import BotFlightAdmin, CareerAdmin, CareerRowAdmin
from campaigns.staff_visibility import in_no_running_season, is_over
from sorties.nightfighter.careers.dossier import NightDossier
from sorties.nightfighter.careers.selectors import careers_for_pages
from sorties.nightfighter.models import CrewRecord, Decoration, NightCareer, NightFlight, WeekRecord

BLIND = "blind"
"""The mode in which an umpire hides the raid from the player."""

admin.site.register(NightFlight, BotFlightAdmin)


@admin.register(NightCareer)
class NightCareerAdmin(CareerAdmin):
    """Years of nights: one under an umpire is read when it is over."""

    page_template = "sorties/nightfighter/careers/page.html"

    def readable(self) -> Q:
        """Leave out a year under an umpire that is under way."""
        return in_no_running_season() & (~Q(mode=BLIND) | is_over())

    def heads(self) -> QuerySet[Any]:
        """Return years as their pages want them."""
        return careers_for_pages()

    def dossier_for(self, career: NightCareer) -> object:
        """Return what the page shows of a year."""
        return NightDossier(career)


class NightRowAdmin(CareerRowAdmin):
    """Base of the admin pages for rows that belong to years of nights."""

    def readable(self) -> Q:
        """Leave out a year under an umpire that is under way."""
        return super().readable() & (~Q(career__mode=BLIND) | is_over("career__session"))


@admin.register(WeekRecord)
class WeekRecordAdmin(NightRowAdmin):
    """Weeks of the duty log."""

    list_display = ("id", "career", "player", "place", "month", "what", "home", "crew", "kills", "points")
    list_filter = ("what", "home")


@admin.register(Decoration)
class DecorationAdmin(NightRowAdmin):
    """Medals."""

    list_display = ("id", "career", "player", "name", "week", "points")
    list_filter = ("name",)


@admin.register(CrewRecord)
class CrewRecordAdmin(NightRowAdmin):
    """Crews and their state."""

    list_display = ("id", "career", "player", "name", "status", "joined", "left", "kills", "points")
    list_filter = ("status",)
