"""Flows under way as a tree of strands: what is asked now, and what happens when one of it is answered."""

from __future__ import annotations

from engine.kernel.decisions import Decision, Flow, Parallel, Together
from engine.kernel.limits import UNLIMITED, Limits, Runaway


class Coroutine:
    """One flow of the tree: the main one, or one of several abreast."""

    __slots__ = ("flow", "got", "name", "parent", "waits")

    def __init__(self, flow: Flow[object], parent: Coroutine | None = None, name: str = "") -> None:
        self.flow = flow
        self.parent = parent
        self.name = name
        self.got: dict[str, object] = {}
        self.waits = 0


class CoroutineTree:
    """A flow and all that it set going beside it, up to the questions that are open."""

    def __init__(self, limits: Limits = UNLIMITED) -> None:
        self._limits = limits
        self._steps = 0
        self.pending: dict[tuple[str, str], Decision] = {}
        self._coroutines: dict[tuple[str, str], Coroutine] = {}
        self.over, self.result = False, None

    def _clear(self) -> None:
        """Drop all flows where they are."""
        self.pending.clear()
        self._coroutines.clear()
        self._steps = 0
        self.over, self.result = False, None

    def _advance(self, coroutine: Coroutine, value: object) -> None:
        """Send a value into a strand, and carry on until it asks, waits or ends."""
        while True:
            self._steps += 1
            if self._steps > self._limits.steps:
                raise Runaway("steps", self._limits.steps)
            try:
                request = coroutine.flow.send(value)
            except StopIteration as stop:
                parent = coroutine.parent
                if parent is None:
                    self.over, self.result = True, stop.value
                    return
                parent.got[coroutine.name] = stop.value
                parent.waits -= 1
                if parent.waits:
                    return
                coroutine, value = parent, dict(parent.got)
                continue
            if type(request) is Decision:
                self._put(coroutine, request)
            elif type(request) is Together:
                coroutine.got, coroutine.waits = {}, len(request.decisions)
                for decision in request.decisions:
                    self._put(coroutine, decision)
            elif type(request) is Parallel:
                if not request.flows:
                    value = {}
                    continue
                coroutine.got, coroutine.waits = {}, len(request.flows)
                for name, flow in request.flows.items():
                    self._advance(Coroutine(flow, coroutine, name), None)
            else:
                raise TypeError(f"a flow yielded {request!r}")
            return

    def _put(self, coroutine: Coroutine, decision: Decision) -> None:
        place = (decision.actor, decision.key)
        if place in self.pending:
            raise ValueError(f"{decision.actor} is asked {decision.key} twice at once")
        if decision.form is None and not decision.options:
            raise ValueError(f"{decision.kind} at {decision.key} offers {decision.actor} nothing")
        self.pending[place] = decision
        self._coroutines[place] = coroutine

    def _feed(self, decision: Decision, value: object) -> None:
        self._steps = 0
        place = (decision.actor, decision.key)
        del self.pending[place]
        coroutine = self._coroutines.pop(place)
        if coroutine.waits:
            coroutine.got[decision.actor] = value
            coroutine.waits -= 1
            if coroutine.waits:
                return
            value = dict(coroutine.got)
        self._advance(coroutine, value)
