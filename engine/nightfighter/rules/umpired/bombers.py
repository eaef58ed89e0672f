"""Moving and entering bombers. [7.0, 8.0, 26.2, 26.3]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.kernel.decisions import Flow, number_of
from engine.kernel.limits import Runaway
from engine.nightfighter.charts.map import S, hex_name
from engine.nightfighter.events.bombers import (
    BomberEntered,
    BomberExited,
    BomberExitedUnseen,
    BombersMoved,
    ChitPulled,
    ContactSeen,
    FlaresDropped,
    TorpedoLaunched,
    V1Sighted,
)
from engine.nightfighter.events.searches import SearchlightHandedOff, SearchlightLost
from engine.nightfighter.questions import SearchlightHandOffQuestion, UmpireDelayQuestion, UmpireEntrySpeedQuestion
from engine.nightfighter.rules import exact_chances
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.rules.counters import occupied, release, release_all
from engine.nightfighter.rules.speeds import carries_torpedo
from engine.nightfighter.rules.umpired.umpire import TO_UMPIRE, attacker_question, choose
from engine.nightfighter.state import PLAYER, AttackerCounter

ROLL_OR_DECLINE = ("roll", "decline")
LAST_ENTRY_DELAY = 2
"""Turns by which the entry of a lone bomber may be put off. [8.1.4]"""


def move_bombers(night: NightContext) -> Flow[None]:
    """Each bomber moves its MP, those nearest the exit first; intruders are moved after them. [7.0, 7.2.1]"""
    bombers = night.state.bombers
    order = [i for i, b in enumerate(bombers) if b.status == "map" and b.role != "intruder"]
    order.sort(key=lambda i: (-(bombers[i].hex % 100), bombers[i].hex))
    rows = night.map.rows
    taken = {b.hex for b in bombers if b.status == "map"} if night.solo else set()
    for index in order:
        bomber = bombers[index]
        steps = allowance(night, bomber, index)
        if bomber.lit or bomber.facing != S or night.solo:
            yield from fly(night, index, steps, taken)
        elif bomber.hex % 100 + steps > rows:
            leave_map(night, index)
        else:
            bomber.hex += steps
            bomber.moved = steps
    if night.task_force:
        for role in ("flare", "torpedo"):
            for index in order:
                if bombers[index].role == role and bombers[index].status == "map":
                    reach_task_force(night, bombers[index])
    if night.hears:
        seen = [ContactSeen(b.mark, hex_name(b.hex)) for b in bombers if b.mark and b.status == "map"]
        night.table.tell(BombersMoved(contacts=seen), "7.2")


def allowance(night: NightContext, bomber: AttackerCounter, index: int) -> int:
    """Return the hexes that a bomber moves this turn: MP, star, alert, torpedo run. [7.2, 26.3, 28.2]"""
    if carries_torpedo(bomber.role, launched=bomber.launched):
        return night.tables.naval.torpedo_mp
    mp = night.attacker_mp(bomber.type)
    if bomber.alerted and night.options.alerted_bombers and bomber.role != "intruder":
        faster = night.attacker_mp(bomber.type, alerted=True)
        if faster > mp:
            end = bomber.hex
            for _ in range(faster):
                end = night.map.step[bomber.facing][end] if end else 0
            if not (end and occupied(night, end, index)):
                return faster
    return mp


def fly(night: NightContext, index: int, steps: int, taken: set[int]) -> Flow[None]:
    """Move a bomber hex by hex: it may leave its lights, follow another grain, or be held up. [7.2, 14.2.3, S7.0]"""
    bomber = night.state.bombers[index]
    bomber.moved = 0
    for _ in range(steps):
        ahead = night.map.step[bomber.facing][bomber.hex]
        if ahead in taken:
            return
        taken.discard(bomber.hex)
        if not ahead:
            leave_map(night, index)
            return
        if night.solo:
            taken.add(ahead)
        bomber.hex = ahead
        bomber.moved += 1
        if bomber.lit and night.map.zone[ahead] != bomber.lit:
            yield from cross_border(night, index, night.map.zone[ahead])


def cross_border(night: NightContext, index: int, zone: str) -> Flow[None]:
    """A bomber held by searchlights leaves their zone: the fix is handed off or lost. [14.2.3, 14.2.4, 14.3]"""
    bomber = night.state.bombers[index]
    taken = any(b.lit == zone for b in night.state.bombers)
    if zone in night.lights and bomber.lit in night.lights and not taken:
        stored = yield from night.keeper.hand_off(night, index, zone)
        if stored:
            bomber.lit = zone
            return
    bomber.lit = ""
    night.table.tell(SearchlightLost(contact=bomber.mark), "14.2.3")
    yield from release(night, index)


def hand_off_question(mark: int, zone: str, dice: int) -> SearchlightHandOffQuestion:
    """Lay out the dice by which the lights of the next zone take a bomber over. [14.2.4]"""
    gains = exact_chances.rolled(dice, "keep", stays="decline")
    return SearchlightHandOffQuestion(
        contact=mark, zone=zone, dice=dice, odds=exact_chances.odds_of(gains), gains=exact_chances.gains_of(gains)
    )


def hand_off(night: NightContext, index: int, zone: str) -> Flow[bool]:
    """The player may try to hand a lit bomber to the lights of the next zone, with four dice. [14.2.4]"""
    bomber = night.state.bombers[index]
    dice = night.tables.searchlights.hand_off
    key, facts = night.key("hand-off", bomber.mark, zone), partial(hand_off_question, bomber.mark, zone, dice)
    order = yield night.table.ask(PLAYER, SearchlightHandOffQuestion, ROLL_OR_DECLINE, key, "14.2.4", facts)
    if order == "decline":
        return False
    faces = night.roll("search", dice)
    stored = bomber.number in faces
    night.table.tell(SearchlightHandedOff(contact=bomber.mark, zone=zone, faces=faces, kept=stored), "14.2.4")
    return stored


def leave_map(night: NightContext, index: int) -> None:
    """Take a bomber and everything on it off the map at its edge. [7.2.2, 2.1.2]"""
    bomber = night.state.bombers[index]
    seen = bomber.mark
    bomber.status = "exited"
    bomber.hex = 0
    release_all(night, index)
    bomber.mark = 0
    if night.hears:
        if seen:
            night.table.tell(BomberExited(contact=seen), "7.2.2")
        else:
            night.table.tell(BomberExitedUnseen(bomber=index), "7.2.2", to=TO_UMPIRE)


def reach_task_force(night: NightContext, bomber: AttackerCounter) -> None:
    """Act for a naval attacker that ends its move in the task force box. [26.2.2, 26.3]"""
    state, naval = night.state, night.tables.naval
    if night.map.zone[bomber.hex] != night.task_force:
        return
    if bomber.role == "flare":
        state.flares_until = max(state.flares_until, state.turn + naval.flare_turns)
        night.table.tell(FlaresDropped(until=state.flares_until), "26.2.2")
    elif bomber.role == "torpedo" and not bomber.launched:
        bomber.launched = True
        lit = state.flares_until > state.turn
        points = naval.points_lit if lit else naval.points_dark
        state.points += points
        night.table.tell(TorpedoLaunched(illuminated=lit, points=points, total=state.points), "26.3")


# Remaining aircraft ------------------------------------------------------------------------------------------------

GONE = ("exited", "destroyed", "phantom")


def attackers_left(night: NightContext) -> bool:
    """Say whether any bomber is still on the map or to come; an intruder is one, too. [1.5, 4.1, 8.1.1]"""
    intruders = night.options.intruders_count
    return any(is_left(night, b) and (intruders or b.role != "intruder") for b in night.state.bombers)


def stream_left(night: NightContext) -> bool:
    """Say whether any bomber but intruders is still on the map or to come. [27.2]"""
    return any(b.role != "intruder" and is_left(night, b) for b in night.state.bombers)


def is_left(night: NightContext, bomber: AttackerCounter) -> bool:
    """Say whether an attacker is on the map or to come: nobody comes any more after the last turn of entry. [8.1.1]"""
    if bomber.status in GONE:
        return False
    return bomber.status != "pool" or not night.options.entry_ends or is_due(night, bomber)


def is_due(night: NightContext, bomber: AttackerCounter) -> bool:
    """Say whether attackers of its kind enter on any later turn. [8.1.1, 26.2.1]"""
    entry, turn = night.scenario.entry, night.state.turn
    if bomber.role == "flare":
        return any(due > turn for due in entry.flares)
    waves = entry.waves
    return any(due > turn for due in entry.singles) or (waves is not None and turn + 1 < waves.first + waves.turns)


# Entering ----------------------------------------------------------------------------------------------------------


def enter_bombers(night: NightContext) -> Flow[None]:
    """Bombers that are due come in by the chits, after those whose entry was put off. [8.0]"""
    state, entry, turn = night.state, night.scenario.entry, night.state.turn
    for index, bomber in enumerate(state.bombers):
        if bomber.status == "delayed" and bomber.due == turn:
            yield from (wait_again if bomber.put_off else come_in)(night, index)
    singles = entry.singles.count(turn)
    for _ in range(singles):
        yield from enter_one(night, singles == 1)
    waves = entry.waves
    if waves is not None and waves.first <= turn < waves.first + waves.turns:
        yield from enter_wave(night, waves.each)
    for _ in range(entry.flares.count(turn)):
        yield from enter_flare_dropper(night)


def pick_from_pool(night: NightContext, roles: tuple[str, ...]) -> int | None:
    """Draw a counter at random from those that have not entered. [8.1.1]"""
    pool = [i for i, b in enumerate(night.state.bombers) if b.status == "pool" and b.role in roles]
    if not pool:
        return None
    index = pool[night.table.roll("pool", len(pool)) - 1] if len(pool) > 1 else pool[0]
    night.state.bombers[index].status = "drawn"
    return index


def pull_chit(night: NightContext) -> tuple[int, int, int]:
    """Pull a chit blindly and read it on the umpire's side; an empty cup is filled again. [8.1.3]"""
    state, chits = night.state, night.tables.chits.chits
    if not state.chits:
        state.chits = list(range(len(chits)))
    chit = chits[state.chits.pop(night.table.roll("chits", len(state.chits)) - 1)]
    columns = chit.red if state.red else chit.yellow
    if night.hears:
        night.table.tell(ChitPulled(columns=list(columns)), "8.1.3", to=TO_UMPIRE)
    return columns


ATTACKERS = ("bomber", "torpedo", "target", "intruder")
WITHOUT_INTRUDERS = ("bomber", "torpedo", "target")


def enter_one(night: NightContext, alone: bool) -> Flow[None]:
    """One bomber comes in on the chit's topmost column; its entry may be put off. [8.1.3, 8.1.4, 26.3.1]"""
    index = pick_from_pool(night, ATTACKERS)
    if index is None:
        return
    bomber = night.state.bombers[index]
    place(night, bomber, torpedo_column(night) if bomber.role == "torpedo" else pull_chit(night)[0])
    yield from put_off_or_come_in(night, index, alone)


def torpedo_column(night: NightContext) -> int:
    """Read chits from the top until a column of the torpedo run appears. [26.3.1]

    One full cup holds such a chit, or none ever comes: charts without any are refused where they are read.
    """
    first, last = night.map.torpedo_columns
    for _ in range(2 * len(night.tables.chits.chits)):
        for column in pull_chit(night):
            if first <= column <= last:
                return column
    raise Runaway("chits", 2 * len(night.tables.chits.chits))


def enter_wave(night: NightContext, count: int) -> Flow[None]:
    """Several bombers come in, one on each column of the chit; an intruder takes the topmost. [8.1.3, 26.3.1, 27.1]"""
    drawn: list[int] = []
    for _ in range(count):
        one_is_in = any(night.state.bombers[i].role == "intruder" for i in drawn)
        index = pick_from_pool(night, WITHOUT_INTRUDERS if one_is_in else ATTACKERS)
        if index is None and one_is_in:
            break
        if index is not None:
            drawn.append(index)
    if not drawn:
        return
    drawn.sort(key=lambda i: night.state.bombers[i].role != "intruder")
    columns = pull_chit(night)
    for index, column in zip(drawn, columns, strict=False):
        bomber = night.state.bombers[index]
        place(night, bomber, torpedo_column(night) if bomber.role == "torpedo" else column)
        yield from come_in(night, index)


def enter_flare_dropper(night: NightContext) -> Flow[None]:
    """A flare dropper comes in at the numbered hex of the chit's topmost figure, along the arrow. [26.2.1]"""
    index = pick_from_pool(night, ("flare",))
    if index is None:
        return
    bomber = night.state.bombers[index]
    bomber.hex, bomber.facing = night.map.flare_entries[pull_chit(night)[0] - 1]
    yield from put_off_or_come_in(night, index, True)


def place(night: NightContext, bomber: AttackerCounter, column: int) -> None:
    """Lay a counter beside its entry hex, facing down the column. [8.2, 7.1]"""
    bomber.hex, bomber.facing = 100 * column + 1, S


def put_off_or_come_in(night: NightContext, index: int, alone: bool) -> Flow[None]:
    """A lone bomber's entry may be put off by one turn or two. [8.1.4]"""
    bomber = night.state.bombers[index]
    delay = 0
    if alone and night.person and night.options.delay_by_turn:
        yield from wait_again(night, index)
        return
    if alone:
        options = [f"delay:{turns}" for turns in range(LAST_ENTRY_DELAY + 1)]
        weights = night.tables.umpire.delay[night.level]
        question = attacker_question(UmpireDelayQuestion, night, index)
        answer = yield from choose(night, question, options, f"bomber{index}/delay", "8.1.4", lambda _: weights)
        delay = number_of(answer)
    if delay:
        bomber.status, bomber.due = "delayed", night.state.turn + delay
    else:
        yield from come_in(night, index)


def wait_again(night: NightContext, index: int) -> Flow[None]:
    """A person lets a lone bomber in, or keeps it waiting for a turn, two at most. [8.1.4]"""
    bomber = night.state.bombers[index]
    answer = "delay:0"
    if bomber.put_off < LAST_ENTRY_DELAY:
        question, weigh = attacker_question(UmpireDelayQuestion, night, index), partial(_waits, night, bomber.put_off)
        answer = yield from choose(night, question, ("delay:0", "delay:1"), f"bomber{index}/delay", "8.1.4", weigh)
    if number_of(answer):
        bomber.put_off += 1
        bomber.status, bomber.due = "delayed", night.state.turn + 1
    else:
        bomber.put_off = 0
        yield from come_in(night, index)


def _waits(night: NightContext, put_off: int, _options: object) -> list[int]:
    """Weigh letting it in now against waiting on, by how long a computer umpire puts an entry off. [8.1.4]"""
    weights = night.tables.umpire.delay[night.level]
    return [weights[put_off], sum(weights[put_off + 1 :])]


def come_in(night: NightContext, index: int) -> Flow[None]:
    """Let a bomber enter and move from one MP to its most, or wait while another is in its entry hex. [8.2.1]"""
    bomber = night.state.bombers[index]
    steps = entry_steps(night, bomber, index)
    if not steps:
        bomber.status, bomber.due = "delayed", night.state.turn + 1
        return
    bomber.status = "map"
    options = [f"mp:{mp}" for mp in steps]
    question = attacker_question(UmpireEntrySpeedQuestion, night, index)
    answer = yield from choose(night, question, options, f"bomber{index}/speed", "8.2.1", partial(_speeds, night))
    mp = number_of(answer)
    for _ in range(mp - 1):
        bomber.hex = night.map.step[bomber.facing][bomber.hex]
    bomber.moved = mp
    if night.hears:
        night.table.tell(
            BomberEntered(bomber=index, type=bomber.type, hex=hex_name(bomber.hex), mp=mp), "8.2", to=TO_UMPIRE
        )
    if night.v1:
        night.state.marks += 1
        bomber.mark = night.state.marks
        if night.hears:
            night.table.tell(V1Sighted(contact=bomber.mark, hex=hex_name(bomber.hex)), "8.2")


def entry_steps(night: NightContext, bomber: AttackerCounter, index: int) -> list[int]:
    """List the MP that an entering bomber may spend: it stays behind any other on its line. [8.2.1]"""
    most = allowance(night, bomber, index)
    steps, hex_ = [], bomber.hex
    for mp in range(1, most + 1):
        if not hex_ or occupied(night, hex_, index):
            break
        steps.append(mp)
        hex_ = night.map.step[bomber.facing][hex_]
    return steps


def _speeds(night: NightContext, options: Sequence[str]) -> list[int]:
    return entry_speed_weights(night, len(options))


def entry_speed_weights(night: NightContext, count: int) -> list[int]:
    """Weigh the MP of an entry; a sly umpire likes full speed, but not so much that it can be read. [8.2.1]"""
    if night.level != "sly":
        return [1] * count
    full = night.tables.umpire.sly_full_speed
    rest = (100 - full) // max(1, count - 1)
    return [rest] * (count - 1) + [full]
