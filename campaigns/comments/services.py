"""What can be done with notes under a line: write one, take one off."""

from typing import Any

from campaigns.comments.models import NIGHT, Comment
from campaigns.comments.selectors import CommentThread

MOST = 50
"""Notes under one line."""


class CommentRefused(Exception):
    """Nothing can be written there by this person."""


def comment_add(*, footing: CommentThread, by: Any, text: str) -> Comment:
    """Write a line under a sortie or a night."""
    here = {"session": footing.session, "seat": footing.seat, "place": footing.place}
    there = footing.place == NIGHT or footing.line() is not None
    if not there or not footing.writable_by(by) or Comment.objects.filter(**here).count() >= MOST:
        raise CommentRefused
    return Comment.objects.create(**here, by=by, text=text)


def comment_delete(*, footing: CommentThread, by: Any, number: int) -> None:
    """Take a note off: one's own, or any under what one has played."""
    notes = Comment.objects.filter(session=footing.session, seat=footing.seat, place=footing.place, pk=number)
    if not footing.moderated_by(by):
        notes = notes.filter(by=by.pk)
    notes.delete()
