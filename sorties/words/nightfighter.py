"""The words of Nightfighter: all that its engine names, put together."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from play.words import Words

Data = Mapping[str, Any]


def faces(data: Data) -> str:
    """Say the dice that were thrown."""
    return ", ".join(str(face) for face in data["faces"]) or "–"


def contact(data: Data) -> str:
    """Name what the player has on the map; a bomber that he cannot see has no number."""
    return gettext("contact %(n)s") % {"n": data["contact"]} if data["contact"] else gettext("an unseen aircraft")


def begun(sentence: str) -> str:
    """Begin a sentence with a capital, whatever name stands first in it."""
    return sentence[:1].upper() + sentence[1:]


def _moved(data: Data) -> str:
    if not data["contacts"]:
        return gettext("The bombers fly on.")
    places = ", ".join(f"{one['contact']}: {one['hex']}" for one in data["contacts"])
    return gettext("The bombers fly on. Contacts are now at %(places)s.") % {"places": places}


def _searched(data: Data) -> str:
    facts = {
        "radar": f"{data['radar']} {data['letter']}".strip(),
        "hex": data["hex"],
        "sweeps": ", ".join(data["sweeps"]),
    }
    if data["same_hex"]:
        return gettext("%(radar)s in %(hex)s: contact, in this very hex.") % facts
    if data["contact"] and data["sweeps"]:
        return gettext("%(radar)s in %(hex)s: contact; it shows %(sweeps)s.") % facts
    if data["contact"]:
        return gettext("%(radar)s in %(hex)s: contact.") % facts
    if data["sweeps"]:
        return gettext("%(radar)s in %(hex)s: no contact; the sweep shows %(sweeps)s.") % facts
    return gettext("%(radar)s in %(hex)s: no contact.") % facts


def _lights(data: Data) -> str:
    facts = {"zone": data["zone"], "faces": faces(data)}
    if data["fixed"]:
        facts |= {"contact": contact(data), "hex": data["hex"]}
        return gettext("Zone %(zone)s calls %(faces)s and fixes %(contact)s in %(hex)s.") % facts
    return gettext("Zone %(zone)s calls %(faces)s and fixes nothing.") % facts


def _called(data: Data) -> str:
    facts = {"faces": faces(data), "cloud": data["cloud_face"], "view": data["view_face"]}
    if data["cloud_face"] and data["view_face"]:
        return gettext("The look round calls %(faces)s; the cloud die %(cloud)s, the view die %(view)s.") % facts
    if data["cloud_face"]:
        return gettext("The look round calls %(faces)s; the cloud die %(cloud)s.") % facts
    if data["view_face"]:
        return gettext("The look round calls %(faces)s; the view die %(view)s.") % facts
    return gettext("The look round calls %(faces)s.") % facts


def _gained(data: Data) -> str:
    facts = {"fighter": data["fighter"], "contact": contact(data), "hex": data["hex"], "type": data["type"]}
    if data["type"] and data["good"]:
        return gettext("%(fighter)s tallies %(contact)s in %(hex)s: %(type)s, well placed to attack.") % facts
    if data["type"]:
        return gettext("%(fighter)s tallies %(contact)s in %(hex)s: %(type)s, poorly placed to attack.") % facts
    return gettext("%(fighter)s tallies something in %(hex)s: %(contact)s.") % facts


def _struck(data: Data) -> str:
    return ngettext("%(n)s hit", "%(n)s hits", data["hits"]) % {"n": data["hits"]}


def _attacked(data: Data) -> str:
    facts = {"fighter": data["fighter"], "contact": contact(data), "total": data["total"], "hits": _struck(data)}
    if data["guns"] == "oblique":
        return gettext("%(fighter)s fires upwards at %(contact)s: %(total)s, %(hits)s.") % facts
    return gettext("%(fighter)s attacks %(contact)s: %(total)s, %(hits)s.") % facts


def _on_fighter(sentence: Any) -> Any:
    def say(data: Data) -> str:
        facts = {"fighter": data["fighter"], "total": data["total"], "hits": _struck(data)}
        told = str(sentence % facts)
        return gettext("%(told)s It is shot down.") % {"told": told} if data["destroyed"] else told

    return say


def _response(data: Data) -> str:
    facts = {"contact": contact(data), "fighter": data["fighter"], "total": data["total"]}
    if data["responds"]:
        return gettext("Response of %(contact)s to %(fighter)s: %(total)s, it has noticed.") % facts
    return gettext("Response of %(contact)s to %(fighter)s: %(total)s, none.") % facts


def _fighter_response(data: Data) -> str:
    facts = {"fighter": data["fighter"], "total": data["total"]}
    if data["responds"]:
        return gettext("%(fighter)s: response %(total)s, the crew has noticed.") % facts
    return gettext("%(fighter)s: response %(total)s, none.") % facts


def _reaction(data: Data) -> str:
    facts = {"contact": contact(data), "total": data["total"], "what": str(NAMES[data["reaction"]])}
    return gettext("How %(contact)s responds: %(total)s, %(what)s.") % facts


def _fighter_reaction(data: Data) -> str:
    facts = {"fighter": data["fighter"], "total": data["total"], "what": str(NAMES[data["reaction"]])}
    return gettext("How %(fighter)s responds: %(total)s, %(what)s.") % facts


def _corkscrewed(data: Data) -> str:
    if data["fighter"]:
        told = {"contact": contact(data), "fighter": data["fighter"]}
        return begun(gettext("%(contact)s corkscrews away from %(fighter)s.") % told)
    return begun(gettext("%(contact)s corkscrews.") % {"contact": contact(data)})


def _watched(data: Data) -> str:
    facts = {"fighter": data["fighter"], "faces": faces(data), "side": str(NAMES.get(data["side"], ""))}
    if data["side"]:
        return gettext("%(fighter)s calls %(faces)s and sees it go: %(side)s.") % facts
    return gettext("%(fighter)s calls %(faces)s and does not see where it goes.") % facts


def _either(key: str, yes: Any, no: Any) -> Any:
    """Make a sentence that has two forms; its data may hold a contact, dice and names."""

    def say(data: Data) -> str:
        facts = {name: NAMES.get(value, value) if isinstance(value, str) else value for name, value in data.items()}
        if "contact" in data:
            facts["contact"] = contact(data)
        if "faces" in data:
            facts["faces"] = faces(data)
        return str((yes if data[key] else no) % facts)

    return say


def _picked(data: Data) -> str:
    facts = {"variant": VARIANTS.get(data["variant"], data["variant"]), "balance": data["balance"]}
    if not data["variant"]:
        return gettext("You pass.") if data["by_player"] else gettext("The umpire passes.")
    if data["by_player"]:
        return gettext("You pick %(variant)s. The balance stands at %(balance)s.") % facts
    return gettext("The umpire picks %(variant)s. The balance stands at %(balance)s.") % facts


STAFFEL_EVENTS: Mapping[str, Any] = {
    "ace": _("an ace is transferred to the Staffel: %(names)s"),
    "aircraft": _("one aircraft more arrives"),
    "controller": _("a good controller helps the Würzburg for a week"),
    "flu": _("influenza keeps crews on the ground next week: %(names)s"),
    "fog": _("fog makes every landing of the month harder"),
    "fuel": _("fuel is short: no second wave for a week"),
    "nothing": _("nothing out of the ordinary"),
    "promoted": _("the best crew is promoted away: %(names)s"),
    "radar": _("one aircraft gets a Lichtenstein"),
}


def _month(data: Data) -> str:
    event = str(STAFFEL_EVENTS[data["event"]] % {"names": ", ".join(data["names"])})
    return gettext("The month, %(total)s: %(event)s.") % {"total": data["total"], "event": event}


def _debriefed(data: Data) -> str:
    facts = {"crew": data["crew"], "total": data["total"]}
    facts["kills"] = ngettext("%(n)s kill", "%(n)s kills", data["kills"]) % {"n": data["kills"]}
    if data["lost"]:
        return gettext("%(crew)s: %(kills)s, and shot down. Points: %(total)s.") % facts
    return gettext("%(crew)s: %(kills)s. Points: %(total)s.") % facts


def _with_faces(sentence: Any) -> Any:
    def say(data: Data) -> str:
        facts = {**data, "faces": faces(data)}
        if "contact" in data:
            facts["contact"] = contact(data)
        return str(sentence % facts)

    return say


def _shifted(data: Data) -> str:
    facts = {"contact": contact(data), "hex": data["hex"]}
    if not data["hex"]:
        return gettext("Radar follows %(contact)s off the map.") % facts
    if data["exact"]:
        return gettext("Radar finds %(contact)s in %(hex)s.") % facts
    return gettext("Radar narrows %(contact)s down; its counter moves to %(hex)s.") % facts


def _located(data: Data) -> str:
    facts = {"contact": contact(data), "hex": data["hex"]}
    if not data["hex"]:
        return gettext("Location of %(contact)s: nowhere that this search covers.") % facts
    if data["found"]:
        return gettext("Location of %(contact)s: %(hex)s, within the search.") % facts
    return gettext("Location of %(contact)s: %(hex)s, outside the search.") % facts


def _last(data: Data) -> str:
    if data["gone"]:
        return gettext("The counter left over has flown off the map: that was the bomber.")
    return begun(gettext("%(contact)s is the only counter left for its bomber.") % {"contact": contact(data)})


def _revealed(data: Data) -> str:
    if data["type"]:
        return begun(gettext("%(contact)s is a %(type)s.") % {"contact": contact(data), "type": data["type"]})
    return begun(gettext("%(contact)s is one of our own, and is left alone.") % {"contact": contact(data)})


def _wreck(data: Data) -> str:
    return str(DESTRUCTION[data["result"]] % {"fighter": data["fighter"]})


def _avoided(data: Data) -> str:
    facts = {"fighter": data["fighter"], "way": str(NAMES[data["way"]])}
    if data["way"] == "collision":
        return gettext("%(fighter)s cannot avoid the wreck.") % facts
    if data["oblique"]:
        return gettext("%(fighter)s is below and clear of the wreck.") % facts
    return gettext("%(fighter)s swerves: %(way)s.") % facts


def _raid(data: Data) -> str:
    facts = {"title": data["title"], "n": data["bombers"]}
    if data["low"]:
        return gettext("%(title)s: minelayers at low altitude, %(n)s bombers.") % facts
    if data["massive"]:
        return gettext("%(title)s: a massive raid, %(n)s bombers.") % facts
    return gettext("%(title)s: %(n)s bombers.") % facts


def _card(data: Data) -> str:
    if data["joker"]:
        return gettext("The card is a Joker: no engagement after all.")
    suits = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    return gettext("The card is %(card)s.") % {"card": data["card"][:-1] + suits[data["card"][-1]]}


def _injury(data: Data) -> str:
    facts = {"total": data["total"], "what": str(NAMES[data["result"]]), "weeks": data["weeks"]}
    if data["weeks"]:
        return ngettext(
            "The crew: %(total)s, %(what)s; he is out for %(weeks)s week.",
            "The crew: %(total)s, %(what)s; he is out for %(weeks)s weeks.",
            data["weeks"],
        ) % facts  # fmt: skip
    return gettext("The crew: %(total)s, %(what)s.") % facts


def _year_over(data: Data) -> str:
    facts = {"result": str(NAMES[data["result"]]), "end": str(NAMES[data["end"]]), "kills": data["kills"]}
    return gettext("The year ends. %(end)s: %(result)s. Kills: %(kills)s.") % facts


def _night_over(data: Data) -> str:
    facts = {**data, "result": str(NAMES[data["result"]])}
    return gettext("The night is over: %(result)s. Shot down: %(kills)s; own losses: %(losses)s.") % facts


def _music(data: Data) -> str:
    if data["fitted"]:
        return gettext("%(fighter)s has schräge Musik fitted.") % data
    return gettext("%(fighter)s has no schräge Musik.") % data


def _ready(data: Data) -> str:
    facts = {**data, "pilot": str(NAMES[data["pilot"]])}
    if data["ai"]:
        return gettext("%(fighter)s: %(type)s, number %(number)s, %(pilot)s, %(ai)s.") % facts
    return gettext("%(fighter)s: %(type)s, number %(number)s, %(pilot)s, no radar.") % facts


def _identified(data: Data) -> str:
    facts = {"fighter": data["fighter"], "contact": contact(data), "type": data["type"]}
    if data["type"]:
        return gettext("%(fighter)s makes out %(contact)s: %(type)s.") % facts
    return gettext("%(fighter)s looks closely at %(contact)s.") % facts


def _flak(data: Data) -> str:
    facts = {"fighter": data["fighter"], "hits": _struck(data)}
    if data["destroyed"]:
        return gettext("Flak shoots %(fighter)s down: %(hits)s.") % facts
    return gettext("Flak on %(fighter)s: %(hits)s.") % facts


EVENTS: Mapping[str, Any] = {
    "ai.fixed": _("%(fighter)s fixes contact %(contact)s by radar in %(hex)s, heading %(facing)s."),
    "ai.lost": _("%(fighter)s loses contact %(contact)s from its radar."),
    "ai.rolled": _with_faces(_("%(fighter)s works its jammed radar: %(faces)s.")),
    "bomber.corkscrewed": _corkscrewed,
    "bomber.destroyed": _("%(fighter)s has shot down a %(type)s."),
    "bomber.displaced": _("Attacker %(bomber)s slips away: %(side)s, %(hex)s."),
    "bomber.entered": _("Attacker %(bomber)s, %(type)s, enters and is at %(hex)s."),
    "bomber.exited": _("Contact %(contact)s flies off the map."),
    "bomber.exited-unseen": _("Attacker %(bomber)s flies off the map."),
    "bomber.fired": _on_fighter(_("Gunners fire at %(fighter)s: %(total)s, %(hits)s.")),
    "bomber.unarmed": _("It would fire at %(fighter)s, but has no guns."),
    "bombers.moved": _moved,
    "career.began": _("He joins his Staffel as a %(pilot)s pilot, with a %(type)s. Kills: %(kills)s."),
    "career.card": _card,
    "career.crew-lost": _("A man of his crew is lost. Kills count %(kills)s now, points %(points)s."),
    "career.engage-rolled": _either(
        "engages", _("In the air: %(faces)s. He meets the enemy."), _("In the air: %(faces)s. He meets nobody.")
    ),
    "career.fly-rolled": _either("flies", _("To fly: %(faces)s. He takes off."), _("To fly: %(faces)s. He stays.")),
    "career.injury": _injury,
    "career.medal": _("He is awarded: %(medal)s."),
    "career.month": _("%(month)s: the pack is shuffled."),
    "career.over": _year_over,
    "career.raid": _raid,
    "career.recovered": _("Coming home: %(total)s, %(result)s."),
    "career.retrained": _("He retrains and flies a %(type)s from now on."),
    "career.sky": _either(
        "moon_up",
        _("The night: visibility %(visibility)s, cloud %(cloud)s, the moon is up."),
        _("The night: visibility %(visibility)s, cloud %(cloud)s, no moon."),
    ),
    "career.week": _("Week %(week)s, from %(monday)s; moon: %(moon)s."),
    "chit.pulled": _("The chit reads %(columns)s."),
    "combat.attacked": _attacked,
    "combat.friendly-fire": _("%(fighter)s has fired at one of its own."),
    "contact.identified": _identified,
    "contact.lost": _("Contact %(contact)s is lost from sight."),
    "contrail.met": _("%(fighter)s meets a contrail."),
    "corkscrew.followed": _either(
        "found",
        _("%(fighter)s follows to %(hex)s and is still behind it."),
        _("%(fighter)s follows to %(hex)s and has lost it."),
    ),
    "corkscrew.rolled": _("Attacker %(bomber)s corkscrews: %(side)s, %(hex)s."),
    "corkscrew.shadowed": _either(
        "kept", _("%(fighter)s follows the corkscrew: %(faces)s."), _("%(fighter)s is shaken off: %(faces)s.")
    ),
    "corkscrew.watched": _watched,
    "counter.entered": _("Contact %(contact)s, %(type)s, comes in at %(hex)s."),
    "counter.low": _("Contact %(contact)s is uncertain again."),
    "counter.revealed": _revealed,
    "counter.shifted": _shifted,
    "counters.picked": _("Counters are picked: %(type)s, %(count)s."),
    "destruction.rolled": _wreck,
    "dice.heard": _("Dice rattle behind the umpire’s screen."),
    "fighter.avoided": _avoided,
    "fighter.blinded": _("%(fighter)s is blinded; turns: %(turns)s."),
    "fighter.collided": _on_fighter(_("%(fighter)s collides: %(total)s, %(hits)s.")),
    "fighter.corkscrewed": _("%(fighter)s corkscrews to %(hex)s."),
    "fighter.dived": _("%(fighter)s dives; dives left: %(dives)s."),
    "fighter.drifted": _either(
        "drifted", _("%(fighter)s has drifted to %(hex)s."), _("%(fighter)s holds its place in %(hex)s.")
    ),
    "fighter.evaded": _("%(fighter)s evades at full throttle."),
    "fighter.exited": _("%(fighter)s leaves the map."),
    "fighter.fired-at": lambda data: (
        gettext("%(fighter)s is fired at and shot down.") % data
        if data["destroyed"]
        else gettext("%(fighter)s is fired at: %(hits)s.") % {"fighter": data["fighter"], "hits": _struck(data)}
    ),
    "fighter.fired-back": lambda data: (
        gettext("The gunner of %(fighter)s fires back: %(total)s, %(hits)s.")
        % {"fighter": data["fighter"], "total": data["total"], "hits": _struck(data)}
    ),
    "fighter.left-box": _("%(fighter)s leaves the radio beacon for %(hex)s, heading %(facing)s."),
    "fighter.moved": _("%(fighter)s flies from %(origin)s to %(hex)s, heading %(facing)s; MP: %(mp)s."),
    "fighter.music": _music,
    "fighter.placed": _("%(fighter)s starts in %(hex)s, heading %(facing)s."),
    "fighter.reaction-rolled": _fighter_reaction,
    "fighter.ready": _ready,
    "fighter.response-rolled": _fighter_response,
    "fighter.waits": _("%(fighter)s waits for turn %(until)s."),
    "fighter.tail-warning": _("Tail warning for %(fighter)s!"),
    "flak.burst": _with_faces(_("Flak bursts: %(faces)s.")),
    "flak.hit": _flak,
    "flak.rolled": _either("fires", _("Flak: %(total)s. The guns have a target."), _("Flak: %(total)s. Nothing.")),
    "flares.dropped": _("Flares light the task force until turn %(until)s."),
    "flares.out": _("The flares have gone out."),
    "intruder.attacked": _on_fighter(_("The intruder fires at %(fighter)s: %(total)s, %(hits)s.")),
    "intruder.attacks": _("An intruder attacks %(fighter)s!"),
    "intruder.destroyed": _("%(fighter)s has shot down the intruder, a %(type)s."),
    "intruder.looked": _either(
        "tallied",
        _("Intruder %(bomber)s sees %(fighter)s: %(faces)s."),
        _("Intruder %(bomber)s sees nothing: %(faces)s."),
    ),
    "intruder.moved": _("Intruder %(bomber)s is at %(hex)s, heading %(facing)s: %(behaviour)s."),
    "location.rolled": _located,
    "night.over": _night_over,
    "phantom.last": _last,
    "phantom.tested": _either(
        "real",
        _("Of %(counters)s counters %(contact)s is tested: %(die)s. It is the bomber."),
        _("Of %(counters)s counters %(contact)s is tested: %(die)s. It was a phantom."),
    ),
    "radar.jammed": _either(
        "removed",
        _("%(radar)s %(letter)s is jammed and shows nothing."),
        _("%(radar)s %(letter)s works in spite of jamming."),
    ),
    "radar.resolved": _either(
        "success",
        _("%(radar)s on %(contact)s: %(total)s, with %(needed)s needed. It finds something."),
        _("%(radar)s on %(contact)s: %(total)s, with %(needed)s needed. Nothing new."),
    ),
    "radar.searched": _searched,
    "reaction.rolled": _reaction,
    "response.rolled": _response,
    "searchlight.fixed": _("Searchlights of zone %(zone)s hold contact %(contact)s in %(hex)s."),
    "searchlight.handed-off": _either(
        "kept",
        _("The lights of zone %(zone)s take %(contact)s over: %(faces)s."),
        _("The lights of zone %(zone)s miss %(contact)s: %(faces)s."),
    ),
    "searchlight.hunts": _("Searchlights hunt in zone %(zone)s, about %(hex)s."),
    "searchlight.lost": _("Contact %(contact)s flies out of the lights."),
    "searchlight.rolled": _either(
        "success",
        _("Zone %(zone)s searches for %(contact)s: %(faces)s. A beam has it."),
        _("Zone %(zone)s searches for %(contact)s: %(faces)s. Nothing."),
    ),
    "searchlight.searched": _lights,
    "serrate.listened": _either(
        "reveals",
        _("Serrate on %(contact)s: %(die)s. Something there."),
        _("Serrate on %(contact)s: %(die)s. Nothing."),
    ),
    "sky.cloud": _("Cloud: %(total)s, %(cloud)s."),
    "sky.moon": _("Moon: %(total)s, %(moon)s."),
    "sky.set": _("Moon: %(moon)s. Visibility: %(visibility)s. Cloud: %(cloud)s."),
    "sky.visibility": _("Visibility: %(total)s, %(visibility)s."),
    "staffel.by-day": _("%(crew)s is sent up by day, and not everything goes well."),
    "staffel.debriefed": _debriefed,
    "staffel.event": _month,
    "staffel.goes-on": _either(
        "goes_on", _("Does the night go on? %(total)s: it does."), _("Does the night go on? %(total)s: it is over.")
    ),
    "staffel.lands": _("%(crew)s comes home."),
    "staffel.over": _("The Staffel’s year is over: %(result)s. Points: %(points)s; kills: %(kills)s."),
    "staffel.passed": _("Nobody waits over %(box)s: the raid passes. Points: %(points)s."),
    "staffel.placed": _("%(crew)s patrols over %(box)s in the %(wave)s wave, with a %(type)s."),
    "staffel.replaced": _("%(month)s: new crews %(crews)s, new aircraft %(machines)s."),
    "staffel.scrambled": _("%(crew)s flies, a %(pilot)s crew; kills: %(kills)s."),
    "staffel.week-over": _("Week %(week)s is over. Points: %(points)s; crews: %(crews)s."),
    "tally.called": _called,
    "tally.dropped": _("%(fighter)s lets contact %(contact)s go."),
    "tally.gained": _gained,
    "tally.kept": _("%(fighter)s keeps contact %(contact)s in sight."),
    "tally.looked": _either(
        "success",
        _("%(fighter)s looks for %(contact)s: %(faces)s. It may have seen something."),
        _("%(fighter)s looks for %(contact)s: %(faces)s. Nothing."),
    ),
    "tally.lost": _("%(fighter)s has lost sight of contact %(contact)s."),
    "tally.rolled": _either(
        "tallied",
        _("%(fighter)s looks for %(contact)s where it is fixed: %(faces)s. There it is."),
        _("%(fighter)s looks for %(contact)s where it is fixed: %(faces)s. Nothing."),
    ),
    "tally.sighted": _("Contact %(contact)s is sighted in %(hex)s, heading %(facing)s."),
    "torpedo.launched": _either(
        "illuminated",
        _("A torpedo is launched at ships lit by flares: %(points)s points, %(total)s in all."),
        _("A torpedo is launched in the dark; points: %(points)s, in all %(total)s."),
    ),
    "turn.began": _("Turn %(turn)s."),
    "umpire.chose": _("The umpire chooses: %(choice)s."),
    "umpire.decoy": _either(
        "rattles", _("The umpire rattles his dice for nothing."), _("The umpire keeps his dice still.")
    ),
    "umpire.ghost": _("The umpire makes up an aircraft at %(hex)s."),
    "v1.sighted": _("A flying bomb, contact %(contact)s, comes in at %(hex)s."),
    "variant.picked": _picked,
    "wave.thinned": _("No bomber comes down column %(column)s this turn."),
}


def _placing(facts: Data) -> str:
    told = {**facts, "wave": str(NAMES[facts["wave"]])}
    if facts["radar"]:
        return gettext("Who patrols over %(box)s in the %(wave)s wave, in a %(machine)s with %(radar)s?") % told
    return gettext("Who patrols over %(box)s in the %(wave)s wave, in a %(machine)s without radar?") % told


def _crew(arguments: Sequence[str], facts: Data) -> str:
    found = facts.get("crews", {}).get(arguments[0])
    if found is None:
        return ""
    kills = ngettext("%(n)s kill", "%(n)s kills", found["kills"]) % {"n": found["kills"]}
    return f"{NAMES[found['pilot']]}, {kills}"


DESTRUCTION: Mapping[str, Any] = {
    "avoidance": _("%(fighter)s must avoid the wreck."),
    "flash": _("The explosion blinds the crew of %(fighter)s."),
    "follow-down": _("%(fighter)s follows it down."),
    "nothing": _("%(fighter)s is clear of it."),
}

QUESTIONS: Mapping[str, Any] = {
    "ai.jammed": _("Does %(fighter)s work its jammed radar?"),
    "ai.next": _("Which fighter searches by radar next?"),
    "ai.search": _("On which contact does %(fighter)s turn its radar?"),
    "career.line": _("What does he fly?"),
    "combat.attack": _("%(fighter)s is behind contact %(contact)s. Does it attack?"),
    "combat.follow": _("Where does %(fighter)s follow?"),
    "combat.identify": _("Does %(fighter)s try to make out contact %(contact)s?"),
    "combat.next": _("Which fighter attacks next?"),
    "fighter.corkscrew": _("Where does %(fighter)s corkscrew?"),
    "fighter.dive": _("%(fighter)s has height in hand; dives left: %(dives)s. Does it dive?"),
    "fighter.evade": _("Something is behind %(fighter)s. Does it evade?"),
    "fighter.leave-box": _("Where does %(fighter)s leave the radio beacon?"),
    "fighter.next": _("Which fighter moves next?"),
    "fighter.step": _("%(fighter)s is in %(hex)s, heading %(facing)s: %(spent)s of %(most)s MP flown. On?"),
    "night.go-on": _("The night is won. Go on for a decisive victory?"),
    "radar.place": _("Where does %(radar)s search?"),
    "radar.search": _("Which contact does %(radar)s search?"),
    "radar.serrate": _("What does %(fighter)s do with Serrate?"),
    "searchlight.hand-off": _("Contact %(contact)s flies into zone %(zone)s. Hand it over?"),
    "searchlight.search": _("Which contact do searchlights look for?"),
    "setup.enter": _("Does %(fighter)s enter now, or wait for turn %(turn)s?"),
    "setup.experte": _("Which fighter has the experte?"),
    "setup.facing": _("Which way does %(fighter)s head?"),
    "setup.variant": _("Which variant do you lay over the scenario? The balance stands at %(balance)s."),
    "setup.hex": _("Where does %(fighter)s start?"),
    "staffel.place": _placing,
    "tally.fixed": _("Which fixed contact does %(fighter)s look for?"),
    "tally.keep": _("Does %(fighter)s keep its tally on contact %(contact)s?"),
    "tally.look": _("Look round for bombers?"),
    "tally.look-for": _("Which contact does %(fighter)s look for?"),
    "tally.next": _("Which fighter looks next?"),
    "tally.which": _("Which contact does %(fighter)s keep in sight?"),
    "umpire.ai-target": _("Which of the equally close attackers does the radar of %(fighter)s fix?"),
    "umpire.colour": _("Which side of the chits do you read?"),
    "umpire.delay": _("Attacker %(bomber)s, %(type)s, is due in %(hex)s. By how much do you put its entry off?"),
    "umpire.displace": _("The player loses attacker %(bomber)s in %(hex)s from sight. Where does it slip?"),
    "umpire.entry-speed": _("Attacker %(bomber)s, %(type)s, enters in %(hex)s. How far does it move?"),
    "umpire.gci-target": _("%(radar)s searches in %(hex)s. Which of the equally close attackers does it show?"),
    "umpire.intruder-move": _("Intruder %(bomber)s in %(hex)s pursues %(fighter)s. Where does it end its move?"),
    "umpire.intruder-speed": _("How fast does intruder %(bomber)s fly from %(hex)s?"),
    "umpire.intruder-target": _("Which fighter does intruder %(bomber)s in %(hex)s hunt?"),
    "umpire.lit-bomber": _("Which of the equally close attackers do the lights of zone %(zone)s fix?"),
    "umpire.search-marker": _("Where do the lights of zone %(zone)s seem to hunt?"),
    "umpire.slip-away": _("Intruder %(bomber)s in %(hex)s has given itself away. Does it slip aside?"),
    "umpire.variant": _("Which variant do you lay over the scenario?"),
    "umpire.sweep": _("%(radar)s searches in %(hex)s. Where do you lay its sweep counter?"),
}


def _box(arguments: Sequence[str], facts: Data) -> str:
    if len(arguments) == 2:
        return gettext("%(hex)s, heading %(facing)s") % {"hex": arguments[0], "facing": arguments[1]}
    return arguments[0]


def _delay(arguments: Sequence[str], facts: Data) -> str:
    turns = int(arguments[0])
    return ngettext("%(n)s turn", "%(n)s turns", turns) % {"n": turns} if turns else gettext("Not at all")


VARIANTS: Mapping[str, Any] = {
    "6A": _("6A: Music"),
    "6B": _("6B: Experte"),
    "6C": _("6C: Thin stream"),
    "6D": _("6D: Monica and Flensburg"),
    "6E": _("6E: Boozer"),
    "6F": _("6F: Sky markers"),
    "6G": _("6G: New Junkers"),
    "6H": _("6H: H2S and Naxos"),
    "6I": _("6I: Fishpond"),
    "6J": _("6J: Type M Window"),
}


def _variant(arguments: Sequence[str], facts: Data) -> str:
    return str(VARIANTS.get(arguments[0], arguments[0]))


def _count(arguments: Sequence[str], facts: Data) -> str:
    return gettext("%(n)s MP") % {"n": arguments[0]}


def _attacker(arguments: Sequence[str], facts: Data) -> str:
    told = {"n": arguments[0], "hex": facts.get("places", {}).get(arguments[0], "–")}
    return gettext("Attacker %(n)s in %(hex)s") % told


HEADINGS = ("N", "NE", "SE", "S", "SW", "NW")


def _turned(by: int) -> Any:
    """Say where a step leads that ends with a turn."""

    def say(arguments: Sequence[str], facts: Data) -> str:
        heading = HEADINGS[(HEADINGS.index(facts["facing"]) + by) % len(HEADINGS)]
        return gettext("to %(hex)s, then heading %(heading)s") % {"hex": facts["ahead"], "heading": heading}

    return say


def _place(arguments: Sequence[str], facts: Data) -> str:
    """Say where the contact lies that an order names."""
    found = facts.get("where", {}).get(arguments[-1], {})
    parts = [found["hex"]] if found else []
    if "uncertainty" in found:
        parts.append(str(NAMES[found["uncertainty"]]))
    if found.get("uncertainty") == "high":
        parts.append(gettext("aircraft %(n)s of the stream") % {"n": found["craft"]})
    return ", ".join(parts)


NOTES: Mapping[str, Any] = {
    "contact": _place,
    "staffel.place/*": _crew,
    "zone": _place,
    "fighter.step/ahead": _("to %(ahead)s"),
    "fighter.step/left": _turned(-1),
    "fighter.step/right": _turned(1),
    "umpire.intruder-speed/full": _("to %(full)s"),
    "umpire.intruder-speed/less": _("to %(less)s"),
}


ORDERS: Mapping[str, Any] = {
    **{f"F{n}": f"F{n}" for n in range(1, 10)},
    **{f"C{n}": f"C{n}" for n in range(1, 200)},
    **{str(n): _attacker for n in range(80)},
    "N": _("N"),
    "NE": _("NE"),
    "SE": _("SE"),
    "S": _("S"),
    "SW": _("SW"),
    "NW": _("NW"),
    "Junkers": _("Junkers"),
    "Messerschmitt": _("Messerschmitt"),
    "ahead": _("Straight on"),
    "attack": _("Attack"),
    "break-away": _("Break away"),
    "carry-on": _("Carry on"),
    "centre": _("Stay on the line"),
    "contact": _("Contact %(1)s"),
    "decline": _("Let it go"),
    "delay": _delay,
    "displace": _("Slip away"),
    "dive": _("Dive"),
    "dive-out": _("Dive and give up all height"),
    "done": _("No more"),
    "drop": _("Drop it"),
    "end": _("End the move"),
    "night.go-on/end": _("End the night"),
    "evade": _("Evade"),
    "exit": _("Leave the map"),
    "full": _("At full speed"),
    "go-on": _("Go on"),
    "hex": _box,
    "hold": _("Hold fire"),
    "keep": _("Keep it"),
    "leave": _("%(1)s leaves the radio beacon"),
    "left": _("On, then left"),
    "combat.follow/left": _("To the left rear"),
    "fighter.corkscrew/left": _("To the left rear"),
    "umpire.displace/left": _("To the left rear"),
    "less": _("One hex less"),
    "level": _("Stay level"),
    "listen": _("Listen to all ahead"),
    "mp": _count,
    "none": _("None"),
    "oblique": _("Attack with oblique guns"),
    "nobody": _("Nobody"),
    "now": _("Enter now"),
    "pass": _("Pass"),
    "red": _("Red"),
    "right": _("On, then right"),
    "combat.follow/right": _("To the right rear"),
    "fighter.corkscrew/right": _("To the right rear"),
    "umpire.displace/right": _("To the right rear"),
    "roll": _("Roll"),
    "stay": _("Stay"),
    "variant": _variant,
    "wait": _("Wait"),
    "yellow": _("Yellow"),
    "zone": _("Zone %(1)s: contact %(2)s"),
}

REASONS: Mapping[str, Any] = {
    "against-oblique": _("fighter below, out of the gunners’ sight"),
    "alerted": _("alerted"),
    "astern": _("target behind the wings"),
    "band-L": _("fixed by an L-band set"),
    "band-P": _("fixed by a P-band set"),
    "band-S": _("fixed by an S-band set"),
    "band-X": _("fixed by an X-band set"),
    "cards-drawn": _("cards already drawn"),
    "collision": _("collision"),
    "confusion": _("own fighter near the lights"),
    "corkscrewing": _("gunners thrown about"),
    "crowded": _("other bombers near"),
    "dark-cloud": _("cloud and no moon"),
    "defence": _("rear gun"),
    "experte": _("experte"),
    "firepower": _("firepower"),
    "fixed-target": _("fixed target"),
    "fixed-twice": _("fixed by radar and lights"),
    "flares": _("flares"),
    "flares-or-full-moon": _("flares or full moon"),
    "fog": _("fog this month"),
    "full-moon": _("full moon"),
    "good-controller": _("good controller"),
    "good-view": _("good view"),
    "good-visibility": _("good visibility"),
    "green": _("green crew"),
    "hits": _("hits on the aircraft"),
    "illuminated-cloud": _("bright cloud"),
    "jammed-heavy": _("heavily jammed"),
    "jammed-light": _("lightly jammed"),
    "low-altitude": _("low altitude"),
    "minimum-range": _("minimum range of the set"),
    "moon": _("half or full moon"),
    "no-fix": _("no radar fix"),
    "no-moon": _("no moon"),
    "not-attacking": _("not attacking"),
    "oblique-alerted": _("oblique guns on an alerted bomber"),
    "oblique-guns": _("oblique guns"),
    "oblique-poor": _("oblique guns from a poor position"),
    "other-heading": _("other heading"),
    "overtaking": _("overtaking fast"),
    "poor-position": _("poor position"),
    "poor-visibility": _("poor visibility"),
    "radar-directed": _("radar-directed"),
    "resistant": _("set resists jamming"),
    "search-value": _("search value"),
    "shot-down": _("shot down"),
    "target-corkscrewed": _("target corkscrewed"),
    "turned": _("turned this move"),
    "untrained": _("untrained crew"),
    "village-inn": _("Village Inn"),
    "visibility": _("visibility"),
    "winter": _("winter"),
}

NAMES: Mapping[str, Any] = {
    "blind": _("against an umpire"),
    "bomber": _("bomber"),
    "box": _("at the radio beacon"),
    "casualty": _("one of the crew is lost"),
    "centre": _("straight on"),
    "choose": _("choosing"),
    "cloudy": _("cloudy"),
    "collision": _("collision"),
    "computer": _("the computer"),
    "corkscrew": _("corkscrew"),
    "decisive": _("decisive victory"),
    "defeat": _("defeat"),
    "delayed": _("entry put off"),
    "demoted": _("He no longer counts as seasoned"),
    "destroyed": _("shot down"),
    "draw": _("draw"),
    "drawn": _("about to enter"),
    "exact": _("exact"),
    "exited": _("has left"),
    "experte": _("experte"),
    "fair": _("fair"),
    "fire": _("fire"),
    "first": _("first"),
    "flare": _("flare dropper"),
    "fought": _("fought"),
    "front-left": _("front left"),
    "front-right": _("front right"),
    "full": _("full"),
    "goal": _("He has reached his goal"),
    "good": _("good"),
    "green": _("green"),
    "grounded": _("no aircraft"),
    "half": _("half"),
    "heavy": _("heavy"),
    "helpful": _("helpful"),
    "high": _("high"),
    "intruder": _("intruder"),
    "killed": _("Killed"),
    "left": _("left"),
    "light": _("light"),
    "loss": pgettext_lazy("result", "lost"),
    "low": _("low"),
    "map": _("on the map"),
    "medium": pgettext_lazy("altitude", "medium"),
    "minor-victory": _("minor victory"),
    "moderate": _("moderate"),
    "night": _("in the air"),
    "nobody-left": _("No crew is left"),
    "none": _("none"),
    "nothing": _("nothing"),
    "over": _("over"),
    "person": _("a person"),
    "phantom": _("phantom"),
    "pool": _("still to come"),
    "poor": _("poor"),
    "pursuit": _("in pursuit"),
    "rear": _("rear"),
    "rear-left": _("rear left"),
    "rear-right": _("rear right"),
    "red": _("red"),
    "repairable": _("damaged but repairable"),
    "returned": _("met nobody"),
    "right": _("right"),
    "safe": _("safe"),
    "seasoned": _("seasoned"),
    "second": _("second"),
    "serrate": _("following Serrate"),
    "setup": _("set-up"),
    "shot-down": _("shot down"),
    "sly": _("sly"),
    "solo": _("alone"),
    "staffel": _("a whole Staffel"),
    "stayed": _("stayed"),
    "stream": _("with the stream"),
    "target": _("German fighter"),
    "torpedo": _("torpedo bomber"),
    "turn": _("under way"),
    "unhurt": _("nobody is hurt"),
    "victory": _("victory"),
    "waiting": _("waiting"),
    "win": _("won"),
    "wounded": _("he is wounded"),
    "wounded-and-casualty": _("he is wounded and one of the crew is lost"),
    "written-off": _("written off"),
    "year": _("May 1943 is over"),
    "yellow": _("yellow"),
}

PLACES: Mapping[str, Any] = {
    "Japan": _("Japan"),
    "North German coast": _("North German coast"),
    "Philippine Sea": _("Philippine Sea"),
    "Thames estuary": _("Thames estuary"),
    "over Germany": _("over Germany"),
    "south-east England": _("south-east England"),
    "the Netherlands": _("the Netherlands"),
    "the approach to Berlin": _("the approach to Berlin"),
}
"""Where scenarios take place, by the names that the pack has for it; a town or an island is called so everywhere."""

LABELS: Mapping[str, Any] = {
    "advanced_tallies": _("Rear view is poor (28.6)"),
    "ahead": _("Hex ahead"),
    "ai": _("AI radar"),
    "alerted": _("Alerted"),
    "alerted_bombers": _("Alerted bombers fly faster (28.2)"),
    "altitude": _("Altitude"),
    "attack": _("Forward guns"),
    "attack_position": _("Attack position (28.4)"),
    "attackers": _("Attackers"),
    "back_in": _("Aircraft ready in week"),
    "balance": _("Balance"),
    "best": _("Most kills ever"),
    "blind": _("Against an umpire"),
    "blinded": _("Blinded until turn"),
    "bomber": _("Attacker"),
    "bombers": _("Attackers where they are"),
    "box": _("Patrol box"),
    "campaign": _("Campaign"),
    "card": _("Card"),
    "career": _("Log"),
    "chances": _("Chances"),
    "chits_left": _("Chits left"),
    "cloud": _("Cloud"),
    "cloud_die": _("Cloud die"),
    "colour": _("Side of the chits"),
    "computer": _("The computer"),
    "contact": _("Contact"),
    "contacts": _("Contacts"),
    "controller": _("Good controller"),
    "corkscrewed": _("Corkscrewed"),
    "count": _("How many"),
    "craft": _("Aircraft of the stream"),
    "crew": _("Crew"),
    "crews": _("Crews"),
    "date": _("Date"),
    "dice": _("Dice"),
    "dives": _("Dives"),
    "drawn": _("Cards drawn"),
    "due": _("Due in turn"),
    "end": _("How it ended"),
    "equipment": _("Equipment"),
    "evading": _("Evading"),
    "facing": _("Heading"),
    "fair": _("Fair"),
    "fighter": _("Fighter"),
    "fighters": _("Fighters"),
    "firepower": _("Firepower"),
    "fix": _("Radar fix on"),
    "fixed": _("Fixed"),
    "flares": _("Flares over zones"),
    "flares_until": _("Flares burn until turn"),
    "fog": _("Fog"),
    "follow_corkscrews": _("Following corkscrews (28.1)"),
    "former_status": _("Former status counts on landing"),
    "full": _("At full speed"),
    "good": _("Good position"),
    "good_position": _("Well placed"),
    "green": _("Green crews (28.5)"),
    "guns": _("Guns"),
    "helpful": _("Helpful"),
    "hex": _("Hex"),
    "hexes": _("Hexes within the search"),
    "hits": _("Hits"),
    "home": _("Coming home"),
    "id": _("Number"),
    "identification": _("Aircraft must be made out"),
    "idle": _("Weeks idle"),
    "jammed": _("Jamming"),
    "joined": _("Crews so far"),
    "kills": _("Kills"),
    "launched": _("Torpedo launched"),
    "least": _("Least MP"),
    "less": _("One hex less"),
    "letter": _("Set"),
    "level": _("The umpire is"),
    "line": _("Aircraft line"),
    "lit": _("Lit in zone"),
    "log": _("Weeks"),
    "losses": _("Losses"),
    "low": _("Low altitude"),
    "machine": _("Aircraft"),
    "machines": _("Aircraft"),
    "markers": _("Searchlights hunting"),
    "medals": _("Medals"),
    "mode": _("How it is played"),
    "mods": _("Made up of"),
    "month": _("Month"),
    "moon": _("Moon"),
    "moon_up": _("The moon is up"),
    "most": _("Most MP"),
    "moved": _("MP flown"),
    "music": _("Schräge Musik"),
    "name": _("Name"),
    "no_second": _("No second wave"),
    "number": _("Tally number"),
    "oblique": _("Oblique guns"),
    "on_duty": _("Crew on duty"),
    "options": _("Optional rules"),
    "own": _("A scenario of your own"),
    "patrol": _("Waiting on patrol"),
    "person": _("A person"),
    "phase": _("Phase"),
    "pick_variants": _("Both sides pick variants in turn"),
    "pilot": _("Pilot"),
    "place": _("Place"),
    "placed": _("Crews placed"),
    "places": _("Where they are"),
    "points": _("Points"),
    "programmed": _("Only the rules that the scenario needs"),
    "radar": _("Radar"),
    "result": _("Result"),
    "retrained": _("Retrained"),
    "role": _("Role"),
    "rolls": _("Of 36 rolls"),
    "where": _("Where"),
    "same_hex": _("In this hex"),
    "scenario": _("Scenario"),
    "searches": _("Searches"),
    "searchlight_confusion": _("Searchlight confusion (28.3)"),
    "searchlights": _("Searchlights"),
    "second_trio_for_each": _("Second three counters for each lone bomber (S8.0)"),
    "side": _("Seen to go"),
    "sky": _("Sky"),
    "sly": _("Sly"),
    "softened_recovery": _("Kinder landings for a green pilot"),
    "solo": _("Alone"),
    "spent": _("MP flown"),
    "staffel": _("A whole Staffel"),
    "stage": _("Stage"),
    "starred": _("Turn with a star"),
    "status": _("State"),
    "stays": _("Stays next turn"),
    "sweeps": _("Sweep shows"),
    "tallied": _("Tallied"),
    "tally": _("Tally on"),
    "targets": _("Targets"),
    "title": _("Title"),
    "toward": _("Sweep showed"),
    "tracked": _("Tracked"),
    "tracks": _("Earlier searches"),
    "turn": _("Turn"),
    "type": _("Type"),
    "umpire": _("Umpire"),
    "uncertainty": _("Uncertainty"),
    "value": _("Search value"),
    "variants": _("Variants laid over it"),
    "view_die": _("View die"),
    "visibility": _("Visibility"),
    "wave": _("Wave"),
    "week": _("Week"),
    "well_in": _("Well in week"),
    "what": _("What happened"),
    "zone": _("Zone"),
    "zones": _("Active zones"),
}

FAULTS: Mapping[str, Any] = {
    "foreign-variant": _("%(scenario)s is no variant of this scenario."),
    "not-for-solo": _("Scenario %(scenario)s cannot be played alone."),
    "own-scenario": _("%(file)s, line %(line)s, %(field)s: expected %(expected)s, got %(got)s."),
    "unknown-scenario": _("No scenario of the book is called %(scenario)s."),
    "unplayable": _(
        "Laid over each other like this they cannot be played. %(where)s: expected %(expected)s, got %(got)s."
    ),
}

SPOKEN = frozenset(
    ("ahead", "balance", "bomber", "box", "contact", "crews", "facing", "fighter", "full", "hex", "less", "machine",
     "most", "places", "radar", "spent", "turn", "type", "wave", "where", "zone")
)  # fmt: skip

HELPS: Mapping[str, Any] = {
    "campaign": _("A year from June 1942 in place of one scenario: a green pilot’s, a seasoned one’s, or a Staffel’s."),
    "level": _("How the computer makes the choices that the rules leave to an umpire."),
    "pick_variants": _("Scenario 6 only: the umpire picks first, and what is picked must balance."),
    "own": _(
        "The text of a scenario file, as docs/scenarios.md describes it; it takes the place of the book’s scenario."
    ),
    "variants": _('Further variants of the same scenario, in JSON, such as ["6C", "6H"].'),
    "scenario": _("A number of the book, or a variant such as 4B."),
}


def _ended(outcome: Data) -> str:
    if "end" in outcome:
        return _year_over(outcome)
    facts = {**outcome, "result": str(NAMES[outcome["result"]])}
    return gettext("The night is over: %(result)s. Shot down: %(kills)s; own losses: %(losses)s.") % facts


WORDS = Words(
    game="nightfighter",
    title=_("Nightfighter"),
    about=_("One interception in the dark: a bomber stream, radar, searchlights, and a fighter that must find it."),
    seats={"player": _("Player"), "umpire": _("Umpire")},
    bots={"hunter": _("A hunter who thinks where they may be"), "random": _("Any order, at random")},
    events=EVENTS,
    questions=QUESTIONS,
    orders=ORDERS,
    notes=NOTES,
    spoken=SPOKEN,
    reasons=REASONS,
    faults=FAULTS,
    names={**PLACES, **NAMES},
    labels=LABELS,
    helps=HELPS,
    outcome=_ended,
)
