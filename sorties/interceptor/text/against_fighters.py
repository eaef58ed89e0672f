"""Fights with fighters, helpers and wingmen, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from play.games.text import TextFacts
from sorties.interceptor.text import names
from sorties.interceptor.text.damage import cause_of, hits, tank
from sorties.interceptor.text.names import named


def _engaged(data: TextFacts) -> str:
    facts = {
        "enemy": data["enemy"],
        "place": named(names.ORIENTATIONS, data["orientation"]),
        "quality": names.quality(data["quality"], data.words),
    }
    if data["sun"]:
        return gettext("A %(enemy)s is attacked out of the sun: it can neither fire nor defend.") % facts
    if data["quality"] != "trained":
        return gettext("A %(enemy)s, its pilot %(quality)s. %(place)s.") % facts
    return gettext("A %(enemy)s. %(place)s.") % facts


def _enemy_card(data: TextFacts) -> str:
    facts = {"enemy": data["enemy"], "card": data["card"], "fp": data["fp"], "hits": hits(data["result"])}
    return gettext("The %(enemy)s fires with firepower %(fp)s. Card %(card)s gives %(hits)s.") % facts


def effect_of(data: Mapping[str, Any]) -> str:
    """Say what a defence does, as one list."""
    parts = []
    if data["avoid"] == "all":
        parts.append(gettext("all damage avoided"))
    elif data["avoid"]:
        parts.append(ngettext("%(n)s hit avoided", "%(n)s hits avoided", data["avoid"]) % {"n": data["avoid"]})
    if data["improve"] > 0:
        text = ngettext("%(n)s position gained", "%(n)s positions gained", data["improve"])
        parts.append(text % {"n": data["improve"]})
    elif data["improve"] < 0:
        text = ngettext("%(n)s position lost", "%(n)s positions lost", -data["improve"])
        parts.append(text % {"n": -data["improve"]})
    if data["ends"]:
        parts.append(gettext("the fight ends"))
    return ", ".join(parts) or gettext("no effect")


def _enemy_defends(data: TextFacts) -> str:
    facts = {"card": data["card"], "name": names.defence(data["name"], data.words), "effect": effect_of(data)}
    return gettext("The enemy’s card %(card)s, %(name)s: %(effect)s.") % facts


def _defends(data: TextFacts) -> str:
    facts = {"card": data["card"], "name": names.defence(data["name"], data.words), "effect": effect_of(data)}
    return gettext("Defence by card %(card)s, %(name)s: %(effect)s.") % facts


def _manoeuvres(data: TextFacts) -> str:
    facts = {"name": names.defence(data["name"], data.words), "effect": effect_of(data)}
    return gettext("A manoeuvre, %(name)s: %(effect)s.") % facts


def _wingman_called(data: TextFacts) -> str:
    if data["fp"]:
        return gettext("The wingman comes: card %(card)s has him attack with firepower %(fp)s.") % data
    if not data["avoid"] and not data["improve"]:
        return gettext("The wingman is busy (card %(card)s).") % data
    return gettext("The wingman helps, card %(card)s: %(effect)s.") % {"card": data["card"], "effect": effect_of(data)}


def _wingman_fighter(data: TextFacts) -> str:
    facts = {"enemy": data["enemy"], "card": data["card"], "hits": hits(data["result"])}
    return gettext("The wingman fires at the %(enemy)s. Card %(card)s gives %(hits)s.") % facts


def _wingman_bomber(data: TextFacts) -> str:
    if data["result"] == "destroyed":
        return gettext("The wingman destroys the bomber.")
    if data["result"] == "damaged":
        return gettext("The wingman is hit and turns for home.")
    if data["result"] == "lost":
        return gettext("The wingman is shot down.")
    if not data["hits"]:
        return gettext("The wingman attacks and misses.")
    return gettext("The wingman attacks: %(hits)s.") % {"hits": hits(data["hits"])}


def _struck(data: TextFacts) -> str:
    if data["group"]:
        return gettext("The %(enemy)s takes a group of hits.") % data
    if not data["hits"]:
        return gettext("The %(enemy)s is not hit.") % data
    return gettext("The %(enemy)s takes %(hits)s.") % {"enemy": data["enemy"], "hits": hits(data["hits"])}


def _suffered(data: TextFacts) -> str:
    if data["group"]:
        return gettext("His own aircraft takes a group of hits.")
    if not data["hits"]:
        return gettext("His own aircraft is not hit.")
    return gettext("His own aircraft takes %(hits)s.") % {"hits": hits(data["hits"])}


def _fighter_hit(data: TextFacts) -> str:
    if not data["effect"]:
        return gettext("One hit does no harm.")
    if data["part"] == "fuel":
        return tank(data["detail"])
    if data["part"] == "crew":
        return gettext("Its pilot is hit: %(wound)s.") % {"wound": named(names.WOUNDS, data["detail"])}
    return gettext("Hit: %(part)s.") % {"part": names.part(data["part"], names.of_fighter(data.words, data["enemy"]))}


def _fighter_down(data: TextFacts) -> str:
    cause = data["cause"]
    said = names.part(cause, names.of_fighter(data.words, data["enemy"])) if cause == "engines" else cause_of(cause)
    facts = {"enemy": data["enemy"], "cause": said, "who": named(names.PEOPLE, data["credit"])}
    return gettext("The %(enemy)s goes down: %(cause)s. The victory is the %(who)s’s.") % facts


def _duel_ended(data: TextFacts) -> str:
    return {
        "won": gettext("The fight with the %(enemy)s is won."),
        "wingman": gettext("The wingman has ended the fight with the %(enemy)s."),
        "evaded": gettext("The %(enemy)s has got away."),
        "escaped": gettext("He has got away from the %(enemy)s."),
        "down": gettext("The fight with the %(enemy)s is lost."),
    }[data["result"]] % data


def _initiative(data: TextFacts) -> str:
    facts = {
        "total": data["total"],
        "enemy_total": data["enemy_total"],
        "place": named(names.ORIENTATIONS, data["orientation"]),
        "n": abs(data["gained"]),
    }
    if data["gained"] > 0:
        text = ngettext(
            "For position: %(total)s to %(enemy_total)s, one place gained. %(place)s.",
            "For position: %(total)s to %(enemy_total)s, %(n)s places gained. %(place)s.",
            facts["n"],
        )
    elif data["gained"] < 0:
        text = ngettext(
            "For position: %(total)s to %(enemy_total)s, one place lost. %(place)s.",
            "For position: %(total)s to %(enemy_total)s, %(n)s places lost. %(place)s.",
            facts["n"],
        )
    else:
        text = gettext("For position: %(total)s to %(enemy_total)s, no change. %(place)s.")
    return text % facts


def _enemy_leaves(data: TextFacts) -> str:
    if data["success"]:
        return gettext("The damaged enemy gets away.")
    return gettext("The damaged enemy tries to get away, fails, and loses a position.")


def _leaves(data: TextFacts) -> str:
    if data["success"]:
        return gettext("He disengages.")
    return gettext("He cannot disengage, and loses a position.")


EVENTS: dict[str, Any] = {
    "fighter.engaged": _engaged,
    "enemy.card": _enemy_card,
    "enemy.defends": _enemy_defends,
    "enemy.disengages": _enemy_leaves,
    "pilot.defends": _defends,
    "pilot.manoeuvres": _manoeuvres,
    "pilot.disengages": _leaves,
    "wingman.called": _wingman_called,
    "wingman.fighter": _wingman_fighter,
    "wingman.bomber": _wingman_bomber,
    "gunner.fires": lambda data: (
        gettext("The rear gunner fires. Card %(card)s: %(hits)s.") % {"card": data["card"], "hits": hits(data["hits"])}
    ),
    "fighter.attacked": _struck,
    "fighter.hit": _fighter_hit,
    "fighter.destroyed": _("The %(enemy)s is destroyed outright."),
    "fighter.down": _fighter_down,
    "duel.ended": _duel_ended,
    "initiative.rolled": _initiative,
    "reflexes.used": lambda data: (
        gettext("Reflexes gain a position. %(place)s.") % {"place": named(names.ORIENTATIONS, data["orientation"])}
    ),
    "helper.found": lambda data: (
        gettext("A fresh enemy finds the helper.") if data["found"] else gettext("No fresh enemy finds the helper.")
    ),
    "sixth.sense": _("Sixth Sense: the card that destroys does %(hits)s hits instead."),
    "interceptor.attacked": _suffered,
}
