"""Scenarios: what the book or a player's own file lays down, with variants and the changes of solitaire play. [3.2]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.nightfighter.charts.schema import (
    AttackerForce,
    DefenderFlight,
    DefenderStart,
    Electronics,
    EntrySchedule,
    Jamming,
    Lights,
    ScenarioChanges,
    SoloChanges,
    Tables,
    Victory,
)


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario with nothing left to inherit."""

    id: str
    title: str
    date: str
    attackers: list[AttackerForce]
    entry: EntrySchedule
    defenders: list[DefenderFlight]
    setup: DefenderStart
    victory: Victory
    place: str = ""
    theatre: str = "europe"
    difficulty: str = "normal"
    chapters: int = 27
    skips: list[int] = []
    search_radar: dict[str, int] = {}
    searchlights: Lights = Lights()
    flare_zones: list[str] = []
    flak: bool = False
    moon: str = "random"
    visibility: str = "random"
    cloud: str = "random"
    altitude: str = "medium"
    advantage: bool = False
    contrails: bool = False
    deconfliction: bool = False
    jamming: Jamming = Jamming()
    electronics: Electronics = Electronics()
    music: str = "none"
    experte_of_choice: bool = False
    turns: int = 0
    specials: list[str] = []
    solo: SoloChanges = SoloChanges()


class UnknownScenario(ValueError):
    """There is no such scenario, or it cannot be played in the way asked for; `code` is stable."""

    def __init__(self, code: str, scenario: str) -> None:
        super().__init__(f"{code}: {scenario}")
        self.code, self.scenario = code, scenario


ALONE_NEVER = ("torpedo", "flare", "intruder")
"""Roles for which there are no solitaire rules. [S introduction]"""

_NOT_INHERITED = frozenset(("provenance", "variants", "balance", "needs"))


def scenario_ids(tables: Tables) -> tuple[str, ...]:
    """List the scenarios of the book, each before its variants."""
    return tuple(c.id for row in tables.scenarios.scenarios for c in (row, *row.variants))


def lineage(tables: Tables, name: str) -> list[ScenarioChanges]:
    """Return a scenario alone, or a variant after the scenario that it varies."""
    for row in tables.scenarios.scenarios:
        if row.id == name:
            return [row]
        for variant in row.variants:
            if variant.id == name:
                needed = lineage(tables, variant.needs)[1:] if variant.needs else []
                return [row, *needed, variant]
    raise UnknownScenario("unknown-scenario", name)


def resolve(tables: Tables, name: str, variants: Iterable[str] = (), solo: bool = False) -> Scenario:
    """Return the scenario with its variants applied in order, then the changes of solitaire play. [3.2]"""
    layers = lineage(tables, name)
    for extra in variants:
        if lineage(tables, extra)[0] is not layers[0]:
            raise UnknownScenario("foreign-variant", extra)
        layers += [layer for layer in lineage(tables, extra)[1:] if layer not in layers]
    return merge(layers, solo)


def merge(layers: list[ScenarioChanges], solo: bool = False) -> Scenario:
    """Lay changes over each other: what one gives replaces what came before; carried sets are united. [3.2]"""
    parts: dict[str, Any] = {}
    for layer in layers:
        for field in layer.__struct_fields__:
            value = getattr(layer, field)
            if field in _NOT_INHERITED or value is None:
                continue
            if field == "electronics" and "electronics" in parts:
                value = _united(parts["electronics"], value)
            elif field == "solo" and "solo" in parts:
                value = _solo_united(parts["solo"], value)
            parts[field] = value
    if solo:
        _play_alone(parts)
    return Scenario(**parts)


def _united(one: Electronics, other: Electronics) -> Electronics:
    bombers = [*one.bombers, *(item for item in other.bombers if item not in one.bombers)]
    return Electronics(bombers=bombers, fighters={**one.fighters, **other.fighters})


def _solo_united(one: SoloChanges, other: SoloChanges) -> SoloChanges:
    given = {field: getattr(other, field) for field in other.__struct_fields__}
    plain = SoloChanges()
    stored = {f: getattr(one, f) if given[f] == getattr(plain, f) else given[f] for f in given}
    return SoloChanges(**stored)


def _play_alone(parts: dict[str, Any]) -> None:
    """Apply what the solitaire rules change in a scenario. [S, scenario modifications]"""
    changes: SoloChanges = parts.get("solo") or SoloChanges()
    for field in ("attackers", "entry", "jamming"):
        value = getattr(changes, field)
        if value is not None:
            parts[field] = value
    if not changes.supported or any(force.role in ALONE_NEVER for force in parts["attackers"]):
        raise UnknownScenario("not-for-solo", parts["id"])
    parts["specials"] = [name for name in parts.get("specials", ()) if name not in changes.drops]
