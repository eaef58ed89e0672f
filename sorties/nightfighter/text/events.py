"""Sentences for the events of an interception."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.nightfighter.events.bombers import (
    BomberDisplaced,
    BomberEntered,
    BomberExited,
    BomberExitedUnseen,
    BombersMoved,
    ChitPulled,
    ContactLost,
    CounterEntered,
    CounterLow,
    CounterRevealed,
    CounterShifted,
    DiceHeard,
    FlaresDropped,
    FlaresOut,
    LocationRolled,
    PhantomLast,
    PhantomTested,
    TorpedoLaunched,
    UmpireChose,
    UmpireDecoy,
    UmpireGhost,
    V1Sighted,
    WaveThinned,
)
from engine.nightfighter.events.combat import (
    BomberCorkscrewed,
    BomberFired,
    BomberShotDown,
    BomberUnarmed,
    CombatAttacked,
    CombatFriendlyFire,
    CorkscrewFollowed,
    CorkscrewRolled,
    CorkscrewShadowed,
    CorkscrewWatched,
    DestructionRolled,
    FighterAvoided,
    FighterBlinded,
    FighterCollided,
    FighterCorkscrewed,
    FighterFiredAt,
    FighterFiredBack,
    FighterReactionRolled,
    FighterResponseRolled,
    FighterShotAt,
    IntruderAttacked,
    IntruderAttacks,
    IntruderDestroyed,
    IntruderLooked,
    IntruderMoved,
    ReactionRolled,
    ResponseRolled,
)
from engine.nightfighter.events.fighters import (
    ContrailMet,
    FighterDived,
    FighterDrifted,
    FighterEvaded,
    FighterExited,
    FighterLeftBox,
    FighterMoved,
    FighterTailWarning,
    FlakBurst,
    FlakHit,
    ZoneFlakRolled,
)
from engine.nightfighter.events.searches import (
    AiFixed,
    AiLost,
    AiRolled,
    RadarJammed,
    RadarResolved,
    RadarSearched,
    SearchlightFixed,
    SearchlightHandedOff,
    SearchlightHunts,
    SearchlightLost,
    SearchlightRolled,
    SearchlightSearched,
    SearchlightThrown,
    SerrateListened,
)
from engine.nightfighter.events.setting_up import (
    CountersPicked,
    FighterMusic,
    FighterPlaced,
    FighterReady,
    FighterWaits,
    InterceptionOver,
    SkyCloud,
    SkyMoon,
    SkySet,
    SkyVisibility,
    TurnBegan,
    VariantPicked,
)
from engine.nightfighter.events.tallies import (
    ContactIdentified,
    TallyCalled,
    TallyDropped,
    TallyGained,
    TallyHeld,
    TallyLooked,
    TallyLost,
    TallyRolled,
    TallySighted,
)
from engine.nightfighter.events.years import (
    CareerBegan,
    CareerCalendar,
    CareerCard,
    CareerCrewLost,
    CareerEngageRolled,
    CareerFlyRolled,
    CareerInjury,
    CareerLoads,
    CareerMedal,
    CareerMonth,
    CareerRaid,
    CareerRecovered,
    CareerRetrained,
    CareerSky,
    CareerWeek,
    LogNight,
    LogWeek,
    PilotYearOver,
    StaffelByDay,
    StaffelDayRolled,
    StaffelDebriefed,
    StaffelEvent,
    StaffelGoesOn,
    StaffelLands,
    StaffelOver,
    StaffelPassed,
    StaffelPlaced,
    StaffelReplaced,
    StaffelScrambled,
    StaffelWeekOver,
)
from play.games.text import EventSentences, EventT, GameText, Sentence, said, values_of
from sorties.nightfighter.text.names import DESTRUCTION, NAMES, VARIANTS

ThrownT = TypeVar("ThrownT", AiRolled, FlakBurst, SearchlightThrown)


def faces(thrown: Iterable[int]) -> str:
    """Say the dice that were thrown."""
    return ", ".join(map(str, thrown)) or "–"


def contact(number: int) -> str:
    """Name what the player has on the map; a bomber that he cannot see has no number."""
    return gettext("contact %(n)s") % {"n": number} if number else gettext("an unseen aircraft")


def begun(sentence: str) -> str:
    """Begin a sentence with a capital letter, also if a name comes first."""
    return sentence[:1].upper() + sentence[1:]


def _moved(event: BombersMoved, words: GameText) -> str:
    if not event.contacts:
        return gettext("The bombers fly on.")
    places = ", ".join(f"{one.contact}: {one.hex}" for one in event.contacts)
    return gettext("The bombers fly on. Contacts are now at %(places)s.") % {"places": places}


def _chose(event: UmpireChose, words: GameText) -> str:
    verb, _colon, rest = event.choice.partition(":")
    said = {
        "hex": rest.partition(":")[0],
        "mp": gettext("%(n)s MP") % {"n": rest},
        "delay": gettext("delayed by %(n)s") % {"n": rest} if rest != "0" else gettext("at once"),
    }.get(verb, str(NAMES.get(verb, verb)))
    if verb.isdecimal():
        said = gettext("attacker %(n)s") % {"n": verb}
    return gettext("The umpire chooses: %(choice)s.") % {"choice": said}


def _searched(event: RadarSearched, words: GameText) -> str:
    facts = {
        "radar": f"{event.radar} {event.letter}".strip(),
        "hex": event.hex,
        "sweeps": ", ".join(event.sweeps),
    }
    if event.same_hex:
        return gettext("%(radar)s in %(hex)s: contact, in this very hex.") % facts
    if event.contact and event.sweeps:
        return gettext("%(radar)s in %(hex)s: contact; it shows %(sweeps)s.") % facts
    if event.contact:
        return gettext("%(radar)s in %(hex)s: contact.") % facts
    if event.sweeps:
        return gettext("%(radar)s in %(hex)s: no contact; the sweep shows %(sweeps)s.") % facts
    return gettext("%(radar)s in %(hex)s: no contact.") % facts


def _lights(event: SearchlightSearched, words: GameText) -> str:
    facts = {"zone": event.zone, "faces": faces(event.faces)}
    if event.fixed:
        facts |= {"contact": contact(event.contact), "hex": event.hex}
        return gettext("Zone %(zone)s rolls %(faces)s and fixes %(contact)s in %(hex)s.") % facts
    return gettext("Zone %(zone)s rolls %(faces)s and fixes nothing.") % facts


def _called(event: TallyCalled, words: GameText) -> str:
    facts = {"faces": faces(event.faces), "cloud": event.cloud_face, "view": event.view_face}
    if event.cloud_face and event.view_face:
        return gettext("Sighting roll: %(faces)s; cloud die %(cloud)s, view die %(view)s.") % facts
    if event.cloud_face:
        return gettext("Sighting roll: %(faces)s; cloud die %(cloud)s.") % facts
    if event.view_face:
        return gettext("Sighting roll: %(faces)s; view die %(view)s.") % facts
    return gettext("Sighting roll: %(faces)s.") % facts


def _gained(event: TallyGained, words: GameText) -> str:
    facts = {"fighter": event.fighter, "contact": contact(event.contact), "hex": event.hex, "type": event.type}
    if event.type and event.good:
        return gettext("%(fighter)s tallies %(contact)s in %(hex)s: %(type)s, well placed to attack.") % facts
    if event.type:
        return gettext("%(fighter)s tallies %(contact)s in %(hex)s: %(type)s, poorly placed to attack.") % facts
    return gettext("%(fighter)s tallies something in %(hex)s: %(contact)s.") % facts


def _struck(hits: int) -> str:
    return ngettext("%(n)s hit", "%(n)s hits", hits) % {"n": hits}


def _attacked(event: CombatAttacked, words: GameText) -> str:
    facts = {
        "fighter": event.fighter,
        "contact": contact(event.contact),
        "total": event.total,
        "hits": _struck(event.hits),
    }
    if event.guns == "oblique":
        return gettext("%(fighter)s fires upwards at %(contact)s: %(total)s, %(hits)s.") % facts
    return gettext("%(fighter)s attacks %(contact)s: %(total)s, %(hits)s.") % facts


def _on_fighter(kind: type[FighterShotAt], sentence: Sentence) -> EventSentences:
    """Say an attack on a fighter, and whether it is shot down by it."""

    def say(event: FighterShotAt, words: GameText) -> str:
        shown = str(sentence % {"fighter": event.fighter, "total": event.total, "hits": _struck(event.hits)})
        return gettext("%(told)s It is shot down.") % {"told": shown} if event.destroyed else shown

    return said(kind, say)


def _response(event: ResponseRolled, words: GameText) -> str:
    facts = {"contact": contact(event.contact), "fighter": event.fighter, "total": event.total}
    if event.responds:
        return gettext("Response of %(contact)s to %(fighter)s: %(total)s, it has noticed.") % facts
    return gettext("Response of %(contact)s to %(fighter)s: %(total)s, none.") % facts


def _fighter_response(event: FighterResponseRolled, words: GameText) -> str:
    facts = {"fighter": event.fighter, "total": event.total}
    if event.responds:
        return gettext("%(fighter)s: response %(total)s, the crew has noticed.") % facts
    return gettext("%(fighter)s: response %(total)s, none.") % facts


def _reaction(event: ReactionRolled, words: GameText) -> str:
    facts = {"contact": contact(event.contact), "total": event.total, "what": str(NAMES[event.reaction])}
    return gettext("How %(contact)s responds: %(total)s, %(what)s.") % facts


def _fighter_reaction(event: FighterReactionRolled, words: GameText) -> str:
    facts = {"fighter": event.fighter, "total": event.total, "what": str(NAMES[event.reaction])}
    return gettext("How %(fighter)s responds: %(total)s, %(what)s.") % facts


def _corkscrewed(event: BomberCorkscrewed, words: GameText) -> str:
    if event.fighter:
        shown = {"contact": contact(event.contact), "fighter": event.fighter}
        return begun(gettext("%(contact)s corkscrews away from %(fighter)s.") % shown)
    return begun(gettext("%(contact)s corkscrews.") % {"contact": contact(event.contact)})


def _watched(event: CorkscrewWatched, words: GameText) -> str:
    facts = {"fighter": event.fighter, "faces": faces(event.faces), "side": str(NAMES.get(event.side, ""))}
    if event.side:
        return gettext("%(fighter)s rolls %(faces)s and sees it go: %(side)s.") % facts
    return gettext("%(fighter)s rolls %(faces)s and does not see where it goes.") % facts


def _either(kind: type[EventT], holds: Callable[[EventT], bool], yes: Sentence, no: Sentence) -> EventSentences:
    """Say an event in one of two forms; its data may hold a contact, dice and names."""

    def say(event: EventT, words: GameText) -> str:
        data = values_of(event)
        facts = {name: NAMES.get(value, value) if isinstance(value, str) else value for name, value in data.items()}
        if "contact" in data:
            facts["contact"] = contact(data["contact"])
        if "faces" in data:
            facts["faces"] = faces(data["faces"])
        return str((yes if holds(event) else no) % facts)

    return said(kind, say)


def _picked(event: VariantPicked, words: GameText) -> str:
    facts = {"variant": VARIANTS.get(event.variant, event.variant), "balance": event.balance}
    if not event.variant:
        return gettext("You pass.") if event.by_player else gettext("The umpire passes.")
    if event.by_player:
        return gettext("You pick %(variant)s. The balance stands at %(balance)s.") % facts
    return gettext("The umpire picks %(variant)s. The balance stands at %(balance)s.") % facts


STAFFEL_EVENTS: Mapping[str, Sentence] = {
    "ace": _("an ace is transferred to the Staffel: %(names)s"),
    "aircraft": _("one aircraft more arrives"),
    "controller": _("a good controller helps the Würzburg for a week"),
    "flu": _("influenza keeps crews on the ground next week: %(names)s"),
    "fog": _("fog makes every landing of the month harder"),
    "fuel": _("fuel is short: no second wave for a week"),
    "nothing": _("nothing out of the ordinary"),
    "promoted": _("the best crew is promoted away: %(names)s"),
    "radar": _("one aircraft gets a Lichtenstein"),
}


def _month(event: StaffelEvent, words: GameText) -> str:
    brought = str(STAFFEL_EVENTS[event.event] % {"names": ", ".join(event.names)})
    return gettext("The month, %(total)s: %(event)s.") % {"total": event.total, "event": brought}


def _debriefed(event: StaffelDebriefed, words: GameText) -> str:
    facts = {"crew": event.crew, "total": event.total}
    facts["kills"] = ngettext("%(n)s kill", "%(n)s kills", event.kills) % {"n": event.kills}
    if event.lost:
        return gettext("%(crew)s: %(kills)s, and shot down. Points: %(total)s.") % facts
    return gettext("%(crew)s: %(kills)s. Points: %(total)s.") % facts


def _with_faces(kind: type[ThrownT], sentence: Sentence) -> EventSentences:
    """Say an event whose data hold dice."""
    return said(kind, lambda event, words: str(sentence % {**values_of(event), "faces": faces(event.faces)}))


def _shifted(event: CounterShifted, words: GameText) -> str:
    facts = {"contact": contact(event.contact), "hex": event.hex}
    if not event.hex:
        return gettext("Radar follows %(contact)s off the map.") % facts
    if event.exact:
        return gettext("Radar finds %(contact)s in %(hex)s.") % facts
    return gettext("Radar narrows %(contact)s down; its counter moves to %(hex)s.") % facts


def _located(event: LocationRolled, words: GameText) -> str:
    facts = {"contact": contact(event.contact), "hex": event.hex}
    if not event.hex:
        return gettext("Location of %(contact)s: nowhere that this search covers.") % facts
    if event.found:
        return gettext("Location of %(contact)s: %(hex)s, within the search.") % facts
    return gettext("Location of %(contact)s: %(hex)s, outside the search.") % facts


def _last(event: PhantomLast, words: GameText) -> str:
    if event.gone:
        return gettext("The counter left over has flown off the map: that was the bomber.")
    return begun(gettext("%(contact)s is the only counter left for its bomber.") % {"contact": contact(event.contact)})


def _revealed(event: CounterRevealed, words: GameText) -> str:
    if event.type:
        return begun(gettext("%(contact)s is a %(type)s.") % {"contact": contact(event.contact), "type": event.type})
    return begun(gettext("%(contact)s is one of our own. No attack.") % {"contact": contact(event.contact)})


def _wreck(event: DestructionRolled, words: GameText) -> str:
    return str(DESTRUCTION[event.result] % {"fighter": event.fighter})


def _avoided(event: FighterAvoided, words: GameText) -> str:
    facts = {"fighter": event.fighter, "way": str(NAMES[event.way])}
    if event.way == "collision":
        return gettext("%(fighter)s cannot avoid the wreck.") % facts
    if event.oblique:
        return gettext("%(fighter)s is below and clear of the wreck.") % facts
    return gettext("%(fighter)s swerves: %(way)s.") % facts


def _raid(event: CareerRaid, words: GameText) -> str:
    facts = {"title": event.title, "n": event.bombers}
    if event.low:
        return gettext("%(title)s: minelayers at low altitude, %(n)s bombers.") % facts
    if event.massive:
        return gettext("%(title)s: a massive raid, %(n)s bombers.") % facts
    return gettext("%(title)s: %(n)s bombers.") % facts


def _loads(event: CareerLoads, words: GameText) -> str:
    carrying = [(place, sets) for place, sets in enumerate(event.loads) if sets]
    if not carrying:
        return gettext("None of the bombers carries a warning set.")
    said = "; ".join(f"{place}: {', '.join(sets)}" for place, sets in carrying)
    return gettext("Attackers that carry warning sets, by number: %(said)s.") % {"said": said}


def _card(event: CareerCard, words: GameText) -> str:
    if event.joker:
        return gettext("The card is a Joker: no engagement.")
    return gettext("The card is %(card)s.") % {"card": _suited(event.card)}


def _calendar(event: CareerCalendar, words: GameText) -> str:
    if event.joker:
        return gettext("The season’s card for this night is a Joker: no raid.")
    return gettext("The season’s card for this night is %(card)s.") % {"card": _suited(event.card)}


def _suited(card: str) -> str:
    suits = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    return card[:-1] + suits[card[-1]]


def _injury(event: CareerInjury, words: GameText) -> str:
    facts = {"total": event.total, "what": str(NAMES[event.result]), "weeks": event.weeks}
    if event.weeks:
        return ngettext(
            "The crew: %(total)s, %(what)s; he is out for %(weeks)s week.",
            "The crew: %(total)s, %(what)s; he is out for %(weeks)s weeks.",
            event.weeks,
        ) % facts  # fmt: skip
    return gettext("The crew: %(total)s, %(what)s.") % facts


def year_over(result: str, end: str, kills: int) -> str:
    """Say how a pilot's or a Staffel's year ended."""
    facts = {"result": str(NAMES[result]), "end": str(NAMES[end]), "kills": kills}
    return gettext("The year ends. %(end)s: %(result)s. Kills: %(kills)s.") % facts


def _night_written(event: LogNight | LogWeek, words: GameText) -> str:
    fell = ", ".join(f"{one.count} {one.type}" for one in event.fallen) or gettext("nothing")
    facts = {"fallen": fell, "hits": event.hits}
    if event.lost:
        return gettext("Recorded: shot down %(fallen)s; the aircraft was lost.") % facts
    return gettext("Recorded: shot down %(fallen)s; hits taken: %(hits)s.") % facts


def _week_written(event: LogWeek, words: GameText) -> str:
    if not event.flew:
        return gettext("Recorded: he stayed on the ground.")
    return _night_written(event, words) if event.card else gettext("Recorded: he met nobody.")


def night_over(result: str, kills: int, losses: int) -> str:
    """Say how a night ended."""
    facts = {"result": str(NAMES[result]), "kills": kills, "losses": losses}
    return gettext("The night is over: %(result)s. Shot down: %(kills)s; own losses: %(losses)s.") % facts


def _music(event: FighterMusic, words: GameText) -> str:
    if event.fitted:
        return gettext("%(fighter)s has schräge Musik fitted.") % {"fighter": event.fighter}
    return gettext("%(fighter)s has no schräge Musik.") % {"fighter": event.fighter}


def _ready(event: FighterReady, words: GameText) -> str:
    facts = {**values_of(event), "pilot": str(NAMES[event.pilot])}
    if event.ai:
        return gettext("%(fighter)s: %(type)s, number %(number)s, %(pilot)s, %(ai)s.") % facts
    return gettext("%(fighter)s: %(type)s, number %(number)s, %(pilot)s, no radar.") % facts


def _identified(event: ContactIdentified, words: GameText) -> str:
    facts = {"fighter": event.fighter, "contact": contact(event.contact), "type": event.type}
    if event.type:
        return gettext("%(fighter)s identifies %(contact)s: %(type)s.") % facts
    return gettext("%(fighter)s looks closely at %(contact)s.") % facts


def _flak(event: FlakHit, words: GameText) -> str:
    facts = {"fighter": event.fighter, "hits": _struck(event.hits)}
    if event.destroyed:
        return gettext("Flak shoots %(fighter)s down: %(hits)s.") % facts
    return gettext("Flak on %(fighter)s: %(hits)s.") % facts


def _fired_at(event: FighterFiredAt, words: GameText) -> str:
    if event.destroyed:
        return gettext("%(fighter)s is fired at and shot down.") % {"fighter": event.fighter}
    return gettext("%(fighter)s is fired at: %(hits)s.") % {"fighter": event.fighter, "hits": _struck(event.hits)}


def _fired_back(event: FighterFiredBack, words: GameText) -> str:
    facts = {"fighter": event.fighter, "total": event.total, "hits": _struck(event.hits)}
    return gettext("The gunner of %(fighter)s fires back: %(total)s, %(hits)s.") % facts


EVENTS: EventSentences = {
    AiFixed: _("%(fighter)s fixes contact %(contact)s by radar in %(hex)s, heading %(facing)s."),
    AiLost: _("%(fighter)s loses contact %(contact)s from its radar."),
    **_with_faces(AiRolled, _("%(fighter)s works its jammed radar: %(faces)s.")),
    **said(BomberCorkscrewed, _corkscrewed),
    BomberShotDown: _("%(fighter)s has shot down a %(type)s."),
    BomberDisplaced: _("Attacker %(bomber)s slips away: %(side)s, %(hex)s."),
    BomberEntered: _("Attacker %(bomber)s, %(type)s, enters and is at %(hex)s."),
    BomberExited: _("Contact %(contact)s flies off the map."),
    BomberExitedUnseen: _("Attacker %(bomber)s flies off the map."),
    **_on_fighter(BomberFired, _("Gunners fire at %(fighter)s: %(total)s, %(hits)s.")),
    BomberUnarmed: _("It would fire at %(fighter)s, but has no guns."),
    **said(BombersMoved, _moved),
    **said(LogNight, _night_written),
    **said(LogWeek, _week_written),
    CareerBegan: _("He joins his Staffel (%(pilot)s pilot) with a %(type)s. Kills: %(kills)s."),
    **said(CareerCalendar, _calendar),
    **said(CareerCard, _card),
    CareerCrewLost: _("A man of his crew is lost. Kills count %(kills)s now, points %(points)s."),
    **_either(
        CareerEngageRolled,
        lambda event: event.engages,
        _("In the air: %(faces)s. He meets the enemy."),
        _("In the air: %(faces)s. He meets nobody."),
    ),
    **_either(
        CareerFlyRolled,
        lambda event: event.flies,
        _("To fly: %(faces)s. He takes off."),
        _("To fly: %(faces)s. He stays on the ground."),
    ),
    **said(CareerInjury, _injury),
    **said(CareerLoads, _loads),
    CareerMedal: _("He is awarded: %(medal)s."),
    CareerMonth: _("%(month)s: the pack is shuffled."),
    **said(PilotYearOver, lambda event, words: year_over(event.result, event.end, event.kills)),
    **said(CareerRaid, _raid),
    CareerRecovered: _("Coming home: %(total)s, %(result)s."),
    CareerRetrained: _("He retrains and flies a %(type)s from now on."),
    **_either(
        CareerSky,
        lambda event: event.moon_up,
        _("The night: visibility %(visibility)s, cloud %(cloud)s, the moon is up."),
        _("The night: visibility %(visibility)s, cloud %(cloud)s, no moon."),
    ),
    CareerWeek: _("Week %(week)s, from %(monday)s; moon: %(moon)s."),
    ChitPulled: _("The chit reads %(columns)s."),
    **said(CombatAttacked, _attacked),
    CombatFriendlyFire: _("%(fighter)s has fired at one of its own."),
    **said(ContactIdentified, _identified),
    ContactLost: _("Contact %(contact)s is lost from sight."),
    ContrailMet: _("%(fighter)s meets a contrail."),
    **_either(
        CorkscrewFollowed,
        lambda event: event.found,
        _("%(fighter)s follows to %(hex)s and is still behind it."),
        _("%(fighter)s follows to %(hex)s and has lost it."),
    ),
    CorkscrewRolled: _("Attacker %(bomber)s corkscrews: %(side)s, %(hex)s."),
    **_either(
        CorkscrewShadowed,
        lambda event: event.kept,
        _("%(fighter)s follows the corkscrew: %(faces)s."),
        _("%(fighter)s is shaken off: %(faces)s."),
    ),
    **said(CorkscrewWatched, _watched),
    CounterEntered: _("Contact %(contact)s, %(type)s, comes in at %(hex)s."),
    CounterLow: _("Contact %(contact)s is uncertain again."),
    **said(CounterRevealed, _revealed),
    **said(CounterShifted, _shifted),
    CountersPicked: _("Counters are picked: %(type)s, %(count)s."),
    **said(DestructionRolled, _wreck),
    DiceHeard: _("Dice rattle behind the umpire’s screen."),
    **said(FighterAvoided, _avoided),
    FighterBlinded: _("%(fighter)s is blinded; turns: %(turns)s."),
    **_on_fighter(FighterCollided, _("%(fighter)s collides: %(total)s, %(hits)s.")),
    FighterCorkscrewed: _("%(fighter)s corkscrews to %(hex)s."),
    FighterDived: _("%(fighter)s dives; dives left: %(dives)s."),
    **_either(
        FighterDrifted,
        lambda event: event.drifted,
        _("%(fighter)s has drifted to %(hex)s."),
        _("%(fighter)s holds its place in %(hex)s."),
    ),
    FighterEvaded: _("%(fighter)s evades at full throttle."),
    FighterExited: _("%(fighter)s leaves the map."),
    **said(FighterFiredAt, _fired_at),
    **said(FighterFiredBack, _fired_back),
    FighterLeftBox: _("%(fighter)s leaves the radio beacon for %(hex)s, heading %(facing)s."),
    FighterMoved: _("%(fighter)s flies from %(origin)s to %(hex)s, heading %(facing)s; MP: %(mp)s."),
    **said(FighterMusic, _music),
    FighterPlaced: _("%(fighter)s starts in %(hex)s, heading %(facing)s."),
    **said(FighterReactionRolled, _fighter_reaction),
    **said(FighterReady, _ready),
    **said(FighterResponseRolled, _fighter_response),
    FighterWaits: _("%(fighter)s waits for turn %(until)s."),
    FighterTailWarning: _("Tail warning for %(fighter)s!"),
    **_with_faces(FlakBurst, _("Flak bursts: %(faces)s.")),
    **said(FlakHit, _flak),
    **_either(
        ZoneFlakRolled,
        lambda event: event.fires,
        _("Flak: %(total)s. The guns have a target."),
        _("Flak: %(total)s. Nothing."),
    ),
    FlaresDropped: _("Flares light the task force until turn %(until)s."),
    FlaresOut: _("The flares have gone out."),
    **_on_fighter(IntruderAttacked, _("The intruder fires at %(fighter)s: %(total)s, %(hits)s.")),
    IntruderAttacks: _("An intruder attacks %(fighter)s!"),
    IntruderDestroyed: _("%(fighter)s has shot down the intruder, a %(type)s."),
    **_either(
        IntruderLooked,
        lambda event: event.tallied,
        _("Intruder %(bomber)s sees %(fighter)s: %(faces)s."),
        _("Intruder %(bomber)s sees nothing: %(faces)s."),
    ),
    IntruderMoved: _("Intruder %(bomber)s is at %(hex)s, heading %(facing)s: %(behaviour)s."),
    **said(LocationRolled, _located),
    **said(InterceptionOver, lambda event, words: night_over(event.result, event.kills, event.losses)),
    **said(PhantomLast, _last),
    **_either(
        PhantomTested,
        lambda event: event.real,
        _("Of %(counters)s counters %(contact)s is tested: %(die)s. It is the bomber."),
        _("Of %(counters)s counters %(contact)s is tested: %(die)s. It was a phantom."),
    ),
    **_either(
        RadarJammed,
        lambda event: event.removed,
        _("%(radar)s %(letter)s is jammed and shows nothing."),
        _("%(radar)s %(letter)s works in spite of jamming."),
    ),
    **_either(
        RadarResolved,
        lambda event: event.success,
        _("%(radar)s on %(contact)s: %(total)s, with %(needed)s needed. It finds something."),
        _("%(radar)s on %(contact)s: %(total)s, with %(needed)s needed. Nothing new."),
    ),
    **said(RadarSearched, _searched),
    **said(ReactionRolled, _reaction),
    **said(ResponseRolled, _response),
    SearchlightFixed: _("Searchlights of zone %(zone)s hold contact %(contact)s in %(hex)s."),
    **_either(
        SearchlightHandedOff,
        lambda event: event.kept,
        _("The lights of zone %(zone)s take %(contact)s over: %(faces)s."),
        _("The lights of zone %(zone)s miss %(contact)s: %(faces)s."),
    ),
    SearchlightHunts: _("Searchlights hunt in zone %(zone)s, about %(hex)s."),
    SearchlightLost: _("Contact %(contact)s flies out of the lights."),
    **_either(
        SearchlightRolled,
        lambda event: event.success,
        _("Zone %(zone)s searches for %(contact)s: %(faces)s. A beam has it."),
        _("Zone %(zone)s searches for %(contact)s: %(faces)s. Nothing."),
    ),
    **said(SearchlightSearched, _lights),
    **_with_faces(SearchlightThrown, _("The searchlights of zone %(zone)s roll %(faces)s.")),
    **_either(
        SerrateListened,
        lambda event: event.reveals,
        _("Serrate on %(contact)s: %(die)s. Something there."),
        _("Serrate on %(contact)s: %(die)s. Nothing."),
    ),
    SkyCloud: _("Cloud: %(total)s, %(cloud)s."),
    SkyMoon: _("Moon: %(total)s, %(moon)s."),
    SkySet: _("Moon: %(moon)s. Visibility: %(visibility)s. Cloud: %(cloud)s."),
    SkyVisibility: _("Visibility: %(total)s, %(visibility)s."),
    StaffelByDay: _("%(crew)s has to fly by day, and takes losses."),
    **_either(
        StaffelDayRolled,
        lambda event: event.sent,
        _("By day: a seasoned crew has to fly."),
        _("By day: no crew is sent up."),
    ),
    **said(StaffelDebriefed, _debriefed),
    **said(StaffelEvent, _month),
    **_either(
        StaffelGoesOn,
        lambda event: event.goes_on,
        _("Does the night go on? %(total)s: it does."),
        _("Does the night go on? %(total)s: it is over."),
    ),
    StaffelLands: _("%(crew)s comes home."),
    StaffelOver: _("The Staffel’s year is over: %(result)s. Points: %(points)s; kills: %(kills)s."),
    StaffelPassed: _("No patrol over %(box)s: the raid passes. Points: %(points)s."),
    StaffelPlaced: _("%(crew)s patrols over %(box)s in the %(wave)s wave, with a %(type)s."),
    StaffelReplaced: _("%(month)s: new crews %(crews)s, new aircraft %(machines)s."),
    StaffelScrambled: _("%(crew)s flies (%(pilot)s crew); kills: %(kills)s."),
    StaffelWeekOver: _("Week %(week)s is over. Points: %(points)s; crews: %(crews)s."),
    **said(TallyCalled, _called),
    TallyDropped: _("%(fighter)s lets contact %(contact)s go."),
    **said(TallyGained, _gained),
    TallyHeld: _("%(fighter)s keeps contact %(contact)s in sight."),
    **_either(
        TallyLooked,
        lambda event: event.success,
        _("%(fighter)s looks for %(contact)s: %(faces)s. It may have seen something."),
        _("%(fighter)s looks for %(contact)s: %(faces)s. Nothing."),
    ),
    TallyLost: _("%(fighter)s has lost sight of contact %(contact)s."),
    **_either(
        TallyRolled,
        lambda event: event.tallied,
        _("%(fighter)s looks for %(contact)s where it is fixed: %(faces)s. There it is."),
        _("%(fighter)s looks for %(contact)s where it is fixed: %(faces)s. Nothing."),
    ),
    TallySighted: _("Contact %(contact)s is sighted in %(hex)s, heading %(facing)s."),
    **_either(
        TorpedoLaunched,
        lambda event: event.illuminated,
        _("A torpedo is launched at ships lit by flares: %(points)s points, %(total)s in all."),
        _("A torpedo is launched in the dark; points: %(points)s, in all %(total)s."),
    ),
    TurnBegan: _("Turn %(turn)s."),
    **said(UmpireChose, _chose),
    **_either(
        UmpireDecoy,
        lambda event: event.rattles,
        _("The umpire rattles his dice as a bluff."),
        _("The umpire keeps his dice still."),
    ),
    UmpireGhost: _("The umpire makes up an aircraft at %(hex)s."),
    V1Sighted: _("A flying bomb, contact %(contact)s, comes in at %(hex)s."),
    **said(VariantPicked, _picked),
    WaveThinned: _("No bomber comes down column %(column)s this turn."),
}
