"""The file of a career of Interceptor Ace: head, log, enemies, ledgers, awards, wounds, men and aircraft."""

from typing import Any, Final

from django.template.loader import render_to_string

from campaigns.careers.files import CareerFile, FileRefused, HouseWord, unsealed
from engine.interceptor.state import MONTHS
from sorties.interceptor.books import csv_export
from sorties.interceptor.career.dossier import Dossier
from sorties.interceptor.models import (
    Airframe,
    Award,
    Career,
    Crewman,
    Engagement,
    ExperienceEntry,
    PrestigeEntry,
    Sortie,
    Wound,
)

__all__ = ["FORMAT", "FileRefused", "HouseWord", "check", "read", "take_in", "unsealed", "written"]

FORMAT: Final = "dispersal-career"


def show(career: Career) -> None:
    """Draw the pages of a career that was taken in."""
    context: dict[str, Any] = {"career": career, "dossier": Dossier(career), "is_mine": False}
    render_to_string("sorties/interceptor/career/page.html", context)
    if career.over:
        render_to_string("sorties/interceptor/career/end.html", context)


FILE = CareerFile(
    format=FORMAT,
    head=Career,
    tables={
        "aircraft": Airframe,
        "sorties": Sortie,
        "engagements": Engagement,
        "prestige": PrestigeEntry,
        "experience": ExperienceEntry,
        "awards": Award,
        "wounds": Wound,
        "crew": Crewman,
    },
    pointers={"airframe": "aircraft", "sortie": "sorties"},
    json={
        "options": dict[str, bool | int | str],
        "promotions": list[tuple[str, str]],
        "skills": list[str],
        "events": list[str],
        "ground": csv_export.Ground,
    },
    optional={"ground": csv_export.ground_of},
    one_of={name: tuple(MONTHS) for name in ("month", "last_month", "start")},
    show=show,
)
written, take_in, read, check = FILE.written, FILE.take_in, FILE.read, FILE.check
