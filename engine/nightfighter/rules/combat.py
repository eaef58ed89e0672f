"""Combat: attack, response, defensive fire, corkscrew, destruction, collision. [11.0, 17.0, 20.0, 28.1]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from engine.kernel.decisions import Flow
from engine.kernel.events import EventData, Mod, sum_of_mods
from engine.nightfighter.charts.map import NightMap, hex_name
from engine.nightfighter.events.combat import (
    BomberCorkscrewed,
    BomberFired,
    BomberShotDown,
    BomberUnarmed,
    CombatAttacked,
    CombatFriendlyFire,
    CorkscrewFollowed,
    CorkscrewRolled,
    CorkscrewWatched,
    DestructionRolled,
    FighterAvoided,
    FighterBlinded,
    FighterCollided,
    FighterFiredAt,
    FighterShotAt,
    ReactionRolled,
    ResponseRolled,
)
from engine.nightfighter.events.fighters import FighterExited
from engine.nightfighter.events.tallies import ContactIdentified
from engine.nightfighter.questions import (
    CombatAttackQuestion,
    CombatFollowQuestion,
    CombatIdentifyQuestion,
    CombatNextQuestion,
    GunChances,
    HitChance,
)
from engine.nightfighter.rules import exact_chances
from engine.nightfighter.rules.context import NightContext, mod_rows
from engine.nightfighter.rules.counters import (
    REAR_LEFT,
    REAR_RIGHT,
    SIDES,
    corkscrew_hex,
    leave_play,
    release_all,
    show_contact,
)
from engine.nightfighter.rules.umpired.umpire import TO_UMPIRE
from engine.nightfighter.state import NOBODY, PLAYER, AttackerCounter, FighterCounter

ResponseMaker = Callable[[bool, int, bool], EventData]
"""Makes the event of a response: whether there was a warning, the total, and whether it responds."""
ReactionMaker = Callable[[int, str], EventData]
"""Makes the event of a reaction: the total, and what is done."""

NO_RESPONSE, FIRE, CORKSCREW = "nothing", "fire", "corkscrew"
SCATTER = {"front-right": 1, "rear-right": 2, "rear": 3, "rear-left": 4, "front-left": 5}
"""Facings clockwise of the nose into which wreckage drives a fighter. [17.3.1]"""


def fight(night: NightContext) -> Flow[None]:
    """Fighters that can attack, in the player's order, then those that can only be answered. [11.0, 17.4]"""
    fighters = [f for f in night.state.fighters if f.status == "map" and meets_any(night, f)]
    ready = [f for f in fighters if meets(night, f, f.tally)]
    answered = []
    while ready:
        fighter = ready[0]
        if len(ready) > 1:
            options = [f.name for f in ready]
            name = yield night.table.ask(PLAYER, CombatNextQuestion, options, night.key("combat", len(ready)), "11.0")
            fighter = next(f for f in ready if f.name == name)
        ready.remove(fighter)
        if fighter.status == "map" and meets(night, fighter, fighter.tally):
            answered.append((fighter.name, fighter.tally))
            yield from engage(night, fighter, fighter.tally)
    if night.solo or not night.advanced_combat:
        return
    for fighter in fighters:
        for index in range(len(night.state.bombers)):
            if fighter.status == "map" and (fighter.name, index) not in answered and meets(night, fighter, index):
                guns = deferred(night, fighter) if fighter.fix == index else "forward"
                yield from respond(night, fighter, index, guns, attacking=False, after=False)


def meets(night: NightContext, fighter: FighterCounter, index: int) -> bool:
    """Say whether a fighter shares hex and heading with an attacker. [11.0, 17.4]"""
    if index == NOBODY:
        return False
    bomber = night.state.bombers[index]
    return bomber.status == "map" and bomber.hex == fighter.hex and bomber.facing == fighter.facing


def meets_any(night: NightContext, fighter: FighterCounter) -> bool:
    """Say whether a fighter shares hex and heading with any attacker. [17.4]"""
    hex_, facing = fighter.hex, fighter.facing
    return any(b.hex == hex_ and b.facing == facing and b.status == "map" for b in night.state.bombers)


def oblique_power(night: NightContext, fighter: FighterCounter) -> int | None:
    """Return the printed firepower of oblique guns, None without them. [6.0, 20.0]"""
    row = night.row(fighter)
    return row.kit if fighter.music else row.oblique


def deconflicted(night: NightContext, fighter: FighterCounter) -> bool:
    """Say whether another fighter is too near to attack. [11.1]"""
    if not night.scenario.deconfliction:
        return False
    reach = night.tables.firepower.deconfliction
    others = (f for f in night.state.fighters if f is not fighter and f.status == "map")
    return any(night.map.distance(fighter.hex, f.hex) <= reach for f in others)


def attack_orders(night: NightContext, fighter: FighterCounter, index: int) -> list[str]:
    """List what a fighter may do to the bomber that it has tallied in its hex. [11.0, 18.0, 20.0]"""
    orders = []
    if index not in fighter.attacked and not fighter.dives and not deconflicted(night, fighter):
        if night.row(fighter).firepower is not None:
            orders.append("attack")
        if oblique_power(night, fighter) is not None and not fighter.dived:
            orders.append("oblique")
    return orders


def engage(night: NightContext, fighter: FighterCounter, index: int) -> Flow[None]:
    """A fighter attacks or holds off; before and after, the bomber may respond. [11.0, 17.4, 17.4.1]"""
    bomber = night.state.bombers[index]
    orders = attack_orders(night, fighter, index)
    if night.identification and not bomber.identified:
        yield from identify(night, fighter, bomber)
        if bomber.identified and not night.keeper.reveal(night, index) and not meets(night, fighter, index):
            return
    answer = "hold"
    if orders:
        question = CombatAttackQuestion(fighter.name, bomber.mark, fighter.good)
        if night.hears:
            question = attack_question(night, fighter, bomber, orders)
        key = night.key(fighter.name, "attack")
        answer = yield night.table.ask(PLAYER, question, (*orders, "hold"), key, "11.0")
    guns = {"attack": "forward", "oblique": "oblique", "hold": deferred(night, fighter)}[answer]
    if not night.advanced_combat:
        if answer != "hold":
            yield from attack(night, fighter, index, guns)
        return
    first = yield from respond(night, fighter, index, guns, attacking=answer != "hold", after=False)
    if answer == "hold" or fighter.status != "map" or first == "hit":
        return
    if first == CORKSCREW and (guns == "oblique" or not meets(night, fighter, fighter.tally) or fighter.tally != index):
        return
    yield from attack(night, fighter, index, guns)
    if bomber.status == "map" and first == NO_RESPONSE and fighter.status == "map":
        yield from respond(night, fighter, index, guns, attacking=True, after=True)


def deferred(night: NightContext, fighter: FighterCounter) -> str:
    """A fighter with oblique guns keeps clear of the tail even when it does not fire. [28.4.1]"""
    waits = night.options.attack_position and oblique_power(night, fighter) is not None
    return "deferred" if waits else "forward"


# The attack --------------------------------------------------------------------------------------------------------


def firepower(
    night: NightContext, fighter: FighterCounter, bomber: AttackerCounter, guns: str, alerted: bool
) -> tuple[int, list[Mod]]:
    """Return a fighter's firepower and what makes it up. [17.1, 17.2, 20.0, 28.2, 28.4, 28.5]"""
    table, printed, rule, reason = night.tables.firepower, night.row(fighter).firepower or 0, "6.0", "firepower"
    poor = night.options.attack_position and not fighter.good
    if guns == "oblique":
        printed, reason = oblique_power(night, fighter) or 0, "oblique-guns"
        if alerted and night.options.alerted_bombers:
            printed, rule, reason = 0, "28.2", "oblique-alerted"
        elif poor:
            printed, rule, reason = 0, "28.4.1", "oblique-poor"
    elif bomber.corkscrewed:
        printed, rule, reason = 0, "17.1", "target-corkscrewed"
    mods = [Mod(printed, reason, rule)]
    if fighter.pilot == "experte":
        mods.append(Mod(table.experte, "experte", "17.2"))
    elif fighter.pilot == "green":
        mods.append(Mod(table.green, "green", "28.5"))
    if poor:
        mods.append(Mod(table.poor_position, "poor-position", "28.4"))
    return sum(m.value for m in mods), mods


def attack_question(
    night: NightContext, fighter: FighterCounter, bomber: AttackerCounter, orders: list[str]
) -> CombatAttackQuestion:
    """Lay out what is at stake before the attack, as far as the player knows: firepower, and the chance of each hit."""
    by_guns, alerted = {}, bomber.alerted if night.solo else bomber.wary
    for order in orders:
        power, mods = firepower(night, fighter, bomber, "oblique" if order == "oblique" else "forward", alerted)
        chances = [HitChance(hits, rolls) for hits, rolls in hit_chances(night, power)]
        by_guns[order] = GunChances(power, mod_rows(mods), chances)
    gains = destroying(night, bomber, by_guns)
    return CombatAttackQuestion(
        fighter=fighter.name,
        contact=bomber.mark,
        good=fighter.good,
        guns=by_guns,
        odds=exact_chances.odds_of(gains),
        gains=exact_chances.gains_of(gains),
    )


def destroying(
    night: NightContext, bomber: AttackerCounter, by_guns: Mapping[str, GunChances]
) -> dict[str, exact_chances.Gain]:
    """Return the chance of each attack to bring the bomber down, where its type and its hits are known. [11.0]"""
    if night.identification and not bomber.identified:
        return {}
    left = night.charts.attacker(bomber.type).damage - (bomber.hits if night.solo else bomber.shown_hits)
    return {
        order: (Fraction(sum(chance.rolls for chance in guns.chances if chance.hits >= left), 36), "destroy")
        for order, guns in by_guns.items()
    }


def _proves_german(night: NightContext, index: int) -> bool:
    """Say whether an aircraft that is fired at without being made out turns out a German fighter. [scenario 7]"""
    return not night.state.bombers[index].identified and night.keeper.reveal(night, index)


def hit_chances(night: NightContext, power: int) -> list[tuple[int, int]]:
    """Count in how many of 36 rolls an attack gives each number of hits. [11.0]"""
    rows = night.tables.hits.rows
    chances: dict[int, int] = {}
    for one in range(1, 7):
        for other in range(1, 7):
            hits = rows[one + other + power]
            chances[hits] = chances.get(hits, 0) + 1
    return sorted(chances.items())


def attack(night: NightContext, fighter: FighterCounter, index: int, guns: str) -> Flow[None]:
    """Two dice and firepower on the hit table; the target is alerted, or destroyed. [11.0, 17.3, 17.4.1]"""
    state, bomber = night.state, night.state.bombers[index]
    if night.identification and not (bomber.role == "target" or _proves_german(night, index)):
        state.lost_by_rule = "friendly-fire"
        night.table.tell(CombatFriendlyFire(fighter=fighter.name), "11.0")
        return
    fighter.attacked.append(index)
    power, mods = firepower(night, fighter, bomber, guns, bomber.alerted)
    total, hits = night.hits(power)
    bomber.hits += hits
    bomber.shown_hits += hits
    row = night.charts.attacker(bomber.type)
    destroyed = bomber.hits >= row.damage
    night.table.tell(
        CombatAttacked(
            fighter=fighter.name, contact=bomber.mark, guns=guns, total=total, hits=hits, destroyed=destroyed
        ),
        "11.0",
        mods=mods,
        chart="hits",
    )
    if not destroyed:
        bomber.alerted = bomber.wary = not inert(night, bomber)
        return
    fighter.kills += 1
    mark = bomber.mark
    destroy(night, index)
    night.table.tell(BomberShotDown(fighter=fighter.name, contact=mark, type=bomber.type), "11.0")
    if night.advanced_combat:
        yield from meet_wreckage(night, fighter, guns)


def inert(night: NightContext, bomber: AttackerCounter) -> bool:
    """Say whether nobody flies it: a flying bomb never responds and is never alerted."""
    row = night.charts.bombers.get(bomber.type)
    return row is not None and row.inert


def destroy(night: NightContext, index: int) -> None:
    """Remove a destroyed attacker from the map with all its markers. [11.0]"""
    release_all(night, index)
    bomber = night.state.bombers[index]
    bomber.status = "destroyed"
    bomber.mark = bomber.hex = 0


def meet_wreckage(night: NightContext, fighter: FighterCounter, guns: str) -> Flow[None]:
    """Roll the attacker's dangers when the target falls: wreckage, a flash, a dive to see the crash. [17.3]"""
    result = night.tables.destruction.rows[night.table.roll("combat", 6)]
    if night.v1 and result == "avoidance":
        result = "flash"
    night.table.tell(DestructionRolled(fighter=fighter.name, result=result), "17.3", chart="destruction")
    if result == "avoidance":
        yield from avoid(night, fighter, guns)
    elif result != "nothing":
        turns = night.table.roll("combat", 6) if result == "flash" else night.tables.destruction.follow_down_turns
        fighter.blind_until = max(fighter.blind_until, night.state.turn + turns)
        night.table.tell(FighterBlinded(fighter=fighter.name, turns=turns), "17.3.2")


def scatter_hex(night_map: NightMap, hex_: int, facing: int, way: str) -> tuple[int, int]:
    """Return the hex and facing into which a fighter swerves from wreckage; hex 0 leads off the map. [17.3.1]"""
    facing = (facing + SCATTER[way]) % 6
    return night_map.step[facing][hex_], facing


def avoid(night: NightContext, fighter: FighterCounter, guns: str) -> Flow[None]:
    """Swerve into a hex by die, facing away from the wreck, or collide with it. [17.3.1]"""
    way = night.tables.scatter.rows[night.table.roll("combat", 6)]
    night.table.tell(
        FighterAvoided(fighter=fighter.name, way=way, oblique=guns == "oblique"), "17.3.1", chart="scatter"
    )
    if way == "collision":
        table = night.tables.firepower
        power = table.collision_oblique if guns == "oblique" else table.collision
        yield from hit_fighter(night, fighter, [Mod(power, "collision", "17.3.1")], FighterCollided, "17.3.1")
    elif guns != "oblique":
        hex_, facing = scatter_hex(night.map, fighter.hex, fighter.facing, way)
        fighter.stays = True
        if not hex_:
            yield from leave_play(night, fighter, "exited")
            night.table.tell(FighterExited(fighter=fighter.name), "9.2.1")
            return
        fighter.hex, fighter.facing = hex_, facing


def hit_fighter(
    night: NightContext,
    fighter: FighterCounter,
    mods: list[Mod],
    event: type[FighterShotAt],
    rule: str,
    *,
    openly: bool = True,
) -> Flow[int]:
    """Roll an attack on a fighter, which may be destroyed by it; return the hits. [11.0, 17.4.2]

    The firepower of an aircraft that the player has not made out would name its type: he hears of the hits alone. [5.0]
    """
    total, hits = night.hits(sum(m.value for m in mods))
    fighter.hits += hits
    destroyed = fighter.hits >= night.row(fighter).damage
    if night.hears:
        shot = event(total=total, fighter=fighter.name, hits=hits, destroyed=destroyed)
        night.table.tell(shot, rule, to=() if openly else TO_UMPIRE, mods=mods, chart="hits")
        if not openly:
            night.table.tell(FighterFiredAt(fighter=fighter.name, hits=hits, destroyed=destroyed), rule)
    if destroyed:
        yield from leave_play(night, fighter, "lost")
    return hits


# The response ------------------------------------------------------------------------------------------------------


def warned(night: NightContext, fighter: FighterCounter, bomber: AttackerCounter) -> bool:
    """Say whether a warning set tells the bomber of the fighter behind it. [24.2, 27.3, 24.1.1, 24.2.1, 24.2.4]"""
    carried = bomber.equipment
    if "Monica" in carried or "Village Inn" in carried or "tail warning" in carried:
        return True
    radar = night.ai_of(fighter)
    return "Boozer" in carried and radar is not None and radar.heard_by_boozer


def reaction_mods(
    night: NightContext, fighter: FighterCounter, bomber: AttackerCounter, guns: str, attacking: bool
) -> list[Mod]:
    """List what changes the second die of a response. [17.4]"""
    table, mods = night.tables.reaction, []
    if guns in ("oblique", "deferred"):
        mods.append(Mod(table.oblique, "oblique-guns", "17.4" if guns == "oblique" else "28.4.1"))
    if fighter.pilot == "experte":
        mods.append(Mod(table.experte, "experte", "17.2"))
    if not attacking:
        mods.append(Mod(table.not_attacking, "not-attacking", "17.4"))
    if fighter.pilot == "green":
        mods.append(Mod(table.green, "green", "28.5"))
    if night.state.moon == "full" or night.map.zone[bomber.hex] in night.flares:
        mods.append(Mod(table.lit, "flares-or-full-moon", "17.4"))
    return mods


def roll_reaction(
    night: NightContext,
    events: tuple[ResponseMaker, ReactionMaker],
    rule: str,
    *,
    alerted: bool,
    warning: bool,
    mods: list[Mod],
    to: tuple[str, ...] = (),
) -> str:
    """Roll whether an attacked aircraft responds, then how: the same two dice for all. [17.4, 17.4.1, 17.4.4]"""
    responded, reacted = events
    table = night.tables.response
    first = [Mod(table.alerted_adds, "alerted", "17.4.1")] if alerted else []
    total = night.table.roll("response", 6) + sum_of_mods(first)
    responds = (table.warning if warning else table.normal)[total]
    night.table.tell(responded(warning, total, responds), rule, to=to, mods=first, chart="response")
    if not responds:
        return NO_RESPONSE
    total = night.table.roll("response", 6) + sum_of_mods(mods)
    reaction: str = night.tables.reaction.rows[total]
    night.table.tell(reacted(total, reaction), rule, to=to, mods=mods, chart="reaction")
    return reaction


def respond(
    night: NightContext, fighter: FighterCounter, index: int, guns: str, *, attacking: bool, after: bool
) -> Flow[str]:
    """Roll whether and how a bomber responds; return what it did, `hit` when its fire struck. [17.4, 17.4.1]"""
    bomber = night.state.bombers[index]
    if inert(night, bomber) or bomber.corkscrewed:
        return NO_RESPONSE
    known = bomber.mark
    reaction = roll_reaction(
        night,
        (partial(ResponseRolled, known, fighter.name), partial(ReactionRolled, known, fighter.name)),
        "17.4",
        alerted=bomber.alerted,
        warning=warned(night, fighter, bomber),
        mods=reaction_mods(night, fighter, bomber, guns, attacking),
        to=() if night.solo else TO_UMPIRE,
    )
    if reaction == NO_RESPONSE:
        return NO_RESPONSE
    bomber.alerted = True
    bomber.wary = bool(known)
    bomber.corkscrewed = reaction == CORKSCREW
    hits = yield from defend(night, fighter, index, guns, corkscrewing=reaction == CORKSCREW)
    if reaction == CORKSCREW:
        if fighter.status == "map":
            yield from corkscrew(night, fighter, index)
        else:
            yield from corkscrew_unseen(night, index)
        return "hit" if hits and not after else CORKSCREW
    return "hit" if hits and not after else FIRE


def defend(night: NightContext, fighter: FighterCounter, index: int, guns: str, *, corkscrewing: bool) -> Flow[int]:
    """The bomber's gunners fire, if it has any. [17.4.2, 17.4.4, 24.2.2, S17.0]"""
    bomber, table = night.state.bombers[index], night.tables.firepower
    printed = night.charts.attacker(bomber.type).defence
    if printed is None:
        to = () if bomber.mark else TO_UMPIRE
        night.table.tell(BomberUnarmed(fighter=fighter.name, contact=bomber.mark), "17.4.2", to=to)
        return 0
    mods = [Mod(printed, "firepower", "6.0")]
    if night.solo and corkscrewing:
        mods = [Mod(0, "corkscrewing", "S17.0")]
    if "Village Inn" in bomber.equipment:
        mods.append(Mod(table.village_inn, "village-inn", "24.2.2"))
    if guns == "oblique":
        mods.append(Mod(table.against_oblique, "against-oblique", "17.4.2"))
    known = night.solo or bomber.identified or (bool(bomber.mark) and not night.identification)
    return (yield from hit_fighter(night, fighter, mods, BomberFired, "17.4.2", openly=known))


# The corkscrew -----------------------------------------------------------------------------------------------------


def corkscrew(night: NightContext, fighter: FighterCounter, index: int) -> Flow[None]:
    """Let the bomber corkscrew; the umpire policy settles who keeps a tally. [17.4.3, S17.0]"""
    bomber = night.state.bombers[index]
    to = () if bomber.mark else TO_UMPIRE
    night.table.tell(BomberCorkscrewed(fighter=fighter.name, contact=bomber.mark), "17.4.3", to=to)
    yield from night.keeper.corkscrew(night, night.state.fighters.index(fighter), index)


def corkscrew_unseen(night: NightContext, index: int) -> Flow[None]:
    """Let it corkscrew from a fighter that its gunners have just shot down. [17.4.3]"""
    bomber = night.state.bombers[index]
    to = () if bomber.mark else TO_UMPIRE
    night.table.tell(BomberCorkscrewed(fighter="", contact=bomber.mark), "17.4.3", to=to)
    release_all(night, index)
    if night.solo:
        yield from night.keeper.lost(night, index)
    else:
        roll_corkscrew(night, index)


def roll_corkscrew(night: NightContext, index: int) -> str:
    """Roll in secret where a corkscrew takes the bomber, and move it there. [17.4.3]"""
    bomber = night.state.bombers[index]
    origin = bomber.hex
    side = night.tables.corkscrew.rows[night.table.roll("corkscrew", 6)]
    bomber.hex = corkscrew_hex(night, bomber, index, side)
    if bomber.hex == origin:
        side = "centre"
    if night.hears:
        night.table.tell(
            CorkscrewRolled(bomber=index, side=side, hex=hex_name(bomber.hex)),
            "17.4.3",
            to=TO_UMPIRE,
            chart="corkscrew",
        )
    return side


def umpired_corkscrew(night: NightContext, number: int, index: int) -> Flow[bool]:
    """The bomber slips off unseen; a fighter that had tallied it may guess where to follow. [17.4.3, 28.1]"""
    fighter, bomber = night.state.fighters[number], night.state.bombers[index]
    had_tally, had_fix, good = fighter.tally == index, fighter.fix == index, fighter.good
    facing, origin = bomber.facing, bomber.hex
    release_all(night, index)
    side = roll_corkscrew(night, index)
    if not had_tally:
        return False
    data = ""
    if night.options.follow_corkscrews:
        dice, mods = follow_dice(night, fighter, had_fix)
        faces = night.roll("follow", dice)
        data = side if bomber.number in faces else ""
        night.table.tell(CorkscrewWatched(fighter=fighter.name, faces=faces, side=data), "28.1", mods=mods)
    ways = {s: follow_hex(night, origin, facing, s) for s in SIDES}
    options = [s for s in SIDES if ways[s]]
    key = night.key(fighter.name, "follow", index)
    question = CombatFollowQuestion(fighter=fighter.name, side=data)
    answer = yield night.table.ask(PLAYER, question, (*options, "break-away"), key, "17.4.3")
    if answer == "break-away":
        return False
    fighter.hex = ways[answer]
    night.table.reveal("follow")
    found = fighter.hex == bomber.hex
    if night.hears:
        night.table.tell(CorkscrewFollowed(fighter=fighter.name, hex=hex_name(fighter.hex), found=found), "17.4.3")
    if found:
        fighter.tally, fighter.good = index, good
        fighter.fix = index if had_fix else fighter.fix
        show_contact(night, index)
        bomber.shown_hits, bomber.wary = bomber.hits, True
    return found


def follow_dice(night: NightContext, fighter: FighterCounter, had_fix: bool) -> tuple[int, list[Mod]]:
    """Return the dice by which a crew sees where a corkscrew leads. [28.1]"""
    table, radar = night.tables.corkscrew, night.ai_of(fighter)
    if had_fix and radar is not None:
        mods = [Mod(table.follow_fixed[radar.band], f"band-{radar.band}", "28.1")]
    else:
        mods = [Mod(table.follow_blind, "no-fix", "28.1")]
    if fighter.pilot == "experte":
        mods.append(Mod(table.follow_experte, "experte", "17.2"))
    return sum(m.value for m in mods), mods


def follow_hex(night: NightContext, origin: int, facing: int, side: str) -> int:
    """Return where a fighter goes that follows to a side, 0 off the map. [17.4.3]"""
    if side == "centre":
        return origin
    return night.map.step[(facing + (REAR_LEFT if side == "left" else REAR_RIGHT)) % 6][origin]


def made_out(night: NightContext, index: int) -> bool:
    """Say whether an aircraft that is made out, or fired at, is a German fighter; the umpire knows. [scenario 7]"""
    return night.state.bombers[index].role == "target"


# Identification ----------------------------------------------------------------------------------------------------


IDENTIFIED_FROM = 3
"""Scenario 7: the die that tells a Ju88 from a Halifax, before moon and visibility help."""


def identify_question(night: NightContext, fighter: FighterCounter, bomber: AttackerCounter) -> CombatIdentifyQuestion:
    """Lay out the chance to make an aircraft out. [scenario 7]"""
    chance = exact_chances.at_least(IDENTIFIED_FROM, added=night.moonlit + (night.state.visibility == "good"))
    gains = {"roll": (chance, "identify"), "pass": (exact_chances.NEVER, "")}
    return CombatIdentifyQuestion(
        fighter=fighter.name,
        contact=bomber.mark,
        odds=exact_chances.odds_of(gains),
        gains=exact_chances.gains_of(gains),
    )


def identify(night: NightContext, fighter: FighterCounter, bomber: AttackerCounter) -> Flow[None]:
    """Behind it a crew may make out what it follows; Serrate in that hex tells it at once. [scenario 7]"""
    by_serrate = bomber.role == "target" and any(
        s.radar == "Serrate" and s.contact and s.hex == bomber.hex for s in night.state.searches
    )
    mods = []
    if by_serrate:
        bomber.identified = True
    else:
        key = night.key(fighter.name, "identify")
        facts = partial(identify_question, night, fighter, bomber)
        answer = yield night.table.ask(PLAYER, CombatIdentifyQuestion, ("roll", "pass"), key, "11.0", facts)
        if answer == "pass":
            return
        if night.moonlit:
            mods.append(Mod(1, "moon", "3.3.1"))
        if night.state.visibility == "good":
            mods.append(Mod(1, "visibility", "3.3.2"))
        bomber.identified = night.table.roll("identify", 6) + sum(m.value for m in mods) >= IDENTIFIED_FROM
    kind = bomber.type if bomber.identified and not night.solo else ""
    night.table.tell(ContactIdentified(fighter=fighter.name, contact=bomber.mark, type=kind), "11.0", mods=mods)
