"""Past boards: the state after each event of an entry, stored as a difference from the one before.

Each frame is said by the pieces of the frame before it that go on in it, and by what is fresh; the first of an entry is
compared with the final state of the entry before it, which every entry stores as its last frame. So an
entry costs what happened in it, however long the career has become. Every so often, and wherever the state is not the
one that was stored (after an undo, or after rules with more fields), an entry refers to the session's opening: a
board is had from a few rows at most.
"""

import hashlib
import zlib
from collections.abc import Iterator, Sequence

import msgspec

from play.journal.models import JournalEntry
from play.sessions.models import Session

DICTIONARY = 32768
"""As much of a dictionary as zlib looks at."""
LONGEST_CHAIN = 64
"""Longest chain of entries that refer to one another, before one is stored in full."""
ZLIB_BEGINS = 0x78
"""First byte of boards stored before there were chains: all frames of an entry, compressed on the opening."""

SEED = 16
"""Bytes that are looked for where a frame may go on as the one before did."""
STRIDE = 8

Hunk = tuple[int, int, bytes]
"""From where and how much of the frame before goes on, and the fresh bytes that come then."""


class SnapshotChain:
    """The boards of a session as they are written: `kept` is the session's memory of the last one."""

    def __init__(self, session: Session, opening: bytes, at_rest: bytes) -> None:
        links, _, mark = session.chain.partition(":")
        self.opening = opening
        self.links = int(links) if mark == _mark(at_rest) else LONGEST_CHAIN
        self.last = at_rest

    def add(self, frames: Sequence[bytes], at_rest: bytes) -> bytes:
        """Compress the frames of the next entry, and the state in which it comes to rest."""
        self.links += 1
        if self.links >= LONGEST_CHAIN:
            self.links, self.last = 0, self.opening
        packed = bytes([self.links]) + _press(self.last, [*frames, at_rest])
        self.last = at_rest
        return packed

    @property
    def chain_mark(self) -> str:
        """Number of entries that depend on a full snapshot, and the hash of the state at rest."""
        return f"{self.links}:{_mark(self.last)}"


def snapshots_of(session: Session, entry: JournalEntry) -> list[bytes]:
    """Return the states after each event of an entry, and at last the one at rest."""
    packed = bytes(entry.frames)
    if not packed:
        return []
    opening = bytes(session.opening)
    if packed[0] == ZLIB_BEGINS:
        return msgspec.msgpack.decode(_unzip(packed, opening), type=list[bytes])
    before = JournalEntry.objects.filter(session=session, seq__gte=entry.seq - packed[0], seq__lt=entry.seq)
    last = opening
    for earlier in before.order_by("seq").values_list("frames", flat=True):
        last = _unpress(last, bytes(earlier))[-1]
    return _unpress(last, packed)


def _mark(state: bytes) -> str:
    return hashlib.blake2b(state, digest_size=8).hexdigest()


def _press(last: bytes, frames: Sequence[bytes]) -> bytes:
    dictionary, steps = last[-DICTIONARY:], []
    for frame in frames:
        steps.append(list(_hunks(last, frame)))
        last = frame
    press = zlib.compressobj(level=6, zdict=dictionary)
    return press.compress(msgspec.msgpack.encode(steps)) + press.flush()


def _unpress(last: bytes, packed: bytes) -> list[bytes]:
    frames = []
    for hunks in msgspec.msgpack.decode(_unzip(packed[1:], last), type=list[list[Hunk]]):
        last = b"".join([last[there : there + alike] + fresh for there, alike, fresh in hunks])
        frames.append(last)
    return frames


def _unzip(packed: bytes, dictionary: bytes) -> bytes:
    press = zlib.decompressobj(zdict=dictionary[-DICTIONARY:])
    return press.decompress(packed) + press.flush()


def _hunks(last: bytes, frame: bytes) -> Iterator[Hunk]:
    """Say a frame by the one before: what is alike, what is fresh then, and where it takes the other up again."""
    here = there = 0
    while True:
        alike = _shared(last, there, frame, here)
        fresh_from, onwards = here + alike, there + alike
        here, found = _taken_up_again(last, onwards, frame, fresh_from)
        yield there, alike, frame[fresh_from:here]
        if here == len(frame):
            return
        there = found


def _taken_up_again(last: bytes, onwards: int, frame: bytes, fresh_from: int) -> tuple[int, int]:
    """Look, in growing strides, for a place from which a frame goes on as the one before did: there, and here."""
    at = fresh_from
    while at + SEED <= len(frame):
        found = last.find(frame[at : at + SEED], onwards)
        if found >= 0:
            back = _shared(last[onwards:found][::-1], 0, frame[fresh_from:at][::-1], 0)
            return at - back, found - back
        at += max(STRIDE, (at - fresh_from) // 4)
    return len(frame), len(last)


def _shared(one: bytes, there: int, other: bytes, here: int) -> int:
    """Count the bytes that two go on with alike, by halving: comparing whole slices is what is fast here."""
    least, most = 0, min(len(one) - there, len(other) - here)
    while least < most:
        middle = (least + most + 1) // 2
        if one[there + least : there + middle] == other[here + least : here + middle]:
            least = middle
        else:
            most = middle - 1
    return least
