"""Check of an exported file, from this site or another: a session, or the file of a game's app.

A game registers checks of its own files by their `format` (`GameSpec.checks`).
"""

from dataclasses import dataclass, field

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.fairness import verification
from play.games import registry
from play.orders.refusals import OrderRefused
from play.sessions import exports
from play.sessions.models import SessionStatus
from play.uploads.kinds import Result, UploadKind, UploadRefused
from play.uploads.models import Upload

MOST_SENTENCES, LONGEST_SENTENCE = 200, 400
"""Findings that a page lists, and the characters of each."""


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[: LONGEST_SENTENCE - 1]}…"


class CannotCheck(ValueError):
    """There is nothing to be checked in this file; the sentence says why."""


@dataclass
class FileCheckResult:
    """Result of a file check: faults, what the file proves, what it does not, and a summary."""

    upshot: str
    faults: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    fairness: str = ""
    """Verdict on the fairness of the dice, where it is separate from the verdict on the file."""

    @property
    def holds(self) -> bool:
        """Return whether there are no faults."""
        return not self.faults


class _FileHeader(msgspec.Struct):
    format: str = ""


def check(data: bytes, *, wanted: str = "") -> FileCheckResult:
    """Check a file by its format; `wanted` is the public key of the site that should have signed it."""
    try:
        name = msgspec.json.decode(data, type=_FileHeader).format
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        name = ""
    own = (game.checks[name] for game in registry.registered().values() if name in game.checks)
    return next(own, check_session)(data, wanted=wanted)


def check_session(data: bytes, *, wanted: str = "") -> FileCheckResult:
    """Check the file of a session: it is played again."""
    try:
        document = exports.read(data)
        if document.status != SessionStatus.OVER:
            raise CannotCheck(
                _(
                    "This game was not over when it was exported, so its seed was still secret. Export it again after "
                    "the game."
                )
            )
        verdict = verification.verify(document, wanted=wanted)
    except OrderRefused as refusal:
        raise CannotCheck(refusal.sentence) from refusal
    count = {"count": verdict.proven}
    said = [ngettext("One die roll matches the seed.", "%(count)s die rolls match the seed.", verdict.proven) % count]
    if verdict.elsewhere:
        other = _("Die rolls from another seed (of the season or of a parent game): %(count)s.")
        said.append(other % {"count": verdict.elsewhere})
    said += verification.proves(verdict)
    if not verdict.holds:
        return FileCheckResult(_("This game file failed verification."), verdict.faults, said)
    return FileCheckResult(_("The game was played by the rules."), said=said, fairness=verification.fairness(verdict))


# On the page, where the child checks and the page shows what it has said


def _read(upload: Upload, data: bytes) -> Result:
    try:
        checked = check(data, wanted=upload.asked.get("key", ""))
    except CannotCheck as problem:
        raise UploadRefused(str(problem)) from problem
    checked.faults, checked.said = _bounded(checked.faults), _bounded(checked.said)
    said: Result = msgspec.to_builtins(checked)
    return said


def _bounded(sentences: list[str]) -> list[str]:
    """Limit the sentences to what a page shows, in number and in length."""
    found = [_short(sentence) for sentence in sentences[:MOST_SENTENCES]]
    if more := len(sentences) - len(found):
        found.append(ngettext("And one more.", "And %(count)s more.", more) % {"count": more})
    return found


def _shown(request: HttpRequest, upload: Upload) -> dict[str, object]:
    checked = msgspec.convert(upload.result, FileCheckResult)
    return {"checked": checked, "name": upload.name, "key": upload.asked.get("key", ""), "here": "tables"}


UPLOAD = UploadKind(read=_read, form="verify", template="play/fairness/verify.html", context=_shown)
