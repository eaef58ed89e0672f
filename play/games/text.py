"""The text of a game: a sentence for each event, question, order, reason and fault that its engine names.

Engines emit typed events and questions; a game's `GameText` turns them into sentences, in the reader's language at the
moment of reading. A sentence is one of two things:

- a lazily translated string, `gettext_lazy("%(seat)s rolls %(total)s.")` or
  `ngettext_lazy("%(n)s hit", "%(n)s hits", "n")`, filled from the fields by name. A value that is itself a stable name
  (`"port-wing"`) is said by `names` first;
- a function of the event or question and the text, for what a pattern cannot say; for an order, of its arguments, the
  question and the text. Faults, outcomes and closed orders have facts by name: their functions get `TextFacts`. A
  function says stable names by `GameText.name`, because the charts of a session may bring names of their own.

Labels, helps, seats, bots and names are plain strings without placeholders.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from django.utils.functional import lazy
from django.utils.translation import get_language, gettext

from engine.kernel.decisions import Decision, Question, UnknownQuestion, parts_of, verb_of
from engine.kernel.dice import ANCHOR_SIGN
from engine.kernel.events import Event, EventData, UnknownEvent
from play.utils.languages import in_language

log = logging.getLogger(__name__)

Sentence = Any
"""A lazily translated string with named placeholders, or a callable that returns the finished string."""
Sentences = Mapping[str, Sentence]
EventSentences = Mapping[type[EventData], Sentence]
"""Sentence of an event type: a pattern filled with its fields by name, or a function of the event and the words."""
QuestionSentences = Mapping[type[Question], Sentence]
Said = EventData | Question | Mapping[str, object]
"""Data of a sentence: an event, a question, or values by name."""
EventT = TypeVar("EventT", bound=EventData)
QuestionT = TypeVar("QuestionT", bound=Question)


def said(kind: type[EventT], sentence: "Callable[[EventT, GameText], str]") -> EventSentences:
    """Return the entry of an event that a function says, for a table of sentences."""
    return {kind: sentence}


def asked(kind: type[QuestionT], sentence: "Callable[[QuestionT, GameText], str]") -> QuestionSentences:
    """Return the entry of a question that a function asks, for a table of sentences."""
    return {kind: sentence}


@dataclass(frozen=True, kw_only=True)
class GameText:
    """All that a game says, by the engine's stable names.

    An order is looked up as `kind/option`, then as `option`; one with arguments (`attack:port-wing`) further as
    `kind/attack` and `attack`, its arguments filling `%(1)s`, `%(2)s` … and the facts of the question its other
    placeholders; at last as `kind/*`, where `%(0)s` is the option itself, and the one argument where it has none.
    `notes` (what goes with an order: "1–2 on a die") are looked up the same way and may be missing, and so are
    `stakes`, by question.
    """

    game: str
    title: Sentence
    about: Sentence = ""
    seats: Sentences = field(default_factory=dict)
    events: EventSentences = field(default_factory=dict)
    questions: QuestionSentences = field(default_factory=dict)
    stakes: QuestionSentences = field(default_factory=dict)
    orders: Sentences = field(default_factory=dict)
    notes: Sentences = field(default_factory=dict)
    reasons: Sentences = field(default_factory=dict)
    """Why a modifier applies, why an order is closed, what closed undo."""
    faults: Sentences = field(default_factory=dict)
    """Sentences of a form's faults, by code, with their facts."""
    labels: Sentences = field(default_factory=dict)
    """Fields of forms, of the set-up, of the board and of facts, as short labels."""
    helps: Sentences = field(default_factory=dict)
    """Help texts of fields of a form or of the set-up."""
    names: Sentences = field(default_factory=dict)
    """Words for other stable names in data: parts, places, aircraft, cards."""
    streams: Sentences = field(default_factory=dict)
    """Purpose of the dice of a stream, and of the cards of a pile: `combat`, `deck/combat`."""
    bots: Sentences = field(default_factory=dict)
    spoken: frozenset[str] = frozenset()
    """Facts that questions and orders say themselves, so that they need not be listed beneath."""
    measures: Sentences = field(default_factory=dict)
    """The figures by which charts are compared, as short labels."""
    outcome: Sentence = ""
    """Sentence on the end of a game, from the outcome's data."""
    brought: Callable[[Any], Sentences] | None = None
    """The names that a game's charts bring with them, in the words of the charts."""
    charts: Any = None
    """The charts whose names these words know; none where no session is spoken of."""
    _named: dict[str, dict[str, str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The names as they were said, by language: a board says the same ones hundreds of times."""

    def of(self, charts: object) -> "GameText":
        """Return the words for what is played with these charts."""
        if self.brought is None:
            return self
        return replace(self, names={**self.names, **self.brought(charts)}, charts=charts)

    # -- saying

    def event(self, event: Event) -> str:
        """Say what happened."""
        return self._say("event", self.events.get(type(event.data)), event.kind, event.data)

    def question(self, decision: Decision) -> str:
        """Say what is to be decided."""
        question = decision.question
        return self._say("question", self.questions.get(type(question)), decision.kind, question)

    def at_stake(self, decision: Decision) -> str:
        """Say what follows from the decision, if there is something to say."""
        question = decision.question
        sentence = self.stakes.get(type(question))
        return self._say("stakes", sentence, decision.kind, question) if sentence else ""

    def unspoken(self, facts: Mapping[str, object]) -> Mapping[str, object]:
        """Return the facts that neither question nor orders say."""
        return {name: value for name, value in facts.items() if name not in self.spoken}

    def order(self, kind: str, option: str, facts: Said | None = None) -> str:
        """Say an order as a verb phrase."""
        return self._say("order", _looked_up(self.orders, kind, option), option, facts or {}, option)

    def knows_order(self, option: str) -> bool:
        """Say whether an order has words of its own, without its question and its facts."""
        sentence = _looked_up(self.orders, "", option)
        return sentence is not None and not callable(sentence)

    def note(self, kind: str, option: str, facts: Said | None = None) -> str:
        """Say what goes with an order, if there is something to say."""
        sentence = _looked_up(self.notes, kind, option)
        return self._say("note", sentence, option, facts or {}, option) if sentence else ""

    def reason(self, reason: str, facts: Said | None = None) -> str:
        """Say why a modifier applies or an order is closed."""
        return self._say("reason", _looked_up(self.reasons, "", reason), reason, values_of(facts or {}), reason)

    def fault(self, code: str, facts: Mapping[str, object] | None = None) -> str:
        """Say what is wrong with a form."""
        return self._say("fault", self.faults.get(code), code, facts or {})

    def seat(self, seat: str) -> str:
        """Name a seat."""
        return self._say("seat", self.seats.get(seat), seat, {})

    def bot(self, policy: str) -> str:
        """Name a bot."""
        return self._say("bot", self.bots.get(policy), policy, {})

    def label(self, name: str) -> str:
        """Label a field; one that has no label of its own is called by its name, one of several by its number too."""
        known = self.labels.get(name) or self.names.get(name) or self.seats.get(name)
        kind, _colon, which = name.partition(":")
        if known is None and which and kind in self.labels:
            return f"{self.labels[kind]} {which}"
        return self._plain(known, name)

    def stream(self, stream: str) -> str:
        """Name the purpose of a draw, without its flow and its season."""
        *flows, name = stream.partition(ANCHOR_SIGN)[0].split("/")
        return self._plain(self.streams.get(f"deck/{name}" if flows[-1:] == ["deck"] else name), name)

    def help(self, name: str) -> str:
        """Say what a field is for, if there is something to say."""
        return self._plain(self.helps[name], name) if name in self.helps else ""

    def ended(self, outcome: Mapping[str, object]) -> str:
        """Say how the game ended."""
        return self._say("outcome", self.outcome or None, "outcome", outcome)

    def name(self, value: Any) -> Any:
        """Say a value of the data: a stable name in words, a list of them with commas, anything else as it is."""
        if isinstance(value, str):
            if value not in self.names and value not in self.seats:
                return value
            said = self._named.setdefault(get_language() or "", {})
            if value not in said:
                sentence = self.names.get(value) or self.seats.get(value)
                said[value] = self._plain(sentence, value) if sentence else value
            return said[value]
        if isinstance(value, (list, tuple)):
            return ", ".join(str(self.name(part)) for part in value)
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        return value

    def _plain(self, sentence: Sentence, name: str) -> str:
        return str(sentence or tidy(name))

    def _say(self, what: str, sentence: Sentence, name: str, data: Said, option: str = "") -> str:
        if sentence is not None:
            try:
                return _filled(self, sentence, data, option)
            except Exception:  # a sentence that cannot be said must not take the page down with it
                log.warning("%s: the %s %s cannot be said with %r", self.game, what, name, data, exc_info=True)
        else:
            log.warning("%s has no words for the %s %s", self.game, what, name)
        return gettext("[%(name)s]") % {"name": tidy(name)}


class TextFacts(dict[str, Any]):
    """The data that a callable sentence is given, with the words in which its stable names are said."""

    def __init__(self, words: GameText, data: Mapping[str, object]) -> None:
        super().__init__(data)
        self.words = words

    def name(self, value: object) -> str:
        """Say a stable name, or a list of them."""
        return str(self.words.name(value))


localized: Callable[[Mapping[str, str]], Sentence] = lazy(in_language, str)
"""Say words that are stored by language in the reader's: English where there is no other."""


class _Filling(dict[str, object]):
    """The data of a sentence, its stable names said in words when they are asked for."""

    def __init__(self, words: GameText, data: Said, option: str) -> None:
        super().__init__(values_of(data))
        self.update({str(place): argument for place, argument in enumerate(arguments_of(option), 1)}, **{"0": option})
        self.words = words

    def __getitem__(self, name: str) -> object:
        return self.words.name(super().__getitem__(name))

    def get(self, name: str, default: object = None) -> object:
        """Return the value unchanged: a plural form is chosen by the number."""
        return super().get(name, default)


def values_of(data: Said) -> Mapping[str, Any]:
    """Return what fills a sentence by name."""
    if isinstance(data, UnknownEvent | UnknownQuestion):
        return data.fields
    return msgspec.structs.asdict(data) if isinstance(data, msgspec.Struct) else data


def _filled(words: GameText, sentence: Sentence, data: Said, option: str) -> str:
    if not callable(sentence):
        return str(sentence % _Filling(words, data, option))
    if isinstance(data, msgspec.Struct) and not isinstance(data, UnknownEvent | UnknownQuestion):
        return str(sentence(arguments_of(option) or [option], data, words) if option else sentence(data, words))
    facts = TextFacts(words, values_of(data))
    return str(sentence(arguments_of(option) or [option], facts) if option else sentence(facts))


def arguments_of(option: str) -> list[str]:
    """Return what follows an order's verb."""
    return parts_of(option)[1:]


def tidy(name: str) -> str:
    """Make a stable name readable where words are missing."""
    return name.replace("_", " ").replace("-", " ").replace(".", " ").replace(":", " ")


def _looked_up(table: Sentences, kind: str, option: str) -> Sentence | None:
    prefix = verb_of(option)
    for place in (f"{kind}/{option}", option, f"{kind}/{prefix}", prefix, f"{kind}/*"):
        if place in table:
            return table[place]
    return None


def missing(words: GameText, events: Iterable[Event] = (), decisions: Iterable[Decision] = ()) -> list[str]:
    """List what has no sentence, or one that its data cannot fill: for tests over many playouts."""
    return sorted(set(_missing(words, events, decisions)))


def _missing(words: GameText, events: Iterable[Event], decisions: Iterable[Decision]) -> Iterator[str]:
    for event in events:
        yield from _lack(words, "event", event.kind, words.events.get(type(event.data)), event.data)
        for mod in event.mods:
            sentence = _looked_up(words.reasons, "", mod.reason)
            yield from _lack(words, "reason", mod.reason, sentence, values_of(event.data), mod.reason)
    for decision in decisions:
        facts = decision.question
        yield from _lack(words, "seat", decision.actor, words.seats.get(decision.actor), {})
        yield from _lack(words, "question", decision.kind, words.questions.get(type(facts)), facts)
        options = [*decision.options, *(closed.option for closed in decision.closed)]
        for option in options:
            yield from _lack(words, "order", option, _looked_up(words.orders, decision.kind, option), facts, option)
        for closed in decision.closed:
            sentence = _looked_up(words.reasons, "", closed.reason)
            yield from _lack(words, "reason", closed.reason, sentence, closed.facts or {}, closed.reason)


def _lack(words: GameText, what: str, name: str, sentence: Sentence, data: Said, option: str = "") -> Iterator[str]:
    if sentence is None:
        yield f"{what} {name}"
        return
    try:
        _filled(words, sentence, data, option)
    except Exception as problem:  # any exception is the finding
        yield f"{what} {name}: {type(problem).__name__} {problem}"
