"""Events of Bomber Command: one type for each kind."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engine.kernel.events import EventData


class PlottedRaid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One raid of a plot: its letter and kind, its target, every hex of its way, and the turn in which it enters."""

    letter: str
    kind: str
    target: str
    route: list[str]
    turn: int


class AccidentRolled(EventData):
    """A card's accident costs a unit more fighters on the ground. [6.2]"""

    kind: ClassVar[str] = "accident.rolled"

    unit: str
    losses: int


class AccuracyCounted(EventData):
    """The British player's points for moving counters are counted. [10.5.2]"""

    kind: ClassVar[str] = "accuracy.value"

    cards: int
    city: str
    value: int


class AirfieldAttacked(EventData):
    """A Patrol attacks the airfield of a unit that scrambles. [9.2.5]"""

    kind: ClassVar[str] = "airfield.attacked"

    unit: str
    total: int
    closed: bool


class AttackCancelled(EventData):
    """A nightfighter's attack is not made. [9.7]"""

    kind: ClassVar[str] = "attack.cancelled"

    unit: str
    attack: str
    hex: str
    city: str


class AttackRolled(EventData):
    """A nightfighter attacks a raid; the hex of a fight inside a raid stays hidden. [9.4.4, 9.7]"""

    kind: ClassVar[str] = "attack.rolled"

    unit: str
    attack: str
    column: str
    hex: str
    city: str
    total: int
    losses: int
    disruption: int


class BoarDeclared(EventData):
    """A unit is to attack over a bombed city. [9.5.1]"""

    kind: ClassVar[str] = "boar.declared"

    unit: str
    city: str
    stacked: bool


class BombMoved(EventData):
    """A counter moves by error or accuracy. [10.5.1]"""

    kind: ClassVar[str] = "bomb.moved"

    bomb: str
    start: str
    area: str


class BombPlaced(EventData):
    """A counter falls in an area of the city, or in the countryside. [10.4.2]"""

    kind: ClassVar[str] = "bomb.placed"

    area: str
    bomb: str


class BombingAimed(EventData):
    """Aimpoint and approach are chosen; there is none of an approach from the countryside. [10.3.1, 12.4]"""

    kind: ClassVar[str] = "bombing.aimed"

    weather: str
    city: str
    aimpoint: str
    approach: str


class BombingBegins(EventData):
    """The bombing of a city is resolved from here on. [10.3]"""

    kind: ClassVar[str] = "bombing.begins"

    city: str
    attack: int
    disruption: int


class BombingCreepback(EventData):
    """Creepback shifts counters from the Target Indicator to the Approach. [10.5.4]"""

    kind: ClassVar[str] = "bombing.creepback"

    area: str
    end: str
    counters: int


class BombingEnds(EventData):
    """The bombing of a city is over. [10.5]"""

    kind: ClassVar[str] = "bombing.ends"

    city: str
    fires: int
    lost: int


class BombsDropping(EventData):
    """A raid begins to bomb a city; the raid's letter stays hidden. [10.2]"""

    kind: ClassVar[str] = "bombs.dropping"

    city: str


class BombsLoaded(EventData):
    """The mix of bombs and their concentration. [10.4.1, 10.4.2]"""

    kind: ClassVar[str] = "bombs.loaded"

    weather: str
    quality: int
    he: int
    incendiary: int
    concentration: int


class BritishAttackRolled(EventData):
    """British fighters attack a nightfighter unit: an arm of theirs, or a card by its title. [9.2.1]"""

    kind: ClassVar[str] = "british.attack"

    unit: str
    by: str
    total: int
    losses: int
    disruption: int


class CardCancelled(EventData):
    """A card is cancelled by others. [6.2.2, 6.2.3]"""

    kind: ClassVar[str] = "card.cancelled"

    seat: str
    card: str
    title: str
    by: list[str]


class CardsDiscarded(EventData):
    """A side throws cards away. [6.1]"""

    kind: ClassVar[str] = "card.discarded"

    seat: str
    cards: list[str]


class CardDrawn(EventData):
    """A side draws a card, which it alone sees. [6.1]"""

    kind: ClassVar[str] = "card.drawn"

    seat: str
    card: str
    title: str


class CardWithoutTarget(EventData):
    """A card finds no raid to strike. [6.2]"""

    kind: ClassVar[str] = "card.no-target"

    card: str
    title: str


class CardPlayed(EventData):
    """A side announces a use of a card, with what both sides know of the moment. [6.2, 8.3]"""

    kind: ClassVar[str] = "card.played"

    seat: str
    card: str
    title: str
    use: int
    window: str
    unit: str = ""
    attack: str = ""
    hex: str = ""
    city: str = ""
    losses: int = 0
    area: str = ""
    recipe: str = ""
    modifier: int | msgspec.UnsetType = msgspec.UNSET


class CardsDrawn(EventData):
    """The number of cards that a side has drawn. [6.1]"""

    kind: ClassVar[str] = "cards.drawn"

    seat: str
    count: int
    left: int


class CollisionRolled(EventData):
    """A card's collision costs a stream bombers, if there is one. [6.2]"""

    kind: ClassVar[str] = "collision.rolled"

    losses: int


class CombatMarked(EventData):
    """A Combat marker is placed; the attacked raid stays hidden. [9.1.2]"""

    kind: ClassVar[str] = "combat.marked"

    hex: str
    attack: str
    city: str


class CounterFaked(EventData):
    """The British player places a false counter. [6.2]"""

    kind: ClassVar[str] = "counter.faked"

    hex: str


class CounterFalse(EventData):
    """A counter that a unit tried to get into has no raid beneath it. [6.2]"""

    kind: ClassVar[str] = "counter.false"

    hex: str


class DamageSpent(EventData):
    """A Flak Damage marker helps a nightfighter's attack. [9.8.4]"""

    kind: ClassVar[str] = "damage.spent"

    unit: str


class DefenceRolled(EventData):
    """The bombers fire back. [9.7.2]"""

    kind: ClassVar[str] = "defence.rolled"

    unit: str
    total: int
    losses: int


class DetectionRolled(EventData):
    """The raids that the German player finds, against the jamming level. [8.2]"""

    kind: ClassVar[str] = "detection.rolled"

    total: int
    level: int
    found: str


class ErrorCounted(EventData):
    """The German player's points for moving counters are counted. [10.5.2]"""

    kind: ClassVar[str] = "error.value"

    cards: int
    city: str
    disruption: int
    value: int


class FightersLost(EventData):
    """A unit loses fighters; `total` is what the night has cost so far. [9.8.2]"""

    kind: ClassVar[str] = "fighters.lost"

    unit: str
    losses: int
    cause: str
    total: int


class FirePrevented(EventData):
    """A card keeps a fire from starting. [10.5.3]"""

    kind: ClassVar[str] = "fire.prevented"

    area: str
    recipe: str


class FireStarted(EventData):
    """Counters turn into major fires. [10.5.3]"""

    kind: ClassVar[str] = "fire.started"

    area: str
    recipe: str
    fires: int
    he: int
    incendiary: int


class FirestormRolled(EventData):
    """An area with enough fires may burn in a storm. [10.5.5]"""

    kind: ClassVar[str] = "firestorm.rolled"

    area: str
    total: int
    fires: int
    storm: bool


class FlakMoved(EventData):
    """A Mobile Flak marker is put on a city. [2.3.5]"""

    kind: ClassVar[str] = "flak.moved"

    city: str


class FlakOnFighterRolled(EventData):
    """A city's flak fires at the Wild Boar over it. [9.6.3]"""

    kind: ClassVar[str] = "flak.on-fighter"

    unit: str
    city: str
    total: int
    losses: int


class FlakRisked(EventData):
    """A unit that dared its own flak is hit or comes through. [9.6.3]"""

    kind: ClassVar[str] = "flak.risked"

    unit: str
    hit: bool


class RaidFlakRolled(EventData):
    """Flak fires at a raid. [9.6.1, 9.7]"""

    kind: ClassVar[str] = "flak.rolled"

    attack: str
    hex: str
    city: str
    total: int
    losses: int
    disruption: int
    damage: int


class FlakStripped(EventData):
    """A city has no flak tonight. [3.6]"""

    kind: ClassVar[str] = "flak.stripped"

    city: str


class FuelAdded(EventData):
    """A card gives a unit fuel back. [7.5]"""

    kind: ClassVar[str] = "fuel.added"

    unit: str
    fuel: int


class FuelOut(EventData):
    """A unit has burnt the last of its fuel. [7.5]"""

    kind: ClassVar[str] = "fuel.out"

    unit: str


class InfiltrationRolled(EventData):
    """A unit tries to get into a stream. [9.4.1]"""

    kind: ClassVar[str] = "infiltration.rolled"

    unit: str
    hex: str
    total: int
    value: int
    inside: bool


class IntruderDeclared(EventData):
    """A unit flies as an intruder. [12.2.1]"""

    kind: ClassVar[str] = "intruder.declared"

    unit: str


class JammingMoved(EventData):
    """A card moves the Jamming Level marker. [8.1]"""

    kind: ClassVar[str] = "jamming.moved"

    by: int
    level: int


class MarkerPlaced(EventData):
    """The Naxos, Beleuchter or FIDO marker comes into play. [7.6.1, 8.1]"""

    kind: ClassVar[str] = "marker.placed"

    marker: str


class MarkingDrifted(EventData):
    """The Target Indicators drift. [10.3.2, 10.3.3]"""

    kind: ClassVar[str] = "marking.drifted"

    side: int
    ti: str
    approach: str


class MarkingRolled(EventData):
    """The marking of the target: how far it drifts, and how good it is. [10.3.2]"""

    kind: ClassVar[str] = "marking.rolled"

    method: str
    total: int
    drift: int
    quality: int


class MinesLaid(EventData):
    """A Gardening raid lays its mines. [4.3.3]"""

    kind: ClassVar[str] = "mines.laid"

    hex: str
    disruption: int
    error: int
    vp: int


class MoonPlaced(EventData):
    """The British player says on which turn the moon rises or sets. [12.1.2]"""

    kind: ClassVar[str] = "moon.placed"

    result: str
    turn: int


class MoonRolled(EventData):
    """The moon's rising or setting tonight. [12.1.2]"""

    kind: ClassVar[str] = "moon.rolled"

    result: str


class MosquitosBombed(EventData):
    """A Mosquito raid bombs its city. [4.3.2, 11.1]"""

    kind: ClassVar[str] = "mosquitos.bombed"

    city: str
    vp: int


class MosquitosConfirmed(EventData):
    """The number of claimed Mosquitos that were really lost. [9.9.1, 9.9.2]"""

    kind: ClassVar[str] = "mosquitos.confirmed"

    claimed: int
    hunted: int
    confirmed: int


class NightEnding(EventData):
    """The raids are home, or both sides agree to end. [11.0]"""

    kind: ClassVar[str] = "night.ending"


class RaidNightOver(EventData):
    """The points of the night and its band of the Victory Table. [11.1, 11.2]"""

    kind: ClassVar[str] = "night.over"

    british: int
    german: int
    net: int
    band: str
    bombing_halves: int
    fighter_halves: int
    targets: int
    mining: int
    nuisance: int
    bombers: int
    mosquitos: int
    nightfighters: int


class NorthRolled(EventData):
    """The number of a target's compass that is North. [12.4.1]"""

    kind: ClassVar[str] = "north.rolled"

    city: str
    number: int


class OboeLost(EventData):
    """An attack over the target spoils a raid's OBOE. [9.3.2]"""

    kind: ClassVar[str] = "oboe.lost"

    hex: str


class PatrolBack(EventData):
    """A Patrol is in the pool again. [9.2.4]"""

    kind: ClassVar[str] = "patrol.back"

    strength: int


class PatrolSpent(EventData):
    """A Patrol is used, and comes back on a later turn. [9.2.4]"""

    kind: ClassVar[str] = "patrol.spent"

    strength: int
    back: int


class PatrolsChosen(EventData):
    """The Patrols of the night. [3.2.2]"""

    kind: ClassVar[str] = "patrols.chosen"

    strengths: list[int]


class QualityRolled(EventData):
    """The quality of the marking, rolled apart. [10.3.2]"""

    kind: ClassVar[str] = "quality.rolled"

    total: int
    quality: int


class RaidAdmitted(EventData):
    """The British player owns up to what a raid is. [4.3.4, 9.9, 9.9.1]"""

    kind: ClassVar[str] = "raid.admitted"

    what: str


class RaidUncovered(EventData):
    """A raid's kind, target and losses, revealed after the night. [11.1]"""

    kind: ClassVar[str] = "raid.final"

    raid: str
    what: str
    target: str
    losses: int


class RaidHeavy(EventData):
    """A raid is found to be heavily laden. [12.3.1]"""

    kind: ClassVar[str] = "raid.heavy"


class RaidHome(EventData):
    """A raid is removed from the England space. [7.2.4]"""

    kind: ClassVar[str] = "raid.home"


class RaidInEngland(EventData):
    """A raid's counter reaches the England space. [7.2.4]"""

    kind: ClassVar[str] = "raid.in-england"


class RaidMarked(EventData):
    """A raid's losses, disruption and damage are marked in its box. [9.8, 12.5]"""

    kind: ClassVar[str] = "raid.marked"

    raid: str
    losses: int
    disruption: int
    damage: int
    hunts: int


class RaidMoved(EventData):
    """The present hex of a raid. [7.2]"""

    kind: ClassVar[str] = "raid.moved"

    raid: str
    hex: str


class RaidRecovered(EventData):
    """A raid lands. [7.6]"""

    kind: ClassVar[str] = "raid.recovered"

    weather: str
    disruption: int
    damage: int
    total: int
    losses: int


class RaidWithheld(EventData):
    """A card keeps a raid's counters off the map. [8.2]"""

    kind: ClassVar[str] = "raid.withheld"

    raid: str


class RaidsAlerted(EventData):
    """The bombers are on their guard against intruders. [12.2.4]"""

    kind: ClassVar[str] = "raids.alerted"


class RaidsDetected(EventData):
    """The hexes of raid counters and stream counters. [8.2, 8.2.1]"""

    kind: ClassVar[str] = "raids.detected"

    counters: list[str]
    streams: list[str]


class RaidsLifted(EventData):
    """The counters leave the map; their hexes are marked. [7.2, 7.2.5]"""

    kind: ClassVar[str] = "raids.lifted"

    tracks: list[str]


class RaidsNumbered(EventData):
    """The numbers by which the German player knows the raids over England. [8.3, 12.2.4]"""

    kind: ClassVar[str] = "raids.numbered"

    raids: list[str]


class RaidsPlotted(EventData):
    """The plot, for the British player alone. [3.5.2]"""

    kind: ClassVar[str] = "raids.plotted"

    raids: list[PlottedRaid]


class RaidsReady(EventData):
    """The raids are plotted. [3.5.2]"""

    kind: ClassVar[str] = "raids.ready"


class RecoveryRolled(EventData):
    """A unit lands. [7.4.4, 7.4.7]"""

    kind: ClassVar[str] = "recovery.rolled"

    unit: str
    weather: str
    total: int
    losses: int
    removed: bool


class ScrambleRolled(EventData):
    """A unit takes off. [7.4.2]"""

    kind: ClassVar[str] = "scramble.rolled"

    unit: str
    weather: str
    total: int
    losses: int
    depletes: bool


class TargetDrawn(EventData):
    """A target of the night, for the British player alone. [3.3, 4.5.1]"""

    kind: ClassVar[str] = "target.drawn"

    number: int
    city: str
    vp: int
    moon: int
    oil: bool


class FollowUpDrawn(EventData):
    """Both Main Forces go to one city. [4.5.2]"""

    kind: ClassVar[str] = "target.follow-up"

    city: str


class TargetRejected(EventData):
    """The night is too short for a follow-up; another chit is drawn. [4.5.3]"""

    kind: ClassVar[str] = "target.rejected"


class TurnBegins(EventData):
    """A turn begins. [5.0, 11.0]"""

    kind: ClassVar[str] = "turn.begins"

    turn: int
    twilight: bool


class TwilightRolled(EventData):
    """The turn on which twilight begins. [3.4.5]"""

    kind: ClassVar[str] = "twilight.rolled"

    turn: int


class UnitDepleted(EventData):
    """A unit is flipped to its depleted side. [9.8.1]"""

    kind: ClassVar[str] = "unit.depleted"

    unit: str


class UnitDiverted(EventData):
    """A unit that has diverted is out of play. [7.4.4]"""

    kind: ClassVar[str] = "unit.diverted"

    unit: str


class UnitUnderGci(EventData):
    """A unit takes a GCI marker. [9.3]"""

    kind: ClassVar[str] = "unit.gci"

    unit: str
    hex: str


class UnitHoming(EventData):
    """A unit turns for home. [7.4.3]"""

    kind: ClassVar[str] = "unit.homing"

    unit: str


class UnitInfiltrated(EventData):
    """A unit is inside a raid, which is named. [9.4.1]"""

    kind: ClassVar[str] = "unit.infiltrated"

    unit: str
    raid: str


class UnitLeftRaid(EventData):
    """A unit is in a hex of the raid that it has left. [9.4.3]"""

    kind: ClassVar[str] = "unit.left-raid"

    unit: str
    hex: str


class UnitMoved(EventData):
    """A unit moves. [7.1, 7.4.2]"""

    kind: ClassVar[str] = "unit.moved"

    unit: str
    start: str
    hex: str


class UnitReacted(EventData):
    """A unit reacts to falling bombs. [9.5.2]"""

    kind: ClassVar[str] = "unit.reacted"

    unit: str
    start: str
    hex: str


class UnitReady(EventData):
    """A unit may scramble again. [7.4.5]"""

    kind: ClassVar[str] = "unit.ready"

    unit: str


class UnitRearming(EventData):
    """A unit is in the Rearm & Refuel Box. [7.4.4, 7.4.6]"""

    kind: ClassVar[str] = "unit.rearming"

    unit: str


class UnitRecovering(EventData):
    """A unit comes in to land, at home or where it diverts to. [7.4.4]"""

    kind: ClassVar[str] = "unit.recovering"

    unit: str
    home: bool
    division: str


class UnitScrambled(EventData):
    """A unit takes off from its airfield's hex. [7.4.2]"""

    kind: ClassVar[str] = "unit.scrambled"

    unit: str
    hex: str
    fuel: int


class UnitStacked(EventData):
    """A unit stacks on a beacon or a city. [7.3]"""

    kind: ClassVar[str] = "unit.stacked"

    unit: str
    box: str
    hex: str


class StarUnitRolled(EventData):
    """A starred unit is available tonight, or not. [3.2.1]"""

    kind: ClassVar[str] = "unit.star"

    unit: str
    available: bool


class VisibilityRolled(EventData):
    """The visibility of the night. [3.4.4]"""

    kind: ClassVar[str] = "visibility.rolled"

    visibility: str


class WatchNothing(EventData):
    """The watchers see no raid. [8.2]"""

    kind: ClassVar[str] = "watch.nothing"


class WeatherAnnounced(EventData):
    """The order in which zones are given their weather. [3.4.1]"""

    kind: ClassVar[str] = "weather.announced"

    order: list[str]


class WeatherPlaced(EventData):
    """The weather of a zone. [3.4.1]"""

    kind: ClassVar[str] = "weather.placed"

    zone: str
    weather: str


class WeatherRejected(EventData):
    """A marker goes back, for there are crosses enough. [12.1.1]"""

    kind: ClassVar[str] = "weather.rejected"

    zone: str
    weather: str


class BadWeatherRolled(EventData):
    """The weather of the night is bad, or not. [12.1.1]"""

    kind: ClassVar[str] = "weather.rolled"

    bad: bool


class WindRolled(EventData):
    """Whither the wind blows in degrees, if there is any. [12.1.3]"""

    kind: ClassVar[str] = "wind.rolled"

    bearing: int | None
