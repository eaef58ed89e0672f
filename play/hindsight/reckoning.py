"""The work of a look back, in shares of a few seconds: fit what is left, then value question by question."""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any
from zlib import crc32

import msgspec
from django.utils import timezone

from engine.kernel.hindsight import (
    Fit,
    Given,
    Hindsight,
    Judged,
    Node,
    Sample,
    Walk,
    Worth,
    account,
    dealt,
    evened,
    first_value,
    judged,
    judged_in_hiding,
    node_value,
    nodes_of,
    nodes_wanted,
    proved,
    sampled,
    seeming,
    turning,
    years_from,
)
from engine.kernel.rollouts import Pilots, house, mean_of
from play import selectors
from play.journal import keeping
from play.models import Entry, EntryKind, LookBack, Session, SessionStatus
from play.packs import charts

from .selectors import looked_back_by

SHARE_SECONDS = 2.5
LOST_SECONDS = 60
MOST_NAMED = 5
MOST_SAID = 3
"""Orders of a series that are said one by one."""
_walks: dict[int, Walk] = {}
"""The walk that this process was busy with last: a share after another need not play the game again."""


def may_look_back(session: Session, seat: str) -> Hindsight | None:
    """Return how a seat looks back on a game; None when it is not over, or is none that can be flown again."""
    if session.status != SessionStatus.OVER or session.seat(seat) is None:
        return None
    found = looked_back_by(session, seat)
    try:
        keeping.resume(session)
    except Exception:  # a game that today's rules no longer read is not flown again
        return None
    return found


def walk_of(session: Session, seat: str) -> Walk:
    """Play a game again with the faces that fell, and note each answer and what came of it."""
    rows: list[Entry] = [
        row
        for row in session.journal.filter(undone_by=None).order_by("seq").defer("frames", "kept")
        if row.kind in {EntryKind.BEGIN, EntryKind.ANSWER} or keeping.charts_moved(row)
    ]
    again = Session(
        title=session.title, setup=session.setup, pack=session.pack, pack_hash=keeping.charts_at(session, 0),
        began=session.began, seed=session.seed, nonces=session.nonces, calendar=session.calendar,
        replays=keeping.standing_lines(rows),
    )  # fmt: skip
    run = keeping.begin(again, frames=False)
    title: Any = run.title
    setup = keeping.setup_of(session)
    makers, named = title.policies(), title.prospects.policy
    policies = {name: makers[named](run.pack, name, 1) for name in title.seats(setup)}
    walk = Walk(title, seat, session.began, policies, setup)
    walk.begin(run)
    for row in rows:
        if row.kind == EntryKind.ANSWER:
            walk.answer(run, row.seat, row.key, row.answer, row.seq, joined=row.joined)
        elif moved := keeping.charts_moved(row):
            run = run.go_on_by(charts.of(session.title, moved[1]))
            walk.begin(run)
    walk.end()
    return walk


def carry_on(look_id: int, done: int) -> int | None:
    """Reckon a share; return how many parts are done then, None when it is over or somebody else has counted it."""
    mine = LookBack.objects.filter(pk=look_id, done=done, state=LookBack.State.RUNNING)
    look = mine.first()
    if look is None:
        return None
    began = time.process_time()
    try:
        work = Work(look, _walk_of(look))
        work.go_on(began + SHARE_SECONDS)
    except Exception:
        mine.update(state=LookBack.State.FAILED)
        raise
    over = work.is_done
    spent = look.cpu_ms + round(1000 * (time.process_time() - began))
    fields: dict[str, Any] = {"done": work.done, "of": work.of, "work": {} if over else work.kept, "told": work.told}
    fields["evened"] = work.evened
    fields |= {"cpu_ms": spent, "beat": timezone.now()}
    if over:
        fields["state"] = LookBack.State.DONE
        _walks.clear()
    return work.done if mine.update(**fields) and not over else None


def _walk_of(look: LookBack) -> Walk:
    if look.pk not in _walks:
        _walks.clear()
        _walks[look.pk] = walk_of(selectors.session_at(look.session_id), look.seat)
    return _walks[look.pk]


def lost() -> Iterator[tuple[int, int]]:
    """Give the looks back of which nothing has been heard for long."""
    late = timezone.now() - timedelta(seconds=LOST_SECONDS)
    yield from LookBack.objects.filter(state=LookBack.State.RUNNING, beat__lt=late).values_list("pk", "done")


class Work:
    """A look back under way: what is known, and what comes next."""

    def __init__(self, look: LookBack, walk: Walk) -> None:
        self.walk = walk
        self.kept: dict[str, Any] = look.work or {
            "sums": None,
            "fitted": [],
            "first": None,
            "starts": [],
            "nodes": {},
            "dear": [],
            "values": {},
            "verdicts": {},
        }
        self.done = look.done
        self.told: dict[str, Any] = look.told
        self.evened: float | None = look.evened
        self.seed = crc32(f"{look.session_id}/{look.seat}".encode())
        self.turns = turning(walk)
        self.units = list(self._units())
        self.of = len(self.units)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return self.done >= self.of

    def go_on(self, until: float) -> None:
        """Do part after part, one at least, until the share is used up."""
        while not self.is_done:
            self.units[self.done]()
            self.done += 1
            if time.process_time() > until:
                break
        if self.is_done:
            self.told = self._told(whole=True)

    def _units(self) -> Iterator[Callable[[], None]]:
        """List the work: what fits the worth of what is left, the curve, then decision by decision."""
        walk, hindsight = self.walk, self.walk.hindsight
        known = hindsight.weights(walk.setup, walk.packs[0], walk.seat)
        if known:
            self.kept["fitted"] = list(known)
        if walk.anew is not None:
            twice = bool(walk.anew.careless) and not known
            yield from (partial(self._deal, number) for number in range(walk.anew.deals * (1 + twice)))
            yield from (partial(self._node, at, part) for at, part in nodes_of(walk))
        elif hindsight.years and not known:
            nodes = [(part.node, step.chart) for step in walk.steps for part in step.parts if part.node]
            yield from (partial(self._fit, node, chart) for node, chart in nodes)
        yield self._begin
        yield from (partial(self._value, at) for at in nodes_wanted(walk))
        if hindsight.proof is not None:
            yield from (partial(self._prove, number) for number in range(hindsight.proof.answers))

    def _pilots(self, pack: Any) -> Pilots:
        return house(self.walk.title, pack, self.walk.seats, self.walk.title.prospects.policy, self.seed)

    def _deal(self, number: int) -> None:
        """Deal a game anew: for what was to be expected, and for the worth of what is left."""
        walk, pack = self.walk, self.walk.packs[0]
        result, is_houses, samples = dealt(walk, number, self._pilots(pack), self.seed)
        if is_houses:
            self.kept["starts"].append(result)
        if walk.anew is not None and walk.anew.careless and not self.kept["fitted"]:
            self._add(samples)

    def _fit(self, node: bytes, chart: int) -> None:
        """Fly some years on from a node, for the worth of what is left."""
        walk, pack = self.walk, self.walk.packs[chart]
        self._add(years_from(walk, node, pack, self._pilots(pack), self.seed + self.done, walk.hindsight.years))

    def _add(self, samples: Iterable[Sample]) -> None:
        for features, target in samples:
            fit = Fit(len(features), self.kept["sums"])
            fit.add(features, target)
            self.kept["sums"] = fit.sums

    def _node(self, at: int, part: int) -> None:
        """Value a node of the game as it was."""
        pack = self.walk.packs[self.walk.steps[at].chart]
        self.kept["nodes"][f"{at}/{part}"] = node_value(self.walk, at, part, self._pilots(pack), self.seed)

    def _begin(self) -> None:
        """Value the beginning; the curve of what lies between the questions is known then."""
        if self.kept["sums"]:
            self.kept["fitted"] = Fit(len(self.kept["sums"]), self.kept["sums"]).solved()
        starts = self.kept["starts"]
        pilots = self._pilots(self.walk.packs[0])
        self.kept["first"] = mean_of(starts) if starts else first_value(self.walk, pilots, self.seed)
        self.told = self._told(whole=False)

    def _value(self, at: int) -> None:
        """Value one question, and judge its answer where the bot's was another."""
        walk, step = self.walk, self.walk.steps[at]
        worth, pilots = Worth(walk, self.kept["fitted"]), self._pilots(walk.packs[step.chart])
        n, values = walk.hindsight.node_rollouts, list[float]()
        if step.differs:
            judge = judged if walk.hiding is None else judged_in_hiding
            verdict, values = judge(walk, worth, step, pilots, self.seed)
            self.kept["verdicts"][str(at)] = msgspec.to_builtins(verdict)
        if at and (not step.differs or (walk.anew is not None and at in self.turns)):
            values += sampled(
                walk, worth, step, step.orders_of_house(), pilots, self.seed, len(values), n - len(values)
            )
        if values and (walk.anew is None or at in self.turns):
            self.kept["values"][str(at)] = mean_of(values)

    def _prove(self, number: int) -> None:
        """Fly one of the answers that seem dearest on once more."""
        walk, verdicts = self.walk, self._verdicts()
        if not number:
            self.kept["dear"] = seeming(walk, verdicts)
        if number < len(self.kept["dear"]):
            at = self.kept["dear"][number]
            step, worth = walk.steps[at], Worth(walk, self.kept["fitted"])
            verdict = proved(walk, worth, step, verdicts[at], self._pilots(walk.packs[step.chart]), self.seed)
            self.kept["verdicts"][str(at)] = msgspec.to_builtins(verdict)

    def _verdicts(self) -> dict[int, Judged]:
        return {int(at): msgspec.convert(found, Judged) for at, found in self.kept["verdicts"].items()}

    def _may_be_named(self, at: int) -> bool:
        """Say whether a verdict is sure enough: where what seems dear is flown on once more, no other is."""
        return self.walk.hindsight.proof is None or at in self.kept["dear"]

    def _told(self, *, whole: bool) -> dict[str, Any]:
        """Return what the page shows."""
        walk, kept = self.walk, self.kept
        values = {int(at): (pair[0], pair[1]) for at, pair in kept["values"].items()} | {0: tuple(kept["first"])}
        verdicts = self._verdicts()
        nodes = {place: tuple(kept["nodes"]["{}/{}".format(*place)]) for place in nodes_of(walk)} if walk.anew else None
        sums, curve = account(walk, Worth(walk, kept["fitted"]), values, verdicts, nodes)
        mine = {at for at in verdicts if walk.steps[at].actor == walk.seat}
        told = {"curve": [_point(node) for node in curve], "steps": len(walk.steps), "whole": whole}
        bands = walk.hindsight.bands(walk.last.state, walk.packs[-1], walk.seat)
        told["bands"] = [[name, value] for name, value in bands]
        told["expected"], told["hidden"] = list(kept["first"]), walk.hiding is not None
        if whole:
            matters = walk.hindsight.matters
            named = [at for at, found in verdicts.items() if found.is_named(matters) and self._may_be_named(at)]
            named.sort(key=lambda at: verdicts[at].gap)
            told["account"] = msgspec.to_builtins(sums)
            self.evened = round(evened(curve, sums.result), 3) if walk.hindsight.evens else None
            told["differ"], told["named"] = len(mine) + walk.spared, len(named)
            told["asked"] = sum(step.actor == walk.seat for step in walk.steps)
            told["spared"] = walk.spared
            told["unguessed"] = sum(not verdicts[at].n for at in mine)
            told["dearest"] = [self._dear(at, verdicts[at]) for at in named[:MOST_NAMED]]
        return told

    def _dear(self, at: int, verdict: Judged) -> dict[str, Any]:
        step = self.walk.steps[at]
        decision = step.decision
        more = [given for given in step.answers if given.differs and given is not step.first]
        return {
            "step": at,
            "place": step.place,
            "kind": decision.kind,
            "facts": keeping.plain(decision.facts or {}),
            "taken": step.taken,
            "preferred": step.preferred if decision.form is None else None,
            "more": [_more(given) for given in more[:MOST_SAID]],
            "others": max(0, len(more) - MOST_SAID),
            "gap": verdict.gap,
            "error": verdict.error,
            "n": verdict.n,
        }


def _more(given: Given) -> dict[str, Any]:
    decision = given.decision
    return {"kind": decision.kind, "facts": keeping.plain(decision.facts or {}), "taken": given.taken}


def _point(node: Node) -> list[Any]:
    parts = [round(part, 3) for part in (node.dice, node.unknown, node.choice)]
    value = None if node.value is None else round(node.value, 3)
    return [node.step, value, node.reached, node.chapter, *parts]
