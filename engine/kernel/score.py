"""The result of a game for one seat, by the measure of its own rulebook: a figure, its level, and its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.kernel.events import EVERYONE


class ScorePart(msgspec.Struct, frozen=True, gc=False):
    """One thing that counts: a stable name and what it comes to; `to` are those who may know it while the game runs."""

    name: str
    value: float
    to: tuple[str, ...] = EVERYONE


class SeatScore(msgspec.Struct, frozen=True):
    """The standing of a seat; more is better, in any measure. The parts add up to the value.

    `over` says that nothing can change it any more. `level` is the rulebook's name for it if the game ends now.
    `beside` holds figures of the sheet that are not measured. A value of None is one that the viewer may not know yet.
    """

    measure: str
    value: int | None
    parts: tuple[ScorePart, ...]
    over: bool
    level: str = ""
    beside: Mapping[str, int] = {}

    def known_to(self, viewer: str) -> SeatScore:
        """Return what this viewer may know of it: all when it is over; else no more than the parts that are his."""
        return visible_score(self, [viewer])


def visible_score(standing: SeatScore, viewers: Iterable[str]) -> SeatScore:
    """Return what the viewers of some seats may know of a standing between them; a stranger has none."""
    known = set(viewers)
    shown = tuple(part for part in standing.parts if standing.over or not part.to or known & set(part.to))
    if len(shown) == len(standing.parts):
        return standing
    return msgspec.structs.replace(standing, value=None, parts=shown, level="", beside={})


def make_score(
    measure: str,
    parts: Iterable[ScorePart],
    *,
    over: bool,
    level: str = "",
    beside: Mapping[str, int] | None = None,
) -> SeatScore:
    """Add the parts up; what comes to nothing is left out, unless that is a secret too."""
    counted = tuple(part for part in parts if part.value or (part.to and not over))
    return SeatScore(measure, round(sum(part.value for part in counted)), counted, over, level, beside or {})


def changed_options(setup: msgspec.Struct, *always: str) -> dict[str, object]:
    """Return what of a set-up is not as it comes, and the fields named: a new field with a default changes no terms."""
    plain = type(setup)()
    given = {field: getattr(setup, field) for field in setup.__struct_fields__}
    stored = {field: value for field, value in given.items() if field in always or value != getattr(plain, field)}
    return {
        field: changed_options(value) if isinstance(value, msgspec.Struct) else msgspec.to_builtins(value)
        for field, value in stored.items()
    }
