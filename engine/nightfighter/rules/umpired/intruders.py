"""Intruders: what they hear and see, how they hunt, and how they strike. [27.0, 17.4.4, 16.0]"""

from __future__ import annotations

from functools import partial

from engine.kernel.decisions import Flow, parts_of
from engine.kernel.events import Mod
from engine.nightfighter.charts.map import FACINGS, S, hex_name
from engine.nightfighter.events.bombers import BomberDisplaced, DiceHeard, UmpireDecoy
from engine.nightfighter.events.combat import (
    FighterCorkscrewed,
    FighterFiredBack,
    FighterReactionRolled,
    FighterResponseRolled,
    IntruderAttacked,
    IntruderAttacks,
    IntruderDestroyed,
    IntruderLooked,
    IntruderMoved,
)
from engine.nightfighter.questions import (
    FighterCorkscrewQuestion,
    UmpireIntruderMoveQuestion,
    UmpireIntruderSpeedQuestion,
    UmpireIntruderTargetQuestion,
    UmpireSlipAwayQuestion,
)
from engine.nightfighter.rules.combat import (
    CORKSCREW,
    FIRE,
    NO_RESPONSE,
    destroy,
    hit_fighter,
    roll_corkscrew,
    roll_reaction,
)
from engine.nightfighter.rules.context import NightContext, is_held
from engine.nightfighter.rules.counters import (
    REAR_LEFT,
    REAR_RIGHT,
    SIDES,
    corkscrew_hex,
    drop_fix,
    drop_tally,
    occupied,
)
from engine.nightfighter.rules.umpired.bombers import cross_border, leave_map, stream_left
from engine.nightfighter.rules.umpired.umpire import TO_UMPIRE, attacker_question, choose
from engine.nightfighter.state import NOBODY, PLAYER, AttackerCounter, FighterCounter

PURSUIT, SERRATE, STREAM = "pursuit", "serrate", "stream"
IntruderPlan = tuple[int, str, int]
"""An intruder, its behaviour, and the fighter that it hunts."""


def plan_intruders(night: NightContext) -> Flow[list[IntruderPlan]]:
    """Settle each intruder's behaviour at the start of the phase: pursuit before Serrate. [27.2]

    With no bomber left to cover, intruders hunt no more and fly home. [4.1, 27.2]
    """
    plans: list[IntruderPlan] = []
    if night.options.lone_intruders_leave and not stream_left(night):
        return [(i, STREAM, NOBODY) for i, b in enumerate(night.state.bombers) if _flies_in(b)]
    for index, bomber in enumerate(night.state.bombers):
        if not _flies_in(bomber):
            continue
        target = yield from fixed_by(night, index)
        if target != NOBODY:
            plans.append((index, PURSUIT, target))
            continue
        target = yield from fighter_heard_by(night, index)
        plans.append((index, SERRATE if target != NOBODY else STREAM, target))
    return plans


def _flies_in(bomber: AttackerCounter) -> bool:
    return bomber.role == "intruder" and bomber.status == "map"


def fixed_by(night: NightContext, index: int) -> Flow[int]:
    """Return the closest fighter in the intruder's AI arc and range, which nothing jams. [27.2.3]"""
    bomber, radar = night.state.bombers[index], night.ai_of(night.state.bombers[index])
    if radar is None:
        return NOBODY
    reach, away = night.ai_reach(radar), {}
    for number, fighter in enumerate(night.state.fighters):
        if fighter.status == "map" and night.map.in_arc(radar.arc, bomber.hex, bomber.facing, fighter.hex):
            away[number] = night.map.distance(bomber.hex, fighter.hex)
    nearest = [n for n, d in away.items() if d <= reach and d == min(away.values())]
    if not nearest:
        return NOBODY
    options = [night.state.fighters[n].name for n in nearest]
    question = attacker_question(UmpireIntruderTargetQuestion, night, index)
    name = yield from choose(night, question, options, f"intruder{index}/fix", "27.2.3")
    return _named(night, name)


def fighter_heard_by(night: NightContext, index: int) -> Flow[int]:
    """Return the fighter in the wide arc that is nearest to the column, while the intruder faces the exit. [27.2.2]"""
    bomber = night.state.bombers[index]
    if bomber.facing != S:
        return NOBODY
    column = bomber.hex // 100
    aside = {
        n: abs(f.hex // 100 - column)
        for n, f in enumerate(night.state.fighters)
        if f.status == "map" and night.map.in_wide(bomber.hex, S, f.hex)
    }
    nearest = [n for n, d in aside.items() if d == min(aside.values())]
    if not nearest:
        return NOBODY
    blind = [n for n in nearest if "tail warning" not in night.state.fighters[n].equipment]
    options = [night.state.fighters[n].name for n in (blind if blind and not night.person else nearest)]
    question = attacker_question(UmpireIntruderTargetQuestion, night, index)
    name = yield from choose(night, question, options, f"intruder{index}/serrate", "27.2.2")
    return _named(night, name)


def _named(night: NightContext, name: str) -> int:
    return next(n for n, f in enumerate(night.state.fighters) if f.name == name)


# Moving ------------------------------------------------------------------------------------------------------------


def move_intruders(night: NightContext, plans: list[IntruderPlan]) -> Flow[None]:
    """Move the intruders after all bombers; one that reaches its target strikes at once. [7.2.1, 27.2]"""
    looked = False
    for index, kind, target in plans:
        bomber = night.state.bombers[index]
        if bomber.status != "map":
            continue
        fighter = night.state.fighters[target] if target != NOBODY else None
        if fighter is not None and fighter.status != "map":
            kind, fighter = STREAM, None
        zone, began = bomber.lit, (bomber.hex, bomber.facing)
        if kind == PURSUIT and fighter is not None:
            yield from pursue(night, index, fighter)
        else:
            yield from follow_stream(night, index, fighter)
        if bomber.status != "map":
            continue
        if zone and night.map.zone[bomber.hex] != zone:
            yield from cross_border(night, index, night.map.zone[bomber.hex])
        if night.hears:
            night.table.tell(
                IntruderMoved(bomber=index, behaviour=kind, hex=hex_name(bomber.hex), facing=FACINGS[bomber.facing]),
                "27.2",
                to=TO_UMPIRE,
            )
        if fighter is not None and bomber.hex == fighter.hex:
            looked = True
            yield from strike(night, index, fighter, kind == PURSUIT, turned=has_turned(night, bomber, began))
    # A second rattle in one turn would reveal that the first was none of the umpire's tricks.
    if not looked and any(b.role == "intruder" and b.status in ("pool", "map") for b in night.state.bombers):
        decoy(night)


def has_turned(night: NightContext, bomber: AttackerCounter, began: tuple[int, int]) -> bool:
    """Say whether an intruder turned on its way: only who flies straight ends ahead of where he began. [19.1.3]"""
    hex_, facing = began
    for _ in range(bomber.moved):
        hex_ = night.map.step[facing][hex_]
    return (bomber.hex, bomber.facing) != (hex_, facing)


def follow_stream(night: NightContext, index: int, fighter: FighterCounter | None) -> Flow[None]:
    """Fly down the column like a bomber, after a step aside towards what Serrate hears. [27.2, 27.2.1, 27.2.2]"""
    bomber = night.state.bombers[index]
    if fighter is not None and fighter.hex // 100 != bomber.hex // 100:
        way = REAR_LEFT if fighter.hex // 100 > bomber.hex // 100 else REAR_RIGHT
        aside = night.map.step[(bomber.facing + way) % 6][bomber.hex]
        if aside and not occupied(night, aside, index):
            bomber.hex = aside
    most = night.attacker_mp(bomber.type)
    if fighter is not None and occupied(night, fighter.hex, index):
        fighter = None
    path = straight_home(night, bomber, most, fighter)
    speeds = {"full": path, "less": path[:-1]} if len(path) == most > 1 else {"full": path}
    clear = [speed for speed, way in speeds.items() if not (way[-1][0] and occupied(night, way[-1][0], index))]
    speed = (clear or ["full"])[0]
    if night.person and len(clear) > 1:
        full, less = hex_name(speeds["full"][-1][0]), hex_name(speeds["less"][-1][0])
        question = UmpireIntruderSpeedQuestion(index, bomber.type, hex_name(bomber.hex), full, less)
        speed = yield from choose(night, question, clear, f"intruder{index}/speed", "27.2.1")
    path = speeds[speed]
    bomber.moved = len(path)
    if path and not path[-1][0]:
        leave_map(night, index)
    elif path:
        bomber.hex, bomber.facing = path[-1]


def straight_home(
    night: NightContext, bomber: AttackerCounter, most: int, fighter: FighterCounter | None
) -> list[tuple[int, int]]:
    """List the hexes and facings of a way down the stream, turning home by the shorter side. [27.2]"""
    hex_, facing, path = bomber.hex, bomber.facing, []
    for _ in range(most):
        hex_ = night.map.step[facing][hex_]
        if facing != S and hex_:
            facing = (facing + (1 if facing < S else 5)) % 6
        path.append((hex_, facing))
        if not hex_ or (fighter is not None and hex_ == fighter.hex):
            break
    return path


def pursue(night: NightContext, index: int, fighter: FighterCounter) -> Flow[None]:
    """Move freely like a nightfighter to come up behind the target. [27.2.3]"""
    bomber = night.state.bombers[index]
    ends = pursuit_ends(night, index, fighter)
    if not ends:
        yield from follow_stream(night, index, None)
        return
    if night.person:
        options = [f"hex:{hex_name(h)}:{FACINGS[f]}" for h, f in sorted(ends)]
        question = UmpireIntruderMoveQuestion(index, bomber.type, hex_name(bomber.hex), fighter.name)
        answer = yield from choose(night, question, options, f"intruder{index}/move", "27.2.3")
        _, name, way = parts_of(answer)
        end = (int(name), FACINGS.index(way))
    else:
        end = min(ends, key=lambda e: (*_merit(night, e, fighter), e))
    bomber.hex, bomber.facing = end
    bomber.moved = ends[end]


def pursuit_ends(night: NightContext, index: int, fighter: FighterCounter) -> dict[tuple[int, int], int]:
    """Find where an intruder may end its move: with all MP, one left, or stopped by its target. [27.2.1]"""
    bomber = night.state.bombers[index]
    most = night.attacker_mp(bomber.type)
    ends: dict[tuple[int, int], int] = {}
    reached = {(bomber.hex, bomber.facing)}
    blocked = occupied(night, fighter.hex, index)
    for spent in range(1, most + 1):
        beyond = set()
        for hex_, facing in reached:
            ahead = night.map.step[facing][hex_]
            if ahead and not (ahead == fighter.hex and blocked):
                beyond |= {(ahead, (facing + turn) % 6) for turn in (0, 1, 5)}
        ends.update({place: spent for place in beyond if place[0] == fighter.hex and place not in ends})
        reached = {place for place in beyond if place[0] != fighter.hex}
        if spent >= most - 1:
            ends.update({p: spent for p in reached if not occupied(night, p[0], index)})
    return ends


def _merit(night: NightContext, end: tuple[int, int], fighter: FighterCounter) -> tuple[int, int]:
    """Rank an end: the target's hex and heading, its hex, close behind it, then simply close. [27.2.3]"""
    hex_, facing = end
    away = night.map.distance(hex_, fighter.hex)
    if away == 0:
        return (0 if facing == fighter.facing else 3), 0
    behind = night.map.in_wide(fighter.hex, (fighter.facing + 3) % 6, hex_)
    faces = night.map.in_wide(hex_, facing, fighter.hex)
    return (1 if behind and faces and away <= 2 else 2 if faces else 4), away


# Striking ----------------------------------------------------------------------------------------------------------


def strike(
    night: NightContext, index: int, fighter: FighterCounter, has_fix: bool, *, turned: bool = False
) -> Flow[None]:
    """In the target's hex the intruder looks for it, and attacks if it flies the same way. [27.2.4]"""
    bomber = night.state.bombers[index]
    dice, mods = tally_dice(night, bomber, fighter, has_fix, turned=turned)
    faces = night.roll("intruder", dice)
    tallied = fighter.number in faces
    if night.hears:
        night.table.tell(
            IntruderLooked(bomber=index, fighter=fighter.name, faces=faces, tallied=tallied),
            "27.2.4",
            to=TO_UMPIRE,
            mods=mods,
        )
        if not night.person:
            night.table.tell(DiceHeard(), "27.2.4")
    if not tallied or bomber.facing != fighter.facing:
        return
    night.table.reveal("intruder")
    night.table.tell(IntruderAttacks(fighter=fighter.name), "27.2.4")
    first = yield from fighter_responds(night, index, fighter, after=False)
    if bomber.status != "map" or fighter.status != "map":
        return
    caused = first != NO_RESPONSE
    if first not in (CORKSCREW, "hit"):
        yield from shoot(night, index, fighter)
        if first == NO_RESPONSE and fighter.status == "map":
            caused = (yield from fighter_responds(night, index, fighter, after=True)) != NO_RESPONSE
    if caused and bomber.status == "map":
        yield from slip_away(night, index)


def tally_dice(
    night: NightContext, bomber: AttackerCounter, fighter: FighterCounter, has_fix: bool, *, turned: bool = False
) -> tuple[int, list[Mod]]:
    """Return the dice of an intruder's tally. [15.1.1, 19.1.3, 27.2.4]"""
    table, minimum = night.tables.fixed_tally, night.tables.minimum_range
    mods = [Mod(table.dice, "fixed-target", "15.1.1")]
    if night.moonlit:
        mods.append(Mod(table.moon, "moon", "15.1.1"))
    radar = night.ai_of(bomber)
    if has_fix and radar is not None:
        if radar.minimum:
            mods.append(Mod(radar.minimum, "minimum-range", "19.1.3"))
        if night.low and radar.band != "X":
            mods.append(Mod(minimum.low_altitude, "low-altitude", "19.1.3"))
        if bomber.facing != fighter.facing:
            mods.append(Mod(minimum.other_heading, "other-heading", "19.1.3"))
        if turned and night.options.intruder_turns:
            mods.append(Mod(minimum.turned, "turned", "19.1.3"))
        # The fighter moves later in the turn, so its last move is what the chase was flown against.
        if bomber.moved - fighter.moved >= minimum.overtaking_by:
            mods.append(Mod(minimum.overtaking, "overtaking", "19.1.3"))
    return max(table.least, sum(m.value for m in mods)), mods


def shoot(night: NightContext, index: int, fighter: FighterCounter) -> Flow[None]:
    """The intruder attacks with its forward guns, and alerts a fighter that lives. [27.2.4, 17.4.1]"""
    row = night.charts.nightfighters[night.state.bombers[index].type]
    mods = [Mod(row.firepower or 0, "firepower", "6.0")]
    yield from hit_fighter(night, fighter, mods, IntruderAttacked, "27.2.4")
    fighter.alerted = True


def fighter_responds(night: NightContext, index: int, fighter: FighterCounter, *, after: bool) -> Flow[str]:
    """A nightfighter responds as a bomber would: on the Warning column with tail warning radar. [17.4.4, 27.3]"""
    bomber = night.state.bombers[index]
    lit = night.state.moon == "full" or night.map.zone[fighter.hex] in night.flares
    reaction = roll_reaction(
        night,
        (partial(FighterResponseRolled, fighter.name), partial(FighterReactionRolled, fighter.name)),
        "17.4.4",
        alerted=fighter.alerted,
        warning="tail warning" in fighter.equipment,
        mods=[Mod(night.tables.reaction.lit, "flares-or-full-moon", "17.4")] if lit else [],
    )
    if reaction == NO_RESPONSE:
        return NO_RESPONSE
    fighter.alerted = True
    hits = fire_back(night, bomber, fighter)
    if bomber.hits >= night.charts.attacker(bomber.type).damage:
        destroy(night, index)
        fighter.kills += 1
        night.table.tell(IntruderDestroyed(fighter=fighter.name, type=bomber.type), "17.4.4")
    if reaction == CORKSCREW:
        yield from fighter_corkscrews(night, fighter)
        return CORKSCREW
    return "hit" if hits and not after else FIRE


def fire_back(night: NightContext, bomber: AttackerCounter, fighter: FighterCounter) -> int:
    """The fighter's gunner fires, if it has one; no pilot's skill helps him. [17.4.4]"""
    printed = night.row(fighter).defence
    if printed is None:
        return 0
    total, hits = night.hits(printed)
    bomber.hits += hits
    if night.hears:
        night.table.tell(
            FighterFiredBack(fighter=fighter.name, total=total, hits=hits),
            "17.4.4",
            mods=[Mod(printed, "defence", "6.0")],
            chart="hits",
        )
    return hits


def fighter_corkscrews(night: NightContext, fighter: FighterCounter) -> Flow[None]:
    """The player chooses where his fighter corkscrews; it loses what it held and is busy for the turn. [17.4.4]"""
    ways = {"centre": fighter.hex}
    for side, way in (("left", REAR_LEFT), ("right", REAR_RIGHT)):
        ways[side] = night.map.step[(fighter.facing + way) % 6][fighter.hex]
    options = [side for side in SIDES if ways[side]]
    key = night.key(fighter.name, "corkscrew")
    side = yield night.table.ask(PLAYER, FighterCorkscrewQuestion(fighter.name), options, key, "17.4.4")
    fighter.hex = ways[side]
    fighter.corkscrewed = True
    if night.hears:
        night.table.tell(FighterCorkscrewed(fighter=fighter.name, hex=hex_name(fighter.hex)), "17.4.4")
    yield from drop_tally(night, fighter)
    yield from drop_fix(night, fighter)


def slip_away(night: NightContext, index: int) -> Flow[None]:
    """An intruder that has given itself away may displace at the umpire's wish. [16.0]"""
    if not night.advanced_fog:
        return
    if night.person and night.options.slip_later:
        night.state.bombers[index].may_slip = True
        yield from slip_or_stay(night, index, "now")
        return
    if is_held(night.state, index):
        return
    if night.person:
        question = attacker_question(UmpireSlipAwayQuestion, night, index)
        if (yield from choose(night, question, ("stay", "displace"), f"intruder{index}/slip", "16.0")) == "stay":
            return
    elif night.level == "helpful" or (night.level == "sly" and not _within_reach(night, index)):
        return
    roll_corkscrew(night, index)


def slip_later(night: NightContext, when: str) -> Flow[None]:
    """Ask again, until the turn ends, for each intruder that has given itself away and stayed. [16.0]"""
    if not night.person:
        return
    for index, bomber in enumerate(night.state.bombers):
        if bomber.may_slip:
            yield from slip_or_stay(night, index, when)


def slip_or_stay(night: NightContext, index: int, when: str) -> Flow[None]:
    """A person lets an intruder slip away by die or where he likes, or keeps that for later. [16.0, 17.4.3]"""
    bomber = night.state.bombers[index]
    if bomber.status != "map" or is_held(night.state, index):
        return
    question = attacker_question(UmpireSlipAwayQuestion, night, index)
    way = yield from choose(night, question, ("stay", "displace", *SIDES), f"intruder{index}/slip/{when}", "16.0")
    if way == "stay":
        return
    bomber.may_slip = False
    if way == "displace":
        roll_corkscrew(night, index)
        return
    bomber.hex = corkscrew_hex(night, bomber, index, way)
    if night.hears:
        night.table.tell(
            BomberDisplaced(bomber=index, side=way, hex=hex_name(bomber.hex)), "16.0", to=TO_UMPIRE, chart="corkscrew"
        )


def _within_reach(night: NightContext, index: int) -> bool:
    """Say whether some fighter could come into the intruder's hex with its next move. [16.0]"""
    hex_ = night.state.bombers[index].hex
    fighters = (f for f in night.state.fighters if f.status == "map")
    return any(night.map.distance(f.hex, hex_) <= sum(night.fighter_speed(f)) for f in fighters)


def decoy(night: NightContext) -> None:
    """Let the umpire roll dice as a bluff. [27.2.4]"""
    if night.person:
        return
    rattles = night.table.roll("umpire", 100) <= night.tables.umpire.decoy_rolls
    if night.hears:
        night.table.tell(UmpireDecoy(rattles=rattles), "27.2.4", to=TO_UMPIRE)
        if rattles:
            night.table.tell(DiceHeard(), "27.2.4")
