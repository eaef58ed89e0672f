"""Hits, what they do, and the way home, in words."""

from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from play.games.text import TextFacts
from sorties.interceptor.text import names
from sorties.interceptor.text.names import named


def hits(result: Any) -> str:
    """Say what a card gives: hits, the group package, or destruction."""
    if result == "GP":
        return gettext("the whole group of hits")
    if result == "DE":
        return gettext("destruction")
    return ngettext("%(n)s hit", "%(n)s hits", int(result)) % {"n": result}


def cause_of(cause: str) -> str:
    """Say what brings an aircraft down."""
    return named({**names.PARTS, **names.DOOMS, "pilot": _("its pilot is killed")}, cause)


def tank(detail: str) -> str:
    """Say what a hit on a fuel tank does."""
    if detail == "fire":
        return gettext("A fuel tank is hit and burns.")
    if detail == "explosion":
        return gettext("A fuel tank explodes.")
    return gettext("A fuel tank leaks.")


def _interceptor_hit(data: TextFacts) -> str:
    if not data["effect"]:
        return gettext("One hit does no harm.")
    part = names.part(data["part"], data.words)
    if data["destroyed"]:
        return gettext("Hit: %(part)s, and the aircraft is lost.") % {"part": part}
    return gettext("Hit: %(part)s.") % {"part": part}


def _wounded(data: TextFacts) -> str:
    facts = {
        "who": named(names.PEOPLE, data["who"]),
        "wound": named(names.WOUNDS, data["severity"]),
        "now": named(names.WOUNDS, data["now"]),
    }
    if data["now"] != data["severity"]:
        return gettext("The %(who)s is hit: %(wound)s, with the one before %(now)s.") % facts
    return gettext("The %(who)s is hit: %(wound)s.") % facts


def _down(data: TextFacts) -> str:
    causes = {**names.DOOMS, "pilot": _("the pilot is killed")}
    cause = named(causes, data["cause"]) if data["cause"] in causes else names.part(data["cause"], data.words)
    return gettext("The aircraft is lost: %(cause)s.") % {"cause": cause}


def _landing(data: TextFacts) -> str:
    said = {
        "safe": gettext("A safe landing (%(total)s)."),
        "rough": gettext("A rough landing (%(total)s)."),
        "crash": gettext("A crash landing (%(total)s): the aircraft is wrecked."),
        "killed": gettext("The landing kills the crew (%(total)s)."),
    }
    forced = {
        "safe": gettext("A forced landing away from base (%(total)s): he walks off."),
        "rough": gettext("A rough forced landing (%(total)s)."),
        "crash": gettext("The forced landing ends in a crash (%(total)s): the aircraft is wrecked."),
        "killed": gettext("The forced landing kills the crew (%(total)s)."),
    }
    return (forced if data["forced"] else said)[data["result"]] % data


def _parachute(data: TextFacts) -> str:
    facts = {"who": named(names.PEOPLE, data["who"]), "total": data["total"]}
    if data["result"] == "safe":
        return gettext("The %(who)s jumps and comes down safely (%(total)s).") % facts
    if data["result"] == "injured":
        return gettext("The %(who)s jumps and is injured (%(total)s).") % facts
    return gettext("The %(who)s jumps; the parachute does not save him (%(total)s).") % facts


DEATHS = {
    "air": _("He is killed in the air."),
    "landing": _("He is killed in landing."),
    "parachute": _("His parachute does not save him."),
    "tank": _("He is killed by the explosion of a fuel tank."),
    "bomb-bay": _("He is killed by the bombs of his target."),
    "attempt": _("He is shot after the attempt."),
}


EVENTS: dict[str, Any] = {
    "interceptor.hit": _interceptor_hit,
    "interceptor.tank": lambda data: tank(data["result"]),
    "interceptor.destroyed": _("The %(enemy)s destroys the aircraft outright."),
    "interceptor.down": _down,
    "crew.spared": _("The cockpit is hit; nobody is hurt."),
    "crew.wounded": _wounded,
    "landing.rolled": _landing,
    "parachute.rolled": _parachute,
    "pilot.killed": lambda data: named(DEATHS, data["cause"]),
}
