"""Hits, what they do, and the way home, in words."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.interceptor.events import (
    CrewSpared,
    CrewWounded,
    InterceptorDestroyedOutright,
    InterceptorDown,
    InterceptorHit,
    InterceptorTank,
    LandingRolled,
    ParachuteRolled,
    PilotKilled,
)
from play.games.text import EventSentences, GameText, said, values_of
from sorties.interceptor.text import names
from sorties.interceptor.text.names import named


def hits(result: int | str) -> str:
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


def _interceptor_hit(event: InterceptorHit, words: GameText) -> str:
    if not event.effect:
        return gettext("One hit does no harm.")
    part = names.part(event.part, words)
    if event.destroyed:
        return gettext("Hit: %(part)s, and the aircraft is lost.") % {"part": part}
    return gettext("Hit: %(part)s.") % {"part": part}


def _wounded(event: CrewWounded, words: GameText) -> str:
    facts = {
        "who": named(names.PEOPLE, event.who),
        "wound": named(names.WOUNDS, event.severity),
        "now": named(names.WOUNDS, event.now),
    }
    if event.now != event.severity:
        return gettext("The %(who)s is hit: %(wound)s, with the one before %(now)s.") % facts
    return gettext("The %(who)s is hit: %(wound)s.") % facts


def _down(event: InterceptorDown, words: GameText) -> str:
    causes = {**names.DOOMS, "pilot": _("the pilot is killed")}
    cause = named(causes, event.cause) if event.cause in causes else names.part(event.cause, words)
    return gettext("The aircraft is lost: %(cause)s.") % {"cause": cause}


def _landing(event: LandingRolled, words: GameText) -> str:
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
    return (forced if event.forced else said)[event.result] % values_of(event)


def _parachute(event: ParachuteRolled, words: GameText) -> str:
    facts = {"who": named(names.PEOPLE, event.who), "total": event.total}
    if event.result == "safe":
        return gettext("The %(who)s jumps and comes down safely (%(total)s).") % facts
    if event.result == "injured":
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


EVENTS: EventSentences = {
    **said(InterceptorHit, _interceptor_hit),
    **said(InterceptorTank, lambda event, words: tank(event.result)),
    InterceptorDestroyedOutright: _("The %(enemy)s destroys the aircraft outright."),
    **said(InterceptorDown, _down),
    CrewSpared: _("The cockpit is hit; nobody is hurt."),
    **said(CrewWounded, _wounded),
    **said(LandingRolled, _landing),
    **said(ParachuteRolled, _parachute),
    **said(PilotKilled, lambda event, words: named(DEATHS, event.cause)),
}
