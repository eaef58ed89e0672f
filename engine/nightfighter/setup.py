"""Setting up: counters, sky, equipment and the fighters' first hexes. [3.0, 12.0, 20.1]"""

from __future__ import annotations

from engine.kernel.decisions import Flow, number_of
from engine.nightfighter.charts.map import FACINGS, hex_name
from engine.nightfighter.charts.schema import AttackerForce, DefenderFlight
from engine.nightfighter.events.setting_up import (
    CountersPicked,
    FighterMusic,
    FighterPlaced,
    FighterReady,
    FighterWaits,
    SkyCloud,
    SkyMoon,
    SkySet,
    SkyVisibility,
)
from engine.nightfighter.questions import (
    SetupEnterQuestion,
    SetupExperteQuestion,
    SetupFacingQuestion,
    SetupHexQuestion,
    UmpireColourQuestion,
)
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.rules.umpired.umpire import TO_UMPIRE, choose
from engine.nightfighter.state import PLAYER, AttackerCounter, FighterCounter

FITTED_UP_TO = 3
"""The die up to which a schräge Musik kit is fitted. [20.1]"""
COLOURS = ("red", "yellow")
NOW_OR_WAIT = ("now", "wait")


def set_up(night: NightContext) -> Flow[None]:
    """Counters, then the sky, then the player's fighters; after that play can start. [3.4, 8.1.2]"""
    state, scenario = night.state, night.scenario
    for force in scenario.attackers:
        pick_counters(night, force)
    if night.solo:
        fill_cup(night)
    else:
        colour = yield from choose(night, UmpireColourQuestion(), COLOURS, "colour", "8.1.2")
        state.red = colour == "red"
    roll_sky(night)
    night.look_at_sky()
    for flight in scenario.defenders:
        for _ in range(flight.count):
            state.fighters.append(crew(night, flight))
    if scenario.experte_of_choice:
        options = [f.name for f in state.fighters]
        name = yield night.table.ask(PLAYER, SetupExperteQuestion, options, "setup/experte", "17.2")
        next(f for f in state.fighters if f.name == name).pilot = "experte"
    share_equipment(night)
    for fighter in state.fighters:
        yield from place_fighter(night, fighter)


# Counters ----------------------------------------------------------------------------------------------------------


def pick_counters(night: NightContext, force: AttackerForce) -> None:
    """Pick counters of a type at random from those in the box; the last figure is the tally number. [2.2.1, 3.4]"""
    row = night.charts.bombers.get(force.type)
    supply = max(force.count, row.counters if row else 6)
    numbers = [1 + n % 6 for n in range(supply)]
    for _ in range(force.count):
        place = night.table.roll("counters", len(numbers)) - 1 if len(numbers) > 1 else 0
        number = numbers.pop(place)
        bombers = night.state.bombers
        ai = force.ai or (night.charts.nightfighters[force.type].ai if row is None else None) or ""
        carried = equipment(night, force, number)
        bombers.append(AttackerCounter(force.type, number, len(bombers), force.role, ai, carried))
    to = () if night.solo else TO_UMPIRE
    night.table.tell(CountersPicked(type=force.type, count=force.count), "3.4", to=to)


def equipment(night: NightContext, force: AttackerForce, number: int) -> list[str]:
    """Return what an attacker carries; H2S and Fishpond go with tally number 6. [24.2, 24.3.1, 28.2.1]"""
    carried: list[str] = list(force.equipment)
    by_wave = night.solo and night.scenario.solo.h2s_waves is not None
    if force.role == "bomber":
        for item in night.scenario.electronics.bombers:
            if item not in carried and (item not in ("H2S", "Fishpond") or (number == 6 and not by_wave)):
                carried.append(item)
    return carried


def fill_cup(night: NightContext) -> None:
    """Alone, German fighters in the stream are bombers to the eye until they are drawn from a cup. [S scenario 7]"""
    bombers = night.state.bombers
    if not night.identification:
        return
    disguise = next(b.type for b in bombers if b.role == "bomber")
    night.state.cup = [b.type if b.role == "target" else "" for b in bombers]
    for bomber in bombers:
        bomber.type, bomber.role, bomber.ai = disguise, "bomber", ""


# Sky ---------------------------------------------------------------------------------------------------------------


def roll_sky(night: NightContext) -> None:
    """Set moon, visibility and cloud, by dice where the scenario leaves them open. [3.3, 3.3.1, 3.3.2, 3.3.3]"""
    state, scenario, tables, throw = night.state, night.scenario, night.tables, night.table.roll
    state.moon, state.visibility, state.cloud = scenario.moon, scenario.visibility, scenario.cloud
    if state.moon == "random":
        total = throw("weather", 6) + throw("weather", 6)
        if scenario.theatre == "europe" and scenario.date >= tables.moon.europe_from:
            total += tables.moon.europe_adds
        state.moon = tables.moon.rows[total]
        night.table.tell(SkyMoon(total=total, moon=state.moon), "3.3.1", chart="moon")
    if state.visibility == "random":
        total = throw("weather", 6) + throw("weather", 6)
        if scenario.theatre == "pacific":
            total += tables.visibility.pacific_adds
        state.visibility = tables.visibility.rows[total]
        night.table.tell(SkyVisibility(total=total, visibility=state.visibility), "3.3.2", chart="visibility")
    if state.cloud == "random":
        total = throw("weather", 6)
        state.cloud = tables.cloud.rows[total]
        night.table.tell(SkyCloud(total=total, cloud=state.cloud), "3.3.3", chart="cloud")
    if night.hears:
        night.table.tell(SkySet(moon=state.moon, visibility=state.visibility, cloud=state.cloud), "3.3")


# Fighters ----------------------------------------------------------------------------------------------------------


def crew(night: NightContext, flight: DefenderFlight) -> FighterCounter:
    """Make a nightfighter: tally number, AI radar, oblique guns, altitude advantage. [2.2.1, 12.0, 18.0, 20.1]"""
    state, row = night.state, night.charts.nightfighters[flight.type]
    free = [n for n in range(1, 7) if n not in {f.number for f in state.fighters}] or list(range(1, 7))
    number = free[night.table.roll("counters", len(free)) - 1]
    ai = flight.ai or (row.ai if row.ai and not _comes_later(row.equipment, row.ai, night.scenario.date) else "")
    fighter = FighterCounter(
        f"F{len(state.fighters) + 1}",
        flight.type,
        number,
        flight.pilot,
        ai,
        flight.guidance,
        carried_equipment(night, flight),
    )
    if night.options.green and fighter.pilot == "seasoned":
        fighter.pilot = "green"
    fighter.music = has_music(night, fighter, row.kit)
    fighter.dives = night.tables.altitude.dives if night.scenario.advantage else 0
    night.table.tell(
        FighterReady(
            fighter=fighter.name,
            type=fighter.type,
            number=number,
            pilot=fighter.pilot,
            ai=fighter.ai,
            music=fighter.music,
        ),
        "3.4",
    )
    return fighter


def carried_equipment(night: NightContext, flight: DefenderFlight) -> list[str]:
    """List what the fighters of a flight carry: by the scenario, and as standard. [12.0]"""
    standard = standard_equipment(night, night.charts.nightfighters[flight.type].equipment)
    return [*flight.equipment, *(item for item in standard if item not in flight.equipment)]


def standard_equipment(night: NightContext, listed: list[str]) -> list[str]:
    """List what a type always carries beside its AI radar, from the date on that the chart gives. [12.0]"""
    known = ("Serrate", "tail warning")
    standard = [item[4:].partition(" (") for item in listed if item.startswith("Std ")]
    return [k for name, _, date in standard for k in known if k in name and date.rstrip(")") <= night.scenario.date]


def _comes_later(listed: list[str], ai: str, date: str) -> bool:
    """Say whether the standard AI set was not yet in service. [12.0]"""
    starts = [item.partition("(")[2].rstrip(")") for item in listed if item.startswith("Std ") and ai in item]
    return bool(starts) and min(starts) > date


def has_music(night: NightContext, fighter: FighterCounter, kit: int | None) -> bool:
    """Say whether a schräge Musik kit is fitted: by order, for all, or by a die of 1 to 3. [20.1]"""
    if kit is None:
        return False
    if "schräge Musik" in fighter.equipment or night.scenario.music == "all":
        return True
    if night.scenario.music != "roll":
        return False
    die = night.table.roll("equipment", 6)
    night.table.tell(FighterMusic(fighter=fighter.name, fitted=die <= FITTED_UP_TO), "20.1")
    return die <= FITTED_UP_TO


def share_equipment(night: NightContext) -> None:
    """Give homing sets to the scenario's number of fighters; 0 means all. [24.2.3, 24.3.2]"""
    for item, count in night.scenario.electronics.fighters.items():
        for fighter in night.state.fighters[: count or None]:
            if item not in fighter.equipment:
                fighter.equipment.append(item)


def place_fighter(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """Place a fighter where the scenario lets it start, facing as the player likes. [3.2]"""
    setup = night.scenario.setup
    if setup.box:
        fighter.status = "box"
        return
    if setup.delay_to > night.state.turn:
        question = SetupEnterQuestion(fighter=fighter.name, turn=setup.delay_to)
        key = f"setup/{fighter.name}/enter"
        if (yield night.table.ask(PLAYER, question, NOW_OR_WAIT, key, "3.2")) == "wait":
            night.table.tell(FighterWaits(fighter=fighter.name, until=setup.delay_to), "3.2")
            return
    hexes = start_hexes(night, fighter)
    fighter.hex = hexes[0]
    if len(hexes) > 1:
        options = [f"hex:{hex_name(h)}" for h in hexes]
        where = SetupHexQuestion(fighter=fighter.name, type=fighter.type)
        answer = yield night.table.ask(PLAYER, where, options, f"setup/{fighter.name}/hex", "3.2")
        fighter.hex = number_of(answer)
    facing = setup.facing
    if facing is None:
        heading = SetupFacingQuestion(fighter=fighter.name, hex=hex_name(fighter.hex))
        facing = yield night.table.ask(PLAYER, heading, FACINGS, f"setup/{fighter.name}/facing", "3.2")
    fighter.facing = FACINGS.index(facing)
    fighter.status = "map"
    if night.hears:
        night.table.tell(FighterPlaced(fighter=fighter.name, hex=hex_name(fighter.hex), facing=facing), "3.2")


def bring_in(night: NightContext) -> Flow[None]:
    """Fighters whose entry was put off come on before the others move, and then move with them. [scenario 7]"""
    for fighter in night.state.fighters:
        if fighter.status == "waiting" and night.scenario.setup.delay_to <= night.state.turn:
            yield from place_fighter(night, fighter)


def start_hexes(night: NightContext, fighter: FighterCounter) -> list[int]:
    """List the hexes in which a fighter may start. [3.2, 2.1.3]"""
    setup = night.scenario.setup
    hexes = [night.map.beacon] if setup.beacon else []
    rows = setup.y_rows if setup.beacon and fighter.guidance == "Y" else setup.rows
    if rows is not None:
        hexes += [h for h in night.map.hexes if rows[0] <= h % 100 <= rows[1] and h not in hexes]
    return hexes
