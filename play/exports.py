"""A whole session as one JSON file: written so that a person can read it, read so that nothing untyped comes in.

After the end the file holds everything. Before it, the file holds what the seat has seen; it can be taken in again
only when that is all there is (one person alone at the table, nothing hidden, no bot), for otherwise it would carry out
of the house what is hidden in the game. What is taken in is played again by the rules, never believed, and counts for
nothing; a game that was not over goes on with dice of a new seed.
"""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, Literal, cast

import msgspec

from . import fairness, selectors, titles
from .models import Entry, EntryKind, EventRow, Seat, Session, SessionStatus
from .refusals import OrderRefused
from .services import replayed_session, standing_lines

LARGEST_FILE = 20 * 1024 * 1024
FORMAT: Final = "dispersal-session"
Kind = Literal["begin", "answer", "undo", "step-back"]
Status = Literal["open", "playing", "over", "stuck"]


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One line of the journal."""

    seq: int
    kind: Kind
    seat: str = ""
    key: str = ""
    answer: Any = None
    draws: list[tuple[str, int, int, int]] = []
    digest: str = ""
    closed_by: str = ""
    undone_by: int | None = None


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """One event."""

    number: int
    seq: int
    kind: str
    rule: str = ""
    to: list[str] = []
    data: dict[str, Any] = {}
    dice: list[tuple[str, int, int]] = []
    mods: list[dict[str, Any]] = []
    chart: str = ""
    branch: str = ""


class Place(msgspec.Struct, forbid_unknown_fields=True):
    """One seat."""

    name: str
    policy: str = ""
    standing_orders: dict[str, Any] = {}


class Document(msgspec.Struct, forbid_unknown_fields=True):
    """A session on paper."""

    format: Literal["dispersal-session"]
    version: Literal[1]
    title: str
    setup: dict[str, Any]
    pack: str
    pack_hash: str
    rules: str
    status: Status
    commitment: str
    seats: list[Place]
    entries: list[Line]
    events: list[Told]
    complete: bool
    seed: str = ""
    nonces: dict[str, str] = {}
    shared: list[str] = []
    borrowed: int = 0
    outcome: dict[str, Any] | None = None


# Writing


def written(session: Session, player: Any) -> bytes:
    """Write a session down as this person may know it, from every seat that is theirs."""
    over = session.status == SessionStatus.OVER
    lines = list(session.journal.order_by("seq").defer("frames", "kept"))
    mine = [selectors.visible(seat.name) for seat in session.table if seat.player_id == player.pk]
    rows = session.told.all() if over else session.told.filter(reduce(or_, mine))
    told = list(rows.order_by("number").select_related("entry").defer("entry__frames", "entry__kept"))
    complete = over or nothing_is_hidden(session, lines, told)
    document = Document(
        format=FORMAT,
        version=1,
        title=session.title,
        setup=session.setup,
        pack=session.pack,
        pack_hash=session.pack_hash,
        rules=session.rules,
        status=cast(Status, session.status),
        commitment=session.commitment,
        seats=[Place(seat.name, seat.policy, seat.standing_orders if over else {}) for seat in session.table],
        entries=[_line(line) for line in lines] if complete else [],
        events=[_told(row, place, complete) for place, row in enumerate(told, start=1)],
        complete=complete,
        seed=bytes(session.seed).hex() if over else "",
        nonces=session.nonces if over else {},
        shared=sorted(session.shared) if over else [],
        borrowed=session.borrowed if over else 0,
        outcome=session.outcome,
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def nothing_is_hidden(session: Session, lines: Sequence[Entry], told: Sequence[EventRow]) -> bool:
    """Say whether one person alone has seen every face that fell and given every answer."""
    if not session.is_solitaire or any(seat.policy for seat in session.table):
        return False
    fell = Counter((line.seq, stream, sides, face) for line in lines for stream, _count, sides, face in line.draws)
    seen = Counter((row.entry.seq, *die) for row in told for die in row.dice)
    return fell == seen


def _line(line: Entry) -> Line:
    return Line(
        seq=line.seq,
        kind=cast(Kind, line.kind),
        seat=line.seat,
        key=line.key,
        answer=line.answer,
        draws=[tuple(draw) for draw in line.draws],
        digest=line.digest,
        closed_by=line.closed_by,
        undone_by=line.undone_by,
    )


def _told(row: EventRow, place: int, complete: bool) -> Told:
    """Write an event; before the end it is counted among those written, for a gap would tell of something hidden."""
    return Told(
        number=place,
        seq=row.entry.seq if complete else 0,
        kind=row.kind,
        rule=row.rule,
        to=[seat for seat in row.to.split("|") if seat],
        data=row.data,
        dice=[tuple(die) for die in row.dice],
        mods=row.mods,
        chart=row.chart,
        branch=row.branch,
    )


# Reading


def read(data: bytes) -> Document:
    """Read a file, or refuse it with what is wrong and where."""
    try:
        return msgspec.json.decode(data, type=Document)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise OrderRefused("bad_file", {"problem": str(problem)}, status=400) from problem


def verdict_of(document: Document) -> fairness.Verdict:
    """Check the dice of a finished session."""
    try:
        seed = bytes.fromhex(document.seed)
    except ValueError as problem:
        raise OrderRefused("bad_file", {"problem": str(problem)}, status=400) from problem
    draws = [(line.seq, *draw) for line in document.entries for draw in line.draws]
    return fairness.verify(
        seed=seed,
        commits=document.commitment,
        nonces=document.nonces,
        draws=draws,
        shared=document.shared,
        borrowed=document.borrowed,
    )


def take_in(file: Any, player: Any) -> Session:
    """Take a session in from an uploaded file: played again by the rules in force, owned by who brought it."""
    if file is None:
        raise OrderRefused("no_file", status=400)
    if file.size > LARGEST_FILE:
        raise OrderRefused("too_large", status=413)
    document = read(file.read())
    if not document.complete or not document.entries:
        raise OrderRefused("incomplete_file", status=422)
    finished = document.status == SessionStatus.OVER and document.seed != ""
    if finished and not verdict_of(document).holds:
        raise OrderRefused("false_dice", status=422)
    session = Session(
        title=document.title,
        setup=document.setup,
        pack=document.pack,
        pack_hash=document.pack_hash,
        rules=document.rules,
        owner=player,
    )
    replays = _replays(document)
    session.borrowed = len(replays)
    if finished:
        session.seed, session.nonces = bytes.fromhex(document.seed), document.nonces
        session.borrowed = document.borrowed
    return replayed_session(session=session, seats=_seats(document), replays=replays)


def _seats(document: Document) -> list[Seat]:
    """Return the seats, provided that game, charts and seats are known here."""
    try:
        title = titles.title_of(document.title)
        names = title.seats(msgspec.convert(document.setup, title.Setup))
        charts = titles.pack_of(document.title, document.pack)
    except titles.NoSuchGame as problem:
        raise OrderRefused("no_game", status=422) from problem
    except ValueError as problem:
        raise OrderRefused("setup", {"problem": str(problem)}, status=422) from problem
    except Exception as problem:  # whatever keeps the charts from being read
        raise OrderRefused("no_pack", {"problem": str(problem)}, status=422) from problem
    if titles.pack_hash(charts) != document.pack_hash:
        raise OrderRefused("no_pack", status=422)
    known = {place.name: place for place in document.seats}
    if set(known) != set(names) or any(place.policy not in {"", *title.policies()} for place in document.seats):
        raise OrderRefused("seats", status=422)
    return [
        Seat(name=name, place=at, policy=known[name].policy, standing_orders=known[name].standing_orders)
        for at, name in enumerate(names)
    ]


def _replays(document: Document) -> list[dict[str, Any]]:
    entries = [
        Entry(
            seq=line.seq,
            kind=line.kind,
            seat=line.seat,
            key=line.key,
            answer=line.answer,
            draws=[list(draw) for draw in line.draws],
            undone_by=line.undone_by,
        )
        for line in sorted(document.entries, key=lambda line: line.seq)
    ]
    if entries[0].kind != EntryKind.BEGIN:
        raise OrderRefused("bad_file", {"problem": "entries[0].kind"}, status=400)
    return standing_lines(entries)
