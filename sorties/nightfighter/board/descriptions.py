"""A night in sentences: each hex, each contact, what the umpire said; for lists, and for who does not see the map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.kernel.decisions import Question
from engine.nightfighter.charts.map import NightMap
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
from engine.nightfighter.views import ContactView, InterceptionView
from play.sessions.board_notes import BoardNote
from sorties.nightfighter.board.contact_areas import area_of
from sorties.nightfighter.board.map_layer import NightCharts, night_map
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


def hex_descriptions(
    view: InterceptionView, pack: NightCharts, notes: Sequence[BoardNote] = ()
) -> dict[str, list[str]]:
    """Say what is known of each hex."""
    zones = _zones_said(night_map(pack), frozenset(view.searchlights.zones), get_language())
    said = {hex_: [words] for hex_, words in zones.items()}
    for fighter in view.fighters:
        if fighter.hex:
            data = {"fighter": fighter.name, "type": fighter.type, "heading": fighter.facing}
            said.setdefault(fighter.hex, []).append(_("your %(fighter)s, %(type)s, heading %(heading)s") % data)
    for contact in view.contacts:
        shown = {"n": contact.contact, "how": how_sure(contact), "heading": contact.facing}
        said.setdefault(contact.hex, []).append(_("contact %(n)s, %(how)s, heading %(heading)s") % shown)
    for contact in view.contacts:
        if contact.certainty not in ("exact", "high"):
            for place in area_of(contact, pack):
                if place != contact.hex:
                    said.setdefault(place, []).append(_("contact %(n)s may be here") % {"n": contact.contact})
    for search in view.searches:
        words = _("%(radar)s: contact") if search.contact else _("%(radar)s: searched here")
        said.setdefault(search.hex, []).append(words % {"radar": search.radar})
    for note in notes:
        said.setdefault(note["place"], []).append(_("your note: %(text)s") % {"text": note["text"]})
    return said


@lru_cache(maxsize=128)
def _zones_said(board: NightMap, lit: frozenset[str], _language: str | None) -> Mapping[str, str]:
    """Name the zone of each hex, and say whether the lights there are on."""
    return {
        f"{hex_:04}": (_("zone %(zone)s, lights on") if letter in lit else _("zone %(zone)s")) % {"zone": letter}
        for letter, hexes in board.zones.items()
        for hex_ in hexes
    }


def how_sure(contact: ContactView) -> str:
    """Say how well a contact's place is known, and alone of which aircraft it is. [S5.4]"""
    if contact.lit:
        sure = _("held by the lights of zone %(zone)s") % {"zone": contact.lit}
    else:
        sure = str(NAMES[contact.certainty])
    return ", ".join(filter(None, (sure, aircraft_said(contact.craft, contact.counters))))


def umpire_summary(view: InterceptionView) -> str:
    """Say what an umpire has before him besides the map: his chits, and who is still to come. [8.1]"""
    stored = view.umpire
    if stored is None or view.phase == "over":
        return ""
    chits = ngettext("%(n)s chit left, read on the %(side)s side", "%(n)s chits left, read on the %(side)s side",
                     stored.chits_left)  # fmt: skip
    chits %= {"n": stored.chits_left, "side": str(NAMES[stored.colour])}
    waiting = sum(one.status == "pool" for one in stored.bombers)
    said = [chits]
    if waiting:
        said.append(
            ngettext("%(n)s attacker still to enter", "%(n)s attackers still to enter", waiting) % {"n": waiting}
        )
    for one in stored.bombers:
        if one.status == "delayed":
            data = {"bomber": one.bomber, "hex": one.hex, "due": one.due}
            said.append(_("no. %(bomber)s enters in %(hex)s on turn %(due)s") % data)
    return "; ".join(said)


@dataclass(frozen=True)
class UmpireReport:
    """The umpire's message about a search: its turn, its hex, the sentence and the rule."""

    turn: int
    hex: str
    sentence: str
    rule: str = "13.1.1"


def umpire_reports(view: InterceptionView) -> list[UmpireReport]:
    """Return what the umpire has said of searches, the latest first, each with its turn and its rule. [13.1]"""
    if view.mode == "solo":
        return []
    found = [
        UmpireReport(
            view.turn, one.hex, _answer(one.radar, one.hex, one.contact, (one.sweeps or [""])[0], one.same_hex)
        )
        for one in view.searches
    ]
    found += [
        UmpireReport(one.turn, one.hex, _answer(one.radar, one.hex, one.contact, one.toward)) for one in view.tracks
    ]
    return sorted(found, key=lambda one: -one.turn)


def _answer(radar: str, hex_: str, contact: bool, toward: str, same_hex: bool = False) -> str:
    data = {"radar": radar, "hex": hex_, "toward": toward}
    if same_hex:
        return _("%(radar)s in %(hex)s: contact in this hex.") % data
    if contact:
        return _("%(radar)s in %(hex)s: contact.") % data
    if toward:
        return _("%(radar)s in %(hex)s: no contact; the sweep shows %(toward)s.") % data
    return _("%(radar)s in %(hex)s: no contact.") % data


def why_not(kind: str, question: Question | None, rule: str = "") -> str:
    """Say why a hex has no orders, with the rule; `%s` is replaced by the hex."""
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
            return _("This search can take no counter in %(hex)s [%(rule)s].") % data
        case TallyFixedQuestion() | TallyWhichQuestion():
            return _("No fixed contact in %(hex)s can be sighted [%(rule)s].") % {"hex": "%s", "rule": "15.1"}
        case FighterStepQuestion(fighter=fighter, most=most, spent=spent) if question.hex:
            data = {"fighter": fighter, "hex": "%s", "mp": str(most - spent)}
            return _("%(fighter)s cannot reach %(hex)s with %(mp)s MP; one turn after each hex at most [9.2].") % data
    if not kind:
        return ""
    return _("You cannot give an order at %(hex)s now [%(rule)s].") % {"hex": "%s", "rule": rule or "4.0"}
