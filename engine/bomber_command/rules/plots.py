"""The flightpaths of a night. [4.0]"""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.bomber_command.state import DECOY, GARDENING, MAIN, MOSQUITO

KINDS = (MAIN, MOSQUITO, GARDENING, DECOY)


class Leg(msgspec.Struct, forbid_unknown_fields=True):
    """One straight line of the pencil: where it ends, and the first hex it enters where two ways lead there. [4.2.1]"""

    to: str
    via: str = ""


class RaidPlot(msgspec.Struct, forbid_unknown_fields=True):
    """One raid's flightpath: out to its target and home, or from its parent's route. [4.2, 4.4.1]

    `split` is the place on the parent's route, its entry hex being 1, where an escort breaks out; a Decoy's legs may
    all be in `out`.
    """

    letter: str
    kind: Annotated[str, msgspec.Meta(examples=list(KINDS))]
    target: str = ""
    entry: str = ""
    turn: int = 1
    first: int = 2
    out: list[Leg] = []
    home: list[Leg] = []
    parent: str = ""
    split: int = 0
    leaving: bool = False
    heavy: bool = False


class Plot(msgspec.Struct, forbid_unknown_fields=True):
    """All flightpaths of a night."""

    raids: list[RaidPlot]
