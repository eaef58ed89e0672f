"""The tabletop log: a sortie of the printed game is entered, and the same debriefing follows.

A player fills in a sheet. Each impossible entry is reported with its field, a code, the rule and figures. The
debriefing
rolls wounds, awards, repair, replacements and promotion here, or takes them from the sheet where the player rolled
them himself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import LogEntered
from engine.interceptor.questions import TabletopLogLine
from engine.interceptor.rules import sortie
from engine.interceptor.rules.career import debriefing
from engine.interceptor.state import KILLED, SOUND, WOUNDS, Career, Engagement, SortieFlight, SortieRaid, State
from engine.kernel.decisions import AnswerForm, Fault, Flow
from engine.kernel.table import Table, with_faces

Wound = Literal["", "LW", "SW", "KIA"]
Face = Annotated[int, msgspec.Meta(ge=1, le=99)]
"""A face as it is written; how high its die goes is looked at stream by stream."""
DICE = {"award": 6, "promotion": 6, "wound": 6, "repair": 6, "attempt": 6, "r1": 10}
"""The dice of a debriefing that a sheet may bring, with their faces."""
MOST_FIGHTS = 30
VICTORIES = ("destroyed", "crashed")
JUMPED = ("bailed", "shot-down")
ENEMY_EVENTS = frozenset({"bounced", "straggler"})
"""Random events that bring an enemy with them. [7.10]"""


class Fight(msgspec.Struct, forbid_unknown_fields=True):
    """One enemy of the sortie and what became of him; `by` says whose victory it was. [4.3.2]"""

    enemy: str
    result: Literal["missed", "damaged", "destroyed", "crashed", "unseen"] = "missed"
    by: Literal["", "pilot", "wingman", "gunner"] = ""


class TabletopSheet(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the Sortie Log Sheet as the player writes it. [4.3.2]"""

    flown: bool = True
    target: str = ""
    weather: Literal["", "good", "poor", "bad"] = ""
    fights: list[Fight] = []
    hits: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """Hits on the aircraft as the repair table counts them. [7.4.2]"""
    end: Literal["landed", "forced", "bailed", "shot-down", "killed"] = "landed"
    landing: Literal["", "safe", "rough", "crash", "killed"] = "safe"
    pilot_wound: Wound = ""
    gunner_wound: Wound = ""
    wounds: Annotated[int, msgspec.Meta(ge=0, le=9)] | msgspec.UnsetType = msgspec.UNSET
    """Number of his wounds, where it is not plain: several may add up, or one come before his death. [7.4.8]"""
    wingman: Literal["present", "damaged", "lost", "absent"] = "present"
    events: list[str] = []
    used: list[str] = []
    """Stored markers that were used up."""
    rolls: dict[str, list[Face]] = {}
    """Dice of the debriefing that were thrown at the table, by their stream, in order."""


# Impossible entries --------------------------------------------------------------------------------------------------


def check_sheet(sheet: TabletopSheet, state: State, career: Career, charts: Charts) -> list[Fault]:
    """Name everything on a sheet that the rules or the charts rule out."""
    faults = list(_raid_faults(sheet, state, career, charts))
    if sheet.flown:
        for place, fight in enumerate(sheet.fights):
            faults += _fight_faults(f"fights[{place}]", fight, state, career, charts)
        if len(sheet.fights) > MOST_FIGHTS:
            faults.append(Fault("fights", "too-many", "7.1.1", {"most": MOST_FIGHTS, "got": len(sheet.fights)}))
        faults += _aircraft_faults(sheet, career, charts)
        faults += _ending_faults(sheet)
        faults += _crew_faults(sheet, career)
        faults += _alone_faults(sheet, career)
        faults += _event_faults(sheet, career, charts)
    elif sheet.fights or sheet.hits or sheet.pilot_wound or sheet.gunner_wound or sheet.events or sheet.used:
        faults.append(Fault("flown", "not-flown", "4.6.3"))
    faults += _dice_faults(sheet)
    return faults


def zone_of(target: str, month: int, charts: Charts) -> str:
    """Return the target zone of a raid of the month, or nothing for a target that it does not have. [4.6.3, 6.1]"""
    return next((row.zone for _, row in charts.raids[month].rows.rows if row.target == target), "")


def _raid_faults(sheet: TabletopSheet, state: State, career: Career, charts: Charts) -> Iterator[Fault]:
    if not sheet.target and not sheet.flown:
        return
    zone = zone_of(sheet.target, state.month, charts)
    if not zone:
        targets = sorted({row.target for _, row in charts.raids[state.month].rows.rows})
        yield Fault("target", "target-unknown", "6.1", {"target": sheet.target, "targets": targets})
    elif sheet.flown and not sortie.entry_box(career, zone, charts):
        yield Fault("target", "out-of-range", "4.6.3", {"target": sheet.target, "zone": zone, "base": career.base})


def _fight_faults(field: str, fight: Fight, state: State, career: Career, charts: Charts) -> Iterator[Fault]:
    if fight.enemy in charts.tables.bombers.rows:
        if fight.enemy not in _bombers_of(state, charts):
            yield Fault(f"{field}.enemy", "not-this-month", "7.1.2", {"enemy": fight.enemy, "month": state.month})
    elif fight.enemy not in charts.foes:
        yield Fault(f"{field}.enemy", "enemy-unknown", "7.1.2", {"enemy": fight.enemy})
    elif fight.enemy not in _fighters_of(state, charts):
        yield Fault(f"{field}.enemy", "not-this-month", "7.2.1", {"enemy": fight.enemy, "month": state.month})
    if fight.result in VICTORIES and not fight.by:
        yield Fault(f"{field}.by", "whose-victory", "7.4.3", {"enemy": fight.enemy})
    if fight.by and fight.result not in VICTORIES:
        yield Fault(f"{field}.by", "no-victory", "7.4.3", {"enemy": fight.enemy, "result": fight.result})
    if fight.by == "gunner" and career.gunner is None:
        yield Fault(f"{field}.by", "no-gunner", "7.2.2.4", {"aircraft": career.plane.model})
    if fight.by == "gunner" and fight.enemy in charts.tables.bombers.rows:
        yield Fault(f"{field}.by", "gunner-against-bomber", "7.2.2.4", {"enemy": fight.enemy})


def _bombers_of(state: State, charts: Charts) -> set[str]:
    """Return the bomber types that fly this month. [7.1.2, 10.5]"""
    share = charts.bomber_shares[state.month]
    found = {kind for _, kind in share.rows.rows}
    if share.yb40:
        found.add("YB-40")
    if share.b17g and state.options.positions:
        found.add("B-17G")
    return found


def _fighters_of(state: State, charts: Charts) -> set[str]:
    """Return the fighters that may be met this month: sweeps, events, and escorts to any zone. [7.2.1]"""
    found = {contact.enemy for _, contact in charts.tables.interception.rows.rows if contact.enemy}
    found.add(charts.tables.event_values.bounced_by)
    for cell in charts.escorts[state.month].values():
        found.update(kind for _, kind in cell.rows.rows)
    return found


def most_hits(career: Career, charts: Charts) -> int:
    """Return the most hits that an aircraft can bring home: every part one short of its end, every system out. [7.4]"""
    mat = charts.models[career.plane.model]
    parts = mat.port_wing + mat.starboard_wing + mat.airframe + mat.controls - 4
    engines = mat.engines * mat.engine + mat.armour
    radio_oxygen_leak = 3
    fitted = len(mat.guns) + bool(mat.boost) + bool(mat.rockets) + mat.rear_gun
    return parts + engines + radio_oxygen_leak + fitted


def _aircraft_faults(sheet: TabletopSheet, career: Career, charts: Charts) -> Iterator[Fault]:
    most = most_hits(career, charts)
    if sheet.end in ("landed", "forced") and sheet.hits > most:
        yield Fault("hits", "too-many-hits", "7.4", {"most": most, "got": sheet.hits, "aircraft": career.plane.model})
    if sheet.end == "forced" and not sheet.hits:
        yield Fault("hits", "forced-unhurt", "7.4.5")


def _ending_faults(sheet: TabletopSheet) -> Iterator[Fault]:
    """Give what does not fit between landing, wounds and end. [7.4.6, 7.6]"""
    on_the_ground = sheet.end in ("landed", "forced")
    if on_the_ground and not sheet.landing:
        yield Fault("landing", "landing-missing", "7.4.4")
    if not on_the_ground and sheet.landing:
        yield Fault("landing", "landing-in-the-air", "7.6", {"end": sheet.end})
    if sheet.end == "killed" and sheet.pilot_wound != "KIA":
        yield Fault("pilot_wound", "killed-unhurt", "5.1.3")
    if sheet.landing in ("rough", "crash") and not sheet.pilot_wound:
        yield Fault("pilot_wound", "landing-hurts", "7.4.6", {"landing": sheet.landing})
    if sheet.landing == "killed" and sheet.pilot_wound != "KIA":
        yield Fault("pilot_wound", "landing-kills", "7.4.6")
    if sheet.wounds is not msgspec.UNSET and not _adds_up(sheet.wounds, sheet.pilot_wound):
        yield Fault("wounds", "wounds-differ", "7.4.8", {"got": sheet.wounds, "wound": sheet.pilot_wound})
    if sheet.pilot_wound == "KIA" and sheet.landing in ("safe", "rough"):
        yield Fault("landing", "the-dead-do-not-land", "7.4.8", {"landing": sheet.landing})


def _adds_up(wounds: int, wound: str) -> bool:
    """Say whether so many wounds can have come to this: one light one is one, and the fatal one does not count."""
    return {"": wounds == 0, "LW": wounds == 1, "SW": wounds > 0}.get(wound, True)


def _crew_faults(sheet: TabletopSheet, career: Career) -> Iterator[Fault]:
    if sheet.gunner_wound and career.gunner is None:
        yield Fault("gunner_wound", "no-gunner", "7.4.7", {"aircraft": career.plane.model})
    if career.gunner is None:
        return
    if sheet.landing in ("rough", "crash") and not sheet.gunner_wound:
        yield Fault("gunner_wound", "landing-hurts", "7.4.6", {"landing": sheet.landing})
    if sheet.landing == "killed" and sheet.gunner_wound != "KIA":
        yield Fault("gunner_wound", "landing-kills", "7.4.6")


def _alone_faults(sheet: TabletopSheet, career: Career) -> Iterator[Fault]:
    """Give the entries that need an enemy where none was met; flak and friendly guns do not hit a lone pilot.

    An engine that fails by itself counts as a hit, and a landing can hurt a lone pilot. [7.1.5, 7.4.1, 7.4.6]
    """
    if sheet.fights or not ENEMY_EVENTS.isdisjoint(sheet.events):
        return
    if sheet.hits > sheet.events.count("engine-trouble"):
        yield Fault("hits", "no-enemy", "7.4.1")
    if sheet.end != "landed":
        yield Fault("end", "no-enemy", "7.4.1")
    elif sheet.landing == "safe":
        if sheet.pilot_wound:
            yield Fault("pilot_wound", "no-enemy", "7.4.7")
        if sheet.gunner_wound and career.gunner is not None:
            yield Fault("gunner_wound", "no-enemy", "7.4.7")


def _event_faults(sheet: TabletopSheet, career: Career, charts: Charts) -> Iterator[Fault]:
    rows = {row.event: row for _, row in charts.career.random_events.rows.rows}
    for place, event in enumerate(sheet.events):
        if event not in rows:
            yield Fault(f"events[{place}]", "event-unknown", "7.10", {"event": event, "events": sorted(rows)})
    if len(sheet.events) > 1:
        yield Fault("events", "one-event", "7.10", {"got": len(sheet.events)})
    if sheet.wingman == "absent" and "wingman-turns-back" not in sheet.events:
        yield Fault("wingman", "wingman-absent", "7.10")
    held = list(career.markers) + [event for event in sheet.events if event in rows and rows[event].marker == "kept"]
    for place, marker in enumerate(sheet.used):
        if marker in held:
            held.remove(marker)
        else:
            yield Fault(f"used[{place}]", "marker-not-held", "7.10", {"marker": marker})


def _dice_faults(sheet: TabletopSheet) -> Iterator[Fault]:
    for stream, faces in sheet.rolls.items():
        if stream not in DICE:
            yield Fault(f"rolls.{stream}", "dice-unknown", "6.1", {"stream": stream, "streams": sorted(DICE)})
        elif any(face > DICE[stream] for face in faces):
            yield Fault(f"rolls.{stream}", "face-too-high", "6.1", {"sides": DICE[stream], "got": max(faces)})


# A line of the log ---------------------------------------------------------------------------------------------------


def write_line(state: State, table: Table) -> Flow[None]:
    """Take down the next log line, or count off one that he misses; the year goes on as by any other dice. [4.3.2]"""
    books = table
    for career in sortie.serving(state):
        state.raid = None
        if debriefing.is_away(career):
            yield from debriefing.missed_sortie(state, career, table)
            continue
        form = sheet_form(state, career, table.pack)
        sheet = yield table.ask_form(career.seat, line_facts(state, table.pack), form, "line", "4.3.2")
        books = with_faces(table, sheet.rolls)
        yield from debrief_sheet(state, career, sheet, books)
    # The last line of a month may bring a promotion, whose die is one of the sheet's. [7.9.3]
    yield from sortie.end_line(state, books)


def line_facts(state: State, charts: Charts) -> TabletopLogLine:
    """Return what a sheet may name this month. [6.1, 7.1.2, 7.2.1]"""
    return TabletopLogLine(
        month=state.month,
        line=state.line,
        lines=charts.lines(state.month),
        targets=sorted({row.target for _, row in charts.raids[state.month].rows.rows}),
        bombers=sorted(_bombers_of(state, charts)),
        fighters=sorted(_fighters_of(state, charts)),
    )


# Keeping the books ---------------------------------------------------------------------------------------------------


def debrief_sheet(state: State, career: Career, sheet: TabletopSheet, table: Table) -> Flow[None]:
    """Debrief what a sheet tells, by the same code as a sortie flown here, with its dice on the table. [6.1]"""
    zone = zone_of(sheet.target, state.month, table.pack)
    state.raid = SortieRaid(sheet.target, zone) if zone else None
    if not sheet.flown:
        reachable = not zone or sortie.entry_box(career, zone, table.pack)
        rest = debriefing.stood_down if reachable else debriefing.grey_raid
        yield from rest(state, career, table)
        return
    career.flight = flight = as_flight(sheet, table.pack)
    career.plane.hits = sheet.hits
    career.plane.lost = sheet.end in (*JUMPED, "killed") or sheet.landing in ("crash", "killed")
    career.wingman.status = sheet.wingman
    update_markers(career, sheet, table.pack)
    if flight.pilot_wound == KILLED:
        career.alive, career.death = False, flight.death
    if table.hears:
        entered = msgspec.convert({"seat": career.seat, **msgspec.to_builtins(sheet)}, LogEntered)
        table.tell(entered, "4.3.2")
    yield from debriefing.after_sortie(state, career, table)


def as_flight(sheet: TabletopSheet, charts: Charts) -> SortieFlight:
    """Return the facts of a sheet as the debriefing reads them. [4.3.2]"""
    bombers = charts.tables.bombers.rows
    wound = WOUNDS.index(sheet.pilot_wound)
    rows = {row.event: row for _, row in charts.career.random_events.rows.rows}
    death = ""
    if wound == KILLED:
        death = "parachute" if sheet.end in JUMPED else "landing" if sheet.landing else "air"
    return SortieFlight(
        weather=sheet.weather,
        engagements=[Engagement(one.enemy, one.enemy in bombers, one.result, one.by) for one in sheet.fights],
        events=list(sheet.events),
        pilot_wound=wound,
        wounds_taken=int(SOUND < wound < KILLED) if sheet.wounds is msgspec.UNSET else sheet.wounds,
        gunner_wound=WOUNDS.index(sheet.gunner_wound),
        end=sheet.end,
        landing=sheet.landing,
        prestige=sum(rows[event].prestige for event in sheet.events),
        death=death,
    )


def update_markers(career: Career, sheet: TabletopSheet, charts: Charts) -> None:
    """Put by the marker that an event brought, and take away those that were used. [7.10]"""
    rows = {row.event: row for _, row in charts.career.random_events.rows.rows}
    career.markers += [event for event in sheet.events if rows[event].marker == "kept"]
    for marker in sheet.used:
        career.markers.remove(marker)


# The form ------------------------------------------------------------------------------------------------------------


def sheet_form(state: State, career: Career, charts: Charts) -> AnswerForm:
    """Return the form of a log line, with its validator and an example for those who play at random."""

    def faults(sheet: TabletopSheet) -> list[Fault]:
        return check_sheet(sheet, state, career, charts)

    def example(draw: Any) -> TabletopSheet:
        return random_sheet(state, career, charts, draw)

    return AnswerForm("sheet", TabletopSheet, faults, example)


def random_sheet(state: State, career: Career, charts: Charts, draw: Any) -> TabletopSheet:
    """Make up a sortie that could have been, from a die."""
    raids = [row for _, row in charts.raids[state.month].rows.rows if sortie.entry_box(career, row.zone, charts)]
    if not raids:
        return TabletopSheet(flown=False, landing="")
    target = raids[draw(len(raids)) - 1].target
    landings: list[tuple[Literal["safe", "rough", "crash", "killed"], Wound]]
    landings = [("safe", ""), ("safe", "LW"), ("safe", "SW"), ("rough", "LW"), ("crash", "SW"), ("killed", "KIA")]
    landing, hurt = landings[draw(6) - 1]
    statuses: list[Literal["present", "damaged", "lost"]] = ["present", "damaged", "lost"]
    enemies = sorted(_bombers_of(state, charts))
    met = [enemies[draw(len(enemies)) - 1] for _ in range(draw(4) - 1)]
    fights = [Fight(enemy, "destroyed", "pilot") if draw(3) == 1 else Fight(enemy, "damaged") for enemy in met]
    hits, status = draw(7) - 1, statuses[draw(3) - 1]
    if not fights:
        # Nobody has shot at him: only the landing can have hurt him. [7.4.1, 7.4.6]
        hits, hurt = 0, hurt if landing != "safe" else ""
    return TabletopSheet(
        target=target,
        fights=fights,
        hits=hits,
        landing=landing,
        pilot_wound=hurt,
        gunner_wound=hurt if career.gunner is not None else "",
        wingman=status,
    )
