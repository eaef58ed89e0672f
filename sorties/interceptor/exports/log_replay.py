"""The flight of an imported log: the rules go through it with the sheets, orders and dice of the file.

Results replace dice that the file does not have: missed lines, awards, promotions, aircraft. An event without a trace
there has not happened. Nothing is rolled.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NotRequired, TypedDict

import msgspec
from django.utils.translation import gettext as _

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.rules.career import awards
from engine.interceptor.state import MONTHS, Career, State
from engine.kernel.decisions import BadForm, Decision, about, parts_of
from engine.kernel.run import GameRecord, Run
from play.games import titles
from play.journal import store
from play.journal.models import EntryKind
from play.utils.plain_data import whole
from sorties.interceptor.careers.charts_history import ChartsOfLog
from sorties.interceptor.records.projection import SCORED, log_lines
from sorties.interceptor.tabletop.log_line import DONE, KEY, KIND, TITLE, by_itself, path_of
from sorties.interceptor.text import names as spoken

if TYPE_CHECKING:
    from sorties.interceptor.exports.log_import import LogFileRow, LogSheetEntry, LogTrial

SEAT = "pilot"
STOOD_DOWN = "stood-down"
SPEND = "dispersal.spend"
COLUMNS = {
    "target": "raid",
    "weather": "weather",
    "fights": "met",
    "hits": "hits",
    "end": "end",
    "landing": "end",
    "pilot_wound": "wound",
    "gunner_wound": "wound",
    "wounds": "wounds",
    "wingman": "wingman",
    "events": "event",
    "used": "used",
    "rolls": "dice",
}
"""The column of a fault of the sheet."""
FIGURES = {
    "zone": "zone",
    "bombers": "bombers",
    "fighters": "fighters",
    "fatigue": "fatigue",
    "xp": "experience",
    "prestige": "prestige",
}
"""Columns that follow from the others, with what the log has for them."""
MISSED = {"end": "cause", "aircraft": "aircraft", "unit": "unit", "base": "base"}
"""Further columns that depend on a line that he missed."""
MOST_TRIED = 60
"""Limit of new flights of a log to find a fact that its file does not give."""
SIDE_BY_SIDE = ("hospital", "wound", "forced", "bail-out", "repair")
"""Causes of lines missed that are counted together, before those that follow one another. Ruling lost-sorties."""


class LogReplayEntry(TypedDict):
    """An entry of the journal that a log becomes."""

    kind: str
    seat: str
    key: str
    answer: object
    draws: NotRequired[list[list[str | int]]]


def fly(trial: "LogTrial", charts: Charts) -> None:
    """Fly a log through; what parts it from the rules is noted.

    No line says how long a gunner was away, nor, of a sortie flown here, whether the wingman was lost. Where the file
    and the rules part, what would explain it is supposed: of all that is tried, what agrees with the file the longest.
    """
    flight = _LogReplay(trial, charts, {}, frozenset())
    flight.fly()
    tried = 0
    while trial.problems and tried < MOST_TRIED:
        parted, before = trial.problems[0].line, tried
        best = (flight, trial.problems, trial.notes)
        for times, lost in flight.suppositions(parted):
            if tried == MOST_TRIED or not best[1]:
                break
            tried += 1
            trial.problems, trial.notes = [], []
            another = _LogReplay(trial, charts, times, lost)
            another.fly()
            if not trial.problems or (best[1] and trial.problems[0].line > best[1][0].line):
                best = (another, trial.problems, trial.notes)
        found, trial.problems, trial.notes = best
        found.hand_over()
        if found is flight or tried == before:
            return
        flight = found


class FileDice:
    """The dice of the file; where it has none, those that lead to what it says."""

    calendar = None

    def __init__(self, flight: "_LogReplay") -> None:
        self.counters: dict[str, int] = {}
        self.flight = flight
        self.lying: dict[str, list[int]] = {}
        """Faces of the file that have not been asked for yet, by what they were for."""

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name the stream by its branch: nothing is shared with others here."""
        return prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Return the next face of a stream."""
        self.counters[stream] = self.counters.get(stream, 0) + 1
        lying = self.lying.get(stream)
        return lying.pop(0) if lying else self.flight.face(stream, sides)

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Return the place of the next card; a tabletop career has none."""
        return self.draw(stream, len(pile)) - 1


class _LogReplay:
    """The career of a file, line after line by the rules."""

    def __init__(
        self, trial: "LogTrial", charts: Charts, gunner_times: Mapping[int, int], wingman_lost: frozenset[int]
    ) -> None:
        self.trial = trial
        self.wingman_lost = wingman_lost
        """Lines flown here on which the wingman is supposed to have been lost."""
        self.gunner_times = gunner_times
        """Lines that the gunner was away, by the place of the line on which he was hurt; the shortest elsewhere."""
        self.gunner_hurt: list[int] = []
        """Lines on which that had to be supposed."""
        self.rows = trial.rows
        self.place_of = {(row.cells["month"], int(row.cells["line"])): place for place, row in enumerate(self.rows)}
        self.given = [0] * len(self.rows)
        """How many of the orders of each line have been given."""
        self.place = 0
        """The line whose sheet was written down last."""
        self.wound: list[int] = []
        """Faces for the time of a wound that the file has no dice for."""
        self.rolled_for_pilot = False
        self.title = titles.title_of(TITLE)
        self.pack = charts
        self.faces = FileDice(self)
        self.run = Run.begin(self.title, self.pack, trial.setup, self.faces)
        self.run.makes_digests = False
        self.journal: list[LogReplayEntry] = [{"kind": str(EntryKind.BEGIN), "seat": "", "key": "", "answer": None}]
        self.draws = [self.run.step.draws]

    @property
    def career(self) -> Career:
        state: State = self.run.state
        return state.careers[0]

    def fly(self) -> None:
        """Answer every question as the file has it; stop where the file and the rules part."""
        for place, wounds in wounds_by_line(self.rows, self.career_wounds(), self.pack).items():
            self.rows[place].sheet["wounds"] = wounds
        self.learn()
        flown = all(self.write_down(place, row) for place, row in enumerate(self.rows))
        if flown:
            self.go_on()
            self.check_orders(len(self.rows))
            self.compare()
        self.hand_over()

    def hand_over(self) -> None:
        """Leave journal and career to the trial."""
        trial, counters = self.trial, dict[str, int]()
        trial.career, trial.rank = self.career, awards.rank_of(self.career, self.pack).name
        for line, draws in zip(self.journal, self.draws, strict=True):
            line["draws"] = store.numbered(draws, counters)
        trial.journal = self.journal

    def career_wounds(self) -> int:
        """Return the wounds that his ace card brings. [10.2]"""
        ace = self.trial.setup.pilots[0].ace
        return self.pack.career.aces[ace].wounds if ace else 0

    # -- line by line

    def learn(self) -> None:
        """Buy what he learned before the first line. [4.4.2]"""
        orders = list(self.trial.skills)
        while not self.run.over and (decision := self.asked()).kind != KIND:
            known = orders and orders[0] in decision.options
            self.answer(orders.pop(0) if known else self.by_itself(decision), decision.key)
        for order in orders:
            self.wrong(0, "setup", _("By the rules, “%(order)s” was not possible.") % {"order": order})

    def write_down(self, place: int, row: "LogFileRow") -> bool:
        """Write one line down, unless the rules have already counted it off."""
        cells = row.cells
        decision = self.go_on()
        if place < len(self.career.log):
            line = self.career.log[place]
            if (MONTHS[line.month], line.line + 1) != (cells["month"], int(cells["line"])):
                return self.out_of_order(place, line.month, line.line)
            if cells["kind"] != "missed":
                cause = spoken.CAUSES.get(line.cause, line.cause)
                self.wrong(place, "kind", _("By the rules, he was away on this line: %(cause)s.") % {"cause": cause})
                return False
            return True
        if decision is None:
            self.wrong(place, "", _("His career was over before this line."))
            return False
        if (MONTHS[self.run.state.month], self.run.state.line + 1) != (cells["month"], int(cells["line"])):
            return self.out_of_order(place, self.run.state.month, self.run.state.line)
        if cells["kind"] == "missed" and cells["end"] != STOOD_DOWN:
            self.wrong(place, "kind", _("By the rules, he could fly on this line."))
            return False
        self.check_orders(place)
        if cells["kind"] == "flown":
            self.check_head(place)
        self.enter(place, row)
        return True

    def out_of_order(self, place: int, month: int, line: int) -> bool:
        facts = {"month": MONTHS[month], "line": line + 1} if month < len(MONTHS) else {"month": "–", "line": "–"}
        self.wrong(place, "line", _("Line %(line)s of %(month)s is missing. Enter every line.") % facts)
        return False

    def check_head(self, place: int) -> None:
        """Compare unit and aircraft with what he has by the rules."""
        unit = self.pack.units[self.career.unit]
        for column, has in (("unit", unit.unit), ("base", unit.base), ("aircraft", self.career.plane.model)):
            if self.rows[place].cells[column] != has:
                sentence = _("By the rules, he has %(has)s here and could not change to this one.")
                self.wrong(place, column, sentence % {"has": has})

    def check_orders(self, before: int) -> None:
        """Note awards and orders of the lines before that were not to be had; both come with the answers after them."""
        if self.place < min(before, len(self.career.log)):
            self.check_honours(self.place)
        for place in range(self.place, min(before, len(self.rows))):
            orders = self.rows[place].orders
            for order in orders[self.given[place] :]:
                self.wrong(place, "orders", _("By the rules, “%(order)s” was not possible.") % {"order": order})
            self.given[place] = len(orders)
        if any(self.faces.lying.values()):
            self.trial.note(self.rows[self.place].number, "thrown", _("The rules do not ask for all of these dice."))

    def enter(self, place: int, row: "LogFileRow") -> None:
        """Give the sheet; how long a wound lasts is read from the lines missed, where no dice are there for it."""
        self.place, self.rolled_for_pilot = place, False
        if place in self.wingman_lost:
            row = replace(row, sheet={**row.sheet, "wingman": "lost"})
        sheet, dice = row.sheet, row.sheet["rolls"] | row.thrown
        times = [self.gunner_in_bed(place, sheet)]
        if sheet.get("pilot_wound") == "SW" and "wound" not in dice:
            times = [times[0] + faces for faces in self.times_in_bed(place)]
        before = self.mark() if len(times) > 1 else None
        for wound in (*times, times[0]) if before else times:
            if before is not None and len(self.journal) > before[1]:
                self.back_to(before)
            self.wound = list(wound)
            self.faces.lying = {stream: list(faces) for stream, faces in row.thrown.items()}
            if not self.give(place, sheet) or before is None or self.fits(place):
                return

    def give(self, place: int, sheet: "LogSheetEntry") -> bool:
        """Give the sheet, or another in its place when the rules refuse it, so that the next lines are looked at."""
        try:
            self.answer(sheet)
        except BadForm as refusal:
            self.say(place, refusal)
            self.answer({"flown": False, "target": "", "landing": ""})
            return False
        line, kind = self.career.log[place], self.rows[place].cells["kind"]
        if line.kind != kind:
            said = _("By the rules, this raid was in range.")
            if line.kind == "grey":
                said = _("By the rules, this raid was out of range.")
            self.wrong(place, "kind", said)
        return True

    def check_honours(self, place: int) -> None:
        """Compare the awards of the line with those that the rules gave. [7.8]"""
        row, line = self.rows[place], self.career.log[place]
        won = {one.name for one in self.career.awards if (one.month, one.line) == (line.month, line.line)}
        for name in filter(None, (part.strip() for part in row.cells.get("awards", "").split(";"))):
            if name not in won:
                self.wrong(place, "awards", _("By the rules, he did not win “%(award)s” here.") % {"award": name})

    # -- how long he was away

    def gunner_in_bed(self, place: int, sheet: "LogSheetEntry") -> list[int]:
        """Return the faces for a gunner’s wound: the shortest time, where no other was found. [7.4.8]"""
        gunner = self.career.gunner
        if sheet.get("gunner_wound") != "SW" or gunner is None or gunner.stand_in:
            return []
        self.gunner_hurt.append(place)
        return self.faces_for(self.gunner_times.get(place, 0))

    def suppositions(self, parted: int) -> Iterator[tuple[Mapping[int, int], frozenset[int]]]:
        """Give what may explain that file and rules part on a line of the file: gunner's times, wingmen lost."""
        for at in dict.fromkeys(reversed(self.gunner_hurt)):
            if at not in self.gunner_times and self.rows[at].number < parted:
                yield from (
                    ({**self.gunner_times, at: lines}, self.wingman_lost) for lines in sorted(self.lengths())[1:]
                )
        for at in range(len(self.rows) - 1, -1, -1):
            cells = self.rows[at].cells
            is_open = cells["kind"] == "flown" and cells.get("source") == "fair" and at not in self.wingman_lost
            if is_open and self.rows[at].number < parted:
                yield self.gunner_times, self.wingman_lost | {at}

    def times_in_bed(self, place: int) -> list[list[int]]:
        """Return the faces for his own wound, those first that fit the lines missed best. [7.4.8]"""
        away = list(itertools.takewhile(_is_away, self.rows[place + 1 :]))
        bed = list(itertools.takewhile(lambda row: row.cells["end"] in SIDE_BY_SIDE, away))
        wanted = len(bed or away)
        if away and away[-1] is self.rows[-1] and self.is_last_of_year(len(self.rows) - 1):
            # The year ended before he was back.
            wanted = max(self.lengths())
        nearest = sorted(self.lengths(), key=lambda lines: (abs(lines - wanted), lines))
        return [self.faces_for(lines) for lines in nearest]

    def is_last_of_year(self, place: int) -> bool:
        """Say whether no line comes after this one. [4.3.3]"""
        cells = self.rows[place].cells
        return cells["month"] == MONTHS[-1] and int(cells["line"]) == self.pack.lines(len(MONTHS) - 1)

    def lengths(self) -> dict[int, int]:
        """Return the times that a serious wound can take, each with the lowest total for it. [C2]"""
        chart = self.pack.career.serious_wound
        return {chart[total].sorties: total for total in range(12, 1, -1)}

    def faces_for(self, lines: int) -> list[int]:
        lengths = self.lengths()
        total = lengths.get(lines, lengths[min(lengths)])
        return [min(6, total - 1), total - min(6, total - 1)]

    def fits(self, place: int) -> bool:
        """Go on to the next line; say whether he was away as long as in the file."""
        wanted = sum(1 for _row in itertools.takewhile(_is_away, self.rows[place + 1 :]))
        self.go_on()
        missed = sum(line.kind == "missed" for line in self.career.log[place + 1 :])
        end = place + 1 + wanted
        if any(self.given[at] < len(self.rows[at].orders) for at in range(place, end)):
            return False
        return missed == wanted or (missed > wanted and end == len(self.rows))

    def mark(self) -> tuple[bytes, int, list[int], int]:
        record = msgspec.msgpack.encode(self.run.record)
        return record, len(self.journal), list(self.given), len(self.trial.problems)

    def back_to(self, mark: tuple[bytes, int, list[int], int]) -> None:
        record, stored, given, problems = mark
        del self.journal[stored:], self.draws[stored:], self.trial.problems[problems:]
        self.given = list(given)
        self.run = Run.resume(self.title, self.pack, self.faces, msgspec.msgpack.decode(record, type=GameRecord))
        self.run.makes_digests = False

    # -- between two lines

    def asked(self) -> Decision:
        (decision,) = self.run.asked(SEAT)
        return decision

    def go_on(self) -> Decision | None:
        """Answer what is asked up to the next sheet; after the last line only what the file has an order for."""
        while not self.run.over:
            decision = self.asked()
            if decision.kind == KIND:
                return decision
            place = self.place_of.get(self.line_of(decision))
            if place is None or (place == len(self.rows) - 1 and not self.goes_on_after(place, decision)):
                return None
            self.answer(self.choice(decision, place), decision.key)
        return None

    def goes_on_after(self, last: int, decision: Decision) -> bool:
        """Say whether a question after the last line of the file was answered: by its orders, or by what came then."""
        row = self.rows[last]
        if "orders" in row.cells and not row.cells.get("promotion"):
            return decision.options.count(next(iter(row.orders[self.given[last] :]), "")) > 0
        return bool(row.cells.get("promotion")) or self.is_last_of_year(last)

    @staticmethod
    def line_of(decision: Decision) -> tuple[str, int]:
        """Return month and line of a question between two sorties: its key begins with them."""
        month, line = f"{decision.key}/".split("/")[:2]
        return month, int(line) if line.isdecimal() else 0

    def choice(self, decision: Decision, place: int | None) -> str:
        """Give the next order of the line; without one, what leads to the lines to come, or what costs nothing."""
        if place is None:
            return self.by_itself(decision)
        orders, given = self.rows[place].orders, self.given[place]
        if given < len(orders):
            if orders[given] in decision.options:
                self.given[place] += 1
                return str(orders[given])
            return self.by_itself(decision)
        return self.by_itself(decision) if orders else self.leading_on(decision)

    def by_itself(self, decision: Decision) -> str:
        """Answer what the file has no order for."""
        if decision.kind == "dispersal.aircraft":
            follows = self.following()
            wanted = f"take:{follows['aircraft']}" if follows else ""
            return wanted if wanted in decision.options else decision.options[0]
        return by_itself(decision)

    def following(self) -> Mapping[str, str] | None:
        """Return the first line that has not been entered."""
        entered = len(self.career.log)
        return self.rows[entered].cells if entered < len(self.rows) else None

    def leading_on(self, decision: Decision) -> str:
        """Get the aircraft and unit of the line to come, which is flown or missed in them."""
        follows = self.following()
        if decision.kind != SPEND or follows is None:
            return self.by_itself(decision)
        unit = self.pack.units[self.career.unit]
        if (unit.unit, unit.base) != (follows["unit"], follows["base"]):
            for option in decision.options:
                if option.startswith("transfer:") and self.leads_to(option, follows):
                    return option
        upgrade = f"upgrade:{follows['aircraft']}"
        if upgrade in decision.options and self.career.plane.model != follows["aircraft"]:
            return upgrade
        away = itertools.takewhile(_is_away, self.rows[len(self.career.log) :])
        if "leave" in decision.options and any(row.cells["end"] == "leave" for row in away):
            return "leave"
        if "spare-repair" in decision.options and follows["kind"] != "missed":
            return "spare-repair"
        return DONE

    def leads_to(self, option: str, cells: Mapping[str, str]) -> bool:
        number, model = (*parts_of(about(option)), "")[:2]
        unit = self.pack.units[int(number)]
        return (unit.unit, unit.base) == (cells["unit"], cells["base"]) and model in ("", cells["aircraft"])

    def answer(self, answer: object, key: str = KEY) -> None:
        step = self.run.answer(SEAT, answer, key)
        if step.entry is None:
            raise TypeError("an answer has an entry")
        given = store.json_data(step.entry.answer)
        self.journal.append({"kind": str(EntryKind.ANSWER), "seat": SEAT, "key": key, "answer": given})
        self.draws.append(step.draws)

    # -- dice that the file does not have

    def face(self, stream: str, sides: int) -> int:
        """Return the face that leads to what the file says; where it says nothing, the one that brings nothing."""
        line = max(len(self.career.log) - 1, 0)
        row = self.rows[line] if line < len(self.rows) else None
        if stream == "wound":
            return self.wound.pop(0) if self.wound else 1
        if stream == "attempt":
            return 1
        if row is None:
            return sides
        happened = {
            "award": self.wins_grade,
            "promotion": lambda row: bool(row.cells.get("promotion")),
            "repair": self.waits_for_repair,
            "r1": self.finds_aircraft,
        }[stream](row)
        return 1 if happened else sides

    def wins_grade(self, row: "LogFileRow") -> bool:
        """Say whether the file has the grade that is rolled for; of his wingman it has none. [7.8.7]"""
        career, line = self.career, self.career.log[-1]
        mine = [fight for fight in line.engagements if fight.credit == "pilot" and fight.result in SCORED]
        grade = awards.next_grade(career, self.pack)
        kills = awards.kills_of(career)
        is_his = not self.rolled_for_pilot and mine and grade is not None and grade.kills <= kills < grade.sure
        self.rolled_for_pilot = True
        won = [part.strip() for part in row.cells.get("awards", "").split(";")]
        return bool(is_his and grade is not None and grade.name in won)

    def waits_for_repair(self, row: "LogFileRow") -> bool:
        """Say whether the spare parts were not found in time: he was away, or paid for another aircraft. [7.9.2]"""
        entered = len(self.career.log)
        away = entered < len(self.rows) and _is_away(self.rows[entered])
        return away or "spare-repair" in row.orders

    def finds_aircraft(self, row: "LogFileRow") -> bool:
        """Say whether he took another type afterwards, which was on offer then. [4.6.4]"""
        follows = self.following()
        ordered = any(order.startswith(("upgrade:", "take:")) for order in row.orders)
        return ordered or (follows is not None and follows["aircraft"] != self.career.plane.model)

    # -- what is said

    def wrong(self, place: int, column: str, sentence: str) -> None:
        self.trial.wrong(self.rows[place].number, column, sentence)

    def say(self, place: int, refusal: BadForm) -> None:
        words = titles.words_of(TITLE)
        for fault in refusal.faults:
            name = (
                path_of({"field": fault.field, "code": fault.code, "facts": fault.facts})
                .removeprefix("$")
                .removeprefix(".")
                .partition("[")[0]
                .partition(".")[0]
            )
            column = COLUMNS.get(name, "")
            if fault.code == "type":
                self.wrong(place, column, _("This column does not accept this value."))
            else:
                self.wrong(place, column, words.fault(fault.code, fault.facts))

    def compare(self) -> None:
        """Note figures of the file that the rules work out otherwise, and promotions that they do not give."""
        stored = dict(self.promotions())
        for row, line in zip(self.rows, log_lines(self.career, self.run.state, ChartsOfLog(self.pack)), strict=False):
            cells, columns = row.cells, FIGURES | (MISSED if line["kind"] == "missed" else {})
            for column, name in columns.items():
                if cells.get(column) and cells[column] != str(line[name]):
                    facts = {"file": cells[column], "has": line[name] if line[name] != "" else "–"}
                    sentence = _("The file says %(file)s. The rules give %(has)s, which is stored.") % facts
                    self.trial.note(row.number, column, sentence)
            promoted = cells.get("promotion", "")
            if promoted and stored.get(line["place"] - 1) != promoted:
                self.wrong(line["place"] - 1, "promotion", _("By the rules, he was not promoted to this rank here."))

    def promotions(self) -> list[tuple[int, str]]:
        """Return his promotions, each with the place of the line after which it came. [7.9.3]"""
        career = self.career
        ranks = self.pack.career.ranks[career.track]
        first = career.rank - len(career.promoted_at) + 1
        found = []
        for step, month in enumerate(career.promoted_at):
            last = max(place for place, line in enumerate(career.log) if line.month == month)
            found.append((last, ranks[first + step].name))
        return found


def _is_away(row: "LogFileRow") -> bool:
    return row.cells["kind"] == "missed" and row.cells["end"] != STOOD_DOWN


# Wounds ---------------------------------------------------------------------------------------------------------------

MOST_WOUNDS = 4
"""Of one sortie that are tried."""


def wounds_by_line(rows: Sequence["LogFileRow"], before: int, charts: Charts) -> dict[int, int]:
    """Find the lines on which several wounds came to one, by the badges that they brought and the sum of all. [7.8.1]

    A file has the wound of a line, and not how many it was made of. Of what fits, the fewest are taken.
    """
    badges = {award.name: award.wounds for award in charts.career.awards if award.wounds}
    choices = [_counts(row.sheet.get("pilot_wound", "")) for row in rows]
    posted = [_badges_of(row, badges) for row in rows]
    wanted = whole(rows[-1].cells.get("wounds", "")) if rows else None
    # By the wounds so far, the lines on which there were other than usual.
    found: dict[int, dict[int, int]] = {before: {}}
    for place, (counts, won) in enumerate(zip(choices, posted, strict=True)):
        after: dict[int, dict[int, int]] = {}
        for total, unusual in found.items():
            for count in counts:
                crossed = {name for name, needed in badges.items() if total < needed <= total + count}
                now = unusual if count == counts[0] else unusual | {place: count}
                known = after.get(total + count)
                if (won is None or crossed == won) and (known is None or len(now) < len(known)):
                    after[total + count] = now
        if not after:
            return {}
        found = after
    if wanted in found:
        return found[wanted]
    return min(found.values(), key=lambda unusual: (sum(unusual.values()), len(unusual)))


def _counts(wound: str) -> Sequence[int]:
    """Return the possible numbers of wounds for a line, the usual number first."""
    if wound == "SW":
        return range(1, MOST_WOUNDS + 1)
    return range(MOST_WOUNDS + 1) if wound == "KIA" else (int(wound == "LW"),)


def _badges_of(row: "LogFileRow", badges: Mapping[str, int]) -> set[str] | None:
    """Return the badges that a line brought; None where the file does not say."""
    if "awards" not in row.cells:
        return None
    return badges.keys() & {part.strip() for part in row.cells["awards"].split(";")}
