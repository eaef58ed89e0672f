"""Compare two bots in pairs of games: one of them tries orders in rollouts before it gives one.

    python -m tools.compare_bots bomber-command --seat british --pairs 200 --into pairs.jsonl

Both games of a pair have the same seed, and dice by stream and number; the standard bot plays all seats. In one game,
one seat also thinks about some questions (`engine.analysis.search`). A finished pair is written to the file. A second
run, or several processes at once, play only the missing pairs.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.analysis.game_analysis import GameAnalysis
from engine.analysis.rollouts import default_bots, guesses_of, hides_information
from engine.analysis.search import SearchPlan, best_order
from engine.analysis.statistics import SIGNIFICANT_ERRORS, mean_of
from engine.analysis.stream_dice import StreamDice, mix_seed
from engine.bomber_command.analysis.entry import ANALYSIS as RAID_ANALYSIS
from engine.bomber_command.analysis.search import DISCARDS
from engine.bomber_command.game import TITLE as BY_COMMAND
from engine.interceptor.analysis.entry import ANALYSIS as SORTIE_ANALYSIS
from engine.interceptor.analysis.search import SEARCH_PLAN
from engine.interceptor.game import TITLE as BY_DAY
from engine.kernel.decisions import Decision
from engine.kernel.events import Event
from engine.kernel.run import RecordedAnswer, Run
from engine.nightfighter.analysis.entry import ANALYSIS as NIGHT_ANALYSIS
from engine.nightfighter.game import TITLE as BY_NIGHT

TITLES: dict[str, Any] = {title.name: title for title in (BY_DAY, BY_NIGHT, BY_COMMAND)}
ANALYSES: dict[str, GameAnalysis] = {
    BY_DAY.name: SORTIE_ANALYSIS,
    BY_NIGHT.name: NIGHT_ANALYSIS,
    BY_COMMAND.name: RAID_ANALYSIS,
}
THOUGHTS = {
    BY_DAY.name: SEARCH_PLAN,
    BY_NIGHT.name: SearchPlan((), 32, NIGHT_ANALYSIS.prospects),
    BY_COMMAND.name: DISCARDS,
}
"""Default questions of the search."""


class Case(msgspec.Struct, frozen=True):
    """The game that is played, and the way of thinking."""

    title: str
    setup: Mapping[str, Any]
    seat: str
    thought: SearchPlan
    seed: int = 1


class Thinker:
    """Thinks at a table that is played in memory, and counts what it costs."""

    def __init__(self, case: Case, run: Run, seats: Sequence[str]) -> None:
        self.case = case
        self.run = run
        self.seats = seats
        self.asked = 0
        self.cpu = self.longest = 0.0
        self.changed: list[tuple[str, str, str]] = []

    def order(self, decision: Decision, usual: Any, data: Sequence[Event | RecordedAnswer], place: int) -> Any:
        """Return the order that is better than the usual one, or that."""
        run, seed = self.run, mix_seed(self.case.seed, place)
        began = time.process_time()
        guesses = guesses_of(run, decision.actor, seed, ANALYSES[self.case.title], decision=decision, data=data)
        thought = self.case.thought
        pilots = default_bots(run.title, run.pack, self.seats, thought.prospects.policy, seed)
        chosen = best_order(thought, guesses, decision, usual, pilots, seed=seed)
        spent = time.process_time() - began
        self.asked, self.cpu, self.longest = self.asked + 1, self.cpu + spent, max(self.longest, spent)
        if chosen != usual:
            self.changed.append((decision.kind, str(usual), str(chosen)))
        return chosen


def played(case: Case, number: int, *, thinking: bool) -> tuple[dict[str, float], Thinker]:
    """Play one game of a pair; return what is counted at its end, and the one who thought."""
    title = TITLES[case.title]
    pack, setup = title.load_pack("standard"), msgspec.convert(case.setup, title.Setup)
    seats, seed = title.seats(setup), mix_seed(case.seed, number)
    prospects = ANALYSES[case.title].prospects
    run = Run.begin(title, pack, setup, StreamDice(seed))
    bots = default_bots(title, pack, seats, prospects.policy, seed)(0)
    thinker = Thinker(case, run, seats)
    data: list[Event | RecordedAnswer] = list(run.step.events)
    first: Decision | None = None
    answered = 0
    while not run.over:
        decision = next(iter(run.pending.values()))
        seat = decision.actor
        if first is None and seat == case.seat:
            first, mark = decision, prospects.mark(run.state, decision)
        answer = bots[seat].choose(decision, lambda seat=seat: run.view(seat))
        if thinking and seat == case.seat and case.thought.is_of(decision):
            answer = thinker.order(decision, answer, data, mix_seed(number, answered))
        given = msgspec.to_builtins(answer) if decision.form is not None else answer
        data.append(RecordedAnswer(seat, decision.key, given))
        step = run.answer(seat, given, decision.key)
        data += step.events
        answered += 1
        if not hides_information(title, run.state):
            data.clear()
    assert first is not None
    values = prospects.count(run.state, pack, mark)
    return {measure.name: value for measure, value in zip(prospects.measures(first), values, strict=True)}, thinker


def pair(case: Case, number: int) -> dict[str, Any]:
    """Play a pair; where no order was changed the other game is the same, and is not played."""
    thought, thinker = played(case, number, thinking=True)
    usual = played(case, number, thinking=False)[0] if thinker.changed else thought
    return {
        "number": number, "thinking": thought, "usual": usual, "asked": thinker.asked, "cpu": round(thinker.cpu, 3),
        "longest": round(thinker.longest, 3), "changed": thinker.changed,
    }  # fmt: skip


def report(pairs: Sequence[Mapping[str, Any]]) -> str:
    """Return what the pairs say: each measure of either, and what thinking adds with its error."""
    asked = sum(one["asked"] for one in pairs)
    changed = sum(len(one["changed"]) for one in pairs)
    lines = [
        f"{len(pairs)} pairs, {asked / len(pairs):.1f} questions and {changed / len(pairs):.2f} orders changed a game, "
        f"{sum(one['cpu'] for one in pairs) / max(1, asked):.3f} CPU seconds a question, "
        f"{max(one['longest'] for one in pairs):.2f} at most"
    ]
    for name in pairs[0]["usual"]:
        usual, thought = ([one[which][name] for one in pairs] for which in ("usual", "thinking"))
        gains = [more - less for more, less in zip(thought, usual, strict=True)]
        gain, error = mean_of(gains)
        proved = ", shown" if abs(gain) > SIGNIFICANT_ERRORS * error else ""
        lines.append(
            f"{name}: {mean_of(usual)[0]:.2f}, thinking {mean_of(thought)[0]:.2f}: {gain:+.2f} ± {error:.2f}{proved}; "
            f"more in {sum(one > 0 for one in gains)} games, less in {sum(one < 0 for one in gains)}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.compare_bots", description=__doc__)
    parser.add_argument("title", choices=sorted(TITLES))
    parser.add_argument("--seat", required=True)
    parser.add_argument("--setup", type=json.loads, default={}, help="the set-up as JSON")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--rollouts", type=int, help="of all orders of a question")
    parser.add_argument("--kinds", nargs="+", help="the kinds of questions that are thought over")
    parser.add_argument(
        "--share", default="0/1", help="every nth pair from such a one on, where several processes play"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, required=True, help="where the pairs are kept, a line each")
    given = parser.parse_args()
    usual = THOUGHTS[given.title]
    asked = {"kinds": tuple(given.kinds or usual.kinds), "rollouts": given.rollouts or usual.rollouts}
    thought = msgspec.structs.replace(usual, **asked)
    case = Case(given.title, given.setup, given.seat, thought, given.seed)
    share, shares = map(int, given.share.split("/"))
    done = {one["number"] for one in written(given.into)}
    gc.disable()  # a rollout leaves no reference cycles that are worth a collection
    for number in range(share, given.pairs, shares):
        if number not in done:
            line = json.dumps(pair(case, number)) + "\n"
            with given.into.open("a", encoding="utf-8") as file:
                file.write(line)
            gc.collect()
    print(report(written(given.into)))


def written(path: Path) -> list[dict[str, Any]]:
    """Return the pairs that are written down."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


if __name__ == "__main__":
    main()
