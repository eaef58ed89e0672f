"""Types that the charts of every game are built from."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any, Generic, Protocol, TypeVar

import msgspec

Tables = TypeVar("Tables", bound=msgspec.Struct)


Result = TypeVar("Result")


Place = tuple[str | int, ...]


SchemaErrors = Iterator[tuple[Place, str, str]]


class ChartError(ValueError):
    """Raised by a table's own `__post_init__` when its parts do not fit together; it becomes a `PackFault`."""

    def __init__(self, place: Place, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.place, self.expected, self.got = place, expected, got


_ORIGINS = "rules? [A-Z]?[0-9]|rulings? [^ ]|sources? [^ ]|printed [^ ]"


_PROSE = {"prose": True}


Prose = Annotated[str, msgspec.Meta(extra=_PROSE)]
"""Words for the reader alone, by which nothing is decided: they may be reworded, and the charts are the same charts."""


Provenance = Annotated[str, msgspec.Meta(pattern=f"^({_ORIGINS}|reconstructed: [^ ])", extra=_PROSE)]


RowProvenance = Annotated[str, msgspec.Meta(pattern=f"^({_ORIGINS}|reconstructed)", extra=_PROSE)]


_SIGN = r"[^\s:|\x00-\x1f\x7f]"


Name = Annotated[str, msgspec.Meta(pattern=rf"^{_SIGN}([^:|\x00-\x1f\x7f]*{_SIGN})?\Z", max_length=60)]
"""Name in a pack. Orders put their arguments between colons, so that no name may have one."""


Text = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\Z", max_length=120)]


SOURCE_LANGUAGE = "en"


LANGUAGE_CODE = r"^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*\Z"


class PackWords(dict[str, str]):
    """The words of a pack for a name that the site does not know, by language: `{en: Front Clasp, pl: …}`.

    English is always among them. They decide nothing: the hash of a pack knows only that there are some.
    """

    __slots__ = ()

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__({str(code).lower(): said for code, said in words.items()})
        for code, said in words.items():
            if not re.match(LANGUAGE_CODE, str(code)):
                raise ChartError((code,), "a language such as en, pl or pt-br", f"“{code}”")
            try:
                msgspec.convert(said, Text)
            except msgspec.ValidationError:
                raise ChartError((code,), "a line of at most 120 characters", f"“{said}”") from None
        if SOURCE_LANGUAGE not in self:
            raise ChartError((SOURCE_LANGUAGE,), "the words in English", "nothing")


class ChartTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chart; its provenance is `rule 7.1.13`, `ruling …`, `source …`, `printed …` or `reconstructed: why`."""

    provenance: Provenance


class ChartRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of a chart; it may name a provenance of its own."""

    provenance: RowProvenance | None = None


class RollRange(msgspec.Struct, frozen=True):
    """A range of die rolls; `None` is an open end."""

    low: int | None
    high: int | None

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.high}-"
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"

    @classmethod
    def parse(cls, text: str | int) -> "RollRange":
        """Read `10`, `"2-5"`, `"6+"` (six or more) or `"4-"` (four or less)."""
        found = re.fullmatch(r"(-?[0-9]{1,3})(?:([+-])|-(-?[0-9]{1,3}))?", str(text))
        if found is None:
            raise ValueError(text)
        low, end, high = int(found[1]), found[2], found[3]
        if end:
            return cls(low, None) if end == "+" else cls(None, low)
        if high is not None and int(high) < low:
            raise ValueError(text)
        return cls(low, low if high is None else int(high))


class ByRoll(dict[int, Result], Generic[Result]):
    """Results by die roll, every roll with its own entry; one beyond an open end gets the result of that end."""

    __slots__ = ("high", "low", "open_above", "open_below", "rows")

    def __init__(self, rows: Mapping[str | int, Result]) -> None:
        super().__init__()
        spans = {}
        for key, result in rows.items():
            try:
                span = RollRange.parse(key)
            except ValueError:
                raise ChartError((key,), "a roll such as 10, 2-5, 6+ or 4-", f"“{key}”") from None
            spans[span] = (key, result)
        if not spans:
            raise ChartError((), "at least one roll", "none")
        ordered = sorted(spans, key=lambda span: -10_000 if span.low is None else span.low)
        for before, after in pairwise(ordered):
            if before.high is None or after.low is None or after.low <= before.high:
                raise ChartError((spans[after][0],), "rolls that do not overlap", f"{after} after {before}")
            if after.low != before.high + 1:
                raise ChartError((spans[after][0],), f"a row for {before.high + 1} first", f"{after} after {before}")
        first, last = ordered[0], ordered[-1]
        if first == last and None in (first.low, first.high):
            raise ChartError((spans[first][0],), "a second row", f"{first} alone")
        self.rows = tuple((span, spans[span][1]) for span in ordered)
        self.open_below, self.open_above = first.low is None, last.high is None
        self.low: int = first.high if first.low is None else first.low  # type: ignore[assignment]
        self.high: int = last.low if last.high is None else last.high  # type: ignore[assignment]
        for span, result in self.rows:
            low = self.low if span.low is None else span.low
            high = self.high if span.high is None else span.high
            self.update(dict.fromkeys(range(low, high + 1), result))

    def __missing__(self, roll: int) -> Result:
        if not self.covers(roll, roll):
            raise KeyError(f"{roll} is not on the table, which runs from {self.low} to {self.high}")
        found = self[roll] = self[self.low if roll < self.low else self.high]
        return found

    def __repr__(self) -> str:
        return f"ByRoll({ {str(span): result for span, result in self.rows} })"

    def covers(self, low: int, high: int) -> bool:
        """Say whether every roll from low to high has a result."""
        return (self.open_below or self.low <= low) and (self.open_above or self.high >= high)


Dice = Annotated[str, msgspec.Meta(pattern=r"^[1-9]?d[1-9][0-9]{0,2}([+-][0-9]{1,2})?$")]


def dice_range(dice: str) -> tuple[int, int]:
    """The lowest and the highest total of dice written such as `d10`, `2d6` or `1d6+10`."""
    count, rest = dice.split("d")
    sides, sign, constant = re.fullmatch(r"(\d+)(?:([+-])(\d+))?", rest).groups()  # type: ignore[union-attr]
    number, shift = int(count or 1), int(f"{sign}{constant}") if sign else 0
    return number + shift, number * int(sides) + shift


class Rolled(ChartTable, frozen=True, kw_only=True):
    """A chart that is rolled on: each of its columns has a result for every total of its dice."""

    dice: Dice

    def __post_init__(self) -> None:
        low, high = dice_range(self.dice)
        for name in self.__struct_fields__:
            column = getattr(self, name)
            if isinstance(column, ByRoll) and not column.covers(low, high):
                rolls = ", ".join(str(span) for span, _ in column.rows)
                raise ChartError((name,), f"a row for every roll of {self.dice}, {low} to {high}", rolls)


class RollTable(Rolled, Generic[Result], frozen=True, kw_only=True):
    """A chart of one column: dice, and a result for each roll."""

    rows: ByRoll[Result]

    def __getitem__(self, roll: int) -> Result:
        return self.rows[roll]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first page of a pack: whose it is, what it is called and which pack it extends."""

    game: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$")]
    name: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]*$", max_length=60)]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    version: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    base: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]*$", max_length=60)] | None = None


class Pack(msgspec.Struct, Generic[Tables], frozen=True, kw_only=True):
    """A game's charts, read and found sound; `hash` is the same for what plays the same, however laid out or worded."""

    manifest: Manifest
    tables: Tables
    hash: str
    content: dict[str, Any]
    origin: dict[str, str]

    @property
    def pack(self) -> "Pack[Tables]":
        """The pack itself: a game whose rules read it as it is lays out nothing (`Charts`)."""
        return self


class Charts(Protocol):
    """Charts as the rules of a game read them: a pack, or what is made of one."""

    @property
    def pack(self) -> Pack[Any]:
        """The pack that they were made of."""


Report = Callable[[Place, str, str], None]


Check = Callable[[Any, Report], None]
"""A game's own check of cross-references: it gets the tables and reports each misfit by place, expected and got."""
