"""Passes at bombers, their fire, and whether they get home, in words."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.interceptor.events import (
    AttackCard,
    Blast,
    BomberAttacked,
    BomberChosen,
    BomberDestroyedOutright,
    BomberDown,
    BomberFires,
    BomberFlak,
    BomberHit,
    BurstRolled,
    CardFlipped,
    EnemyHome,
    EnemyWitnessed,
    PositionRolled,
    PositionTaken,
    RocketsFired,
    RocketsJettisoned,
    WeaponJam,
    WeaponsJammed,
)
from play.games.text import EventSentences, GameText, said, values_of
from sorties.interceptor.text import names
from sorties.interceptor.text.damage import cause_of, hits, tank
from sorties.interceptor.text.names import named


def _chosen(event: BomberChosen, words: GameText) -> str:
    if event.bombs:
        return gettext("A %(enemy)s is chosen, its bombs aboard.") % values_of(event)
    return gettext("A %(enemy)s is chosen; it has no bombs aboard.") % values_of(event)


def _flak(event: BomberFlak, words: GameText) -> str:
    if event.hits:
        text = ngettext("Flak has hit the %(enemy)s once.", "Flak has hit the %(enemy)s %(hits)s times.", event.hits)
        return text % values_of(event)
    return gettext("Flak has missed the %(enemy)s.") % values_of(event)


def _card(event: AttackCard, words: GameText) -> str:
    if not event.fp:
        return gettext("Card %(card)s: no weapon fires any more.") % values_of(event)
    facts = {"card": event.card, "fp": event.fp, "hits": hits(event.result)}
    return gettext("Fire with firepower %(fp)s. Card %(card)s gives %(hits)s.") % facts


def _attacked(event: BomberAttacked, words: GameText) -> str:
    facts = {
        "aim": named(names.AIMS, event.aim),
        "reach": named(names.REACHES, event.reach),
        "hits": hits(event.hits),
    }
    if event.result == "GP":
        return gettext("A group of hits on the %(aim)s at %(reach)s, and %(hits)s more.") % facts
    if not event.hits:
        return gettext("No hit on the %(aim)s at %(reach)s.") % facts
    return gettext("At the %(aim)s, %(reach)s: %(hits)s.") % facts


def _bomber_hit(event: BomberHit, words: GameText) -> str:
    part = named(names.PARTS, event.part)
    if not event.effect:
        return gettext("One hit does no harm.")
    if event.part == "gunner":
        return gettext("A gunner is hit.")
    if event.part == "cockpit":
        if event.detail == "gunner":
            return gettext("The cockpit is hit: a gunner.")
        return gettext("The cockpit is hit: the %(who)s.") % {"who": named(names.PEOPLE, event.detail)}
    if event.part == "fuel":
        return tank(event.detail)
    if event.part == "bomb-bay":
        if event.detail == "explodes":
            return gettext("The bomb bay is hit, and the bombs explode.")
        if event.detail == "empty":
            return gettext("The empty bomb bay is hit: the airframe suffers.")
        return gettext("The bomb bay is hit; the bombs hold.")
    return gettext("Hit: %(part)s.") % {"part": part}


def _fires(event: BomberFires, words: GameText) -> str:
    facts = {"enemy": event.enemy, "card": event.card, "hits": hits(event.hits)}
    return gettext("The %(enemy)s fires back. Card %(card)s: %(hits)s.") % facts


def _bomber_down(event: BomberDown, words: GameText) -> str:
    facts = {"enemy": event.enemy, "cause": cause_of(event.cause), "who": named(names.PEOPLE, event.credit)}
    return gettext("The %(enemy)s goes down: %(cause)s. The victory is the %(who)s’s.") % facts


def _burst(event: BurstRolled, words: GameText) -> str:
    if event.jam == "before":
        return gettext("An extended burst jams every gun before a shot is out.")
    if event.extra == "DE":
        return gettext("An extended burst destroys the target outright.")
    text = ngettext("An extended burst adds %(extra)s hit.", "An extended burst adds %(extra)s hits.", int(event.extra))
    return text % values_of(event)


def _rockets(event: RocketsFired, words: GameText) -> str:
    if not event.hits:
        return gettext("The rockets miss.")
    if event.loose:
        text = ngettext(
            "The rockets hit once and break up the formation.",
            "The rockets hit %(hits)s times and break up the formation.",
            event.hits,
        )
        return text % values_of(event)
    return ngettext("The rockets hit once.", "The rockets hit %(hits)s times.", event.hits) % values_of(event)


def _jam(event: WeaponJam, words: GameText) -> str:
    if event.outcome == "saved":
        return gettext("The %(weapon)s jams; the gunner clears it.") % values_of(event)
    if event.outcome == "immune":
        return gettext("The card says jam, but the %(weapon)s never does.") % values_of(event)
    return gettext("The %(weapon)s jams.") % values_of(event)


def _all_jam(event: WeaponsJammed, words: GameText) -> str:
    if event.outcome == "saved":
        return gettext("The gunner clears the guns.")
    return gettext("The guns jam; only an MG FF fires on.")


def _home(event: EnemyHome, words: GameText) -> str:
    if event.crashed:
        return gettext("The damaged %(enemy)s does not get home (%(chance)s or less on a d10).") % values_of(event)
    text = gettext("The damaged %(enemy)s gets home (%(chance)s or less on a d10 would have lost it).")
    return text % values_of(event)


def _witnessed(event: EnemyWitnessed, words: GameText) -> str:
    if not event.seen:
        return gettext("Nobody saw the %(enemy)s crash: it is not confirmed.") % values_of(event)
    if not event.die:
        return gettext("The eyewitness saw the %(enemy)s crash: confirmed.") % values_of(event)
    return gettext("The crash of the %(enemy)s was seen: confirmed.") % values_of(event)


def _blast(event: Blast, words: GameText) -> str:
    if not event.hits:
        return gettext("The blast of the bombs does the attacker no harm.")
    text = ngettext("The blast of the bombs hits once.", "The blast of the bombs hits %(hits)s times.", event.hits)
    return text % values_of(event)


def _position(event: PositionTaken, words: GameText) -> str:
    facts = {"place": event.location, "height": named(names.HEIGHTS, event.altitude)}
    if event.hits:
        return gettext("The pass begins at place %(place)s, %(height)s; moving there costs a random hit.") % facts
    return gettext("The pass begins at place %(place)s, %(height)s.") % facts


def _position_rolled(event: PositionRolled, words: GameText) -> str:
    facts = {"place": event.location, "height": named(names.HEIGHTS, event.altitude)}
    return gettext("The dice put him at place %(place)s, %(height)s.") % facts


EVENTS: EventSentences = {
    **said(BomberChosen, _chosen),
    **said(BomberFlak, _flak),
    **said(AttackCard, _card),
    **said(BomberAttacked, _attacked),
    **said(BomberHit, _bomber_hit),
    BomberDestroyedOutright: _("The %(enemy)s is destroyed outright."),
    **said(BomberFires, _fires),
    **said(BomberDown, _bomber_down),
    **said(BurstRolled, _burst),
    **said(RocketsFired, _rockets),
    RocketsJettisoned: _("The rockets are jettisoned."),
    **said(WeaponJam, _jam),
    **said(WeaponsJammed, _all_jam),
    CardFlipped: _("Card %(card)s is flipped; an Expert may take another."),
    **said(EnemyHome, _home),
    **said(EnemyWitnessed, _witnessed),
    **said(Blast, _blast),
    **said(PositionRolled, _position_rolled),
    **said(PositionTaken, _position),
}
