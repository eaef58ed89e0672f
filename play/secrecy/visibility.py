"""Per-seat version counters and delayed release, so that number and time leak nothing hidden.

    GAME = GameSpec(name="nightfighter", secrecy=secrecy, ...)

The number of another seat's orders, and the time that they take, could reveal what a seat must not
know. So a seat of a veiled game has a version, a number for its questions and an end of its log of its own
(`SeatProgress`, stored in `Session.worlds`): hidden events move none of them. While one of its `HiddenDeciders` is
asked and it is not (an umpire who chooses, a bot that thinks), its version stays as it was before its order, and
goes on in one step when it is asked again, a whole number of beats after that order. Until then every page shows it the
world as it was.
"""

import hashlib
import math
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from django.conf import settings

from play.secrecy.deciders import HiddenDeciders, hidden_deciders, hidden_deciders_of, is_bot, secrecy_of

if TYPE_CHECKING:
    from play.orders.models import Order
    from play.sessions.models import Session
    from play.utils.plain_data import Json
    from play.utils.players import Visitor

AskedRow = tuple[str, str, int]
"""A question as the session keeps it: who is asked, its key, and its number."""


class SeatProgress(msgspec.Struct, frozen=True):
    """Counter of one seat, and the time from which it may advance."""

    version: int = 0
    asked: int = 0
    """The number of its last question."""
    seq: int = 0
    told: int = 0
    """The last entry and the last event that it has been shown."""
    mark: str = ""
    """A hash of its view."""
    waits: list[str] = []
    """Seats that it waits for."""
    given: float = 0
    """Time of its last order."""
    still: bool = False
    """True if a hidden decider is asked."""
    owes: bool = False
    """True if something has happened to it since its version was frozen."""
    remarks: int = 0
    """Number of unofficial messages."""
    due: float = 0
    was: tuple[int, int, int] = (0, 0, 0)
    """Version, entry and event up to the moment that is due."""


class VisibleProgress(NamedTuple):
    """Present progress of the game as a seat may see it."""

    version: int
    seq: int
    told: int
    held: bool
    """True if its order has a result that it is not shown yet."""


def now() -> float:
    """Return the time."""
    return time.time()


def progress_of(session: "Session", seat: str) -> SeatProgress:
    """Return what a seat counts; one that has counted nothing yet goes on from the session's numbers."""
    stored = session.worlds.get(seat)
    if stored is not None:
        return msgspec.convert(stored, SeatProgress)
    version, made, events = session.version, session.entries_made, session.events_told
    return SeatProgress(version, made, made, events, was=(version, made, events))


def visible_progress_of(session: "Session", seat: str, at: float | None = None) -> VisibleProgress:
    """Return how far a seat sees; asked twice of one session that was read, it says the same."""
    known: dict[str, VisibleProgress] = session.__dict__.setdefault("_windows", {})
    if seat not in known or at is not None:
        moment = session.__dict__.get("_ahead") or now()
        known[seat] = _visible_progress(session, seat, moment if at is None else at)
    return known[seat]


def _visible_progress(session: "Session", seat: str, at: float) -> VisibleProgress:
    if seat not in session.worlds:
        return VisibleProgress(session.version, session.entries_made, session.events_told, held=False)
    world = progress_of(session, seat)
    if at < world.due:
        return VisibleProgress(*world.was, held=True)
    if world.still:
        return VisibleProgress(world.version, world.seq, world.told, held=True)
    return VisibleProgress(world.version, session.entries_made, session.events_told, held=False)


def version_of(session: "Session", seat: str) -> int:
    """Return how far a session has come as a seat may know it."""
    return visible_progress_of(session, seat).version


def is_over(session: "Session", seats: Collection[str]) -> bool:
    """Say whether the game is over, and one who has these seats knows it."""
    return session.status == "over" and not any(visible_progress_of(session, seat).held for seat in seats)


def seats_of(session: "Session", player: "Visitor") -> list[str]:
    """Name the seats that a person has."""
    return [seat.name for seat in session.table if seat.player_id is not None and seat.player_id == player.pk]


def seconds_until_due(session: "Session", order: "Order") -> float:
    """Return how many seconds it is until the answer to an order may leave: it does so at a beat after it."""
    beat: float = settings.VEIL_BEAT_SECONDS
    if not session.worlds or not beat:
        return 0.0
    at = now()
    return min(_next_beat(session, order, at) - at, beat)


def _next_beat(session: "Session", order: "Order", at: float) -> float:
    """Return the next beat after an order, when it is so late."""
    given, beat = order.given.timestamp(), settings.VEIL_BEAT_SECONDS
    return given + _beat_from(at - given, _first_beat(session, secrecy_of(session), order.seat, beat), beat)


def may_prepare(session: "Session") -> bool:
    """Say whether an answer may be drawn before its beat: only where no page shows a clock, so one person plays."""
    people = {seat.player_id for seat in session.table if not seat.policy}
    return bool(session.worlds) and bool(settings.VEIL_BEAT_SECONDS) and len(people) == 1


def look_ahead(session: "Session", order: "Order") -> None:
    """Show a session that was just read as it will be at the next beat after an order."""
    session.__dict__["_ahead"] = _next_beat(session, order, now())


def wait_until_due(session: "Session", order: "Order") -> None:
    """Delay the answer to an order until it may leave; where nothing is hidden, no other thread gets a turn first."""
    if (seconds := seconds_until_due(session, order)) > 0:
        time.sleep(seconds)


# Effects of a change on the worlds


def next_question_numbers(session: "Session") -> dict[str, int]:
    """Return the number that each seat's next question bears; empty where it is the number of the entry."""
    if secrecy_of(session) is None:
        return {}
    return {seat.name: progress_of(session, seat.name).asked + 1 for seat in session.table if not seat.policy}


class VisibleChange(NamedTuple):
    """Part of a change that one seat may see."""

    mark: str
    is_told: bool
    """True if it shows the seat an event, or takes one back."""


def view_hash(view: object) -> str:
    """Return the hash of a view."""
    content = msgspec.msgpack.encode(view, order="deterministic")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def progress_after(
    session: "Session",
    order: "Order",
    seen: Mapping[str, VisibleChange],
    fields: Mapping[str, Any],
    *,
    closes: bool = False,
) -> "dict[str, Json]":
    """Return the worlds of a session after a change, which puts these `fields` in the place of those that it has.

    It `closes` when none of it can be taken back, like every change in which an umpire may have had a part.
    """
    secrecy = secrecy_of(session)
    if secrecy is None:
        return dict(session.worlds)
    asked: list[AskedRow] = fields.get("asked", session.asked)
    worlds = dict(session.worlds)
    for seat in session.table:
        if not seat.policy:
            world = _next_progress(session, secrecy, seat.name, order, seen.get(seat.name), asked, fields, closes)
            worlds[seat.name] = msgspec.to_builtins(world)
    return worlds


def _next_progress(
    session: "Session",
    secrecy: HiddenDeciders,
    seat: str,
    order: "Order",
    seen: VisibleChange | None,
    asked: Sequence[AskedRow],
    fields: Mapping[str, Any],
    closes: bool,
) -> SeatProgress:
    world = progress_of(session, seat)
    mine = order.seat == seat
    numbered = max((number for name, _key, number in asked if name == seat), default=world.asked)
    is_asked = any(name == seat for name, _key, _number in asked)
    waits = sorted({name for name, _key, _number in asked if name != seat}) if not is_asked else []
    given = order.given.timestamp() if mine else world.given
    over = fields.get("status", session.status) != session.status
    moved = mine or over or seen is None or seen.is_told or seen.mark != world.mark
    moved = moved or numbered != world.asked or waits != world.waits or world.owes
    mark = seen.mark if seen is not None else world.mark
    changed = msgspec.structs.replace(world, asked=numbered, mark=mark, waits=waits, given=given)
    stored = hidden_deciders(session, secrecy, seat)
    if not is_asked and any(name in stored for name in waits):
        if seat in session.worlds:
            return msgspec.structs.replace(changed, still=True, owes=moved)
        # The beginning is shown to all, for nothing has been chosen yet.
        made, events = fields.get("entries_made", 0), fields.get("events_told", 0)
        return msgspec.structs.replace(changed, version=session.version + 1, seq=made, told=events, still=True)
    if not moved:
        return msgspec.structs.replace(changed, still=False)
    at = now()
    before = world.was if at < world.due else (world.version, world.seq, world.told)
    return msgspec.structs.replace(
        changed,
        version=world.version + 1,
        seq=fields.get("entries_made", session.entries_made),
        told=fields.get("events_told", session.events_told),
        still=False,
        owes=False,
        due=_due(session, secrecy, seat, given, at, closes=closes or world.still) if mine or world.still else 0,
        was=before,
    )


def advance_all(session: "Session") -> "dict[str, Json]":
    """Return the worlds of a session of which something has changed that everybody may know."""
    return {seat: {**world, "version": world["version"] + 1} for seat, world in session.worlds.items()}


def add_remark(session: "Session") -> "dict[str, Json]":
    """Return the worlds of a session at whose table a line has been said besides what the rules say."""
    return {
        seat: {**world, "version": world["version"] + 1, "remarks": world.get("remarks", 0) + 1}
        for seat, world in session.worlds.items()
    }


def has_remarks(session: "Session", seat: str) -> bool:
    """Say whether a line has been said at the table that a seat may read."""
    return bool(session.worlds.get(seat, {}).get("remarks"))


def heard_at(before: "Mapping[str, Json]", after: "Mapping[str, Json]") -> dict[str, datetime]:
    """Say when each seat hears of a change that moves its world, or is its own order.

    News at the first beat after its order counts as seen with the order, like an order that waits for a hidden decider.
    """
    found = {}
    for seat, stored in after.items():
        world = msgspec.convert(stored, SeatProgress)
        was = msgspec.convert(before[seat], SeatProgress) if seat in before else None
        if was is None or (world.version, world.given) != (was.version, was.given):
            at, given, due = now(), world.given, world.due
            is_own = world.still or at < due <= given + settings.VEIL_HOLD_SECONDS
            found[seat] = datetime.fromtimestamp(given if is_own and given else max(at, due), UTC)
    return found


def end_shown(session: "Session") -> datetime | None:
    """Return when a game's end is shown to a player who must not know how it came; None if at once."""
    worlds = [progress_of(session, seat.name) for seat in session.table if hidden_deciders_of(session, seat.name)]
    due = max((world.due for world in worlds), default=0.0)
    return datetime.fromtimestamp(due, UTC) if due else None


def _due(session: "Session", secrecy: HiddenDeciders, seat: str, given: float, at: float, *, closes: bool) -> float:
    """Return when an order's outcome is shown: at an even beat after it was given, the same for every order.

    Where a person decides unseen, the beat of an order that closes undo is long enough for a choice to be made.
    """
    if closes and _has_person(session, secrecy, seat):
        hold: float = settings.VEIL_HOLD_SECONDS
        return given + _beat_from(at - given, hold, hold) if hold else 0.0
    beat: float = settings.VEIL_BEAT_SECONDS
    first = _first_beat(session, secrecy, seat, beat)
    return given + _beat_from(at - given, first, beat) if beat else 0.0


def _has_person(session: "Session", secrecy: HiddenDeciders, seat: str) -> bool:
    """Say whether a person decides unseen over what a seat is shown."""
    return any(not is_bot(session, name) for name in hidden_deciders(session, secrecy, seat))


def _first_beat(session: "Session", secrecy: HiddenDeciders | None, seat: str, beat: float) -> float:
    """Return the seconds from an order to the first beat: half of one where all others are bots that decide soon.

    The beats after the first are as far apart as ever, so that a long thought is shown at no more moments.
    """
    others_are_bots = all(one.policy for one in session.table if one.name != seat)
    return beat / 2 if others_are_bots and secrecy is not None and seat in secrecy.soon else beat


def _beat_from(elapsed: float, first: float, beat: float) -> float:
    """Return the first beat that comes no sooner than so many seconds after an order."""
    return first + max(0, math.ceil((elapsed - first) / beat)) * beat
