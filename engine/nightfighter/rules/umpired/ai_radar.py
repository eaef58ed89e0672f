"""AI radar: keeping, losing and gaining fixes, jammed or not, and the minimum range. [19.0, 21.1, 24.5.2]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.kernel.decisions import Flow
from engine.kernel.events import Mod
from engine.nightfighter.charts.map import FACINGS, hex_name
from engine.nightfighter.charts.schema import AiSet
from engine.nightfighter.events.searches import AiFixed, AiLost, AiRolled
from engine.nightfighter.questions import AiJammedQuestion, UmpireAiTargetQuestion
from engine.nightfighter.rules import exact_chances
from engine.nightfighter.rules.context import NightContext, mod_rows
from engine.nightfighter.rules.counters import drop_fix, show_contact
from engine.nightfighter.rules.umpired.umpire import choose, places_of
from engine.nightfighter.state import NOBODY, PLAYER, AttackerCounter, FighterCounter

ROLL_OR_PASS = ("roll", "pass")


def search_by_ai(night: NightContext) -> Flow[None]:
    """Fixes are lost that no longer hold; then each fighter fixes the closest attacker in its arc. [19.1.2, 24.5.2]"""
    state = night.state
    for fighter in state.fighters:
        if fighter.fix != NOBODY and not still_holds(night, fighter):
            mark = state.bombers[fighter.fix].mark
            night.table.tell(AiLost(fighter=fighter.name, contact=mark), "19.1.2")
            yield from drop_fix(night, fighter)
    for fighter in state.fighters:
        radar = night.ai_of(fighter)
        if radar is None or not night.can_search(fighter):
            continue
        if jammed(night, radar):
            yield from search_jammed(night, fighter, radar)
        elif fighter.fix == NOBODY:
            found = closest(night, fighter)
            if found:
                yield from fix_one(night, fighter, found)


def jammed(night: NightContext, radar: AiSet) -> bool:
    """Say whether a set's band is jammed. [24.5.2]"""
    jamming = night.scenario.jamming
    return jamming.ai != "none" and radar.band in jamming.bands


def still_holds(night: NightContext, fighter: FighterCounter) -> bool:
    """Say whether a fix outlasts the beginning of the phase; a closer bomber takes no jammed one. [19.1.2, 24.5.2]"""
    radar = night.ai_of(fighter)
    if radar is not None and jammed(night, radar) and night.can_search(fighter):
        return in_reach(night, fighter, radar, night.state.bombers[fighter.fix]) >= 0
    return fighter.fix in closest(night, fighter)


def in_reach(night: NightContext, fighter: FighterCounter, radar: AiSet, bomber: AttackerCounter) -> int:
    """Return the distance to an attacker in the set's arc and range, -1 when it is not. [19.1.1, 21.1]"""
    if bomber.status != "map":
        return -1
    away = night.map.distance(fighter.hex, bomber.hex)
    if away > night.ai_reach(radar) or not night.map.in_arc(radar.arc, fighter.hex, fighter.facing, bomber.hex):
        return -1
    return away


def closest(night: NightContext, fighter: FighterCounter) -> list[int]:
    """List the closest attackers in arc and range; more than one when they are equally close. [19.1.2]"""
    radar = night.ai_of(fighter)
    if radar is None or not night.can_search(fighter):
        return []
    best = 999
    found: list[int] = []
    for index, bomber in enumerate(night.state.bombers):
        if bomber.status != "map":
            continue
        away = in_reach(night, fighter, radar, bomber)
        if away < 0 or away > best:
            continue
        if away < best:
            best, found = away, []
        found.append(index)
    return found


def fix_one(night: NightContext, fighter: FighterCounter, found: list[int]) -> Flow[None]:
    """Fix the closest attacker; of several equally close the umpire chooses. [19.1.2]"""
    options = [str(i) for i in found]
    question = UmpireAiTargetQuestion(fighter=fighter.name, places=places_of(night, found))
    index = int((yield from choose(night, question, options, f"{fighter.name}/ai-target", "19.1.2")))
    gain_fix(night, fighter, index)


def gain_fix(night: NightContext, fighter: FighterCounter, index: int) -> None:
    """Lay the AI fix marker. [19.1.2]"""
    fighter.fix = index
    show_contact(night, index)
    night.table.reveal("ai-fix")
    if night.hears:
        bomber = night.state.bombers[index]
        night.table.tell(
            AiFixed(fighter=fighter.name, contact=bomber.mark, hex=hex_name(bomber.hex), facing=FACINGS[bomber.facing]),
            "19.1.2",
        )


def jammed_dice(night: NightContext, fighter: FighterCounter, radar: AiSet, level: str) -> tuple[int, list[Mod]]:
    """Return the dice of a jammed set, and why. [24.5.2]"""
    table = night.tables.jamming
    mods = [Mod(table.ai_dice["heavy" if level == "heavy" else "light"], f"jammed-{level}", "24.5.2")]
    if fighter.pilot == "experte":
        mods.append(Mod(table.experte_adds, "experte", "17.2"))
    if radar.resistant:
        mods.append(Mod(table.resistant_adds, "resistant", "24.5.2"))
    return sum(m.value for m in mods), mods


def jammed_question(name: str, dice: int, mods: Sequence[Mod]) -> AiJammedQuestion:
    """Lay out the dice of a jammed set, and the chance that they call a number. [24.5.2]"""
    gains = exact_chances.rolled(dice, "call")
    return AiJammedQuestion(
        fighter=name,
        dice=dice,
        mods=mod_rows(mods),
        odds=exact_chances.odds_of(gains),
        gains=exact_chances.gains_of(gains),
    )


def search_jammed(night: NightContext, fighter: FighterCounter, radar: AiSet) -> Flow[None]:
    """A jammed set is rolled for: the closest attacker in arc and range whose number comes up is fixed. [24.5.2]"""
    dice, mods = jammed_dice(night, fighter, radar, night.scenario.jamming.ai)
    question, key = partial(jammed_question, fighter.name, dice, mods), night.key(fighter.name, "ai-roll")
    answer = yield night.table.ask(PLAYER, AiJammedQuestion, ROLL_OR_PASS, key, "24.5.2", question)
    found: list[int] = []
    if answer == "roll":
        faces = night.roll("ai", dice)
        night.table.tell(AiRolled(fighter=fighter.name, faces=faces), "24.5.2", mods=mods)
        best = 999
        for index, bomber in enumerate(night.state.bombers):
            if bomber.number not in faces:
                continue
            away = in_reach(night, fighter, radar, bomber)
            if 0 <= away <= best:
                found = [index] if away < best else [*found, index]
                best = away
    if fighter.fix != NOBODY and fighter.fix not in found:
        yield from drop_fix(night, fighter)
    if found and fighter.fix == NOBODY:
        yield from fix_one(night, fighter, found)


# The minimum range -------------------------------------------------------------------------------------------------


def minimum_range(night: NightContext, fighter: FighterCounter, bomber: AttackerCounter) -> list[Mod]:
    """List what an AI set's minimum range does to a tally on the target that it holds. [19.1.3]"""
    radar = night.ai_of(fighter)
    if radar is None:
        return []
    table, mods = night.tables.minimum_range, []
    printed = own_minimum(night, fighter, bomber, radar)
    if printed:
        mods.append(Mod(printed, "minimum-range", "19.1.3"))
    if night.low and radar.band != "X":
        mods.append(Mod(table.low_altitude, "low-altitude", "19.1.3"))
    if fighter.facing != bomber.facing:
        mods.append(Mod(table.other_heading, "other-heading", "19.1.3"))
    if fighter.turned:
        mods.append(Mod(table.turned, "turned", "19.1.3"))
    if fighter.moved - bomber.moved >= table.overtaking_by:
        mods.append(Mod(table.overtaking, "overtaking", "19.1.3"))
    return mods


def own_minimum(night: NightContext, fighter: FighterCounter, bomber: AttackerCounter, radar: AiSet) -> int:
    """Return the printed modifier, of the second set where that is better and holds the target too. [19.1.3]"""
    second = night.row(fighter).second_ai
    if second is not None and second != radar.name:
        other = night.charts.ai[second]
        if other.minimum > radar.minimum and in_reach(night, fighter, other, bomber) >= 0:
            return other.minimum
    return radar.minimum
