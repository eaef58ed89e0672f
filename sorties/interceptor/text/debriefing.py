"""Between sorties: repairs, awards, prestige, experience, crews and postings, in words."""

from typing import Any

from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from play.games.text import TextFacts
from sorties.interceptor.text import names
from sorties.interceptor.text.names import named
from sorties.interceptor.text.verdicts import beside_level


def _not_flown(data: TextFacts) -> str:
    facts = {"cause": named(names.CAUSES, data["reason"]), "target": data["target"]}
    if data["target"]:
        return gettext("Not flown, the raid on %(target)s: %(cause)s.") % facts
    return gettext("Not flown: %(cause)s.") % facts


def _repaired(data: TextFacts) -> str:
    if data["lines"]:
        text = ngettext("Repair costs one sortie.", "Repair costs %(lines)s sorties.", data["lines"])
        return text % data
    if not data["hits"]:
        return gettext("The aircraft is whole, and armed again.")
    return ngettext("One hit is mended.", "%(hits)s hits are mended.", data["hits"]) % data


def _replaced(data: TextFacts) -> str:
    return {
        "lost": gettext("A new %(model)s replaces the aircraft that was lost."),
        "wound": gettext("Out of hospital, he is given a %(model)s."),
        "no-repair": gettext("A new %(model)s is had for prestige instead of the repair."),
        "transfer": gettext("With the new unit comes a %(model)s."),
    }[data["cause"]] % data


def _scrounged(data: TextFacts) -> str:
    if data["found"]:
        return gettext("The parts are scrounged: the repair costs no sortie.")
    return gettext("The parts cannot be scrounged.")


def _offers(data: TextFacts) -> str:
    if data["models"]:
        return gettext("On offer: %(models)s.") % {"models": ", ".join(data["models"])}
    return gettext("No aircraft is on offer.")


def _award_rolled(data: TextFacts) -> str:
    facts = {"award": names.award(data["award"], data.words), "total": data["total"]}
    if data["won"]:
        return gettext("Put forward for the award %(award)s: granted (%(total)s).") % facts
    return gettext("Put forward for the award %(award)s: not granted (%(total)s).") % facts


def _award(data: TextFacts) -> str:
    facts = {"who": named(names.PEOPLE, data["who"]), "award": names.award(data["award"], data.words)}
    if data["who"] == "pilot":
        return gettext("Awarded: %(award)s.") % facts
    return gettext("Awarded to the %(who)s: %(award)s.") % facts


def _prestige(data: TextFacts) -> str:
    text = ngettext(
        "One Prestige Point for %(cause)s; %(points)s in hand, level %(level)s.",
        "%(won)s Prestige Points for %(cause)s; %(points)s in hand, level %(level)s.",
        data["won"],
    )
    cause = names.cause(data["cause"], data.words)
    return text % {"won": data["won"], "points": data["points"], "level": data["level"], "cause": cause}


def _experience(data: TextFacts) -> str:
    text = ngettext(
        "The %(who)s gains an Experience Point, and has one.",
        "The %(who)s gains an Experience Point, and has %(points)s.",
        data["points"],
    )
    return text % {"who": named(names.PEOPLE, data["who"]), "points": data["points"]}


def _away(data: TextFacts) -> str:
    text = ngettext("He misses one sortie: %(cause)s.", "He misses %(lines)s sorties: %(cause)s.", data["lines"])
    return text % {"lines": data["lines"], "cause": named(names.CAUSES, data["cause"])}


def _promotion(data: TextFacts) -> str:
    if data["promoted"]:
        return gettext("Considered for %(next)s: promoted (%(total)s).") % data
    return gettext("Considered for %(next)s: not promoted (%(total)s).") % data


def _learned(data: TextFacts) -> str:
    facts = {"who": named(names.PEOPLE, data["who"]), "skill": names.skill(data["skill"]), "cost": data["cost"]}
    text = ngettext(
        "The %(who)s learns %(skill)s for one Experience Point.",
        "The %(who)s learns %(skill)s for %(cost)s Experience Points.",
        data["cost"],
    )
    return text % facts


def _wound_duration(data: TextFacts) -> str:
    text = ngettext("The %(who)s is out for one sortie.", "The %(who)s is out for %(lines)s sorties.", data["lines"])
    return text % {"who": named(names.PEOPLE, data["who"]), "lines": data["lines"]}


def _over(data: TextFacts) -> str:
    facts = {
        "level": named(names.LEVELS, data["level"]),
        "bombers": data["bombers"],
        "fighters": data["fighters"],
        "flights": data["flights"],
    }
    said = gettext("%(level)s. Bombers: %(bombers)s; fighters: %(fighters)s; sorties: %(flights)s.") % facts
    return f"{said} {beside_level(data)}".strip()


def _attempt_wound(data: TextFacts) -> str:
    return gettext("A shot: %(wound)s.") % {"wound": named(names.WOUNDS, data["wound"])}


def _attempt_end(data: TextFacts) -> str:
    if data["succeeded"]:
        return gettext("The attempt succeeds. He does not outlive it.")
    return gettext("The attempt fails. He does not outlive it.")


EVENTS: dict[str, Any] = {
    "sortie.not-flown": _not_flown,
    "pilot.posted": _("Posted to %(unit)s at %(base)s; the first sortie is in %(month)s."),
    "aircraft.taken": _("The aircraft: a %(model)s."),
    "aircraft.offers": _offers,
    "aircraft.repaired": _repaired,
    "aircraft.replaced": _replaced,
    "aircraft.scrounged": _scrounged,
    "aircraft.upgraded": ngettext_lazy(
        "The %(old)s is exchanged for a %(model)s, for one Prestige Point.",
        "The %(old)s is exchanged for a %(model)s, for %(cost)s Prestige Points.",
        "cost",
    ),
    "aircraft.written-off": ngettext_lazy(
        "%(hits)s hit: the %(old)s is written off, and a %(model)s takes its place.",
        "%(hits)s hits: the %(old)s is written off, and a %(model)s takes its place.",
        "hits",
    ),
    "aircraft.last-of-its-kind": _("The %(model)s was one of a kind: there is no other."),
    "award.rolled": _award_rolled,
    "award.won": _award,
    "career.prestige": _prestige,
    "career.experience": _experience,
    "career.away": _away,
    "career.promoted": _("Promoted to %(rank)s."),
    "career.released": _("He is released from hospital."),
    "career.rested": _("Back from leave, rested."),
    "career.transferred": _("Reassigned to %(unit)s at %(base)s."),
    "career.over": _over,
    "promotion.rolled": _promotion,
    "skill.bought": _learned,
    "wound.duration": _wound_duration,
    "wingman.back": _("The wingman is back."),
    "wingman.new": ngettext_lazy(
        "A new wingman comes, with one Experience Point.",
        "A new wingman comes, with %(points)s Experience Points.",
        "points",
    ),
    "gunner.back": lambda data: (
        gettext("The old rear gunner is back.") if data["kept"] == "old" else gettext("The stand-in stays on.")
    ),
    "gunner.killed": _("The rear gunner is dead."),
    "gunner.left": _("The new aircraft has no seat for the rear gunner: he leaves."),
    "gunner.new": ngettext_lazy(
        "A new rear gunner comes, with one Experience Point.",
        "A new rear gunner comes, with %(points)s Experience Points.",
        "points",
    ),
    "gunner.recalled": _("The old rear gunner is called back."),
    "gunner.stand-in": ngettext_lazy(
        "A stand-in flies for the rear gunner, for one sortie.",
        "A stand-in flies for the rear gunner, for %(lines)s sorties.",
        "lines",
    ),
    "berlin.shots": ngettext_lazy("He fires one shot.", "He fires %(shots)s shots.", "shots"),
    "berlin.wound": _attempt_wound,
    "berlin.end": _attempt_end,
}
