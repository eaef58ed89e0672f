"""Golden careers: whole years stored as answers and faces, one for each end of a career, replayed to the same hash.

`python -m tests.engine.interceptor.golden` flies until every ending has been found, and writes the missing ones. With
`--told` it only records again the events and questions of the stored careers, after an intended change of events or
facts. A career stores the version of the rules by which it was flown, as current games do; those of rules 2 have it in
their names. A file's first line describes it; the second gives the faces before the first question; then follows a line
for each answer: seat, key, order, and the faces before the next question.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.interceptor.bots.policies import POLICIES
from engine.interceptor.game import RULES, TITLE
from engine.interceptor.state import Options, PilotSetup, Setup, State
from engine.kernel.decisions import AnswerForm, ClosedOption, Decision, facts_of
from engine.kernel.dice import FastDice, RecordedDice
from engine.kernel.events import Draw, record_of
from engine.kernel.rule_versions import FIRST_VERSION, fill_old_defaults
from engine.kernel.run import Run
from engine.kernel.table import Table
from engine.kernel.title import drive
from tests.engine.interceptor.ground_case import charts

FOLDER = Path(__file__).parent / "golden"
BANDS = ("defeat", "draw", "marginal", "substantial", "decisive")
DEATHS = ("air", "landing", "parachute", "tank", "bomb-bay", "attempt")
EVERYTHING = Options(fatigue=True, quality=True, positions=True, manoeuvres=True, attempt=True)
SEARCHES = (
    ("sensible", Setup([PilotSetup(unit=5)]), 400),
    ("careful", Setup([PilotSetup(unit=18, track="nco")], options=Options(fatigue=True)), 200),
    ("careless", Setup([PilotSetup(unit=16)]), 3_000),
    ("random", Setup([PilotSetup(ace="Egon Mayer")], options=EVERYTHING), 400),
    ("random", Setup([PilotSetup(unit=20)], options=EVERYTHING), 40),
)
PAIRS = {"together": "cooperative", "rivals": "competitive"}
BY_RULES_2 = {
    "rules-2-alone": ("sensible", Setup([PilotSetup(unit=5)]), 22),
    "rules-2-rivals": ("sensible", Setup([PilotSetup()] * 2, "competitive", EVERYTHING), 5),
}


def ending(state: State) -> str:
    """Name how the first pilot's career ended."""
    outcome = TITLE.outcome(state, charts())["careers"]["pilot"]
    return f"alive-{outcome['level']}" if outcome["alive"] else f"killed-{outcome['death']}"


def mark(state: State) -> str:
    """The hash of all that counts in the end: outcome, log, score, awards and ledgers."""
    books = [
        [career.log, career.kill_order, career.awards, career.prestige_ledger, career.experience_ledger, career.skills]
        for career in state.careers
    ]
    content = msgspec.json.encode([TITLE.outcome(state, charts()), books], order="deterministic")
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def faces(draws: list[Draw]) -> str:
    return " ".join(f"{draw.stream}:{draw.sides}:{draw.face}" for draw in draws)


def read_faces(text: str) -> list[Draw]:
    found = (part.rsplit(":", 2) for part in text.split())
    return [Draw(stream, int(sides), int(face)) for stream, sides, face in found]


def record(name: str, setup: Setup, policy: str, seed: int) -> str:
    """Fly a career by bots and write down every answer and face."""
    run = Run.begin(TITLE, charts(), setup, FastDice(seed))
    bots = {seat: POLICIES[policy](charts(), seat, seed) for seat in TITLE.seats(setup)}
    lines = [faces(run.record.opening)]
    while not run.over:
        decision = next(iter(run.pending.values()))
        order = bots[decision.actor].choose(decision, lambda: None)
        entry = run.answer(decision.actor, order, decision.key).entry
        lines.append("\t".join((entry.actor, entry.key, entry.answer, faces(entry.draws))))
    head = {"name": name, "setup": msgspec.to_builtins(setup), "mark": mark(run.state), "bot": policy, "seed": seed}
    head["rules"] = RULES
    return "\n".join([json.dumps(head, ensure_ascii=False), *lines]) + "\n"


def replay(path: Path) -> tuple[dict[str, Any], State, str]:
    """Play a file's career again by its own faces; return its head, the state it ends in, and the hash of its story.

    The story is every event and every question, with facts, rules, modifiers and closed orders.
    """
    head, opening, *lines = path.read_text(encoding="utf-8").splitlines()
    told = json.loads(head)
    answers = [line.split("\t") for line in lines]
    draws = [*read_faces(opening), *(draw for answer in answers for draw in read_faces(answer[3]))]
    dice = RecordedDice(draws, {})
    setup = fill_old_defaults(told["setup"], Setup, told.get("rules", FIRST_VERSION))
    run = Run.begin(TITLE, charts(), msgspec.convert(setup, Setup), dice)
    story = hashlib.blake2b(
        msgspec.json.encode(list(map(record_of, run.step.events)), order="deterministic"), digest_size=16
    )
    for seat, key, order, _ in answers:
        asked = run.pending[seat, key]
        step = run.answer(seat, order, key)
        events = list(map(record_of, step.events))
        story.update(msgspec.json.encode([as_kept(asked), events], order="deterministic"))
    assert run.over, "the career goes on after the last answer"
    assert dice.at == len(draws), "faces are left over"
    return told, run.state, story.hexdigest()


class KeptQuestion(msgspec.Struct):
    """A question as the story of a career has it."""

    actor: str
    kind: str
    options: tuple[str, ...]
    key: str
    rule: str
    facts: dict[str, Any] | None
    closed: tuple[ClosedOption, ...]
    form: AnswerForm | None


def as_kept(asked: Decision) -> KeptQuestion:
    facts = facts_of(asked.question) or None
    return KeptQuestion(asked.actor, asked.kind, asked.options, asked.key, asked.rule, facts, asked.closed, asked.form)


def renew() -> None:
    """Record in each stored career its present events and questions."""
    for path in sorted(FOLDER.glob("*.txt")):
        head, _, rest = path.read_text(encoding="utf-8").partition("\n")
        told = json.loads(head) | {"told": replay(path)[2]}
        path.write_text(json.dumps(told, ensure_ascii=False) + "\n" + rest, encoding="utf-8")


def search() -> Iterator[tuple[str, Setup, str, int]]:
    """Fly quickly through seeds until each ending has been met."""
    missing = {f"alive-{band}" for band in BANDS} | {f"killed-{death}" for death in DEATHS}
    for policy, setup, seeds in SEARCHES:
        for seed in range(seeds):
            state = TITLE.start(setup, charts())
            bot = POLICIES[policy](charts(), "pilot", seed)
            drive(TITLE.play(state, Table(FastDice(seed), charts())), lambda asked, bot=bot: bot.choose(asked, None))
            found = ending(state)
            if found in missing:
                missing.remove(found)
                yield found, setup, policy, seed
    if missing:
        raise LookupError(f"no career found that ends as {sorted(missing)}")


def main() -> None:
    if sys.argv[1:] == ["--told"]:
        return renew()
    FOLDER.mkdir(exist_ok=True)
    wanted = list(search())
    wanted += [(name, Setup([PilotSetup()] * 2, play, EVERYTHING), "sensible", 3) for name, play in PAIRS.items()]
    wanted += [(name, setup, policy, seed) for name, (policy, setup, seed) in BY_RULES_2.items()]
    for name, setup, policy, seed in wanted:
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text(record(name, setup, policy, seed), encoding="utf-8")
    renew()


if __name__ == "__main__":
    main()
