"""The table of a flow: ask, tell, dice, decks. It is the flow's only access to the outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Protocol

from engine.kernel.decisions import AnswerForm, ClosedOption, Decision, Flow, Parallel, Question, Together
from engine.kernel.decks import NEVER, Deck, EmptyDeck
from engine.kernel.dice import ANCHOR_SIGN, Dice
from engine.kernel.events import EVERYONE, DeckReshuffled, Draw, Event, EventData, Mod
from engine.kernel.limits import GAME_SEAMS, UNLIMITED, Limits, Runaway


class Tell(Protocol):
    """The handling of an event by a table: store it, or ignore it."""

    def __call__(
        self,
        data: EventData,
        rule: str = "",
        to: tuple[str, ...] = EVERYONE,
        mods: Sequence[Mod] = (),
        chart: str = "",
        thrown: int | None = None,
    ) -> None:
        """Tell of what happened, with the rule, who may know it, the modifiers and the chart that was read."""


def _nothing(*_args: object, **_data: object) -> None:
    return None


class Table:
    """A quiet table: it stores no events and records no draws. It serves simulation, where only the outcome counts.

    `hears` tells a rule whether to make the data of an event or the facts of a decision.
    """

    hears = False

    __slots__ = ("_seams", "dice", "keyed", "pack", "pick", "place", "prefix", "reveal", "roll", "seam", "tell")

    def __init__(self, dice: Dice, pack: Any = None, prefix: str = "", place: str = "") -> None:
        self.dice = dice
        self.pack = pack
        self.prefix = prefix
        self.place = place
        self.keyed = bool(prefix)
        # Bound once: in a playout these are the hottest calls of all.
        plain = not prefix and dice.calendar is None
        self.roll: Callable[[str, int], int] = dice.draw if plain else self._named_roll
        self.pick: Callable[[str, Sequence[object]], int] = dice.card if plain else self._named_pick
        self.tell: Tell = _nothing
        self.seam: Callable[[], None] = self._pass_seam
        self._seams = 0
        self.reveal: Callable[..., None] = _nothing

    # -- asking

    def ask(
        self,
        actor: str,
        question: Question | type[Question],
        options: Iterable[str],
        key: str = "",
        rule: str = "",
        facts: Callable[[], Question] | None = None,
        closed: tuple[ClosedOption, ...] = (),
    ) -> Decision:
        """Make a decision with enumerated orders; the flow yields it and is sent the order given.

        A question that costs something to make is given as its type and, as `facts`, a function that makes it, which a
        quiet table leaves to the bot that wants it. One without fields is given as its type alone.
        """
        kind = question.kind
        key = key or kind
        key = self.prefix + key if self.keyed else key
        return Decision(actor, kind, tuple(options), key, rule, facts or question, closed)

    def ask_form(
        self,
        actor: str,
        question: Question | type[Question],
        form: AnswerForm,
        key: str = "",
        rule: str = "",
    ) -> Decision:
        """Make a decision that is answered by a typed form; the flow is sent the decoded, faultless form."""
        return Decision(actor, question.kind, (), self.prefix + (key or question.kind), rule, question, (), form)

    def together(self, *decisions: Decision) -> Together:
        """Ask several actors at once; the flow is sent {actor: answer} when all have answered."""
        if len({d.actor for d in decisions}) != len(decisions):
            raise ValueError("one decision for each actor asked together")
        return Together(decisions)

    def parallel(self, flows: Mapping[str, Callable[[Table], Flow[object]]]) -> Parallel:
        """Run flows side by side, each at a branch of this table with dice streams of its own."""
        return Parallel({name: flow(self.branch(name)) for name, flow in flows.items()})

    def branch(self, name: str) -> Table:
        """Return this table as a parallel flow sees it: keys and dice streams carry its name."""
        return type(self)(self.dice, self.pack, f"{self.prefix}{name}/", self.place)

    def __copy__(self) -> Table:
        """Return a table that does what this one does, until one of its calls is replaced."""
        return self._like(type(self)(self.dice, self.pack, self.prefix, self.place))

    def _like(self, other: Table) -> Table:
        other.roll, other.pick, other.tell = self.roll, self.pick, self.tell
        other.seam, other.reveal = self.seam, self.reveal
        return other

    # -- chance

    def anchor(self, place: str) -> None:
        """Set the place in the calendar. A rule does so behind each seam, from the state alone.

        Draws that a season shares are numbered inside this anchor. Without an anchor they use the session's own seed.
        """
        self.place = place

    def shares(self, stream: str) -> bool:
        """Say whether the next draw of a stream is shared by all players of one calendar."""
        return ANCHOR_SIGN in self.dice.name(self.prefix, stream, self.place)

    def _named_roll(self, stream: str, sides: int) -> int:
        return self.dice.draw(self.dice.name(self.prefix, stream, self.place), sides)

    def _named_pick(self, stream: str, pile: Sequence[object]) -> int:
        return self.dice.card(self.dice.name(self.prefix, stream, self.place), pile)

    def _pass_seam(self) -> None:
        self._seams += 1
        if self._seams > GAME_SEAMS:
            raise Runaway("seams", GAME_SEAMS)

    def draw(self, deck: Deck) -> str:
        """Draw a card: from the known top, else at random from the pile, reshuffling by the deck's rule."""
        if deck.top:
            return deck.top.pop(0)
        if not deck.pile:
            if deck.reshuffle == NEVER or not deck.discards:
                raise EmptyDeck(deck.name)
            deck.shuffle_in()
            if self.hears:
                self.tell(DeckReshuffled(deck=deck.name, cards=len(deck.pile)))
        pile = deck.pile
        return pile.pop(self.pick("deck/" + deck.name, pile))


class StepLog:
    """The record of a step so far: events, draws, snapshots at seams, and what closed undo.

    A step that exceeds the limits stops with a `Runaway`. Without limits a step may take any time.
    """

    __slots__ = ("closed_by", "draws", "events", "frames", "fresh", "limits", "on_seam", "seams", "shoot")

    def __init__(self, limits: Limits = UNLIMITED) -> None:
        self.limits = limits
        self.on_seam: Callable[[], None] = _nothing
        self.shoot: Callable[[], bytes] | None = None
        self.clear()

    def clear(self) -> None:
        """Begin a new step."""
        self.events: list[Event] = []
        self.frames: list[bytes] = []
        self.draws: list[Draw] = []
        self.fresh: dict[str, list[Draw]] = {}
        self.closed_by: str = ""
        self.seams = 0


class RecordingTable(Table):
    """A table that stores every die, card and event, for play that counts."""

    hears = True

    __slots__ = ("log",)

    def __init__(
        self, dice: Dice, pack: Any = None, prefix: str = "", place: str = "", log: StepLog | None = None
    ) -> None:
        super().__init__(dice, pack, prefix, place)
        self.log = log = log or StepLog()
        self.roll = self._recorded_roll
        self.pick = self._recorded_pick
        self.tell = self._tell
        self.seam = self._seam
        self.reveal = self._reveal

    def ask(
        self,
        actor: str,
        question: Question | type[Question],
        options: Iterable[str],
        key: str = "",
        rule: str = "",
        facts: Callable[[], Question] | None = None,
        closed: tuple[ClosedOption, ...] = (),
    ) -> Decision:
        """Make a decision with the facts known now, even if other things happen before its answer."""
        decision = super().ask(actor, question, options, key, rule, facts, closed)
        decision.known = known = decision.question
        if known.kind != decision.kind:
            raise TypeError(f"the question {decision.kind} has the facts of {known.kind}")
        return decision

    def branch(self, name: str) -> RecordingTable:
        """Return a branch that writes into the same log."""
        return RecordingTable(self.dice, self.pack, f"{self.prefix}{name}/", self.place, self.log)

    def __copy__(self) -> Table:
        """Return a table that writes into the same log."""
        return self._like(RecordingTable(self.dice, self.pack, self.prefix, self.place, self.log))

    def _note(self, draw: Draw, closed_by: str) -> None:
        log = self.log
        log.draws.append(draw)
        if len(log.draws) > log.limits.draws:
            raise Runaway("draws", log.limits.draws, draw.stream)
        fresh = log.fresh.get(self.prefix)
        if fresh is None:
            log.fresh[self.prefix] = [draw]
        else:
            fresh.append(draw)
        if not log.closed_by:
            log.closed_by = closed_by

    def _recorded_roll(self, stream: str, sides: int) -> int:
        stream = self.dice.name(self.prefix, stream, self.place)
        face = self.dice.draw(stream, sides)
        self._note(Draw(stream, sides, face), "die")
        return face

    def _recorded_pick(self, stream: str, pile: Sequence[object]) -> int:
        stream = self.dice.name(self.prefix, stream, self.place)
        place = self.dice.card(stream, pile)
        self._note(Draw(stream, len(pile), place + 1), "card")
        return place

    def draw(self, deck: Deck) -> str:
        """Draw a card; even one from a known top closes undo."""
        card = super().draw(deck)
        self.log.closed_by = self.log.closed_by or "card"
        return card

    def _reveal(self, what: str = "reveal") -> None:
        """Note that something hidden was shown, which closes undo."""
        self.log.closed_by = self.log.closed_by or what

    def _seam(self) -> None:
        log = self.log
        log.seams += 1
        if log.seams > log.limits.steps:
            raise Runaway("seams", log.limits.steps)
        log.on_seam()

    def _tell(
        self,
        data: EventData,
        rule: str = "",
        to: tuple[str, ...] = EVERYONE,
        mods: Sequence[Mod] = (),
        chart: str = "",
        thrown: int | None = None,
    ) -> None:
        """Keep an event; the dice thrown in this branch since its last one are shown with it, to its audience only.

        Where it comes between a throw and the event that tells of it, `thrown` says how many of the last are its own.
        """
        log = self.log
        dice = log.fresh.pop(self.prefix, None)
        if thrown is not None and dice:
            earlier = len(dice) - thrown
            log.fresh[self.prefix], dice = dice[:earlier], dice[earlier:]
        if len(log.events) >= log.limits.events:
            raise Runaway("events", log.limits.events, data.kind)
        log.events.append(Event(data, rule, to, tuple(dice) if dice else (), tuple(mods), chart, self.prefix))
        if log.shoot is not None:
            log.frames.append(log.shoot())


def with_faces(table: Table, rolls: Mapping[str, Sequence[int]]) -> Table:
    """Return the table with dice that were thrown elsewhere lying ready; streams without any are thrown here."""
    left = {stream: list(faces) for stream, faces in rolls.items() if faces}
    if not left:
        return table
    books = copy(table)

    def roll(stream: str, sides: int) -> int:
        faces = left.get(stream)
        return faces.pop(0) if faces else table.roll(stream, sides)

    books.roll = roll
    return books
