"""The kernel's view of a game, the interface of a bot, and the bare playout of simulation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from engine.kernel.decisions import Decision, Flow, Parallel, QuestionTypes, Together
from engine.kernel.events import EventTypes
from engine.kernel.limits import Runaway
from engine.kernel.packs.schema import Charts
from engine.kernel.rule_versions import GameSetup
from engine.kernel.score import SeatScore
from engine.kernel.table import Table

Look = Callable[[], Any]
"""Gives a bot what its seat may see, made only when it asks."""


class Policy(Protocol):
    """A bot, or a player's standing orders: it chooses among what was offered and sees what a player sees."""

    def choose(self, decision: Decision, look: Look) -> Any:
        """Return an answer to the decision."""


class Title(Protocol):
    """A game as the kernel and the play loop know it: stateless, with a typed state that can be snapped at any seam."""

    name: str
    rules: str
    """The version of the rules code, stored with each current game."""
    shared: frozenset[str]
    """The streams that a season's calendar may serve: what all who play by it are to meet alike."""

    @property
    def State(self) -> type[msgspec.Struct]:
        """The type of its state."""

    @property
    def Setup(self) -> type[GameSetup]:
        """The type of its set-up."""

    @property
    def Tables(self) -> type[msgspec.Struct]:
        """The tables of a chart pack."""

    @property
    def events(self) -> EventTypes:
        """All that it tells, by kind."""

    @property
    def questions(self) -> QuestionTypes:
        """All that it asks, by kind."""

    def load_pack(self, name: str) -> Charts:
        """Return the charts of that name (`standard`, or a player's own) as their folder has them now."""

    def pack_names(self) -> tuple[str, ...]:
        """Name the packs of the site."""

    @property
    def read_pack(self) -> Callable[[Mapping[str, str]], Charts] | None:
        """Reads the charts in the files of a player's own pack; none where a game is played by its own charts alone."""

    def lay_out(self, pack: Any) -> Charts:
        """Return charts as the rules read them: the pack itself, or what holds it as its `pack`."""

    def seats(self, setup: Any) -> tuple[str, ...]:
        """Return who takes part, in seat order."""

    def start(self, setup: Any, pack: Any) -> Any:
        """Return the state before anything happened; chance belongs to `play`."""

    def play(self, state: Any, table: Table) -> Flow[Any]:
        """Return the flow that continues from any state, with seams where it can be resumed."""

    def view(self, state: Any, pack: Any, viewer: str) -> msgspec.Struct | Mapping[str, object]:
        """Return what this viewer may know. The one place where secrecy lives."""

    def hides(self, state: Any) -> bool:
        """Say whether a state hides anything from those who play it, so that it must be guessed."""

    def knows(self, state: Any, pack: Any, viewer: str) -> msgspec.Struct | Mapping[str, object]:
        """Return what a viewer knows of a moment: his view, and what he keeps in mind besides."""

    def outcome(self, state: Any, pack: Any) -> Mapping[str, object] | None:
        """Return how it ended, None while it goes on."""

    def standing(self, state: Any, pack: Any, seat: str) -> SeatScore | None:
        """Return the standing of a seat at any moment; None for a seat that cannot win, such as an umpire."""

    def terms(self, setup: Any) -> Mapping[str, Any]:
        """Return what two results must share to be compared; a `dice` of `tabletop` says that they fell elsewhere."""

    def policies(self) -> Mapping[str, Callable[..., Policy]]:
        """Return the bots by name; each is made from (pack, seat, seed), and from its orders if it takes any."""

    def orders_type(self, policy: str) -> type[msgspec.Struct] | None:
        """Return the type of the standing orders that a bot takes; None for one that takes none."""


Chooser = Callable[[Decision], Any]


def drive(flow: Flow[Any], choose: Chooser, limit: int = 1_000_000, answer: Any = None) -> tuple[Any, int]:
    """Run a flow to its end with one chooser for all actors; return its result and the decisions it took.

    A flow that is under way already waits for an `answer`.

    The chooser's answers are trusted (they come from bots that pick from the list), which is what makes this fast.
    Forms are answered as the flow wants them: decoded.
    """
    send = flow.send
    taken = 0
    try:
        while True:
            request = send(answer)
            if type(request) is Decision:
                answer = choose(request)
                taken += 1
                if taken > limit:
                    raise Runaway("decisions", limit, f"{request.kind} at {request.key}")
            elif type(request) is Together:
                answer = {d.actor: choose(d) for d in request.decisions}
                taken += len(answer)
            elif type(request) is Parallel:
                answer, more = _drive_parallel(request.flows, choose, limit - taken)
                taken += more
            else:
                raise TypeError(f"a flow yielded {request!r}")
    except StopIteration as stop:
        return stop.value, taken


def _drive_parallel(flows: Mapping[str, Flow[object]], choose: Chooser, limit: int) -> tuple[Any, int]:
    """Run parallel flows one after another: their interleaving touches nothing, so any order is the same."""
    results, taken = {}, 0
    for name, flow in flows.items():
        results[name], more = drive(flow, choose, limit - taken)
        taken += more
    return results, taken


def playout(
    title: Title,
    state: Any,
    table: Table,
    policies: Mapping[str, Policy],
    limit: int = 1_000_000,
) -> tuple[Any, int]:
    """Play a state to its end between policies; each sees its own seat's view only."""
    looks: dict[str, Look] = {seat: partial(title.view, state, table.pack, seat) for seat in policies}

    def choose(decision: Decision) -> Any:
        return policies[decision.actor].choose(decision, looks[decision.actor])

    return drive(title.play(state, table), choose, limit)


class RandomPolicy:
    """Picks any legal order; a form is filled in by its own example."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self.draw = draw

    def choose(self, decision: Decision, look: Look | None = None) -> Any:
        """Return a random legal answer."""
        if decision.form is not None:
            return decision.form.example(self.draw)
        options: Sequence[str] = decision.options
        count = len(options)
        return options[self.draw(count) - 1] if count > 1 else options[0]


THINKING = "thinking"
"""The name of the bot that thinks, among those of a title."""
