"""Firing the forward weapons: the attack card, jams, ammunition and skill at arms. [7.1.6, 7.1.13, 7.1.15, 7.7]"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import astuple

from engine.interceptor.charts.compiled import DESTROYED, GROUP, Charts, CombatCard
from engine.interceptor.events import AttackCard, CardFlipped, WeaponJam, WeaponsJammed
from engine.interceptor.questions import CardOdds, ExpertRedraw
from engine.interceptor.rules.career import skills
from engine.interceptor.rules.combat.damage import firepower, firing_rows
from engine.interceptor.state import COMPETITIVE, KILLED, SERIOUS, Career, State
from engine.kernel.decisions import Flow, Question
from engine.kernel.decks import Deck
from engine.kernel.table import Table

KEEP_OR_REDRAW = ("keep", "redraw")
RESULTS = {GROUP: "GP", DESTROYED: "DE"}


class Shot(NamedTuple):
    """The result of an attack card at the present firepower: hits, GROUP or DESTROYED, and the rows that fired."""

    result: int
    rows: list[int]
    face: CombatCard | None = None


def deck_of(state: State, career: Career) -> Deck:
    """Return the deck that he draws from; two who compete have one each. Ruling compete-more."""
    return state.deck if career.deck is None else career.deck


def flip(state: State, career: Career, table: Table) -> CombatCard:
    """Flip a Combat Card and lay it on the discard pile. [3.5.1]"""
    deck = deck_of(state, career)
    card = table.draw(deck)
    deck.discards.append(card)
    face: CombatCard = table.pack.faces[card]
    return face


def hits_of(face: CombatCard, fp: int, charts: Charts) -> int:
    """Return a card's result in the column of the firepower; excess firepower does not count. [7.1.6]"""
    return face.hits[fp if fp < charts.top_fp else charts.top_fp] if fp > 0 else 0


def shown(result: int) -> str | int:
    """Return a card's result as the log shows it."""
    return RESULTS.get(result, result)


def column_of(fp: int, charts: Charts) -> int:
    """Return the least firepower of the column that is read. [7.1.6]"""
    return max((least for least in charts.tables.cards.columns if least <= fp), default=0)


def rival(state: State, career: Career) -> str:
    """Return who decides for the enemy in competitive play: the other pilot while he lives. [10.1.2]"""
    if state.play != COMPETITIVE:
        return career.seat
    other = next(man for man in state.careers if man.seat != career.seat)
    return other.seat if other.alive else career.seat


def rival_flips(
    state: State, career: Career, table: Table, asked: type[Question], facts: Callable[[], Question]
) -> Flow[None]:
    """Have the rival flip the enemy's card, as long as he lives. Ruling compete-flip. [10.1.2]"""
    judge = rival(state, career)
    if judge != career.seat:
        yield table.ask(judge, asked, ("flip",), "rival/card", "10.1.2", facts)


# The attack card ---------------------------------------------------------------------------------------------------


def fire(state: State, career: Career, table: Table, key: str, points: int = 1, *, careful: bool = True) -> Flow[Shot]:
    """Flip the attack card, let an Expert redraw it, jam a weapon if it says so, and spend ammunition. [7.1.6]

    `careful` is fire in which Precision may save ammunition, which an extended burst is not. [7.7]
    """
    plane, charts, flight = career.plane, table.pack, career.aloft
    mat = charts.models[plane.model]
    rows = firing_rows(plane)
    fp = firepower(plane, mat)
    face = flip(state, career, table)
    if not flight.expert_used and skills.is_expert(career, mat.series):
        face = yield from redraw(state, career, table, face, fp, f"{key}/card", "pilot")
    if face.jam:
        jam_one(career, table, rows, "7.1.6")
        rows = [n for n in rows if not plane.weapons[n].jammed]
        fp = firepower(plane, mat)
    if not (careful and face.number % 2 and skills.has(career, "precision")):
        spend(career, rows, points)
    result = hits_of(face, fp, charts)
    if table.hears:
        table.tell(
            AttackCard(
                seat=career.seat,
                card=face.number,
                fp=fp,
                column=column_of(fp, charts),
                result=shown(result),
                ammo=[row.ammo for row in plane.weapons],
            ),
            "7.1.6",
        )
    return Shot(result, rows, face)


def redraw(
    state: State, career: Career, table: Table, face: CombatCard, fp: int, key: str, who: str
) -> Flow[CombatCard]:
    """Offer an Expert another card, once in a sortie; he must use the new one. [7.7]"""
    flight, charts = career.aloft, table.pack
    question = ExpertRedraw(
        card=face.number,
        who=who,
        fp=fp,
        result=shown(hits_of(face, fp, charts)),
        jam=face.jam,
        defence=face.defence,
        wingman_fp=face.wingman_fp,
        wingman_avoid=face.wingman_avoid,
        wingman_improve=face.wingman_improve,
    )
    if table.hears:
        table.tell(CardFlipped(career.seat, *astuple(question)), "7.7")
    order = yield table.ask(career.seat, question, KEEP_OR_REDRAW, key, "7.7")
    if order == "keep":
        return face
    if who == "pilot":
        flight.expert_used = True
    else:
        flight.wingman_expert_used = True
    return flip(state, career, table)


def jam_one(career: Career, table: Table, rows: list[int], rule: str) -> None:
    """Jam one of the rows that fire, at random; the MG FF never jams. [7.1.6]"""
    guns = table.pack.models[career.plane.model].guns
    drawn = len(rows) > 1
    place = rows[table.roll("jam", len(rows)) - 1] if drawn else rows[0]
    gun = guns[place]
    saved = gun.jams and clears_jam(career)
    if gun.jams and not saved:
        career.plane.weapons[place].jammed = True
    outcome = "saved" if saved else "jammed" if gun.jams else "immune"
    # The card that jammed it is shown after it, as the rest of the fire.
    jam = WeaponJam(seat=career.seat, weapon=gun.weapon, row=place + 1, outcome=outcome)
    table.tell(jam, rule, thrown=int(drawn))


def jam_all(career: Career, table: Table, rows: list[int]) -> bool:
    """Jam every row that fires, but for MG FF, unless the gunner clears them; say whether they jammed. [7.1.13]"""
    guns = table.pack.models[career.plane.model].guns
    saved = clears_jam(career)
    if not saved:
        for place in rows:
            career.plane.weapons[place].jammed = guns[place].jams
    table.tell(WeaponsJammed(seat=career.seat, outcome="saved" if saved else "jammed"), "7.1.13")
    return not saved


def clears_jam(career: Career) -> bool:
    """Let a gunner skilled in weapons maintenance clear the first jam of the sortie. [7.7]"""
    flight, gunner = career.aloft, career.gunner
    if gunner is None or flight.maintenance_used or flight.gunner_wound in (SERIOUS, KILLED):
        return False
    if not skills.has(gunner, "maintenance"):
        return False
    flight.maintenance_used = True
    return True


def spend(career: Career, rows: list[int], points: int) -> None:
    """Take ammunition from each row that fired, as far as it has any. [4.5, 7.1.15]"""
    weapons = career.plane.weapons
    for place in rows:
        row = weapons[place]
        if row.ammo > 0:
            row.ammo = max(0, row.ammo - points)


def deck_odds(state: State, career: Career, fp: int, charts: Charts) -> CardOdds:
    """Count what the cards still in the pile would give at this firepower: a fact that anybody may count."""
    odds = {"cards": 0, "jam": 0, "GP": 0, "DE": 0}
    pile = deck_of(state, career).pile or charts.card_ids
    for card in pile:
        face = charts.faces[card]
        result = str(shown(hits_of(face, fp, charts)))
        odds[result] = odds.get(result, 0) + 1
        odds["cards"] += 1
        odds["jam"] += face.jam
    return odds


def fire_odds(state: State, career: Career, charts: Charts) -> CardOdds:
    """Count the defensive fire on the cards still in the pile."""
    odds: dict[str, int] = {}
    for card in deck_of(state, career).pile or charts.card_ids:
        shots = str(charts.faces[card].fire)
        odds[shots] = odds.get(shots, 0) + 1
    return odds
