"""Raids guessed by the German player: routes that explain all that he was shown, and nothing that he was not. [8.0]

Counters, combat hexes, bombs, mines and raids in England each come from some raid, and no raid did anything else. So
raids are drawn one by one, each through an event that no raid explains yet, hex by hex from its entry. A hex from which
no allowed move leads on to later events is not entered (`RaidReach`). A route explains the events that it meets. Where
nothing can explain the rest, a raid that is in the way is removed and drawn again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.analysis.stream_dice import RolloutDice
from engine.bomber_command.analysis.evidence import (
    Clue,
    Clues,
    ExplainedClues,
    GuessedMove,
    GuessedRaid,
    UnexplainedClues,
    can_claim,
    claim,
    overlap,
    unclaim,
)
from engine.bomber_command.analysis.observations import (
    ALL_FOUND,
    LARGE,
    CombatMarker,
    NightObservations,
    TurnObservation,
)
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.rules.combat import AREA_FLAK, CITY_FLAK, GCI, city_flak
from engine.bomber_command.state import DECOY, GARDENING, MAIN, MOSQUITO, State

NODES = 200
"""Moves that are tried for one raid before it is given up."""
STRAIGHT, GRAIN, BEND, TURN = 8.0, 5.0, 1.0, 0.03
"""Weights of a raid that flies straight ahead, along a spine, turns by a hexside, or by more."""
HOMEWARD = 2.0
"""Factor for a raid that has bombed and comes a hex nearer to an exit hex."""
SURE = 12.0
"""Factor for a move that explains a clue."""
ESCORT = 0.02
"""Probability that a Mosquito raid breaks out of a larger one, rather than enters on its own."""
ENTRIES = {MAIN: (5, 5, 1), MOSQUITO: (2, 2, 2, 2, 2, 1, 1, 1), GARDENING: (2, 2, 2, 2, 2, 1), DECOY: (5, 5, 2)}
"""Frequency with which a raid enters on the first turn, the second, and so on."""
LATER = 0.5
"""Frequency of an entry on any turn after those."""
NEAR = 0.35
"""Factor of a raid's chance to be withdrawn, for each hex of its distance from an unexplained clue."""
DEARER = 0.2
"""Factor for a place for which another raid was withdrawn: later raids avoid it."""
OTHERS_CLUE = 0.1
"""Factor for a place that explains another raid: this one avoids it."""
FURTHER = 0.75
"""Probability that a raid with a clue to explain is led on to later bombs or mines."""
OWN = 0.9
"""Probability that a raid in the hex of bombs has dropped them."""
ANY = "any"
"""The landing of a raid of which it is not known yet what it was."""
BEFORE_MINES = ("raids", "raid-detection", "tame-boars", "deploying", "recovery", "bombing")
PATIENCE = 300
"""Raids that are taken back before a new beginning."""


class RaidReach(NamedTuple):
    """The places where a raid can be to explain its events: hexes as bits, turn by turn."""

    open: list[int]
    """Hexes that may be flown over in a turn."""
    bound: list[int]
    """Hexes in which it may end a turn with its target before it."""
    free: list[int]
    """Hexes in which it may end a turn afterwards; a Decoy always."""
    leaves: list[bool]
    """True for each turn in which it may leave the map."""


class RaidSampler:
    """Draws raids for one night."""

    def __init__(self, night: State, charts: Charts, story: NightObservations, dice: RolloutDice) -> None:
        self.night = night
        self.board: ScenarioMap = charts.boards[night.scenario]
        self.story = story
        self.last = story.last
        self.dice = dice
        self.trail = night.stream
        self.turns = [story.turns.get(turn, TurnObservation(turn)) for turn in range(self.last + 2)]
        self.left = [self._left_of(turn) for turn in range(self.last + 1)]
        around = self.board.active_around
        self.active = [frozenset(hex_ for at in seen.gci for hex_ in around[at]) for seen in self.turns]
        heard = [self._listen(turn) for turn in range(self.last + 1)]
        self.silent, self.loud = [one[0] for one in heard], [one[1] for one in heard]
        self.near: dict[int, int] = {}
        self.away = {hex_: min(self.board.distance(hex_, out) for out in self.board.exits) for hex_ in self.board.grid}
        self.kinds_at = kinds_at(story)
        self.kinds_of = kinds_of(story)
        self.bombed_by = self._bombed_by()
        self.owned = {(pin.turn, pin.city) for pin in self.bombed_by.values()}
        given, rules = charts.scenarios[night.scenario].raids, charts.tables.raid_rules
        self.most = Counter({MAIN: given.main, DECOY: given.decoy, MOSQUITO: given.mosquito})
        self.swaps = {GARDENING: rules.gardening_swaps, DECOY: rules.decoy_swaps}
        self.swap_costs = rules.mosquitos_for_decoy
        self.mining = self.last if night.turn == self.last and night.phase in BEFORE_MINES else 0
        """The turn of which it is still to be told who lays mines."""
        self.whole = [self._left_of(turn) for turn in range(self.last + 1)]
        self.taken: list[UnexplainedClues] | None = None
        """What is left indeed, while a raid is drawn as if there were no other."""
        self.dear: dict[tuple[int, str], float] = {}
        """How much rather than other counters and landings a raid takes those over which raids were taken back."""
        self.shy = False
        """Whether it keeps off most of what it would rather not take, while it can."""
        self.found: list[GuessedRaid] = []
        self.work = 0
        self.nodes = 0

    def _left_of(self, turn: int) -> UnexplainedClues:
        """Return the events of a turn: a landing shows who was in England, a stream's bombers follow one turn later."""
        seen = self.turns[turn]
        later = self.turns[turn + 1] if self.trail else seen
        england = Counter([kind for kind in seen.landed if kind != LARGE])
        england[LARGE] = later.landed.count(LARGE)
        if england.total() != seen.england:
            england = Counter({ANY: seen.england})
        streams = Counter(seen.streams) if seen.shows_streams else Counter[str]()
        return UnexplainedClues(
            set(seen.counters), streams, Counter(seen.combats), list(seen.drops), list(seen.mines), england,
            seen.withheld, set(),
        )  # fmt: skip

    def _bombed_by(self) -> dict[str, Clue]:
        """Return the bombs of each letter's raid that was struck over the city on which they fell."""
        found = dict[str, Clue]()
        for letter, places in self.story.letters.items():
            for turn, _hex, city in places:
                for at in (turn, turn - 1):
                    if city and city in self.turns[at].drops and letter not in found:
                        found[letter] = Clue(at, "drop", self.board.cities[city].hex, city)
        return found

    def chance(self) -> float:
        """Throw a number below one."""
        return (self.dice.draw("way", 1 << 20) - 1) / (1 << 20)

    def pick(self, weights: Sequence[float]) -> int:
        """Pick a place by its weight."""
        left = self.chance() * sum(weights)
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        return len(weights) - 1

    def mixed(self, moves: Sequence[GuessedMove]) -> Iterator[GuessedMove]:
        """Give moves in an order by lot, the likelier ones oftener first."""
        left = list(moves)
        while left:
            yield left.pop(self.pick([move.weight for move in left]))

    def trail_of(self, kind: str) -> int:
        """Return how many hexes a raid of a kind trails as it flies."""
        return self.trail if kind in (MAIN, DECOY) else 0

    # -- what is to be explained

    def open_clues(self) -> Iterator[Clue]:
        """Give what no raid explains yet: letters, bombs and mines first, each another raid's, then the earliest."""
        known, cities = {one.letter for one in self.found}, self.board.cities
        for letter in sorted(self.story.letters, key=self._is_small):
            places = self.story.letters[letter]
            if letter not in known:
                yield Clue(places[0][0], "letter", places[0][1], letter=letter)
        for turn in range(1, self.last + 1):
            left = self.left[turn]
            yield from (Clue(turn, "drop", cities[city].hex, city) for city in left.drops)
            yield from (Clue(turn, "mine", hex_) for hex_ in left.mines)
        for turn in range(1, self.last + 1):
            left = self.left[turn]
            yield from (Clue(turn, "stream", hex_) for hex_ in +left.streams)
            faked, counters = self.turns[turn].faked, sorted(left.counters)
            while len(counters) > faked:
                yield Clue(turn, "counter", counters.pop(int(self.chance() * len(counters)) if faked else 0))
            yield from (Clue(turn, "combat", hex_) for hex_, _kind, _city in left.combats)
        for turn in range(1, self.last + 1):
            yield from (Clue(turn, "england", city=kind) for kind in +self.left[turn].england)

    def _is_small(self, letter: str) -> bool:
        """Say whether a letter's raid cannot be a large one, with which escorts may have flown."""
        own = self.bombed_by.get(letter)
        small = own is not None and self.story.bombed.get(own.city, MAIN) != MAIN
        return small or not self.kinds_of[letter].intersection((MAIN, DECOY))

    def raids(self, work: int) -> list[GuessedRaid] | None:
        """Draw raids until nothing is left to explain, of each kind as many as there can be at most."""
        for _ in range(PATIENCE):
            while (pin := next(self.open_clues(), None)) is not None and self._explain(pin):
                pass
            if pin is None:
                return self.found
            if self.work >= work:
                return None
            if not self._push_in(pin):
                self._withdraw(self._pick_obstacle(pin))
        return None

    def _explain(self, pin: Clue) -> bool:
        """Draw a raid that explains something, further things with it or, where that cannot be, that alone."""
        free = self.free()
        for kind in self._kinds(pin):
            if free[kind] > 0 and (sketch := self._drawn(kind, pin)) is not None:
                self.found.append(sketch)
                return True
        return False

    def _drawn(self, kind: str, pin: Clue) -> GuessedRaid | None:
        wants = self._wants(kind, pin)
        if wants is None:
            return None
        sketch = self.draw(kind, wants, letter=pin.letter)
        if sketch is None and len(wants) > 1 and not pin.letter:
            sketch = self.draw(kind, (pin,))
        return sketch

    def _push_in(self, pin: Clue) -> bool:
        """Draw a raid that explains something as if there were no other; those in its way are taken back."""
        self.left, self.whole, self.taken = self.whole, self.left, self.left
        sketch = self._home(pin) if pin.what == "england" else None
        for kind in self._kinds(pin):
            sketch = sketch or self._drawn(kind, pin)
        self.left, self.whole, self.taken = self.whole, self.left, None
        if sketch is None:
            return False
        for turn, used in enumerate(sketch.used, sketch.born):
            unclaim(self.whole[turn], sketch.kind, used)
        for turn, used in enumerate(sketch.used, sketch.born):
            place = used.counter or used.landed
            while not can_claim(self.left[turn], sketch.kind, used):
                self.dear[turn, place] = self.dear.get((turn, place), 1.0) * DEARER
                weights = [overlap(one, turn, sketch.kind, used) for one in self.found]
                if not any(weights):
                    return False
                self._withdraw(self.found[self.pick(weights)])
        for other in [one for one in self.found if sketch.letter and one.letter == sketch.letter]:
            self._withdraw(other)
        while self.free()[sketch.kind] <= 0:
            others = [one for one in self.found if (one.kind == sketch.kind or not _stands_alone(one, sketch))]
            if not others:
                return False
            self._withdraw(others[self.dice.draw("way", len(others)) - 1])
        if sketch.parent is not None and sketch.parent not in self.found:
            return False
        for turn, used in enumerate(sketch.used, sketch.born):
            claim(self.left[turn], sketch.kind, used)
        self.found.append(sketch)
        return True

    def _home(self, pin: Clue) -> GuessedRaid | None:
        """Draw one of the raids again, by its events, so that it lands when one must have landed."""
        fits = [
            one
            for one in self.found
            if pin.city in (ANY, one.kind, LARGE if one.kind in (MAIN, DECOY) else "") and one.born < pin.turn
        ]
        if not fits:
            return None
        one = fits[self.dice.draw("way", len(fits)) - 1]
        wants = [pin]
        if one.letter:
            wants += self._of_letter(one.kind, one.letter)
        elif one.drop_turn and one.target in self.board.cities:
            wants.append(Clue(one.drop_turn, "drop", self.board.cities[one.target].hex, one.target))
        return self.draw(one.kind, tuple(wants), letter=one.letter)

    def _withdraw(self, one: GuessedRaid | None) -> None:
        """Take back a raid, and those that flew with it."""
        for gone in [other for other in self.found if other is one or (one is not None and other.parent is one)]:
            self.found.remove(gone)
            for turn, used in enumerate(gone.used, gone.born):
                unclaim(self.left[turn], gone.kind, used)

    def _pick_obstacle(self, pin: Clue) -> GuessedRaid | None:
        """Pick a raid, those oftener that are near what nothing explains."""
        weights = []
        for one in self.found:
            at = one.place(pin.turn)
            far = self.board.distance(one.route[at], pin.hex) if pin.hex and 0 <= at < len(one.route) else 3
            weights.append(NEAR ** min(4, far))
        return self.found[self.pick(weights)] if weights else None

    # -- kinds

    def free(self) -> Counter[str]:
        """Count how many more raids of each kind there can be. [3.5.1]"""
        number = Counter(one.kind for one in self.found)
        swapped = max(0, number[DECOY] - self.most[DECOY])
        small = self.most[MOSQUITO] - number[MOSQUITO] - number[GARDENING] - swapped * self.swap_costs
        decoys = self.most[DECOY] - number[DECOY]
        if decoys <= 0:
            decoys = min(self.swaps[DECOY] - swapped, small // self.swap_costs)
        mines = min(small, self.swaps[GARDENING] - number[GARDENING])
        return Counter({MAIN: self.most[MAIN] - number[MAIN], MOSQUITO: small, GARDENING: mines, DECOY: decoys})

    def _kinds(self, pin: Clue) -> list[str]:
        """List the kinds that a raid may be of that explains this, by lot."""
        weights = {MAIN: 2.0, MOSQUITO: 2.0, GARDENING: 0.6, DECOY: 1.0}
        seen = self.turns[pin.turn]
        if pin.what == "mine":
            weights = {GARDENING: 1.0}
        elif pin.what == "drop":
            by = self.story.bombed.get(pin.city)
            weights = {by: 1.0} if by else {MAIN: self._led_from_stream(pin), MOSQUITO: 0.5}
        elif pin.what == "stream":
            weights = {MAIN: 2.0, DECOY: 1.0}
        elif pin.what == "england" and pin.city != ANY:
            weights = {MAIN: 1.0, DECOY: 2.0} if pin.city == LARGE else {pin.city: 1.0}
        elif pin.what == "counter" and seen.shows_streams:
            near = any(self.board.distance(pin.hex, stream) <= max(1, self.trail) for stream in seen.streams)
            large, small = (1.0, 0.3) if near else (0.0 if not self.trail else 0.1, 1.0)
            weights = {MAIN: large, DECOY: large / 2, MOSQUITO: small, GARDENING: small / 2}
        elif pin.letter:
            weights = {kind: weight for kind, weight in weights.items() if kind in self.kinds_of[pin.letter]}
            own = self.bombed_by.get(pin.letter)
            if own is not None:
                by = self.story.bombed.get(own.city)
                weights = {kind: 1.0 for kind in ((by,) if by else (MAIN, MOSQUITO)) if kind in weights}
        weights = {kind: weight for kind, weight in weights.items() if weight > 0}
        order = []
        while weights:
            names = list(weights)
            order.append(names[self.pick(list(weights.values()))])
            del weights[order[-1]]
        return order

    def _led_from_stream(self, pin: Clue) -> float:
        """Weigh a city by whether the last stream counters before its bombs lay where a raid comes from there."""
        for turn in range(pin.turn, 0, -1):
            seen = self.turns[turn]
            if seen.found == "clarified" and seen.streams:
                slack = 2 * (pin.turn - turn) + 2 - min(self.board.distance(pin.hex, at) for at in seen.streams)
                return float(0.7**slack) if slack >= 0 else 0.02
        return 1.0

    def _wants(self, kind: str, pin: Clue) -> Clues | None:
        """Return the events that a raid has to explain: all of its letter's, or also an earlier or later one.

        If every possible raid of its kind is needed for the reported bombs, it must explain some of them.
        """
        if pin.letter:
            wants = tuple(self._of_letter(kind, pin.letter))
        else:
            wants = (*self._earlier(pin), pin) if pin.what in ("drop", "mine") else (pin,)
        if kind == DECOY or any(one.what in ("drop", "mine") for one in wants):
            return wants
        known = self.story.bombed
        goals = [
            goal
            for turn in range(1, self.last + 1)
            for goal in self._goals(kind, turn)
            if (turn, goal.city) not in self.owned
        ]
        sure = [goal for goal in goals if goal.what == "mine" or known.get(goal.city) == kind]
        must = len(sure) >= (self.most[kind] if self.taken is not None else self.free()[kind]) > 0
        goals = [goal for goal in (sure if must else goals) if self._can_explain(goal, wants)]
        if pin.what == "england":
            goals = [goal for goal in goals if goal.turn < pin.turn]
            must = True
        if must and not goals:
            return None
        if goals and (must or self.chance() < FURTHER):
            return (*wants, goals[self.dice.draw("way", len(goals)) - 1])
        return wants

    def _goals(self, kind: str, turn: int) -> list[Clue]:
        """List the bombs or mines of a turn that a raid of a kind may have dropped."""
        left, cities, known = self.left[turn], self.board.cities, self.story.bombed
        if kind == GARDENING:
            return [Clue(turn, "mine", hex_) for hex_ in left.mines]
        drops = [city for city in left.drops if known.get(city, kind) == kind]
        return [Clue(turn, "drop", cities[city].hex, city) for city in drops]

    def _can_explain(self, goal: Clue, wants: Clues) -> bool:
        """Say whether one raid can have explained something and the rest."""
        far, trail = self.board.distance, self.trail
        return all(
            not pin.hex or pin.what == "over" or far(pin.hex, goal.hex) <= 2 * abs(goal.turn - pin.turn) + 1 + trail
            for pin in wants
        )

    def _of_letter(self, kind: str, letter: str) -> Iterator[Clue]:
        """Give where the raid of a letter was; where bombs fell that turn, they were its own."""
        cities, own = self.board.cities, self.bombed_by.get(letter)
        places = {(turn, hex_) for turn, hex_, _city in self.story.letters[letter]}
        if own is not None:
            yield own
        for turn, hex_ in sorted(places):
            for city in self.left[turn].drops if own is None else ():
                by = self.story.bombed.get(city, kind)
                if own is None and cities[city].hex == hex_ and by == kind and self.chance() < OWN:
                    own = Clue(turn, "drop", hex_, city)
                    yield own
            # Over its city a raid is met once more while it flies on: there it need not have been. [10.2]
            after = any(cities[city].hex == hex_ for city in self.turns[turn - 1].drops)
            yield Clue(turn, "over" if after else "letter", hex_)

    def _earlier(self, pin: Clue) -> Clues:
        """Give a raid a combat to explain on its way to its bombs, half of the time."""
        if self.chance() < 0.5:
            return ()
        fits = [
            Clue(turn, "combat", hex_)
            for turn in range(1, pin.turn)
            for hex_, _kind, _city in self.left[turn].combats
            if self.board.distance(hex_, pin.hex) <= 2 * (pin.turn - turn) + 1
        ]
        return (fits[self.dice.draw("way", len(fits)) - 1],) if fits else ()

    # -- where a raid may be

    def raid_reach(self, kind: str, pins: Clues) -> RaidReach:
        """Return where a raid of a kind may be to explain these, and nothing wrongly."""
        board, last = self.board, self.last
        bit, beside, everywhere = board.bit, self.beside, (1 << len(board.grid)) - 1
        exits = board.bits(board.exits)
        open_, heads = [everywhere], [everywhere]
        for turn in range(1, last + 1):
            open_.append(everywhere & ~self._shut(kind, turn))
            heads.append(self._heads(kind, turn, everywhere))
        drops = [self._drops(kind, turn, pins) for turn in range(last + 1)]
        until, bombs = 0, False
        for pin in pins:
            if pin.what != "over" and not (pin.what in ("letter", "stream") and self.trail_of(kind)):
                until = max(until, pin.turn)
            bombs = bombs or pin.what in ("drop", "mine")
            self._bind(pin, heads)
        gone = next((pin.turn for pin in pins if pin.what == "england"), 0)
        leaves = [turn > 0 and self._may_leave(kind, turn) and gone in (0, turn) for turn in range(last + 1)]
        leaves = [may and (turn > until or turn == gone) for turn, may in enumerate(leaves)]
        bound, free = [0] * (last + 1), [0] * (last + 1)
        free[last] = 0 if gone else heads[last]
        bound[last] = 0 if gone or bombs or kind == DECOY else heads[last]
        through = self._through(kind, pins)
        for turn in range(last, 0, -1):
            flown, by = open_[turn], through.get(turn, everywhere)
            back = self._back(free[turn], flown, by)
            if leaves[turn]:
                back |= exits | beside(exits & flown)
            free[turn - 1] = back & heads[turn - 1] if not gone or turn <= gone else 0
            if kind != DECOY:
                back = self._back(bound[turn], flown, by)
                for hex_ in drops[turn]:
                    there = bit[hex_]
                    if there & free[turn]:
                        back |= beside(there) | beside(beside(there) & flown)
                    if kind != GARDENING and beside(there) & free[turn] & flown:
                        back |= beside(there)
                bound[turn - 1] = back & heads[turn - 1] if not gone or turn <= gone else 0
        return RaidReach(open_, bound, free, leaves)

    def beside(self, hexes: int) -> int:
        """Return the hexes next to any of these, as bits."""
        found = self.near.get(hexes)
        if found is None:
            found = self.near[hexes] = self.board.beside(hexes)
        return found

    def _back(self, ends: int, flown: int, by: int) -> int:
        """Return from where a move of two hexes leads to one of these, by way of one of those."""
        beside = self.beside
        near = beside(ends & flown & by)
        if ends & ~by:
            near = near & flown | beside(ends & flown) & flown & by
        return beside(near & flown)

    def _through(self, kind: str, pins: Clues) -> dict[int, int]:
        """Return through which hex a raid must have flown in a turn; what a stream passed is left to be seen."""
        if self.trail_of(kind):
            return {}
        bit, of_way = self.board.bit, ("letter", "combat", "drop")
        return {pin.turn: bit[pin.hex] for pin in reversed(pins) if pin.what in of_way}

    def _shut(self, kind: str, turn: int) -> int:
        """Return the hexes that a raid cannot have crossed: the German player would have seen combat there."""
        left, bit, allowed = self.left[turn].combats, self.board.bit, self.kinds_at.get(turn, {})
        shut = self.silent[turn]
        for hex_, attack in self.loud[turn]:
            if not left[hex_, attack, ""] or (allowed and kind not in allowed.get((hex_, attack), (kind,))):
                shut |= bit[hex_]
        return shut

    def _listen(self, turn: int) -> tuple[int, list[tuple[str, str]]]:
        """Return the hexes where a raid would have been attacked but no event came, and those with an event."""
        board, data = self.board, self.turns[turn].combats
        falling = {board.cities[city].hex for at in (turn - 1, turn) for city in self.turns[at].drops}
        places = [(hex_, GCI) for hex_ in sorted(self.active[turn])]
        places += [(hex_, AREA_FLAK) for hex_ in board.area_flak if hex_ not in falling]
        loud = [place for place in places if data[(*place, "")]]
        return board.bits(hex_ for hex_, attack in places if (hex_, attack) not in loud), loud

    def _heads(self, kind: str, turn: int, everywhere: int) -> int:
        """Return where a raid may end a turn: on a counter, where all were found."""
        left, seen = self.left[turn], self.turns[turn]
        if seen.found not in ALL_FOUND or left.absent:
            return everywhere & ~self.board.bits(left.stood)
        counters = left.counters
        if self.shy and self.dear:
            counters = {hex_ for hex_ in counters if self.chance() < self.dear.get((turn, hex_), 1.0)}
        heads = self.board.bits(counters)
        if seen.shows_streams and kind in (MAIN, DECOY):
            streams = self.board.bits(+left.streams)
            near = streams
            for _ in range(max(1, self.trail)):
                near |= self.beside(near)
            # One that has only just entered trails nothing yet.
            heads &= near | self.board.bits(self.board.entries) if self.trail else near
        return heads

    def _drops(self, kind: str, turn: int, pins: Clues) -> list[str]:
        """List the hexes of which a raid may bomb or mine one in a turn."""
        if kind == DECOY:
            return []
        wanted = next((pin for pin in pins if pin.what in ("drop", "mine")), None)
        if wanted is not None:
            return [wanted.hex] if wanted.turn == turn else []
        left = self.left[turn]
        if kind == GARDENING:
            return list(self.board.mines) if turn == self.mining else list(left.mines)
        known = self.story.bombed
        owned = self.owned
        return [
            self.board.cities[city].hex
            for city in left.drops
            if known.get(city, kind) == kind and (turn, city) not in owned
        ]

    def _bind(self, pin: Clue, heads: list[int]) -> None:
        """Hold a raid to where it must have been."""
        bit, beside = self.board.bit, self.beside
        if not pin.hex or pin.what == "over":
            return
        here = bit[pin.hex]
        near = here | beside(here)
        if pin.what == "counter":
            heads[pin.turn] &= here
        elif pin.what in ("combat", "letter", "stream"):
            for _ in range(self.trail if pin.what != "combat" else 0):
                near |= beside(near)
            heads[pin.turn] &= near
        elif pin.what == "mine":
            heads[pin.turn] &= here
        else:
            heads[pin.turn] &= near
            heads[pin.turn - 1] &= near | beside(near)

    def _may_leave(self, kind: str, turn: int) -> bool:
        england = self.left[turn].england
        return england[ANY] > 0 or england[LARGE if kind in (MAIN, DECOY) else kind] > 0

    # -- one raid

    def draw(self, kind: str, pins: Clues, entry_turn: int = 0, letter: str = "") -> GuessedRaid | None:
        """Draw a raid of a kind that explains these, and nothing wrongly; of those that entered in a turn, if said."""
        pins = tuple(sorted(pins))
        for shy in (True, False) if self.dear else (False,):
            self.shy = shy
            chart = self.raid_reach(kind, pins)
            starts = [start for start in self._starts(kind, chart, pins) if entry_turn in (0, start[0].turn)]
            self.nodes, self.dead = NODES, set[object]()
            while starts and self.nodes > 0:
                sketch, _weight = starts.pop(self.pick([weight for _sketch, weight in starts]))
                sketch.letter = letter
                if any(self._take(sketch, sketch.born, move, pins, chart) for move in self._openings(sketch, chart)):
                    return sketch
        return None

    def _starts(self, kind: str, chart: RaidReach, pins: Clues) -> Iterator[tuple[GuessedRaid, float]]:
        """Give raids about to enter, or to break out of a larger one, that may come to what they must, with weights."""
        board, often = self.board, ENTRIES[kind]
        bit, beside = board.bit, self.beside
        pin = next((pin for pin in pins if pin.hex and pin.what != "over"), None)
        for turn in range(1, (pins[0].turn if pins else self.last) + 1):
            flown, ends = chart.open[turn], (chart.bound[turn] | chart.free[turn]) & chart.open[turn]
            weight = float(often[turn - 1]) if turn <= len(often) else LATER
            for entry in board.entries:
                if not bit[entry] & flown:
                    continue
                for first in (1, 2):
                    if not (bit[entry] if first == 1 else beside(bit[entry])) & ends:
                        continue
                    slack = 0
                    if pin is not None:
                        slack = first - 1 + 2 * (pin.turn - turn) - board.distance(entry, pin.hex)
                    if slack >= -2:
                        yield GuessedRaid(kind, turn, first, born=turn), weight * 0.6 ** max(0, slack)
            if kind == MOSQUITO:
                yield from self._escorts(turn, ends)

    def _escorts(self, turn: int, ends: int) -> Iterator[tuple[GuessedRaid, float]]:
        """Give Mosquito raids that break out of a larger raid in a turn. [4.4.1]"""
        bit, beside = self.board.bit, self.beside
        for parent in self.found:
            if parent.kind not in (MAIN, DECOY) or parent.turn > turn:
                continue
            before = parent.at[turn - 1 - parent.turn] if turn > parent.turn else -1
            at = parent.at[turn - parent.turn]
            for place in range(max(0, before), min(at, len(parent.route))):
                near = beside(bit[parent.route[place]])
                if (near if at - place == 1 else beside(near)) & ends:
                    sketch = GuessedRaid(MOSQUITO, parent.turn, parent.first, parent.route[: place + 1], born=turn)
                    sketch.at = parent.at[: turn - parent.turn]
                    sketch.parent, sketch.appears, sketch.leaving = parent, place, place == before
                    yield sketch, ESCORT

    def _openings(self, sketch: GuessedRaid, chart: RaidReach) -> Iterator[GuessedMove]:
        """Give the first moves of a raid."""
        grid, turn, flown = self.board.grid, sketch.born, chart.open[sketch.born]
        bit, ends = self.board.bit, (chart.bound[sketch.born] | chart.free[sketch.born]) & flown
        moves = []
        if sketch.parent is not None:
            here = sketch.route[-1]
            more = sketch.parent.at[turn - sketch.turn] - sketch.appears
            for one in grid.adjacent(here):
                if more == 1 and bit[one] & ends:
                    moves.append(GuessedMove((one,), 0, "", 1.0))
                elif more == 2 and bit[one] & flown:
                    moves += [GuessedMove((one, two), 0, "", 1.0) for two in grid.adjacent(one) if bit[two] & ends]
        else:
            for entry in self.board.entries:
                if sketch.first == 1 and bit[entry] & ends:
                    moves.append(GuessedMove((entry,), 0, "", 1.0))
                elif sketch.first == 2 and bit[entry] & flown:
                    moves += [
                        GuessedMove((entry, near), 0, "", 1.0) for near in grid.adjacent(entry) if bit[near] & ends
                    ]
        return self.mixed(moves)

    def _grow(self, sketch: GuessedRaid, turn: int, pins: Clues, chart: RaidReach) -> bool:
        """Fly on from a turn to the last reported one."""
        if turn > self.last:
            return True
        route, trail = sketch.route, self.trail_of(sketch.kind)
        stand = (turn, tuple(route[-2 - trail :]), sketch.at[-1] - len(route), sketch.target, sketch.drop_turn)
        if self.nodes <= 0 or stand in self.dead:
            return False
        moves = self.mixed(list(self._moves(sketch, turn, pins, chart)))
        if any(self._take(sketch, turn, move, pins, chart) for move in moves):
            return True
        self.dead.add(stand)
        return False

    def _moves(self, sketch: GuessedRaid, turn: int, pins: Clues, chart: RaidReach) -> Iterator[GuessedMove]:
        """Give the moves of a turn that can still come to what is to be explained."""
        if sketch.ended:
            yield GuessedMove((), 2, "", 1.0)
            return
        route, left, board = sketch.route, self.left[turn], self.board
        grid, bit, here, flown = board.grid, board.bit, route[-1], chart.open[turn]
        done = sketch.target_at >= 0 or sketch.kind == DECOY
        ends = (chart.free[turn] if done else chart.bound[turn] | chart.free[turn]) & flown
        may_leave = chart.leaves[turn] and done
        leaving = SURE * self.dear.get((turn, LARGE if sketch.kind in (MAIN, DECOY) else sketch.kind), 1.0)
        if may_leave and here in board.exits:
            yield GuessedMove((), 2, "", leaving)
        heading = grid.side_to(route[-2], here) if len(route) > 1 else None
        before = grid.side_to(route[-3], route[-2]) if len(route) > 2 else heading
        drops = frozenset(self._drops(sketch.kind, turn, pins)) if not done else frozenset[str]()
        fights = {hex_ for hex_, _kind, _city in left.combats}
        fights |= {pin.hex for pin in pins if pin.turn == turn}
        taken = left.counters - self.taken[turn].counters if self.taken is not None else frozenset[str]()
        dear = self.dear
        away, home, turned = self.away, sketch.target_at >= 0, sketch.target_at == len(route) - 1
        by = self._through(sketch.kind, pins).get(turn, 0)
        for one in grid.adjacent(here):
            if not bit[one] & flown:
                continue
            side = grid.side_to(here, one)
            weight = 1.0 if turned else _bend(before, heading, side)
            if may_leave and one in board.exits:
                yield GuessedMove((one,), 1, "", leaving)
            if sketch.kind == GARDENING and one in drops:
                yield GuessedMove((one,), 0, one, SURE)
            beyond = self.beside(bit[one]) & ends
            if by and not by & bit[one]:
                beyond &= by
            if not beyond:
                continue
            for two in grid.adjacent(one):
                if bit[two] & beyond:
                    bend = 1.0 if one in drops else _bend(heading, side, grid.side_to(one, two))
                    likely = HOMEWARD ** (away[here] - away[two]) if home else 1.0
                    if one in drops or two in drops:
                        likely = SURE
                    elif one in fights or two in fights:
                        likely *= SURE
                    if two in left.counters:
                        likely *= SURE
                    if two in taken:
                        likely *= OTHERS_CLUE
                    if dear:
                        likely *= dear.get((turn, two), 1.0)
                    city = two if sketch.kind == GARDENING and two in drops else ""
                    yield GuessedMove((one, two), 0, city, weight * bend * likely)

    def _take(self, sketch: GuessedRaid, turn: int, move: GuessedMove, pins: Clues, chart: RaidReach) -> bool:
        """Fly a move and on from there; what it explains is given back where that leads nowhere."""
        self.nodes -= 1
        self.work += 1
        length, was = len(sketch.route), (sketch.target, sketch.target_at, sketch.drop_turn, sketch.ended)
        sketch.route.extend(move.hexes)
        before = sketch.at[-1] if sketch.at else -1
        if turn == sketch.turn:
            before = -1
            at = sketch.first - 1
        else:
            at = before + (len(sketch.route) - 1 - before if turn == sketch.born else len(move.hexes) + move.beyond)
        sketch.at.append(at)
        sketch.ended = sketch.ended or move.beyond > 0
        head = self.board.bit[sketch.route[-1]]
        for city in self._bombs(sketch, turn, move, pins):
            bombed = bool(city) or sketch.target_at >= 0 or sketch.kind == DECOY
            if not sketch.ended and not head & (chart.free[turn] if bombed else chart.bound[turn]):
                continue
            used = self._use(sketch, turn, before, at, city)
            if used is not None:
                sketch.used.append(used)
                meets = all(pin.turn != turn or self._has(sketch, turn, used, pin) for pin in pins)
                if meets and self._grow(sketch, turn + 1, pins, chart):
                    return True
                unclaim(self.left[turn], sketch.kind, sketch.used.pop())
            sketch.target, sketch.target_at, sketch.drop_turn = was[0], was[1], was[2]
        del sketch.route[length:]
        sketch.at.pop()
        sketch.ended = was[3]
        return False

    def _bombs(self, sketch: GuessedRaid, turn: int, move: GuessedMove, pins: Clues) -> Iterator[str]:
        """Give what a raid may bomb in a move: one of the cities on which bombs fell, or nothing."""
        if sketch.kind in (MAIN, MOSQUITO) and sketch.target_at < 0:
            cities, flown = self.board.cities, sketch.route[: len(sketch.route) - len(move.hexes)]
            wanted = next((pin.city for pin in pins if pin.what == "drop"), "")
            for city in self.left[turn].drops:
                hex_ = cities[city].hex
                if hex_ not in move.hexes or hex_ in flown[sketch.appears :] or wanted not in ("", city):
                    continue
                its_own = self.story.bombed.get(city, sketch.kind) == sketch.kind
                if its_own and (wanted or (turn, city) not in self.owned):
                    yield city
        yield move.city

    def _use(self, sketch: GuessedRaid, turn: int, before: int, at: int, city: str) -> ExplainedClues | None:
        """Let a move explain the events that it meets; return nothing if it would cause an event that never came."""
        left, seen, route = self.left[turn], self.turns[turn], sketch.route
        large = sketch.kind in (MAIN, DECOY)
        if city:
            goal = self.board.cities[city].hex if city in self.board.cities else city
            sketch.target, sketch.target_at, sketch.drop_turn = city, route.index(goal, max(0, before)), turn
        combats = Counter(self._combats(sketch, turn))
        if any(left.combats[one] < count for one, count in combats.items()):
            return None
        allowed = self.kinds_at.get(turn)
        if allowed and any(sketch.kind not in allowed.get(one[:2], (sketch.kind,)) for one in combats):
            return None
        counter, absent, stood = "", 0, ""
        streams: tuple[str, ...] = ()
        if at < len(route):
            stood = route[at]
            if stood in left.stood:
                return None
            if stood in left.counters:
                counter = stood
            elif seen.found in ALL_FOUND:
                if not left.absent:
                    return None
                absent = 1
        if large and seen.shows_streams:
            if self.trail:
                streams = tuple(route[max(0, at - self.trail) : at])
            elif at < len(route):
                streams = tuple(one for one in route[max(0, at - 1) : at + 1] if left.streams[one])[-1:]
                if not streams:
                    return None
            if any(not left.streams[one] for one in streams):
                return None
        landed = ""
        if sketch.ended and before < len(route) <= at:
            mine = LARGE if large else sketch.kind
            landed = mine if left.england[mine] else ANY
            if not left.england[landed]:
                return None
        data = left.mines if sketch.kind == GARDENING else left.drops
        city = city if city in data else ""
        used = ExplainedClues(tuple(combats.elements()), counter, streams, absent, city, landed, stood)
        claim(left, sketch.kind, used)
        return used

    def _combats(self, sketch: GuessedRaid, turn: int) -> Iterator[CombatMarker]:
        """Give the Combat markers that a move brings about. [9.1.2, 9.3, 9.6.1]"""
        first, end = sketch.flown(turn, self.trail_of(sketch.kind))
        active, flak = self.active[turn], self.board.area_flak
        aims = sketch.drop_turn and sketch.kind != GARDENING and turn <= sketch.drop_turn + 1
        goal = sketch.route[sketch.target_at] if aims else ""
        for hex_ in dict.fromkeys(sketch.route[first : end + 1]):
            if hex_ in active:
                yield hex_, GCI, ""
            if hex_ == goal:
                if city_flak(self.night, self.board, sketch.target) is not None:
                    yield hex_, CITY_FLAK, sketch.target
            elif hex_ in flak:
                yield hex_, AREA_FLAK, ""

    def _has(self, sketch: GuessedRaid, turn: int, used: ExplainedClues, pin: Clue) -> bool:
        """Say whether what was to be explained in this turn is."""
        if pin.what == "counter":
            return used.counter == pin.hex
        if pin.what == "combat":
            return any(hex_ == pin.hex for hex_, _kind, _city in used.combats)
        if pin.what == "stream":
            return pin.hex in used.streams
        if pin.what in ("letter", "over"):
            return self.was(sketch, turn, pin.hex)
        if pin.what == "england":
            return bool(used.landed)
        return sketch.drop_turn == turn and sketch.target == (pin.city or pin.hex)

    def was(self, sketch: GuessedRaid, turn: int, hex_: str) -> bool:
        """Say whether a raid passed or stood in a hex in a turn."""
        if turn < sketch.born:
            return False
        bombs = sketch.drop_turn and sketch.drop_turn <= turn <= sketch.drop_turn + 1
        if bombs and sketch.route[sketch.target_at] == hex_:
            return True
        first, end = sketch.flown(turn, self.trail_of(sketch.kind))
        stretched = not self.trail and sketch.kind in (MAIN, DECOY) and turn > sketch.born
        return hex_ in sketch.route[max(0, min(first, end - stretched)) : end + 1]


def _stands_alone(one: GuessedRaid, other: GuessedRaid) -> bool:
    """Say whether the number of one kind of raid is independent of the other kind's. [3.5.1]"""
    return one.kind == MAIN or other.kind == MAIN


def kinds_at(story: NightObservations) -> Mapping[int, Mapping[tuple[str, str], frozenset[str]]]:
    """Return the possible kinds of a raid attacked in a hex in a way, where every attack there said the same."""
    data: dict[int, dict[tuple[str, str], list[frozenset[str]]]] = {}
    for attack in story.attacks:
        if attack.hex:
            data.setdefault(attack.turn, {}).setdefault((attack.hex, attack.attack), []).append(attack.kinds)
    found: dict[int, dict[tuple[str, str], frozenset[str]]] = {}
    for turn, at in data.items():
        marked = Counter[tuple[str, str]]()
        for (hex_, kind, _city), number in story.turns[turn].combats.items():
            marked[hex_, kind] += number
        for place, kinds in at.items():
            if len(kinds) >= marked[place] and len(set(kinds)) == 1:
                found.setdefault(turn, {})[place] = kinds[0]
    return found


def kinds_of(story: NightObservations) -> Mapping[str, frozenset[str]]:
    """Return of what kinds the raid of each letter may be, by what was admitted as units inside it attacked."""
    every = frozenset((MAIN, MOSQUITO, GARDENING, DECOY))
    found = dict.fromkeys(story.letters, every)
    for attack in story.attacks:
        if attack.letter:
            found[attack.letter] = found.get(attack.letter, every) & attack.kinds
    return found


def _bend(before: int | None, heading: int | None, side: int | None) -> float:
    """Say how likely a raid flies over this hexside next, after the two before."""
    if heading is None or side is None:
        return 1.0
    turns = min((heading - side) % 12, (side - heading) % 12) // 2
    if turns == 0:
        return STRAIGHT if before == heading else BEND
    if turns == 1:
        return GRAIN if before == side else BEND
    return TURN if turns == 2 else TURN * TURN
