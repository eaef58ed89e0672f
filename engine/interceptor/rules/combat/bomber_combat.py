"""Combat against bombers [7.1]: the approach, passes round by round from long range inwards, and what follows them."""

from __future__ import annotations

from functools import cache, partial
from typing import TypeVar

from msgspec.structs import astuple, replace

from engine.interceptor.charts.compiled import DESTROYED, GROUP
from engine.interceptor.events import (
    BomberAttacked,
    BomberChosen,
    BomberDestroyedOutright,
    BomberDown,
    BomberFires,
    BomberFlak,
    BurstRolled,
    EscortEvaded,
    EscortForced,
    RocketsFired,
)
from engine.interceptor.questions import (
    BomberAgain,
    BomberRound,
    BomberStart,
    EscortChances,
    EscortMeet,
    FirstCards,
    PassLedgers,
    PassState,
    RaidApproach,
    RaidQuestion,
    RaidState,
    RivalBomberCard,
)
from engine.interceptor.rules.career import aces, skills
from engine.interceptor.rules.combat import closed_orders, exact_chances, firing, wingman
from engine.interceptor.rules.combat.damage import (
    bomber_part,
    doomed,
    firepower,
    firing_rows,
    hit_bomber,
    hit_bomber_part,
    hit_bomber_parts,
    hit_interceptor,
    is_agile,
    must_leave,
    one_short,
    rolled,
)
from engine.interceptor.rules.combat.firing import Shot
from engine.interceptor.rules.combat.home_check import home_check
from engine.interceptor.rules.combat.positions import choose_position, is_front, position_mods
from engine.interceptor.rules.landing import bail_out, parachute_mods
from engine.interceptor.state import (
    ADVANTAGED,
    CLOSE,
    COMPETITIVE,
    DISADVANTAGED,
    HEAD_ON,
    LONG,
    MEDIUM,
    REACHES,
    SERIOUS,
    Career,
    Engagement,
    SortieFlight,
    State,
    TargetBomber,
)
from engine.kernel.decisions import ClosedOption, Flow, about, verb_of
from engine.kernel.events import Mod, sum_of_mods
from engine.kernel.table import Table

PassT = TypeVar("PassT", bound=PassState)
LedgersT = TypeVar("LedgersT", bound=PassLedgers)

AIMS = ("port-wing", "starboard-wing", "airframe")
PILOT_FIRST, BOMBER_FIRST, TOGETHER, UNSEEN = "pilot", "bomber", "together", "unseen"


# The approach ------------------------------------------------------------------------------------------------------


def meet_bombers(state: State, career: Career, table: Table) -> Flow[int | None]:
    """Meet the raid: attack it, turn on its escorts, or leave; return how fighter combat begins. [7.1, 7.1.2]"""
    flight = career.aloft
    order = yield from approach(state, career, table)
    start = flight.orientation
    if order in ("decline", "slipped"):
        return None
    if order == "escort":
        return start
    yield from attack_bombers(state, career, table)
    flight.sun = False
    if flight.end or doomed(flight) or not flight.escort or flight.escaping == "engines":
        return None
    escaped = yield from evade_escort(state, career, table)
    return None if escaped else DISADVANTAGED


def approach(state: State, career: Career, table: Table) -> Flow[str]:
    """Choose between bombers, escorts and slipping away; the disadvantaged have no choice. [7.1.2, 7.1.3, 7.1.10]"""
    flight = career.aloft
    if flight.escort and flight.orientation == DISADVANTAGED:
        table.tell(EscortForced(seat=career.seat, escort=flight.escort), "7.1.2")
        return "escort"
    options = ["bombers"]
    if flight.escort:
        options += ["escort", "slip-away"]
        if "cloud-bank" in career.markers:
            options.append("cloud-bank")
    else:
        options.append("decline")
    shut = closed_orders.closed_in_approach(career) if table.hears else ()
    facts = partial(approach_facts, RaidApproach, state, career, table)
    order: str = yield table.ask(career.seat, RaidApproach, options, "approach", "7.1.3", facts, shut)
    if order in ("slip-away", "cloud-bank"):
        return "slipped" if slip_away(career, table, order) else "escort"
    return order


def approach_facts(asked: type[RaidQuestion], state: State, career: Career, table: Table) -> RaidState:
    """Return what he knows of the raid that he has met."""
    flight, plane = career.aloft, career.plane
    raid = RaidState(
        bomber=flight.bomber_type,
        escort=flight.escort,
        orientation=flight.orientation,
        sun=flight.sun,
        box=flight.box,
        bombs=flight.box <= table.pack.tables.bombs_and_flak.bombs_until_box,
        fp=firepower(plane, table.pack.models[plane.model]),
        hits=plane.hits,
        wound=flight.pilot_wound,
        slip_away=table.pack.tables.escapes.slip_away,
    )
    return asked(*astuple(raid), chances=approach_chances(state, career, table)) if table.hears else raid


def approach_chances(state: State, career: Career, table: Table) -> EscortChances:
    """Return the chances of slipping away, of a jump, and of the first cards of the fight with an escort."""
    flight, charts = career.aloft, table.pack
    fight = None
    if flight.escort and flight.pass_number:
        agile = is_agile(career.plane, charts.models[career.plane.model])
        theirs = exact_chances.of_enemy_fire(state, career, charts, sum(charts.foes[flight.escort].guns))
        defence = exact_chances.defence(exact_chances.pile(state, career, charts), agile=agile)
        fight = FirstCards(theirs=theirs, avoids=defence.avoids, moves=defence.moves)
    return EscortChances(
        slip_away=exact_chances.on_a_die(charts.tables.escapes.slip_away),
        bail_out=exact_chances.jump(charts, parachute_mods(career, charts, "pilot", state)),
        fight=fight,
    )


def slip_away(career: Career, table: Table, order: str) -> bool:
    """Try to escape the escorts' attention, once for each interception; a cloud bank hides without a roll. [7.1.10]"""
    if order == "cloud-bank":
        career.markers.remove("cloud-bank")
        table.tell(EscortEvaded(seat=career.seat, die=0, success=True), "7.1.10")
        return True
    die = table.roll("combat", 6)
    success: bool = die <= table.pack.tables.escapes.slip_away
    table.tell(EscortEvaded(seat=career.seat, die=die, success=success), "7.1.10")
    return success


def evade_escort(state: State, career: Career, table: Table) -> Flow[bool]:
    """After a pass the escorts close in: fight them, try to slip away, or jump. [7.1.10, 7.4.1]"""
    options = ["fight", "slip-away"]
    if "cloud-bank" in career.markers:
        options.append("cloud-bank")
    if career.aloft.round:
        options.append("bail-out")
    facts = partial(approach_facts, EscortMeet, state, career, table)
    order: str = yield table.ask(career.seat, EscortMeet, options, "escort", "7.1.10", facts)
    if order == "bail-out":
        bail_out(career, table, state)
        return True
    return order != "fight" and slip_away(career, table, order)


# Passes ------------------------------------------------------------------------------------------------------------


def attack_bombers(state: State, career: Career, table: Table, lone: bool = False) -> Flow[None]:
    """Make passes at bombers, one only where there are escorts, until he has had enough. [7.1.1, 7.1.11]

    A `lone` straggler is already on the chart, and there is no other.
    """
    flight = career.aloft
    flight.pass_number = flight.round = flight.location = flight.wingman_pass = 0
    order = "same" if lone else "new"
    while True:
        if order == "new":
            yield from settle_bomber(career, table)
            find_bomber(state, career, table)
        shots = shots_of(career)
        yield from bomber_pass(state, career, table)
        fought = shots_of(career) != shots
        if flight.end or doomed(flight) or flight.escort or must_leave(career) or flight.escaping == "engines":
            break
        if lone and flight.target.destroyed:
            break
        if not fought and not state.options.turns_freely:
            # A pilot who turns away before any fire has broken off. Ruling second-pass.
            break
        order = yield from pass_again(state, career, table, lone)
        if order == "leave":
            break
    yield from settle_bomber(career, table)


def shots_of(career: Career) -> tuple[int, str]:
    """Return what tells whether a pass had any fire: the rounds so far, and what became of the rockets."""
    return career.aloft.round, career.plane.rockets


def pass_again(state: State, career: Career, table: Table, lone: bool) -> Flow[str]:
    """Without escorts he may wheel around for another pass, at the same bomber or a new one. [7.1.9, 7.1.11]"""
    flight, plane = career.aloft, career.plane
    if not firepower(plane, table.pack.models[plane.model]) and career.wingman.status != "present":
        return "leave"
    bomber = flight.target
    another = not lone and bool(bomber.destroyed or bomber.hit_by or state.options.turns_freely)
    options = ("same",) * (not bomber.destroyed) + ("new",) * another + ("leave", "bail-out")
    key = f"pass{flight.pass_number}/again"
    facts = partial(pass_state, BomberAgain, career, table)
    shut = () if another or not table.hears else (ClosedOption("new", "unhurt" if not lone else "alone", "7.1.11"),)
    order: str = yield table.ask(career.seat, BomberAgain, options, key, "7.1.11", facts, shut)
    if order == "bail-out":
        bail_out(career, table, state)
        return "leave"
    return order


def find_bomber(state: State, career: Career, table: Table) -> None:
    """Choose a bomber of the raid: it may be a YB-40 or a G, and flak may have found it first. [7.1.5, 7.1.11, 10.5]"""
    flight, charts = career.aloft, table.pack
    kind = bomber_type(state, flight.bomber_type, table)
    sky = charts.tables.bombs_and_flak
    early = flight.box <= sky.bombs_until_box
    flight.bomber = TargetBomber(kind, bombs=early and charts.tables.bombers.rows[kind].bombs)
    flight.engagements.append(Engagement(kind, True, box=flight.box))
    if table.hears:
        table.tell(BomberChosen(seat=career.seat, enemy=kind, bombs=flight.bomber.bombs), "7.1.3")
    if not early:
        strike_flak(career, table, rolled(table, "flak", sky.flak_dice))


def bomber_type(state: State, met: str, table: Table) -> str:
    """Return the model of a B-17: a YB-40 among them, or in the advanced game a G. [7.1.2, 10.5]"""
    charts = table.pack.tables.bomber_types
    share = table.pack.bomber_shares[state.month]
    if met != "B-17":
        return met
    if share.yb40 and table.roll("target", 6) + table.roll("target", 6) >= charts.yb40_on:
        return "YB-40"
    if state.options.positions and share.b17g and rolled(table, "target", charts.dice) <= share.b17g:
        return "B-17G"
    return met


def strike_flak(career: Career, table: Table, hits: int) -> None:
    """Let flak hit the bomber before the attack; it never brings it down. [7.1.5]"""
    bomber = career.aloft.target
    chart = table.pack.tables.bomber_damage
    table.tell(BomberFlak(seat=career.seat, enemy=bomber.type, hits=hits), "7.1.5")
    for _ in range(hits):
        face = rolled(table, "flak", chart.dice)
        hit_bomber_part(career, table, bomber_part(chart.airframe[face], "airframe"), "flak", face)


def bomber_pass(state: State, career: Career, table: Table) -> Flow[None]:
    """Fly one pass, from long range inwards, a round at each range. [7.1.6, 7.1.12]"""
    flight = career.aloft
    flight.pass_number += 1
    first, climbed, vertical = flight.pass_number == 1, False, False
    if not first:
        flight.orientation, flight.sun = HEAD_ON, False
    if state.options.positions:
        climbed, vertical = yield from choose_position(state, career, table)
        if doomed(flight) or flight.escaping == "engines":
            return
    reach = MEDIUM if vertical else LONG
    if flight.sun and not vertical and not climbed:
        facts = partial(pass_state, BomberStart, career, table)
        order = yield table.ask(career.seat, BomberStart, ("medium", "long"), "pass1/start", "7.1.2", facts)
        reach = REACHES.index(order)
    opening = True
    while reach <= CLOSE:
        flight.reach = reach
        order = yield from bomber_round(state, career, table, opening, climbed, vertical)
        opening = False
        if order == "break-off" or over(flight):
            return
        if vertical:
            return
        reach += 1


def over(flight: SortieFlight) -> bool:
    """Say whether the pass has ended for either of them."""
    return bool(flight.end) or doomed(flight) or bool(flight.target.destroyed) or flight.escaping == "engines"


# A round -----------------------------------------------------------------------------------------------------------


@cache
def round_options(
    fire: bool, burst: bool, rockets: bool, wingman_free: bool, reflexes: bool, bail: bool
) -> tuple[str, ...]:
    """Return the orders of a round. [7.1.3, 7.1.6, 7.1.13, 7.1.14]"""
    options = [f"fire:{aim}" for aim in AIMS if fire]
    options += [f"burst:{aim}" for aim in AIMS if burst]
    options += [f"rockets:{aim}" for aim in AIMS if rockets]
    options += ["wingman"] * wingman_free + ["reflexes"] * reflexes + ["hold", "break-off"] + ["bail-out"] * bail
    return tuple(options)


def bomber_round(state: State, career: Career, table: Table, opening: bool, climbed: bool, vertical: bool) -> Flow[str]:
    """Give the orders of a round, or break off, then exchange fire; extras are ordered first. [7.1.6, 7.3.2]"""
    flight, plane, charts = career.aloft, career.plane, table.pack
    mat = charts.models[plane.model]
    quick = helped = salvo = False
    key = f"pass{flight.pass_number}/{REACHES[flight.reach]}/order" if table.hears else "order"
    while True:
        fp = firepower(plane, mat)
        options = round_options(
            fp > 0,
            fp > 0 and may_burst(career, table),
            plane.rockets == "loaded" and opening and flight.reach == LONG and not vertical,
            not helped and can_order_wingman(state, career),
            fp > 0 and not (quick or flight.reflexes_used or flight.sun) and skills.has(career, "reflexes"),
            flight.round > 0 or salvo,
        )
        facts = partial(round_facts, career, table, state, climbed)
        shut = closed_orders.closed_in_pass(career, table, options, helped, quick) if table.hears else ()
        order: str = yield table.ask(career.seat, BomberRound, options, key, "7.1.6", facts, shut)
        verb, aim = verb_of(order), about(order)
        if verb == "wingman":
            helped = True
        elif verb == "reflexes":
            quick = True
        elif verb == "rockets":
            salvo = True
            fire_rockets(state, career, table, aim)
            if flight.target.destroyed:
                return order
        else:
            break
    if verb == "break-off":
        return order
    flight.round += 1
    if verb == "bail-out":
        bail_out(career, table, state)
        return "break-off"
    if aim:
        flight.aim = aim
    yield from exchange(state, career, table, verb, firing_order(career, opening, climbed, quick and bool(aim)), helped)
    flight.sun = False
    return order


def may_burst(career: Career, table: Table) -> bool:
    """Say whether an extended burst is open: medium or long range, two points in a weapon that fires. [7.1.13]"""
    if career.aloft.reach == CLOSE and not aces.has_special(career, "presses-home", table.pack):
        return False
    return any([row.ammo >= 2 and not row.jammed and not row.broken for row in career.plane.weapons])


def can_order_wingman(state: State, career: Career) -> bool:
    """Say whether the wingman may attack the bomber: present, undamaged, and not yet in this pass. [7.2.3.1]"""
    flight, limit = career.aloft, state.options.wingman_bursts
    if career.wingman.status != "present" or (limit and flight.wingman_bursts >= limit):
        return False
    return flight.wingman_pass != flight.pass_number


def firing_order(career: Career, opening: bool, climbed: bool, quick: bool) -> str:
    """Return who fires first. [7.1.2, 7.1.6, 7.1.9, 10.5]"""
    flight = career.aloft
    if quick:
        flight.reflexes_used = True
        return PILOT_FIRST
    if climbed and flight.reach == LONG:
        return BOMBER_FIRST
    if flight.sun and opening:
        return UNSEEN
    if flight.orientation == ADVANTAGED and flight.reach == LONG and flight.pass_number == 1:
        return PILOT_FIRST
    return TOGETHER


def exchange(state: State, career: Career, table: Table, verb: str, first: str, helped: bool) -> Flow[None]:
    """Exchange fire: together, or one side first; a rival flips the bomber's card. [7.1.6, 7.1.12, 10.1.2]"""
    flight = career.aloft
    bomber = flight.target
    burst = int(verb == "burst")
    if first == BOMBER_FIRST:
        if state.play == COMPETITIVE:
            yield from rival_fires(state, career, table, bomber.gunners, burst)
        defend(state, career, table, bomber.gunners, burst)
        if doomed(flight) or flight.escaping == "engines":
            return
    gunners = bomber.gunners
    if verb != "hold":
        yield from attack(state, career, table, verb)
    if helped and not bomber.destroyed and not doomed(flight):
        # He goes in with his leader, and what he hits first does not answer either. [7.2.3.1]
        wingman.attack_bomber(career, table)
        if not state.options.wingman_each_round:
            flight.wingman_pass = flight.pass_number
    if first == PILOT_FIRST:
        if bomber.destroyed:
            return
        gunners = bomber.gunners
    if first in (PILOT_FIRST, TOGETHER) and not doomed(flight):
        if state.play == COMPETITIVE:
            yield from rival_fires(state, career, table, gunners, burst)
        defend(state, career, table, gunners, burst)


# The interceptor's fire --------------------------------------------------------------------------------------------


def attack(state: State, career: Career, table: Table, verb: str) -> Flow[None]:
    """Attack with the forward weapons by card, after the roll for an extended burst if any. [7.1.6, 7.1.13]"""
    extra, jam = 0, "none"
    if not firing_rows(career.plane):
        # The bomber fired first and left nothing to answer with. Ruling fp-empty.
        return
    if verb == "burst":
        total = table.roll("combat", 6) + table.roll("combat", 6)
        result = table.pack.tables.extended_burst[total]
        rows = firing_rows(career.plane)
        if table.hears:
            table.tell(
                BurstRolled(seat=career.seat, total=total, extra=result.extra, jam=result.jam), "7.1.13", chart="c3"
            )
        if result.jam == "before":
            if firing.jam_all(career, table, rows):
                return
        elif result.extra == "DE":
            firing.spend(career, rows, result.ammo)
            destroy(career, table, "pilot", "7.1.13")
            return
        else:
            extra, jam = int(result.extra), result.jam
        shot = yield from firing.fire(state, career, table, "burst", result.ammo or 1, careful=False)
    else:
        shot = yield from firing.fire(state, career, table, "attack")
    apply_shot(state, career, table, shot, extra)
    if jam == "one" and shot.rows:
        firing.jam_one(career, table, shot.rows, "7.1.13")
    elif jam == "all" and shot.rows:
        firing.jam_all(career, table, shot.rows)


def apply_shot(state: State, career: Career, table: Table, shot: Shot, extra: int) -> None:
    """Turn the card into hits on the bomber: range, position, skills, and the extra of a burst. [7.1.6, 7.1.7, 7.7]"""
    flight, result = career.aloft, shot.result
    aim = flight.aim
    if result == DESTROYED:
        destroy(career, table, "pilot", "7.1.6")
        return
    group = result == GROUP
    mods = [] if group or not shot.rows else attack_mods(state, career, table)
    hits = 0 if group or not shot.rows else max(0, result + sum_of_mods(mods))
    scored = group or hits > 0
    if scored and skills.has(career, "gunnery"):
        mods.append(Mod(1, "gunnery", "7.7"))
        hits += 1
    if extra and (scored if state.options.burst_after_range else result > 0):
        mods.append(Mod(extra, "burst", "7.1.13"))
        hits += extra
    if scored and "mine-shells" in career.markers:
        career.markers.remove("mine-shells")
        shells = table.pack.tables.event_values.mine_shells
        mods.append(Mod(shells, "mine-shells", "7.10"))
        hits += shells
    aimed = skills.has(career, "aim") and bool(shot.rows) and (scored or not state.options.aim_needs_hit)
    if table.hears:
        table.tell(
            BomberAttacked(
                seat=career.seat,
                aim=aim,
                result=firing.shown(result),
                hits=hits,
                aimed=aimed,
                reach=REACHES[flight.reach],
            ),
            "7.1.6",
            mods=mods,
            chart="b2",
        )
    if group:
        hit_bomber_parts(career, table, package(career, table), "pilot")
    hit_bomber(career, table, aim, hits, "pilot")
    if aimed and not flight.target.destroyed:
        hit_bomber_part(career, table, aim, "pilot")


def attack_mods(state: State, career: Career, table: Table) -> list[Mod]:
    """Return what range, position and an ace's ability add to the hits of the card. [7.1.7, 10.2.2, 10.5]"""
    flight, charts = career.aloft, table.pack
    mods = []
    value = charts.ranges[flight.reach].attacker
    if value:
        mods.append(Mod(value, REACHES[flight.reach], "7.1.7"))
    if flight.location:
        value = position_mods(career, charts)[1]
        if value:
            mods.append(Mod(value, "position", "10.5"))
    if (
        career.ace
        and flight.pass_number == 1
        and flight.reach == MEDIUM
        and flight.met == HEAD_ON
        and aces.has_special(career, "head-on-master", charts)
    ):
        mods.append(Mod(charts.tables.ace_abilities.head_on_master, "head-on-master", "10.2.2"))
    return mods


def package(career: Career, table: Table) -> tuple[str, ...]:
    """Return the group damage package of the aim point, or that of a vertical attack. [7.1.3, 10.5]"""
    charts, flight = table.pack, career.aloft
    if flight.altitude == "climb":
        return charts.tables.positions.climb.package  # type: ignore[no-any-return]
    if flight.altitude == "dive":
        return charts.tables.positions.dive.package  # type: ignore[no-any-return]
    return charts.packages[flight.aim]  # type: ignore[no-any-return]


def destroy(career: Career, table: Table, by: str, rule: str) -> None:
    """Destroy the bomber outright. [7.4]"""
    bomber = career.aloft.target
    bomber.destroyed, bomber.killer = "destroyed", by
    if by not in bomber.hit_by:
        bomber.hit_by.append(by)
    table.tell(BomberDestroyedOutright(seat=career.seat, enemy=bomber.type, by=by), rule, chart="b2")


def fire_rockets(state: State, career: Career, table: Table, aim: str) -> None:
    """Fire the whole salvo before the long round, out of the bombers' reach; a hit breaks up the formation. [7.1.14]"""
    flight, plane, charts = career.aloft, career.plane, table.pack
    rockets = charts.tables.rockets
    plane.rockets = "fired"
    flight.aim = aim
    mods = [Mod(rockets.salvo_of_four, "four-rockets", "7.1.14")] if charts.models[plane.model].rockets == 4 else []
    total = table.roll("combat", 6) + table.roll("combat", 6) + sum_of_mods(mods)
    hits = rockets.rows[total]
    loosened = bool(hits) and charts.tables.bombers.rows[flight.target.type].formation
    if loosened:
        for comrade in state.careers:
            # The box comes apart for everyone who attacks it with him. [10.1.1]
            with_him = state.play == "cooperative" and comrade.zone == career.zone
            if comrade.flight is not None and (comrade is career or with_him):
                comrade.flight.loose = True
    table.tell(
        RocketsFired(seat=career.seat, total=total, hits=hits, loose=loosened), "7.1.14", mods=mods, chart="rockets"
    )
    hit_bomber(career, table, aim, hits, "pilot")


# The bomber's fire -------------------------------------------------------------------------------------------------


def rival_fires(state: State, career: Career, table: Table, gunners: int, burst: int) -> Flow[None]:
    """Have the rival flip the card of the return fire, and tell him what will change it. [10.1.2]"""
    facts = partial(rival_facts, career, table, state, gunners, burst)
    yield from firing.rival_flips(state, career, table, RivalBomberCard, facts)


def defend(state: State, career: Career, table: Table, gunners: int, burst: int) -> None:
    """Flip the bomber's card and take the hits of its defensive fire. [7.1.6, 7.1.7, 7.1.8]"""
    face = firing.flip(state, career, table)
    mods = defence_mods(career, table, gunners, burst)
    hits = max(0, face.fire + sum_of_mods(mods))
    if hits and skills.has(career, "acm"):
        mods.append(Mod(-1, "acm", "7.7"))
        hits -= 1
    if table.hears:
        table.tell(
            BomberFires(seat=career.seat, enemy=career.aloft.target.type, card=face.number, fire=face.fire, hits=hits),
            "7.1.6",
            mods=mods,
        )
    if hits:
        hit_interceptor(career, table, hits)


def defence_mods(career: Career, table: Table, gunners: int, burst: int) -> list[Mod]:
    """Return what changes a bomber's defensive fire. [7.1.7, 7.1.8, 7.1.13, 10.5]"""
    flight, charts = career.aloft, table.pack
    bomber = flight.target
    kind = charts.tables.bombers.rows[bomber.type]
    row = charts.ranges[flight.reach]
    boxed = kind.formation and not flight.loose
    mods = []
    value = row.formation if boxed else row.alone
    if value:
        mods.append(Mod(value, f"{REACHES[flight.reach]}-{'formation' if boxed else 'alone'}", "7.1.7"))
    if row.bf109 and charts.models[career.plane.model].bf109:
        mods.append(Mod(row.bf109, "small-target", "7.1.7"))
    if kind.extra:
        mods.append(Mod(kind.extra, "gunship", "7.1.7"))
    if flight.location:
        value = position_mods(career, charts)[0]
        if value:
            mods.append(Mod(value, "position", "10.5"))
        if kind.front and is_front(career, charts):
            mods.append(Mod(kind.front, "chin-turret", "10.5"))
    if burst:
        mods.append(Mod(burst, "steady-target", "7.1.13"))
    if gunners:
        mods.append(Mod(-gunners, "gunners", "7.1.8"))
    return mods


# After the pass ----------------------------------------------------------------------------------------------------


def settle_bomber(career: Career, table: Table) -> Flow[None]:
    """Write down what became of the bomber, and see whether a damaged one gets home. [4.3.2, 7.4.3]"""
    flight = career.aloft
    bomber, flight.bomber = flight.bomber, None
    if bomber is None:
        return
    note = flight.engagements[-1]
    if bomber.destroyed:
        note.result, note.credit, note.cause = "destroyed", bomber.killer, bomber.destroyed  # type: ignore[assignment]
        table.tell(BomberDown(seat=career.seat, enemy=bomber.type, cause=bomber.destroyed, credit=bomber.killer), "7.4")
    elif "pilot" in bomber.hit_by or "wingman" in bomber.hit_by:
        by = "pilot" if "pilot" in bomber.hit_by else "wingman"
        capacity = table.pack.tables.bombers.rows[bomber.type].engine
        out = sum(hits >= capacity for hits in bomber.engines)
        yield from home_check(career, table, note, by, out, one_short(bomber, table.pack))


# Knowledge before a decision ---------------------------------------------------------------------------------------


def pass_state(asked: type[PassT], career: Career, table: Table) -> PassT:
    """Return the state of the pilot and the bomber."""
    flight, plane = career.aloft, career.plane
    bomber = flight.target
    return asked(
        bomber=bomber.type,
        escort=flight.escort,
        reach=flight.reach,
        pass_number=flight.pass_number,
        fp=firepower(plane, table.pack.models[plane.model]),
        hits=plane.hits,
        airframe=(plane.port_wing, plane.starboard_wing, plane.airframe, plane.controls),
        target=(bomber.port_wing, bomber.starboard_wing, bomber.airframe, bomber.controls),
        destroyed=bomber.destroyed,
        bombs=bomber.bombs,
        gunners=bomber.gunners,
        wound=flight.pilot_wound,
        escaping=flight.escaping,
    )


def round_facts(career: Career, table: Table, state: State, climbed: bool) -> PassState:
    """Return what is at stake in a round: his aircraft, the bomber, and for a page the ledgers of both sides."""
    if not table.hears:
        return pass_state(PassState, career, table)
    return pass_ledgers(BomberRound, career, table, state, climbed)


def rival_facts(career: Career, table: Table, state: State, gunners: int, burst: int) -> PassState:
    """Return the same for the rival, with what will change the return fire."""
    if not table.hears:
        return pass_state(PassState, career, table)
    theirs = exact_chances.ledger(defence_mods(career, table, gunners, burst))
    return replace(pass_ledgers(RivalBomberCard, career, table, state), theirs=theirs, of=career.seat)


def pass_ledgers(asked: type[LedgersT], career: Career, table: Table, state: State, climbed: bool = False) -> LedgersT:
    """Return a round with the sums of both sides, and what the cards that are left would do."""
    flight, charts = career.aloft, table.pack
    known = pass_state(PassState, career, table)
    ours, theirs = attack_mods(state, career, table), defence_mods(career, table, flight.target.gunners, 0)
    jump = exact_chances.jump(charts, parachute_mods(career, charts, "pilot", state))
    return asked(
        *astuple(known),
        ours=exact_chances.ledger(ours),
        theirs=exact_chances.ledger(theirs),
        acm=skills.has(career, "acm"),
        first=expected_order(career, climbed),
        column=firing.column_of(known.fp, charts),
        cards=firing.deck_odds(state, career, known.fp, charts),
        fire=firing.fire_odds(state, career, charts),
        wounded=flight.pilot_wound == SERIOUS,
        chances=exact_chances.of_round(state, career, charts, known.fp, ours, theirs, jump),
    )


def expected_order(career: Career, climbed: bool) -> str:
    """Return who fires first unless Reflexes change it."""
    flight = career.aloft
    used = flight.reflexes_used
    order = firing_order(career, True, climbed, False)
    flight.reflexes_used = used
    return order
