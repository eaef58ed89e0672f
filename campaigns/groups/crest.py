"""A group's crest: made of its number and its initials, so that nobody need draw one."""

import uuid
from dataclasses import dataclass

DIVISIONS = ("peak", "fess", "bend", "valley")
TINTS = ("blue", "ink", "slate")
CHARGES = ("disc", "lozenge", "bar")


@dataclass(frozen=True)
class Crest:
    """Crest of a group: the division of its field, the tint, three figures and letters."""

    division: str
    tint: str
    charge: str
    initials: str


def crest_of(number: uuid.UUID, name: str) -> Crest:
    """Return the crest of a group; another name changes its letters alone."""
    rest, division = divmod(number.int, len(DIVISIONS))
    rest, tint = divmod(rest, len(TINTS))
    return Crest(DIVISIONS[division], TINTS[tint], CHARGES[rest % len(CHARGES)], initials_of(name))


def initials_of(name: str) -> str:
    """Return two letters of a name."""
    words = ["".join(filter(str.isalnum, word)) for word in name.split()]
    words = [word for word in words if word]
    return ("".join(word[0] for word in words[:2]) if len(words) > 1 else "".join(words)[:2]).upper()
