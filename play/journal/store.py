"""Store and load games: records, boards after each event, journals, and runs made of them."""

import copy
import hmac
from collections.abc import Iterable, Mapping
from typing import Any, NotRequired, Protocol, TypedDict, TypeVar

import msgspec

from engine.kernel.decisions import Decision
from engine.kernel.dice import Dice, DiceCalendar, FairDice, JournalMismatch, RecordedDice
from engine.kernel.events import Draw, Event, data_of, read_data
from engine.kernel.packs.schema import Charts
from engine.kernel.rule_versions import GameSetup, fill_old_defaults, pinned_options
from engine.kernel.run import GameRecord, NoDice, Run
from engine.kernel.snapshot import restore
from engine.kernel.title import Policy, Title
from play.charts import pack_store, selectors
from play.charts.pack_store import PackGone
from play.games import titles
from play.games.text import GameText
from play.journal.models import EntryKind, EventRow, JournalEntry
from play.journal.snapshots import snapshots_of
from play.orders.refusals import OrderRefused
from play.sessions.models import Session, SessionStatus
from play.utils.plain_data import Json

SetupT = TypeVar("SetupT", bound=GameSetup)

# Titles and packs


def title_of(session: Session) -> Title:
    """Return the session's game."""
    return titles.title_of(session.title)


def pack_of(session: Session) -> Any:
    """Return the session's charts: those it began with, even if the folder has others now."""
    return pack_store.compiled_charts(session.title, session.pack_hash, session.pack)


def charts_at(session: Session, seq: int) -> str:
    """Return the hash of the charts by which an entry of the journal was played."""
    return next((before for moved, before in session.charts_before if seq < moved), session.pack_hash)


def pack_at(session: Session, seq: int) -> Any:
    """Return the charts by which an entry of the journal was played: a game may have been moved to others since."""
    return pack_store.compiled_charts(session.title, charts_at(session, seq), session.pack)


def words_of(session: Session) -> GameText:
    """Return the words of a session: the game's, with the names of its own charts as long as they can be had."""
    return _words_by(session, session.pack_hash)


def words_at(session: Session, seq: int) -> GameText:
    """Return the words of a session with the names of the charts by which an entry was played."""
    return _words_by(session, charts_at(session, seq))


def _words_by(session: Session, digest: str) -> GameText:
    try:
        return titles.words_for(session.title, pack_store.compiled_charts(session.title, digest, session.pack))
    except PackGone:
        return titles.words_of(session.title)


def setup_of(session: Session) -> Any:
    """Return how the session was set up, typed."""
    return parse_setup(session.setup, title_of(session).Setup, began_by(session))


def parse_setup(setup: Mapping[str, object], kind: type[SetupT], began: str) -> SetupT:
    """Return a set-up, typed, with the readings of the rules by which it was begun."""
    return msgspec.convert(fill_old_defaults(copy.deepcopy(setup), kind, began), kind)


def began_by(session: Session) -> str:
    """Return the version of the rules with which the session began: today's, if it has not begun yet."""
    return session.began or title_of(session).rules


def old_readings(session: Session, words: GameText) -> list[str]:
    """Name the options that the session reads as its rules did when it began, though the default is another now."""
    return old_readings_in(setup_of(session), began_by(session), words)


def old_readings_in(setup: GameSetup, began: str, words: GameText) -> list[str]:
    """Name the options of a set-up that use the interpretation of the rules under which it began."""
    return [words.label(stored.option) for stored in pinned_options(setup, began)]


# Runs


class ReplayLine(TypedDict):
    """A line of a journal that is to be played again."""

    kind: str
    seat: str
    key: str
    answer: Json
    draws: list[tuple[str, int, int, int]]
    joined: NotRequired[bool]


def fair_dice(session: Session, counters: dict[str, int] | None = None) -> FairDice:
    """Return the session's dice."""
    season = session.calendar
    calendar = DiceCalendar(bytes(season.key), title_of(session).shared) if season is not None else None
    return FairDice(bytes(session.seed), session.nonces, counters, calendar)


def begin(session: Session, *, frames: bool = True) -> Run:
    """Set the game going; a session that replays another's journal is given the faces that fell there first."""
    counters: dict[str, int] = {}
    dice: Dice = fair_dice(session, counters)
    if session.replays is not None:
        fallen = [Draw(stream, sides, face) for line in session.replays for stream, _, sides, face in line["draws"]]
        dice = RecordedDice(fallen, counters, then=dice)
    began = began_by(session)
    return Run.begin(title_of(session), pack_of(session), setup_of(session), dice, frames=frames, began=began)


def replayed(session: Session, before: int | None = None, *, frames: bool = True) -> Run:
    """Replay a session's journal with the recorded faces: all valid entries, or those before one entry."""
    standing = session.journal.filter(undone_by=None).exclude(kind=EntryKind.UNDO)
    if before is not None:
        standing = standing.filter(seq__lt=before)
    lines = valid_lines(standing.order_by("seq").defer("frames", "kept"))
    again = Session(
        title=session.title,
        setup=session.setup,
        pack=session.pack,
        pack_hash=charts_at(session, 0),
        began=session.began,
        seed=session.seed,
        nonces=session.nonces,
        calendar=session.calendar,
        replays=lines,
    )
    return played_through(again, frames=frames)


def played_through(session: Session, *, frames: bool = False) -> Run:
    """Play a session that replays another's journal to the end of what it replays."""
    run = begin(session, frames=frames)
    for line in session.replays or ():
        if line["kind"] == EntryKind.ANSWER:
            run.answer(line["seat"], line["answer"], line["key"], joined=line.get("joined", False))
        elif line["kind"] == EntryKind.CHARTS:
            run = run.continue_with_charts(pack_store.compiled_charts(session.title, line["answer"]["charts"][1]))
    return run


def valid_lines(journal: Iterable[JournalEntry], at: int | None = None) -> list[ReplayLine]:
    """Return what is to be played again of a journal: its beginning, the answers that stood at an entry, new charts."""
    return [
        {
            "kind": EntryKind.CHARTS if charts_change(line) else line.kind,
            "seat": line.seat,
            "key": line.key,
            "answer": line.answer,
            "draws": line.draws,
            "joined": line.joined,
        }
        for line in journal
        if (line.kind in {EntryKind.BEGIN, EntryKind.ANSWER} or charts_change(line))
        and (line.undone_by is None or (at is not None and line.undone_by > at))
    ]


class JournalLike(Protocol):
    """A line of a journal, of the database or of a file."""

    @property
    def kind(self) -> str:
        """Return the kind of the entry."""

    @property
    def answer(self) -> object:
        """Return the answer."""


def charts_change(line: JournalLike) -> tuple[str, str] | tuple[()]:
    """Return the charts that a game left at an entry and those by which it goes on, if it was moved there.

    It is by an order, or by a step back when its own charts were gone.
    """
    if line.kind not in {EntryKind.CHARTS, EntryKind.STEP_BACK} or not isinstance(line.answer, dict):
        return ()
    pair = line.answer.get("charts")
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(digest, str) for digest in pair):
        return ()
    return pair[0], pair[1]


def check_used_up(run: Run) -> None:
    """Refuse a replayed journal of which draws are left over."""
    dice = run.dice
    if isinstance(dice, RecordedDice) and dice.at != len(dice.draws):
        raise JournalMismatch(f"{len(dice.draws) - dice.at} recorded draws were never asked for")


def resume(session: Session) -> Run:
    """Load the game in its present state; raises if the rules no longer play it on as it was."""
    return _resumed(session, fair_dice(session), frames=True)


def dry_run(session: Session) -> Run:
    """Load the game for a trial that is not saved: it raises `JournalMismatch` where it would roll a die."""
    run = _resumed(session, NoDice(fair_dice(session)), frames=False)
    run.makes_digests = False
    return run


def _resumed(session: Session, dice: Dice, *, frames: bool) -> Run:
    run = Run.resume(title_of(session), pack_of(session), dice, record_of(session), frames=frames)
    if not run.agrees(run.record.last_digest()):
        raise JournalMismatch("the rules lead to another state than the one that was kept")
    return run


def is_stuck(session: Session) -> bool:
    """Say whether the rules in force no longer play the session on, noted already or not."""
    if session.status != SessionStatus.PLAYING:
        return session.status == SessionStatus.STUCK
    try:
        resume(session)
    except Exception:  # any exception of new rules on an old journal is the finding, and so are missing charts
        return True
    return False


def step_back(session: Session) -> Run:
    """Set the game going afresh from its last checkpoint; the dice take up their counts there.

    A game whose charts are gone goes on with those that a new one would be begun with.
    """
    record = record_of(session)
    bare = GameRecord(record.snapshot, dict(record.counters), began=record.began)
    try:
        pack = pack_of(session)
    except PackGone:
        pack = _charts_for_new(session)
    return Run(title_of(session), pack, fair_dice(session), bare, fresh=True, frames=True)


def _charts_for_new(session: Session) -> Charts:
    try:
        return selectors.charts_named(session.title, session.pack, session.owner_id)
    except Exception:  # a pack of a player's own may be gone, or be at fault by now
        return titles.pack_of(session.title, selectors.STANDARD)


def has_newer_charts(session: Session) -> bool:
    """Say whether a new game of its owner's by the session's pack would begin with other charts than it has."""
    try:
        return selectors.hash_named(session.title, session.pack, session.owner_id) not in ("", session.pack_hash)
    except Exception:  # any fault of today's charts: the game goes on with its own
        return False


def newer_charts(session: Session) -> Charts | None:
    """Return the charts by which a new game of the session's pack would begin, if they are others than it has."""
    return selectors.charts_named(session.title, session.pack, session.owner_id) if has_newer_charts(session) else None


def with_charts(session: Session, run: Run, pack: Charts) -> Run:
    """Return a game as it goes on by other charts, from a seam at which nothing has fallen or been drawn yet."""
    seam = run.seam()
    if session.status != SessionStatus.PLAYING or seam is None or seam.opening:
        raise OrderRefused("no_seam")
    try:
        again = run.continue_with_charts(pack)
        for seat in session.table:
            again.view(seat.name)
        again.outcome()
    except Exception as problem:  # any name that is missing in them: the game cannot go on with these charts
        raise OrderRefused("charts_misfit", {"problem": f"{type(problem).__name__}: {problem}"}) from problem
    return again


def recovery_of(session: Session) -> str:
    """Say how a stopped game goes on: from its checkpoint (`back`), by other charts (`charts`), or not at all."""
    try:
        run = step_back(session)
    except Exception:  # a state that today's rules cannot read has no way back
        return ""
    return "back" if titles.pack_hash(run.pack) == session.pack_hash else "charts"


def record_of(session: Session) -> GameRecord:
    """Return the kernel's record."""
    return msgspec.msgpack.decode(bytes(session.record), type=GameRecord)


def pack_record(record: GameRecord) -> bytes:
    """Put a record away."""
    return msgspec.msgpack.encode(record)


# Bots


def policies_of(session: Session, pack: Charts) -> dict[str, Policy]:
    """Make the bots of a session, their whims drawn from its seed so that a task done again does the same."""
    return {
        seat.name: make_bot(session, seat.name, seat.policy, seat.standing_orders, pack)
        for seat in session.table
        if seat.policy
    }


def make_bot(session: Session, seat: str, policy: str, orders: Mapping[str, object], pack: Charts) -> Policy:
    """Make one bot with its standing orders."""
    title = title_of(session)
    maker, typed = title.policies()[policy], title.orders_type(policy)
    rng = hmac.digest(bytes(session.seed), f"bot/{seat}/{session.entries_made}".encode(), "sha256")
    seed = int.from_bytes(rng[:6], "big")
    if typed is None:
        return maker(pack, seat, seed)
    return maker(pack, seat, seed, msgspec.convert(orders, typed))


# Boards after each event


def state_at_rest(session: Session, seq: int) -> Any:
    """Return the final state of an entry of the journal, or None if its board was not stored."""
    boards = snapshots_of(session, session.journal.get(seq=seq))
    return restore(boards[-1], title_of(session).State, began_by(session)) if boards else None


def view_at(session: Session, seq: int, seat: str) -> object:
    """Return what a seat saw when the game came to rest after an entry; nothing before the first."""
    if not seq or (state := state_at_rest(session, seq)) is None:
        return None
    return title_of(session).view(state, pack_at(session, seq), seat)


def state_after(session: Session, row: EventRow) -> Any:
    """Return the state as it was after an event."""
    board = snapshots_of(session, row.entry)[row.place]
    return restore(board, title_of(session).State, began_by(session))


# Events as rows


def as_row(session: Session, entry: JournalEntry, number: int, place: int, event: Event) -> EventRow:
    """Turn an event into its row."""
    return EventRow(
        session=session,
        entry=entry,
        number=number,
        place=place,
        kind=event.kind,
        rule=event.rule,
        to=f"|{'|'.join(event.to)}|" if event.to else "",
        data=data_of(event.data),
        dice=json_data(event.dice),
        mods=json_data(event.mods),
        chart=event.chart,
        branch=event.branch,
    )


def as_event(session: Session, row: EventRow) -> Event:
    """Turn a row back into the event, once."""
    if row.event is None:
        row.event = msgspec.structs.replace(
            msgspec.convert(
                {
                    "data": {},
                    "rule": row.rule,
                    "to": [seat for seat in row.to.split("|") if seat],
                    "dice": row.dice,
                    "mods": row.mods,
                    "chart": row.chart,
                    "branch": row.branch,
                },
                Event,
            ),
            data=read_data(title_of(session).events, row.kind, row.data),
        )
    return row.event


def shown_view(view: object) -> object:
    """Return a view as pages read it: typed, or plain data where the game has no type for it."""
    return view if isinstance(view, msgspec.Struct) else json_data(view)


def json_data(value: object) -> Any:
    """Return data as JSON can hold it."""
    return msgspec.to_builtins(value, str_keys=True)


def numbered(draws: Iterable[Draw], counters: dict[str, int]) -> list[list[str | int]]:
    """Give each draw its number within its stream, counting on from `counters`."""
    lines: list[list[str | int]] = []
    for draw in draws:
        counters[draw.stream] = counters.get(draw.stream, 0) + 1
        lines.append([draw.stream, counters[draw.stream], draw.sides, draw.face])
    return lines


# Questions and their tokens

QuestionNumbers = dict[tuple[str, str], int]


def questions_of(session: Session) -> QuestionNumbers:
    """Return what is to be decided, with the number of the entry that asked it, or of the seat's own count."""
    return {(seat, key): seq for seat, key, seq in session.asked}


def offers_of(pending: Iterable[Decision]) -> dict[str, dict[str, tuple[str, tuple[str, ...]]]]:
    """Return the rule and the orders of each question that wants no form, by seat and key."""
    offers: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {}
    for decision in pending:
        if decision.form is None:
            offers.setdefault(decision.actor, {})[decision.key] = (decision.rule, decision.options)
    return offers


def number_questions(
    before: QuestionNumbers,
    pending: Mapping[tuple[str, str], Decision],
    answered: tuple[str, str] | None,
    seq: int,
    numbers: Mapping[str, int] | None = None,
) -> QuestionNumbers:
    """Preserve the numbers of open questions, and number new ones; an answered one is new if it recurs.

    It is the number of the entry, or the seat's own in `numbers`.
    """
    own = numbers or {}
    return {
        place: before[place] if place in before and place != answered else own.get(place[0], seq) for place in pending
    }


def token_of(key: str, seq: int) -> str:
    """Name a question and the moment at which it was asked."""
    return f"{key}@{seq}"
