"""A tabletop career from its log as CSV: read, flown through by the rules, and taken in whole or not at all.

The columns are those of the export (docs/csv.md). What the rules make of each line is compared with the file: whoever
was away by the rules has not flown. Where a die decides how long he was away, the faces are those that fit the file.
"""

import csv
import hmac
import io
import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns import books, terms
from campaigns.logbook import Career, Source
from campaigns.tabletop import KEY, KIND, TITLE
from engine.interceptor.state import MONTHS, WOUNDS
from engine.interceptor.tabletop import DICE
from engine.kernel.decisions import BadForm, Decision
from engine.kernel.dice import FairDice, commitment
from engine.kernel.run import Record, Run
from play import keeping, nudge, services, titles
from play.models import EntryKind, Session

LARGEST_FILE = 256 * 1024
MOST_LINES = 92
MOST_THROWS = 40
LONGEST_SEARCH = 6.0
"""Sets of dice, and seconds, that are tried for what a file does not say."""
MOST_PROBLEMS = 100
MOST_DICE = 3
"""Dice of one debriefing for which fitting faces are looked for."""
NEEDED = ("pilot", "unit", "base", "month", "line", "raid", "kind", "aircraft", "met", "hits", "end", "wound")
COLUMNS = {
    "target": "raid",
    "fights": "met",
    "hits": "hits",
    "end": "end",
    "landing": "end",
    "pilot_wound": "wound",
    "gunner_wound": "wound",
}
"""The column in which a fault of the sheet lies."""
SEAT = "pilot"


@dataclass(frozen=True)
class Problem:
    """What is wrong, and where: the line of the file and its column."""

    line: int
    column: str
    sentence: str


@dataclass
class Trial:
    """A file that was looked through."""

    text: str
    track: str = "officer"
    problems: list[Problem] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    setup: dict[str, Any] = field(default_factory=dict)
    journal: list[dict[str, Any]] = field(default_factory=list)
    throw: int = 0
    """Which set of dice served for what the file does not say."""
    career: Any = None
    """The career as the rules have it after the last line."""

    @property
    def stands(self) -> bool:
        """Whether it can be taken in."""
        return bool(self.rows) and not self.problems

    def wrong(self, line: int, column: str, sentence: str) -> None:
        """Note a problem."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(line, column, sentence))


def read(file: Any, text: str = "", track: str = "officer") -> Trial:
    """Read a file, or the text that the last look has kept, and fly it through."""
    trial = Trial("", track if track in ("officer", "nco") else "officer")
    if file is not None:
        if file.size > LARGEST_FILE:
            trial.wrong(0, "", _("The file is larger than any log."))
            return trial
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            trial.wrong(0, "", _("The file is not written in UTF-8."))
            return trial
    trial.text = text[:LARGEST_FILE].removeprefix(books.BYTE_ORDER_MARK)
    if not trial.text.strip():
        trial.wrong(0, "", _("Choose a file first."))
        return trial
    _read_rows(trial)
    if not trial.problems:
        _set_up(trial)
    if not trial.problems:
        _fly(trial)
    return trial


def _fly(trial: Trial) -> None:
    """Fly the log through; where dice that nobody wrote down part it from the file, throw them again.

    The first try is the one that is reported: what parts every throw from the file is a problem of the file.
    """
    _Flight(trial).fly()
    reported, begun = trial.problems, time.monotonic()
    while trial.problems and trial.throw < MOST_THROWS and time.monotonic() - begun < LONGEST_SEARCH:
        trial.throw, trial.problems = trial.throw + 1, []
        _Flight(trial).fly()
    if trial.problems:
        trial.problems = reported


# Reading


def _read_rows(trial: Trial) -> None:
    try:
        table = list(csv.reader(io.StringIO(trial.text, newline=""), strict=True))
    except csv.Error as problem:
        trial.wrong(0, "", _("This is no CSV file: %(problem)s") % {"problem": problem})
        return
    head = [name.strip() for name in table[0]] if table else []
    for name in NEEDED:
        if name not in head:
            trial.wrong(1, name, _("This column is missing."))
    for name in head:
        if name not in books.SORTIES:
            trial.wrong(1, name, _("There is no column of that name."))
    if len(set(head)) != len(head):
        trial.wrong(1, "", _("A column stands there twice."))
    if trial.problems:
        return
    for number, cells in enumerate(table[1:], 2):
        if not any(cells):
            continue
        if len(cells) != len(head):
            facts = {"got": len(cells), "wanted": len(head)}
            trial.wrong(number, "", _("%(got)s cells where the head has %(wanted)s.") % facts)
            continue
        cells = [books.as_written(cell.strip()) for cell in cells]
        row = _read_row(trial, number, dict(zip(head, cells, strict=True)))
        if row is not None:
            trial.rows.append(row)
    if len(trial.rows) > MOST_LINES:
        trial.wrong(0, "", _("A year has 92 lines: one career at a time."))
    if not trial.rows and not trial.problems:
        trial.wrong(0, "", _("There is no line in this file."))
    for name in ("pilot", "career"):
        if len({row["cells"].get(name, "") for row in trial.rows}) > 1:
            trial.wrong(0, name, _("The file holds more than one career: take them in one at a time."))


def _read_row(trial: Trial, number: int, cells: dict[str, str]) -> dict[str, Any] | None:
    """Read one line; what cannot be read is noted with its column."""
    before = len(trial.problems)
    if cells["month"] not in MONTHS:
        trial.wrong(number, "month", _("A month from 1943-03 to 1944-02 is wanted here."))
    for name in ("line", "hits"):
        if not cells[name].isdecimal():
            trial.wrong(number, name, _("A number is wanted here."))
    if cells["kind"] not in ("flown", "grey", "missed"):
        trial.wrong(number, "kind", _("One of flown, grey and missed is wanted here."))
    pilot, _bar, gunner = cells["wound"].partition("/")
    if pilot not in WOUNDS or gunner not in WOUNDS:
        trial.wrong(number, "wound", _("Nothing, LW, SW or KIA is wanted here, the gunner’s after a stroke."))
    fights = list(_fights(cells["met"]))
    if any(fight is None for fight in fights):
        trial.wrong(number, "met", _("Each enemy is wanted as “B-17 destroyed pilot”, with semicolons between them."))
    if len(trial.problems) > before:
        return None
    end, _space, landing = cells["end"].partition(" ")
    sheet: dict[str, Any] = {"flown": False, "target": cells["raid"], "landing": ""}
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
        }
    return {"number": number, "cells": cells, "sheet": sheet}


def _fights(met: str) -> Iterator[dict[str, str] | None]:
    for one in filter(None, (part.strip() for part in met.split(";"))):
        words = one.split()
        if not 1 <= len(words) <= 3:
            yield None
            continue
        enemy, result, by = [*words, "", ""][:3]
        yield {"enemy": enemy, "result": result or "missed", "by": by}


def _set_up(trial: Trial) -> None:
    """Find unit, aircraft and first month in the first line. [4.1, 4.2]"""
    first = trial.rows[0]
    cells, units = first["cells"], titles.pack_of(TITLE, "standard").units
    found = [number for number, unit in units.items() if (unit.unit, unit.base) == (cells["unit"], cells["base"])]
    if not found:
        sentence = _("No unit of that name begins at %(base)s.") % {"base": cells["base"] or "?"}
        trial.wrong(first["number"], "unit", sentence)
        return
    unit = units[found[0]]
    if cells["aircraft"] not in unit.aircraft:
        facts = {"unit": unit.unit, "types": ", ".join(unit.aircraft)}
        trial.wrong(first["number"], "aircraft", _("%(unit)s does not begin with it; it has: %(types)s.") % facts)
    if MONTHS.index(cells["month"]) < unit.start:
        facts = {"unit": unit.unit, "month": terms.month_name(MONTHS[unit.start])}
        trial.wrong(first["number"], "month", _("%(unit)s cannot begin before %(month)s.") % facts)
    pilot = {
        "name": cells["pilot"][:60],
        "track": trial.track,
        "unit": found[0],
        "aircraft": cells["aircraft"],
        "start": cells["month"],
    }
    trial.setup = {"pilots": [pilot], "play": "solitaire", "dice": "tabletop"}


# Flying it through


def seed_of(trial: Trial) -> bytes:
    """Return the seed of the dice that are thrown here: the same at the trial and when it is taken in."""
    return hmac.digest(settings.SECRET_KEY.encode(), f"log/{trial.throw}/{trial.text}".encode(), "sha256")


class _Flight:
    """The career of a file, line after line by the rules."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.seed = seed_of(trial)
        self.title = titles.title_of(TITLE)
        self.pack = titles.pack_of(TITLE, "standard")
        setup: Any = msgspec.convert(trial.setup, self.title.Setup)
        self.counters: dict[str, int] = {}
        self.run = Run.begin(self.title, self.pack, setup, self.dice())
        self.journal: list[dict[str, Any]] = [{"kind": str(EntryKind.BEGIN), "seat": "", "key": "", "answer": None}]
        self.draws = [self.run.step.draws]

    def dice(self) -> FairDice:
        return FairDice(self.seed, {SEAT: SEAT})

    @property
    def career(self) -> Any:
        return self.run.state.careers[0]

    def fly(self) -> None:
        """Answer every question as the file has it; stop where the file and the rules part."""
        for place, row in enumerate(self.trial.rows):
            if not self.write_down(place, row):
                break
        self.trial.career = self.career
        counters: dict[str, int] = {}
        for line, draws in zip(self.journal, self.draws, strict=True):
            line["draws"] = keeping.numbered(draws, counters)
        self.trial.journal = self.journal

    def write_down(self, place: int, row: dict[str, Any]) -> bool:
        """Write one line down, unless the rules have already counted it off."""
        trial, number, cells = self.trial, row["number"], row["cells"]
        decision = self.go_on(row)
        if place < len(self.career.log):
            line = self.career.log[place]
            if (MONTHS[line.month], line.line + 1) != (cells["month"], int(cells["line"])):
                self.out_of_order(row, line.month, line.line)
                return False
            if cells["kind"] != "missed":
                cause = terms.CAUSES.get(line.cause, line.cause)
                trial.wrong(number, "kind", _("By the rules he was away on this line: %(cause)s.") % {"cause": cause})
                return False
            return True
        if decision is None:
            trial.wrong(number, "", _("His career was over before this line."))
            return False
        if (MONTHS[self.run.state.month], self.run.state.line + 1) != (cells["month"], int(cells["line"])):
            self.out_of_order(row, self.run.state.month, self.run.state.line)
            return False
        if cells["kind"] == "missed" and cells["end"] != "stood-down":
            trial.wrong(number, "kind", _("By the rules nothing kept him from flying on this line."))
            return False
        if cells["kind"] == "flown":
            self.check_head(row)
        return self.enter(place, row)

    def out_of_order(self, row: Mapping[str, Any], month: int, line: int) -> None:
        facts = {"month": MONTHS[month], "line": line + 1} if month < len(MONTHS) else {"month": "–", "line": "–"}
        sentence = _("Line %(line)s of %(month)s comes next; none may be left out.") % facts
        self.trial.wrong(row["number"], "line", sentence)

    def check_head(self, row: Mapping[str, Any]) -> None:
        """Compare unit and aircraft with what he has by the rules."""
        unit = self.pack.units[self.career.unit]
        for column, has in (("unit", unit.unit), ("base", unit.base), ("aircraft", self.career.plane.model)):
            if row["cells"][column] != has:
                sentence = _("By the rules it is %(has)s here: the change to this one was not to be had.")
                self.trial.wrong(row["number"], column, sentence % {"has": has})

    def enter(self, place: int, row: dict[str, Any]) -> bool:
        """Give the sheet; where the file has him miss other lines than the dice say, with faces that fit."""
        before = msgspec.msgpack.encode(self.run.record)
        kept = len(self.journal)
        try:
            self.answer(row["sheet"])
        except BadForm as refusal:
            self.say(row["number"], refusal)
            self.answer({"flown": False, "target": "", "landing": ""})
            return True
        wanted = list(itertools.takewhile(_is_away, self.trial.rows[place + 1 :]))
        if self.fits(place, len(wanted)):
            return True
        fell = [draw.stream for draw in self.draws[kept] if draw.stream in DICE][:MOST_DICE]
        for faces in itertools.product(*(range(1, DICE[stream] + 1) for stream in fell)):
            rolls: dict[str, list[int]] = {}
            for stream, face in zip(fell, faces, strict=True):
                rolls.setdefault(stream, []).append(face)
            self.back_to(before, kept)
            self.answer(row["sheet"] | {"rolls": rolls})
            if self.fits(place, len(wanted)):
                return True
        self.back_to(before, kept)
        self.answer(row["sheet"])
        return True

    def fits(self, place: int, wanted: int) -> bool:
        """Go on to the next line; say whether he was away as long, and then has the aircraft, as in the file."""
        rows = self.trial.rows
        if place + 1 < len(rows):
            self.go_on(rows[place + 1 + wanted] if place + 1 + wanted < len(rows) else rows[-1])
        missed = sum(line.kind == "missed" for line in self.career.log[place + 1 :])
        follows = rows[place + 1 + wanted] if place + 1 + wanted < len(rows) else None
        if follows is not None and not self.run.over and self.career.plane.model != follows["cells"]["aircraft"]:
            return False
        return missed == wanted or (missed > wanted and place + 1 + wanted == len(rows))

    def back_to(self, record: bytes, kept: int) -> None:
        del self.journal[kept:], self.draws[kept:]
        self.run = Run.resume(self.title, self.pack, self.dice(), msgspec.msgpack.decode(record, type=Record))

    def go_on(self, row: Mapping[str, Any]) -> Decision | None:
        """Answer what is asked between two lines: learn nothing, and get the unit and aircraft of the line to come."""
        while not self.run.over:
            (decision,) = self.run.asked(SEAT)
            if decision.kind == KIND:
                return decision
            self.answer(self.choice(decision, row["cells"]), decision.key)
        return None

    def choice(self, decision: Decision, cells: Mapping[str, str]) -> str:
        """Choose what leads to the lines to come: what he buys he has on the next one, missed or flown."""
        for option in (cells["aircraft"], f"take:{cells['aircraft']}"):
            if option in decision.options:
                return option
        rows, entered = self.trial.rows, len(self.career.log)
        follows = rows[entered]["cells"] if entered < len(rows) else cells
        upgrade = f"upgrade:{follows['aircraft']}"
        if upgrade in decision.options and self.career.plane.model != follows["aircraft"]:
            return upgrade
        unit = self.pack.units.get(self.career.unit)
        if unit is not None and (unit.unit, unit.base) != (follows["unit"], follows["base"]):
            for option in decision.options:
                if option.startswith("transfer:") and self.leads_to(option, follows):
                    return option
        return "done" if "done" in decision.options else decision.options[-1]

    def leads_to(self, option: str, cells: Mapping[str, str]) -> bool:
        _what, number, model = f"{option}:".split(":")[:3]
        unit = self.pack.units[int(number)]
        return (unit.unit, unit.base) == (cells["unit"], cells["base"]) and model in ("", cells["aircraft"])

    def answer(self, answer: Any, key: str = KEY) -> None:
        step = self.run.answer(SEAT, answer, key)
        if step.entry is None:
            raise TypeError("an answer has an entry")
        given = keeping.plain(step.entry.answer)
        self.journal.append({"kind": str(EntryKind.ANSWER), "seat": SEAT, "key": key, "answer": given})
        self.draws.append(step.draws)

    def say(self, number: int, refusal: BadForm) -> None:
        words = titles.words_of(TITLE)
        for fault in refusal.faults:
            name = fault.field.removeprefix("$").removeprefix(".").partition("[")[0].partition(".")[0]
            column = COLUMNS.get(name, "")
            if fault.code == "type":
                self.trial.wrong(number, column, _("This is not one of the values that stand in this column."))
            else:
                self.trial.wrong(number, column, words.fault(fault.code, fault.facts))


def _is_away(row: Mapping[str, Any]) -> bool:
    return row["cells"]["kind"] == "missed" and row["cells"]["end"] != "stood-down"


# Taking it in


@transaction.atomic
def take_in(trial: Trial, owner: Any) -> Career:
    """Open the books of the career that was looked through; its journal is played by the worker."""
    sitters = {SEAT: services.Sitter(player=owner)}
    session = services.session_open(owner=owner, title=TITLE, setup=trial.setup, sitters=sitters)
    seed = seed_of(trial)
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed), replays=trial.journal)
    pilot = trial.setup["pilots"][0]
    career = Career.objects.create(
        owner=owner,
        session=session,
        seat=SEAT,
        source=Source.TABLETOP,
        pack=session.pack,
        pack_hash=session.pack_hash,
        name=pilot["name"],
        track=pilot["track"],
    )
    services.session_begin(session=session, player=owner, nonce=SEAT)
    return career


WAIT_SECONDS = 2.0


def wait_for(career: Career) -> None:
    """Wait a moment until the books are open."""
    order = career.session.orders.first() if career.session else None
    if order is not None:
        with nudge.listening(career.session.pk) as wait:  # type: ignore[union-attr]
            wait(lambda: services.is_settled(order), order.pk, WAIT_SECONDS)
