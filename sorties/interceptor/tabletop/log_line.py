"""A line of the log as the player writes it down after flying it: the draft, its faults, its entry. [4.3.2]"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, partial

import msgspec
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.interceptor.questions import (
    BerlinAttempt,
    DispersalCrewman,
    DispersalGunner,
    DispersalRecall,
    TabletopLogLine,
)
from engine.interceptor.rules.tabletop import DICE, TabletopSheet
from engine.interceptor.state import MONTHS, Career, SortieLine
from engine.kernel.decisions import Decision, Refused
from engine.kernel.run import GameRecord, Run
from play.games import titles
from play.games.text import Sentence, Sentences
from play.journal import store
from play.journal.models import JournalEntry
from play.live import notify
from play.orders import corrections
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.sessions import services
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import session_at
from play.utils.plain_data import whole
from sorties.interceptor.careers import log_text
from sorties.interceptor.records.models import InterceptorCareer
from sorties.interceptor.records.projection import absence
from sorties.interceptor.text import names as spoken

TITLE = "interceptor-ace"
KIND = TabletopLogLine.kind
KEY = "line"
DONE = "done"
BY_THEMSELVES = {
    BerlinAttempt.kind: "salute",
    DispersalCrewman.kind: "plain",
    DispersalGunner.kind: "old",
    DispersalRecall.kind: "new",
}
"""Default answers between two lines, without cost."""
TURNS_BACK = "wingman-turns-back"
WAIT_SECONDS = 1.5
UNDO_WINDOW = timedelta(minutes=5)
"""As long, a line can be taken back as if it had not been written; after that it is corrected."""

RESULTS: Sentences = {
    "missed": pgettext_lazy("what became of an enemy", "met"),
    "damaged": pgettext_lazy("what became of an enemy", "damaged"),
    "destroyed:pilot": pgettext_lazy("what became of an enemy", "shot down"),
    "destroyed:wingman": pgettext_lazy("what became of an enemy", "shot down by the wingman"),
    "destroyed:gunner": pgettext_lazy("what became of an enemy", "shot down by the gunner"),
    "crashed:pilot": pgettext_lazy("what became of an enemy", "crashed on its way home, confirmed"),
    "unseen": pgettext_lazy("what became of an enemy", "crashed on its way home, not confirmed"),
}
"""Results of a tap on an enemy in the list, in turn."""
ENDS: Sentences = {
    "landed:safe": pgettext_lazy("how a sortie ended", "Safe"),
    "landed:rough": pgettext_lazy("how a sortie ended", "Rough"),
    "landed:crash": pgettext_lazy("how a sortie ended", "Crash"),
    "forced:safe": pgettext_lazy("how a sortie ended", "Forced landing"),
    "forced:rough": pgettext_lazy("how a sortie ended", "Forced, rough"),
    "forced:crash": pgettext_lazy("how a sortie ended", "Forced, crash"),
    "bailed:": pgettext_lazy("how a sortie ended", "Jumped"),
    "shot-down:": pgettext_lazy("how a sortie ended", "Shot down"),
    "killed:": pgettext_lazy("how a sortie ended", "Killed in the air"),
    "landed:killed": pgettext_lazy("how a sortie ended", "Killed in landing"),
}
WOUNDS: Sentences = {
    "": pgettext_lazy("wound", "None"),
    "LW": pgettext_lazy("wound", "Light"),
    "SW": pgettext_lazy("wound", "Serious"),
    "KIA": pgettext_lazy("wound", "Killed"),
}
WEATHER: Sentences = {"": pgettext_lazy("weather at the field", "not noted"), **spoken.WEATHER}
WINGMAN: Sentences = {
    "present": pgettext_lazy("wingman", "With him"),
    "damaged": pgettext_lazy("wingman", "Damaged"),
    "lost": pgettext_lazy("wingman", "Lost"),
}
FLOWN: Sentences = {"yes": gettext_lazy("Flew"), "no": gettext_lazy("Not flown, or out of range")}
STREAMS: dict[str, tuple[Sentence, str]] = {
    "wound": (gettext_lazy("Sorties lost to a wound"), "C2"),
    "repair": (gettext_lazy("Repair"), "7.9.2"),
    "award": (gettext_lazy("Awards"), "7.8.7"),
    "promotion": (gettext_lazy("Promotion"), "7.9.3"),
    "attempt": (gettext_lazy("The attempt in Berlin"), "10.7"),
    "r1": (gettext_lazy("Aircraft on offer"), "R1"),
}
"""The dice of a debriefing, each with its chart or rule."""
MORE = ("wounds", "wingman", "event")
PLACES = {"landing": "end"}
"""Fields of the sheet that are asked together with another."""


@dataclass
class SheetDraft:
    """The contents of the page, entered or not."""

    flown: str = "yes"
    target: str = ""
    weather: str = ""
    fights: list[tuple[str, str]] = field(default_factory=list)
    hits: str = "0"
    end: str = "landed:safe"
    pilot_wound: str = ""
    gunner_wound: str = ""
    wounds: str = ""
    wingman: str = "present"
    event: str = ""
    used: list[str] = field(default_factory=list)
    rolls: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, data: QueryDict) -> "SheetDraft":
        """Read what the page has sent."""
        plain = {
            name: str(data[name])
            for name in ("flown", "target", "weather", "hits", "end", "pilot_wound", "gunner_wound", *MORE)
            if name in data
        }
        fights = [(enemy, result) for enemy, _bar, result in (one.partition("|") for one in data.getlist("fight"))]
        rolls = {stream: data.get(f"rolls.{stream}", "").strip() for stream in DICE}
        return cls(
            **plain,
            fights=fights,
            used=data.getlist("used"),
            rolls={stream: faces for stream, faces in rolls.items() if faces},
        )

    @classmethod
    def of(cls, answer: object) -> "SheetDraft":
        """Take up a sheet that was entered."""
        sheet = msgspec.convert(answer, TabletopSheet)
        return cls(
            flown="yes" if sheet.flown else "no",
            target=sheet.target,
            weather=sheet.weather,
            fights=[(one.enemy, ":".join(filter(None, (one.result, one.by)))) for one in sheet.fights],
            hits=str(sheet.hits),
            end=f"{sheet.end}:{sheet.landing}",
            pilot_wound=sheet.pilot_wound,
            gunner_wound=sheet.gunner_wound,
            wounds="" if sheet.wounds is msgspec.UNSET else str(sheet.wounds),
            wingman="present" if sheet.wingman == "absent" else sheet.wingman,
            event=next(iter(sheet.events), ""),
            used=list(sheet.used),
            rolls={stream: " ".join(map(str, faces)) for stream, faces in sheet.rolls.items()},
        )

    def do(self, what: str) -> None:
        """Carry out what a tap in the list asks for: add an enemy, turn what became of him, take him out."""
        act, _colon, about = what.partition(":")
        if act == "add":
            self.fights.append((about, "missed"))
        elif (place := whole(about)) is not None and place < len(self.fights):
            if act == "drop":
                del self.fights[place]
            elif act == "turn":
                enemy, result = self.fights[place]
                turns = list(RESULTS)
                follows = turns[(turns.index(result) + 1) % len(turns)] if result in turns else turns[0]
                self.fights[place] = (enemy, follows)
        elif what in ("hits:-", "hits:+"):
            step = 1 if what == "hits:+" else -1
            self.hits = str(max((whole(self.hits) or 0) + step, 0))

    def sheet(self) -> dict[str, object]:
        """Return the sheet as the rules take it."""
        if self.flown != "yes":
            return {"flown": False, "target": self.target, "landing": ""}
        end, _colon, landing = self.end.partition(":")
        fights = []
        for enemy, result in self.fights:
            what, _bar, by = result.partition(":")
            fights.append({"enemy": enemy, "result": what, "by": by})
        counted = {"wounds": _number(self.wounds)} if self.wounds.strip() else {}
        return counted | {
            "target": self.target,
            "weather": self.weather,
            "fights": fights,
            "hits": _number(self.hits),
            "end": end,
            "landing": landing,
            "pilot_wound": self.pilot_wound,
            "gunner_wound": self.gunner_wound,
            "wingman": "absent" if self.event == TURNS_BACK and self.wingman == "present" else self.wingman,
            "events": [self.event] if self.event else [],
            "used": self.used,
            "rolls": {
                stream: [_number(face) for face in re.split(r"[\s,;]+", faces)] for stream, faces in self.rolls.items()
            },
        }

    def victories(self) -> list[str]:
        """Name the enemies that count for him."""
        if self.flown != "yes":
            return []
        return [enemy for enemy, result in self.fights if result.endswith(":pilot")]


def _number(text: str) -> int | str:
    """Return the number that was written, or the text, which the sheet's type then refuses with its field."""
    number = whole(text)
    return text if number is None else number


# Preview of the result


class _HighestDice:
    """Dice on their highest faces, which bring nothing; they count what they were asked for."""

    calendar = None

    def __init__(self) -> None:
        self.counters: dict[str, int] = {}
        self.asked: Counter[str] = Counter()
        self.counts: Callable[[], bool] = lambda: True

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name the stream by its branch: nothing is shared with others here."""
        return prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Show the highest face."""
        self.asked[stream] += self.counts()
        return sides

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Take the last card; a tabletop career has none."""
        return len(pile) - 1


@dataclass
class LineForecast:
    """The results of a sheet before its dice: the marks after it, and the dice that it needs."""

    career: Career
    marks: SortieLine
    lost: int
    won: list[str]
    asked: Counter[str]


MarkChange = tuple[str, int | None, int | str]
"""A mark of the sheet, as it is and as it would be."""


@dataclass(frozen=True)
class EnemyMet:
    """An enemy in the list of the page, with what became of him."""

    place: int
    enemy: str
    value: str
    words: str


@dataclass(frozen=True)
class DiceAsked:
    """Dice of the debriefing that may be entered: what for, how many of how many faces, and what was entered."""

    stream: str
    words: Sentence
    chart: str
    sides: int
    count: int
    faces: str


def by_itself(decision: Decision) -> str:
    """Answer a question between two lines with what costs nothing."""
    answer = BY_THEMSELVES.get(decision.kind, DONE)
    return answer if answer in decision.options else decision.options[0]


def foresee(run: Run, seat: str, sheet: Mapping[str, object]) -> LineForecast | None:
    """Write a sheet into a copy of the game, on dice that bring nothing; None when the rules refuse it."""
    dice = _HighestDice()
    record = msgspec.msgpack.decode(msgspec.msgpack.encode(run.record), type=GameRecord)
    copy = Run.resume(run.title, run.pack, dice, record)
    pilot = next(one for one in copy.state.careers if one.seat == seat)
    place = len(pilot.log)
    dice.counts = lambda: len(pilot.log) <= place + 1
    try:
        copy.answer(seat, sheet, KEY)
        while not copy.over and len(pilot.log) == place + 1:
            (decision,) = copy.asked(seat)
            if decision.form:
                break
            copy.answer(seat, by_itself(decision), decision.key)
    except Refused:
        return None
    line = pilot.log[place]
    missed = sum(one.kind == "missed" for one in pilot.log[place + 1 :])
    won = [one.name for one in pilot.awards if (one.month, one.line) == (line.month, line.line)]
    return LineForecast(pilot, line, missed + absence(pilot)[1], won, +dice.asked)


class TabletopLine:
    """The line that is written down now, or the last one when it is corrected."""

    def __init__(self, career: InterceptorCareer, session: Session, seat: Seat, run: Run, decision: Decision) -> None:
        self.career = career
        self.session = session
        self.seat = seat
        self.run = run
        self.decision = decision
        self.pilot = next(one for one in run.state.careers if one.seat == seat.name)
        self.charts = run.pack
        self.entry: JournalEntry | None = None
        """The entry that is corrected."""
        self.before: JournalEntry | None = None
        """The last sheet that was given, whether it stands or was taken back."""

    @classmethod
    def next_of(cls, career: InterceptorCareer) -> "TabletopLine | None":
        """Return the line that is asked for, if one is."""
        session, seat = _table_of(career)
        if session is None or seat is None or session.status != SessionStatus.PLAYING:
            return None
        run = services.run_of(session)
        decision = run.pending.get((seat.name, KEY))
        if decision is None:
            return None
        line = cls(career, session, seat, run, decision)
        line.before = session.journal.filter(seat=seat.name, key=KEY).order_by("-seq").defer("frames", "kept").first()
        return line

    @classmethod
    def last_of(cls, career: InterceptorCareer) -> "TabletopLine | None":
        """Return the line that was written down last, as it was asked for."""
        session, seat = _table_of(career)
        entry = corrections.last_answer(session, seat.name, KEY) if session and seat else None
        if session is None or seat is None or entry is None:
            return None
        run, decision = corrections.run_before(session, entry)
        line = cls(career, session, seat, run, decision)
        line.entry = entry
        return line

    # -- what is shown

    @property
    def asked(self) -> TabletopLogLine:
        """The question, with what a sheet may name this month."""
        question = self.decision.question
        if not isinstance(question, TabletopLogLine):
            raise TypeError(f"{question.kind} asks for no line of the log")
        return question

    @property
    def number(self) -> int:
        """The line's number in its month, from 1."""
        return self.asked.line + 1

    @property
    def month(self) -> str:
        """The month's name."""
        return log_text.month_name(MONTHS[self.asked.month])

    @property
    def token(self) -> str:
        """The token that the answer is given with."""
        if self.entry is not None:
            return str(self.entry.seq)
        return store.token_of(KEY, store.questions_of(self.session)[self.seat.name, KEY])

    @property
    def name(self) -> str:
        """Name the line for the draft that the browser keeps: month and number."""
        return f"{MONTHS[self.asked.month]}/{self.number}"

    @property
    def back_until(self) -> datetime | None:
        """Until when the last line can be taken back, if it still can."""
        last = self.entry or self.before
        if last is None or last.undone_by is not None:
            return None
        until: datetime = last.at + UNDO_WINDOW
        return until if until > timezone.now() else None

    @cached_property
    def enemies(self) -> list[str]:
        """Possible enemies of this month, bombers first."""
        return [one for one in (*self.asked.bombers, *self.asked.fighters) if one != "none"]

    @cached_property
    def events(self) -> list[tuple[str, str]]:
        """The random events that may have befallen him."""
        rows = self.charts.career.random_events.rows.rows
        return [(row.event, spoken.named(spoken.EVENT_NAMES, row.event)) for _faces, row in rows if row.event]

    @cached_property
    def markers(self) -> list[tuple[str, str]]:
        """The markers that he keeps and may have used."""
        return [(name, spoken.named(spoken.MARKERS, name)) for name in dict.fromkeys(self.pilot.markers)]

    def blank(self) -> SheetDraft:
        """Begin with what is likeliest, or with what was entered and is corrected, or was taken back."""
        if self.entry is not None:
            return SheetDraft.of(self.entry.answer or {})
        taken_back = self.before is not None and self.before.undone_by == self.session.entries_made
        return SheetDraft.of(self.before.answer or {}) if self.before is not None and taken_back else SheetDraft()

    def context(self, draft: SheetDraft, faults: Mapping[str, list[str]]) -> dict[str, object]:
        """Return what the template shows."""
        return {
            "career": self.career,
            "line": self,
            "draft": draft,
            "faults": faults,
            "wrong": sum(map(len, faults.values())),
            "corrects": self.entry is not None,
            "choices": {
                "flown": FLOWN,
                "weather": WEATHER,
                "end": ENDS,
                "wound": WOUNDS,
                "wingman": WINGMAN,
            },
            "met": [
                EnemyMet(place, enemy, result, str(RESULTS.get(result, result)))
                for place, (enemy, result) in enumerate(draft.fights)
            ],
        } | self.foreseen(draft, faults)

    def foreseen(self, draft: SheetDraft, faults: Mapping[str, list[str]]) -> dict[str, object]:
        """Work out what the line does, as far as no die has a say, and which dice it asks for."""
        sheet = draft.sheet()
        found = foresee(self.run, self.seat.name, sheet)
        if found is None:
            # Wrong faces do not hide what is asked for.
            found = foresee(self.run, self.seat.name, sheet | {"rolls": {}})
        asked = found.asked if found is not None else Counter[str]()
        wanted = [one for one in STREAMS if asked[one] or one in draft.rolls or f"rolls.{one}" in faults]
        dice = [
            DiceAsked(stream, words, chart, DICE[stream], asked[stream], draft.rolls.get(stream, ""))
            for stream, (words, chart) in STREAMS.items()
        ]
        return {
            "does": self.does(draft, found),
            "asks": [one for one in dice if one.stream in wanted],
            "more_dice": [one for one in dice if one.stream not in wanted],
        }

    def does(self, draft: SheetDraft, found: LineForecast | None) -> list[MarkChange]:
        """Say what changes: each mark before and after; with faults on the sheet, what can be counted all the same."""
        pilot = self.pilot
        kills = pilot.bombers + pilot.fighters
        if found is None:
            won = draft.victories()
            bombers = sum(enemy in self.asked.bombers for enemy in won)
            return [
                (_("Bombers"), pilot.bombers, pilot.bombers + bombers),
                (_("Kills in all"), kills, kills + len(won)),
                (_("Sorties flown"), pilot.flights, pilot.flights + int(draft.flown == "yes")),
            ]
        then, marks = found.career, found.marks
        rows: list[MarkChange] = [
            (_("Bombers"), pilot.bombers, then.bombers),
            (_("Kills in all"), kills, then.bombers + then.fighters),
            (_("Sorties flown"), pilot.flights, then.flights),
            (_("Wounds"), pilot.wounds, then.wounds),
            (_("Experience points"), pilot.experience, marks.experience),
            (_("Prestige points"), pilot.points, marks.prestige),
        ]
        if self.run.state.options.fatigue:
            rows.append((_("Fatigue"), pilot.fatigue, marks.fatigue))
        if found.asked["wound"] and then.alive:
            rows.append((_("Sorties lost"), None, _("after the roll")))
        elif found.lost:
            rows.append((_("Sorties lost"), None, found.lost))
        if found.won:
            rows.append(
                (
                    _("Awards"),
                    None,
                    ", ".join(log_text.award(name, store.words_of(self.session)) for name in found.won),
                )
            )
        if not then.alive:
            rows.append((_("The career"), None, _("ends here")))
        return rows

    # -- what is written down

    def take_back(self) -> None:
        """Take the last line back as if it had not been written, as long as it is fresh."""
        if self.entry is None or self.back_until is None:
            raise OrderRefused("no_correction")
        self._wait(partial(services.correction_give, session=self.session, seat=self.seat, entry=self.entry.seq))

    def enter(self, token: str, draft: SheetDraft) -> bool:
        """Enter or correct a line; say whether it was done in the moment that the page waits."""
        sheet = draft.sheet()
        if self.entry is None:
            give = partial(services.answer_give, session=self.session, seat=self.seat, token=token, answer=sheet)
        else:
            if token != self.token:
                raise OrderRefused("stale")
            give = partial(
                services.correction_give, session=self.session, seat=self.seat, entry=self.entry.seq, answer=sheet
            )
        return self._wait(give)

    def _wait(self, give: Callable[[], Order]) -> bool:
        order = give()
        notify.wait_for(order, partial(services.is_settled, order), WAIT_SECONDS)
        order.refresh_from_db()
        if order.status in (OrderStatus.REFUSED, OrderStatus.FAILED):
            raise OrderRefused(order.code, order.facts)
        return order.status == OrderStatus.DONE


def is_being_written(career: InterceptorCareer) -> bool:
    """Say whether something that was given has not been carried out yet."""
    return Order.objects.filter(session=career.session_id, status=OrderStatus.PENDING).exists()


def _table_of(career: InterceptorCareer) -> tuple[Session | None, Seat | None]:
    if career.session_id is None:
        return None, None
    session = session_at(career.session_id)
    return session, session.seat(career.seat)


def sentences(refusal: OrderRefused, draft: SheetDraft) -> dict[str, list[str]]:
    """Say what is wrong, by the field of the page beside which it is said."""
    words = titles.words_of(TITLE)
    said: dict[str, list[str]] = {}
    for fault in refusal.facts.get("faults", ()):
        place = path_of(fault).removeprefix("$").removeprefix(".")
        if place.startswith("rolls["):
            # The path does not name the stream whose faces are no numbers.
            place = next((f"rolls.{stream}" for stream, faces in draft.rolls.items() if not _are_faces(faces)), place)
        row = re.match(r"fights\[(\d+)\]", place)
        name = f"fight{row[1]}" if row else re.split(r"[\[]", place)[0]
        name = PLACES.get(name, name) or "line"
        if fault["code"] == "type":
            sentence = _("Write a number, or several with spaces between.")
        else:
            sentence = words.fault(fault["code"], fault.get("facts"))
        said.setdefault(name, []).append(sentence)
    return said


def path_of(fault: Mapping[str, object]) -> str:
    """Return the path of what is wrong; where a value cannot be read, its problem names it."""
    facts = fault.get("facts")
    problem = str(facts.get("problem", "")) if isinstance(facts, Mapping) else ""
    named = re.search(r"`(\$[^`]*)`", problem) if fault["code"] == "type" else None
    return named[1] if named else str(fault["field"])


def _are_faces(text: str) -> bool:
    return all(whole(face) for face in re.split(r"[\s,;]+", text))


@dataclass
class SheetVersion:
    """A sheet that was written down, as the history shows it."""

    at: datetime
    sheet: SheetDraft
    stands: bool

    @property
    def said(self) -> list[str]:
        """Its summary in short."""
        if self.sheet.flown != "yes":
            return [_("not flown"), self.sheet.target]
        enemies = [f"{enemy}: {RESULTS.get(result, result)}" for enemy, result in self.sheet.fights]
        ending = str(ENDS.get(self.sheet.end, self.sheet.end))
        wound = str(WOUNDS[self.sheet.pilot_wound]) if self.sheet.pilot_wound else ""
        return [part for part in (self.sheet.target, *enemies, ending, wound) if part]


def history(career: InterceptorCareer) -> list[list[SheetVersion]]:
    """Return every line that was corrected, the latest first, each with all its versions in order.

    The journal is the history: no sheet that was ever written down is taken out of it.
    """
    session, seat = _table_of(career)
    if session is None or seat is None:
        return []
    chains: list[list[SheetVersion]] = []
    written = session.journal.filter(seat=seat.name, key=KEY).order_by("seq").only("seq", "answer", "undone_by", "at")
    corrected = False
    for entry in written:
        version = SheetVersion(entry.at, SheetDraft.of(entry.answer or {}), entry.undone_by is None)
        if corrected:
            chains[-1].append(version)
        else:
            chains.append([version])
        corrected = entry.undone_by is not None
    return [chain for chain in reversed(chains) if len(chain) > 1]
