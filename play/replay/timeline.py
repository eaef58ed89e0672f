"""The timeline of a replay: its moments, its turns, and each moment in a lane: its log line, and the board."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from engine.kernel.snapshot import restore
from play.games.registry import game_of
from play.journal import store
from play.journal.models import EventRow
from play.journal.snapshots import snapshots_of
from play.pages.parts import LogLine, ShownBoard, TablePage, add_opened, line
from play.replay.options import ReplayEvent
from play.secrecy import visibility
from play.secrecy.deciders import hidden_deciders_of
from play.sessions.models import Seat, Session
from play.sessions.selectors import visible

TRUTH_LANE = "truth"
PUBLIC_LANE = "open"
"""Lane of open facts, which a person without a seat sees (`play.spectators`)."""
LINES = 40
"""Lines of a turn that are shown about the moment's own."""


@dataclass(frozen=True)
class ReplayMoment:
    """One event, as little of it as the reel needs."""

    number: int
    to: str
    turn: int
    last: bool
    """True if this is the last board of its order. With a hidden decider it is False before the end, because the events
    of one order would reveal when he was asked."""

    def is_shown(self, lane: str) -> bool:
        """Return whether a lane saw it."""
        return lane == TRUTH_LANE or not self.to or f"|{lane}|" in self.to


@dataclass(frozen=True)
class ShownLane:
    """View of one lane at a moment."""

    lane: str
    name: str
    board: ShownBoard
    is_told: bool


@dataclass(frozen=True)
class LearnedLater:
    """Moment at which a lane learned of an event: soon, on a later turn, at the end (`over`), or never."""

    name: str
    when: str
    turn: int = 0


@dataclass(frozen=True)
class ReplayLogLine:
    """A line of a moment's turn, with the lanes that did not see it, and when they learned of it."""

    place: int
    said: str
    unknown: Sequence[LearnedLater]
    now: bool
    rule: str


@dataclass(frozen=True)
class ReplayClock:
    """The turns of the whole game as the game draws them."""

    drawn: object
    template: str
    style: str


class ReplayTimeline:
    """Timeline of the events that a person may see of a session."""

    sees_remarks = True
    """True if he may read the unofficial messages."""

    def __init__(self, session: Session, seat: Seat | None) -> None:
        self.session, self.seat = session, seat
        self.over = seat is not None and visibility.is_over(session, [seat.name])
        self.film = game_of(session.title).film
        self.words = store.words_of(session)

    @cached_property
    def lanes(self) -> list[str]:
        """The lanes that may be looked at, the first of them by itself."""
        if self.seat is None:
            return []
        if not self.over:
            return [self.seat.name]
        names = [seat.name for seat in self.session.table]
        ordered = [self.seat.name, *(name for name in names if name != self.seat.name)]
        return [TRUTH_LANE, *ordered] if self.film is not None else ordered

    def visible_rows(self) -> QuerySet[EventRow]:
        """Return all valid events that the viewer may know: after the end, all."""
        rows = EventRow.objects.filter(session=self.session, entry__undone_by=None)
        if self.over:
            return rows
        if self.seat is None:
            return rows.none()
        shown = visibility.visible_progress_of(self.session, self.seat.name).told
        return rows.filter(visible(self.seat.name), number__lte=shown)

    @cached_property
    def moments(self) -> list[ReplayMoment]:
        """Give the moments of all these events."""
        rows = self.visible_rows()
        turns = self.film.turns if self.film is not None else frozenset()
        found: list[ReplayMoment] = []
        begun = {row.number: row.data["turn"] for row in rows.filter(kind__in=turns).only("number", "data")}
        turn = 0
        data = list(rows.order_by("number").values_list("number", "to", "entry_id"))
        for place, (number, to, entry) in enumerate(data):
            turn = begun.get(number, turn)
            last = self.shows_rest and (place + 1 == len(data) or data[place + 1][2] != entry)
            found.append(ReplayMoment(number, to, turn, last))
        return found

    @cached_property
    def shows_rest(self) -> bool:
        """Return whether the viewer may see where an order ended: after the end, or without hidden deciders."""
        return self.over or not any(hidden_deciders_of(self.session, seat.name) for seat in self.session.table)

    @cached_property
    def turns(self) -> list[tuple[int, int]]:
        """Each turn, and the place at which it begins, from 1."""
        first: dict[int, int] = {}
        for place, moment in enumerate(self.moments, 1):
            first.setdefault(moment.turn, place)
        return list(first.items())

    def unseen(self) -> int:
        """Return the place of the first moment since the seat last looked; the last, if it has seen all."""
        seen = self.seat.seen if self.seat is not None else 0
        new = (place for place, moment in enumerate(self.moments, 1) if moment.number > seen)
        return next(new, len(self.moments))

    def row(self, at: int) -> EventRow:
        """Return the event of a place."""
        rows = EventRow.objects.select_related("entry").defer("entry__kept")
        return rows.get(session=self.session, number=self.moments[at - 1].number)

    def name(self, lane: str) -> str:
        """Name a lane's seat; the truth is named by the page."""
        return "" if lane in (TRUTH_LANE, PUBLIC_LANE) else self.words.seat(lane)

    # -- one moment in one lane

    def view(self, lane: str, row: EventRow, *, at_rest: bool) -> object:
        """Return the board of a moment as a lane knew it."""
        boards = snapshots_of(self.session, row.entry)
        title, pack = store.title_of(self.session), store.pack_at(self.session, row.entry.seq)
        frame = boards[-1] if at_rest else boards[row.place]
        state = restore(frame, title.State, store.began_by(self.session))
        if lane == TRUTH_LANE and self.film is not None:
            return store.shown_view(self.film.truth(state, pack))
        return store.shown_view(title.view(state, pack, lane))

    def page(self, lane: str) -> TablePage:
        """Return the page that draws a lane: with the viewer's own notes in their own."""
        if lane == TRUTH_LANE and self.film is not None:
            return TablePage(self.session, Seat(session=self.session, name=self.film.viewer))
        seat = next(one for one in self.session.table if one.name == lane)
        return TablePage(self.session, seat, private=self.seat is not None and seat.pk == self.seat.pk)

    def lane(self, lane: str, at: int, row: EventRow) -> ShownLane:
        """Return what a lane shows of a moment."""
        page, moment = self.page(lane), self.moments[at - 1]
        kind = self.film.kind(row.kind) if self.film is not None else ""
        try:
            view = self.view(lane, row, at_rest=moment.last)
            board = page.board_of_view(view, seq=row.entry.seq, kind=kind)
        except Exception:  # a board of older rules cannot always be drawn by newer ones; the words remain
            board = page.board_of_view(None)
        return ShownLane(lane, self.name(lane), board, moment.is_shown(lane))

    # -- what was said, and to whom

    @cached_property
    def events(self) -> list[ReplayEvent]:
        """All events that the viewer may know, for the computations of a replay."""
        turns = {moment.number: moment.turn for moment in self.moments}
        rows = self.visible_rows().order_by("number").values_list("number", "to", "kind", "data")
        return [ReplayEvent(number, to, turns[number], *rest) for number, to, *rest in rows if number in turns]

    def learned(self, lane: str, at: int) -> LearnedLater:
        """Return when a lane learned of an event: soon, on a later turn, at the end, or never."""
        moment, found, ends = self.moments[at - 1], None, False
        if self.film is not None and self.over:
            later = ((one, not one.to or f"|{lane}|" in one.to) for one in self.events[at:])
            found = self.film.learned(self.events[at - 1], later)
            ends = found is not None and found.kind in self.film.ends
        if found is None:
            return LearnedLater(self.name(lane), "never")
        when = "over" if ends else "soon" if found.turn == moment.turn else "turn"
        return LearnedLater(self.name(lane), when, found.turn)

    def lines(self, lanes: list[str], at: int) -> list[ReplayLogLine]:
        """Return the lines of a moment's turn, each with the lanes that did not see it, and when they learned of it."""
        turn = self.moments[at - 1].turn
        places = [place for place in range(max(1, at - LINES), min(len(self.moments), at + LINES) + 1)]
        places = [place for place in places if self.moments[place - 1].turn == turn]
        numbers = {self.moments[place - 1].number: place for place in places}
        found = []
        for row in EventRow.objects.filter(session=self.session, number__in=numbers).order_by("number"):
            place = numbers[row.number]
            moment = self.moments[place - 1]
            knows = [lane for lane in lanes if moment.is_shown(lane)]
            unknown = [self.learned(lane, place) for lane in lanes if lane not in knows]
            # A single lane shows nothing that was hidden from it.
            said = str(self.words.event(store.as_event(self.session, row))) if knows else ""
            found.append(ReplayLogLine(place, said, unknown, place == at, row.rule))
        return found

    def opened(self, row: EventRow) -> LogLine:
        """Return dice, modifiers and their sum of a moment, and what the game itself shows of it."""
        row.rank = row.number
        shown = line(row, store.as_event(self.session, row), self.words)
        add_opened(shown, self.session)
        return shown

    def clock(self) -> ReplayClock | None:
        """Return the turns of the whole game as its app draws them; before the end there are none."""
        if self.film is None or not self.over or not self.film.clock_template:
            return None
        drawn = self.film.clock(self.events, self.words)
        return None if drawn is None else ReplayClock(drawn, self.film.clock_template, self.film.clock_style)


IDS = re.compile(r'\bid="([^"]+)"')
REFERENCES = re.compile(r'\b(id|for|href|aria-labelledby|aria-describedby|aria-controls)="(#?)([^"]*)"|url\(#([^)]+)\)')


def prefix_ids(fragment: str, prefix: str) -> str:
    """Prefix the ids of a fragment, so that one page can contain two of its kind."""
    own = set(IDS.findall(fragment))

    def rename(found: re.Match[str]) -> str:
        name, sign, value, painted = found.groups()
        if painted:
            return f"url(#{prefix}{painted})" if painted in own else found[0]
        words = [prefix + one if one in own else one for one in value.split(" ")]
        if name == "href" and not sign:
            return str(found[0])
        return f'{name}="{sign}{" ".join(words)}"'

    return REFERENCES.sub(rename, fragment)
