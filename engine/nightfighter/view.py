"""Each viewer's part of a night: the player's map, the umpire's, and both when it is over. [5.0, 5.1]"""

from __future__ import annotations

from collections import Counter

import msgspec

from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.map import FACINGS, hex_name
from engine.nightfighter.charts.scenarios import Scenario
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.rules.context import scenario_for
from engine.nightfighter.rules.solo.uncertainty import IN_COUNT
from engine.nightfighter.state import (
    EXACT,
    LEVELS,
    NOBODY,
    UMPIRE,
    AttackerCounter,
    FighterCounter,
    PilotCareer,
    Staffel,
    State,
)
from engine.nightfighter.views import (
    AttackersView,
    ContactView,
    InterceptionView,
    LightMarkerView,
    LitZonesView,
    NightFighterView,
    NightfighterView,
    NightYearView,
    PilotLogView,
    ScenarioView,
    SearchCounterView,
    SearchTrackView,
    SkyView,
    UmpiredBomberView,
    UmpireMapView,
)

ENCODER = msgspec.msgpack.Encoder()
LOG_DECODER = msgspec.msgpack.Decoder(PilotLogView)
STAFFEL_DECODER = msgspec.msgpack.Decoder(Staffel)


def view(state: State, pack: Pack[Tables], viewer: str) -> NightfighterView:
    """Return what this viewer may know. [5.1]"""
    charts = charts_of(pack)
    if state.career is not None and state.career.stage != "night":
        return NightYearView(career_view(state.career), state.career.stage, staffel_view(state))
    return player_map(state, scenario_for(state, charts), shows_umpire=viewer == UMPIRE or state.phase == "over")


def career_view(career: PilotCareer) -> PilotLogView:
    """The pilot's log as it is now; the cards still in the pack are nobody's to know. [S, pilot campaign]"""
    return LOG_DECODER.decode(ENCODER.encode(career))


def staffel_view(state: State) -> Staffel | None:
    """The Staffel's book as it is now, which is all its leader's to know. [S, campaign]"""
    return STAFFEL_DECODER.decode(ENCODER.encode(state.staffel)) if state.staffel is not None else None


def player_map(state: State, scenario: Scenario, *, shows_umpire: bool) -> InterceptionView:
    """Return the large map: own fighters, counters, markers, and everything fixed or tallied. [5.1]"""
    return InterceptionView(
        attackers=[AttackersView(f.type, f.count) for f in scenario.attackers],
        identification="identification" in scenario.specials,
        variants=list(state.picked or state.setup.variants),
        scenario=ScenarioView(scenario.id, scenario.title, scenario.date, scenario.place),
        mode=state.setup.mode,
        phase=state.phase,
        turn=state.turn,
        starred=not state.turn % 2,
        sky=SkyView(state.moon, state.visibility, state.cloud),
        altitude=scenario.altitude,
        searchlights=LitZonesView(list(scenario.searchlights.zones), list(scenario.flare_zones)),
        fighters=[fighter_view(state, f) for f in state.fighters],
        contacts=contacts(state),
        searches=[
            SearchCounterView(
                s.radar, s.letter, hex_name(s.hex), s.contact, s.same_hex, [hex_name(h) for h in s.sweeps]
            )
            for s in state.searches
        ],
        tracks=[
            SearchTrackView(t.radar, t.turn, hex_name(t.hex), t.contact, hex_name(t.toward) if t.toward else "")
            for t in state.tracks
        ],
        markers=[LightMarkerView(m.zone, hex_name(m.hex)) for m in state.markers],
        flares_until=state.flares_until,
        points=state.points,
        kills=sum(f.kills for f in state.fighters),
        losses=sum(f.status == "lost" for f in state.fighters),
        result=state.result,
        career=career_view(state.career) if state.career is not None else None,
        staffel=staffel_view(state),
        umpire=umpire_map(state) if shows_umpire else None,
    )


def fighter_view(state: State, fighter: FighterCounter) -> NightFighterView:
    """A nightfighter as its player knows it."""
    return NightFighterView(
        name=fighter.name,
        type=fighter.type,
        number=fighter.number,
        pilot=fighter.pilot,
        ai=fighter.ai,
        equipment=list(fighter.equipment),
        music=fighter.music,
        status=fighter.status,
        hex=hex_name(fighter.hex) if fighter.hex else "",
        facing=FACINGS[fighter.facing],
        hits=fighter.hits,
        dives=fighter.dives,
        alerted=fighter.alerted,
        blinded=fighter.blind_until if fighter.blind_until >= state.turn else 0,
        stays=fighter.stays,
        evading=fighter.evading,
        corkscrewed=fighter.corkscrewed,
        moved=fighter.moved,
        tally=_mark(state, fighter.tally),
        fix=_mark(state, fighter.fix),
        good_position=fighter.good,
        kills=fighter.kills,
    )


def _mark(state: State, index: int) -> int:
    return 0 if index == NOBODY else state.bombers[index].mark


def contacts(state: State) -> list[ContactView]:
    """Return the open contacts of the player's map: the marked attackers, or alone every counter. [5.1, S5]"""
    solo = state.setup.mode == "solo"
    tallies, fixes = {f.tally for f in state.fighters}, {f.fix for f in state.fighters}
    hunted = any(b.role == "target" for b in state.bombers)
    counters = Counter(b.craft for b in state.bombers if b.status in IN_COUNT)
    found: list[ContactView] = []
    for index, bomber in enumerate(state.bombers):
        if bomber.status != "map" or not (bomber.mark or solo):
            continue
        tallied, fixed = index in tallies, index in fixes
        hex_, facing = hex_name(bomber.hex), FACINGS[bomber.facing]
        type_ = _type(bomber, tallied or solo, hunted)
        if solo:
            contact = ContactView(
                bomber.mark, hex_, facing, bomber.lit, tallied, fixed, type_, bomber.hits,
                LEVELS[bomber.level], bomber.craft, counters[bomber.craft], bomber.alerted,
                bomber.tracked and bomber.level == EXACT,
            )  # fmt: skip
        else:
            contact = ContactView(
                bomber.mark, hex_, facing, bomber.lit, tallied, fixed, type_, bomber.shown_hits
            )  # fmt: skip
        found.append(contact)
    found.sort(key=lambda c: c.contact)
    return found


def _type(bomber: AttackerCounter, tallied: bool, hunted: bool) -> str:
    """The type is known when it is tallied [1.5]; in the stream of scenario 7 it must be made out first."""
    return bomber.type if (bomber.identified if hunted else tallied) else ""


def umpire_map(state: State) -> UmpireMapView:
    """The small map: every attacker where it is, those to come, the chits. [5.1]"""
    return UmpireMapView(
        colour="red" if state.red else "yellow",
        chits_left=len(state.chits),
        bombers=[
            UmpiredBomberView(
                bomber=index,
                type=b.type,
                number=b.number,
                role=b.role,
                status=b.status,
                due=b.due,
                hex=hex_name(b.hex) if b.hex else "",
                facing=FACINGS[b.facing],
                hits=b.hits,
                alerted=b.alerted,
                launched=b.launched,
                lit=b.lit,
                contact=b.mark,
                equipment=list(b.equipment),
            )
            for index, b in enumerate(state.bombers)
        ],
    )
