"""Dice that can be checked: what is shown before the end, what after it, and the check of a whole journal."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.kernel.dice import ANCHOR_SIGN, MOST_SIDES, commitment, derive_face, derive_key
from play.journal import store
from play.journal.models import EventRow
from play.secrecy import visibility
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import visible
from play.utils.players import Player

SHOWN = 2000


@dataclass
class DiceVerdict:
    """Result of a dice check: draws proven, draws from another seed, and faults."""

    proven: int = 0
    elsewhere: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Return whether there are no faults."""
        return not self.faults


Draws = Iterable[tuple[int, str, int, int, int]]
"""(entry, stream, number in the stream, sides, face), in the order in which they fell."""


def verify(
    *, seed: bytes, commits: str, nonces: Mapping[str, str], draws: Draws, calendar: bytes = b"", borrowed: int = 0
) -> DiceVerdict:
    """Check that the seed matches its hash, that every face derives from it, and that no draw is missing.

    Draws with an anchor depend on the season's key, if it is public; those up to the entry `borrowed` on the session
    that they come from.
    """
    verdict = DiceVerdict()
    if commitment(seed) != commits:
        verdict.faults.append(_("The seed does not match its hash, which was shown before the game."))
    key, highest = derive_key(seed, nonces), Counter[str]()
    known: dict[tuple[str, int], int] = {}
    for entry, stream, count, sides, face in draws:
        data = {"entry": entry, "stream": stream, "count": count}
        if count > highest[stream] + 1:
            verdict.faults.append(_("Entry %(entry)s: draws of %(stream)s before draw %(count)s are missing.") % data)
        highest[stream] = max(highest[stream], count)
        if known.setdefault((stream, count), face) != face:
            verdict.faults.append(
                _("Entry %(entry)s: draw %(count)s of %(stream)s appears twice with different results.") % data
            )
        hangs_on = calendar if ANCHOR_SIGN in stream else key
        if entry <= borrowed or not hangs_on:
            verdict.elsewhere += 1
        elif not 1 <= sides <= MOST_SIDES or derive_face(hangs_on, stream, count, sides) != face:
            verdict.faults.append(_("Entry %(entry)s: draw %(count)s of %(stream)s does not match the seed.") % data)
        else:
            verdict.proven += 1
    return verdict


def open_season_key(session: Session) -> str:
    """Return the key of the session's season, once it is open."""
    season = session.calendar
    return bytes(season.key).hex() if season is not None and season.opened is not None else ""


def draws_of(session: Session) -> list[tuple[int, str, int, int, int]]:
    """Return every draw of a session's journal."""
    lines = session.journal.order_by("seq").values_list("seq", "draws")
    return [(seq, *draw) for seq, draws in lines for draw in draws]


def page(session: Session, viewer: str, player: Player) -> dict[str, object]:
    """Return what the dice page shows: after the end everything, before it what the viewer has seen fall."""
    window, words = visibility.visible_progress_of(session, viewer), store.words_of(session)
    if session.status == SessionStatus.OVER and not window.held:
        draws = draws_of(session)
        counts = Counter(words.stream(stream) for _entry, stream, *_rest in draws)
        return {
            "over": True,
            "streams": sorted(counts.items()),
            "shown": [(entry, words.stream(stream), *rest) for entry, stream, *rest in draws[:SHOWN]],
            "more": max(0, len(draws) - SHOWN),
            "season_key": open_season_key(session),
            "proof": proof(session, draws),
        }
    shown = EventRow.objects.filter(visible(viewer), session=session, number__lte=window.told)
    rows = shown.values_list("dice", flat=True)
    counts = Counter(words.stream(stream) for dice in rows for stream, _sides, _face in dice)
    mine = [seat.name for seat in session.table if seat.player_id == player.pk]
    numbers = {session.nonces[name] for name in mine if name in session.nonces}
    return {"over": False, "streams": sorted(counts.items()), "numbers": sorted(numbers)}


def proof(session: Session, draws: Draws) -> dict[str, object]:
    """Return all that the browser needs to check the dice by itself."""
    return {
        "commitment": session.commitment,
        "seed": bytes(session.seed).hex(),
        "nonces": session.nonces,
        "calendar": open_season_key(session),
        "borrowed": session.borrowed,
        "draws": list(draws),
    }
