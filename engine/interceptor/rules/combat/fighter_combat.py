"""Combat with fighters and escorts [7.2, 7.3]: rounds of fire, defence and initiative until one side has gone."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, TypeVar

from msgspec.structs import astuple

from engine.interceptor.charts.compiled import ALL_DAMAGE, DESTROYED, GROUP, Charts
from engine.interceptor.events import (
    DuelEnded,
    EnemyCard,
    EnemyDefends,
    EnemyDisengages,
    EnemyMod,
    FighterAttacked,
    FighterDestroyedOutright,
    FighterDown,
    FighterEngaged,
    GunnerFires,
    HelperFound,
    InitiativeRolled,
    InterceptorAttacked,
    InterceptorDestroyedOutright,
    PilotDefends,
    PilotDisengages,
    PilotManoeuvres,
    ReflexesUsed,
    RocketsJettisoned,
    RoundEffect,
    SixthSense,
    WingmanCalled,
)
from engine.interceptor.questions import (
    CertainEffect,
    DuelChances,
    DuelLedgers,
    DuelState,
    FighterAnother,
    FighterAssist,
    FighterReflexes,
    FighterRockets,
    FighterRound,
    FighterSection,
    PilotState,
    RivalFighterCard,
)
from engine.interceptor.rules.career import awards, skills
from engine.interceptor.rules.combat import closed_orders, exact_chances, firing, wingman
from engine.interceptor.rules.combat.damage import (
    doomed,
    engine_loss,
    engines_dead,
    firepower,
    foe_firepower,
    foe_one_short,
    hit_fighter,
    hit_fighter_package,
    hit_fighter_part,
    hit_interceptor,
    hit_package,
    hit_part,
    is_agile,
    must_leave,
    new_fighter,
    speed,
    wants_home,
)
from engine.interceptor.rules.combat.home_check import home_check
from engine.interceptor.rules.landing import bail_out, parachute_mods
from engine.interceptor.state import (
    ADVANTAGED,
    COMPETITIVE,
    DISADVANTAGED,
    HEAD_ON,
    KILLED,
    MONTHS,
    ORIENTATIONS,
    SERIOUS,
    TAILED,
    TAILING,
    Career,
    Engagement,
    State,
)
from engine.kernel.decisions import Flow
from engine.kernel.events import Mod, sum_of_mods
from engine.kernel.table import Table

PilotT = TypeVar("PilotT", bound=PilotState)

WON, WINGMAN_WON, EVADED, ESCAPED, DOWN = "won", "wingman", "evaded", "escaped", "down"
SIXTH_SENSE_HITS = 2
GUNNER_ORDERS = ("gunner-holds", "gunner-fires")
"""Standing orders to the rear gunner, which take no round. [7.2.2.4]"""


class DuelStart(NamedTuple):
    """The start of fighter combat for one pilot."""

    career: Career
    enemy: str
    orientation: int
    alone: bool = False
    """His wingman cannot help in the first round. [C1]"""


class ManoeuvreEffect(NamedTuple):
    """The effect of a defence, a manoeuvre or the wingman's help in a round."""

    avoid: int = 0
    improve: int = 0
    ends: bool = False
    name: str = ""


NO_EFFECT = ManoeuvreEffect()


# The combat --------------------------------------------------------------------------------------------------------


def fighter_combat(state: State, starts: list[DuelStart], table: Table) -> Flow[None]:
    """Fight until nobody has an opponent: each against his own, side by side where two fly together. [7.2, 10.1.1]"""
    fighting: list[Career] = []
    free: list[Career] = []
    for start in starts:
        flight = start.career.aloft
        flight.orientation, flight.round = start.orientation, 0
        flight.sun = flight.sun and start.orientation == ADVANTAGED
        yield from engage(state, start.career, table, start.enemy)
        fighting.append(start.career)
    alone = {start.career.seat for start in starts if start.alone}
    while fighting:
        helper = yield from find_helper(state, free, fighting, table)
        for career in tuple(fighting):
            helped = helper is not None and career is fighting[0]
            result = yield from fighter_round(state, career, table, helped, career.seat in alone)
            alone.discard(career.seat)
            if result:
                yield from end_duel(state, career, table, result, fighting, free)
        if helper is not None and helper in free:
            yield from draw_in(state, helper, table, fighting, free)
        if not fighting:
            # Nobody is left to be helped, but each may take on another. [7.2.2.9]
            for career in free:
                yield from take_another(state, career, table, career.aloft.engagements[-1].enemy, fighting)
            free.clear()


def jettison(career: Career, table: Table) -> Flow[None]:
    """Undamaged rockets may be jettisoned at the start of combat with each fighter. [7.1.14, 7.2.2.9]"""
    plane = career.plane
    if plane.rockets != "loaded":
        return
    question = FighterRockets(table.pack.tables.engine_losses.rockets_gone)
    order = yield table.ask(career.seat, question, ("jettison", "keep"), "rockets", "7.1.14")
    if order == "jettison":
        plane.rockets = "jettisoned"
        table.tell(RocketsJettisoned(seat=career.seat), "7.1.14")


def engage(state: State, career: Career, table: Table, kind: str) -> Flow[None]:
    """Place an Allied fighter on the chart, rockets dropped before it or not; its pilot's quality may vary.

    [7.1.14, 7.2.2, 10.4]
    """
    flight = career.aloft
    yield from jettison(career, table)
    quality, die = "trained", 0
    if state.options.quality:
        chart = table.pack.tables.quality
        die = table.roll("combat", 6)
        early = state.month <= MONTHS.index(chart.until)
        quality = chart.early[die] if early else chart.late[die]
    flight.fighter = new_fighter(kind, quality, table.pack)
    flight.engagements.append(Engagement(kind, False, box=flight.box))
    if table.hears:
        table.tell(
            FighterEngaged(
                seat=career.seat,
                enemy=kind,
                quality=quality,
                die=die,
                orientation=ORIENTATIONS[flight.orientation],
                sun=flight.sun,
            ),
            "7.2.2",
        )


def end_duel(
    state: State, career: Career, table: Table, result: str, fighting: list[Career], free: list[Career]
) -> Flow[None]:
    """Close a duel, and let a pilot who won it or lost sight of his enemy take another. [7.2.2.9]"""
    flight = career.aloft
    enemy = flight.opponent.type
    if table.hears:
        table.tell(DuelEnded(seat=career.seat, enemy=enemy, result=result), "7.2.2.9")
    yield from settle_fighter(career, table)
    fighting.remove(career)
    if result not in (WON, EVADED) or doomed(flight) or must_leave(career):
        return
    if result == WON and fighting:
        free.append(career)
    else:
        yield from take_another(state, career, table, enemy, fighting)


def take_another(state: State, career: Career, table: Table, enemy: str, fighting: list[Career]) -> Flow[None]:
    """Ask whether he engages another, head on, or ends the encounter. [7.2.2.9]"""
    facts = partial(pilot_state, FighterAnother, career, table, enemy)
    options = ("another", "end", "bail-out")
    order = yield table.ask(career.seat, FighterAnother, options, "another", "7.2.2.9", facts)
    if order == "another":
        yield from take_on(state, career, table, enemy, HEAD_ON, fighting)
    elif order == "bail-out":
        bail_out(career, table, state)


def take_on(
    state: State, career: Career, table: Table, enemy: str, orientation: int, fighting: list[Career]
) -> Flow[None]:
    """Begin another duel. [7.2.2.9]"""
    career.aloft.orientation = orientation
    yield from engage(state, career, table, enemy)
    fighting.append(career)


def settle_fighter(career: Career, table: Table) -> Flow[None]:
    """Write down what became of the enemy, and see whether a damaged one gets home. [4.3.2, 7.4.3]"""
    flight = career.aloft
    enemy, note = flight.opponent, flight.engagements[-1]
    flight.fighter = None
    if enemy.destroyed:
        note.result, note.credit, note.cause = "destroyed", enemy.killer, enemy.destroyed  # type: ignore[assignment]
        table.tell(FighterDown(seat=career.seat, enemy=enemy.type, cause=enemy.destroyed, credit=enemy.killer), "7.4")
    elif enemy.hit_by:
        by = next(who for who in ("pilot", "gunner", "wingman") if who in enemy.hit_by)
        capacity = table.pack.foes[enemy.type].engine
        out = sum(hits >= capacity for hits in enemy.engines)
        yield from home_check(career, table, note, by, out, foe_one_short(enemy, table.pack))


# Two who fly together ----------------------------------------------------------------------------------------------


def find_helper(state: State, free: list[Career], fighting: list[Career], table: Table) -> Flow[Career | None]:
    """Ask a pilot who has shot down his opponent whether he helps, takes on another, or goes. [10.1.1, 7.2.2.9]"""
    for career in tuple(free):
        chart = table.pack.tables.cooperation
        question = FighterAssist(chance=chart.drawn_in, improves=chart.improves)
        order = yield table.ask(career.seat, question, ("assist", "another", "end"), "assist", "10.1.1")
        if order == "assist":
            return career
        free.remove(career)
        if order == "another":
            yield from take_on(state, career, table, career.aloft.engagements[-1].enemy, HEAD_ON, fighting)
    return None


def draw_in(state: State, helper: Career, table: Table, fighting: list[Career], free: list[Career]) -> Flow[None]:
    """Let a new enemy find the helper at the end of a round of help; the helper starts Disadvantaged. [10.1.1]"""
    die = table.roll("combat", 6)
    found = die <= table.pack.tables.cooperation.drawn_in
    table.tell(HelperFound(seat=helper.seat, die=die, found=found), "10.1.1")
    if found:
        free.remove(helper)
        yield from take_on(state, helper, table, helper.aloft.engagements[-1].enemy, DISADVANTAGED, fighting)


# A round -----------------------------------------------------------------------------------------------------------


def fighter_round(state: State, career: Career, table: Table, helped: bool, alone: bool) -> Flow[str]:
    """Fight one round: orders, fire, defence, initiative; return how the duel ended, or nothing. [7.2.2.1, 7.2.2.7]"""
    flight, plane, charts = career.aloft, career.plane, table.pack
    free_shot, flight.sun = flight.sun, False
    enemy = flight.opponent
    leaving = wants_home(enemy)
    if leaving and flight.orientation <= DISADVANTAGED and not free_shot:
        if enemy_disengages(career, table):
            return EVADED
    else:
        order, quick = yield from give_order(state, career, table, alone)
        flight.round += 1
        if order == "bail-out":
            bail_out(career, table, state)
            return DOWN
        if order == "disengage":
            if disengages(career, table):
                return ESCAPED
        else:
            answers = quick and order == "fire" and not leaving and flight.orientation <= HEAD_ON
            if state.play == COMPETITIVE and not free_shot and not answers:
                order = yield from rival_plays(state, career, table, order, alone)
            result = yield from exchange(state, career, table, order, quick, leaving, free_shot)
            if result:
                return result
    roll_initiative(state, career, table, helped)
    if not flight.reflexes_used and flight.orientation < TAILING and skills.has(career, "reflexes"):
        yield from use_reflexes(career, table)
    if engines_dead(plane.engines, charts.models[plane.model]):
        return DOWN
    return ""


def enemy_disengages(career: Career, table: Table) -> bool:
    """Let a hurt enemy try to get away instead of firing; if he fails he loses a position. [7.3.1]"""
    flight = career.aloft
    if flight.orientation == TAILED:
        table.tell(EnemyDisengages(seat=career.seat, die=0, success=True), "7.3.1")
        return True
    die = table.roll("combat", 6)
    success: bool = die <= table.pack.tables.escapes.disengage
    table.tell(EnemyDisengages(seat=career.seat, die=die, success=success), "7.3.1")
    if not success:
        shift(career, 1)
    return success


def disengages(career: Career, table: Table) -> bool:
    """Try to disengage instead of firing: sure when tailing; a failure costs a position. [7.3]"""
    flight = career.aloft
    if flight.orientation == TAILING:
        table.tell(PilotDisengages(seat=career.seat, die=0, success=True), "7.3")
        return True
    die = table.roll("combat", 6)
    success: bool = die <= table.pack.tables.escapes.disengage
    table.tell(PilotDisengages(seat=career.seat, die=die, success=success), "7.3")
    if not success:
        shift(career, -1)
    return success


def shift(career: Career, positions: int) -> None:
    """Move along the orientations, never beyond tailing and tailed. [7.2.2.7]"""
    flight = career.aloft
    place = flight.orientation + positions
    flight.orientation = TAILING if place > TAILING else TAILED if place < TAILED else place


# Orders ------------------------------------------------------------------------------------------------------------


def give_order(state: State, career: Career, table: Table, alone: bool) -> Flow[tuple[str, bool]]:
    """Ask for the order of the round; Reflexes, and a word to the rear gunner, may come first.

    [7.2.2.1 to 7.2.2.4, 7.3, 7.7]
    """
    flight = career.aloft
    quick = data = False
    while True:
        options = orders(state, career, table, alone, quick, data)
        facts = partial(round_facts, FighterRound, state, career, table)
        shut = closed_orders.closed_in_duel(state, career, table, options, alone, quick) if table.hears else ()
        order: str = yield table.ask(career.seat, FighterRound, options, "duel/order", "7.2.2", facts, shut)
        if order == "reflexes":
            quick = True
        elif order in GUNNER_ORDERS:
            flight.gunner_holds = order == "gunner-holds"
            # One word a round, so that no talk is without end. Ruling second-pass.
            data = not state.options.turns_freely
        else:
            break
    if quick and order == "fire":
        flight.reflexes_used = True
    return order, quick


def rival_plays(state: State, career: Career, table: Table, order: str, alone: bool) -> Flow[str]:
    """Have the rival flip the enemy's card; in a defence he says which section of the pilot's counts. [10.1.2]"""
    if order == "defend" and wingman.can_be_called(career) and not alone:
        judge, facts = (
            firing.rival(state, career),
            partial(round_facts, FighterSection, state, career, table, career.seat),
        )
        order = yield table.ask(judge, FighterSection, ("defend", "wingman"), "duel/section", "10.1.2", facts)
        return order
    yield from rival_flips(state, career, table)
    return order


def rival_flips(state: State, career: Career, table: Table) -> Flow[None]:
    """Have the rival flip the enemy's card. [10.1.2]"""
    facts = partial(round_facts, RivalFighterCard, state, career, table, career.seat)
    yield from firing.rival_flips(state, career, table, RivalFighterCard, facts)


def orders(state: State, career: Career, table: Table, alone: bool, quick: bool, data: bool = False) -> tuple[str, ...]:
    """Return what he may do in this orientation. [7.2.2.1 to 7.2.2.4, 7.3, 7.4.2]"""
    flight, plane = career.aloft, career.plane
    fp = firepower(plane, table.pack.models[plane.model])
    options = []
    # A pilot who must go home defends until he can try to get away. Ruling forced-diseng.
    may_fire = fp > 0 and flight.orientation >= HEAD_ON and not must_leave(career)
    if flight.orientation >= ADVANTAGED:
        options = ["fire"] * may_fire + ["disengage"]
    else:
        options = ["fire"] * may_fire + ["defend"]
        if state.play != COMPETITIVE and not alone and wingman.can_be_called(career):
            options.append("wingman")
        options += table.pack.tables.manoeuvres.standard
        if state.options.manoeuvres:
            options += learned(career, table)
    if may_fire and not quick and not flight.reflexes_used and skills.has(career, "reflexes"):
        options.append("reflexes")
    if not data and flight.orientation <= DISADVANTAGED and gunner_is_ready(career):
        # He may fire, so the pilot may forbid it. Ruling gunner-may. [7.2.2.4]
        options.append("gunner-fires" if flight.gunner_holds else "gunner-holds")
    if flight.round:
        options.append("bail-out")
    return tuple(options)


def learned(career: Career, table: Table) -> list[str]:
    """Return the advanced manoeuvres that he has learned and not yet flown in this sortie. [10.6]"""
    used = career.aloft.manoeuvres_used
    return [name for name in table.pack.tables.manoeuvres.advanced if name not in used and skills.has(career, name)]


# Fire and defence --------------------------------------------------------------------------------------------------


def exchange(
    state: State, career: Career, table: Table, order: str, quick: bool, leaving: bool, free_shot: bool
) -> Flow[str]:
    """Flip both cards and apply them together, unless Reflexes fire first; return how the duel ended, or nothing.

    [7.2.2.1 to 7.2.2.6, 7.7]
    """
    flight, charts = career.aloft, table.pack
    enemy, place = flight.opponent, flight.orientation
    foe = charts.foes[enemy.type]
    agile, their_agile = is_agile(career.plane, charts.models[career.plane.model]), is_agile(enemy, foe)
    fires = place <= HEAD_ON and not leaving and not free_shot
    first = quick and order == "fire"
    incoming = 0
    theirs = NO_EFFECT
    if fires and not first:
        incoming = enemy_fires(state, career, table)
    elif not fires and not free_shot:
        theirs = enemy_defends(state, career, table, their_agile)
    ours = NO_EFFECT
    if order == "fire":
        shot = yield from firing.fire(state, career, table, "duel")
        strike(career, table, shot.result if shot.rows else 0, theirs, place, quick)
    else:
        ours = yield from defend(state, career, table, order, agile)
        if place <= DISADVANTAGED:
            rear_gunner_fires(state, career, table)
    if fires and first and not enemy.destroyed:
        if state.play == COMPETITIVE:
            yield from rival_flips(state, career, table)
        if wants_home(enemy):
            # Hurt before he could fire, he thinks of home already. Ruling hurt-first. [7.3.1]
            fires, theirs = False, enemy_defends(state, career, table, their_agile)
        else:
            # He answers with the guns that he has left.
            incoming = enemy_fires(state, career, table)
    if fires and not (first and enemy.destroyed):
        suffer(career, table, incoming, ours, place)
    return outcome(career, table, ours, theirs)


def outcome(career: Career, table: Table, ours: ManoeuvreEffect, theirs: ManoeuvreEffect) -> str:
    """See who is left, then let the cards move the aircraft. Rulings ends-encounter and shift-order. [7.2.2.6]"""
    flight, plane = career.aloft, career.plane
    enemy = flight.opponent
    if doomed(flight) or engines_dead(plane.engines, table.pack.models[plane.model]):
        return DOWN
    if enemy.destroyed:
        return WINGMAN_WON if enemy.killer == "wingman" else WON
    if ours.ends:
        return ESCAPED
    if theirs.ends:
        return EVADED
    if ours.improve or theirs.improve:
        shift(career, ours.improve - theirs.improve)
    return ""


def enemy_fires(state: State, career: Career, table: Table) -> int:
    """Flip the enemy's attack card and read it in the column of the guns that he has left. [7.2.2.1]"""
    enemy, charts = career.aloft.opponent, table.pack
    face = firing.flip(state, career, table)
    fp = foe_firepower(enemy, charts.foes[enemy.type])
    result = firing.hits_of(face, fp, charts)
    if table.hears:
        table.tell(
            EnemyCard(seat=career.seat, enemy=enemy.type, card=face.number, fp=fp, result=firing.shown(result)),
            "7.2.2.1",
        )
    return result


def enemy_defends(state: State, career: Career, table: Table, agile: bool) -> ManoeuvreEffect:
    """Flip the enemy's card for its defensive text. [7.2.2.1]"""
    face = firing.flip(state, career, table)
    effect = ManoeuvreEffect(face.avoid, face.agile if agile else face.improve, face.ends, face.defence)
    if table.hears:
        tell_effect(career, table, EnemyDefends, effect, face.number)
    return effect


def defend(state: State, career: Career, table: Table, order: str, agile: bool) -> Flow[ManoeuvreEffect]:
    """Defend by card, by a manoeuvre, or by calling the wingman. [7.2.2.2, 7.2.2.3]"""
    if order == "defend":
        return (yield from defend_by_card(state, career, table, agile))
    if order == "wingman":
        return (yield from call_wingman(state, career, table))
    chart = table.pack.tables.manoeuvres
    row = chart.standard.get(order)
    if row is None:
        row = chart.advanced[order]
        career.aloft.manoeuvres_used.append(order)
    avoid = ALL_DAMAGE if row.avoid == "all" else int(row.avoid)
    effect = ManoeuvreEffect(avoid, row.agile if agile and row.agile is not None else row.improve, row.ends, order)
    if table.hears:
        tell_effect(career, table, PilotManoeuvres, effect, 0)
    return effect


def defend_by_card(state: State, career: Career, table: Table, agile: bool) -> Flow[ManoeuvreEffect]:
    """Use the defensive text of the next card; an Expert may take another. [7.2.2.3, 7.7]"""
    face = firing.flip(state, career, table)
    series = table.pack.models[career.plane.model].series
    if not career.aloft.expert_used and skills.is_expert(career, series):
        face = yield from firing.redraw(state, career, table, face, 0, "duel/card", "pilot")
    effect = ManoeuvreEffect(face.avoid, face.agile if agile else face.improve, face.ends, face.defence)
    if table.hears:
        tell_effect(career, table, PilotDefends, effect, face.number)
    return effect


def call_wingman(state: State, career: Career, table: Table) -> Flow[ManoeuvreEffect]:
    """Use the wingman's text of the next card: he may be busy, spoil the shot, or attack. [7.2.2.3, 7.2.3.2]"""
    face = firing.flip(state, career, table)
    face = yield from wingman.called(state, career, table, face)
    effect = ManoeuvreEffect(face.wingman_avoid, face.wingman_improve)
    if table.hears:
        tell_effect(career, table, WingmanCalled, effect, face.number, face.wingman_fp)
    if face.wingman_fp:
        yield from wingman.attack_fighter(state, career, table, face.wingman_fp)
    return effect


def tell_effect(
    career: Career, table: Table, kind: type[RoundEffect], effect: ManoeuvreEffect, card: int, fp: int = 0
) -> None:
    """Tell what a card or a manoeuvre does."""
    event = kind(
        seat=career.seat,
        enemy=career.aloft.opponent.type,
        card=card,
        name=effect.name,
        avoid="all" if effect.avoid == ALL_DAMAGE else effect.avoid,
        improve=effect.improve,
        ends=effect.ends,
        fp=fp,
    )
    table.tell(event, "7.2.2.6")


def strike(career: Career, table: Table, result: int, theirs: ManoeuvreEffect, place: int, quick: bool) -> None:
    """Apply the pilot's fire to the enemy, after what the enemy avoids. Ruling avoid-order. [7.2.2.5, 7.4, 7.7]"""
    enemy, charts = career.aloft.opponent, table.pack
    avoid = 0 if quick else theirs.avoid
    if result == DESTROYED:
        if avoid != ALL_DAMAGE:
            enemy.destroyed, enemy.killer = "destroyed", "pilot"
            table.tell(FighterDestroyedOutright(seat=career.seat, enemy=enemy.type, by="pilot"), "7.4")
        return
    mods, hits = [], 0
    if result:
        if skills.has(career, "gunnery"):
            mods.append(Mod(1, "gunnery", "7.7"))
        if "mine-shells" in career.markers:
            career.markers.remove("mine-shells")
            mods.append(Mod(charts.tables.event_values.mine_shells, "mine-shells", "7.10"))
        hits = (0 if result == GROUP else result) + sum_of_mods(mods)
        if avoid:
            mods.append(Mod(-min(avoid, hits), "avoided", "7.2.2.6"))
            hits = max(0, hits - avoid)
    group = result == GROUP and avoid != ALL_DAMAGE
    tail = place == TAILING and (group or hits > 0)
    if table.hears:
        table.tell(
            FighterAttacked(
                seat=career.seat, enemy=enemy.type, result=firing.shown(result), hits=hits, tail=tail, group=group
            ),
            "7.2.2.1",
            mods=mods,
            chart="b2",
        )
    if group:
        hit_fighter_package(enemy, table, "pilot", career.seat)
    hit_fighter(enemy, table, hits, "pilot", career.seat)
    if tail and not enemy.destroyed:
        hit_fighter_part(enemy, table, "controls", "pilot", seat=career.seat)


def gunner_is_ready(career: Career) -> bool:
    """Say whether there is a rear gunner who can shoot, and guns for him. [7.2.2.4, 7.4.8]"""
    hurt = career.aloft.gunner_wound in (SERIOUS, KILLED)
    return career.gunner is not None and career.plane.rear_guns and not hurt


def rear_gunner_fires(state: State, career: Career, table: Table) -> None:
    """Let the rear gunner shoot at the fighter behind, by his own card, unless ordered to hold. [7.2.2.4, 7.7]"""
    gunner, flight = career.gunner, career.aloft
    if gunner is None or flight.gunner_holds or not gunner_is_ready(career):
        return
    enemy = flight.opponent
    face = firing.flip(state, career, table)
    mods = [Mod(1, "gunnery", "7.7")] if face.fire and skills.has(gunner, "gunnery") else []
    hits = face.fire + sum_of_mods(mods)
    table.tell(GunnerFires(seat=career.seat, enemy=enemy.type, card=face.number, hits=hits), "7.2.2.4", mods=mods)
    hit_fighter(enemy, table, hits, "gunner", career.seat)


def suffer(career: Career, table: Table, result: int, ours: ManoeuvreEffect, place: int) -> None:
    """Take the enemy's fire, after Sixth Sense, what was avoided and A.C.M. Ruling avoid-order. [7.2.2.5, 7.4, 7.7]"""
    flight, charts = career.aloft, table.pack
    saved = ours.avoid == ALL_DAMAGE
    if result == DESTROYED and not saved and not flight.sixth_sense_used and skills.has(career, "sixth-sense"):
        # Where everything is avoided it is not called upon. Ruling at-once.
        flight.sixth_sense_used = True
        result = SIXTH_SENSE_HITS
        table.tell(SixthSense(seat=career.seat, hits=result), "7.7")
    if result == DESTROYED:
        if not saved:
            flight.doom = "destroyed"
            table.tell(InterceptorDestroyedOutright(seat=career.seat, enemy=flight.opponent.type), "7.4")
        return
    group = result == GROUP and not saved
    mods = []
    hits = 0
    if result != GROUP:
        value = charts.tables.quality.effect_of(flight.opponent.quality).hits
        if value:
            mods.append(Mod(value, f"pilot-{flight.opponent.quality}", "10.4"))
        hits = max(0, result + value)
        if hits and ours.avoid:
            mods.append(Mod(-min(hits, ours.avoid), "avoided", "7.2.2.6"))
            hits = max(0, hits - ours.avoid)
        if hits and skills.has(career, "acm"):
            mods.append(Mod(-1, "acm", "7.7"))
            hits -= 1
    tail = place == TAILED and (group or hits > 0)
    if table.hears:
        table.tell(
            InterceptorAttacked(
                seat=career.seat,
                enemy=flight.opponent.type,
                result=firing.shown(result),
                hits=hits,
                tail=tail,
                group=group,
            ),
            "7.2.2.1",
            mods=mods,
            chart="b2",
        )
    if group:
        hit_package(career, table)
    hit_interceptor(career, table, hits)
    if tail and not doomed(flight):
        hit_part(career, table, "controls")


# Initiative --------------------------------------------------------------------------------------------------------


def roll_initiative(state: State, career: Career, table: Table, helped: bool) -> None:
    """Roll for position [B12]: the higher total gains by the difference, a comrade's help comes on top. [7.2.2.7]"""
    flight, charts = career.aloft, table.pack
    ours, theirs = initiative_mods(state, career, table), enemy_initiative_mods(career, table)
    roll = table.roll
    our_die, their_die = roll("initiative", 6), roll("initiative", 6)
    mine = our_die + own_speed(career, table) + sum_of_mods(ours)
    his = their_die + enemy_speed(career, table) + sum_of_mods(theirs)
    gained = charts.tables.initiative.shifts[abs(mine - his)]
    if his > mine:
        gained = -gained
    if gained:
        shift(career, gained)
    if helped:
        shift(career, charts.tables.cooperation.improves)
    if table.hears:
        table.tell(
            InitiativeRolled(
                seat=career.seat,
                enemy=flight.opponent.type,
                by=firing.rival(state, career),
                die=our_die,
                speed=own_speed(career, table),
                total=mine,
                enemy_die=their_die,
                enemy_speed=enemy_speed(career, table),
                enemy_total=his,
                enemy_mods=[EnemyMod(mod.value, mod.reason, mod.rule) for mod in theirs],
                gained=gained,
                helped=helped,
                orientation=ORIENTATIONS[flight.orientation],
            ),
            "7.2.2.7",
            mods=ours,
            chart="b12",
        )


def own_speed(career: Career, table: Table) -> int:
    """Return the speed that is left to the interceptor. [7.4.1]"""
    return speed(career.plane, table.pack.models[career.plane.model], table.pack)


def enemy_speed(career: Career, table: Table) -> int:
    """Return the speed that is left to the enemy. [7.4.1]"""
    enemy, charts = career.aloft.opponent, table.pack
    foe = charts.foes[enemy.type]
    return int(foe.speed) + engine_loss(enemy.engines, foe, charts.tables.engine_losses.twin_out)


def initiative_mods(state: State, career: Career, table: Table) -> list[Mod]:
    """Return what he adds to his initiative. [7.2.2.8, 7.2.2.9, 7.7, 7.8.8, 10.3]"""
    plane, charts, chart = career.plane, table.pack, table.pack.tables.initiative
    mat = charts.models[plane.model]
    mods = []
    if is_agile(plane, mat):
        mods.append(Mod(chart.agile, "agile", "7.2.2.8"))
    if mat.boost and plane.boost:
        mods.append(Mod(chart.boost, "boost", "7.2.2.9"))
    if skills.has(career, "awareness"):
        mods.append(Mod(chart.awareness, "awareness", "7.7"))
    gunner = career.gunner
    if gunner is not None and career.aloft.gunner_wound < SERIOUS and skills.has(gunner, "awareness"):
        mods.append(Mod(chart.awareness, "gunner-awareness", "7.7"))
    if awards.is_ace(career):
        mods.append(Mod(chart.ace, "ace", "7.8.8"))
    if state.options.fatigue:
        tired = skills.fatigue_band(career, charts).initiative
        if tired:
            mods.append(Mod(tired, "fatigue", "10.3"))
    return mods


def enemy_initiative_mods(career: Career, table: Table) -> list[Mod]:
    """Return what the enemy adds to his initiative. [7.2.2.8, 10.4]"""
    enemy, charts = career.aloft.opponent, table.pack
    mods = []
    if is_agile(enemy, charts.foes[enemy.type]):
        mods.append(Mod(charts.tables.initiative.agile, "agile", "7.2.2.8"))
    value = charts.tables.quality.effect_of(enemy.quality).initiative
    if value:
        mods.append(Mod(value, f"pilot-{enemy.quality}", "10.4"))
    return mods


def use_reflexes(career: Career, table: Table) -> Flow[None]:
    """Reflexes may gain a position after the initiative roll, once in a sortie. [7.7]"""
    flight = career.aloft
    question = FighterReflexes(flight.orientation)
    order = yield table.ask(career.seat, question, ("save", "gain"), "duel/reflexes", "7.7")
    if order == "gain":
        flight.reflexes_used = True
        shift(career, 1)
        table.tell(ReflexesUsed(seat=career.seat, orientation=ORIENTATIONS[flight.orientation]), "7.7")


# Knowledge before a decision ---------------------------------------------------------------------------------------


def pilot_state(asked: type[PilotT], career: Career, table: Table, enemy: str) -> PilotT:
    """Return his state."""
    flight, plane = career.aloft, career.plane
    mat = table.pack.models[plane.model]
    return asked(
        enemy=enemy,
        orientation=flight.orientation,
        round=flight.round,
        sun=flight.sun,
        fp=firepower(plane, mat),
        hits=plane.hits,
        airframe=(plane.port_wing, plane.starboard_wing, plane.airframe, plane.controls),
        wound=flight.pilot_wound,
        escaping=flight.escaping,
        agile=is_agile(plane, mat),
        wingman_skills=tuple(career.wingman.skills),
    )


def duel_state(career: Career, table: Table) -> DuelState:
    """Return the state of the pilot and the fighter."""
    foe = career.aloft.opponent
    return DuelState(
        *astuple(pilot_state(PilotState, career, table, foe.type)),
        quality=foe.quality,
        target=(foe.port_wing, foe.starboard_wing, foe.airframe, foe.controls),
        leaving=wants_home(foe),
    )


def round_facts(asked: type[DuelLedgers], state: State, career: Career, table: Table, of: str = "") -> DuelState:
    """Return what is at stake in a round: both aircraft, and for a page the ledgers of fire and initiative."""
    known = duel_state(career, table)
    if not table.hears:
        return known
    charts, foe = table.pack, career.aloft.opponent
    enemy_fp = foe_firepower(foe, charts.foes[foe.type])
    return asked(
        *astuple(pilot_state(PilotState, career, table, foe.type)),
        quality=known.quality,
        target=known.target,
        leaving=known.leaving,
        enemy_fp=enemy_fp,
        cards=firing.deck_odds(state, career, known.fp, charts),
        enemy_cards=firing.deck_odds(state, career, enemy_fp, charts),
        speed=own_speed(career, table),
        enemy_speed=enemy_speed(career, table),
        ours=exact_chances.ledger(initiative_mods(state, career, table)),
        theirs=exact_chances.ledger(enemy_initiative_mods(career, table)),
        disengage=charts.tables.escapes.disengage,
        chances=duel_chances(state, career, table, known.fp, enemy_fp),
        manoeuvres=certain_effects(charts, agile=known.agile),
        of=of,
    )


def duel_chances(state: State, career: Career, table: Table, fp: int, enemy_fp: int) -> DuelChances:
    """Return the chances of each order of a round, by the cards still in the pile and by one die. [7.2.2, 7.3, 7.6]"""
    flight, charts = career.aloft, table.pack
    cards = exact_chances.pile(state, career, charts)
    sure = flight.orientation == TAILING
    bonus = int(skills.has(career, "gunnery"))
    return DuelChances(
        fire=exact_chances.hits(cards, lambda face: firing.hits_of(face, fp, charts), (), bonus),
        theirs=exact_chances.of_enemy_fire(state, career, charts, enemy_fp),
        defend=exact_chances.defence(cards, agile=is_agile(career.plane, charts.models[career.plane.model])),
        wingman=exact_chances.wingman_called(cards),
        disengage=exact_chances.on_a_die(6 if sure else charts.tables.escapes.disengage),
        bail_out=exact_chances.jump(charts, parachute_mods(career, charts, "pilot", state)),
    )


def certain_effects(charts: Charts, *, agile: bool) -> dict[str, CertainEffect]:
    """Return what each manoeuvre does for certain: what it avoids, what it gains, whether it ends the encounter."""
    chart = charts.tables.manoeuvres
    return {
        name: CertainEffect(row.avoid, row.agile if agile and row.agile is not None else row.improve, row.ends)
        for name, row in (chart.standard | chart.advanced).items()
    }
