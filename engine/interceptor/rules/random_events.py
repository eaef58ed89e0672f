"""Random events [7.10]: the first 12 of a sortie on the Interception Chart, from very bad to very good."""

from __future__ import annotations

from functools import partial

from engine.interceptor.events import RandomEvent, WeaponJam
from engine.interceptor.questions import RaidApproach
from engine.interceptor.rules.combat.bomber_combat import approach_facts, attack_bombers, strike_flak
from engine.interceptor.rules.combat.damage import engine_trouble, firing_rows, rolled
from engine.interceptor.rules.combat.fighter_combat import DuelStart, fighter_combat
from engine.interceptor.state import HEAD_ON, TAILED, Career, Engagement, State, TargetBomber
from engine.kernel.decisions import Flow
from engine.kernel.table import Table


def random_event(state: State, career: Career, table: Table) -> Flow[None]:
    """Roll on the Random Events Chart [C1] and carry the event out. [7.10]"""
    flight, charts = career.aloft, table.pack
    total = table.roll("event", 6) + table.roll("event", 6)
    row = charts.career.random_events[total]
    flight.event_had = True
    flight.events.append(row.event)
    table.tell(RandomEvent(seat=career.seat, total=total, event=row.event), "7.10", chart="c1")
    flight.prestige += row.prestige
    if row.marker == "kept":
        career.markers.append(row.event)
    elif row.marker == "sortie":
        flight.markers.append(row.event)
    elif row.event == "bounced":
        bounced_by = charts.tables.event_values.bounced_by
        yield from fighter_combat(state, [DuelStart(career, bounced_by, TAILED, alone=True)], table)
    elif row.event == "straggler":
        yield from meet_straggler(state, career, table)
    elif row.event == "engine-trouble":
        engine_trouble(career, table)
    elif row.event == "test-burst-jam":
        jam_in_test(career, table)
    elif row.event == "radio-dead":
        flight.radio_dead = True
    elif row.event == "wingman-turns-back" and career.wingman.status == "present":
        career.wingman.status = "absent"


def jam_in_test(career: Career, table: Table) -> None:
    """Jam a weapon that can jam, at random, for the rest of the sortie. [C1]"""
    guns = table.pack.models[career.plane.model].guns
    rows = [n for n in firing_rows(career.plane) if guns[n].jams]
    if rows:
        place = rows[table.roll("jam", len(rows)) - 1]
        career.plane.weapons[place].jammed = True
        table.tell(WeaponJam(seat=career.seat, weapon=guns[place].weapon, row=place + 1, outcome="jammed"), "7.10")


def meet_straggler(state: State, career: Career, table: Table) -> Flow[None]:
    """Find a lone damaged bomber, out of formation and without escort, and attack it or not. [C1]"""
    flight, values = career.aloft, table.pack.tables.event_values
    sky = table.pack.tables.bombs_and_flak
    flight.escort, flight.bomber_type, flight.loose, flight.sun = "", values.straggler, True, False
    flight.orientation = flight.met = HEAD_ON
    facts = partial(approach_facts, RaidApproach, state, career, table)
    order = yield table.ask(career.seat, RaidApproach, ("bombers", "decline"), "straggler", "7.10", facts)
    if order == "decline":
        return
    flight.bomber = TargetBomber(values.straggler, bombs=flight.box <= sky.bombs_until_box)
    flight.engagements.append(Engagement(values.straggler, True, box=flight.box))
    strike_flak(career, table, rolled(table, "flak", values.straggler_hits))
    yield from attack_bombers(state, career, table, lone=True)
