"""What happened, in Interceptor Ace: a sentence for each event, told of nobody in particular, so all seats read one."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from . import ace_names as names

Data = Mapping[str, Any]


def named(table: Mapping[str, Any], name: Any) -> str:
    """Say a name by one table; one that is not in it stands as it is."""
    return str(table.get(name, name))


def hits(result: Any) -> str:
    """Say what a card gives: hits, the group package, or destruction."""
    if result == "GP":
        return gettext("the whole group of hits")
    if result == "DE":
        return gettext("destruction")
    return ngettext("%(n)s hit", "%(n)s hits", int(result)) % {"n": result}


# Raid and weather ---------------------------------------------------------------------------------------------------


def _interception(data: Data) -> str:
    facts = {"box": data["box"], "enemy": data["enemy"], "place": named(names.ORIENTATIONS, data["orientation"])}
    if data["navigation"]:
        return gettext("Box %(box)s: nothing in sight, but good navigation finds the raid: Advantaged.") % facts
    if data["result"] == "event":
        return gettext("Box %(box)s: something unforeseen.") % facts
    if data["result"] == "bombers":
        return gettext("Box %(box)s: the raid is found. %(place)s.") % facts
    if data["result"] == "fighters":
        return gettext("Box %(box)s: fighters, %(enemy)s. %(place)s.") % facts
    return gettext("Box %(box)s: nothing in sight.") % facts


def _target(data: Data) -> str:
    if data["escort"]:
        return gettext("%(bomber)ss, and %(escort)ss with them.") % data
    return gettext("%(bomber)ss, without escort.") % data


def _evaded(data: Data) -> str:
    if not data["die"]:
        return gettext("The cloud bank hides him from the escort.")
    if data["success"]:
        return gettext("He slips away from the escort.")
    return gettext("The escort has seen him.")


# Bombers ------------------------------------------------------------------------------------------------------------


def _chosen(data: Data) -> str:
    if data["bombs"]:
        return gettext("A %(enemy)s is chosen, its bombs aboard.") % data
    return gettext("A %(enemy)s is chosen; it has no bombs aboard.") % data


def _flak(data: Data) -> str:
    if data["hits"]:
        text = ngettext("Flak has hit the %(enemy)s once.", "Flak has hit the %(enemy)s %(hits)s times.", data["hits"])
        return text % data
    return gettext("Flak has missed the %(enemy)s.") % data


def _card(data: Data) -> str:
    if not data["fp"]:
        return gettext("Card %(card)s: no weapon fires any more.") % data
    facts = {"card": data["card"], "fp": data["fp"], "hits": hits(data["result"])}
    return gettext("Fire with firepower %(fp)s. Card %(card)s gives %(hits)s.") % facts


def _attacked(data: Data) -> str:
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


def _bomber_hit(data: Data) -> str:
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
        return _tank(data["detail"])
    if data["part"] == "bomb-bay":
        if data["detail"] == "explodes":
            return gettext("The bomb bay is hit, and the bombs explode.")
        if data["detail"] == "empty":
            return gettext("The empty bomb bay is hit: the airframe suffers.")
        return gettext("The bomb bay is hit; the bombs hold.")
    return gettext("Hit: %(part)s.") % {"part": part}


def _tank(detail: str) -> str:
    if detail == "fire":
        return gettext("A fuel tank is hit and burns.")
    if detail == "explosion":
        return gettext("A fuel tank explodes.")
    return gettext("A fuel tank leaks.")


def _fires(data: Data) -> str:
    facts = {"enemy": data["enemy"], "card": data["card"], "hits": hits(data["hits"])}
    return gettext("The %(enemy)s fires back. Card %(card)s: %(hits)s.") % facts


def _bomber_down(data: Data) -> str:
    facts = {"enemy": data["enemy"], "cause": cause_of(data["cause"]), "who": named(names.PEOPLE, data["credit"])}
    return gettext("The %(enemy)s goes down: %(cause)s. The victory is the %(who)s’s.") % facts


def cause_of(cause: str) -> str:
    """Say what brings an aircraft down."""
    return named({**names.PARTS, **names.DOOMS, "pilot": _("its pilot is killed")}, cause)


def _burst(data: Data) -> str:
    if data["jam"] == "before":
        return gettext("An extended burst jams every gun before a shot is out.")
    if data["extra"] == "DE":
        return gettext("An extended burst destroys the target outright.")
    text = ngettext(
        "An extended burst adds %(extra)s hit.", "An extended burst adds %(extra)s hits.", int(data["extra"])
    )
    return text % data


def _rockets(data: Data) -> str:
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


def _jam(data: Data) -> str:
    if data["outcome"] == "saved":
        return gettext("The %(weapon)s jams; the gunner clears it.") % data
    if data["outcome"] == "immune":
        return gettext("The card says jam, but the %(weapon)s never does.") % data
    return gettext("The %(weapon)s jams.") % data


def _all_jam(data: Data) -> str:
    if data["outcome"] == "saved":
        return gettext("The gunner clears the guns.")
    return gettext("The guns jam; only an MG FF fires on.")


def _home(data: Data) -> str:
    if data["crashed"]:
        return gettext("The damaged %(enemy)s does not get home (%(chance)s or less on a d10).") % data
    return gettext("The damaged %(enemy)s gets home (%(chance)s or less on a d10 would have lost it).") % data


def _witnessed(data: Data) -> str:
    if not data["seen"]:
        return gettext("Nobody saw the %(enemy)s crash: it is not confirmed.") % data
    if not data["die"]:
        return gettext("The eyewitness saw the %(enemy)s crash: confirmed.") % data
    return gettext("The crash of the %(enemy)s was seen: confirmed.") % data


def _blast(data: Data) -> str:
    if not data["hits"]:
        return gettext("The blast of the bombs does the attacker no harm.")
    text = ngettext("The blast of the bombs hits once.", "The blast of the bombs hits %(hits)s times.", data["hits"])
    return text % data


def _position(data: Data) -> str:
    facts = {"place": data["location"], "height": named(names.HEIGHTS, data["altitude"])}
    if data["hits"]:
        return gettext("The pass begins at place %(place)s, %(height)s; moving there costs a random hit.") % facts
    return gettext("The pass begins at place %(place)s, %(height)s.") % facts


# Fighters -----------------------------------------------------------------------------------------------------------


def _engaged(data: Data) -> str:
    facts = {
        "enemy": data["enemy"],
        "place": named(names.ORIENTATIONS, data["orientation"]),
        "quality": named(names.QUALITIES, data["quality"]),
    }
    if data["sun"]:
        return gettext("A %(enemy)s is attacked out of the sun: it can neither fire nor defend.") % facts
    if data["quality"] != "trained":
        return gettext("A %(enemy)s, its pilot %(quality)s. %(place)s.") % facts
    return gettext("A %(enemy)s. %(place)s.") % facts


def _enemy_card(data: Data) -> str:
    facts = {"enemy": data["enemy"], "card": data["card"], "fp": data["fp"], "hits": hits(data["result"])}
    return gettext("The %(enemy)s fires with firepower %(fp)s. Card %(card)s gives %(hits)s.") % facts


def effect_of(data: Data) -> str:
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


def _enemy_defends(data: Data) -> str:
    facts = {"card": data["card"], "name": named(names.DEFENCES, data["name"]), "effect": effect_of(data)}
    return gettext("The enemy’s card %(card)s, %(name)s: %(effect)s.") % facts


def _defends(data: Data) -> str:
    facts = {"card": data["card"], "name": named(names.DEFENCES, data["name"]), "effect": effect_of(data)}
    return gettext("Defence by card %(card)s, %(name)s: %(effect)s.") % facts


def _manoeuvres(data: Data) -> str:
    facts = {"name": named(names.DEFENCES, data["name"]), "effect": effect_of(data)}
    return gettext("A manoeuvre, %(name)s: %(effect)s.") % facts


def _wingman_called(data: Data) -> str:
    if data["fp"]:
        return gettext("The wingman comes: card %(card)s has him attack with firepower %(fp)s.") % data
    if not data["avoid"] and not data["improve"]:
        return gettext("The wingman is busy (card %(card)s).") % data
    return gettext("The wingman helps, card %(card)s: %(effect)s.") % {"card": data["card"], "effect": effect_of(data)}


def _wingman_fighter(data: Data) -> str:
    facts = {"enemy": data["enemy"], "card": data["card"], "hits": hits(data["result"])}
    return gettext("The wingman fires at the %(enemy)s. Card %(card)s gives %(hits)s.") % facts


def _wingman_bomber(data: Data) -> str:
    if data["result"] == "destroyed":
        return gettext("The wingman destroys the bomber.")
    if data["result"] == "damaged":
        return gettext("The wingman is hit and turns for home.")
    if data["result"] == "lost":
        return gettext("The wingman is shot down.")
    if not data["hits"]:
        return gettext("The wingman attacks and misses.")
    return gettext("The wingman attacks: %(hits)s.") % {"hits": hits(data["hits"])}


def _struck(data: Data) -> str:
    if data["group"]:
        return gettext("The %(enemy)s takes a group of hits.") % data
    if not data["hits"]:
        return gettext("The %(enemy)s is not hit.") % data
    return gettext("The %(enemy)s takes %(hits)s.") % {"enemy": data["enemy"], "hits": hits(data["hits"])}


def _suffered(data: Data) -> str:
    if data["group"]:
        return gettext("His own aircraft takes a group of hits.")
    if not data["hits"]:
        return gettext("His own aircraft is not hit.")
    return gettext("His own aircraft takes %(hits)s.") % {"hits": hits(data["hits"])}


def _fighter_hit(data: Data) -> str:
    if not data["effect"]:
        return gettext("One hit does no harm.")
    if data["part"] == "fuel":
        return _tank(data["detail"])
    if data["part"] == "crew":
        return gettext("Its pilot is hit: %(wound)s.") % {"wound": named(names.WOUNDS, data["detail"])}
    return gettext("Hit: %(part)s.") % {"part": named(names.PARTS, data["part"])}


def _fighter_down(data: Data) -> str:
    facts = {"enemy": data["enemy"], "cause": cause_of(data["cause"]), "who": named(names.PEOPLE, data["credit"])}
    return gettext("The %(enemy)s goes down: %(cause)s. The victory is the %(who)s’s.") % facts


def _duel_ended(data: Data) -> str:
    return {
        "won": gettext("The fight with the %(enemy)s is won."),
        "wingman": gettext("The wingman has ended the fight with the %(enemy)s."),
        "evaded": gettext("The %(enemy)s has got away."),
        "escaped": gettext("He has got away from the %(enemy)s."),
        "down": gettext("The fight with the %(enemy)s is lost."),
    }[data["result"]] % data


def _initiative(data: Data) -> str:
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


def _enemy_leaves(data: Data) -> str:
    if data["success"]:
        return gettext("The damaged enemy gets away.")
    return gettext("The damaged enemy tries to get away, fails, and loses a position.")


def _leaves(data: Data) -> str:
    if data["success"]:
        return gettext("He disengages.")
    return gettext("He cannot disengage, and loses a position.")


# Damage, crew, the way home -----------------------------------------------------------------------------------------


def _interceptor_hit(data: Data) -> str:
    if not data["effect"]:
        return gettext("One hit does no harm.")
    if data["destroyed"]:
        return gettext("Hit: %(part)s, and the aircraft is lost.") % {"part": named(names.PARTS, data["part"])}
    return gettext("Hit: %(part)s.") % {"part": named(names.PARTS, data["part"])}


def _wounded(data: Data) -> str:
    facts = {
        "who": named(names.PEOPLE, data["who"]),
        "wound": named(names.WOUNDS, data["severity"]),
        "now": named(names.WOUNDS, data["now"]),
    }
    if data["now"] != data["severity"]:
        return gettext("The %(who)s is hit: %(wound)s, with the one before %(now)s.") % facts
    return gettext("The %(who)s is hit: %(wound)s.") % facts


def _down(data: Data) -> str:
    return gettext("The aircraft is lost: %(cause)s.") % {
        "cause": named({**names.PARTS, **names.DOOMS, "pilot": _("the pilot is killed")}, data["cause"])
    }


def _landing(data: Data) -> str:
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


def _parachute(data: Data) -> str:
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


# Between sorties ----------------------------------------------------------------------------------------------------


def _not_flown(data: Data) -> str:
    facts = {"cause": named(names.CAUSES, data["reason"]), "target": data["target"]}
    if data["target"]:
        return gettext("Not flown, the raid on %(target)s: %(cause)s.") % facts
    return gettext("Not flown: %(cause)s.") % facts


def _repaired(data: Data) -> str:
    if data["lines"]:
        text = ngettext("Repair costs one sortie.", "Repair costs %(lines)s sorties.", data["lines"])
        return text % data
    if not data["hits"]:
        return gettext("The aircraft is whole, and armed again.")
    return ngettext("One hit is mended.", "%(hits)s hits are mended.", data["hits"]) % data


def _replaced(data: Data) -> str:
    return {
        "lost": gettext("A new %(model)s replaces the aircraft that was lost."),
        "wound": gettext("Out of hospital, he is given a %(model)s."),
        "no-repair": gettext("A new %(model)s is had for prestige instead of the repair."),
        "transfer": gettext("With the new unit comes a %(model)s."),
    }[data["cause"]] % data


def _scrounged(data: Data) -> str:
    if data["found"]:
        return gettext("The parts are scrounged: the repair costs no sortie.")
    return gettext("The parts cannot be scrounged.")


def _offers(data: Data) -> str:
    if data["models"]:
        return gettext("On offer: %(models)s.") % {"models": ", ".join(data["models"])}
    return gettext("No aircraft is on offer.")


def _award_rolled(data: Data) -> str:
    facts = {"award": named(names.AWARDS, data["award"]), "total": data["total"]}
    if data["won"]:
        return gettext("Put forward for the award %(award)s: granted (%(total)s).") % facts
    return gettext("Put forward for the award %(award)s: not granted (%(total)s).") % facts


def _award(data: Data) -> str:
    facts = {"who": named(names.PEOPLE, data["who"]), "award": named(names.AWARDS, data["award"])}
    if data["who"] == "pilot":
        return gettext("Awarded: %(award)s.") % facts
    return gettext("Awarded to the %(who)s: %(award)s.") % facts


def _prestige(data: Data) -> str:
    text = ngettext(
        "One Prestige Point for %(cause)s; %(points)s in hand, level %(level)s.",
        "%(won)s Prestige Points for %(cause)s; %(points)s in hand, level %(level)s.",
        data["won"],
    )
    cause = named({**names.NAMES, "ace": _("ace status")}, data["cause"])
    return text % {"won": data["won"], "points": data["points"], "level": data["level"], "cause": cause}


def _experience(data: Data) -> str:
    text = ngettext(
        "The %(who)s gains an Experience Point, and has one.",
        "The %(who)s gains an Experience Point, and has %(points)s.",
        data["points"],
    )
    return text % {"who": named(names.PEOPLE, data["who"]), "points": data["points"]}


def _away(data: Data) -> str:
    text = ngettext("He misses one sortie: %(cause)s.", "He misses %(lines)s sorties: %(cause)s.", data["lines"])
    return text % {"lines": data["lines"], "cause": named(names.CAUSES, data["cause"])}


def _promotion(data: Data) -> str:
    if data["promoted"]:
        return gettext("Considered for %(next)s: promoted (%(total)s).") % data
    return gettext("Considered for %(next)s: not promoted (%(total)s).") % data


def _learned(data: Data) -> str:
    facts = {"who": named(names.PEOPLE, data["who"]), "skill": names.skill(data["skill"]), "cost": data["cost"]}
    text = ngettext(
        "The %(who)s learns %(skill)s for one Experience Point.",
        "The %(who)s learns %(skill)s for %(cost)s Experience Points.",
        data["cost"],
    )
    return text % facts


def _wound_duration(data: Data) -> str:
    text = ngettext("The %(who)s is out for one sortie.", "The %(who)s is out for %(lines)s sorties.", data["lines"])
    return text % {"who": named(names.PEOPLE, data["who"]), "lines": data["lines"]}


def _over(data: Data) -> str:
    facts = {
        "level": named(names.LEVELS, data["level"]),
        "bombers": data["bombers"],
        "fighters": data["fighters"],
        "flights": data["flights"],
    }
    return gettext("%(level)s. Bombers: %(bombers)s; fighters: %(fighters)s; sorties: %(flights)s.") % facts


def _attempt_wound(data: Data) -> str:
    return gettext("A shot: %(wound)s.") % {"wound": named(names.WOUNDS, data["wound"])}


def _attempt_end(data: Data) -> str:
    if data["succeeded"]:
        return gettext("The attempt succeeds. He does not outlive it.")
    return gettext("The attempt fails. He does not outlive it.")


EVENTS: dict[str, Any] = {
    "month.begins": ngettext_lazy(
        "%(month)s begins: one raid. The Combat Cards are shuffled.",
        "%(month)s begins: %(raids)s raids. The Combat Cards are shuffled.",
        "raids",
    ),
    "raid.rolled": _("A raid on %(target)s (%(zone)s)."),
    "raid.out_of_range": _("%(target)s is out of range from here."),
    "sortie.begins": _("Take-off against the raid on %(target)s; it can be met from box %(box)s on."),
    "sortie.aborted": _("He breaks off the sortie in box %(box)s and turns for home."),
    "sortie.not-flown": _not_flown,
    "weather.rolled": lambda data: (
        gettext("Weather at the field: %(weather)s.") % {"weather": named(names.WEATHER, data["weather"])}
    ),
    "interception.rolled": _interception,
    "random.event": lambda data: named(names.EVENTS, data["event"]),
    "target.rolled": _target,
    "escort.forced": _("Disadvantaged: the %(escort)ss must be fought first."),
    "escort.evaded": _evaded,
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
    "position.taken": _position,
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
    "interceptor.hit": _interceptor_hit,
    "interceptor.tank": lambda data: _tank(data["result"]),
    "interceptor.destroyed": _("The %(enemy)s destroys the aircraft outright."),
    "interceptor.down": _down,
    "crew.spared": _("The cockpit is hit; nobody is hurt."),
    "crew.wounded": _wounded,
    "landing.rolled": _landing,
    "parachute.rolled": _parachute,
    "pilot.killed": lambda data: named(DEATHS, data["cause"]),
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
    "deck.reshuffled": ngettext_lazy(
        "The cards have run out: %(cards)s is shuffled again.",
        "The cards have run out: %(cards)s are shuffled again.",
        "cards",
    ),
}
