"""Fights with fighters, helpers and wingmen, in words."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.interceptor.events import (
    DuelEnded,
    EnemyCard,
    EnemyDefends,
    EnemyDisengages,
    FighterAttacked,
    FighterDestroyedOutright,
    FighterDown,
    FighterEngaged,
    FighterHit,
    GunnerFires,
    HelperFound,
    InitiativeRolled,
    InterceptorAttacked,
    PilotDefends,
    PilotDisengages,
    PilotManoeuvres,
    ReflexesUsed,
    RoundEffect,
    SixthSense,
    WingmanBomber,
    WingmanCalled,
    WingmanFighter,
)
from engine.interceptor.questions import CertainEffect
from play.games.text import EventSentences, GameText, said, values_of
from sorties.interceptor.text import names
from sorties.interceptor.text.damage import cause_of, hits, tank
from sorties.interceptor.text.names import named


def _engaged(event: FighterEngaged, words: GameText) -> str:
    facts = {
        "enemy": event.enemy,
        "place": named(names.ORIENTATIONS, event.orientation),
        "quality": names.quality(event.quality, words),
    }
    if event.sun:
        return gettext("A %(enemy)s is attacked out of the sun: it can neither fire nor defend.") % facts
    if event.quality != "trained":
        return gettext("A %(enemy)s, its pilot %(quality)s. %(place)s.") % facts
    return gettext("A %(enemy)s. %(place)s.") % facts


def _enemy_card(event: EnemyCard, words: GameText) -> str:
    facts = {"enemy": event.enemy, "card": event.card, "fp": event.fp, "hits": hits(event.result)}
    return gettext("The %(enemy)s fires with firepower %(fp)s. Card %(card)s gives %(hits)s.") % facts


def effect_of(effect: RoundEffect | CertainEffect) -> str:
    """Say what a defence does, as one list."""
    parts = []
    if effect.avoid == "all":
        parts.append(gettext("all damage avoided"))
    elif effect.avoid:
        count = int(effect.avoid)
        parts.append(ngettext("%(n)s hit avoided", "%(n)s hits avoided", count) % {"n": count})
    if effect.improve > 0:
        text = ngettext("%(n)s position gained", "%(n)s positions gained", effect.improve)
        parts.append(text % {"n": effect.improve})
    elif effect.improve < 0:
        text = ngettext("%(n)s position lost", "%(n)s positions lost", -effect.improve)
        parts.append(text % {"n": -effect.improve})
    if effect.ends:
        parts.append(gettext("the fight ends"))
    return ", ".join(parts) or gettext("no effect")


def _enemy_defends(event: EnemyDefends, words: GameText) -> str:
    facts = {"card": event.card, "name": names.defence(event.name, words), "effect": effect_of(event)}
    return gettext("The enemy’s card %(card)s, %(name)s: %(effect)s.") % facts


def _defends(event: PilotDefends, words: GameText) -> str:
    facts = {"card": event.card, "name": names.defence(event.name, words), "effect": effect_of(event)}
    return gettext("Defence by card %(card)s, %(name)s: %(effect)s.") % facts


def _manoeuvres(event: PilotManoeuvres, words: GameText) -> str:
    facts = {"name": names.defence(event.name, words), "effect": effect_of(event)}
    return gettext("A manoeuvre, %(name)s: %(effect)s.") % facts


def _wingman_called(event: WingmanCalled, words: GameText) -> str:
    if event.fp:
        return gettext("The wingman comes: card %(card)s has him attack with firepower %(fp)s.") % values_of(event)
    if not event.avoid and not event.improve:
        return gettext("The wingman is busy (card %(card)s).") % values_of(event)
    return gettext("The wingman helps, card %(card)s: %(effect)s.") % {"card": event.card, "effect": effect_of(event)}


def _wingman_fighter(event: WingmanFighter, words: GameText) -> str:
    facts = {"enemy": event.enemy, "card": event.card, "hits": hits(event.result)}
    return gettext("The wingman fires at the %(enemy)s. Card %(card)s gives %(hits)s.") % facts


def _wingman_bomber(event: WingmanBomber, words: GameText) -> str:
    if event.result == "destroyed":
        return gettext("The wingman destroys the bomber.")
    if event.result == "damaged":
        return gettext("The wingman is hit and turns for home.")
    if event.result == "lost":
        return gettext("The wingman is shot down.")
    if not event.hits:
        return gettext("The wingman attacks and misses.")
    return gettext("The wingman attacks: %(hits)s.") % {"hits": hits(event.hits)}


def _struck(event: FighterAttacked, words: GameText) -> str:
    if event.group:
        return gettext("The %(enemy)s takes a group of hits.") % values_of(event)
    if not event.hits:
        return gettext("The %(enemy)s is not hit.") % values_of(event)
    return gettext("The %(enemy)s takes %(hits)s.") % {"enemy": event.enemy, "hits": hits(event.hits)}


def _suffered(event: InterceptorAttacked, words: GameText) -> str:
    if event.group:
        return gettext("His own aircraft takes a group of hits.")
    if not event.hits:
        return gettext("His own aircraft is not hit.")
    return gettext("His own aircraft takes %(hits)s.") % {"hits": hits(event.hits)}


def _fighter_hit(event: FighterHit, words: GameText) -> str:
    if not event.effect:
        return gettext("One hit does no harm.")
    if event.part == "fuel":
        return tank(event.detail)
    if event.part == "crew":
        return gettext("Its pilot is hit: %(wound)s.") % {"wound": named(names.WOUNDS, event.detail)}
    return gettext("Hit: %(part)s.") % {"part": names.part(event.part, names.of_fighter(words, event.enemy))}


def _fighter_down(event: FighterDown, words: GameText) -> str:
    cause = event.cause
    said = names.part(cause, names.of_fighter(words, event.enemy)) if cause == "engines" else cause_of(cause)
    facts = {"enemy": event.enemy, "cause": said, "who": named(names.PEOPLE, event.credit)}
    return gettext("The %(enemy)s goes down: %(cause)s. The victory is the %(who)s’s.") % facts


def _duel_ended(event: DuelEnded, words: GameText) -> str:
    return {
        "won": gettext("The fight with the %(enemy)s is won."),
        "wingman": gettext("The wingman has ended the fight with the %(enemy)s."),
        "evaded": gettext("The %(enemy)s has got away."),
        "escaped": gettext("He has got away from the %(enemy)s."),
        "down": gettext("The fight with the %(enemy)s is lost."),
    }[event.result] % values_of(event)


def _initiative(event: InitiativeRolled, words: GameText) -> str:
    facts = {
        "total": event.total,
        "enemy_total": event.enemy_total,
        "place": named(names.ORIENTATIONS, event.orientation),
        "n": str(abs(event.gained)),
    }
    if event.gained > 0:
        text = ngettext(
            "For position: %(total)s to %(enemy_total)s, one place gained. %(place)s.",
            "For position: %(total)s to %(enemy_total)s, %(n)s places gained. %(place)s.",
            event.gained,
        )
    elif event.gained < 0:
        text = ngettext(
            "For position: %(total)s to %(enemy_total)s, one place lost. %(place)s.",
            "For position: %(total)s to %(enemy_total)s, %(n)s places lost. %(place)s.",
            -event.gained,
        )
    else:
        text = gettext("For position: %(total)s to %(enemy_total)s, no change. %(place)s.")
    return text % facts


def _enemy_leaves(event: EnemyDisengages, words: GameText) -> str:
    if event.success:
        return gettext("The damaged enemy gets away.")
    return gettext("The damaged enemy tries to get away, fails, and loses a position.")


def _leaves(event: PilotDisengages, words: GameText) -> str:
    if event.success:
        return gettext("He disengages.")
    return gettext("He cannot disengage, and loses a position.")


EVENTS: EventSentences = {
    **said(FighterEngaged, _engaged),
    **said(EnemyCard, _enemy_card),
    **said(EnemyDefends, _enemy_defends),
    **said(EnemyDisengages, _enemy_leaves),
    **said(PilotDefends, _defends),
    **said(PilotManoeuvres, _manoeuvres),
    **said(PilotDisengages, _leaves),
    **said(WingmanCalled, _wingman_called),
    **said(WingmanFighter, _wingman_fighter),
    **said(WingmanBomber, _wingman_bomber),
    **said(
        GunnerFires,
        lambda event, words: (
            gettext("The rear gunner fires. Card %(card)s: %(hits)s.") % {"card": event.card, "hits": hits(event.hits)}
        ),
    ),
    **said(FighterAttacked, _struck),
    **said(FighterHit, _fighter_hit),
    FighterDestroyedOutright: _("The %(enemy)s is destroyed outright."),
    **said(FighterDown, _fighter_down),
    **said(DuelEnded, _duel_ended),
    **said(InitiativeRolled, _initiative),
    **said(
        ReflexesUsed,
        lambda event, words: (
            gettext("Reflexes gain a position. %(place)s.") % {"place": named(names.ORIENTATIONS, event.orientation)}
        ),
    ),
    **said(
        HelperFound,
        lambda event, words: (
            gettext("A fresh enemy finds the helper.") if event.found else gettext("No fresh enemy finds the helper.")
        ),
    ),
    SixthSense: _("Sixth Sense: the card that destroys does %(hits)s hits instead."),
    **said(InterceptorAttacked, _suffered),
}
