"""Services for comments: write and delete."""

from campaigns.accounts.requests import Reader
from campaigns.comments.models import NIGHT, Comment
from campaigns.comments.selectors import CommentThread

MOST = 50
"""Notes under one line."""


class CommentRefused(Exception):
    """This person cannot write there."""


def comment_add(*, thread: CommentThread, by: Reader, text: str) -> Comment:
    """Write a line under a sortie or a night."""
    here = {"session": thread.session, "seat": thread.seat, "place": thread.place}
    there = thread.place == NIGHT or thread.line() is not None
    if (
        not by.is_authenticated
        or not there
        or not thread.writable_by(by)
        or Comment.objects.filter(**here).count() >= MOST
    ):
        raise CommentRefused
    return Comment.objects.create(**here, by=by, text=text)


def comment_delete(*, thread: CommentThread, by: Reader, number: int) -> None:
    """Take a note off: one's own, or any under what one has played."""
    notes = Comment.objects.filter(session=thread.session, seat=thread.seat, place=thread.place, pk=number)
    if not thread.moderated_by(by):
        notes = notes.filter(by=by.pk)
    notes.delete()
