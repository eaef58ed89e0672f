"""The file of a career of Interceptor Ace: head, log, enemies, ledgers, awards, wounds, men and aircraft."""

from typing import Final

from django.template.loader import render_to_string

from campaigns.careers.json_file import CareerFile, CareerFileRefused, SiteStatement, unsigned
from engine.interceptor.state import MONTHS
from sorties.interceptor.careers.dossier import AceDossier
from sorties.interceptor.exports import csv_export
from sorties.interceptor.records.models import (
    Airframe,
    AwardRecord,
    CrewmanRecord,
    EngagementRecord,
    ExperienceEntry,
    InterceptorCareer,
    PrestigeEntry,
    SortieRecord,
    Wound,
)

__all__ = ["FORMAT", "CareerFileRefused", "SiteStatement", "check", "dump", "import_file", "read", "unsigned"]

FORMAT: Final = "dispersal-career"


def render_pages(career: InterceptorCareer) -> None:
    """Draw the pages of an imported career."""
    context = {"career": career, "dossier": AceDossier(career), "is_mine": False}
    render_to_string("sorties/interceptor/careers/page.html", context)
    if career.over:
        render_to_string("sorties/interceptor/careers/end.html", context)


FILE = CareerFile(
    format=FORMAT,
    head=InterceptorCareer,
    tables={
        "aircraft": Airframe,
        "sorties": SortieRecord,
        "engagements": EngagementRecord,
        "prestige": PrestigeEntry,
        "experience": ExperienceEntry,
        "awards": AwardRecord,
        "wounds": Wound,
        "crew": CrewmanRecord,
    },
    foreign_keys={"airframe": "aircraft", "sortie": "sorties"},
    json={
        "options": dict[str, bool | int | str],
        "promotions": list[tuple[str, str]],
        "skills": list[str],
        "events": list[str],
        "ground": csv_export.GroundRecord,
    },
    optional={"ground": csv_export.ground_of},
    one_of={name: tuple(MONTHS) for name in ("month", "last_month", "start")},
    render_pages=render_pages,
)
dump, import_file, read, check = FILE.dump, FILE.import_file, FILE.read, FILE.check
