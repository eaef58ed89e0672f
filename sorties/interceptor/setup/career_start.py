"""The ways to begin a career, by the source of its dice.

    @begins(Source.TABLETOP)
    def tabletop_begin(*, owner, wanted, brought): ...

The page of a new career offers the registered ways; a module that adds one is imported in the app's `ready`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from campaigns.accounts.models import Player
from engine.interceptor.state import Setup
from play.clocks.terms import Terms
from play.fairness.commitments import PostedCommitment
from sorties.interceptor.records.models import CareerSource, InterceptorCareer


@dataclass
class NewCareer:
    """The wanted career: the set-up for the rules, its charts, and the source of its dice."""

    setup: Setup
    pack: str
    name: str
    source: str = CareerSource.FAIR
    options: dict[str, str | int] = field(default_factory=dict)
    second: str = ""
    """The bot that flies the second pilot; nothing while somebody is invited to by a link."""
    pace: Terms = field(default_factory=Terms)
    """Time terms of two players."""
    odds: str = ""
    """Moment at which the table shows odds; empty is off."""


Beginning = Callable[..., InterceptorCareer]

_starts: dict[str, Beginning] = {}


def career_start(source: str) -> Callable[[Beginning], Beginning]:
    """Register how a career on these dice begins: a function of `owner`, `wanted` and what its page `brought`."""

    def register(begin: Beginning) -> Beginning:
        _starts[source] = begin
        return begin

    return register


def available_starts() -> list[str]:
    """Name the dice on which a career can begin here."""
    return [source for source in CareerSource.values if source in _starts]


def career_begin(*, owner: Player, wanted: NewCareer, posted: PostedCommitment) -> InterceptorCareer:
    """Begin a career, on the dice that its page has pledged."""
    return _starts[wanted.source](owner=owner, wanted=wanted, posted=posted)
