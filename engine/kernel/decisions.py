"""Questions of a flow: one decision, several people at once, or several flows side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from types import ModuleType
from typing import Any, ClassVar, TypeVar, dataclass_transform

import msgspec


class ClosedOption(msgspec.Struct, frozen=True, gc=False):
    """An order that the rules close now. The page shows it with its reason and rule."""

    option: str
    reason: str
    rule: str = ""
    facts: Mapping[str, object] | None = None


class Fault(msgspec.Struct, frozen=True, gc=False):
    """One thing wrong with a form: where, what (a stable code), by which rule, with figures for its sentence."""

    field: str
    code: str
    rule: str = ""
    facts: Mapping[str, object] | None = None


class AnswerForm(msgspec.Struct, frozen=True):
    """A typed answer that is too rich to enumerate, such as a raid plot, with the validator that names every fault.

    `suggest` gives legal ways to carry on from a draft, each a field and the value to write there, so that a page
    can guide the pencil; where the draft is a list of rows it carries the last one on;
    `example` makes one legal answer from a die (a function of sides).
    """

    name: str
    type: Any
    check: Callable[[Any], list[Fault]]
    example: Callable[[Callable[[int], int]], Any]
    suggest: Callable[[Any], Any] | None = None


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Question(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The subject of a decision. Each game has one subclass for each kind of question, in its `questions.py`.

    `kind` is the stable name of the question. The fields are what the decider may know.
    """

    kind: ClassVar[str] = ""


class AdvisedQuestion(Question, kw_only=True):
    """A free choice of an umpire who is a person, with what a computer would choose in his place."""

    advice: dict[str, dict[str, int]] = {}
    """By order, how often in a hundred each kind of computer would take it."""


class UnknownQuestion(Question):
    """A question of a kind, or with facts, that the game no longer knows: an earlier release may have stored one."""

    name: str
    fields: Mapping[str, object] = {}

    @property
    def kind(self) -> str:  # type: ignore[override]
        """The name of the question."""
        return self.name


QuestionTypes = Mapping[str, type[Question]]
"""The questions of a game, by their kind."""


def question_types(module: ModuleType) -> QuestionTypes:
    """Return the questions that a module declares, by their kind."""
    found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Question)]
    return {one.kind: one for one in found if one.__module__ == module.__name__ and one.kind}


def read_question(types: QuestionTypes, kind: str, facts: Mapping[str, object] | None) -> Question:
    """Return the typed question of a kind from its facts; one that the game does not know keeps them as they are."""
    known = types.get(kind)
    if known is not None:
        try:
            return msgspec.convert(facts or {}, known)
        except msgspec.ValidationError:
            pass
    return UnknownQuestion(kind, facts or {})


def facts_of(question: Question) -> dict[str, object]:
    """Return the facts of a question as plain values."""
    if isinstance(question, UnknownQuestion):
        question = question.fields  # type: ignore[assignment]
    facts: dict[str, object] = msgspec.to_builtins(question, str_keys=True)
    return facts


class Decision(msgspec.Struct, gc=False):
    """One question to one actor: a stable kind, a path as key, and what may be answered.

    `closed` orders stay visible but cannot be given.
    """

    actor: str
    kind: str
    options: tuple[str, ...]
    key: str
    rule: str
    known: Question | Callable[[], Question]
    """The question, or a function that makes it for a reader before the answer."""
    closed: tuple[ClosedOption, ...] = ()
    form: AnswerForm | None = None

    @property
    def question(self) -> Question:
        """The question with its facts: what the decider may know of what is at stake."""
        known = self.known
        return known if isinstance(known, Question) else known()


class Together(msgspec.Struct, frozen=True):
    """Several decisions open at once; the flow goes on with {actor: answer} when the last one is in."""

    decisions: tuple[Decision, ...]


class Parallel(msgspec.Struct, frozen=True):
    """Several flows side by side; the flow that asked goes on with {name: result} when the last has ended."""

    flows: Mapping[str, Flow[object]]


Request = Decision | Together | Parallel
T = TypeVar("T")

Flow = Generator[Request, Any, T]
"""A rule under way: it yields requests, is sent answers, and returns its result."""


class Refused(Exception):
    """An order that was not carried out; `code` is stable, `facts` fill the sentence that the reader sees."""

    code = "refused"

    def __init__(self, sentence: str, **facts: Any) -> None:
        super().__init__(sentence)
        self.facts = facts


class NotAsked(Refused):
    """This actor has no such decision to make now."""

    code = "not_asked"


class NotOffered(Refused):
    """The answer is not among the legal orders."""

    code = "not_offered"


class BadForm(Refused):
    """The form has faults, each with its field and rule."""

    code = "bad_form"

    def __init__(self, sentence: str, faults: list[Fault], **facts: Any) -> None:
        super().__init__(sentence, **facts)
        self.faults = faults


class UndoClosed(Refused):
    """The last order cannot be taken back: a die fell, a card was drawn or something hidden was shown."""

    code = "undo_closed"


class UndoNeedsConsent(Refused):
    """Taking the order back would undo what another side has seen; `facts['seats']` must agree first."""

    code = "undo_needs_consent"


# An order is a verb, and what it is about behind colons: `pass`, `hex:305`, `attack:NJG1:box-2`. Read here alone.


def verb_of(order: str) -> str:
    """Return what an order does."""
    return order.partition(":")[0]


def about(order: str) -> str:
    """Return the text after the verb, or nothing."""
    return order.partition(":")[2]


def number_of(order: str) -> int:
    """Return the number behind the verb."""
    return int(order.split(":")[1])


def parts_of(order: str, count: int = 0) -> list[str]:
    """Return the verb and each thing that the order is about; of `count` parts the last keeps its colons."""
    return order.split(":", count - 1)


def read_order(options: Collection[str], rule: str, answer: object) -> str:
    """Return an order if it is among the options of a question, or refuse it with a sentence."""
    # An answer of another type could still compare equal, so the type is part of the offer.
    if type(answer) is str and answer in options:
        return answer
    raise NotOffered(f"{answer!r} is not among the orders", answer=repr(answer)[:80], rule=rule)


def read_answer(decision: Decision, answer: object) -> Any:
    """Return what the flow is sent for a raw answer, or refuse it with a sentence."""
    form = decision.form
    if form is None:
        return read_order(decision.options, decision.rule, answer)
    try:
        value = msgspec.convert(answer, form.type)
    except msgspec.ValidationError as problem:
        fault = Fault("$", "type", "", {"problem": str(problem)})
        raise BadForm(f"{form.name}: {problem}", [fault]) from problem
    faults = form.check(value)
    if faults:
        raise BadForm(f"{form.name} has {len(faults)} faults: " + ", ".join(f.code for f in faults), faults)
    return value
