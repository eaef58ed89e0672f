"""Contacts: what the player holds of the enemy, and what becomes of an aircraft that slips away. [5.0, 16.0]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.decisions import Flow
from engine.nightfighter.charts.map import NightMap, hex_name
from engine.nightfighter.events.bombers import BomberDisplaced, ContactLost
from engine.nightfighter.questions import ContactPlace, Contacts, UmpireDisplaceQuestion
from engine.nightfighter.rules.context import NightContext, is_held
from engine.nightfighter.rules.solo.uncertainty import other_counters
from engine.nightfighter.rules.umpired.umpire import TO_UMPIRE, attacker_question, choose
from engine.nightfighter.state import EXACT, LEVELS, NOBODY, AttackerCounter, FighterCounter

REAR_LEFT, REAR_RIGHT = 4, 2
"""Facings, clockwise of the nose, into which an aircraft is displaced. [17.4.3]"""
SIDES = ("left", "centre", "right")


def contact_places(night: NightContext, indices: Iterable[int]) -> Contacts:
    """Lay out where the player has contacts on his map, by number; alone, with how uncertain each is, and of what."""
    found: Contacts = {}
    bombers = night.state.bombers
    for index in indices if night.hears else ():
        bomber = bombers[index]
        if night.solo:
            same = other_counters(night, index)
            place = ContactPlace(
                hex=hex_name(bomber.hex),
                uncertainty=LEVELS[bomber.level],
                craft=bomber.craft,
                counters=len(same) + 1,
                beside=sorted(bombers[i].mark for i in same if bombers[i].status == "map"),
            )
        else:
            place = ContactPlace(hex=hex_name(bomber.hex))
        found[str(bomber.mark)] = place
    return found


def contact_name(bomber: AttackerCounter) -> str:
    """Return the name by which the player knows a contact."""
    return f"contact:{bomber.mark}"


def show_contact(night: NightContext, index: int) -> None:
    """Place a marker on the player's map; a new one gets a new number, which reveals nothing of its aircraft. [5.1]"""
    bomber = night.state.bombers[index]
    if not bomber.mark:
        night.state.marks += 1
        bomber.mark = night.state.marks
    bomber.level = EXACT


def bomber_of_mark(night: NightContext, mark: int) -> int:
    """Return the bomber that the player calls by a number."""
    return next(i for i, b in enumerate(night.state.bombers) if b.mark == mark)


def clear_contact(bomber: AttackerCounter) -> None:
    """The player loses a contact, and with it what he knew of the aircraft. [5.1]"""
    bomber.mark, bomber.shown_hits, bomber.wary = 0, 0, False


def release_all(night: NightContext, index: int) -> None:
    """Take every tally, fix and marker off a bomber, for good or before it is displaced."""
    for fighter in night.state.fighters:
        if fighter.tally == index:
            fighter.tally = NOBODY
        if fighter.fix == index:
            fighter.fix = NOBODY
    bomber = night.state.bombers[index]
    bomber.lit = ""
    bomber.tracked = False
    if not (night.v1 or night.solo):
        clear_contact(bomber)


def release(night: NightContext, index: int) -> Flow[None]:
    """After a tally or fix is gone: when none is left, the aircraft is lost from sight. [16.0, S16.0]"""
    bomber = night.state.bombers[index]
    if bomber.status != "map" or night.v1 or is_held(night.state, index):
        return
    if bomber.mark:
        if not bomber.tracked:
            night.table.tell(ContactLost(contact=bomber.mark), "16.0")
        if not night.solo:
            clear_contact(bomber)
    yield from night.keeper.lost(night, index)


def drop_tally(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """A fighter gives up or loses its tally. [10.2]"""
    index, fighter.tally = fighter.tally, NOBODY
    if index != NOBODY:
        yield from release(night, index)


def drop_fix(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """A fighter loses its AI radar fix. [19.1.2]"""
    index, fighter.fix = fighter.fix, NOBODY
    if index != NOBODY:
        yield from release(night, index)


def leave_play(night: NightContext, fighter: FighterCounter, status: str) -> Flow[None]:
    """A fighter leaves the map or is shot down, and lets go of what it held. [9.2.1, 17.4.2]"""
    fighter.status = status
    fighter.hex = 0
    yield from drop_tally(night, fighter)
    yield from drop_fix(night, fighter)


# Displacement under an umpire --------------------------------------------------------------------------------------


def sideslip_hex(night_map: NightMap, hex_: int, facing: int, side: str) -> int:
    """Return where an aircraft ends that slips to a side; the hex it is in where that leads off the map. [17.4.3]"""
    if side == "centre":
        return hex_
    way = REAR_LEFT if side == "left" else REAR_RIGHT
    return night_map.step[(facing + way) % 6][hex_] or hex_


def corkscrew_hex(night: NightContext, bomber: AttackerCounter, index: int, side: str) -> int:
    """Return where a corkscrew to a side ends: where it began, if the side is barred. [17.4.3, 26.3.2]"""
    hex_ = sideslip_hex(night.map, bomber.hex, bomber.facing, side)
    if hex_ == bomber.hex or occupied(night, hex_, index):
        return bomber.hex
    first, last = night.map.torpedo_columns
    if bomber.role == "torpedo" and not first <= hex_ // 100 <= last:
        return bomber.hex
    return hex_


def occupied(night: NightContext, hex_: int, besides: int) -> bool:
    """Say whether another attacker is in a hex; alone, phantoms not yet found out are in the way too. [8.2.1, S7.0]"""
    for index, bomber in enumerate(night.state.bombers):
        if bomber.hex == hex_ and index != besides and bomber.status == "map":
            return True
    return False


def displace(night: NightContext, index: int) -> Flow[None]:
    """Displace a bomber that is lost from sight, by die or as the umpire likes. [16.0]"""
    bomber = night.state.bombers[index]
    if not night.advanced_fog or bomber.corkscrewed:
        return
    night.table.reveal("screen")
    side = "roll"
    if night.person:
        question, options = attacker_question(UmpireDisplaceQuestion, night, index), ("roll", *SIDES)
        side = yield from choose(
            night, question, options, f"bomber{index}/displace", "16.0", lambda _: _sidesteps(night, index, options)
        )
    elif night.level == "helpful":
        side = "centre"
    elif night.level == "sly" and night.table.roll("umpire", 100) <= night.tables.umpire.sly_sidestep:
        hidden = [s for s in SIDES if _out_of_every_arc(night, corkscrew_hex(night, bomber, index, s))]
        side = hidden[-1] if hidden else side
    if side == "roll":
        side = night.tables.corkscrew.rows[night.table.roll("displacement", 6)]
    bomber.hex = corkscrew_hex(night, bomber, index, side)
    if night.hears:
        night.table.tell(
            BomberDisplaced(bomber=index, side=side, hex=hex_name(bomber.hex)), "16.0", to=TO_UMPIRE, chart="corkscrew"
        )


def _sidesteps(night: NightContext, index: int, options: Sequence[str]) -> list[int]:
    """Weigh the ways to slip aside as a computer umpire takes them. [16.0]"""
    hidden = [s for s in SIDES if _out_of_every_arc(night, corkscrew_hex(night, night.state.bombers[index], index, s))]
    often = night.tables.umpire.sly_sidestep if night.level == "sly" and hidden else 0
    taken = {"helpful": {"centre": 100}, "sly": {"roll": 100 - often, **({hidden[-1]: often} if hidden else {})}}
    return [taken.get(night.level, {"roll": 100}).get(option, 0) for option in options]


def _out_of_every_arc(night: NightContext, hex_: int) -> bool:
    """Say whether no fighter has a hex ahead of its wings."""
    fighters = (f for f in night.state.fighters if f.status == "map")
    return not any(night.map.in_hemisphere(f.hex, f.facing, hex_) for f in fighters)
