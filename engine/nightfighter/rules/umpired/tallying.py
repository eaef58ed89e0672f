"""Tallying: keeping sight, looking round, looking at what is fixed, the attack position. [10.0, 15.0, 28.4, 28.6]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.kernel.decisions import Flow, number_of
from engine.kernel.events import Mod
from engine.nightfighter.charts.map import FACINGS, hex_name
from engine.nightfighter.events.fighters import ContrailMet
from engine.nightfighter.events.tallies import (
    TallyCalled,
    TallyDropped,
    TallyGained,
    TallyHeld,
    TallyLost,
    TallyRolled,
    TallySettled,
    TallySighted,
)
from engine.nightfighter.questions import (
    TallyFixedQuestion,
    TallyKeepQuestion,
    TallyLookQuestion,
    TallyWhichQuestion,
    TargetDice,
)
from engine.nightfighter.rules import exact_chances
from engine.nightfighter.rules.context import NightContext, is_held, mod_rows
from engine.nightfighter.rules.counters import (
    bomber_of_mark,
    contact_name,
    contact_places,
    drop_tally,
    release,
    show_contact,
)
from engine.nightfighter.rules.umpired.ai_radar import minimum_range
from engine.nightfighter.state import NOBODY, PLAYER, AttackerCounter, FighterCounter

KEEP_DROP_OPTIONS = ("keep", "drop")
ROLL_OR_PASS = ("roll", "pass")


def tally(night: NightContext) -> Flow[None]:
    """The Tally Phase: drop or keep, contrails, a look round, a look at what is fixed. [10.0, 15.0]"""
    state = night.state
    for fighter in state.fighters:
        if fighter.tally != NOBODY:
            yield from keep_or_drop(night, fighter)
    if night.scenario.contrails and night.high and not night.solo:
        tell_contrails(night)
    if any(f.status == "map" for f in state.fighters):
        yield from night.keeper.look_round(night)
        yield from night.keeper.look_at_fixed(night)


def keep_or_drop(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """A tally may be dropped; it is lost, unasked, when the target is out of sight. [10.2]"""
    bomber = night.state.bombers[fighter.tally]
    event: type[TallySettled] = TallyLost
    if night.sees_bomber(fighter, bomber):
        question, key = TallyKeepQuestion(fighter.name, bomber.mark), night.key(fighter.name, "keep")
        answer = yield night.table.ask(PLAYER, question, KEEP_DROP_OPTIONS, key, "10.2")
        event = TallyHeld if answer == "keep" else TallyDropped
    night.table.tell(event(fighter=fighter.name, contact=bomber.mark), "10.2")
    if event is TallyHeld:
        settle_position(night, fighter, True)
    else:
        yield from drop_tally(night, fighter)


def settle_position(night: NightContext, fighter: FighterCounter, good: bool) -> None:
    """Settle the attack position on a tallied bomber; within the turn it cannot improve. [28.4]"""
    if not night.options.attack_position:
        fighter.good = True
        return
    for index, settled in fighter.positions:
        if index == fighter.tally:
            fighter.good = settled
            return
    fighter.positions.append((fighter.tally, good))
    fighter.good = good


def gain_tally(night: NightContext, fighter: FighterCounter, index: int, good: bool) -> None:
    """Lay a tally marker and settle the position. [10.1, 15.1.1, 28.4]"""
    fighter.tally = index
    show_contact(night, index)
    settle_position(night, fighter, good)
    if night.hears:
        bomber = night.state.bombers[index]
        night.table.tell(
            TallyGained(
                fighter=fighter.name,
                contact=bomber.mark,
                hex=hex_name(bomber.hex),
                facing=FACINGS[bomber.facing],
                type="" if night.identification else bomber.type,
                good=fighter.good,
            ),
            "10.1",
        )


def tell_contrails(night: NightContext) -> None:
    """A fighter in a bomber's column, between it and the entry edge, meets its contrail. [21.2.1]"""
    for fighter in night.state.fighters:
        if fighter.status != "map":
            continue
        column, row = divmod(fighter.hex, 100)
        ahead = (b.hex for b in night.state.bombers if b.status == "map")
        if any(hex_ // 100 == column and hex_ % 100 > row for hex_ in ahead):
            night.table.reveal("contrail")
            night.table.tell(ContrailMet(fighter=fighter.name), "21.2.1")


# The look round ----------------------------------------------------------------------------------------------------


def untrained(night: NightContext, fighter: FighterCounter) -> bool:
    """Say whether the scenario's special rule calls the crew untrained. [scenario 2C]"""
    return "untrained" in night.scenario.specials and fighter.type == "P-40B"


def basic_dice(night: NightContext) -> list[Mod]:
    """List the dice of a look round without bonus dice. [10.1]"""
    sight = night.tables.sight
    mods = [Mod(sight.dice[night.state.visibility], "visibility", "10.1")]
    if night.moonlit:
        mods.append(Mod(sight.moon_adds, "moon", "10.1"))
    return mods


def gets_bonus(night: NightContext, fighter: FighterCounter) -> bool:
    """Say whether bonus dice help this crew. [10.1.1, 28.5]"""
    return fighter.pilot != "green" and not untrained(night, fighter)


def look_round(night: NightContext) -> Flow[None]:
    """One roll for all: attackers in sight whose number is called are tallied; each fighter keeps one. [10.1]"""
    if night.v1:
        return
    looking = [f for f in night.state.fighters if night.can_search(f)]
    if not looking:
        return
    mods = basic_dice(night)
    if all(untrained(night, f) for f in looking) and sum(m.value for m in mods) > 1:
        mods.append(Mod(-1, "untrained", "10.1"))
    cloud_die = night.any_cloudlit
    view_die = any(night.row(f).view and gets_bonus(night, f) for f in looking)
    dice = sum(m.value for m in mods)
    facts = partial(round_question, night, looking, mods, cloud_die, view_die)
    answer = yield night.table.ask(PLAYER, TallyLookQuestion, ROLL_OR_PASS, night.key("look"), "10.1", facts)
    if answer == "pass":
        return
    faces = night.roll("tally", dice)
    cloud_face = night.table.roll("tally", 6) if cloud_die else 0
    view_face = night.table.roll("tally", 6) if view_die else 0
    if night.hears:
        night.table.tell(TallyCalled(faces=faces, cloud_face=cloud_face, view_face=view_face), "10.1", mods=mods)
    called = {*faces, cloud_face, view_face}
    seen: list[int] = []
    by: dict[str, list[tuple[int, bool]]] = {}
    for index, bomber in enumerate(night.state.bombers):
        if bomber.status != "map" or bomber.number not in called:
            continue
        for fighter in looking:
            if not night.sees_bomber(fighter, bomber):
                continue
            count = matches(night, fighter, bomber, faces, cloud_face, view_face)
            if count:
                by.setdefault(fighter.name, []).append((index, count > 1))
                if index not in seen:
                    seen.append(index)
    if seen:
        yield from keep_tallies(night, looking, seen, by)


def round_question(
    night: NightContext, looking: list[FighterCounter], mods: Sequence[Mod], cloud_die: bool, view_die: bool
) -> TallyLookQuestion:
    """Lay out the dice of a look round, and the chance that they call the number of any attacker in reach. [10.1]"""
    dice = sum(mod.value for mod in mods)
    gains = exact_chances.rolled(dice + sure_dice(night, looking), "call")
    return TallyLookQuestion(
        dice=dice,
        mods=mod_rows(mods),
        cloud_die=cloud_die,
        view_die=view_die,
        odds=exact_chances.odds_of(gains),
        gains=exact_chances.gains_of(gains),
    )


def sure_dice(night: NightContext, looking: list[FighterCounter]) -> int:
    """Count the bonus dice that help against any attacker, from any viewer and in any place. [10.1.1]"""
    if not all(gets_bonus(night, fighter) for fighter in looking):
        return 0
    return all(night.row(fighter).view for fighter in looking) + all(night.cloudlit[hex_] for hex_ in night.map.hexes)


def matches(
    night: NightContext,
    fighter: FighterCounter,
    bomber: AttackerCounter,
    faces: list[int],
    cloud_face: int,
    view_face: int,
) -> int:
    """Count the dice that call a bomber's number and hold for this fighter. [10.1, 10.1.1, 28.5]

    The view die is good for a bomber that some crew with a good view could see; others near it may then keep the tally.
    """
    count = faces.count(bomber.number)
    if gets_bonus(night, fighter):
        count += cloud_face == bomber.number and bool(night.cloudlit[bomber.hex])
        count += view_face == bomber.number and any(
            night.row(f).view and gets_bonus(night, f) and night.can_search(f) and night.sees_bomber(f, bomber)
            for f in night.state.fighters
        )
    return count


def keep_tallies(
    night: NightContext, looking: list[FighterCounter], seen: list[int], by: dict[str, list[tuple[int, bool]]]
) -> Flow[None]:
    """Every tallied attacker is shown; each fighter keeps one at most, and the others are let go. [10.1, 16.0]"""
    bombers = night.state.bombers
    night.table.reveal("tally")
    for index in seen:
        show_contact(night, index)
        if night.hears:
            bomber = bombers[index]
            night.table.tell(
                TallySighted(
                    contact=bomber.mark, hex=hex_name(bomber.hex), facing=FACINGS[bomber.facing], number=bomber.number
                ),
                "10.1",
            )
    for fighter in looking:
        choices = [(i, good) for i, good in by.get(fighter.name, ()) if i != fighter.tally]
        if not choices:
            continue
        options = ["keep" if fighter.tally != NOBODY else "none", *(contact_name(bombers[i]) for i, _ in choices)]
        key = night.key(fighter.name, "which")
        question = TallyWhichQuestion(fighter.name, contact_places(night, (i for i, _ in choices)))
        answer = yield night.table.ask(PLAYER, question, options, key, "10.1")
        if answer in ("keep", "none"):
            continue
        if fighter.tally != NOBODY:
            yield from drop_tally(night, fighter)
        index = bomber_of_mark(night, number_of(answer))
        gain_tally(night, fighter, index, dict(choices)[index])
    for index in seen:
        if not is_held(night.state, index):
            yield from release(night, index)


# The look at a fixed enemy -----------------------------------------------------------------------------------------


def fixed_dice(night: NightContext, fighter: FighterCounter, index: int) -> tuple[int, list[Mod]]:
    """Return the dice of a tally on a fixed target, and what changes them. [15.1.1, 19.1.3, 28.5, 28.6]"""
    table, bomber = night.tables.fixed_tally, night.state.bombers[index]
    mods = [Mod(table.dice, "fixed-target", "15.1.1")]
    by_ai = fighter.fix == index
    if fighter.pilot == "experte":
        mods.append(Mod(table.experte, "experte", "17.2"))
    if night.moonlit:
        mods.append(Mod(table.moon, "moon", "15.1.1"))
    if night.lit(bomber) and any(f.fix == index for f in night.state.fighters):
        mods.append(Mod(table.fixed_twice, "fixed-twice", "15.1.1"))
    if by_ai and not night.lit(bomber):
        mods += minimum_range(night, fighter, bomber)
    if fighter.pilot == "green":
        mods.append(Mod(table.green, "green", "28.5"))
    if untrained(night, fighter):
        mods.append(Mod(-1, "untrained", "15.1.1"))
    astern = not night.map.in_hemisphere(fighter.hex, fighter.facing, bomber.hex)
    if astern and night.options.advanced_tallies and not night.row(fighter).blind_astern:
        mods.append(Mod(table.astern, "astern", "28.6"))
    return max(table.least, sum(m.value for m in mods)), mods


def fixed_targets(night: NightContext, fighter: FighterCounter) -> list[int]:
    """List the fixed enemies that a fighter may try: the one that its own radar holds, else lit ones. [15.1]"""
    bombers = night.state.bombers
    if fighter.fix != NOBODY:
        choice = [fighter.fix]
    else:
        choice = [i for i, b in enumerate(bombers) if b.status == "map" and night.lit(b)]
    return [i for i in choice if night.sees_bomber(fighter, bombers[i])]


def look_at_fixed(night: NightContext) -> Flow[None]:
    """Each fighter without a tally may try once for a fixed enemy. [15.1]"""
    bombers = night.state.bombers
    for fighter in night.state.fighters:
        if fighter.tally != NOBODY or not night.can_search(fighter):
            continue
        targets = fixed_targets(night, fighter)
        if not targets:
            continue
        facts = partial(fixed_question, night, fighter, targets)
        options = [*(contact_name(bombers[i]) for i in targets), "pass"]
        key = night.key(fighter.name, "fixed")
        answer = yield night.table.ask(PLAYER, TallyFixedQuestion, options, key, "15.1", facts)
        if answer == "pass":
            continue
        index = bomber_of_mark(night, number_of(answer))
        dice, mods = fixed_dice(night, fighter, index)
        faces = night.roll("tally", dice)
        count = faces.count(bombers[index].number)
        night.table.tell(
            TallyRolled(fighter=fighter.name, contact=bombers[index].mark, faces=faces, tallied=count > 0),
            "15.1.1",
            mods=mods,
        )
        if count:
            gain_tally(night, fighter, index, count > 1)


def fixed_question(night: NightContext, fighter: FighterCounter, targets: Sequence[int]) -> TallyFixedQuestion:
    """Lay out the dice for each target before the roll, and the chance of a tally. [15.1.1]"""
    by_contact, gains = {}, {}
    for index in targets:
        (dice, mods), name = fixed_dice(night, fighter, index), contact_name(night.state.bombers[index])
        by_contact[name] = TargetDice(dice, mod_rows(mods))
        gains[name] = (exact_chances.any_of(dice), "tally")
    return TallyFixedQuestion(
        fighter=fighter.name,
        targets=by_contact,
        where=contact_places(night, targets),
        odds=exact_chances.odds_of(gains),
        gains=exact_chances.gains_of(gains),
    )
