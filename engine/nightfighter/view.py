"""What each viewer may see of a night: the player's map, the umpire's, and both when it is over. [5.0, 5.1]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.map import FACINGS, hex_name
from engine.nightfighter.charts.scenarios import Scenario
from engine.nightfighter.rules.context import scenario_for
from engine.nightfighter.rules.solo.uncertainty import IN_COUNT
from engine.nightfighter.state import EXACT, LEVELS, NOBODY, UMPIRE, AttackerCounter, FighterCounter, PilotCareer, State


def view(state: State, pack: Any, viewer: str) -> Mapping[str, Any]:
    """Return what this viewer may know, as plain data. [5.1]"""
    charts = charts_of(pack)
    if state.career is not None and state.career.stage != "night":
        return {"career": career_view(state.career), "phase": state.career.stage} | staffel_view(state)
    scenario = scenario_for(state, charts)
    seen = player_map(state, scenario)
    if state.career is not None:
        seen["career"] = career_view(state.career)
        seen |= staffel_view(state)
    if viewer == UMPIRE or state.phase == "over":
        seen["umpire"] = umpire_map(state)
    return seen


def career_view(career: PilotCareer) -> dict[str, Any]:
    """The pilot's log; the cards still in the pack are nobody's to know. [S, pilot campaign]"""
    seen: dict[str, Any] = msgspec.to_builtins(career)
    del seen["cards"]
    return seen


def staffel_view(state: State) -> dict[str, Any]:
    """The Staffel's book, which is all its leader's to know. [S, campaign]"""
    return {"staffel": msgspec.to_builtins(state.staffel)} if state.staffel is not None else {}


def player_map(state: State, scenario: Scenario) -> dict[str, Any]:
    """The large map: own fighters, counters, markers, and whatever is fixed or tallied. [5.1]"""
    return {
        "attackers": [{"type": f.type, "count": f.count} for f in scenario.attackers],
        "identification": "identification" in scenario.specials,
        "variants": list(state.picked or state.setup.variants),
        "scenario": {"id": scenario.id, "title": scenario.title, "date": scenario.date, "place": scenario.place},
        "mode": state.setup.mode,
        "phase": state.phase,
        "turn": state.turn,
        "starred": not state.turn % 2,
        "sky": {"moon": state.moon, "visibility": state.visibility, "cloud": state.cloud},
        "altitude": scenario.altitude,
        "searchlights": {"zones": list(scenario.searchlights.zones), "flares": list(scenario.flare_zones)},
        "fighters": [fighter_view(state, f) for f in state.fighters],
        "contacts": contacts(state),
        "searches": [
            {
                "radar": s.radar,
                "letter": s.letter,
                "hex": hex_name(s.hex),
                "contact": s.contact,
                "same_hex": s.same_hex,
                "sweeps": [hex_name(h) for h in s.sweeps],
            }
            for s in state.searches
        ],
        "tracks": [
            {
                "radar": t.radar,
                "turn": t.turn,
                "hex": hex_name(t.hex),
                "contact": t.contact,
                "toward": hex_name(t.toward) if t.toward else "",
            }
            for t in state.tracks
        ],
        "markers": [{"zone": m.zone, "hex": hex_name(m.hex)} for m in state.markers],
        "flares_until": state.flares_until,
        "points": state.points,
        "kills": sum(f.kills for f in state.fighters),
        "losses": sum(f.status == "lost" for f in state.fighters),
        "result": state.result,
    }


def fighter_view(state: State, fighter: FighterCounter) -> dict[str, Any]:
    """A nightfighter as its player knows it."""
    return {
        "name": fighter.name,
        "type": fighter.type,
        "number": fighter.number,
        "pilot": fighter.pilot,
        "ai": fighter.ai,
        "equipment": list(fighter.equipment),
        "music": fighter.music,
        "status": fighter.status,
        "hex": hex_name(fighter.hex) if fighter.hex else "",
        "facing": FACINGS[fighter.facing],
        "hits": fighter.hits,
        "dives": fighter.dives,
        "alerted": fighter.alerted,
        "blinded": fighter.blind_until if fighter.blind_until >= state.turn else 0,
        "stays": fighter.stays,
        "evading": fighter.evading,
        "corkscrewed": fighter.corkscrewed,
        "moved": fighter.moved,
        "tally": _mark(state, fighter.tally),
        "fix": _mark(state, fighter.fix),
        "good_position": fighter.good,
        "kills": fighter.kills,
    }


def _mark(state: State, index: int) -> int:
    return 0 if index == NOBODY else state.bombers[index].mark


def contacts(state: State) -> list[dict[str, Any]]:
    """What lies open on the player's map: under an umpire the marked attackers, alone every counter. [5.1, S5]"""
    solo = state.setup.mode == "solo"
    tallies, fixes = {f.tally for f in state.fighters}, {f.fix for f in state.fighters}
    hunted = any(b.role == "target" for b in state.bombers)
    counters = Counter(b.craft for b in state.bombers if b.status in IN_COUNT)
    found: list[dict[str, Any]] = []
    for index, bomber in enumerate(state.bombers):
        if bomber.status != "map" or not (bomber.mark or solo):
            continue
        tallied = index in tallies
        contact: dict[str, Any] = {
            "contact": bomber.mark,
            "hex": hex_name(bomber.hex),
            "facing": FACINGS[bomber.facing],
            "lit": bomber.lit,
            "tallied": tallied,
            "fixed": index in fixes,
            "type": _type(bomber, tallied or solo, hunted),
            "hits": bomber.shown_hits,
        }
        if solo:
            contact |= {
                "uncertainty": LEVELS[bomber.level],
                "craft": bomber.craft,
                "counters": counters[bomber.craft],
                "alerted": bomber.alerted,
                "tracked": bomber.tracked and bomber.level == EXACT,
                "hits": bomber.hits,
            }
        found.append(contact)
    found.sort(key=lambda c: c["contact"])
    return found


def _type(bomber: AttackerCounter, tallied: bool, hunted: bool) -> str:
    """The type is known when it is tallied [1.5]; in the stream of scenario 7 it must be made out first."""
    return bomber.type if (bomber.identified if hunted else tallied) else ""


def umpire_map(state: State) -> dict[str, Any]:
    """The small map: every attacker where it is, those to come, the chits. [5.1]"""
    return {
        "colour": "red" if state.red else "yellow",
        "chits_left": len(state.chits),
        "bombers": [
            {
                "bomber": index,
                "type": b.type,
                "number": b.number,
                "role": b.role,
                "status": b.status,
                "due": b.due,
                "hex": hex_name(b.hex) if b.hex else "",
                "facing": FACINGS[b.facing],
                "hits": b.hits,
                "alerted": b.alerted,
                "launched": b.launched,
                "lit": b.lit,
                "contact": b.mark,
                "equipment": list(b.equipment),
            }
            for index, b in enumerate(state.bombers)
        ],
    }
