"""What Bomber Command asks, the orders that answer, and the reasons of its modifiers and faults."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from .night_cards import CARDS
from .night_events import name

QUESTIONS: Mapping[str, Any] = {
    "adgb": _("Which intruder does the Air Defence of Great Britain attack?"),
    "attack.damage": _("Spend a Flak Damage marker on the attack of %(unit)s?"),
    "boar.declare": _("Who attacks over the burning city?"),
    "bombing.accuracy": _("Move counters for accuracy; points left: %(left)s."),
    "bombing.aimpoint": _("Where is the aimpoint?"),
    "bombing.approach": _("From which side do the bombers approach?"),
    "bombing.convert": _("Which counters turn into major fires: %(step)s?"),
    "bombing.drop": _("Where does the next counter fall?"),
    "bombing.error": _("Move counters for error; points left: %(left)s."),
    "bombing.mix": _("How is the load of %(load)s counters mixed?"),
    "card.cancel": _("Cancel %(title)s?"),
    "card.city": _("Which city for %(card)s?"),
    "card.hex": _("Which hex for %(card)s?"),
    "card.raid": _("Which raid for %(card)s?"),
    "card.unit": _("Which unit for %(card)s?"),
    "card.window": _("Play a card, %(window)s?"),
    "card.zone": _("Which weather zone for %(card)s?"),
    "cards.discard": _("Which cards do you discard?"),
    "combat.resolve": _("Which hex is resolved next?"),
    "deployment": _("Which units stack, or wait on the Himmelbett?"),
    "fighters.move": _("Where do the nightfighters fly?"),
    "flak.strip": _("Which city is stripped of its flak?"),
    "gci.unit": _("Which unit is guided to the raid at %(hex)s?"),
    "hand.bombing": _("Which bombing card do you take from the deck?"),
    "hand.put-back": _("Which card goes back into the deck?"),
    "infiltrate": _("Who tries to get into the stream? The value is %(value)s."),
    "intruder.attack": _("Which intruder attacks which raid over England?"),
    "intruder.declare": _("Who flies as an intruder?"),
    "moon.place": _("On which turn is the moon marker placed?"),
    "night.end": _("The Main Forces are home. End play?"),
    "patrol.leave-out": _("Which Patrol is left out tonight?"),
    "patrol.recovery": _("Which landing unit does a Patrol attack?"),
    "patrol.scramble": _("What does a Patrol attack as the fighters take off?"),
    "raids.plot": _("Plot the raids."),
    "recovery": _("Who lands?"),
    "recovery.division": _("To which division does it divert?"),
    "recovery.where": _("Land at home, or divert?"),
    "scramble": _("Who scrambles?"),
    "scramble.move": _("Where does %(unit)s go at once?"),
    "stream.lay": _("Where does the stream of raid %(raid)s lie?"),
    "tame-boar.attack": _("Who attacks inside the stream?"),
    "unit.place": _("In which hex does %(unit)s leave the raid?"),
    "weather.order": _("Which zone is next in the order for weather?"),
}


def play(arguments: list[str], facts: Mapping[str, Any]) -> str:
    """Say which card is played, and how where it has several functions."""
    card = CARDS[arguments[0]]
    if len(card.uses) == 1:
        return gettext("Play %(card)s") % {"card": card.title}
    effects = [name(each.marker or each.roll or each.effect) for each in card.uses[int(arguments[1])].does]
    return gettext("Play %(card)s: %(use)s") % {"card": card.title, "use": ", ".join(effects)}


def cancel(arguments: list[str], facts: Mapping[str, Any]) -> str:
    """Say with which cards another is cancelled."""
    return gettext("Cancel with %(cards)s") % {"cards": ", ".join(name(card) for card in arguments)}


def patrol_attack(arguments: list[str], facts: Mapping[str, Any]) -> str:
    """Say which Patrol attacks whom."""
    return gettext("Patrol %(strength)s attacks %(unit)s") % {"strength": arguments[0], "unit": name(arguments[1])}


def mix(arguments: list[str], facts: Mapping[str, Any]) -> str:
    """Say a mix of bombs."""
    he = int(arguments[0])
    return gettext("%(he)s HE, %(incendiary)s incendiary") % {"he": he, "incendiary": facts["load"] - he}


ORDERS: Mapping[str, Any] = {
    "done": _("Done"),
    "pass": _("Pass"),
    "adgb": _("Attack %(1)s"),
    "again": _("%(1)s attacks again"),
    "aim": _("Aim at %(1)s"),
    "approach": _("From direction %(1)s"),
    "airfield": _("Patrol %(1)s attacks the airfield of %(2)s"),
    "patrol.scramble/attack": patrol_attack,
    "patrol.recovery/attack": patrol_attack,
    "attack": _("%(1)s attacks"),
    "behind": _("One hex behind"),
    "together": _("Under the raid"),
    "boar": _("%(1)s attacks over %(2)s"),
    "react": _("%(1)s reacts and attacks over %(2)s"),
    "cancel": cancel,
    "discard": _("Discard %(1)s"),
    "divert": _("Divert"),
    "recovery/divert": _("%(1)s diverts"),
    "recover": _("Land at home"),
    "recovery/recover": _("%(1)s lands"),
    "division": _("To %(1)s"),
    "drop": _("In %(1)s"),
    "end": _("End play"),
    "play-on": _("Play on"),
    "false": _("At %(1)s"),
    "fire": _("In %(2)s: %(1)s, of them %(3)s HE"),
    "flak": _("To %(1)s"),
    "fuel": _("For %(1)s"),
    "deployment/gci": _("%(1)s waits on the Himmelbett"),
    "gci": _("Guide %(1)s"),
    "hasten": _("Hasten %(1)s"),
    "he": mix,
    "hold": _("Keep %(1)s until next turn"),
    "home": _("%(1)s returns to base"),
    "hunt": _("Hunt %(1)s"),
    "infiltrate": _("%(1)s at %(2)s"),
    "infiltrate-city": _("%(1)s over %(2)s"),
    "intrude": _("%(1)s attacks raid %(2)s over England"),
    "intruder": _("%(1)s flies as an intruder"),
    "keep": _("Keep it"),
    "spend": _("Spend it"),
    "leave": _("%(1)s leaves the raid"),
    "leave-out": _("Leave out the Patrol of strength %(1)s"),
    "move": _("%(1)s to %(2)s"),
    "bombing.error/move": _("A counter of %(1)s from %(2)s to %(3)s"),
    "bombing.accuracy/move": _("A counter of %(1)s from %(2)s to %(3)s"),
    "place": _("In %(1)s"),
    "play": play,
    "put-back": _("Put back %(1)s"),
    "raid": _("Raid %(1)s"),
    "ready": _("%(1)s is made ready"),
    "resolve": _("Resolve %(1)s"),
    "scramble": _("Scramble %(1)s"),
    "show": _("Show raid %(1)s"),
    "stack": _("%(1)s over %(2)s"),
    "stray": _("At %(1)s: %(2)s"),
    "strip": _("Strip %(1)s"),
    "take": _("Take %(1)s"),
    "to": _("To %(1)s"),
    "turn": _("On turn %(1)s"),
    "withhold": _("Withhold raid %(1)s"),
    "zone": _("%(1)s"),
}


def way(arguments: list[str], facts: Mapping[str, Any]) -> str:
    """Say what a way to carry a flightpath on comes to."""
    said = [gettext("target") if facts.get("arrives") == "target" else gettext("home")] if facts.get("arrives") else []
    said += [ngettext("%(n)s hex", "%(n)s hexes", facts["flown"]) % {"n": facts["flown"]}]
    said += [ngettext("%(n)s leg left", "%(n)s legs left", facts["left"]) % {"n": facts["left"]}]
    return ", ".join(said)


NOTES: Mapping[str, Any] = {"way/out": way, "way/home": way}


def weather(arguments: list[str], facts: Mapping[str, Any]) -> str:
    """Say which weather weighs on a roll."""
    return name(arguments[0]).capitalize() if arguments else gettext("Weather")


def visibility(arguments: list[str], facts: Mapping[str, Any]) -> str:
    """Say which visibility weighs on a roll."""
    return gettext("Visibility %(state)s") % {"state": name(arguments[0])}


def radar(arguments: list[str], facts: Mapping[str, Any]) -> str:
    """Say which radar signature weighs on a roll."""
    return gettext("Radar signature %(state)s") % {"state": name(arguments[0])}


REASONS: Mapping[str, Any] = {
    "against-wind": _("Raid against the wind"),
    "beleuchter": _("Beleuchter"),
    "card": _("%(1)s"),
    "clear": _("Clear over the target"),
    "decoy": _("Decoy raid"),
    "disruption": _("Disruption"),
    "diverting": _("Diverting"),
    "fido": _("FIDO"),
    "first-fires": _("Fires of the first attack"),
    "flak": _("Flak value"),
    "flak-damage": _("Flak damage"),
    "heavy-load": _("Heavy load"),
    "moon": _("Moon"),
    "newhaven": _("Newhaven"),
    "not-on-beacon": _("Not on a beacon"),
    "oboe": _("OBOE"),
    "out-of-range": _("Out of recovery range"),
    "parramatta": _("Parramatta"),
    "radar": radar,
    "ruhr-haze": _("Ruhr haze"),
    "scenario": _("Scenario"),
    "single-engined": _("Single-engined"),
    "strength": _("Combat strength"),
    "twilight": _("Twilight"),
    "visibility": visibility,
    "wanganui": _("Wanganui"),
    "weather": weather,
    "with-wind": _("Raid with the wind"),
    "die": _("a die was thrown"),
    "discards": _("discards were shown"),
    "bombing": _("bombing was shown"),
    "combat": _("combat was shown"),
    "raid": _("a raid gave itself away"),
    "raids": _("raids were shown"),
    "losses": _("losses were shown"),
}

FAULTS: Mapping[str, Any] = {
    "bombs-at-split": _("A raid cannot bomb in %(hex)s, where it breaks out."),
    "decoy-barred": _("A Decoy may not enter %(hex)s: there is a city or an airfield."),
    "entry": _("%(hex)s is not an entry hex."),
    "escort-kind": _("Only Mosquito raids travel with another raid."),
    "escort-parent": _("Raid %(letter)s cannot be escorted."),
    "exit": _("%(hex)s is not an exit hex."),
    "first-move": _("A raid enters with one hex or two, not %(hexes)s."),
    "follow-up-bombs-first": _("The follow-up bombs on turn %(turn)s, the first raid not before turn %(first)s."),
    "follow-up-early": _("The follow-up enters on turn %(earliest)s at the earliest, not %(turn)s."),
    "kind": _("%(kind)s is no type of raid."),
    "leg-ambiguous": _("Two ways lead from %(from)s to %(hex)s: say which hex comes first."),
    "leg-off-grain": _("No leg leads along the grain from %(from)s to %(hex)s."),
    "legs": _("At most %(most)s legs may be drawn, not %(got)s."),
    "letter": _("%(letter)s is no raid letter."),
    "letter-twice": _("The letter %(letter)s is used twice."),
    "main-forces": _("Main Forces to plot: %(wanted)s, plotted: %(got)s."),
    "misses-target": _("The way out ends in %(got)s, the target is in %(hex)s."),
    "no-heavy-load": _("A heavy load cannot be carried here."),
    "not-a-city": _("%(city)s is not a city that can be attacked."),
    "not-a-mine-hex": _("%(hex)s is not a mine hex."),
    "not-the-target": _("A Main Force must go to its target, %(wanted)s, not %(target)s."),
    "raids-meet": _("On turn %(turn)s it would end in %(hex)s with raid %(letter)s."),
    "split": _("The parent’s route has no place %(place)s; the last is %(last)s."),
    "split-last": _("Its parent ends a turn in %(hex)s: it can only break out on leaving."),
    "target-crossed-early": _("The way out crosses the target in %(hex)s too early."),
    "target-taken": _("%(target)s is the target of raid %(letter)s."),
    "too-many-decoys": _("At most %(most)s Decoys, not %(got)s."),
    "too-many-raids": _("The raids use up %(got)s Mosquito raids; there are %(most)s."),
    "too-much-gardening": _("At most %(most)s Gardening raids, not %(got)s."),
    "turn": _("A raid enters on turn 1 to %(last)s, not %(turn)s."),
    "type": _("The plot cannot be read: %(problem)s"),
}

LABELS: Mapping[str, Any] = {
    "scenario": _("Scenario"),
    "bad_weather": _("Bad weather"),
    "moon": _("Moon"),
    "tail_winds": _("Tail winds"),
    "intruders": _("Intruders"),
    "bomb_loads": _("Bomb loads"),
    "approach": _("Approach by direction"),
    "variable_north": _("Variable north"),
    "fog_of_war": _("Fog of war"),
    "separate_quality": _("Quality rolled apart"),
    "always_ask": _("Always ask for cards"),
    "phase": _("Phase"),
    "status": _("So far"),
    "route": _("Route"),
    "target_at": _("Target at place"),
    "turn": _("Turn"),
    "moonrise": _("Moonrise on turn"),
    "moonset": _("Moonset on turn"),
    "wind": _("Wind towards"),
    "infiltration": _("Infiltration"),
    "stripped": _("Stripped of flak"),
    "mobile_flak": _("Mobile flak"),
    "patrols": _("Patrols"),
    "strength": _("Strength"),
    "back": _("Back on turn"),
    "alerted": _("Bombers alerted"),
    "tracks": _("Tracks"),
    "england": _("Raids over England"),
    "bombed": _("Under bombs"),
    "mined": _("Mined"),
    "bombings": _("City maps"),
    "fighters_lost": _("Nightfighters lost"),
    "hands": _("Cards in hand"),
    "decks": _("Cards in the deck"),
    "discards": _("Discarded"),
    "held": _("Kept until next turn"),
    "boxes": _("Raid Boxes"),
    "losses": _("Losses"),
    "disruption": _("Disruption"),
    "damage": _("Flak damage"),
    "hunts": _("Mosquito Hunt"),
    "id": _("Unit"),
    "place": _("Place"),
    "hex": _("Hex"),
    "raid": _("Raid"),
    "box": _("Stacked over"),
    "depleted": _("Depleted"),
    "detachment": _("Detachment"),
    "fuel": _("Fuel"),
    "scrambled": _("Just scrambled"),
    "homing": _("Returns to base"),
    "gci": _("GCI"),
    "intruder": _("Intruder"),
    "lost": _("Lost"),
    "targets": _("Targets"),
    "target_vps": _("Worth"),
    "target_hexes": _("In hex"),
    "raids_given": _("Raids for tonight"),
    "oil": _("Oil"),
    "follow_up": _("Follow-up"),
    "moon_value": _("Moon on the chit"),
    "north": _("North"),
    "false_counters": _("False counters"),
    "weather": _("Weather"),
    "units": _("Nightfighters"),
    "raids": _("Raids"),
    "hand": _("Hand"),
    "counters": _("Raids on the map"),
    "streams": _("Streams on the map"),
    "jamming": _("Jamming level"),
    "twilight": _("Twilight"),
    "visibility": _("Visibility"),
    "letter": _("Letter"),
    "kind": _("Kind of raid"),
    "target": _("Target"),
    "entry": _("Entry hex"),
    "first": _("Hexes in the first turn"),
    "out": _("Way out"),
    "home": _("Way home"),
    "parent": _("Escort of raid"),
    "split": _("Breaks out at"),
    "leaving": _("Has left its parent by the end of that turn"),
    "heavy": _("Heavy load"),
}

HELPS: Mapping[str, Any] = {
    "always_ask": _("Both sides are asked in every window, so that a pause gives nothing away."),
    "entry": _("Not for an escort, which flies its parent’s route at first."),
    "turn": _("The turn in which the raid enters the map."),
    "first": _("1 or 2."),
    "out": _("Hexes where legs end, the last one the target. K4/J4: to K4 by way of J4, where two ways lead there."),
    "home": _("Hexes where legs end, the last one an exit. A Decoy needs none when its way out ends at an exit."),
    "parent": _("The letter of the raid with which an escort flies at first; else nothing."),
    "split": _("The place on the parent’s route where an escort breaks out, the entry hex being 1; else 0."),
    "fog_of_war": _("The British player keeps losses and damage to himself until the end."),
}
