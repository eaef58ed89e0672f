"""Sentences for Bomber Command's events."""

from collections.abc import Callable

import msgspec
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.bomber_command import events
from engine.bomber_command.state import BRITISH
from play.games.text import EventSentences, EventT, GameText, Sentence, said


def where(city: str, hex_: str, words: GameText) -> str:
    """Say a city, else a hex, else nothing that could be given away."""
    return str(words.name(city)) if city else hex_ or gettext("somewhere along the stream")


def begun(text: str) -> str:
    """Begin a sentence with a capital."""
    return text[:1].upper() + text[1:]


def attack_rolled(event: events.AttackRolled, words: GameText) -> str:
    """Say what a nightfighter attack did."""
    if event.disruption:
        sentence = ngettext(
            "%(unit)s, %(attack)s, %(where)s: total %(total)s, %(losses)s bomber lost, disrupted.",
            "%(unit)s, %(attack)s, %(where)s: total %(total)s, %(losses)s bombers lost, disrupted.",
            event.losses,
        )
    else:
        sentence = ngettext(
            "%(unit)s, %(attack)s, %(where)s: total %(total)s, %(losses)s bomber lost.",
            "%(unit)s, %(attack)s, %(where)s: total %(total)s, %(losses)s bombers lost.",
            event.losses,
        )
    return sentence % {
        "unit": words.name(event.unit),
        "attack": words.name(event.attack),
        "where": where(event.city, event.hex, words),
        "total": event.total,
        "losses": event.losses,
    }


def flak_rolled(event: events.RaidFlakRolled, words: GameText) -> str:
    """Say what a flak attack did."""
    return gettext(
        "%(attack)s, %(where)s: total %(total)s, bombers lost %(losses)s, disruption %(disruption)s, damage %(damage)s."
    ) % {
        "attack": begun(words.name(event.attack)),
        "where": where(event.city, event.hex, words),
        "total": event.total,
        "losses": event.losses,
        "disruption": event.disruption,
        "damage": event.damage,
    }


def combat_marked(event: events.CombatMarked, words: GameText) -> str:
    """Say where combat is declared."""
    attack, place = begun(words.name(event.attack)), where(event.city, event.hex, words)
    return gettext("%(attack)s is declared: %(where)s.") % {"attack": attack, "where": place}


def raids_detected(event: events.RaidsDetected, words: GameText) -> str:
    """Say the hexes of the counters."""
    facts = {"counters": words.name(event.counters) or "–", "streams": words.name(event.streams)}
    if event.streams:
        return gettext("Raids at %(counters)s, bomber streams at %(streams)s.") % facts
    if event.counters:
        return gettext("Raids at %(counters)s.") % facts
    return gettext("No raid is on the map.")


def card_played(event: events.CardPlayed, words: GameText) -> str:
    """Say who played a card."""
    if event.seat == BRITISH:
        return gettext("The British player plays %(title)s.") % {"title": event.title}
    return gettext("The German player plays %(title)s.") % {"title": event.title}


def card_cancelled(event: events.CardCancelled, words: GameText) -> str:
    """Say by what a card was cancelled."""
    return gettext("%(title)s is cancelled by %(by)s.") % {"title": event.title, "by": words.name(event.by)}


def cards_discarded(event: events.CardsDiscarded, words: GameText) -> str:
    """Say which cards were discarded."""
    if event.seat == BRITISH:
        return gettext("The British player discards %(cards)s.") % {"cards": words.name(event.cards)}
    return gettext("The German player discards %(cards)s.") % {"cards": words.name(event.cards)}


def cards_drawn(event: events.CardsDrawn, words: GameText) -> str:
    """Say how many cards were drawn."""
    facts = {"count": event.count, "left": event.left}
    if event.seat == BRITISH:
        return gettext("The British player draws cards: %(count)s; left in the deck: %(left)s.") % facts
    return gettext("The German player draws cards: %(count)s; left in the deck: %(left)s.") % facts


def either(kind: type[EventT], is_so: Callable[[EventT], object], yes: Sentence, no: Sentence) -> EventSentences:
    """Return the entry of an event whose sentence depends on a yes or no."""

    def say(event: EventT, words: GameText) -> str:
        values = msgspec.structs.asdict(event)
        # A plural counts a number, which is no name.
        facts = {name: value if type(value) is int else words.name(value) for name, value in values.items()}
        return str((yes if is_so(event) else no) % facts)

    return said(kind, say)


def raids_plotted(event: events.RaidsPlotted, words: GameText) -> str:
    """Say what was plotted, to the British player only."""
    lines = [
        gettext("%(letter)s: %(kind)s, %(target)s, enters on turn %(turn)s")
        % {
            "letter": raid.letter,
            "kind": words.name(raid.kind),
            "target": words.name(raid.target) or "–",
            "turn": raid.turn,
        }
        for raid in event.raids
    ]
    return gettext("The plot: %(raids)s.") % {"raids": "; ".join(lines)}


def raids_numbered(event: events.RaidsNumbered, words: GameText) -> str:
    """Say which raid over England goes by which number, to the British player only."""
    pairs = ", ".join(f"{at} = {letter}" for at, letter in enumerate(event.raids, start=1))
    return gettext("The German player knows the raids over England by number: %(pairs)s.") % {"pairs": pairs}


def raid_final(event: events.RaidUncovered, words: GameText) -> str:
    """Say at the end what a raid was and lost."""
    facts = {
        "raid": event.raid,
        "what": words.name(event.what),
        "target": words.name(event.target),
        "losses": event.losses,
    }
    if event.target:
        return gettext("Raid %(raid)s was a %(what)s to %(target)s: lost %(losses)s.") % facts
    return gettext("Raid %(raid)s was a %(what)s: lost %(losses)s.") % facts


EVENTS: EventSentences = {
    events.AccidentRolled: ngettext_lazy(
        "An accident costs %(unit)s %(losses)s more fighter.",
        "An accident costs %(unit)s %(losses)s more fighters.",
        "losses",
    ),
    events.AccuracyCounted: _("Bombing accuracy over %(city)s: %(value)s."),
    **either(
        events.AirfieldAttacked,
        lambda event: event.closed,
        _("The airfield of %(unit)s is attacked: total %(total)s, closed."),
        _("The airfield of %(unit)s is attacked: total %(total)s, still open."),
    ),
    events.AttackCancelled: _("The attack of %(unit)s is not made."),
    **said(events.AttackRolled, attack_rolled),
    **either(
        events.BoarDeclared,
        lambda event: event.stacked,
        _("%(unit)s, stacked over %(city)s, will attack as a Wild Boar."),
        _("%(unit)s will attack late over %(city)s."),
    ),
    events.BombMoved: _("A counter of %(bomb)s moves from %(start)s to %(area)s."),
    events.BombPlaced: _("A counter of %(bomb)s falls in %(area)s."),
    events.BombingAimed: _("Aimpoint %(aimpoint)s, approach over %(approach)s, weather over the target: %(weather)s."),
    events.BombingBegins: _("The bombing of %(city)s is resolved; disruption %(disruption)s."),
    events.BombingCreepback: _("Creepback: %(counters)s counters shift from %(area)s to %(end)s."),
    events.BombingEnds: _("The bombing of %(city)s is over: major fires %(fires)s, counters lost %(lost)s."),
    events.BombsDropping: _("Bombs fall on %(city)s."),
    events.BombsLoaded: _("Dropped: %(he)s HE, %(incendiary)s incendiary; concentration %(concentration)s."),
    events.BritishAttackRolled: _("%(by)s attacks %(unit)s: total %(total)s, fighters lost %(losses)s."),
    **said(events.CardCancelled, card_cancelled),
    **said(events.CardsDiscarded, cards_discarded),
    events.CardDrawn: _("You draw %(title)s."),
    events.CardWithoutTarget: _("%(title)s finds no target."),
    **said(events.CardPlayed, card_played),
    **said(events.CardsDrawn, cards_drawn),
    events.CollisionRolled: ngettext_lazy(
        "A collision: %(losses)s bomber, if there is a stream.",
        "A collision: %(losses)s bombers, if there is a stream.",
        "losses",
    ),
    **said(events.CombatMarked, combat_marked),
    events.CounterFaked: _("A false counter stands at %(hex)s."),
    events.CounterFalse: _("There is no raid at %(hex)s: the counter was false."),
    events.DamageSpent: _("%(unit)s uses flak damage."),
    events.DefenceRolled: _("The bombers fire at %(unit)s: total %(total)s, fighters lost %(losses)s."),
    events.DetectionRolled: _("Detection: total %(total)s against jamming level %(level)s finds %(found)s."),
    events.ErrorCounted: _("Bombing error over %(city)s: %(value)s."),
    events.FightersLost: ngettext_lazy(
        "%(unit)s loses %(losses)s fighter to %(cause)s.", "%(unit)s loses %(losses)s fighters to %(cause)s.", "losses"
    ),
    events.FirePrevented: _("Civil defence stops a fire in %(area)s."),
    events.FireStarted: ngettext_lazy(
        "%(fires)s major fire starts in %(area)s.", "%(fires)s major fires start in %(area)s.", "fires"
    ),
    **either(
        events.FirestormRolled,
        lambda event: event.storm,
        _("Firestorm in %(area)s! Total %(total)s under %(fires)s fires."),
        _("No firestorm in %(area)s: total %(total)s, fires %(fires)s."),
    ),
    events.FlakMoved: _("Mobile flak moves to %(city)s."),
    events.FlakOnFighterRolled: _("The flak of %(city)s fires at %(unit)s: total %(total)s, fighters lost %(losses)s."),
    **either(
        events.FlakRisked,
        lambda event: event.hit,
        _("%(unit)s is hit by its own flak."),
        _("%(unit)s comes through its own flak."),
    ),
    **said(events.RaidFlakRolled, flak_rolled),
    events.FlakStripped: _("%(city)s loses its flak."),
    events.FuelAdded: _("%(unit)s has fuel for %(fuel)s turns."),
    events.FuelOut: _("%(unit)s is out of fuel and must land."),
    **either(
        events.InfiltrationRolled,
        lambda event: event.inside,
        _("%(unit)s gets into the stream at %(hex)s: total %(total)s against %(value)s."),
        _("%(unit)s does not find a way in at %(hex)s: total %(total)s against %(value)s."),
    ),
    events.IntruderDeclared: _("%(unit)s flies as an intruder."),
    events.JammingMoved: _("The jamming level is now %(level)s."),
    events.MarkerPlaced: _("%(marker)s comes into play."),
    events.MarkingDrifted: _(
        "The Target Indicators drift in direction %(side)s to %(ti)s; the approach is %(approach)s."
    ),
    events.MarkingRolled: _("%(method)s marking: total %(total)s, drift %(drift)s, rows down %(quality)s."),
    events.MinesLaid: ngettext_lazy(
        "Mines are laid in %(hex)s: %(vp)s point after an error of %(error)s.",
        "Mines are laid in %(hex)s: %(vp)s points after an error of %(error)s.",
        "vp",
    ),
    events.MoonPlaced: _("On turn %(turn)s: %(result)s."),
    events.MoonRolled: _("The moon tonight: %(result)s."),
    events.MosquitosBombed: ngettext_lazy(
        "Mosquitos bomb %(city)s: %(vp)s point.", "Mosquitos bomb %(city)s: %(vp)s points.", "vp"
    ),
    events.MosquitosConfirmed: _("Of %(claimed)s Mosquitos claimed, %(confirmed)s were lost."),
    events.NightEnding: _("The raids are home. The last nightfighters come down."),
    events.RaidNightOver: _("The night is over: British %(british)s, German %(german)s, net %(net)s. %(band)s."),
    events.NorthRolled: _("North on the map of %(city)s is number %(number)s."),
    events.OboeLost: _("OBOE fails over %(hex)s."),
    events.PatrolBack: _("The Patrol of strength %(strength)s is back."),
    events.PatrolSpent: _("The Patrol of strength %(strength)s returns on turn %(back)s."),
    events.PatrolsChosen: _("Patrols in the pool: %(strengths)s."),
    events.QualityRolled: _("Marking quality: total %(total)s, rows down %(quality)s."),
    events.RaidAdmitted: _("The raid is a %(what)s."),
    **said(events.RaidUncovered, raid_final),
    events.RaidHeavy: _("The raid carries a heavy load."),
    events.RaidHome: _("A raid has landed in England."),
    events.RaidInEngland: _("A raid’s counter reaches England."),
    events.RaidMarked: _(
        "Raid %(raid)s: losses %(losses)s, disruption %(disruption)s, flak damage %(damage)s, hunts %(hunts)s."
    ),
    events.RaidMoved: _("Raid %(raid)s is at %(hex)s."),
    events.RaidRecovered: _(
        "A raid lands in %(weather)s, disruption %(disruption)s, damage %(damage)s: total %(total)s, lost %(losses)s."
    ),
    events.RaidWithheld: _("Raid %(raid)s stays off the map."),
    events.RaidsAlerted: _("The bombers expect intruders."),
    **said(events.RaidsDetected, raids_detected),
    events.RaidsLifted: _("The raids move on in the dark."),
    **said(events.RaidsNumbered, raids_numbered),
    **said(events.RaidsPlotted, raids_plotted),
    events.RaidsReady: _("The British player has plotted his raids."),
    **either(
        events.RecoveryRolled,
        lambda event: event.removed,
        _("%(unit)s lands in %(weather)s: total %(total)s, lost %(losses)s, and is out of the fight."),
        _("%(unit)s lands in %(weather)s: total %(total)s, lost %(losses)s."),
    ),
    **either(
        events.ScrambleRolled,
        lambda event: event.depletes,
        _("%(unit)s takes off in %(weather)s: total %(total)s, lost %(losses)s, depleted."),
        _("%(unit)s takes off in %(weather)s: total %(total)s, lost %(losses)s."),
    ),
    **either(
        events.TargetDrawn,
        lambda event: event.oil,
        ngettext_lazy(
            "Target %(number)s for tonight: %(city)s, its oil, worth %(vp)s point.",
            "Target %(number)s for tonight: %(city)s, its oil, worth %(vp)s points.",
            "vp",
        ),
        ngettext_lazy(
            "Target %(number)s for tonight: %(city)s, worth %(vp)s point.",
            "Target %(number)s for tonight: %(city)s, worth %(vp)s points.",
            "vp",
        ),
    ),
    events.FollowUpDrawn: _("Both Main Forces attack %(city)s, one after the other."),
    events.TargetRejected: _("The night is too short for a follow-up raid; another chit is drawn."),
    **either(events.TurnBegins, lambda event: event.twilight, _("Turn %(turn)s, in twilight."), _("Turn %(turn)s.")),
    events.TwilightRolled: _("Twilight begins on turn %(turn)s."),
    events.UnitDepleted: _("%(unit)s is depleted."),
    events.UnitDiverted: _("%(unit)s has diverted and is out of play."),
    events.UnitUnderGci: _("%(unit)s waits on the Himmelbett at %(hex)s."),
    events.UnitHoming: _("%(unit)s turns for home."),
    events.UnitInfiltrated: _("%(unit)s is inside raid %(raid)s."),
    events.UnitLeftRaid: _("%(unit)s leaves the stream at %(hex)s."),
    events.UnitMoved: _("%(unit)s flies from %(start)s to %(hex)s."),
    events.UnitReacted: _("%(unit)s reacts and flies from %(start)s to %(hex)s."),
    events.UnitReady: _("%(unit)s is ready."),
    events.UnitRearming: _("%(unit)s is rearming."),
    **either(
        events.UnitRecovering,
        lambda event: event.home,
        _("%(unit)s comes in to its own airfield."),
        _("%(unit)s diverts to %(division)s."),
    ),
    events.UnitScrambled: _("%(unit)s scrambles over %(hex)s."),
    events.UnitStacked: _("%(unit)s stacks over %(box)s."),
    **either(
        events.StarUnitRolled,
        lambda event: event.available,
        _("%(unit)s is available tonight."),
        _("%(unit)s does not fly tonight."),
    ),
    events.VisibilityRolled: _("Visibility: %(visibility)s."),
    events.WatchNothing: _("The ground observers see nothing."),
    events.WeatherAnnounced: _("Weather will be placed in this order: %(order)s."),
    events.WeatherPlaced: _("Weather in %(zone)s: %(weather)s."),
    events.WeatherRejected: _("A marker of %(weather)s for %(zone)s is rejected."),
    **either(
        events.BadWeatherRolled,
        lambda event: event.bad,
        _("The weather tonight is bad."),
        _("The weather tonight is good."),
    ),
    **either(
        events.WindRolled,
        lambda event: event.bearing,
        _("The wind blows towards %(bearing)s degrees."),
        _("There is no wind."),
    ),
}
