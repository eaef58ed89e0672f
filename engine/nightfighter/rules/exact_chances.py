"""Exact chances of an order before its dice: by the charts and from open information. [10.0-15.0, S5]

A chance is a pair: some of so many equally likely throws. Beside it is the gain: `real` that a counter is an aircraft,
`refine` that its area shrinks to the small one, `localise` and `find` that its hex is found, `hold` that nothing is
lost, `call` that the number of any attacker in reach comes up, `tally`, `keep`, `destroy` and `identify` as named, and
`nothing` that there is nothing to gain. Alone nobody knows more than the table shows, so the state may be read. Under
an umpire only the player's own facts count. [5.0, S5]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from engine.nightfighter.charts.schema import SearchCounter
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.rules.solo.uncertainty import as_low, other_counters, ruled_out
from engine.nightfighter.state import EXACT, HIGH, MODERATE, AttackerCounter

FACES = 6
Gain = tuple[Fraction, str]
CERTAIN, NEVER = Fraction(1), Fraction(0)


def odds_of(gains: Mapping[str, Gain]) -> dict[str, tuple[int, int]]:
    """Return the chance of each order as a question has it."""
    return {order: (chance.numerator, chance.denominator) for order, (chance, _gain) in gains.items()}


def gains_of(gains: Mapping[str, Gain]) -> dict[str, str]:
    """Return what each order would gain, as a question has it."""
    return {order: gain for order, (_chance, gain) in gains.items()}


def any_of(dice: int, faces: int = 1) -> Fraction:
    """Return the chance that one of several dice shows one of so many faces."""
    return 1 - Fraction(FACES - faces, FACES) ** max(dice, 0)


def at_least(needed: int, dice: int = 1, added: int = 0) -> Fraction:
    """Return the chance that the best of several dice, with what is added, reaches a number."""
    return any_of(dice, min(max(FACES - (needed - added) + 1, 0), FACES))


def rolled(dice: int, gain: str, *, stays: str = "pass") -> dict[str, Gain]:
    """Lay out a roll that calls a number, and the order that does without."""
    return {"roll": (any_of(dice), gain), stays: (NEVER, "")}


# Alone -------------------------------------------------------------------------------------------------------------


def chance_real(night: NightContext, index: int) -> Fraction:
    """Return the chance that a counter is its aircraft and no phantom. [S5.4]"""
    if night.state.bombers[index].level != HIGH:
        return CERTAIN
    rest = len(other_counters(night, index))
    faces = min(rest + 1, FACES) if rest >= 3 else FACES
    return Fraction(min(night.tables.solo.phantom_real.get(min(rest, 3), FACES), faces), faces)


def chance_found(night: NightContext, index: int, allowed: Collection[int], gone: Iterable[int] = ()) -> Fraction:
    """Return the chance that a location roll ends within a search area; `gone` are counters that are off by then."""
    bomber = night.state.bombers[index]
    if bomber.level == EXACT:
        return Fraction(int(bomber.hex in allowed))
    barred = ruled_out(night, index) - {night.state.bombers[i].hex for i in gone} | set(bomber.barred)
    places = [(hex_, weight) for hex_, weight in _places(night, bomber) if hex_ not in barred]
    every = sum(weight for _hex, weight in places)
    inside = sum(weight for hex_, weight in places if hex_ in allowed)
    return Fraction(inside, every) if every else NEVER


def _places(night: NightContext, bomber: AttackerCounter) -> Iterator[tuple[int, int]]:
    """Give each place of a location roll and how many throws lead there; 0 is off the map. [S5.2, S5.3]"""
    solo, low = night.tables.solo, as_low(night, bomber)
    for one in range(1, FACES + 1):
        for other in range(1, FACES + 1):
            steps = solo.low[one] if low else solo.moderate[one][other]
            yield night.map.walk(bomber.hex, bomber.facing, steps), 1


def by_set(
    night: NightContext, index: int, row: SearchCounter, value: int, dice: int, added: int, removed: int
) -> Gain:
    """Return what a search counter does to a bomber counter; `removed` faces of a die take it away first. [S13.0]"""
    bomber, solo = night.state.bombers[index], night.tables.solo
    stays = Fraction(FACES - removed, FACES)
    if bomber.level == HIGH:
        return stays * chance_real(night, index), "real"
    if bomber.level == EXACT:
        return (stays, "hold") if bomber.tracked and value == 1 else (NEVER, "nothing")
    if bomber.level != MODERATE and value != 1:
        return NEVER, "nothing"
    gain, needed = ("refine", solo.refine_success) if bomber.level == MODERATE else ("localise", solo.localise_success)
    chance = CERTAIN if row.sweeps > 1 else at_least(needed, dice, added)
    return stays * chance, gain


def search(night: NightContext, index: int, allowed: Collection[int], before: Fraction) -> Gain:
    """Return the chance to find a bomber in an area, after a roll that has its own chance. [S10.0, S19.0]"""
    return before * chance_found(night, index, allowed) * chance_real(night, index), "find"


def lights(night: NightContext, index: int, allowed: Collection[int], dice: int) -> Gain:
    """Return the chance that lights find a bomber: it is real, a number is called, it is in a zone. [S14.0]"""
    bomber = night.state.bombers[index]
    gone = other_counters(night, index) if bomber.level == HIGH else ()
    if night.high:
        return chance_real(night, index), "real"
    return chance_real(night, index) * any_of(dice) * chance_found(night, index, allowed, gone), "find"
