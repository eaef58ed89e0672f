"""The work of a look back, in shares of a few seconds: fit what is left, then value question by question."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from zlib import crc32

import msgspec
from django.utils import timezone

from engine.kernel.hindsight import (
    Fit,
    Hindsight,
    Judged,
    Node,
    Walk,
    Worth,
    account,
    first_value,
    judged,
    nodes_wanted,
    sampled,
    titles_hindsight,
    years_from,
)
from engine.kernel.rollouts import Pilots, house, mean_of
from play import selectors
from play.journal import keeping
from play.models import Entry, EntryKind, LookBack, Session, SessionStatus
from play.packs import charts

SHARE_SECONDS = 2.5
LOST_SECONDS = 60
MOST_NAMED = 5
_walks: dict[int, Walk] = {}
"""The walk that this process was busy with last: a share after another need not play the game again."""


def may_look_back(session: Session, seat: str) -> Hindsight | None:
    """Return how a game is looked back on; None when it is not over, or is none that can be flown again."""
    hindsight = titles_hindsight(keeping.title_of(session))
    if hindsight is None or session.status != SessionStatus.OVER or session.seat(seat) is None:
        return None
    try:
        state = keeping.resume(session).state
    except Exception:  # a game that today's rules no longer read is not flown again
        return None
    return hindsight if hindsight.serves(state) else None


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
    policy = title.policies()[title.prospects.policy](run.pack, seat, 1)
    walk = Walk(title, seat, session.began, policy)
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
            "values": {},
            "verdicts": {},
        }
        self.done = look.done
        self.told: dict[str, Any] = look.told
        self.seed = crc32(f"{look.session_id}/{look.seat}".encode())
        self.starts = [
            (part.node, step.chart) for step in walk.steps for part in step.parts if part.node and walk.hindsight.years
        ]
        self.wanted = nodes_wanted(walk)
        self.of = len(self.starts) + 1 + len(self.wanted)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return self.done >= self.of

    def go_on(self, until: float) -> None:
        """Do part after part, one at least, until the share is used up."""
        while not self.is_done:
            if self.done < len(self.starts):
                self._fit(*self.starts[self.done])
            elif self.done == len(self.starts):
                self._begin()
            else:
                self._value(self.wanted[self.done - len(self.starts) - 1])
            self.done += 1
            if time.process_time() > until:
                break
        if self.is_done:
            self.told = self._told(whole=True)

    def _pilots(self, pack: Any) -> Pilots:
        return house(self.walk.title, pack, [self.walk.seat], self.walk.title.prospects.policy, self.seed)

    def _fit(self, node: bytes, chart: int) -> None:
        """Fly some years on from a node, for the worth of what is left."""
        walk, pack = self.walk, self.walk.packs[chart]
        size = len(walk.hindsight.features(walk.state_of(node), pack, walk.seat))
        fit = Fit(size, self.kept["sums"])
        seed = self.seed + self.done
        for features, target in years_from(walk, node, pack, self._pilots(pack), seed, walk.hindsight.years):
            fit.add(features, target)
        self.kept["sums"] = fit.sums

    def _begin(self) -> None:
        """Value the beginning; the curve of what lies between the questions is known then."""
        if self.kept["sums"]:
            self.kept["fitted"] = Fit(len(self.kept["sums"]), self.kept["sums"]).solved()
        self.kept["first"] = first_value(self.walk, self._pilots(self.walk.packs[0]), self.seed)
        self.told = self._told(whole=False)

    def _value(self, at: int) -> None:
        """Value one question, and judge its answer where the bot's was another."""
        walk, step = self.walk, self.walk.steps[at]
        worth, pilots = Worth(walk, self.kept["fitted"]), self._pilots(walk.packs[step.chart])
        if step.differs:
            verdict, values = judged(walk, worth, step, pilots, self.seed)
            self.kept["verdicts"][str(at)] = msgspec.to_builtins(verdict)
            self.kept["values"][str(at)] = mean_of(values)
        elif at:
            n = walk.hindsight.node_rollouts
            found = sampled(walk, worth, step, step.preferred, pilots, self.seed, 0, n)
            self.kept["values"][str(at)] = mean_of(found)

    def _told(self, *, whole: bool) -> dict[str, Any]:
        """Return what the page shows."""
        walk, kept = self.walk, self.kept
        values = {int(at): (pair[0], pair[1]) for at, pair in kept["values"].items()} | {0: tuple(kept["first"])}
        verdicts = {int(at): msgspec.convert(found, Judged) for at, found in kept["verdicts"].items()}
        sums, curve = account(walk, Worth(walk, kept["fitted"]), values, verdicts)
        told = {"curve": [_point(node) for node in curve], "steps": len(walk.steps), "whole": whole}
        told["bands"] = [[name, value] for name, value in walk.hindsight.bands(walk.packs[-1])]
        told["expected"] = list(kept["first"])
        if whole:
            named = [at for at, found in verdicts.items() if found.is_named(walk.hindsight.matters)]
            named.sort(key=lambda at: verdicts[at].gap)
            told["account"] = msgspec.to_builtins(sums)
            told["differ"], told["named"] = len(verdicts), len(named)
            told["dearest"] = [self._dear(at, verdicts[at]) for at in named[:MOST_NAMED]]
        return told

    def _dear(self, at: int, verdict: Judged) -> dict[str, Any]:
        step = self.walk.steps[at]
        decision = step.decision
        return {
            "step": at,
            "place": step.place,
            "kind": decision.kind,
            "facts": keeping.plain(decision.facts or {}),
            "taken": step.taken,
            "preferred": step.preferred,
            "gap": verdict.gap,
            "error": verdict.error,
            "n": verdict.n,
        }


def _point(node: Node) -> list[Any]:
    parts = [round(part, 3) for part in (node.dice, node.unknown, node.choice)]
    return [node.step, round(node.value, 3), node.reached, node.chapter, *parts]
