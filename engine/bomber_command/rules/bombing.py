"""Bombing: marking the target, dropping bombs, what shifts them, and the fires that they start. [10.0]"""

from __future__ import annotations

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import CityMap
from engine.bomber_command.charts.schema import Recipe
from engine.bomber_command.events import (
    AccuracyCounted,
    BombingAimed,
    BombingBegins,
    BombingCreepback,
    BombingEnds,
    BombMoved,
    BombPlaced,
    BombsLoaded,
    ErrorCounted,
    FirePrevented,
    FireStarted,
    FirestormRolled,
    MarkingDrifted,
    MarkingRolled,
    MinesLaid,
    MosquitosBombed,
    QualityRolled,
)
from engine.bomber_command.questions import (
    AccuracyQuestion,
    AimpointQuestion,
    ApproachQuestion,
    BombMixQuestion,
    ConversionQuestion,
    DropQuestion,
    ErrorQuestion,
)
from engine.bomber_command.rules.cards.play import CardWindow, any_time, live, open_window
from engine.bomber_command.rules.skies import moon_is_up, weather_at
from engine.bomber_command.state import BRITISH, GARDENING, GERMAN, MAIN, MOSQUITO, RESOLVE, Bombing, Raid, State
from engine.kernel.decisions import Flow, about, number_of, parts_of
from engine.kernel.events import Mod
from engine.kernel.table import Table

HE, INCENDIARY = "he", "incendiary"
OUTSIDE = "countryside"
CENTRE = "city-centre"


def bombing_phase(night: State, table: Table) -> Flow[None]:
    """Resolve the bombing markers that are due, and the mines laid this turn. [5.0, 10.2]"""
    yield from any_time(night, table, "bombing")
    for raid in sorted(night.raids, key=_entry_turn):
        if raid.marker == RESOLVE:
            if raid.kind == MAIN:
                yield from bomb_city(night, table, raid)
            elif raid.kind == MOSQUITO:
                harass(night, table, raid)
            raid.marker, raid.attacked = "", True
        elif raid.kind == GARDENING and raid.status == "flying" and raid.at == raid.target_at and not raid.attacked:
            lay_mines(night, table, raid)
            raid.attacked = True


def _entry_turn(raid: Raid) -> int:
    return raid.turn


def harass(night: State, table: Table, raid: Raid) -> None:
    """Score a Mosquito raid's bombs. [4.3.2, 11.1]"""
    scores = table.pack.tables.other_scores
    vp = scores.mosquito_on_capital if raid.target == scores.capital else scores.mosquito_raid
    night.score.nuisance += vp
    table.tell(MosquitosBombed(raid.target, vp), "4.3.2")


def lay_mines(night: State, table: Table, raid: Raid) -> None:
    """Score a mined hex less what disruption costs, waypoints included. [4.3.3, 9.8.3]"""
    tables = table.pack.tables
    raid.disruption += raid.waypoints
    error = tables.bomb_error.disruption[raid.disruption]
    vp = max(0, table.pack.boards[night.scenario].mines[raid.target].vp - error)
    night.score.mining += vp
    night.mined[raid.target] = vp
    table.reveal("raid")
    table.tell(MinesLaid(hex=raid.target, disruption=raid.disruption, error=error, vp=vp), "4.3.3", chart="bomb_error")


def bomb_city(night: State, table: Table, raid: Raid) -> Flow[None]:
    """Resolve a Main Force's attack on its city map, step by step. [10.3, 10.4, 10.5]"""
    charts: Charts = table.pack
    row = charts.boards[night.scenario].cities[raid.target]
    assert row.map is not None  # noqa: S101 - no Main Force is sent to a city without a map
    city_map = charts.city_maps[row.map]
    bombing = open_map(night, raid)
    raid.disruption += raid.waypoints
    table.reveal("bombing")
    table.tell(BombingBegins(raid.target, bombing.attacks, raid.disruption), "10.3")
    yield from set_aimpoint(night, table, raid, bombing, city_map)
    quality = yield from mark_target(night, table, raid, bombing, city_map)
    yield from fill_cup(night, table, raid, bombing, quality)
    yield from drop_bombs(table, bombing, city_map)
    yield from shift_by_error(night, table, raid, bombing, city_map)
    yield from shift_by_accuracy(night, table, raid, bombing, city_map)
    yield from convert(night, table, raid, bombing, city_map)
    check_firestorms(night, table, bombing, city_map)
    unbar(bombing)
    if table.hears:
        fires = sum(bombing.fires.values())
        table.tell(BombingEnds(bombing.city, fires, bombing.lost), "10.5")


def open_map(night: State, raid: Raid) -> Bombing:
    """Lay out a city map, or go on with that of the first attack, whose counters and fires stay. [10.3, 10.6]"""
    bombing = night.bombing(raid.target)
    if bombing is None:
        bombing = Bombing(raid.target)
        night.bombings.append(bombing)
    else:
        bombing.first_he, bombing.first_incendiary = bombing.he, bombing.incendiary
        bombing.first_fires = bombing.fires
        bombing.he, bombing.incendiary, bombing.fires = {}, {}, {}
    bombing.ti = bombing.approach = ""
    bombing.creepback = 0
    bombing.attacks += 1
    return bombing


# Marking -------------------------------------------------------------------------------------------------------------


def set_aimpoint(night: State, table: Table, raid: Raid, bombing: Bombing, city_map: CityMap) -> Flow[None]:
    """Choose aimpoint and approach; from then on the weather of this attack is fixed. [10.1.1, 10.3.1, 10.6, 12.4]"""
    charts: Charts = table.pack
    if not bombing.aimpoint:
        kinds = charts.scenarios[night.scenario].aimpoints
        areas = (
            [city_map.oil] if raid.oil and city_map.oil else [a for a in city_map.built if city_map.kind[a] in kinds]
        )
        order = f"aim:{areas[0]}"
        if len(areas) > 1 or night.setup.asks_alike:
            order = yield table.ask(
                BRITISH, AimpointQuestion, tuple(f"aim:{a}" for a in areas), "bombing/aim", "10.3.1"
            )
        bombing.aimpoint = about(order)
    bombing.weather = weather_at(night, charts, charts.boards[night.scenario].cities[raid.target].hex)
    side = approach_side(night, charts, raid)
    if not side:
        options = tuple(f"approach:{number}" for number in range(1, 7))
        order = yield table.ask(BRITISH, ApproachQuestion, options, "bombing/approach", "10.3.1")
        side = number_of(order)
    bombing.approach_side = side
    bombing.ti = bombing.aimpoint
    bombing.approach = city_map.step(bombing.aimpoint, side)
    if table.hears:
        aimed = BombingAimed(bombing.weather, bombing.city, bombing.aimpoint, bombing.approach)
        table.tell(aimed, "12.4" if night.setup.approach else "10.3.1")


def approach_side(night: State, charts: Charts, raid: Raid) -> int:
    """Return the compass number from which the raid came, 0 where the British player may choose. [12.4, 12.4.1]"""
    if not night.setup.approach or raid.target_at < 1:
        return 0
    grid = charts.boards[night.scenario].grid
    heading = grid.side_to(raid.route[raid.target_at], raid.route[raid.target_at - 1])
    assert heading is not None  # noqa: S101 - a raid enters from a neighbouring hex
    return (night.north.get(raid.target, 1) - 1 + heading // 2) % 6 + 1


def marking_mods(night: State, charts: Charts, raid: Raid, bombing: Bombing, method: str) -> list[Mod]:
    """Return what modifies the marking roll, cards apart. [9.3.2, 10.3.2]"""
    chart = charts.tables.marking
    row = charts.boards[night.scenario].cities[raid.target]
    mods = [Mod(getattr(chart, method), method, "10.3.2")]
    if row.oboe and not raid.oboe_lost:
        mods.append(Mod(chart.oboe, "oboe", "10.3.2"))
    if bombing.weather == "clear":
        mods.append(Mod(chart.clear, "clear", "10.3.2"))
    if method != "newhaven" and not row.oboe and row.radar in ("good", "poor"):
        mods.append(Mod(getattr(chart, f"{row.radar}_radar"), f"radar:{row.radar}", "10.3.2"))
    return mods


def mark_target(night: State, table: Table, raid: Raid, bombing: Bombing, city_map: CityMap) -> Flow[int]:
    """Roll for drift and quality, and move the Target Indicator; return the quality in rows. [10.3.2, 10.3.3]"""
    charts: Charts = table.pack
    chart = charts.tables.marking
    moment = CardWindow("marking", raid=raid, city=raid.target)
    moment.method = charts.weather[bombing.weather].marking
    if live(night, charts, "marking"):
        moment.base = marking_mods(night, charts, raid, bombing, moment.method)
        yield from open_window(night, table, moment, BRITISH)
    bombing.method = moment.method
    mods = marking_mods(night, charts, raid, bombing, bombing.method) + moment.mods
    shift = sum(mod.value for mod in mods)
    total = table.roll("bombing", 6) + table.roll("bombing", 6) + shift
    drift, quality = chart.drift[total], chart.quality[total]
    if table.hears:
        table.tell(MarkingRolled(bombing.method, total, drift, quality), "10.3.2", mods=mods, chart="marking")
    if night.setup.separate_quality:
        total = table.roll("bombing", 6) + table.roll("bombing", 6) + shift
        quality = chart.quality[total]
        table.tell(QualityRolled(total, quality), "10.3.2", mods=mods, chart="marking")
    if drift:
        if not (bombing.attacks > 1 and bombing.drift_side):
            bombing.drift_side = table.roll("bombing", 6)
        drift_indicator(bombing, city_map, drift)
        place = bombing.ti or OUTSIDE
        table.tell(MarkingDrifted(bombing.drift_side, place, bombing.approach or OUTSIDE), "10.3.2")
    return quality


def drift_indicator(bombing: Bombing, city_map: CityMap, drift: int) -> None:
    """Move the Target Indicator; the Approach keeps its place beside it. [10.3.2, 10.3.3]"""
    for _ in range(drift):
        bombing.ti = city_map.step(bombing.ti, bombing.drift_side)
        if not bombing.ti:
            bombing.approach = ""
            return
    bombing.approach = city_map.step(bombing.ti, bombing.approach_side)


# Dropping bombs ------------------------------------------------------------------------------------------------------


def load_of(charts: Charts, raid: Raid) -> tuple[int, int]:
    """Return how many counters a raid carries and how many rows its load shifts. [10.4.1, 10.4.2, 12.3]"""
    bombs = charts.tables.bombs
    if raid.heavy == raid.light:
        return bombs.normal, 0
    return (bombs.heavy, bombs.heavy_rows) if raid.heavy else (bombs.light, bombs.light_rows)


def fill_cup(night: State, table: Table, raid: Raid, bombing: Bombing, quality: int) -> Flow[None]:
    """Choose the mix of bombs and find the concentration. [10.4.1, 10.4.2]"""
    charts: Charts = table.pack
    load, rows = load_of(charts, raid)
    options = tuple(f"he:{he}" for he in range(load + 1))
    question = BombMixQuestion(load, bombing.method, bombing.weather, quality)
    order = yield table.ask(BRITISH, question, options, "bombing/mix", "10.4.1")
    bombing.cup_he = number_of(order)
    bombing.cup_incendiary = load - bombing.cup_he
    bombing.dropped += load
    moment = CardWindow("placement", raid=raid, city=raid.target)
    if live(night, charts, "placement"):
        yield from open_window(night, table, moment, BRITISH)
    start = charts.weather[bombing.weather].concentration
    values = charts.tables.bombs.concentration
    place = max(0, min(len(values) - 1, start + quality + rows + moment.rows))
    bombing.concentration = values[place]
    if table.hears:
        loaded = BombsLoaded(bombing.weather, quality, bombing.cup_he, bombing.cup_incendiary, bombing.concentration)
        table.tell(loaded, "10.4.2", chart="bombs")


def draw_bomb(table: Table, bombing: Bombing) -> str:
    """Draw a counter blindly from the cup. [10.4.2]"""
    if table.roll("bombs", bombing.cup_he + bombing.cup_incendiary) <= bombing.cup_he:
        bombing.cup_he -= 1
        return HE
    bombing.cup_incendiary -= 1
    return INCENDIARY


def place_bomb(table: Table, bombing: Bombing, area: str) -> None:
    """Draw a counter and put it in an area, "" being the countryside. [10.4.2]"""
    kind = draw_bomb(table, bombing)
    add_bomb(bombing, area, kind, 1)
    if table.hears:
        table.tell(BombPlaced(area or OUTSIDE, kind), "10.4.2")


def add_bomb(bombing: Bombing, area: str, kind: str, number: int) -> None:
    """Add counters of this attack to an area, or take them away."""
    if not area:
        if kind == HE:
            bombing.outside_he += number
        else:
            bombing.outside_incendiary += number
        return
    held = bombing.he if kind == HE else bombing.incendiary
    held[area] = held.get(area, 0) + number
    if not held[area]:
        del held[area]


def left_in_cup(bombing: Bombing) -> int:
    """Count the counters still in the cup."""
    return bombing.cup_he + bombing.cup_incendiary


def drop_bombs(table: Table, bombing: Bombing, city_map: CityMap) -> Flow[None]:
    """Place the concentration on the Target Indicator and the rest around it. [10.4.2, 10.4.3]"""
    for _ in range(min(bombing.concentration, left_in_cup(bombing))):
        place_bomb(table, bombing, bombing.ti)
    if bombing.ti:
        yield from drop_in_rings(table, bombing, city_map)
    else:
        yield from drop_astray(table, bombing, city_map)


def drop_in_rings(table: Table, bombing: Bombing, city_map: CityMap) -> Flow[None]:
    """Fill ring after ring; where a ring takes all of its counters nothing is left to choose. [10.4.2]"""
    radius = 1
    placed = 1
    while left_in_cup(bombing) and placed < len(city_map.grid):
        ring = list(city_map.grid.ring(bombing.ti, radius))
        radius += 1
        placed += len(ring)
        while ring and left_in_cup(bombing):
            area = ring[0]
            if len(ring) > left_in_cup(bombing):
                options = tuple(f"drop:{one}" for one in ring)
                area = about((yield table.ask(BRITISH, DropQuestion, options, "bombing/drop", "10.4.2")))
            ring.remove(area)
            place_bomb(table, bombing, area)
    while left_in_cup(bombing):
        place_bomb(table, bombing, "")


def drop_astray(table: Table, bombing: Bombing, city_map: CityMap) -> Flow[None]:
    """Drop counters on city and countryside in turn when the Indicator is in the countryside. [10.4.3]"""
    free = list(city_map.grid)
    while left_in_cup(bombing):
        if free:
            options = tuple(f"drop:{area}" for area in free)
            area = about((yield table.ask(BRITISH, DropQuestion, options, "bombing/drop", "10.4.3")))
            free.remove(area)
            place_bomb(table, bombing, area)
        if left_in_cup(bombing):
            place_bomb(table, bombing, "")


# Error and accuracy --------------------------------------------------------------------------------------------------


def error_mods(night: State, charts: Charts, raid: Raid) -> list[Mod]:
    """Return the parts of the error value, cards apart. [10.5.2]"""
    chart = charts.tables.bomb_error
    mods = []
    if night.visibility == "poor":
        mods.append(Mod(chart.poor_visibility, "visibility:poor", "10.5.2"))
    if charts.boards[night.scenario].cities[raid.target].radar == "poor":
        mods.append(Mod(chart.poor_radar, "radar:poor", "10.5.2"))
    disruption = chart.disruption[raid.disruption]
    if disruption:
        mods.append(Mod(disruption, "disruption", "10.5.2"))
    return mods


def accuracy_mods(night: State, charts: Charts, raid: Raid, bombing: Bombing) -> list[Mod]:
    """Return the parts of the accuracy value, cards apart. [10.5.2, 10.6]"""
    chart = charts.tables.bomb_accuracy
    mods = []
    given = charts.scenarios[night.scenario].accuracy
    if given:
        mods.append(Mod(given, f"scenario:{night.scenario}", "10.5.2"))
    if night.visibility == "good":
        mods.append(Mod(chart.good_visibility, "visibility:good", "10.5.2"))
    if charts.boards[night.scenario].cities[raid.target].radar == "good":
        mods.append(Mod(chart.good_radar, "radar:good", "10.5.2"))
    if moon_is_up(night) and bombing.method == "newhaven":
        mods.append(Mod(chart.moon, "moon", "10.5.2"))
    if bombing.attacks > 1 and sum(bombing.first_fires.values()) >= chart.follow_up_fires:
        mods.append(Mod(chart.follow_up, "first-fires", "10.5.2"))
    return mods


def shift_by_error(night: State, table: Table, raid: Raid, bombing: Bombing, city_map: CityMap) -> Flow[None]:
    """The German player moves counters, a point for each step. [10.5.1, 10.5.2]"""
    mods = error_mods(night, table.pack, raid)
    moment = CardWindow("error", raid=raid, city=raid.target)
    if live(night, table.pack, "error"):
        yield from open_window(night, table, moment, GERMAN)
    bombing.error = sum(mod.value for mod in mods) + moment.error
    if table.hears:
        counted = ErrorCounted(moment.error, raid.target, raid.disruption, bombing.error)
        table.tell(counted, "10.5.2", mods=mods, chart="bomb_error")
    while bombing.error:
        options = shifts(bombing, city_map, outward=True)
        order = yield table.ask(GERMAN, ErrorQuestion(bombing.error), options, "bombing/error", "10.5.2")
        if order == "done":
            break
        shift(table, bombing, order)
        bombing.error -= 1
    bombing.error = 0


def shift_by_accuracy(night: State, table: Table, raid: Raid, bombing: Bombing, city_map: CityMap) -> Flow[None]:
    """Let the British player move counters; those left in the countryside are lost. [10.5.1, 10.5.2]"""
    mods = accuracy_mods(night, table.pack, raid, bombing)
    moment = CardWindow("accuracy", raid=raid, city=raid.target)
    if live(night, table.pack, "accuracy"):
        yield from open_window(night, table, moment, BRITISH)
    bombing.accuracy = sum(mod.value for mod in mods) + moment.accuracy
    if table.hears:
        counted = AccuracyCounted(moment.accuracy, raid.target, bombing.accuracy)
        table.tell(counted, "10.5.2", mods=mods, chart="bomb_accuracy")
    while bombing.accuracy:
        options = shifts(bombing, city_map, outward=False)
        order = yield table.ask(BRITISH, AccuracyQuestion(bombing.accuracy), options, "bombing/accuracy", "10.5.2")
        if order == "done":
            break
        shift(table, bombing, order)
        bombing.accuracy -= 1
    bombing.accuracy = 0
    bombing.lost += bombing.outside_he + bombing.outside_incendiary
    bombing.outside_he = bombing.outside_incendiary = 0


def shifts(bombing: Bombing, city_map: CityMap, outward: bool) -> tuple[str, ...]:
    """List each step that a counter of this attack may take: one side moves it out of town, one back. [10.5.1]"""
    options = ["done"]
    for kind, held, outside in (
        (HE, bombing.he, bombing.outside_he),
        (INCENDIARY, bombing.incendiary, bombing.outside_incendiary),
    ):
        for area in city_map.grid:
            if area in held:
                options += [f"move:{kind}:{area}:{near}" for near in city_map.grid.adjacent(area)]
                if outward and None in city_map.grid.neighbours(area):
                    options.append(f"move:{kind}:{area}:{OUTSIDE}")
        if outside and not outward:
            options += [f"move:{kind}:{OUTSIDE}:{area}" for area in city_map.outermost]
    return tuple(options)


def shift(table: Table, bombing: Bombing, order: str) -> None:
    """Move one counter one step. [10.5.1]"""
    _, kind, start, end = parts_of(order)
    add_bomb(bombing, "" if start == OUTSIDE else start, kind, -1)
    add_bomb(bombing, "" if end == OUTSIDE else end, kind, 1)
    table.tell(BombMoved(kind, start, end), "10.5.1")


# Fires ---------------------------------------------------------------------------------------------------------------


def convert(night: State, table: Table, raid: Raid, bombing: Bombing, city_map: CityMap) -> Flow[None]:
    """Convert counters into major fires: the Indicator's area, the Approach's, then the others. [10.5.3, 10.5.4]"""
    first, second = bombing.ti, bombing.approach
    rest = [area for area in city_map.built if area not in (first, second)]
    for step, areas in (("ti", [first]), ("approach", [second]), ("rest", rest)):
        areas = [area for area in areas if area]
        while True:
            options = conversions(table.pack, bombing, city_map, areas)
            if len(options) == 1:
                break
            order = yield table.ask(BRITISH, ConversionQuestion(step), options, f"bombing/convert/{step}", "10.5.3")
            if order == "done":
                break
            yield from convert_one(night, table, raid, bombing, order)
            if step == "ti" and (yield from creeps_back(night, table, raid, bombing)):
                break


def count_bombs(bombing: Bombing, area: str, kind: str) -> int:
    """Count the counters of a kind in an area, an earlier attack's included. [10.6]"""
    if kind == HE:
        return bombing.he.get(area, 0) + bombing.first_he.get(area, 0)
    return bombing.incendiary.get(area, 0) + bombing.first_incendiary.get(area, 0)


def conversions(charts: Charts, bombing: Bombing, city_map: CityMap, areas: list[str]) -> list[str]:
    """List every conversion that the counters allow, with how many of them are HE. [10.5.3]"""
    options = ["done"]
    for area in areas:
        he, fire = count_bombs(bombing, area, HE), count_bombs(bombing, area, INCENDIARY)
        if he + fire < 2:
            continue
        kind = city_map.kind[area]
        for name, recipe in charts.tables.fires.recipes.items():
            if kind in recipe.areas:
                options += [f"fire:{name}:{area}:{used}" for used in he_used(recipe, he, fire)]
    return options


def he_used(recipe: Recipe, he: int, incendiary: int) -> list[int]:
    """List the numbers of HE counters that a recipe may use of those in the area. [10.5.3]"""
    if recipe.counters:
        most = min(he, recipe.counters)
        return [used for used in range(recipe.least_he, most + 1) if recipe.counters - used <= incendiary]
    return [recipe.he] if recipe.he <= he and recipe.incendiary <= incendiary else []


def convert_one(night: State, table: Table, raid: Raid, bombing: Bombing, order: str) -> Flow[None]:
    """Carry out a conversion unless a card prevents it; of one into two fires a card prevents one. [10.5.3]"""
    _, name, area, number = parts_of(order)
    recipe: Recipe = table.pack.tables.fires.recipes[name]
    he = int(number)
    incendiary = (recipe.counters or recipe.he + recipe.incendiary) - he
    fires = recipe.fires
    moment = CardWindow("conversion", raid=raid, city=raid.target)
    moment.area, moment.recipe = area, name
    if live(night, table.pack, "conversion"):
        yield from open_window(night, table, moment, GERMAN)
    if moment.prevented:
        fires -= 1
        # Areas that a card saves stay unconverted until this attack ends; the one fire left of two takes a mixed pair.
        bar(bombing, area, he if not fires else 0, incendiary if not fires else 1)
        table.tell(FirePrevented(area, name), "10.5.3")
        if not fires:
            return
        incendiary -= 1
    use_up(bombing, area, he, incendiary)
    bombing.fires[area] = bombing.fires.get(area, 0) + fires
    bombing.converted += he + incendiary
    table.tell(FireStarted(area=area, recipe=name, fires=fires, he=he, incendiary=incendiary), "10.5.3", chart="fires")


def use_up(bombing: Bombing, area: str, he: int, incendiary: int) -> None:
    """Take counters off the map, an earlier attack's first. [10.5.3, 10.6]"""
    for kind, number in ((HE, he), (INCENDIARY, incendiary)):
        first = bombing.first_he if kind == HE else bombing.first_incendiary
        earlier = min(number, first.get(area, 0))
        if earlier:
            first[area] -= earlier
            if not first[area]:
                del first[area]
        if number > earlier:
            add_bomb(bombing, area, kind, earlier - number)


def bar(bombing: Bombing, area: str, he: int, incendiary: int) -> None:
    """Set counters aside that a card has saved from converting. [10.5.3]"""
    use_up(bombing, area, he, incendiary)
    for held, number in ((bombing.barred_he, he), (bombing.barred_incendiary, incendiary)):
        if number:
            held[area] = held.get(area, 0) + number


def unbar(bombing: Bombing) -> None:
    """Put counters back that were set aside; they lie on the map as before. [10.5.3]"""
    for kind, held in ((HE, bombing.barred_he), (INCENDIARY, bombing.barred_incendiary)):
        for area, number in held.items():
            add_bomb(bombing, area, kind, number)
        held.clear()


def creeps_back(night: State, table: Table, raid: Raid, bombing: Bombing) -> Flow[bool]:
    """Enough fires round the Indicator draw the rest of the bombs back along the approach. [10.5.4]"""
    chart = table.pack.tables.fires
    fires = bombing.fires.get(bombing.ti, 0)
    if not fires:
        return False
    if live(night, table.pack, "creepback"):
        moment = CardWindow("creepback", raid=raid, city=raid.target)
        moment.area = bombing.ti
        yield from open_window(night, table, moment, BRITISH)
        bombing.creepback += moment.creepback
    if fires < max(chart.least_creepback, chart.creepback + bombing.creepback):
        return False
    unbar(bombing)
    moved = 0
    for kind, held in ((HE, bombing.he), (INCENDIARY, bombing.incendiary)):
        number = held.get(bombing.ti, 0)
        if number:
            add_bomb(bombing, bombing.ti, kind, -number)
            add_bomb(bombing, bombing.approach, kind, number)
            moved += number
    bombing.lost += bombing.outside_he + bombing.outside_incendiary
    bombing.outside_he = bombing.outside_incendiary = 0
    table.tell(BombingCreepback(bombing.ti, bombing.approach or OUTSIDE, moved), "10.5.4")
    return True


def check_firestorms(night: State, table: Table, bombing: Bombing, city_map: CityMap) -> None:
    """In good weather a City Centre with three fires may burn in a storm, which doubles them. [10.5.5, 10.6]"""
    if night.bad_weather:
        return
    for area in city_map.built:
        if city_map.kind[area] != CENTRE or area in bombing.storms or not bombing.fires.get(area):
            continue
        fires = bombing.fires[area] + bombing.first_fires.get(area, 0)
        if fires < table.pack.tables.fires.firestorm:
            continue
        total = table.roll("bombing", 6) + table.roll("bombing", 6)
        storm = total < fires
        if storm:
            bombing.storms.append(area)
            bombing.fires[area] += fires
        table.tell(FirestormRolled(area=area, total=total, fires=fires, storm=storm), "10.5.5", chart="fires")
