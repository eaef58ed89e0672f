"""Dice that can be checked: what is shown before the end, what after it, and the check of a whole journal."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.dice import commitment, face_of, key_of

from .models import EventRow, Session, SessionStatus
from .selectors import visible

SHOWN = 2000


@dataclass
class Verdict:
    """What a check has found: how many draws are proven, how many hang on another seed, and what is wrong."""

    proven: int = 0
    elsewhere: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


Draws = Iterable[tuple[int, str, int, int, int]]
"""(entry, stream, number in the stream, sides, face), in the order in which they fell."""


def verify(
    *, seed: bytes, commits: str, nonces: Mapping[str, str], draws: Draws, shared: Iterable[str] = (), borrowed: int = 0
) -> Verdict:
    """Check that the seed is the one promised, that every face comes of it, and that none was left out.

    Draws of `shared` streams hang on the season's key, those up to the entry `borrowed` on the session they come from.
    """
    verdict = Verdict()
    if commitment(seed) != commits:
        verdict.faults.append(_("The seed is not the one that was promised: its hash is another."))
    key, others, highest = key_of(seed, nonces), set(shared), Counter[str]()
    known: dict[tuple[str, int], int] = {}
    for entry, stream, count, sides, face in draws:
        told = {"entry": entry, "stream": stream, "count": count}
        if count > highest[stream] + 1:
            verdict.faults.append(_("Entry %(entry)s: draws of %(stream)s before number %(count)s are missing.") % told)
        highest[stream] = max(highest[stream], count)
        if known.setdefault((stream, count), face) != face:
            verdict.faults.append(_("Entry %(entry)s: number %(count)s of %(stream)s fell twice, differently.") % told)
        if stream in others or entry <= borrowed:
            verdict.elsewhere += 1
        elif sides < 1 or face_of(key, stream, count, sides) != face:
            verdict.faults.append(
                _("Entry %(entry)s: number %(count)s of %(stream)s is not what the seed gives.") % told
            )
        else:
            verdict.proven += 1
    return verdict


def draws_of(session: Session) -> list[tuple[int, str, int, int, int]]:
    """Return every draw of a session's journal."""
    lines = session.journal.order_by("seq").values_list("seq", "draws")
    return [(seq, *draw) for seq, draws in lines for draw in draws]


def page(session: Session, viewer: str) -> dict[str, Any]:
    """Return what the dice page shows: after the end everything, before it what the viewer has seen fall."""
    if session.status == SessionStatus.OVER:
        draws = draws_of(session)
        counts = Counter(stream for _entry, stream, *_rest in draws)
        return {
            "over": True,
            "streams": sorted(counts.items()),
            "shown": draws[:SHOWN],
            "more": max(0, len(draws) - SHOWN),
            "proof": proof(session, draws),
        }
    rows = EventRow.objects.filter(visible(viewer), session=session).values_list("dice", flat=True)
    counts = Counter(stream for dice in rows for stream, _sides, _face in dice)
    return {"over": False, "streams": sorted(counts.items())}


def proof(session: Session, draws: Draws) -> dict[str, Any]:
    """Return all that the browser needs to check the dice by itself."""
    return {
        "commitment": session.commitment,
        "seed": bytes(session.seed).hex(),
        "nonces": session.nonces,
        "shared": sorted(session.shared),
        "borrowed": session.borrowed,
        "draws": list(draws),
    }
