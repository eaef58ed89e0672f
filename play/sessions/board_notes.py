"""Private notes of a player on places of a board, stored with the turn and the entry at which they were written.

They are fields of the seat itself, so other seats and the game never meet them. A deleted
off the board stays with the entry until which it stood: a film of the game shows each at its time (`notes_of`).
"""

import re
from typing import NotRequired, TypedDict

from django.db import transaction

from play.orders.refusals import OrderRefused
from play.secrecy import visibility
from play.sessions.models import Seat, Session
from play.utils.plain_data import is_text

LONGEST = 160
MOST = 60
"""Most notes on a board at once."""
MAX_STORED = 400
PLACE = re.compile(r"[0-9A-Za-z-]{1,12}")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class BoardNote(TypedDict):
    """A note as the seat's row stores it, and with its letter as a page shows it."""

    n: int
    place: str
    text: str
    turn: int
    seq: int
    """The entry of the journal at which it was written."""
    until: int | None
    """The entry at which it was taken off."""
    letter: NotRequired[str]


def notes_of(seat: Seat, at: int | None = None) -> list[BoardNote]:
    """Return a seat's present notes, or those after an entry of the journal; each with its letter."""
    standing: list[BoardNote] = seat.notes
    if at is None:
        standing = [note for note in standing if note["until"] is None]
    else:
        standing = [note for note in standing if note["seq"] <= at and (note["until"] is None or note["until"] > at)]
    return [{**note, "letter": LETTERS[note["n"] % len(LETTERS)]} for note in standing]


@transaction.atomic
def note_write(*, session: Session, seat: Seat, place: str, text: str, turn: int) -> None:
    """Write on a place; what stood there before is taken off, and no text only does that."""
    text = " ".join(text.split())[:LONGEST]
    if not PLACE.fullmatch(place) or not is_text(text) or not 0 <= turn < 1000:
        raise OrderRefused("no_note", status=422)
    at = visibility.visible_progress_of(session, seat.name).seq
    locked = Seat.objects.select_for_update().get(pk=seat.pk)
    notes: list[BoardNote] = [_taken_off(note, place, at) for note in locked.notes]
    notes = [note for note in notes if note["until"] is None or note["until"] > note["seq"]]
    if text:
        if len(notes) >= MAX_STORED or sum(note["until"] is None for note in notes) >= MOST:
            raise OrderRefused("too_many_notes", status=422)
        number = max((note["n"] for note in notes), default=-1) + 1
        notes.append({"n": number, "place": place, "text": text, "turn": turn, "seq": at, "until": None})
    locked.notes = seat.notes = notes
    locked.save(update_fields=["notes"])


def _taken_off(note: BoardNote, place: str, now: int) -> BoardNote:
    return {**note, "until": now} if note["place"] == place and note["until"] is None else note
