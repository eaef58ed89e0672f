"""Entry, movement and exit of attackers, and the umpire's hidden actions. [5.0, 7.0, 8.0]"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engine.kernel.events import EventData


class ChitPulled(EventData):
    """A chit is pulled from the cup and read. [8.1.3]"""

    kind: ClassVar[str] = "chit.pulled"

    columns: list[int]


class BomberEntered(EventData):
    """An attacker enters behind the umpire's screen. [8.2]"""

    kind: ClassVar[str] = "bomber.entered"

    bomber: int
    type: str
    hex: str
    mp: int


class V1Sighted(EventData):
    """A flying bomb enters in sight of all. [8.2]"""

    kind: ClassVar[str] = "v1.sighted"

    contact: int
    hex: str


class WaveThinned(EventData):
    """A thin wave leaves a column empty. [S8.0]"""

    kind: ClassVar[str] = "wave.thinned"

    column: int


class CounterEntered(EventData):
    """Alone, a counter comes in. [S8.0]"""

    kind: ClassVar[str] = "counter.entered"

    contact: int
    type: str
    hex: str


class ContactSeen(msgspec.Struct, frozen=True, gc=False):
    """A contact that the player has on his map: its number and its hex."""

    contact: int
    hex: str


class BombersMoved(EventData):
    """The attackers have moved; what the player sees of it. [7.2]"""

    kind: ClassVar[str] = "bombers.moved"

    contacts: list[ContactSeen]


class BomberExited(EventData):
    """A contact flies off the map. [7.2.2]"""

    kind: ClassVar[str] = "bomber.exited"

    contact: int


class BomberExitedUnseen(EventData):
    """An attacker that nobody has found flies off the map. [7.2.2]"""

    kind: ClassVar[str] = "bomber.exited-unseen"

    bomber: int


class BomberDisplaced(EventData):
    """An attacker that is lost from sight, or slips away, changes its line. [16.0]"""

    kind: ClassVar[str] = "bomber.displaced"

    bomber: int
    side: str
    hex: str


class ContactLost(EventData):
    """The player loses a contact. [16.0]"""

    kind: ClassVar[str] = "contact.lost"

    contact: int


class CounterLow(EventData):
    """Alone, a counter that nothing holds any more is uncertain again. [S5.1]"""

    kind: ClassVar[str] = "counter.low"

    contact: int


class CounterShifted(EventData):
    """Alone, radar moves a counter to where its bomber is thought to be. [S5.2, S5.3]"""

    kind: ClassVar[str] = "counter.shifted"

    contact: int
    hex: str
    exact: bool


class CounterRevealed(EventData):
    """A card of the cup reveals a counter. [S8.0]"""

    kind: ClassVar[str] = "counter.revealed"

    contact: int
    type: str


class PhantomTested(EventData):
    """A die says whether a counter is its bomber or a phantom. [S5.4]"""

    kind: ClassVar[str] = "phantom.tested"

    contact: int
    counters: int
    real: bool
    die: int


class PhantomLast(EventData):
    """One counter is left for its bomber. [S5.4]"""

    kind: ClassVar[str] = "phantom.last"

    contact: int
    gone: bool


class LocationRolled(EventData):
    """A bomber's place is rolled for; `hex` is empty off the map. [S5.2, S5.3]"""

    kind: ClassVar[str] = "location.rolled"

    contact: int
    hex: str
    found: bool


class FlaresDropped(EventData):
    """Flares light the task force. [26.2.2]"""

    kind: ClassVar[str] = "flares.dropped"

    until: int


class FlaresOut(EventData):
    """The flares over the task force have gone out. [26.2.2]"""

    kind: ClassVar[str] = "flares.out"


class TorpedoLaunched(EventData):
    """A torpedo is launched at the task force. [26.3]"""

    kind: ClassVar[str] = "torpedo.launched"

    illuminated: bool
    points: int
    total: int


class UmpireChose(EventData):
    """The computer has made one of the umpire's free choices. [5.0]"""

    kind: ClassVar[str] = "umpire.chose"

    question: str
    options: list[str]
    weights: list[int]
    choice: str


class UmpireGhost(EventData):
    """The umpire makes up an aircraft for sweeps to point at. [13.1.2]"""

    kind: ClassVar[str] = "umpire.ghost"

    hex: str


class UmpireDecoy(EventData):
    """The umpire may roll dice as a bluff. [27.2.4]"""

    kind: ClassVar[str] = "umpire.decoy"

    rattles: bool


class DiceHeard(EventData):
    """The player hears dice behind the screen. [27.2.4]"""

    kind: ClassVar[str] = "dice.heard"
