"""Between sorties: repairs, awards, prestige, experience, crews and postings, in words."""

from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.interceptor.events import (
    AircraftLastOfItsKind,
    AircraftOffers,
    AircraftRepaired,
    AircraftReplaced,
    AircraftScrounged,
    AircraftTaken,
    AircraftUpgraded,
    AircraftWrittenOff,
    AwardRolled,
    AwardWon,
    BerlinEnd,
    BerlinShots,
    BerlinWound,
    CareerAway,
    CareerExperience,
    CareerPrestige,
    CareerPromoted,
    CareerReleased,
    CareerRested,
    CareerTransferred,
    GunnerBack,
    GunnerKilled,
    GunnerLeft,
    GunnerNew,
    GunnerRecalled,
    GunnerStandIn,
    PilotCareerOver,
    PilotPosted,
    PromotionRolled,
    SkillBought,
    SortieNotFlown,
    WingmanBack,
    WingmanNew,
    WoundDuration,
)
from play.games.text import EventSentences, GameText, said, values_of
from sorties.interceptor.text import names
from sorties.interceptor.text.names import named
from sorties.interceptor.text.verdicts import beside_level


def _not_flown(event: SortieNotFlown, words: GameText) -> str:
    facts = {"cause": named(names.CAUSES, event.reason), "target": event.target}
    if event.target:
        return gettext("Not flown, the raid on %(target)s: %(cause)s.") % facts
    return gettext("Not flown: %(cause)s.") % facts


def _repaired(event: AircraftRepaired, words: GameText) -> str:
    if event.lines:
        text = ngettext("Repair costs one sortie.", "Repair costs %(lines)s sorties.", event.lines)
        return text % values_of(event)
    if not event.hits:
        return gettext("The aircraft is whole, and armed again.")
    return ngettext("One hit is repaired.", "%(hits)s hits are repaired.", event.hits) % values_of(event)


def _replaced(event: AircraftReplaced, words: GameText) -> str:
    return {
        "lost": gettext("A new %(model)s replaces the aircraft that was lost."),
        "wound": gettext("Out of hospital, he is given a %(model)s."),
        "no-repair": gettext("He pays prestige for a new %(model)s instead of the repair."),
        "transfer": gettext("With the new unit comes a %(model)s."),
    }[event.cause] % values_of(event)


def _scrounged(event: AircraftScrounged, words: GameText) -> str:
    if event.found:
        return gettext("The parts are scrounged: the repair costs no sortie.")
    return gettext("The parts cannot be scrounged.")


def _offers(event: AircraftOffers, words: GameText) -> str:
    if event.models:
        return gettext("On offer: %(models)s.") % {"models": ", ".join(event.models)}
    return gettext("No aircraft is on offer.")


def _award_rolled(event: AwardRolled, words: GameText) -> str:
    facts = {"award": names.award(event.award, words), "total": event.total}
    if event.won:
        return gettext("Put forward for the award %(award)s: granted (%(total)s).") % facts
    return gettext("Put forward for the award %(award)s: not granted (%(total)s).") % facts


def _award(event: AwardWon, words: GameText) -> str:
    facts = {"who": named(names.PEOPLE, event.who), "award": names.award(event.award, words)}
    if event.who == "pilot":
        return gettext("Awarded: %(award)s.") % facts
    return gettext("Awarded to the %(who)s: %(award)s.") % facts


def _prestige(event: CareerPrestige, words: GameText) -> str:
    text = ngettext(
        "One Prestige Point for %(cause)s; %(points)s in hand, level %(level)s.",
        "%(won)s Prestige Points for %(cause)s; %(points)s in hand, level %(level)s.",
        event.won,
    )
    cause = names.cause(event.cause, words)
    return text % {"won": event.won, "points": event.points, "level": event.level, "cause": cause}


def _experience(event: CareerExperience, words: GameText) -> str:
    text = ngettext(
        "The %(who)s gains an Experience Point, and has one.",
        "The %(who)s gains an Experience Point, and has %(points)s.",
        event.points,
    )
    return text % {"who": named(names.PEOPLE, event.who), "points": event.points}


def _away(event: CareerAway, words: GameText) -> str:
    text = ngettext("He misses one sortie: %(cause)s.", "He misses %(lines)s sorties: %(cause)s.", event.lines)
    return text % {"lines": event.lines, "cause": named(names.CAUSES, event.cause)}


def _promotion(event: PromotionRolled, words: GameText) -> str:
    if event.promoted:
        return gettext("Considered for %(next)s: promoted (%(total)s).") % values_of(event)
    return gettext("Considered for %(next)s: not promoted (%(total)s).") % values_of(event)


def _learned(event: SkillBought, words: GameText) -> str:
    facts = {"who": named(names.PEOPLE, event.who), "skill": names.skill(event.skill), "cost": event.cost}
    text = ngettext(
        "The %(who)s learns %(skill)s for one Experience Point.",
        "The %(who)s learns %(skill)s for %(cost)s Experience Points.",
        event.cost,
    )
    return text % facts


def _wound_duration(event: WoundDuration, words: GameText) -> str:
    text = ngettext("The %(who)s is out for one sortie.", "The %(who)s is out for %(lines)s sorties.", event.lines)
    return text % {"who": named(names.PEOPLE, event.who), "lines": event.lines}


def _over(event: PilotCareerOver, words: GameText) -> str:
    facts = {
        "level": named(names.LEVELS, event.level),
        "bombers": event.bombers,
        "fighters": event.fighters,
        "flights": event.flights,
    }
    said = gettext("%(level)s. Bombers: %(bombers)s; fighters: %(fighters)s; sorties: %(flights)s.") % facts
    return f"{said} {beside_level(event.ace, event.band)}".strip()


def _attempt_wound(event: BerlinWound, words: GameText) -> str:
    return gettext("A shot: %(wound)s.") % {"wound": named(names.WOUNDS, event.wound)}


def _attempt_end(event: BerlinEnd, words: GameText) -> str:
    if event.succeeded:
        return gettext("The attempt succeeds. He does not outlive it.")
    return gettext("The attempt fails. He does not outlive it.")


EVENTS: EventSentences = {
    **said(SortieNotFlown, _not_flown),
    PilotPosted: _("Posted to %(unit)s at %(base)s; the first sortie is in %(month)s."),
    AircraftTaken: _("The aircraft: a %(model)s."),
    **said(AircraftOffers, _offers),
    **said(AircraftRepaired, _repaired),
    **said(AircraftReplaced, _replaced),
    **said(AircraftScrounged, _scrounged),
    AircraftUpgraded: ngettext_lazy(
        "The %(old)s is exchanged for a %(model)s, for one Prestige Point.",
        "The %(old)s is exchanged for a %(model)s, for %(cost)s Prestige Points.",
        "cost",
    ),
    AircraftWrittenOff: ngettext_lazy(
        "%(hits)s hit: the %(old)s is written off, and a %(model)s takes its place.",
        "%(hits)s hits: the %(old)s is written off, and a %(model)s takes its place.",
        "hits",
    ),
    AircraftLastOfItsKind: _("The %(model)s was one of a kind: there is no other."),
    **said(AwardRolled, _award_rolled),
    **said(AwardWon, _award),
    **said(CareerPrestige, _prestige),
    **said(CareerExperience, _experience),
    **said(CareerAway, _away),
    CareerPromoted: _("Promoted to %(rank)s."),
    CareerReleased: _("He is released from hospital."),
    CareerRested: _("Back from leave, rested."),
    CareerTransferred: _("Reassigned to %(unit)s at %(base)s."),
    **said(PilotCareerOver, _over),
    **said(PromotionRolled, _promotion),
    **said(SkillBought, _learned),
    **said(WoundDuration, _wound_duration),
    WingmanBack: _("The wingman is back."),
    WingmanNew: ngettext_lazy(
        "A new wingman comes, with one Experience Point.",
        "A new wingman comes, with %(points)s Experience Points.",
        "points",
    ),
    **said(
        GunnerBack,
        lambda event, words: (
            gettext("The old rear gunner is back.") if event.kept == "old" else gettext("The stand-in stays on.")
        ),
    ),
    GunnerKilled: _("The rear gunner is dead."),
    GunnerLeft: _("The new aircraft has no seat for the rear gunner: he leaves."),
    GunnerNew: ngettext_lazy(
        "A new rear gunner comes, with one Experience Point.",
        "A new rear gunner comes, with %(points)s Experience Points.",
        "points",
    ),
    GunnerRecalled: _("The old rear gunner is called back."),
    GunnerStandIn: ngettext_lazy(
        "A stand-in flies for the rear gunner, for one sortie.",
        "A stand-in flies for the rear gunner, for %(lines)s sorties.",
        "lines",
    ),
    BerlinShots: ngettext_lazy("He fires one shot.", "He fires %(shots)s shots.", "shots"),
    **said(BerlinWound, _attempt_wound),
    **said(BerlinEnd, _attempt_end),
}
