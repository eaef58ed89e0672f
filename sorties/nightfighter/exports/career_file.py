"""The file of a year of nights: head, weeks, raids, aircraft shot down, injuries, decorations, aircraft and crews."""

from typing import Final

from django.template.loader import render_to_string

from campaigns.careers.json_file import CareerFile
from sorties.nightfighter.careers.dossier import NightDossier
from sorties.nightfighter.debriefing.farewell import last_page
from sorties.nightfighter.records.models import (
    AircraftRecord,
    CrewRecord,
    Decoration,
    Injury,
    Kill,
    NightCareer,
    RaidRecord,
    WeekRecord,
)

FORMAT: Final = "dispersal-night-career"
MONTHS = tuple(f"{year}-{month:02}" for year in (1942, 1943) for month in range(1, 13))
HOME = ("safe", "repairable", "written-off", "shot-down")
INJURED = ("unhurt", "wounded", "casualty", "wounded-and-casualty", "killed")


def render_pages(career: NightCareer) -> None:
    """Draw the pages of an imported year."""
    dossier = NightDossier(career)
    context = {"career": career, "dossier": dossier, "is_mine": False}
    render_to_string("sorties/nightfighter/careers/page.html", context)
    if career.over:
        render_to_string("sorties/nightfighter/careers/end.html", context | {"last": last_page(dossier)})


FILE = CareerFile(
    format=FORMAT,
    head=NightCareer,
    tables={
        "weeks": WeekRecord,
        "raids": RaidRecord,
        "kills": Kill,
        "injuries": Injury,
        "decorations": Decoration,
        "aircraft": AircraftRecord,
        "crews": CrewRecord,
    },
    foreign_keys={"raid": "raids"},
    json={"options": dict[str, bool | int | str]},
    one_of={
        "month": MONTHS,
        "kind": ("green", "seasoned", "staffel"),
        "moon": ("full", "half", "none"),
        "mode": ("solo", "blind", "tabletop"),
        "umpire": ("computer", "person"),
        "what": ("grounded", "wounded", "stayed", "returned", "fought", "patrol"),
        "visibility": ("good", "moderate", "poor"),
        "home": HOME,
        "status": ("here", "killed", "promoted"),
    },
    render_pages=render_pages,
)
dump, import_file, read, check = FILE.dump, FILE.import_file, FILE.read, FILE.check
