"""The check of a file that was written here or elsewhere, for whoever holds it: a session, or what a room writes.

A room names what checks its own files, by the `format` that stands in them (`Game.checks`).
"""

from dataclasses import dataclass, field

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play import exports, games
from play.honesty import verification
from play.models import SessionStatus
from play.refusals import OrderRefused

MOST_FAULTS, LONGEST_SENTENCE = 200, 1_000
"""Faults that a check names, and the characters of each."""


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[: LONGEST_SENTENCE - 1]}…"


class CannotCheck(ValueError):
    """There is nothing to be checked in this file; the sentence says why."""


@dataclass
class Checked:
    """What a check has to say: what is wrong, of what the file is proof and of what not, and the upshot."""

    upshot: str
    faults: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Keep what a page can show: a file of megabytes may be wrong in each of its throws."""
        in_all, self.faults = len(self.faults), [_short(fault) for fault in self.faults[:MOST_FAULTS]]
        self.said = [_short(sentence) for sentence in self.said]
        if in_all > MOST_FAULTS:
            self.faults.append(_("The first %(shown)s of %(of)s.") % {"shown": MOST_FAULTS, "of": in_all})

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class _Named(msgspec.Struct):
    format: str = ""


def check(data: bytes, *, wanted: str = "") -> Checked:
    """Check a file by what it says it is; `wanted` is the public key of the house that is to have signed it."""
    try:
        name = msgspec.json.decode(data, type=_Named).format
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        name = ""
    place = next((game.checks[name] for game in games.registered().values() if name in game.checks), "")
    return games.load(place)(data, wanted=wanted) if place else check_session(data, wanted=wanted)


def check_session(data: bytes, *, wanted: str = "") -> Checked:
    """Check the file of a session: it is played again."""
    try:
        document = exports.read(data)
        if document.status != SessionStatus.OVER:
            raise CannotCheck(_("This game was not over when the file was written: its seed is not open yet."))
        verdict = verification.verify(document, wanted=wanted)
    except OrderRefused as refusal:
        raise CannotCheck(refusal.sentence) from refusal
    count = {"count": verdict.proven}
    said = [ngettext("One throw comes of the seed.", "%(count)s throws come of the seed.", verdict.proven) % count]
    if verdict.elsewhere:
        other = _("Throws that hang on another seed, of the season or of a parent game: %(count)s.")
        said.append(other % {"count": verdict.elsewhere})
    upshot = _("This session holds.") if verdict.holds else _("This session does not hold.")
    return Checked(upshot, verdict.faults, [*said, *verification.proves(verdict)])
