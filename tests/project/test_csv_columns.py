"""The columns of every CSV file: their order is a promise, and docs/reference/csv.md describes each."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from campaigns.groups.finished_games import FINISHED_GAMES
from campaigns.seasons.csv_export import LADDER, LINES
from raids.exports import csv_export as bomber_command
from sorties.interceptor.exports import csv_export as interceptor
from sorties.interceptor.exports import log_import
from sorties.nightfighter.exports import csv_export as nightfighter

DOCS = (Path(settings.BASE_DIR) / "docs" / "reference" / "csv.md").read_text(encoding="utf-8")
FILES = {
    "`sorties`": interceptor.SORTIES,
    "`engagements`": interceptor.ENGAGEMENTS,
    "Seasons: `ladder`": LADDER,
    "Seasons: `lines`": LINES,
    "Finished games of a group": FINISHED_GAMES,
    "Years of nights: `nights`": nightfighter.NIGHTS,
    "Years of nights: `kills`": nightfighter.KILLS,
    "Nights of Bomber Command: `nights`": bomber_command.NIGHTS,
    "Nights of Bomber Command: `raids`": bomber_command.RAIDS,
    "Nights of Bomber Command: `combats`": bomber_command.COMBATS,
}
"""By the headings above their tables."""
ORDER = {
    "`sorties`": """career pilot unit base month line raid zone weather kind aircraft met damaged bombers fighters
        hits end wound fatigue xp prestige source setup event used wingman awards promotion orders dice thrown
        notes wounds""",
    "`engagements`": "career pilot month line place enemy class result credit box cause",
    "Seasons: `ladder`": "place moved pilot player value second flown state out dice line void evened",
    "Seasons: `lines`": "pilot player line value second flown gain kind hits hurt state out",
    "Finished games of a group": "night game ended dice seat player measure value level notes",
    "Years of nights: `nights`": """career name year week monday moon what visibility cloud moon_up event placed raids
        bombers fell hits home crew kills points crews source notes""",
    "Years of nights: `kills`": "career name week place crew card raid turn type engines points",
    "Nights of Bomber Command: `nights`": """night date scenario rules british_player german_player turns band british
        german net bombing_halves targets mining nuisance nightfighters bombers mosquitos charts notes""",
    "Nights of Bomber Command: `raids`": """night raid kind target parent turn hexes waypoints heavy bombed losses
        confirmed disruption damage seen""",
    "Nights of Bomber Command: `combats`": """night place turn side attack hex city unit raid modifier total losses
        disruption damage""",
}
"""Written out, and never derived from the code: users read columns by their place. Add a new name at the end only."""


def tables() -> dict[str, str]:
    """Return the tables of columns in docs/reference/csv.md by their headings."""
    found = {}
    for part in re.split(r"^## ", DOCS, flags=re.MULTILINE)[1:]:
        first, *others = re.split(r"^### ", part, flags=re.MULTILINE)
        heading = first.partition("\n")[0]
        found |= {heading: first} | {f"{heading}: {one.partition(chr(10))[0]}": one for one in others}
    head = "| column | what stands there |\n"
    return {name: "".join(re.findall(r"^\|.*\n", text, re.MULTILINE)) for name, text in found.items() if head in text}


def test_every_file_of_the_games_has_its_order_here():
    files = {*interceptor.FILES.values(), *nightfighter.FILES.values(), *bomber_command.FILES.values()}
    assert files <= set(FILES.values()) and set(ORDER) == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_the_order_of_columns_is_stable(name):
    assert FILES[name].head == tuple(ORDER[name].split())


def test_the_docs_describe_every_file():
    assert set(tables()) == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_the_docs_describe_every_column_in_its_order(name):
    """After a failure, put the second table of the message into docs/reference/csv.md."""
    assert tables().get(name) == FILES[name].table()


def test_the_docs_name_the_columns_that_an_import_needs():
    (sentence,) = re.findall(r"Required are ([^;]*);", DOCS)
    assert tuple(re.findall(r"`(\w+)`", sentence)) == log_import.NEEDED
