"""What Bomber Command's events say."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from play.games.text import TextFacts


def where(data: TextFacts) -> str:
    """Say a city, else a hex, else nothing that could be given away."""
    return (
        data.name(data["city"]) if data.get("city") else str(data.get("hex") or gettext("somewhere along the stream"))
    )


def begun(text: str) -> str:
    """Begin a sentence with a capital."""
    return text[:1].upper() + text[1:]


def attack_rolled(data: TextFacts) -> str:
    """Say what a nightfighter attack did."""
    facts = {
        "unit": data.name(data["unit"]),
        "attack": data.name(data["attack"]),
        "where": where(data),
        "total": data["total"],
    }
    facts |= {"losses": data["losses"]}
    if data["disruption"]:
        said = ngettext(
            "%(unit)s, %(attack)s, %(where)s: total %(total)s, %(losses)s bomber lost, disrupted.",
            "%(unit)s, %(attack)s, %(where)s: total %(total)s, %(losses)s bombers lost, disrupted.",
            data["losses"],
        )
    else:
        said = ngettext(
            "%(unit)s, %(attack)s, %(where)s: total %(total)s, %(losses)s bomber lost.",
            "%(unit)s, %(attack)s, %(where)s: total %(total)s, %(losses)s bombers lost.",
            data["losses"],
        )
    return said % facts


def flak_rolled(data: TextFacts) -> str:
    """Say what a flak attack did."""
    facts = {**data, "attack": begun(data.name(data["attack"])), "where": where(data)}
    return (
        gettext(
            "%(attack)s, %(where)s: total %(total)s, bombers lost %(losses)s, disruption %(disruption)s, "
            "damage %(damage)s."
        )
        % facts
    )


def combat_marked(data: TextFacts) -> str:
    """Say where combat is declared."""
    return gettext("%(attack)s is declared: %(where)s.") % {
        "attack": begun(data.name(data["attack"])), "where": where(data),
    }  # fmt: skip


def raids_detected(data: TextFacts) -> str:
    """Say where counters stand."""
    facts = {"counters": data.name(data["counters"]) or "–", "streams": data.name(data["streams"])}
    if facts["streams"]:
        return gettext("Raids at %(counters)s, bomber streams at %(streams)s.") % facts
    if data["counters"]:
        return gettext("Raids at %(counters)s.") % facts
    return gettext("No raid is on the map.")


def card_played(data: TextFacts) -> str:
    """Say who played a card."""
    if data["seat"] == "british":
        return gettext("The British player plays %(title)s.") % {"title": data["title"]}
    return gettext("The German player plays %(title)s.") % {"title": data["title"]}


def card_cancelled(data: TextFacts) -> str:
    """Say by what a card was cancelled."""
    return gettext("%(title)s is cancelled by %(by)s.") % {"title": data["title"], "by": data.name(data["by"])}


def card_discarded(data: TextFacts) -> str:
    """Say what was thrown away."""
    if data["seat"] == "british":
        return gettext("The British player discards %(cards)s.") % {"cards": data.name(data["cards"])}
    return gettext("The German player discards %(cards)s.") % {"cards": data.name(data["cards"])}


def cards_drawn(data: TextFacts) -> str:
    """Say how many cards were drawn."""
    if data["seat"] == "british":
        return gettext("The British player draws cards: %(count)s; left in the deck: %(left)s.") % data
    return gettext("The German player draws cards: %(count)s; left in the deck: %(left)s.") % data


def either(field: str, yes: Any, no: Any) -> Any:
    """Return a sentence that hangs on a yes or no of its data."""

    def say(data: TextFacts) -> str:
        sentence = yes if data[field] else no
        # A plural counts a number, which is no name.
        return str(sentence % {key: value if type(value) is int else data.name(value) for key, value in data.items()})

    return say


def raids_plotted(data: TextFacts) -> str:
    """Say what was plotted, to the British player only."""
    lines = [
        gettext("%(letter)s: %(kind)s, %(target)s, enters on turn %(turn)s")
        % {"letter": letter, "kind": data.name(kind), "target": data.name(target) or "–", "turn": turn}
        for letter, kind, target, _route, turn in data["raids"]
    ]
    return gettext("The plot: %(raids)s.") % {"raids": "; ".join(lines)}


def raids_numbered(data: TextFacts) -> str:
    """Say which raid over England goes by which number, to the British player only."""
    pairs = ", ".join(f"{at} = {letter}" for at, letter in enumerate(data["raids"], start=1))
    return gettext("The German player knows the raids over England by number: %(pairs)s.") % {"pairs": pairs}


def raid_final(data: TextFacts) -> str:
    """Say at the end what a raid was and lost."""
    facts = {
        "raid": data["raid"],
        "what": data.name(data["what"]),
        "target": data.name(data["target"]),
        "losses": data["losses"],
    }
    if data["target"]:
        return gettext("Raid %(raid)s was a %(what)s to %(target)s: lost %(losses)s.") % facts
    return gettext("Raid %(raid)s was a %(what)s: lost %(losses)s.") % facts


EVENTS: Mapping[str, Any] = {
    "accident.rolled": ngettext_lazy(
        "An accident costs %(unit)s %(losses)s more fighter.",
        "An accident costs %(unit)s %(losses)s more fighters.",
        "losses",
    ),
    "accuracy.value": _("Bombing accuracy over %(city)s: %(value)s."),
    "airfield.attacked": either(
        "closed",
        _("The airfield of %(unit)s is attacked: total %(total)s, closed."),
        _("The airfield of %(unit)s is attacked: total %(total)s, still open."),
    ),
    "attack.cancelled": _("The attack of %(unit)s is not made."),
    "attack.rolled": attack_rolled,
    "boar.declared": either(
        "stacked",
        _("%(unit)s, stacked over %(city)s, will attack as a Wild Boar."),
        _("%(unit)s will attack late over %(city)s."),
    ),
    "bomb.moved": _("A counter of %(bomb)s moves from %(start)s to %(area)s."),
    "bomb.placed": _("A counter of %(bomb)s falls in %(area)s."),
    "bombing.aimed": _("Aimpoint %(aimpoint)s, approach over %(approach)s, weather over the target: %(weather)s."),
    "bombing.begins": _("The bombing of %(city)s is resolved; disruption %(disruption)s."),
    "bombing.creepback": _("Creepback: %(counters)s counters shift from %(area)s to %(end)s."),
    "bombing.ends": _("The bombing of %(city)s is over: major fires %(fires)s, counters lost %(lost)s."),
    "bombs.dropping": _("Bombs fall on %(city)s."),
    "bombs.loaded": _("Dropped: %(he)s HE, %(incendiary)s incendiary; concentration %(concentration)s."),
    "british.attack": _("%(by)s attacks %(unit)s: total %(total)s, fighters lost %(losses)s."),
    "card.cancelled": card_cancelled,
    "card.discarded": card_discarded,
    "card.drawn": _("You draw %(title)s."),
    "card.no-target": _("%(title)s finds nothing to strike."),
    "card.played": card_played,
    "cards.drawn": cards_drawn,
    "collision.rolled": ngettext_lazy(
        "A collision: %(losses)s bomber, if there is a stream.",
        "A collision: %(losses)s bombers, if there is a stream.",
        "losses",
    ),
    "combat.marked": combat_marked,
    "counter.faked": _("A false counter stands at %(hex)s."),
    "counter.false": _("There is no raid at %(hex)s: the counter was false."),
    "damage.spent": _("%(unit)s makes use of flak damage."),
    "defence.rolled": _("The bombers fire at %(unit)s: total %(total)s, fighters lost %(losses)s."),
    "detection.rolled": _("Detection: total %(total)s against jamming level %(level)s finds %(found)s."),
    "error.value": _("Bombing error over %(city)s: %(value)s."),
    "fighters.lost": ngettext_lazy(
        "%(unit)s loses %(losses)s fighter to %(cause)s.", "%(unit)s loses %(losses)s fighters to %(cause)s.", "losses"
    ),
    "fire.prevented": _("Civil defence keeps a fire from starting in %(area)s."),
    "fire.started": ngettext_lazy(
        "%(fires)s major fire starts in %(area)s.", "%(fires)s major fires start in %(area)s.", "fires"
    ),
    "firestorm.rolled": either(
        "storm",
        _("Firestorm in %(area)s! Total %(total)s under %(fires)s fires."),
        _("No firestorm in %(area)s: total %(total)s, fires %(fires)s."),
    ),
    "flak.moved": _("Mobile flak moves to %(city)s."),
    "flak.on-fighter": _("The flak of %(city)s fires at %(unit)s: total %(total)s, fighters lost %(losses)s."),
    "flak.risked": either("hit", _("%(unit)s is hit by its own flak."), _("%(unit)s comes through its own flak.")),
    "flak.rolled": flak_rolled,
    "flak.stripped": _("%(city)s is stripped of its flak."),
    "fuel.added": _("%(unit)s has fuel for %(fuel)s turns."),
    "fuel.out": _("%(unit)s is out of fuel and must land."),
    "infiltration.rolled": either(
        "inside",
        _("%(unit)s gets into the stream at %(hex)s: total %(total)s against %(value)s."),
        _("%(unit)s does not find a way in at %(hex)s: total %(total)s against %(value)s."),
    ),
    "intruder.declared": _("%(unit)s flies as an intruder."),
    "jamming.moved": _("The jamming level is now %(level)s."),
    "marker.placed": _("%(marker)s comes into play."),
    "marking.drifted": _("The Target Indicators drift in direction %(side)s to %(ti)s; the approach is %(approach)s."),
    "marking.rolled": _("%(method)s marking: total %(total)s, drift %(drift)s, rows down %(quality)s."),
    "mines.laid": ngettext_lazy(
        "Mines are laid in %(hex)s: %(vp)s point after an error of %(error)s.",
        "Mines are laid in %(hex)s: %(vp)s points after an error of %(error)s.",
        "vp",
    ),
    "moon.placed": _("On turn %(turn)s: %(result)s."),
    "moon.rolled": _("The moon tonight: %(result)s."),
    "mosquitos.bombed": ngettext_lazy(
        "Mosquitos bomb %(city)s: %(vp)s point.", "Mosquitos bomb %(city)s: %(vp)s points.", "vp"
    ),
    "mosquitos.confirmed": _("Of %(claimed)s Mosquitos claimed, %(confirmed)s were lost."),
    "night.ending": _("The raids are home. The last nightfighters come down."),
    "night.over": _("The night is over: British %(british)s, German %(german)s, net %(net)s. %(band)s."),
    "north.rolled": _("North on the map of %(city)s is number %(number)s."),
    "oboe.lost": _("OBOE is spoilt over %(hex)s."),
    "patrol.back": _("The Patrol of strength %(strength)s is back."),
    "patrol.spent": _("The Patrol of strength %(strength)s returns on turn %(back)s."),
    "patrols.chosen": _("Patrols in the pool: %(strengths)s."),
    "quality.rolled": _("Marking quality: total %(total)s, rows down %(quality)s."),
    "raid.admitted": _("The raid is a %(what)s."),
    "raid.final": raid_final,
    "raid.heavy": _("The raid is heavily laden."),
    "raid.home": _("A raid has landed in England."),
    "raid.in-england": _("A raid’s counter reaches England."),
    "raid.marked": _(
        "Raid %(raid)s: losses %(losses)s, disruption %(disruption)s, flak damage %(damage)s, hunts %(hunts)s."
    ),
    "raid.moved": _("Raid %(raid)s is at %(hex)s."),
    "raid.recovered": _(
        "A raid lands in %(weather)s, disruption %(disruption)s, damage %(damage)s: total %(total)s, lost %(losses)s."
    ),
    "raid.withheld": _("Raid %(raid)s stays off the map."),
    "raids.alerted": _("The bombers are on their guard against intruders."),
    "raids.detected": raids_detected,
    "raids.lifted": _("The raids move on in the dark."),
    "raids.numbered": raids_numbered,
    "raids.plotted": raids_plotted,
    "raids.ready": _("The British player has plotted his raids."),
    "recovery.rolled": either(
        "removed",
        _("%(unit)s lands in %(weather)s: total %(total)s, lost %(losses)s, and is out of the fight."),
        _("%(unit)s lands in %(weather)s: total %(total)s, lost %(losses)s."),
    ),
    "scramble.rolled": either(
        "depletes",
        _("%(unit)s takes off in %(weather)s: total %(total)s, lost %(losses)s, not all get up."),
        _("%(unit)s takes off in %(weather)s: total %(total)s, lost %(losses)s."),
    ),
    "target.drawn": either(
        "oil",
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
    "target.follow-up": _("Both Main Forces go to %(city)s, one after the other."),
    "target.rejected": _("The night is too short for a follow-up raid; another chit is drawn."),
    "turn.begins": either("twilight", _("Turn %(turn)s, in twilight."), _("Turn %(turn)s.")),
    "twilight.rolled": _("Twilight begins on turn %(turn)s."),
    "unit.depleted": _("%(unit)s is depleted."),
    "unit.diverted": _("%(unit)s has diverted and is out of play."),
    "unit.gci": _("%(unit)s waits on the Himmelbett at %(hex)s."),
    "unit.homing": _("%(unit)s turns for home."),
    "unit.infiltrated": _("%(unit)s is inside raid %(raid)s."),
    "unit.left-raid": _("%(unit)s leaves the stream at %(hex)s."),
    "unit.moved": _("%(unit)s flies from %(start)s to %(hex)s."),
    "unit.reacted": _("%(unit)s reacts and flies from %(start)s to %(hex)s."),
    "unit.ready": _("%(unit)s is ready."),
    "unit.rearming": _("%(unit)s is rearming."),
    "unit.recovering": either(
        "home", _("%(unit)s comes in to its own airfield."), _("%(unit)s diverts to %(division)s.")
    ),
    "unit.scrambled": _("%(unit)s scrambles over %(hex)s."),
    "unit.stacked": _("%(unit)s stacks over %(box)s."),
    "unit.star": either("available", _("%(unit)s is available tonight."), _("%(unit)s does not fly tonight.")),
    "visibility.rolled": _("Visibility: %(visibility)s."),
    "watch.nothing": _("The watchers see nothing."),
    "weather.announced": _("Weather will be placed in this order: %(order)s."),
    "weather.placed": _("Weather in %(zone)s: %(weather)s."),
    "weather.rejected": _("A marker of %(weather)s for %(zone)s is rejected."),
    "weather.rolled": either("bad", _("The weather tonight is bad."), _("The weather tonight is good.")),
    "wind.rolled": either("bearing", _("The wind blows towards %(bearing)s degrees."), _("There is no wind.")),
}
