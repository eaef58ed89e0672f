"""The import of a tabletop career from its CSV log: read, flown through by the rules, and imported whole or not at all.

The columns are those of the export (docs/reference/csv.md). `log_replay` flies the log again by the rules.
"""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

import msgspec
from django.core.files.base import File
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.rules.tabletop import DICE
from engine.interceptor.state import MONTHS, WOUNDS, Career, Options, Setup
from play.charts import selectors
from play.fairness.commitments import PostedCommitment
from play.live import notify
from play.orders.refusals import where_wrong
from play.sessions import services
from play.sessions.models import Session
from play.utils.csv_cells import BYTE_ORDER_MARK, unescape_formula
from play.utils.plain_data import is_text, whole
from play.utils.spreadsheets import column_of, decoded, month_of, whole_number
from sorties.interceptor.careers import log_text
from sorties.interceptor.exports import csv_export, log_replay
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.records.projection import career_create
from sorties.interceptor.tabletop.log_line import TITLE

if TYPE_CHECKING:
    from sorties.interceptor.exports.log_upload import LogCheck

LARGEST_FILE = 256 * 1024
MOST_LINES = 92
MOST_PROBLEMS = 100
MOST_NOTES = 30
NEEDED = tuple(column.name for column in csv_export.SORTIES.columns if column.required)
TRACKS = ("officer", "nco")
RESULTS = ("missed", "damaged", "destroyed", "crashed", "unseen")
CREDITS = ("pilot", "wingman", "gunner")
NUMBERS = ("line", "damaged", "bombers", "fighters", "hits", "fatigue", "xp", "prestige", "wounds")
"""Columns of whole numbers."""
SEAT = "pilot"


@dataclass(frozen=True)
class LogProblem:
    """An error of a file: the line and its column."""

    line: int
    column: str
    sentence: str


class LogFight(TypedDict):
    """An enemy of the column `met`, as the rules take him."""

    enemy: str
    result: str
    by: str


class LogSheetEntry(TypedDict, total=False):
    """The sheet of a line as the rules take it; what the file does not say is left out."""

    flown: bool
    target: str
    weather: str
    fights: list[LogFight]
    hits: int
    end: str
    landing: str
    pilot_wound: str
    gunner_wound: str
    wingman: str
    events: list[str]
    used: list[str]
    rolls: dict[str, list[int]]
    wounds: int


@dataclass
class LogFileRow:
    """A line of the file that could be read."""

    number: int
    """Its place in the file, from 1."""
    cells: dict[str, str]
    sheet: LogSheetEntry
    thrown: dict[str, list[int]]
    """Dice of the debriefing that the site threw; those of the player are on the sheet."""
    orders: list[str]


@dataclass
class LogTrial:
    """A file that was looked through."""

    text: str
    track: str = "officer"
    problems: list[LogProblem] = field(default_factory=list)
    rows: list[LogFileRow] = field(default_factory=list)
    setup: Setup = field(default_factory=Setup)
    journal: list[log_replay.LogReplayEntry] = field(default_factory=list)
    notes: list[LogProblem] = field(default_factory=list)
    """Differences of the file from the rules' figures, which are stored."""
    career: Career | None = None
    """The career as the rules have it after the last line."""
    rank: str = ""
    owner: Player | None = None
    """Person who imports it, and may play by his own charts."""
    pack: str = "standard"
    charts: Charts | None = None
    """Contents of the pack."""
    skills: list[str] = field(default_factory=list)
    """Orders that buy skills before the first line."""

    @property
    def stands(self) -> bool:
        """Say whether it can be imported."""
        return bool(self.rows) and not self.problems

    def wrong(self, line: int, column: str, sentence: str) -> None:
        """Note a problem."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(LogProblem(line, column, sentence))

    def note(self, line: int, column: str, sentence: str) -> None:
        """Note a figure that is changed on import."""
        if len(self.notes) < MOST_NOTES:
            self.notes.append(LogProblem(line, column, sentence))


def read(file: File | None, text: str = "", track: str = "officer", owner: Player | None = None) -> LogTrial:
    """Read a file, or the text stored by the last check, and fly it through."""
    trial = LogTrial("", track if track in TRACKS else TRACKS[0], owner=owner)
    if file is not None:
        if file.size > LARGEST_FILE:
            trial.wrong(0, "", _("The file is too large for a log."))
            return trial
        text = decoded(file.read())
    trial.text = text[:LARGEST_FILE].removeprefix(BYTE_ORDER_MARK)
    if not is_text(trial.text):
        trial.wrong(0, "", _("Your entry contains characters or numbers that we cannot store. Nothing was changed."))
        return trial
    if not trial.text.strip():
        trial.wrong(0, "", _("Choose a file first."))
        return trial
    _read_rows(trial)
    charts = _set_up(trial) if not trial.problems else None
    if charts is not None and not trial.problems:
        log_replay.fly(trial, charts)
    return trial


# Reading


def _read_rows(trial: LogTrial) -> None:
    first = trial.text.splitlines()[0]
    try:
        # A spreadsheet parts cells by what its language has for it.
        parted = max(",;\t", key=first.count)
        lines = csv.reader(io.StringIO(trial.text, newline=""), delimiter=parted, strict=True)
        table = list(lines)
    except csv.Error:
        said = _("line %(n)s") % {"n": lines.line_num}
        trial.wrong(0, "", _("This is not a CSV file: %(problem)s") % {"problem": said})
        return
    head = [column_of(name, TITLE) for name in table[0]] if table else []
    for name in NEEDED:
        if name not in head:
            trial.wrong(1, name, _("This column is missing."))
    for name in head:
        if name not in csv_export.SORTIES.head:
            trial.wrong(1, name, _("The log has no such column."))
    if len(set(head)) != len(head):
        trial.wrong(1, "", _("This column appears twice."))
    if trial.problems:
        return
    for number, cells in enumerate(table[1:], 2):
        if not any(cells):
            continue
        if len(cells) != len(head):
            facts = {"got": len(cells), "wanted": len(head)}
            trial.wrong(number, "", _("This row has %(got)s cells; the header has %(wanted)s.") % facts)
            continue
        named = dict(zip(head, [unescape_formula(cell.strip()).strip() for cell in cells], strict=True))
        row = _read_row(trial, number, named | _as_written_here(named))
        if row is not None:
            trial.rows.append(row)
    if len(trial.rows) > MOST_LINES:
        trial.wrong(0, "", _("A year has 92 lines. Import one career at a time."))
    if not trial.rows and not trial.problems:
        trial.wrong(0, "", _("The file has no log line."))
    for name in ("pilot", "career"):
        if len({row.cells.get(name, "") for row in trial.rows}) > 1:
            trial.wrong(0, name, _("The file has more than one career. Import one at a time."))


def _as_written_here(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the cells in which a spreadsheet writes dates and numbers in its own way, as this site writes them."""
    numbers = {name: whole_number(cells[name]) for name in NUMBERS if name in cells}
    return numbers | {"month": month_of(cells["month"])}


def _read_row(trial: LogTrial, number: int, cells: dict[str, str]) -> LogFileRow | None:
    """Read one line; what cannot be read is noted with its column."""
    before = len(trial.problems)
    if cells["month"] not in MONTHS:
        trial.wrong(number, "month", _("Write a month from 1943-03 to 1944-02."))
    for name in ("line", "hits"):
        if whole(cells[name]) is None:
            trial.wrong(number, name, _("Enter a number."))
    if cells["kind"] not in ("flown", "grey", "missed"):
        trial.wrong(number, "kind", _("Write flown, grey or missed."))
    pilot, _bar, gunner = cells["wound"].partition("/")
    if pilot not in WOUNDS or gunner not in WOUNDS:
        trial.wrong(number, "wound", _("Write LW, SW, KIA or nothing; the gunner’s wound after a slash."))
    fights = _fights(cells["met"])
    if fights is None:
        trial.wrong(number, "met", _("Write each enemy as “B-17 destroyed pilot”, with semicolons between."))
    if fights is None or len(trial.problems) > before:
        return None
    end, _space, landing = cells["end"].partition(" ")
    sheet: LogSheetEntry = {"flown": False, "target": cells["raid"], "landing": ""}
    if cells["kind"] == "flown":
        sheet = {
            "target": cells["raid"],
            "weather": cells.get("weather", ""),
            "fights": fights,
            "hits": int(cells["hits"]),
            "end": end,
            "landing": landing,
            "pilot_wound": pilot,
            "gunner_wound": gunner,
            "wingman": cells.get("wingman") or "present",
            "events": _list(cells, "event"),
            "used": _list(cells, "used"),
        }
    dice = _dice(trial, number, "dice", cells.get("dice", ""))
    thrown = _dice(trial, number, "thrown", cells.get("thrown", ""))
    if len(trial.problems) > before:
        return None
    sheet["rolls"] = dice
    return LogFileRow(number, cells, sheet, thrown, _list(cells, "orders"))


def _list(cells: Mapping[str, str], name: str) -> list[str]:
    return [part.strip() for part in cells.get(name, "").split(";") if part.strip()]


def _dice(trial: LogTrial, number: int, column: str, cell: str) -> dict[str, list[int]]:
    """Read dice by what they were for: `wound 2 5; r1 7`."""
    found: dict[str, list[int]] = {}
    for part in _list({"": cell}, ""):
        stream, *faces = part.split()
        sides = DICE.get(stream, 0)
        if not faces or not all(1 <= (whole(face) or 0) <= sides for face in faces):
            facts = {"names": ", ".join(DICE)}
            trial.wrong(number, column, _("Write dice as “wound 2 5; r1 7”. Names: %(names)s.") % facts)
            continue
        found.setdefault(stream, []).extend(map(int, faces))
    return found


def _fights(met: str) -> list[LogFight] | None:
    """Read the enemies met: a name, which may have several words, what became of him, and whose victory it was.

    Nothing is returned where one of them has no name.
    """
    found: list[LogFight] = []
    for one in filter(None, (part.strip() for part in met.split(";"))):
        words = one.split()
        by = words.pop() if words[-1] in CREDITS else ""
        result = words.pop() if words and words[-1] in RESULTS else "missed"
        if not words:
            return None
        found.append({"enemy": " ".join(words), "result": result, "by": by})
    return found


def _set_up(trial: LogTrial) -> Charts | None:
    """Find how he began: rank track, ace card, optional rules and charts as they are said, the rest in line 1. [4]

    The charts are returned, if they are there and he has a unit in them.
    """
    first = trial.rows[0]
    cells = first.cells
    said = next((row for row in trial.rows if row.cells.get("setup")), first)
    begun = _read_setup(trial, said.number, _list(said.cells, "setup"))
    if trial.charts is None or trial.problems:
        return None
    units = trial.charts.units
    found = [number for number, unit in units.items() if (unit.unit, unit.base) == (cells["unit"], cells["base"])]
    if not found:
        sentence = _("No unit of this name begins at %(base)s.") % {"base": cells["base"] or "?"}
        trial.wrong(first.number, "unit", sentence)
        return None
    unit = units[found[0]]
    if cells["aircraft"] not in unit.aircraft:
        facts = {"unit": unit.unit, "types": ", ".join(unit.aircraft)}
        trial.wrong(first.number, "aircraft", _("%(unit)s does not begin with this type. It has: %(types)s.") % facts)
    if MONTHS.index(cells["month"]) < unit.start:
        facts = {"unit": unit.unit, "month": log_text.month_name(MONTHS[unit.start])}
        trial.wrong(first.number, "month", _("%(unit)s cannot begin before %(month)s.") % facts)
    pilot = {
        "name": cells["pilot"][:60],
        "track": begun.track,
        "unit": found[0],
        "aircraft": cells["aircraft"],
        "start": cells["month"],
        "ace": begun.ace,
        "ace_unit": "random",
    }
    setup = {"pilots": [pilot], "play": "solitaire", "dice": "tabletop", "options": begun.options}
    trial.setup = msgspec.convert(setup, Setup)
    trial.pack, trial.skills = begun.pack, begun.skills
    return trial.charts


@dataclass
class LogSetup:
    """The contents of the column `setup`."""

    track: str
    ace: str = ""
    pack: str = "standard"
    options: dict[str, str | int] = field(default_factory=dict)
    skills: list[str] = field(default_factory=list)


def _read_setup(trial: LogTrial, number: int, parts: list[str]) -> LogSetup:
    begun = LogSetup(trial.track)
    plain: dict[str, object] = msgspec.to_builtins(Options())
    for part in parts:
        word, _space, more = part.partition(" ")
        name, _equals, value = part.partition("=")
        if part in TRACKS:
            begun.track = trial.track = part
        elif word == "ace":
            begun.ace = more
        elif word == "pack":
            begun.pack = more
        elif word.startswith("skill:"):
            begun.skills.append(part)
        elif name in plain:
            begun.options[name] = _value(value, plain[name])
        else:
            trial.wrong(number, "setup", _("“%(part)s” is no part of a set-up.") % {"part": part})
    try:
        trial.charts = selectors.charts_named(TITLE, begun.pack, trial.owner)
        msgspec.convert({"options": begun.options}, Setup)
    except msgspec.ValidationError as problem:
        trial.wrong(
            number,
            "setup",
            _("This column does not accept this value.") + f" ({where_wrong(problem)})",
        )
    except Exception:  # any error that keeps charts from being read: the log cannot be flown with them
        trial.wrong(number, "setup", _("This site has no charts named %(name)s.") % {"name": begun.pack})
    else:
        if begun.ace and begun.ace not in trial.charts.career.aces:
            trial.wrong(number, "setup", _("There is no ace card named %(name)s.") % {"name": begun.ace})
    return begun


def _value(text: str, plain: object) -> str | int:
    """Read the value of an option; its name alone switches it on."""
    if isinstance(plain, bool):
        return {"": True, "true": True, "false": False}.get(text, text)
    number = whole(text)
    return text if number is None else number


# Taking it in


@transaction.atomic
def import_log(trial: "LogTrial | LogCheck", owner: Player, posted: PostedCommitment) -> InterceptorCareer:
    """Create the career of a log that was checked; the worker plays its journal."""
    sitters = {SEAT: services.SeatAssignment(player=owner)}
    session = services.session_open(
        owner=owner,
        title=TITLE,
        setup=msgspec.to_builtins(trial.setup),
        sitters=sitters,
        pack=trial.pack,
        dice_commitment=posted.pledge,
    )
    # Its dice fell elsewhere: no seed of this site gives them.
    Session.objects.filter(pk=session.pk).update(replays=trial.journal, borrowed=len(trial.journal))
    pilot = trial.setup.pilots[0]
    career = career_create(session=session, owner=owner, seat=SEAT, name=pilot.name, track=pilot.track)
    services.session_begin_at_once(session=session, player=owner, posted=posted)
    return career


WAIT_SECONDS = 2.0


def wait_for(career: InterceptorCareer) -> None:
    """Wait a moment until the career exists."""
    order = career.session.orders.first() if career.session else None
    if order is not None:
        notify.wait_for(order, lambda: services.is_settled(order), WAIT_SECONDS)
