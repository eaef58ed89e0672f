"""What happened in an interception, said in sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from sorties.nightfighter.text.names import DESTRUCTION, NAMES, VARIANTS

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


def _chose(data: Data) -> str:
    verb, _colon, rest = str(data["choice"]).partition(":")
    said = {
        "hex": rest.partition(":")[0],
        "mp": gettext("%(n)s MP") % {"n": rest},
        "delay": gettext("put off by %(n)s") % {"n": rest} if rest != "0" else gettext("at once"),
    }.get(verb, str(NAMES.get(verb, verb)))
    if verb.isdecimal():
        said = gettext("attacker %(n)s") % {"n": verb}
    return gettext("The umpire chooses: %(choice)s.") % {"choice": said}


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
        shown = str(sentence % facts)
        return gettext("%(told)s It is shot down.") % {"told": shown} if data["destroyed"] else shown

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
        shown = {"contact": contact(data), "fighter": data["fighter"]}
        return begun(gettext("%(contact)s corkscrews away from %(fighter)s.") % shown)
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


def _loads(data: Data) -> str:
    carrying = [(place, sets) for place, sets in enumerate(data["loads"]) if sets]
    if not carrying:
        return gettext("None of the bombers carries a warning set.")
    said = "; ".join(f"{place}: {', '.join(sets)}" for place, sets in carrying)
    return gettext("Attackers that carry warning sets, by number: %(said)s.") % {"said": said}


def _card(data: Data) -> str:
    if data["joker"]:
        return gettext("The card is a Joker: no engagement after all.")
    return gettext("The card is %(card)s.") % {"card": _suited(data["card"])}


def _calendar(data: Data) -> str:
    if data["joker"]:
        return gettext("The season’s card for this night is a Joker: no raid.")
    return gettext("The season’s card for this night is %(card)s.") % {"card": _suited(data["card"])}


def _suited(card: str) -> str:
    suits = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    return card[:-1] + suits[card[-1]]


def _injury(data: Data) -> str:
    facts = {"total": data["total"], "what": str(NAMES[data["result"]]), "weeks": data["weeks"]}
    if data["weeks"]:
        return ngettext(
            "The crew: %(total)s, %(what)s; he is out for %(weeks)s week.",
            "The crew: %(total)s, %(what)s; he is out for %(weeks)s weeks.",
            data["weeks"],
        ) % facts  # fmt: skip
    return gettext("The crew: %(total)s, %(what)s.") % facts


def year_over(data: Data) -> str:
    """Say how a pilot's or a Staffel's year ended."""
    facts = {"result": str(NAMES[data["result"]]), "end": str(NAMES[data["end"]]), "kills": data["kills"]}
    return gettext("The year ends. %(end)s: %(result)s. Kills: %(kills)s.") % facts


def _night_written(data: Data) -> str:
    fell = ", ".join(f"{one['count']} {one['type']}" for one in data["fallen"]) or gettext("nothing")
    facts = {"fallen": fell, "hits": data["hits"]}
    if data["lost"]:
        return gettext("Written down: shot down %(fallen)s; the aircraft was lost.") % facts
    return gettext("Written down: shot down %(fallen)s; hits taken: %(hits)s.") % facts


def _week_written(data: Data) -> str:
    if not data["flew"]:
        return gettext("Written down: he stayed.")
    return _night_written(data) if data["card"] else gettext("Written down: he met nobody.")


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
    "log.night": _night_written,
    "log.week": _week_written,
    "career.began": _("He joins his Staffel as a %(pilot)s pilot, with a %(type)s. Kills: %(kills)s."),
    "career.calendar": _calendar,
    "career.card": _card,
    "career.crew-lost": _("A man of his crew is lost. Kills count %(kills)s now, points %(points)s."),
    "career.engage-rolled": _either(
        "engages", _("In the air: %(faces)s. He meets the enemy."), _("In the air: %(faces)s. He meets nobody.")
    ),
    "career.fly-rolled": _either("flies", _("To fly: %(faces)s. He takes off."), _("To fly: %(faces)s. He stays.")),
    "career.injury": _injury,
    "career.loads": _loads,
    "career.medal": _("He is awarded: %(medal)s."),
    "career.month": _("%(month)s: the pack is shuffled."),
    "career.over": year_over,
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
    "searchlight.thrown": _with_faces(_("The searchlights of zone %(zone)s throw %(faces)s.")),
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
    "staffel.day-rolled": _either("sent", _("By day: a seasoned crew is sent up."), _("By day: no crew is sent up.")),
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
    "umpire.chose": _chose,
    "umpire.decoy": _either(
        "rattles", _("The umpire rattles his dice for nothing."), _("The umpire keeps his dice still.")
    ),
    "umpire.ghost": _("The umpire makes up an aircraft at %(hex)s."),
    "v1.sighted": _("A flying bomb, contact %(contact)s, comes in at %(hex)s."),
    "variant.picked": _picked,
    "wave.thinned": _("No bomber comes down column %(column)s this turn."),
}
