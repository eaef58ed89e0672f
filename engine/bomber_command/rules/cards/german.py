"""Effects of the German cards. [6.0]"""

from __future__ import annotations

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.charts.schema import CardEffect
from engine.bomber_command.events import (
    CardWithoutTarget,
    CollisionRolled,
    FlakMoved,
    FuelAdded,
    UnitReady,
    WatchNothing,
)
from engine.bomber_command.questions import CardCityQuestion, CardHexQuestion, CardRaidQuestion, CardUnitQuestion
from engine.bomber_command.rules.cards.play import CardPlay, CardWindow, effect
from engine.bomber_command.rules.combat import CITY_FLAK, SEARCHLIGHTS, WILD_BOAR, city_flak, flak_attack, mark_raid
from engine.bomber_command.rules.movement import shown_counters
from engine.bomber_command.state import (
    AIR,
    BRITISH,
    DECOY,
    FLYING,
    GERMAN,
    MAIN,
    MOSQUITO,
    READY,
    REARM,
    FighterUnit,
    Raid,
    State,
    occupied,
    stream_length,
)
from engine.kernel.decisions import Flow, about, parts_of
from engine.kernel.table import Table

NOBODY = "none"
"""No raid is struck."""


@effect("error")
def add_error(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Add to the error value. [10.5.2]"""
    play.moment.error += effect.value


@effect("no-defence")
def attack_unseen(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """The bombers do not fire back at this attack. [9.7.2]"""
    play.moment.no_defence = True


def _on_mosquitos(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return moment.unit is not None and moment.raid is not None and moment.raid.kind == MOSQUITO


@effect("hunting", _on_mosquitos)
def hunt_mosquitos(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """The attack counts as Mosquito Hunting. [9.9.2]"""
    play.moment.hunting = True


def _stacked_declared(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return any(combat.stacked for combat in moment.declared)


@effect("second-attack", _stacked_declared)
def attack_again(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """A unit stacked on the bombed city makes one more Wild Boar attack this turn. [9.5.1]"""
    stacked = {combat.unit: combat for combat in play.moment.declared if combat.stacked}
    options = tuple(f"again:{name}" for name in stacked)
    order = options[0]
    if len(options) > 1:
        order = yield table.ask(GERMAN, CardUnitQuestion(play.card.id), options, "cards/unit", "9.5.1")
    play.moment.declared.append(stacked[about(order)])


def _gci_in_reach(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    board: ScenarioMap = charts.boards[night.scenario]
    return any(unit.gci and board.distance(unit.hex, moment.hex) <= effect.reach for unit in night.units)


@effect("stragglers", _gci_in_reach)
def meet_stragglers(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Let every GCI unit in reach attack in this hex, from any division. [9.3]"""
    play.moment.stragglers = effect.reach


def stray_options(night: State, board: ScenarioMap) -> list[str]:
    """List the hexes with detected counters where a city's flak or the searchlights can fire. [9.6.2]"""
    counters, streams = shown_counters(night)
    options = []
    for hex_ in dict.fromkeys(counters + streams):
        cities = [city for city in board.cities_in.get(hex_, ()) if city_flak(night, board, city) is not None]
        options += [f"stray:{hex_}:{city}" for city in cities]
        if hex_ in board.searchlights:
            options.append(f"stray:{hex_}:{SEARCHLIGHTS}")
    return options


def _somewhere_to_stray(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return bool(stray_options(night, charts.boards[night.scenario]))


@effect("straying", _somewhere_to_stray)
def catch_straying_bombers(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """One city's flak, or the searchlights, attack each detected raid in their hex once. [3.6, 9.6.2]"""
    board: ScenarioMap = table.pack.boards[night.scenario]
    options = tuple(stray_options(night, board))
    order = options[0]
    if len(options) > 1:
        order = yield table.ask(GERMAN, CardHexQuestion(play.card.id), options, "cards/hex", "9.6.2")
    _, hex_, by = parts_of(order)
    for raid in [raid for raid in night.raids if raid.detected]:
        if hex_ in occupied(raid, stream_length(night, raid) if raid.clarified else 0):
            if by == SEARCHLIGHTS:
                yield from flak_attack(night, table, raid, SEARCHLIGHTS, hex_, 0)
            else:
                yield from flak_attack(night, table, raid, CITY_FLAK, hex_, city_flak(night, board, by) or 0, by)


def _free_to_move(night: State) -> list[FighterUnit]:
    return [unit for unit in night.units if unit.place == AIR and not (unit.scrambled or unit.gci)]


def _some_can_move(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return bool(_free_to_move(night))


@effect("extra-hex", _some_can_move)
def hasten_unit(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """One unit may move further this phase. [7.1]"""
    options = tuple(f"hasten:{unit.id}" for unit in _free_to_move(night))
    order = yield table.ask(GERMAN, CardUnitQuestion(play.card.id), options, "cards/unit", "7.1")
    extra = play.moment.extra_hexes
    extra[about(order)] = extra.get(about(order), 0) + effect.value


def observed(night: State, board: ScenarioMap, reach: int) -> list[Raid]:
    """List the undetected raids that watchers at a city or an airfield can see or hear."""
    posts = {*board.cities_in, *(row.hex for row in board.chart.airfields.values())}
    found = []
    for raid in night.raids:
        hidden = raid.status == FLYING and not raid.detected and 0 <= raid.at < len(raid.route)
        if hidden and any(hex_ in posts for hex_ in board.grid.disc(raid.route[raid.at], reach)):
            found.append(raid)
    return found


@effect("reveal")
def watch_skies(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """The British player places one undetected raid near a city or an airfield, if there is any. [8.2]"""
    seen = observed(night, table.pack.boards[night.scenario], effect.reach)
    if not seen:
        table.reveal("raids")
        table.tell(WatchNothing(), "8.2")
        return
    order = f"show:{seen[0].letter}"
    if len(seen) > 1 or night.setup.asks_alike:
        options = tuple(f"show:{raid.letter}" for raid in seen)
        order = yield table.ask(BRITISH, CardRaidQuestion(play.card.id), options, "cards/raid", "8.2")
    night.raid(about(order)).detected = True


def _some_rearm(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return any(unit.place == REARM for unit in night.units)


@effect("rearm", _some_rearm)
def turn_round(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """Move a unit from the Rearm & Refuel Box to the Ready Box at once. [7.4.5]"""
    options = tuple(f"ready:{unit.id}" for unit in night.units if unit.place == REARM)
    order = options[0]
    if len(options) > 1:
        order = yield table.ask(GERMAN, CardUnitQuestion(play.card.id), options, "cards/unit", "7.4.5")
    unit = night.unit(about(order))
    unit.place = READY
    table.tell(UnitReady(unit.id), "7.4.5")


def _counters_shown(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    counters, streams = shown_counters(night)
    return bool(counters or streams)


def _choose_stream(night: State, table: Table, play: CardPlay, raids: list[Raid]) -> Flow[Raid | None]:
    """Let the British player name the Main Force or Decoy raid that a card hits. [8.3, 12.5]

    The question itself must not reveal how many there are; under fog of war not even whether there is one.
    """
    fog, alike = night.setup.fog_of_war, night.setup.asks_alike
    options = tuple(f"raid:{raid.letter}" for raid in raids) or (NOBODY,)
    order = options[0]
    if len(raids) > 1 or (alike and (raids or fog)):
        order = yield table.ask(BRITISH, CardRaidQuestion(play.card.id), options, "cards/raid", "6.2")
    if order == NOBODY:
        table.tell(CardWithoutTarget(play.card.id, play.card.title), "6.2", to=(BRITISH,) if fog else ())
        return None
    return night.raid(about(order))


@effect("collision", _counters_shown)
def collide(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """A detected Main Force or Decoy raid loses bombers. [9.8.2]"""
    losses = table.roll("combat", effect.sides)
    table.tell(CollisionRolled(losses), "6.2")
    raids = [raid for raid in night.raids if raid.detected and raid.kind in (MAIN, DECOY)]
    raid = yield from _choose_stream(night, table, play, raids)
    if raid is not None:
        mark_raid(night, table, raid, losses)


@effect("disrupt")
def blow_astray(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """A Main Force or Decoy raid is disrupted. [9.8.3]"""
    raids = [raid for raid in night.raids if raid.status == FLYING and raid.kind in (MAIN, DECOY)]
    raid = yield from _choose_stream(night, table, play, raids)
    if raid is not None:
        mark_raid(night, table, raid, disruption=effect.value)


def _is_wild_boar(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return moment.attack == WILD_BOAR


@effect("flak-risk", _is_wild_boar)
def dare_own_flak(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """After the attack a die decides whether the unit loses a fighter to its own flak. [9.6.3]"""
    play.moment.risks.append(effect)


def flak_sites(night: State, board: ScenarioMap) -> list[str]:
    """List the cities whose flak can still be strengthened. [2.3.5, 9.6]"""
    values = {city: city_flak(night, board, city) for city in board.cities}
    return [city for city, value in values.items() if value is not None and value < 5]


def _some_site(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return bool(flak_sites(night, charts.boards[night.scenario]))


@effect("mobile-flak", _some_site)
def move_flak(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """Put a Mobile Flak marker on a city. [2.3.5]"""
    options = tuple(f"flak:{city}" for city in flak_sites(night, table.pack.boards[night.scenario]))
    order = yield table.ask(GERMAN, CardCityQuestion(play.card.id), options, "cards/city", "2.3.5")
    night.mobile_flak.append(about(order))
    if table.hears:
        table.tell(FlakMoved(about(order)), "2.3.5")


def _thirsty(night: State, charts: Charts) -> list[FighterUnit]:
    units, fuel = charts.boards[night.scenario].units, charts.tables.fuel.rows
    return [unit for unit in night.units if unit.place == AIR and unit.fuel < fuel[units[unit.id].aircraft]]


def _some_thirst(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return bool(_thirsty(night, charts))


@effect("fuel", _some_thirst)
def add_fuel(night: State, table: Table, play: CardPlay, effect: CardEffect) -> Flow[None]:
    """Give a unit on the map fuel back, up to its endurance. [7.5]"""
    charts: Charts = table.pack
    options = tuple(f"fuel:{unit.id}" for unit in _thirsty(night, charts))
    order = yield table.ask(GERMAN, CardUnitQuestion(play.card.id), options, "cards/unit", "7.5")
    unit = night.unit(about(order))
    most = charts.tables.fuel.rows[charts.boards[night.scenario].units[unit.id].aircraft]
    unit.fuel = min(most, unit.fuel + effect.value)
    table.tell(FuelAdded(unit.id, unit.fuel), "7.5")


def _not_prevented(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return not moment.prevented


@effect("prevent-conversion", _not_prevented)
def put_out_fire(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """The conversion announced fails; its counters stay where they are. [10.5.3]"""
    play.moment.prevented = True
