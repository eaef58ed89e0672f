"""Aircraft as the board draws them: outline, and for each part its boxes, how badly it is hit, and words for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.interceptor.charts.compiled import Charts, Foe, Mat
from engine.interceptor.charts.schema import BomberType
from engine.interceptor.state import AlliedFighter, Plane, TargetBomber
from sorties.interceptor.board.outlines import AircraftOutline, outline_of

Target = Plane | TargetBomber | AlliedFighter
"""An aircraft with its hits."""
AircraftKind = Mat | Foe | BomberType
"""A type with the hits that destroy each part."""
OWN, ENEMY, PHONE = (222, 218, 0.92), (898, 218, 0.86), (195, 96, 0.58)
"""Position and scale of an aircraft on a drawing: nose to the right, nose to the left, nose down."""
LETTER = 7.1
"""Average width of a letter of a part's name."""
SOUND, LIGHT, HALF, DENSE, LOST = "sound", "light", "half", "dense", "lost"


@dataclass
class AircraftPart:
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
    leader: str = ""
    """The line from its name to the part itself."""
    phone: "AircraftPart | None" = None
    """Position of its name and boxes on a phone, if it has one."""
    width: int = 15
    """From one box to the next."""
    fresh: int = 0
    """Number of its boxes that the last fire marked."""

    @property
    def level(self) -> str:
        """The level of its damage."""
        if not self.hits:
            return SOUND
        if self.hits >= self.capacity:
            return LOST
        if self.hits == self.capacity - 1:
            return DENSE
        return HALF if 2 * self.hits >= self.capacity else LIGHT

    @property
    def boxes(self) -> list[tuple[float, bool, bool, bool]]:
        """Return each box: its position, its mark, its effect on the part, and whether the last fire marked it."""
        long = self.width * self.capacity - 3
        start = self.x - {"end": long, "middle": long / 2}.get(self.anchor, 0)
        new = range(max(0, self.hits - self.fresh), self.hits)
        return [(start + self.width * n, n < self.hits, n == self.capacity - 1, n in new) for n in range(self.capacity)]

    @property
    def words(self) -> str:
        """Say the part and its hits."""
        return _("%(part)s: %(hits)s of %(capacity)s hits") % {
            "part": self.label,
            "hits": self.hits,
            "capacity": self.capacity,
        }


@dataclass
class AircraftDrawing:
    """An aircraft on the board."""

    name: str
    outline: AircraftOutline
    whose: str
    parts: list[AircraftPart]
    about: tuple[str, ...] = ()
    """Lines under its name."""
    lost: bool = False
    levels: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.levels = {part.name: part.level for part in self.parts}
        for part in self.parts:
            part.leader = leader(part, self)

    def marked_now(self, fresh: Mapping[str, int]) -> "AircraftDrawing":
        """Frame the boxes that the last fire marked."""
        for part in self.parts:
            part.fresh = fresh.get(part.name, 0)
            if part.phone is not None:
                part.phone.fresh = part.fresh
        return self

    def destroyed(self) -> "AircraftDrawing":
        """Draw every part of it as lost."""
        self.lost, self.levels = True, dict.fromkeys(self.levels, LOST)
        return self

    @property
    def ring(self) -> tuple[float, float]:
        """Half the width of the ring round the name of a victory, and the position of its middle."""
        half = 5.2 * len(self.name)
        return round(half + 12, 1), round(716 - half, 1)

    @property
    def transform(self) -> str:
        """The transform of the outline in the drawing of a desk."""
        (x, y, scale), turn = (ENEMY, -90) if self.whose == "ours" else (OWN, 90)
        return f"translate({x} {y}) rotate({turn}) scale({scale})"

    @property
    def on_phone(self) -> str:
        """The transform of the outline in the drawing of a phone."""
        x, y, scale = PHONE
        return f"translate({x} {y}) rotate(180) scale({scale})"

    @property
    def hurt(self) -> list[AircraftPart]:
        """The parts that are hit."""
        return [part for part in self.parts if part.hits]

    @property
    def sentence(self) -> str:
        """Say the aircraft as one sentence, for who cannot see it."""
        if not self.hurt:
            said = _("%(aircraft)s: lost.") if self.lost else _("%(aircraft)s, no part of it hit.")
            return said % {"aircraft": self.name}
        data = "; ".join(part.words for part in self.hurt)
        return _("%(aircraft)s. %(hits)s.") % {"aircraft": self.name, "hits": data}


def _places(right: bool) -> dict[str, tuple[float, float, str]]:
    """Return the places of the labels: the own aircraft at the left edge, the enemy at the right."""
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


def place_on(outline: AircraftOutline, name: str, engines: int) -> tuple[float, float]:
    """Return the position of a part on its outline, starboard being positive."""
    x, y = outline.mark
    if name.startswith("engine_"):
        number = int(name[-1])
        if engines == 1:
            return (0, -122)
        hubs = [(-hub[0], hub[1]) for hub in reversed(outline.engine_places)] + list(outline.engine_places)
        return hubs[number] if number < len(hubs) else (0, 0)
    beside = x * (0.62 if outline.marking == "cross" else 0.86)  # clear of engines and of the marking
    places = {"port_wing": (-beside, y), "starboard_wing": (beside, y), "airframe": (0.0, 34.0)}
    return places.get(name, (-42, 122))


def leader(part: AircraftPart, drawn: AircraftDrawing) -> str:
    """Draw the line from a part's name to the part; armour shares the line of its engine."""
    if part.name == "armour":
        return ""
    right = drawn.whose == "ours"
    engines = sum(one.name.startswith("engine_") for one in drawn.parts)
    along, across = place_on(drawn.outline, part.name, engines)
    x, y, scale = ENEMY if right else OWN
    side = -1 if right else 1
    if part.name == "controls" and right:
        along = -along
    end_x, end_y = x - side * scale * across, y + side * scale * along
    away = -1 if part.anchor == "end" else 1
    if part.name.startswith("engine_"):
        armoured = any(one.name == "armour" for one in drawn.parts)
        start = (part.x + 10 * away, part.y + (76 if armoured else 24))
        if engines == 2 and part.y > y:
            start = (part.x + 10 * away, part.y - 16)
        if engines == 4:
            start = (part.x + LETTER * len(part.label) + 4, part.y - 5) if part.y > y else (part.x + 34, part.y + 13)
        end = (end_x + side * (4 if engines > 1 else -2), end_y + (6 if start[1] > end_y else -6))
        return f"M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}"
    if part.name == "controls":
        start = (part.x + away * (15 * part.capacity + 3), part.y + 13)
    else:
        start = (part.x + away * (LETTER * len(part.label) + 6), part.y - 4)
    bend = start[0] + (end_x - start[0]) * 0.4
    return f"M{start[0]:.0f} {start[1]:.0f}H{bend:.0f}L{end_x:.0f} {end_y:.0f}"


def for_phone(part: AircraftPart, outline: AircraftOutline) -> AircraftPart:
    """Return the part as the bomber's drawing on a phone names it: its boxes before its engine, or at the edge."""
    places: dict[str, tuple[float, float, str]] = {
        "starboard_wing": (12, 140, "start"),
        "port_wing": (378, 140, "end"),
        "controls": (378, 18, "end"),
        "airframe": (378, 52, "end"),
    }
    label = part.label
    if part.name in places:
        x, y, anchor = places[part.name]
    else:
        number = int(part.name[-1])
        along, across = place_on(outline, part.name, 4)
        (middle, top, scale), anchor, label = PHONE, "middle", str(number + 1)
        x, y = round(middle - scale * along, 1), round(top - scale * across + 3, 1)
    return AircraftPart(part.name, label, part.hits, part.capacity, x, y, anchor, width=12)


def frame_of(one: Target | AircraftKind) -> dict[str, int]:
    """Return the hits of wings, airframe and controls, or how many each of them takes."""
    return {
        "port_wing": one.port_wing,
        "starboard_wing": one.starboard_wing,
        "airframe": one.airframe,
        "controls": one.controls,
    }


def kind_of(target: Target, charts: Charts) -> AircraftKind:
    """Return the type of an aircraft."""
    match target:
        case Plane():
            return charts.models[target.model]
        case TargetBomber():
            return charts.tables.bombers.rows[target.type]
    return charts.foes[target.type]


def hits_of(target: Target, name: str) -> int:
    """Return how many boxes of a part are marked; of one engine all marks are."""
    if name.startswith("engine_"):
        return target.engines[min(int(name[-1]), len(target.engines) - 1)]
    return frame_of(target)[name]


def capacity(target: Target, name: str, charts: Charts) -> int:
    """Return how many boxes a part has."""
    kind = kind_of(target, charts)
    return kind.engine if name.startswith("engine_") else frame_of(kind)[name]


def mark_box(target: Target, name: str) -> None:
    """Mark a box of a part, by its name."""
    match name:
        case "port_wing":
            target.port_wing += 1
        case "starboard_wing":
            target.starboard_wing += 1
        case "airframe":
            target.airframe += 1
        case "controls":
            target.controls += 1
        case "":
            return
        case _:
            target.engines[min(int(name[-1]), len(target.engines) - 1)] += 1


def frame_parts(target: Target, kind: AircraftKind, *, right: bool) -> list[AircraftPart]:
    """Return wings, airframe and controls of any aircraft."""
    labels = {
        "port_wing": _("Port wing"),
        "starboard_wing": _("Starboard wing"),
        "airframe": _("Airframe"),
        "controls": _("Controls"),
    }
    capacities, parts = frame_of(kind), []
    for name, hits in frame_of(target).items():
        x, y, anchor = _places(right)[name]
        parts.append(AircraftPart(name, labels[name], hits, capacities[name], x, y, anchor))
    return parts


def engine_parts(target: Target, kind: AircraftKind, *, right: bool) -> list[AircraftPart]:
    """Return the engines, port first, each with its hits."""
    engines = target.engines
    x, anchor = (744, "start") if right else (402, "end")
    if len(engines) == 1:
        return [AircraftPart("engine_0", _("Engine"), engines[0], kind.engine, x, 60, anchor)]
    if len(engines) == 2:
        labels = [_("Port engine"), _("Starboard engine")]
        heights = [60, 366]
    else:
        labels = [_("Engine %(number)s") % {"number": number} for number in (1, 2, 3, 4)]
        heights = [38, 112, 300, 374]
    if right:
        heights.reverse()
    return [
        AircraftPart(f"engine_{n}", labels[n], hits, kind.engine, x, heights[n], anchor)
        for n, hits in enumerate(engines)
    ]


def own(plane: Plane, charts: Charts) -> AircraftDrawing:
    """Draw the interceptor."""
    mat = charts.models[plane.model]
    parts = frame_parts(plane, mat, right=False) + engine_parts(plane, mat, right=False)
    if mat.armour:
        parts.append(AircraftPart("armour", _("Engine armour"), plane.armour, mat.armour, 402, 112, "end"))
    return AircraftDrawing(plane.model, outline_of(mat.series, "cross", mat.engines), "theirs", parts, lost=plane.lost)


def bomber(target: TargetBomber, charts: Charts, about: tuple[str, ...]) -> AircraftDrawing:
    """Draw the bomber on the target chart."""
    kind = charts.tables.bombers.rows[target.type]
    parts = frame_parts(target, kind, right=True) + engine_parts(target, kind, right=True)
    outline = outline_of(target.type, "star", 4)
    for part in parts:
        part.aim = part.name.replace("_", "-") if part.name in ("port_wing", "starboard_wing", "airframe") else ""
        part.phone = for_phone(part, outline)
    return AircraftDrawing(target.type, outline, "ours", parts, about, lost=bool(target.destroyed))


def fighter(enemy: AlliedFighter, charts: Charts, about: tuple[str, ...]) -> AircraftDrawing:
    """Draw the Allied fighter on the target chart."""
    foe = charts.foes[enemy.type]
    parts = frame_parts(enemy, foe, right=True) + engine_parts(enemy, foe, right=True)
    outline = outline_of(enemy.type, "star", foe.engines)
    return AircraftDrawing(enemy.type, outline, "ours", parts, about, lost=bool(enemy.destroyed))
