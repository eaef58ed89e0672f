"""Ranges of a fighter's eyes and radar, and the present places of earlier contacts: from view and charts."""

from collections.abc import Iterator, Sequence

from engine.nightfighter.charts.compiled import Charts, MovePoints, charts_of
from engine.nightfighter.charts.map import FACINGS, S, hex_name
from engine.nightfighter.rules.sight import can_look, sight_under
from engine.nightfighter.rules.speeds import attacker_points, mp_in
from engine.nightfighter.views import InterceptionView, NightFighterView
from play.charts.selectors import pack_in
from sorties.nightfighter.board.map_layer import NightCharts

CLOUDED = "cloudy"


def radar_arc(fighter: NightFighterView, view: InterceptionView, pack: NightCharts) -> list[str]:
    """List the hexes into which a fighter's AI radar looks. [19.1.1, 21.1]"""
    charts = charts_of(pack_in(pack))
    if not fighter.ai or not can_search(fighter):
        return []
    radar = charts.ai[fighter.ai]
    reach = charts.ai_reach(radar, low=view.altitude == "low")
    found = charts.map.arc_hexes(radar.arc, reach, int(fighter.hex), FACINGS.index(fighter.facing))
    return [hex_name(hex_) for hex_ in found if hex_name(hex_) != fighter.hex]


def sight(fighter: NightFighterView, view: InterceptionView, pack: NightCharts, *, lit: bool) -> list[str]:
    """List the hexes in which a fighter would see a bomber, dark or lit, without illuminated cloud."""
    charts = charts_of(pack_in(pack))
    if not can_search(fighter):
        return []
    own, facing = int(fighter.hex), FACINGS.index(fighter.facing)
    eyes = sight_under(charts, view.sky.visibility, solo=view.mode == "solo")
    above, astern = fighter.dives > 0, charts.nightfighters[fighter.type].blind_astern
    return [
        hex_name(one)
        for one in charts.map.hexes
        if eyes.sees(own, facing, one, lit=lit, cloudlit=False, above=above, blind_astern=astern)
    ]


def can_search(fighter: NightFighterView) -> bool:
    """Say whether a fighter has a hex and its crew may look out or work its radar."""
    return bool(fighter.hex) and can_look(fighter, blinded=bool(fighter.blinded))


def earlier_contacts(view: InterceptionView, pack: NightCharts) -> Iterator[tuple[int, list[str]]]:
    """Give the turn of each search with a contact, and the contact's present place if it flew on. [7.2, 13.1.1]

    It is computed only where all attackers have one speed. Alone, the counters themselves show it.
    """
    charts = charts_of(pack_in(pack))
    speed = common_speed(view, charts)
    if view.mode == "solo" or speed is None:
        return
    found = [(view.turn, one.radar, one.hex, one.same_hex) for one in view.searches if one.contact]
    found += [(one.turn, one.radar, one.hex, False) for one in view.tracks if one.contact]
    for turn, radar, hex_, same_hex in found:
        value = 0 if same_hex else charts.search[radar].value
        flown = sum(mp_in(speed, later) for later in range(turn + 1, view.turn + 1))
        yield turn, moved_on(charts, int(hex_), value, flown)


def common_speed(view: InterceptionView, charts: Charts) -> MovePoints | None:
    """Return MP and star of the attackers that were announced, None where they differ. [6.0]"""
    found = {attacker_points(charts, one.type, view.altitude) for one in view.attackers}
    return found.pop() if len(found) == 1 else None


def moved_on(charts: Charts, hex_: int, value: int, steps: int) -> list[str]:
    """List the hexes within a search's value, each so many hexes further to the exit side."""
    found = []
    for one in charts.map.hexes:
        if charts.map.distance(hex_, one) <= value:
            for _step in range(steps):
                one = charts.map.step[S][one] if one else 0
            found.append(one)
    return [hex_name(one) for one in found if one]


def lamps(zone: Sequence[int], hex_: int, charts: Charts) -> list[int]:
    """Choose three hexes of a zone from which its lights reach a bomber: neither too near it nor to each other."""
    far = charts.map.distance
    stand = [one for one in zone if 2 <= far(one, hex_) <= 4] or [one for one in zone if one != hex_]
    chosen = sorted(stand, key=lambda one: (far(one, hex_), one))[:1]
    while stand and len(chosen) < 3:
        chosen.append(max(stand, key=lambda one: (min(far(one, other) for other in chosen), -one)))
    return chosen
