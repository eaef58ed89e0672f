"""All that a year of Interceptor Ace tells, by kind: what is thrown, what it does, and what becomes of the pilot."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engine.kernel.events import EventData

CardResult = int | str
"""Result of a Combat Card: hits, `GP` for the group package or `DE` for destruction. [7.1.6]"""


class PilotEvent(EventData):
    """An event of one pilot's career."""

    seat: str


class EnemyEvent(PilotEvent):
    """An event of a pilot's career that an enemy has a part in."""

    enemy: str


# The calendar and the raid -----------------------------------------------------------------------------------------


class MonthBegins(EventData):
    """A month begins, and the Combat Cards are shuffled. [4.3.3]"""

    kind: ClassVar[str] = "month.begins"

    month: str
    raids: int


class RaidRolled(EventData):
    """A raid comes in by the Raid Chart. [6.1]"""

    kind: ClassVar[str] = "raid.rolled"

    total: int
    target: str
    zone: str


class RaidOutOfRange(PilotEvent):
    """The zone of a raid is greyed out for his aircraft. [4.6.3]"""

    kind: ClassVar[str] = "raid.out_of_range"

    target: str
    zone: str


class SortieBegins(PilotEvent):
    """The pilot takes off, to meet the raid from a box on. [6.1]"""

    kind: ClassVar[str] = "sortie.begins"

    target: str
    zone: str
    box: int


class SortieAborted(PilotEvent):
    """The pilot turns for home from a box. [7.4.2]"""

    kind: ClassVar[str] = "sortie.aborted"

    box: int


class SortieNotFlown(PilotEvent):
    """A line of the log passes without him. [4.3.2]"""

    kind: ClassVar[str] = "sortie.not-flown"

    reason: str
    target: str
    fatigue: int


class FieldWeatherRolled(EventData):
    """The weather at the field is rolled. [7.5]"""

    kind: ClassVar[str] = "weather.rolled"

    total: int
    weather: str
    landing: int


# Interception ------------------------------------------------------------------------------------------------------


class InterceptionRolled(PilotEvent):
    """A box is searched. [7.1.2]"""

    kind: ClassVar[str] = "interception.rolled"

    box: int
    total: int
    result: str
    orientation: str | None
    enemy: str | None
    navigation: bool
    """Navigation has found the raid. [7.7]"""


class TargetRolled(EventData):
    """A raid is met: what flies in it, and with what escort. [7.1.2]"""

    kind: ClassVar[str] = "target.rolled"

    bomber: str
    escort: str


class RandomEvent(PilotEvent):
    """A random event befalls him. [7.10]"""

    kind: ClassVar[str] = "random.event"

    total: int
    event: str


class EscortForced(PilotEvent):
    """Disadvantaged, he has to fight the escort. [7.1.2]"""

    kind: ClassVar[str] = "escort.forced"

    escort: str


class EscortEvaded(PilotEvent):
    """The pilot tries to slip away from the escort; without a die a cloud bank hides him. [7.1.10]"""

    kind: ClassVar[str] = "escort.evaded"

    die: int
    success: bool


# Passes at bombers -------------------------------------------------------------------------------------------------


class BomberChosen(EnemyEvent):
    """A bomber of the raid is chosen. [7.1.3]"""

    kind: ClassVar[str] = "bomber.chosen"

    bombs: bool


class BomberFlak(EnemyEvent):
    """Flak hits the bomber before the attack. [7.1.5]"""

    kind: ClassVar[str] = "bomber.flak"

    hits: int


class PositionRolled(PilotEvent):
    """The dice say where a pass begins. [10.5]"""

    kind: ClassVar[str] = "position.rolled"

    location: int
    altitude: str


class PositionTaken(PilotEvent):
    """The pilot takes a place round the bomber. [10.5]"""

    kind: ClassVar[str] = "position.taken"

    location: int
    altitude: str
    hits: int
    climbed: bool


class RocketsFired(PilotEvent):
    """The salvo of rockets is fired. [7.1.14]"""

    kind: ClassVar[str] = "rockets.fired"

    total: int
    hits: int
    loose: bool
    """The formation breaks up."""


class RocketsJettisoned(PilotEvent):
    """The rockets are dropped before a fight with a fighter. [7.1.14]"""

    kind: ClassVar[str] = "rockets.jettisoned"


class BurstRolled(PilotEvent):
    """An extended burst is rolled. [7.1.13]"""

    kind: ClassVar[str] = "burst.rolled"

    total: int
    extra: CardResult
    jam: str


class CardFlipped(PilotEvent):
    """A card is flipped that an Expert may redraw. [7.7]"""

    kind: ClassVar[str] = "card.flipped"

    card: int
    who: str
    fp: int
    result: CardResult
    jam: bool
    defence: str
    wingman_fp: int
    wingman_avoid: int
    wingman_improve: int


class AttackCard(PilotEvent):
    """The attack card of his forward weapons. [7.1.6]"""

    kind: ClassVar[str] = "attack.card"

    card: int
    fp: int
    column: int
    result: CardResult
    ammo: list[int]


class WeaponJam(PilotEvent):
    """A weapon row jams, is immune or is cleared. [7.1.6]"""

    kind: ClassVar[str] = "weapon.jam"

    weapon: str
    row: int
    outcome: str


class WeaponsJammed(PilotEvent):
    """An extended burst jams all weapon rows, unless the gunner clears them. [7.1.13]"""

    kind: ClassVar[str] = "weapons.jammed"

    outcome: str


class BomberAttacked(PilotEvent):
    """The hits of his fire on a bomber. [7.1.6]"""

    kind: ClassVar[str] = "bomber.attacked"

    aim: str
    result: CardResult
    hits: int
    aimed: bool
    reach: str


class BomberHit(EnemyEvent):
    """One hit on a bomber. [7.4]"""

    kind: ClassVar[str] = "bomber.hit"

    part: str
    roll: int
    by: str
    effect: bool
    detail: str
    destroyed: str
    gunners: int


class BomberDestroyedOutright(EnemyEvent):
    """A bomber is destroyed without a roll for hits. [7.4]"""

    kind: ClassVar[str] = "bomber.destroyed"

    by: str


class BomberFires(EnemyEvent):
    """The defensive fire of a bomber. [7.1.6]"""

    kind: ClassVar[str] = "bomber.fires"

    card: int
    fire: int
    hits: int


class Blast(PilotEvent):
    """Bombs that go off at close range may hit the attacker. [7.1.4]"""

    kind: ClassVar[str] = "blast"

    total: int
    hits: int


class BomberDown(EnemyEvent):
    """A bomber has been shot down. [7.4]"""

    kind: ClassVar[str] = "bomber.down"

    cause: str
    credit: str


# Fights with fighters ----------------------------------------------------------------------------------------------


class FighterEngaged(EnemyEvent):
    """A fight with an Allied fighter begins. [7.2.2]"""

    kind: ClassVar[str] = "fighter.engaged"

    quality: str
    die: int
    orientation: str
    sun: bool


class RoundEffect(EnemyEvent):
    """The effect of a card or manoeuvre in a round. [7.2.2.6]"""

    card: int
    name: str
    avoid: CardResult
    improve: int
    ends: bool
    fp: int


class EnemyDefends(RoundEffect):
    """The enemy defends by his card. [7.2.2.1]"""

    kind: ClassVar[str] = "enemy.defends"


class PilotDefends(RoundEffect):
    """The pilot defends by his card. [7.2.2.3]"""

    kind: ClassVar[str] = "pilot.defends"


class PilotManoeuvres(RoundEffect):
    """The pilot flies a manoeuvre. [7.2.2.2]"""

    kind: ClassVar[str] = "pilot.manoeuvres"


class WingmanCalled(RoundEffect):
    """The pilot calls his wingman. [7.2.2.3]"""

    kind: ClassVar[str] = "wingman.called"


class EnemyCard(EnemyEvent):
    """The enemy's attack card. [7.2.2.1]"""

    kind: ClassVar[str] = "enemy.card"

    card: int
    fp: int
    result: CardResult


class FighterAttacked(EnemyEvent):
    """The hits of his fire on a fighter. [7.2.2.1]"""

    kind: ClassVar[str] = "fighter.attacked"

    result: CardResult
    hits: int
    tail: bool
    group: bool


class FighterHit(EnemyEvent):
    """One hit on an Allied fighter. [7.4.1]"""

    kind: ClassVar[str] = "fighter.hit"

    part: str
    roll: int
    by: str
    effect: bool
    detail: str
    destroyed: str


class FighterDestroyedOutright(EnemyEvent):
    """An Allied fighter is destroyed without a roll for hits. [7.4]"""

    kind: ClassVar[str] = "fighter.destroyed"

    by: str


class GunnerFires(EnemyEvent):
    """The rear gunner shoots at the fighter behind. [7.2.2.4]"""

    kind: ClassVar[str] = "gunner.fires"

    card: int
    hits: int


class WingmanFighter(EnemyEvent):
    """The wingman attacks a fighter. [7.2.3.2]"""

    kind: ClassVar[str] = "wingman.fighter"

    card: int
    fp: int
    result: CardResult
    hits: int


class WingmanBomber(PilotEvent):
    """The wingman attacks a bomber. [7.2.3.1]"""

    kind: ClassVar[str] = "wingman.bomber"

    total: int
    result: int | str
    hits: int
    reach: str
    moved: bool
    """Range has changed his hits."""


class SixthSense(PilotEvent):
    """Sixth Sense turns destruction into hits. [7.7]"""

    kind: ClassVar[str] = "sixth.sense"

    hits: int


class ReflexesUsed(PilotEvent):
    """Reflexes gain a position. [7.7]"""

    kind: ClassVar[str] = "reflexes.used"

    orientation: str


class EnemyMod(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A modifier of the enemy's roll, as a row of value, reason and rule."""

    value: int
    reason: str
    rule: str


class InitiativeRolled(EnemyEvent):
    """Both sides roll for position. [7.2.2.7]"""

    kind: ClassVar[str] = "initiative.rolled"

    by: str
    die: int
    speed: int
    total: int
    enemy_die: int
    enemy_speed: int
    enemy_total: int
    enemy_mods: list[EnemyMod]
    gained: int
    helped: bool
    orientation: str


class EnemyDisengages(PilotEvent):
    """A hurt enemy tries to get away; without a die he does. [7.3.1]"""

    kind: ClassVar[str] = "enemy.disengages"

    die: int
    success: bool


class PilotDisengages(PilotEvent):
    """The pilot tries to get away; without a die he succeeds. [7.3]"""

    kind: ClassVar[str] = "pilot.disengages"

    die: int
    success: bool


class HelperFound(PilotEvent):
    """A fresh enemy may find the pilot who helps his comrade. [10.1.1]"""

    kind: ClassVar[str] = "helper.found"

    die: int
    found: bool


class DuelEnded(EnemyEvent):
    """A fight with a fighter is over. [7.2.2.9]"""

    kind: ClassVar[str] = "duel.ended"

    result: str


class FighterDown(EnemyEvent):
    """An Allied fighter has been shot down. [7.4]"""

    kind: ClassVar[str] = "fighter.down"

    cause: str
    credit: str


class EnemyHome(EnemyEvent):
    """A damaged enemy may crash on his way home. [7.4.3]"""

    kind: ClassVar[str] = "enemy.home"

    die: int
    chance: int
    crashed: bool


class EnemyWitnessed(EnemyEvent):
    """A crash on the way home counts if it was seen. [7.4.3]"""

    kind: ClassVar[str] = "enemy.witnessed"

    die: int
    seen: bool
    credit: str


# Events of his own aircraft ----------------------------------------------------------------------------------------


class InterceptorAttacked(EnemyEvent):
    """The hits of an enemy's fire on his aircraft. [7.2.2.1]"""

    kind: ClassVar[str] = "interceptor.attacked"

    result: CardResult
    hits: int
    tail: bool
    group: bool


class InterceptorHit(PilotEvent):
    """One hit on his aircraft. [7.4.1]"""

    kind: ClassVar[str] = "interceptor.hit"

    part: str
    roll: int
    effect: bool
    destroyed: str
    hits: int


class InterceptorTank(PilotEvent):
    """A hit on his fuel tank. [7.4.1]"""

    kind: ClassVar[str] = "interceptor.tank"

    roll: int
    total: int
    result: str
    hits: int


class InterceptorDestroyedOutright(EnemyEvent):
    """His aircraft is destroyed without a roll for hits. [7.4]"""

    kind: ClassVar[str] = "interceptor.destroyed"


class InterceptorDown(PilotEvent):
    """His aircraft is lost in the air. [7.4]"""

    kind: ClassVar[str] = "interceptor.down"

    cause: str


class CrewSpared(PilotEvent):
    """A hit on the cockpit hurts nobody. [7.4.7]"""

    kind: ClassVar[str] = "crew.spared"

    roll: int
    die: int


class CrewWounded(PilotEvent):
    """The pilot or the rear gunner is wounded. [7.4.8]"""

    kind: ClassVar[str] = "crew.wounded"

    who: str
    severity: str
    now: str
    face: int
    roll: int | msgspec.UnsetType = msgspec.UNSET
    """The roll of the hit, where a hit did it."""
    die: int | msgspec.UnsetType = msgspec.UNSET
    """The roll for who is hit, where a hit did it."""


class LandingRolled(PilotEvent):
    """The pilot lands. [7.4.4]"""

    kind: ClassVar[str] = "landing.rolled"

    total: int
    result: str
    forced: bool


class ParachuteRolled(PilotEvent):
    """One of the crew jumps. [7.6]"""

    kind: ClassVar[str] = "parachute.rolled"

    who: str
    total: int
    result: str


class PilotKilled(PilotEvent):
    """The pilot is dead. [5.1.3]"""

    kind: ClassVar[str] = "pilot.killed"

    cause: str


# Between sorties ---------------------------------------------------------------------------------------------------


class PilotPosted(PilotEvent):
    """The pilot gets his first unit. [4.1]"""

    kind: ClassVar[str] = "pilot.posted"

    die: int
    unit: str
    base: str
    zone: str
    month: str


class AircraftTaken(PilotEvent):
    """The pilot takes his first aircraft. [4.4.1]"""

    kind: ClassVar[str] = "aircraft.taken"

    model: str


class AircraftOffers(PilotEvent):
    """The types of a series that are on offer. [4.6.4]"""

    kind: ClassVar[str] = "aircraft.offers"

    series: str
    total: int
    models: list[str]


class AircraftUpgraded(PilotEvent):
    """The pilot pays prestige to exchange his aircraft. [9.2]"""

    kind: ClassVar[str] = "aircraft.upgraded"

    old: str
    model: str
    cost: int


class AircraftReplaced(PilotEvent):
    """The pilot receives another aircraft. [9.4, 9.5]"""

    kind: ClassVar[str] = "aircraft.replaced"

    model: str
    cause: str
    cost: int


class AircraftRepaired(PilotEvent):
    """His aircraft is repaired. [7.4.2]"""

    kind: ClassVar[str] = "aircraft.repaired"

    hits: int
    lines: int
    rough: bool


class AircraftScrounged(PilotEvent):
    """The pilot may find the parts for a repair in time. [7.9.2]"""

    kind: ClassVar[str] = "aircraft.scrounged"

    found: bool
    sure: bool


class AircraftWrittenOff(PilotEvent):
    """His aircraft is beyond repair. [7.4.2]"""

    kind: ClassVar[str] = "aircraft.written-off"

    hits: int
    old: str
    model: str


class AircraftLastOfItsKind(PilotEvent):
    """An aircraft is lost that does not come again. [9.8]"""

    kind: ClassVar[str] = "aircraft.last-of-its-kind"

    model: str


class AwardRolled(PilotEvent):
    """A grade of the Knight's Cross is rolled for. [7.8.7]"""

    kind: ClassVar[str] = "award.rolled"

    who: str
    award: str
    total: int
    won: bool


class AwardWon(PilotEvent):
    """Somebody is decorated. [7.8]"""

    kind: ClassVar[str] = "award.won"

    who: str
    award: str
    kills: int


class CareerAway(PilotEvent):
    """The pilot misses sorties. [7.4.2, 7.4.8]"""

    kind: ClassVar[str] = "career.away"

    cause: str
    lines: int


class CareerExperience(PilotEvent):
    """Somebody gains an Experience Point. [7.7]"""

    kind: ClassVar[str] = "career.experience"

    who: str
    points: int


class CareerPrestige(PilotEvent):
    """The pilot gains Prestige Points. [8.1]"""

    kind: ClassVar[str] = "career.prestige"

    cause: str
    points: int
    level: int
    won: int


class PromotionRolled(PilotEvent):
    """His promotion is looked at. [7.9.3]"""

    kind: ClassVar[str] = "promotion.rolled"

    rank: str
    next: str
    total: int
    promoted: bool


class CareerPromoted(PilotEvent):
    """The pilot is promoted. [7.9]"""

    kind: ClassVar[str] = "career.promoted"

    rank: str
    free_transfer: bool


class CareerReleased(PilotEvent):
    """The pilot leaves hospital. [9.4]"""

    kind: ClassVar[str] = "career.released"


class CareerRested(PilotEvent):
    """The pilot returns from leave. [10.3]"""

    kind: ClassVar[str] = "career.rested"


class CareerTransferred(PilotEvent):
    """The pilot moves to another unit. [4.6.1]"""

    kind: ClassVar[str] = "career.transferred"

    unit: str
    base: str
    zone: str
    free: bool


class SkillBought(PilotEvent):
    """Somebody learns a skill. [7.7]"""

    kind: ClassVar[str] = "skill.bought"

    who: str
    skill: str
    cost: int
    left: int


class WoundDuration(PilotEvent):
    """The number of sorties that a serious wound costs. [7.4.8]"""

    kind: ClassVar[str] = "wound.duration"

    who: str
    total: int
    lines: int


class WingmanBack(PilotEvent):
    """The wingman flies again. [7.2.3]"""

    kind: ClassVar[str] = "wingman.back"


class WingmanNew(PilotEvent):
    """A new wingman comes. [7.2.3]"""

    kind: ClassVar[str] = "wingman.new"

    points: int
    feldwebel: bool


class GunnerNew(PilotEvent):
    """A new rear gunner comes. [9.6]"""

    kind: ClassVar[str] = "gunner.new"

    points: int
    how: str


class GunnerLeft(PilotEvent):
    """The new aircraft has no seat for the rear gunner. [9.6]"""

    kind: ClassVar[str] = "gunner.left"


class GunnerKilled(PilotEvent):
    """The rear gunner is dead. [7.4.8]"""

    kind: ClassVar[str] = "gunner.killed"


class GunnerStandIn(PilotEvent):
    """Another flies for the wounded rear gunner. [7.4.8]"""

    kind: ClassVar[str] = "gunner.stand-in"

    wound: int
    lines: int


class GunnerBack(PilotEvent):
    """The rear gunner is fit again; he or the replacement flies on. [7.4.8]"""

    kind: ClassVar[str] = "gunner.back"

    kept: str


class GunnerRecalled(PilotEvent):
    """The old rear gunner is called back for prestige. [9.4]"""

    kind: ClassVar[str] = "gunner.recalled"


class BerlinShots(PilotEvent):
    """The pilot shoots at Hitler. [10.7]"""

    kind: ClassVar[str] = "berlin.shots"

    shots: int


class BerlinWound(PilotEvent):
    """The result of one shot. [10.7]"""

    kind: ClassVar[str] = "berlin.wound"

    wound: str


class BerlinEnd(PilotEvent):
    """The end of the attempt. [10.7]"""

    kind: ClassVar[str] = "berlin.end"

    succeeded: bool
    light: int
    serious: int


class AceMark(msgspec.Struct, frozen=True, gc=False):
    """The victories that an ace card asks for, and whether so many match it. [10.2.3]"""

    ace: str
    total: int
    kills: int
    matched: bool


class PilotCareerOver(PilotEvent):
    """The end of one career. [5.1.4]"""

    kind: ClassVar[str] = "career.over"

    name: str
    level: str
    band: str
    bombers: int
    fighters: int
    alive: bool
    death: str
    attempt: str
    flights: int
    rank: str
    awards: list[str]
    ace: AceMark | None


# The tabletop log --------------------------------------------------------------------------------------------------


class LoggedFight(msgspec.Struct, frozen=True, gc=False):
    """One enemy on a sheet that was written down. [4.3.2]"""

    enemy: str
    result: str
    by: str


class LogEntered(PilotEvent, kw_only=True):
    """A sortie that was flown with the printed game is written down. [4.3.2]"""

    kind: ClassVar[str] = "log.entered"

    flown: bool
    target: str
    weather: str
    fights: list[LoggedFight]
    hits: int
    end: str
    landing: str
    pilot_wound: str
    gunner_wound: str
    wounds: int | msgspec.UnsetType = msgspec.UNSET
    wingman: str
    events: list[str]
    used: list[str]
    rolls: dict[str, list[int]]
