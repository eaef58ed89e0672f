"""Questions of Bomber Command: one type for each kind."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import msgspec

from engine.bomber_command.charts.schema import RaidNumbers
from engine.kernel.decisions import Question


class RollModifier(NamedTuple):
    """A modifier of a coming roll: a stable name, its value, and its rule."""

    reason: str
    value: int
    rule: str


class InfiltrationOdds(msgspec.Struct, frozen=True, gc=False):
    """Modifiers of an attempt, and its chances in 36: the unit gets in, and gets in undepleted. [9.4.1]"""

    modifiers: list[RollModifier]
    inside: int
    whole: int


class AdgbQuestion(Question):
    """Ask which intruder the Air Defence of Great Britain attacks. [9.2.3, 12.2.3]"""

    kind: ClassVar[str] = "adgb"


class FlakDamageQuestion(Question):
    """Ask whether a Flak Damage marker is spent on an attack. [9.8.4]"""

    kind: ClassVar[str] = "attack.damage"

    unit: str
    attack: str
    column: str
    modifiers: list[RollModifier]


class BoarQuestion(Question):
    """Ask who attacks over a bombed city. [9.5.1]"""

    kind: ClassVar[str] = "boar.declare"


class AccuracyQuestion(Question):
    """Ask which counter moves for accuracy, with so many points left. [10.5.1, 10.5.2]"""

    kind: ClassVar[str] = "bombing.accuracy"

    left: int


class AimpointQuestion(Question):
    """Ask where the aimpoint is. [10.3.1]"""

    kind: ClassVar[str] = "bombing.aimpoint"


class ApproachQuestion(Question):
    """Ask from which side the bombers approach. [10.3.1]"""

    kind: ClassVar[str] = "bombing.approach"


class ConversionQuestion(Question):
    """Ask which counters turn into fires, area by area. [10.5.3]"""

    kind: ClassVar[str] = "bombing.convert"

    step: str


class DropQuestion(Question):
    """Ask where the next counter falls. [10.4.2, 10.4.3]"""

    kind: ClassVar[str] = "bombing.drop"


class ErrorQuestion(Question):
    """Ask which counter moves for error, with so many points left. [10.5.1, 10.5.2]"""

    kind: ClassVar[str] = "bombing.error"

    left: int


class BombMixQuestion(Question):
    """Ask how the load is mixed. [10.4.1]"""

    kind: ClassVar[str] = "bombing.mix"

    load: int
    method: str
    weather: str
    quality: int


class CardCancelQuestion(Question):
    """Ask whether a card just played is cancelled. [6.2.2, 6.2.3]"""

    kind: ClassVar[str] = "card.cancel"

    card: str
    title: str


class CardCityQuestion(Question):
    """Ask which city a card is for. [6.2]"""

    kind: ClassVar[str] = "card.city"

    card: str


class CardHexQuestion(Question):
    """Ask which hex a card is for. [6.2]"""

    kind: ClassVar[str] = "card.hex"

    card: str


class CardRaidQuestion(Question):
    """Ask which raid a card is for. [6.2]"""

    kind: ClassVar[str] = "card.raid"

    card: str


class CardUnitQuestion(Question):
    """Ask which unit a card is for. [6.2]"""

    kind: ClassVar[str] = "card.unit"

    card: str


class CardWindowQuestion(Question):
    """Ask whether a card is played in a window, with what the decider may know of the moment. [6.2, 8.3]"""

    kind: ClassVar[str] = "card.window"

    window: str
    unit: str = ""
    attack: str = ""
    hex: str = ""
    city: str = ""
    losses: int = 0
    area: str = ""
    recipe: str = ""
    modifier: int | msgspec.UnsetType = msgspec.UNSET
    """Present modifier of the roll, including cards."""
    column: str = ""
    """The column of the Combat Table in which the attack will be read."""
    modifiers: list[RollModifier] = []
    """Further modifiers that the rule adds only afterwards."""
    raid: str = ""
    raid_kind: str = msgspec.field(default="", name="kind")


class CardZoneQuestion(Question):
    """Ask which weather zone a card is for. [6.2, 12.1.1]"""

    kind: ClassVar[str] = "card.zone"

    card: str


class DiscardQuestion(Question):
    """Ask which cards a side throws away. [6.1]"""

    kind: ClassVar[str] = "cards.discard"


class CombatQuestion(Question):
    """Ask which hex is resolved next. [9.1.2]"""

    kind: ClassVar[str] = "combat.resolve"


class DeploymentQuestion(Question):
    """Ask which units stack, or take a GCI marker. [7.3, 9.3]"""

    kind: ClassVar[str] = "deployment"


class FighterMoveQuestion(Question):
    """Ask where the nightfighters fly. [7.1]"""

    kind: ClassVar[str] = "fighters.move"


class FlakStripQuestion(Question):
    """Ask which city is stripped of its flak. [3.6]"""

    kind: ClassVar[str] = "flak.strip"


class GciQuestion(Question):
    """Ask which unit is guided to a raid in a hex. [9.3]"""

    kind: ClassVar[str] = "gci.unit"

    hex: str


class BombingCardQuestion(Question):
    """Ask which bombing card is taken from the deck. [3.7.1]"""

    kind: ClassVar[str] = "hand.bombing"


class PutBackQuestion(Question):
    """Ask which card goes back into the deck. [3.7]"""

    kind: ClassVar[str] = "hand.put-back"


class InfiltrationQuestion(Question):
    """Ask who tries to get into a stream: each order with its chances before cards and British secrets. [9.4.1]"""

    kind: ClassVar[str] = "infiltrate"

    value: int
    tries: dict[str, InfiltrationOdds]


class IntruderAttackQuestion(Question):
    """Ask which intruder attacks which raid over England. [12.2.4]"""

    kind: ClassVar[str] = "intruder.attack"


class IntruderQuestion(Question):
    """Ask who flies as an intruder. [12.2.1]"""

    kind: ClassVar[str] = "intruder.declare"


class MoonQuestion(Question):
    """Ask on which turn the moon rises or sets. [12.1.2]"""

    kind: ClassVar[str] = "moon.place"


class EndNightQuestion(Question):
    """Ask whether play ends. [11.0]"""

    kind: ClassVar[str] = "night.end"


class PatrolChoiceQuestion(Question):
    """Ask which Patrol is left out tonight. [3.2.2]"""

    kind: ClassVar[str] = "patrol.leave-out"


class LandingPatrolQuestion(Question):
    """Ask which unit a Patrol attacks as it lands, each with the division that it lands in. [9.2.4]"""

    kind: ClassVar[str] = "patrol.recovery"

    landings: dict[str, str]


class ScramblePatrolQuestion(Question):
    """Ask which unit or airfield a Patrol attacks as the fighters take off. [9.2.4, 9.2.5]"""

    kind: ClassVar[str] = "patrol.scramble"


class PlotQuestion(Question):
    """The plot. [3.5.2, 4.0]"""

    kind: ClassVar[str] = "raids.plot"

    targets: list[str]
    target_hexes: list[str]
    follow_up: bool
    raids_given: RaidNumbers
    bomb_loads: bool


class RecoveryQuestion(Question):
    """Ask who lands. [7.4.4]"""

    kind: ClassVar[str] = "recovery"


class DivisionQuestion(Question):
    """Ask to which division an intruder diverts. [12.2.2]"""

    kind: ClassVar[str] = "recovery.division"


class LandingQuestion(Question):
    """Ask whether a unit lands at home or diverts. [7.4.4]"""

    kind: ClassVar[str] = "recovery.where"


class ScrambleQuestion(Question):
    """Ask who scrambles. [7.4.2]"""

    kind: ClassVar[str] = "scramble"


class ScrambleMoveQuestion(Question):
    """Ask where a single-engined unit goes at once. [7.4.2]"""

    kind: ClassVar[str] = "scramble.move"

    unit: str


class StreamQuestion(Question):
    """Ask for the place of a raid's stream: in its hex or, where that is free, in the one behind. [7.2.3]"""

    kind: ClassVar[str] = "stream.lay"

    raid: str
    hex: str
    behind: str = ""


class TameBoarQuestion(Question):
    """Ask who attacks inside a raid. [9.4.1]"""

    kind: ClassVar[str] = "tame-boar.attack"


class UnitPlaceQuestion(Question):
    """Ask in which hex a unit leaves its raid. [9.4.3]"""

    kind: ClassVar[str] = "unit.place"

    unit: str


class WeatherOrderQuestion(Question):
    """Ask which zone is next in the order for weather. [3.4.1]"""

    kind: ClassVar[str] = "weather.order"
