"""Plotting: flightpaths by legs along the grain of the hexes, and everything that can be wrong with them. [4.0]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ScenarioMap
from engine.bomber_command.charts.schema import RaidRules, ScenarioLimits
from engine.bomber_command.rules.plots import KINDS, Leg, Plot, RaidPlot
from engine.bomber_command.state import DECOY, GARDENING, MAIN, MOSQUITO, Raid, State, occupied, stream_length
from engine.kernel.decisions import AnswerForm, Fault

Faults = list[Fault]


class NextWaypoint(NamedTuple):
    """A leg that may be drawn next: to which hex, by way of which where two ways lead there, and over what."""

    to: str
    via: str
    hexes: list[str]
    legs_left: int


class Planner:
    """Judges and makes plots for one night. What it finds wrong it names by field, rule and hex."""

    def __init__(self, night: State, charts: Charts) -> None:
        self.night = night
        self.board: ScenarioMap = charts.boards[night.scenario]
        self.rules: RaidRules = charts.tables.raid_rules
        self.scenario: ScenarioLimits = charts.scenarios[night.scenario]
        self.last_turn = charts.tables.track.turns

    # Judging

    def faults(self, plot: Plot) -> Faults:
        """Name every fault of a plot."""
        return self.judge(plot)[1]

    def judge(self, plot: Plot) -> tuple[list[Raid], Faults]:
        """Return the raids that a plot describes and what is wrong with it."""
        faults: Faults = []
        self._count(plot, faults)
        raids: dict[str, Raid] = {}
        fields: dict[str, str] = {}
        order = sorted(range(len(plot.raids)), key=lambda at: bool(plot.raids[at].parent))
        for at in order:
            draft, field = plot.raids[at], f"raids[{at}]"
            if draft.letter in raids:
                faults.append(Fault(f"{field}.letter", "letter-twice", "4.1", {"letter": draft.letter}))
                continue
            raid = self._raid(draft, field, raids, faults)
            if raid is not None:
                raids[draft.letter], fields[draft.letter] = raid, field
        found = [raids[draft.letter] for draft in plot.raids if draft.letter in raids]
        self._check_targets(plot, faults)
        self._check_follow_up(found, fields, faults)
        self._check_meetings(found, fields, faults)
        return found, faults

    def _count(self, plot: Plot, faults: Faults) -> None:
        """Hold the raids against those that the scenario gives, swaps included. [3.5.1, 4.0]"""
        number = {kind: sum(draft.kind == kind for draft in plot.raids) for kind in KINDS}
        given, rules = self.scenario.raids, self.rules
        if number[MAIN] != given.main:
            faults.append(Fault("raids", "main-forces", "4.0", {"wanted": given.main, "got": number[MAIN]}))
        if number[GARDENING] > rules.gardening_swaps:
            limit = {"most": rules.gardening_swaps, "got": number[GARDENING]}
            faults.append(Fault("raids", "too-much-gardening", "3.5.1", limit))
        swapped = max(0, number[DECOY] - given.decoy)
        if swapped > rules.decoy_swaps:
            most = given.decoy + rules.decoy_swaps
            faults.append(Fault("raids", "too-many-decoys", "3.5.1", {"most": most, "got": number[DECOY]}))
        used = number[MOSQUITO] + number[GARDENING] + swapped * rules.mosquitos_for_decoy
        if used > given.mosquito:
            faults.append(Fault("raids", "too-many-raids", "3.5.1", {"most": given.mosquito, "got": used}))

    def _raid(self, draft: RaidPlot, field: str, raids: dict[str, Raid], faults: Faults) -> Raid | None:
        """Follow one flightpath hex by hex, or return None when it cannot be followed. [4.1, 4.2]"""
        before = len(faults)
        if draft.letter not in self.rules.letters:
            faults.append(Fault(f"{field}.letter", "letter", "4.1", {"letter": draft.letter}))
        if draft.kind not in KINDS:
            faults.append(Fault(f"{field}.kind", "kind", "4.3", {"kind": draft.kind}))
        parent = self._parent(draft, field, raids, faults) if draft.parent else None
        if len(faults) > before:
            return None
        start = self._entry(draft, field, faults) if parent is None else parent.route[: draft.split]
        if not start:
            return None
        route = list(start)
        reached = self._fly(route, draft.out, f"{field}.out", faults)
        out_end = len(route) - 1
        if not (reached and self._fly(route, draft.home, f"{field}.home", faults)):
            return None
        raid = Raid(
            letter=draft.letter,
            kind=draft.kind,
            route=route,
            turn=parent.turn if parent else draft.turn,
            first=parent.first if parent else draft.first,
            target="" if draft.kind == DECOY else draft.target,
            target_at=-1 if draft.kind == DECOY else out_end,
            waypoints=max(0, len(draft.out) - 1),
            parent=draft.parent,
            appears=draft.split - 1 if parent else 0,
            leaving=draft.leaving,
            heavy=draft.heavy,
        )
        if self.night.wind is not None:
            raid.courses = self._courses(parent, raid, [*draft.out, *draft.home])
        self._check_path(raid, draft, field, faults)
        self._check_target_hex(raid, field, faults)
        self._set_loads(raid, field, faults)
        return raid if len(faults) == before else None

    def _entry(self, draft: RaidPlot, field: str, faults: Faults) -> list[str]:
        """Check where and when a raid enters. [4.2, 4.2.2]"""
        if draft.entry not in self.board.entries:
            faults.append(Fault(f"{field}.entry", "entry", "4.2", {"hex": draft.entry}))
            return []
        if not 1 <= draft.turn <= self.last_turn:
            faults.append(Fault(f"{field}.turn", "turn", "4.2.2", {"turn": draft.turn, "last": self.last_turn}))
        if draft.first not in (1, 2):
            faults.append(Fault(f"{field}.first", "first-move", "4.2.2", {"hexes": draft.first}))
        return [draft.entry]

    def _parent(self, draft: RaidPlot, field: str, raids: dict[str, Raid], faults: Faults) -> Raid | None:
        """Check who travels with whom, and where it breaks out. [4.4.1]"""
        parent = raids.get(draft.parent)
        if draft.kind != MOSQUITO:
            faults.append(Fault(f"{field}.kind", "escort-kind", "4.4.1", {"kind": draft.kind}))
        elif parent is None or parent.kind not in (MAIN, DECOY):
            faults.append(Fault(f"{field}.parent", "escort-parent", "4.4.1", {"letter": draft.parent}))
        elif not 1 <= draft.split <= len(parent.route):
            faults.append(Fault(f"{field}.split", "split", "4.4.1", {"place": draft.split, "last": len(parent.route)}))
        elif not draft.leaving and draft.split - 1 in turn_ends(parent):
            # It would have moved as far as its parent, and so would end its move in the same hex.
            hex_ = parent.route[draft.split - 1]
            faults.append(Fault(f"{field}.split", "split-last", "4.4.1", {"hex": hex_}))
        else:
            return parent
        return None

    def _fly(self, route: list[str], legs: list[Leg], field: str, faults: Faults) -> bool:
        """Draw legs on from the end of a route; each must follow the grain. [4.2.1]"""
        for at, leg in enumerate(legs):
            ways = self.board.legs(route[-1]).get(leg.to, ())
            if leg.via:
                ways = tuple(way for way in ways if way[0] == leg.via)
            if len(ways) != 1:
                code = "leg-ambiguous" if ways else "leg-off-grain"
                faults.append(Fault(f"{field}[{at}]", code, "4.2.1", {"from": route[-1], "hex": leg.to}))
                return False
            route += ways[0]
        return True

    def _courses(self, parent: Raid | None, raid: Raid, legs: list[Leg]) -> list[int]:
        """Note the heading of the leg that leads to each hex, which the wind is held against. [12.1.3]"""
        courses = parent.courses[: raid.appears] if parent else []
        for leg in legs:
            at = len(courses)
            way = tuple(raid.route[at + 1 : raid.route.index(leg.to, at + 1) + 1])
            courses += [self.board.course(raid.route[at], way)] * len(way)
        return courses

    def _check_path(self, raid: Raid, draft: RaidPlot, field: str, faults: Faults) -> None:
        """Check the number of legs, the exit, and what a Decoy keeps away from. [4.2, 4.2.1, 4.3.4]"""
        out, home, rules = len(draft.out), len(draft.home), self.rules
        if raid.kind == DECOY:
            if out + home > rules.decoy_legs:
                faults.append(Fault(f"{field}.out", "legs", "4.3.4", {"most": rules.decoy_legs, "got": out + home}))
            for hex_ in dict.fromkeys(raid.route):
                if hex_ in self.board.barred_to_decoys:
                    faults.append(Fault(f"{field}.out", "decoy-barred", "4.3.4", {"hex": hex_}))
        else:
            drawn = fewest_legs(self.board, raid.route[: raid.target_at + 1]) if raid.parent else out
            if drawn > rules.legs:
                faults.append(Fault(f"{field}.out", "legs", "4.2.1", {"most": rules.legs, "got": drawn}))
            if home > rules.legs:
                faults.append(Fault(f"{field}.home", "legs", "4.2.1", {"most": rules.legs, "got": home}))
        if raid.route[-1] not in self.board.exits:
            faults.append(Fault(f"{field}.home", "exit", "4.2", {"hex": raid.route[-1]}))

    def _check_target_hex(self, raid: Raid, field: str, faults: Faults) -> None:
        """Check that the way out ends at a fit target, first entered there. [3.3.1, 4.3.2, 4.3.3, 10.2]"""
        if raid.kind == DECOY:
            return
        end = raid.route[raid.target_at]
        if raid.kind == GARDENING:
            if raid.target not in self.board.mines:
                faults.append(Fault(f"{field}.target", "not-a-mine-hex", "4.3.3", {"hex": raid.target}))
                return
            wanted = raid.target
        else:
            city = self.board.cities.get(raid.target)
            if city is None:
                faults.append(Fault(f"{field}.target", "not-a-city", "4.3.2", {"city": raid.target}))
                return
            wanted = city.hex
        if end != wanted:
            facts = {"target": raid.target, "hex": wanted, "got": end}
            faults.append(Fault(f"{field}.out", "misses-target", "4.2.1", facts))
            return
        if raid.parent and raid.route[raid.appears] == wanted:
            faults.append(Fault(f"{field}.target", "bombs-at-split", "4.4.1", {"hex": wanted}))
        elif wanted in raid.route[raid.appears : raid.target_at]:
            faults.append(Fault(f"{field}.out", "target-crossed-early", "10.2", {"hex": wanted}))

    def _set_loads(self, raid: Raid, field: str, faults: Faults) -> None:
        """Note a heavy load, and a light one where the way is long. [12.3.1, 12.3.2]"""
        if raid.heavy and not (self.night.setup.bomb_loads and raid.kind == MAIN):
            faults.append(Fault(f"{field}.heavy", "no-heavy-load", "12.3.1"))
        if self.night.setup.bomb_loads and raid.kind == MAIN:
            southern = raid.route[0] in self.board.chart.southern_entries
            total = len(raid.route) + (self.rules.southern_extra if southern else 0)
            raid.light = total >= self.rules.long_range

    def _check_targets(self, plot: Plot, faults: Faults) -> None:
        """Hold Main Forces to the targets drawn, and others off targets already taken. [4.3.1, 4.3.2, 4.3.3]"""
        wanted = list(self.night.targets)
        taken: dict[str, str] = {}
        for at, draft in sorted(enumerate(plot.raids), key=lambda pair: pair[1].kind != MAIN):
            if draft.kind == MAIN:
                if draft.target in wanted:
                    wanted.remove(draft.target)
                else:
                    left = wanted[0] if wanted else ""
                    facts = {"target": draft.target, "wanted": left}
                    faults.append(Fault(f"raids[{at}].target", "not-the-target", "4.3.1", facts))
            elif draft.kind in (MOSQUITO, GARDENING):
                if draft.target in taken:
                    rule = "4.3.2" if draft.kind == MOSQUITO else "4.3.3"
                    facts = {"target": draft.target, "letter": taken[draft.target]}
                    faults.append(Fault(f"raids[{at}].target", "target-taken", rule, facts))
            else:
                continue
            taken.setdefault(draft.target, draft.letter)

    def _check_follow_up(self, raids: list[Raid], fields: dict[str, str], faults: Faults) -> None:
        """Keep the two Main Forces of a follow-up night apart, the first to enter bombing first. [4.5.2, 10.6]"""
        pair = sorted((raid for raid in raids if raid.kind == MAIN), key=lambda raid: raid.turn)
        if not self.night.follow_up or len(pair) != 2:
            return
        first, second = pair
        delay = self.rules.follow_up_delay
        if second.turn < first.turn + delay:
            facts = {"earliest": first.turn + delay, "turn": second.turn}
            faults.append(Fault(f"{fields[second.letter]}.turn", "follow-up-early", "4.5.2", facts))
        elif target_turn(second) <= target_turn(first):
            facts = {"turn": target_turn(second), "first": target_turn(first)}
            faults.append(Fault(f"{fields[second.letter]}.out", "follow-up-bombs-first", "10.6", facts))

    def _check_meetings(self, raids: list[Raid], fields: dict[str, str], faults: Faults) -> None:
        """Find raids that end a turn in the same hex, streams included. [4.4, 4.4.1]"""
        stands: dict[tuple[int, str], str] = {}
        for raid in raids:
            for turn, hexes in self.stands(raid):
                for hex_ in hexes:
                    other = stands.setdefault((turn, hex_), raid.letter)
                    if other != raid.letter:
                        facts = {"turn": turn, "hex": hex_, "letter": other}
                        faults.append(Fault(fields[raid.letter], "raids-meet", "4.4", facts))

    def stands(self, raid: Raid) -> Iterator[tuple[int, list[str]]]:
        """Give a raid's hexes at the end of each turn in which it is on the map by itself."""
        stream = stream_length(self.night, raid)
        ghost = msgspec.structs.replace(raid, status="flying")
        turn = raid.turn
        while ghost.at - stream < len(ghost.route):
            before = ghost.at
            ghost.at = move_on(ghost, turn)
            if not raid.parent or before > raid.appears or has_broken_out(ghost, before):
                yield turn, occupied(ghost, stream)
            turn += 1

    # Helping

    def ways_on(self, draft: RaidPlot, plot: Plot) -> list[dict[str, Any]]:
        """List what may be written down next for a raid: letter, target, entry hex, then leg after leg. [4.1, 4.2]"""
        if draft.letter not in self.rules.letters:
            used = {raid.letter for raid in plot.raids}
            return [{"field": "letter", "value": letter} for letter in self.rules.letters if letter not in used]
        if not draft.target and draft.kind != DECOY:
            return [{"field": "target", "value": target} for target in self._free_targets(draft, plot)]
        offers = self.next_waypoints(draft, plot)
        if not draft.parent and draft.entry not in self.board.entries:
            return [{"field": "entry", "value": offer.to} for offer in offers]
        field = "home" if draft.kind != DECOY and self._has_arrived(draft) else "out"
        goals = set(self.board.exits) if field == "home" or draft.kind == DECOY else {self._target_hex(draft)}
        to_go, far = self.board.legs_to(tuple(sorted(goals))), self.board.distance
        return [
            {
                "field": field,
                "value": Leg(offer.to, offer.via),
                "flown": len(offer.hexes),
                "left": offer.legs_left,
                "arrives": ""
                if offer.to not in goals
                else "home"
                if field == "home" or draft.kind == DECOY
                else "target",
            }
            for offer in sorted(offers, key=lambda o: (to_go[o.to], min(far(o.to, goal) for goal in goals)))
        ]

    def _target_hex(self, draft: RaidPlot) -> str:
        city = self.board.cities.get(draft.target)
        return city.hex if city else draft.target

    def _free_targets(self, draft: RaidPlot, plot: Plot) -> list[str]:
        """List the targets that a raid may have beside the others. [4.3.1, 4.3.2, 4.3.3]"""
        mains = [raid.target for raid in plot.raids if raid.kind == MAIN]
        if draft.kind == MAIN:
            return [
                target for target in dict.fromkeys(self.night.targets) if target not in mains or self.night.follow_up
            ]
        places = self.board.mines if draft.kind == GARDENING else self.board.cities
        taken = {raid.target for raid in plot.raids} | set(self.night.targets)
        return [place for place in places if place not in taken]

    def _has_arrived(self, draft: RaidPlot) -> bool:
        """Say whether a draft's way out has come to its target. [4.2.1]"""
        end = draft.out[-1].to if draft.out else draft.entry
        return bool(draft.home) or end == self._target_hex(draft)

    def next_waypoints(self, draft: RaidPlot, plot: Plot | None = None) -> list[NextWaypoint]:
        """List the legs that may be drawn next, out while the target is not reached and home from there. [4.2.1]

        Offered are only legs after which the target, then an exit, can still be reached with the legs that remain.
        """
        raids: dict[str, Raid] = {}
        if draft.parent and plot is not None:
            raids = {raid.letter: raid for raid in self.judge(plot)[0] if raid.letter != draft.letter}
        faults: Faults = []
        parent = self._parent(draft, "draft", raids, faults) if draft.parent else None
        if parent is None and draft.entry not in self.board.entries:
            return [NextWaypoint(hex_, "", [hex_], self.rules.legs) for hex_ in self.board.entries]
        route = parent.route[: draft.split] if parent else [draft.entry]
        if not (self._fly(route, draft.out, "out", faults) and self._fly(route, draft.home, "home", faults)):
            return []
        goals, left, avoid = self._course(draft, route)
        to_go = self.board.legs_to(goals)
        barred = self.board.barred_to_decoys if draft.kind == DECOY else frozenset(avoid)
        return [
            NextWaypoint(end, way[0] if len(ways) > 1 else "", list(way), left - 1)
            for end, ways in self.board.legs(route[-1]).items()
            if to_go.get(end, 99) <= left - 1
            for way in ways
            if barred.isdisjoint(way if draft.kind == DECOY else way[:-1])
        ]

    def _course(self, draft: RaidPlot, route: list[str]) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
        """Return where a draft is bound, the legs it has left, and the hexes it must not cross on the way."""
        exits = tuple(sorted(self.board.exits))
        if draft.kind == DECOY:
            return exits, self.rules.decoy_legs - len(draft.out) - len(draft.home), ()
        target = self._target_hex(draft)
        if not draft.home and route[-1] != target and target in self.board:
            drawn = fewest_legs(self.board, route) if draft.parent else len(draft.out)
            return (target,), self.rules.legs - drawn, (target,)
        return exits, self.rules.legs - len(draft.home), ()

    def example(self, draw: Callable[[int], int]) -> Plot:
        """Make a legal plot at random: every Main Force, and such other raids as fit."""
        plot = Plot([])
        for number, target in enumerate(self.night.targets):
            plot.raids.append(self._sure_main(plot, number, target, draw))
        for letter in self.rules.letters[len(plot.raids) : len(plot.raids) + self.scenario.raids.mosquito + 1]:
            extra = self._any_raid(letter, plot, draw)
            if extra is None:
                continue
            longer = Plot([*plot.raids, extra])
            if not [fault for fault in self.faults(longer) if fault.code != "main-forces"]:
                plot = longer
        return plot

    def _sure_main(self, plot: Plot, number: int, target: str, draw: Callable[[int], int]) -> RaidPlot:
        """Make a Main Force that fits beside those already plotted."""
        hex_ = self.board.cities[target].hex
        late = self.rules.follow_up_delay if self.night.follow_up and number else 0
        for extra in range(200):
            turn = late + draw(3) + extra // 20
            if late and plot.raids:
                turn += plot.raids[0].turn
            raid = self._wander(self.rules.letters[number], MAIN, target, hex_, min(turn, self.last_turn), draw)
            if raid is not None:
                faults = self.faults(Plot([*plot.raids, raid]))
                if all(fault.code == "main-forces" for fault in faults):
                    return raid
        raise RuntimeError(f"no legal flightpath to {target} was found in two hundred tries")

    def _any_raid(self, letter: str, plot: Plot, draw: Callable[[int], int]) -> RaidPlot | None:
        """Make some other raid, which may yet prove not to fit."""
        kind = (MOSQUITO, MOSQUITO, MOSQUITO, GARDENING, DECOY)[draw(5) - 1]
        turn = draw(4)
        if kind == DECOY:
            return self._wander(letter, DECOY, "", "", turn, draw)
        if kind == GARDENING:
            mines = list(self.board.mines)
            hex_ = mines[draw(len(mines)) - 1]
            return self._wander(letter, GARDENING, hex_, hex_, turn, draw)
        cities = list(self.board.cities)
        target = cities[draw(len(cities)) - 1]
        hex_ = self.board.cities[target].hex
        if draw(3) == 1:
            parent = plot.raids[0]
            split = draw(6)
            route = self.judge(Plot([parent]))[0][0].route
            if split > len(route):
                return None
            draft = RaidPlot(letter, MOSQUITO, target, parent=parent.letter, split=split, leaving=draw(2) == 1)
            out = self._legs(route[split - 1], (hex_,), 2, draw)
            home = self._legs(hex_, tuple(sorted(self.board.exits)), self.rules.legs, draw)
            if out and home:
                draft.out, draft.home = out, home
                return draft
            return None
        return self._wander(letter, MOSQUITO, target, hex_, turn, draw)

    def _wander(
        self, letter: str, kind: str, target: str, hex_: str, turn: int, draw: Callable[[int], int]
    ) -> RaidPlot | None:
        """Make a flightpath from some entry hex to a hex and home."""
        entry = self.board.entries[draw(len(self.board.entries)) - 1]
        draft = RaidPlot(letter, kind, target, entry, turn, draw(2))
        if kind == DECOY:
            turning = self.board.legs(entry)
            ends = [end for end, ways in turning.items() if len(ways) == 1 and len(ways[0]) <= 5]
            hex_ = ends[draw(len(ends)) - 1]
        out = self._legs(entry, (hex_,), self.rules.legs, draw)
        home = self._legs(hex_, tuple(sorted(self.board.exits)), self.rules.legs, draw)
        if out is None or home is None:
            return None
        draft.out, draft.home = out, home
        if kind == MAIN and self.night.setup.bomb_loads:
            draft.heavy = draw(2) == 1
        return draft

    def _legs(self, start: str, goals: tuple[str, ...], most: int, draw: Callable[[int], int]) -> list[Leg] | None:
        """Draw legs at random that end in a goal, preferring of three chances the one that strays least."""
        to_go, far = self.board.legs_to(goals), self.board.distance
        if to_go.get(start, 99) > most:
            return None
        legs: list[Leg] = []
        here = start
        while here not in goals:
            left = most - len(legs)
            # Strays one leg more than needed at most, so that nights stay of a sensible length.
            cap = min(left - 1, to_go[here])
            ends = [end for end in self.board.ends_within(here, goals, cap) if end != start]
            chances = [ends[draw(len(ends)) - 1] for _ in range(3)]
            strays = [far(here, end) + min([far(end, goal) for goal in goals]) for end in chances]
            end = chances[strays.index(min(strays))]
            ways = self.board.legs(here)[end]
            way = ways[draw(len(ways)) - 1]
            legs.append(Leg(end, way[0] if len(ways) > 1 else ""))
            here = end
        return legs


def plot_form(night: State, charts: Charts) -> AnswerForm:
    """Return the form on which the British player writes his plot. [3.5.2]"""
    planner = Planner(night, charts)

    def suggest(draft: Any) -> list[dict[str, Any]]:
        plot = msgspec.convert(draft, Plot)
        return planner.ways_on(plot.raids[-1], Plot(plot.raids[:-1])) if plot.raids else []

    return AnswerForm("bomber-command.plot", Plot, planner.faults, planner.example, suggest)


def fewest_legs(board: ScenarioMap, route: list[str]) -> int:
    """Count the legs that a route takes when each is drawn as long as the grain allows. [4.2.1]"""
    return len(legs_of(board, route))


def legs_of(board: ScenarioMap, route: list[str]) -> list[tuple[str, str, int]]:
    """Part a route into legs, each as long as the grain allows: where one starts and ends, and its hexes. [4.2.1]"""
    legs, at = [], 0
    while at < len(route) - 1:
        ways = board.legs(route[at])
        end = at + 1
        while end < len(route) - 1 and tuple(route[at + 1 : end + 2]) in ways.get(route[end + 1], ()):
            end += 1
        legs.append((route[at], route[end], end - at))
        at = end
    return legs


def move_on(raid: Raid, turn: int) -> int:
    """Return the place on its route that a raid reaches in this turn. [4.2.2, 4.3.3, 7.2]"""
    reached = raid.at + (raid.first if turn == raid.turn else 2)
    if raid.kind == GARDENING and raid.at < raid.target_at < reached:
        return raid.target_at
    return reached


def has_broken_out(raid: Raid, before: int) -> bool:
    """Say whether an escort leaves its parent in the move from `before` to where it is now. [4.4.1]"""
    return before <= raid.appears < raid.at if raid.leaving else before < raid.appears < raid.at


def target_turn(raid: Raid) -> int:
    """Return the turn in which a raid first enters its target hex."""
    ghost = msgspec.structs.replace(raid)
    turn = raid.turn
    while True:
        ghost.at = move_on(ghost, turn)
        if ghost.at >= ghost.target_at:
            return turn
        turn += 1


def turn_ends(raid: Raid) -> set[int]:
    """Return the places on its route where a raid ends a turn."""
    return set(range(raid.first - 1, len(raid.route), 2))
