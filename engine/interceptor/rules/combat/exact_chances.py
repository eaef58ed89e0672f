"""Exact chances of an order before its dice or its card: by one chart, from open information.

A chance counts equally likely throws, or cards left in the pile, by their results; `of` is their number. Where several
charts follow one another there is no figure: it would be advice, not a fact. [3.5.1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from engine.interceptor.charts.compiled import ALL_DAMAGE, DESTROYED, GROUP, Charts, CombatCard
from engine.interceptor.questions import Chance, DefenceChances, LedgerRow, PassChances
from engine.interceptor.rules.career import skills
from engine.interceptor.rules.combat import firing
from engine.interceptor.rules.combat.damage import written
from engine.interceptor.state import REACHES, Career, State
from engine.kernel.events import Mod, sum_of_mods

DIE = 6


def throws(dice: str, added_: int = 0) -> Iterable[int]:
    """Give the total of every throw of dice written such as `2d6`, none below zero before what is added."""
    sides, shift = written(dice)
    for faces in product(*(range(1, side + 1) for side in sides)):
        yield max(0, sum(faces) + shift) + added_


def counted(found: Iterable[str]) -> Chance:
    """Count what comes up."""
    chance: Chance = {}
    for one in found:
        chance[one] = chance.get(one, 0) + 1
    return chance | {"of": sum(chance.values())}


def ledger(mods: Iterable[Mod]) -> list[LedgerRow]:
    """Return modifiers as a page lists them."""
    return [LedgerRow(mod.value, mod.reason, mod.rule) for mod in mods]


def on_a_die(highest: int, sides: int = DIE) -> Chance:
    """Return the chance of throwing no more than a number with one die."""
    yes = min(max(highest, 0), sides)
    return {"yes": yes, "no": sides - yes, "of": sides}


def landing(charts: Charts, mods: Sequence[Mod]) -> Chance:
    """Return how the landing may end. [7.4.4]"""
    return counted(charts.tables.landing.rows[total] for total in throws("2d6", sum_of_mods(mods)))


def jump(charts: Charts, mods: Sequence[Mod]) -> Chance:
    """Return how the pilot's jump may end. [7.6]"""
    chart = charts.tables.parachute
    return counted(chart.rows[total] for total in throws(chart.dice, sum_of_mods(mods)))


def search(career: Career, charts: Charts) -> Chance:
    """Return what the search of a box may meet. [7.1.2]"""
    chart, finds = charts.tables.interception, skills.has(career, "navigation")
    event = not career.aloft.event_had
    rows = [chart.rows[total] for total in throws(chart.dice)]
    found = ["bombers" if row.result == "nothing" and finds else row.result for row in rows]
    return counted("fighters" if result == "event" and not event else result for result in found)


def raids_in_reach(line: int, model: str, month: int, charts: Charts) -> Chance:
    """Count the throws of a month's raids that a type reaches from the base of a line of 4.1. [4.6.3, A1]"""
    track = charts.tables.tracks.rows[charts.units[line].zone][charts.models[model].series]
    column = charts.raids[month]
    boxes = (track.entry[column.rows[total].zone] or 0 for total in throws(column.dice))
    return counted("in" if 0 < box <= track.boxes else "out" for box in boxes)


def wingman_on_a_bomber(career: Career, charts: Charts) -> Chance:
    """Return what his attack on a bomber may bring, to it and to him. [7.2.3.1]"""
    chart = charts.tables.wingman_attack
    less = -sum(skills.has(career.wingman, skill) for skill in ("gunnery", "aim"))
    reach = charts.ranges[career.aloft.reach].attacker

    def brings(result: int | str) -> str:
        if isinstance(result, str):
            return result
        return "hits" if result and result + reach > 0 else "misses"

    return counted(brings(chart.rows[total]) for total in throws(chart.dice, less))


def pile(state: State, career: Career, charts: Charts) -> list[CombatCard]:
    """Return the cards that are still in the pile, which anybody may count from those that lie open. [3.5.1]"""
    return [charts.faces[card] for card in firing.deck_of(state, career).pile or charts.card_ids]


def hits(
    faces: Iterable[CombatCard], result: Callable[[CombatCard], int], mods: Sequence[Mod], bonus: int = 0
) -> Chance:
    """Count the cards by the hits that they give with what is added; `bonus` changes a fire that hits at all."""
    total = sum_of_mods(mods)

    def gives(face: CombatCard) -> str:
        of_card = result(face)
        if of_card == DESTROYED:
            return "DE"
        if of_card == GROUP:
            return "GP"
        left = max(0, of_card + total)
        return str(max(0, left + bonus) if left else 0)

    return counted(map(gives, faces))


def defence(faces: Iterable[CombatCard], *, agile: bool) -> DefenceChances:
    """Count what a defence by card avoids, and what it does to the position. [7.2.2.3]"""
    cards = list(faces)
    moved = [face.agile if agile else face.improve for face in cards]
    return DefenceChances(
        avoids=counted("all" if face.avoid == ALL_DAMAGE else str(face.avoid) for face in cards),
        moves=counted(
            "ends" if face.ends else "gains" if by > 0 else "loses" if by < 0 else "stays"
            for face, by in zip(cards, moved, strict=True)
        ),
    )


def wingman_called(faces: Iterable[CombatCard]) -> Chance:
    """Count what calling the wingman against a fighter brings. [7.2.2.3, 7.2.3.2]"""

    def brings(face: CombatCard) -> str:
        if face.wingman_fp:
            return "attacks"
        if face.wingman_improve:
            return "breaks"
        return "spoils" if face.wingman_avoid else "busy"

    return counted(map(brings, faces))


def of_round(
    state: State, career: Career, charts: Charts, fp: int, ours: Sequence[Mod], theirs: Sequence[Mod], bail_out: Chance
) -> PassChances:
    """Return the chances of a round with a bomber, with those of a jump. [7.1.6, 7.1.7, 7.2.3.1]"""
    cards = pile(state, career, charts)
    gunnery = int(skills.has(career, "gunnery"))
    acm = -int(skills.has(career, "acm"))
    return PassChances(
        fire=hits(cards, lambda face: firing.hits_of(face, fp, charts), ours, gunnery),
        return_fire=hits(cards, lambda face: face.fire, theirs, acm),
        wingman=wingman_on_a_bomber(career, charts),
        reach=REACHES[career.aloft.reach],
        bail_out=bail_out,
    )


def of_enemy_fire(state: State, career: Career, charts: Charts, fp: int) -> Chance:
    """Count the cards by the hits that an enemy of this firepower has with them. [7.2.2.1]"""
    bonus = -int(skills.has(career, "acm"))
    return hits(pile(state, career, charts), lambda face: firing.hits_of(face, fp, charts), (), bonus)
