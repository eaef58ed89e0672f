"""Search radar from the ground and homing sets in the air, and the umpire's answers. [13.0, 24.2, 24.5, 25.0]"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.kernel.decisions import Flow, number_of
from engine.nightfighter.charts.map import hex_name
from engine.nightfighter.charts.schema import SearchCounter
from engine.nightfighter.events.bombers import UmpireGhost
from engine.nightfighter.events.searches import RadarSearched
from engine.nightfighter.questions import RadarPlaceQuestion, UmpireGciTargetQuestion, UmpireSweepQuestion
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.rules.umpired.umpire import choose, choose_hex, far_weights, places_of
from engine.nightfighter.state import NOBODY, PLAYER, AttackerCounter, FighterCounter, Search, SearchTrack

TRACK_TURNS = 3
"""Turns for which the reminders of earlier searches stay on the map. [13.1.4]"""
HOMING = ("Flensburg", "Naxos", "Serrate")


class PlaceableSearch:
    """A search counter that may be placed this turn, with the fighter that carries it, if any does."""

    __slots__ = ("fighter", "letter", "row")

    def __init__(self, row: SearchCounter, letter: str, fighter: FighterCounter | None) -> None:
        self.row, self.letter, self.fighter = row, letter, fighter

    @property
    def name(self) -> str:
        """The counter's name with its letter."""
        return f"{self.row.name} {self.letter}".rstrip()


def sets_to_place(night: NightContext) -> Iterator[PlaceableSearch]:
    """List the counters of the scenario and those that fighters carry and may use. [13.1, 24.2.3, 24.3.2, 24.4]"""
    for name, count in night.scenario.search_radar.items():
        row = night.charts.search[name]
        if name not in HOMING:
            for number in range(count):
                yield PlaceableSearch(row, chr(65 + number) if count > 1 else "", None)
    letters = dict.fromkeys(HOMING, 0)
    for fighter in night.state.fighters:
        for name in HOMING:
            if name in fighter.equipment:
                letters[name] += 1
                row = night.charts.search[name]
                if night.can_search(fighter) and (row.while_fixed or fighter.fix == NOBODY):
                    yield PlaceableSearch(row, chr(64 + letters[name]), fighter)


def clear_searches(night: NightContext) -> None:
    """Take last turn's counters off the map and leave reminders of them. [13.1.3, 13.1.4]"""
    state = night.state
    for search in state.searches:
        toward = search.sweeps[0] if search.sweeps else 0
        state.tracks.append(SearchTrack(search.radar, state.turn - 1, search.hex, search.contact, toward))
    state.searches = []
    if state.tracks and state.tracks[0].turn < state.turn - TRACK_TURNS:
        state.tracks = [t for t in state.tracks if t.turn >= state.turn - TRACK_TURNS]


def search_by_radar(night: NightContext) -> Flow[None]:
    """The player places each counter where he likes; then the umpire answers each. [13.1.1]"""
    state = night.state
    clear_searches(night)
    for place in sets_to_place(night):
        options = night.map.hex_or_pass
        if place.row.arc and place.fighter:
            options = arc_options(night, place)
        question = RadarPlaceQuestion(place.name, search_value(night, place.row))
        answer = yield night.table.ask(PLAYER, question, options, night.key("radar", place.name), "13.1.1")
        if answer != "pass":
            state.searches.append(Search(place.row.name, place.letter, number_of(answer)))
    if state.searches:
        if night.hears:
            night.table.reveal("radar")
        for search in state.searches:
            yield from answer_search(night, search)


def arc_options(night: NightContext, place: PlaceableSearch) -> tuple[str, ...]:
    """List the hexes within a homing set's arc, at any distance, and the way out. [24.2.3, 24.4]"""
    fighter, night_map = place.fighter, night.map
    assert fighter is not None and place.row.arc is not None  # noqa: S101 - the caller has asked
    arc, own, facing = place.row.arc, fighter.hex, fighter.facing
    hexes = night_map.hexes
    inside = [f"hex:{hex_name(h)}" for h in hexes if night_map.in_arc(arc, own, facing, h)]
    return (*inside, "pass")


def search_value(night: NightContext, row: SearchCounter) -> int:
    """Return a counter's search value; heavy jamming blurs it. [13.1.1, 24.5.1]"""
    return night.tables.jamming.heavy_value if night.search_jam(row) == "heavy" else row.value


def audible_attackers(night: NightContext, row: SearchCounter) -> list[int]:
    """List the attackers on the map that a set can hear. [24.2.3, 24.3.2, 24.4]"""
    bombers = night.state.bombers
    return [i for i, b in enumerate(bombers) if b.status == "map" and can_hear(row, b)]


def can_hear(row: SearchCounter, bomber: AttackerCounter) -> bool:
    """Say whether a bomber carries what a homing set listens for. [24.2.3, 24.3.2, 24.4]"""
    if row.hears == "all":
        return True
    if row.hears == "warning-sets":
        return "Monica" in bomber.equipment or "Village Inn" in bomber.equipment
    if row.hears == "h2s":
        return "H2S" in bomber.equipment
    return bomber.role == "target" and bool(bomber.ai)


def answer_search(night: NightContext, search: Search) -> Flow[None]:
    """Tell contact or none, and lay the sweep counters. [13.1.1, 13.1.2, 25.0, 25.1.1]"""
    row, bombers = night.charts.search[search.radar], night.state.bombers
    jamming = night.search_jam(row)
    targets = audible_attackers(night, row)
    away = {i: night.map.distance(search.hex, bombers[i].hex) for i in targets}
    nearest = min(away.values(), default=999)
    search.contact = nearest <= search_value(night, row)
    if row.sweeps > 1:
        yield from sweep_widely(night, search, away, row.value)
    elif search.contact:
        if row.gci and nearest == 0 and jamming != "heavy":
            search.same_hex = True
            search.sweeps = [search.hex]
    elif jamming == "none" and not (row.name == "SCR-270" and "poor-coordination" in night.scenario.specials):
        if row.gci:
            yield from sweep_near(night, search, [i for i in targets if away[i] == nearest])
        else:
            yield from sweep_beside(night, search, row, away)
    if night.hears:
        night.table.tell(
            RadarSearched(
                radar=search.radar,
                letter=search.letter,
                hex=hex_name(search.hex),
                contact=search.contact,
                same_hex=search.same_hex,
                sweeps=[hex_name(h) for h in search.sweeps],
            ),
            "13.1.1",
        )


def sweep_beside(night: NightContext, search: Search, row: SearchCounter, away: dict[int, int]) -> Flow[None]:
    """Lay the sweep next to the counter, on the side of the nearest bomber; ties are the umpire's. [13.1.2]"""
    bombers, around = night.state.bombers, night.map.adjacent[search.hex]
    if row.arc:
        fighter, inside = carrier(night, search), night.map.in_arc
        away = {i: d for i, d in away.items() if inside(row.arc, fighter.hex, fighter.facing, bombers[i].hex)}
    goals = [bombers[i].hex for i, d in away.items() if d == min(away.values())]
    if not goals and row.hears == "all":
        goals = ghost_goal(night, search)
    legal: list[int] = []
    for goal in goals:
        least = min(night.map.distance(h, goal) for h in around)
        legal += [h for h in around if h not in legal and night.map.distance(h, goal) == least]
    question = UmpireSweepQuestion(radar=search_name(search), hex=hex_name(search.hex), value=search_value(night, row))
    if night.person:
        nearest = {str(i): d for i, d in away.items() if d == min(away.values())}
        question = msgspec.structs.replace(question, nearest=nearest)
    key = f"{search.radar}{search.letter}/sweep"
    search.sweeps = [(yield from choose_hex(night, question, sorted(legal or around), key, "13.1.2"))]


def search_name(search: Search) -> str:
    """Return the name of a search counter that an umpire answers. [13.1.1]"""
    return f"{search.radar} {search.letter}".rstrip()


def carrier(night: NightContext, search: Search) -> FighterCounter:
    """Return the fighter whose homing set a counter is, by the letter that both bear. [13.1, 24.2.3, 24.4]"""
    carriers = [f for f in night.state.fighters if search.radar in f.equipment]
    return carriers[ord(search.letter) - ord("A")]


def ghost_goal(night: NightContext, search: Search) -> list[int]:
    """Point at a false aircraft when there is no real one, and keep to it from turn to turn. [13.1.2]"""
    state = night.state
    if night.person or night.level == "helpful":
        return []
    if not state.ghost:
        state.ghost = 100 * night.table.roll("umpire", night.map.columns) + 1
        if night.hears:
            night.table.tell(UmpireGhost(hex=hex_name(state.ghost)), "13.1.2", to=("umpire",))
    if night.map.distance(state.ghost, search.hex) <= search_value(night, night.charts.search[search.radar]):
        state.ghost = 0
        return []
    return [state.ghost]


def move_ghost(night: NightContext) -> None:
    """The made-up aircraft flies on like a bomber, until a true one makes it needless. [13.1.2]"""
    state = night.state
    if any(b.status == "map" for b in state.bombers):
        state.ghost = 0
    elif state.ghost:
        first = next((b for b in state.bombers if b.role == "bomber"), state.bombers[0])
        state.ghost += night.attacker_mp(first.type)
        if state.ghost % 100 > night.map.rows:
            state.ghost = 0


def sweep_near(night: NightContext, search: Search, nearest: list[int]) -> Flow[None]:
    """GCI shows a hex in or next to the nearest bomber, if there is one. [25.1]"""
    if not nearest:
        return
    key = f"{search.radar}{search.letter}/sweep"
    options = [str(i) for i in nearest]
    question = UmpireGciTargetQuestion(search_name(search), hex_name(search.hex), places_of(night, nearest))
    index = int((yield from choose(night, question, options, key + "/of", "25.1")))
    search.sweeps = [(yield from beside(night, search, index, key))]


def beside(night: NightContext, search: Search, index: int, key: str) -> Flow[int]:
    """Choose the bomber's hex or one next to it. [25.1]"""
    hex_ = night.state.bombers[index].hex
    options = [hex_, *night.map.adjacent[hex_]]
    names = [f"hex:{hex_name(h)}" for h in options]

    def weigh(_: object) -> list[int]:
        if night.level == "helpful":
            return [1] + [0] * (len(options) - 1)
        if night.level == "fair":
            return [1] * len(options)
        return [1, *(2 * w for w in far_weights(night, options[1:]))]

    question = UmpireSweepQuestion(places_of(night, [index]), search_name(search), hex_name(search.hex))
    choice = yield from choose(night, question, names, key, "25.1", weigh)
    return number_of(choice)


def sweep_widely(night: NightContext, search: Search, away: dict[int, int], value: int) -> Flow[None]:
    """MEW marks contacts exactly, then the next nearest bombers nearly, up to five. [25.2, 25.2.1, 25.2.2]"""
    bombers = night.state.bombers
    left = sorted(away, key=lambda i: (away[i], bombers[i].hex, i))
    while left and len(search.sweeps) < night.charts.search[search.radar].sweeps:
        index = yield from next_nearest(night, search, left, away)
        left.remove(index)
        if away[index] <= value:
            search.sweeps.append(bombers[index].hex)
        else:
            key = f"{search.radar}/sweep{len(search.sweeps)}"
            search.sweeps.append((yield from beside(night, search, index, key)))


def next_nearest(night: NightContext, search: Search, left: list[int], away: dict[int, int]) -> Flow[int]:
    """Return the nearest bomber left; where not all that are equally near can be shown, the umpire chooses. [25.2.1]"""
    equals = [i for i in left if away[i] == away[left[0]]]
    package = night.charts.search[search.radar].sweeps - len(search.sweeps)
    if len(equals) <= package or not night.options.mew_ties:
        return left[0]
    key = f"{search.radar}/sweep{len(search.sweeps)}/of"
    question = UmpireGciTargetQuestion(search_name(search), hex_name(search.hex), places_of(night, equals))
    return int((yield from choose(night, question, [str(i) for i in equals], key, "25.2.1")))
