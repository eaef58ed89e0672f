"""Setting up: units, the target for tonight, the skies, the plot, the stripped cities and the opening hands. [3.0]"""

from __future__ import annotations

from functools import partial

from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.charts.schema import ZONES, DownfallChit
from engine.bomber_command.events import (
    FlakStripped,
    FollowUpDrawn,
    PatrolsChosen,
    PlottedRaid,
    RaidsPlotted,
    RaidsReady,
    StarUnitRolled,
    TargetDrawn,
    TargetRejected,
    TwilightRolled,
    VisibilityRolled,
    WeatherAnnounced,
    WeatherPlaced,
    WeatherRejected,
)
from engine.bomber_command.questions import (
    BombingCardQuestion,
    FlakStripQuestion,
    PatrolChoiceQuestion,
    PlotQuestion,
    PutBackQuestion,
    WeatherOrderQuestion,
)
from engine.bomber_command.rules.advanced import roll_moon, roll_norths, roll_scenario_weather, roll_wind
from engine.bomber_command.rules.cards.play import draw_card, make_deck
from engine.bomber_command.rules.plots import Plot
from engine.bomber_command.rules.plotting import Planner, plot_form
from engine.bomber_command.state import BRITISH, GERMAN, MAIN, READY, SEATS, FighterUnit, Patrol, Raid, State
from engine.kernel.decisions import Flow, about, number_of
from engine.kernel.decks import NEVER, deck
from engine.kernel.table import Table


def set_up(night: State, table: Table) -> Flow[None]:
    """Prepare a night in the order of the chapter, up to the plot. [3.0]"""
    row = table.pack.scenarios[night.scenario]
    night.jamming, night.stream = row.jamming, row.stream
    place_units(night, table)
    yield from choose_patrols(night, table)
    if night.scenario == "downfall":
        roll_twilight(night, table)
        draw_downfall_targets(night, table)
    else:
        draw_berlin_target(night, table)
    roll_scenario_weather(night, table)
    yield from place_weather(night, table)
    roll_visibility(night, table)
    if night.scenario == "berlin":
        roll_twilight(night, table)
    yield from roll_moon(night, table)
    roll_wind(night, table)
    roll_norths(night, table)


def place_units(night: State, table: Table) -> None:
    """Put every unit in the Ready Box; a starred one only if its die allows. [3.2.1]"""
    board: ScenarioMap = table.pack.boards[night.scenario]
    night.units = []
    for name, row in board.units.items():
        if row.star:
            comes = table.pack.tables.star_units[table.roll("units", 6)]
            table.tell(StarUnitRolled(name, comes), "3.2.1")
            if not comes:
                continue
        detachment = row.full is None
        night.units.append(FighterUnit(name, READY, depleted=detachment, detachment=detachment))


def choose_patrols(night: State, table: Table) -> Flow[None]:
    """In Downfall the British player takes two of the three Patrols. [3.2.2]"""
    wanted = table.pack.scenarios[night.scenario].patrols
    if not wanted:
        return
    strengths = table.pack.tables.british_fighters.patrols
    left_out = yield table.ask(BRITISH, PatrolChoiceQuestion, tuple(f"leave-out:{s}" for s in strengths), rule="3.2.2")
    night.patrols = [Patrol(s) for s in strengths if s != number_of(left_out)][:wanted]
    if table.hears:
        table.tell(PatrolsChosen([patrol.strength for patrol in night.patrols]), "3.2.2")


def draw_berlin_target(night: State, table: Table) -> None:
    """Draw the target chit in secret. [3.3]"""
    chits = table.pack.tables.berlin_chits.rows
    name = table.draw(deck("chits", chits, NEVER))
    chit = chits[name]
    night.targets, night.target_vps, night.oil = [chit.city], [chit.vp], [False]
    night.moon_value = chit.moon
    if table.hears:
        table.tell(TargetDrawn(1, chit.city, chit.vp, chit.moon, oil=False), "3.3", to=(BRITISH,))


def draw_downfall_targets(night: State, table: Table) -> None:
    """Draw Targets A and B in secret; a short night leaves no time for a far follow-up. [4.5.1, 4.5.2, 4.5.3]"""
    rules, chits = table.pack.tables.raid_rules, table.pack.tables.downfall_chits.rows
    first = chits[table.draw(deck("chits-a", [name for name, chit in chits.items() if chit.set == "A"], NEVER))]
    night.moon_value = first.moon
    _note_target(night, table, first, 1)
    short = night.twilight <= rules.short_night_turn and first.vp >= rules.short_night_vp
    cup = deck("chits-b", [name for name, chit in chits.items() if chit.set == "B"], NEVER)
    second = chits[table.draw(cup)]
    while short and second.follow_up:
        table.tell(TargetRejected(), "4.5.3", to=(BRITISH,))
        second = chits[table.draw(cup)]
    if second.follow_up:
        night.follow_up = True
        night.targets.append(first.city)
        night.target_vps.append(0)
        night.oil.append(first.oil)
        table.tell(FollowUpDrawn(first.city), "4.5.2", to=(BRITISH,))
    else:
        _note_target(night, table, second, 2)


def _note_target(night: State, table: Table, chit: DownfallChit, number: int) -> None:
    night.targets.append(chit.city)
    night.target_vps.append(chit.vp)
    night.oil.append(chit.oil)
    if table.hears:
        table.tell(TargetDrawn(number, chit.city, chit.vp, chit.moon, chit.oil), "4.5.1", to=(BRITISH,))


def place_weather(night: State, table: Table) -> Flow[None]:
    """Announce the order of the zones, then draw a marker for each. [3.4.1]"""
    # A sky that two nights share must not depend on the announcing player: its zones are drawn for in one order.
    order: list[str] = list(ZONES) if table.shares("deck/weather") else []
    while len(order) < len(ZONES) - 1:
        left = tuple(f"zone:{zone}" for zone in ZONES if zone not in order)
        choice = yield table.ask(BRITISH, WeatherOrderQuestion, left, f"weather/{len(order) + 1}", "3.4.1")
        order.append(about(choice))
    order += [zone for zone in ZONES if zone not in order]
    if table.hears:
        table.tell(WeatherAnnounced(list(order)), "3.4.1")
    night.weather_cup = deck("weather", table.pack.tables.weather_markers.rows, NEVER)
    for zone in order:
        draw_weather(night, table, zone)


def draw_weather(night: State, table: Table, zone: str) -> None:
    """Draw a marker for a zone; a cross beyond the second on the map is rejected. [3.4.1, 12.1.1]

    The marker that lay there goes back into the cup afterwards, and does not count against the limit.
    """
    tables, cup = table.pack.tables, night.weather_cup
    assert cup is not None  # noqa: S101 - the cup is filled before the first marker is drawn
    values, most = tables.weather_values.rows, tables.weather_values.most_crosses
    old = night.weather_markers.pop(zone, None)
    night.weather.pop(zone, None)
    crosses = sum(values[weather].cross for weather in night.weather.values())
    rejected = []
    while True:
        marker = table.draw(cup)
        faces = tables.weather_markers.rows[marker]
        weather = faces.bad if night.bad_weather else faces.good
        if not values[weather].cross or crosses < most:
            break
        rejected.append(marker)
        table.tell(WeatherRejected(zone, weather), "12.1.1")
    cup.pile = sorted([*cup.pile, *rejected, *([old] if old else [])])
    night.weather_markers[zone] = marker
    night.weather[zone] = weather
    table.tell(WeatherPlaced(zone, weather), "3.4.1")


def roll_visibility(night: State, table: Table) -> None:
    """Roll for the visibility. [3.4.4]"""
    night.visibility = table.pack.tables.visibility[table.roll("weather", 6)]
    table.tell(VisibilityRolled(night.visibility), "3.4.4", chart="visibility")


def roll_twilight(night: State, table: Table) -> None:
    """Roll for the turn on which twilight begins. [3.4.5]"""
    night.twilight = table.roll("weather", 6) + table.pack.tables.visibility_values.twilight_after
    table.tell(TwilightRolled(night.twilight), "3.4.5")


def plot_raids(night: State, table: Table) -> Flow[None]:
    """The British player plots in secret; the German player learns nothing of it. [3.5, 4.0]"""
    form = plot_form(night, table.pack)
    hexes = [table.pack.boards[night.scenario].cities[city].hex for city in night.targets]
    question = PlotQuestion(
        targets=list(night.targets),
        target_hexes=hexes,
        follow_up=night.follow_up,
        raids_given=table.pack.scenarios[night.scenario].raids,
        bomb_loads=night.setup.bomb_loads,
    )
    plot: Plot = yield table.ask_form(BRITISH, question, form, "plot", "3.5.2")
    night.raids = Planner(night, table.pack).judge(plot)[0]
    mark_mains(night)
    if table.hears:
        raids = [PlottedRaid(raid.letter, raid.kind, raid.target, list(raid.route), raid.turn) for raid in night.raids]
        table.tell(RaidsPlotted(raids), "3.5.2", to=(BRITISH,))
        table.tell(RaidsReady(), "3.5.2")


def mark_mains(night: State) -> None:
    """Tell each Main Force what its chit says of oil, and which of two over one target comes second. [4.5]"""
    mains = sorted((raid for raid in night.raids if raid.kind == MAIN), key=_entry_turn)
    for at, raid in enumerate(mains):
        raid.oil = night.oil[night.targets.index(raid.target)]
        raid.follow_up = night.follow_up and at == 1


def _entry_turn(raid: Raid) -> int:
    return raid.turn


def strip_flak(night: State, table: Table) -> Flow[None]:
    """In Downfall the German player strips cities of flak that print 0 and can be targets. [3.3.1, 3.6]"""
    board: ScenarioMap = table.pack.boards[night.scenario]
    for number in range(table.pack.scenarios[night.scenario].stripped):
        open_to = [
            name for name, city in board.cities.items() if city.flak == 0 and city.map and name not in night.stripped
        ]
        options = tuple(f"strip:{name}" for name in open_to)
        choice = yield table.ask(GERMAN, FlakStripQuestion, options, f"strip/{number + 1}", "3.6")
        night.stripped.append(about(choice))
        if table.hears:
            table.tell(FlakStripped(about(choice)), "3.6")


def deal_hands(night: State, table: Table) -> Flow[None]:
    """Deal eight cards and keep five; in Downfall the British player picks a bombing card and draws four. [3.7]"""
    hands = table.pack.tables.hands
    for seat in SEATS:
        night.decks[seat] = make_deck(night, table.pack, seat)
        night.hands[seat] = []
        night.held[seat] = []
    choosing = list(SEATS)
    if night.scenario == "downfall":
        choosing.remove(BRITISH)
        yield from _pick_bombing_card(night, table)
    for seat in choosing:
        for _ in range(hands.dealt):
            draw_card(night, table, seat)
    yield table.parallel({seat: partial(_put_back, night, seat) for seat in choosing})


def _pick_bombing_card(night: State, table: Table) -> Flow[None]:
    """Search the deck for a bombing card, then draw the rest of the hand. [3.7.1]"""
    cards, pile = table.pack.cards, night.decks[BRITISH].pile
    titles = {cards[name].title: name for name in reversed(pile) if cards[name].symbol == "bombing"}
    options = tuple(f"take:{name}" for name in sorted(titles.values()))
    choice = yield table.ask(BRITISH, BombingCardQuestion, options, "hand/bombing", "3.7.1")
    night.decks[BRITISH].remove(about(choice))
    night.hands[BRITISH].append(about(choice))
    for _ in range(table.pack.tables.hands.kept - 1):
        draw_card(night, table, BRITISH)


def _put_back(night: State, seat: str, table: Table) -> Flow[None]:
    """Return what is beyond a hand of five to the deck. [3.7]"""
    hand = night.hands[seat]
    while len(hand) > table.pack.tables.hands.kept:
        order = yield table.ask(seat, PutBackQuestion, tuple(f"put-back:{card}" for card in hand), "hand", "3.7")
        hand.remove(about(order))
        night.decks[seat].pile.append(about(order))
    night.decks[seat].pile.sort()
