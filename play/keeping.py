"""How a game is put away and taken up: records, boards after each event, journals, and the runs made of them."""

import hmac
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel.decisions import Decision
from engine.kernel.dice import FairDice, JournalMisfit, RecordedDice
from engine.kernel.events import Draw, Event
from engine.kernel.game import Policy, Title
from engine.kernel.run import Record, Run

from . import titles
from .models import Entry, EntryKind, EventRow, Session, SessionStatus

DICTIONARY = 32768
"""As much of a dictionary as zlib looks at."""


# Titles and packs


class PackGone(Exception):
    """The charts that a session was played with are not here, or not the same."""


def title_of(session: Session) -> Title:
    """Return the session's game."""
    return titles.title_of(session.title)


def pack_of(session: Session) -> Any:
    """Return the session's charts, provided that they are those it began with."""
    try:
        pack = titles.pack_of(session.title, session.pack)
    except Exception as problem:  # a pack of a player's own may have been changed or taken away
        raise PackGone(str(problem)) from problem
    if titles.pack_hash(pack) != session.pack_hash:
        raise PackGone(f"the pack {session.pack} has changed since")
    return pack


def setup_of(session: Session) -> Any:
    """Return how the session was set up, typed."""
    return msgspec.convert(session.setup, title_of(session).Setup)


# Runs


def fair_dice(session: Session, counters: dict[str, int] | None = None) -> FairDice:
    """Return the session's dice."""
    shared = {stream: bytes.fromhex(key) for stream, key in session.shared.items()}
    return FairDice(bytes(session.seed), session.nonces, counters, shared)


def begin(session: Session) -> Run:
    """Set the game going; a session that replays another's journal is given the faces that fell there first."""
    counters: dict[str, int] = {}
    dice: Any = fair_dice(session, counters)
    if session.replays is not None:
        fallen = [Draw(stream, sides, face) for line in session.replays for stream, _, sides, face in line["draws"]]
        dice = RecordedDice(fallen, counters, then=dice)
    return Run.begin(title_of(session), pack_of(session), setup_of(session), dice, frames=True)


def replayed(session: Session, before: int | None = None) -> Run:
    """Play a session's journal again with the faces that fell: all that stands, or what stands before an entry."""
    standing = session.journal.filter(undone_by=None, kind__in=(EntryKind.BEGIN, EntryKind.ANSWER))
    if before is not None:
        standing = standing.filter(seq__lt=before)
    lines = list(standing.order_by("seq").values("kind", "seat", "key", "answer", "draws"))
    again = Session(
        title=session.title,
        setup=session.setup,
        pack=session.pack,
        pack_hash=session.pack_hash,
        seed=session.seed,
        nonces=session.nonces,
        shared=session.shared,
        replays=lines,
    )
    run = begin(again)
    for line in lines:
        if line["kind"] == EntryKind.ANSWER:
            run.answer(line["seat"], line["answer"], line["key"])
    return run


def check_used_up(run: Run) -> None:
    """Refuse a replayed journal of which draws are left over."""
    dice = run.dice
    if isinstance(dice, RecordedDice) and dice.at != len(dice.draws):
        raise JournalMisfit(f"{len(dice.draws) - dice.at} recorded draws were never asked for")


def resume(session: Session) -> Run:
    """Take the game up where it stands; raises when the rules no longer play it on as it was."""
    run = Run.resume(title_of(session), pack_of(session), fair_dice(session), record_of(session), frames=True)
    if run.digest() != run.record.last_digest():
        raise JournalMisfit("the rules lead to another state than the one that was kept")
    return run


def is_stuck(session: Session) -> bool:
    """Say whether the rules in force no longer play the session on, noted already or not."""
    if session.status != SessionStatus.PLAYING:
        return session.status == SessionStatus.STUCK
    try:
        resume(session)
    except PackGone:
        return False
    except Exception:  # whatever new rules raise on an old journal is the finding
        return True
    return False


def step_back(session: Session) -> Run:
    """Set the game going afresh from its last checkpoint; the dice take up their counts there."""
    record = record_of(session)
    bare = Record(record.snapshot, dict(record.counters))
    return Run(title_of(session), pack_of(session), fair_dice(session), bare, fresh=True, frames=True)


def record_of(session: Session) -> Record:
    """Return the kernel's record."""
    return msgspec.msgpack.decode(bytes(session.record), type=Record)


def record_bytes(record: Record) -> bytes:
    """Put a record away."""
    return msgspec.msgpack.encode(record)


# Bots


def policies_of(session: Session, pack: Any) -> dict[str, Policy]:
    """Make the bots of a session, their whims drawn from its seed so that a task done again does the same."""
    makers = title_of(session).policies()
    return {
        seat.name: make_bot(session, seat.name, makers[seat.policy], seat.standing_orders, pack)
        for seat in session.table
        if seat.policy
    }


def make_bot(session: Session, seat: str, maker: Any, orders: Mapping[str, Any], pack: Any) -> Policy:
    """Make one bot with its standing orders."""
    whim = hmac.digest(bytes(session.seed), f"bot/{seat}/{session.entries_made}".encode(), "sha256")
    seed = int.from_bytes(whim[:6], "big")
    typed = standing_orders_type(maker)
    if typed is None:
        return maker(pack, seat, seed)
    return maker(pack, seat, seed, msgspec.convert(orders, typed))


def standing_orders_type(maker: Any) -> Any:
    """Return the typed standing orders that a bot takes as a fourth argument: its maker's `Orders`, if it has one."""
    return getattr(maker, "Orders", None)


# Boards after each event


def pack_frames(frames: Sequence[bytes], dictionary: bytes) -> bytes:
    """Compress the states after each event of an entry: they differ little from one another and from the opening."""
    if not frames:
        return b""
    press = zlib.compressobj(level=1, zdict=bytes(dictionary)[-DICTIONARY:])
    return press.compress(msgspec.msgpack.encode(list(frames))) + press.flush()


def unpack_frames(packed: bytes | memoryview, dictionary: bytes | memoryview) -> list[bytes]:
    """Return the states after each event of an entry."""
    if not packed:
        return []
    press = zlib.decompressobj(zdict=bytes(dictionary)[-DICTIONARY:])
    return msgspec.msgpack.decode(press.decompress(bytes(packed)) + press.flush(), type=list[bytes])


def state_after(session: Session, row: EventRow) -> Any:
    """Return the state as it was after an event."""
    frames = unpack_frames(row.entry.frames, session.opening)
    return msgspec.msgpack.decode(frames[row.place], type=title_of(session).State)


# Events as rows


def as_row(session: Session, entry: Entry, number: int, place: int, event: Event) -> EventRow:
    """Turn an event into its row."""
    return EventRow(
        session=session,
        entry=entry,
        number=number,
        place=place,
        kind=event.kind,
        rule=event.rule,
        to=f"|{'|'.join(event.to)}|" if event.to else "",
        data=plain(event.data),
        dice=plain(event.dice),
        mods=plain(event.mods),
        chart=event.chart,
        branch=event.branch,
    )


def as_event(row: EventRow) -> Event:
    """Turn a row back into the event."""
    return msgspec.convert(
        {
            "kind": row.kind,
            "rule": row.rule,
            "to": [seat for seat in row.to.split("|") if seat],
            "data": row.data,
            "dice": row.dice,
            "mods": row.mods,
            "chart": row.chart,
            "branch": row.branch,
        },
        Event,
    )


def plain(value: Any) -> Any:
    """Return data as JSON can hold it."""
    return msgspec.to_builtins(value, str_keys=True)


def numbered(draws: Iterable[Draw], counters: dict[str, int]) -> list[list[Any]]:
    """Give each draw its number within its stream, counting on from `counters`."""
    lines = []
    for draw in draws:
        counters[draw.stream] = counters.get(draw.stream, 0) + 1
        lines.append([draw.stream, counters[draw.stream], draw.sides, draw.face])
    return lines


# Questions and their tokens

Asked = dict[tuple[str, str], int]


def asked_of(session: Session) -> Asked:
    """Return what is to be decided, with the number of the entry that asked it."""
    return {(seat, key): seq for seat, key, seq in session.asked}


def ask_again(before: Asked, pending: Mapping[tuple[str, str], Decision], answered: Any, seq: int) -> Asked:
    """Keep the number of what is still to be decided, and number what is new; what was answered is new if it recurs."""
    return {place: before[place] if place in before and place != answered else seq for place in pending}


def token_of(key: str, seq: int) -> str:
    """Name a question and the moment at which it was asked."""
    return f"{key}@{seq}"
