"""A night in sentences: each hex, each contact, what the umpire said; for lists, and for who does not see the map."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.decisions import Question
from engine.nightfighter.questions import (
    AiSearchQuestion,
    FighterLeaveBoxQuestion,
    FighterStepQuestion,
    RadarPlaceQuestion,
    RadarSearchQuestion,
    SearchlightSearchQuestion,
    SetupHexQuestion,
    TallyFixedQuestion,
    TallyLookForQuestion,
    TallyWhichQuestion,
)
from sorties.nightfighter.board.contact_areas import area_of
from sorties.nightfighter.board.map_layer import night_map
from sorties.nightfighter.text.names import NAMES
from sorties.nightfighter.text.orders import aircraft_said

HOMING = {"Flensburg": "24.2.3", "Naxos": "24.3.2", "Serrate": "24.4"}
"""The rules of the sets that fighters carry, by their names."""
BY_COUNTERS: Mapping[type[Question], str] = {
    RadarSearchQuestion: "S13.0",
    AiSearchQuestion: "S19.0",
    SearchlightSearchQuestion: "S14.0",
    TallyLookForQuestion: "S10.0",
}
"""The rules of searches among counters."""
View = Mapping[str, Any]


def hex_descriptions(view: View, pack: Any, notes: Sequence[View] = ()) -> dict[str, list[str]]:
    """Say what is known of each hex."""
    said: dict[str, list[str]] = {}
    lit = set(view["searchlights"]["zones"])
    for letter, hexes in night_map(pack).zones.items():
        words = _("zone %(zone)s, lights on") if letter in lit else _("zone %(zone)s")
        for hex_ in hexes:
            said[f"{hex_:04}"] = [words % {"zone": letter}]
    for one in view["fighters"]:
        if one["hex"]:
            data = {"fighter": one["name"], "type": one["type"], "heading": one["facing"]}
            said.setdefault(one["hex"], []).append(_("your %(fighter)s, %(type)s, heading %(heading)s") % data)
    for one in view["contacts"]:
        data = {"n": one["contact"], "how": how_sure(one), "heading": one["facing"]}
        said.setdefault(one["hex"], []).append(_("contact %(n)s, %(how)s, heading %(heading)s") % data)
    for one in view["contacts"]:
        if one.get("uncertainty", "exact") not in ("exact", "high"):
            for place in area_of(one, pack):
                if place != one["hex"]:
                    said.setdefault(place, []).append(_("contact %(n)s may be here") % {"n": one["contact"]})
    for one in view["searches"]:
        words = _("%(radar)s: contact") if one["contact"] else _("%(radar)s: searched here")
        said.setdefault(one["hex"], []).append(words % {"radar": one["radar"]})
    for one in notes:
        said.setdefault(one["place"], []).append(_("your note: %(text)s") % {"text": one["text"]})
    return said


def how_sure(contact: View) -> str:
    """Say how well a contact's place is known, and alone of which aircraft it is. [S5.4]"""
    if contact["lit"]:
        sure = _("held by the lights of zone %(zone)s") % {"zone": contact["lit"]}
    else:
        sure = str(NAMES[contact.get("uncertainty", "exact")])
    return ", ".join(filter(None, (sure, aircraft_said(contact.get("craft"), contact.get("counters", 1)))))


def umpire_summary(view: View) -> str:
    """Say what an umpire has before him besides the map: his chits, and who is still to come. [8.1]"""
    if "umpire" not in view or view["phase"] == "over":
        return ""
    stored = view["umpire"]
    chits = ngettext("%(n)s chit left, read on the %(side)s side", "%(n)s chits left, read on the %(side)s side",
                     stored["chits_left"])  # fmt: skip
    chits %= {"n": stored["chits_left"], "side": str(NAMES[stored["colour"]])}
    waiting = sum(one["status"] == "pool" for one in stored["bombers"])
    said = [chits]
    if waiting:
        said.append(ngettext("%(n)s attacker to come", "%(n)s attackers to come", waiting) % {"n": waiting})
    for one in stored["bombers"]:
        if one["status"] == "delayed":
            said.append(_("no. %(bomber)s enters in %(hex)s on turn %(due)s") % one)
    return "; ".join(said)


def umpire_reports(view: View) -> list[dict[str, Any]]:
    """Return what the umpire has said of searches, the latest first, each with its turn and its rule. [13.1]"""
    if view["mode"] == "solo":
        return []
    now = [one | {"turn": view["turn"], "toward": (one["sweeps"] or [""])[0]} for one in view["searches"]]
    found = sorted([*now, *view["tracks"]], key=lambda one: -one["turn"])
    return [{"turn": one["turn"], "hex": one["hex"], "sentence": _answer(one), "rule": "13.1.1"} for one in found]


def _answer(one: View) -> str:
    data = {"radar": one["radar"], "hex": one["hex"], "toward": one["toward"]}
    if one.get("same_hex"):
        return _("%(radar)s in %(hex)s: contact in this very hex.") % data
    if one["contact"]:
        return _("%(radar)s in %(hex)s: contact.") % data
    if one["toward"]:
        return _("%(radar)s in %(hex)s: no contact; the sweep shows %(toward)s.") % data
    return _("%(radar)s in %(hex)s: no contact.") % data


def why_not(kind: str, question: Question | None, rule: str = "") -> str:
    """Say why a hex without orders has none, with the rule; `%s` stands for the hex."""
    match question:
        case SetupHexQuestion(fighter=fighter):
            data = {"fighter": fighter, "hex": "%s", "rule": rule}
            return _("%(fighter)s may not start in %(hex)s: only in the lit hexes [%(rule)s].") % data
        case FighterLeaveBoxQuestion(fighter=fighter):
            data = {"fighter": fighter, "hex": "%s", "rule": rule}
            return _("%(fighter)s cannot leave the radio beacon to %(hex)s: only to the lit hexes [%(rule)s].") % data
        case RadarPlaceQuestion(radar=radar):
            data = {"radar": radar, "hex": "%s", "rule": HOMING.get(radar.partition(" ")[0], rule)}
            return _("%(radar)s cannot search in %(hex)s: it lies outside its arc [%(rule)s].") % data
        case RadarSearchQuestion() | AiSearchQuestion() | TallyLookForQuestion() | SearchlightSearchQuestion():
            data = {"hex": "%s", "rule": BY_COUNTERS[type(question)]}
            return _("No counter in %(hex)s that this search may take [%(rule)s].") % data
        case TallyFixedQuestion() | TallyWhichQuestion():
            return _("No fixed contact in %(hex)s that can be seen [%(rule)s].") % {"hex": "%s", "rule": "15.1"}
        case FighterStepQuestion(fighter=fighter, most=most, spent=spent) if question.hex:
            data = {"fighter": fighter, "hex": "%s", "mp": str(most - spent)}
            return _("%(fighter)s cannot reach %(hex)s with %(mp)s MP, a turn after each hex at most [9.2].") % data
    if not kind:
        return ""
    return _("No order can be given at %(hex)s [%(rule)s].") % {"hex": "%s", "rule": rule or "4.0"}
