"""Work of a review, in shares of a few seconds: fit the values, then value question by question."""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from uuid import UUID
from zlib import crc32

import msgspec
from django.utils import timezone

from engine.analysis.judgement import (
    Judgement,
    StateValue,
    judge_answer,
    judge_hidden_answer,
    recheck_answer,
    sample_values,
    steps_to_recheck,
)
from engine.analysis.linear_fit import FeatureSample, LinearFit
from engine.analysis.luck import CurvePoint, account_for, chance_turns, luck_adjusted, steps_to_value
from engine.analysis.redeal import first_value, node_value, nodes_of, redeal_game, sample_continuations
from engine.analysis.review import ReviewRules
from engine.analysis.reviewed_game import ReviewedAnswer, ReviewedGame
from engine.analysis.rollouts import PolicyFactory, default_bots
from engine.analysis.statistics import mean_of
from engine.kernel.decisions import facts_of
from engine.kernel.packs.schema import Charts
from play.charts import pack_store
from play.games import titles
from play.journal import store
from play.journal.models import EntryKind, JournalEntry
from play.models import GameReview
from play.reviews.selectors import review_options_for
from play.sessions import selectors
from play.sessions.models import Session, SessionStatus

SHARE_SECONDS = 2.5
STALLED_SECONDS = 60
MOST_NAMED = 5
MAX_EXPLAINED = 3
"""Orders of a series that are said one by one."""


class ReviewProgress(msgspec.Struct):
    """Results of a review so far, with which its next share continues."""

    sums: list[list[float]] | None = None
    fitted: list[float] = []
    first: tuple[float, float] | None = None
    starts: list[float] = []
    nodes: dict[str, tuple[float, float]] = {}
    dear: list[int] = []
    values: dict[str, tuple[float, float]] = {}
    verdicts: dict[str, Judgement] = {}


_walks: dict[tuple[UUID, str], ReviewedGame] = {}
"""The walk that this process was busy with last: a share after another need not play the game again."""


def review_options_of(session: Session, seat: str) -> ReviewRules | None:
    """Return the review options of a seat; None if the game is not over, or cannot be replayed."""
    if session.status != SessionStatus.OVER or session.seat(seat) is None:
        return None
    found = review_options_for(session, seat)
    try:
        store.resume(session)
    except Exception:  # a game that today's rules no longer read is not flown again
        return None
    return found


def walk_of(session: Session, seat: str) -> ReviewedGame:
    """Replay a game with the recorded faces, and note each answer and its result."""
    rows: list[JournalEntry] = [
        row
        for row in session.journal.filter(undone_by=None).order_by("seq").defer("frames", "kept")
        if row.kind in {EntryKind.BEGIN, EntryKind.ANSWER} or store.charts_change(row)
    ]
    again = Session(
        title=session.title, setup=session.setup, pack=session.pack, pack_hash=store.charts_at(session, 0),
        began=session.began, seed=session.seed, nonces=session.nonces, calendar=session.calendar,
        replays=store.valid_lines(rows),
    )  # fmt: skip
    run = store.begin(again, frames=False)
    title = run.title
    setup = store.setup_of(session)
    analysis = titles.analysis_of(session.title)
    assert analysis is not None  # noqa: S101 - only a game that has one is reviewed
    makers, named = title.policies(), analysis.prospects.policy
    policies = {name: makers[named](run.pack, name, 1) for name in title.seats(setup)}
    walk = ReviewedGame(title, analysis, seat, session.began, policies, setup)
    walk.begin(run)
    for row in rows:
        if row.kind == EntryKind.ANSWER:
            walk.answer(run, row.seat, row.key, row.answer, row.seq, joined=row.joined)
        elif moved := store.charts_change(row):
            run = run.continue_with_charts(pack_store.compiled_charts(session.title, moved[1]))
            walk.begin(run)
    walk.end()
    return walk


def compute_share(look_id: int, done: int) -> int | None:
    """Compute a share; return the number of finished parts, None if it is over or another worker has counted it."""
    mine = GameReview.objects.filter(pk=look_id, done=done, state=GameReview.State.RUNNING)
    look = mine.first()
    if look is None:
        return None
    began = time.process_time()
    try:
        work = ReviewWork(look, _walk_of(look))
        work.go_on(began + SHARE_SECONDS)
    except Exception:
        mine.update(state=GameReview.State.FAILED)
        raise
    over = work.is_done
    spent = look.cpu_ms + round(1000 * (time.process_time() - began))
    stored = {} if over else msgspec.to_builtins(work.kept)
    fields: dict[str, object] = {"done": work.done, "of": work.of, "work": stored, "told": work.told}
    fields["evened"] = work.evened
    fields |= {"cpu_ms": spent, "beat": timezone.now()}
    if over:
        fields["state"] = GameReview.State.DONE
        _walks.clear()
    return work.done if mine.update(**fields) and not over else None


def _walk_of(look: GameReview) -> ReviewedGame:
    key = (look.session_id, look.seat)
    if key not in _walks:
        _walks.clear()
        _walks[key] = walk_of(selectors.session_at(look.session_id), look.seat)
    return _walks[key]


def stalled_reviews() -> Iterator[tuple[int, int]]:
    """Give the reviews without news for a long time."""
    late = timezone.now() - timedelta(seconds=STALLED_SECONDS)
    yield from GameReview.objects.filter(state=GameReview.State.RUNNING, beat__lt=late).values_list("pk", "done")


class ReviewWork:
    """A review under way: its results, and its next step."""

    def __init__(self, look: GameReview, walk: ReviewedGame) -> None:
        self.walk = walk
        self.kept = msgspec.convert(look.work, ReviewProgress)
        self.done = look.done
        self.told: dict[str, object] = look.told
        self.evened: float | None = look.evened
        self.seed = crc32(f"{look.session_id}/{look.seat}".encode())
        self.turns = chance_turns(walk)
        self.units = list(self._units())
        self.of = len(self.units)

    @property
    def is_done(self) -> bool:
        """Return whether nothing is left to do."""
        return self.done >= self.of

    def go_on(self, until: float) -> None:
        """Do part after part, one at least, until the share is used up."""
        while not self.is_done:
            self.units[self.done]()
            self.done += 1
            if time.process_time() > until:
                break
        if self.is_done:
            self.told = self._shown_result(whole=True)

    def _units(self) -> Iterator[Callable[[], None]]:
        """List the work: what fits the worth of what is left, the curve, then decision by decision."""
        walk, review_rules = self.walk, self.walk.hindsight
        known = review_rules.weights(walk.setup, walk.packs[0], walk.seat)
        if known:
            self.kept.fitted = list(known)
        if walk.anew is not None:
            twice = bool(walk.anew.careless) and not known
            yield from (partial(self._deal, number) for number in range(walk.anew.deals * (1 + twice)))
            yield from (partial(self._node, at, part) for at, part in nodes_of(walk))
        elif review_rules.years and not known:
            nodes = [(part.node, step.chart) for step in walk.steps for part in step.parts if part.node]
            yield from (partial(self._fit, node, chart) for node, chart in nodes)
        yield self._begin
        yield from (partial(self._value, at) for at in steps_to_value(walk))
        if review_rules.proof is not None:
            yield from (partial(self._prove, number) for number in range(review_rules.proof.answers))

    def _pilots(self, pack: Charts) -> PolicyFactory:
        return default_bots(self.walk.title, pack, self.walk.seats, self.walk.analysis.prospects.policy, self.seed)

    def _deal(self, number: int) -> None:
        """Deal a game again: for the expected result, and for the value of its rest."""
        walk, pack = self.walk, self.walk.packs[0]
        result, is_bots, samples = redeal_game(walk, number, self._pilots(pack), self.seed)
        if is_bots:
            self.kept.starts.append(result)
        if walk.anew is not None and walk.anew.careless and not self.kept.fitted:
            self._add(samples)

    def _fit(self, node: bytes, chart: int) -> None:
        """Fly some years on from a node, for the worth of what is left."""
        walk, pack = self.walk, self.walk.packs[chart]
        self._add(
            sample_continuations(walk, node, pack, self._pilots(pack), self.seed + self.done, walk.hindsight.years)
        )

    def _add(self, samples: Iterable[FeatureSample]) -> None:
        for features, target in samples:
            fit = LinearFit(len(features), self.kept.sums)
            fit.add(features, target)
            self.kept.sums = fit.sums

    def _node(self, at: int, part: int) -> None:
        """Value a node of the game as it was."""
        pack = self.walk.packs[self.walk.steps[at].chart]
        self.kept.nodes[f"{at}/{part}"] = node_value(self.walk, at, part, self._pilots(pack), self.seed)

    def _begin(self) -> None:
        """Value the beginning, which completes the curve between the questions."""
        if self.kept.sums:
            self.kept.fitted = LinearFit(len(self.kept.sums), self.kept.sums).solved()
        starts = self.kept.starts
        pilots = self._pilots(self.walk.packs[0])
        self.kept.first = mean_of(starts) if starts else first_value(self.walk, pilots, self.seed)
        self.told = self._shown_result(whole=False)

    def _value(self, at: int) -> None:
        """Value one question, and judge its answer where the bot's was another."""
        walk, step = self.walk, self.walk.steps[at]
        worth, pilots = StateValue(walk, self.kept.fitted), self._pilots(walk.packs[step.chart])
        n, values = walk.hindsight.node_rollouts, list[float]()
        if step.differs:
            judge = judge_answer if walk.hiding is None else judge_hidden_answer
            verdict, values = judge(walk, worth, step, pilots, self.seed)
            self.kept.verdicts[str(at)] = verdict
        if at and (not step.differs or (walk.anew is not None and at in self.turns)):
            values += sample_values(
                walk, worth, step, step.orders_with_bot(), pilots, self.seed, len(values), n - len(values)
            )
        if values and (walk.anew is None or at in self.turns):
            self.kept.values[str(at)] = mean_of(values)

    def _prove(self, number: int) -> None:
        """Fly one of the answers that seem costliest on once more."""
        walk, verdicts = self.walk, self._verdicts()
        if not number:
            self.kept.dear = steps_to_recheck(walk, verdicts)
        if number < len(self.kept.dear):
            at = self.kept.dear[number]
            step, worth = walk.steps[at], StateValue(walk, self.kept.fitted)
            verdict = recheck_answer(walk, worth, step, verdicts[at], self._pilots(walk.packs[step.chart]), self.seed)
            self.kept.verdicts[str(at)] = verdict

    def _verdicts(self) -> dict[int, Judgement]:
        return {int(at): found for at, found in self.kept.verdicts.items()}

    def _may_be_named(self, at: int) -> bool:
        """Say whether a verdict is sure enough: where what seems dear is flown on once more, no other is."""
        return self.walk.hindsight.proof is None or at in self.kept.dear

    def _shown_result(self, *, whole: bool) -> dict[str, object]:
        """Return what the page shows."""
        walk, stored, first = self.walk, self.kept, self.kept.first or (0.0, 0.0)
        values = {int(at): pair for at, pair in stored.values.items()} | {0: first}
        verdicts = self._verdicts()
        nodes = {place: stored.nodes["{}/{}".format(*place)] for place in nodes_of(walk)} if walk.anew else None
        sums, curve = account_for(walk, StateValue(walk, stored.fitted), values, verdicts, nodes)
        mine = {at for at in verdicts if walk.steps[at].actor == walk.seat}
        shown: dict[str, object] = {"curve": [_point(node) for node in curve], "steps": len(walk.steps), "whole": whole}
        bands = walk.hindsight.bands(walk.last.state, walk.packs[-1], walk.seat)
        shown["bands"] = [[name, value] for name, value in bands]
        shown["expected"], shown["hidden"] = list(first), walk.hiding is not None
        if whole:
            matters = walk.hindsight.matters
            named = [at for at, found in verdicts.items() if found.is_named(matters) and self._may_be_named(at)]
            named.sort(key=lambda at: verdicts[at].gap)
            shown["account"] = msgspec.to_builtins(sums)
            self.evened = round(luck_adjusted(curve, sums.result), 3) if walk.hindsight.adjusts_luck else None
            shown["differ"], shown["named"] = len(mine) + walk.spared, len(named)
            shown["asked"] = sum(step.actor == walk.seat for step in walk.steps)
            shown["spared"] = walk.spared
            shown["unguessed"] = sum(not verdicts[at].n for at in mine)
            shown["dearest"] = [self._dear(at, verdicts[at]) for at in named[:MOST_NAMED]]
        return shown

    def _dear(self, at: int, verdict: Judgement) -> dict[str, object]:
        step = self.walk.steps[at]
        decision = step.decision
        more = [given for given in step.answers if given.differs and given is not step.first]
        return {
            "step": at,
            "place": step.place,
            "kind": decision.kind,
            "facts": facts_of(decision.question),
            "taken": step.taken,
            "preferred": step.preferred if decision.form is None else None,
            "more": [_more(given) for given in more[:MAX_EXPLAINED]],
            "others": max(0, len(more) - MAX_EXPLAINED),
            "gap": verdict.gap,
            "error": verdict.error,
            "n": verdict.n,
        }


def _more(given: ReviewedAnswer) -> dict[str, object]:
    decision = given.decision
    return {"kind": decision.kind, "facts": facts_of(decision.question), "taken": given.taken}


def _point(node: CurvePoint) -> list[object]:
    parts = [round(part, 3) for part in (node.dice, node.unknown, node.choice)]
    value = None if node.value is None else round(node.value, 3)
    return [node.step, value, node.reached, node.chapter, *parts]
