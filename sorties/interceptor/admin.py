"""Staff pages of careers: heads, sorties, awards, crews and the flights of bots."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet

from campaigns.careers.admin import BotFlightAdmin, CareerAdmin, CareerRowAdmin
from sorties.interceptor.careers.dossier import AceDossier, careers_for_pages
from sorties.interceptor.records.models import (
    AwardRecord,
    BotFlight,
    CrewmanRecord,
    InterceptorCareer,
    SortieRecord,
)

admin.site.register(BotFlight, BotFlightAdmin)


@admin.register(InterceptorCareer)
class InterceptorCareerAdmin(CareerAdmin):
    """Careers of Interceptor Ace: the game hides nothing of a career that is under way."""

    page_template = "sorties/interceptor/careers/page.html"

    def heads(self) -> QuerySet[Any]:
        """Return careers as their pages want them."""
        return careers_for_pages()

    def dossier_for(self, career: InterceptorCareer) -> object:
        """Return what the page shows of a career."""
        return AceDossier(career)


@admin.register(SortieRecord)
class SortieRecordAdmin(CareerRowAdmin):
    """Lines of the log."""

    list_display = (
        *("id", "career", "player", "month", "line", "kind", "target", "aircraft", "end"),
        *("bombers", "fighters"),
    )
    list_filter = ("kind", "end")


@admin.register(AwardRecord)
class AwardRecordAdmin(CareerRowAdmin):
    """Awards of pilots and of their men."""

    list_display = ("id", "career", "player", "holder", "name", "month", "line")
    list_filter = ("holder", "name")


@admin.register(CrewmanRecord)
class CrewmanRecordAdmin(CareerRowAdmin):
    """Wingmen and rear gunners."""

    list_display = ("id", "career", "player", "role", "status", "experience", "bombers", "fighters")
    list_filter = ("role", "status")
