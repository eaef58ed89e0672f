"""Those who can take a seat: a player who picks at random, and one who hunts; both see what a player sees.

The hunter keeps a map of where bombers may be: it shifts it with the stream, sharpens it by what each search has
answered, and flies each fighter to the place from which it is likeliest to find, see and shoot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter

from engine.kernel.decisions import Decision, number_of, parts_of
from engine.kernel.dice import FastDice
from engine.kernel.packs.schema import Pack
from engine.kernel.title import Look, Policy, RandomPolicy
from engine.nightfighter.charts.compiled import Charts, charts_of
from engine.nightfighter.charts.map import FACINGS, S
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.questions import (
    AiSearchQuestion,
    CombatAttackQuestion,
    CombatFollowQuestion,
    FighterDiveQuestion,
    FighterLeaveBoxQuestion,
    FighterNextQuestion,
    FighterStepQuestion,
    RadarPlaceQuestion,
    RadarSearchQuestion,
    SearchlightSearchQuestion,
    SetupHexQuestion,
    TallyFixedQuestion,
    TallyLookForQuestion,
    TallyWhichQuestion,
)
from engine.nightfighter.rules.speeds import attacker_mp
from engine.nightfighter.state import UMPIRE
from engine.nightfighter.views import ContactView, InterceptionView, NightFighterView

HexFacing = tuple[int, int]

LEAST_ODDS = 0.004
"""Below this a hex is thought empty."""
LAST_ROW_TO_WAIT = 20
"""A bomber nearer to the exit than this is attacked from any position."""
GOALS = 4
TOP = 24
"""Hexes that are looked at closely; the rest is too unlikely to matter."""
IN_ARC = 0.5
AXIAL = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_BEARINGS: dict[tuple[int, int], tuple[int, ...]] = {}


class Hunter:
    """Hunts sensibly. What it remembers is only what it has been shown, and it can do without."""

    def __init__(self, charts: Charts, seed: int) -> None:
        self.charts, self.map = charts, charts.map
        self.dice = FastDice(seed)
        self.whim = RandomPolicy(lambda sides: self.dice.draw("whim", sides))
        self.turn = 0
        self.night: int | None = None
        self.odds: dict[int, float] = {}
        self.plans: dict[str, list[str]] = {}
        self.placed: list[int] = []
        self.near: list[tuple[int, float]] = []

    def choose(self, decision: Decision, look: Look) -> object:
        """Return an answer to the decision; of a night on the table it knows no more than chance."""
        if decision.form is not None:
            return self.whim.choose(decision)
        if len(decision.options) == 1:
            return decision.options[0]
        answer = _ANSWERS.get(decision.kind)
        return answer(self, decision, look) if answer else self.by_habit(decision)

    def by_habit(self, decision: Decision) -> str:
        """Answer what needs no thought; an umpire's choices are made at random."""
        if decision.actor == UMPIRE:
            return str(self.whim.choose(decision))
        for habit in HABITS:
            if habit in decision.options:
                return habit
        return decision.options[0]

    # -- what it believes

    def look(self, look: Look) -> InterceptionView:
        """Look at the map, and bring the belief up to the turn."""
        view: InterceptionView = look()
        if view.turn < self.turn or (self.night != _night_of(view) and view.turn == 1):
            self.turn, self.odds, self.plans = 0, {}, {}
        if view.turn > self.turn:
            self.night = _night_of(view)
            if view.mode != "solo":
                self.learn_answers(view)
                self.drift(view)
            self.turn, self.plans, self.placed = view.turn, {}, []
        return view

    def learn_answers(self, view: InterceptionView) -> None:
        """Learn from last turn's answers: counters while they are on the map, reminders after that."""
        for search in view.searches:
            self.learn(search.radar, int(search.hex), search.contact, int((search.sweeps or ["0"])[0]))
        for track in () if view.searches else view.tracks:
            if track.turn == self.turn:
                self.learn(track.radar, int(track.hex), track.contact, int(track.toward or 0))

    def drift(self, view: InterceptionView) -> None:
        """Move the belief down the stream by a turn, and let new bombers in at the edge."""
        steps = self.speed(view)
        moved: dict[int, float] = {}
        for hex_, odds in self.odds.items():
            if odds >= LEAST_ODDS and hex_ % 100 + steps <= self.map.rows:
                moved[hex_ + steps] = moved.get(hex_ + steps, 0.0) + odds
        for column in range(1, self.map.columns + 1):
            for row in range(1, steps + 1):
                hex_ = 100 * column + row
                moved[hex_] = moved.get(hex_, 0.0) + 0.05
        self.odds = moved

    def speed(self, view: InterceptionView) -> int:
        """Return how far the first type of the stream moves in a turn."""
        return attacker_mp(self.charts, view.attackers[0].type, view.altitude, view.turn)

    def learn(self, radar: str, hex_: int, contact: bool, toward: int) -> None:
        """Sharpen the belief by one answered search. [13.1]"""
        row, away = self.charts.search[radar], self.map.distance
        if row.hears != "all":
            return
        way = next((way for way in range(6) if toward and self.map.step[way][hex_] == toward), -1)
        for place, odds in self.odds.items():
            inside = away(hex_, place) <= row.value
            if contact:
                weight = 8.0 if inside else 0.6
            elif inside:
                weight = 0.0
            elif row.gci and toward:
                weight = 10.0 if away(toward, place) <= 1 else 0.4
            elif toward:
                weight = 1.0 if way in self.bearing(hex_, place) else 0.12
            else:
                weight = 1.0
            self.odds[place] = odds * weight
        most = max(self.odds.values(), default=0.0)
        if most > 0:
            self.odds = {place: odds / most for place, odds in self.odds.items() if odds / most >= LEAST_ODDS}

    def bearing(self, hex_: int, target: int) -> tuple[int, ...]:
        """Return the facings of the adjacent hexes that are nearest to a target, the map's edge not minded."""
        q, r = self.map.q[target] - self.map.q[hex_], self.map.r[target] - self.map.r[hex_]
        known = _BEARINGS.get((q, r))
        if known is None:
            far = [max(abs(q - a), abs(r - b), abs(q - a + r - b)) for a, b in AXIAL]
            known = _BEARINGS[q, r] = tuple(way for way in range(6) if far[way] == min(far))
        return known

    def top(self, count: int) -> list[tuple[int, float]]:
        """Return the likeliest hexes with their odds."""
        return sorted(self.odds.items(), key=itemgetter(1, 0), reverse=True)[:count]

    def clusters(self, own: int) -> list[tuple[int, float]]:
        """Return the hexes around which most of the belief is, with its mass, with a preference for hexes in reach."""
        place, away, found = self.map.place, self.map.away, []
        ranked = [(place[hex_], hex_, odds) for hex_, odds in self.top(TOP)]
        for here, hex_, _ in ranked:
            mass = sum([odds for other, _, odds in ranked if away[other - here] <= 1])
            found.append((mass / (6 + away[place[own] - here]), hex_, mass))
        found.sort(reverse=True)
        best = [(hex_, mass) for _, hex_, mass in found[:1]]
        best += [(h, m) for _, h, m in found if best and self.map.distance(h, best[0][0]) > 3][:1]
        return best

    def best_search(self, value: int, own: int) -> int:
        """Return the hex whose answer, contact or bearing, would tell most of what is near. [13.1]"""
        ranked, place, away = self.top(TOP), self.map.place, self.map.away
        weighed = [(hex_, odds / (8 + away[place[own] - place[hex_]])) for hex_, odds in ranked]
        best, least = 0, 1e9
        tried = {n for hex_, _ in weighed[:4] for n in (hex_, *self.map.adjacent[hex_])}
        for centre in sorted(tried):
            if centre in self.placed:
                continue
            parts, here = [0.0] * 7, place[centre]
            for hex_, odds in weighed:
                if away[place[hex_] - here] <= value:
                    parts[6] += odds
                else:
                    ways = self.bearing(centre, hex_)
                    share = odds / len(ways)
                    for way in ways:
                        parts[way] += share
            spread = sum(part * part for part in parts)
            if spread < least:
                best, least = centre, spread
        return best

    # -- where it flies

    def step(self, decision: Decision, look: Look) -> str:
        """Follow the plan of the move, made when it begins."""
        question = decision.question
        assert isinstance(question, FighterStepQuestion)  # noqa: S101 - asked for its kind
        name = question.fighter
        plan = self.plans.get(name)
        if plan is None or not plan or plan[0] not in decision.options:
            view = self.look(look)
            plan = self.plans[name] = self.plan(
                view, name, question.most - question.spent, question.least - question.spent
            )
        order = plan.pop(0) if plan else "end"
        if order in decision.options:
            return order
        return "end" if "end" in decision.options else decision.options[0]

    def plan(self, view: InterceptionView, name: str, most: int, least: int) -> list[str]:
        """Find the best end of a move among all that can be reached, and the orders that lead there."""
        fighter = next(f for f in view.fighters if f.name == name)
        start = (int(fighter.hex), FACINGS.index(fighter.facing))
        goals = self.goals(view, fighter)
        self.near = [(h, o) for h, o in self.top(TOP) if self.map.distance(start[0], h) <= 12]
        arc, reach = self.arc_of(fighter)
        ways: dict[HexFacing, list[str]] = {start: []}
        ends: dict[HexFacing, list[str]] = dict(ways) if least <= 0 else {}
        for spent in range(1, most + 1):
            beyond: dict[HexFacing, list[str]] = {}
            for (hex_, facing), way in ways.items():
                ahead = self.map.step[facing][hex_]
                if not ahead:
                    continue
                for order, turn in (("ahead", 0), ("left", 5), ("right", 1)):
                    beyond.setdefault((ahead, (facing + turn) % 6), [*way, order])
            ways = beyond
            if spent >= least:
                for place, way in ways.items():
                    ends.setdefault(place, [*way, "end"])
        if not ends:
            return []
        return ends[max(ends, key=lambda end: (self.merit(end, goals, arc, reach), -len(ends[end])))]

    def goals(self, view: InterceptionView, fighter: NightFighterView) -> list[tuple[int, float, bool]]:
        """List where to go: hexes with their worth, and whether the bomber is surely there."""
        own = int(fighter.hex)
        found = []
        for contact in view.contacts:
            hex_ = int(contact.hex)
            sure = contact.certainty == "exact"
            worth = 6.0 if sure else {"low": 3.0, "moderate": 1.0, "high": 0.3}[contact.uncertainty]
            if contact.contact == fighter.tally:
                worth *= 4
            found.append((self.meet(own, hex_, view), worth / (4 + self.map.distance(own, hex_)), sure))
        for hex_, mass in self.clusters(own) if view.mode != "solo" else ():
            worth = min(1.0, mass) / (4 + self.map.distance(own, hex_))
            found.append((self.meet(own, hex_, view), worth, False))
        found.sort(key=lambda goal: -goal[1])
        return found[:GOALS]

    def meet(self, own: int, hex_: int, view: InterceptionView) -> int:
        """Return where a bomber will be when the fighter can be there: far ones are met further down the stream."""
        away = self.map.distance(own, hex_)
        if away <= 3:
            return hex_
        ahead = min(self.map.rows - 1 - hex_ % 100, (away - 2) * self.speed(view) // (2 * self.speed(view) + 1))
        return hex_ + max(0, ahead)

    def arc_of(self, fighter: NightFighterView) -> tuple[str, int]:
        """Return the arc and range of a fighter's AI radar; its eyes alone see one hex."""
        radar = self.charts.ai.get(fighter.ai)
        return (radar.arc, radar.range) if radar else ("narrow", 1)

    def merit(self, end: HexFacing, goals: list[tuple[int, float, bool]], arc: str, reach: int) -> float:
        """Weigh an end: near the goals, heading down the stream once close, the goals in the radar's arc."""
        hex_, facing = end
        total, place, distances = 0.0, self.map.place, self.map.away
        here = place[hex_]
        aside = min((facing - S) % 6, (S - facing) % 6)
        for goal, worth, sure in goals:
            away = distances[place[goal] - here]
            close = worth * 12 / (1 + away)
            if away == 0 and aside == 0:
                close *= 3 if sure else 1.5
            elif away <= 4:
                close *= 1 - 0.12 * aside
            if away <= reach and self.map.in_arc(arc, hex_, facing, goal):
                close *= 1.3
            total += close
        if self.odds and aside <= 1:
            total += IN_ARC * self.mass_ahead(hex_, facing, arc, reach)
        ahead = self.map.step[facing][hex_]
        return total if ahead else total * 0.6

    def mass_ahead(self, hex_: int, facing: int, arc: str, reach: int) -> float:
        """Sum the belief in the hexes that a fighter's set would search from an end. [19.1.1]"""
        get, total = self.odds.get, self.odds.get(hex_, 0.0)
        if arc == "narrow":
            for _ in range(reach):
                hex_ = self.map.step[facing][hex_]
                total += get(hex_, 0.0)
            return total
        inside, place, away = self.map.in_arc, self.map.place, self.map.away
        here = place[hex_]
        return sum([o for h, o in self.near if away[place[h] - here] <= reach and inside(arc, hex_, facing, h)])

    # -- how it searches and fights

    def place_radar(self, decision: Decision, look: Look) -> str:
        """Place a search counter at the likely hex of a bomber, where there is no other counter. [13.1.1]"""
        view = self.look(look)
        own = next((int(f.hex) for f in view.fighters if f.hex), self.map.beacon)
        question = decision.question
        assert isinstance(question, RadarPlaceQuestion)  # noqa: S101 - asked for its kind
        name = question.radar
        row = self.charts.search.get(name) or self.charts.search[name.rsplit(" ", 1)[0]]
        hex_ = self.best_search(row.value, own)
        option = f"hex:{hex_:04}"
        if not hex_ or option not in decision.options:
            return decision.options[len(decision.options) // 2]
        self.placed.append(hex_)
        return option

    def search_counter(self, decision: Decision, look: Look) -> str:
        """Search the counter that is hunted, by sets that can do something about it. [S13.0]"""
        view = self.look(look)
        question = decision.question
        assert isinstance(question, RadarSearchQuestion)  # noqa: S101 - asked for its kind
        value = question.value
        ranks = {"high": 0, "moderate": 1, "low": 2 if value == 1 else 9, "exact": 3 if value == 1 else 9}
        return self.nearest(
            decision, view, "", lambda c: 4 * ranks[c.certainty] if value > 1 else -2 * ranks[c.certainty]
        )

    def nearest(
        self, decision: Decision, view: InterceptionView, name: str, extra: Callable[[ContactView], float] | None = None
    ) -> str:
        """Choose the contact that a fighter, or any where no name is given, can best get at."""
        flying = [f for f in view.fighters if f.hex and (not name or f.name == name)]
        by_mark = {c.contact: c for c in view.contacts}
        best = decision.options[0]
        least = 1e9
        for option in decision.options:
            mark = parts_of(option)[-1]
            contact = by_mark.get(int(mark)) if mark.isdecimal() else None
            if contact is None:
                continue
            hex_ = int(contact.hex)
            cost = float(min((self.map.distance(int(f.hex), hex_) for f in flying), default=0))
            cost += {"exact": 0.0, "low": 0.5, "moderate": 1.5, "high": 3.0}[contact.certainty]
            cost += extra(contact) if extra else 0.0
            if cost < least:
                best, least = option, cost
        return best

    def pick_contact(self, decision: Decision, look: Look) -> str:
        """Turn a fighter's radar or eyes on the contact that is nearest."""
        question = decision.question
        assert isinstance(question, OF_CONTACTS)  # noqa: S101 - asked for its kind
        return self.nearest(decision, self.look(look), question.fighter)

    def light_contact(self, decision: Decision, look: Look) -> str:
        """Turn lights on the contact that is nearest to any fighter."""
        return self.nearest(decision, self.look(look), "")

    def dive(self, decision: Decision, look: Look) -> str:
        """Give height up when a bomber can be reached with the speed of it. [18.0]"""
        view = self.look(look)
        question = decision.question
        assert isinstance(question, FighterDiveQuestion)  # noqa: S101 - asked for its kind
        fighter = next(f for f in view.fighters if f.name == question.fighter)
        own = int(fighter.hex)
        sure = [c for c in view.contacts if c.certainty == "exact"]
        away = min((self.map.distance(own, int(c.hex)) for c in sure), default=99)
        return "dive-out" if away <= 5 else "level"

    def attack(self, decision: Decision, look: Look) -> str:
        """Attack from a good position, from a poor one only when there is no time to wait. [11.0, 28.4]"""
        question = decision.question
        view: InterceptionView = look()
        assert isinstance(question, CombatAttackQuestion)  # noqa: S101 - asked for its kind
        contact = next(c for c in view.contacts if c.contact == question.contact)
        if view.identification and contact.type not in self.charts.nightfighters:
            return "hold"
        if not question.good and int(contact.hex) % 100 <= LAST_ROW_TO_WAIT:
            return "hold"
        fresh = not contact.hits and not contact.alerted
        if "oblique" in decision.options and (fresh or "attack" not in decision.options):
            return "oblique"
        return "attack" if "attack" in decision.options else "hold"

    def follow(self, decision: Decision, look: Look) -> str:
        """Follow where the bomber was seen to go, or stay on its line. [17.4.3]"""
        question = decision.question
        assert isinstance(question, CombatFollowQuestion)  # noqa: S101 - asked for its kind
        side = question.side or "centre"
        return side if side in decision.options else decision.options[0]

    def next_fighter(self, decision: Decision, look: Look) -> str:
        """Leave the radio beacon box as soon as one may. [23.0]"""
        leaving = [o for o in decision.options if o.startswith("leave:")]
        return leaving[0] if leaving else decision.options[0]

    def start(self, decision: Decision, look: Look) -> str:
        """Start in the middle of the map. [3.2]"""
        return min(decision.options, key=lambda o: (self.map.distance(number_of(o), 1014), o))

    def leave_box(self, decision: Decision, look: Look) -> str:
        """Leave the box across the stream. [23.0]"""
        return next((o for o in decision.options if o.startswith("hex:0113:SE")), decision.options[0])


def _night_of(view: InterceptionView) -> int | None:
    """Tell one night of a campaign from another."""
    return view.career.week if view.career is not None else None


OF_CONTACTS = (AiSearchQuestion, TallyFixedQuestion, TallyLookForQuestion, TallyWhichQuestion)
"""Questions to a fighter that may choose among contacts."""
HABITS = ("roll", "keep", "carry-on", "go-on", "N", "F1")
_ANSWERS: Mapping[str, Callable[[Hunter, Decision, Look], str]] = {
    AiSearchQuestion.kind: Hunter.pick_contact,
    CombatAttackQuestion.kind: Hunter.attack,
    CombatFollowQuestion.kind: Hunter.follow,
    FighterDiveQuestion.kind: Hunter.dive,
    FighterLeaveBoxQuestion.kind: Hunter.leave_box,
    FighterNextQuestion.kind: Hunter.next_fighter,
    FighterStepQuestion.kind: Hunter.step,
    RadarPlaceQuestion.kind: Hunter.place_radar,
    RadarSearchQuestion.kind: Hunter.search_counter,
    SearchlightSearchQuestion.kind: Hunter.light_contact,
    SetupHexQuestion.kind: Hunter.start,
    TallyFixedQuestion.kind: Hunter.pick_contact,
    TallyLookForQuestion.kind: Hunter.pick_contact,
    TallyWhichQuestion.kind: Hunter.pick_contact,
}


def hunter(pack: Pack[Tables], seat: str, seed: int) -> Policy:
    """Return a player who hunts sensibly."""
    return Hunter(charts_of(pack), seed)
