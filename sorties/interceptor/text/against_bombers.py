"""Passes at bombers, their fire, and whether they get home, in words."""

from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from play.games.text import TextFacts
from sorties.interceptor.text import names
from sorties.interceptor.text.damage import cause_of, hits, tank
from sorties.interceptor.text.names import named


def _chosen(data: TextFacts) -> str:
    if data["bombs"]:
        return gettext("A %(enemy)s is chosen, its bombs aboard.") % data
    return gettext("A %(enemy)s is chosen; it has no bombs aboard.") % data


def _flak(data: TextFacts) -> str:
    if data["hits"]:
        text = ngettext("Flak has hit the %(enemy)s once.", "Flak has hit the %(enemy)s %(hits)s times.", data["hits"])
        return text % data
    return gettext("Flak has missed the %(enemy)s.") % data


def _card(data: TextFacts) -> str:
    if not data["fp"]:
        return gettext("Card %(card)s: no weapon fires any more.") % data
    facts = {"card": data["card"], "fp": data["fp"], "hits": hits(data["result"])}
    return gettext("Fire with firepower %(fp)s. Card %(card)s gives %(hits)s.") % facts


def _attacked(data: TextFacts) -> str:
    facts = {
        "aim": named(names.AIMS, data["aim"]),
        "reach": named(names.REACHES, data["reach"]),
        "hits": hits(data["hits"]),
    }
    if data["result"] == "GP":
        return gettext("A group of hits on the %(aim)s at %(reach)s, and %(hits)s more.") % facts
    if not data["hits"]:
        return gettext("No hit on the %(aim)s at %(reach)s.") % facts
    return gettext("At the %(aim)s, %(reach)s: %(hits)s.") % facts


def _bomber_hit(data: TextFacts) -> str:
    part = named(names.PARTS, data["part"])
    if not data["effect"]:
        return gettext("One hit does no harm.")
    if data["part"] == "gunner":
        return gettext("A gunner is hit.")
    if data["part"] == "cockpit":
        if data["detail"] == "gunner":
            return gettext("The cockpit is hit: a gunner.")
        return gettext("The cockpit is hit: the %(who)s.") % {"who": named(names.PEOPLE, data["detail"])}
    if data["part"] == "fuel":
        return tank(data["detail"])
    if data["part"] == "bomb-bay":
        if data["detail"] == "explodes":
            return gettext("The bomb bay is hit, and the bombs explode.")
        if data["detail"] == "empty":
            return gettext("The empty bomb bay is hit: the airframe suffers.")
        return gettext("The bomb bay is hit; the bombs hold.")
    return gettext("Hit: %(part)s.") % {"part": part}


def _fires(data: TextFacts) -> str:
    facts = {"enemy": data["enemy"], "card": data["card"], "hits": hits(data["hits"])}
    return gettext("The %(enemy)s fires back. Card %(card)s: %(hits)s.") % facts


def _bomber_down(data: TextFacts) -> str:
    facts = {"enemy": data["enemy"], "cause": cause_of(data["cause"]), "who": named(names.PEOPLE, data["credit"])}
    return gettext("The %(enemy)s goes down: %(cause)s. The victory is the %(who)s’s.") % facts


def _burst(data: TextFacts) -> str:
    if data["jam"] == "before":
        return gettext("An extended burst jams every gun before a shot is out.")
    if data["extra"] == "DE":
        return gettext("An extended burst destroys the target outright.")
    text = ngettext(
        "An extended burst adds %(extra)s hit.", "An extended burst adds %(extra)s hits.", int(data["extra"])
    )
    return text % data


def _rockets(data: TextFacts) -> str:
    if not data["hits"]:
        return gettext("The rockets miss.")
    if data["loose"]:
        text = ngettext(
            "The rockets hit once and break up the formation.",
            "The rockets hit %(hits)s times and break up the formation.",
            data["hits"],
        )
        return text % data
    return ngettext("The rockets hit once.", "The rockets hit %(hits)s times.", data["hits"]) % data


def _jam(data: TextFacts) -> str:
    if data["outcome"] == "saved":
        return gettext("The %(weapon)s jams; the gunner clears it.") % data
    if data["outcome"] == "immune":
        return gettext("The card says jam, but the %(weapon)s never does.") % data
    return gettext("The %(weapon)s jams.") % data


def _all_jam(data: TextFacts) -> str:
    if data["outcome"] == "saved":
        return gettext("The gunner clears the guns.")
    return gettext("The guns jam; only an MG FF fires on.")


def _home(data: TextFacts) -> str:
    if data["crashed"]:
        return gettext("The damaged %(enemy)s does not get home (%(chance)s or less on a d10).") % data
    return gettext("The damaged %(enemy)s gets home (%(chance)s or less on a d10 would have lost it).") % data


def _witnessed(data: TextFacts) -> str:
    if not data["seen"]:
        return gettext("Nobody saw the %(enemy)s crash: it is not confirmed.") % data
    if not data["die"]:
        return gettext("The eyewitness saw the %(enemy)s crash: confirmed.") % data
    return gettext("The crash of the %(enemy)s was seen: confirmed.") % data


def _blast(data: TextFacts) -> str:
    if not data["hits"]:
        return gettext("The blast of the bombs does the attacker no harm.")
    text = ngettext("The blast of the bombs hits once.", "The blast of the bombs hits %(hits)s times.", data["hits"])
    return text % data


def _position(data: TextFacts) -> str:
    facts = {"place": data["location"], "height": named(names.HEIGHTS, data["altitude"])}
    if data["hits"]:
        return gettext("The pass begins at place %(place)s, %(height)s; moving there costs a random hit.") % facts
    return gettext("The pass begins at place %(place)s, %(height)s.") % facts


def _position_rolled(data: TextFacts) -> str:
    facts = {"place": data["location"], "height": named(names.HEIGHTS, data["altitude"])}
    return gettext("The dice put him at place %(place)s, %(height)s.") % facts


EVENTS: dict[str, Any] = {
    "bomber.chosen": _chosen,
    "bomber.flak": _flak,
    "attack.card": _card,
    "bomber.attacked": _attacked,
    "bomber.hit": _bomber_hit,
    "bomber.destroyed": _("The %(enemy)s is destroyed outright."),
    "bomber.fires": _fires,
    "bomber.down": _bomber_down,
    "burst.rolled": _burst,
    "rockets.fired": _rockets,
    "rockets.jettisoned": _("The rockets are jettisoned."),
    "weapon.jam": _jam,
    "weapons.jammed": _all_jam,
    "card.flipped": _("Card %(card)s is flipped; an Expert may take another."),
    "enemy.home": _home,
    "enemy.witnessed": _witnessed,
    "blast": _blast,
    "position.rolled": _position_rolled,
    "position.taken": _position,
}
