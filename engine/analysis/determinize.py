"""Replay of a guessed game: from its last seam, with the known dice and answers.

The caller guesses the state at the seam. This module plays it on to the viewer's open question. On the way it must give
the viewer exactly the events that he received; there it must ask him the same question, and he must know the same.
Hidden answers of others are searched among those that fit; hidden dice are rolled again. A guess that does not arrive
there is dropped.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.analysis.observation import Observation, ObservedAnswer, ObservedLine, observed_question, observed_state
from engine.analysis.rollout_state import KnownGame
from engine.analysis.stream_dice import RolloutDice
from engine.kernel.coroutines import Coroutine, CoroutineTree
from engine.kernel.decisions import Decision, NotOffered, read_answer
from engine.kernel.dice import ANCHOR_SIGN, FastDice, JournalMismatch
from engine.kernel.events import Draw, Event, EventRecord, data_of
from engine.kernel.limits import ONE_ORDER, Runaway
from engine.kernel.packs.schema import Charts
from engine.kernel.run import GameRecord, RecordedAnswer
from engine.kernel.snapshot import restore
from engine.kernel.table import RecordingTable, StepLog
from engine.kernel.title import Title

TRIES = 60
"""Restarts with another answer of another seat before a guess is given up."""
AHEAD = 4
"""Lines that are searched for another seat's answer."""


class Determinizer:
    """A viewer's knowledge of a game since its last seam, for comparison with guesses of that seam."""

    def __init__(
        self, title: Title, pack: Charts, known: Observation, also: Callable[[str], Iterable[str]] = lambda name: ()
    ) -> None:
        """Prepare; `also` gives other names that an answer may use for a recorded name."""
        self.title = title
        self.pack = pack
        self.viewer = known.viewer
        self.asked = known.asked
        self.now = known.now
        self.began = known.rules
        self.lines = known.since
        heard = [line.data if isinstance(line, EventRecord) else {} for line in self.lines]
        texts = [frozenset(_texts(data)) for data in (*heard, self.asked.facts)]
        self.named = [found.union(*map(also, found)) for found in texts]

    def guess(self, seam: bytes, dice: RolloutDice, wanted: Sequence[str] = ()) -> DeterminizedGame | None:
        """Return the guess that goes on from a guessed seam to the question, or nothing if none does.

        `wanted` are cards that come first out of any pile that is drawn from unseen.
        """
        seed = dice.draw("retelling", 1 << 30)
        return self._sought(seam, seed, wanted, wide=False) or self._sought(seam, seed, wanted, wide=True)

    def _sought(self, seam: bytes, seed: int, wanted: Sequence[str], *, wide: bool) -> DeterminizedGame | None:
        """Try the answers of others, the likely ones or all, until a game comes to the question."""
        answers: list[list[str]] = []
        for _ in range(TRIES):
            once = _Attempt(self, seam, FastDice(seed), answers, wanted, wide=wide)
            try:
                once.play()
            except (JournalMismatch, NotOffered, Runaway):
                while answers and len(answers[-1]) < 2:
                    answers.pop()
                if not answers:
                    return None
                answers[-1].pop(0)
            else:
                record = GameRecord(seam, opening=once.draws, tail=once.entries, began=self.began)
                return DeterminizedGame(self.title, self.pack, record)
        return None

    def likely(self, decision: Decision, at: int, *, wide: bool) -> list[str]:
        """List the likely answers of another seat: those that the next event names, those without a name, the rest."""
        named = [(option, option.split(":")[1:]) for option in decision.options if ":" in option]
        found: list[str] = []
        for names in self.named[at : at + AHEAD]:
            found = [option for option, parts in named if names.issuperset(parts)]
            if found:
                break
        quiet = [option for option in decision.options if ":" not in option]
        if not wide and (found or quiet):
            return [*found, *quiet]
        near = frozenset[str]().union(*self.named[at : at + AHEAD])
        rest = [(-len(near.intersection(parts)), option) for option, parts in named if option not in found]
        return [*found, *quiet, *(option for _hits, option in sorted(rest, key=_first))]


def _first(pair: tuple[int, str]) -> int:
    return pair[0]


class DeterminizedGame(KnownGame):
    """A guess that comes to the question, with the record of how it did."""

    def __init__(self, title: Title, pack: Charts, record: GameRecord) -> None:
        super().__init__(title, pack, record)
        self.record = record


class _Attempt(CoroutineTree):
    """One try."""

    def __init__(
        self,
        telling: Determinizer,
        seam: bytes,
        dice: FastDice,
        answers: list[list[str]],
        wanted: Sequence[str],
        *,
        wide: bool,
    ) -> None:
        super().__init__(ONE_ORDER)
        self.wide = wide
        self.telling = telling
        self.answers = answers
        self.asked_others = 0
        self.at = 0
        self.entries: list[RecordedAnswer] = []
        self.draws: list[Draw] = []
        self.log = StepLog(ONE_ORDER)
        self.state = restore(seam, telling.title.State, telling.began)
        self.table = RecordingTable(_ShownDice(telling.lines, dice, wanted), telling.pack, log=self.log)

    def play(self) -> None:
        """Play to the viewer's question, or raise where it cannot be."""
        telling = self.telling
        self._advance(Coroutine(telling.title.play(self.state, self.table)), None)
        self._hear()
        while not self._has_come() or self._others_first():
            mine = [decision for (who, _), decision in self.pending.items() if who == telling.viewer]
            line = telling.lines[self.at] if self.at < len(telling.lines) else None
            if mine and isinstance(line, ObservedAnswer):
                self.at += 1
                self._give(self._own(mine, line.key), line.answer)
            elif other := next((one for (who, _), one in self.pending.items() if who != telling.viewer), None):
                self._give(other, self._answer_of(other))
            else:
                raise JournalMismatch("the guess asks what was not asked")
        if not self._looks_alike():
            raise JournalMismatch("the guess looks otherwise than the game")

    def _looks_alike(self) -> bool:
        telling = self.telling
        return observed_state(telling.title, self.state, telling.pack, telling.viewer) == telling.now

    def _others_first(self) -> bool:
        """Say whether another seat that is asked beside the viewer must have answered before him."""
        beside = any(who != self.telling.viewer for who, _ in self.pending)
        return beside and not self._looks_alike()

    def _has_come(self) -> bool:
        """Say whether all recorded events have come and the viewer has the same question."""
        telling, asked = self.telling, self.telling.asked
        if self.at < len(telling.lines):
            return False
        found = self.pending.get((telling.viewer, asked.key))
        return found is not None and observed_question(found) == asked

    def _own(self, mine: Sequence[Decision], key: str) -> Decision:
        for decision in mine:
            if decision.key == key:
                return decision
        raise JournalMismatch(f"the guess does not ask {key}")

    def _answer_of(self, decision: Decision) -> str:
        """Return the tried answer of another seat."""
        place = self.asked_others
        self.asked_others += 1
        if place == len(self.answers):
            self.answers.append(self.telling.likely(decision, self.at, wide=self.wide))
        return self.answers[place][0]

    def _give(self, decision: Decision, answer: object) -> None:
        value = read_answer(decision, answer)
        self.entries.append(RecordedAnswer(decision.actor, decision.key, answer))
        self._feed(decision, value)
        self._hear()

    def _hear(self) -> None:
        """Compare the events with those that the viewer received, line by line."""
        self.draws += self.log.draws
        events, lines = self.log.events, self.telling.lines
        self.log.clear()
        for event in events:
            if event.seen_by(self.telling.viewer):
                line = lines[self.at] if self.at < len(lines) else None
                if not isinstance(line, EventRecord) or not _same(event, line):
                    raise JournalMismatch(f"the guess tells {event.kind}")
                self.at += 1


class _ShownDice:
    """The faces that were shown, stream by stream; all others are drawn again."""

    calendar = None

    def __init__(self, lines: Sequence[ObservedLine], then: FastDice, wanted: Sequence[str]) -> None:
        self.counters: dict[str, int] = {}
        self.then = then
        self.wanted = list(wanted)
        self.faces: dict[str, deque[int]] = defaultdict(deque)
        for line in lines:
            for fallen in line.dice if isinstance(line, EventRecord) else ():
                self.faces[fallen.stream.partition(ANCHOR_SIGN)[0]].append(fallen.face)

    def name(self, prefix: str, stream: str, anchor: str) -> str:
        """Name the stream in its branch."""
        return prefix + stream

    def draw(self, stream: str, sides: int) -> int:
        """Give the next face that was shown, or throw."""
        faces = self.faces[stream]
        return min(faces.popleft(), sides) if faces else self.then.draw(stream, sides)

    def card(self, stream: str, pile: Sequence[object]) -> int:
        """Give the place of the next card that was shown, or of one that must come, or draw."""
        if self.faces[stream]:
            return self.draw(stream, len(pile)) - 1
        for card in self.wanted:
            if card in pile:
                self.wanted.remove(card)
                return list(pile).index(card)
        return self.then.card(stream, pile)


def _same(event: Event, record: EventRecord) -> bool:
    """Say whether an event is the recorded one. Its dice were given to it."""
    return (
        event.kind == record.kind
        and event.rule == record.rule
        and data_of(event.data) == record.data
        and event.mods == record.mods
    )


def _texts(value: object) -> Iterator[str]:
    """Give every text and number in the recorded events."""
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    else:
        yield str(value)
