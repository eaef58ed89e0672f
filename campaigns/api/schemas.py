"""Answers of the API, the types from which its description is made."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

import msgspec


class ApiSchema(msgspec.Struct):
    """A type of the API. openapi.json calls it by its name without "Schema"."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.__name__ = cls.__name__.removesuffix("Schema")


class SeasonSchema(ApiSchema, kw_only=True):
    """A season of the group."""

    id: str
    name: str
    game: str
    opens: date
    closes: date
    ends: date | None
    entries: int
    duplicate: bool
    mirrored: bool
    final: bool
    sealed: datetime | None


class PlaceSchema(ApiSchema, kw_only=True):
    """A row of a ladder. In a duplicate season it is as all who fly have it behind them."""

    place: int | None
    moved: int | None
    pilot: str
    player: str
    value: int | None
    second: int
    flown: int
    line: int
    out: bool
    dice: str


class LineSchema(ApiSchema, kw_only=True):
    """A line of an entry's log."""

    pilot: str
    player: str
    line: int
    value: int
    gain: int
    kind: str
    hits: int
    hurt: bool
    notes: list[str]


class PlayedSchema(ApiSchema, kw_only=True):
    """Result of a seat."""

    seat: str
    player: str
    measure: str
    value: int | None
    level: str


class NightSchema(ApiSchema, kw_only=True):
    """A game between members that is over."""

    id: str
    game: str
    ended: datetime
    dice: str
    seats: list[PlayedSchema]
    notes: list[str]


class MemberSchema(ApiSchema, kw_only=True):
    """A member of the group."""

    name: str
    role: str


class GroupSchema(ApiSchema, kw_only=True):
    """The group that a token reads."""

    id: str
    name: str
    description: str
    visibility: str


class ProblemSchema(ApiSchema, kw_only=True):
    """Reason for a refusal; an order that is refused has the code of its reason."""

    problem: str
    code: str = ""


class ClosedSchema(ApiSchema, kw_only=True):
    """An order that is closed, and the rule that closes it."""

    option: str
    reason: str
    rule: str


class QuestionSchema(ApiSchema, kw_only=True):
    """Question to the seat. The answer is one of the options or, with a form, a value of its schema.

    A form's `example` is one answer that the rules take, made at random: no good one.
    """

    token: str
    key: str
    kind: str
    rule: str
    options: list[str]
    closed: list[ClosedSchema]
    form: dict[str, Any] | None
    example: Any
    facts: dict[str, Any]


class GivenSchema(ApiSchema, kw_only=True, forbid_unknown_fields=True):
    """One of several answers: to the question of a key or, without one, to the next question."""

    key: str | None = None
    answer: Any


class SeatSchema(ApiSchema, kw_only=True):
    """A game as one seat sees it. While an order is `pending`, ask again.

    Of several answers given last, those that were not reached are `left`, and `stopped` says why.
    """

    table: str
    game: str
    seat: str
    status: str
    version: int
    commitment: str
    view: dict[str, Any] | None
    questions: list[QuestionSchema]
    pending: bool
    refused: str | None
    left: list[GivenSchema]
    stopped: str | None
    outcome: dict[str, Any] | None


class EventSchema(ApiSchema, kw_only=True):
    """An event as the seat saw it, numbered as it counts them."""

    number: int
    kind: str
    rule: str
    data: dict[str, Any]
    dice: list[Any]
    modifiers: list[Any]
    chart: str
    secret: bool
    taken_back: bool


class AnswerSchema(ApiSchema, kw_only=True, forbid_unknown_fields=True):
    """An answer to the question of a token."""

    token: str
    answer: Any


class AnswersSchema(ApiSchema, kw_only=True, forbid_unknown_fields=True):
    """Several answers as one order, the first of them to the question of the token: one undo takes them back."""

    token: str
    answers: list[GivenSchema]


class BeginningSchema(ApiSchema, kw_only=True, forbid_unknown_fields=True):
    """The program's own number for the dice, as any text."""

    number: str


def seat(seen: Mapping[str, object]) -> SeatSchema:
    """Return what a seat sees as it is described."""
    return msgspec.convert(seen, SeatSchema)


def events(data: Sequence[Mapping[str, object]]) -> list[EventSchema]:
    """Return events as they are described."""
    return msgspec.convert(data, list[EventSchema])
