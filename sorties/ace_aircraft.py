"""Aircraft as the board draws them: outline, and for each part its boxes, how badly it is hit, and words for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from .outlines import Outline, outline_of

FRAME = ("port_wing", "starboard_wing", "airframe", "controls")
SOUND, LIGHT, HALF, DENSE, LOST = "sound", "light", "half", "dense", "lost"


@dataclass
class Part:
    """One part that can be hit."""

    name: str
    label: str
    hits: int
    capacity: int
    x: float = 0
    y: float = 0
    anchor: str = "start"
    aim: str = ""
    """The aim point that this part is, on a bomber."""

    @property
    def level(self) -> str:
        """How badly it is hit."""
        if not self.hits:
            return SOUND
        if self.hits >= self.capacity:
            return LOST
        if self.hits == self.capacity - 1:
            return DENSE
        return HALF if 2 * self.hits >= self.capacity else LIGHT

    @property
    def boxes(self) -> list[tuple[float, bool, bool]]:
        """Each box: where it lies, whether it is marked, whether it is the one that loses the part."""
        width = 15
        start = self.x - (width * self.capacity - 3 if self.anchor == "end" else 0)
        return [(start + width * n, n < self.hits, n == self.capacity - 1) for n in range(self.capacity)]

    @property
    def words(self) -> str:
        """Say the part and its hits."""
        return _("%(part)s: %(hits)s of %(capacity)s hits") % {
            "part": self.label,
            "hits": self.hits,
            "capacity": self.capacity,
        }


@dataclass
class Drawn:
    """An aircraft on the board."""

    name: str
    outline: Outline
    whose: str
    parts: list[Part]
    about: tuple[str, ...] = ()
    """What stands under its name, line by line."""
    lost: bool = False
    levels: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.levels = {part.name: part.level for part in self.parts}

    @property
    def hurt(self) -> list[Part]:
        """The parts that are hit."""
        return [part for part in self.parts if part.hits]

    @property
    def sentence(self) -> str:
        """Say the aircraft as one sentence, for who cannot see it."""
        if not self.hurt:
            return _("%(aircraft)s, no part of it hit.") % {"aircraft": self.name}
        told = "; ".join(part.words for part in self.hurt)
        return _("%(aircraft)s. %(hits)s.") % {"aircraft": self.name, "hits": told}


def _places(right: bool) -> dict[str, tuple[float, float, str]]:
    """Return where the words of each part stand: the own aircraft at the left edge, the enemy at the right."""
    if right:
        return {
            "starboard_wing": (1092, 42, "end"),
            "controls": (1092, 122, "end"),
            "airframe": (1092, 300, "end"),
            "port_wing": (1092, 368, "end"),
        }
    return {
        "port_wing": (22, 42, "start"),
        "controls": (22, 122, "start"),
        "airframe": (22, 300, "start"),
        "starboard_wing": (22, 368, "start"),
    }


def frame_parts(hit: Mapping[str, Any], kind: Any, *, right: bool) -> list[Part]:
    """Return wings, airframe and controls of any aircraft."""
    labels = {
        "port_wing": _("Port wing"),
        "starboard_wing": _("Starboard wing"),
        "airframe": _("Airframe"),
        "controls": _("Controls"),
    }
    parts = []
    for name in FRAME:
        x, y, anchor = _places(right)[name]
        parts.append(Part(name, labels[name], hit[name], getattr(kind, name), x, y, anchor))
    return parts


def engine_parts(hit: Mapping[str, Any], kind: Any, *, right: bool) -> list[Part]:
    """Return the engines, port first, each with its hits."""
    engines = hit["engines"]
    x, anchor = (744, "start") if right else (402, "end")
    if len(engines) == 1:
        return [Part("engine_0", _("Engine"), engines[0], kind.engine, x, 60, anchor)]
    if len(engines) == 2:
        labels = [_("Port engine"), _("Starboard engine")]
        heights = [60, 366]
    else:
        labels = [_("Engine %(number)s") % {"number": number} for number in (1, 2, 3, 4)]
        heights = [38, 112, 300, 374]
    if right:
        heights.reverse()
    return [Part(f"engine_{n}", labels[n], hits, kind.engine, x, heights[n], anchor) for n, hits in enumerate(engines)]


def own(plane: Mapping[str, Any], charts: Any) -> Drawn:
    """Draw the interceptor."""
    mat = charts.models[plane["model"]]
    parts = frame_parts(plane, mat, right=False) + engine_parts(plane, mat, right=False)
    if mat.armour:
        parts.append(Part("armour", _("Engine armour"), plane["armour"], mat.armour, 402, 112, "end"))
    return Drawn(plane["model"], outline_of(mat.series), "theirs", parts, lost=plane["lost"])


def bomber(target: Mapping[str, Any], charts: Any, about: tuple[str, ...]) -> Drawn:
    """Draw the bomber on the target chart."""
    kind = charts.tables.bombers.rows[target["type"]]
    parts = frame_parts(target, kind, right=True) + engine_parts(target, kind, right=True)
    for part in parts:
        part.aim = part.name.replace("_", "-") if part.name in ("port_wing", "starboard_wing", "airframe") else ""
    return Drawn(target["type"], outline_of(target["type"]), "ours", parts, about, lost=bool(target["destroyed"]))


def fighter(enemy: Mapping[str, Any], charts: Any, about: tuple[str, ...]) -> Drawn:
    """Draw the Allied fighter on the target chart."""
    foe = charts.foes[enemy["type"]]
    parts = frame_parts(enemy, foe, right=True) + engine_parts(enemy, foe, right=True)
    return Drawn(enemy["type"], outline_of(enemy["type"]), "ours", parts, about, lost=bool(enemy["destroyed"]))
