"""What can be done with notes under a line: write one, take one off."""

from typing import Any

from campaigns.footnotes.models import NIGHT, Footnote
from campaigns.footnotes.selectors import Footing

MOST = 50
"""Notes under one line."""


class NotWritten(Exception):
    """Nothing can be written there by this person."""


def footnote_write(*, footing: Footing, by: Any, text: str) -> Footnote:
    """Write a line under a sortie or a night."""
    here = {"session": footing.session, "seat": footing.seat, "place": footing.place}
    there = footing.place == NIGHT or footing.line() is not None
    if not there or not footing.written_by(by) or Footnote.objects.filter(**here).count() >= MOST:
        raise NotWritten
    return Footnote.objects.create(**here, by=by, text=text)


def footnote_take_off(*, footing: Footing, by: Any, number: int) -> None:
    """Take a note off: one's own, or any under what one has played."""
    notes = Footnote.objects.filter(session=footing.session, seat=footing.seat, place=footing.place, pk=number)
    if not footing.kept_by(by):
        notes = notes.filter(by=by.pk)
    notes.delete()
