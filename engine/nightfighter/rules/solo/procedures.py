"""The solitaire rules: entering, searching, tallying and losing bombers whose place nobody knows. [S8-S28]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.kernel.decisions import Flow, Question, number_of, parts_of
from engine.kernel.events import Mod, sum_of_mods
from engine.nightfighter.charts.map import S, hex_name
from engine.nightfighter.charts.schema import AiSet, SearchCounter
from engine.nightfighter.events.bombers import CounterEntered, CounterLow, CounterRevealed, CounterShifted, WaveThinned
from engine.nightfighter.events.combat import CorkscrewShadowed
from engine.nightfighter.events.searches import (
    AiFixed,
    AiLost,
    AiRolled,
    RadarJammed,
    RadarResolved,
    SearchlightFixed,
    SearchlightHandedOff,
    SearchlightRolled,
    SerrateListened,
)
from engine.nightfighter.events.tallies import TallyLooked, TallyRolled
from engine.nightfighter.questions import (
    AiNextQuestion,
    AiSearchQuestion,
    RadarSearchQuestion,
    RadarSerrateQuestion,
    SearchlightHandOffQuestion,
    SearchlightSearchQuestion,
    TallyFixedQuestion,
    TallyLookForQuestion,
    TallyNextQuestion,
    TargetDice,
)
from engine.nightfighter.rules import exact_chances
from engine.nightfighter.rules.combat import follow_dice
from engine.nightfighter.rules.context import NightContext, UmpirePolicy, mod_rows
from engine.nightfighter.rules.counters import (
    bomber_of_mark,
    contact_name,
    contact_places,
    drop_fix,
    occupied,
    release_all,
    show_contact,
)
from engine.nightfighter.rules.solo.uncertainty import (
    DIE,
    area,
    base_level,
    is_real,
    locate,
    remove,
    ruled_out,
    set_exact,
)
from engine.nightfighter.rules.umpired.ai_radar import in_reach, jammed, jammed_dice
from engine.nightfighter.rules.umpired.bombers import ROLL_OR_DECLINE, allowance, hand_off_question, leave_map
from engine.nightfighter.rules.umpired.radar import PlaceableSearch, can_hear, clear_searches, sets_to_place
from engine.nightfighter.rules.umpired.searchlights import search_dice
from engine.nightfighter.rules.umpired.tallying import (
    basic_dice,
    fixed_dice,
    fixed_question,
    gain_tally,
    gets_bonus,
    untrained,
)
from engine.nightfighter.state import (
    EXACT,
    HIGH,
    LOW,
    MODERATE,
    NOBODY,
    PLAYER,
    AttackerCounter,
    FighterCounter,
    Search,
)

# Entering ----------------------------------------------------------------------------------------------------------


def enter(night: NightContext) -> Flow[None]:
    """Counters come in on set columns at full speed: three real ones, or three and three for a lone bomber. [S8.0]"""
    state, entry, turn = night.state, night.scenario.entry, night.state.turn
    for index, bomber in enumerate(state.bombers):
        if bomber.status == "delayed" and bomber.due == turn:
            come_in(night, index, bomber.hex // 100)
    waves = entry.waves
    if waves is not None and waves.first <= turn < waves.first + waves.turns:
        enter_wave(night, waves.each, turn - waves.first + 1)
    for _ in range(entry.singles.count(turn)):
        enter_one(night)
    return
    yield


def columns(night: NightContext, turn: int) -> tuple[int, int, int]:
    """Return the columns on which counters come in on a turn. [S8.0]"""
    solo = night.tables.solo
    return solo.odd_columns if turn % 2 else solo.even_columns


def draw_craft(night: NightContext) -> int | None:
    """Draw an aircraft that has not entered. [8.1.1, S8.0]"""
    pool = [i for i, b in enumerate(night.state.bombers) if b.status == "pool"]
    if not pool:
        return None
    return pool[night.table.roll("pool", len(pool)) - 1] if len(pool) > 1 else pool[0]


def enter_wave(night: NightContext, each: int, wave: int) -> None:
    """A counter comes in on each column; in a thin wave a die leaves one empty. [S8.0, S scenarios 6C and 6H]"""
    lanes = list(columns(night, night.state.turn))
    if each == 2:
        empty = (night.table.roll("column", 6) - 1) // 2
        night.table.tell(WaveThinned(column=lanes[empty]), "S8.0")
        del lanes[empty]
    equipped = _h2s_lane(night, each, wave, lanes)
    for lane in lanes[:each]:
        index = draw_craft(night)
        if index is None:
            return
        bomber = night.state.bombers[index]
        if lane == equipped:
            bomber.number = 6
            bomber.equipment += [e for e in ("H2S", "Fishpond") if e in night.scenario.electronics.bombers]
        bomber.level = base_level(night)
        come_in(night, index, lane)


def _h2s_lane(night: NightContext, each: int, wave: int, lanes: Sequence[int]) -> int:
    """Return the column of the wave's H2S bomber, 0 when it has none. [S scenario 6H]"""
    waves = night.scenario.solo.h2s_waves
    if waves is None:
        return 0
    if each == 2:
        waves = list(range(1, 3 * len(waves), 3))
    return lanes[night.table.roll("column", len(lanes)) - 1] if wave in waves else 0


def enter_one(night: NightContext) -> None:
    """A lone bomber is three counters now and, when nobody else is due, three more on the next turn. [S8.0]"""
    state = night.state
    index = draw_craft(night)
    if index is None:
        return
    bomber = state.bombers[index]
    if night.v1:
        come_in(night, index, night.table.roll("column", 6) + night.table.roll("column", 6))
        return
    bomber.level = HIGH
    lanes = columns(night, state.turn)
    copies = [index, *(copy_counter(night, bomber) for _ in lanes[1:])]
    for copy, lane in zip(copies, lanes, strict=True):
        come_in(night, copy, lane)
    if not _another_due(night):
        for lane in columns(night, state.turn + 1):
            late = state.bombers[copy_counter(night, bomber)]
            late.status, late.due, late.hex = "delayed", state.turn + 1, 100 * lane + 1


def _another_due(night: NightContext) -> bool:
    """Say whether another bomber prevents a second trio. [S8.0]"""
    entry, turn = night.scenario.entry, night.state.turn
    singles, waves = entry.singles, entry.waves if night.options.waves_are_due else None
    scheduled = turn + 1 in singles or (waves is not None and waves.first <= turn + 1 < waves.first + waves.turns)
    due = scheduled and any(b.status == "pool" for b in night.state.bombers)
    return due or (not night.options.second_trio_for_each and turn - 1 in singles)


def copy_counter(night: NightContext, bomber: AttackerCounter) -> int:
    """Add a counter for the same aircraft. [S5.4]"""
    twin = AttackerCounter(bomber.type, bomber.number, bomber.craft, bomber.role, bomber.ai, list(bomber.equipment))
    twin.level = bomber.level
    night.state.bombers.append(twin)
    return len(night.state.bombers) - 1


def come_in(night: NightContext, index: int, column: int) -> None:
    """A counter enters down a column with all its MP, short of any other; a blocked one waits. [S7.0, S8.0]"""
    state, bomber = night.state, night.state.bombers[index]
    hex_ = 100 * column + 1
    if occupied(night, hex_, index):
        bomber.status, bomber.due, bomber.hex = "delayed", state.turn + 1, hex_
        return
    bomber.status, bomber.hex, bomber.facing = "map", hex_, S
    bomber.moved = 1
    for _ in range(allowance(night, bomber, index) - 1):
        ahead = night.map.step[S][bomber.hex]
        if not ahead or occupied(night, ahead, index):
            break
        bomber.hex = ahead
        bomber.moved += 1
    state.marks += 1
    bomber.mark = state.marks
    if night.hears:
        night.table.tell(CounterEntered(contact=bomber.mark, type=bomber.type, hex=hex_name(bomber.hex)), "S8.0")


# Search radar ------------------------------------------------------------------------------------------------------


def search_by_radar(night: NightContext) -> Flow[None]:
    """Counters are placed on bomber counters, one to a hex, all before any is resolved. [S13.0, S24.0, S25.0]"""
    state = night.state
    clear_searches(night)
    for place in sets_to_place(night):
        if place.row.hears == "ai-sets":
            yield from search_by_serrate(night, place)
            continue
        taken = [s.hex for s in state.searches]
        targets = [i for i in searchable(night, place) if state.bombers[i].hex not in taken]
        yield from place_counter(night, place, targets)
    jam_counters(night)
    update_tracked(night)
    for search in state.searches:
        if not search.removed:
            resolve(night, search)
    return


def searchable(night: NightContext, place: PlaceableSearch) -> list[int]:
    """List the counters that a set may search: what it hears, ahead of a fighter that carries it. [S13.0, S24.0]"""
    fighter, arc = place.fighter, place.row.arc
    found = []
    for index, bomber in enumerate(night.state.bombers):
        if bomber.status != "map" or not can_hear(place.row, bomber):
            continue
        if arc is None or fighter is None or night.map.in_arc(arc, fighter.hex, fighter.facing, bomber.hex):
            found.append(index)
    return found


def place_counter(night: NightContext, place: PlaceableSearch, targets: Sequence[int]) -> Flow[None]:
    """Ask on which bomber counter a search counter is laid. [S13.0]"""
    if not targets:
        return
    bombers = night.state.bombers
    options = [*(contact_name(bombers[i]) for i in targets), "pass"]
    facts = partial(search_question, night, place, targets)
    answer = yield night.table.ask(PLAYER, RadarSearchQuestion, options, night.key("radar", place.name), "S13.0", facts)
    if answer != "pass":
        index = bomber_of_mark(night, number_of(answer))
        night.state.searches.append(Search(place.row.name, place.letter, bombers[index].hex, target=index))


def search_question(night: NightContext, place: PlaceableSearch, targets: Sequence[int]) -> RadarSearchQuestion:
    """Lay out what a search counter would bring on each bomber counter. [S13.0]"""
    row, jam = place.row, jam_level(night, place.row)
    removed = 0 if jam == "none" else night.tables.solo.jam_removes["heavy" if jam == "heavy" else "light"]
    gains = {
        contact_name(night.state.bombers[i]): exact_chances.by_set(
            night, i, row, solo_value(row), set_dice(night, row), sum_of_mods(set_mods(night, i, row)), removed
        )
        for i in targets
    }
    return RadarSearchQuestion(
        radar=place.name,
        value=row.value,
        where=contact_places(night, targets),
        odds=exact_chances.odds_of(gains),
        gains=exact_chances.gains_of(gains),
    )


def jam_level(night: NightContext, row: SearchCounter) -> str:
    """Return how a set is jammed when played alone; a GCI set shrugs off one step. [S24.0, S25.0]"""
    level = night.search_jam(row)
    return {"heavy": "light", "light": "none"}.get(level, "none") if row.gci else level


def jam_counters(night: NightContext) -> None:
    """Dice for each jammed counter once all are placed: it may be taken away. [S24.0]"""
    for search in night.state.searches:
        level = jam_level(night, night.charts.search[search.radar])
        if level == "none":
            continue
        die = night.table.roll("radar", 6)
        search.removed = die <= night.tables.solo.jam_removes["heavy" if level == "heavy" else "light"]
        if night.hears:
            night.table.tell(
                RadarJammed(radar=search.radar, letter=search.letter, level=level, removed=search.removed), "S24.0"
            )


def solo_value(row: SearchCounter) -> int:
    """Return the value by which a set searches when played alone. [S13.0, S25.0]"""
    return row.solo_value or row.value


def update_tracked(night: NightContext) -> None:
    """A bomber tracked to its hex stays so while a set of value one searches it, else it is low again. [S5.1, S13.0]"""
    rows = night.charts.search
    followed = {s.target for s in night.state.searches if not s.removed and solo_value(rows[s.radar]) == 1}
    for index, bomber in enumerate(night.state.bombers):
        if bomber.tracked and index not in followed:
            bomber.tracked = False
            fall_back(night, index)


def fall_back(night: NightContext, index: int) -> None:
    """Return a counter with nothing on it to low uncertainty in its hex. [S5.1, S16.0]"""
    bomber, fighters = night.state.bombers[index], night.state.fighters
    if bomber.status != "map" or bomber.level != EXACT or bomber.lit or bomber.tracked or night.v1:
        return
    if not any(index in (f.tally, f.fix) for f in fighters):
        bomber.level = LOW
        night.table.tell(CounterLow(contact=bomber.mark), "S5.1")


def resolve(night: NightContext, search: Search) -> None:
    """Resolve one search counter by the meaning of its bomber counter. [S5.4, S13.0, S25.0]"""
    bomber, row = night.state.bombers[search.target], night.charts.search[search.radar]
    if bomber.status != "map":
        return
    if bomber.level == HIGH:
        search_phantoms(night, search, row)
        return
    value = solo_value(row)
    if bomber.tracked and value == 1:
        search.contact = True
        return
    if bomber.level != MODERATE and value != 1:
        return
    mods = set_mods(night, search.target, row)
    certain = row.sweeps > 1
    faces = [] if certain else night.roll("radar", set_dice(night, row))
    total = max(faces, default=0) + sum(m.value for m in mods)
    solo = night.tables.solo
    needed = solo.refine_success if bomber.level == MODERATE else solo.localise_success
    search.contact = certain or total >= needed
    night.table.tell(
        RadarResolved(
            radar=search.radar,
            letter=search.letter,
            contact=bomber.mark,
            faces=faces,
            total=total,
            needed=needed,
            success=search.contact,
        ),
        "S13.0",
        mods=mods,
    )
    if search.contact:
        narrow_down(night, search.target)


def set_dice(night: NightContext, row: SearchCounter) -> int:
    """Return how many dice a set has, of which the best counts. [S13.0, S25.0]"""
    return 2 if row.gci and night.search_jam(row) == "none" else 1


def set_mods(night: NightContext, index: int, row: SearchCounter) -> list[Mod]:
    """List what changes the die of a search. [S13.0]"""
    mods = [Mod(-solo_value(row), "search-value", "S13.0")] if night.state.bombers[index].level == MODERATE else []
    if row.crowded and crowded(night, index):
        mods.append(Mod(night.tables.solo.crowd, "crowded", "S13.0"))
    if row.name == "Würzburg" and "good-controller" in night.scenario.specials:
        mods.append(Mod(1, "good-controller", "S campaign"))
    return mods


def crowded(night: NightContext, index: int) -> bool:
    """Say whether another counter that is no high-uncertainty one is within four hexes. [S13.0]"""
    hex_, reach = night.state.bombers[index].hex, night.tables.solo.crowd_range
    return any(
        b.status == "map" and b.level != HIGH and i != index and night.map.distance(hex_, b.hex) <= reach
        for i, b in enumerate(night.state.bombers)
    )


def narrow_down(night: NightContext, index: int) -> None:
    """Radar makes moderate low by a shift, and low exact within its area. [S5.3, S13.0, S7.0]"""
    bomber, solo = night.state.bombers[index], night.tables.solo
    shifting = bomber.level == MODERATE
    if bomber.level == EXACT:
        bomber.tracked = True
        return
    rows = solo.shift if shifting else solo.low
    ends = {night.map.walk(bomber.hex, bomber.facing, rows[die]) for die in DIE}
    if all(end and occupied(night, end, index) for end in ends):
        return
    hex_ = -1
    while hex_ == -1 or (hex_ and occupied(night, hex_, index)):
        hex_ = night.map.walk(bomber.hex, bomber.facing, rows[night.table.roll("shift" if shifting else "location", 6)])
    if night.hears:
        night.table.tell(
            CounterShifted(contact=bomber.mark, hex=hex_name(hex_) if hex_ else "", exact=not shifting),
            "S5.3" if shifting else "S5.2",
        )
    if not hex_:
        leave_map(night, index)
        return
    if shifting:
        bomber.hex, bomber.level = hex_, LOW
    else:
        set_exact(night, index, hex_)
        bomber.tracked = True


def search_phantoms(night: NightContext, search: Search, row: SearchCounter) -> None:
    """A search tests a high counter; GCI all of that bomber's on the map, MEW every one. [S5.4, S25.0]"""
    bombers = night.state.bombers
    tests = [search.target]
    if row.gci and night.search_jam(row) == "none":
        craft = bombers[search.target].craft
        high = [i for i, b in enumerate(bombers) if b.level == HIGH and b.status == "map" and i != search.target]
        tests += [i for i in high if bombers[i].craft == craft or row.sweeps > 1]
    for index in tests:
        if bombers[index].status == "map" and bombers[index].level == HIGH and is_real(night, index):
            search.contact = True


# Serrate in scenario 7 ---------------------------------------------------------------------------------------------


def search_by_serrate(night: NightContext, place: PlaceableSearch) -> Flow[None]:
    """Listen to all ahead, or narrow down one Ju88 that is revealed. [24.4, S scenario 7]"""
    bombers, fighter = night.state.bombers, place.fighter
    assert fighter is not None  # noqa: S101 - Serrate is carried by a fighter
    ahead = [
        i for i, b in enumerate(bombers)
        if b.status == "map" and night.map.in_wide(fighter.hex, fighter.facing, b.hex)
    ]  # fmt: skip
    known = [i for i in ahead if bombers[i].role == "target"]
    unknown = [i for i in ahead if not bombers[i].identified and bombers[i].role != "target"]
    options = [*(["listen"] if unknown and night.state.cup else []), *(contact_name(bombers[i]) for i in known), "pass"]
    if len(options) == 1:
        return
    question = RadarSerrateQuestion(fighter=fighter.name, where=contact_places(night, known))
    answer = yield night.table.ask(PLAYER, question, options, night.key("radar", place.name), "24.4")
    if answer == "listen":
        least = 6 if "serrate-only-on-6" in night.scenario.specials else night.tables.solo.serrate_reveals
        for index in unknown:
            die = night.table.roll("radar", 6)
            if night.hears:
                night.table.tell(SerrateListened(contact=bombers[index].mark, die=die, reveals=die >= least), "24.4")
            if die >= least:
                reveal(night, index)
    elif answer != "pass":
        index = bomber_of_mark(night, number_of(answer))
        night.state.searches.append(Search(place.row.name, place.letter, bombers[index].hex, target=index))


def reveal(night: NightContext, index: int) -> bool:
    """Draw a counter's meaning from the cup; anything but a German fighter is removed. [S scenario 7]"""
    state, bomber = night.state, night.state.bombers[index]
    kind = state.cup.pop(night.table.roll("cup", len(state.cup)) - 1)
    bomber.identified = True
    night.table.tell(CounterRevealed(contact=bomber.mark, type=kind), "S8.0")
    if kind:
        bomber.type, bomber.role = kind, "target"
        bomber.ai = next(f.ai or "" for f in night.scenario.attackers if f.role == "target")
        return True
    release_all(night, index)
    remove(bomber)
    return False


# AI radar ----------------------------------------------------------------------------------------------------------


def in_order(
    night: NightContext, fighters: list[FighterCounter], question: type[Question], rule: str
) -> Flow[FighterCounter]:
    """Let the player say who is next. [S10.0, S19.0]"""
    if len(fighters) == 1:
        return fighters[0]
    options = [f.name for f in fighters]
    name = yield night.table.ask(PLAYER, question, options, night.key(question.kind, len(fighters)), rule)
    return next(f for f in fighters if f.name == name)


def search_by_ai(night: NightContext) -> Flow[None]:
    """Each fighter may search for one counter, in any order; it holds its fix only if it picks it again. [S19.0]"""
    waiting = []
    for fighter in night.state.fighters:
        radar = night.ai_of(fighter)
        able = radar is not None and night.can_search(fighter)
        if fighter.fix != NOBODY:
            bomber = night.state.bombers[fighter.fix]
            if radar is None or not able or in_reach(night, fighter, radar, bomber) < 0:
                yield from drop_fix(night, fighter)
        if able:
            waiting.append(fighter)
    waiting = [f for f in waiting if ai_targets(night, f)]
    while waiting:
        fighter = yield from in_order(night, waiting, AiNextQuestion, "S19.0")
        waiting.remove(fighter)
        yield from search_with(night, fighter)


def ai_area(night: NightContext, fighter: FighterCounter, bomber: AttackerCounter) -> set[int]:
    """Return the hexes of a counter's area within a fighter's range and arc. [S19.0]"""
    radar = night.ai_of(fighter)
    if radar is None:
        return set()
    reach, night_map = night.ai_reach(radar), night.map
    if night_map.distance(fighter.hex, bomber.hex) > reach + 2:
        return set()
    return {
        h for h in area(night, bomber)
        if night_map.distance(fighter.hex, h) <= reach and night_map.in_arc(radar.arc, fighter.hex, fighter.facing, h)
    }  # fmt: skip


def ai_targets(night: NightContext, fighter: FighterCounter) -> list[int]:
    """List the counters that a fighter's set may be turned on. [S19.0]"""
    bombers = night.state.bombers
    return [i for i, b in enumerate(bombers) if b.status == "map" and ai_area(night, fighter, b)]


def ai_jam(night: NightContext, fighter: FighterCounter, radar: AiSet) -> str:
    """Return how a fighter's set is jammed; Y guidance counts as light jamming. [S24.0, S scenario 4G]"""
    if jammed(night, radar):
        return night.scenario.jamming.ai
    return night.scenario.solo.y_ai if fighter.guidance == "Y" else "none"


def ai_question(night: NightContext, fighter: FighterCounter, radar: AiSet, targets: Sequence[int]) -> AiSearchQuestion:
    """Lay out what a set would bring on each counter: hexes within the search, jamming, the chance. [S19.0, S24.0]"""
    bombers, level = night.state.bombers, ai_jam(night, fighter, radar)
    works = (
        exact_chances.CERTAIN if level == "none" else exact_chances.any_of(jammed_dice(night, fighter, radar, level)[0])
    )
    hexes, gains = {}, {}
    for index in targets:
        inside, name = ai_area(night, fighter, bombers[index]), contact_name(bombers[index])
        hexes[name] = len(inside - ruled_out(night, index))
        held = fighter.fix == index
        gains[name] = (works, "hold") if held else exact_chances.search(night, index, inside, works)
    return AiSearchQuestion(
        fighter=fighter.name,
        hexes=hexes,
        jammed=level,
        where=contact_places(night, targets),
        odds=exact_chances.odds_of(gains),
        gains=exact_chances.gains_of(gains),
    )


def search_with(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """One AI search: a jammed set needs a 6; then the location roll decides. [S19.0, S24.0]"""
    bombers, radar = night.state.bombers, night.ai_of(fighter)
    targets = ai_targets(night, fighter)
    if not targets or radar is None:
        return
    options = [*(contact_name(bombers[i]) for i in targets), "pass"]
    key = night.key(fighter.name, "ai")
    facts = partial(ai_question, night, fighter, radar, targets)
    answer = yield night.table.ask(PLAYER, AiSearchQuestion, options, key, "S19.0", facts)
    index = NOBODY if answer == "pass" else bomber_of_mark(night, number_of(answer))
    if fighter.fix not in (NOBODY, index):
        night.table.tell(AiLost(fighter=fighter.name, contact=bombers[fighter.fix].mark), "S19.0")
        yield from drop_fix(night, fighter)
    if index == NOBODY:
        return
    level = ai_jam(night, fighter, radar)
    if level != "none":
        dice, mods = jammed_dice(night, fighter, radar, level)
        faces = night.roll("ai", dice)
        night.table.tell(AiRolled(fighter=fighter.name, faces=faces), "S24.0", mods=mods)
        if night.tables.solo.success not in faces:
            if fighter.fix == index:
                night.table.tell(AiLost(fighter=fighter.name, contact=bombers[index].mark), "S19.0")
                yield from drop_fix(night, fighter)
            return
    if fighter.fix == index:
        return
    if find(night, index, ai_area(night, fighter, bombers[index])):
        fighter.fix = index
        show_contact(night, index)
        if night.hears:
            night.table.tell(
                AiFixed(
                    facing="S", fighter=fighter.name, contact=bombers[index].mark, hex=hex_name(bombers[index].hex)
                ),
                "S19.0",
            )


def find(night: NightContext, index: int, allowed: set[int]) -> bool:
    """Locate a bomber in a search area; a high counter that is found there may still be a phantom. [S5.4, S5.5]"""
    hex_ = locate(night, index, allowed)
    if not hex_ or not is_real(night, index):
        return False
    set_exact(night, index, hex_)
    return True


# Searchlights ------------------------------------------------------------------------------------------------------


def search_by_lights(night: NightContext) -> Flow[None]:
    """Let each zone without a fix search for one counter in it, in any order. [S14.0, S21.0]"""
    bombers = night.state.bombers
    taken = {b.lit for b in bombers}
    open_zones = [z for z in sorted({*night.lights, *night.flares}) if z not in taken]
    while open_zones:
        unlit = [i for i, b in enumerate(bombers) if b.status == "map" and not b.lit]
        inside = [(night.map.zone[bombers[i].hex], bombers[i].mark) for i in unlit]
        options = [f"zone:{zone}:{mark}" for zone, mark in sorted(inside) if zone in open_zones]
        if not options:
            return
        key = night.key("lights", len(open_zones))
        facts = partial(lights_question, night, unlit, options)
        answer = yield night.table.ask(PLAYER, SearchlightSearchQuestion, (*options, "done"), key, "S14.0", facts)
        if answer == "done":
            return
        _, zone, mark = parts_of(answer)
        open_zones.remove(zone)
        hit = search_zone(night, zone, bomber_of_mark(night, int(mark)))
        if hit in open_zones:
            open_zones.remove(hit)


def lights_question(night: NightContext, unlit: Sequence[int], options: Sequence[str]) -> SearchlightSearchQuestion:
    """Set out the chances of each zone's lights on each counter in it. [S14.0]"""
    allowed, gains = free_hexes(night), {}
    for option in options:
        _, zone, mark = parts_of(option)
        gains[option] = exact_chances.lights(
            night, bomber_of_mark(night, int(mark)), allowed, search_dice(night, zone)[0]
        )
    return SearchlightSearchQuestion(
        where=contact_places(night, unlit), odds=exact_chances.odds_of(gains), gains=exact_chances.gains_of(gains)
    )


def free_hexes(night: NightContext) -> set[int]:
    """Return the hexes of the zones that have lights or flares and hold no bomber yet. [S14.0]"""
    taken = {b.lit for b in night.state.bombers}
    return {h for z in {*night.lights, *night.flares} - taken for h in night.map.zones[z]}


def search_zone(night: NightContext, zone: str, index: int) -> str:
    """Test a high counter, then roll for a 6 and locate; return the zone that fixes the bomber. [S14.0, S21.0]"""
    bomber = night.state.bombers[index]
    if not is_real(night, index) or night.high:
        return ""
    dice, mods = search_dice(night, zone)
    faces = night.roll("search", dice)
    success = night.tables.solo.success in faces
    if night.hears:
        night.table.tell(
            SearchlightRolled(zone=zone, contact=bomber.mark, faces=faces, success=success), "S14.0", mods=mods
        )
    if not success:
        return ""
    hex_ = locate(night, index, free_hexes(night))
    if not hex_:
        return ""
    set_exact(night, index, hex_)
    bomber.lit = night.map.zone[hex_]
    show_contact(night, index)
    if night.hears:
        night.table.tell(SearchlightFixed(zone=bomber.lit, contact=bomber.mark, hex=hex_name(hex_)), "S14.0")
    return bomber.lit


def hand_off(night: NightContext, index: int, zone: str) -> Flow[bool]:
    """Four dice and a 6 keep a lit bomber in the lights of the next zone. [14.2.4, S14.0]"""
    bomber, dice = night.state.bombers[index], night.tables.searchlights.hand_off
    key, facts = night.key("hand-off", bomber.mark, zone), partial(hand_off_question, bomber.mark, zone, dice)
    order = yield night.table.ask(PLAYER, SearchlightHandOffQuestion, ROLL_OR_DECLINE, key, "14.2.4", facts)
    if order == "decline":
        return False
    faces = night.roll("search", dice)
    stored = night.tables.solo.success in faces
    night.table.tell(SearchlightHandedOff(contact=bomber.mark, zone=zone, faces=faces, kept=stored), "14.2.4")
    return stored


# Tallying ----------------------------------------------------------------------------------------------------------


def look_round(night: NightContext) -> Flow[None]:
    """Each fighter without a tally may roll its own dice for one counter, in any order. [S10.0]"""
    if night.v1:
        return
    waiting = [f for f in night.state.fighters if f.tally == NOBODY and night.can_search(f)]
    waiting = [f for f in waiting if sight_targets(night, f)]
    while waiting:
        fighter = yield from in_order(night, waiting, TallyNextQuestion, "S10.0")
        waiting.remove(fighter)
        yield from look_for(night, fighter)


def sight_area(night: NightContext, fighter: FighterCounter, bomber: AttackerCounter) -> set[int]:
    """Return the hexes of a counter's area that a fighter can see; its own hex decides on cloud light. [S10.0]"""
    cloudlit, lit = bool(night.cloudlit[bomber.hex]), night.lit(bomber)
    if night.map.distance(fighter.hex, bomber.hex) > (night.far if lit or cloudlit else night.near) + 2:
        return set()
    return {h for h in area(night, bomber) if night.sees(fighter, h, lit, cloudlit)}


def sight_targets(night: NightContext, fighter: FighterCounter) -> list[int]:
    """List the counters that a fighter may look for. [S10.0]"""
    bombers = night.state.bombers
    return [i for i, b in enumerate(bombers) if b.status == "map" and sight_area(night, fighter, b)]


def own_dice(night: NightContext, fighter: FighterCounter, bomber: AttackerCounter) -> list[Mod]:
    """List a fighter's own dice for a look at a counter. [10.1, 10.1.1, S10.0]"""
    mods = basic_dice(night)
    if untrained(night, fighter) and sum(m.value for m in mods) > 1:
        mods.append(Mod(-1, "untrained", "10.1"))
    if gets_bonus(night, fighter):
        if night.row(fighter).view:
            mods.append(Mod(1, "good-view", "10.1.1"))
        if night.cloudlit[bomber.hex]:
            mods.append(Mod(1, "illuminated-cloud", "10.1.1"))
    return mods


def look_question(night: NightContext, fighter: FighterCounter, targets: Sequence[int]) -> TallyLookForQuestion:
    """Lay out the dice for each counter before the roll, and the chance that it is seen. [S10.0]"""
    by_contact, gains = {}, {}
    for index in targets:
        bomber = night.state.bombers[index]
        mods, inside = own_dice(night, fighter, bomber), sight_area(night, fighter, bomber)
        dice = sum(m.value for m in mods)
        by_contact[contact_name(bomber)] = TargetDice(dice, mod_rows(mods), len(inside - ruled_out(night, index)))
        gains[contact_name(bomber)] = exact_chances.search(night, index, inside, exact_chances.any_of(dice))
    return TallyLookForQuestion(
        fighter=fighter.name,
        targets=by_contact,
        where=contact_places(night, targets),
        odds=exact_chances.odds_of(gains),
        gains=exact_chances.gains_of(gains),
    )


def look_for(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """One fighter looks for one counter: a 6, then the location roll unless its hex is known. [S10.0]"""
    bombers = night.state.bombers
    targets = sight_targets(night, fighter)
    if not targets:
        return
    facts = partial(look_question, night, fighter, targets)
    options = [*(contact_name(bombers[i]) for i in targets), "pass"]
    key = night.key(fighter.name, "look")
    answer = yield night.table.ask(PLAYER, TallyLookForQuestion, options, key, "S10.0", facts)
    if answer == "pass":
        return
    index = bomber_of_mark(night, number_of(answer))
    mods = own_dice(night, fighter, bombers[index])
    faces = night.roll("tally", sum(m.value for m in mods))
    sixes = faces.count(night.tables.solo.success)
    if night.hears:
        night.table.tell(
            TallyLooked(fighter=fighter.name, contact=bombers[index].mark, faces=faces, success=sixes > 0),
            "S10.0",
            mods=mods,
        )
    if sixes and find(night, index, sight_area(night, fighter, bombers[index])):
        gain_tally(night, fighter, index, sixes > 1)


def look_at_fixed(night: NightContext) -> Flow[None]:
    """A fighter still without a tally may try for one counter that its own radar or searchlights hold. [S15.0]"""
    bombers = night.state.bombers
    for fighter in night.state.fighters:
        if fighter.tally != NOBODY or not night.can_search(fighter):
            continue
        held = [i for i, b in enumerate(bombers) if b.status == "map" and (i == fighter.fix or night.lit(b))]
        targets = [i for i in held if night.sees_bomber(fighter, bombers[i])]
        if not targets:
            continue
        facts = partial(fixed_question, night, fighter, targets)
        options = [*(contact_name(bombers[i]) for i in targets), "pass"]
        key = night.key(fighter.name, "fixed")
        answer = yield night.table.ask(PLAYER, TallyFixedQuestion, options, key, "S15.0", facts)
        if answer == "pass":
            continue
        index = bomber_of_mark(night, number_of(answer))
        dice, mods = fixed_dice(night, fighter, index)
        faces = night.roll("tally", dice)
        sixes = faces.count(night.tables.solo.success)
        if night.hears:
            night.table.tell(
                TallyRolled(fighter=fighter.name, contact=bombers[index].mark, faces=faces, tallied=sixes > 0),
                "S15.0",
                mods=mods,
            )
        if sixes:
            gain_tally(night, fighter, index, sixes > 1)


# Losing a bomber ---------------------------------------------------------------------------------------------------


def lose_contact(night: NightContext, index: int) -> Flow[None]:
    """Return contacts that are no longer held to low uncertainty, without displacement. [S16.0]"""
    fall_back(night, index)
    return
    yield


def corkscrew(night: NightContext, number: int, index: int) -> Flow[bool]:
    """A corkscrew shakes everyone off, but for a fighter that follows it by a 6. [S17.0, S28.0, 28.1]"""
    fighter = night.state.fighters[number]
    had_fix, keeps = fighter.fix == index, False
    if fighter.tally == index and night.options.follow_corkscrews:
        dice, mods = follow_dice(night, fighter, had_fix)
        faces = night.roll("follow", dice)
        keeps = night.tables.solo.success in faces
        if night.hears:
            night.table.tell(CorkscrewShadowed(fighter=fighter.name, faces=faces, kept=keeps), "S28.0", mods=mods)
    release_all(night, index)
    if keeps:
        fighter.tally = index
        fighter.fix = index if had_fix else fighter.fix
    else:
        fall_back(night, index)
    return keeps
    yield


SOLO_POLICY = UmpirePolicy(
    name="solo",
    enter=enter,
    search_by_radar=search_by_radar,
    search_by_ai=search_by_ai,
    search_by_lights=search_by_lights,
    hand_off=hand_off,
    look_round=look_round,
    look_at_fixed=look_at_fixed,
    lost=lose_contact,
    corkscrew=corkscrew,
    reveal=reveal,
)
