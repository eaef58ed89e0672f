"""Searchlights and flares: hunting, fixing, confusion. [14.0, 21.2, 28.3]"""

from __future__ import annotations

from engine.kernel.decisions import Flow
from engine.kernel.events import Mod
from engine.nightfighter.charts.map import FACINGS, hex_name
from engine.nightfighter.events.searches import SearchlightHunts, SearchlightSearched, SearchlightThrown
from engine.nightfighter.questions import UmpireLitBomberQuestion, UmpireSearchMarkerQuestion
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.rules.counters import show_contact
from engine.nightfighter.rules.umpired.umpire import choose, choose_hex, places_of
from engine.nightfighter.state import Marker


def search_by_lights(night: NightContext) -> Flow[None]:
    """In zones with a bomber and no fix the lights hunt, then dice are rolled. [14.2, 14.2.1, 14.2.2, 14.3, 21.2]"""
    state, zone_of = night.state, night.map.zone
    state.markers = []
    if not (night.lights or night.flares):
        return
    inside: dict[str, list[int]] = {}
    taken = set()
    for index, bomber in enumerate(state.bombers):
        if bomber.status == "map":
            inside.setdefault(zone_of[bomber.hex], []).append(index)
            taken.add(bomber.lit)
    for zone in sorted({*night.lights, *night.flares} - taken):
        if zone in inside or zone in night.flares:
            hex_ = yield from choose_hex_evenly(night, zone)
            state.markers.append(Marker(zone, hex_))
    if state.markers:
        night.table.reveal("searchlights")
        if night.hears:
            for marker in state.markers:
                night.table.tell(SearchlightHunts(zone=marker.zone, hex=hex_name(marker.hex)), "14.2.1")
    if night.high:
        return
    for marker in list(state.markers):
        yield from search_zone(night, marker, inside.get(marker.zone, []))


def choose_hex_evenly(night: NightContext, zone: str) -> Flow[int]:
    """The umpire lays the search marker anywhere in the zone. [14.2.1]"""
    hexes = night.map.zones[zone]
    if night.person:
        question = UmpireSearchMarkerQuestion(zone=zone)
        return (yield from choose_hex(night, question, hexes, f"zone{zone}/marker", "14.2.1"))
    return hexes[night.table.roll("marker", len(hexes)) - 1]


def search_dice(night: NightContext, zone: str) -> tuple[int, list[Mod]]:
    """Return the dice of a zone's search, and why: sky, direction, flares, confusion. [14.2.1, 14.3, 24.5.3, 28.3]"""
    table, mods = night.tables.searchlights, []
    if zone in night.lights:
        if night.directed:
            mods.append(Mod(table.directed, "radar-directed", "14.2.1"))
        else:
            mods.append(Mod(table.dice[night.state.visibility], "visibility", "14.2.1"))
            if night.moonlit:
                mods.append(Mod(table.moon_adds, "moon", "14.2.1"))
        if zone in night.flares:
            mods.append(Mod(table.flare_adds, "flares", "14.3"))
    else:
        mods.append(Mod(table.flare, "flares", "14.3"))
        # Over cloud that active lights make bright, flares get their one die and no more.
        if night.moonlit and zone not in night.zones:
            mods.append(Mod(table.moon_adds, "moon", "14.3"))
    total = sum(m.value for m in mods)
    if night.options.searchlight_confusion and confused(night, zone):
        mods.append(Mod(-(total // 2), "confusion", "28.3"))
        total -= total // 2
    return total, mods


def confused(night: NightContext, zone: str) -> bool:
    """Say whether a fighter in or next to a zone confuses its crews. [28.3]"""
    near = night.map.in_or_next_to[zone]
    return any(f.status == "map" and f.hex in near for f in night.state.fighters)


def search_zone(night: NightContext, marker: Marker, inside: list[int]) -> Flow[None]:
    """Roll for a zone: of the bombers whose number is called, the one closest to a fighter is fixed. [14.2.1]"""
    dice, mods = search_dice(night, marker.zone)
    faces = night.roll("search", dice)
    matched = [i for i in inside if night.state.bombers[i].number in faces]
    if night.person:
        # Equal ones are a person's to choose, who is asked behind the dice.
        night.table.tell(SearchlightThrown(zone=marker.zone, faces=faces), "14.2.1")
    fixed = None
    if matched:
        fixed = yield from choose_nearest(night, marker.zone, matched)
        night.state.bombers[fixed].lit = marker.zone
        night.state.markers.remove(marker)
        show_contact(night, fixed)
    if night.hears:
        night.table.tell(searched(night, marker.zone, faces, fixed), "14.2.1", mods=mods)


def searched(night: NightContext, zone: str, faces: list[int], fixed: int | None) -> SearchlightSearched:
    """Lay out what a zone's search has found. [14.2.1]"""
    if fixed is None:
        return SearchlightSearched(zone=zone, faces=faces, fixed=False)
    bomber = night.state.bombers[fixed]
    return SearchlightSearched(
        zone=zone,
        faces=faces,
        fixed=True,
        contact=bomber.mark,
        hex=hex_name(bomber.hex),
        facing=FACINGS[bomber.facing],
    )


def choose_nearest(night: NightContext, zone: str, matched: list[int]) -> Flow[int]:
    """Take the bomber closest to a fighter; equal ones are the umpire's to choose. [14.2.1]"""
    if len(matched) == 1:
        return matched[0]
    bombers, fighters = night.state.bombers, [f for f in night.state.fighters if f.status == "map"]
    away = {i: min((night.map.distance(f.hex, bombers[i].hex) for f in fighters), default=0) for i in matched}
    nearest = [i for i in matched if away[i] == min(away.values())]
    rows = [bombers[i].hex % 100 for i in nearest]

    def weigh(options: object) -> list[int]:
        if night.level == "fair":
            return [1] * len(nearest)
        wanted = min(rows) if night.level == "helpful" else max(rows)
        return [int(row == wanted) for row in rows]

    options = [str(i) for i in nearest]
    question = UmpireLitBomberQuestion(zone=zone, places=places_of(night, nearest))
    return int((yield from choose(night, question, options, f"zone{zone}/lit", "14.2.1", weigh)))
