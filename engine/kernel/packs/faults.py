"""Faults of a pack: file, line, field, and what was expected."""

import msgspec


class PackFault(msgspec.Struct, frozen=True, order=True):
    """A fault of a pack: its place, what was expected there and what was found."""

    file: str
    line: int
    field: str
    expected: str
    got: str

    def __str__(self) -> str:
        field = f" {self.field}:" if self.field else ""
        return f"{self.file}, line {self.line}:{field} expected {self.expected}, got {self.got}."


MOST_FAULTS = 200
"""Faults after which a pack is read no further."""


_LONGEST = {"file": 200, "field": 300, "expected": 2_000, "got": 300}


class PackError(Exception):
    """A pack that cannot be used, with everything that is wrong with it, up to the most faults that are noted."""

    def __init__(self, faults: list[PackFault]) -> None:
        self.faults = tuple(sorted(faults))
        self.stopped = len(self.faults) >= MOST_FAULTS
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self) -> "tuple[type[PackError], tuple[list[PackFault]]]":
        """Carry the faults from one process to another."""
        return type(self), (list(self.faults),)


class _Faults(list[PackFault]):
    """The faults found so far. Reading stops at the last that is noted, and none is too long for a page."""

    def append(self, fault: PackFault) -> None:
        """Note one."""
        words = {name: _cut(getattr(fault, name), longest) for name, longest in _LONGEST.items()}
        super().append(PackFault(line=fault.line, **words))
        if len(self) >= MOST_FAULTS:
            raise PackError(self)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
